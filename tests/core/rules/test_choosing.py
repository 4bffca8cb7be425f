"""Modules chosen by chance and by draft, and soft advice."""

from __future__ import annotations

from pathlib import Path

import pytest

import fcm_core as fcm
from fcm_core import Draft, InputError, Pool, Selection, advice, random_modules
from tests.core.loose_modules import write_module


@pytest.fixture(scope="module")
def base() -> Pool:
    return Pool("base", players=3)


def _worth(pool: Pool, chosen: Selection) -> int:
    return sum(module.manifest.complexity or 0 for module in pool.added(chosen.modules))


def _counted(pool: Pool, chosen: Selection) -> int:
    return sum(not module.manifest.replaces for module in pool.added(chosen.modules))


@pytest.mark.parametrize("seed", range(30))
def test_a_drawn_set_keeps_to_what_was_asked_and_can_be_played(base: Pool, seed: int) -> None:
    chosen = random_modules(base, seed, count=(2, 4), budget=(5, 8))
    assert 2 <= _counted(base, chosen) <= 4
    assert 5 <= _worth(base, chosen) <= 8
    assert not base.draft(chosen.modules)[1]
    assert chosen == random_modules(Pool("base", players=3), seed, count=(2, 4), budget=(5, 8))


def test_every_module_that_states_a_complexity_is_drawn_sometime(base: Pool) -> None:
    drawn = {name for seed in range(200) for name in random_modules(base, seed, count=(3, 3)).modules}
    able = {name for name, each in base.modules.items() if each.manifest.complexity is not None}
    assert drawn == able - {"base", "base_milestones"}


@pytest.mark.parametrize(("percent", "seen"), [(0, {False}), (100, {True}), (50, {False, True})])
def test_what_replaces_something_has_a_chance_of_its_own(base: Pool, percent: int, seen: set[bool]) -> None:
    chosen = [random_modules(base, seed, count=(2, 2), chances={"milestones": percent}) for seed in range(30)]
    assert {"new_milestones" in each.modules for each in chosen} == seen
    assert {_counted(base, each) for each in chosen} == {2}
    assert all(each.chances == {"base_milestones": percent, "reserve_cards": 50} for each in chosen)


def test_a_chance_of_one_part_moves_nothing_else(base: Pool) -> None:
    for seed in range(20):
        never = random_modules(base, seed, count=(2, 2), chances={"milestones": 0, "reserve_cards": 0})
        sure = random_modules(base, seed, count=(2, 2), chances={"milestones": 0, "reserve_cards": 100})
        assert sure.modules == ("reserve_prices", *never.modules)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"count": (9, 9), "budget": (9, 9)}, "no 9 to 9 modules with a complexity of 9 to 9 together can be played"),
        ({"budget": (90, 99)}, "there are coffee (5), fry_chefs (1)"),
        ({"count": (3, 2)}, "count: expected two numbers from 0 on, the smaller first"),
        ({"chances": {"cards": 20, "milestone": 101}}, "chance of base_milestones: expected a percentage"),
        (
            {"chances": {"coffee": 20}},
            "nothing called coffee is replaced; modules replace base_milestones, reserve_cards",
        ),
    ],
)
def test_what_cannot_be_drawn(base: Pool, words: dict[str, object], told: str) -> None:
    with pytest.raises(InputError) as error:
        random_modules(base, 1, **words)  # type: ignore[arg-type]
    assert told in str(error.value)


def test_what_a_drawn_module_requires_counts(tmp_path: Path) -> None:
    write_module(tmp_path, "below", 'requires = ["base"]\ncomplexity = 2\n')
    write_module(tmp_path, "above", 'requires = ["below"]\ncomplexity = 3\n')
    table = {"title": "small", "modules": ["base"], "players": [2, 3]}
    pool = Pool(table, modules_dirs=[tmp_path])
    for seed in range(20):
        chosen = random_modules(pool, seed, count=(2, 2), budget=(5, 5), chances={"reserve_cards": 0})
        assert _counted(pool, chosen) == 2 and _worth(pool, chosen) == 5


def test_a_ruleset_that_cannot_be_played_has_no_pool() -> None:
    with pytest.raises(InputError, match="2 to 5 players, not 6"):
        Pool("base", players=6)


def test_only_what_can_be_played_is_offered_and_the_rest_says_why(base: Pool) -> None:
    offers = {each.id: each for each in base.offers(("new_milestones",))}
    assert not offers["coffee"].reasons
    assert "base_milestones, which new_milestones replaces" in offers["hard_choices"].reasons[0]
    assert offers["base_milestones"].reasons == ("new_milestones takes its place",)
    assert offers["six_players"].brings == ("new_districts",)
    assert "base" not in offers and "new_milestones" not in offers
    before = {each.id: each for each in base.offers()}
    assert before["new_milestones"].replaces == ("base_milestones",)


def test_a_broken_module_is_shown_with_its_reason(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", "complexity = 6\nplayers = [2, 3]\n")
    offers = {each.id: each for each in Pool("base", modules_dirs=[tmp_path]).offers()}
    assert "complexity: expected a number from 1 to 5" in offers["odd"].reasons[0]


def test_a_draft_goes_round_until_as_many_are_named_as_play(base: Pool) -> None:
    draft = Draft(base, ["ann", "ben", "cy"])
    draft.name("coffee")
    draft.skip()
    assert draft.turn == "cy" and not draft.over
    with pytest.raises(InputError, match="cy cannot name coffee: it is on already"):
        draft.name("coffee")
    draft.name("new_milestones")
    with pytest.raises(InputError, match="ann cannot name hard_choices"):
        draft.name("hard_choices")
    draft.take_back()
    draft.name("kimchi")
    draft.name("sushi")
    assert draft.over
    assert draft.selection().modules == ("coffee", "kimchi", "sushi")
    assert draft.selection().picks == (("ann", "coffee"), ("ben", ""), ("cy", "kimchi"), ("ann", "sushi"))
    with pytest.raises(InputError, match="the draft is over"):
        draft.skip()


def test_a_round_of_skips_ends_a_draft(base: Pool) -> None:
    draft = Draft(base, ["ann", "ben"])
    draft.name("coffee")
    draft.skip()
    assert not draft.over
    draft.skip()
    assert draft.over and draft.named == ("coffee",)


def test_a_draft_ends_where_nothing_is_left_to_name() -> None:
    everything = [name for name in Pool("henri-lo-menu").modules if name != "hard_choices"]
    pool = Pool({"title": "all", "modules": everything, "players": [2, 5]})
    assert Draft(pool, ["ann", "ben"]).over


@pytest.mark.parametrize(("players", "said"), [(2, True), (3, False), (5, False), (None, True)])
def test_advice_depends_on_the_number_of_players(players: int | None, said: bool) -> None:
    plan = fcm.resolve("base", ["movie_stars"])
    assert any("best with 3 or more" in told.text for told in advice(plan, players)) is said


def test_advice_about_two_modules_together_and_about_one_that_goes_well_with_another(tmp_path: Path) -> None:
    both = '[[advice]]\ntext = "too much together"\nmodules = ["coffee"]\n'
    write_module(tmp_path, "more", f'requires = ["base"]\nrecommends = ["sushi"]\n{both}')

    def told(*modules: str) -> list[str]:
        return [each.text for each in advice(fcm.resolve("base", ["more", *modules], modules_dirs=[tmp_path]), 3)]

    assert told() == ["goes well with sushi"]
    assert told("sushi") == []
    assert told("sushi", "coffee") == ["too much together"]

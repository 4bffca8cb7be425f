"""Whole games with the modules about people, marketing and milestones: each alone, and all that go together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, MilestoneId
from fcm_core.game.actions import EndTurn, Hire, NextStep, Train
from fcm_core.game.cards import card_actions
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import resolve
from fcm_core.testing.invariants import Watch
from tests.games.test_games import play
from tests.positions import P1, move_of

MODULES = (
    "night_shift_managers",
    "mass_marketeers",
    "gourmet_food_critics",
    "movie_stars",
    "reserve_prices",
    "hard_choices",
    "new_milestones",
    "house_rules",
)
TOGETHER = {
    "new milestones": tuple(module for module in MODULES if module != "hard_choices"),
    "base milestones": tuple(module for module in MODULES if module != "new_milestones"),
}
HOUSE_RULES = {"no_milestone": [], "strict_order": True, "second_bailout": True}


def rules_with(*modules: str, house_rules: dict[str, Any] | None = None) -> Rules:
    options = {"house_rules": HOUSE_RULES if house_rules is None else house_rules} if "house_rules" in modules else {}
    return compile_rules(resolve("base", with_=modules, options=options))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("module", MODULES)
def test_everything_holds_with_one_module(module: str, players: int) -> None:
    game = play(new_game(rules_with(module), players, seed=players), "eager", seed=players, rounds=18, every=7)
    assert game.state.over or game.state.round == 19


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", TOGETHER)
def test_everything_holds_with_all_of_them(name: str, players: int) -> None:
    game = play(new_game(rules_with(*TOGETHER[name]), players, seed=players), "eager", seed=players, rounds=18, every=7)
    assert game.state.over or game.state.round == 19


def test_every_decision_of_new_milestones_comes_up_and_keeps_the_books() -> None:
    """Short games until each kind of decision has been taken."""
    wanted = {"second_campaign", "free_mailbox", "pizza_radio", "pay_with_items"}
    met: Counter[str] = Counter()
    rules = rules_with("new_milestones")
    for seed in range(40):
        game = new_game(rules, 3, seed)
        watch = Watch(game)
        stream = Stream(seed, "tests", "people")
        while game.pending and game.state.round <= 25:
            owed = game.pending[0]
            met[owed.kind] += 1
            game.apply(owed.seat, move_of("eager", game, owed.seat, stream))
            if owed.kind in wanted:
                watch.check(game)
        if wanted <= set(met):
            break
    assert wanted <= set(met)


def test_new_milestones_replace_the_base_set() -> None:
    rules = rules_with("new_milestones")
    assert len(rules.milestones) == 17
    assert "base_milestones" not in [module.id for module in rules.plan.modules]
    assert rules.plan.replaced == {"base_milestones": "new_milestones"}


def test_hard_choices_marks_five_milestones() -> None:
    """HCH-01."""
    marked = {name: each.remove_after_round for name, each in rules_with("hard_choices").milestones.items()}
    assert {name for name, last in marked.items() if last == 2} == {
        "first_burger_marketed",
        "first_pizza_marketed",
        "first_drink_marketed",
        "first_to_train_someone",
    }
    assert [name for name, last in marked.items() if last == 3] == ["first_to_hire_3_people_in_1_turn"]
    assert not any(each.remove_after_round for each in compile_rules(resolve("base")).milestones.values())


def test_hard_choices_and_new_milestones_exclude_each_other_with_the_reason() -> None:
    """HCH-01, R-71."""
    with pytest.raises(InputError, match="removals after round 2 of its own"):
        rules_with("hard_choices", "new_milestones")


def test_an_unknown_milestone_is_named_with_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean first_radio_campaign"):
        rules_with("house_rules", house_rules={"no_milestone": ["first_radio_campain"]})


def test_two_ends_of_the_game_cannot_be_asked_for_at_once() -> None:
    with pytest.raises(InputError, match="choose one"):
        rules_with("house_rules", house_rules={"short_game": True, "second_bailout": True})


def test_a_strangers_unsalaried_card_works_twice_on_night_shift() -> None:
    """One mechanism, not a list: every card without salary counts, and no card with one, whatever brings it."""
    game = new_game(rules_with("night_shift_managers", "gourmet_food_critics", "movie_stars"), 2, seed=1)
    work = game.player(P1).work
    work[CardId("night_shift_manager")] = 1
    for name, card in game.rules.cards.items():
        if name != "night_shift_manager":
            work[name] = 1
            assert card_actions(game, P1, name) == (1 if card.salary or card.always_at_work else 2), name


ERRAND_BOY = CardId("errand_boy")


@pytest.mark.parametrize(("trainers", "listed"), [(1, [None]), (2, [None, True])])
def test_a_trainer_owed_to_a_card_from_an_empty_pile_is_not_offered_to_one_at_work(
    trainers: int, listed: list[bool | None]
) -> None:
    """First lemonade sold: the errand boy at work may be trained there only if one trainer is left for the hired one."""
    game = new_game(rules_with("new_milestones"), 2, seed=1)
    stream = Stream(1, "tests", "people")
    while game.pending[0].kind != "working":
        owed = game.pending[0].seat
        game.apply(owed, game.sample(owed, stream))
    owed = game.pending[0].seat
    who = game.player(owed)
    who.work = {**who.work, CardId("trainer"): trainers, ERRAND_BOY: 1}
    who.milestones[MilestoneId("first_lemonade_sold")] = 1
    game.state.supply[ERRAND_BOY] = 0
    game.apply(owed, Hire(ERRAND_BOY))
    assert game.state.turn is not None and game.state.turn.phantoms == ("errand_boy",)
    game.apply(owed, NextStep())
    offered = [each for each in game.legal_actions(owed) if isinstance(each, Train) and each.card == "errand_boy"]
    assert [each.at_work for each in offered if each.to == "cart_operator"] == listed
    for action in game.legal_actions(owed):
        assert game.check(owed, action) is None, action
    assert not any(isinstance(action, NextStep | EndTurn) for action in game.legal_actions(owed))

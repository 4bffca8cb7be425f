"""Plans: which games there are, and the plan as a file whose hash names the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fcm_core import InputError
from fcm_lab.plan import Arm, Plan, lineups, read_plan
from tests.lab.plans import small


def test_two_bots_at_four_seats_play_one_against_three_and_three_against_one() -> None:
    assert lineups(("a", "b"), 4) == [("a", "a", "a", "b"), ("a", "b", "b", "b")]
    assert lineups(("a", "b"), 2) == [("a", "b")]
    assert lineups(("a",), 3) == [("a", "a", "a")]
    assert lineups(("a", "b", "c"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]


@given(st.integers(1, 5), st.integers(2, 6), st.integers(0, 1000))
def test_every_bot_sits_in_every_seat_equally_often(bots: int, players: int, block: int) -> None:
    plan = small(bots=tuple("abcde"[:bots]), lineups=100)
    games = plan.games_of(players, block)
    for bot in plan.bots:
        counts = {sum(game.bots[seat] == bot for game in games) for seat in range(players)}
        assert len(counts) == 1


def test_a_line_up_of_equals_is_not_turned() -> None:
    assert [game.bots for game in small(bots=("a",)).games_of(4, 0)] == [("a",) * 4]


def test_many_line_ups_and_rotations_are_sampled_anew_for_each_block() -> None:
    plan = small(bots=tuple("abcdefgh"), lineups=3, rotations=2)
    blocks = [plan.games_of(4, block) for block in range(5)]
    assert {len(games) for games in blocks} == {6}
    assert len({tuple(games) for games in blocks}) == 5
    assert blocks == [plan.games_of(4, block) for block in range(5)]


def test_seeds_hang_on_the_plans_seed_and_the_block_alone() -> None:
    one, other = small(), small(arms=(Arm("base"), Arm("coffee", with_=("coffee",))), bots=("steady", "random"))
    assert [one.seed_of(2, block) for block in range(9)] == [other.seed_of(2, block) for block in range(9)]
    assert len({one.seed_of(players, block) for players in (2, 3) for block in range(99)}) == 198
    assert one.seed_of(2, 0) != small(seed=2).seed_of(2, 0)


def test_batches_hold_every_block_once() -> None:
    plan = small(blocks=11, batch=4)
    assert [block for batch in range(plan.batches) for block in plan.blocks_of(batch)] == list(range(11))


def test_a_plan_comes_back_from_its_file(tmp_path: Path) -> None:
    arm = Arm("much", "base", ("coffee", "kimchi"), ("base_milestones",), ("base.edition=deluxe",), players=(3,))
    plan = small(arms=(Arm("base"), arm), decisions=True, title='a "title"')
    (tmp_path / "plan.toml").write_text(plan.toml(), encoding="utf-8")
    found = read_plan(tmp_path / "plan.toml")
    assert found == plan
    assert found.hash == plan.hash != small().hash
    assert 'with = ["coffee", "kimchi"]' in plan.toml()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("blocks = 4|blocks = 0", "blocks: expected at least 1, found 0"),
        ("blocks = 4|blocks = true", "expected a whole number, found True"),
        ("blocks = 4|block = 4", "block"),
        ("players = [2]|players = [2, 2]", "one of them stands there twice"),
        ("players = [2]|players = [", "this is not TOML"),
    ],
)
def test_a_wrong_plan_is_refused_with_its_file_and_reason(tmp_path: Path, change: str, told: str) -> None:
    old, new = change.split("|")
    file = tmp_path / "plan.toml"
    file.write_text(small().toml().replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=r"plan\.toml") as error:
        read_plan(file)
    assert told in str(error.value)


def test_a_plan_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(InputError, match=r"no bot stedy.*steady"):
        small(bots=("stedy",)).check()
    with pytest.raises(InputError, match="is for 2 to 5 players, not 9"):
        small(players=(9,)).check()
    with pytest.raises(InputError, match="No such file"):
        read_plan("no/plan.toml")
    assert isinstance(small(), Plan)

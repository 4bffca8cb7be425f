"""Games between bots: `steady` plays like a sensible beginner, and a seed says everything."""

from __future__ import annotations

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.game.milestones import has_milestone
from fcm_core.records.runner import play_game, simulate
from fcm_core.rules.plan import resolve

RULES = compile_rules(resolve("base"))


def earnings(bots: list[str], games: int) -> dict[str, float]:
    return {name: each["cash"] for name, each in simulate(RULES, bots, games, 1)["bots"].items()}


def test_steady_earns_far_more_than_random_at_one_table() -> None:
    cash = earnings(["steady", "random", "random"], 9)
    assert cash["steady"] >= 5 * cash["random"]


@pytest.mark.long
def test_steady_earns_far_more_than_random_over_a_hundred_games() -> None:
    cash = earnings(["steady", "random", "random"], 100)
    assert cash["steady"] >= 5 * cash["random"]
    among_themselves = earnings(["steady"] * 3, 100)["steady"]
    assert among_themselves >= 5 * earnings(["random"] * 3, 100)["random"]


def test_a_simulation_repeats() -> None:
    assert simulate(RULES, ["steady", "random"], 3, 7) == simulate(RULES, ["steady", "random"], 3, 7)


def test_processes_share_the_games_and_change_nothing() -> None:
    alone = simulate(RULES, ["steady", "random"], 5, 7)
    assert simulate(RULES, ["steady", "random"], 5, 7, jobs=2) == alone
    assert alone["bots"]["steady"]["seats"] == 5


def test_random_games_are_stopped_and_steady_ones_end() -> None:
    assert not play_game(RULES, ["random"] * 2, 1, 5).state.over
    assert play_game(RULES, ["steady"] * 2, 1).state.over


@pytest.mark.parametrize(("players", "seed"), [(3, 28), (4, 18)])
def test_steady_brings_a_mixed_order_together(players: int, seed: int) -> None:
    """Maps where the houses that can be reached ask for burgers and pizza at once: one of them alone sells nothing."""
    assert play_game(RULES, ["steady"] * players, seed, 200).state.over


def test_steady_does_not_look_at_what_its_view_hides() -> None:
    """Its choices are the same when the secrets are other ones."""
    game = new_game(RULES, 3, 4, quiet=True)
    steady = RULES.bots["steady"].choose
    while game.pending and game.state.round <= 6:
        decision = game.pending[0]
        other = game.copy()
        other.state.seed += 1
        for seat, player in other.state.by_seat():
            if seat != decision.seat and player.reserve is not None and other.state.bank_breaks == 0:
                if not has_milestone(game, decision.seat, "first_to_have_20"):
                    player.reserve = 2 - player.reserve
        choices = [
            steady(each.view(decision.seat), decision, Stream(game.state.round, "tests", "steady"))
            for each in (game, other)
        ]
        assert choices[0] == choices[1]
        game.apply(decision.seat, choices[0])
    assert game.state.round > 6

"""A game can be told to rest before a phase begins."""

from __future__ import annotations

import pytest

from fcm_core.assembly.setup import new_game
from fcm_core.game.game import PHASES, Game
from fcm_core.game.rules import Rules
from fcm_core.records.codec import fingerprint


def defaults(game: Game, last_round: int = 3) -> Game:
    """Every decision by its default, until the game rests or the round is over."""
    while game.to_move and game.round <= last_round:
        game.apply(game.to_move[0], game.default_action(game.to_move[0]))
    return game


@pytest.mark.parametrize("phase", PHASES[1:])
def test_the_game_rests_before_the_phase_and_goes_on_as_if_nothing_had_been(base_rules: Rules, phase: str) -> None:
    straight = defaults(new_game(base_rules, 3, 5))
    game = new_game(base_rules, 3, 5)
    game.stop_at = (2, PHASES.index(phase))
    game = defaults(game)
    assert (game.moment, game.to_move, game.stop_at) == ((2, PHASES.index(phase)), (), None)
    assert game.copy().stop_at is None
    game.advance()
    assert fingerprint(defaults(game).state, base_rules) == fingerprint(straight.state, base_rules)


def test_a_moment_that_has_passed_stops_it_at_the_next_phase(base_rules: Rules) -> None:
    game = new_game(base_rules, 2, 5)
    game.stop_at = (0, PHASES.index("setup"))
    assert defaults(game).moment == (1, PHASES.index("restructuring"))

"""Compiled rules and games played some way on, for every test that needs them. Not a test file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fcm_core.assembly.compile import compile_rules
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import resolve

P1, P2, P3 = Seat(0), Seat(1), Seat(2)  # the players that scenario files call so


def rules_of(ruleset: str = "base", options: Mapping[str, Mapping[str, Any]] | None = None) -> Rules:
    """The compiled rules of a shipped ruleset."""
    return compile_rules(resolve(ruleset, options=options or {}))


def play_on(game: Game, seed: int, until: Callable[[Game], bool]) -> Game:
    """Plays at random (firing only the cards that must go) until the condition holds or the game is over."""
    stream = Stream(seed, "tests", "policy")
    while game.pending and not until(game):
        owed = game.pending[0]
        action = game.default_action(owed.seat) if owed.kind == "fire" else game.sample(owed.seat, stream)
        game.apply(owed.seat, action)
    return game


def move_of(bot: str, game: Game, player: Seat, stream: Stream) -> Any:
    """What a bot does in the decision that the player owes."""
    return game.rules.bots[bot].choose(game.view(player), player, stream)

"""What every test may use: compiled rules by ruleset and options, and games played by a random policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from fcm_core.game import Game
from fcm_core.plan import resolve
from fcm_core.random import Stream
from fcm_core.rules import Rules, compile_rules
from fcm_core.setup import new_game

settings.register_profile(
    "fcm",
    deadline=None,  # the machine's load is no property of the engine
    derandomize=True,  # a run says the same today and tomorrow
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fcm")


def rules_of(ruleset: str = "base", options: Mapping[str, Mapping[str, Any]] | None = None) -> Rules:
    """The compiled rules of a shipped ruleset."""
    return compile_rules(resolve(ruleset, options=options or {}))


def play_on(game: Game, seed: int, until: Callable[[Game], bool]) -> Game:
    """Plays at random (firing only whom the rules demand) until the condition holds or the game is over."""
    stream = Stream(seed, "tests", "policy")
    while game.pending and not until(game):
        owed = game.pending[0]
        action = game.default_action(owed.player) if owed.kind == "fire" else game.sample(owed.player, stream)
        game.apply(owed.player, action)
    return game


@pytest.fixture(scope="session")
def base_rules() -> Rules:
    """The base game."""
    return rules_of("base")


@pytest.fixture
def played(base_rules: Rules) -> Callable[..., Game]:
    """played(players, seed, rounds) is a base game after so many rounds of random play."""

    def play(players: int = 3, seed: int = 1, rounds: int = 5) -> Game:
        return play_on(new_game(base_rules, players, seed), seed, lambda game: game.state.round > rounds)

    return play

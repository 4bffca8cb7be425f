"""What every test may use: compiled rules by ruleset and options, and games played by a random policy."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from fcm_core.assembly.setup import new_game
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from tests.positions import play_on, rules_of

# Processes that tests start look for the tests' functions too. Last, so that what is tested is what is installed.
sys.path.append(str(Path(__file__).parent.parent))
# Options meant for this run (processes, coverage) are not for the pytest that a test starts.
os.environ.pop("PYTEST_ADDOPTS", None)
settings.register_profile(
    "fcm",
    deadline=None,  # the machine's load is no property of the engine
    derandomize=True,  # a run says the same today and tomorrow
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fcm")


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

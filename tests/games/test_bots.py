"""Games of the shipped bots: they end, and the same seed brings the same game in any process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fcm_core.codec import fingerprint
from fcm_core.game import Game
from fcm_core.random import Stream
from fcm_core.setup import new_game
from fcm_core.testkit.invariants import Watch
from positions import rules_of

ROUNDS = 200  # a game of bots that earn money is over long before


def bot_game(ruleset: str, players: int, seed: int, bot: str, rounds: int = ROUNDS, watched: bool = False) -> Game:
    """Plays a game of one kind of bot; each decides from its own view."""
    game = new_game(rules_of(ruleset), players, seed)
    streams = [Stream(seed, "bot", str(seat)) for seat in range(players)]
    watch = Watch(game)
    while game.pending and game.state.round <= rounds:
        owed = game.pending[0]
        action = game.rules.bots[bot].choose(game.view(owed.player), owed, streams[owed.player])
        game.apply(owed.player, action)
        if watched:
            watch.check(game)
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", ["base", "introductory"])
def test_a_game_of_steady_bots_ends(ruleset: str, players: int) -> None:
    game = bot_game(ruleset, players, seed=players, bot="steady", watched=True)
    assert game.state.over
    assert max(player.cash for player in game.state.players) > 50


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games_of_steady_bots_end(players: int) -> None:
    for seed in range(12):
        assert bot_game("base", players, seed, "steady").state.over, f"seed {seed}"


def test_bots_play_the_same_game_with_another_hash_seed() -> None:
    program = (
        f"import sys; sys.path[:0] = {sys.path!r}; from test_bots import bot_game; "
        "from fcm_core.codec import fingerprint; game = bot_game('base', 3, 11, sys.argv[1], 8); "
        "print(fingerprint(game.state, game.rules))"
    )
    for bot in ("random", "steady"):
        here = bot_game("base", 3, 11, bot, 8)
        for seed in ("1", "4242"):
            found = subprocess.run(
                [sys.executable, "-c", program, bot],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            )
            assert found.stdout.strip() == fingerprint(here.state, here.rules)

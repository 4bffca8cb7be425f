"""Games of bots, for tests in this process and in others. Not a test file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from fcm_core.game.state import Decision
from fcm_core.records.codec import fingerprint
from fcm_core.rules.plan import resolve
from fcm_core.testing.invariants import Watch

ROUNDS = 200  # a game of bots that earn money is over long before
# Options that bring more decisions.
OPTIONS: dict[str, dict[str, Any]] = {"house_rules": {"second_bailout": True, "strict_order": True}}
CITY = ("new_districts", "coffee", "lobbyists", "rural_marketeers")
PEOPLE = ("night_shift_managers", "mass_marketeers", "gourmet_food_critics", "movie_stars", "fry_chefs")
FOOD = ("kimchi", "sushi", "noodles", "new_milestones")


def play(rules: Rules, bots: Sequence[str], seed: int, rounds: int = ROUNDS, watched: bool = False) -> Game:
    """A game of these bots by seat. Whatever they choose must be legal; `watched` checks the books after each move."""
    game = new_game(rules, len(bots), seed, quiet=not watched)
    streams = [Stream(seed, "bot", str(seat)) for seat in range(len(bots))]
    watch = Watch(game)
    while game.pending and game.state.round <= rounds:
        owed = game.pending[0]
        action = choice(game, owed, bots[owed.seat], streams[owed.seat])
        game.apply(owed.seat, action)
        if watched:
            watch.check(game)
    return game


def choice(game: Game, owed: Decision, bot: str, stream: Stream) -> Any:
    """What the bot does, which must be legal."""
    action = game.rules.bots[bot].choose(game.view(owed.seat), owed.seat, stream)
    refusal = game.check(owed.seat, action)
    assert refusal is None, f"{bot} would {action}: {refusal}"
    return action


@cache
def rules_with(*modules: str) -> Rules:
    """The base game with these modules."""
    options = {module: OPTIONS[module] for module in modules if module in OPTIONS}
    return compile_rules(resolve("base", with_=modules, options=options))


def fingerprints() -> list[str]:
    """How games of bots stand after some rounds."""
    games = (
        play(rules_with(*modules), [bot] * 3, seed=11, rounds=8)
        for modules in ((), CITY)
        for bot in ("random", "steady")
    )
    return [fingerprint(game.state, game.rules) for game in games]

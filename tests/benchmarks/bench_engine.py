"""Speed of the engine on one core: games, decisions, enumeration, copies, saves, distances."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import HouseId
from fcm_core.game.game import Game
from fcm_core.records.codec import state_from_json, state_to_json
from fcm_core.records.runner import play
from fcm_core.rules.plan import resolve
from tests.positions import P1

ROUNDS = 60
RULES = compile_rules(resolve("base"))
EAGER = RULES.bots["eager"].choose
Told = Callable[[str, float], None]


def eager_game(players: int, seed: int) -> tuple[Game, int, int]:
    """One game by the eager policy: the game, its decisions with two or more options, its rounds."""
    game = new_game(RULES, players, seed, quiet=True)
    stream = Stream(seed, "benchmark", "policy")
    real = 0
    while game.pending and game.state.round <= ROUNDS:
        decision = game.pending[0]
        # The policy lists the choices itself; one decision in the whole game is counted by the number it saw.
        choices = game.choices(decision.seat)
        real += choices is None or len(choices) > 1
        game.apply(decision.seat, EAGER(cast(Game, _Seen(game, choices)), decision.seat, stream))
    return game, real, min(game.state.round, ROUNDS)


class _Seen:
    """A game whose choices have been listed already, so that no decision is enumerated twice."""

    def __init__(self, game: Game, choices: Any) -> None:
        self._game = game
        self._choices = choices
        self.rules = game.rules
        self.decision_of = game.decision_of  # what every bot asks first costs no way round

    def choices(self, player: int) -> Any:
        return self._choices

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def middle(players: int = 4, seed: int = 3, rounds: int = 10) -> Game:
    """A game in its middle, played by `steady`."""
    return play(RULES, ["steady"] * players, seed, rounds=rounds)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def bench_whole_games_by_eager(players: int, benchmark: Any, told: Told) -> None:
    eager_game(players, 99)
    found: list[tuple[float, int, int]] = []

    def run() -> None:
        begin = time.perf_counter()
        for seed in range(3):
            _, real, rounds = eager_game(players, seed)
            found.append((time.perf_counter() - begin, real, rounds))
            begin = time.perf_counter()

    benchmark.pedantic(run, rounds=3, iterations=1)
    per_seed = [min(found[seed::3]) for seed in range(3)]
    seconds = sum(each[0] for each in per_seed)
    told(f"{players} players: per real decision", seconds / sum(each[1] for each in per_seed))
    told(f"{players} players: per round", seconds / sum(each[2] for each in per_seed))


@pytest.mark.parametrize("players", [3, 4])
def bench_whole_games_by_steady(players: int, benchmark: Any, told: Told) -> None:
    seeds = iter(range(1000))
    game = benchmark.pedantic(lambda: play(RULES, ["steady"] * players, next(seeds)), rounds=8, iterations=1)
    assert game.state.over
    told(f"{players} players: a game by steady", benchmark.stats.stats.mean)


def bench_enumeration(benchmark: Any, told: Told) -> None:
    """Each kind of decision, with its 99th percentile; a working turn by its steps."""
    times: dict[str, list[float]] = {}

    def run() -> None:
        for seed in range(3):
            game = new_game(RULES, 4, seed, quiet=True)
            stream = Stream(seed, "benchmark", "policy")
            while game.pending and game.state.round <= ROUNDS:
                decision = game.pending[0]
                kind = decision.kind
                if kind == "working" and game.state.turn is not None:
                    kind = f"working: {RULES.working_steps[game.state.turn.step].name}"
                begin = time.perf_counter()
                choices = game.choices(decision.seat)
                times.setdefault(kind, []).append(time.perf_counter() - begin)
                game.apply(decision.seat, EAGER(cast(Game, _Seen(game, choices)), decision.seat, stream))

    benchmark.pedantic(run, rounds=1, iterations=1)
    everything = sorted(each for kind in times.values() for each in kind)
    for kind, found in times.items():
        ordered = sorted(found)
        told(f"enumerate {kind}: median", statistics.median(ordered))
        told(f"enumerate {kind}: p99", ordered[int(len(ordered) * 0.99)])
    told("enumerate: p99 of all", everything[int(len(everything) * 0.99)])


def bench_state_copy(benchmark: Any, told: Told) -> None:
    game = middle()
    benchmark(game.copy)
    told("state copy", benchmark.stats.stats.median)


def bench_copy_and_apply(benchmark: Any, told: Told) -> None:
    game = middle()
    player = game.pending[0].seat
    action = game.default_action(player)
    benchmark(lambda: game.copy().apply(player, action))
    told("copy + apply", benchmark.stats.stats.median)


def bench_save_and_load(benchmark: Any, told: Told) -> None:
    state = middle().state

    def both() -> Any:
        return state_from_json(json.loads(json.dumps(state_to_json(state, RULES))), RULES)

    assert benchmark(both) == state
    told("save + load", benchmark.stats.stats.median)


def connected(game: Game) -> HouseId:
    """A house that a road joins to the first player's restaurant."""
    return next(house for house in game.state.houses if game.board.distance(house, P1) is not None)


def bench_distance_after_a_change(benchmark: Any, told: Told) -> None:
    """A restaurant moved to squares that no query asked about: the map and its roads, which stay, are known already."""
    game = middle()
    house = connected(game)

    def forget() -> None:
        game.state.board_cache = {}
        game.ground._access.pop(game.board.doors(P1), None)
        game.ground._distances.clear()

    assert (
        benchmark.pedantic(lambda: game.board.distance(house, P1), setup=forget, rounds=2000, iterations=1) is not None
    )
    told("distance after a board change", benchmark.stats.stats.median)


def bench_distance_on_a_new_map(benchmark: Any, told: Told) -> None:
    """The first query of all: nothing but the road network is there. New roads cost this too."""
    game = middle()
    house = connected(game)

    def forget() -> None:
        game.state.board_cache = {}
        game.ground._access.clear()
        game.ground._distances.clear()
        game.ground.net._from.clear()

    assert (
        benchmark.pedantic(lambda: game.board.distance(house, P1), setup=forget, rounds=2000, iterations=1) is not None
    )
    told("distance with nothing cached", benchmark.stats.stats.median)


def bench_distance_after_going_back(benchmark: Any, told: Told) -> None:
    """The same after a change to a board that was asked about before, as when bots try moves on copies."""
    game = middle()
    house = connected(game)

    def ask() -> int | None:
        game.state.board_cache = {}
        return game.board.distance(house, P1)

    benchmark(ask)
    told("distance after a change to a known board", benchmark.stats.stats.median)


def bench_distance_cached(benchmark: Any, told: Told) -> None:
    game = middle()
    house = connected(game)
    game.board.distance(house, P1)
    benchmark(game.board.distance, house, P1)
    told("distance, cached", benchmark.stats.stats.median)

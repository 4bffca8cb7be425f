"""Speed of the presenter: table, form, preview, what-if in late games of the ruleset with the most modules, with five chains."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import fcm_face as face
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.game import Game
from fcm_core.records.runner import Bots
from fcm_core.rules.plan import resolve

KERNEL = 365e-6  # seconds: the kernel on the machine of the README
FIRST, LAST = 7, 10  # rounds whose decisions are measured
Told = Callable[[str, float], None]


def decisions() -> list[tuple[Game, Seat]]:
    """The views of every third decision of the late rounds of one game."""
    rules = compile_rules(resolve("henri-lo-menu"))
    game = new_game(rules, 5, 3, quiet=True)
    bots = Bots(rules, dict.fromkeys(game.seats, "steady"), 3)
    found: list[tuple[Game, Seat]] = []
    moves = 0
    while game.pending and game.round <= LAST:
        seat = game.to_move[0]
        if game.round >= FIRST and moves % 3 == 0:
            found.append((game.view(seat), seat))
        game.apply(seat, bots.choose(game, seat, moves))
        moves += 1
    return found


@pytest.fixture(scope="module")
def late() -> list[tuple[Game, Seat]]:
    return decisions()


def seconds(asked: Callable[[Game, Seat], Any], positions: Sequence[tuple[Game, Seat]]) -> list[float]:
    """Seconds of each answer, the second time it is asked: what is found once for a map or a rule counts for no move."""
    found = []
    for view, seat in positions:
        asked(view, seat)
        begin = time.process_time()
        asked(view, seat)
        found.append(time.process_time() - begin)
    return found


def previewed(view: Game, seat: Seat) -> None:
    face.preview(view, seat, view.sample(seat, Stream(1, "benchmark", "moves")))


@pytest.mark.parametrize(
    ("name", "asked", "median", "worst"),
    [
        ("table", lambda view, seat: face.table(view), 0.005, 0.05),
        ("form", face.form, 0.005, 0.02),
        ("preview", previewed, 0.002, 0.01),
        ("what-if", face.what_if, 0.005, 0.025),
    ],
)
def bench_the_presenter(
    name: str,
    asked: Callable[[Game, Seat], Any],
    median: float,
    worst: float,
    late: list[tuple[Game, Seat]],
    calibration: float,
    benchmark: Any,
    told: Told,
) -> None:
    """The budgets of one answer in seconds, on a machine whose calibration kernel takes 365 us; held with room for a busy one."""
    found = benchmark.pedantic(lambda: seconds(asked, late), rounds=1)
    told(f"{name}, median", statistics.median(found))
    told(f"{name}, worst", max(found))
    busy = 3 * calibration / KERNEL
    assert statistics.median(found) < busy * median and max(found) < busy * worst

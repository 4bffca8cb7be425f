"""Speed of experiments: games a second, what a second process adds, a cluster against processes, memory, cost of a batch.

Every figure is a wall time of a whole run with its start, as a user waits for it. Run it on a quiet machine:
`pytest tests/benchmarks/bench_lab.py -s`, with `-k speed`, `-k cluster`, `-k memory` or `-k scheduler` for a part.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fcm_lab.plan import Arm, Plan
from fcm_lab.play import run_batch
from fcm_lab.running import Backend, Dask, Done, Processes, Serial, run_plan

Told = Callable[[str, float], None]
MEMORY_GAMES = 4000  # enough to see a slope; 100,000 are 25 times as many
EMPTY_TASKS = 1000


@pytest.fixture
def say() -> Told:
    """Prints one figure."""
    return lambda what, value: print(f"\n{what}: {value:.3g}")


def plan_of(games: int, batch: int, bots: tuple[str, ...] = ("steady",), rounds: int = 0) -> Plan:
    """Duels of the same bot in the base game: one game a block."""
    return Plan((Arm("base"),), bots, (2,), games, batch=batch, rounds=rounds)


def seconds(plan: Plan, backend: Backend, folder: Path) -> float:
    """The wall time of a run into a new folder."""
    began = time.perf_counter()
    run_plan(plan, backend, folder=folder, keep=())
    return time.perf_counter() - began


@pytest.mark.parametrize("games", [60, 300])
def bench_speed_of_two_processes(games: int, say: Told, tmp_path: Path) -> None:
    plan = plan_of(games, max(1, games // 40))
    run_batch(plan, 0)  # the rules are compiled
    one = seconds(plan, Serial(), tmp_path / "one")
    two = seconds(plan, Processes(2), tmp_path / "two")
    say(f"steady, {games} games, games a second on one core", games / one)
    say(f"steady, {games} games, two processes are faster by a factor of", one / two)


def bench_cluster_against_processes(say: Told, tmp_path: Path) -> None:
    plan = plan_of(2400, 240)  # batches of ten seconds or so
    processes = seconds(plan, Processes(2), tmp_path / "processes")
    cluster = seconds(plan, Dask("local", 2), tmp_path / "cluster")
    say("batches of 240 games: a local cluster takes as long as two processes times", cluster / processes)


def bench_memory_over_many_games(say: Told, tmp_path: Path) -> None:
    plan = plan_of(MEMORY_GAMES, 20, rounds=6)
    sizes: list[int] = []

    def look(done: Done) -> None:
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    run_plan(plan, folder=tmp_path / "run", progress=look, keep=())
    half = len(sizes) // 2
    say(f"most memory after {MEMORY_GAMES // 2} games, MB", sizes[half] / 1024)
    say(f"most memory after {MEMORY_GAMES} games, MB", sizes[-1] / 1024)


def nothing(number: int) -> int:
    """A batch without games."""
    return number


def bench_scheduler_per_batch(say: Told) -> None:
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.gather(client.map(nothing, range(10), pure=False))
        began = time.perf_counter()
        for future in distributed.as_completed(client.map(nothing, range(EMPTY_TASKS), pure=False)):
            future.release()
        each = (time.perf_counter() - began) / EMPTY_TASKS
    say("a cluster's own cost per batch, ms", 1000 * each)
    say("so one scheduler feeds so many workers with batches of ten seconds", 10 / each)

"""Plays a plan in batches: one after another, in processes, or on a Dask cluster. The tables are the same from all three.

A batch in flight is all that can be lost: what is done lies in the run's folder, and the next call goes on from there.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol
from uuid import uuid4

from attrs import frozen

import fcm_core as fcm
from fcm_lab.plan import Plan
from fcm_lab.play import compiled, run_batch
from fcm_lab.storage import Run, Versions
from fcm_lab.tables import TABLES, GameRow, Row, Tables, VersionRow, new_tables, rows_of

RETRIES = 2  # a batch whose worker died is tried so often again
WINDOW = 3  # batches handed out per worker: fewer leave workers idle, more fill the memory
LOCAL = "local"
NEEDS_DASK = "a cluster needs Dask: pip install 'fcm-engine[cluster]'"
# What workers must find in their environment before they start: later it has no effect.
ENVIRONMENT = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@frozen
class Done:
    """What a worker says of a batch. `tables` only where it could not write them itself."""

    batch: int
    games: int
    wrong: int  # games with an error
    seconds: float
    tables: Tables | None = None


@frozen
class Work:
    """What a worker does with a batch: a picklable function of its number."""

    plan: Plan
    folder: str = ""  # the run's folder, "" where rows are wanted in memory
    keep: tuple[type[Row], ...] = TABLES  # the tables that are wanted in memory

    def __call__(self, batch: int) -> Done:
        """Plays a batch and writes its tables, or hands them back where the folder of the run is not to be seen."""
        began = perf_counter()
        run = self.run()
        tables = run_batch(self.plan, batch, run.errors if run is not None else None)
        games = rows_of(tables, GameRow)
        if run is not None:
            run.write(batch, tables)
        wrong = sum(bool(game.error) for game in games)
        if not self.folder:
            tables = {kind: rows if kind in self.keep else [] for kind, rows in tables.items()}
        return Done(batch, len(games), wrong, perf_counter() - began, tables if run is None else None)

    def run(self) -> Run | None:
        """The run's folder if it is here: workers on other machines may have no such disk."""
        if not self.folder:
            return None
        try:
            run = Run.open(self.folder)
        except fcm.InputError:
            return None
        return run if run.plan.hash == self.plan.hash else None


class Backend(Protocol):
    """Something that plays batches."""

    def play(self, work: Work, batches: Iterator[int]) -> Iterator[Done]:
        """Plays the batches and answers as they come, in any order. Closing the iterator ends the work."""
        ...


@frozen
class Serial:
    """One batch after another, in this process."""

    def play(self, work: Work, batches: Iterator[int]) -> Iterator[Done]:
        """See Backend."""
        return map(work, batches)


@frozen
class Processes:
    """Processes on this machine; each compiles the rules once and stays warm. One that dies loses its batch only."""

    jobs: int

    def play(self, work: Work, batches: Iterator[int]) -> Iterator[Done]:
        """See Backend."""
        todo = batches
        tries: dict[int, int] = {}
        while True:
            lost = yield from self._pool(work, todo)
            if not lost:
                return
            for batch in lost:
                tries[batch] = tries.get(batch, 0) + 1
                if tries[batch] > RETRIES:
                    raise fcm.InputError(
                        f"batch {batch}: its process died {tries[batch]} times; is there memory enough?"
                    )
            todo = _chain(lost, batches)

    def _pool(self, work: Work, batches: Iterator[int]) -> Generator[Done, None, list[int]]:
        """Plays with one pool of processes until it breaks; returns the batches that were in flight then."""
        open_: dict[Future[Done], int] = {}
        with ExitStack() as stack:
            pool = ProcessPoolExecutor(
                self.jobs, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(work.plan,)
            )
            stack.callback(pool.shutdown, cancel_futures=True)
            for batch in batches:
                try:
                    open_[pool.submit(work, batch)] = batch
                except BrokenProcessPool:
                    return [*open_.values(), batch]
                if len(open_) >= WINDOW * self.jobs:
                    yield from self._ready(open_)
                    if self._broken(open_):
                        return list(open_.values())
            while open_:
                yield from self._ready(open_)
                if self._broken(open_):
                    return list(open_.values())
        return []

    def _ready(self, open_: dict[Future[Done], int]) -> Iterator[Done]:
        """What has come; futures of a pool that broke stay where they are."""
        done, _ = wait(open_, return_when=FIRST_COMPLETED)
        for future in done:
            if not isinstance(future.exception(), BrokenProcessPool):
                del open_[future]
                yield future.result()

    def _broken(self, open_: dict[Future[Done], int]) -> bool:
        return any(future.done() and isinstance(future.exception(), BrokenProcessPool) for future in open_)


def _chain(first: Sequence[int], rest: Iterator[int]) -> Iterator[int]:
    yield from first
    yield from rest


def begin_worker(plan: Plan) -> None:
    """A new process: Ctrl-C is its parent's business, and the rules are compiled before the first game.

    What modules print goes to stderr, so that it is not mistaken for a result.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for arm in plan.arms:
        compiled(arm)


@frozen
class Dask:
    """A Dask cluster: the address of its scheduler, or "local" for one on this machine with so many workers."""

    address: str
    jobs: int = 2

    def play(self, work: Work, batches: Iterator[int]) -> Iterator[Done]:
        """See Backend. A window of batches is handed out, and each result is released as soon as it is read."""
        if find_spec("distributed") is None:
            raise fcm.InputError(NEEDS_DASK)
        dask: Any = import_module("dask")
        distributed: Any = import_module("distributed")

        with ExitStack() as stack:
            given = dask.config.get("distributed.nanny.pre-spawn-environ", {})
            environ = {**given, **ENVIRONMENT}
            stack.enter_context(dask.config.set({"distributed.nanny.pre-spawn-environ": environ}))
            if self.address == LOCAL:
                cluster = distributed.LocalCluster(
                    n_workers=self.jobs,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.ERROR,
                )
                stack.enter_context(cluster)
                client = distributed.Client(cluster)
            else:
                try:
                    client = distributed.Client(self.address, timeout=10)
                except (OSError, ValueError) as error:
                    raise fcm.InputError(f"{self.address}: no Dask scheduler answers: {error}") from error
            stack.enter_context(client)
            yield from _on_cluster(client, work, batches)


def _on_cluster(client: Any, work: Work, batches: Iterator[int]) -> Iterator[Done]:
    distributed: Any = import_module("distributed")
    lacking = workers_without_package(client)
    if lacking:
        told = ", ".join(lacking[:5]) + (f" and {len(lacking) - 5} more" if len(lacking) > 5 else "")
        raise fcm.InputError(
            f"these workers lack the package fcm-engine: {told}; install the same version on every worker, or send a "
            "wheel with distributed.PipInstall"
        )
    threads = sum(client.nthreads().values())
    if not threads:
        raise fcm.InputError("the cluster has no workers")
    this = uuid4().hex[:8]  # two runs of one plan on one cluster do not get each other's results

    def submit(batch: int) -> Any:
        key = f"fcm-{work.plan.hash}-{this}-{batch}"
        return client.submit(work, batch, key=key, retries=RETRIES, pure=False)

    coming = distributed.as_completed()
    numbers: dict[str, int] = {}
    todo = iter(batches)

    def hand_out(count: int) -> None:
        for batch in _first(todo, count):
            future = submit(batch)
            numbers[future.key] = batch
            coming.add(future)

    hand_out(WINDOW * threads)
    for future in coming:
        batch = numbers.pop(future.key)
        try:
            done: Done = future.result()
        except distributed.KilledWorker as error:
            raise fcm.InputError(f"batch {batch}: its workers died again and again: {error}") from error
        except ImportError as error:
            raise fcm.InputError(f"batch {batch}: a worker lacks a package: {error}") from error
        future.release()
        hand_out(1)
        yield done


def _first(items: Iterator[int], count: int) -> Iterable[int]:
    for _ in range(count):
        for item in items:
            yield item
            break


def workers_without_package(client: Any) -> list[str]:
    """The addresses of workers on which the package cannot be imported."""
    found = client.run(find_spec, "fcm_lab.running", on_error="return")
    return sorted(worker for worker, spec in found.items() if spec is None or isinstance(spec, Exception))


# --- a run -----------------------------------------------------------------------------------------------------------

Stop = Callable[[Tables], bool]  # whether enough is played, from the tables of all batches before a gap


@frozen
class Outcome:
    """What came of a run in memory or in a folder."""

    tables: Tables  # of the batches that count, in order; empty where they are in a folder and nobody asked
    batches: int  # that count: all, or those up to where it was stopped
    games: int  # in them; without the table of games only those played now
    wrong: int


def run_plan(
    plan: Plan,
    backend: Backend | None = None,
    *,
    folder: str | Path | None = None,
    stop: Stop | None = None,
    progress: Callable[[Done], None] | None = None,
    keep: tuple[type[Row], ...] = TABLES,
) -> Outcome:
    """Plays what is not played yet, and answers with the tables.

    In a folder finished batches are kept, and only the others are played. `stop` is asked in the order of the batches
    whatever order they come in, so that the answer does not depend on the backend. Only the tables to `keep` are held in
    memory and handed back; with none of them all stays in the folder. Raises InputError for a plan that cannot be played.
    """
    plan.check()
    run = Run.open(folder, plan) if folder is not None else None
    done: set[int] = set()
    if run is not None:
        run.clear()
        run.check_versions()
        done = run.done()
    wanted = (*keep, VersionRow)
    work = Work(plan, str(run.folder.resolve()) if run is not None else "", wanted)
    waiting: dict[int, Done | None] = dict.fromkeys(done)
    tables = new_tables()
    games = wrong = counted = 0
    versions = Versions(str(folder or "the workers"))

    def count() -> bool:
        """Takes what has come in order; whether that is enough."""
        nonlocal counted, games, wrong
        while counted in waiting:
            told = waiting.pop(counted)
            if keep:
                found = told.tables if told is not None and told.tables is not None else None
                if found is None:
                    assert run is not None
                    found = run.read_batch(counted, wanted)
                versions.see(counted, found[VersionRow])
                versions.check()
                for kind in keep:
                    if kind is not VersionRow or not counted:
                        tables[kind].extend(found[kind])
            if told is not None:
                games += told.games
                wrong += told.wrong
            counted += 1
            if stop is not None and stop(tables):
                return True
        return False

    if not count() and counted < plan.batches:
        todo = (batch for batch in range(plan.batches) if batch not in done)
        found = (backend or Serial()).play(work, todo)
        try:
            for told in found:
                if run is not None and told.tables is not None:
                    run.write(told.batch, told.tables)
                    if not keep:
                        told = Done(told.batch, told.games, told.wrong, told.seconds)
                waiting[told.batch] = told
                if progress is not None:
                    progress(told)
                if count():
                    break
        finally:
            close = getattr(found, "close", None)
            if close is not None:
                close()
    if GameRow in keep:
        games = len(tables[GameRow])
        wrong = sum(bool(game.error) for game in rows_of(tables, GameRow))
    if run is not None:
        run.merge()
    return Outcome(tables, counted, games, wrong)

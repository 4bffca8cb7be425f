"""Many scenario files at once: the rules of each plan are made once, and processes may share the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attrs import frozen

from fcm_core.basics.errors import FcmError
from fcm_core.records.runner import print_to_stderr
from fcm_core.scenario.playing import Scenario
from fcm_core.scenario.position import KnownRules
from fcm_core.scenario.results import Result

CHUNK = 25  # files that a process takes at a time; neighbours often have the same rules


@frozen
class Ran:
    """A scenario file that was run: what it came to, or what is wrong with the file."""

    file: Path
    result: Result | None
    wrong: str = ""


def run_files(
    paths: Sequence[str | Path],
    modules_dirs: Iterable[str | Path] = (),
    *,
    jobs: int = 1,
    progress: Callable[[], Any] | None = None,
) -> list[Ran]:
    """Runs scenario files, in their order. A wrong file is no error here: it is told with the others.

    `jobs` processes share the files, and the answer is the same whatever their number. `progress` is called after every
    file. The folders of modules may not change meanwhile: the rules of each plan are made once.
    """
    files = [Path(path) for path in paths]
    folders = [Path(folder) for folder in modules_dirs]
    chunks = [files[first : first + CHUNK] for first in range(0, len(files), CHUNK)]
    found: list[Ran] = []
    with ExitStack() as stack:
        results: Iterable[Iterable[Ran]]
        if jobs > 1 and len(chunks) > 1:
            pool = stack.enter_context(
                ProcessPoolExecutor(
                    min(jobs, len(chunks)), mp_context=get_context("spawn"), initializer=print_to_stderr
                )
            )
            stack.callback(pool.shutdown, cancel_futures=True)
            results = pool.map(partial(_run_chunk, folders), chunks)
        else:
            results = [_run_each(files, folders, KnownRules())]
        for part in results:
            for ran in part:
                found.append(ran)
                if progress is not None:
                    progress()
    return found


_known = KnownRules()  # of a process that takes several chunks


def _run_chunk(folders: Sequence[Path], files: Sequence[Path]) -> list[Ran]:
    return list(_run_each(files, folders, _known))


def _run_each(files: Sequence[Path], folders: Sequence[Path], known: KnownRules) -> Iterator[Ran]:
    for file in files:
        try:
            yield Ran(file, Scenario(file, folders, known).run())
        except FcmError as error:
            yield Ran(file, None, str(error))

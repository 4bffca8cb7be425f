"""Batches: the same tables from every backend, nothing lost but what was in flight, and nothing merged that differs."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

from fcm_core import InputError
from fcm_lab import running, storage
from fcm_lab.plan import Plan
from fcm_lab.running import Backend, Dask, Done, Processes, Serial, Work, run_plan
from fcm_lab.storage import Run, write_table
from fcm_lab.tables import TABLES, GameRow, VersionRow, rows_of
from tests.cli.running import fails, fcm
from tests.lab.plans import broken_arm, small

MEASURED = {table.table for table in TABLES if table.measured}


def merged(folder: Path) -> dict[str, str]:
    """The hash of every merged table that must not depend on the machine."""
    files = [path for path in folder.iterdir() if path.suffix in (".parquet", ".jsonl") and path.stem not in MEASURED]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(files)}


def played(folder: Path, plan: Plan, backend: Backend | None = None, **more: Any) -> dict[str, str]:
    """The merged tables of a run."""
    run_plan(plan, backend, folder=folder, **more)
    return merged(folder)


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Eight short batches."""
    return small(blocks=8, players=(2,), rounds=4)


@pytest.fixture(scope="module")
def expected(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Its tables, played in this process."""
    return played(tmp_path_factory.mktemp("serial") / "run", plan)


class KillOne:
    """Kills a worker when the second batch has come."""

    def __init__(self) -> None:
        self.seen = 0
        self.killed = 0

    def __call__(self, done: Done) -> None:
        self.seen += 1
        if self.seen == 2:
            self.killed = self.worker()
            os.kill(self.killed, signal.SIGKILL)

    def worker(self) -> int:
        """The process id of a worker of a pool."""
        for child in multiprocessing.active_children():
            if child.pid is not None and child.is_alive():
                return child.pid
        raise AssertionError("no worker is alive")


class KillOneOfTheCluster(KillOne):
    """The same for a Dask cluster."""

    def worker(self) -> int:
        distributed: Any = import_module("distributed")
        pids: dict[str, int] = distributed.default_client().run(os.getpid)
        return min(pids.values())


def test_two_processes_give_the_same_tables_though_one_is_killed(
    plan: Plan, expected: dict[str, str], tmp_path: Path
) -> None:
    kill = KillOne()
    assert played(tmp_path / "run", plan, Processes(2), progress=kill) == expected
    assert kill.killed
    assert {"games.parquet", "seats.parquet", "milestones.parquet", "rounds.parquet"} <= expected.keys()


@pytest.mark.long
def test_a_cluster_gives_the_same_tables_though_a_worker_is_killed(
    plan: Plan, expected: dict[str, str], tmp_path: Path
) -> None:
    kill = KillOneOfTheCluster()
    assert played(tmp_path / "run", plan, Dask("local", 2), progress=kill) == expected
    assert kill.killed


def test_workers_that_do_not_see_the_folder_hand_their_rows_back(
    plan: Plan, expected: dict[str, str], tmp_path: Path
) -> None:
    class Elsewhere(Serial):
        def play(self, work: Work, batches: Any) -> Any:
            return super().play(attrs.evolve(work, folder=str(tmp_path / "other machine")), batches)

    assert played(tmp_path / "run", plan, Elsewhere()) == expected


def test_a_run_goes_on_where_it_was(plan: Plan, expected: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "run"

    def enough(done: Done) -> None:
        if done.batch == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(folder, plan, progress=enough)
    run = Run.open(folder)
    assert run.done() == {0, 1, 2, 3, 4}
    run.part(3, GameRow, storage.suffix()).unlink()
    (run.parts / "000003.seats.parquet.123.tmp").write_bytes(b"half")
    told: list[Done] = []
    assert played(folder, plan, progress=told.append) == expected
    assert [done.batch for done in told] == [3, 5, 6, 7]
    assert not list(run.parts.glob("*.tmp"))


def start(plan_file: Path, folder: Path, jobs: str) -> subprocess.Popen[str]:
    """`fcm batch run` in a process of its own."""
    words = ["batch", "run", str(plan_file), "--out", str(folder), "--jobs", jobs]
    return subprocess.Popen(
        [sys.executable, "-m", "fcm_cli.main", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_batches(folder: Path, count: int) -> None:
    """Waits until so many batches are there."""
    for _ in range(1200):
        if (folder / "plan.toml").is_file() and len(Run.open(folder).done()) >= count:
            return
        time.sleep(0.05)
    raise AssertionError("no batch came")


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_ctrl_c_and_kill_lose_at_most_the_batch_in_flight(
    plan: Plan, expected: dict[str, str], tmp_path: Path, how: signal.Signals, code: int
) -> None:
    file, folder = tmp_path / "plan.toml", tmp_path / "run"
    file.write_text(plan.toml(), encoding="utf-8")
    process = start(file, folder, "1")
    wait_for_batches(folder, 2)
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    done = Run.open(folder).done()
    assert done == set(range(len(done)))
    if process.returncode == 0:  # it was quicker than the signal
        assert len(done) == plan.batches
    else:
        assert process.returncode == code
        assert "Traceback" not in errors
        if how == signal.SIGINT:
            assert f"stopped: {len(done)} of 8 batches are in {folder}; the same command goes on from there" in errors
    finished = fcm("batch", "run", str(file), "--out", str(folder), "--jobs", "1")
    assert finished.returncode == 0, finished.stderr
    assert merged(folder) == expected


def test_without_polars_the_tables_are_json_lines(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "suffix", lambda: storage.JSON_LINES)
    found = played(tmp_path / "run", plan)
    assert {"games.jsonl", "seats.jsonl", "versions.jsonl"} <= found.keys()
    rows = [json.loads(line) for line in (tmp_path / "run" / "games.jsonl").read_text().splitlines()]
    monkeypatch.undo()
    again = rows_of(run_plan(plan).tables, GameRow)
    assert rows == [row.plain() for row in again]
    assert rows_of(Run.open(tmp_path / "run").read(GameRow), GameRow) == again


def test_batches_of_different_versions_are_not_merged(plan: Plan, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    played(folder, plan)
    run = Run.open(folder)
    part = run.part(5, VersionRow, storage.suffix())
    rows = rows_of(run.read_batch(5), VersionRow)
    changed = [attrs.evolve(row, digest="0123") if row.part == "base" else row for row in rows]
    write_table(part, VersionRow, changed)
    with pytest.raises(InputError, match="different versions and cannot be merged: base of base: ") as error:
        run.merge()
    assert "in batch 0" in str(error.value) and "(0123) in batch 5" in str(error.value)
    with pytest.raises(InputError, match="different versions"):
        run_plan(plan, folder=folder)


def test_only_the_tables_that_are_wanted_are_held(plan: Plan, tmp_path: Path) -> None:
    for folder in (None, tmp_path / "run", tmp_path / "run"):
        found = run_plan(plan, folder=folder, keep=(GameRow, VersionRow)).tables
        assert {kind for kind, rows in found.items() if rows} == {GameRow, VersionRow}
        assert len(found[GameRow]) == 16
        assert len(set(found[VersionRow])) == len(found[VersionRow])


def test_a_folder_of_another_plan_is_refused(plan: Plan, tmp_path: Path) -> None:
    Run.open(tmp_path / "run", plan)
    with pytest.raises(InputError, match=f"another plan .{plan.hash}, not "):
        Run.open(tmp_path / "run", attrs.evolve(plan, seed=2))
    with pytest.raises(InputError, match="no run of games"):
        Run.open(tmp_path)


def test_a_file_that_is_no_table_is_named(tmp_path: Path, plan: Plan) -> None:
    run = Run.open(tmp_path / "run", plan)
    run.part(0, GameRow, "jsonl").write_text('{"x": 1}\n')
    with pytest.raises(InputError, match=r"000000\.games\.jsonl: this is no table of games"):
        run.read(GameRow)


def test_a_batch_whose_process_always_dies_is_given_up(plan: Plan) -> None:
    with pytest.raises(InputError, match=r"batch 0: its process died 3 times"):
        list(Processes(1).play(Deadly(plan), iter([0])))


class Deadly(Work):
    """Work that no process survives."""

    def __call__(self, batch: int) -> Done:
        os._exit(1)


def test_workers_without_the_package_are_named() -> None:
    class Client:
        def run(self, function: Any, name: str, *, on_error: str) -> dict[str, object]:
            return {"tcp://a": function(name), "tcp://b": ModuleNotFoundError(name), "tcp://c": None}

    assert running.workers_without_package(Client()) == ["tcp://b", "tcp://c"]


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"no Dask scheduler answers"):
        list(Dask("tcp://127.0.0.1:1").play(Work(small()), iter([0])))


# --- the commands ------------------------------------------------------------------------------------------------------


def test_a_plan_is_written_and_played(tmp_path: Path) -> None:
    words = ("batch", "new", "plan.toml", "base", "--bots", "steady", "--players", "2", "--blocks", "3")
    done = fcm(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "plan.toml: 1 arms, 3 games in " in done.stdout
    assert "a file is there already" in fails(*words, cwd=tmp_path)
    first = fcm("batch", "run", "plan.toml", "--jobs", "1", cwd=tmp_path)
    assert "played 3 games now, 0 went wrong" in first.stdout
    again = json.loads(fcm("batch", "run", "plan.toml", "--jobs", "1", "--json", cwd=tmp_path).stdout)
    assert again["games"] == 0
    assert again["folder"] == f"fcm-runs/{again['plan']}"
    assert (tmp_path / again["folder"] / "games.parquet").is_file()


def test_each_module_gets_an_arm_of_its_own(tmp_path: Path) -> None:
    done = fcm("batch", "new", "plan.toml", "base", "--each-module", "--batch", "2", "--blocks", "4", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "plan.toml").read_text()
    assert 'name = "kimchi"\nruleset = "base"\nwith = ["kimchi"]' in text
    assert "expected numbers such as 2,4" in fails("batch", "new", "x.toml", "--players", "two", cwd=tmp_path)


def test_games_that_go_wrong_are_told_at_the_end(tmp_path: Path) -> None:
    plan = small(arms=(broken_arm(tmp_path / "modules"),), blocks=1)
    (tmp_path / "plan.toml").write_text(plan.toml(), encoding="utf-8")
    done = fcm("batch", "run", "plan.toml", "--jobs", "1", "--out", "run", cwd=tmp_path)
    assert done.returncode == 1
    assert "played 2 games now, 2 went wrong" in done.stdout
    assert len(list((tmp_path / "run" / "errors").iterdir())) == 2


def test_the_plan_for_the_finding_over_all_modules_is_what_its_command_makes(tmp_path: Path) -> None:
    kept = (Path(__file__).parent / "every_module_alone.toml").read_text(encoding="utf-8")
    words = ("every_module_alone.toml", "base", "--each-module", "--bots", "steady", "--players", "2,4")
    done = fcm("batch", "new", *words, "--blocks", "1000", "--batch", "4", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "every_module_alone.toml").read_text(encoding="utf-8") == kept

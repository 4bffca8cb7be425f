"""Tables on disk: one file per batch and table, merged when all is played.

A run is a folder: `plan.toml`, `parts/000012.games.parquet` and so on, `errors/*.jsonl` (saves of games that went wrong),
and after merging `games.parquet`, `seats.parquet` ... Files are Parquet where polars is installed (extra `lab`), JSON Lines
otherwise; both are read. Every file is written under another name first and then renamed, so a part is whole or not
there. The table of games comes last: a batch is done when it is there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

import fcm_core as fcm
from fcm_lab.plan import Plan, read_plan
from fcm_lab.tables import TABLES, GameRow, Row, Tables, VersionRow, column_types, new_tables

PLAN_FILE = "plan.toml"
PARQUET, JSON_LINES = "parquet", "jsonl"
SUFFIXES = (PARQUET, JSON_LINES)
ROWS_PER_GROUP = 100_000
NEEDS_POLARS = "Parquet files need polars: pip install 'fcm-engine[lab]'"


def suffix() -> str:
    """The kind of file that is written here."""
    return PARQUET if find_spec("polars") is not None else JSON_LINES


@frozen
class Run:
    """The folder of a run."""

    folder: Path
    plan: Plan

    @classmethod
    def open(cls, folder: str | Path, plan: Plan | None = None) -> Run:
        """A run's folder; with a plan it is made where there is none.

        Raises InputError for a folder that holds another plan's run, or is none.
        """
        folder = Path(folder)
        file = folder / PLAN_FILE
        if plan is None:
            if not file.is_file():
                raise fcm.InputError(f"{folder}: this is no run of games: there is no {PLAN_FILE}")
            return cls(folder, read_plan(file))
        if file.is_file():
            there = read_plan(file)
            if there.hash != plan.hash:
                raise fcm.InputError(
                    f"{folder} holds the run of another plan ({there.hash}, not {plan.hash}); choose another folder"
                )
        else:
            (folder / "parts").mkdir(parents=True, exist_ok=True)
            write_whole(file, plan.toml().encode())
        return cls(folder, plan)

    @property
    def parts(self) -> Path:
        """The folder of the batches' files."""
        return self.folder / "parts"

    @property
    def errors(self) -> Path:
        """The folder of saves of games that went wrong."""
        return self.folder / "errors"

    def done(self) -> set[int]:
        """The batches that are there."""
        end = f".{GameRow.table}."
        return {int(path.name.partition(".")[0]) for path in self.parts.glob(f"*{end}*") if _is_table(path)}

    def clear(self) -> None:
        """Removes what was being written when somebody pulled the plug."""
        for path in self.parts.glob("*.tmp"):
            path.unlink(missing_ok=True)

    def write(self, batch: int, tables: Tables) -> None:
        """A batch's tables as files, the games last."""
        kind = suffix()
        self.parts.mkdir(parents=True, exist_ok=True)
        for table in sorted(TABLES, key=lambda each: each is GameRow):
            if tables[table] or table is GameRow:
                write_table(self.part(batch, table, kind), table, tables[table])

    def part(self, batch: int, table: type[Row], kind: str) -> Path:
        """The file of a batch's table."""
        return self.parts / f"{batch:06d}.{table.table}.{kind}"

    def files(self, table: type[Row], batches: Iterable[int]) -> list[Path]:
        """The files of a table, in the order of the batches."""
        every = (self.part(batch, table, kind) for batch in sorted(batches) for kind in SUFFIXES)
        return [path for path in every if path.is_file()]

    def read(self, *kinds: type[Row]) -> Tables:
        """The rows of these tables (without any: of all) from the batches that are there.

        Raises InputError where they were played with different versions.
        """
        self.check_versions()
        found = new_tables()
        done = self.done()
        for table in kinds or TABLES:
            for path in self.files(table, done):
                found[table].extend(read_table(path, table))
        return found

    def read_batch(self, batch: int, kinds: Iterable[type[Row]] = TABLES) -> Tables:
        """The rows of one batch."""
        found = new_tables()
        for table in dict.fromkeys(kinds):
            found[table].extend(row for path in self.files(table, (batch,)) for row in read_table(path, table))
        return found

    def check_versions(self) -> None:
        """Raises InputError that names what differs, where batches were played with different programs or modules."""
        versions = Versions(str(self.folder))
        for batch in sorted(self.done()):
            versions.see(
                batch, [row for path in self.files(VersionRow, (batch,)) for row in read_table(path, VersionRow)]
            )
        versions.check()

    def merge(self) -> dict[str, int]:
        """Writes every table as one file, in the order of the batches; answers with the number of rows of each.

        Tables that differ from run to run (times) are merged too, but only the others are the same byte for byte.
        """
        self.check_versions()
        done = sorted(self.done())
        found = {}
        for table in TABLES:
            paths = self.files(table, done)
            target = self.folder / f"{table.table}.{suffix()}"
            if table is VersionRow:
                paths = self.files(table, done[:1])
            found[table.table] = merge_files(paths, table, target) if paths else 0
        return found


@define
class Versions:
    """Compares with what batches were played."""

    where: str
    first: dict[tuple[str, str], tuple[VersionRow, int]] = field(factory=dict)
    differ: dict[str, None] = field(factory=dict)

    def see(self, batch: int, rows: Iterable[Row]) -> None:
        """Takes in the versions of a batch."""
        for row in rows:
            assert isinstance(row, VersionRow)
            known, since = self.first.setdefault((row.arm, row.part), (row, batch))
            if known != row:
                of = f"{row.part} of {row.arm}" if row.arm else row.part
                old, new = f"{known.version} ({known.digest})", f"{row.version} ({row.digest})"
                self.differ.setdefault(f"{of}: {old} in batch {since}, {new} in batch {batch}")

    def check(self) -> None:
        """Raises InputError that names what differs."""
        if self.differ:
            raise fcm.InputError(
                f"{self.where}: batches were played with different versions and cannot be merged: "
                + "; ".join(list(self.differ)[:5])
                + "; play them again in another folder"
            )


def _is_table(path: Path) -> bool:
    return path.suffix.lstrip(".") in SUFFIXES


# --- files -----------------------------------------------------------------------------------------------------------


def write_whole(path: Path, data: bytes) -> None:
    """A file that is there as a whole or not at all."""
    temporary = temporary_name(path)
    temporary.write_bytes(data)
    os.replace(temporary, path)


def temporary_name(path: Path) -> Path:
    """Where a file is written before it gets its name."""
    return path.with_name(f"{path.name}.{os.getpid()}.tmp")


def write_table(path: Path, table: type[Row], rows: Sequence[Row]) -> None:
    """Rows as one file, Parquet or JSON Lines by its name."""
    if path.suffix == f".{PARQUET}":
        import polars

        names = list(column_types(table))
        data = {name: [getattr(row, name) for row in rows] for name in names}
        temporary = temporary_name(path)
        polars.DataFrame(data, schema=schema(table)).write_parquet(temporary, row_group_size=ROWS_PER_GROUP)
        os.replace(temporary, path)
    else:
        write_whole(path, "".join(line(row.plain()) for row in rows).encode())


def line(plain: Mapping[str, Any]) -> str:
    """A row as a line of JSON."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False) + "\n"


def schema(table: type[Row]) -> dict[str, Any]:
    """The types of a table's columns for polars."""
    import polars

    kinds: dict[type, Any] = {int: polars.Int64, float: polars.Float64, str: polars.String, bool: polars.Boolean}
    return {name: kinds[kind] for name, kind in column_types(table).items()}


def read_table(path: Path, table: type[Row]) -> Iterator[Row]:
    """The rows of a file. InputError for a file that is no such table."""
    try:
        if path.suffix == f".{PARQUET}":
            for plain in _polars(path).read_parquet(path).iter_rows(named=True):
                yield table(**plain)
        else:
            with path.open(encoding="utf-8") as lines:
                for text in lines:
                    yield table(**json.loads(text))
    except (TypeError, ValueError, UnicodeDecodeError) as error:
        raise fcm.InputError(f"{path}: this is no table of {table.table}: {error}") from error


def _polars(path: Path) -> Any:
    try:
        import polars
    except ImportError as error:
        raise fcm.InputError(f"{path}: {NEEDS_POLARS}") from error
    return polars


def merge_files(paths: Sequence[Path], table: type[Row], target: Path) -> int:
    """Several files of a table as one, without holding all rows at once; answers with the number of rows."""
    temporary = temporary_name(target)
    if target.suffix == f".{PARQUET}" and all(path.suffix == target.suffix for path in paths):
        polars = _polars(target)
        polars.scan_parquet(list(paths)).sink_parquet(temporary, row_group_size=ROWS_PER_GROUP, maintain_order=True)
        count = int(polars.scan_parquet(temporary).select(polars.len()).collect().item())
        os.replace(temporary, target)
        return count
    rows = [row for path in paths for row in read_table(path, table)]
    write_table(target, table, rows)
    return len(rows)

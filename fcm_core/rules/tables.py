"""TOML in, typed values out: every problem is reported with file and key, not only the first.

Whole tables become frozen attrs classes (`structure`). Tables that several parties read key by key, such as a
scenario's, go through a `Reader`. What fits a type and what is said of a value that does not: fcm_core.basics.schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import attrs
import tomli

from fcm_core.basics.errors import Problem, Problems
from fcm_core.basics.names import nearest
from fcm_core.basics.schema import PLAIN, Unfit, join, missing_key, unknown_key

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")


Stamp = tuple[int, ...]  # what tells one state of a file from another


def stamp(path: Path) -> Stamp:
    """When a file was changed last, and how long it is; nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; Problems with file and line when it does not parse or cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomli.loads(text)
        if _MANY_DIGITS(text):
            _check_size(table)
        return table
    except tomli.TOMLDecodeError as error:
        raise Problems([Problem(str(path), "", f"not valid TOML: {error}")]) from error
    except ValueError as error:
        if isinstance(error, UnicodeDecodeError):
            raise Problems([Problem(str(path), "", f"cannot be read: {error}")]) from error
        raise Problems([Problem(str(path), "", "cannot be read: a number in it has too many digits")]) from error
    except OSError as error:
        raise Problems([Problem(str(path), "", f"cannot be read: {error}")]) from error
    except RecursionError as error:
        raise Problems([Problem(str(path), "", "cannot be read: it is nested too deeply")]) from error


_MANY_DIGITS = re.compile(r"[0-9A-Fa-f_]{16}").search  # only such numbers can be too large


def _check_size(value: Any) -> None:
    """ValueError for a number that is larger than TOML promises to keep: 64 bits. Longer ones cannot even be printed."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_size(part)
    elif isinstance(value, int) and value.bit_length() > 63:
        raise ValueError(value.bit_length())


def structure(
    cls: type[T], table: Any, file: str, key: str, problems: list[Problem], derived: Mapping[str, Any] | None = None
) -> T | None:
    """An attrs class out of a TOML table, or None when something in it was wrong; problems are added to the list.

    `derived` holds the fields that are worked out from elsewhere (such as the table's own name); as keys they are unknown.
    """
    value = PLAIN.read(cls, table, problems, file, key)
    return attrs.evolve(value, **derived) if value is not None and derived else value  # type: ignore[misc]


def salvage(
    cls: type[T], table: Any, file: str, key: str, problems: list[Problem], derived: Mapping[str, Any] | None = None
) -> T | None:
    """As `structure`, but with a value where the table is right without its wrong keys, so that more can be checked."""
    before = len(problems)
    value = structure(cls, table, file, key, problems, derived)
    if value is not None or not isinstance(table, dict):
        return value
    at_fault = {_first(problem.key.removeprefix(key).removeprefix(".")) for problem in problems[before:]}
    return structure(cls, {name: part for name, part in table.items() if name not in at_fault}, file, key, [], derived)


def _first(key: str) -> str:
    """The key of a table that a longer key such as `houses[0].at` begins with."""
    return re.split(r"[.\[]", key, maxsplit=1)[0]


# --- tables read key by key ------------------------------------------------------------------------------------------


class Reader:
    """Takes typed values out of one TOML table and remembers every problem."""

    def __init__(self, file: str, key: str, table: Any, problems: list[Problem]) -> None:
        self.file = file
        self.key = key
        self.problems = problems
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self.seen: dict[str, None] = {}
        if not isinstance(table, dict):
            self._wrong("", Unfit(table, "a table"))

    def problem(self, key: str, message: str) -> None:
        """Notes a problem at a key of this table."""
        self.problems.append(Problem(self.file, ".".join(part for part in (self.key, key) if part), message))

    @overload
    def get(self, key: str, kind: TypeForm[T], default: T, *, required: bool = False) -> T: ...

    @overload
    def get(self, key: str, kind: TypeForm[T], *, required: bool = False) -> T | None: ...

    def get(self, key: str, kind: Any, default: Any = None, *, required: bool = False) -> Any:
        """The value of a key, of a type such as `int`, `tuple[str, ...]` or `Square`.

        The default where it is missing or wrong. A key that is missing is a problem only where it is required.
        """
        self.seen[key] = None
        if key not in self.table:
            if required:
                self._wrong(key, missing_key(kind))
            return default
        value = PLAIN.read(kind, self.table[key], self.problems, self.file, join(self.key, key))
        return default if value is None else value

    def choice(self, key: str, valid: Sequence[str], default: str) -> str:
        """A string out of a list."""
        value = self.get(key, str, default)
        if value != default and value not in valid:
            self._wrong(key, Unfit(value, f"one of {', '.join(valid)}", nearest(value, valid)))
            return default
        return value

    def part(self, key: str) -> Reader:
        """The reader of a table in this one; of an empty one where there is none."""
        return Reader(self.file, join(self.key, key), self.get(key, dict[str, Any], {}), self.problems)

    def parts(self, key: str) -> Iterator[Reader]:
        """The readers of a list of tables."""
        for index, table in enumerate(self.get(key, list[dict[str, Any]], [])):
            yield Reader(self.file, join(self.key, f"{key}[{index}]"), table, self.problems)

    def named_parts(self, key: str) -> Iterator[tuple[str, Reader]]:
        """Names and readers of a table of tables."""
        for name, table in self.get(key, dict[str, Any], {}).items():
            yield name, Reader(self.file, join(self.key, f"{key}.{name}"), table, self.problems)

    def finish(self) -> None:
        """Refuses the keys nobody asked for."""
        for key in self.table:
            if key not in self.seen:
                self._wrong(key, unknown_key(key, list(self.seen)))

    def _wrong(self, key: str, error: Unfit) -> None:
        self.problems.append(error.problem(self.file, join(self.key, key)))

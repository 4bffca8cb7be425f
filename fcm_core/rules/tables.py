"""TOML in, typed values out: nothing is coerced, unknown keys are refused, and every problem is reported, not the first.

Whole tables become frozen attrs classes through cattrs (`structure`). Tables that several parties read key by key, such
as a scenario's, go through a `Reader`. Both write Problems with file, key, what was found and the nearest valid name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import attrs
import cattrs
import tomli
from cattrs.errors import AttributeValidationNote, BaseValidationError, ForbiddenExtraKeysError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override

from fcm_core.basics.errors import Problem, Problems
from fcm_core.basics.names import did_you_mean, nearest

T = TypeVar("T")

Amounts = tuple[tuple[str, int], ...]  # in TOML a table: { burger = 3 }

# Metadata of fields that are worked out and are no key of the TOML table.
DERIVED: Mapping[str, Any] = {"derived": True}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; Problems with file and line when it does not parse or cannot be read."""
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except tomli.TOMLDecodeError as error:
        raise Problems([Problem(str(path), "", f"not valid TOML: {error}")]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Problems([Problem(str(path), "", f"cannot be read: {error}")]) from error
    except RecursionError as error:
        raise Problems([Problem(str(path), "", "cannot be read: it is nested too deeply")]) from error


class Unfit(ValueError):
    """A value of the wrong kind: what was found and what was expected."""

    def __init__(self, found: Any, expected: str, near: str | None = None) -> None:
        self.found = found
        self.expected = expected
        self.near = near
        super().__init__(
            f"expected {expected}, found {_shown(found)}" + (f"; did you mean {near}?" if near is not None else "")
        )


def _shown(value: Any) -> str:
    """A value as TOML writes it, near enough."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def structure(
    cls: type[T], table: Any, file: str, key: str, problems: list[Problem], derived: Mapping[str, Any] | None = None
) -> T | None:
    """An attrs class out of a TOML table, or None when something in it was wrong; problems are added to the list.

    `derived` holds the fields that are worked out from elsewhere (such as the table's own name); as keys they are unknown.
    """
    try:
        found: T = _converter.structure(table, cls)
    except (BaseValidationError, ValueError) as error:
        _explain(error, file, key, problems)
        return None
    return attrs.evolve(found, **derived) if derived else found  # type: ignore[misc]


def salvage(
    cls: type[T], table: Any, file: str, key: str, problems: list[Problem], derived: Mapping[str, Any] | None = None
) -> T | None:
    """As `structure`, but with a value where the table is right without its wrong keys, so that more can be checked."""
    before = len(problems)
    found = structure(cls, table, file, key, problems, derived)
    if found is not None or not isinstance(table, dict):
        return found
    at_fault = {_first(problem.key.removeprefix(key).removeprefix(".")) for problem in problems[before:]}
    return structure(
        cls, {name: value for name, value in table.items() if name not in at_fault}, file, key, [], derived
    )


def _first(key: str) -> str:
    """The key of a table that a longer key such as `houses[0].at` begins with."""
    return re.split(r"[.\[]", key, maxsplit=1)[0]


def toml_keys(cls: type) -> list[str]:
    """The keys that a table of this class may have."""
    return [field.name for field in attrs.fields(cls) if not field.metadata.get("derived")]


def _join(key: str, part: str) -> str:
    return f"{key}.{part}" if key and part and not part.startswith("[") else key + part


def _unfit(file: str, key: str, error: Unfit) -> Problem:
    return Problem(file, key, str(error), error.found, error.expected, error.near)


def _unknown(file: str, key: str, name: str, valid: Sequence[str]) -> Problem:
    return Problem(
        file,
        _join(key, name),
        f"unknown key{did_you_mean(name, valid)}",
        name,
        f"one of {', '.join(valid)}",
        nearest(name, valid),
    )


def _explain(error: BaseException, file: str, key: str, problems: list[Problem]) -> None:
    """Every problem in a tree of cattrs' errors."""
    if isinstance(error, BaseValidationError):
        for each in error.exceptions:
            note = _note(each)
            if isinstance(each, KeyError) and isinstance(note, AttributeValidationNote):
                expected = _words(note.type)
                problems.append(Problem(file, _join(key, note.name), f"missing; expected {expected}", None, expected))
            else:
                _explain(each, file, _join(key, _place(note)), problems)
    elif isinstance(error, ForbiddenExtraKeysError):
        valid = toml_keys(error.cl)
        problems.extend(_unknown(file, key, name, valid) for name in sorted(error.extra_fields))
    elif isinstance(error, Unfit):
        problems.append(_unfit(file, key, error))
    else:
        problems.append(Problem(file, key, str(error)))


def _note(error: BaseException) -> AttributeValidationNote | IterableValidationNote | None:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote | IterableValidationNote):
            return note
    return None


def _place(note: AttributeValidationNote | IterableValidationNote | None) -> str:
    if note is None:
        return ""
    if isinstance(note, AttributeValidationNote):
        return note.name
    return f"[{note.index}]" if isinstance(note.index, int) else str(note.index)


def _words(kind: Any) -> str:
    """What a value of this type is called in a message."""
    plain = {str: "a string", int: "a whole number", bool: "true or false"}
    if kind in plain:
        return plain[kind]
    origin = get_origin(kind)
    if origin is Literal:
        return f"one of {', '.join(each for each in get_args(kind) if each)}"
    return "a list" if origin is tuple else "a table" if origin is not None else "a value"


# --- cattrs, made strict ---------------------------------------------------------------------------------------------


def _make_converter() -> cattrs.Converter:
    # Out of the box cattrs turns 3 into "3", takes a string for a list and ignores unknown keys.
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)

    def exactly(kind: type) -> Callable[[Any, Any], Any]:
        def take(value: Any, _: Any) -> Any:
            if type(value) is not kind:  # True is an int to isinstance
                raise Unfit(value, _words(kind))
            return value

        return take

    for kind in (str, int, bool):
        converter.register_structure_hook(kind, exactly(kind))

    def table_first(cls: Any) -> Callable[[Any, Any], Any]:
        worked_out: dict[str, Any] = {
            field.name: override(omit=True) for field in attrs.fields(cls) if field.metadata.get("derived")
        }
        build = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True, **worked_out)

        def take(value: Any, kind: Any) -> Any:
            if not isinstance(value, dict):
                raise Unfit(value, "a table")
            return build(value, kind)

        return take

    def from_list(kind: Any) -> Callable[[Any, Any], Any]:
        parts = get_args(kind)
        inner = converter.get_structure_hook(list[parts[0]])  # type: ignore[valid-type]
        length = None if parts[-1] is Ellipsis else len(parts)

        def take(value: Any, _: Any) -> Any:
            if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
                raise Unfit(value, "a list" if length is None else f"a list of {length}")
            return tuple(inner(list(value), list))

        return take

    def from_table(kind: Any) -> Callable[[Any, Any], Any]:
        key, value_kind = get_args(kind)
        inner = converter.get_structure_hook(dict[str, value_kind])  # type: ignore[valid-type]

        def take(value: Any, _: Any) -> Any:
            if not isinstance(value, dict):
                raise Unfit(value, "a table")
            found = inner(value, dict)
            if key is not int:
                return found
            for name in found:
                if not name.isdecimal():
                    raise Unfit(name, "whole numbers for keys")
            return {int(name): each for name, each in found.items()}

        return take

    def one_of(kind: Any) -> Callable[[Any, Any], Any]:
        valid = get_args(kind)

        def take(value: Any, _: Any) -> Any:
            if type(value) is not str or value not in valid:
                raise Unfit(value, _words(kind), nearest(value, valid) if isinstance(value, str) else None)
            return value

        return take

    def amounts(value: Any, _: Any) -> Any:
        table = Mapping[str, int]
        return tuple(converter.structure(value, table).items())  # type: ignore[type-abstract]

    def flag_or_name(value: Any, _: Any) -> Any:
        if type(value) not in (bool, str):
            raise Unfit(value, "true, false or the name of a group")
        return value

    converter.register_structure_hook_factory(attrs.has, table_first)

    def made_of(origin: Any) -> Callable[[Any], bool]:
        def is_one(kind: Any) -> bool:
            found: Any = get_origin(kind)
            return found is origin

        return is_one

    converter.register_structure_hook_factory(made_of(tuple), from_list)
    converter.register_structure_hook_factory(made_of(Mapping), from_table)
    converter.register_structure_hook_factory(made_of(Literal), one_of)
    converter.register_structure_hook_func(lambda kind: kind == Amounts, amounts)
    converter.register_structure_hook_func(lambda kind: kind == bool | str, flag_or_name)
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: value)
    return converter


_converter = _make_converter()


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
            problems.append(_unfit(file, key, Unfit(table, "a table")))

    def problem(self, key: str, message: str) -> None:
        """Notes a problem at a key of this table."""
        self.problems.append(Problem(self.file, ".".join(part for part in (self.key, key) if part), message))

    def get(self, key: str, kind: str, default: Any = None, *, required: bool = False) -> Any:
        """The value of a key, checked against a kind: str, int, bool, strings, ints, square, amounts, table, tables."""
        self.seen[key] = None
        check, expected = KINDS[kind]
        if key not in self.table:
            if required:
                self.problems.append(
                    Problem(self.file, _join(self.key, key), f"missing; expected {expected}", None, expected)
                )
            return default
        value = self.table[key]
        if not check(value):
            self.problems.append(_unfit(self.file, _join(self.key, key), Unfit(value, expected)))
            return default
        if kind in ("strings", "ints", "square"):
            return tuple(value)
        return value

    def choice(self, key: str, valid: Sequence[str], default: str) -> str:
        """A string out of a list."""
        value: str = self.get(key, "str", default)
        if value != default and value not in valid:
            unfit = Unfit(value, f"one of {', '.join(valid)}", nearest(value, valid))
            self.problems.append(_unfit(self.file, _join(self.key, key), unfit))
            return default
        return value

    def finish(self) -> None:
        """Refuses the keys nobody asked for."""
        for key in self.table:
            if key not in self.seen:
                self.problems.append(_unknown(self.file, self.key, key, list(self.seen)))


def _is_int(value: Any) -> bool:
    return type(value) is int


def _ints(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_int, value))


KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a string"),
    "int": (_is_int, "a whole number"),
    "bool": (lambda value: isinstance(value, bool), "true or false"),
    "strings": (
        lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
        "a list of strings",
    ),
    "ints": (_ints, "a list of whole numbers"),
    "square": (lambda value: _ints(value) and len(value) == 2, "[row, column]"),
    "amounts": (
        lambda value: isinstance(value, dict) and all(map(_is_int, value.values())),
        "a table of whole numbers",
    ),
    "table": (lambda value: isinstance(value, dict), "a table"),
    "tables": (
        lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
        "a list of tables",
    ),
    "any": (lambda value: True, "a value"),
}

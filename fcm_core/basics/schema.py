"""Typed values out of plain data and back: the one place that knows how a type is written in TOML and JSON.

Plain data is what both formats hold: tables, lists, strings, numbers, true and false. Everything goes by the types of
attrs fields. Nothing is coerced, unknown keys are refused, and every problem is reported with its key, what was found,
what was expected and the nearest valid name. cattrs does the work; where its own rules differ, ours stand below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import attrs
import cattrs
from cattrs.errors import AttributeValidationNote, BaseValidationError, ClassValidationError, IterableValidationNote
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from fcm_core.basics.errors import Problem
from fcm_core.basics.kinds import (
    Kind,
    alternatives,
    bare,
    is_choice,
    is_list,
    is_row,
    is_set,
    is_table,
    list_of,
    origin,
    row_of,
    term_of,
    without_none,
    words,
)
from fcm_core.basics.names import nearest
from fcm_core.basics.vocabulary import Amount, Amounts, HouseId, Mask, Term

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")
Read = Callable[[Any, Kind], Any]  # plain data and the type -> the value; raises Unfit or cattrs's groups of errors
Write = Callable[[Any], Any]

# Marks of fields: field(metadata=...).
DERIVED: Mapping[str, Any] = {"derived": True}  # worked out; no key of the table
SPARSE: Mapping[str, Any] = {"sparse": True}  # written only where it is not the default
KEY: Mapping[str, Any] = {"key": True}  # where such values stand in a table: the key of each
ALONE: Mapping[str, Any] = {"alone": True}  # a list that is written as its element where it holds only one


def also(*keys: str) -> Mapping[str, Any]:
    """The mark of a field with older keys: they can be read for ever, and are never written."""
    return {"also": keys}


def key_of(name: str) -> str:
    """The key of a field: its name, without the _ that keeps it apart from a word of Python."""
    return name.rstrip("_")


def fields_of(cls: type) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a class with their types as types, not as text."""
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(attrs.resolve_types(cls))
    return fields


def key_in(table: Mapping[str, Any], field: attrs.Attribute[Any]) -> str:
    """The key under which a table has a field: its own, or an older one."""
    return next((old for old in field.metadata.get("also", ()) if old in table), key_of(field.name))


def keys_of(cls: type) -> list[str]:
    """The keys that a table of this class may have."""
    return [key_of(each.name) for each in attrs.fields(cls) if not each.metadata.keys() & {"derived", "key"}]


SHOWN = 200  # characters of a value in a message

# --- what is wrong ---------------------------------------------------------------------------------------------------


class Unfit(ValueError):
    """A value that does not fit: what was found and what was expected."""

    def __init__(self, found: Any, expected: str, near: str | None = None, text: str = "") -> None:
        hint = f"; did you mean {near}?" if near is not None else ""
        super().__init__((text or f"expected {expected}, found {shown(found)}") + hint)
        self.found = found
        self.expected = expected
        self.near = near

    def problem(self, file: str, key: str) -> Problem:
        """The same with its place in a file."""
        return Problem(file, key, str(self), self.found, self.expected, self.near)


class OutOfBounds(Unfit):
    """A number of the right type that is too small or too large."""


WRONG = (BaseValidationError, Unfit)


def shown(value: Any) -> str:
    """A value as TOML and JSON write it, near enough."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def join(key: str, part: str | int) -> str:
    """A key and what is below it, as messages name them: `players.p1`, `houses[0]`."""
    if isinstance(part, int):
        return f"{key}[{part}]"
    part = part if len(part) <= SHOWN else f"{part[:SHOWN]}..."
    return f"{key}.{part}" if key and part else key + part


def unknown_key(key: str, valid: Sequence[str], older: Mapping[str, str] = MappingProxyType({})) -> Unfit:
    """What is wrong with a key that the table does not have; `older` holds older names of its keys."""
    near = nearest(key, (*valid, *older))
    expected = f"one of {', '.join(valid)}" if valid else "no keys"
    return Unfit(key, expected, older.get(near, near) if near else None, "unknown key")


def missing_key(kind: Kind) -> Unfit:
    """What is wrong where the key of a value of this type is not there."""
    return Unfit(None, words(kind), None, f"missing; expected {words(kind)}")


def _at(error: Exception, part: str | int) -> Exception:
    """The error with the key or index at which it arose."""
    error.add_note(IterableValidationNote("", part, None))
    return error


def _named(error: Exception, older: Mapping[str, str]) -> Exception:
    """The error of a class's field with the key that was written."""
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            key = key_of(note.name)
            if isinstance(error, KeyError):  # cattrs's own word for a key that must be there
                error = missing_key(note.type)
            return _at(error, older.get(key, key))
    return error


def _problems(error: BaseException, file: str, key: str) -> Iterator[Problem]:
    """Every problem in a tree of errors."""
    for note in reversed(getattr(error, "__notes__", ())):  # the outermost part was noted last
        if isinstance(note, IterableValidationNote):
            key = join(key, note.index)
    if isinstance(error, BaseValidationError):
        for each in error.exceptions:
            yield from _problems(each, file, key)
    elif isinstance(error, Unfit):
        yield error.problem(file, key)
    else:
        yield Problem(file, key, str(error))


def _only_bounds(error: Exception) -> bool:
    """Whether all is right but the size of numbers."""
    if isinstance(error, BaseValidationError):
        return all(map(_only_bounds, error.exceptions))
    return isinstance(error, OutOfBounds)


def all_of(parts: Iterable[tuple[Any, Any]], read: Callable[[Any, Any], Any]) -> list[Any]:
    """What `read` makes of every part, given its key or index and its plain data; raises all that is wrong at once."""
    values = []
    wrong: list[Exception] = []
    for part, plain in parts:
        try:
            values.append(read(part, plain))
        except WRONG as error:
            wrong.append(_at(error, part if type(part) is int else str(part)))
    if wrong:
        raise ClassValidationError("", wrong, object)
    return values


# --- the layer -------------------------------------------------------------------------------------------------------


class Schema:
    """How the values of every type are read and written.

    What people write leaves out what is not set: a key whose field has a default may be missing, and None is not
    written. With `whole` every key must be there, and None is null. With `lone` a string may stand for a list of one.
    Classes among `rows` are written as lists of their fields.
    """

    def __init__(self, *, whole: bool = False, lone: bool = False, rows: Iterable[type] = ()) -> None:
        self.whole = whole
        self.lone = lone
        self.rows = frozenset(rows)
        self._converter = cattrs.Converter()
        for kind in (str, int, float, bool):
            self._converter.register_structure_hook(kind, _exactly(kind, words(kind)))
        kinds: tuple[tuple[Callable[[Kind], bool], Callable[[Kind], Read], Callable[[Kind], Write]], ...] = (
            (attrs.has, self._read_class, self._write_class),
            (is_list, self._read_list, self._write_list),
            (is_set, self._read_list, self._write_set),
            (is_table, self._read_table, self._write_table),
            (is_choice, _one_of, lambda _: identity),
            (lambda kind: len(alternatives(kind)) > 1, self._read_union, self._write_union),
            (lambda kind: term_of(kind) is not None, self._read_term, lambda kind: self._write(bare(kind))),
        )
        for fits, read, write in kinds:
            self._converter.register_structure_hook_factory(fits, read)
            self._converter.register_unstructure_hook_factory(fits, write)
        self.add(Any, identity, identity)
        self.add(Mask, _mask, lambda mask: f"{mask:x}")
        self.add(Amounts, self._amounts, dict)
        self.add(HouseId, _house, identity)

    def add(self, kind: Kind, read: Callable[[Any], Any], write: Write) -> None:
        """Says how values of a type are read (raising what `take` raises) and written."""
        self._converter.register_structure_hook_func(lambda each: each == kind, lambda plain, _: read(plain))
        self._converter.register_unstructure_hook_func(lambda each: each == kind, write)

    def _amounts(self, plain: Any) -> tuple[tuple[str, int], ...]:
        if not isinstance(plain, Mapping):
            raise Unfit(plain, words(Amounts))
        return tuple(self.take(dict[str, Amount], plain).items())

    def read(self, kind: TypeForm[T], plain: Any, problems: list[Problem], file: str = "", key: str = "") -> T | None:
        """A value of a type out of plain data, or None when something in it was wrong; the problems join the list."""
        try:
            value: T = self.take(kind, plain)
        except WRONG as error:
            problems.extend(_problems(error, file, key))
            return None
        return value

    def take(self, kind: Kind, plain: Any) -> Any:
        """A value of a type out of plain data. Raises Unfit, or cattrs's group of such errors."""
        return self._converter.structure(plain, kind)

    def write(self, value: Any, kind: Kind = None) -> Any:
        """A value of a type as plain data."""
        return self._converter.unstructure(value, type(value) if kind is None else kind)

    def _read(self, kind: Kind) -> Read:
        return self._converter.get_structure_hook(kind)

    def _write(self, kind: Kind) -> Write:
        """How values of a type are written; `identity` where they are plain data as they are."""
        return identity if kind is HouseId or _simple(kind) else self._converter.get_unstructure_hook(kind)

    # --- marked types and unions

    def _read_term(self, kind: Kind) -> Read:
        inner = bare(kind)
        if inner is int and kind is not Mask:
            return _between(term_of(kind))
        if _simple(kind):
            return _exactly(inner, words(kind))
        read_inner = self._read(inner)

        def read(plain: Any, _: Kind) -> Any:
            try:
                return read_inner(plain, inner)
            except WRONG as error:
                if _only_bounds(error):
                    raise
                raise Unfit(plain, words(kind)) from error

        return read

    def _read_union(self, kind: Kind) -> Read:
        inner = without_none(kind)
        if NoneType in alternatives(kind):
            read_inner = self._read(inner)
            if not self.whole:
                return lambda plain, _: read_inner(plain, inner)
            return lambda plain, _: None if plain is None else read_inner(plain, inner)
        kinds = tuple(map(bare, alternatives(kind)))

        def read(plain: Any, _: Kind) -> Any:
            if type(plain) not in kinds:
                raise Unfit(plain, words(kind))
            return plain

        return read

    def _write_union(self, kind: Kind) -> Write:
        inner = without_none(kind)
        write = identity if len(alternatives(inner)) > 1 else self._write(inner)
        return identity if write is identity else lambda value: None if value is None else write(value)

    # --- lists and tables

    def _read_list(self, kind: Kind) -> Read:
        parts = get_args(kind) or (Any, ...)
        make = origin(kind) or kind
        make = tuple if make is Sequence else frozenset if make is AbstractSet else make
        length = len(parts) if is_row(kind) else None
        readers = [self._read(part) for part in parts if part is not Ellipsis]
        reader, part = readers[0], parts[0]
        lone = self.lone and length is None and bare(part) is str
        simple = tuple(map(_simple, parts[:length]))
        only = {simple[0]}

        def read_one(_: Any, plain: Any) -> Any:
            return reader(plain, part)

        def read_row(index: Any, plain: Any) -> Any:
            return readers[index](plain, parts[index])

        def read(plain: Any, _: Kind) -> Any:
            if lone and isinstance(plain, str):
                plain = (plain,)
            if not isinstance(plain, list | tuple) or (length is not None and len(plain) != length):
                raise Unfit(plain, words(kind))
            if tuple(map(type, plain)) == simple if length else {*map(type, plain)} <= only:
                return make(plain)  # nothing is wrong, as nearly always
            return make(all_of(enumerate(plain), read_row if length else read_one))

        return read

    def _write_list(self, kind: Kind) -> Write:
        writers = [self._write(part) for part in get_args(kind) or (Any,) if part is not Ellipsis]
        if all(write is identity for write in writers):
            return list
        if is_row(kind):
            return lambda value: [write(each) for write, each in zip(writers, value, strict=True)]
        write = writers[0]
        return lambda value: [write(each) for each in value]

    def _write_set(self, kind: Kind) -> Write:
        write = self._write_list(kind)
        return lambda value: write(sorted(value))

    def _read_table(self, kind: Kind) -> Read:
        key_kind, part = get_args(kind) or (Any, Any)
        if bare(key_kind) not in (str, int):  # such keys are no strings: a list of pairs
            pairs = self._read(list_of(row_of(key_kind, part)))
            return lambda plain, _: dict(pairs(plain, None))
        read_key = _number if bare(key_kind) is int else _name
        reader, keyed = self._read(part), _keyed(part)
        named, only = read_key is _name, {_simple(part)}

        def read_entry(name: Any, plain: Any) -> tuple[Any, Any]:
            key = read_key(name)
            if keyed and isinstance(plain, Mapping):
                if keyed in plain:
                    raise _at(unknown_key(keyed, keys_of(part)), keyed)
                plain = {**plain, keyed: key}
            return key, reader(plain, part)

        def read(plain: Any, _: Kind) -> Any:
            if not isinstance(plain, Mapping):
                raise Unfit(plain, words(kind))
            if named and {*map(type, plain.values())} <= only and {*map(type, plain)} <= {str}:
                return dict(plain)
            return dict(all_of(plain.items(), read_entry))

        return read

    def _write_table(self, kind: Kind) -> Write:
        key_kind, part = get_args(kind) or (Any, Any)
        if bare(key_kind) not in (str, int):
            pairs = self._write(list_of(row_of(key_kind, part)))
            return lambda value: pairs(value.items())
        write, keyed = self._write(part), _keyed(part)
        if keyed:
            return lambda value: {str(key): _without(write(each), keyed) for key, each in value.items()}
        if bare(key_kind) is int:
            return lambda value: {str(key): write(each) for key, each in value.items()}
        return dict if write is identity else lambda value: {key: write(each) for key, each in value.items()}

    # --- classes

    def _read_class(self, cls: Kind) -> Read:
        fields = fields_of(cls)
        if cls in self.rows:
            read_row = self._read(row_of(*(each.type for each in fields)))
            return lambda plain, _: cls(*read_row(plain, None))
        overrides: dict[str, Any] = {
            each.name: override(omit=each.metadata.get("derived", False), rename=key_of(each.name)) for each in fields
        }
        build = make_dict_structure_fn(cls, self._converter, _cattrs_forbid_extra_keys=False, **overrides)
        known = {key_of(each.name): each for each in fields if not each.metadata.get("derived")}
        older = {old: key for key, each in known.items() for old in each.metadata.get("also", ())}
        # Of fields without a default cattrs says itself that their keys are missing.
        needed = {
            key: each.type
            for key, each in known.items()
            if self.whole and each.default is not attrs.NOTHING and not each.metadata.get("sparse")
        }

        def read(plain: Any, _: Kind) -> Any:
            if not isinstance(plain, Mapping):
                raise Unfit(plain, "a table")
            wrong: list[Exception] = []
            written: dict[str, str] = {}  # key -> the older one that stands for it
            for old, key in older.items():
                if old in plain:
                    if key in plain:
                        text = f"{old} is an older name of {key}, which is there too; write {key} alone"
                        wrong.append(_at(Unfit(old, key, None, text), old))
                    written[key] = old
                    plain = {key if each == old else each: value for each, value in plain.items()}
            try:
                value = build(plain, cls)
            except BaseValidationError as error:
                wrong.extend(_named(each, written) for each in error.exceptions)
            if not needed.keys() <= plain.keys():
                wrong.extend(_at(missing_key(needed[key]), key) for key in needed if key not in plain)
            if not plain.keys() <= known.keys():
                wrong.extend(
                    _at(unknown_key(str(key), keys_of(cls), older), str(key)) for key in plain if key not in known
                )
            if wrong:
                raise ClassValidationError("", wrong, cls)
            return value

        return read

    def _write_class(self, cls: Kind) -> Write:
        fields = fields_of(cls)
        if cls in self.rows:
            writers = [(each.name, self._write(each.type)) for each in fields]
            return lambda value: [write(getattr(value, name)) for name, write in writers]
        overrides: dict[str, Any] = {}
        for each in fields:
            write = self._write(each.type)
            overrides[each.name] = override(
                omit=each.metadata.get("derived", False),
                rename=key_of(each.name),
                omit_if_default=each.metadata.get("sparse", not self.whole and each.default is None),
                unstruct_hook=_alone(write) if each.metadata.get("alone") else write,
            )
        return make_dict_unstructure_fn(cls, self._converter, **overrides)


def _exactly(kind: type, expected: str) -> Read:
    def read(plain: Any, _: Kind) -> Any:
        if type(plain) is not kind:  # True is an int to isinstance
            raise Unfit(plain, expected)
        return plain

    return read


def _between(term: Term | None) -> Read:
    """A whole number within the bounds of its mark."""
    assert term is not None
    expected, least, most = term.words, term.least, term.most

    def read(plain: Any, _: Kind) -> Any:
        if type(plain) is not int:
            raise Unfit(plain, words(int) if least is not None else expected)
        if (least is not None and plain < least) or (most is not None and plain > most):
            raise OutOfBounds(plain, expected)
        return plain

    return read


def _one_of(kind: Kind) -> Read:
    valid = get_args(kind)

    def read(plain: Any, _: Kind) -> Any:
        if type(plain) is not str or plain not in valid:
            raise Unfit(plain, words(kind), nearest(plain, valid) if isinstance(plain, str) else None)
        return plain

    return read


def _mask(plain: Any) -> int:
    if type(plain) is not str or not _HEX(plain):
        raise Unfit(plain, words(Mask))
    return int(plain, 16)


def _house(plain: Any) -> str:
    """A house by its label, or by its number without quotes."""
    if type(plain) not in (str, int, float):
        raise Unfit(plain, words(HouseId))
    return str(plain)


def _name(plain: Any) -> str:
    if type(plain) is not str:
        raise Unfit(plain, "a string for a key")
    return plain


def _number(plain: Any) -> int:
    if not re.fullmatch("-?[0-9]{1,18}", str(plain)):
        raise Unfit(plain, "whole numbers for keys")
    return int(plain)


def _simple(kind: Kind) -> Kind:
    """The type that a value has in plain data already; None if it has to be made."""
    term = term_of(kind)
    bounded = term is not None and not term.least is term.most is None
    return bare(kind) if bare(kind) in (str, int, float, bool) and kind not in (Mask, HouseId) and not bounded else None


def _keyed(kind: Kind) -> str | None:
    """The key of the field of a class that holds the key of its table."""
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return next((key_of(each.name) for each in fields if each.metadata.get("key")), None)


def _without(table: dict[str, Any], key: str) -> dict[str, Any]:
    del table[key]
    return table


def _alone(write: Write) -> Write:
    def written(value: Any) -> Any:
        plain = write(value)
        return plain[0] if len(plain) == 1 else plain

    return written


_HEX = re.compile("[0-9a-f]+").fullmatch

PLAIN = Schema()
"""What people and tools write: TOML tables and the headers of saves."""

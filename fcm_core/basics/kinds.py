"""Types as values: what one is made of, and what it is called in a message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs

from fcm_core.basics.vocabulary import HouseId, Term

Kind = Any  # a type as an annotation gives it: a class, an id, a union, tuple[str, ...], a marked type

_SINGLE: Mapping[Kind, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    HouseId: "a house's number or label",
}


def words(kind: Kind) -> str:
    """What a value of this type is called in a message."""
    term = term_of(kind)
    if term is not None:
        return term.words
    kind = kind if kind in _SINGLE else bare(without_none(kind))
    if kind in _SINGLE:
        return _SINGLE[kind]
    parts = get_args(kind)
    if is_choice(kind):
        return f"one of {', '.join(each for each in parts if each)}"
    if len(alternatives(kind)) > 1:
        return " or ".join(map(words, parts))
    if is_row(kind):
        return f"a list of {len(parts)}"
    if is_list(kind) or is_set(kind):
        return "a list" if not parts or parts[0] is Any else f"a list of {_several(parts[0])}"
    if is_table(kind):
        return "a table" if not parts or parts[1] is Any else f"a table of {_several(parts[1])}"
    return "a table" if attrs.has(kind) else "a value"


def _several(kind: Kind) -> str:
    head, of, rest = words(kind).partition(" of ")
    one = re.fullmatch("a ([a-z ]+?)( from [0-9]+ to [0-9]+)?", head)
    return f"{one[1]}s{one[2] or ''}{of}{rest}" if one and " or " not in head else f"{head}{of}{rest}"


def bare(kind: Kind) -> Kind:
    """The type that an id or a marked type is made of."""
    while True:
        if origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif hasattr(kind, "__supertype__"):
            kind = kind.__supertype__
        else:
            return kind


def origin(kind: Kind) -> Any:
    """What a type with parameters is one of; None for others."""
    found: Any = get_origin(kind)
    return found


def term_of(kind: Kind) -> Term | None:
    """The mark of a type of the vocabulary that carries one."""
    marks = get_args(kind)[1:] if origin(kind) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Term)), None)


def alternatives(kind: Kind) -> tuple[Kind, ...]:
    """The types of a union; of any other type itself."""
    return get_args(kind) if origin(kind) in (Union, UnionType) else (kind,)


def without_none(kind: Kind) -> Kind:
    """The type of an optional value where it is there."""
    parts = tuple(part for part in alternatives(kind) if part is not NoneType)
    return Union[parts] if parts else kind  # noqa: UP007 (as many as there are)


def is_choice(kind: Kind) -> bool:
    """One of some strings."""
    return origin(kind) is Literal


def is_row(kind: Kind) -> bool:
    """A list with a type for each place."""
    return origin(kind) is tuple and Ellipsis not in get_args(kind)


def is_list(kind: Kind) -> bool:
    """A list, whatever it becomes in Python."""
    return (origin(kind) or kind) in (tuple, list, Sequence)


def is_set(kind: Kind) -> bool:
    """A list without an order of its own."""
    return (origin(kind) or kind) in (set, frozenset, AbstractSet)


def is_table(kind: Kind) -> bool:
    """A table whose keys are not known before."""
    return (origin(kind) or kind) in (dict, Mapping)


def leaves(kind: Kind, value: Any) -> Iterator[tuple[Kind, Any]]:
    """The single values in a value of this type, each with its own type: ids, numbers, squares."""
    kind = without_none(kind)
    inner = bare(kind)
    if value is None:
        return
    if is_list(inner) and (term_of(kind) is None or not is_row(inner)):
        parts = get_args(inner)
        for each, part in zip(value, parts if is_row(inner) else parts[:1] * len(value), strict=True):
            yield from leaves(part, each)
    else:
        yield kind, value


def row_of(*parts: Kind) -> Kind:
    """The type of a list with these types in its places."""
    make: Any = tuple
    return make[parts]


def list_of(part: Kind) -> Kind:
    """The type of a list of values of one type."""
    make: Any = tuple
    return make[part, ...]

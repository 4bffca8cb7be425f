"""Actions as plain data and back: what saves, scenario files, bots and people write. Nothing is coerced."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import attrs

from fcm_core.errors import InputError
from fcm_core.names import did_you_mean

if TYPE_CHECKING:
    from fcm_core.rules import Rules


@lru_cache(maxsize=256)
def _fields(cls: Any) -> dict[str, tuple[str, Any, bool]]:
    """Public field name -> attribute, type, whether it may be left out."""
    hints = get_type_hints(cls)
    found = {}
    for each in attrs.fields(cls):
        kind = hints[each.name]
        optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
        if optional:
            kind = next(part for part in get_args(kind) if part is not NoneType)
        found[each.name.rstrip("_")] = (each.name, kind, optional or each.default is not attrs.NOTHING)
    return found


def _describe(kind: Any) -> str:
    if kind is str:
        return "a string"
    if kind is int:
        return "a whole number"
    if kind is bool:
        return "true or false"
    parts = get_args(kind)
    if parts == (int, int):
        return "[row, column]"
    if parts and get_args(parts[0]) == (str, int):
        return "a table of whole numbers"
    return f"a list of {_describe(parts[0]).removeprefix('a ')}s" if parts else str(kind)


def _structure(value: Any, kind: Any) -> Any:
    """The value in the type of the field; ValueError if it does not fit."""
    if kind is bool or kind is int:
        if type(value) is not kind:
            raise ValueError
        return value
    if kind is str:
        if not isinstance(value, str):
            raise ValueError
        return value
    parts = get_args(kind)
    if parts == (int, int):
        if not isinstance(value, list | tuple) or len(value) != 2 or any(type(each) is not int for each in value):
            raise ValueError
        return (value[0], value[1])
    if get_args(parts[0]) == (str, int):
        if not isinstance(value, Mapping) or any(type(each) is not int for each in value.values()):
            raise ValueError
        return tuple(value.items())
    if not isinstance(value, list | tuple):
        raise ValueError
    return tuple(_structure(each, parts[0]) for each in value)


def action_from_plain(rules: Rules, plain: Mapping[str, Any]) -> Any:
    """The action of a mapping with `action` and its fields (`player` is left aside). Raises InputError."""
    name = plain.get("action")
    if name not in rules.actions:
        raise InputError(f"no action {name!r}{did_you_mean(str(name), rules.actions)}")
    cls = rules.actions[name].cls
    known: dict[str, tuple[str, Any, bool]] = _fields(cls)  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, value in plain.items():
        if key in ("action", "player"):
            continue
        if key not in known:
            have = f"; fields: {', '.join(known)}" if known else "; it has no fields"
            raise InputError(f"{name}: unknown field {key}{did_you_mean(key, known)}{have}")
        attribute, kind, _ = known[key]
        # A card alone stands for a list of one, and a house's number for its name.
        if kind == tuple[str, ...] and isinstance(value, str):
            value = [value]
        elif key == "house" and type(value) is int:
            value = str(value)
        try:
            values[attribute] = _structure(value, kind)
        except ValueError:
            raise InputError(f"{name}: {key}: expected {_describe(kind)}, found {value!r}") from None
    for key, (attribute, kind, optional) in known.items():
        if attribute not in values and not optional:
            raise InputError(f"{name}: {key} is missing; expected {_describe(kind)}")
    return cls(**values)


def action_to_plain(rules: Rules, player: str, action: Any) -> dict[str, Any]:
    """The mapping that a save or a scenario file writes."""
    plain: dict[str, Any] = {"player": player, "action": rules.action_name(action)}
    for key, (attribute, kind, _) in _fields(type(action)).items():
        value = getattr(action, attribute)
        if value is None:
            continue
        parts = get_args(kind)
        if parts and get_args(parts[0]) == (str, int):
            value = dict(value)
        elif isinstance(value, tuple):
            value = [list(each) if isinstance(each, tuple) else each for each in value]
        plain[key] = value
    return plain

"""What can be said of a module's parts before a game is played: their classes, their fields, and what they remember."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, get_origin

import attrs

from fcm_core.basics.kinds import without_none
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import fields_of
from fcm_core.game.laws import HOOKS

Found = tuple[str, str]  # a part, and what is wrong with it


def unsound(contributed: Iterable[tuple[str, str, Any]], module: str, package: str) -> Iterator[Found]:
    """What is wrong with the actions, decisions, partitions and events that a module brings.

    `contributed` are parts as modules made them: module, hook, part.
    """
    contributed = list(contributed)
    yield from _actions([(owner, part) for owner, hook, part in contributed if hook == "contribute_actions"], module)
    for owner, hook, part in contributed:
        if owner == module and hook == "contribute_decisions" and not part.actions:
            yield f"decision {part.name}", "no action answers it"
        if owner == module and hook == "contribute_partitions":
            yield from (("partition", text) for text in _partition(module, part))
    for cls in events_of(package):
        try:
            fields_of(cls)
        except Exception as error:
            yield f"event {cls.kind}", f"its fields cannot be read: {type(error).__name__}: {error}{LATE}"


LATE = "; every type must be imported where the program runs, not under TYPE_CHECKING only"


def events_of(package: str) -> list[Any]:
    """The event classes of a module that was loaded."""
    events = [spec.event for spec in HOOKS.values() if spec.event is not None]
    return [cls for cls in events if cls.__module__ == package or cls.__module__.startswith(f"{package}.")]


def _actions(kinds: Iterable[tuple[str, Any]], module: str) -> Iterator[Found]:
    classes: dict[type, str] = {}
    for owner, kind in kinds:
        part = f"action {kind.name}"
        if owner == module:
            try:
                fields = {field.name for field in fields_of(kind.cls)}
            except attrs.exceptions.NotAnAttrsClassError:
                yield part, f"{kind.cls.__name__} is no attrs class"
                continue
            except Exception as error:
                yield part, f"the fields of {kind.cls.__name__} cannot be read: {type(error).__name__}: {error}{LATE}"
                continue
            if kind.cls.__hash__ is None:
                yield part, f"{kind.cls.__name__} has no hash; write @define(unsafe_hash=True) above it"
            for _, name in kind.phrases:
                if name and name not in fields:
                    yield part, f"`phrases` tells a field {name}, which it does not have{did_you_mean(name, fields)}"
            for field in fields_of(kind.cls):
                inner = without_none(field.type)
                plain: Any = get_origin(inner) or inner
                if plain in (list, dict, set):
                    yield part, f"field {field.name} is a {plain.__name__}, which can be changed; write a tuple"
        if kind.cls in classes and classes[kind.cls] != kind.name:
            yield (
                part,
                f"{kind.cls.__name__} is the class of {classes[kind.cls]} too; every kind has a class of its own",
            )
        classes[kind.cls] = kind.name


def _partition(module: str, partition: Any) -> Iterator[str]:
    cls = partition.cls
    if partition.module != module:
        yield f"it is the state of {partition.module}{did_you_mean(partition.module, [module])}, not of {module}"
    try:
        fields_of(cls)
    except Exception as error:
        yield f"the fields of {cls.__name__} cannot be read: {type(error).__name__}: {error}{LATE}"
        return
    try:
        first, second = cls(), cls()
    except Exception as error:
        yield f"{cls.__name__}() raises {type(error).__name__}: {error}"
        return
    if shared := shared_by(first, second):
        yield f"two games share {shared}; write field(factory=...)"
    if first != second:
        yield f"{cls.__name__}() is not equal to another {cls.__name__}()"
    yield from copy_faults(first)


def copy_faults(part: Any) -> Iterator[str]:
    """What is wrong with the copy of a partition: it is another object, equal, and shares nothing that can change."""
    try:
        other = part.copy()
    except Exception as error:
        yield f"copy() of {type(part).__name__} raises {type(error).__name__}: {error}"
        return
    if other is part:
        yield f"copy() of {type(part).__name__} returns the partition itself"
    elif type(other) is not type(part):
        yield f"copy() of {type(part).__name__} returns {other!r}"
    elif other != part:
        yield f"copy() of {type(part).__name__} is not equal to it: {other!r}, not {part!r}"
    elif shared := shared_by(part, other):
        yield f"the copy of {type(part).__name__} shares {shared} with it"


def shared_by(one: Any, other: Any) -> str:
    """The first thing that can be changed and belongs to both; "" if there is none."""
    there = {id(value): path for path, value in _changeable(one, "")}
    return next((there[id(value)] for _, value in _changeable(other, "") if id(value) in there), "")


def _changeable(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield path, value
        for key, each in value.items():
            yield from _changeable(each, f"{path}[{key!r}]")
    elif isinstance(value, list | set):
        yield path, value
        for place, each in enumerate(value):
            yield from _changeable(each, f"{path}[{place}]")
    elif isinstance(value, tuple | frozenset):
        for place, each in enumerate(value):
            yield from _changeable(each, f"{path}[{place}]")
    elif attrs.has(type(value)) and not _frozen(type(value)):
        if path:
            yield path, value
        for field in attrs.fields(type(value)):
            yield from _changeable(getattr(value, field.name), f"{path}.{field.name}" if path else field.name)


def _frozen(cls: type) -> bool:
    """Whether attrs refuses to change its objects."""
    return "frozen" in getattr(cls.__setattr__, "__name__", "")


# --- what a module remembers -------------------------------------------------------------------------------------------


def memory(package: str) -> dict[str, bytes]:
    """What the files of a module hold outside any game, as bytes that can be compared: variables, class variables,
    defaults of arguments."""
    found: dict[str, bytes] = {}
    for name, loaded in sorted(sys.modules.items()):
        if (name == package or name.startswith(f"{package}.")) and isinstance(loaded, ModuleType):
            for key, value in vars(loaded).items():
                if not key.startswith("__") and getattr(value, "__module__", name) == name:
                    _remember(found, f"{name.rsplit('.', 1)[-1]}.{key}", value)
    return found


def _remember(found: dict[str, bytes], name: str, value: Any) -> None:
    if isinstance(value, FunctionType):
        if value.__defaults__:
            found[f"{name} (defaults)"] = _bytes(value.__defaults__)
    elif isinstance(value, type):
        for key, each in vars(value).items():
            if not key.startswith("__") and isinstance(each, dict | list | set | int | str | tuple):
                found[f"{name}.{key}"] = _bytes(each)
            elif isinstance(each, FunctionType) and each.__defaults__:
                found[f"{name}.{key} (defaults)"] = _bytes(each.__defaults__)
    elif not callable(value) and type(value).__name__ != "module":
        found[name] = _bytes(value)


def own_memory(part: Any) -> bytes:
    """What an action or decision holds itself."""
    return _bytes({name: value for name, value in vars(part).items() if not callable(value)})


def _bytes(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except Exception:
        return repr(value).encode()


def no_longer(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    """The first name under which something else is remembered than before; "" if there is none."""
    return next((name for name in {**before, **after} if before.get(name) != after.get(name)), "")

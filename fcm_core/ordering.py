"""One order from named neighbours, never from the order of loading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from fcm_core.errors import InputError

T = TypeVar("T")


def arrange(items: Sequence[T], edges: Iterable[tuple[str, str]] = (), what: str = "parts") -> list[T]:
    """The items in the one order that their `before` and `after` names (and the edges) allow.

    Names of absent items are ignored. Raises InputError for a cycle and where the order of two items is not decided.
    """
    found: dict[str, Any] = {item.name: item for item in items}  # type: ignore[attr-defined]
    later: dict[str, set[str]] = {name: set() for name in found}
    for name, item in found.items():
        for other in item.before:
            if other in found:
                later[name].add(other)
        for other in item.after:
            if other in found:
                later[other].add(name)
    for first, second in edges:
        if first in found and second in found:
            later[first].add(second)
    earlier = {name: {other for other in found if name in later[other]} for name in found}
    order: list[T] = []
    left = list(found)
    while left:
        ready = sorted(name for name in left if not earlier[name].intersection(left))
        if not ready:
            raise InputError(f"{what}: a cycle among {', '.join(sorted(left))}")
        if len(ready) > 1:
            raise InputError(
                f"{what}: nothing says whether {ready[0]} or {ready[1]} comes first; "
                f'settle it with order = [["{ready[0]}", "{ready[1]}"]] in a manifest or the ruleset'
            )
        order.append(found[ready[0]])
        left.remove(ready[0])
    return order

"""One order from named neighbours, never from the order of loading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from fcm_core.errors import InputError


class Neighbour(Protocol):
    """Something with a name that names what it comes before and after."""

    @property
    def name(self) -> str: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def after(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Neighbour)


def arrange(items: Sequence[T], edges: Iterable[tuple[str, str]] = (), what: str = "parts") -> list[T]:
    """The items in the one order that their `before` and `after` names (and the edges, [first, second]) allow.

    Names of absent items are ignored. Raises InputError for a cycle, for two items of one name, and where nothing
    decides the order of two items: it names both and how to settle it.
    """
    found: dict[str, T] = {}
    for item in items:
        if item.name in found:
            raise InputError(f"{what}: two are called {item.name}")
        found[item.name] = item
    earlier: dict[str, dict[str, None]] = {name: {} for name in found}  # dicts, since a set has no order
    for name, item in found.items():
        for other in item.before:
            if other in found:
                earlier[other][name] = None
        for other in item.after:
            if other in found:
                earlier[name][other] = None
    for first, second in edges:
        if first in found and second in found:
            earlier[second][first] = None
    order: list[T] = []
    left = sorted(found)
    while left:
        ready = [name for name in left if not any(other in left for other in earlier[name])]
        if not ready:
            raise InputError(f"{what}: a circle, {' before '.join(_cycle(earlier, left))}")
        if len(ready) > 1:
            raise InputError(
                f"{what}: nothing says whether {ready[0]} or {ready[1]} comes first; "
                f'settle it with order = [["{ready[0]}", "{ready[1]}"]] (or the other way round) '
                "in a manifest or the ruleset"
            )
        order.append(found[ready[0]])
        left.remove(ready[0])
    return order


def _cycle(earlier: dict[str, dict[str, None]], left: Sequence[str]) -> list[str]:
    """A circle among names that all wait for another: each comes before the next, the first again at the end."""
    path = [left[0]]
    while True:
        path.append(next(name for name in sorted(earlier[path[-1]]) if name in left))
        if path[-1] in path[:-1]:
            return path[path.index(path[-1]) :][::-1]

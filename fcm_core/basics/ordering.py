"""One order from named neighbours, never from the order of loading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Protocol, TypeVar

from fcm_core.basics.errors import InputError


class Neighbour(Protocol):
    """Something with a name that names what it comes before and after."""

    @property
    def name(self) -> str: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def after(self) -> tuple[str, ...]: ...


class UndecidedError(InputError):
    """Nothing says which of two items comes first: every such pair, [first, second] in alphabetical order."""

    def __init__(self, what: str, pairs: Sequence[tuple[str, str]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__("\n".join(undecided(what, *pair) for pair in pairs))


def undecided(what: str, first: str, second: str) -> str:
    """What is said of two items that nothing orders, and how to settle it."""
    return (
        f"{what}: nothing says whether {first} or {second} comes first; "
        f'settle it with order = [["{first}", "{second}"]] (or the other way round) in a manifest or the ruleset'
    )


T = TypeVar("T", bound=Neighbour)


def arrange(items: Sequence[T], edges: Iterable[tuple[str, str]] = (), what: str = "parts") -> list[T]:
    """The items in the one order that their `before` and `after` names (and the edges, [first, second]) allow.

    Names of absent items are ignored. Raises InputError for a cycle, for two items of one name, and where nothing
    decides the order of two items (UndecidedError): it names every such pair and how to settle it.
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
    pairs: dict[tuple[str, str], None] = {}
    while left:
        ready = [name for name in left if not any(other in left for other in earlier[name])]
        if not ready:
            raise InputError(f"{what}: a circle, {' before '.join(_cycle(earlier, left))}")
        pairs.update(dict.fromkeys(combinations(ready, 2)))
        order.append(found[ready[0]])
        left.remove(ready[0])
    if pairs:
        raise UndecidedError(what, list(pairs))
    return order


def _cycle(earlier: dict[str, dict[str, None]], left: Sequence[str]) -> list[str]:
    """A circle among names that all wait for another: each comes before the next, the first again at the end."""
    path = [left[0]]
    while True:
        path.append(next(name for name in sorted(earlier[path[-1]]) if name in left))
        if path[-1] in path[:-1]:
            return path[path.index(path[-1]) :][::-1]

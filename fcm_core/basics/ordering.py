"""One order from named neighbours, never from the order of loading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from types import MappingProxyType
from typing import Protocol, TypeVar

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import misspelt

NO_NOTES: Mapping[str, str] = MappingProxyType({})


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

    def __init__(self, what: str, pairs: Sequence[tuple[str, str]], notes: Mapping[str, str] = NO_NOTES) -> None:
        self.pairs = tuple(pairs)
        super().__init__("\n".join(undecided(what, *pair, notes) for pair in pairs))


def undecided(what: str, first: str, second: str, notes: Mapping[str, str] = NO_NOTES) -> str:
    """What is said of two items that nothing orders, how to settle it, and what is noted of either."""
    return (
        f"{what}: nothing says whether {first} or {second} comes first; "
        f'settle it with order = [["{first}", "{second}"]] (or the other way round) in a manifest or the ruleset'
        f"{notes.get(first, '')}{notes.get(second, '')}"
    )


def _lost_neighbours(items: Mapping[str, T]) -> dict[str, str]:
    """Of each item that names neighbours that are not there but much like some that are: which."""
    notes: dict[str, str] = {}
    for name, item in items.items():
        for other in (*item.before, *item.after):
            if other not in items and (near := misspelt(other, items)):
                notes[name] = f"{notes.get(name, '')}; {name} names {other}, which is not here; did you mean {near}?"
    return notes


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
    earlier: dict[str, list[str]] = {name: [] for name in found}
    for name, item in found.items():
        for other in item.before:
            if other in found:
                earlier[other].append(name)
        earlier[name] += [other for other in item.after if other in found]
    for first, second in edges:
        if first in found and second in found:
            earlier[second].append(first)
    order: list[T] = []
    pairs: dict[tuple[str, str], None] = {}
    try:
        for ready in candidates(earlier):
            pairs.update(dict.fromkeys(combinations(ready, 2)))
            order.append(found[ready[0]])
    except CycleError as error:
        raise InputError(f"{what}: a circle, {' before '.join(circle_of(error))}") from error
    if pairs:
        raise UndecidedError(what, list(pairs), _lost_neighbours(found))
    return order


def candidates(earlier: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """For every place of an order, all names that could take it, by name; the first of them takes it.

    `earlier` says which names must come before a name. Raises graphlib's CycleError for a circle, before anything else.
    """
    # Names are added by name, so that of several circles always the same one is found.
    graph = TopologicalSorter({name: sorted(earlier[name]) for name in sorted(earlier)})
    graph.prepare()
    ready = sorted(graph.get_ready())
    while ready:
        yield ready
        graph.done(ready[0])
        ready = sorted([*ready[1:], *graph.get_ready()])


def circle_of(error: CycleError) -> list[str]:
    """The names of a circle: each comes before the next, the first by name at both ends."""
    names: list[str] = error.args[1][:-1]
    start = names.index(min(names))
    return [*names[start:], *names[:start], names[start]]

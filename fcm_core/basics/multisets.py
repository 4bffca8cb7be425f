"""Several of each: cards of a player, goods in stock. A multiset is a dict from what it is to how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any, TypeVar

T = TypeVar("T")
S = TypeVar("S", bound=Any)


def add_to(counts: dict[T, int], what: T, amount: int = 1) -> None:
    """Puts so many more in."""
    counts[what] = counts.get(what, 0) + amount


def counted(items: Iterable[T]) -> dict[T, int]:
    """How many there are of each, in order of first appearance."""
    counts: dict[T, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def spread(counts: Mapping[S, int]) -> tuple[S, ...]:
    """All of them, sorted, with repetitions."""
    return tuple(item for item in sorted(counts) for _ in range(counts[item]))


def selections(counts: Mapping[T, int], at_most: int) -> list[tuple[T, ...]] | None:
    """Every way to take some of them, from none to all, in the mapping's order; None where there are too many."""
    if prod(count + 1 for count in counts.values()) > at_most:
        return None
    chosen: list[tuple[T, ...]] = [()]
    for item, count in counts.items():
        chosen = [(*before, *(item,) * copies) for before in chosen for copies in range(count + 1)]
    return chosen

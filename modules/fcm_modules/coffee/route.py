"""The way to dinner: which sellers of coffee a house passes.

R-52. The house takes a route of the shortest distance to any open entrance of the chosen chain, never straight back to
the square just left, and within that distance goes round as far as it pays. The search is exact: it walks over (road
square, where from, sellers passed) and keeps only what can still end at the shortest distance, so it stays in the
corridor of shortest routes. With k sellers in that corridor and r road squares it visits at most 4 * r * 2**k states;
on the maps that the tiles allow, a corridor holds few sellers, and the bound is never near.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from attrs import frozen

from fcm_core.geometry.grid import bits
from fcm_core.geometry.ground import Ground

OUTSIDE = -1  # the square that those come from who enter the map from beside it


@frozen
class Seller:
    """A restaurant or a coffee shop that may sell one coffee: its chain (seat) and the squares that sell (bitboard)."""

    chain: int
    squares: int


@frozen
class Way:
    """What came of the search. Sellers by their place in the list that was handed over."""

    distance: int  # tile borders, roadwork markers included
    best: tuple[frozenset[int], ...]  # the different sets of sellers on the tied best routes
    shared: frozenset[int]  # sellers on all of them: only these sell
    sold: dict[int, int]  # chain -> coffees


def find_way(
    ground: Ground,
    house: int,
    destinations: Sequence[tuple[int, int | None]],
    sellers: Sequence[Seller],
    coffee: Mapping[int, int],
    exits: Sequence[tuple[int, bool]] = (),
) -> Way | None:
    """The best way from a house (bitboard of its squares and garden) to any destination; None without a connection.

    A destination is the entrance squares of an open restaurant of the chosen chain, and its place among the sellers:
    it never sells there. `coffee` is what each chain (seat) has left. `exits` are road squares where guests of a house
    without squares come out at no cost, with whether they drive north-south there.
    """
    passed = _passed(ground, sellers, coffee)
    ends = _ends(ground, destinations)
    rest = _rest(ground, ends)
    starts = _starts(ground, house)
    for road, vertical in exits:
        layer = vertical if ground.bridges >> road & 1 else False
        starts.append((road, layer, OUTSIDE, ground.costs.get(road, 0)))
    costs = [cost + rest[square, layer] for square, layer, _, cost in starts if (square, layer) in rest]
    if not costs:
        return None
    distance = min(costs)
    found = _collect(ground, starts, ends, rest, passed, distance)
    return _decide(found, sellers, coffee, distance)


def _passed(ground: Ground, sellers: Sequence[Seller], coffee: Mapping[int, int]) -> dict[int, int]:
    """Road square -> sellers (bits) next to it, of chains that have coffee."""
    found: dict[int, int] = {}
    for place, seller in enumerate(sellers):
        if coffee.get(seller.chain, 0) > 0:
            for square in bits(ground.grid.dilate(seller.squares) & ground.roads):
                found[square] = found.get(square, 0) | 1 << place
    return found


def _beside(ground: Ground, squares: int) -> list[tuple[int, bool, int, int]]:
    """Road squares next to a set: square, layer on which one arrives from there, the square next to it, border crossed."""
    grid = ground.grid
    found = []
    for square in bits(squares):
        for step, vertical in ((-grid.stride, True), (-1, False), (1, False), (grid.stride, True)):
            road = square + step
            if road >= 0 and ground.roads >> road & 1:
                layer = bool(vertical and ground.bridges >> road & 1)
                found.append((road, layer, square, int(grid.tiles[road] != grid.tiles[square])))
    return found


def _starts(ground: Ground, house: int) -> list[tuple[int, bool, int, int]]:
    return [
        (road, layer, square, border + ground.costs.get(road, 0))
        for road, layer, square, border in _beside(ground, house)
    ]


def _ends(
    ground: Ground, destinations: Sequence[tuple[int, int | None]]
) -> dict[tuple[int, bool], list[tuple[int, int]]]:
    """(road square, layer) -> for each destination next to it: the cost to step in, and the bit of its seller."""
    found: dict[tuple[int, bool], list[tuple[int, int]]] = {}
    for doors, seller in destinations:
        bit = 0 if seller is None else 1 << seller
        for road, layer, _, border in _beside(ground, doors):
            found.setdefault((road, layer), []).append((border, bit))
    return found


def _rest(ground: Ground, ends: Mapping[tuple[int, bool], list[tuple[int, int]]]) -> dict[tuple[int, bool], int]:
    """(road square, layer) -> the cheapest cost from there to a destination."""
    tiles, costs, steps = ground.grid.tiles, ground.costs, ground.net.steps
    found: dict[tuple[int, bool], int] = {}
    heap = [(min(cost for cost, _ in each), square, layer) for (square, layer), each in ends.items()]
    heap.sort()
    while heap:
        cost, square, layer = heappop(heap)
        if found.get((square, layer), cost + 1) <= cost:
            continue
        found[square, layer] = cost
        own = costs.get(square, 0)  # paid by whoever comes here from the square before
        for other, other_layer in steps(square, layer):
            before = cost + own + (tiles[other] != tiles[square])
            if found.get((other, other_layer), before + 1) > before:
                heappush(heap, (before, other, other_layer))
    return found


def _collect(
    ground: Ground,
    starts: Sequence[tuple[int, bool, int, int]],
    ends: Mapping[tuple[int, bool], list[tuple[int, int]]],
    rest: Mapping[tuple[int, bool], int],
    passed: Mapping[int, int],
    distance: int,
) -> set[int]:
    """The sets of sellers (bits) that routes of the shortest distance pass."""
    tiles, costs, steps = ground.grid.tiles, ground.costs, ground.net.steps
    found: set[int] = set()
    todo = [(square, layer, before, cost, passed.get(square, 0)) for square, layer, before, cost in starts]
    seen: set[tuple[int, bool, int, int, int]] = set()
    while todo:
        state = todo.pop()
        square, layer, before, cost, sellers = state
        left = rest.get((square, layer))
        if left is None or cost + left > distance or state in seen:
            continue
        seen.add(state)
        for border, bit in ends.get((square, layer), ()):
            if cost + border == distance:
                found.add(sellers & ~bit)
        for other, other_layer in steps(square, layer):
            if other != before:
                step = (tiles[other] != tiles[square]) + costs.get(other, 0)
                todo.append((other, other_layer, square, cost + step, sellers | passed.get(other, 0)))
    return found


def _decide(found: set[int], sellers: Sequence[Seller], coffee: Mapping[int, int], distance: int) -> Way:
    """The routes that sell the most remain; where several different sets tie, only sellers common to all of them sell."""

    def sales(mask: int) -> dict[int, int]:
        by_chain: dict[int, int] = {}
        for place in bits(mask):
            chain = sellers[place].chain
            by_chain[chain] = by_chain.get(chain, 0) + 1
        return {chain: min(count, coffee.get(chain, 0)) for chain, count in sorted(by_chain.items())}

    most = max(sum(sales(mask).values()) for mask in found)
    best = sorted(mask for mask in found if sum(sales(mask).values()) == most)
    shared = best[0]
    for mask in best:
        shared &= mask
    return Way(
        distance,
        tuple(frozenset(bits(mask)) for mask in best),
        frozenset(bits(shared)),
        {chain: count for chain, count in sales(shared).items() if count},
    )

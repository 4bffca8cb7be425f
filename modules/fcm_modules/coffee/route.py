"""The way to dinner: which sellers of coffee a house passes.

R-52. The house takes a route of the shortest distance to any open entrance of the chosen chain. It never drives straight
back to the square just left. Within that distance it makes detours where it passes more sellers.

The search is exact. It walks over arcs (road square, layer of a bridge, square it was entered from). It keeps only those
of the corridor: arcs from which the destination can still be reached at the shortest distance. So what a route has cost
at an arc is known from the arc. Arcs that lead back to each other cost nothing, and a route may go over all of them: they
are one knot, and a route that enters a knot passes all its sellers. Between knots there is no way back, so one sweep over
them is enough. For each knot it keeps the sets of sellers that routes may have passed, without those that lie within
another one.

The bound: with r road squares in the corridor there are at most 4 * r arcs, visited once each. With k sellers of chains
that have coffee next to the corridor, a knot keeps at most the middle binomial coefficient of k sets, since no set holds
another; and never more than there are ways from knot to knot. There are more sets only where routes of the same shortest
distance part and pass different sellers. A map has one coffee shop on a tile, so what counts is how routes part over the
tiles. tests/benchmarks/README.md has the times of the worst boards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeVar, cast

from attrs import define, field, frozen

from fcm_core.modding import Ground, add_to, bits

OUTSIDE = -1  # the square before the first one of guests who come from beside the map

Arc = tuple[int, bool, int]  # road square, layer of a bridge, the square it is entered from


@frozen
class Seller:
    """A restaurant or a coffee shop that may sell one coffee: its chain (seat) and the squares that sell (bitboard)."""

    chain: int
    squares: int


@frozen
class Way:
    """What came of the search. Sellers by their place in the list that was given."""

    distance: int  # tile borders, roadwork markers included
    best: tuple[frozenset[int], ...]  # the different sets of sellers on the tied best routes
    shared: frozenset[int]  # sellers on all of them: only these sell
    sold: dict[int, int]  # chain -> coffees


@frozen
class Tied:
    """The tied routes themselves. Squares by their index, sellers by their place in the list that was handed over."""

    way: Way
    drives: tuple[tuple[int, ...], ...]  # for each set of `way.best` a short drive that passes just these sellers
    squares: tuple[int, ...]  # road squares that every tied route goes over, in the order of the first drive
    passed: frozenset[int]  # sellers with coffee that any route of the shortest distance can pass
    ends: frozenset[int]  # sellers that are the destination of such a route


@define
class _Knot:
    """Arcs that lead back to each other, or one arc by itself."""

    arcs: list[Arc]
    sellers: int = 0  # next to its squares (bits)
    ends: list[int] = field(factory=list)  # bits of the destinations one may turn in to; 0: it is no seller
    sets: dict[int, tuple[int, int] | None] = field(factory=dict)  # sellers passed -> knot and set that it came from


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
    corridor = _Corridor.between(ground, house, destinations, _passed(ground, sellers, coffee), exits)
    if corridor is None:
        return None
    return _decide(list(corridor.sweep()), sellers, coffee, corridor.distance)


def trace_way(
    ground: Ground,
    house: int,
    destinations: Sequence[tuple[int, int | None]],
    sellers: Sequence[Seller],
    coffee: Mapping[int, int],
    exits: Sequence[tuple[int, bool]] = (),
) -> Tied | None:
    """Like find_way, with the routes: for people who ask why. It searches again for each square of the first route."""
    corridor = _Corridor.between(ground, house, destinations, _passed(ground, sellers, coffee), exits)
    if corridor is None:
        return None
    found = corridor.sweep()
    way = _decide(list(found), sellers, coffee, corridor.distance)
    best = [sum(1 << place for place in each) for each in way.best]
    drives = tuple(corridor.drive(*found[mask]) for mask in best)
    on_all = [square for square in dict.fromkeys(drives[0]) if all(square in drive for drive in drives)]
    passed = ends = 0
    for mask in found:
        passed |= mask
    for knot in corridor.knots:
        for bit in knot.ends:
            ends |= bit
    return Tied(
        way,
        drives,
        tuple(square for square in on_all if not corridor.avoiding(square) & set(best)),
        frozenset(bits(passed)),
        frozenset(bits(ends)),
    )


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


def _starts(ground: Ground, house: int, exits: Sequence[tuple[int, bool]]) -> list[tuple[Arc, int]]:
    """The first arcs, each with its cost."""
    starts = [
        ((road, layer, square), border + ground.costs.get(road, 0))
        for road, layer, square, border in _beside(ground, house)
    ]
    for road, vertical in exits:
        layer = vertical if ground.bridges >> road & 1 else False
        starts.append(((road, layer, OUTSIDE), ground.costs.get(road, 0)))
    return starts


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


@define
class _Corridor:
    """All routes of the shortest distance: arcs, what follows each, and the knots they form, ahead before behind."""

    ground: Ground
    distance: int
    starts: list[Arc]
    ends: dict[tuple[int, bool], list[tuple[int, int]]]
    rest: dict[tuple[int, bool], int]
    passed: dict[int, int]
    without: int = -1  # a square that may not be used
    onward: dict[tuple[int, bool], list[Arc]] = field(factory=dict)  # from (road square, layer), whatever came before
    after: dict[Arc, list[Arc]] = field(factory=dict)
    knots: list[_Knot] = field(factory=list)
    knot_of: dict[Arc, int] = field(factory=dict)

    @classmethod
    def between(
        cls,
        ground: Ground,
        house: int,
        destinations: Sequence[tuple[int, int | None]],
        passed: dict[int, int],
        exits: Sequence[tuple[int, bool]],
    ) -> _Corridor | None:
        """The corridor from a house to its destinations; None without a connection."""
        ends = _ends(ground, destinations)
        # Houses that eat at the same chain share what lies behind; nobody changes it.
        key = ("coffee", tuple(destinations))
        rest = cast("dict[tuple[int, bool], int]", ground.route_cache.get(key))
        if rest is None:
            rest = ground.route_cache[key] = _rest(ground, ends)
        starts = [(arc, cost + rest[arc[:2]]) for arc, cost in _starts(ground, house, exits) if arc[:2] in rest]
        if not starts:
            return None
        distance = min(cost for _, cost in starts)
        corridor = cls(ground, distance, [arc for arc, cost in starts if cost == distance], ends, rest, passed)
        corridor._build()
        return corridor

    def avoiding(self, square: int) -> set[int]:
        """The sets of sellers of the routes that do not go over a square."""
        starts = [arc for arc in self.starts if arc[0] != square]
        other = _Corridor(
            self.ground, self.distance, starts, self.ends, self.rest, self.passed, square, onward=self.onward
        )
        other._build()
        return set(other.sweep())

    def _next(self, arc: Arc) -> list[Arc]:
        """Where a route may go on: not straight back, and no farther from the destination than the step costs."""
        square, layer, before = arc
        onward = self.onward.get((square, layer))
        if onward is None:
            tiles, costs, rest = self.ground.grid.tiles, self.ground.costs, self.rest
            left = rest[square, layer]
            onward = self.onward[square, layer] = [
                (other, other_layer, square)
                for other, other_layer in self.ground.net.steps(square, layer)
                if rest[other, other_layer] + (tiles[other] != tiles[square]) + costs.get(other, 0) == left
            ]
        without = self.without
        return [each for each in onward if each[0] != before and each[0] != without]

    def _build(self) -> None:
        """Tarjan's algorithm, without recursion: a knot is complete once all that can follow it are."""
        number: dict[Arc, int] = {}
        low: dict[Arc, int] = {}
        open_: list[Arc] = []
        for start in self.starts:
            if start in number:
                continue
            todo: list[tuple[Arc, int]] = [(start, 0)]
            while todo:
                arc, child = todo.pop()
                if not child:
                    number[arc] = low[arc] = len(number)
                    open_.append(arc)
                    self.after[arc] = self._next(arc)
                else:
                    low[arc] = min(low[arc], low[self.after[arc][child - 1]])
                following = self.after[arc]
                while child < len(following):
                    other = following[child]
                    child += 1
                    if other not in number:
                        todo.append((arc, child))
                        todo.append((other, 0))
                        break
                    if other not in self.knot_of:
                        low[arc] = min(low[arc], number[other])
                else:
                    if low[arc] == number[arc]:
                        self._tie(open_, arc)

    def _tie(self, open_: list[Arc], last: Arc) -> None:
        knot = _Knot([])
        while True:
            arc = open_.pop()
            self.knot_of[arc] = len(self.knots)
            knot.arcs.append(arc)
            square, layer, _ = arc
            knot.sellers |= self.passed.get(square, 0)
            for border, bit in self.ends.get((square, layer), ()):
                if border == self.rest[square, layer] and bit not in knot.ends:
                    knot.ends.append(bit)
            if arc == last:
                break
        self.knots.append(knot)

    def sweep(self) -> dict[int, tuple[int, int, int]]:
        """The sets of sellers (bits) that routes pass, those within another one left out.

        Each with where it came from: the last knot, the set there, and the destination's bit, which does not sell.
        """
        knots, knot_of, after = self.knots, self.knot_of, self.after
        behind: list[dict[int, None]] = [{} for _ in knots]  # the knots from which one comes into each
        for place in range(len(knots) - 1, -1, -1):
            for arc in knots[place].arcs:
                for other in after[arc]:
                    if knot_of[other] != place:
                        behind[knot_of[other]][place] = None
        first = {knot_of[arc] for arc in self.starts}
        found: dict[int, tuple[int, int, int]] = {}
        for place in range(len(knots) - 1, -1, -1):
            knot = knots[place]
            own = knot.sellers
            sets: dict[int, tuple[int, int] | None] = {own: None} if place in first else {}
            for before in behind[place]:
                for mask in knots[before].sets:
                    sets.setdefault(mask | own, (before, mask))
            # What came from one knot and gained nothing has been sorted out there.
            knot.sets = sets if len(behind[place]) == 1 and not own and place not in first else _largest(sets)
            for bit in knot.ends:
                for mask in knot.sets:
                    found.setdefault(mask & ~bit, (place, mask, bit))
        return _largest(found)

    def drive(self, place: int, mask: int, bit: int) -> tuple[int, ...]:
        """The road squares of a short route that ends in a knot with this set and turns in where `bit` says."""
        order: list[int] = []
        step: tuple[int, int] | None = (place, mask)
        while step is not None:
            order.append(step[0])
            step = self.knots[step[0]].sets[step[1]]
        order.reverse()
        arcs: list[Arc] = []
        here = [arc for arc in self.starts if self.knot_of[arc] == order[0]]
        for index, knot in enumerate(order):
            onward = order[index + 1] if index + 1 < len(order) else None
            arcs += self._through(knot, here, onward, bit)
            here = [other for other in self.after[arcs[-1]] if self.knot_of[other] == onward]
        # The house may have gone past another of its own exits: it may as well begin there if it misses nobody.
        exits = {arc[:2] for arc in self.starts}
        got = 0
        for index in range(len(arcs) - 1, -1, -1):
            got |= self.passed.get(arcs[index][0], 0)
            if got == mask and arcs[index][:2] in exits:
                return tuple(arc[0] for arc in arcs[index:])
        raise AssertionError("a drive begins at an exit")

    def _through(self, place: int, here: Sequence[Arc], onward: int | None, bit: int) -> list[Arc]:
        """The fewest arcs of a knot, from one of those given, that pass all its sellers and lead on (or to the end)."""

        def leads_on(arc: Arc) -> bool:
            if onward is not None:
                return any(self.knot_of[other] == onward for other in self.after[arc])
            square, layer, _ = arc
            return (self.rest[square, layer], bit) in self.ends.get((square, layer), ())

        goal = self.knots[place].sellers
        todo = deque((arc, self.passed.get(arc[0], 0)) for arc in here)
        came: dict[tuple[Arc, int], tuple[Arc, int] | None] = dict.fromkeys(todo)
        while True:
            arc, got = todo.popleft()
            if got == goal and leads_on(arc):
                break
            for other in self.after[arc]:
                state = other, got | self.passed.get(other[0], 0)
                if self.knot_of[other] == place and state not in came:
                    came[state] = arc, got
                    todo.append(state)
        path = []
        step: tuple[Arc, int] | None = arc, got
        while step is not None:
            path.append(step[0])
            step = came[step]
        path.reverse()
        return path


_Origin = TypeVar("_Origin")


def _largest(sets: dict[int, _Origin]) -> dict[int, _Origin]:
    """Without the sets (bits) that lie within another one."""
    if len(sets) < 2:
        return sets
    kept: list[int] = []
    larger = 0  # how many of those have more members than the one looked at: only these can hold it
    count = -1
    for mask in sorted(sets, key=int.bit_count, reverse=True):
        if mask.bit_count() != count:
            larger, count = len(kept), mask.bit_count()
        for place in range(larger):
            if kept[place] & mask == mask:
                break
        else:
            kept.append(mask)
    return {mask: sets[mask] for mask in kept}


def _decide(found: Iterable[int], sellers: Sequence[Seller], coffee: Mapping[int, int], distance: int) -> Way:
    """The routes that sell the most remain; where several different sets tie, only sellers common to all of them sell."""

    def sales(mask: int) -> dict[int, int]:
        by_chain: dict[int, int] = {}
        for place in bits(mask):
            chain = sellers[place].chain
            add_to(by_chain, chain)
        return {chain: min(count, coffee.get(chain, 0)) for chain, count in sorted(by_chain.items())}

    amounts = {mask: sum(sales(mask).values()) for mask in sorted(found)}
    most = max(amounts.values())
    best = [mask for mask, amount in amounts.items() if amount == most]
    shared = best[0]
    for mask in best:
        shared &= mask
    return Way(
        distance,
        tuple(frozenset(bits(mask)) for mask in best),
        frozenset(bits(shared)),
        {chain: count for chain, count in sales(shared).items() if count},
    )

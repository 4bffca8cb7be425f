"""Routes of buyers: which distinct sets of drink sources they can collect.

R-33 (by road), R-34 (by air).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from fcm_core.map.grid import bits
from fcm_core.map.ground import Ground

Sources = tuple[int, ...]


def _passed(ground: Ground, square: int) -> int:
    """Sources orthogonally next to a road square."""
    return ground.grid.dilate(1 << square) & _source_mask(ground)


def _source_mask(ground: Ground) -> int:
    mask = ground.route_cache.get("sources")
    if mask is None:
        mask = ground.route_cache["sources"] = sum(1 << index for index in ground.sources)
    return cast(int, mask)


def road_routes(ground: Ground, starts: int, reach: int) -> Sequence[Sources]:
    """Every distinct non-empty set of sources that some route from the entrance squares `starts` of at most `reach` tile borders collects.

    Square by square, never straight back to the square just left; squares and tiles may be revisited; sources passed
    must be collected. Exact: the search runs over (square, where from, sources so far) by rising cost.
    """
    key = ("road", starts, reach)
    found = ground.route_cache.get(key)
    if found is None:
        found = ground.route_cache[key] = _search(ground, starts, reach)
    return cast(Sequence[Sources], found)


def _search(ground: Ground, starts: int, reach: int) -> Sequence[Sources]:
    net = ground.net
    tiles = ground.grid.tiles
    costs = ground.costs
    passed: dict[int, int] = {}
    layers: list[list[tuple[int, bool, int, int]]] = [[] for _ in range(reach + 1)]
    seen: set[tuple[int, bool, int, int]] = set()
    for start in bits(starts):
        for step, vertical in ((-ground.grid.stride, True), (-1, False), (1, False), (ground.grid.stride, True)):
            road = start + step
            if ground.roads >> road & 1:
                cost = (tiles[road] != tiles[start]) + costs.get(road, 0)
                if cost <= reach:
                    layer = bool(vertical and ground.bridges >> road & 1)
                    layers[cost].append((road, layer, start, _passed(ground, road)))
    results: set[int] = set()
    for cost in range(reach + 1):
        todo = layers[cost]
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            square, layer, before, sources = state
            results.add(sources)
            for other, other_layer in net.steps(square, layer):
                if other == before:
                    continue
                step = (tiles[other] != tiles[square]) + costs.get(other, 0)
                if cost + step > reach:
                    continue
                more = passed.get(other)
                if more is None:
                    more = passed[other] = _passed(ground, other)
                following = (other, other_layer, square, sources | more)
                if step == 0:
                    todo.append(following)
                else:
                    layers[cost + step].append(following)
    return tuple(sorted((tuple(bits(mask)) for mask in results if mask), key=lambda each: (-len(each), each)))


def air_routes(ground: Ground, tile: tuple[int, int], reach: int) -> Sequence[Sources]:
    """Every distinct non-empty set of sources on the tiles of a flight: no tile twice, existing tiles only."""
    key = ("air", tile, reach)
    found = ground.route_cache.get(key)
    if found is None:
        found = ground.route_cache[key] = _fly(ground, tile, reach)
    return cast(Sequence[Sources], found)


def _fly(ground: Ground, tile: tuple[int, int], reach: int) -> Sequence[Sources]:
    mask = _source_mask(ground)
    results: set[int] = set()

    def go(here: tuple[int, int], visited: tuple[tuple[int, int], ...], sources: int) -> None:
        sources |= ground.grid.tile_mask(here) & mask
        results.add(sources)
        if len(visited) > reach:
            return
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            there = (here[0] + down, here[1] + right)
            if there not in visited and ground.has_tile(there):
                go(there, (*visited, there), sources)

    go(tile, (tile,), 0)
    return tuple(sorted((tuple(bits(each)) for each in results if each), key=lambda each: (-len(each), each)))

"""The road network: which road squares belong together inside a tile, and what it costs to go from tile to tile.

A node is a connected piece of road inside one tile; a bridge belongs to two, its north-south and its west-east road
(R-03). Stepping over a tile border costs 1. Road squares with a cost of their own are nodes by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from fcm_core.map.grid import Grid, bits

Access = tuple[tuple[int, int], ...]  # (node, tile borders to step on it), ascending by node


class RoadNet:
    """Nodes and the cheapest ways between them, in tile borders."""

    def __init__(self, grid: Grid, roads: int, bridges: int, costs: Mapping[int, int]) -> None:
        self.grid = grid
        self.roads = roads
        self.bridges = bridges
        self.masks: list[int] = []
        self.tiles: list[tuple[int, int]] = []
        self.own_cost: list[int] = []
        self._layers: dict[tuple[int, bool], int] = {}  # (square, reached north-south) -> node
        self._steps: dict[tuple[int, bool], list[tuple[int, bool]]] = {}
        self._build(costs)
        self.edges = self._edges()
        self._from: dict[Access, list[int | None]] = {}

    def layers(self, square: int) -> list[bool]:
        """The two layers of a bridge (False west-east, True north-south); one for any other road square."""
        return [False, True] if self.bridges >> square & 1 else [False]

    def steps(self, square: int, vertical: bool) -> list[tuple[int, bool]]:
        """Road squares next to a square, with the layer on which one arrives there. The list is shared: leave it as it is."""
        key = (square, vertical)
        found = self._steps.get(key)
        if found is not None:
            return found
        found = self._steps[key] = []
        bridge = self.bridges >> square & 1
        for step, north_south in ((-self.grid.stride, True), (-1, False), (1, False), (self.grid.stride, True)):
            if bridge and north_south != vertical:
                continue
            other = square + step
            if self.roads >> other & 1:
                found.append((other, north_south if self.bridges >> other & 1 else False))
        return found

    def _build(self, costs: Mapping[int, int]) -> None:
        for square in bits(self.roads):
            for layer in self.layers(square):
                if (square, layer) in self._layers:
                    continue
                node = len(self.masks)
                tile = self.grid.tiles[square]
                self.tiles.append(tile)
                self.own_cost.append(costs.get(square, 0))
                self._layers[square, layer] = node
                mask = 1 << square
                todo = [] if square in costs else [(square, layer)]
                while todo:
                    here = todo.pop()
                    for other in self.steps(*here):
                        if other in self._layers or self.grid.tiles[other[0]] != tile or other[0] in costs:
                            continue
                        self._layers[other] = node
                        mask |= 1 << other[0]
                        todo.append(other)
                self.masks.append(mask)

    def _edges(self) -> list[list[tuple[int, int]]]:
        found: list[dict[int, int]] = [{} for _ in self.masks]
        for (square, layer), node in self._layers.items():
            for other, other_layer in self.steps(square, layer):
                to = self._layers[other, other_layer]
                if to != node:
                    cost = (self.tiles[to] != self.tiles[node]) + self.own_cost[to]
                    found[node][to] = min(cost, found[node].get(to, cost))
        return [sorted(each.items()) for each in found]

    def parts(self) -> list[int]:
        """The squares of every part of the network that no way connects with the others. A bridge may belong to two."""
        found: list[int] = []
        seen: set[int] = set()
        for first in range(len(self.masks)):
            if first in seen:
                continue
            seen.add(first)
            mask, todo = 0, [first]
            while todo:
                node = todo.pop()
                mask |= self.masks[node]
                ways = [other for other, _ in self.edges[node] if other not in seen]
                seen.update(ways)
                todo.extend(ways)
            found.append(mask)
        return found

    def nodes_at(self, square: int, vertical: bool) -> tuple[int, ...]:
        """The node of a road square, as one arrives on it north-south or west-east; empty off the road."""
        if not self.roads >> square & 1:
            return ()
        return (self._layers[square, vertical if self.bridges >> square & 1 else False],)

    def access(self, mask: int) -> Access:
        """Nodes next to the squares of a set, with the borders stepped over to get on them (R-05, R-06)."""
        best: dict[int, int] = {}
        for square in bits(mask):
            tile = self.grid.tiles[square]
            for step, vertical in ((-self.grid.stride, True), (-1, False), (1, False), (self.grid.stride, True)):
                road = square + step
                if road < 0 or not self.roads >> road & 1:
                    continue
                node = self._layers[road, vertical if self.bridges >> road & 1 else False]
                cost = int(self.grid.tiles[road] != tile)
                if cost < best.get(node, 2):
                    best[node] = cost
        return tuple(sorted(best.items()))

    def costs_from(self, access: Access) -> list[int | None]:
        """The cheapest cost to every node from an access; costs are small whole numbers, so buckets do."""
        found = self._from.get(access)
        if found is not None:
            return found
        costs: list[int | None] = [None] * len(self.masks)
        buckets: dict[int, list[int]] = {}
        for node, cost in access:
            buckets.setdefault(cost + self.own_cost[node], []).append(node)
        while buckets:
            cost = min(buckets)
            todo = buckets.pop(cost)
            while todo:
                node = todo.pop()
                known = costs[node]
                if known is not None and known <= cost:
                    continue
                costs[node] = cost
                for other, step in self.edges[node]:
                    seen = costs[other]
                    if seen is not None and seen <= cost + step:
                        continue
                    if step:
                        buckets.setdefault(cost + step, []).append(other)
                    else:
                        todo.append(other)
        self._from[access] = costs
        return costs

    def distance(self, first: Access, second: Access) -> int | None:
        """Fewest borders from one access to another."""
        best: int | None = None
        for node, borders in second:
            for start in first:
                cost = self.costs_from((start,))[node]
                if cost is not None and (best is None or cost + borders < best):
                    best = cost + borders
        return best

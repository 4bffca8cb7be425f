"""What is printed on the map or built for good: roads, drinks, buildings. Immutable and shared between games.

R-01 to R-09.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from fcm_core.map.grid import SIZE, Grid, bits
from fcm_core.map.roads import Access, RoadNet

OFF = " ~"
Name = TypeVar("Name", bound=str)  # of a tile
NOTHING_PRINTED: Mapping[str, str] = MappingProxyType({})


def rotate(rows: Sequence[str], turns: int) -> list[str]:
    """A tile turned by quarter turns clockwise: new[r][c] = old[4-c][r]."""
    turned = list(rows)
    for _ in range(turns % 4):
        turned = ["".join(turned[SIZE - 1 - column][row] for column in range(SIZE)) for row in range(SIZE)]
    return turned


class Ground:
    """The squares of a map. Masks are bitboards over `grid`.

    Characters: `.` empty, `#` road, `+` bridge, the letters of `printed` what stands there (H: "house"), any other capital
    letter a source of drinks. Anything else is a ValueError that names the square.
    """

    def __init__(
        self,
        grid: Grid,
        chars: Mapping[int, str],
        costs: Mapping[int, int] | None = None,
        letters: Mapping[str, str] = NOTHING_PRINTED,
        dinner_costs: Mapping[int, int] | None = None,
    ) -> None:
        self.grid = grid
        self.chars = dict(chars)
        self.costs = dict(costs or {})
        self.letters = letters
        self.on_map = self.roads = self.bridges = self.printed = 0
        self.sources: dict[int, str] = {}  # spot -> letter of the drink
        self.structures: dict[str, int] = dict.fromkeys(letters.values(), 0)  # what is printed there -> its squares
        for index in sorted(self.chars):
            char = self.chars[index]
            bit = 1 << index
            self.on_map |= bit
            if char in "#+":
                self.roads |= bit
                if char == "+":
                    self.bridges |= bit
            elif char in letters:
                self.structures[letters[char]] |= bit
                self.printed |= bit
            elif char.isascii() and char.isupper():
                self.sources[index] = char
                self.printed |= bit
            elif char != ".":
                row, column = grid.squares[index]
                raise ValueError(f"square {row},{column}: expected . # + or a capital letter, found {char!r}")
        self.empty = self.on_map & ~self.roads & ~self.printed  # squares with nothing printed; see also Board.free
        self.roadside = grid.dilate(self.roads) & self.on_map & ~self.roads  # squares next to a road
        self._net: RoadNet | None = None
        self._extent: tuple[range, range] | None = None
        self._edges: dict[str, dict[int, int]] = {}
        self._access: dict[int, Access] = {}
        self._distances: dict[tuple[Access, Access], int | None] = {}
        self._in_range: dict[tuple[Access, int], int] = {}
        # The same map as Dinnertime's distances and coffee see it.
        self.dinner = Ground(grid, chars, dinner_costs, letters) if dinner_costs else self
        self.route_cache: dict[object, object] = {}

    @classmethod
    def from_tiles(
        cls,
        grid: Grid,
        placements: Mapping[tuple[int, int], tuple[Name, int]],
        tile_rows: Mapping[Name, Sequence[str]],
        letters: Mapping[str, str] = NOTHING_PRINTED,
    ) -> Ground:
        """A map of tiles: (tile row, tile column) -> (tile id, quarter turns clockwise)."""
        chars: dict[int, str] = {}
        for (row, column), (tile, turns) in placements.items():
            chars.update(_tile_chars(grid, row, column, rotate(tile_rows[tile], turns)))
        return cls(grid, chars, letters=letters)

    @classmethod
    def from_drawing(cls, grid: Grid, lines: Sequence[str], letters: Mapping[str, str] = NOTHING_PRINTED) -> Ground:
        """A map from a drawing; blanks and ~ are off the map. Its sides are multiples of 5 squares, else ValueError."""
        width = len(lines[0]) if lines else 0
        if not width or width % SIZE or len(lines) % SIZE or any(len(line) != width for line in lines):
            raise ValueError(f"expected lines of equal length, height and width multiples of {SIZE}")
        chars = {
            grid.index((row, column)): char
            for row, line in enumerate(lines)
            for column, char in enumerate(line)
            if char not in OFF
        }
        return cls(grid, chars, letters=letters)

    def drawing(self) -> list[str]:
        """The map as lines of characters; ~ is off the map."""
        rows, columns = self.extent()
        return ["".join(self.chars.get(self.grid.index((row, column)), "~") for column in columns) for row in rows]

    def extent(self) -> tuple[range, range]:
        """The rows and columns of the smallest rectangle that holds the map; they may begin below 0. Of an empty map none."""
        if self._extent is None:
            if not self.chars:
                return range(0), range(0)
            squares = [self.grid.squares[index] for index in self.chars]
            rows = [row for row, _ in squares]
            columns = [column for _, column in squares]
            self._extent = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
        return self._extent

    def edge(self, side: str) -> Mapping[int, int]:
        """Where the map ends as seen from a side (N, E, S or W): column -> row from N and S, row -> column from E and W."""
        found = self._edges.get(side)
        if found is None:
            found = self._edges[side] = {}
            outermost = min if side in "NW" else max
            for index in self.chars:
                far, near = self.grid.squares[index] if side in "NS" else reversed(self.grid.squares[index])
                found[near] = outermost(far, found.get(near, far))
        return found

    def edge_end(self, side: str, line: int, lines: int) -> int | None:
        """Where the map ends, as seen from a side, along the farthest out of `lines` rows or columns; None off the map."""
        edge = self.edge(side)
        ends = [edge[each] for each in range(line, line + lines) if each in edge]
        return (min(ends) if side in "NW" else max(ends)) if ends else None

    def edge_strip(
        self, side: str, line: int, lines: int, depth: int, end: int | None = None
    ) -> frozenset[tuple[int, int]]:
        """The squares beside the map under something that lies along `lines` rows or columns from `line` on.

        It is `depth` squares deep and lies straight, against the farthest out of these rows or columns; `end` says where
        that was when it was placed. Empty where none of them is on the map.
        """
        if end is None:
            end = self.edge_end(side, line, lines)
        if end is None:
            return frozenset()
        outward = -1 if side in "NW" else 1
        return frozenset(
            (end + outward * away, near) if side in "NS" else (near, end + outward * away)
            for away in range(1, depth + 1)
            for near in range(line, line + lines)
        )

    def has_tile(self, tile: tuple[int, int]) -> bool:
        """Whether a map tile lies there."""
        return self.grid.has_tile(tile) and bool(self.grid.tile_mask(tile) & self.on_map)

    def with_roads(self, mask: int) -> Ground:
        """The same map with more road squares."""
        return Ground(self.grid, {**self.chars, **dict.fromkeys(bits(mask), "#")}, self.costs, self.letters)

    def with_tile(self, tile: tuple[int, int], rows: Sequence[str]) -> Ground:
        """The same map with one tile more."""
        return Ground(self.grid, {**self.chars, **_tile_chars(self.grid, *tile, rows)}, self.costs, self.letters)

    def with_costs(self, costs: Mapping[int, int], *, at_dinner_only: bool = False) -> Ground:
        """The same map where passing these road squares costs extra tile borders, everywhere or in Dinnertime alone."""
        if at_dinner_only:
            return Ground(self.grid, self.chars, self.costs, self.letters, costs)
        return Ground(self.grid, self.chars, costs, self.letters)

    @property
    def net(self) -> RoadNet:
        """The road network, built on first use."""
        if self._net is None:
            self._net = RoadNet(self.grid, self.roads, self.bridges, self.costs)
        return self._net

    def access(self, mask: int) -> Access:
        """Road nodes next to the squares of a set: (node, tile borders stepped over) pairs, the best per node."""
        found = self._access.get(mask)
        if found is None:
            found = self._access[mask] = self.net.access(mask)
        return found

    def distance(self, first: Access, second: Access) -> int | None:
        """Fewest tile borders from one set of squares to another; None without a way."""
        key = (first, second)
        if key not in self._distances:
            self._distances[key] = self.net.distance(first, second)
        return self._distances[key]

    def in_range(self, access: Access, reach: int) -> int:
        """Squares off the road, next to a road square at cost c, with c + 1 if on another tile within `reach` (R-27)."""
        key = (access, reach)
        found = self._in_range.get(key)
        if found is None:
            found = 0
            costs = self.net.costs_from(access)
            for node, cost in enumerate(costs):
                if cost is None or cost > reach:
                    continue
                near = self.grid.dilate(self.net.masks[node]) & self.on_map & ~self.roads
                if cost + 1 > reach:
                    near &= self.grid.tile_mask(self.net.tiles[node])
                found |= near
            self._in_range[key] = found
        return found

    def tiles_within(self, access: Access, reach: int) -> Iterable[tuple[int, int]]:
        """Tiles with a road square that costs at most `reach`."""
        costs = self.net.costs_from(access)
        return sorted({self.net.tiles[node] for node, cost in enumerate(costs) if cost is not None and cost <= reach})


def _tile_chars(grid: Grid, row: int, column: int, rows: Sequence[str]) -> dict[int, str]:
    return {
        grid.index((row * SIZE + down, column * SIZE + right)): char
        for down, line in enumerate(rows)
        for right, char in enumerate(line)
    }

"""Squares as integers, sets of squares as integer bitboards.

A guard column and guard rows keep shifted sets from wrapping around the map's edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

SIZE = 5  # squares along a tile's edge


def bits(mask: int) -> Iterator[int]:
    """The squares of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Grid:
    """Indexes of squares (row, column from the map's north-west corner); `margin` tiles of room on every side."""

    __slots__ = (
        "_tile_masks",
        "cols",
        "inside",
        "margin",
        "rows",
        "size",
        "squares",
        "stride",
        "tile_cols",
        "tile_rows",
        "tiles",
    )

    def __init__(self, tile_rows: int, tile_cols: int, margin: int = 0) -> None:
        self.tile_rows = tile_rows
        self.tile_cols = tile_cols
        self.margin = margin
        self.rows = (tile_rows + 2 * margin) * SIZE
        self.cols = (tile_cols + 2 * margin) * SIZE
        self.stride = self.cols + 1
        self.size = self.stride * (self.rows + 2)
        self.squares: list[tuple[int, int]] = []  # by spot: (row, column)
        self.tiles: list[tuple[int, int]] = []  # by spot: tile row and column
        for index in range(self.size):
            row = index // self.stride - 1 - margin * SIZE
            column = index % self.stride - margin * SIZE
            self.squares.append((row, column))
            self.tiles.append((row // SIZE, column // SIZE))
        self._tile_masks: dict[tuple[int, int], int] = {}
        for row in range(-margin, tile_rows + margin):
            for column in range(-margin, tile_cols + margin):
                mask = 0
                for down in range(SIZE):
                    mask |= ((1 << SIZE) - 1) << self.index((row * SIZE + down, column * SIZE))
                self._tile_masks[row, column] = mask
        self.inside = sum(self._tile_masks.values())  # all squares that there is room for

    def index(self, square: tuple[int, int]) -> int:
        """The index of (row, column); ValueError outside the grid."""
        low = -self.margin * SIZE
        row, column = square[0] - low, square[1] - low
        if not (0 <= row < self.rows and 0 <= column < self.cols):
            raise ValueError(f"square {square[0]},{square[1]} is not on the map")
        return (row + 1) * self.stride + column

    def square(self, index: int) -> tuple[int, int]:
        """(row, column) of an index."""
        return self.squares[index]

    def tile_at(self, index: int) -> tuple[int, int]:
        """Tile row and column of a square."""
        return self.tiles[index]

    def has_tile(self, tile: tuple[int, int]) -> bool:
        """Whether the grid has room for a tile there."""
        return tile in self._tile_masks

    def tile_mask(self, tile: tuple[int, int]) -> int:
        """The squares of a tile."""
        return self._tile_masks[tile]

    def dilate(self, mask: int) -> int:
        """The squares of the grid orthogonally next to the set, without the set itself."""
        return (mask << 1 | mask >> 1 | mask << self.stride | mask >> self.stride) & self.inside & ~mask

    def row_mask(self, row: int) -> int:
        """All squares of a row."""
        return ((1 << self.cols) - 1) << self.index((row, -self.margin * SIZE))

    def col_mask(self, column: int) -> int:
        """All squares of a column."""
        first = self.index((-self.margin * SIZE, column))
        mask = 0
        for row in range(self.rows):
            mask |= 1 << (first + row * self.stride)
        return mask


@lru_cache(maxsize=64)
def grid(tile_rows: int, tile_cols: int, margin: int = 0) -> Grid:
    """A shared Grid."""
    return Grid(tile_rows, tile_cols, margin)

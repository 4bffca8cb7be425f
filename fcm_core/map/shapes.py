"""Rectangles, footprints and floods on bitboards."""

from __future__ import annotations

from fcm_core.map.grid import Grid

SIDES = ("N", "E", "S", "W")  # the sides of the map, of a house, of a tile
# Where the door of a 2 x 2 restaurant lies, as rows and columns from its north-west square.
DOOR_OFFSET = {"NW": (0, 0), "NE": (0, 1), "SW": (1, 0), "SE": (1, 1)}
CORNERS = tuple(DOOR_OFFSET)  # the corners of a restaurant


def garden_place(side: str, height: int, width: int) -> tuple[int, int, int, int]:
    """A garden along a whole side of a house of this size: rows and columns from the house's north-west square, its size."""
    return {"N": (-1, 0, 1, width), "E": (0, width, height, 1), "S": (height, 0, 1, width), "W": (0, -1, height, 1)}[
        side
    ]


def anchors(free: int, grid: Grid, height: int, width: int) -> int:
    """North-west squares where a whole rectangle is free."""
    found = free
    for right in range(1, width):
        found &= free >> right
    rows = found
    for down in range(1, height):
        found &= rows >> (down * grid.stride)
    return found


def rect(grid: Grid, at: int, height: int, width: int) -> int:
    """The squares of a rectangle with its north-west square at `at`."""
    row = ((1 << width) - 1) << at
    mask = 0
    for down in range(height):
        mask |= row << (down * grid.stride)
    return mask


def anchors_touching(places: int, height: int, width: int, target: int, grid: Grid) -> int:
    """Those north-west squares whose rectangle contains a square of `target`."""
    near = 0
    for down in range(height):
        for right in range(width):
            near |= target >> (down * grid.stride + right)
    return places & near


def flood(grid: Grid, start: int, through: int) -> int:
    """All squares of `through` reached orthogonally from `start`, start included."""
    mask = start
    while True:
        grown = mask | (grid.dilate(mask) & through)
        if grown == mask:
            return mask
        mask = grown

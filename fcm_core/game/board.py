"""Placing on the board: what is free, what touches a road, what is in range. Squares are (row, column) or grid indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.game.parts import Choice, Partial
from fcm_core.map.grid import bits
from fcm_core.map.shapes import anchors, rect

if TYPE_CHECKING:
    from fcm_core.game.actions import Square
    from fcm_core.game.game import Game
    from fcm_core.game.state import Campaign

# Where the door of a 2 x 2 restaurant lies, as rows and columns from its north-west square.
DOOR_OFFSET = {"NW": (0, 0), "NE": (0, 1), "SW": (1, 0), "SE": (1, 1)}
# Where a 2 x 1 garden begins, and its height and width, for a 2 x 2 house and the side it lies on.
GARDEN = {"N": (-1, 0, 1, 2), "E": (0, 2, 2, 1), "S": (2, 0, 1, 2), "W": (0, -1, 2, 1)}


def beside_map(game: Game, campaign: Campaign) -> frozenset[Square]:
    """The squares beside the map under a campaign; empty where its kind lies on the board."""
    kind = game.rules.campaign_kinds[campaign.kind]
    return frozenset(kind.beside(game, campaign)) if kind.beside is not None else frozenset()


def squares_mask(game: Game, squares: Iterable[Square]) -> int | Refusal:
    """The squares as a bitboard; a Refusal when one of them is not on the map."""
    grid = game.ground.grid
    mask = 0
    for row, column in squares:
        try:
            bit = 1 << grid.index((row, column))
        except ValueError:
            bit = 0
        if not bit & game.ground.on_map:
            return Refusal("off_map", f"square {row},{column} is not on the map")
        mask |= bit
    return mask


def rect_mask(game: Game, at: Square, height: int, width: int) -> int | Refusal:
    """The squares of a rectangle whose north-west square is `at`; a Refusal when one of them is not on the map."""
    rows, columns = range(at[0], at[0] + height), range(at[1], at[1] + width)
    return squares_mask(game, ((row, column) for row in rows for column in columns))


def place_refusal(game: Game, mask: int, free: int, what: str) -> Refusal | None:
    """Refuses squares that are not empty."""
    blocked = mask & ~free
    if blocked:
        row, column = game.ground.grid.squares[(blocked & -blocked).bit_length() - 1]
        return Refusal("occupied", f"{what} needs empty squares; {row},{column} is not empty")
    return None


def roadside_mask(game: Game, at: Square, height: int, width: int, what: str, free: int) -> int | Refusal:
    """The empty squares of a rectangle, one of them next to a road; a Refusal when they are not."""
    mask = rect_mask(game, at, height, width)
    if isinstance(mask, Refusal):
        return mask
    refusal = place_refusal(game, mask, free, what)
    if refusal is None and not mask & game.ground.roadside:
        return Refusal("roadside", f"one square of {what} must be next to a road")
    return refusal or mask


def by_square(
    game: Game,
    action: str,
    given: tuple[tuple[str, Any], ...],
    places: Mapping[str, int],
    make: Callable[[Square, str], Any],
) -> list[Choice]:
    """Partials of an action that choose its square; behind each the sides or corners of which `places` has the square.

    `given` are the fields chosen before, `make(at, name)` the action.
    """
    squares = game.ground.grid.squares
    everywhere = 0
    for mask in places.values():
        everywhere |= mask

    def names(index: int) -> list[Choice]:
        return [make(squares[index], name) for name, mask in places.items() if mask >> index & 1]

    return [Partial(action, (*given, ("at", squares[index])), partial(names, index)) for index in bits(everywhere)]


def restaurant_refusal(game: Game, at: Square, entrance: str, free: int) -> Refusal | None:
    """Refuses a restaurant that leaves the map, covers something, or whose entrance is not next to a road."""
    if entrance not in DOOR_OFFSET:
        return Refusal("malformed", f"entrance is one of {', '.join(DOOR_OFFSET)}, not {entrance}")
    mask = rect_mask(game, at, 2, 2)
    if isinstance(mask, Refusal):
        return mask
    refusal = place_refusal(game, mask, free, "a restaurant")
    if refusal is not None:
        return refusal
    row, column = DOOR_OFFSET[entrance]
    door = game.ground.grid.index((at[0] + row, at[1] + column))
    if not game.ground.roadside >> door & 1:
        return Refusal("road", f"the entrance at {at[0] + row},{at[1] + column} is not next to a road")
    return None


def restaurant_places(game: Game, free: int, doors: int) -> dict[str, int]:
    """Entrance corner -> bitboard of north-west squares where a restaurant fits and its door lies in `doors`."""
    grid = game.ground.grid
    fits = anchors(free, grid, 2, 2)
    return {corner: fits & (doors >> (row * grid.stride + column)) for corner, (row, column) in DOOR_OFFSET.items()}


def garden_mask(game: Game, at: Square, side: str) -> int | Refusal:
    """The two squares of a garden on one side of the 2 x 2 house at `at`."""
    if side not in GARDEN:
        return Refusal("malformed", f"a garden's side is one of {', '.join(GARDEN)}, not {side}")
    row, column, height, width = GARDEN[side]
    return rect_mask(game, (at[0] + row, at[1] + column), height, width)


__all__ = [
    "DOOR_OFFSET",
    "GARDEN",
    "beside_map",
    "by_square",
    "garden_mask",
    "place_refusal",
    "rect",
    "rect_mask",
    "restaurant_places",
    "restaurant_refusal",
    "roadside_mask",
    "squares_mask",
]

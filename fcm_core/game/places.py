"""Where something may lie: squares that are on the map and empty, beside a road, in range. Nothing here changes the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.game.parts import Choice, Partial
from fcm_core.map.grid import bits
from fcm_core.map.shapes import DOOR_OFFSET, SIDES, anchors, garden_place

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import Square
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


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
    """Refuses squares that are not empty; `what` is the thing's name in the sentence, such as "the coffee shop"."""
    blocked = mask & ~free
    if blocked:
        row, column = game.ground.grid.squares[(blocked & -blocked).bit_length() - 1]
        return Refusal("occupied", f"{what} needs empty squares; {row},{column} is not empty")
    return None


def roadside_mask(game: Game, at: Square, height: int, width: int, what: str, free: int) -> int | Refusal:
    """The empty squares of a rectangle, one of them next to a road; a Refusal, which names `what`, when they are not."""
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
    """Partials of an action that choose its square. Each offers the sides or corners that `places` gives for that square.

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


def garden_mask(game: Game, at: Square, side: str, height: int = 2, width: int = 2) -> int | Refusal:
    """The squares of a garden on one side of a house whose north-west square is `at`."""
    if side not in SIDES:
        return Refusal("malformed", f"a garden's side is one of {', '.join(SIDES)}, not {side}")
    row, column, *shape = garden_place(side, height, width)
    return rect_mask(game, (at[0] + row, at[1] + column), *shape)


def garden_beside(game: Game, house: House, side: str) -> int | Refusal:
    """The squares of a garden on one side of a house that is on the board."""
    width = (~(house.mask >> house.at) & -~(house.mask >> house.at)).bit_length() - 1
    height = house.mask.bit_count() // width
    return garden_mask(game, game.ground.grid.squares[house.at], side, height, width)

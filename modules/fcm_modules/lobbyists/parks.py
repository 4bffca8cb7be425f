"""Parks: houses beside one pay one unit price more.

Ketchup rulebook, Lobbyists; R-54, R-57.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, frozen

from fcm_core.modding import (
    ActionKind,
    Choice,
    Event,
    Game,
    Mask,
    Refusal,
    Seat,
    Spot,
    Square,
    Words,
    bits,
    told,
)
from fcm_modules.base.parks import PARK, beside_park
from fcm_modules.lobbyists.pieces import (
    PIECE_CODES,
    Box,
    Cells,
    Shape,
    anchors,
    as_listed,
    check_piece,
    covered,
    left,
    listed,
    lobbied,
    may_act,
    milestone_value,
    place_piece,
    reachable,
    ways_to_lie,
)

PARKS: Box = {
    "line": Shape(("####",), 1),
    "t": Shape(("###", ".#."), 1),
    "l": Shape(("###", "..#"), 2),
}


@define(unsafe_hash=True)
class PlacePark:
    """Places a park; a flipped shape is mirrored first and turned afterwards."""

    shape: str
    at: Square
    turns: int = 0
    flipped: bool = False


@frozen
class ParkPlaced(Event):
    """A park lies on the map for the rest of the game."""

    seat: Seat
    squares: tuple[Spot, ...]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} lays out a park over {' '.join(map(say.square, self.squares))}"


on_park_placed = told(ParkPlaced)


class PlacingPark(ActionKind[PlacePark]):
    """R-54: a lobbyist places a park from the box."""

    name = "place_park"
    cls = PlacePark
    help = "Place a park."
    codes = PIECE_CODES

    def check(self, game: Game, seat: Seat, action: PlacePark) -> Refusal | None:
        """R-54: one square next to a finished road square within range."""
        mask = check_piece(game, seat, action, PARKS, PARK)
        if isinstance(mask, Refusal):
            return mask
        if not mask & beside_reachable_roads(game, seat):
            return Refusal("range", "a park needs a square next to a road within range 2 of an own entrance")
        return None

    def canonical(self, game: Game, seat: Seat, action: PlacePark) -> PlacePark:
        """Turned as little as possible, and flipped only where turning does not do."""
        turns, flipped = as_listed(PARKS, action.shape, action.turns, action.flipped)
        return PlacePark(action.shape, action.at, turns, flipped)

    def apply(self, game: Game, seat: Seat, action: PlacePark) -> None:
        """R-57: the park lies there for the rest of the game."""
        mask = place_piece(game, PARK, seat, action, PARKS)
        on_park_placed(game, seat, tuple(bits(mask)))
        lobbied(game, seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-54: the shape and how it lies first, then the square."""
        if may_act(game, seat) is not None:
            return []
        found: list[Choice] = []
        for shape, (rows, _) in PARKS.items():
            if left(game, shape, PARKS) > 0:
                for flipped, turns, squares in ways_to_lie(rows, (False, True)):
                    places = [
                        PlacePark(shape, game.ground.grid.squares[at], turns, flipped)
                        for at in bits(anchors(game, squares, game.board.free()) & touching(game, seat, squares))
                    ]
                    if places:
                        given = (("shape", shape), ("turns", turns), ("flipped", flipped))
                        found.append(listed(self.name, given, places))
        return found

    def value(self, game: Game, seat: Seat, action: PlacePark) -> int:
        """The milestone, and a unit price at houses that get a park: for the player where no other chain is nearer."""
        mask = covered(game, action, PARKS)
        assert not isinstance(mask, Refusal)
        beside = game.ground.grid.dilate(mask)
        total = milestone_value(game, seat)
        for house in game.state.houses.values():
            if (house.mask | house.garden) & beside and not beside_park(game, house):
                ways = [game.board.distance(house.id, other) for other in game.seats]
                mine, others = ways.pop(seat), [way for way in ways if way is not None]
                nearest = mine is not None and mine <= min(others, default=mine)
                total += game.state.base_price if nearest else -game.state.base_price // 2 if others else 0
        return total


def beside_reachable_roads(game: Game, seat: Seat) -> Mask:
    """Squares next to a finished road square within range."""
    across, along = reachable(game, seat)
    return game.ground.grid.dilate(across | along)


def touching(game: Game, seat: Seat, squares: Cells) -> Mask:
    """Where the rectangle of a shape can begin so that one of its squares lies next to a road in range."""
    near, stride = beside_reachable_roads(game, seat), game.ground.grid.stride
    mask = 0
    for row, column in squares:
        mask |= near >> (row * stride + column)
    return mask

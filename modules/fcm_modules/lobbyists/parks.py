"""Parks: houses beside one pay a unit price more.

Ketchup rulebook, Lobbyists; R-54, R-57.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import define, frozen

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat, Spot
from fcm_core.game.actions import Square
from fcm_core.game.cards import use_card
from fcm_core.game.events import Event, Words
from fcm_core.game.laws import told
from fcm_core.game.parts import ActionKind, Choice
from fcm_core.map.grid import bits
from fcm_modules.base.parks import PARK, beside_park
from fcm_modules.lobbyists.pieces import (
    CARD,
    PIECE_CODES,
    Box,
    anchors,
    as_listed,
    cells,
    check_piece,
    lay,
    left,
    listed,
    lobbied,
    may_act,
    milestone_value,
    reachable,
    squares_of,
)

if TYPE_CHECKING:
    from fcm_core.game.game import Game

PARKS: Box = {
    "line": (("####",), 1),
    "t": (("###", ".#."), 1),
    "l": (("###", "..#"), 2),
}


@define(unsafe_hash=True)
class PlacePark:
    """Places a park; the flipped shape is a mirror image, turned afterwards."""

    shape: str
    at: Square
    turns: int = 0
    flipped: bool = False


@frozen
class ParkPlaced(Event):
    """A park lies on the map for good."""

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
        mask = check_piece(game, seat, action, PARKS, "park")
        if isinstance(mask, Refusal):
            return mask
        across, along = reachable(game, seat)
        if not mask & game.ground.grid.dilate(across | along):
            return Refusal("range", "a park needs a square next to a road within range 2 of an own entrance")
        return None

    def canonical(self, game: Game, seat: Seat, action: PlacePark) -> PlacePark:
        """Turned as little as possible, and flipped only where turning does not do."""
        turns, flipped = as_listed(PARKS, action.shape, action.turns, action.flipped)
        return PlacePark(action.shape, action.at, turns, flipped)

    def apply(self, game: Game, seat: Seat, action: PlacePark) -> None:
        """R-54, R-57: the park lies there for good."""
        mask = squares_of(game, action.at, cells(PARKS[action.shape][0], action.turns, action.flipped))
        assert isinstance(mask, int)
        use_card(game, seat, CARD)
        lay(game, PARK, seat, action.shape, mask)
        on_park_placed(game, seat, tuple(bits(mask)))
        lobbied(game, seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-54: the shape and how it lies first, then the square."""
        if may_act(game, seat) is not None:
            return []
        across, along = reachable(game, seat)
        near = game.ground.grid.dilate(across | along)
        stride = game.ground.grid.stride
        found: list[Choice] = []
        for shape, (rows, _) in PARKS.items():
            if left(game, shape, PARKS) <= 0:
                continue
            seen = set()
            for flipped in (False, True):
                for turns in range(4):
                    squares = cells(rows, turns, flipped)
                    if squares in seen:
                        continue
                    seen.add(squares)
                    touching = 0
                    for row, column in squares:
                        touching |= near >> (row * stride + column)
                    places = [
                        PlacePark(shape, game.ground.grid.squares[at], turns, flipped)
                        for at in bits(anchors(game, squares, game.board.free()) & touching)
                    ]
                    if places:
                        given = (("shape", shape), ("turns", turns), ("flipped", flipped))
                        found.append(listed(self.name, given, places))
        return found

    def value(self, game: Game, seat: Seat, action: PlacePark) -> int:
        """The milestone, and a unit price at houses that get a park: for the player where no other chain is nearer."""
        mask = squares_of(game, action.at, cells(PARKS[action.shape][0], action.turns, action.flipped))
        assert isinstance(mask, int)
        beside = game.ground.grid.dilate(mask)
        total = milestone_value(game, seat)
        for house in game.state.houses.values():
            if (house.mask | house.garden) & beside and not beside_park(game, house):
                ways = [game.board.distance(house.id, other) for other in game.state.seats]
                mine, others = ways.pop(seat), [way for way in ways if way is not None]
                nearest = mine is not None and mine <= min(others, default=mine)
                total += game.state.base_price if nearest else -game.state.base_price // 2 if others else 0
        return total

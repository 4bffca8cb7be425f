"""Roads: under construction until Cleanup, with roadwork markers where they meet a road.

Ketchup rulebook, Lobbyists; R-54, R-55.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

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
    refusals,
    told,
)
from fcm_modules.lobbyists.pieces import (
    OUTWARD,
    PIECE_CODES,
    ROAD,
    ROADWORKS,
    Box,
    Cells,
    Shape,
    anchors,
    as_listed,
    cells,
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

ROADS: Box = {
    "short": Shape(("##",), 4),
    "long": Shape(("####",), 2),
    "bend": Shape(("##", "#."), 2),
}


@define(unsafe_hash=True)
class PlaceRoad:
    """Places a road under construction: `at` is the north-west square of the rectangle around the turned shape."""

    shape: str
    at: Square
    turns: int = 0


@frozen
class RoadPlaced(Event):
    """A road lies under construction, with roadwork markers on finished road squares."""

    seat: Seat
    squares: tuple[Spot, ...]
    roadworks: tuple[Spot, ...]

    def sentence(self, say: Words) -> str:
        text = f"{say.player(self.seat)} starts a road over {' '.join(map(say.square, self.squares))}"
        return f"{text}, roadworks at {' '.join(map(say.square, self.roadworks))}" if self.roadworks else text


@frozen
class RoadsFinished(Event):
    """The roadworks have ended; these squares are roads now."""

    squares: tuple[Spot, ...]

    def sentence(self, say: Words) -> str:
        opened = f"; now open: {' '.join(map(say.square, self.squares))}" if self.squares else ""
        return f"the roadworks end{opened}"


on_road_placed = told(RoadPlaced)
on_roads_finished = told(RoadsFinished)


@lru_cache(maxsize=64)
def arrows(squares: Cells) -> tuple[tuple[tuple[int, int], bool], ...]:
    """Where a road's two ends point: the square in front of each end, and whether it points north or south."""
    found = []
    for row, column in squares:
        beside = [(down, right) for down, right in OUTWARD.values() if (row + down, column + right) in squares]
        if len(beside) == 1:
            down, right = beside[0]
            found.append(((row - down, column - right), bool(down)))
    return tuple(found)


def _shift(mask: Mask, offset: int) -> Mask:
    """The squares, moved back by so many in the grid's order."""
    return mask >> offset if offset >= 0 else mask << -offset


def _pointed(game: Game, action: PlaceRoad) -> list[tuple[Spot, bool]]:
    """The squares in front of the two ends, with whether the end points north or south; none off the grid."""
    grid = game.ground.grid
    found = []
    for (row, column), along in arrows(cells(ROADS[action.shape].rows, action.turns)):
        try:
            found.append((grid.index((action.at[0] + row, action.at[1] + column)), along))
        except ValueError:
            continue
    return found


def _new_markers(game: Game, pointed: Sequence[tuple[Spot, bool]]) -> list[Spot]:
    """R-54: finished road squares among those that have no marker yet."""
    marked = {square for square, _ in game.state.map.costs}
    return [square for square, _ in pointed if game.ground.roads >> square & 1 and square not in marked]


class PlacingRoad(ActionKind[PlaceRoad]):
    """R-54: a lobbyist starts a road from the box."""

    name = "place_road"
    cls = PlaceRoad
    help = "Place a road; it is open to traffic after Cleanup."
    codes = PIECE_CODES | refusals("road", roadworks_left="all roadwork markers are on the map")

    def check(self, game: Game, seat: Seat, action: PlaceRoad) -> Refusal | None:
        """R-54: one end points at a finished road square within range, or at an own entrance that it starts from."""
        mask = check_piece(game, seat, action, ROADS, ROAD)
        if isinstance(mask, Refusal):
            return mask
        across, along = reachable(game, seat)
        starts = game.board.range_starts(seat)
        pointed = _pointed(game, action)
        if not any(((along if vertical else across) | starts) >> square & 1 for square, vertical in pointed):
            if any(game.ground.roads >> square & 1 for square, _ in pointed):
                return Refusal("range", "the road that an end points at is not within range 2 of an own entrance")
            return Refusal("road", "an end must point at a road in range, or at an own entrance")
        if len(game.state.map.costs) + len(_new_markers(game, pointed)) > ROADWORKS:
            return Refusal("roadworks_left", f"all {ROADWORKS} roadwork markers are on the map")
        return None

    def canonical(self, game: Game, seat: Seat, action: PlaceRoad) -> PlaceRoad:
        """Turned as little as possible."""
        return PlaceRoad(action.shape, action.at, as_listed(ROADS, action.shape, action.turns)[0])

    def apply(self, game: Game, seat: Seat, action: PlaceRoad) -> None:
        """R-54: the road lies under construction; the road squares that its ends point at are roadworks from now on."""
        markers = _new_markers(game, _pointed(game, action))
        mask = place_piece(game, ROAD, seat, action, ROADS)
        if markers:
            mark(game, tuple((square, 1) for square in markers))
        on_road_placed(game, seat, tuple(bits(mask)), tuple(markers))
        lobbied(game, seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-54: the shape and how it is turned first, then the square."""
        if may_act(game, seat) is not None:
            return []
        found: list[Choice] = []
        for shape, (rows, _) in ROADS.items():
            if left(game, shape, ROADS) > 0:
                for _, turns, _ in ways_to_lie(rows, (False,)):
                    places = list(self._places(game, seat, shape, turns))
                    if places:
                        given = (("shape", shape), ("turns", turns))
                        found.append(listed(self.name, given, places))
        return found

    def _places(self, game: Game, seat: Seat, shape: str, turns: int) -> Iterator[PlaceRoad]:
        """The places where a road of this shape, turned like this, may lie."""
        squares = cells(ROADS[shape].rows, turns)
        across, along = reachable(game, seat)
        starts = game.board.range_starts(seat)
        stride = game.ground.grid.stride
        meets = 0
        for (row, column), vertical in arrows(squares):
            meets |= _shift((along if vertical else across) | starts, row * stride + column)
        for anchor in bits(anchors(game, squares, game.board.free()) & meets):
            action = PlaceRoad(shape, game.ground.grid.squares[anchor], turns)
            if self.check(game, seat, action) is None:
                yield action

    def value(self, game: Game, seat: Seat, action: PlaceRoad) -> int:
        """The milestone, and houses beside the road that cannot be reached yet."""
        mask = covered(game, action, ROADS)
        assert not isinstance(mask, Refusal)
        beside = game.ground.grid.dilate(mask)
        houses = [house for house in game.state.houses.values() if (house.mask | house.garden) & beside]
        return milestone_value(game, seat) + 6 * sum(game.board.distance(house.id, seat) is None for house in houses)


def mark(game: Game, markers: tuple[tuple[Spot, int], ...]) -> None:
    """More roadworks: (square, tile borders it costs to pass it)."""
    game.board.set_costs((*game.state.map.costs, *markers))


def under_construction(game: Game) -> Mask:
    """The squares of roads that are not open yet."""
    mask = 0
    for piece in game.state.pieces:
        if piece.kind == ROAD:
            mask |= piece.mask
    return mask


def open_roads(game: Game, mask: Mask) -> None:
    """The roads under construction on these squares are roads from now on."""
    for piece in game.state.pieces:
        if piece.kind == ROAD and piece.mask & mask:
            game.board.lift_piece(piece)
    game.board.open_road(mask)


def finish_roads(game: Game) -> None:
    """The roadworks end and the new roads are roads."""
    mask = under_construction(game)
    if not mask and not game.state.map.costs:
        return
    game.board.set_costs(())
    open_roads(game, mask)
    on_roads_finished(game, tuple(bits(mask)))

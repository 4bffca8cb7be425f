"""Freeways: they lie beside the map and lead to the rural area.

Ketchup rulebook, Rural Marketeers; R-28, R-67.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, frozen

from fcm_core.modding import (
    SIDES,
    ActionKind,
    Choice,
    Event,
    Game,
    Piece,
    Position,
    Reader,
    Refusal,
    Seat,
    Spot,
    Square,
    TakeOrLeave,
    Words,
    refusals,
    told,
)
from fcm_modules.base.campaigns import AIRPLANE_DEPTH

FREEWAY = "freeway"
FREEWAYS = 3
LENGTH = 3  # squares


@define(unsafe_hash=True)
class PlaceFreeway:
    """Places a freeway beside the map's edge: end on at one row or column, or lengthwise along three from `line` on."""

    side: str
    line: int
    lengthwise: bool = False


@frozen
class FreewayPlaced(Event):
    """A freeway was placed beside the map: end on, or lengthwise along three rows or columns from `line` on."""

    seat: Seat
    side: str
    line: int
    lengthwise: bool

    def sentence(self, say: Words) -> str:
        lines = f"lines {self.line} to {self.line + LENGTH - 1}" if self.lengthwise else f"line {self.line}"
        return f"{say.player(self.seat)} places a freeway on side {self.side}, {lines}"


on_freeway_placed = told(FreewayPlaced)


# --- where they lie --------------------------------------------------------------------------------------------------


@frozen
class Stretch:
    """A straight stretch of the map's edge as seen from a side: `lines` rows or columns from `line` on.

    It keeps the squares of the map that it touches, so that a map that grows does not move the freeway there.
    """

    side: str
    line: int
    lines: int
    touched: tuple[Spot, ...]

    def covered(self, game: Game) -> frozenset[Square]:
        """The squares beside the map under a freeway there: three in a row, away from the map or along it."""
        row, column = game.ground.grid.squares[self.touched[0]]
        depth = 1 if self.lines == LENGTH else LENGTH
        return game.ground.edge_strip(self.side, self.line, self.lines, depth, row if self.side in "NS" else column)

    def exits(self, game: Game) -> list[tuple[Spot, bool]]:
        """The road squares that it touches, and whether one drives north-south there."""
        return [(square, self.side in "NS") for square in self.touched if game.ground.roads >> square & 1]


def stretch(game: Game, side: str, line: int, lengthwise: bool) -> Stretch | None:
    """Where a freeway would lie; None where the edge is not there or not straight."""
    lines = LENGTH if lengthwise else 1
    edge = game.ground.edge(side)
    ends = [edge.get(each) for each in range(line, line + lines)]
    end = ends[0]
    if end is None or ends != [end] * lines:
        return None
    index = game.ground.grid.index
    touched = (index((end, each) if side in "NS" else (each, end)) for each in range(line, line + lines))
    return Stretch(side, line, lines, tuple(touched))


def freeways(game: Game) -> list[Stretch]:
    """Where the freeways lie."""
    return [stretch_of(piece) for piece in game.state.pieces if piece.kind == FREEWAY]


def stretch_of(piece: Piece) -> Stretch:
    """Where a freeway lies."""
    return Stretch(*piece.data)


def freeway_refusal(game: Game, side: str, line: int, lengthwise: bool) -> Refusal | None:
    """R-67: beside the outer edge, next to a road, clear of airplanes and other freeways."""
    if side not in SIDES:
        return Refusal("malformed", f"side is one of {', '.join(SIDES)}, not {side}")
    if len(freeways(game)) >= FREEWAYS:
        return Refusal("freeways_left", "no freeway is left")
    there = stretch(game, side, line, lengthwise)
    if there is None:
        last = line + LENGTH - 1 if lengthwise else line
        return Refusal("off_map", f"lines {line} to {last} are no straight outer edge of side {side}")
    if not there.exits(game):
        return Refusal("road", "a freeway must be next to a road square at the map's edge")
    covered = there.covered(game)
    for campaign in game.state.campaigns.values():
        if game.board.beside(campaign) & covered:
            return Refusal("same_edge", f"airplane {campaign.number} lies on this stretch of the edge")
    return taken_refusal(game, covered)


def taken_refusal(game: Game, squares: frozenset[Square]) -> Refusal | None:
    """Refuses squares beside the map on which a freeway lies."""
    if any(squares & freeway.covered(game) for freeway in freeways(game)):
        return Refusal("same_edge", "a freeway lies on this stretch of the edge")
    return None


def edge_refusal(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    """Refuses something as deep as an airplane along a stretch of the edge where a freeway lies."""
    return taken_refusal(game, game.ground.edge_strip(side, line, lines, AIRPLANE_DEPTH)) if freeways(game) else None


def put_freeway(game: Game, side: str, line: int, lengthwise: bool) -> None:
    """Places the freeway. Its mask holds the squares beside the map that it covers, where a map tile may come later."""
    there = stretch(game, side, line, lengthwise)
    assert there is not None
    mask = 0
    for square in there.covered(game):
        try:
            mask |= 1 << game.ground.grid.index(square)
        except ValueError:
            continue  # no tile can come there
    data = (there.side, there.line, there.lines, there.touched)
    game.board.put_piece(Piece(FREEWAY, there.touched[0], mask, data=data))


# --- placing one -----------------------------------------------------------------------------------------------------


class PlacingFreeway(ActionKind[PlaceFreeway]):
    """R-67: a freeway beside the edge of the map."""

    name = "place_freeway"
    cls = PlaceFreeway
    help = "Place a freeway beside the map's edge."
    codes = refusals("malformed", "off_map", "road", "same_edge", freeways_left="no freeway is left")

    def check(self, game: Game, seat: Seat, action: PlaceFreeway) -> Refusal | None:
        """R-67: beside the outer edge, next to a road, clear of airplanes and other freeways."""
        return freeway_refusal(game, action.side, action.line, action.lengthwise)

    def apply(self, game: Game, seat: Seat, action: PlaceFreeway) -> None:
        """R-67: it lies there for the rest of the game."""
        put_freeway(game, action.side, action.line, action.lengthwise)
        on_freeway_placed(game, seat, action.side, action.line, action.lengthwise)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-67: every place, end on and lengthwise."""
        rows, columns = game.ground.extent()
        return [
            PlaceFreeway(side, line, lengthwise)
            for side in SIDES
            for line in (columns if side in "NS" else rows)
            for lengthwise in (False, True)
            if freeway_refusal(game, side, line, lengthwise) is None
        ]

    def value(self, game: Game, seat: Seat, action: PlaceFreeway) -> int:
        """A hint for bots: more, the nearer it leads to an own restaurant; 0 where it leads to none."""
        there = stretch(game, action.side, action.line, action.lengthwise)
        doors = game.board.doors(seat)
        if there is None or not doors:
            return 0
        ground = game.ground.dinner
        nodes = {node for square, vertical in there.exits(game) for node in ground.net.nodes_at(square, vertical)}
        way = ground.distance(tuple((node, 0) for node in sorted(nodes)), ground.access(doors)) if nodes else None
        return 0 if way is None else max(1, 20 - 4 * way)


class FirstFreeway(TakeOrLeave):
    """R-67: whether and where the freeway of First rural marketeer used is placed."""

    name = "freeway"
    actions = ("place_freeway", "pass")
    title = "the freeway of First rural marketeer used"


# --- the piece -------------------------------------------------------------------------------------------------------


def read_freeway(position: Position, game: Game, read: Reader) -> None:
    """A [[piece]] of kind `freeway`: its `side`, `line` and `lengthwise`."""
    side = read.choice("side", SIDES, "N")
    line = read.get("line", int, 0, required=True)
    lengthwise = read.get("lengthwise", bool, False)
    refusal = freeway_refusal(game, side, line, lengthwise)
    if refusal is not None:
        read.problem("line", refusal.message)
        return
    put_freeway(game, side, line, lengthwise)


def describe_freeway(game: Game, piece: Piece) -> str:
    """Where it lies, in plain words."""
    there = stretch_of(piece)
    where = f"line {there.line}" if there.lines == 1 else f"lines {there.line} to {there.line + there.lines - 1}"
    return f"beside the board on {there.side}, {where}"


def squares_beside(game: Game, piece: Piece) -> Iterable[Square]:
    """The squares beside the map under it."""
    return stretch_of(piece).covered(game)

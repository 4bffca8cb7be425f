"""Rural Marketeers: the countryside eats last, is reached by freeways and sees campaigns that never end.

Ketchup rulebook, Rural Marketeers; R-10, R-67.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.events import Event, Words
from fcm_core.game.laws import told
from fcm_core.game.milestones import award
from fcm_core.game.offers import TakeOrLeave
from fcm_core.game.parts import ActionKind, CampaignKind, Choice, DecisionKind, HouseKind, PieceKind
from fcm_core.game.state import House, Piece
from fcm_core.map.shapes import SIDES
from fcm_modules.base.campaigns import AIRPLANE_DEPTH

if TYPE_CHECKING:
    from fcm_core.game.actions import PlaceCampaign, Square
    from fcm_core.game.events import CampaignPlaced
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import Campaign, HouseId

RURAL = "rural"
FREEWAY = "freeway"
FREEWAYS = 3
LENGTH = 3  # squares along the edge of a freeway laid lengthwise
LAST = 10**9  # behind every number in the eating order
MILESTONE = "first_rural_marketeer_used"


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


# --- the area and its campaigns ----------------------------------------------------------------------------------------


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """Two counters for each one, no limit, no garden."""
    return (HouseKind(RURAL, limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hooks.list_houses.impl
def list_houses(game: Game) -> Sequence[House]:
    """A house without squares, there from the start."""
    return (House(RURAL, LAST, RURAL, 0, printed=False),)


def _taken(game: Game) -> list[str]:
    return [campaign.side for campaign in game.state.campaigns.values() if campaign.kind == RURAL]


def placements(game: Game, seat: Seat, card: CardId, number: int) -> Iterator[dict[str, Any]]:
    """One campaign on each side of the area."""
    taken = _taken(game)
    for side in SIDES:
        if side not in taken:
            yield {"side": side}


def check_place(game: Game, seat: Seat, card: CardId, action: PlaceCampaign) -> Refusal | None:
    """A free side of the rural area, nothing else."""
    if action.side not in SIDES or action.at is not None or action.line is not None or action.turned is not None:
        return Refusal("malformed", "a rural campaign takes a side (N, E, S, W) of the rural area and nothing else")
    if action.side in _taken(game):
        return Refusal("same_edge", f"side {action.side} of the rural area has its campaign already")
    return None


def build(game: Game, action: PlaceCampaign) -> dict[str, Any]:
    """The side of the area; a position that names none takes the next free one."""
    return {"side": action.side or next(side for side in SIDES if side not in _taken(game))}


def reach(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """The rural area and nobody else."""
    return (RURAL,)


@hooks.contribute_campaign_kinds.impl
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Rural campaigns never end."""
    return (
        CampaignKind(
            RURAL, placements, check_place, build, reach, can_place=lambda g, p, c, n: len(_taken(g)) < 4, eternal=True
        ),
    )


# --- freeways --------------------------------------------------------------------------------------------------------------


def freeways(game: Game) -> list[Piece]:
    """The freeways beside the map."""
    return [piece for piece in game.state.pieces if piece.kind == FREEWAY]


def edge_square(game: Game, side: str, line: int) -> int | None:
    """The map's outermost square of a row or column as seen from a side; None where the map has none."""
    far = game.ground.edge(side).get(line)
    return None if far is None else game.ground.grid.index((far, line) if side in "NS" else (line, far))


def _touched(game: Game, side: str, line: int, lines: int) -> list[int] | None:
    """The edge squares beside a stretch; None where it is not one straight edge."""
    found = []
    depths = set()
    for each in range(line, line + lines):
        at = edge_square(game, side, each)
        if at is None:
            return None
        row, column = game.ground.grid.squares[at]
        depths.add(row if side in "NS" else column)
        found.append(at)
    return found if len(depths) == 1 else None


def _strip(game: Game, side: str, line: int, squares: Sequence[int]) -> frozenset[Square]:
    """The squares beside the map under a freeway that touches these: three in a row, away from the map or along it."""
    row, column = game.ground.grid.squares[squares[0]]
    depth = 1 if len(squares) == LENGTH else LENGTH
    return game.ground.edge_strip(side, line, len(squares), depth, row if side in "NS" else column)


def freeway_refusal(game: Game, side: str, line: int, lengthwise: bool) -> Refusal | None:
    """Beside the outer edge, next to a road, clear of airplanes and other freeways."""
    lines = LENGTH if lengthwise else 1
    if side not in SIDES:
        return Refusal("malformed", f"side is one of {', '.join(SIDES)}, not {side}")
    if len(freeways(game)) >= FREEWAYS:
        return Refusal("freeways_left", "no freeway is left")
    squares = _touched(game, side, line, lines)
    if squares is None:
        return Refusal("off_map", f"lines {line} to {line + lines - 1} are no straight outer edge of side {side}")
    if not any(game.ground.roads >> at & 1 for at in squares):
        return Refusal("road", "a freeway must be next to a road square at the map's edge")
    strip = _strip(game, side, line, squares)
    for campaign in game.state.campaigns.values():
        if game.board.beside(campaign) & strip:
            return Refusal("same_edge", f"airplane {campaign.number} lies on this stretch of the edge")
    return _freeway_there(game, strip)


def _freeway_there(game: Game, strip: frozenset[Square]) -> Refusal | None:
    if any(strip & _strip(game, piece.data[0], piece.data[1], piece.data[3]) for piece in freeways(game)):
        return Refusal("same_edge", "a freeway lies on this stretch of the edge")
    return None


@hooks.check_edge.impl
def check_edge(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    """Nothing else lies where a freeway does."""
    return _freeway_there(game, game.ground.edge_strip(side, line, lines, AIRPLANE_DEPTH)) if freeways(game) else None


def put_freeway(game: Game, side: str, line: int, lengthwise: bool) -> None:
    """Places the freeway; it keeps the squares it touches, so that a map that grows does not move it.

    Its mask holds the squares beside the map that it covers, where the grid has room for the map to grow there.
    """
    lines = LENGTH if lengthwise else 1
    squares = _touched(game, side, line, lines)
    assert squares is not None
    grid = game.ground.grid
    mask = 0
    for square in _strip(game, side, line, squares):
        try:
            mask |= 1 << grid.index(square)
        except ValueError:
            continue  # no tile can come there
    data = (side, line, lines, tuple(squares))
    game.board.put_piece(Piece(FREEWAY, squares[0], mask, data=data))


@hooks.set_house_exits.impl
def set_house_exits(game: Game, house: House) -> Sequence[tuple[int, bool]] | None:
    """R-67: the road squares beside any freeway; the border between freeway and map is not counted."""
    if house.kind != RURAL:
        return None
    return [
        (square, piece.data[0] in "NS")
        for piece in freeways(game)
        for square in piece.data[3]
        if game.ground.roads >> square & 1
    ]


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """The freeway; a scenario gives its side, line and lengthwise."""

    def read(scenario: Any, game: Game, table: Any) -> None:
        side = table.choice("side", SIDES, "N")
        line = table.get("line", int, 0, required=True)
        lengthwise = table.get("lengthwise", bool, False)
        refusal = freeway_refusal(game, side, line, lengthwise)
        if refusal is not None:
            table.problem("line", refusal.message)
            return
        put_freeway(game, side, line, lengthwise)

    def describe(game: Game, piece: Piece) -> str:
        side, line, lines, _ = piece.data
        where = f"line {line}" if lines == 1 else f"lines {line} to {line + lines - 1}"
        return f"beside the board on {side}, {where}"

    def beside(game: Game, piece: Piece) -> Iterable[Square]:
        side, line, _, touched = piece.data
        return _strip(game, side, line, touched)

    return (PieceKind(FREEWAY, "f", read=read, describe=describe, beside=beside),)


# --- First rural marketeer used ------------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def on_campaign_placed(game: Game, event: CampaignPlaced) -> None:
    """Whoever gets the milestone may place a freeway at once."""
    if event.campaign.kind == RURAL and award(game, event.seat, MILESTONE):
        game.ask(FREEWAY, [event.seat])


class PlacingFreeway(ActionKind[PlaceFreeway]):
    """R-67: a freeway beside the edge of the map."""

    name = "place_freeway"
    cls = PlaceFreeway
    help = "Place a freeway beside the map's edge."
    codes = ("malformed", "freeways_left", "off_map", "road", "same_edge")

    def check(self, game: Game, seat: Seat, action: PlaceFreeway) -> Refusal | None:
        """R-67: beside the outer edge, next to a road, clear of airplanes and other freeways."""
        return freeway_refusal(game, action.side, action.line, action.lengthwise)

    def apply(self, game: Game, seat: Seat, action: PlaceFreeway) -> None:
        """R-67: it lies there for good."""
        put_freeway(game, action.side, action.line, action.lengthwise)
        on_freeway_placed(game, seat, action.side, action.line, action.lengthwise)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-67: every place, end on and lengthwise."""
        found: list[Choice] = []
        rows, columns = game.ground.extent()
        for side in SIDES:
            for line in columns if side in "NS" else rows:
                for lengthwise in (False, True):
                    if freeway_refusal(game, side, line, lengthwise) is None:
                        found.append(PlaceFreeway(side, line, lengthwise))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceFreeway) -> int:
        """A hint for bots: more, the nearer it leads to an own restaurant; 0 where it leads to none."""
        squares = _touched(game, action.side, action.line, LENGTH if action.lengthwise else 1)
        ground = game.ground.dinner
        nodes = {node for at in squares or () for node in ground.net.nodes_at(at, action.side in "NS")}
        doors = game.board.doors(seat)
        way = (
            ground.distance(tuple((node, 0) for node in sorted(nodes)), ground.access(doors))
            if doors and nodes
            else None
        )
        return 0 if way is None else max(1, 20 - 4 * way)


class Freeway(TakeOrLeave):
    """R-67: where the freeway of First rural marketeer used goes; it may be left."""

    name = FREEWAY
    actions = ("place_freeway", "pass")
    title = "the freeway of First rural marketeer used"


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Placing a freeway."""
    return (PlacingFreeway(),)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Where the freeway goes; it may be left."""
    return (Freeway(),)

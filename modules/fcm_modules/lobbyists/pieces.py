"""What roads and parks have in common: their shapes, the box, where they may lie, who may place them.

Ketchup rulebook, Lobbyists; R-54.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import define, field

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.actions import Square
from fcm_core.game.cards import actions_left, at_work
from fcm_core.game.milestones import award, can_earn
from fcm_core.game.parts import Partial
from fcm_core.game.places import place_refusal, squares_mask
from fcm_core.game.state import Piece
from fcm_core.map.grid import bits

if TYPE_CHECKING:
    from fcm_core.game.game import Game

CARD = "lobbyist"
MILESTONE = "first_lobbyist_used"
ROAD = "road"  # a road under construction
ROADWORK = "roadwork"  # a marker on a finished road square
ROADWORKS = 8
PIECE_CODES = ("not_at_work", "used_up", "malformed", "pieces_left", "off_map", "occupied", "range", "step_over")
OUTWARD = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
Box = Mapping[str, tuple[tuple[str, ...], int]]  # name of the shape -> its squares and how many the box holds


@define
class Built:
    """Pieces used so far, by shape."""

    pieces: dict[str, int] = field(factory=dict)

    def copy(self) -> Built:
        """An independent copy."""
        return Built(dict(self.pieces))


@lru_cache(maxsize=256)
def cells(rows: tuple[str, ...], turns: int, flipped: bool = False) -> tuple[tuple[int, int], ...]:
    """The squares of a shape turned by quarter turns clockwise, as rows and columns from its rectangle's corner."""
    if flipped:
        rows = tuple(row[::-1] for row in rows)
    for _ in range(turns):
        rows = tuple("".join(rows[len(rows) - 1 - r][c] for r in range(len(rows))) for c in range(len(rows[0])))
    return tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


def as_listed(box: Box, shape: str, turns: int, flipped: bool = False) -> tuple[int, bool]:
    """Of all ways to turn and flip a shape that cover the same squares the first: turns, and whether it is flipped."""
    if shape not in box or not 0 <= turns <= 3:
        return turns, flipped
    rows = box[shape][0]
    same = cells(rows, turns, flipped)
    return next((t, f) for f in (False, True) for t in range(4) if cells(rows, t, f) == same)


def anchors(game: Game, squares: Sequence[tuple[int, int]], free: int) -> int:
    """Bitboard of the squares at which the rectangle of a shape can begin so that it lies on free squares."""
    found = -1
    for row, column in squares:
        found &= free >> (row * game.ground.grid.stride + column)
    return found


def squares_of(game: Game, at: Square, squares: Sequence[tuple[int, int]]) -> int | Refusal:
    """The squares of a shape whose rectangle begins at `at`; a Refusal when one of them is not on the map."""
    return squares_mask(game, ((at[0] + row, at[1] + column) for row, column in squares))


def reachable(game: Game, seat: Seat) -> tuple[int, int]:
    """Finished road squares within range, as a road that comes from west or east, and from north or south, meets them."""

    def find() -> tuple[int, int]:
        net = game.ground.net
        reach = game.rules.cards[CARD].range or 0
        costs = net.costs_from(game.board.access(game.board.range_starts(seat)))
        near = {node for node, cost in enumerate(costs) if cost is not None and cost <= reach}
        across = along = 0
        for square in bits(game.ground.roads):
            if near.intersection(net.nodes_at(square, False)):
                across |= 1 << square
            if near.intersection(net.nodes_at(square, True)):
                along |= 1 << square
        return across, along

    return game.board.remembered(("lobbyists", seat, game.board.drive_in(seat)), find)


def left(game: Game, shape: str, box: Box) -> int:
    """Pieces of a shape that are left in the box."""
    return box[shape][1] - game.part("lobbyists").pieces.get(shape, 0)  # type: ignore[no-any-return]


def may_act(game: Game, seat: Seat) -> Refusal | None:
    """Why the player can place nothing now, or None."""
    if actions_left(game, seat, CARD) > 0:
        return None
    if at_work(game, seat, CARD):
        return Refusal("used_up", "every lobbyist at work has acted")
    return Refusal("not_at_work", "no lobbyist is at work")


def check_piece(game: Game, seat: Seat, action: Any, box: Box, what: str) -> int | Refusal:
    """The squares of a road or park that may lie where it is meant to."""
    refusal = may_act(game, seat)
    if refusal is not None:
        return refusal
    if action.shape not in box or not 0 <= action.turns <= 3:
        return Refusal("malformed", f"a {what} has a shape ({', '.join(box)}) and 0 to 3 turns")
    if left(game, action.shape, box) <= 0:
        return Refusal("pieces_left", f"no {what} of shape {action.shape} is left")
    mask = squares_of(game, action.at, cells(box[action.shape][0], action.turns, getattr(action, "flipped", False)))
    if isinstance(mask, Refusal):
        return mask
    return place_refusal(game, mask, game.board.free(), f"a {what}") or mask


def lay(game: Game, kind: str, seat: Seat, shape: str, mask: int) -> None:
    """Lays a road or park, which is then no longer in the box."""
    add_to(game.part("lobbyists").pieces, shape)
    game.board.put_piece(Piece(kind, (mask & -mask).bit_length() - 1, mask, seat, (shape,)))


def lobbied(game: Game, seat: Seat) -> None:
    """The first to lobby earns the milestone and places a map tile."""
    if award(game, seat, MILESTONE):
        game.ask("map_tile", [seat])


def listed(action: str, given: tuple[tuple[str, Any], ...], places: Sequence[Any]) -> Partial:
    """The places of one shape, as it lies."""
    return Partial(action, given, lambda: places)


def milestone_value(game: Game, seat: Seat) -> int:
    """A hint for bots: the milestone while it can be had."""
    return 5 if can_earn(game, seat, MILESTONE) else 0

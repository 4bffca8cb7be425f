"""What roads and parks have in common: their shapes, the box, where they may lie, who may place them.

Ketchup rulebook, Lobbyists; R-54.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from attrs import define, field

from fcm_core.modding import (
    CardId,
    Game,
    Mask,
    MilestoneId,
    Partial,
    Partition,
    Piece,
    Refusal,
    Seat,
    Square,
    actions_left,
    add_to,
    at_work,
    award,
    bits,
    can_earn,
    place_refusal,
    refusals,
    squares_mask,
    use_card,
)

LOBBYIST = CardId("lobbyist")
FIRST_LOBBYIST_USED = MilestoneId("first_lobbyist_used")
ROAD = "road"  # a road under construction
ROADWORK = "roadwork"  # a marker on a finished road square
ROADWORKS = 8  # markers
MAP_TILE = "map_tile"  # the decision about the tile of First lobbyist used
PIECE_CODES = refusals(
    "not_at_work", "used_up", "malformed", "off_map", "occupied", "range", pieces_left="no piece of this shape is left"
)
OUTWARD = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

Cells = tuple[tuple[int, int], ...]  # rows and columns from the north-west corner of the rectangle around a shape


class Shape(NamedTuple):
    """A shape of road or park: its squares, and how many of it the box holds."""

    rows: tuple[str, ...]
    in_box: int


Box = Mapping[str, Shape]


@define
class Built:
    """Pieces used so far, by shape."""

    pieces: dict[str, int] = field(factory=dict)

    def copy(self) -> Built:
        """An independent copy."""
        return Built(dict(self.pieces))


BUILT = Partition("lobbyists", Built)


# --- shapes ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def cells(rows: tuple[str, ...], turns: int, flipped: bool = False) -> Cells:
    """The squares of a shape, mirrored first and then turned by quarter turns clockwise."""
    if flipped:
        rows = tuple(row[::-1] for row in rows)
    for _ in range(turns):
        rows = tuple("".join(rows[len(rows) - 1 - r][c] for r in range(len(rows))) for c in range(len(rows[0])))
    return tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


@lru_cache(maxsize=16)
def ways_to_lie(rows: tuple[str, ...], flips: tuple[bool, ...]) -> tuple[tuple[bool, int, Cells], ...]:
    """Whether the shape is flipped, quarter turns and squares; of ways that cover the same squares the first."""
    ways: dict[Cells, tuple[bool, int, Cells]] = {}
    for flipped in flips:
        for turns in range(4):
            squares = cells(rows, turns, flipped)
            ways.setdefault(squares, (flipped, turns, squares))
    return tuple(ways.values())


def as_listed(box: Box, shape: str, turns: int, flipped: bool = False) -> tuple[int, bool]:
    """Turns, and whether it is flipped, of the first way to lie that covers the same squares."""
    if shape not in box or not 0 <= turns <= 3:
        return turns, flipped
    rows = box[shape].rows
    same = cells(rows, turns, flipped)
    return next((turns, flipped) for flipped, turns, squares in ways_to_lie(rows, (False, True)) if squares == same)


def anchors(game: Game, squares: Cells, free: Mask) -> Mask:
    """The squares at which the rectangle of a shape can begin so that it lies on free squares."""
    found = -1
    for row, column in squares:
        found &= free >> (row * game.ground.grid.stride + column)
    return found


def squares_of(game: Game, at: Square, squares: Cells) -> Mask | Refusal:
    """The squares of a shape whose rectangle begins at `at`; a Refusal when one of them is not on the map."""
    return squares_mask(game, ((at[0] + row, at[1] + column) for row, column in squares))


# --- placing a road or a park ----------------------------------------------------------------------------------------


class Placing(Protocol):
    """What the actions that place a road or a park have in common."""

    @property
    def shape(self) -> str: ...
    @property
    def at(self) -> Square: ...
    @property
    def turns(self) -> int: ...


def left(game: Game, shape: str, box: Box) -> int:
    """Pieces of a shape that are left in the box."""
    return box[shape].in_box - BUILT.of(game).pieces.get(shape, 0)


def may_act(game: Game, seat: Seat) -> Refusal | None:
    """Why the player can place nothing now, or None."""
    if actions_left(game, seat, LOBBYIST) > 0:
        return None
    if at_work(game, seat, LOBBYIST):
        return Refusal("used_up", "every lobbyist at work has acted")
    return Refusal("not_at_work", "no lobbyist is at work")


def covered(game: Game, action: Placing, box: Box) -> Mask | Refusal:
    """The squares under the piece; a Refusal when one of them is not on the map."""
    flipped = getattr(action, "flipped", False)
    return squares_of(game, action.at, cells(box[action.shape].rows, action.turns, flipped))


def check_piece(game: Game, seat: Seat, action: Placing, box: Box, what: str) -> Mask | Refusal:
    """R-54: the squares of a piece from the box that lies on empty squares of the map; else why it may not."""
    refusal = may_act(game, seat)
    if refusal is not None:
        return refusal
    if action.shape not in box or not 0 <= action.turns <= 3:
        return Refusal("malformed", f"a {what} has a shape ({', '.join(box)}) and 0 to 3 turns")
    if left(game, action.shape, box) <= 0:
        return Refusal("pieces_left", f"no {what} of shape {action.shape} is left")
    mask = covered(game, action, box)
    if isinstance(mask, Refusal):
        return mask
    return place_refusal(game, mask, game.board.free(), f"a {what}") or mask


def reachable(game: Game, seat: Seat) -> tuple[Mask, Mask]:
    """R-54: finished road squares within range, as roads meet them that come from west or east, and from north or south."""

    def find() -> tuple[Mask, Mask]:
        net = game.ground.net
        reach = game.rules.cards[LOBBYIST].range or 0
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


def place_piece(game: Game, kind: str, seat: Seat, action: Placing, box: Box) -> Mask:
    """A lobbyist acts and lays a piece of the box; its squares."""
    mask = covered(game, action, box)
    assert not isinstance(mask, Refusal)
    use_card(game, seat, LOBBYIST)
    lay(game, kind, seat, action.shape, mask)
    return mask


def lay(game: Game, kind: str, seat: Seat, shape: str, mask: Mask) -> None:
    """Lays a piece, which is then no longer in the box."""
    add_to(BUILT.of(game).pieces, shape)
    game.board.put_piece(Piece(kind, (mask & -mask).bit_length() - 1, mask, seat, (shape,)))


def lobbied(game: Game, seat: Seat) -> None:
    """R-56: the first to lobby earns the milestone and may place a map tile."""
    if award(game, seat, FIRST_LOBBYIST_USED):
        game.ask(MAP_TILE, [seat])


def listed(action: str, given: tuple[tuple[str, Any], ...], places: Sequence[Any]) -> Partial:
    """The places of one shape, as it lies."""
    return Partial(action, given, lambda: places)


def milestone_value(game: Game, seat: Seat) -> int:
    """A hint for bots: the milestone while it can be had."""
    return 5 if can_earn(game, seat, FIRST_LOBBYIST_USED) else 0

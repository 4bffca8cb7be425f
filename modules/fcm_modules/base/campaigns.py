"""The base game's four kinds of campaign: where they may lie and which houses they reach.

Rulebook, Initiate Marketing Campaigns and Phase 6; R-26 to R-29.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from fcm_core.modding import (
    SIDES,
    Campaign,
    CampaignKind,
    CampaignNumber,
    CampaignTile,
    CardId,
    Game,
    HouseId,
    PlaceCampaign,
    Refusal,
    Seat,
    Square,
    anchors,
    anchors_touching,
    bits,
    flood,
    hooks,
    rect,
    roadside_mask,
)

Shape = tuple[int, int]  # height and width in squares
AIRPLANE_DEPTH = 2  # squares: how far an airplane reaches out from the edge of the map


def shapes(tile: CampaignTile) -> Sequence[tuple[bool, Shape]]:
    """The ways a tile may lie: whether it is turned a quarter, with its height and width. Unturned lies wide."""
    long, short = tile.size
    if long == short:
        return ((False, (long, long)),)
    return ((False, (short, long)), (True, (long, short)))


def shape_of(game: Game, number: CampaignNumber, turned: bool | None) -> Shape:
    """Height and width of a tile as it lies. A square tile looks the same turned."""
    ways = dict(shapes(game.rules.campaign_tiles[number]))
    return ways.get(bool(turned), ways[False])


def road_squares(game: Game, seat: Seat, card_id: CardId) -> int:
    """R-27: squares beside a road within the marketeer's range; the step onto the square's own tile counts."""
    card = game.rules.cards[card_id]
    if card.unlimited:
        return game.ground.roadside
    reach = (card.range or 0) + hooks.modify_range(game, seat, card_id)
    key = ("marketing", seat, game.board.drive_in(seat), reach)
    board = game.board
    return board.remembered(key, lambda: game.ground.in_range(board.access(board.range_starts(seat)), reach))


def _fitting(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[tuple[bool, int]]:
    """For each way the tile may lie, the bitboard of its possible north-west squares."""
    free = game.board.free()
    roads = road_squares(game, seat, card)
    grid = game.ground.grid
    for turned, (height, width) in shapes(game.rules.campaign_tiles[number]):
        yield turned, anchors_touching(anchors(free, grid, height, width), height, width, roads, grid)


def board_placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """Every legal place on the board."""
    squares = game.ground.grid.squares
    for turned, places in _fitting(game, seat, card, number):
        for at in bits(places):
            yield {"at": squares[at], "turned": True} if turned else {"at": squares[at]}


def has_board_place(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> bool:
    """Whether there is any legal place on the board."""
    return any(places for _, places in _fitting(game, seat, card, number))


def check_board_place(game: Game, seat: Seat, card: CardId, action: PlaceCampaign) -> Refusal | None:
    """Empty squares of the map, one of them beside a road in range."""
    if action.at is None or action.side is not None or action.line is not None:
        return Refusal("malformed", f"campaign tile {action.number} lies on the board: give at (and turned)")
    shape = shape_of(game, action.number, action.turned)
    mask = roadside_mask(game, action.at, *shape, f"campaign tile {action.number}", game.board.free())
    if isinstance(mask, Refusal):
        return mask
    if not mask & road_squares(game, seat, card):
        have = game.rules.cards[card].range
        return Refusal("range", f"too far by road: {game.rules.title(card)} has range {have}")
    return None


def build_on_board(game: Game, seat: Seat, action: PlaceCampaign) -> dict[str, Any]:
    """The squares that the tile covers."""
    assert action.at is not None
    shape = shape_of(game, action.number, action.turned)
    at = game.ground.grid.index(action.at)
    return {"at": at, "turned": bool(action.turned), "mask": rect(game.ground.grid, at, *shape)}


def _houses(game: Game, squares: int) -> list[HouseId]:
    """Houses with a square of their own or of their garden among the squares, in eating order."""
    return [house.id for house in game.state.houses.values() if (house.mask | house.garden) & squares]


def billboard_reach(game: Game, campaign: Campaign) -> list[HouseId]:
    """Houses orthogonally next to the billboard, their gardens included."""
    return _houses(game, game.ground.grid.dilate(campaign.mask))


def mailbox_block(game: Game, mask: int) -> int:
    """R-29: the squares that are reached from these without crossing a road; everything else lets a mailbox through."""
    ground = game.ground
    cut = ground.roads | hooks.extend_barriers(game)
    return flood(ground.grid, mask, ground.on_map & ~cut)


def mailbox_reach(game: Game, campaign: Campaign) -> list[HouseId]:
    """R-29: houses in the mailbox's block."""
    return _houses(game, mailbox_block(game, campaign.mask))


def radio_reach(game: Game, campaign: Campaign) -> list[HouseId]:
    """Houses on the radio's tile and on the eight around it."""
    grid = game.ground.grid
    row, column = grid.tile_at(campaign.at)
    squares = 0
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            squares |= (
                grid.tile_mask((row + down, column + right)) if grid.has_tile((row + down, column + right)) else 0
            )
    return _houses(game, squares)


def airplane_lines(game: Game, campaign: Campaign) -> range:
    """The rows (flying from E or W) or columns (from N or S) under the airplane."""
    return range(campaign.line, campaign.line + game.rules.campaign_tiles[campaign.number].lines)


def airplane_reach(game: Game, campaign: Campaign) -> list[HouseId]:
    """Houses in the rows or columns that the airplane flies over."""
    grid = game.ground.grid
    line = grid.col_mask if campaign.side in "NS" else grid.row_mask
    squares = 0
    for each in airplane_lines(game, campaign):
        squares |= line(each)
    return _houses(game, squares)


def _lines(game: Game, side: str) -> range:
    """Numbers of the rows or columns of the map, which grow below 0 where the map grows north or west."""
    rows, columns = game.ground.extent()
    return columns if side in "NS" else rows


def _same_edge(game: Game, side: str, line: int, lines: int) -> int | None:
    """Deluxe: the number of an airplane that lies on the same stretch of this edge already."""
    for other in game.state.campaigns.values():
        if not airplane_lines(game, other):
            continue
        if other.side == side and other.line < line + lines and line < airplane_lines(game, other).stop:
            return other.number
    return None


def airplane_placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """R-28: over whole rows or columns that all exist, from any side."""
    lines = game.rules.campaign_tiles[number].lines
    for side in SIDES:
        every = _lines(game, side)
        for line in range(every.start, every.stop - lines + 1):
            if _airplane_refusal(game, side, line, lines) is None:
                yield {"side": side, "line": line}


def _airplane_refusal(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    every = _lines(game, side)
    if line < every.start or line + lines > every.stop:
        return Refusal(
            "overhang", f"lines {line} to {line + lines - 1} are not all on the map ({every.start} to {every.stop - 1})"
        )
    if game.rules.settings.edition == "deluxe":
        other = _same_edge(game, side, line, lines)
        if other is not None:
            return Refusal("same_edge", f"airplane {other} lies on this stretch of the edge")
    return hooks.check_edge(game, side, line, lines)


def check_airplane(game: Game, seat: Seat, card: CardId, action: PlaceCampaign) -> Refusal | None:
    """Beside the board, with a side and the first line flown over."""
    if action.side not in SIDES or action.line is None or action.at is not None or action.turned:
        return Refusal("malformed", f"airplane {action.number} lies beside the board: give side (N, E, S, W) and line")
    return _airplane_refusal(game, action.side, action.line, game.rules.campaign_tiles[action.number].lines)


def build_airplane(game: Game, seat: Seat, action: PlaceCampaign) -> dict[str, Any]:
    """Side and line, and where the map ends there now; no square of the board."""
    assert action.side is not None and action.line is not None
    lines = game.rules.campaign_tiles[action.number].lines
    return {"side": action.side, "line": action.line, "data": (game.ground.edge_end(action.side, action.line, lines),)}


def airplane_beside(game: Game, campaign: Campaign) -> Iterable[Square]:
    """The squares beside the map under it, where the map ended when it was placed; a map that grows does not move it."""
    end = campaign.data[0] if campaign.data else None
    lines = game.rules.campaign_tiles[campaign.number].lines
    return game.ground.edge_strip(campaign.side, campaign.line, lines, AIRPLANE_DEPTH, end)


def _on_board(name: str, reach: Callable[[Game, Campaign], list[HouseId]]) -> CampaignKind:
    return CampaignKind(name, board_placements, check_board_place, build_on_board, reach, can_place=has_board_place)


BILLBOARD = _on_board("billboard", billboard_reach)
MAILBOX = _on_board("mailbox", mailbox_reach)
RADIO = _on_board("radio", radio_reach)
AIRPLANE = CampaignKind(
    "airplane", airplane_placements, check_airplane, build_airplane, airplane_reach, beside=airplane_beside
)

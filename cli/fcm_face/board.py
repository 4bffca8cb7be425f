"""The board as lists of facts: squares, pieces, what lies beside the map. How a square looks is the face's business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from fcm_core import NOBODY, SIZE, bits, wanted
from fcm_face.words import Plain, campaign_terms, campaign_title, spaced, squares_of

if TYPE_CHECKING:
    from fcm_core import Campaign, Game, House, Piece, Restaurant, Seat


def board(game: Game) -> Plain:
    """The map and all that lies on it or beside it.

    `rows` and `columns` are [first, last + 1] of the map, `whole` the same with what lies beside it. A piece without squares is
    in `pieces` all the same. Squares are [row, column].
    """
    pieces = [*_houses(game), *_restaurants(game), *_campaigns(game), *_others(game)]
    rows, columns = game.ground.extent()
    places = [place for piece in pieces for place in piece["squares"]]
    return {
        "rows": [rows.start, rows.stop],
        "columns": [columns.start, columns.stop],
        "whole": {
            "rows": _stretched(rows, [row for row, _ in places]),
            "columns": _stretched(columns, [column for _, column in places]),
        },
        "tile": SIZE,
        "squares": _squares(game),
        "pieces": pieces,
        "beside": [piece["ref"] for piece in pieces if not piece["squares"]],
    }


def _stretched(lines: range, also: list[int]) -> list[int]:
    known = [lines.start, lines.stop - 1, *also]
    return [min(known), max(known) + 1]


def _squares(game: Game) -> list[Plain]:
    """What is printed or built on every square of the map. Maps do not change, so that it is found once for each."""
    found = _known.get(game.ground)
    if found is None:
        found = _known[game.ground] = _read_squares(game)
    return found


_known: WeakKeyDictionary[Any, list[Plain]] = WeakKeyDictionary()


def _read_squares(game: Game) -> list[Plain]:
    ground = game.ground
    costs = dict(game.state.map.costs)
    houses = set(game.rules.house_kinds)
    prints = {name: mask for name, mask in ground.structures.items() if mask and name not in houses}
    found = []
    for spot in bits(ground.on_map):
        bit = 1 << spot
        square: Plain = {"at": list(ground.grid.squares[spot]), "ground": "empty"}
        if ground.bridges & bit:
            square["ground"] = "bridge"
        elif ground.roads & bit:
            square["ground"] = "road"
        elif spot in ground.sources:
            square["ground"] = "source"
            square["good"] = game.rules.source_goods[ground.sources[spot]]
        else:
            for name, mask in prints.items():
                if mask & bit:
                    square["ground"] = name
        if spot in costs:
            square["cost"] = costs[spot]
        found.append(square)
    return found


def piece_of(ref: str, kind: str, title: str, squares: list[list[int]], **more: Any) -> Plain:
    """A piece with every key that pieces have."""
    facts: Plain = {"ref": ref, "kind": kind, "title": title, "squares": squares, "label": "", "glyph": ""}
    facts |= {"owner": int(NOBODY), "garden": [], "demand": [], "limit": None, "door": None, "open": True, "text": ""}
    return facts | more


def house_piece(game: Game, house: House) -> Plain:
    """A house with its demand, counter by counter, and how many counters it can hold (None: no limit)."""
    return piece_of(
        f"house:{house.id}",
        house.kind,
        f"{spaced(house.kind)} {house.id}",
        squares_of(game, house.mask),
        label=str(house.id),
        garden=squares_of(game, house.garden),
        demand=[good for good, amount in wanted(game, house.id).items() for _ in range(amount)],
        limit=game.board.limit(house),
    )


def _houses(game: Game) -> list[Plain]:
    return [house_piece(game, house) for house in game.state.houses.values()]


def restaurant_piece(game: Game, seat: Seat, place: int, restaurant: Restaurant) -> Plain:
    """A restaurant with its door; one that is not open yet says so."""
    at = game.ground.grid.squares[restaurant.at]
    return piece_of(
        f"restaurant:{seat}.{place}",
        "restaurant",
        f"{game.name(seat)}'s restaurant at {at[0]},{at[1]}",
        squares_of(game, restaurant.mask),
        owner=int(seat),
        door=list(game.ground.grid.squares[restaurant.door]),
        open=restaurant.open,
        text="" if restaurant.open else "coming soon",
    )


def _restaurants(game: Game) -> list[Plain]:
    return [
        restaurant_piece(game, seat, place, restaurant)
        for seat, player in game.state.by_seat()
        for place, restaurant in enumerate(player.restaurants)
    ]


def campaign_piece(game: Game, campaign: Campaign) -> Plain:
    """A campaign with its goods and rounds left, on the board or beside it."""
    kind = game.rules.campaign_kinds[campaign.kind]
    squares = squares_of(game, game.board.drawn_on(campaign))
    squares += [list(square) for square in sorted(game.board.beside(campaign))]
    more = kind.describe(game, campaign) if kind.describe is not None else ""
    return piece_of(
        f"campaign:{campaign.number}",
        campaign.kind,
        campaign_title(game, campaign),
        squares,
        label=str(campaign.number),
        owner=int(campaign.owner),
        text=", ".join(part for part in (campaign_terms(campaign), more) if part),
        goods=list(campaign.goods),
        left=campaign.left,
        eternal=campaign.eternal,
        side=campaign.side,
        line=campaign.line,
    )


def _campaigns(game: Game) -> list[Plain]:
    return [campaign_piece(game, campaign) for campaign in game.state.campaigns.values()]


def other_piece(game: Game, place: int, piece: Piece) -> Plain:
    """A piece of a module: named and drawn as its kind says."""
    kind = game.rules.piece_kinds.get(piece.kind)
    squares = squares_of(game, piece.mask & game.ground.on_map)
    if kind is not None and kind.beside is not None:
        squares += [list(square) for square in sorted(kind.beside(game, piece))]
    return piece_of(
        f"piece:{place}",
        piece.kind,
        kind.title if kind is not None and kind.title else spaced(piece.kind),
        squares,
        glyph=kind.glyph if kind is not None else "?",
        owner=int(piece.owner),
        text=kind.describe(game, piece) if kind is not None and kind.describe is not None else "",
    )


def _others(game: Game) -> list[Plain]:
    return [other_piece(game, place, piece) for place, piece in enumerate(game.state.pieces)]

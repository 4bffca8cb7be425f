"""Changes of the game that modules make: checked, done with all that belongs to them, and announced.

What cannot be done is a mistake of the code that wants it: UnknownNameError for a name that there is not, ValueError for the
rest, with the game unchanged. Money has its own room (fcm_core.game.bank), and so have cards that players gain
(fcm_core.game.cards).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.errors import UnknownNameError
from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import CardId, GoodId, HouseId, Seat, TileId
from fcm_core.game import hooks
from fcm_core.game.cards import owned, take_card, true_card
from fcm_core.game.state import NOBODY

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House

TilePlace = tuple[int, int]  # tile row and tile column, from the north-west tile of the map as it was set up


# --- the end of the game ---------------------------------------------------------------------------------------------


def end_with_dinnertime(game: Game) -> None:
    """The game ends with the Dinnertime of this round, or with the next one where it is over, as after the last break (R-44)."""
    game.state.ending = True


# --- demand ----------------------------------------------------------------------------------------------------------


def put_demand(
    game: Game, house: HouseId, good: GoodId, count: int = 1, *, maker: Seat = NOBODY, mark: str = ""
) -> int:
    """Puts demand counters of a good on a house, as many as it can hold (R-30); returns how many.

    `maker` is whose marketeer they remember, where one made them; `mark` a word of the module that they keep (Board.marks,
    Sold.marks). Announced as DemandPut.
    """
    _need_house(game, house)
    if good not in game.rules.goods:
        raise UnknownNameError("good", good, game.rules.goods)
    _need_count(count, "counters")
    if maker != NOBODY:
        _need_seat(game, maker)
    placed = game.board.put_counters(house, [(good, maker)] * count, mark)
    if placed:
        hooks.on_demand_put(game, house, good, placed, maker)
    return placed


def take_demand(game: Game, house: HouseId, good: GoodId, count: int = 1) -> int:
    """Takes demand counters of a good off a house, the oldest first; returns how many there were. Announced as DemandTaken."""
    _need_house(game, house)
    _need_count(count, "counters")
    taken = game.board.take_some_counters(house, good, count)
    if taken:
        hooks.on_demand_taken(game, house, good, taken)
    return taken


# --- cards -----------------------------------------------------------------------------------------------------------


def remove_card(game: Game, card: CardId, count: int = 1, *, seat: Seat | None = None) -> int:
    """Takes copies of a card out of the game for ever: from the supply, or from a player; returns how many there were.

    A player loses those on the beach first, then those at work, then busy ones, whose campaigns run on. Announced as
    CardsRemoved.
    """
    if card not in game.rules.cards:
        raise UnknownNameError("card", card, game.rules.cards)
    if game.rules.cards[card].always_at_work:
        raise ValueError(f"{card} is always at work and cannot be taken out of the game")
    _need_count(count, "cards")
    if seat is None:
        removed = min(count, game.state.supply.get(card, 0))
        if removed:
            game.state.supply[card] -= removed
    else:
        _need_seat(game, seat)
        removed = min(count, owned(game, seat, card))
        for _ in range(removed):
            gone = take_card(game.state.players[seat], card)
            for number in gone.campaigns if gone is not None else ():
                game.board.change_campaign(number, marketeer=None)
            add_to(game.state.from_box, true_card(game, seat, card), -1)
    if removed:
        if seat is None:
            add_to(game.state.from_box, card, -removed)
        hooks.on_cards_removed(game, card, removed, seat)
    return removed


# --- map tiles -------------------------------------------------------------------------------------------------------


def put_tile(game: Game, tile: TileId, at: TilePlace, turns: int = 0) -> None:
    """The map grows by a tile that is in none of its places yet, turned by quarter turns clockwise, with its houses.

    Announced as TilePut.
    """
    if tile not in game.rules.tiles:
        raise UnknownNameError("tile", tile, game.rules.tiles)
    if tile not in game.state.map_pool:
        raise ValueError(f"tile {tile} is not in the pool of this game; there are {', '.join(game.state.map_pool)}")
    if not game.ground.grid.has_tile(at):
        raise ValueError(f"there is no room for a tile at {at}; set_map_margin makes room around the map")
    if game.ground.has_tile(at):
        raise ValueError(f"a tile lies at {at} already")
    game.board.add_tile(tile, at, turns % 4)
    hooks.on_tile_put(game, tile, at, turns % 4)


def lift_tile(game: Game, at: TilePlace) -> TileId:
    """Takes a tile off the map, back into the pool, with its printed houses; returns which. Announced as TileLifted.

    Nothing else may lie on it.
    """
    tile, _ = _bare_tile(game, at)
    game.board.lift_tile(at)
    hooks.on_tile_lifted(game, tile, at)
    return tile


def turn_tile(game: Game, at: TilePlace, turns: int) -> None:
    """Turns a tile of the map by quarter turns clockwise from how it lies; its houses keep their demand.

    Nothing else may lie on it. Announced as TileTurned.
    """
    tile, before = _bare_tile(game, at)
    demand = {house.id: (game.state.demand[house.id], game.board.marks(house.id)) for house in _printed_on(game, at)}
    game.board.lift_tile(at)
    game.board.add_tile(tile, at, (before + turns) % 4)
    for house, (counters, marks) in demand.items():
        for counter, mark in zip(counters, marks, strict=True):
            game.board.put_counters(house, (counter,), mark)
    hooks.on_tile_turned(game, tile, at, (before + turns) % 4)


def _bare_tile(game: Game, at: TilePlace) -> tuple[TileId, int]:
    """The tile in this place and how it is turned. ValueError where none lies there, or something lies on it."""
    there = next(((tile, turns) for row, column, tile, turns in game.state.map.tiles if (row, column) == at), None)
    if there is None:
        raise ValueError(f"no tile of the game lies at {at}")
    mask = game.ground.grid.tile_mask(at)
    state = game.state
    used = state.occupied
    for piece in state.pieces:
        used |= piece.mask
    for square in (*state.map.roads, *(square for square, _ in state.map.costs)):
        used |= 1 << square
    for house in state.houses.values():
        if house.garden and not house.sealed:
            used |= house.garden
    if used & mask:
        row, column = game.ground.grid.square((used & mask & -(used & mask)).bit_length() - 1)
        raise ValueError(f"tile {there[0]} at {at} cannot be moved: something lies on its square {row},{column}")
    return there


def _printed_on(game: Game, at: TilePlace) -> list[House]:
    mask = game.ground.grid.tile_mask(at)
    return [house for house in game.state.houses.values() if house.mask & mask]


# --- what must be right ----------------------------------------------------------------------------------------------


def _need_house(game: Game, house: HouseId) -> None:
    if house not in game.state.houses:
        raise UnknownNameError("house", house, game.state.houses)


def _need_seat(game: Game, seat: Seat) -> None:
    if seat not in game.state.seats:
        raise ValueError(f"no seat {seat}; there are {', '.join(map(str, game.state.seats))}")


def _need_count(count: int, what: str) -> None:
    if type(count) is not int or count < 0:
        raise ValueError(f"{what}: expected a whole number from 0, found {count!r}")

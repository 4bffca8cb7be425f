"""The fault: a statue stands in a restaurant."""

from __future__ import annotations

from fcm_core.modding import Game, Piece, TurnBegan, hooks


@hooks.on_turn_began.impl
def odd(game: Game, began: TurnBegan) -> None:
    """The fault is here."""
    for restaurant in game.player(began.seat).restaurants[:1]:
        game.board.put_piece(Piece("statue", restaurant.at, restaurant.mask))

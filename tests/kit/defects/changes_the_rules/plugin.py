"""The fault: a game takes a good away from all games."""

from __future__ import annotations

from fcm_core.modding import Game, GoodId, TurnBegan, hooks


@hooks.on_turn_began.impl
def odd(game: Game, began: TurnBegan) -> None:
    """The fault is here."""
    game.rules.goods.pop(GoodId("beer"), None)

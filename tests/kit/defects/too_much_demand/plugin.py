"""The fault: houses want more than they can hold."""

from __future__ import annotations

from fcm_core.modding import Game, GoodId, TurnBegan, hooks


@hooks.on_turn_began.impl
def odd(game: Game, began: TurnBegan) -> None:
    """The fault is here."""
    for house in game.state.houses:
        game.state.demand[house] += ((GoodId("beer"), began.seat),) * 3

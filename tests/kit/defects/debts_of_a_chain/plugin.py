"""The fault: a chain pays what it does not have."""

from __future__ import annotations

from fcm_core.modding import Game, TurnBegan, hooks


@hooks.on_turn_began.impl
def odd(game: Game, began: TurnBegan) -> None:
    """The fault is here."""
    game.player(began.seat).cash -= 200
    game.state.bank += 200

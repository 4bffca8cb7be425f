"""The fault: a dollar comes from nowhere."""

from __future__ import annotations

from fcm_core.modding import Game, TurnBegan, hooks


@hooks.on_turn_began.impl
def odd(game: Game, began: TurnBegan) -> None:
    """The fault is here."""
    game.player(began.seat).cash += 1

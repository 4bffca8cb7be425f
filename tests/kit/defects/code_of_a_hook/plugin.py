"""The fault: a hook refuses with a code that nobody announces."""

from __future__ import annotations

from typing import Any

from fcm_core.modding import Game, Refusal, Seat, hooks


@hooks.check_action.impl
def odd(game: Game, seat: Seat, action: Any) -> Refusal | None:
    """The fault is here."""
    if type(action).__name__ == "Hire" and game.player(seat).hires >= 1:
        return Refusal("full", "one hire a round")
    return None

"""The fault: a refusal has no sentence."""

from __future__ import annotations

from typing import Any

from fcm_core.modding import Game, Refusal, Seat, hooks


@hooks.check_action.impl
def odd(game: Game, seat: Seat, action: Any) -> Refusal | None:
    """The fault is here."""
    if type(action).__name__ == "Train":
        return Refusal("not_an_option", "")
    return None

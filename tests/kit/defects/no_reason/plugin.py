"""The fault: an amount without a reason."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks


@hooks.modify_open_slots.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((1, ""),)

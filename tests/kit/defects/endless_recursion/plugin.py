"""The fault: a price that asks for itself."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks, unit_price


@hooks.modify_unit_price.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((unit_price(game, seat) // 10, "more"),)

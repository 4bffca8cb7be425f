"""The fault: asking for a price raises it."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks


@hooks.modify_unit_price.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    game.state.base_price += 1
    return None

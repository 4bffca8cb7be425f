"""The fault: an answer that nobody can play again."""

from __future__ import annotations

import random

from fcm_core.modding import Game, House, Reasons, Seat, hooks


@hooks.modify_sale_bonus.impl
def odd(game: Game, seat: Seat, house: House) -> Reasons | None:
    """The fault is here."""
    return ((random.randrange(1000), "luck"),)

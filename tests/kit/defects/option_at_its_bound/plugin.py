"""The fault: the smallest value of the option `singers` fails."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks


@hooks.modify_open_slots.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((6 // game.rules.options["option_at_its_bound"]["singers"], "songs"),)

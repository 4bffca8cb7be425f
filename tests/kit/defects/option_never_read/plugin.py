"""The fault: an option that nothing reads; it is called `songs`."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks


@hooks.modify_open_slots.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((1, "a song"),)

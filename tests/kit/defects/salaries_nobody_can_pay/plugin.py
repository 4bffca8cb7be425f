"""The fault: a fee that leaves no legal decision at Payday."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, hooks


@hooks.modify_salaries.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((500, "a fee"),)

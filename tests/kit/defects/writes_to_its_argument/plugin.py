"""The fault: the structure loses its waitresses while it is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from fcm_core.modding import CardId, Game, Refusal, Seat, hooks


@hooks.check_seats.impl
def odd(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """The fault is here."""
    work.pop(CardId("waitress"), None)
    return None

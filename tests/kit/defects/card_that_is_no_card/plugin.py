"""The fault: a misspelt card, so that the hook never has an answer."""

from __future__ import annotations

from fcm_core.modding import CardId, Game, Reasons, Seat, hooks


@hooks.modify_tip.impl
def odd(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """The fault is here."""
    return ((1, "smile"),) if card == CardId("waitres") else None

"""The fault: a milestone waits for something that never happens."""

from __future__ import annotations

from fcm_core.modding import CardId, Game, Hired, MilestoneId, award, hooks


@hooks.on_hired.impl
def odd(game: Game, hired: Hired) -> None:
    """The fault is here: nobody hires a CEO."""
    if hired.card == CardId("ceo"):
        award(game, hired.seat, MilestoneId("first_song"))

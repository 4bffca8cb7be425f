"""The fault: a milestone is awarded under another name."""

from __future__ import annotations

from fcm_core.modding import Game, Hired, MilestoneId, award, hooks


@hooks.on_hired.impl
def odd(game: Game, hired: Hired) -> None:
    """The fault is here."""
    award(game, hired.seat, MilestoneId("first_sung"))

"""The fault: whoever measures a way gives a milestone away."""

from __future__ import annotations

from fcm_core.modding import Game, House, MilestoneId, Reasons, Seat, hooks


@hooks.modify_distance.impl
def odd(game: Game, seat: Seat, house: House) -> Reasons | None:
    """The fault is here."""
    game.player(seat).milestones[MilestoneId("first_trained")] = 0
    return None

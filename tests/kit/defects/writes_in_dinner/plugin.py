"""The fault: a house forgets what it wants when it looks at a chain."""

from __future__ import annotations

from fcm_core.modding import Candidate, Game, House, Refusal, hooks


@hooks.check_serves.impl
def odd(game: Game, candidate: Candidate, house: House) -> Refusal | None:
    """The fault is here."""
    game.state.demand[house.id] = ()
    return None

"""The fault: an answer draws a random number."""

from __future__ import annotations

from fcm_core.modding import Game, Reasons, Seat, Stream, hooks


@hooks.modify_salaries.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    return ((-Stream(game.state.seed, "draws_in_answer", "pay", game.state.draws).below(3), "luck"),)

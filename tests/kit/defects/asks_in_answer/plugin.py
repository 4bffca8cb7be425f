"""The fault: a question asks the player something else."""

from __future__ import annotations

from fcm_core.modding import Game, Seat, hooks


@hooks.allow_stacking.impl
def odd(game: Game, seat: Seat) -> str | None:
    """The fault is here."""
    game.ask("restructure", [seat])
    return None

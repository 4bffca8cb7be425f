"""The fault: a trainer comes from nowhere with each hire."""

from __future__ import annotations

from fcm_core.modding import CardId, Game, Hired, add_to, hooks


@hooks.on_hired.impl
def odd(game: Game, hired: Hired) -> None:
    """The fault is here."""
    add_to(game.player(hired.seat).beach, CardId("trainer"))

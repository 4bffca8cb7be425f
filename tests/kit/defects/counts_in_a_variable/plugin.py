"""The fault: the plugin's own variable counts."""

from __future__ import annotations

from fcm_core.modding import Game, Hired, hooks

COUNT: dict[int, int] = {}


@hooks.on_hired.impl
def odd(game: Game, hired: Hired) -> None:
    """The fault is here."""
    COUNT[hired.seat] = COUNT.get(hired.seat, 0) + 1

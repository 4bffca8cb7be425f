"""The fault: a listener ends the program."""

from __future__ import annotations

from fcm_core.modding import Game, Trained, hooks


@hooks.on_trained.impl
def odd(game: Game, trained: Trained) -> None:
    """The fault is here."""
    raise SystemExit(0)

"""The fault: a bot answers with what is no action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fcm_core.modding import Bot, Game, Rules, Seat, Stream, hooks


def cheat(view: Game, seat: Seat, stream: Stream) -> Any:
    """Always the default of somebody else."""
    return "everything"


@hooks.contribute_bots.impl
def cheats(rules: Rules) -> Sequence[Bot]:
    """One bot."""
    return (Bot("cheat", cheat, "It does what nobody may."),)

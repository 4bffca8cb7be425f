"""The fault: a step gives money that the bank does not pay."""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import Game, Rules, Step, hooks


def give(game: Game) -> None:
    """Everybody gets $5."""
    for player in game.state.players:
        player.cash += 5


@hooks.contribute_steps.impl
def gift(rules: Rules) -> Sequence[Step]:
    """A gift in Cleanup."""
    return (Step("cleanup", "gift", give, before=("discard",)),)

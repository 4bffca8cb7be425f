"""Mass Marketeers: one more pass of all campaigns for each of them at work, whoever owns it.

Ketchup rulebook, Mass Marketeers; R-66.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.game import hooks
from fcm_core.game.cards import at_work
from fcm_core.game.laws import Reasons

if TYPE_CHECKING:
    from fcm_core.game.game import Game


@hooks.modify_marketing_passes.impl
def modify_marketing_passes(game: Game) -> Reasons | None:
    """R-66: all players' mass marketeers at work add up; counters come off after the last pass only."""
    return tuple(
        (at_work(game, player, "mass_marketeer"), f"mass marketeers of {game.name(player)}")
        for player in game.state.seats
        if at_work(game, player, "mass_marketeer")
    )

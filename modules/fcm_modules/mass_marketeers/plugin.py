"""Mass Marketeers: all campaigns run once more for each mass marketeer at work, of any player.

Ketchup rulebook, Mass Marketeers; R-66.
"""

from __future__ import annotations

from fcm_core.modding import CardId, Game, Reasons, at_work, hooks

MASS_MARKETEER = CardId("mass_marketeer")


@hooks.modify_marketing_passes.impl
def one_more_pass_for_each(game: Game) -> Reasons | None:
    """R-66: those of all players add up. Duration counters come off after the last pass only."""
    return tuple(
        (count, f"mass marketeers of {game.name(seat)}")
        for seat in game.seats
        if (count := at_work(game, seat, MASS_MARKETEER))
    )

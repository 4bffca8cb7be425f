"""Night Shift Managers: every card at work without a salary works twice.

Ketchup rulebook, Night Shift Managers; R-17, R-65.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.game import hooks
from fcm_core.game.cards import at_work
from fcm_core.game.laws import Reasons

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import CardId, Seat
    from fcm_core.game.game import Game


@hooks.modify_card_actions.impl
def modify_card_actions(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-65: cards without the salary icon, whatever module they come from, but never the CEO."""
    if not at_work(game, seat, "night_shift_manager"):
        return None
    printed = game.rules.cards[card]
    return None if printed.salary or printed.always_at_work else ((1, "night shift"),)

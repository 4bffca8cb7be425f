"""Night Shift Managers: every card at work without a salary works twice.

Ketchup rulebook, Night Shift Managers; R-17, R-65.
"""

from __future__ import annotations

from fcm_core.modding import CardId, Game, Reasons, Seat, at_work, hooks

NIGHT_SHIFT_MANAGER = CardId("night_shift_manager")


@hooks.modify_card_actions.impl
def cards_without_salary_act_twice(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-65: all cards without the salary icon, those of other modules too, but never the CEO."""
    if not at_work(game, seat, NIGHT_SHIFT_MANAGER):
        return None
    printed = game.rules.cards[card]
    return None if printed.salary or printed.always_at_work else ((1, "night shift"),)

"""What a player owes at Payday, in dollars.

Rulebook, Phase 5; R-25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.cards import owned_cards
from fcm_core.game.laws import Reason
from fcm_core.phases.working.hire import unused_hire_discount

if TYPE_CHECKING:
    from fcm_core.game.game import Game

SALARY = 5


def salary_of(game: Game, seat: Seat, card: CardId) -> int:
    """What is due for one copy of a card."""
    if not game.rules.cards[card].salary:
        return 0
    return max(0, SALARY + hooks.modify_salary(game, seat, card))


def salaries(game: Game, seat: Seat) -> tuple[int, list[Reason]]:
    """What the player owes in all, and the reasons."""
    cards = game.rules.cards
    reasons: list[Reason] = []
    for card, count in owned_cards(game, seat).items():
        if count and cards[card].salary:
            each = salary_of(game, seat, card)
            if each:
                reasons.append((each * count, f"{count} x {cards[card].title}"))
    if game.state.players[seat].work.keys() & game.rules.discount_cards:
        discount = unused_hire_discount(game, seat)
        if discount:
            reasons.append((-discount, "unused hires"))
    reasons.extend(hooks.modify_salaries.reasons(game, seat))
    total = 0
    for amount, _ in reasons:
        total += amount
    return max(0, total), reasons

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

SALARY = 5  # dollars for each copy of a card with a salary


def salary_of(game: Game, seat: Seat, card: CardId) -> int:
    """What is due for one copy of a card."""
    if not game.rules.cards[card].salary:
        return 0
    return max(0, SALARY + hooks.modify_salary(game, seat, card))


def fees(game: Game, seat: Seat) -> int:
    """What the player owes at Payday besides the salaries."""
    return max(0, hooks.modify_fees(game, seat))


def salaries_due(game: Game, seat: Seat) -> int:
    """The salaries that the player owes in all."""
    total = hooks.modify_salaries(game, seat) - _discount(game, seat)
    for card, count in _salaried(game, seat):
        total += count * salary_of(game, seat, card)
    return max(0, hooks.adjust_salaries(game, total, seat))


def salaries(game: Game, seat: Seat) -> tuple[int, list[Reason]]:
    """The salaries that the player owes in all, and the reasons: what is due and what comes off."""
    dues = [(count, card, salary_of(game, seat, card)) for card, count in _salaried(game, seat)]
    reasons = [(count * due, f"{count} x {game.rules.title(card)}") for count, card, due in dues if due]
    if discount := _discount(game, seat):
        reasons.append((-discount, "unused hires"))
    reasons.extend(hooks.modify_salaries.reasons(game, seat))
    reasons.extend(hooks.adjust_salaries.reasons(game, sum(amount for amount, _ in reasons), seat))
    return max(0, sum(amount for amount, _ in reasons)), reasons


def _salaried(game: Game, seat: Seat) -> list[tuple[CardId, int]]:
    """The player's cards with a salary, wherever they are, and their copies."""
    cards = game.rules.cards
    return [(card, count) for card, count in owned_cards(game, seat).items() if count and cards[card].salary]


def _discount(game: Game, seat: Seat) -> int:
    """R-25: only cards at work that give it are worth a closer look."""
    if game.state.players[seat].work.keys() & game.rules.discount_cards:
        return unused_hire_discount(game, seat)
    return 0

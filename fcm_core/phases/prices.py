"""What a sale brings: the unit price and what comes on top of it, in dollars.

Rulebook, Phase 4; R-39, R-40.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import GoodId, Seat
from fcm_core.game import hooks
from fcm_core.game.cards import card_actions
from fcm_core.game.laws import Reason

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


def unit_price(game: Game, seat: Seat) -> int:
    """The price of one item: base price, price cards at work, and what milestones and modules add. No lower limit (R-39)."""
    total = base_price(game)
    work = game.state.players[seat].work
    for card in game.rules.price_cards:
        if card in work:
            total += game.rules.cards[card].price * card_actions(game, seat, card)
    return hooks.adjust_unit_price(game, total + hooks.modify_unit_price(game, seat), seat)


def base_price(game: Game) -> int:
    """The base price for everybody, with what modules make of it."""
    said = hooks.set_base_price(game)
    return game.state.base_price if said is None else said[0]


def unit_price_reasons(game: Game, seat: Seat) -> list[Reason]:
    """The unit price as contributions (amount, why), the base price first."""
    reasons = [hooks.set_base_price(game) or (game.state.base_price, "base price")]
    for card in game.rules.price_cards:
        count = card_actions(game, seat, card)
        if count:
            reasons.append((game.rules.cards[card].price * count, f"{count} x {game.rules.title(card)}"))
    reasons.extend(hooks.modify_unit_price.reasons(game, seat))
    return [*reasons, *hooks.adjust_unit_price.reasons(game, sum(each for each, _ in reasons), seat)]


def multiplier(game: Game, seat: Seat, house: House) -> int:
    """R-40: how many unit prices an item brings: 1 and what is added, as for a garden."""
    return 1 + hooks.modify_multiplier(game, seat, house)


def item_bonus(game: Game, seat: Seat, good: GoodId) -> int:
    """R-40: dollars per item sold on top of the price."""
    return hooks.modify_item_bonus(game, seat, good)


def sale_bonus(game: Game, seat: Seat, house: House) -> int:
    """R-40: dollars for the house served, whatever was sold."""
    return hooks.modify_sale_bonus(game, seat, house)

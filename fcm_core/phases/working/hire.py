"""Working, step 1: recruit. The CEO's hire is one of those of the cards at work.

Rulebook, Recruit; R-20 to R-22, R-25.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Hire
from fcm_core.game.cards import card_actions, check_unique, current_turn, put_on_beach
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice
from fcm_core.phases.working.train import Trainer, phantoms_can_be_trained, trainers_left

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def hires_possible(game: Game, seat: Seat) -> int:
    """Hires that the player has in this turn, used or not: those of the cards at work, and what modules add."""
    work = game.state.players[seat].work
    cards = game.rules.cards
    total = 0
    for card in game.rules.hiring_cards:
        if card in work:
            total += cards[card].hires * card_actions(game, seat, card)
    return max(0, total + hooks.modify_hires(game, seat))


def hires_left(game: Game, seat: Seat) -> int:
    """Hires not made yet."""
    return hires_possible(game, seat) - game.state.players[seat].hires


def unused_hire_discount(game: Game, seat: Seat) -> int:
    """R-25: dollars off salaries: $5 for each hire left over on recruiting cards that give a discount, counted last."""
    left = hires_left(game, seat)
    discount = 0
    for name in game.rules.hiring_by_discount:
        card = game.rules.cards[name]
        unused = min(left, card.hires * card_actions(game, seat, name))
        if unused > 0 and card.unused_hire_discount:
            discount += card.unused_hire_discount * unused
            left -= unused
    return discount


class Hiring(ActionKind[Hire]):
    """R-20 to R-22: one card at an entry position for each hire."""

    name = "hire"
    cls = Hire
    help = "Hire an employee at an entry position onto the beach."
    codes = refusals(
        "not_an_option",
        "unique",
        "supply",
        not_entry="the card cannot be hired, only trained",
        no_hires_left="all hires of this turn are made",
    )
    phrases = (("hire", "card"),)

    def check(self, game: Game, seat: Seat, action: Hire) -> Refusal | None:
        """R-22, R-24: an entry card from the supply, or one that can be trained away from an empty pile this turn."""
        card = game.rules.cards.get(action.card)
        if card is None:
            return Refusal("not_an_option", f"no card {action.card}{did_you_mean(action.card, game.rules.cards)}")
        if not card.entry:
            return Refusal("not_entry", f"{card.title} cannot be hired, only trained")
        if hires_left(game, seat) <= 0:
            return Refusal("no_hires_left", f"all {hires_possible(game, seat)} hires of this turn are made")
        refusal = check_unique(game, seat, action.card)
        if refusal is not None:
            return refusal
        if game.state.supply.get(action.card, 0) > 0:
            return None
        if phantoms_can_be_trained(game, seat, (*current_turn(game).phantoms, action.card)):
            return None
        return Refusal(
            "supply", f"no {card.title} is left, and none hired now could be trained on to a card in supply (R-22)"
        )

    def apply(self, game: Game, seat: Seat, action: Hire) -> None:
        """R-22: onto the beach; from an empty pile it is a phantom that must be trained this turn."""
        state = game.state
        state.players[seat].hires += 1
        if state.supply.get(action.card, 0) > 0:
            state.supply[action.card] -= 1
            put_on_beach(game, seat, action.card)
        else:
            turn = current_turn(game)
            turn.phantoms = (*turn.phantoms, action.card)
        hooks.on_hired(game, seat, action.card)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-22, R-24: every card that may be hired now."""
        if hires_left(game, seat) <= 0:
            return []
        supply = game.state.supply
        phantoms = current_turn(game).phantoms
        trainers: list[Trainer] | None = None
        choices: list[Choice] = []
        for card in game.rules.entry_cards:
            if supply.get(card, 0) <= 0:
                if trainers is None:
                    trainers = trainers_left(game, seat)
                if not trainers or not phantoms_can_be_trained(game, seat, (*phantoms, card), trainers):
                    continue
            if check_unique(game, seat, card) is None:
                choices.append(game.rules.hire_actions[card])
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[Hire]:
        """Every entry card."""
        return [Hire(card) for card in game.rules.entry_cards]


ACTIONS = (Hiring(),)

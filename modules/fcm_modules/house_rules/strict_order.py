"""strict_order: at Payday cards are fired in the open, one player after another (in place of R-45)."""

from __future__ import annotations

from fcm_core.modding import CardsToFire, Decision, Fire, Game, Step, affordable, fire_card, fireable


class FiringInOrder(CardsToFire):
    """The same choice as at any Payday, made in the open."""

    name = "fire_in_order"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only with a card to fire, or salaries that cannot be paid."""
        seat = decision.seat
        return bool(fireable(game, seat)) or not affordable(game, seat, ())

    def answer(self, game: Game, decision: Decision, action: Fire) -> bool:
        """The cards go at once, before the next player chooses."""
        for card in action.cards:
            fire_card(game, decision.seat, card)
        return True


def ask_in_order(game: Game) -> None:
    """In turn order, each choice seen before the next."""
    game.ask(FiringInOrder.name, game.state.turn_order)


STEP = Step("payday", "fire_in_order", ask_in_order, after=("fire", "firing"), before=("salaries", "items"))

"""sandbox: each player may add cards from the supply and put own cards back, at the beginning of the own turn."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from fcm_core.modding import (
    ActionKind,
    CardId,
    Choice,
    Game,
    Refusal,
    Seat,
    WorkingStep,
    did_you_mean,
    fire_card,
    gain_card,
    refusals,
)


@define(unsafe_hash=True)
class AddCard:
    """Takes a card from the supply onto the beach."""

    card: CardId


@define(unsafe_hash=True)
class ReturnCard:
    """Puts a card from the beach back into the supply."""

    card: CardId


class AddingCard(ActionKind[AddCard]):
    """Any card that is left, and as many as one likes."""

    name = "add_card"
    cls = AddCard
    help = "Sandbox: take any card from the supply onto the beach."
    codes = refusals("not_an_option", "supply")

    def check(self, game: Game, seat: Seat, action: AddCard) -> Refusal | None:
        """One that is left in the supply."""
        if action.card not in game.rules.cards:
            return Refusal("not_an_option", f"no card {action.card}{did_you_mean(action.card, game.rules.cards)}")
        if game.state.supply.get(action.card, 0) <= 0:
            return Refusal("supply", f"no {game.rules.title(action.card)} is left")
        return None

    def apply(self, game: Game, seat: Seat, action: AddCard) -> None:
        """From the supply onto the beach, whatever else the player owns."""
        gain_card(game, seat, action.card, trainable=False)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every card that is left."""
        return [AddCard(card) for card, count in game.state.supply.items() if count > 0]

    def value(self, game: Game, seat: Seat, action: AddCard) -> int:
        """Bots play without."""
        return 0


class ReturningCard(ActionKind[ReturnCard]):
    """Any card on the beach."""

    name = "return_card"
    cls = ReturnCard
    help = "Sandbox: put a card from the beach back into the supply."
    codes = refusals(not_on_beach="no such card has been on the beach since before this turn")

    def check(self, game: Game, seat: Seat, action: ReturnCard) -> Refusal | None:
        """One that has lain there since before this turn."""
        if returnable(game, seat, action.card) > 0:
            return None
        return Refusal("not_on_beach", f"no {action.card} has been on the beach since before this turn")

    def apply(self, game: Game, seat: Seat, action: ReturnCard) -> None:
        """Back into the supply."""
        fire_card(game, seat, action.card)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every card that lies there."""
        return [ReturnCard(card) for card in game.player(seat).beach if returnable(game, seat, card) > 0]

    def value(self, game: Game, seat: Seat, action: ReturnCard) -> int:
        """Bots play without."""
        return 0


def returnable(game: Game, seat: Seat, card: CardId) -> int:
    """Copies on the beach that were not gained in this turn: so every turn comes to its end."""
    turn = game.state.turn
    return game.player(seat).beach.get(card, 0) - (turn.fresh.get(card, 0) if turn is not None else 0)


STEP = WorkingStep("sandbox", (AddingCard.name, ReturningCard.name), before=("hire",))

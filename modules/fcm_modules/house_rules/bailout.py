"""second_bailout: at the second break everybody may take a marketeer from the supply."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from fcm_core.modding import (
    ActionKind,
    CardId,
    Choice,
    Decision,
    Game,
    Refusal,
    Seat,
    TakeOrLeave,
    also,
    check_unique,
    did_you_mean,
    gain_card,
    refusals,
)

DOLLARS_PER_PLAYER = 300
CARDS = (
    CardId("campaign_manager"),
    CardId("rural_marketeer"),
    CardId("mass_marketeer"),
    CardId("gourmet_food_critic"),
)


@define(unsafe_hash=True)
class TakeMarketeer:
    """Second bailout: takes one marketeer onto the beach."""

    card: CardId = field(metadata=also("employee"))


def offered(game: Game, seat: Seat) -> list[CardId]:
    """Marketeers that are in play, left in the supply and allowed to the player."""
    return [card for card in CARDS if game.state.supply.get(card, 0) > 0 and check_unique(game, seat, card) is None]


class TakingMarketeer(ActionKind[TakeMarketeer]):
    """A marketeer that costs no hire."""

    name = "take_marketeer"
    cls = TakeMarketeer
    help = "Second bailout: take a campaign manager or another module's marketeer onto the beach."
    codes = refusals("not_an_option", "supply")

    def check(self, game: Game, seat: Seat, action: TakeMarketeer) -> Refusal | None:
        """One of those offered."""
        found = offered(game, seat)
        if action.card in found:
            return None
        if action.card in CARDS and action.card in game.rules.cards:
            return Refusal("supply", f"no {game.rules.title(action.card)} can be had")
        told = f"no {action.card}{did_you_mean(action.card, found)}; there are {', '.join(found)}"
        return Refusal("not_an_option", told)

    def apply(self, game: Game, seat: Seat, action: TakeMarketeer) -> None:
        """From the supply onto the beach."""
        gain_card(game, seat, action.card)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """One action for each card."""
        return [TakeMarketeer(card) for card in offered(game, seat)]


class Bailout(TakeOrLeave):
    """Which marketeer to take, if any."""

    name = "bailout"
    actions = ("take_marketeer", "pass")
    title = "a free marketeer"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Not where the game ends anyway, and not where nothing can be had."""
        return not game.state.ending and bool(offered(game, decision.seat))

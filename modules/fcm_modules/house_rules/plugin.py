"""House rules: one option each, one hook implementation or two for each option.

None of these is in a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from fcm_core.basics.errors import InputError, Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import also
from fcm_core.basics.vocabulary import CardId, MilestoneId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import PlaceCampaign
from fcm_core.game.bank import add_money
from fcm_core.game.cards import check_unique, gain_card
from fcm_core.game.laws import Reasons
from fcm_core.game.offers import TakeOrLeave
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step
from fcm_core.game.state import House
from fcm_core.phases import payday

if TYPE_CHECKING:
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.events import BankBroke, GameSetUp
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import Decision

BAILOUT_PER_PLAYER = 300  # dollars
BAILOUT_CARDS = ("campaign_manager", "rural_marketeer", "mass_marketeer", "gourmet_food_critic")


def _options(rules: Rules) -> Mapping[str, Any]:
    return rules.options["house_rules"]


# --- no_milestone -----------------------------------------------------------------------------------------------------


@hooks.contribute_milestone_rounds.impl
def contribute_milestone_rounds(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
    """Milestones that are never in the game."""
    return [(name, 0) for name in _options(rules)["no_milestone"]]


# --- short_game, strict_order -------------------------------------------------------------------------------------------


@hooks.set_bank_per_player.impl
def set_bank_per_player(rules: Rules) -> int | None:
    """The short game: $75 each."""
    return 75 if _options(rules)["short_game"] else None


@hooks.set_breaks.impl
def set_breaks(rules: Rules) -> int | None:
    """The short game ends at the first break."""
    options = _options(rules)
    if options["short_game"] and options["second_bailout"]:
        raise InputError("house_rules: short_game ends at the first break, second_bailout at the third; choose one")
    return 1 if options["short_game"] else None


@hooks.contribute_steps_left_out.impl
def contribute_steps_left_out(rules: Rules) -> Sequence[str]:
    """The short game: no reserve cards and no salaries."""
    if _options(rules)["short_game"]:
        return ("setup.reserve", "payday.fire", "payday.firing", "payday.salaries")
    return ("payday.fire", "payday.firing") if _options(rules)["strict_order"] else ()


def _ask_in_order(game: Game) -> None:
    """Payday's choices in turn order, each seen before the next (in place of the secret ones, R-45)."""
    game.ask("fire_in_order", game.state.turn_order)


class FiringInOrder(payday.WhomToFire):
    """strict_order: the same choice as at any Payday, made in the open."""

    name = "fire_in_order"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Without a card to fire and without salaries that cannot be paid there is nothing to decide."""
        seat = decision.seat
        return bool(payday.fireable(game, seat)) or not payday.affordable(game, seat, ())

    def answer(self, game: Game, decision: Decision, action: Any) -> bool:
        """The cards go at once, before the next player chooses."""
        for card in action.cards:
            payday.fire_card(game, decision.seat, card)
        return True


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """strict_order: firing in the open, in place of the step that is left out."""
    options = _options(rules)
    if not options["strict_order"] or options["short_game"]:
        return ()
    return (Step("payday", "fire_in_order", _ask_in_order, after=("fire", "firing"), before=("salaries", "items")),)


# --- starting_cards -----------------------------------------------------------------------------------------------------


@hooks.on_game_set_up.impl
def on_game_set_up(game: Game, event: GameSetUp) -> None:
    """Everybody begins with a copy of each, out of the supply, as far as it goes round."""
    for card in _options(game.rules)["starting_cards"]:
        if card not in game.rules.cards:
            raise InputError(f"house_rules: starting_cards: no card {card}{did_you_mean(card, game.rules.cards)}")
        if game.state.supply.get(card, 0) < len(game.state.players):
            raise InputError(
                f"house_rules: starting_cards: there is no {card} for each of {len(game.state.players)} players"
            )
        for player in game.state.seats:
            gain_card(game, player, card)


# --- longest_campaign ---------------------------------------------------------------------------------------------------


@hooks.check_action.impl
def check_action(game: Game, seat: Seat, action: Any) -> Refusal | None:
    """No campaign for longer; eternal ones stay as they are."""
    longest = _options(game.rules)["longest_campaign"]
    if longest and isinstance(action, PlaceCampaign) and action.left is not None and action.left > longest:
        return Refusal(
            "duration", f"house rule: no campaign runs longer than {longest} rounds; {action.left} are asked"
        )
    return None


# --- price_cards --------------------------------------------------------------------------------------------------------


@hooks.check_seats.impl
def check_seats(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """No more cards at work that lower the price."""
    most = _options(game.rules)["price_cards"]
    lowering = sum(work.get(card, 0) for card in game.rules.price_cards if game.rules.cards[card].price < 0)
    if most and lowering > most:
        return Refusal("overfull", f"house rule: {lowering} cards at work lower the price; {most} may")
    return None


# --- longest_way --------------------------------------------------------------------------------------------------------


@hooks.check_serves.impl
def check_serves(game: Game, candidate: Candidate, house: House) -> Refusal | None:
    """Guests go no further than so many tile borders, whatever lures them."""
    longest = _options(game.rules)["longest_way"]
    way = game.board.distance(candidate.house, candidate.seat)
    if longest and way is not None and way > longest:
        return Refusal("too_far", f"house rule: guests go {longest} tile borders at most; it is {way}")
    return None


# --- second_bailout -----------------------------------------------------------------------------------------------------


@define(unsafe_hash=True)
class TakeMarketeer:
    """Second bailout: takes one marketeer onto the beach."""

    card: CardId = field(metadata=also("employee"))


def _on(game: Game) -> bool:
    return bool(_options(game.rules)["second_bailout"])


@hooks.modify_last_break.impl
def modify_last_break(game: Game) -> Reasons | None:
    """One break more before the game ends."""
    return ((1, "second bailout"),) if _on(game) else None


@hooks.on_bank_broke.impl
def on_bank_broke(game: Game, event: BankBroke) -> None:
    """At the second break; the cards are chosen when the step that broke the bank is over."""
    if _on(game) and event.number == 2:
        add_money(game, BAILOUT_PER_PLAYER * len(game.state.players))
        game.ask("bailout", game.state.turn_order)


def offered(game: Game, seat: Seat) -> list[str]:
    """Marketeers that are in play, left in the supply and allowed to the player."""
    return [
        card for card in BAILOUT_CARDS if game.state.supply.get(card, 0) > 0 and check_unique(game, seat, card) is None
    ]


class TakingMarketeer(ActionKind[TakeMarketeer]):
    """Second bailout: a marketeer for nothing."""

    name = "take_marketeer"
    cls = TakeMarketeer
    help = "Second bailout: take a campaign manager or another module's marketeer onto the beach."
    codes = ("not_an_option", "supply")

    def check(self, game: Game, seat: Seat, action: TakeMarketeer) -> Refusal | None:
        """One of those offered."""
        found = offered(game, seat)
        if action.card in found:
            return None
        if action.card in BAILOUT_CARDS and action.card in game.rules.cards:
            return Refusal("supply", f"no {game.rules.title(action.card)} can be had")
        return Refusal(
            "not_an_option", f"no {action.card}{did_you_mean(action.card, found)}; there are {', '.join(found)}"
        )

    def apply(self, game: Game, seat: Seat, action: TakeMarketeer) -> None:
        """Onto the beach."""
        gain_card(game, seat, action.card)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """One action for each card."""
        return [TakeMarketeer(card) for card in offered(game, seat)]


class Bailout(TakeOrLeave):
    """Second bailout: everybody may take a card, in turn order."""

    name = "bailout"
    actions = ("take_marketeer", "pass")
    title = "a free marketeer"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Not where the game ends anyway, nor where nothing can be had."""
        return not game.state.ending and bool(offered(game, decision.seat))


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Taking a marketeer."""
    return (TakingMarketeer(),)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """The second bailout's card."""
    return (Bailout(), FiringInOrder())

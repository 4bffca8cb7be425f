"""House rules: one option each, one hook implementation or two for each option.

None of these is in a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from fcm_core.basics.errors import InputError, Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import also
from fcm_core.game.actions import PlaceCampaign
from fcm_core.game.bank import add_money
from fcm_core.game.hooks import hookimpl
from fcm_core.game.offers import offer
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Reasons

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision

BAILOUT_PER_PLAYER = 300  # dollars
BAILOUT_CARDS = ("campaign_manager", "rural_marketeer", "mass_marketeer", "gourmet_food_critic")


def _options(rules: Rules) -> Mapping[str, Any]:
    return rules.options["house_rules"]


# --- no_milestone -----------------------------------------------------------------------------------------------------


@hookimpl
def contribute_milestone_rounds(rules: Rules) -> Mapping[str, int]:
    """Milestones that are never in the game."""
    return dict.fromkeys(_options(rules)["no_milestone"], 0)


# --- short_game, strict_order -------------------------------------------------------------------------------------------


@hookimpl
def override_settings(rules: Rules) -> Mapping[str, Any]:
    """No salaries, $75 each, one break and thus no reserve cards; and Payday's choices seen one by one."""
    options = _options(rules)
    if options["short_game"] and options["second_bailout"]:
        raise InputError("house_rules: short_game ends at the first break, second_bailout at the third; choose one")
    found: dict[str, Any] = {}
    if options["short_game"]:
        found |= {"payday": False, "bank_per_player": 75, "breaks": 1, "reserve_cards": False}
    if options["strict_order"]:
        found |= {"open_payday": True}
    return found


# --- starting_cards -----------------------------------------------------------------------------------------------------


@hookimpl
def on_game_set_up(game: Game) -> None:
    """Everybody begins with a copy of each, out of the supply, as far as it goes round."""
    for card in _options(game.rules)["starting_cards"]:
        if card not in game.rules.cards:
            raise InputError(f"house_rules: starting_cards: no card {card}{did_you_mean(card, game.rules.cards)}")
        if game.state.supply.get(card, 0) < len(game.state.players):
            raise InputError(
                f"house_rules: starting_cards: there is no {card} for each of {len(game.state.players)} players"
            )
        for player in range(len(game.state.players)):
            game.gain_card(player, card)


# --- longest_campaign ---------------------------------------------------------------------------------------------------


@hookimpl
def check_action(game: Game, action: Any) -> Refusal | None:
    """No campaign for longer; eternal ones stay as they are."""
    longest = _options(game.rules)["longest_campaign"]
    if longest and isinstance(action, PlaceCampaign) and action.left is not None and action.left > longest:
        return Refusal(
            "duration", f"house rule: no campaign runs longer than {longest} rounds; {action.left} are asked"
        )
    return None


# --- price_cards --------------------------------------------------------------------------------------------------------


@hookimpl
def check_seats(game: Game, work: Mapping[str, int]) -> Refusal | None:
    """No more cards at work that lower the price."""
    most = _options(game.rules)["price_cards"]
    lowering = sum(work.get(card, 0) for card in game.rules.price_cards if game.rules.cards[card].price < 0)
    if most and lowering > most:
        return Refusal("overfull", f"house rule: {lowering} cards at work lower the price; {most} may")
    return None


# --- longest_way --------------------------------------------------------------------------------------------------------


@hookimpl
def check_serves(game: Game, candidate: Candidate) -> Refusal | None:
    """Guests go no further than so many tile borders, whatever lures them."""
    longest = _options(game.rules)["longest_way"]
    way = game.distance(candidate.house, candidate.player)
    if longest and way is not None and way > longest:
        return Refusal("too_far", f"house rule: guests go {longest} tile borders at most; it is {way}")
    return None


# --- second_bailout -----------------------------------------------------------------------------------------------------


@define(unsafe_hash=True)
class TakeMarketeer:
    """Second bailout: takes one marketeer onto the beach."""

    card: str = field(metadata=also("employee"))


def _on(game: Game) -> bool:
    return bool(_options(game.rules)["second_bailout"])


@hookimpl
def modify_last_break(game: Game) -> Reasons | None:
    """One break more before the game ends."""
    return ((1, "second bailout"),) if _on(game) else None


@hookimpl
def on_bank_broken(game: Game, number: int) -> None:
    """At the second break; the cards are chosen when the step that broke the bank is over."""
    if _on(game) and number == 2:
        add_money(game, BAILOUT_PER_PLAYER * len(game.state.players))
        game.ask("bailout", game.state.turn_order)


def offered(game: Game, player: int) -> list[str]:
    """Marketeers that are in play, left in the supply and allowed to the player."""
    return [
        card for card in BAILOUT_CARDS if game.state.supply.get(card, 0) > 0 and game.check_unique(player, card) is None
    ]


def check_take(game: Game, player: int, action: TakeMarketeer) -> Refusal | None:
    """One of those offered."""
    found = offered(game, player)
    if action.card in found:
        return None
    if action.card in BAILOUT_CARDS and action.card in game.rules.cards:
        return Refusal("supply", f"no {game.rules.title(action.card)} can be had")
    return Refusal(
        "not_an_option", f"no {action.card}{did_you_mean(action.card, found)}; there are {', '.join(found)}"
    )


def take(game: Game, player: int, action: TakeMarketeer) -> None:
    """Onto the beach."""
    game.gain_card(player, action.card)


def take_choices(game: Game, player: int) -> list[Choice]:
    """One action for each card."""
    return [TakeMarketeer(card) for card in offered(game, player)]


def _begins(game: Game, decision: Decision) -> bool:
    return not game.state.ending and bool(offered(game, decision.player))


@hookimpl
def contribute_actions(rules: Rules) -> Sequence[ActionKind]:
    """Taking a marketeer."""
    return (TAKE,)


@hookimpl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """The second bailout's card."""
    return (BAILOUT,)


TAKE = ActionKind(
    "take_marketeer",
    TakeMarketeer,
    check_take,
    take,
    take_choices,
    codes=("not_an_option", "supply"),
    help="Second bailout: take a campaign manager or another module's marketeer onto the beach.",
)
BAILOUT = offer("bailout", TAKE, "a free marketeer", begin=_begins)

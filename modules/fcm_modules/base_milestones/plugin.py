"""The 18 milestones of the base game: what earns each of them and what it does.

Rulebook, Milestones; R-18, R-21a, R-24a, R-31, R-35, R-41, R-43, R-46.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import Reasons

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Campaign, House

# --- First billboard placed -----------------------------------------------------------------------------------------


@hookimpl
def on_campaign_placed(game: Game, player: int, campaign: Campaign) -> None:
    """Billboards, airplanes and radios by their kind; burgers, pizza and drinks by what they advertise."""
    if campaign.marketeer is None:
        return
    if campaign.kind == "billboard":
        game.award(player, "first_billboard_placed")
    elif campaign.kind == "airplane":
        game.award(player, "first_airplane_campaign")
    elif campaign.kind == "radio":
        game.award(player, "first_radio_campaign")
    for good in campaign.goods:
        if good in ("burger", "pizza"):
            game.award(player, f"first_{good}_marketed")
        elif game.rules.goods[good].kind == "drink":
            game.award(player, "first_drink_marketed")


@hookimpl
def modify_eternal(game: Game, player: int, kind: str) -> Reasons | None:
    """R-31: eternal from the billboard that earns it on."""
    if game.has(player, "first_billboard_placed"):
        return ((1, "First billboard placed"),)
    if kind == "billboard" and game.available(player, "first_billboard_placed"):
        return ((1, "this is the first billboard"),)
    return None


@hookimpl
def modify_salary(game: Game, player: int, card: str) -> Reasons | None:
    """R-31: no salary for blue cards."""
    if game.has(player, "first_billboard_placed") and game.rules.cards[card].colour == "blue":
        return ((-5, "First billboard placed"),)
    return None


# --- First to train someone, first to hire three people in one turn ---------------------------------------------------


@hookimpl
def on_trained(game: Game, player: int) -> None:
    """Any training."""
    game.award(player, "first_to_train_someone")


@hookimpl
def modify_salaries(game: Game, player: int) -> Reasons | None:
    """$15 off the sum of salaries."""
    return ((-15, "First to train someone"),) if game.has(player, "first_to_train_someone") else None


@hookimpl
def on_hired(game: Game, player: int) -> None:
    """The third hire of the turn; the CEO's counts."""
    if game.player(player).hires == 3:
        game.award(player, "first_to_hire_3_people_in_1_turn")


@hookimpl
def on_milestone(game: Game, player: int, milestone: str) -> None:
    """R-21a: as many Management Trainees as are left, at most two. The first burger and pizza bring their cooks."""
    if milestone == "first_to_hire_3_people_in_1_turn":
        game.gain_card(player, "management_trainee", 2)
    elif milestone == "first_burger_produced":
        game.gain_card(player, "burger_cook", trainable=False)
    elif milestone == "first_pizza_produced":
        game.gain_card(player, "pizza_cook", trainable=False)


# --- First burger, pizza, drink marketed --------------------------------------------------------------------------------


@hookimpl
def modify_item_bonus(game: Game, player: int, good: str) -> Reasons | None:
    """$5 per item sold; no part of the price."""
    milestones = game.player(player).milestones
    if good in ("burger", "pizza"):
        name = f"first_{good}_marketed"
        return ((5, f"First {good} marketed"),) if name in milestones else None
    if "first_drink_marketed" in milestones and game.rules.goods[good].kind == "drink":
        return ((5, "First drink marketed"),)
    return None


# --- First errand boy, waitress, cart operator played -----------------------------------------------------------------


@hookimpl
def on_structures_revealed(game: Game) -> None:
    """R-18: claimed at once by everybody who has the card at work."""
    for player in range(len(game.state.players)):
        for card in ("errand_boy", "waitress", "cart_operator"):
            if game.at_work(player, card):
                game.award(player, f"first_{card}_played")


@hookimpl
def modify_drinks(game: Game, player: int, card: str) -> Reasons | None:
    """One drink more per source, for errand boys one more of the same kind (R-35)."""
    return ((1, "First errand boy played"),) if game.has(player, "first_errand_boy_played") else None


@hookimpl
def modify_tip(game: Game, player: int, card: str) -> Reasons | None:
    """$5 instead of $3."""
    if card == "waitress" and game.has(player, "first_waitress_played"):
        return ((2, "First waitress played"),)
    return None


@hookimpl
def modify_range(game: Game, player: int, card: str) -> Reasons | None:
    """Range + 1 for cart operators, truck drivers and zeppelin pilots."""
    if game.rules.cards[card].drinks and game.has(player, "first_cart_operator_played"):
        return ((1, "First cart operator played"),)
    return None


# --- First burger, pizza produced -------------------------------------------------------------------------------------


@hookimpl
def on_produced(game: Game, player: int, good: str) -> None:
    """Any burger or pizza."""
    if good in ("burger", "pizza"):
        game.award(player, f"first_{good}_produced")


# --- First to have $20, $100 ------------------------------------------------------------------------------------------


@hookimpl
def on_income(game: Game, player: int) -> None:
    """R-43: in Dinnertime, when the cash is there."""
    _claim_cash(game, player)


def _claim_cash(game: Game, player: int) -> None:
    cash = game.player(player).cash
    if cash >= 20:
        game.award(player, "first_to_have_20")
    if cash >= 100:
        game.award(player, "first_to_have_100")


@hookimpl
def modify_sees_reserves(game: Game, player: int) -> Reasons | None:
    """May look at the reserve cards."""
    return ((1, "First to have $20"),) if game.has(player, "first_to_have_20") else None


@hookimpl
def modify_income_percent(game: Game, player: int) -> Reasons | None:
    """The CEO is a CFO from the next Dinnertime on."""
    earned = game.player(player).milestones.get("first_to_have_100")
    return ((50, "First to have $100"),) if earned is not None and earned < game.state.round else None


@hookimpl
def contribute_firings(game: Game, player: int) -> Mapping[str, int] | None:
    """R-24a: an owned CFO goes at this round's Payday, or as Dinnertime ends where no Payday follows."""
    return {"cfo": 1} if game.has(player, "first_to_have_100") else None


@hookimpl
def check_own(game: Game, player: int, card: str) -> Refusal | None:
    """R-24: the holder of First to have $100 never owns a CFO again."""
    if card == "cfo" and game.has(player, "first_to_have_100"):
        return Refusal("milestone_forbids", "the holder of First to have $100 may not own a CFO")
    return None


# --- First to throw away, to lower prices -----------------------------------------------------------------------------


@hookimpl
def on_discarded(game: Game, player: int, goods: Mapping[str, int]) -> None:
    """At least one food or drink."""
    if any(game.rules.goods[good].kind in ("food", "drink") for good in goods):
        game.award(player, "first_to_throw_away_drink_food")


@hookimpl
def modify_freezer(game: Game, player: int) -> Reasons | None:
    """A freezer for ten items."""
    return ((10, "First to throw away drink/food"),) if game.has(player, "first_to_throw_away_drink_food") else None


@hookimpl
def on_phase_begin(game: Game, phase: str) -> None:
    """R-43: as Dinnertime begins: by everybody with a pricing or discount manager at work; cash that is there already."""
    if phase != "dinnertime":
        return
    for player in range(len(game.state.players)):
        _claim_cash(game, player)
        if any(game.rules.cards[card].price < 0 and game.at_work(player, card) for card in game.rules.price_cards):
            game.award(player, "first_to_lower_prices")


@hookimpl
def modify_unit_price(game: Game, player: int) -> Reasons | None:
    """$1 less for good."""
    return ((-1, "First to lower prices"),) if game.has(player, "first_to_lower_prices") else None


# --- First airplane, radio campaign -----------------------------------------------------------------------------------


@hookimpl
def modify_open_slots(game: Game, player: int) -> Reasons | None:
    """Two more open slots in Order of Business."""
    return ((2, "First airplane campaign"),) if game.has(player, "first_airplane_campaign") else None


@hookimpl
def modify_counters(game: Game, campaign: Campaign, house: House) -> Reasons | None:
    """The owner's radios place two counters."""
    if campaign.kind == "radio" and campaign.by_marketeer and game.has(campaign.owner, "first_radio_campaign"):
        return ((1, "First radio campaign"),)
    return None


# --- First to pay $20 or more in salaries -----------------------------------------------------------------------------


@hookimpl
def on_salaries_paid(game: Game, player: int, amount: int) -> None:
    """R-46: what is actually paid."""
    if amount >= 20:
        game.award(player, "first_to_pay_20_or_more_in_salaries")


@hookimpl
def modify_stacking(game: Game, player: int) -> Reasons | None:
    """Training actions may be stacked on one card, from the next round on."""
    if game.has(player, "first_to_pay_20_or_more_in_salaries"):
        return ((1, "First to pay $20 or more in salaries"),)
    return None

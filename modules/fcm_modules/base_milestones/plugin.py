"""The 18 milestones of the base game: what earns each of them and what it does.

Rulebook, Milestones; R-18, R-21a, R-24a, R-31, R-35, R-41, R-43, R-46.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.game import hooks
from fcm_core.game.cards import at_work, gain_card
from fcm_core.game.laws import Reasons
from fcm_core.game.milestones import award, can_earn, has_milestone

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import CardId, GoodId, Seat
    from fcm_core.game.events import (
        CampaignPlaced,
        Discarded,
        Hired,
        IncomeChanged,
        MilestoneEarned,
        PhaseBegan,
        Produced,
        SalariesPaid,
        StructuresRevealed,
        Trained,
    )
    from fcm_core.game.game import Game
    from fcm_core.game.state import Campaign, House

# --- First billboard placed -----------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def on_campaign_placed(game: Game, event: CampaignPlaced) -> None:
    """Billboards, airplanes and radios by their kind; burgers, pizza and drinks by what they advertise."""
    if event.campaign.marketeer is None:
        return
    if event.campaign.kind == "billboard":
        award(game, event.seat, "first_billboard_placed")
    elif event.campaign.kind == "airplane":
        award(game, event.seat, "first_airplane_campaign")
    elif event.campaign.kind == "radio":
        award(game, event.seat, "first_radio_campaign")
    for good in event.campaign.goods:
        if good in ("burger", "pizza"):
            award(game, event.seat, f"first_{good}_marketed")
        elif game.rules.goods[good].kind == "drink":
            award(game, event.seat, "first_drink_marketed")


@hooks.allow_eternal.impl
def allow_eternal(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
    """R-31: eternal from the billboard that earns it on."""
    if has_milestone(game, seat, "first_billboard_placed"):
        return "First billboard placed"
    if kind == "billboard" and can_earn(game, seat, "first_billboard_placed"):
        return "this is the first billboard"
    return None


@hooks.modify_salary.impl
def modify_salary(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-31: no salary for blue cards."""
    if has_milestone(game, seat, "first_billboard_placed") and game.rules.cards[card].colour == "blue":
        return ((-5, "First billboard placed"),)
    return None


# --- First to train someone, first to hire three people in one turn ---------------------------------------------------


@hooks.on_trained.impl
def on_trained(game: Game, event: Trained) -> None:
    """Any training."""
    award(game, event.seat, "first_to_train_someone")


@hooks.modify_salaries.impl
def modify_salaries(game: Game, seat: Seat) -> Reasons | None:
    """$15 off the sum of salaries."""
    return ((-15, "First to train someone"),) if has_milestone(game, seat, "first_to_train_someone") else None


@hooks.on_hired.impl
def on_hired(game: Game, event: Hired) -> None:
    """The third hire of the turn; the CEO's counts."""
    if game.player(event.seat).hires == 3:
        award(game, event.seat, "first_to_hire_3_people_in_1_turn")


@hooks.on_milestone_earned.impl
def on_milestone_earned(game: Game, event: MilestoneEarned) -> None:
    """R-21a: as many Management Trainees as are left, at most two. The first burger and pizza bring their cooks."""
    if event.milestone == "first_to_hire_3_people_in_1_turn":
        gain_card(game, event.seat, "management_trainee", 2)
    elif event.milestone == "first_burger_produced":
        gain_card(game, event.seat, "burger_cook", trainable=False)
    elif event.milestone == "first_pizza_produced":
        gain_card(game, event.seat, "pizza_cook", trainable=False)


# --- First burger, pizza, drink marketed --------------------------------------------------------------------------------


@hooks.modify_item_bonus.impl
def modify_item_bonus(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
    """$5 per item sold; no part of the price."""
    milestones = game.player(seat).milestones
    if good in ("burger", "pizza"):
        name = f"first_{good}_marketed"
        return ((5, f"First {good} marketed"),) if name in milestones else None
    if "first_drink_marketed" in milestones and game.rules.goods[good].kind == "drink":
        return ((5, "First drink marketed"),)
    return None


# --- First errand boy, waitress, cart operator played -----------------------------------------------------------------


@hooks.on_structures_revealed.impl
def on_structures_revealed(game: Game, event: StructuresRevealed) -> None:
    """R-18: claimed at once by everybody who has the card at work."""
    for player in game.state.seats:
        for card in ("errand_boy", "waitress", "cart_operator"):
            if at_work(game, player, card):
                award(game, player, f"first_{card}_played")


@hooks.modify_drinks.impl
def modify_drinks(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """One drink more per source, for errand boys one more of the same kind (R-35)."""
    return ((1, "First errand boy played"),) if has_milestone(game, seat, "first_errand_boy_played") else None


@hooks.modify_tip.impl
def modify_tip(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """$5 instead of $3."""
    if card == "waitress" and has_milestone(game, seat, "first_waitress_played"):
        return ((2, "First waitress played"),)
    return None


@hooks.modify_range.impl
def modify_range(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Range + 1 for cart operators, truck drivers and zeppelin pilots."""
    if game.rules.cards[card].drinks and has_milestone(game, seat, "first_cart_operator_played"):
        return ((1, "First cart operator played"),)
    return None


# --- First burger, pizza produced -------------------------------------------------------------------------------------


@hooks.on_produced.impl
def on_produced(game: Game, event: Produced) -> None:
    """Any burger or pizza."""
    if event.good in ("burger", "pizza"):
        award(game, event.seat, f"first_{event.good}_produced")


# --- First to have $20, $100 ------------------------------------------------------------------------------------------


@hooks.on_income_changed.impl
def on_income_changed(game: Game, event: IncomeChanged) -> None:
    """R-43: in Dinnertime, when the cash is there."""
    _claim_cash(game, event.seat)


def _claim_cash(game: Game, seat: Seat) -> None:
    cash = game.player(seat).cash
    if cash >= 20:
        award(game, seat, "first_to_have_20")
    if cash >= 100:
        award(game, seat, "first_to_have_100")


@hooks.allow_seeing_reserves.impl
def allow_seeing_reserves(game: Game, seat: Seat) -> str | None:
    """May look at the reserve cards."""
    return "First to have $20" if has_milestone(game, seat, "first_to_have_20") else None


@hooks.highest_income_percent.impl
def highest_income_percent(game: Game, seat: Seat) -> Reasons | None:
    """The CEO is a CFO from the next Dinnertime on."""
    earned = game.player(seat).milestones.get("first_to_have_100")
    return ((50, "First to have $100"),) if earned is not None and earned < game.state.round else None


@hooks.list_firings.impl
def list_firings(game: Game, seat: Seat) -> Sequence[CardId] | None:
    """R-24a: an owned CFO goes at this round's Payday, or as Dinnertime ends where no Payday follows."""
    return ("cfo",) if has_milestone(game, seat, "first_to_have_100") else None


@hooks.check_own.impl
def check_own(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """R-24: the holder of First to have $100 never owns a CFO again."""
    if card == "cfo" and has_milestone(game, seat, "first_to_have_100"):
        return Refusal("milestone_forbids", "the holder of First to have $100 may not own a CFO")
    return None


# --- First to throw away, to lower prices -----------------------------------------------------------------------------


@hooks.on_discarded.impl
def on_discarded(game: Game, event: Discarded) -> None:
    """At least one food or drink."""
    if any(game.rules.goods[good].kind in ("food", "drink") for good in event.goods):
        award(game, event.seat, "first_to_throw_away_drink_food")


@hooks.highest_freezer.impl
def highest_freezer(game: Game, seat: Seat) -> Reasons | None:
    """A freezer for ten items."""
    return (
        ((10, "First to throw away drink/food"),)
        if has_milestone(game, seat, "first_to_throw_away_drink_food")
        else None
    )


@hooks.on_phase_began.impl
def on_phase_began(game: Game, event: PhaseBegan) -> None:
    """R-43: as Dinnertime begins: by everybody with a pricing or discount manager at work; cash that is there already."""
    if event.phase != "dinnertime":
        return
    for player in game.state.seats:
        _claim_cash(game, player)
        if any(game.rules.cards[card].price < 0 and at_work(game, player, card) for card in game.rules.price_cards):
            award(game, player, "first_to_lower_prices")


@hooks.modify_unit_price.impl
def modify_unit_price(game: Game, seat: Seat) -> Reasons | None:
    """$1 less for good."""
    return ((-1, "First to lower prices"),) if has_milestone(game, seat, "first_to_lower_prices") else None


# --- First airplane, radio campaign -----------------------------------------------------------------------------------


@hooks.modify_open_slots.impl
def modify_open_slots(game: Game, seat: Seat) -> Reasons | None:
    """Two more open slots in Order of Business."""
    return ((2, "First airplane campaign"),) if has_milestone(game, seat, "first_airplane_campaign") else None


@hooks.modify_counters.impl
def modify_counters(game: Game, campaign: Campaign, house: House) -> Reasons | None:
    """The owner's radios place two counters."""
    if (
        campaign.kind == "radio"
        and campaign.by_marketeer
        and has_milestone(game, campaign.owner, "first_radio_campaign")
    ):
        return ((1, "First radio campaign"),)
    return None


# --- First to pay $20 or more in salaries -----------------------------------------------------------------------------


@hooks.on_salaries_paid.impl
def on_salaries_paid(game: Game, event: SalariesPaid) -> None:
    """R-46: what is actually paid."""
    if event.paid >= 20:
        award(game, event.seat, "first_to_pay_20_or_more_in_salaries")


@hooks.allow_stacking.impl
def allow_stacking(game: Game, seat: Seat) -> str | None:
    """Training actions may be stacked on one card, from the next round on."""
    if has_milestone(game, seat, "first_to_pay_20_or_more_in_salaries"):
        return "First to pay $20 or more in salaries"
    return None

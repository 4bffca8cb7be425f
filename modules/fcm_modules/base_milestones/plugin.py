"""The 18 milestones of the base game, in the order of their cards: what earns each of them and what it does.

Rulebook, Milestones; R-18, R-21a, R-24, R-24a, R-31, R-35, R-41, R-43, R-46.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import (
    SALARY,
    Campaign,
    CampaignPlaced,
    CardId,
    Codes,
    Discarded,
    Game,
    GoodId,
    Hired,
    House,
    IncomeChanged,
    MilestoneEarned,
    MilestoneId,
    PhaseBegan,
    Produced,
    Reasons,
    Refusal,
    Rules,
    SalariesPaid,
    Seat,
    StructuresRevealed,
    Trained,
    at_work,
    award,
    can_earn,
    gain_card,
    has_milestone,
    hooks,
    milestone_effect,
    milestone_reason,
)

FIRST_BILLBOARD_PLACED = MilestoneId("first_billboard_placed")
FIRST_TO_TRAIN = MilestoneId("first_to_train_someone")
FIRST_TO_HIRE_3 = MilestoneId("first_to_hire_3_people_in_1_turn")
FIRST_BURGER_MARKETED = MilestoneId("first_burger_marketed")
FIRST_PIZZA_MARKETED = MilestoneId("first_pizza_marketed")
FIRST_DRINK_MARKETED = MilestoneId("first_drink_marketed")
FIRST_ERRAND_BOY_PLAYED = MilestoneId("first_errand_boy_played")
FIRST_TO_HAVE_20 = MilestoneId("first_to_have_20")
FIRST_BURGER_PRODUCED = MilestoneId("first_burger_produced")
FIRST_PIZZA_PRODUCED = MilestoneId("first_pizza_produced")
FIRST_WAITRESS_PLAYED = MilestoneId("first_waitress_played")
FIRST_TO_THROW_AWAY = MilestoneId("first_to_throw_away_drink_food")
FIRST_TO_LOWER_PRICES = MilestoneId("first_to_lower_prices")
FIRST_CART_OPERATOR_PLAYED = MilestoneId("first_cart_operator_played")
FIRST_AIRPLANE_CAMPAIGN = MilestoneId("first_airplane_campaign")
FIRST_RADIO_CAMPAIGN = MilestoneId("first_radio_campaign")
FIRST_TO_HAVE_100 = MilestoneId("first_to_have_100")
FIRST_TO_PAY_20 = MilestoneId("first_to_pay_20_or_more_in_salaries")

BURGER = GoodId("burger")
PIZZA = GoodId("pizza")

BURGER_COOK = CardId("burger_cook")
CART_OPERATOR = CardId("cart_operator")
CFO = CardId("cfo")
ERRAND_BOY = CardId("errand_boy")
MANAGEMENT_TRAINEE = CardId("management_trainee")
PIZZA_COOK = CardId("pizza_cook")
WAITRESS = CardId("waitress")


def is_drink(game: Game, good: GoodId) -> bool:
    """Beer, lemonade and soda, and what modules call a drink."""
    return game.rules.goods[good].kind == "drink"


def places(placed: CampaignPlaced, kind: str) -> bool:
    """Whether a marketeer has placed a campaign of this kind."""
    return placed.campaign.kind == kind and placed.campaign.marketeer is not None


def advertises(placed: CampaignPlaced, good: GoodId) -> bool:
    """Whether a marketeer has placed a campaign for this good."""
    return good in placed.campaign.goods and placed.campaign.marketeer is not None


def award_all_with(game: Game, card: CardId, milestone: MilestoneId) -> None:
    """R-18: to everybody who has the card at work."""
    for seat in game.seats:
        if at_work(game, seat, card):
            award(game, seat, milestone)


# --- First billboard placed ------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_billboard_placed(game: Game, placed: CampaignPlaced) -> None:
    """Any billboard."""
    if places(placed, "billboard"):
        award(game, placed.seat, FIRST_BILLBOARD_PLACED)


@hooks.allow_eternal.impl
def eternal_campaigns(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
    """R-31: every campaign, beginning with the billboard that earns the milestone."""
    if kind == "billboard" and can_earn(game, seat, FIRST_BILLBOARD_PLACED):
        return "this is the first billboard"
    return milestone_reason(game, seat, FIRST_BILLBOARD_PLACED)


@hooks.modify_salary.impl
def marketeers_without_salary(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-31: all blue cards."""
    if game.rules.cards[card].colour != "blue":
        return None
    return milestone_effect(game, seat, FIRST_BILLBOARD_PLACED, -SALARY)


# --- First to train someone ------------------------------------------------------------------------------------------


@hooks.on_trained.impl
def first_to_train(game: Game, trained: Trained) -> None:
    """Any training."""
    award(game, trained.seat, FIRST_TO_TRAIN)


@hooks.modify_salaries.impl
def fifteen_dollars_off(game: Game, seat: Seat) -> Reasons | None:
    """$15 off the sum of salaries."""
    return milestone_effect(game, seat, FIRST_TO_TRAIN, -15)


# --- First to hire 3 people in 1 turn --------------------------------------------------------------------------------


@hooks.on_hired.impl
def first_to_hire_3(game: Game, hired: Hired) -> None:
    """The third hire of the turn; the CEO's counts."""
    if game.player(hired.seat).hires == 3:
        award(game, hired.seat, FIRST_TO_HIRE_3)


@hooks.on_milestone_earned.impl
def two_management_trainees(game: Game, earned: MilestoneEarned) -> None:
    """R-21a: as many as are left, at most two."""
    if earned.milestone == FIRST_TO_HIRE_3:
        gain_card(game, earned.seat, MANAGEMENT_TRAINEE, 2)


# --- First burger marketed -------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_burger_marketed(game: Game, placed: CampaignPlaced) -> None:
    """A campaign for burgers."""
    if advertises(placed, BURGER):
        award(game, placed.seat, FIRST_BURGER_MARKETED)


@hooks.modify_item_bonus.impl
def five_dollars_a_burger(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
    """$5 for each burger sold; no part of the price."""
    return milestone_effect(game, seat, FIRST_BURGER_MARKETED, 5) if good == BURGER else None


# --- First pizza marketed --------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_pizza_marketed(game: Game, placed: CampaignPlaced) -> None:
    """A campaign for pizza."""
    if advertises(placed, PIZZA):
        award(game, placed.seat, FIRST_PIZZA_MARKETED)


@hooks.modify_item_bonus.impl
def five_dollars_a_pizza(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
    """$5 for each pizza sold; no part of the price."""
    return milestone_effect(game, seat, FIRST_PIZZA_MARKETED, 5) if good == PIZZA else None


# --- First drink marketed --------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_drink_marketed(game: Game, placed: CampaignPlaced) -> None:
    """A campaign for any drink."""
    if any(is_drink(game, good) and advertises(placed, good) for good in placed.campaign.goods):
        award(game, placed.seat, FIRST_DRINK_MARKETED)


@hooks.modify_item_bonus.impl
def five_dollars_a_drink(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
    """$5 for each drink sold; no part of the price."""
    return milestone_effect(game, seat, FIRST_DRINK_MARKETED, 5) if is_drink(game, good) else None


# --- First errand boy played -----------------------------------------------------------------------------------------


@hooks.on_structures_revealed.impl
def first_errand_boy_played(game: Game, revealed: StructuresRevealed) -> None:
    """R-18: at once, by everybody who has one at work."""
    award_all_with(game, ERRAND_BOY, FIRST_ERRAND_BOY_PLAYED)


@hooks.modify_drinks.impl
def one_more_drink(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-35: for each source; errand boys bring one more of the same kind."""
    return milestone_effect(game, seat, FIRST_ERRAND_BOY_PLAYED, 1)


# --- First to have $20 -----------------------------------------------------------------------------------------------


@hooks.on_phase_began.impl
def first_to_have_20_already(game: Game, began: PhaseBegan) -> None:
    """R-43: cash that is there as Dinnertime begins counts."""
    if began.phase == "dinnertime":
        for seat in game.seats:
            claim_20(game, seat)


@hooks.on_income_changed.impl
def first_to_have_20(game: Game, income: IncomeChanged) -> None:
    """R-43: in Dinnertime, when the cash is there."""
    claim_20(game, income.seat)


def claim_20(game: Game, seat: Seat) -> None:
    """The milestone for a player who has $20 or more."""
    if game.player(seat).cash >= 20:
        award(game, seat, FIRST_TO_HAVE_20)


@hooks.allow_seeing_reserves.impl
def look_at_reserve_cards(game: Game, seat: Seat) -> str | None:
    """May look at all reserve cards."""
    return milestone_reason(game, seat, FIRST_TO_HAVE_20)


# --- First burger produced -------------------------------------------------------------------------------------------


@hooks.on_produced.impl
def first_burger_produced(game: Game, produced: Produced) -> None:
    """Any burger."""
    if produced.good == BURGER:
        award(game, produced.seat, FIRST_BURGER_PRODUCED)


@hooks.on_milestone_earned.impl
def a_burger_cook(game: Game, earned: MilestoneEarned) -> None:
    """It cannot be trained this turn."""
    if earned.milestone == FIRST_BURGER_PRODUCED:
        gain_card(game, earned.seat, BURGER_COOK, trainable=False)


# --- First pizza produced --------------------------------------------------------------------------------------------


@hooks.on_produced.impl
def first_pizza_produced(game: Game, produced: Produced) -> None:
    """Any pizza."""
    if produced.good == PIZZA:
        award(game, produced.seat, FIRST_PIZZA_PRODUCED)


@hooks.on_milestone_earned.impl
def a_pizza_cook(game: Game, earned: MilestoneEarned) -> None:
    """It cannot be trained this turn."""
    if earned.milestone == FIRST_PIZZA_PRODUCED:
        gain_card(game, earned.seat, PIZZA_COOK, trainable=False)


# --- First waitress played -------------------------------------------------------------------------------------------


@hooks.on_structures_revealed.impl
def first_waitress_played(game: Game, revealed: StructuresRevealed) -> None:
    """R-18: at once, by everybody who has one at work."""
    award_all_with(game, WAITRESS, FIRST_WAITRESS_PLAYED)


@hooks.modify_tip.impl
def five_dollars_a_waitress(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """$5 instead of $3."""
    return milestone_effect(game, seat, FIRST_WAITRESS_PLAYED, 2) if card == WAITRESS else None


# --- First to throw away drink/food ----------------------------------------------------------------------------------


@hooks.on_discarded.impl
def first_to_throw_away(game: Game, discarded: Discarded) -> None:
    """At least one item of food or drink."""
    if any(game.rules.goods[good].kind in ("food", "drink") for good in discarded.goods):
        award(game, discarded.seat, FIRST_TO_THROW_AWAY)


@hooks.highest_freezer.impl
def freezer_for_ten(game: Game, seat: Seat) -> Reasons | None:
    """A freezer for ten items."""
    return milestone_effect(game, seat, FIRST_TO_THROW_AWAY, 10)


# --- First to lower prices -------------------------------------------------------------------------------------------


@hooks.on_phase_began.impl
def first_to_lower_prices(game: Game, began: PhaseBegan) -> None:
    """R-43: as Dinnertime begins, by everybody who has a pricing or discount manager at work."""
    if began.phase == "dinnertime":
        for card in game.rules.price_cards:
            if game.rules.cards[card].price < 0:
                award_all_with(game, card, FIRST_TO_LOWER_PRICES)


@hooks.modify_unit_price.impl
def one_dollar_less(game: Game, seat: Seat) -> Reasons | None:
    """$1 off the unit price for the rest of the game."""
    return milestone_effect(game, seat, FIRST_TO_LOWER_PRICES, -1)


# --- First cart operator played --------------------------------------------------------------------------------------


@hooks.on_structures_revealed.impl
def first_cart_operator_played(game: Game, revealed: StructuresRevealed) -> None:
    """R-18: at once, by everybody who has one at work."""
    award_all_with(game, CART_OPERATOR, FIRST_CART_OPERATOR_PLAYED)


@hooks.modify_range.impl
def buyers_go_farther(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Range + 1 for cart operators, truck drivers and zeppelin pilots."""
    return milestone_effect(game, seat, FIRST_CART_OPERATOR_PLAYED, 1) if game.rules.cards[card].drinks else None


# --- First airplane campaign -----------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_airplane_campaign(game: Game, placed: CampaignPlaced) -> None:
    """Any airplane."""
    if places(placed, "airplane"):
        award(game, placed.seat, FIRST_AIRPLANE_CAMPAIGN)


@hooks.modify_open_slots.impl
def two_more_open_slots(game: Game, seat: Seat) -> Reasons | None:
    """In Order of Business; they hold no cards."""
    return milestone_effect(game, seat, FIRST_AIRPLANE_CAMPAIGN, 2)


# --- First radio campaign --------------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_radio_campaign(game: Game, placed: CampaignPlaced) -> None:
    """Any radio."""
    if places(placed, "radio"):
        award(game, placed.seat, FIRST_RADIO_CAMPAIGN)


@hooks.modify_counters.impl
def radios_place_two(game: Game, campaign: Campaign, house: House) -> Reasons | None:
    """The owner's radios place two counters."""
    if campaign.kind != "radio" or not campaign.by_marketeer:
        return None
    return milestone_effect(game, campaign.owner, FIRST_RADIO_CAMPAIGN, 1)


# --- First to have $100 ----------------------------------------------------------------------------------------------


@hooks.on_phase_began.impl
def first_to_have_100_already(game: Game, began: PhaseBegan) -> None:
    """R-43: cash that is there as Dinnertime begins counts."""
    if began.phase == "dinnertime":
        for seat in game.seats:
            claim_100(game, seat)


@hooks.on_income_changed.impl
def first_to_have_100(game: Game, income: IncomeChanged) -> None:
    """R-43: in Dinnertime, when the cash is there."""
    claim_100(game, income.seat)


def claim_100(game: Game, seat: Seat) -> None:
    """The milestone for a player who has $100 or more."""
    if game.player(seat).cash >= 100:
        award(game, seat, FIRST_TO_HAVE_100)


@hooks.highest_income_percent.impl
def the_ceo_is_a_cfo(game: Game, seat: Seat) -> Reasons | None:
    """R-41: 50 % on top, from the next Dinnertime on."""
    earned = game.player(seat).milestones.get(FIRST_TO_HAVE_100)
    if earned is None or earned >= game.state.round:
        return None
    return milestone_effect(game, seat, FIRST_TO_HAVE_100, 50)


@hooks.list_firings.impl
def the_cfo_goes(game: Game, seat: Seat) -> Sequence[CardId] | None:
    """R-24a: an owned CFO goes at this round's Payday, or as Dinnertime ends where no Payday follows."""
    return (CFO,) if has_milestone(game, seat, FIRST_TO_HAVE_100) else None


@hooks.check_own.impl
def no_cfo_any_more(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """R-24: whoever has the milestone never owns a CFO again."""
    if card == CFO and has_milestone(game, seat, FIRST_TO_HAVE_100):
        return Refusal("milestone_forbids", "the holder of First to have $100 may not own a CFO")
    return None


@hooks.contribute_codes.impl
def contribute_codes(rules: Rules) -> Sequence[tuple[str, Codes]]:
    """The refusal above."""
    return (("train", {"milestone_forbids": "a milestone of the player forbids the card"}),)


# --- First to pay $20 or more in salaries ----------------------------------------------------------------------------


@hooks.on_salaries_paid.impl
def first_to_pay_20(game: Game, salaries: SalariesPaid) -> None:
    """R-46: what is actually paid."""
    if salaries.paid >= 20:
        award(game, salaries.seat, FIRST_TO_PAY_20)


@hooks.allow_stacking.impl
def stacked_training(game: Game, seat: Seat) -> str | None:
    """Training actions of several cards may be used on one card, from the next round on."""
    return milestone_reason(game, seat, FIRST_TO_PAY_20)

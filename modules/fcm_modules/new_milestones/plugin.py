"""The 17 milestones of New Milestones, in the order of their cards: what earns each of them and what it does.

Ketchup rulebook, New Milestones; R-58 to R-62, R-72. "Used" means that an effect was resolved, so nothing is earned
when structures are revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fcm_core.modding import (
    SALARY,
    ActionKind,
    CampaignNumber,
    CampaignPlaced,
    CampaignRan,
    CardId,
    DecisionKind,
    Fetched,
    Fired,
    Game,
    GoodId,
    Hired,
    House,
    HousePlaced,
    MilestoneEarned,
    MilestoneId,
    Partition,
    PhaseBegan,
    PhaseEnded,
    Position,
    Reader,
    Reason,
    Reasons,
    RestaurantPlaced,
    Rules,
    Seat,
    Sold,
    Step,
    TipsEarned,
    Trained,
    at_work,
    award,
    can_earn,
    credit,
    gain_card,
    gain_from_box,
    has_milestone,
    hooks,
    milestone_effect,
    milestone_reason,
    remove_money,
    unit_price_reasons,
)
from fcm_modules.base.campaigns import MAILBOX, RADIO
from fcm_modules.new_milestones import payment
from fcm_modules.new_milestones.free_mailbox import FreeMailbox, PlacingFreeMailbox
from fcm_modules.new_milestones.payment import FIRST_BEER_SOLD, PayingWithItems, WhichItemsPay
from fcm_modules.new_milestones.pizza_radio import PIZZA, PizzaRadio, PlacingPizzaRadio
from fcm_modules.new_milestones.second_tile import PlacingSecondCampaign, SecondCampaign
from fcm_modules.new_milestones.state import REMEMBERED, Remembered

FIRST_MARKETEER_USED = MilestoneId("first_marketeer_used")
FIRST_MARKETING_TRAINEE_USED = MilestoneId("first_marketing_trainee_used")
FIRST_CAMPAIGN_MANAGER_USED = MilestoneId("first_campaign_manager_used")
FIRST_BRAND_MANAGER_USED = MilestoneId("first_brand_manager_used")
FIRST_BRAND_DIRECTOR_USED = MilestoneId("first_brand_director_used")
FIRST_BURGER_SOLD = MilestoneId("first_burger_sold")
FIRST_PIZZA_SOLD = MilestoneId("first_pizza_sold")
FIRST_LEMONADE_SOLD = MilestoneId("first_lemonade_sold")
FIRST_SODA_SOLD = MilestoneId("first_soda_sold")
FIRST_RECRUITING_GIRL_USED = MilestoneId("first_recruiting_girl_used")
FIRST_TRAINER_USED = MilestoneId("first_trainer_used")
FIRST_DISCOUNT_MANAGER_USED = MilestoneId("first_discount_manager_used")
FIRST_HOUSE_BUILT = MilestoneId("first_house_built")
FIRST_NEW_RESTAURANT = MilestoneId("first_new_restaurant")
FIRST_WAITRESS_USED = MilestoneId("first_waitress_used")
FIRST_CART_OPERATOR_USED = MilestoneId("first_cart_operator_used")

BEER = GoodId("beer")
BURGER = GoodId("burger")
LEMONADE = GoodId("lemonade")
SODA = GoodId("soda")

BRAND_DIRECTOR = CardId("brand_director")
BRAND_MANAGER = CardId("brand_manager")
CAMPAIGN_MANAGER = CardId("campaign_manager")
CART_OPERATOR = CardId("cart_operator")
DISCOUNT_MANAGER = CardId("discount_manager")
ERRAND_BOY = CardId("errand_boy")
KITCHEN_TRAINEE = CardId("kitchen_trainee")
MARKETING_TRAINEE = CardId("marketing_trainee")
RECRUITING_GIRL = CardId("recruiting_girl")
TRAINER = CardId("trainer")
VICE_PRESIDENT = CardId("executive_vice_president")
WAITRESS = CardId("waitress")


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition[Remembered]]:
    """Pizza sold in this Dinnertime, salaries paid with items, vice presidents fired."""
    return (REMEMBERED,)


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Answers to the decisions below."""
    return (PlacingSecondCampaign(), PlacingFreeMailbox(), PlacingPizzaRadio(), PayingWithItems())


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """A second tile, a free mailbox, pizza radios, payment with items."""
    return (SecondCampaign(), FreeMailbox(), PizzaRadio(), WhichItemsPay())


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Pizza radios end Dinnertime; items are paid before cash."""
    return (Step("dinnertime", "pizza_radios", place_pizza_radios, after=("close",)), *payment.STEPS)


# --- First marketeer used --------------------------------------------------------------------------------------------

# marketeers of other modules do not earn it.
MARKETEERS = (MARKETING_TRAINEE, CAMPAIGN_MANAGER, BRAND_MANAGER, BRAND_DIRECTOR)


@hooks.on_campaign_placed.impl
def first_marketeer_used(game: Game, placed: CampaignPlaced) -> None:
    """R-58: a marketeer of the base game is used when it places."""
    if placed.campaign.marketeer in MARKETEERS:
        award(game, placed.seat, FIRST_MARKETEER_USED)


@hooks.on_campaign_ran.impl
def five_dollars_a_counter(game: Game, ran: CampaignRan) -> None:
    """R-58: $5 for each counter that fits, made by a marketeer's campaign. The bank may fall below $0."""
    owner = ran.campaign.owner
    counters = sum(count for goods in ran.placed.values() for count in goods.values())
    earns = ran.campaign.by_marketeer and has_milestone(game, owner, FIRST_MARKETEER_USED)
    if counters and earns and not game.player(owner).bankrupt:
        credit(game, owner, 5 * counters, "First marketeer used")


@hooks.modify_distance.impl
def two_borders_less(game: Game, seat: Seat, house: House) -> Reasons | None:
    """R-58: the distance may fall below 0."""
    return milestone_effect(game, seat, FIRST_MARKETEER_USED, -2)


# --- First marketing trainee used ------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_marketing_trainee_used(game: Game, placed: CampaignPlaced) -> None:
    """It places a campaign."""
    if placed.campaign.marketeer == MARKETING_TRAINEE:
        award(game, placed.seat, FIRST_MARKETING_TRAINEE_USED)


@hooks.on_milestone_earned.impl
def a_kitchen_trainee_and_an_errand_boy(game: Game, earned: MilestoneEarned) -> None:
    """They cannot be trained this turn."""
    if earned.milestone == FIRST_MARKETING_TRAINEE_USED:
        gain_card(game, earned.seat, KITCHEN_TRAINEE, trainable=False)
        gain_card(game, earned.seat, ERRAND_BOY, trainable=False)


# --- First campaign manager used -------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_campaign_manager_used(game: Game, placed: CampaignPlaced) -> None:
    """It places a campaign. Only the placement that earns the milestone may be followed by a second tile."""
    if placed.campaign.marketeer == CAMPAIGN_MANAGER and award(game, placed.seat, FIRST_CAMPAIGN_MANAGER_USED):
        game.ask(SecondCampaign.name, [placed.seat], campaign=placed.campaign.number)


# --- First brand manager used ----------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_brand_manager_used(game: Game, placed: CampaignPlaced) -> None:
    """It places a campaign."""
    if placed.campaign.marketeer == BRAND_MANAGER:
        award(game, placed.seat, FIRST_BRAND_MANAGER_USED)


@hooks.modify_campaign_goods.impl
def two_goods_on_an_airplane(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Reasons | None:
    """R-72: on the airplane that earns the milestone, and on no other."""
    if card != BRAND_MANAGER or game.rules.campaign_tiles[number].kind != "airplane":
        return None
    return ((1, "First brand manager used"),) if can_earn(game, seat, FIRST_BRAND_MANAGER_USED) else None


# --- First brand director used ---------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_brand_director_used(game: Game, placed: CampaignPlaced) -> None:
    """It places a campaign of any kind."""
    if placed.campaign.marketeer == BRAND_DIRECTOR:
        award(game, placed.seat, FIRST_BRAND_DIRECTOR_USED)


@hooks.allow_eternal.impl
def eternal_radios(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
    """Every radio of the owner, beginning with the one that earns the milestone. The director's salary is still due."""
    if kind != RADIO.name:
        return None
    if card == BRAND_DIRECTOR and can_earn(game, seat, FIRST_BRAND_DIRECTOR_USED):
        return "First brand director used"
    return milestone_reason(game, seat, FIRST_BRAND_DIRECTOR_USED)


# --- First burger sold -----------------------------------------------------------------------------------------------


@hooks.on_sold.impl
def first_burger_sold(game: Game, sale: Sold) -> None:
    """Any burger, also as a part of a bigger meal."""
    if BURGER in sale.sold:
        award(game, sale.seat, FIRST_BURGER_SOLD)


@hooks.set_ceo_slots.impl
def four_slots_for_the_ceo(game: Game, seat: Seat) -> Reason | None:
    """Whatever the reserve cards say."""
    why = milestone_reason(game, seat, FIRST_BURGER_SOLD)
    return None if why is None else (4, why)


# --- First pizza sold ------------------------------------------------------------------------------------------------

PIZZA_RADIOS = 3  # houses that get one


@hooks.on_phase_began.impl
def forget_pizza_sales(game: Game, began: PhaseBegan) -> None:
    """A new Dinnertime."""
    if began.phase == "dinnertime":
        REMEMBERED.of(game).pizza_sales = ()


@hooks.on_sold.impl
def remember_pizza_sales(game: Game, sale: Sold) -> None:
    """R-60: pizza is counted when all have eaten."""
    if PIZZA in sale.sold:
        remembered = REMEMBERED.of(game)
        remembered.pizza_sales = (*remembered.pizza_sales, (sale.house, sale.seat))


def place_pizza_radios(game: Game) -> None:
    """R-60: everybody who sold pizza gets the milestone; the first three houses on the map bring their seller a radio."""
    sales = REMEMBERED.of(game).pizza_sales
    earned = [award(game, seller, FIRST_PIZZA_SOLD) for _, seller in sales]
    if any(earned):
        on_the_map = [(house, seller) for house, seller in sales if game.state.houses[house].mask]
        for house, seller in on_the_map[:PIZZA_RADIOS]:
            game.ask(PizzaRadio.name, [seller], house=house)


# --- First lemonade sold ---------------------------------------------------------------------------------------------


@hooks.on_sold.impl
def first_lemonade_sold(game: Game, sale: Sold) -> None:
    """Any lemonade."""
    if LEMONADE in sale.sold:
        award(game, sale.seat, FIRST_LEMONADE_SOLD)


@hooks.allow_training_at_work.impl
def training_at_work(game: Game, seat: Seat, card: CardId, to: CardId) -> str | None:
    """A card at work may be trained where it is, if the colour stays the same."""
    cards = game.rules.cards
    return milestone_reason(game, seat, FIRST_LEMONADE_SOLD) if cards[card].colour == cards[to].colour else None


# --- First beer sold -------------------------------------------------------------------------------------------------


@hooks.on_sold.impl
def first_beer_sold(game: Game, sale: Sold) -> None:
    """Any beer."""
    if BEER in sale.sold:
        award(game, sale.seat, FIRST_BEER_SOLD)


@hooks.modify_means.impl
def items_save_from_firing(game: Game, seat: Seat) -> Reasons | None:
    """R-62: nobody is forced to fire a card whose salary an item can pay."""
    if not has_milestone(game, seat, FIRST_BEER_SOLD):
        return None
    items = sum(payment.payable(game, seat).values())
    return ((payment.worth(game, seat, items), "items in stock"),) if items else None


@hooks.modify_salaries.impl
def salaries_paid_with_items(game: Game, seat: Seat) -> Reasons | None:
    """R-62: an item pays one salary."""
    items = REMEMBERED.of(game).items_paid.get(seat, 0)
    return ((-payment.worth(game, seat, items), f"paid with {items} items"),) if items else None


@hooks.on_phase_began.impl
def no_items_paid_yet(game: Game, began: PhaseBegan) -> None:
    """A new Payday."""
    if began.phase == "payday":
        REMEMBERED.of(game).items_paid = {}


@hooks.on_phase_ended.impl
def items_count_once(game: Game, ended: PhaseEnded) -> None:
    """What was paid with items counts in this Payday only."""
    if ended.phase == "payday":
        REMEMBERED.of(game).items_paid = {}


# --- First soda sold -------------------------------------------------------------------------------------------------


@hooks.on_sold.impl
def first_soda_sold(game: Game, sale: Sold) -> None:
    """Any soda."""
    if SODA in sale.sold:
        award(game, sale.seat, FIRST_SODA_SOLD)


@hooks.highest_freezer.impl
def freezer_for_ten(game: Game, seat: Seat) -> Reasons | None:
    """A freezer for ten items."""
    return milestone_effect(game, seat, FIRST_SODA_SOLD, 10)


# --- First recruiting girl used --------------------------------------------------------------------------------------


@hooks.on_hired.impl
def first_recruiting_girl_used(game: Game, hired: Hired) -> None:
    """Any hire while one is at work: R-25 does not tell the CEO's hire from hers."""
    if at_work(game, hired.seat, RECRUITING_GIRL):
        award(game, hired.seat, FIRST_RECRUITING_GIRL_USED)


@hooks.on_milestone_earned.impl
def a_vice_president(game: Game, earned: MilestoneEarned) -> None:
    """From the box where the supply has none."""
    if earned.milestone == FIRST_RECRUITING_GIRL_USED:
        if not gain_card(game, earned.seat, VICE_PRESIDENT):
            gain_from_box(game, earned.seat, VICE_PRESIDENT)


@hooks.modify_salary.impl
def vice_president_without_salary(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """The one that came with the milestone."""
    if card != VICE_PRESIDENT or seat in REMEMBERED.of(game).lost_reward:
        return None
    return milestone_effect(game, seat, FIRST_RECRUITING_GIRL_USED, -SALARY)


@hooks.on_fired.impl
def the_next_one_costs_a_salary(game: Game, fired: Fired) -> None:
    """A vice president who comes after the fired one is like any other."""
    remembered = REMEMBERED.of(game)
    rewarded = fired.card == VICE_PRESIDENT and has_milestone(game, fired.seat, FIRST_RECRUITING_GIRL_USED)
    if rewarded and fired.seat not in remembered.lost_reward:
        remembered.lost_reward = (*remembered.lost_reward, fired.seat)


# --- First trainer used ----------------------------------------------------------------------------------------------


@hooks.on_trained.impl
def first_trainer_used(game: Game, trained: Trained) -> None:
    """A trainer gave a step, alone or with others."""
    if TRAINER in trained.by:
        award(game, trained.seat, FIRST_TRAINER_USED)


@hooks.on_milestone_earned.impl
def a_trainer(game: Game, earned: MilestoneEarned) -> None:
    """One more trainer."""
    if earned.milestone == FIRST_TRAINER_USED:
        gain_card(game, earned.seat, TRAINER)


@hooks.allow_owing.impl
def never_forced_to_fire(game: Game, seat: Seat) -> str | None:
    """The player pays what is there."""
    return milestone_reason(game, seat, FIRST_TRAINER_USED)


# --- First discount manager used -------------------------------------------------------------------------------------


@hooks.on_phase_ended.impl
def money_leaves_the_bank(game: Game, ended: PhaseEnded) -> None:
    """R-59: earned as Restructuring ends; then $100 for every owner whose price is lowered by $3 or more."""
    if ended.phase != "restructuring":
        return
    for seat in game.seats:
        if at_work(game, seat, DISCOUNT_MANAGER):
            award(game, seat, FIRST_DISCOUNT_MANAGER_USED)
    for seat in game.state.turn_order:
        if has_milestone(game, seat, FIRST_DISCOUNT_MANAGER_USED) and price_cut(game, seat) >= 3:
            remove_money(game, seat, 100)


def price_cut(game: Game, seat: Seat) -> int:
    """Dollars that cards and effects take off the base price; what raises it does not count against them."""
    _, *changes = unit_price_reasons(game, seat)
    return sum(-amount for amount, _ in changes if amount < 0)


# --- First house built -----------------------------------------------------------------------------------------------


@hooks.on_house_placed.impl
def first_house_built(game: Game, built: HousePlaced) -> None:
    """Any new house; a garden beside an old one is none."""
    award(game, built.seat, FIRST_HOUSE_BUILT)


@hooks.allow_stacking.impl
def stacked_training(game: Game, seat: Seat) -> str | None:
    """Training actions of several cards may be used on one card. Houses come after training: from the next round on."""
    return milestone_reason(game, seat, FIRST_HOUSE_BUILT)


# --- First new restaurant --------------------------------------------------------------------------------------------


@hooks.on_restaurant_placed.impl
def first_new_restaurant(game: Game, placed: RestaurantPlaced) -> None:
    """R-61: a new restaurant after setup, not a move; it brings a mailbox for its block."""
    if not placed.moved and not placed.first and award(game, placed.seat, FIRST_NEW_RESTAURANT):
        game.ask(FreeMailbox.name, [placed.seat], restaurant=placed.restaurant.at)


# --- First waitress used ---------------------------------------------------------------------------------------------


@hooks.on_tips_earned.impl
def first_waitress_used(game: Game, tips: TipsEarned) -> None:
    """A waitress has earned money."""
    if tips.card == WAITRESS and tips.amount > 0:
        award(game, tips.seat, FIRST_WAITRESS_USED)


@hooks.modify_salary.impl
def salaries_of_three_dollars(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """R-62: $3 each instead of $5."""
    return milestone_effect(game, seat, FIRST_WAITRESS_USED, 3 - SALARY)


# --- First cart operator used ----------------------------------------------------------------------------------------


@hooks.on_fetched.impl
def first_cart_operator_used(game: Game, fetched: Fetched) -> None:
    """A cart operator has brought drinks."""
    if fetched.card == CART_OPERATOR:
        award(game, fetched.seat, FIRST_CART_OPERATOR_USED)


@hooks.modify_drinks.impl
def twice_as_many_drinks(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """For those who travel, for each source; the trip that earns the milestone counts already."""
    printed = game.rules.cards[card]
    if not printed.travel:
        return None
    if card == CART_OPERATOR and can_earn(game, seat, FIRST_CART_OPERATOR_USED):
        return ((printed.drinks, "First cart operator used"),)
    return milestone_effect(game, seat, FIRST_CART_OPERATOR_USED, printed.drinks)


# --- scenario files --------------------------------------------------------------------------------------------------


@hooks.read_scenario.impl
def free_campaigns(game: Game, position: Position, read: Reader) -> None:
    """R-60, R-61: in a position, mailboxes that never end and radios for pizza without a marketeer came with a milestone.

    They belong to no marketeer. Any other campaign without one has lost it: the card was fired.
    """
    for number, campaign in game.state.campaigns.items():
        mailbox = campaign.kind == MAILBOX.name and campaign.eternal
        radio = campaign.kind == RADIO.name and campaign.goods == (PIZZA,) and not campaign.eternal
        if campaign.marketeer is None and (mailbox or radio):
            game.board.change_campaign(number, by_marketeer=False)

"""The 17 milestones of the New Milestones module: what earns each of them and what it does.

Ketchup rulebook, New Milestones; R-58 to R-62, R-72. "Used" means that an effect was resolved, so nothing is claimed
when structures are revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from fcm_core.game import hooks
from fcm_core.game.bank import credit, remove_money
from fcm_core.game.cards import at_work, gain_card, gain_from_box
from fcm_core.game.laws import Reason, Reasons
from fcm_core.game.milestones import award, can_earn, has_milestone
from fcm_core.game.parts import ActionKind, DecisionKind, Partition, Step
from fcm_core.game.state import House
from fcm_core.phases.queries import price_lowering
from fcm_modules.new_milestones import payment, placing
from fcm_modules.new_milestones.state import NewMilestones, of

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import CampaignNumber, CardId, Seat
    from fcm_core.game.events import (
        CampaignPlaced,
        CampaignRan,
        Fetched,
        Fired,
        Hired,
        HousePlaced,
        MilestoneEarned,
        PhaseBegan,
        PhaseEnded,
        RestaurantPlaced,
        Sold,
        TipsEarned,
        Trained,
    )
    from fcm_core.game.game import Game
    from fcm_core.game.parts import Position
    from fcm_core.game.rules import Rules
    from fcm_core.rules.tables import Reader

# those who earn First marketeer used; marketeers of other modules do not.
MARKETEERS = ("marketing_trainee", "campaign_manager", "brand_manager", "brand_director")
REWARD = "executive_vice_president"
PIZZA_RADIOS = 3  # houses that get one


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """Pizza sold in this Dinnertime and salaries paid with items."""
    return (Partition("new_milestones", NewMilestones),)


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Answers to the decisions below."""
    return (*placing.ACTIONS, *payment.ACTIONS)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """A second tile, a free mailbox, pizza radios, payment with items."""
    return (*placing.DECISIONS, *payment.DECISIONS)


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Pizza radios end Dinnertime; items are paid before cash."""
    return (Step("dinnertime", "pizza_radios", place_pizza_radios, after=("close",)), *payment.STEPS)


@hooks.read_scenario.impl
def read_scenario(game: Game, position: Position, read: Reader) -> None:
    """In a position, what only a milestone can have placed without a marketeer belongs to none: R-60, R-61.

    These are mailboxes that never end and radios for pizza. Of others without a marketeer it has been fired.
    """
    for number, campaign in game.state.campaigns.items():
        mailbox = campaign.kind == "mailbox" and campaign.eternal
        radio = campaign.kind == "radio" and campaign.goods == ("pizza",) and not campaign.eternal
        if campaign.marketeer is None and (mailbox or radio):
            game.state.campaigns[number] = evolve(campaign, by_marketeer=False)


# --- First marketeer, marketing trainee, campaign manager, brand manager, brand director used -------------------------


@hooks.on_campaign_placed.impl
def on_campaign_placed(game: Game, event: CampaignPlaced) -> None:
    """A marketeer is used when it places. Only the placement that earns it gives the campaign manager a second tile."""
    card = event.campaign.marketeer
    if card in MARKETEERS:
        award(game, event.seat, "first_marketeer_used")
        earned = award(game, event.seat, f"first_{card}_used")
        if earned and card == "campaign_manager":
            game.ask(placing.SECOND, [event.seat], campaign=event.campaign.number)


@hooks.on_campaign_ran.impl
def on_campaign_ran(game: Game, event: CampaignRan) -> None:
    """R-58: $5 for each counter that fits, made by a marketeer's campaign."""
    campaign = event.campaign
    counters = sum(count for goods in event.placed.values() for count in goods.values())
    earns = campaign.by_marketeer and has_milestone(game, campaign.owner, "first_marketeer_used")
    if counters and earns and not game.player(campaign.owner).bankrupt:
        credit(game, campaign.owner, 5 * counters, "First marketeer used")


@hooks.modify_distance.impl
def modify_distance(game: Game, seat: Seat, house: House) -> Reasons | None:
    """R-58: two borders less; may go below 0."""
    return ((-2, "First marketeer used"),) if has_milestone(game, seat, "first_marketeer_used") else None


@hooks.modify_campaign_goods.impl
def modify_campaign_goods(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Reasons | None:
    """The airplane that earns First brand manager used may advertise two goods (R-72)."""
    if card != "brand_manager" or game.rules.campaign_tiles[number].kind != "airplane":
        return None
    return ((1, "First brand manager used"),) if can_earn(game, seat, "first_brand_manager_used") else None


@hooks.allow_eternal.impl
def allow_eternal(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
    """Every radio of the owner from the one that earns it on; its salary is still due."""
    if kind != "radio":
        return None
    earns = card == "brand_director" and can_earn(game, seat, "first_brand_director_used")
    if earns or has_milestone(game, seat, "first_brand_director_used"):
        return "First brand director used"
    return None


# --- First burger, pizza, lemonade, beer, soda sold ---------------------------------------------------------------------


@hooks.on_sold.impl
def on_sold(game: Game, event: Sold) -> None:
    """Any sale of the good, also as a part of a bigger meal; pizza is counted when all have eaten (R-60)."""
    for good in ("burger", "lemonade", "beer", "soda"):
        if good in event.sold:
            award(game, event.seat, f"first_{good}_sold")
    if "pizza" in event.sold:
        mine = of(game)
        mine.pizza_sales = (*mine.pizza_sales, (event.house, event.seat))


@hooks.on_phase_began.impl
def on_phase_began(game: Game, event: PhaseBegan) -> None:
    """A new Dinnertime, a new Payday."""
    if event.phase == "dinnertime":
        of(game).pizza_sales = ()
    elif event.phase == "payday":
        of(game).items_paid = {}


@hooks.on_phase_ended.impl
def on_phase_ended(game: Game, event: PhaseEnded) -> None:
    """What was paid with items counts in this Payday only; discounts are looked at when Restructuring ends."""
    if event.phase == "payday":
        of(game).items_paid = {}
    elif event.phase == "restructuring":
        remove_bank_money(game)


@hooks.set_ceo_slots.impl
def set_ceo_slots(game: Game, seat: Seat) -> Reason | None:
    """Four, whatever the reserve cards say."""
    if has_milestone(game, seat, "first_burger_sold"):
        return (4, "First burger sold")
    return None


def place_pizza_radios(game: Game) -> None:
    """R-60: everybody who sold pizza gets it; the first three houses on the map bring their seller a radio."""
    sales = of(game).pizza_sales
    earned = False
    for _, seller in sales:
        earned = award(game, seller, "first_pizza_sold") or earned
    if earned:
        houses = [(house, seller) for house, seller in sales if game.state.houses[house].mask]
        for house, seller in houses[:PIZZA_RADIOS]:
            game.ask(placing.RADIO, [seller], house=house)


@hooks.allow_training_at_work.impl
def allow_training_at_work(game: Game, seat: Seat, card: CardId, to: CardId) -> str | None:
    """First lemonade sold: if the colour stays the same."""
    cards = game.rules.cards
    if has_milestone(game, seat, "first_lemonade_sold") and cards[card].colour == cards[to].colour:
        return "First lemonade sold"
    return None


@hooks.modify_means.impl
def modify_means(game: Game, seat: Seat, fired: Sequence[CardId]) -> Reasons | None:
    """First beer sold: nobody need be fired whose salary an item can pay."""
    if not has_milestone(game, seat, payment.MILESTONE):
        return None
    items = sum(payment.payable(game, seat).values())
    return ((payment.worth(game, seat, items, fired), "items in stock"),) if items else None


@hooks.modify_salaries.impl
def modify_salaries(game: Game, seat: Seat) -> Reasons | None:
    """Salaries paid with items."""
    items = of(game).items_paid.get(seat, 0)
    return ((-payment.worth(game, seat, items), f"paid with {items} items"),) if items else None


@hooks.highest_freezer.impl
def highest_freezer(game: Game, seat: Seat) -> Reasons | None:
    """First soda sold: a freezer for ten items."""
    return ((10, "First soda sold"),) if has_milestone(game, seat, "first_soda_sold") else None


# --- First recruiting girl, trainer used --------------------------------------------------------------------------------


@hooks.on_hired.impl
def on_hired(game: Game, event: Hired) -> None:
    """A hire is a recruiting girl's as long as one is at work: the CEO's is not told apart (R-25)."""
    if at_work(game, event.seat, "recruiting_girl"):
        award(game, event.seat, "first_recruiting_girl_used")


@hooks.on_trained.impl
def on_trained(game: Game, event: Trained) -> None:
    """A trainer gave a step, alone or with others."""
    if "trainer" in event.by:
        award(game, event.seat, "first_trainer_used")


@hooks.on_milestone_earned.impl
def on_milestone_earned(game: Game, event: MilestoneEarned) -> None:
    """Cards that come as a reward."""
    if event.milestone == "first_marketing_trainee_used":
        gain_card(game, event.seat, "kitchen_trainee", trainable=False)
        gain_card(game, event.seat, "errand_boy", trainable=False)
    elif event.milestone == "first_recruiting_girl_used":
        if not gain_card(game, event.seat, REWARD):
            gain_from_box(game, event.seat, REWARD)
    elif event.milestone == "first_trainer_used":
        gain_card(game, event.seat, "trainer")


@hooks.on_fired.impl
def on_fired(game: Game, event: Fired) -> None:
    """A vice president who comes after the fired one costs a salary."""
    mine = of(game)
    if (
        event.card == REWARD
        and has_milestone(game, event.seat, "first_recruiting_girl_used")
        and event.seat not in mine.lost_reward
    ):
        mine.lost_reward = (*mine.lost_reward, event.seat)


@hooks.modify_salary.impl
def modify_salary(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """First waitress used: $3 each. First recruiting girl used: its vice president is free."""
    found: list[tuple[int, str]] = []
    if has_milestone(game, seat, "first_waitress_used"):
        found.append((-2, "First waitress used"))
    if card == REWARD and has_milestone(game, seat, "first_recruiting_girl_used") and seat not in of(game).lost_reward:
        found.append((-5, "First recruiting girl used"))
    return found


@hooks.allow_owing.impl
def allow_owing(game: Game, seat: Seat) -> str | None:
    """First trainer used: never forced to fire, but pays what is there."""
    return "First trainer used" if has_milestone(game, seat, "first_trainer_used") else None


# --- First discount manager used ----------------------------------------------------------------------------------------


def remove_bank_money(game: Game) -> None:
    """R-59: claimed as Restructuring ends; then $100 for every owner whose price is lowered by $3 or more."""
    for player in game.state.seats:
        if at_work(game, player, "discount_manager"):
            award(game, player, "first_discount_manager_used")
    for player in game.state.turn_order:
        if has_milestone(game, player, "first_discount_manager_used") and price_lowering(game, player) >= 3:
            remove_money(game, 100)
            hooks.on_money_removed(game, player, 100)


# --- First house built, new restaurant, waitress, cart operator used ----------------------------------------------------


@hooks.on_house_placed.impl
def on_house_placed(game: Game, event: HousePlaced) -> None:
    """Any new house; a garden beside an old one is none."""
    award(game, event.seat, "first_house_built")


@hooks.allow_stacking.impl
def allow_stacking(game: Game, seat: Seat) -> str | None:
    """Training actions may be stacked; houses come after training, so from the next round on."""
    return "First house built" if has_milestone(game, seat, "first_house_built") else None


@hooks.on_restaurant_placed.impl
def on_restaurant_placed(game: Game, event: RestaurantPlaced) -> None:
    """R-61: a new restaurant after setup, not a move; a mailbox for its block."""
    if not event.moved and not event.first and award(game, event.seat, "first_new_restaurant"):
        game.ask(placing.MAILBOX, [event.seat], restaurant=event.restaurant.at)


@hooks.on_tips_earned.impl
def on_tips_earned(game: Game, event: TipsEarned) -> None:
    """A waitress has earned money."""
    if event.card == "waitress" and event.amount > 0:
        award(game, event.seat, "first_waitress_used")


@hooks.on_fetched.impl
def on_fetched(game: Game, event: Fetched) -> None:
    """A cart operator has brought drinks."""
    if event.card == "cart_operator":
        award(game, event.seat, "first_cart_operator_used")


@hooks.modify_drinks.impl
def modify_drinks(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Twice as many per source for those who travel, the trip that earns it included."""
    printed = game.rules.cards[card]
    if not printed.travel:
        return None
    earns = card == "cart_operator" and can_earn(game, seat, "first_cart_operator_used")
    if earns or has_milestone(game, seat, "first_cart_operator_used"):
        return ((printed.drinks, "First cart operator used"),)
    return None

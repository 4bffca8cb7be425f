"""The 17 milestones of the New Milestones module: what earns each of them and what it does.

Ketchup rulebook, New Milestones; R-58 to R-62, R-72. "Used" means that an effect was resolved, so nothing is claimed
when structures are revealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from fcm_core.game.bank import credit, remove_money
from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import ActionKind, DecisionKind, Partition, Reasons, Step
from fcm_core.phases.queries import price_lowering
from fcm_modules.new_milestones import payment, placing
from fcm_modules.new_milestones.state import NewMilestones, of

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.game.dinner import Sale
    from fcm_core.game.game import Game
    from fcm_core.game.state import Campaign, Restaurant

# those who earn First marketeer used; marketeers of other modules do not.
MARKETEERS = ("marketing_trainee", "campaign_manager", "brand_manager", "brand_director")
REWARD = "executive_vice_president"
PIZZA_RADIOS = 3  # houses that get one


@hookimpl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """Pizza sold in this Dinnertime and salaries paid with items."""
    return (Partition("new_milestones", NewMilestones),)


@hookimpl
def contribute_actions(rules: Rules) -> Sequence[ActionKind]:
    """Answers to the decisions below."""
    return (*placing.ACTIONS, *payment.ACTIONS)


@hookimpl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """A second tile, a free mailbox, pizza radios, payment with items."""
    return (*placing.DECISIONS, *payment.DECISIONS)


@hookimpl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Pizza radios end Dinnertime; items are paid before cash."""
    return (Step("dinnertime", "pizza_radios", place_pizza_radios, after=("close",)), *payment.STEPS)


@hookimpl
def read_scenario(game: Game) -> None:
    """In a position, what only a milestone can have placed without a marketeer belongs to none: R-60, R-61.

    These are mailboxes that never end and radios for pizza. Of others without a marketeer it has been fired.
    """
    for number, campaign in game.state.campaigns.items():
        mailbox = campaign.kind == "mailbox" and campaign.eternal
        radio = campaign.kind == "radio" and campaign.goods == ("pizza",) and not campaign.eternal
        if campaign.marketeer is None and (mailbox or radio):
            game.state.campaigns[number] = evolve(campaign, by_marketeer=False)


# --- First marketeer, marketing trainee, campaign manager, brand manager, brand director used -------------------------


@hookimpl
def on_campaign_placed(game: Game, player: int, campaign: Campaign) -> None:
    """A marketeer is used when it places. Only the placement that earns it gives the campaign manager a second tile."""
    card = campaign.marketeer
    if card in MARKETEERS:
        game.award(player, "first_marketeer_used")
        earned = game.award(player, f"first_{card}_used")
        if earned and card == "campaign_manager":
            game.ask(placing.SECOND, (player,), campaign.number)


@hookimpl
def on_campaign_run(game: Game, campaign: Campaign, counters: int) -> None:
    """R-58: $5 at once for each counter that fits, made by a marketeer's campaign."""
    owner = game.player(campaign.owner)
    if campaign.by_marketeer and game.has(campaign.owner, "first_marketeer_used") and not owner.bankrupt:
        credit(game, campaign.owner, 5 * counters, "First marketeer used")


@hookimpl
def modify_distance(game: Game, player: int) -> Reasons | None:
    """R-58: two borders less; may go below 0."""
    return ((-2, "First marketeer used"),) if game.has(player, "first_marketeer_used") else None


@hookimpl
def modify_campaign_goods(game: Game, player: int, card: str, number: int) -> Reasons | None:
    """The airplane that earns First brand manager used may advertise two goods (R-72)."""
    if card != "brand_manager" or game.rules.campaign_tiles[number].kind != "airplane":
        return None
    return ((1, "First brand manager used"),) if game.available(player, "first_brand_manager_used") else None


@hookimpl
def modify_eternal(game: Game, player: int, kind: str, card: str) -> Reasons | None:
    """Every radio of the owner from the one that earns it on; its salary is still due."""
    if kind != "radio":
        return None
    earns = card == "brand_director" and game.available(player, "first_brand_director_used")
    if earns or game.has(player, "first_brand_director_used"):
        return ((1, "First brand director used"),)
    return None


# --- First burger, pizza, lemonade, beer, soda sold ---------------------------------------------------------------------


@hookimpl
def on_sold(game: Game, sale: Sale) -> None:
    """Any sale of the good, also as a part of a bigger meal; pizza is counted when all have eaten (R-60)."""
    for good in ("burger", "lemonade", "beer", "soda"):
        if good in sale.sold:
            game.award(sale.player, f"first_{good}_sold")
    if "pizza" in sale.sold:
        mine = of(game)
        mine.pizza_sales = (*mine.pizza_sales, (sale.house, sale.player))


@hookimpl
def on_phase_begin(game: Game, phase: str) -> None:
    """A new Dinnertime, a new Payday."""
    if phase == "dinnertime":
        of(game).pizza_sales = ()
    elif phase == "payday":
        of(game).items_paid = {}


@hookimpl
def on_phase_end(game: Game, phase: str) -> None:
    """What was paid with items counts in this Payday only; discounts are looked at when Restructuring ends."""
    if phase == "payday":
        of(game).items_paid = {}
    elif phase == "restructuring":
        remove_bank_money(game)


@hookimpl
def modify_ceo_slots(game: Game, player: int) -> Reasons | None:
    """Four, whatever the reserve cards say."""
    if game.has(player, "first_burger_sold"):
        return ((4 - game.state.ceo_slots, "First burger sold"),)
    return None


def place_pizza_radios(game: Game) -> None:
    """R-60: everybody who sold pizza gets it; the first three houses on the map bring their seller a radio."""
    sales = of(game).pizza_sales
    earned = False
    for _, seller in sales:
        earned = game.award(seller, "first_pizza_sold") or earned
    if earned:
        houses = [(house, seller) for house, seller in sales if game.state.houses[house].mask]
        for house, seller in reversed(houses[:PIZZA_RADIOS]):  # asks are a stack
            game.ask(placing.RADIO, (seller,), house)


@hookimpl
def modify_trains_at_work(game: Game, player: int, card: str, to: str) -> Reasons | None:
    """First lemonade sold: if the colour stays the same."""
    cards = game.rules.cards
    if game.has(player, "first_lemonade_sold") and cards[card].colour == cards[to].colour:
        return ((1, "First lemonade sold"),)
    return None


@hookimpl
def modify_means(game: Game, player: int, fired: Sequence[str]) -> Reasons | None:
    """First beer sold: nobody need be fired whose salary an item can pay."""
    if not game.has(player, payment.MILESTONE):
        return None
    items = sum(payment.payable(game, player).values())
    return ((payment.worth(game, player, items, fired), "items in stock"),) if items else None


@hookimpl
def modify_salaries(game: Game, player: int) -> Reasons | None:
    """Salaries paid with items."""
    items = of(game).items_paid.get(player, 0)
    return ((-payment.worth(game, player, items), f"paid with {items} items"),) if items else None


@hookimpl
def modify_freezer(game: Game, player: int) -> Reasons | None:
    """First soda sold: a freezer for ten items."""
    return ((10, "First soda sold"),) if game.has(player, "first_soda_sold") else None


# --- First recruiting girl, trainer used --------------------------------------------------------------------------------


@hookimpl
def on_hired(game: Game, player: int) -> None:
    """A hire is a recruiting girl's as long as one is at work: the CEO's is not told apart (R-25)."""
    if game.at_work(player, "recruiting_girl"):
        game.award(player, "first_recruiting_girl_used")


@hookimpl
def on_trained(game: Game, player: int, by: Sequence[str]) -> None:
    """A trainer gave a step, alone or with others."""
    if "trainer" in by:
        game.award(player, "first_trainer_used")


@hookimpl
def on_milestone(game: Game, player: int, milestone: str) -> None:
    """Cards that come as a reward."""
    if milestone == "first_marketing_trainee_used":
        game.gain_card(player, "kitchen_trainee", trainable=False)
        game.gain_card(player, "errand_boy", trainable=False)
    elif milestone == "first_recruiting_girl_used":
        if not game.gain_card(player, REWARD):
            game.gain_from_box(player, REWARD)
    elif milestone == "first_trainer_used":
        game.gain_card(player, "trainer")


@hookimpl
def on_fired(game: Game, player: int, card: str) -> None:
    """A vice president who comes after the fired one costs a salary."""
    mine = of(game)
    if card == REWARD and game.has(player, "first_recruiting_girl_used") and player not in mine.lost_reward:
        mine.lost_reward = (*mine.lost_reward, player)


@hookimpl
def modify_salary(game: Game, player: int, card: str) -> Reasons | None:
    """First waitress used: $3 each. First recruiting girl used: its vice president is free."""
    found: list[tuple[int, str]] = []
    if game.has(player, "first_waitress_used"):
        found.append((-2, "First waitress used"))
    if card == REWARD and game.has(player, "first_recruiting_girl_used") and player not in of(game).lost_reward:
        found.append((-5, "First recruiting girl used"))
    return found


@hookimpl
def modify_spared(game: Game, player: int) -> Reasons | None:
    """First trainer used: never forced to fire, but pays what is there."""
    return ((1, "First trainer used"),) if game.has(player, "first_trainer_used") else None


# --- First discount manager used ----------------------------------------------------------------------------------------


def remove_bank_money(game: Game) -> None:
    """R-59: claimed as Restructuring ends; then $100 for every owner whose price is lowered by $3 or more."""
    for player in range(len(game.state.players)):
        if game.at_work(player, "discount_manager"):
            game.award(player, "first_discount_manager_used")
    for player in game.state.turn_order:
        if game.has(player, "first_discount_manager_used") and price_lowering(game, player) >= 3:
            remove_money(game, 100)
            game.emit("money_removed", player=game.name(player), amount=100)


# --- First house built, new restaurant, waitress, cart operator used ----------------------------------------------------


@hookimpl
def on_built(game: Game, player: int, what: str) -> None:
    """Any new house, but not a garden beside an old one."""
    if what == "house":
        game.award(player, "first_house_built")


@hookimpl
def modify_stacking(game: Game, player: int) -> Reasons | None:
    """Training actions may be stacked; houses come after training, so from the next round on."""
    return ((1, "First house built"),) if game.has(player, "first_house_built") else None


@hookimpl
def on_restaurant_placed(game: Game, player: int, restaurant: Restaurant, moved: bool) -> None:
    """R-61: a new restaurant after setup, not a move; a mailbox for its block."""
    if not moved and game.award(player, "first_new_restaurant"):
        game.ask(placing.MAILBOX, (player,), restaurant.at)


@hookimpl
def on_tips(game: Game, player: int, card: str, amount: int) -> None:
    """A waitress has earned money."""
    if card == "waitress" and amount > 0:
        game.award(player, "first_waitress_used")


@hookimpl
def on_fetched(game: Game, player: int, card: str, goods: Mapping[str, int]) -> None:
    """A cart operator has brought drinks."""
    if card == "cart_operator":
        game.award(player, "first_cart_operator_used")


@hookimpl
def modify_drinks(game: Game, player: int, card: str) -> Reasons | None:
    """Twice as many per source for those who travel, the trip that earns it included."""
    printed = game.rules.cards[card]
    if not printed.travel:
        return None
    earns = card == "cart_operator" and game.available(player, "first_cart_operator_used")
    if earns or game.has(player, "first_cart_operator_used"):
        return ((printed.drinks, "First cart operator used"),)
    return None

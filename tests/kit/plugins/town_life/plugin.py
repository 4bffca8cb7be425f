"""Town Life: each habit is one hook, so that every kind of hook can be seen at work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from fcm_core.modding import (
    ActionKind,
    Campaign,
    CampaignKind,
    CardId,
    Choice,
    Codes,
    Decision,
    DecisionKind,
    Game,
    GoodId,
    House,
    HouseId,
    MapSpec,
    Reason,
    Reasons,
    Refusal,
    Rules,
    Seat,
    Sold,
    TakeOrLeave,
    act_as,
    actions_left,
    at_work,
    earn,
    hooks,
    pay,
    put_demand,
    refusals,
    use_card,
)

from .parade import PARADE, PlacingParade

BURGER, SODA, BEER = GoodId("burger"), GoodId("soda"), GoodId("beer")
TRAINER, PARADE_LEADER = CardId("trainer"), CardId("parade_leader")
BAKE_SALE = 5  # dollars


def option(rules: Rules, name: str) -> Any:
    """The value of an option."""
    return rules.options["town_life"][name]


def first(game: Game, seat: Seat) -> bool:
    """Whether the player is the first in turn order."""
    return game.state.turn_order[0] == seat


# --- Payday ------------------------------------------------------------------------------------------------------------


@hooks.check_fire.impl
def contracts_run_on(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """Option bound."""
    return Refusal("contract", f"the contract of {card} runs on") if card in option(game.rules, "bound") else None


@hooks.modify_fees.impl
def rent(game: Game, seat: Seat) -> Reasons | None:
    """Option rent."""
    dollars = option(game.rules, "rent") * len(game.player(seat).restaurants)
    return ((dollars, "rent"),) if dollars else None


@hooks.modify_salaries.impl
def payroll_tax(game: Game, seat: Seat) -> Reasons | None:
    """Option surcharge."""
    dollars = option(game.rules, "surcharge")
    return ((dollars, "payroll tax"),) if dollars else None


@hooks.adjust_salaries.impl
def ceiling(game: Game, total: int, seat: Seat) -> Reason | None:
    """Option ceiling."""
    most = option(game.rules, "ceiling")
    return (most - total, "ceiling") if most and total > most else None


@hooks.contribute_codes.impl
def contract_code(rules: Rules) -> Sequence[tuple[str, Codes]]:
    """What contracts and brands refuse."""
    brand = {"brand": "only the owner of the brand may advertise it"}
    contract = {"contract": "the card has a contract that runs on"}
    return (("fire", contract), ("place_campaign", brand), ("place_parade", brand))


# --- Restructuring -----------------------------------------------------------------------------------------------------


@hooks.before_reveal.impl
def stand_ins(game: Game) -> None:
    """Option stand_in."""
    role = option(game.rules, "stand_in")
    for seat in game.seats if role else ():
        for _ in range(at_work(game, seat, PARADE_LEADER)):
            act_as(game, seat, PARADE_LEADER, CardId(role))


# --- Working -----------------------------------------------------------------------------------------------------------


@hooks.modify_hires.impl
def scouts(game: Game, seat: Seat) -> Reasons | None:
    """Option scouts."""
    more = option(game.rules, "scouts")
    return ((more, "scouts"),) if more and first(game, seat) else None


@hooks.modify_trainings.impl
def tutors(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Option tutors."""
    more = option(game.rules, "tutors")
    return ((more, "tutors"),) if more and card == TRAINER and first(game, seat) else None


@hooks.check_market.impl
def brand(game: Game, seat: Seat, good: GoodId) -> Refusal | None:
    """Option brand."""
    if good in option(game.rules, "brand") and not first(game, seat):
        return Refusal("brand", f"only the first in turn order may market {good}")
    return None


@define(unsafe_hash=True)
class HoldBakeSale:
    """A parade leader makes a house want a burger, instead of a parade."""

    house: HouseId


class HoldingBakeSale(ActionKind[HoldBakeSale]):
    """It belongs to the step of the new houses."""

    name = "hold_bake_sale"
    cls = HoldBakeSale
    help = "Pay $5 for a bake sale: a house wants a burger more."
    codes = refusals("not_an_option", "used_up", must_pay="the player does not have the money")

    def check(self, game: Game, seat: Seat, action: HoldBakeSale) -> Refusal | None:
        """A parade leader that has not acted, and the money."""
        if actions_left(game, seat, PARADE_LEADER) <= 0:
            return Refusal("used_up", "no parade leader is left")
        if game.player(seat).cash < BAKE_SALE:
            return Refusal("must_pay", f"a bake sale costs ${BAKE_SALE}")
        if action.house not in game.state.houses:
            return Refusal("not_an_option", f"no house {action.house}")
        return None

    def apply(self, game: Game, seat: Seat, action: HoldBakeSale) -> None:
        """The counter remembers who made it."""
        use_card(game, seat, PARADE_LEADER)
        pay(game, seat, -BAKE_SALE, "bake sale")
        put_demand(game, action.house, BURGER, maker=seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """One for each house."""
        actions = [HoldBakeSale(house) for house in game.state.houses]
        return [action for action in actions if self.check(game, seat, action) is None]


@hooks.contribute_actions.impl
def actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Parades, bake sales and samples."""
    return (PlacingParade(), HoldingBakeSale(), GivingSample())


@hooks.contribute_step_actions.impl
def where_they_belong(rules: Rules) -> Sequence[tuple[str, str]]:
    """Parades are campaigns; bake sales come with the new houses."""
    return (("campaigns", PlacingParade.name), ("houses", HoldingBakeSale.name))


@hooks.contribute_campaign_kinds.impl
def parades(rules: Rules) -> Sequence[CampaignKind]:
    """A campaign along a way."""
    return (PARADE,)


@hooks.set_mark.impl
def with_music(game: Game, campaign: Campaign, house: House, good: GoodId) -> str | None:
    """Counters of parades are remembered."""
    return "music" if campaign.kind == PARADE.name else None


# --- Dinnertime --------------------------------------------------------------------------------------------------------


@hooks.adjust_unit_price.impl
def lowest_price(game: Game, total: int, seat: Seat) -> Reason | None:
    """Option floor."""
    least = option(game.rules, "floor")
    return (least - total, "lowest price") if least and total < least else None


@hooks.adjust_distance.impl
def bus(game: Game, total: int, seat: Seat, house: House) -> Reason | None:
    """Option bus."""
    most = option(game.rules, "bus")
    return (most - total, "bus") if 0 <= most < total else None


@hooks.check_item.impl
def dry_gardens(game: Game, seat: Seat, house: House, good: GoodId) -> Refusal | None:
    """Option dry."""
    if option(game.rules, "dry") and house.garden and good == BEER:
        return Refusal("dry", "no beer in the garden")
    return None


@hooks.before_house.impl
def hungry_gardeners(game: Game, house: House) -> None:
    """Option hungry."""
    if option(game.rules, "hungry") and house.garden:
        put_demand(game, house.id, BURGER)


@hooks.before_house.impl
def offer_samples(game: Game, house: House) -> None:
    """Option tasting."""
    if option(game.rules, "tasting"):
        game.ask(Tasting.name, game.state.turn_order[:1], house=house.id)


@hooks.on_sold.impl
def music_pays(game: Game, sale: Sold) -> None:
    """$1 for each counter of a parade."""
    if sale.marks is not None:
        earn(game, sale.seat, sale.marks.count("music"), "music")


@define(unsafe_hash=True)
class GiveSample:
    """Pays $1; the house that is about to choose wants a soda more."""


class GivingSample(ActionKind[GiveSample]):
    """Only when asked."""

    name = "give_sample"
    cls = GiveSample
    help = "Pay $1: the house that chooses next wants a soda more."

    def check(self, game: Game, seat: Seat, action: GiveSample) -> Refusal | None:
        """Whoever is asked has the dollar."""
        return None

    def apply(self, game: Game, seat: Seat, action: GiveSample) -> None:
        """The counter is on the house when it chooses."""
        decision = game.decision_of(seat)
        assert decision is not None
        pay(game, seat, -1, "sample")
        put_demand(game, HouseId(decision.about("house", str)), SODA, maker=seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """There is one."""
        return (GiveSample(),)


class Tasting(TakeOrLeave):
    """Whether to give a sample."""

    name = "tasting"
    actions = ("give_sample", "pass")
    title = "a sample for the next house"

    def begin(self, game: Game, decision: Decision) -> bool:
        """It takes a dollar."""
        return game.player(decision.seat).cash >= 1


@hooks.contribute_decisions.impl
def decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Option tasting."""
    return (Tasting(),)


# --- the map -----------------------------------------------------------------------------------------------------------


@hooks.check_layout.impl
def no_corners(rules: Rules, layout: MapSpec) -> Refusal | None:
    """Option inner."""
    rows, columns = (0, layout.tile_rows - 1), (0, layout.tile_cols - 1)
    for row, column, tile, _ in layout.tiles:
        if tile in option(rules, "inner") and row in rows and column in columns:
            return Refusal("corner", f"tile {tile} lies in a corner")
    return None

"""The facts of a game: one class each, announced once by the hook of its name (fcm_core.game.hooks).

The docstring of an event ends with when it is announced, and what is done by then. Listeners may ask (`game.ask`): what they
ask is answered when the step or the action that announced the event is done.

Events are frozen and JSON-able. They hold seats, ids, dollars, tile borders and squares; the titles of cards and the names
of players come in when a person reads them: `sentence` asks a `Words` for them. Modules bring event classes of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, get_args

from attrs import frozen

from fcm_core.basics.kinds import Kind, is_list, is_row, without_none
from fcm_core.basics.schema import fields_of
from fcm_core.basics.vocabulary import CardId, GoodId, HouseId, MilestoneId, Seat, Spot, Square, TileId
from fcm_core.game.dinner import Candidate
from fcm_core.game.laws import Reason
from fcm_core.game.state import Campaign, House, Restaurant


class Words(Protocol):
    """How a person is told of seats, ids, goods and squares."""

    def player(self, seat: Seat) -> str: ...
    def players(self, seats: Sequence[Seat]) -> str: ...
    def card(self, card: CardId) -> str: ...
    def cards(self, cards: Sequence[CardId]) -> str: ...
    def goods(self, goods: Mapping[GoodId, int]) -> str: ...
    def milestone(self, milestone: MilestoneId) -> str: ...
    def square(self, square: int) -> str: ...
    def ranking_key(self, name: str) -> str: ...


@frozen
class Event:
    """One thing that happened."""

    kind: ClassVar[str] = "event"
    reveals: ClassVar[bool] = False  # it shows somebody what was hidden: undo does not go back past it

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def sentence(self, say: Words) -> str:
        """The event in plain words, "" for what people need not be told. Left as it is, it tells the fields by their types."""
        fields = {each.name: (each.type, getattr(self, each.name)) for each in fields_of(type(self))}
        who, seat = fields.pop("seat", (None, None))
        text = self.kind.replace("_", " ") if who is None else f"{_told(say, who, seat)}: {self.kind.replace('_', ' ')}"
        told = ", ".join(
            f"{name.replace('_', ' ')} {_told(say, *field)}" for name, field in fields.items() if field[1] is not None
        )
        return f"{text} ({told})" if told else text


def _told(say: Words, kind: Kind, value: Any) -> str:
    """The value of an event's field as people read it, by the field's type."""
    kind = without_none(kind)
    by_kind: dict[Kind, Callable[[Any], str]] = {
        Seat: say.player,
        CardId: say.card,
        MilestoneId: say.milestone,
        Spot: say.square,
        Square: lambda square: ",".join(map(str, square)),
        tuple[Seat, ...]: say.players,
        tuple[CardId, ...]: say.cards,
        Mapping[GoodId, int]: say.goods,
    }
    if kind in by_kind:
        return by_kind[kind](value)
    if is_list(kind) and not is_row(kind):
        return " ".join(_told(say, get_args(kind)[0], each) for each in value)
    return str(value)


# --- the course of the game ------------------------------------------------------------------------------------------


@frozen
class GameSetUp(Event):
    """The map, the supply and the players are there; nobody has chosen anything yet.

    Not announced for a position that begins after setup: what it holds, it states.

    When: before the first step of setup.
    """

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class RoundBegan(Event):
    """A round begins.

    When: before the first step of a round.
    """

    round: int

    def sentence(self, say: Words) -> str:
        return f"== round {self.round} =="


@frozen
class PhaseBegan(Event):
    """A phase begins.

    When: step `begin` of every phase of a round. Setup has none.
    """

    phase: str
    round: int

    def sentence(self, say: Words) -> str:
        return f"-- {self.phase.replace('_', ' ')} --"


@frozen
class PhaseEnded(Event):
    """A phase has ended.

    When: step `end` of every phase of a round. Setup has none.
    """

    phase: str
    round: int

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class Passed(Event):
    """A player declined what could be declined.

    When: whenever a decision is answered with `pass`, in setup or in an offer of a module.
    """

    seat: Seat

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} passes"


@frozen
class GameOver(Event):
    """The game is over. `winner` is None where nobody wins (R-39); cash by seat in dollars.

    When: step `dinnertime.close`, as the last thing in a game. Nobody answers what is asked here.
    """

    winner: Seat | None
    cash: tuple[int, ...]

    def sentence(self, say: Words) -> str:
        if self.winner is None:
            return "== the game is over, all chains are bankrupt and nobody wins =="
        return f"== the game is over, {say.player(self.winner)} wins =="


# --- setup, Restructuring, Order of Business -------------------------------------------------------------------------


@frozen
class ReserveChosen(Event):
    """A player has chosen a reserve card; which one stays hidden.

    When: step `setup.reserve`, once for each player, after the choice is noted.
    """

    seat: Seat

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class StructuresRevealed(Event):
    """All structures are on the table and those that do not fit have been sent to the beach (R-18).

    `work` holds each seat's cards at work; `overfull` the seats whose cards did not fit (R-17).

    When: step `restructuring.reveal`, once, when all cards lie at work.
    """

    reveals: ClassVar[bool] = True
    work: tuple[tuple[CardId, ...], ...]
    overfull: tuple[Seat, ...] = ()

    def sentence(self, say: Words) -> str:
        lines = [f"{say.player(Seat(seat))}: {say.cards(cards)}" for seat, cards in enumerate(self.work)]
        if self.overfull:
            lines.append(f"    too many cards, only the CEO works: {say.players(self.overfull)}")
        return "\n".join(lines)


@frozen
class PositionChosen(Event):
    """A player has taken a position of the turn order, from 1.

    When: step `order_of_business.positions`, once for each player, after the choice is noted.
    """

    seat: Seat
    position: int

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class TurnOrderSettled(Event):
    """The new turn order.

    When: step `order_of_business.turn_order`, once, when the new order counts.
    """

    order: tuple[Seat, ...]

    def sentence(self, say: Words) -> str:
        return f"turn order: {say.players(self.order)}"


# --- Working ---------------------------------------------------------------------------------------------------------


@frozen
class TurnBegan(Event):
    """A player's working turn begins.

    When: step `working.turns`, before the player's first action. What is asked here is answered before it.
    """

    seat: Seat

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class TurnEnded(Event):
    """A player's working turn has ended.

    When: step `working.turns`, after the player's last action; `state.turn` is still there.
    """

    seat: Seat

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class Hired(Event):
    """A card was hired.

    When: action `hire`, when the card lies on the beach. A phantom lies nowhere yet (R-22).
    """

    seat: Seat
    card: CardId

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} hires {say.card(self.card)}"


@frozen
class Trained(Event):
    """A card was trained to another by the named trainers.

    When: action `train`, when the new card is where the old one was.
    """

    seat: Seat
    card: CardId
    to: CardId
    by: tuple[CardId, ...]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} trains {say.card(self.card)} to {say.card(self.to)}"


@frozen
class Gained(Event):
    """A player was given cards, from the supply or from the box.

    When: whenever a module gives cards, when they lie on the beach.
    """

    seat: Seat
    card: CardId
    count: int

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} gains {self.count} {say.card(self.card)}"


@frozen
class ActsAs(Event):
    """A card at work is another card until Cleanup.

    When: `act_as` of a module, when it has happened.
    """

    seat: Seat
    card: CardId
    other: CardId

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)}: {say.card(self.card)} acts as {say.card(self.other)}"


@frozen
class CeoReplaced(Event):
    """A player has another CEO.

    When: `replace_ceo` of a module, when it has happened.
    """

    seat: Seat
    before: CardId
    card: CardId

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)}: {say.card(self.card)} instead of {say.card(self.before)}"


@frozen
class CampaignPlaced(Event):
    """A campaign was placed.

    When: action `place_campaign`, or one of a module, when the tile lies there.
    """

    seat: Seat
    campaign: Campaign

    def sentence(self, say: Words) -> str:
        campaign = self.campaign
        length = "eternal" if campaign.eternal else f"{campaign.left} round{'s' * (campaign.left != 1)}"
        goods = " and ".join(campaign.goods)
        where = (
            f" at {say.square(campaign.at)}"
            if campaign.at >= 0
            else f" on side {campaign.side}"
            if campaign.side
            else ""
        )
        kind = campaign.kind.replace("_", " ")
        return f"{say.player(self.seat)} starts campaign {campaign.number} ({kind}){where} for {goods}, {length}"


@frozen
class Produced(Event):
    """A card made something: a cook in Working, or a card that makes something as Cleanup ends.

    When: action `produce` or step `cleanup.make_goods`, once for each good, when it is in stock.
    """

    seat: Seat
    card: CardId
    good: GoodId
    amount: int

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} makes {self.amount} {self.good}"


@frozen
class Fetched(Event):
    """A buyer brought drinks.

    When: action `fetch`, when the drinks are in stock.
    """

    seat: Seat
    card: CardId
    goods: Mapping[GoodId, int]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} fetches {say.goods(self.goods)}"


@frozen
class HousePlaced(Event):
    """A player has built a new house with its garden.

    When: action `place_house`, when the house stands.
    """

    seat: Seat
    house: House

    def sentence(self, say: Words) -> str:
        where = f" at {say.square(self.house.at)}" if self.house.at >= 0 else ""
        return f"{say.player(self.seat)} builds house {self.house.id}{where}"


@frozen
class GardenPlaced(Event):
    """A player has added a garden to a house that stood before.

    When: action `place_garden`, when the garden is there.
    """

    seat: Seat
    house: House

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} adds a garden to house {self.house.id}"


@frozen
class RestaurantPlaced(Event):
    """A restaurant was placed, moved or turned; `first` in setup.

    When: actions `place_restaurant`, `open_restaurant` and `move_restaurant`, when it lies there.
    """

    seat: Seat
    restaurant: Restaurant
    moved: bool = False
    first: bool = False

    def sentence(self, say: Words) -> str:
        what = "moves" if self.moved else "places"
        at, entrance = say.square(self.restaurant.at), self.restaurant.entrance
        return f"{say.player(self.seat)} {what} a restaurant at {at}, entrance {entrance}"


# --- Dinnertime ------------------------------------------------------------------------------------------------------


@frozen
class HouseChose(Event):
    """A house has chosen where it eats; nothing is sold yet.

    When: step `dinnertime.houses`, once for each house that is served, before goods and counters move.
    """

    house: House
    candidate: Candidate

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class Sold(Event):
    """A house is served: the goods are handed over, and the income is paid next (R-40).

    `income` in dollars = unit price x multiplier x items + item bonuses + sale bonus. `candidates` are all offers that
    the house had, best first; `ranking` names their keys. `without` says of the other chains why they made none; it is
    empty in games without events (`Game.quiet`).

    When: step `dinnertime.houses`, once for each house that is served, after goods and counters are gone, before the income is paid.
    """

    seat: Seat
    house: HouseId
    sold: Mapping[GoodId, int]
    demand: tuple[tuple[GoodId, Seat], ...]  # the counters that were served: good, whose marketeer
    unit_price: int
    multiplier: int
    item_bonuses: int
    sale_bonus: int
    distance: int
    candidates: tuple[Candidate, ...] = ()
    ranking: tuple[str, ...] = ()
    without: tuple[tuple[Seat, str], ...] = ()
    marks: tuple[str, ...] | None = None  # marks of modules on these counters, in their order; None where none has one

    @property
    def items(self) -> int:
        """How many items were sold."""
        return sum(self.sold.values())

    @property
    def income(self) -> int:
        """Dollars in all."""
        return self.unit_price * self.multiplier * self.items + self.item_bonuses + self.sale_bonus

    @property
    def decided_by(self) -> str:
        """The name of the ranking key by which the best offer beats that of the next chain; "" without a rival."""
        best = self.candidates[0] if self.candidates else None
        rival = next((each for each in self.candidates if each.seat != self.seat), None)
        return best.decided_by(rival, self.ranking) if best is not None and rival is not None else ""

    def parts(self) -> list[Reason]:
        """The income as (amount, why)."""
        times = f" x {self.multiplier}" if self.multiplier > 1 else ""
        found = [(self.unit_price * self.multiplier * self.items, f"{self.items} x {self.unit_price}{times}")]
        if self.item_bonuses:
            found.append((self.item_bonuses, "item bonuses"))
        if self.sale_bonus:
            found.append((self.sale_bonus, "sale bonus"))
        return found

    def income_sum(self) -> str:
        """The income as a sum, such as `2 x 10 = 20 + 5 item bonuses`."""
        (first, why), *more = self.parts()
        return f"{why} = {first}" + "".join(f" {_signed(amount)} {reason}" for amount, reason in more)

    def offers(self, say: Words) -> str:
        """Price + distance of every offer."""
        return ", ".join(
            f"{say.player(each.seat)} {each.unit_price} {_signed(each.distance)} = {each.unit_price + each.distance}"
            for each in self.candidates
        )

    def words_of_decision(self, say: Words) -> str:
        """What decided between the best offer and the next chain's, in words; "" without a rival."""
        return say.ranking_key(self.decided_by) if self.decided_by else ""

    def sentence(self, say: Words) -> str:
        decided = f"; decided by {self.words_of_decision(say)}" if self.decided_by else ""
        others = f"\n    no offer: {_reasons(say, self.without)}" if self.without else ""
        return (
            f"house {self.house} eats at {say.player(self.seat)}: {say.goods(self.sold)} for ${self.income} "
            f"({self.income_sum()})\n    offers: {self.offers(say)}{decided}{others}"
        )


def _signed(amount: int) -> str:
    """A number that is added: `+ 2`, `- 1`."""
    return f"{'-' if amount < 0 else '+'} {abs(amount)}"


def _reasons(say: Words, reasons: Sequence[tuple[Seat, str]]) -> str:
    """Reasons, each with the chains that it holds for: `lacks 1 beer (ann and ben)`."""
    chains: dict[str, list[str]] = {}
    for seat, why in reasons:
        chains.setdefault(why, []).append(say.player(seat))
    return ", ".join(f"{why} ({' and '.join(names)})" for why, names in chains.items())


@frozen
class SoldBesides(Event):
    """Something was sold to the guests of a house besides their meal, perhaps by another chain. Income in dollars.

    Modules derive events of their own from it; `[[expect.sale]]` in scenario files finds them.

    When: when the module that announces an event made from it says so; it is not announced itself.
    """

    seat: Seat
    house: HouseId
    sold: Mapping[GoodId, int]
    income: int


@frozen
class StayedHome(Event):
    """A house with demand was not served.

    When: step `dinnertime.houses`, once for each house with demand that nobody serves.
    """

    house: HouseId
    reasons: tuple[tuple[Seat, str], ...]  # of every chain: why it made no offer

    def why(self, say: Words) -> str:
        """The reasons, each with the chains that it holds for."""
        return _reasons(say, self.reasons)

    def sentence(self, say: Words) -> str:
        return f"house {self.house} stays at home: {self.why(say)}"


@frozen
class TipsEarned(Event):
    """Cards at work earn tips, in dollars; they are paid next.

    When: step `dinnertime.tips`, in turn order, before they are paid.
    """

    seat: Seat
    card: CardId
    amount: int

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} gets ${self.amount} of tips"


@frozen
class PercentEarned(Event):
    """A share of the Dinnertime's income comes on top, in dollars (R-41); it is paid next.

    When: step `dinnertime.income_percent`, in turn order, before it is paid.
    """

    seat: Seat
    percent: int
    amount: int

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} gets ${self.amount} on top ({self.percent}% of the income)"


@frozen
class IncomeChanged(Event):
    """A player's cash has changed in Dinnertime, by so many dollars.

    When: in Dinnertime, after each payment by `earn`: for a house, tips, a percentage, or what modules bring.
    """

    seat: Seat
    amount: int

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class Paid(Event):
    """Money went from the bank to a player; a negative amount went the other way. In dollars.

    When: whenever money has moved between bank and player, before a break of the bank that follows from it.
    """

    seat: Seat
    amount: int
    why: str

    def sentence(self, say: Words) -> str:
        return ""


@frozen
class BankBroke(Event):
    """The bank broke for the first (1), second (2)... time; it holds `bank` dollars with what the reserves added.

    When: step `dinnertime.open`, or after a payment in Dinnertime, when the reserves are in the bank.
    """

    reveals: ClassVar[bool] = True
    number: int
    bank: int

    def sentence(self, say: Words) -> str:
        return f"!! the bank breaks for the {('first', 'second', 'third')[min(self.number, 3) - 1]} time !!"


@frozen
class MoneyRemoved(Event):
    """Dollars left the bank and the game because of a player.

    When: whenever a module takes money out of the game, after it is gone.
    """

    seat: Seat
    amount: int

    def sentence(self, say: Words) -> str:
        return f"${self.amount} leaves the bank for good because of {say.player(self.seat)}"


@frozen
class WentBankrupt(Event):
    """A player could not pay (R-39).

    When: after a payment that was not made in full. The chain leaves in `cleanup.close`.
    """

    seat: Seat

    def sentence(self, say: Words) -> str:
        return f"!! {say.player(self.seat)} is bankrupt !!"


@frozen
class MilestoneEarned(Event):
    """A player earned a milestone.

    When: whenever a milestone is given, when its holder has it.
    """

    seat: Seat
    milestone: MilestoneId

    def sentence(self, say: Words) -> str:
        return f"** {say.player(self.seat)}: {say.milestone(self.milestone)} **"


# --- Payday, Marketing, Cleanup --------------------------------------------------------------------------------------


@frozen
class Fired(Event):
    """A card went back to the supply at Payday.

    When: step `payday.firing`, in turn order, once for each copy, when it is in the supply.
    """

    seat: Seat
    card: CardId

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} fires {say.card(self.card)}"


@frozen
class SalariesPaid(Event):
    """A player has paid salaries: dollars due after all discounts, with the reasons, and dollars actually paid (R-46).

    When: step `payday.salaries`, in turn order, after the payment, also where nothing was due.
    """

    seat: Seat
    due: int
    paid: int
    reasons: tuple[Reason, ...] = ()

    def sentence(self, say: Words) -> str:
        due = f" (${self.due} due)" if self.paid < self.due else ""
        return f"{say.player(self.seat)} pays ${self.paid} of salaries{due}" if self.due else ""


@frozen
class FeesPaid(Event):
    """A player has paid the fees of Payday: dollars due, dollars paid, and (amount, why) of each fee.

    When: step `payday.salaries`, in turn order, after the payment, where there are fees.
    """

    seat: Seat
    due: int
    paid: int
    reasons: tuple[Reason, ...]

    def sentence(self, say: Words) -> str:
        told = ", ".join(why for _, why in self.reasons)
        return f"{say.player(self.seat)} pays ${self.paid} of fees ({told})"


@frozen
class DemandPut(Event):
    """A module has put demand counters on a house, otherwise than by a campaign. `maker`: whose marketeer; -1 nobody's.

    When: `put_demand` of a module, when the counters lie.
    """

    house: HouseId
    good: GoodId
    count: int
    maker: Seat

    def sentence(self, say: Words) -> str:
        return f"house {self.house} wants {say.goods({self.good: self.count})} more"


@frozen
class DemandTaken(Event):
    """A module has taken demand counters off a house, otherwise than by a sale.

    When: `take_demand` of a module, when the counters are gone.
    """

    house: HouseId
    good: GoodId
    count: int

    def sentence(self, say: Words) -> str:
        return f"house {self.house} wants {say.goods({self.good: self.count})} less"


@frozen
class CardsRemoved(Event):
    """Copies of a card have left the game for ever: a player's, or (None) the supply's.

    When: `remove_card` of a module, when they are gone.
    """

    card: CardId
    count: int
    seat: Seat | None

    def sentence(self, say: Words) -> str:
        whose = "the supply" if self.seat is None else say.player(self.seat)
        return f"{whose} loses {self.count} {say.card(self.card)} for ever"


@frozen
class TilePut(Event):
    """A tile has joined the map at (tile row, tile column), turned by quarter turns clockwise.

    When: `put_tile` of a module, when tile and houses are there.
    """

    tile: TileId
    at: tuple[int, int]
    turns: int

    def sentence(self, say: Words) -> str:
        return f"tile {self.tile}{self.turns} joins the map at {self.at[0]},{self.at[1]}"


@frozen
class TileLifted(Event):
    """A tile has left the map from (tile row, tile column); its printed houses are gone with it.

    When: `lift_tile` of a module, when tile and houses are gone.
    """

    tile: TileId
    at: tuple[int, int]

    def sentence(self, say: Words) -> str:
        return f"tile {self.tile} leaves the map from {self.at[0]},{self.at[1]}"


@frozen
class TileTurned(Event):
    """A tile of the map at (tile row, tile column) has been turned; it lies now with so many quarter turns clockwise.

    When: `turn_tile` of a module, when it lies as it will.
    """

    tile: TileId
    at: tuple[int, int]
    turns: int

    def sentence(self, say: Words) -> str:
        return f"tile {self.tile} at {self.at[0]},{self.at[1]} now lies as {self.tile}{self.turns}"


@frozen
class CampaignRan(Event):
    """A campaign ran: the houses it reached, in eating order, and the counters that fitted (house -> good -> counters).

    When: step `marketing.campaigns`, once for each campaign and pass, when its counters lie.
    """

    campaign: Campaign
    reached: tuple[HouseId, ...]
    placed: Mapping[HouseId, Mapping[GoodId, int]]

    def sentence(self, say: Words) -> str:
        told = [f"{say.goods(goods)} on house {house}" for house, goods in self.placed.items() if any(goods.values())]
        full = [house for house in self.reached if not any(self.placed.get(house, {}).values())]
        if full:
            told.append(f"no room on {'house' if len(full) == 1 else 'houses'} {', '.join(full)}")
        kind = self.campaign.kind.replace("_", " ")
        return f"campaign {self.campaign.number} ({kind}) runs: {', '.join(told) or 'it reaches no house'}"


@frozen
class CampaignEnded(Event):
    """A campaign has run for the last time; its tile is in the supply again.

    When: step `marketing.campaigns`, after the last pass, when the tile is gone and before the marketeer is back.
    """

    campaign: Campaign

    def sentence(self, say: Words) -> str:
        return f"campaign {self.campaign.number} ends"


@frozen
class Kept(Event):
    """A player keeps items in the freezer.

    When: step `cleanup.discard`, in turn order, where anything is kept.
    """

    seat: Seat
    goods: Mapping[GoodId, int]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} keeps {say.goods(self.goods)}"


@frozen
class Discarded(Event):
    """A player threw items away in Cleanup.

    When: step `cleanup.discard`, in turn order, where anything is thrown away.
    """

    seat: Seat
    goods: Mapping[GoodId, int]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} throws away {say.goods(self.goods)}"


@frozen
class MilestonesClosed(Event):
    """Milestones that nobody can earn any more.

    When: step `cleanup.milestones_close`, where any close.
    """

    milestones: tuple[MilestoneId, ...]

    def sentence(self, say: Words) -> str:
        return ""

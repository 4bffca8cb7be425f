"""First beer sold: salaries paid with items of stock.

Ketchup rulebook, New Milestones; R-62.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from fcm_core.modding import (
    SALARY,
    ActionKind,
    Amounts,
    Choice,
    Decision,
    DecisionKind,
    Event,
    Game,
    GoodId,
    MilestoneId,
    Refusal,
    Seat,
    Step,
    Stream,
    Words,
    add_to,
    fees,
    freezer,
    has_milestone,
    owned_cards,
    refusals,
    salaries,
    salary_of,
    sorted_amounts,
    told,
)
from fcm_modules.new_milestones.state import REMEMBERED

FIRST_BEER_SOLD = MilestoneId("first_beer_sold")
LISTED_AT_MOST = 64  # combinations of items; more are sampled


@define(unsafe_hash=True)
class PayWithItems:
    """Pays one salary with each item: (good, amount) pairs; may be empty."""

    stock: Amounts = field(converter=sorted_amounts)


@frozen
class PaidWithItems(Event):
    """A player has paid salaries with items, one with each (R-62)."""

    seat: Seat
    goods: Mapping[GoodId, int]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} pays salaries with {say.goods(self.goods)}"


on_paid_with_items = told(PaidWithItems)


def pays_a_salary(game: Game, good: GoodId) -> bool:
    """R-62: food and drink do; coffee is neither."""
    return game.rules.goods[good].kind in ("food", "drink")


def payable(game: Game, seat: Seat) -> dict[GoodId, int]:
    """Items in stock that may pay a salary."""
    stock = game.player(seat).stock
    return {good: amount for good, amount in stock.items() if amount > 0 and pays_a_salary(game, good)}


def worth(game: Game, seat: Seat, items: int) -> int:
    """Dollars that so many items stand for: they pay the highest salaries first."""
    cards = owned_cards(game, seat)
    dues = sorted((due for card, count in cards.items() for due in [salary_of(game, seat, card)] * count), reverse=True)
    return sum(dues[:items])


def most_items(game: Game, seat: Seat) -> int:
    """The most items that still pay something, after those that have been paid already."""
    due, _ = salaries(game, seat)
    paid = REMEMBERED.of(game).items_paid.get(seat, 0)
    before = worth(game, seat, paid)
    number, value = 0, 0
    while value < due:
        more = worth(game, seat, paid + number + 1) - before
        if more == value:  # no salary is left; what is still due is no salary and needs cash
            break
        number, value = number + 1, more
    return number


def holders(game: Game) -> list[Seat]:
    """Who may pay with items, in turn order; nobody where no salaries are paid."""
    if "payday.salaries" in game.rules.steps_left_out:
        return []
    return [seat for seat in game.state.turn_order if has_milestone(game, seat, FIRST_BEER_SOLD)]


def ask_items(game: Game) -> None:
    """R-62: in turn order, before cash is paid."""
    game.ask(WhichItemsPay.name, holders(game))


def pay_owed_items(game: Game) -> None:
    """R-62: a player who can neither pay cash nor fire pays with items, the most numerous goods first."""
    for seat in holders(game):
        stock = payable(game, seat)
        given: dict[GoodId, int] = {}
        for good in sorted(stock, key=lambda good: (-stock[good], good)):
            while stock[good] and most_items(game, seat):
                if salaries(game, seat)[0] + fees(game, seat) <= game.player(seat).cash:
                    break
                stock[good] -= 1
                add_to(given, good)
                spend(game, seat, {good: 1})
        if given:
            on_paid_with_items(game, seat, given)


def spend(game: Game, seat: Seat, goods: Mapping[GoodId, int]) -> None:
    """Takes the items out of stock; each pays a salary."""
    stock = game.player(seat).stock
    for good, amount in goods.items():
        stock[good] -= amount
        if not stock[good]:
            del stock[good]
    add_to(REMEMBERED.of(game).items_paid, seat, sum(goods.values()))


class PayingWithItems(ActionKind[PayWithItems]):
    """R-62: an item of stock pays one salary, whatever its cash price."""

    name = "pay_with_items"
    cls = PayWithItems
    help = "First beer sold: pay one salary with each item of stock; what is left is paid in cash."
    codes = refusals(
        "negative", "not_in_stock", not_payable="the good pays no salary", too_many="fewer items pay all that is due"
    )

    def check(self, game: Game, seat: Seat, action: PayWithItems) -> Refusal | None:
        """R-62: items in stock that may pay, and no more than there are salaries due."""
        stock = game.player(seat).stock
        total = 0
        for good, amount in action.stock:
            if amount < 0:
                return Refusal("negative", f"{good}: {amount} items cannot be paid")
            if amount and good in game.rules.goods and not pays_a_salary(game, good):
                return Refusal("not_payable", f"{good} pays no salary")
            if amount > stock.get(good, 0):
                return Refusal("not_in_stock", f"{amount} {good} to pay with, but {stock.get(good, 0)} in stock")
            total += amount
        most = most_items(game, seat)
        if total > most:
            return Refusal("too_many", f"{total} items, but {most} pay all that is due")
        return None

    def canonical(self, game: Game, seat: Seat, action: PayWithItems) -> PayWithItems:
        """Goods of which nothing is paid are left out."""
        return PayWithItems(tuple((good, amount) for good, amount in action.stock if amount))

    def apply(self, game: Game, seat: Seat, action: PayWithItems) -> None:
        """R-62: the items go at once; cash is paid after everybody has chosen."""
        goods = dict(action.stock)
        if goods:
            spend(game, seat, goods)
            on_paid_with_items(game, seat, goods)

    def value(self, game: Game, seat: Seat, action: PayWithItems) -> int:
        """A hint for bots: dollars saved, less those of items that the freezer would keep."""
        items = sum(amount for _, amount in action.stock)
        spoils = max(0, sum(payable(game, seat).values()) - freezer(game, seat))
        return worth(game, seat, items) - SALARY * max(0, items - spoils)

    def describe(self, game: Game, seat: Seat, action: PayWithItems) -> str:
        """Plain words."""
        goods = ", ".join(f"{amount} {good}" for good, amount in action.stock)
        return f"pay salaries with {goods}" if goods else "pay salaries in cash"


class WhichItemsPay(DecisionKind):
    """R-62: which items pay salaries; cash pays the rest."""

    name = "pay_with_items"
    actions = ("pay_with_items",)
    title = "which items pay salaries"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only with items that may pay, and salaries for them to pay."""
        return bool(payable(game, decision.seat)) and most_items(game, decision.seat) > 0

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """R-62: every mixture of items, where there are not too many."""
        most = most_items(game, decision.seat)
        found: list[Amounts] = [()]
        for good, amount in payable(game, decision.seat).items():
            found = [
                (*chosen, (good, number)) if number else chosen
                for chosen in found
                for number in range(min(amount, most - sum(each for _, each in chosen)) + 1)
            ]
            if len(found) > LISTED_AT_MOST:
                return None
        return [PayWithItems(chosen) for chosen in found]

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """A random number of items in random order."""
        stock = payable(game, decision.seat)
        room = stream.below(most_items(game, decision.seat) + 1)
        chosen: list[tuple[GoodId, int]] = []
        for good in stream.shuffled(sorted(stock)):
            number = min(stock[good], room)
            if number:
                chosen.append((good, number))
                room -= number
        return PayWithItems(tuple(chosen))

    def default(self, game: Game, decision: Decision) -> Any:
        """Cash only. Items that must be paid are taken without asking (`pay_owed_items`)."""
        return PayWithItems(())


STEPS = (
    Step("payday", "items", ask_items, after=("firing",), before=("salaries",)),
    Step("payday", "items_owed", pay_owed_items, after=("items",), before=("salaries",)),
)

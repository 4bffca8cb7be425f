"""Coffee on the way to dinner: who may sell it, and what it brings.

Ketchup rulebook, pages 10 to 14; R-52.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from attrs import frozen

from fcm_core.modding import (
    Game,
    GoodId,
    Ground,
    House,
    Mask,
    MilestoneId,
    Seat,
    SoldBesides,
    Words,
    award,
    earn,
    hooks,
    multiplier,
    sale_bonus,
    told,
    unit_price,
)
from fcm_modules.coffee.route import Seller, find_way
from fcm_modules.coffee.shops import all_shops

COFFEE = GoodId("coffee")
FIRST_COFFEE_SOLD = MilestoneId("first_coffee_sold")


@frozen
class CoffeeSold(SoldBesides):
    """A chain sold coffee to the guests of a house on their way (R-52)."""

    def sentence(self, say: Words) -> str:
        return f"    {say.player(self.seat)} sells {sum(self.sold.values())} coffee on the way for ${self.income}"


on_coffee_sold = told(CoffeeSold)


def sell_on_the_way(game: Game, house: House, eats_at: Seat) -> None:
    """R-52: one coffee for each seller that all the best ways to a chain share."""
    if not any(player.stock.get(COFFEE) for player in game.state.players):
        return
    way = find_way(*trip(game, house, eats_at))
    for chain, amount in way.sold.items() if way is not None else ():
        sell(game, house, Seat(chain), amount, serves_the_meal=chain == eats_at)


def sell(game: Game, house: House, seat: Seat, amount: int, *, serves_the_meal: bool) -> None:
    """One chain's coffees: the price of any item, but no item bonus."""
    stock = game.player(seat).stock
    stock[COFFEE] -= amount
    if not stock[COFFEE]:
        del stock[COFFEE]
    # a fry chef earns once per house and chain. The chain that serves the meal earns it there.
    bonus = 0 if serves_the_meal else sale_bonus(game, seat, house)
    income = coffee_price(game, seat, house) * amount + bonus
    on_coffee_sold(game, seat, house.id, {COFFEE: amount}, income)
    earn(game, seat, income, f"coffee for house {house.id}")
    award(game, seat, FIRST_COFFEE_SOLD)


def coffee_price(game: Game, seat: Seat, house: House) -> int:
    """Dollars for one coffee, as for any item: unit price times the house's multiplier."""
    return unit_price(game, seat) * multiplier(game, seat, house)


class Trip(NamedTuple):
    """What the search for the way of a house to a chain is told (see route.find_way)."""

    ground: Ground
    house: Mask
    destinations: Sequence[tuple[Mask, int | None]]
    sellers: Sequence[Seller]
    coffee: dict[int, int]  # by seat
    exits: Sequence[tuple[int, bool]]


def trip(game: Game, house: House, eats_at: Seat) -> Trip:
    """Every open restaurant and every shop may sell; the open restaurants of the chain are the destinations."""
    sellers: list[Seller] = []
    destinations: list[tuple[Mask, int | None]] = []
    for seat, player in game.state.by_seat():
        drive_in = game.board.drive_in(seat)
        for restaurant in player.restaurants:
            if restaurant.open and not player.out:
                doors = restaurant.mask if drive_in else 1 << restaurant.door
                if seat == eats_at:
                    destinations.append((doors, len(sellers)))
                sellers.append(Seller(seat, doors))
    sellers.extend(Seller(shop.owner, shop.mask) for shop in all_shops(game))
    coffee: dict[int, int] = {seat: player.stock.get(COFFEE, 0) for seat, player in game.state.by_seat()}
    exits = hooks.set_house_exits(game, house) or ()
    return Trip(game.ground.dinner, house.mask | house.garden, destinations, sellers, coffee, exits)

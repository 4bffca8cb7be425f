"""How `steady` sees the houses: which would eat what at one of its restaurants, and whether its staff can make it.

Nothing here knows a good or a card by name. What a house would take instead of what it asked for is found by asking
the rules with a full larder; what a card brings is read off its TOML and its routes. Money in dollars.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from fcm_core.modding import (
    Amounts,
    CardId,
    Game,
    GoodId,
    House,
    HouseId,
    Seat,
    add_to,
    drinks_per_source,
    haul,
    hauls,
    multiplier,
    run_campaigns,
    unit_price,
    wanted,
)

HAULS = 12  # different loads of a buyer that are looked at
TOO_MANY = 12  # items; no house with more counters is worth a thought

Load = Amounts  # goods that one action of a card brings, with their amounts


@frozen
class Order:
    """What one house would eat: each of `meals` will do, the better ones first."""

    house: HouseId
    meals: tuple[Load, ...]
    values: tuple[int, ...]  # dollars for each of them, less where other chains are in a better place

    @property
    def value(self) -> int:
        """Dollars for the best of the meals."""
        return max(self.values)

    @property
    def items(self) -> int:
        """Items in the meal."""
        return sum(amount for _, amount in self.meals[0])


@frozen
class Plan:
    """Which cards make what, in this order; the orders that are served then, and those that are not."""

    made: tuple[tuple[CardId, Load, int], ...]  # card, load, its share of the order's dollars
    served: tuple[Order, ...]
    missed: tuple[Order, ...]
    value: int  # dollars of all the meals


class Outlook:
    """The houses connected to the restaurants of one player."""

    def __init__(self, view: Game, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self._loads: dict[CardId, tuple[Load, ...]] = {}
        self._meals: dict[tuple[HouseId, Load], tuple[Load, ...]] = {}
        self._fits: dict[tuple[Load, ...], bool] = {}
        self._price = max(1, unit_price(view, seat))
        self._rivals = [
            (rival, unit_price(view, rival))
            for rival, other in view.state.by_seat()
            if rival != seat and other.restaurants and not other.out
        ]

    # --- what houses ask for -------------------------------------------------------------------------------------------

    def meals(self, house: House, demand: Mapping[GoodId, int]) -> tuple[Load, ...]:
        """What the house would eat for these counters, best first, if the player had everything; () for nothing."""
        key = (house.id, tuple(sorted(demand.items())))
        found = self._meals.get(key)
        if found is None:
            meals = [each.meal(self.view, self.seat, house, demand) for each in self.view.rules.substitutions]
            found = self._meals[key] = tuple(tuple(sorted(meal.items())) for meal in meals if meal)
        return found

    def orders(self, demand: Mapping[HouseId, Sequence[tuple[GoodId, Seat]]] | None = None) -> list[Order]:
        """What connected houses ask for, the houses of this view or with other counters on them."""
        view = self.view
        found = []
        for house_id, counters in (view.state.demand if demand is None else demand).items():
            if not counters or len(counters) > TOO_MANY:
                continue
            distance = view.board.distance(house_id, self.seat)
            if distance is None:
                continue
            house = view.state.houses[house_id]
            goods: dict[GoodId, int] = {}
            for good, _ in counters:
                add_to(goods, good)
            meals = self.meals(house, goods)
            if meals:
                value = self._price * multiplier(view, self.seat, house) * len(counters)
                shared = max(1, value // (1 + self._nearer(house_id, distance)))
                asked = tuple(sorted(goods.items()))
                # What a house likes better than what it asked for, others will hardly have.
                better = meals.index(asked) if asked in meals else 0
                found.append(Order(house_id, meals, (value,) * better + (shared,) * (len(meals) - better)))
        return found

    def _nearer(self, house: HouseId, distance: int) -> int:
        """Chains that the house would rather go to, if they had the goods."""
        found = 0
        for seat, price in self._rivals:
            borders = self.view.board.distance(house, seat)
            found += borders is not None and price + borders < self._price + distance
        return found

    def coming(self, served: Iterable[Order] = ()) -> list[Order]:
        """What houses will ask for after this round's campaigns, if these orders are served before."""
        ahead = self.view.copy()
        for order in served:
            ahead.board.take_counters(order.house)
        run_campaigns(ahead)
        return self.orders(ahead.state.demand)

    # --- what cards bring --------------------------------------------------------------------------------------------

    def loads(self, name: CardId) -> tuple[Load, ...]:
        """The different things that one action of a card can bring; () if it brings nothing."""
        found = self._loads.get(name)
        if found is None:
            found = self._loads[name] = self._find_loads(name)
        return found

    def _find_loads(self, name: CardId) -> tuple[Load, ...]:
        view, card = self.view, self.view.rules.cards[name]
        if card.produces_choice:
            return tuple((each,) for each in card.produces)
        if card.produces:
            return (tuple(sorted(card.produces)),)
        if not card.drinks:
            return ()
        if not card.travel:
            amount = drinks_per_source(view, self.seat, name)
            return tuple(((good, amount),) for good in view.rules.drinks)
        found: dict[Load, None] = {}
        for route in hauls(view, self.seat, name):
            squares = [view.ground.grid.index(square) for square in route.sources or ()]
            found.setdefault(tuple(sorted(haul(view, self.seat, name, squares).items())))
            if len(found) == HAULS:
                break
        return tuple(found)

    def makes(self, cards: Mapping[CardId, int]) -> dict[GoodId, int]:
        """The most of each good that these cards can bring, one good at a time."""
        found: dict[GoodId, int] = {}
        for name, count in cards.items():
            best: dict[GoodId, int] = {}
            for load in self.loads(name):
                for good, amount in load:
                    best[good] = max(best.get(good, 0), amount)
            for good, amount in best.items():
                add_to(found, good, amount * count)
        return found

    # --- bringing both together ----------------------------------------------------------------------------------------

    def plan(self, orders: Iterable[Order], actions: Mapping[CardId, int], stock: Mapping[GoodId, int]) -> Plan:
        """Serves the orders that bring most for each item missing, with so many actions of each card and this stock."""
        left, larder = dict(actions), dict(stock)
        waiting = list(orders)
        made: list[tuple[CardId, Load, int]] = []
        served: list[Order] = []
        total = 0
        while waiting:
            waiting.sort(key=lambda order: (-order.value * 100 // (1 + self.missing(order, larder)), order.house))
            for order in waiting:
                found = self._serve(order, left, larder)
                if found is not None:
                    value, makers = found
                    made.extend((name, load, value // len(makers)) for name, load in makers)
                    total += value
                    served.append(order)
                    waiting.remove(order)
                    break
            else:
                break
        return Plan(tuple(made), tuple(served), tuple(waiting), total)

    @staticmethod
    def missing(order: Order, stock: Mapping[GoodId, int]) -> int:
        """The fewest items that any of the meals lacks."""
        return min(sum(max(0, amount - stock.get(good, 0)) for good, amount in meal) for meal in order.meals)

    def _serve(
        self, order: Order, left: dict[CardId, int], larder: dict[GoodId, int]
    ) -> tuple[int, list[tuple[CardId, Load]]] | None:
        """Takes actions and stock for the order: its dollars, and which cards make what. None, with nothing taken, if it fails."""
        for meal, value in zip(order.meals, order.values, strict=True):
            actions, stock, made = dict(left), dict(larder), []
            for good, amount in meal:
                stock[good] = stock.get(good, 0) - amount
            while any(stock[good] < 0 for good, _ in meal):
                best = self._best_maker(actions, {good: -stock[good] for good, _ in meal if stock[good] < 0})
                if best is None:
                    break
                name, load = best
                actions[name] -= 1
                made.append(best)
                for good, amount in load:
                    add_to(stock, good, amount)
            else:
                left.update(actions)
                larder.update(stock)
                return value, made
        return None

    def _best_maker(self, actions: Mapping[CardId, int], lacking: Mapping[GoodId, int]) -> tuple[CardId, Load] | None:
        """The card that brings most of what is lacking; among equals the one that could do the least else."""
        best: tuple[tuple[int, int, int], CardId, Load] | None = None
        for name, count in actions.items():
            if count <= 0:
                continue
            loads = self.loads(name)
            for load in loads:
                brought = total = 0
                for good, amount in load:
                    brought += min(amount, lacking.get(good, 0))
                    total += amount
                if brought:
                    key = (brought, -len(loads), -total)
                    if best is None or key > best[0]:
                        best = (key, name, load)
        return (best[1], best[2]) if best is not None else None

    def can_serve(self, house: House, demand: Mapping[GoodId, int], actions: Mapping[CardId, int]) -> bool:
        """Whether these actions alone could make a meal for the house."""
        meals = self.meals(house, demand)
        found = self._fits.get(meals)
        if found is None:
            order = Order(house.id, meals, (1,) * len(meals))
            found = self._fits[meals] = bool(meals) and self._serve(order, dict(actions), {}) is not None
        return found

    def demand_after(self, house: HouseId, good: GoodId, count: int) -> dict[GoodId, int]:
        """The counters of a house, with so many more of a good."""
        found = wanted(self.view, house)
        add_to(found, good, count)
        return found

"""How `seasoned` sees the houses: what each of them is worth to it when the other chains want to serve it as well.

Money in dollars; a dollar that a rival does not earn is worth a part of one. Distances in tile borders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from fcm_core.modding import (
    CardId,
    Game,
    GoodId,
    House,
    HouseId,
    Seat,
    actions_left,
    add_to,
    hooks,
    multiplier,
    run_campaigns,
    unit_price,
)
from fcm_modules.base.bots.outlook import TOO_MANY, Load, Order, Outlook
from fcm_modules.base.bots.style import Style


@frozen
class Rival:
    """What one other chain can do."""

    seat: Seat
    price: int
    outlook: Outlook
    today: Mapping[CardId, int]  # actions that its cards have left before this round's dinner
    tomorrow: Mapping[CardId, int]
    stock: Mapping[GoodId, int]


class Market(Outlook):
    """The houses connected to the restaurants of one player, and who else would serve them."""

    def __init__(self, view: Game, seat: Seat, style: Style) -> None:
        super().__init__(view, seat)
        self.style = style
        self._worth: dict[tuple[HouseId, Load, int, bool, bool], float] = {}
        self._able: dict[tuple[Seat, tuple[Load, ...], bool], bool] = {}
        self._own_bonus: dict[GoodId, int] = {}
        self._distances: dict[tuple[HouseId, Seat], int | None] = {}
        self._others = [self._rival(Seat(rival)) for rival, _ in self._rivals]
        self.envy: float = style.envy / max(1, len(self._others)) ** style.crowd

    def _rival(self, seat: Seat) -> Rival:
        view = self.view
        player = view.state.players[seat]
        tomorrow = dict(player.work)
        for name, count in player.beach.items():
            add_to(tomorrow, name, count)
        today: Mapping[CardId, int] = tomorrow
        turn = view.state.turn
        if turn is not None and player.on_duty and turn.player != seat:
            today = {}  # its turn is over: what it has in stock is all
        elif view.phase in ("order_of_business", "working"):
            today = player.work
        elif view.phase not in ("setup", "restructuring"):
            today = {}
        return Rival(seat, unit_price(view, seat), Outlook(view, seat), today, tomorrow, player.stock)

    # --- one house ---------------------------------------------------------------------------------------------------

    def distance(self, house: HouseId, seat: Seat) -> int | None:
        """Tile borders to the nearest restaurant of a chain, None where no road leads there."""
        key = (house, seat)
        if key not in self._distances:
            self._distances[key] = self.view.board.distance(house, seat)
        return self._distances[key]

    def worth(
        self, house: House, goods: Mapping[GoodId, int], *, cut: int = 0, able: bool = True, now: bool = False
    ) -> float:
        """What it is worth that the house asks for these goods: own income less what rivals earn there.

        `cut` is taken off the own price; `able` whether the own staff can make the meal; `now` whether it is for this
        round's dinner and not for the next one.
        """
        key = (house.id, tuple(sorted(goods.items())), cut, able, now)
        found = self._worth.get(key)
        if found is None:
            mine, share, theirs = self._shares(house, goods, cut, able, now)
            found = self._worth[key] = mine * share - self.envy * theirs * (1 - share)
        return found

    def gain(self, house: House, goods: Mapping[GoodId, int], *, cut: int = 0, now: bool = False) -> float:
        """What serving the house is worth, against leaving it to the others."""
        mine, share, theirs = self._shares(house, goods, cut, True, now)
        return share * (mine + self.envy * theirs)

    def _shares(
        self, house: House, goods: Mapping[GoodId, int], cut: int, able: bool, now: bool
    ) -> tuple[float, float, float]:
        """Own income, the chance of it, and what a rival gets otherwise."""
        view, seat = self.view, self.seat
        items = sum(goods.values())
        distance = self.distance(house.id, seat)
        price = self._price - cut
        share = 0.0
        if able and distance is not None:
            share = 1.0
        theirs = 0.0
        for rival in self._others:
            borders = self.distance(house.id, rival.seat)
            if borders is None or not self._rival_can(rival, house, goods, now):
                continue
            times = multiplier(view, rival.seat, house)
            bonus = sum(hooks.modify_item_bonus(view, rival.seat, good) * amount for good, amount in goods.items())
            theirs = max(theirs, max(0, rival.price) * times * items + bonus)
            if share:
                margin = rival.price + borders - price - (distance or 0)
                share *= 1.0 if margin > 0 else self.style.tie if margin == 0 else self.style.behind
        mine = max(0, price) * multiplier(view, seat, house) * items + sum(
            self._bonus(good) * amount for good, amount in goods.items()
        )
        return mine, share, theirs

    def _bonus(self, good: GoodId) -> int:
        if good not in self._own_bonus:
            self._own_bonus[good] = hooks.modify_item_bonus(self.view, self.seat, good)
        return self._own_bonus[good]

    def _rival_can(self, rival: Rival, house: House, goods: Mapping[GoodId, int], now: bool) -> bool:
        meals = rival.outlook.meals(house, goods)
        if not meals:
            return False
        key = (rival.seat, meals, now)
        found = self._able.get(key)
        if found is None:
            order = Order(house.id, meals, (1,) * len(meals))
            actions = rival.today if now else rival.tomorrow
            found = rival.outlook._serve(order, dict(actions), dict(rival.stock)) is not None
            self._able[key] = found
        return found

    # --- all houses ----------------------------------------------------------------------------------------------------

    def orders(
        self,
        demand: Mapping[HouseId, Sequence[tuple[GoodId, Seat]]] | None = None,
        cut: int = 0,
    ) -> list[Order]:
        """What connected houses ask for, now or with other counters on them, worth what serving them brings."""
        view = self.view
        now = demand is None
        found = []
        for house_id, counters in (view.state.demand if demand is None else demand).items():
            if not counters or len(counters) > TOO_MANY or self.distance(house_id, self.seat) is None:
                continue
            house = view.state.houses[house_id]
            goods: dict[GoodId, int] = {}
            for good, _ in counters:
                add_to(goods, good)
            meals = self.meals(house, goods)
            if meals:
                value = max(1, round(self.gain(house, goods, cut=cut, now=now)))
                asked = tuple(sorted(goods.items()))
                better = meals.index(asked) if asked in meals else 0
                best = max(value, self._price * multiplier(view, self.seat, house) * len(counters))
                found.append(Order(house_id, meals, (best,) * better + (value,) * (len(meals) - better)))
        return found

    def demand_to_come(self, served: Iterable[Order] = ()) -> Mapping[HouseId, Sequence[tuple[GoodId, Seat]]]:
        """The counters on the houses after this round's campaigns, if these orders are served before."""
        ahead = self.view.copy()
        for order in served:
            ahead.board.take_counters(order.house)
        run_campaigns(ahead)
        return ahead.state.demand

    def actions_now(self, staff: Mapping[CardId, int]) -> Mapping[CardId, int]:
        """What the own cards can still do before dinner."""
        if self.view.state.turn is None:
            return staff
        return {name: actions_left(self.view, self.seat, name) for name in self.view.state.players[self.seat].work}

"""`seasoned`: a planner that has played before. It sees its view only, and looks no move ahead.

It knows the beginner's trade (`steady`) and more: what a house is worth when others want it too, what a campaign brings
less what it brings to rivals, when a lower price wins houses, and which cards are worth hiring first. Its numbers stand in
style.py. It names no module, card or good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from fcm_core.modding import (
    Bot,
    Campaign,
    Fire,
    Game,
    GoodId,
    HouseId,
    Partial,
    Pass,
    PlaceCampaign,
    Seat,
    Stream,
    Thoughts,
    add_to,
    hooks,
    marketable,
    salaries,
)
from fcm_modules.base.bots.market import Market
from fcm_modules.base.bots.outlook import Order
from fcm_modules.base.bots.steady import FAR, LOOKED_AT, Mind, decide, explained
from fcm_modules.base.bots.style import Style, style_of


class Planner(Mind):
    """What the planner sees and thinks in one decision."""

    outlook: Market

    def __init__(self, view: Game, seat: Seat, stream: Stream, style: Style) -> None:
        super().__init__(view, seat, stream)
        self.style = style
        self.outlook = Market(view, seat, style)

    # --- what it knows -------------------------------------------------------------------------------------------------

    @cached_property
    def next_demand(self) -> Any:
        """The counters on the houses in the next round."""
        return self.outlook.demand_to_come(self.today.served)

    @cached_property
    def next_orders(self) -> list[Order]:
        """What connected houses will ask for in the next round."""
        return self.outlook.orders(self.next_demand)

    def price_gain(self, more: int, now: bool) -> int:
        """Dollars a round that a change of the own price brings."""
        stock = self.me.stock if now else {}
        actions = self.outlook.actions_now(self.staff) if now else self.staff
        before = self.today if now else self.tomorrow
        orders = self.outlook.orders(None if now else self.next_demand, cut=-more)
        return self.outlook.plan(orders, actions, stock).value - before.value

    def plans(self) -> tuple[str, ...]:
        left = self.rounds_left
        pace = f"about {left:.1f} dinners left" if left < FAR * FAR else "nobody earns anything yet"
        return (*super().plans(), pace)

    # --- setup ---------------------------------------------------------------------------------------------------------

    def choose_reserve(self) -> Any:
        choices = list(self.view.choices(self.seat) or ())
        return choices[min(len(choices) - 1, round(self.style.reserve * (len(choices) - 1)))]

    def first_restaurant(self) -> Any:
        """Where many houses are near, and nearer than to others."""
        view = self.view
        theirs: dict[HouseId, int] = {}
        for house in view.state.houses:
            ways = [view.board.distance(house, seat) for seat in view.state.seats if seat != self.seat]
            theirs[house] = min((way for way in ways if way is not None), default=FAR)
        best: tuple[float, Any] | None = None
        for choice in view.choices(self.seat) or ():
            if not isinstance(choice, Partial):
                continue
            for action in choice.expand():
                score = 0.0
                for house, borders in self._ways(action).items():
                    worth = max(0.0, 1 + self.style.near * (FAR - 1 - borders)) if borders < FAR else 0.0
                    worth *= 1 + bool(view.state.houses[house].garden)
                    score += worth * (
                        1.0
                        if borders < theirs[house]
                        else self.style.tie
                        if borders == theirs[house]
                        else self.style.contested
                    )
                self.note(action, score)
                if best is None or score > best[0]:
                    best = (score, action)
        return best[1] if best is not None else Pass()

    # --- structures and staff ------------------------------------------------------------------------------------------

    def _use(self, name: Any) -> int:
        card = self.cards[name]
        if card.price and not card.is_manager:
            gain = self.price_gain(card.price, now=True)
            return min(94, 30 + gain) if gain > 0 else 0
        return super()._use(name)

    @cached_property
    def rounds_left(self) -> float:
        """Dinners until the last one, at the pace of the last dinner; many while nobody earns anything."""
        state = self.view.state
        money: float = state.bank
        if not state.bank_breaks:
            cards = self.view.rules.reserve_cards
            usual = sum(card.money for card in cards) / max(1, len(cards))
            for player in state.players:
                money += cards[player.reserve].money if player.reserve is not None else usual
        pace = sum(player.income for player in state.players)
        return money / pace if pace > 0 else FAR * 99.0

    @cached_property
    def lasting(self) -> bool:
        """Whether a milestone that is still to be had makes campaigns last for ever."""
        view, seat = self.view, self.seat
        for milestone in view.state.open_milestones:
            player = self.me.copy()
            player.milestones[milestone] = view.state.round
            supposed = view.supposing(seat, player)
            for name in view.rules.entry_cards:
                for kind in self.cards[name].campaigns:
                    if hooks.allow_eternal(supposed, seat, kind, name) is not None:
                        return True
        return False

    def _opening(self) -> tuple[str, ...]:
        """The roles of the first cards to hire; the first one hired tells which opening it is."""
        style = self.style
        if self.size == 1:
            return style.race if self.lasting else style.opening
        return next((each for each in (style.race, style.opening) if each and self.count(each[0])), ())

    def _hire(self, hires: list[Any]) -> Any:
        opening = self._opening()
        if self.size <= len(opening):
            for role in opening[self.size - 1 :]:
                for action in hires:
                    if self.role(self.cards[action.card]) == role and not self.count(role):
                        return action
        for action in hires if self.size >= self.style.price_size else ():
            card = self.cards[action.card]
            if card.price and not self.owned.get(action.card) and (not card.salary or self.can_pay_one_more()):
                if self.price_gain(card.price, now=False) >= self.style.price_gain:
                    return action
        return super()._hire(hires)

    def wishes(self, size: int, managers: int) -> dict[str, int]:
        style = self.style

        def wanted_of(sizes: Sequence[int]) -> int:
            return sum(size >= each for each in sizes)

        found = {
            **super().wishes(size, managers),
            "recruiter": wanted_of(style.recruiters),
            "trainer": wanted_of(style.trainers),
            "marketeer": wanted_of(style.marketeers) + self._bound(),
            "cook": wanted_of(style.cooks),
            "buyer": wanted_of(style.buyers),
            "waitress": wanted_of(style.waitresses),
        }
        if self.rounds_left < style.closing:
            return {role: count if role in AT_ONCE else 0 for role, count in found.items()}
        return found

    def _train(self, trainings: list[Any]) -> Any:
        if self.rounds_left < self.style.closing:
            trainings = [action for action in trainings if not self.cards[action.to].salary]
        return super()._train(trainings)

    def fire(self) -> Any:
        """The cards that it must; towards the end, and where little comes in, also those that sit idle."""
        usual = self.view.default_action(self.seat)
        due, _ = salaries(self.view, self.seat)
        poor = self.me.income <= due + 5 and self.me.cash <= 3 * due and self.view.state.round >= self.style.settled
        if not isinstance(usual, Fire) or not (poor or self.rounds_left < self.style.tidy):
            return usual
        more = Fire(tuple(sorted([*usual.cards, *(each for each in self._idle() if each not in usual.cards)])))
        return more if self.view.check(self.seat, more) is None else usual

    # --- campaigns -----------------------------------------------------------------------------------------------------

    def _campaign(self, campaigns: list[Partial]) -> Any:
        """The place, the good and the time that bring most."""
        best: tuple[float, Partial, GoodId] | None = None
        goods = marketable(self.view, self.seat)
        share = max(8, 2 * LOOKED_AT // len(campaigns))
        for tile in campaigns:
            places = list(tile.expand())
            step = max(1, len(places) // share)
            for place in places[self.stream.below(step) :: step]:
                if isinstance(place, Partial):
                    for good, score in zip(goods, self._values(dict(place.given), goods), strict=True):
                        self.note(place, score, good)
                        if score >= self.style.least and (best is None or score > best[0]):
                            best = (score, place, good)
        if best is None:
            return None
        terms = [action for action in best[1].expand() if isinstance(action, PlaceCampaign)]
        several = [action for action in terms if action.goods is not None and best[2] in action.goods]
        several = [action for action in several if all(self.makes.get(good) for good in action.goods or ())]
        single = [action for action in terms if action.good == best[2]]
        return max(several or single, key=lambda action: action.left or 0) if several or single else None

    def _reach(self, given: dict[str, Any], goods: Sequence[GoodId]) -> list[int]:
        return [max(0, round(value)) for value in self._values(given, goods)]

    def _values(self, given: dict[str, Any], goods: Sequence[GoodId]) -> list[float]:
        """For each good, dollars that the first run would bring, less what it would bring to others."""
        view = self.view
        kind = view.rules.campaign_kinds[view.rules.campaign_tiles[given["number"]].kind]
        action = view.rules.actions[kind.action].cls(**given)
        campaign = Campaign(action.number, kind.name, self.seat, (), 1, **kind.build(view, self.seat, action))
        values = [0.0] * len(goods)
        for house_id in kind.reach(view, campaign):
            house = view.state.houses[house_id]
            limit = view.board.limit(house)
            before: dict[GoodId, int] = {}
            for good, _ in self.next_demand.get(house_id, ()):
                add_to(before, good)
            there = sum(before.values())
            count = view.rules.house_kinds[house.kind].counters * (1 + bool(house.garden))
            count = count if limit is None else min(count, limit - there)
            if count <= 0:
                continue
            now = self._worth(house, before)
            for place, good in enumerate(goods):
                after = dict(before)
                add_to(after, good, count)
                short = self.asked.get(good, 0) >= self.makes.get(good, 0)
                change = self._worth(house, after) - now
                values[place] += change * (self.style.short if short and change > 0 else 1.0)
        return values

    def _worth(self, house: Any, goods: dict[GoodId, int]) -> float:
        if not goods:
            return 0.0
        able = self.outlook.can_serve(house, goods, self.staff)
        return self.outlook.worth(house, goods, able=able)


AT_ONCE = ("waitress", "cook", "buyer")  # roles of cards that may earn in the next round
DECISIONS: Mapping[str, Callable[[Planner], Any]] = {
    "choose_reserve": Planner.choose_reserve,
    "first_restaurant": Planner.first_restaurant,
    "restructure": Planner.restructure,
    "choose_position": Planner.choose_position,
    "working": Planner.working,
    "fire": Planner.fire,
    "keep": Planner.keep,
}


def planner(style: Style) -> Bot:
    """The bot that plays in this style."""

    def choose(view: Game, seat: Seat, stream: Stream) -> Any:
        return decide(Planner(view, seat, stream, style), DECISIONS)

    def explain(view: Game, seat: Seat, stream: Stream) -> Thoughts:
        return explained(Planner(view, seat, stream, style), DECISIONS)

    return Bot(
        "seasoned",
        choose,
        "A planner who has played before.",
        variant=lambda given: planner(style_of(given)),
        explain=explain,
    )


SEASONED = planner(Style())

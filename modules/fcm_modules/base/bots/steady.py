"""`steady`: a sensible beginner. It looks at nothing but its view, and looks no move ahead.

It hires the roles that are missing, trains when the salaries can be paid, markets what its cooks can make where many
houses hear it, and makes what is wanted. Cards of modules are judged by what their TOML says they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.actions import (
    ChoosePosition,
    EndTurn,
    Fetch,
    Hire,
    Keep,
    NextStep,
    Pass,
    PlaceCampaign,
    PlaceRestaurant,
    Produce,
    Train,
)
from fcm_core.parts import Bot, Partial
from fcm_core.phases.restructuring import Seats, hand
from fcm_core.phases.working.food_and_drink import haul
from fcm_core.queries import salaries, wanted
from fcm_core.state import Campaign

if TYPE_CHECKING:
    from fcm_core.content import Card
    from fcm_core.game import Game
    from fcm_core.random import Stream
    from fcm_core.state import Decision

UNSOLD = 6  # items in stock that make it think again
LONG_GAME = 25  # rounds
LOOKED_AT = 40  # places of one campaign tile that are weighed


def choose(view: Game, decision: Decision, stream: Stream) -> Any:
    """The action of the beginner."""
    mind = Mind(view, decision.player, stream)
    plan = getattr(mind, decision.kind, None)
    if plan is None or decision.kind.startswith("_"):
        return mind.unknown()
    return plan()


class Mind:
    """What the beginner sees and thinks in one decision."""

    def __init__(self, view: Game, player: int, stream: Stream) -> None:
        self.view = view
        self.player = player
        self.stream = stream
        self.me = view.state.players[player]
        self.cards = view.rules.cards
        self.owned = view.owned_cards(player)

    # --- what it knows -------------------------------------------------------------------------------------------------

    def role(self, card: Card) -> str:
        """What a card is for."""
        if card.is_manager:
            return "manager"
        if card.campaigns:
            return "marketeer"
        if card.produces or card.produces_at_cleanup:
            return "cook"
        if card.drinks:
            return "buyer"
        if card.trainings:
            return "trainer"
        if card.hires:
            return "recruiter"
        if card.tip:
            return "waitress"
        if card.price < 0:
            return "price"
        return "other"

    def count(self, role: str) -> int:
        """Cards owned of a role."""
        return sum(
            count
            for name, count in self.owned.items()
            if not self.cards[name].always_at_work and self.role(self.cards[name]) == role
        )

    def reachable_demand(self) -> dict[str, int]:
        """Counters by good on the houses connected to an own restaurant."""
        found: dict[str, int] = {}
        for house in self.view.state.houses:
            if self.view.state.demand[house] and self.view.distance(house, self.player) is not None:
                for good, count in wanted(self.view, house).items():
                    found[good] = found.get(good, 0) + count
        return found

    def coming_demand(self) -> dict[str, int]:
        """Counters that are there, and a round of the campaigns that run."""
        found = self.reachable_demand()
        for campaign in self.view.state.campaigns.values():
            for good in campaign.goods:
                found[good] = found.get(good, 0) + 2
        return found

    def makes(self) -> dict[str, int]:
        """Goods that the own cooks and buyers can bring in a round."""
        found: dict[str, int] = {}
        for name, count in self.owned.items():
            card = self.cards[name]
            for good, amount in card.produces:
                found[good] = found.get(good, 0) + amount * count
            if card.drinks and not card.travel:
                for good in self.view.rules.drinks:
                    found[good] = found.get(good, 0) + card.drinks * count
        return found

    def can_pay_one_more(self) -> bool:
        """Whether one more salaried card can be paid at the next Payday."""
        due, reasons = salaries(self.view, self.player)
        raw = sum(amount for amount, _ in reasons)
        return raw + 5 <= 0 or due + 5 <= self.me.cash or (self.me.cash >= 15 and due + 5 <= self.me.cash + 10)

    # --- decisions -----------------------------------------------------------------------------------------------------

    def choose_reserve(self) -> Any:
        """The middle card."""
        choices = list(self.view.choices(self.player) or ())
        return choices[len(choices) // 2]

    def first_restaurant(self) -> Any:
        """Where many houses are near."""
        best: tuple[int, Any] | None = None
        for choice in self.view.choices(self.player) or ():
            if not isinstance(choice, Partial):
                continue
            for action in choice.expand():
                score = self._neighbourhood(action)
                if best is None or score > best[0]:
                    best = (score, action)
        return best[1] if best is not None else Pass()

    def _neighbourhood(self, action: PlaceRestaurant) -> int:
        view = self.view
        door = view.restaurant(view.ground.grid.index(action.at), action.entrance, True).door
        ground = view.ground.dinner
        access = ground.access(1 << door)
        score = 0
        for house in view.state.houses.values():
            borders = ground.distance(view.house_access(house), access)
            if borders is not None:
                score += max(0, 4 - borders)
        return score

    def restructure(self) -> Any:
        """Managers while there are cards to seat, then the cards that are of most use now."""
        held = hand(self.view, self.player)
        demand = self.coming_demand()
        cards = sorted(
            (name for name in held for _ in range(held[name])),
            key=lambda name: (-self._use(name, demand), name),
        )
        seats = Seats(self.view, self.player)
        managers = sorted(
            (name for name in cards if self.cards[name].is_manager), key=lambda name: -self.cards[name].slots
        )
        workers = [name for name in cards if not self.cards[name].is_manager and self._use(name, demand) > 0]
        room = seats.ceo
        for name in managers:
            if len(workers) > room and self.cards[name].slots > 1 and seats.add(name):
                room += self.cards[name].slots - 1
        for name in workers:
            seats.add(name)
        return seats.structure()

    def _use(self, name: str, demand: dict[str, int]) -> int:
        card = self.cards[name]
        role = self.role(card)
        if role == "marketeer":
            return 90 + card.duration
        if role == "cook":
            want = max((demand.get(good, 0) for good, _ in card.produces), default=0)
            amount = max((amount for _, amount in card.produces), default=1)
            return 60 + min(want, amount) * 4 if want else 8
        if role == "buyer":
            want = sum(demand.get(good, 0) for good in self.view.rules.drinks)
            return 58 + min(want, 3) * 3 if want else 5
        if role == "recruiter":
            return 70 if sum(self.owned.values()) < 12 else 4
        if role == "trainer":
            trainable = sum(
                count for each, count in self.me.beach.items() if self.cards[each].trains_to and each != name
            )
            return 65 if trainable and self.can_pay_one_more() else 6
        if role == "waitress":
            return 40
        if role == "price":
            rivals = any(player.restaurants for seat, player in enumerate(self.view.state.players) if seat != self.player)
            return 20 if rivals and self.reachable_demand() and sum(self.owned.values()) > 8 else 0
        if card.price > 0:
            return 30
        return 45 if card.salary else 10

    def choose_position(self) -> Any:
        """As early as possible."""
        choices = list(self.view.choices(self.player) or ())
        return min(choices, key=lambda action: action.position if isinstance(action, ChoosePosition) else 99)

    def fire(self) -> Any:
        """Only whom it must."""
        return self.view.default_action(self.player)

    def working(self) -> Any:
        """The best thing in the present step, or on to the next."""
        choices = list(self.view.choices(self.player) or ())
        best = self._best(choices)
        if best is not None:
            return best
        for kind in (NextStep, EndTurn):
            for choice in choices:
                if isinstance(choice, kind):
                    return choice
        return self._settle(choices)

    def _best(self, choices: Sequence[Any]) -> Any:
        hires = [choice for choice in choices if isinstance(choice, Hire)]
        if hires:
            return self._hire(hires)
        trainings = [choice for choice in choices if isinstance(choice, Train)]
        if trainings:
            return self._train(trainings)
        made = [choice for choice in choices if isinstance(choice, Produce | Fetch)]
        routes = [choice for choice in choices if isinstance(choice, Partial) and choice.action == "fetch"]
        if made or routes:
            return self._food(made, routes)
        campaigns = [choice for choice in choices if isinstance(choice, Partial) and choice.action == "place_campaign"]
        if campaigns:
            return self._campaign(campaigns)
        other = [choice for choice in choices if not isinstance(choice, NextStep | EndTurn | Pass)]
        return self._settle(other) if other else None

    def _settle(self, choices: Sequence[Any]) -> Any:
        """Any of the choices, to its end."""
        choice = choices[self.stream.below(len(choices))]
        while isinstance(choice, Partial):
            more = choice.expand()
            choice = more[self.stream.below(len(more))]
        return choice

    def _hire(self, hires: list[Hire]) -> Any:
        size = sum(self.owned.values())
        wishes = {
            "recruiter": 1,
            "trainer": 1 + (size > 10),
            "marketeer": 1 + (size > 7) + (size > 11),
            "cook": 1 + (size > 6) + (size > 10),
            "manager": 1 + (size > 6) + (size > 10) + (size > 15),
            "waitress": 1 + (size > 8) * 2 + (size > 14) * 2,
            "buyer": (size > 8) + (size > 12),
            "price": int(size > 13),
        }
        order = {role: place for place, role in enumerate(wishes)}
        best: tuple[tuple[int, int], Hire] | None = None
        for action in hires:
            card = self.cards[action.employee]
            role = self.role(card)
            missing = wishes.get(role, 0) - self.count(role)
            if missing <= 0 or (card.salary and not self.can_pay_one_more()):
                continue
            key = (order[role], -missing)
            if best is None or key < best[0]:
                best = (key, action)
        return best[1] if best is not None else None

    def _train(self, trainings: list[Train]) -> Any:
        demand = self.coming_demand()
        makes = self.makes()
        best: tuple[int, Train] | None = None
        for action in trainings:
            card, old = self.cards[action.to], self.cards[action.employee]
            if card.salary and not old.salary and not self.can_pay_one_more():
                continue
            role = self.role(card)
            score = 0
            if role == "cook" and card.produces:
                good = card.produces[0][0]
                score = 20 + card.produces[0][1] + 3 * demand.get(good, 0) + min(makes.get(good, 0), 3)
            elif role == "marketeer":
                score = 18 if self.count("marketeer") < 4 else 8
            elif role == "manager":
                score = 10 + card.slots if sum(self.owned.values()) > 10 else 0
            elif role == "buyer":
                score = 15 + sum(demand.get(good, 0) for good in self.view.rules.drinks)
            elif card.price > 0 or card.income_percent:
                score = 14
            if score and (best is None or score > best[0]):
                best = (score, action)
        return best[1] if best is not None else None

    def _food(self, made: list[Any], routes: list[Partial]) -> Any:
        """The food or drink that is missing most."""
        now, coming = self.reachable_demand(), self.coming_demand()
        best: tuple[int, Any] | None = None
        for action in made:
            card = self.cards[action.employee]
            goods = dict(card.produces) if isinstance(action, Produce) else {action.good: card.drinks}
            for good, amount in goods.items():
                if action.good in (None, good):
                    score = self._worth({good: amount}, now, coming)
                    if best is None or score > best[0]:
                        best = (score, action)
        if best is None:
            for route in routes:
                for action in route.expand():
                    if not isinstance(action, Fetch) or action.sources is None:
                        continue
                    indexes = [self.view.ground.grid.index(square) for square in action.sources]
                    goods = haul(self.view, self.player, action.employee, indexes)
                    score = self._worth(goods, now, coming)
                    if best is None or score > best[0]:
                        best = (score, action)
        return best[1] if best is not None else None

    def _worth(self, goods: Mapping[str, int], now: Mapping[str, int], coming: Mapping[str, int]) -> int:
        """What campaigns will ask for counts; if the stock lies unsold, what completes the orders on the houses.

        Specialists earn more as a rule, but where all houses want a mixture a chain with one good sells nothing.
        """
        stock = self.me.stock
        if self._left_sitting():
            missing = sum(max(0, min(now.get(good, 0) - stock.get(good, 0), amount)) for good, amount in goods.items())
            if missing:
                return 1000 * missing
        return max((min(coming.get(good, 0) - stock.get(good, 0), n) * 10 + n for good, n in goods.items()), default=0)

    def _left_sitting(self) -> bool:
        """Whether much food is left and hardly anything but tips came in last time, or the game drags on."""
        if self.view.state.round > LONG_GAME:
            return True
        tips = 5 * self.count("waitress")
        return sum(self.me.stock.values()) >= UNSOLD and self.me.income <= tips + self.view.state.base_price

    def _campaign(self, campaigns: list[Partial]) -> Any:
        makes = self.makes()
        goods = [good for good in self.view.rules.marketable if makes.get(good)]
        if not goods:
            return None
        best: tuple[int, Partial] | None = None
        for tile in campaigns:
            places = list(tile.expand())
            step = max(1, len(places) // LOOKED_AT)
            for place in places[self.stream.below(step) :: step]:
                if not isinstance(place, Partial):
                    continue
                score = self._reach(dict(place.given))
                if score and (best is None or score > best[0]):
                    best = (score, place)
        if best is None:
            return None
        demand = self.coming_demand()
        good = max(goods, key=lambda each: (min(makes[each], 6) - demand.get(each, 0), each))
        terms = [action for action in best[1].expand() if isinstance(action, PlaceCampaign) and action.good == good]
        return max(terms, key=lambda action: action.left or 0) if terms else None

    def _reach(self, given: dict[str, Any]) -> int:
        """Counters that the first run would bring on houses connected to an own restaurant, gardens double."""
        view = self.view
        action = PlaceCampaign(**given)
        kind = view.rules.campaign_kinds[view.rules.campaign_tiles[action.number].kind]
        campaign = Campaign(action.number, kind.name, self.player, (), 1, **kind.build(view, action))
        score = 0
        for house_id in kind.reach(view, campaign):
            house = view.state.houses[house_id]
            limit = view.limit(house)
            if (limit is None or len(view.state.demand[house_id]) < limit) and view.distance(
                house_id, self.player
            ) is not None:
                score += 2 + 2 * bool(house.garden)
        return score

    def keep(self) -> Any:
        """What houses ask for, then what campaigns will ask for, then a little of everything, as much as fits."""
        usual = self.view.default_action(self.player)
        if not isinstance(usual, Keep):
            return usual
        stock = self.me.stock
        room = sum(amount for _, amount in usual.stock)
        kept = dict.fromkeys(stock, 0)
        for want in (self.reachable_demand(), self.coming_demand(), stock):
            while room:
                open_goods = [good for good in stock if kept[good] < min(stock[good], want.get(good, 0))]
                if not open_goods:
                    break
                kept[min(open_goods, key=lambda good: (kept[good], good))] += 1
                room -= 1
        better = Keep(tuple((good, amount) for good, amount in kept.items() if amount))
        return usual if self.view.check(self.player, better) is not None else better

    def unknown(self) -> Any:
        """A decision of a module: the first thing that is not declining, or what stands for doing nothing."""
        choices = self.view.choices(self.player)
        doing = [choice for choice in choices or () if not isinstance(choice, Pass)]
        if not doing:
            return self.view.default_action(self.player)
        return self._settle(doing)


STEADY = Bot("steady", choose, "A sensible beginner.")

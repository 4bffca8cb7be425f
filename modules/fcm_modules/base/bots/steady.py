"""`steady`: a sensible beginner. It sees its view only, and looks no move ahead.

It hires the roles that are missing, trains when the salaries can be paid, markets what its staff can serve where many
houses hear it, and makes what completes the orders on the houses. Cards and decisions of modules are judged by what the
TOML says, by what changes when the card is at work, and by the hint of value that a kind of action may give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from fcm_core.modding import (
    Access,
    Bot,
    Campaign,
    Card,
    CardId,
    ChoosePosition,
    Considered,
    EndTurn,
    Fetch,
    Fire,
    Game,
    GoodId,
    Hire,
    HouseId,
    Keep,
    NextStep,
    Partial,
    Pass,
    PlaceCampaign,
    Produce,
    Seat,
    Seats,
    Square,
    Stream,
    Thoughts,
    Train,
    actions_left,
    add_to,
    card_actions,
    ceo_slots,
    garden_mask,
    hand,
    haul,
    hooks,
    marketable,
    owned_cards,
    rect_mask,
    salaries,
)
from fcm_modules.base.bots.outlook import Load, Order, Outlook, Plan

LOOKED_AT = 40  # places that are weighed for one thing, twice as many for a campaign
WEIGHED = 150  # actions with a hint of value that are weighed
DRAWN = 8  # answers that are weighed where there are too many to list
FEW = 4  # places of a campaign that can all be weighed
FAR = 4  # tile borders; houses so far away are of no interest
HIRED_FOR = 6  # items that an order may lack so that people are hired for it
SPARE = 4  # items that the staff can make and nobody asks for
SETTLED = 8  # rounds; by now every salary should bring something
LARGE = 12  # cards
WORTH_A_SEAT = 12  # dollars a round
M = TypeVar("M", bound="Mind")


def choose(view: Game, seat: Seat, stream: Stream) -> Any:
    """The action of the beginner."""
    return decide(Mind(view, seat, stream), DECISIONS)


def explain(view: Game, seat: Seat, stream: Stream) -> Thoughts:
    """The same action with what was weighed."""
    return explained(Mind(view, seat, stream), DECISIONS)


def decide(mind: M, decisions: Mapping[str, Callable[[M], Any]]) -> Any:
    """What a mind answers, by the table of those decisions that it knows."""
    decision = mind.view.decision_of(mind.seat)
    assert decision is not None
    plan: Callable[[M], Any] = decisions.get(decision.kind, Mind.unknown)
    return plan(mind)


def explained(mind: M, decisions: Mapping[str, Callable[[M], Any]]) -> Thoughts:
    """What a mind answers, and what it has weighed."""
    mind.notes = []
    action = decide(mind, decisions)
    return Thoughts(action, tuple(mind.notes), mind.plans())


class Mind:
    """What the beginner sees and thinks in one decision."""

    def __init__(self, view: Game, seat: Seat, stream: Stream) -> None:
        self.view = view
        self.seat = seat
        self.stream = stream
        self.me = view.state.players[seat]
        self.cards = view.rules.cards
        self.owned = owned_cards(view, seat)
        self.outlook = Outlook(view, seat)
        self.notes: list[Considered] | None = None  # what was weighed, where somebody asks why

    def note(self, choice: Any, score: float, why: str = "") -> None:
        """Keeps what was weighed for whoever asks why."""
        if self.notes is not None:
            self.notes.append(Considered(choice, score, why))

    def plans(self) -> tuple[str, ...]:
        """What it expects, in sentences."""
        told = []
        for when, plan in (("this round", self.today), ("next round", self.tomorrow)):
            houses = ", ".join(order.house for order in plan.served) or "none"
            missed = ", ".join(order.house for order in plan.missed)
            told.append(f"{when}: houses it can serve: {houses} (worth ${plan.value})")
            if missed:
                told.append(f"{when}: houses it cannot serve: {missed}")
        return tuple(told)

    # --- what it knows -------------------------------------------------------------------------------------------------

    def role(self, card: Card) -> str:
        """What a card is for."""
        if card.is_manager:
            return "manager" if card.slots else "helper"
        if card.campaigns:
            return "marketeer"
        if card.produces:
            goods = self.view.rules.goods
            return "cook" if any(goods[good].kind != "other" for good, _ in card.produces) else "sideline"
        if card.produces_at_cleanup:
            return "preparer"
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
        if card.restaurants:
            return "opener"
        if card.places:
            return "builder"
        return "other"

    def count(self, role: str) -> int:
        """Cards owned of a role."""
        return sum(
            count
            for name, count in self.owned.items()
            if not self.cards[name].always_at_work and self.role(self.cards[name]) == role
        )

    @cached_property
    def size(self) -> int:
        """Cards owned, the CEO included."""
        return sum(self.owned.values())

    @cached_property
    def staff(self) -> dict[CardId, int]:
        """Cards owned that are not busy."""
        found = dict(self.me.work)
        for name, count in self.me.beach.items():
            add_to(found, name, count)
        return found

    @cached_property
    def orders(self) -> list[Order]:
        """What connected houses ask for now."""
        return self.outlook.orders()

    @cached_property
    def today(self) -> Plan:
        """What can still be made and served this round."""
        view = self.view
        actions = dict(self.staff)
        if view.state.turn is not None:
            actions = {name: actions_left(view, self.seat, name) for name in self.me.work}
        return self.outlook.plan(self.orders, actions, self.me.stock)

    @cached_property
    def next_orders(self) -> list[Order]:
        """What connected houses will ask for in the next round."""
        return self.outlook.coming(self.today.served)

    @cached_property
    def tomorrow(self) -> Plan:
        """What the present staff can serve of that."""
        return self.outlook.plan(self.next_orders, self.staff, {})

    @cached_property
    def makes(self) -> dict[GoodId, int]:
        """The most of each good that the staff can bring."""
        return self.outlook.makes(self.staff)

    @cached_property
    def asked(self) -> dict[GoodId, int]:
        """Items by good that houses would eat in the next round, whatever meal they choose."""
        return totals(self.next_orders)

    def can_pay_one_more(self) -> bool:
        """Whether one more salaried card can be paid at the next Payday."""
        due, reasons = salaries(self.view, self.seat)
        raw = sum(amount for amount, _ in reasons)
        return raw + 5 <= 0 or due + 5 <= self.me.cash or (self.me.cash >= 15 and due + 5 <= self.me.cash + 10)

    def effect(self, name: CardId) -> int:
        """Rough dollars a round that a card brings by what changes in the rules when it is at work beside the staff."""
        view, me, card = self.view, self.me, self.cards[name]
        company = {each: count for each, count in self.staff.items() if each != name}
        before = me.work
        me.work = company
        without = self._numbers(company)
        me.work = {**company, name: 1}
        with_it = self._numbers(company)
        me.work = before
        found = card.bonus_per_sale * max(1, len(self.tomorrow.served))
        for each in company:
            other = self.cards[each]
            gained = with_it[0][each] - without[0][each]
            if gained > 0 and (
                other.tip or other.hires or other.trainings or other.campaigns or self.outlook.loads(each)
            ):
                found += gained * (other.tip or 5)
        running = sum(campaign.owner == self.seat for campaign in view.state.campaigns.values())
        found += (with_it[1] - without[1]) * 6 * running
        found += 8 * any(new < old for old, new in zip(without[2], with_it[2], strict=True))
        return found

    def _numbers(self, company: Mapping[CardId, int]) -> tuple[dict[CardId, int], int, list[int]]:
        view, seat = self.view, self.seat
        return (
            {each: card_actions(view, seat, each) for each in company},
            hooks.modify_marketing_passes(view),
            [key.key(view, seat) for key in view.rules.order_keys],
        )

    # --- setup, restructuring, order, payday, cleanup ------------------------------------------------------------------

    def choose_reserve(self) -> Any:
        """The middle card."""
        choices = list(self.view.choices(self.seat) or ())
        return choices[len(choices) // 2]

    def first_restaurant(self) -> Any:
        """Where many houses are near."""
        best: tuple[int, Any] | None = None
        for choice in self.view.choices(self.seat) or ():
            if not isinstance(choice, Partial):
                continue
            for action in choice.expand():
                score = sum(max(0, FAR - borders) for borders in self._ways(action).values())
                self.note(action, score)
                if best is None or score > best[0]:
                    best = (score, action)
        return best[1] if best is not None else Pass()

    def restructure(self) -> Any:
        """Managers while there are cards to seat, then the cards that are of most use now."""
        managers: list[CardId] = []
        held = hand(self.view, self.seat)
        seats = Seats(self.view, self.seat)
        room = seats.ceo
        for name, count in held.items():
            role = self.role(self.cards[name])
            if role == "manager":
                managers.extend([name] * count)
            elif role == "helper" and self.effect(name) >= WORTH_A_SEAT and seats.add(name):
                room -= 1
        if self._wants_opener() and any(self.cards[name].trainings for name in held):
            pupil = next((name for name in managers if self._opens(name)), None)
            if pupil is not None and len(managers) > 2:
                managers.remove(pupil)  # stays in hand, to be trained
        ranked = self._ranked(self.today, held)
        for use, name in ranked:
            self.note(name, use, "at work")
        workers = [name for use, name in ranked if use > 0]
        for name in sorted(managers, key=lambda name: (-self.cards[name].slots, name)):
            if len(workers) > room and self.cards[name].slots > 1 and seats.add(name):
                room += self.cards[name].slots - 1
        for name in workers:
            seats.add(name)
        return seats.structure()

    def _ranked(self, plan: Plan, cards: Mapping[CardId, int]) -> list[tuple[int, CardId]]:
        """The cards that are no managers with how much they are wanted at work, best first."""
        needed: dict[CardId, list[int]] = {}
        for name, _, share in plan.made:
            needed.setdefault(name, []).append(60 + min(share, 35))
        found: list[tuple[int, CardId]] = []
        for name, count in cards.items():
            card = self.cards[name]
            if card.is_manager or card.always_at_work:
                continue
            use = self._use(name)
            uses = [*sorted(needed.get(name, ()), reverse=True), *[use] * count]
            if card.campaigns:
                tiles = self._tiles(card)
                uses = [use] * min(tiles, count) + [0] * max(0, count - tiles)
            found.extend((each, name) for each in uses[:count])
        return sorted(found, key=lambda each: (-each[0], each[1]))

    def _tiles(self, card: Card) -> int:
        """Campaign tiles in supply that a marketeer may place."""
        tiles = self.view.rules.campaign_tiles
        return sum(tiles[number].kind in card.campaigns for number in self.view.state.tiles_left)

    def _promising(self, card: Card) -> bool:
        """Whether one of its campaigns might reach somebody; where there are many places that is taken for granted."""
        view = self.view
        for kind_name in card.campaigns:
            kind = view.rules.campaign_kinds[kind_name]
            for number in view.state.tiles_left:
                if view.rules.campaign_tiles[number].kind == kind_name and kind.can_place(
                    view, self.seat, card.id, number
                ):
                    places = list(islice(kind.placements(view, self.seat, card.id, number), FEW + 1))
                    goods = marketable(view, self.seat)
                    given = {"card": card.id, "number": number}
                    if len(places) > FEW or any(any(self._reach({**given, **place}, goods)) for place in places):
                        return True
                    break
        return False

    @cached_property
    def seats_lacking(self) -> int:
        """Useful cards for which the next structure will have no seat; below 0, seats to spare."""
        ceo = room = ceo_slots(self.view, self.seat)
        slots = sorted(
            (
                self.cards[name].slots
                for name, count in self.staff.items()
                for _ in range(count)
                if self.cards[name].slots and not self.cards[name].always_at_work
            ),
            reverse=True,
        )
        room += sum(each - 1 for each in slots[:ceo])
        return sum(use > 20 for use, _ in self._ranked(self.tomorrow, self.staff)) - room

    def _use(self, name: CardId) -> int:
        """How much a card is wanted at work; cooks and buyers that orders need come before all this."""
        card = self.cards[name]
        role = self.role(card)
        if role == "marketeer":
            return 90 + card.duration if self._promising(card) else 0
        if role in ("cook", "buyer"):
            return 8
        if role == "sideline":
            return 62
        if role == "preparer":
            return 69
        if role == "recruiter":
            return 70 if self.size < 12 else 38 if self._poor() else 4
        if role == "trainer":
            trainable = sum(
                count for each, count in self.me.beach.items() if self.cards[each].trains_to and each != name
            )
            return 68 if trainable and self.can_pay_one_more() else 6
        if role == "waitress":
            return 40
        if role == "price":
            return 20 if self.orders and self.size > 8 else 0
        if role == "opener":
            return 66 if self._may_open() else 15
        if role == "builder":
            return 60 if self.view.state.houses_left or self.view.state.gardens_left else 0
        if card.price > 0:
            return 30
        return 58 if card.salary else 10

    def _poor(self) -> bool:
        """Whether hardly anything but tips came in last time."""
        return self.me.income <= 5 * self.count("waitress") + self.view.state.base_price

    def _opens(self, name: CardId) -> bool:
        """Whether the card can be trained to one that places restaurants."""
        return any(self.cards[to].restaurants for to in self.cards[name].trains_to if to in self.cards)

    def _wants_opener(self) -> bool:
        return self.size > 8 and self._may_open() and not self.count("opener")

    def _may_open(self) -> bool:
        return len(self.me.restaurants) < self.view.rules.restaurants_per_player

    def choose_position(self) -> Any:
        """As early as possible."""
        choices = list(self.view.choices(self.seat) or ())
        return min(choices, key=lambda action: action.position if isinstance(action, ChoosePosition) else FAR * 99)

    def fire(self) -> Any:
        """The cards that it must; in a later round also those that sit idle and cost more than comes in."""
        usual = self.view.default_action(self.seat)
        due, _ = salaries(self.view, self.seat)
        well_off = self.me.income > due + 5 or self.me.cash > 3 * due
        if not isinstance(usual, Fire) or well_off or self.view.state.round < SETTLED:
            return usual
        more = Fire(tuple(sorted([*usual.cards, *(each for each in self._idle() if each not in usual.cards)])))
        return more if self.view.check(self.seat, more) is None else usual

    def _idle(self) -> list[CardId]:
        """Salaried cards that were not at work and that no order in sight needs."""
        found = []
        staff = dict(self.staff)
        value = self.outlook.plan(self.next_orders, staff, {}).value
        for name, count in sorted(self.me.beach.items()):
            role = self.role(self.cards[name])
            if not self.cards[name].salary or role == "marketeer":
                continue
            for _ in range(count):
                staff[name] -= 1
                if role in ("cook", "buyer") and self.outlook.plan(self.next_orders, staff, {}).value < value:
                    staff[name] += 1
                    break
                found.append(name)
        return found

    def keep(self) -> Any:
        """What houses ask for, then what campaigns will ask for, then a little of everything, as much as fits."""
        usual = self.view.default_action(self.seat)
        if not isinstance(usual, Keep):
            return usual
        stock = self.me.stock
        room = sum(amount for _, amount in usual.stock)
        kept = dict.fromkeys(stock, 0)
        for want in (totals(self.orders), self.asked, stock):
            while room:
                open_goods = [good for good in stock if kept[good] < min(stock[good], want.get(good, 0))]
                if not open_goods:
                    break
                kept[min(open_goods, key=lambda good: (kept[good], good))] += 1
                room -= 1
        better = Keep(tuple((good, amount) for good, amount in kept.items() if amount))
        return usual if self.view.check(self.seat, better) is not None else better

    # --- a working turn ------------------------------------------------------------------------------------------------

    def working(self) -> Any:
        """The best thing in the present step, or going on to the next."""
        choices = list(self.view.choices(self.seat) or ())
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
        return self._valued(other) if other else None

    def _settle(self, choices: Sequence[Any]) -> Any:
        """One of the choices at random, chosen to its end."""
        choice = choices[self.stream.below(len(choices))]
        while isinstance(choice, Partial):
            more = choice.expand()
            choice = more[self.stream.below(len(more))]
        return choice

    def _hire(self, hires: list[Hire]) -> Any:
        size = max(self.size, min(self.view.state.round, LARGE))  # a small company wants to grow in the end
        # One more than can sit under the CEO, to be trained.
        managers = min(self.count("manager") + 1, ceo_slots(self.view, self.seat) + (size > 9))
        wishes = self.wishes(size, managers)
        order = {role: place for place, role in enumerate(wishes)}
        lacking = self._lacking(hires) if size > 3 else {}
        best: tuple[tuple[int, int], Hire] | None = None
        for action in hires:
            card = self.cards[action.card]
            role = self.role(card)
            missing = wishes.get(role, 0) - self.count(role)
            if role == "marketeer" and self.staff.get(action.card, 0) >= 1 + self._tiles(card):
                continue
            if card.salary and not self.can_pay_one_more():
                continue
            helps = any(lacking.get(good) for load in self.outlook.loads(action.card) for good, _ in load)
            if missing <= 0 and not helps:
                continue
            if role == "helper" and self.effect(action.card) < WORTH_A_SEAT:
                continue
            place = order["preparer" if role == "waitress" and not self.count(role) else role]
            key = (min(order["marketeer"], place) if helps else place, -missing)
            self.note(action, len(order) - key[0], f"{role}{', for an order' if helps else ''}, {missing} more wanted")
            if best is None or key < best[0]:
                best = (key, action)
        return best[1] if best is not None else None

    def wishes(self, size: int, managers: int) -> dict[str, int]:
        """How many cards of each role a company of this size wants, the most urgent roles first."""
        return {
            "recruiter": 1 + (size > 5),
            "trainer": 1 + (size > 10),
            "marketeer": 1 + (size > 6) + (size > 10) + self._bound(),
            "cook": 1 + (size > 6) + (size > 10),
            "sideline": (size > 4) + (size > 9),
            "preparer": int(size > 5),
            "helper": int(size > 5),
            "other": int(size > 6),
            "manager": managers if self.seats_lacking >= 0 else 0,
            "buyer": (size > 7) + (size > 11),
            "waitress": int(size > 5) + (size > 8) * 2 + (size > 14) * 2,
            "price": int(size > 13),
        }

    def _bound(self) -> int:
        """Marketeers that will never be free again."""
        campaigns = self.view.state.campaigns
        return sum(any(campaigns[number].eternal for number in busy.campaigns) for busy in self.me.busy)

    def _lacking(self, hires: Sequence[Hire]) -> dict[GoodId, int]:
        """What is missing for the order that lacks least, if cards that can be hired now could bring it."""
        stock: dict[GoodId, int] = {}
        for name, count in self.staff.items():
            for load in self.outlook.loads(name)[:1]:
                for good, amount in load:
                    add_to(stock, good, amount * count)
        brought = {good for action in hires for load in self.outlook.loads(action.card) for good, _ in load}
        best: dict[GoodId, int] = {}
        for order in self.tomorrow.missed:
            for meal in order.meals:
                lacking = {good: amount - self.makes.get(good, 0) for good, amount in meal}
                lacking = {good: amount for good, amount in lacking.items() if amount > 0}
                # Everything could be made, but not all at once: anything helps.
                lacking = lacking or {good: 1 for good, _ in meal if good in brought}
                total = sum(lacking.values())
                if total and total <= HIRED_FOR and brought.issuperset(lacking):
                    if not best or total < sum(best.values()):
                        best = lacking
        return best

    def _train(self, trainings: list[Train]) -> Any:
        scores: dict[tuple[CardId, CardId], int] = {}
        best: tuple[int, Train] | None = None
        for action in trainings:
            card, old = self.cards[action.to], self.cards[action.card]
            if card.salary and not old.salary and not self.can_pay_one_more():
                continue
            pair = (action.card, action.to)
            if pair not in scores:
                scores[pair] = self._training(action.card, card)
            score = scores[pair]
            self.note(action, score)
            if score and (best is None or score > best[0]):
                best = (score, action)
        return best[1] if best is not None else None

    def _training(self, old: CardId, card: Card) -> int:
        """How much it wants this card instead of the old one; 0 for not at all."""
        role = self.role(card)
        if role in ("cook", "buyer"):
            staff = {**self.staff, card.id: self.staff.get(card.id, 0) + 1}
            staff[old] = staff.get(old, 0) - 1
            gain = self.outlook.plan(self.next_orders, staff, {}).value - self.tomorrow.value
            if gain > 0:
                return 25 + min(gain, 60) // 3
            if role == "buyer":
                return 12 if self.count(role) < 4 else 0
            goods = [good for good, _ in card.produces]
            if not any(good in self.asked or good in self.view.rules.marketable for good in goods):
                return 0
            spare = sum(self.makes.values()) - sum(order.items for order in self.next_orders)
            return 12 + min(max(amount for _, amount in card.produces), 4) if spare <= SPARE else 0
        if role == "sideline":
            return 16 + max(amount for _, amount in card.produces)
        if role == "marketeer":
            if not self._tiles(card) or not self._promising(card):
                return 0
            score = 18 if self.tomorrow.missed or self._tiles(self.cards[old]) else 24
            return score - 2 * max(0, self.count("marketeer") - 5)
        if role == "manager":
            more = card.slots - self.cards[old].slots
            if self.seats_lacking > 0 and more > 0:
                return 14 + 2 * more
            return 16 if self._opens(card.id) and self._wants_opener() else 0
        if role == "opener":
            return 30 if self._wants_opener() else 0
        if role == "builder":
            places = self.view.state.houses_left or self.view.state.gardens_left
            return 27 - 2 * min(FAR, len(self._near())) if places and not self.count(role) and self.size > 8 else 0
        if card.price > 0 or card.income_percent:
            return 14
        if role == "other":
            effect = self.effect(card.id)
            return 14 + min(effect, 14) if effect > 0 and not self.owned.get(card.id) else 0
        return 0

    def _near(self) -> list[HouseId]:
        """Houses connected to an own restaurant, not far away."""
        found = []
        for house in self.view.state.houses:
            borders = self.view.board.distance(house, self.seat)
            if borders is not None and borders < FAR:
                found.append(house)
        return found

    def _food(self, made: list[Any], routes: list[Partial]) -> Any:
        """What completes the orders on the houses, then what campaigns will ask for."""
        for name, load, _ in self.today.made:
            for action in made:
                if action.card == name and self._load(action) == load:
                    return action
            for route in routes:
                if dict(route.given)["card"] == name:
                    for action in route.expand():
                        if self._load(action) == load:
                            return action
        best: tuple[int, Any] | None = None
        for action in made or (each for route in routes for each in route.expand()):
            goods = dict(self._load(action))
            score = max(
                min(self.asked.get(good, 0) - self.me.stock.get(good, 0), amount) * 10 + amount
                for good, amount in goods.items()
            )
            self.note(action, score)
            if best is None or score > best[0]:
                best = (score, action)
        return best[1] if best is not None else None

    def _load(self, action: Produce | Fetch) -> Load:
        """What an action brings."""
        if isinstance(action, Fetch) and action.sources is not None:
            squares = [self.view.ground.grid.index(square) for square in action.sources]
            return tuple(sorted(haul(self.view, self.seat, action.card, squares).items()))
        for load in self.outlook.loads(action.card):
            if action.good is None or action.good == load[0][0]:
                return load
        raise AssertionError(f"{action} brings nothing")

    def _campaign(self, campaigns: list[Partial]) -> Any:
        """The place and the good that bring most counters which the staff could serve."""
        best: tuple[int, Partial, GoodId] | None = None
        goods = marketable(self.view, self.seat)
        share = max(8, 2 * LOOKED_AT // len(campaigns))
        for tile in campaigns:
            places = list(tile.expand())
            step = max(1, len(places) // share)
            for place in places[self.stream.below(step) :: step]:
                if isinstance(place, Partial):
                    for good, score in zip(goods, self._reach(dict(place.given), goods), strict=True):
                        self.note(place, score, good)
                        if score and (best is None or score > best[0]):
                            best = (score, place, good)
        if best is None:
            return None
        terms = [action for action in best[1].expand() if isinstance(action, PlaceCampaign)]
        several = [action for action in terms if action.goods is not None and best[2] in action.goods]
        several = [action for action in several if all(self.makes.get(good) for good in action.goods or ())]
        single = [action for action in terms if action.good == best[2]]
        return max(several or single, key=lambda action: action.left or 0) if several or single else None

    def _reach(self, given: dict[str, Any], goods: Sequence[GoodId]) -> list[int]:
        """For each good, what the first run would bring at houses that the staff could serve then."""
        view = self.view
        kind = view.rules.campaign_kinds[view.rules.campaign_tiles[given["number"]].kind]
        action = view.rules.actions[kind.action].cls(**given)
        campaign = Campaign(action.number, kind.name, self.seat, (), 1, **kind.build(view, self.seat, action))
        scores = [0] * len(goods)
        for house_id in kind.reach(view, campaign):
            house = view.state.houses[house_id]
            if view.board.distance(house_id, self.seat) is None:
                if kind.eternal:  # a way may still be found
                    scores = [score + 1 for score in scores]
                continue
            limit = view.board.limit(house)
            there = len(view.state.demand[house_id])
            count = view.rules.house_kinds[house.kind].counters * (1 + bool(house.garden))
            count = count if limit is None else min(count, limit - there)
            if count <= 0:
                continue
            for place, good in enumerate(goods):
                demand = self.outlook.demand_after(house_id, good, count)
                if self.outlook.can_serve(house, demand, self.staff):
                    short = self.asked.get(good, 0) >= self.makes.get(good, 0)
                    scores[place] += (2 if short else 4) * count * (1 + bool(house.garden))
        return scores

    # --- what it has no rule for ---------------------------------------------------------------------------------------

    def unknown(self) -> Any:
        """A decision of a module: what is worth most, or what stands for doing nothing."""
        view, seat = self.view, self.seat
        choices = view.choices(seat)
        if choices is None:
            usual = view.default_action(seat)
            drawn = [usual, *(view.sample(seat, self.stream) for _ in range(DRAWN))]
            return max(drawn, key=lambda action: self._value(action) or 0)
        doing = [choice for choice in choices if not isinstance(choice, Pass)]
        best = self._valued(doing) if doing else None
        if best is not None:
            return best
        return view.default_action(seat) if len(doing) < len(choices) else self._settle(doing)

    def _valued(self, choices: Sequence[Any]) -> Any:
        """What is worth most. Any of them where a value is not known; nothing where none is worth doing."""
        best: tuple[int, Any] | None = None
        for action in self._some(choices, WEIGHED):
            value = self._value(action)
            if value is None:
                return self._settle(choices)
            self.note(action, value)
            if best is None or value > best[0]:
                best = (value, action)
        return best[1] if best is not None and best[0] > 0 else None

    def _some(self, choices: Sequence[Any], most: int) -> Iterator[Any]:
        """About so many of the actions that the choices lead to, taken from all of them evenly."""
        step = -(-len(choices) // most)
        chosen = choices[self.stream.below(step) :: step] if step > 1 else choices
        for choice in chosen:
            if isinstance(choice, Partial):
                yield from self._some(choice.expand(), max(1, most // len(chosen)))
            else:
                yield choice

    def _value(self, action: Any) -> int | None:
        """Rough dollars that an action is worth; None where nobody knows."""
        name = self.view.rules.action_name(action)
        own = VALUES.get(name)
        if own is not None:
            return own(self, action)
        return self.view.rules.actions[name].value(self.view, self.seat, action)

    def _place_house(self, action: Any) -> int:
        """Near own restaurants and not nearer to others."""
        house = rect_mask(self.view, action.at, 2, 2)
        garden = garden_mask(self.view, action.at, action.garden)
        assert isinstance(house, int) and isinstance(garden, int)
        return self._convenience(self.view.ground.dinner.access(house | garden))

    def _place_garden(self, action: Any) -> int:
        """At a house that comes to us."""
        return self._convenience(self.view.board.house_access(self.view.state.houses[action.house]))

    def _convenience(self, access: Access) -> int:
        view, ground = self.view, self.view.ground.dinner
        borders = []
        for seat in view.state.seats:
            doors = view.board.doors(seat)
            way = ground.distance(access, ground.access(doors)) if doors else None
            borders.append(FAR if way is None else min(way, FAR))
        mine = borders.pop(self.seat)
        return 3 * (FAR - mine) - 2 * sum(other < mine for other in borders)

    def _ways(self, action: Any) -> dict[HouseId, int]:
        """Tile borders to each house from where a restaurant would be."""
        view = self.view
        door = view.board.restaurant(view.ground.grid.index(action.at), action.entrance, True).door
        ground = view.ground.dinner
        access = ground.access(1 << door)
        ways = {
            house.id: ground.distance(view.board.house_access(house), access) for house in view.state.houses.values()
        }
        return {house: borders for house, borders in ways.items() if borders is not None}

    def _open_restaurant(self, action: Any) -> int:
        """Tile borders saved for houses; houses that could not come before count most."""
        found = 0
        for house, borders in self._ways(action).items():
            before = self.view.board.distance(house, self.seat)
            found += max(0, (2 * FAR if before is None else min(before, FAR)) - borders)
        return found

    def _move_restaurant(self, action: Any) -> int:
        """Only where much is gained; what the old place was good for is lost."""
        lost = sum(max(0, FAR - borders) for borders in self._ways(self._standing(action.from_)).values())
        gained = sum(max(0, FAR - borders) for borders in self._ways(action).values())
        return gained - lost - FAR

    def _standing(self, at: Any) -> Any:
        """The own restaurant at a square, with `at` and `entrance` as an action has them."""
        squares = self.view.ground.grid.squares
        for restaurant in self.me.restaurants:
            if squares[restaurant.at] == tuple(at):
                return _Place(at, restaurant.entrance)
        raise AssertionError(f"no own restaurant at {at}")


class _Place:
    """Where a restaurant stands."""

    def __init__(self, at: Square, entrance: str) -> None:
        self.at = at
        self.entrance = entrance


def totals(orders: Sequence[Order]) -> dict[GoodId, int]:
    """Items by good, of every meal that would do."""
    found: dict[GoodId, int] = {}
    for order in orders:
        for meal in order.meals:
            for good, amount in meal:
                add_to(found, good, amount)
    return found


DECISIONS: Mapping[str, Callable[[Mind], Any]] = {
    "choose_reserve": Mind.choose_reserve,
    "first_restaurant": Mind.first_restaurant,
    "restructure": Mind.restructure,
    "choose_position": Mind.choose_position,
    "working": Mind.working,
    "fire": Mind.fire,
    "keep": Mind.keep,
}
VALUES: Mapping[str, Callable[[Mind, Any], int]] = {
    "place_house": Mind._place_house,
    "place_garden": Mind._place_garden,
    "open_restaurant": Mind._open_restaurant,
    "move_restaurant": Mind._move_restaurant,
}
STEADY = Bot("steady", choose, "A sensible beginner.", explain=explain)

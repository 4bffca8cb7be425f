"""What a scenario file expects, key by key, held against the game; a failure tells how the number came about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import FcmError
from fcm_core.basics.kinds import Kind
from fcm_core.basics.multisets import add_to, counted
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, Seat, Square
from fcm_core.game import hooks
from fcm_core.game.events import CampaignRan, Sold, SoldBesides, StayedHome
from fcm_core.game.game import PHASES
from fcm_core.game.state import NOBODY
from fcm_core.phases.prices import base_price, unit_price
from fcm_core.records.codec import action_from_json
from fcm_core.records.traces import (
    bank_trace,
    cards_trace,
    cash_trace,
    demand_trace,
    meals_trace,
    price_trace,
    salary_trace,
    stock_trace,
)
from fcm_core.rules.tables import Reader
from fcm_core.scenario.names import names_elsewhere, names_of
from fcm_core.scenario.results import Result

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.scenario.playing import Scenario

MONEY = ("bank", "owed", "bank_breaks")
HIDDEN = "hidden"  # a reserve card that is not there to be seen


class Expectations:
    """Checks [expect] tables of a scenario against its game as it is now."""

    def __init__(self, scenario: Scenario, result: Result, game: Game | None = None) -> None:
        self.scenario = scenario
        self.result = result
        self.file = scenario.file
        self.problems = scenario.problems
        self.rules = scenario.rules
        self.ids = scenario.ids
        self.game = game or scenario.game  # the whole truth, or what a seat may see of it
        self.say = scenario.game.words()

    def check(self, read: Reader) -> None:
        """Everything that an [expect] table states; what does not hold goes into the result."""
        game, state = self.game, self.game.state

        def same(key: str, expected: Any, got: Any, trace: str = "") -> None:
            if expected != got:
                self.result.fail(f"{read.key}.{key}", expected, got, trace)

        simple: Mapping[str, tuple[Kind, Callable[[], Any]]] = {
            "bank": (int, lambda: state.bank),
            "owed": (int, lambda: state.owed),
            "round": (int, lambda: state.round),
            "phase": (str, lambda: state.phase),
            "bank_breaks": (int, lambda: state.bank_breaks),
            "ceo_slots": (int, lambda: state.next_ceo_slots or state.ceo_slots),
            "base_price": (int, lambda: base_price(game)),
            "gardens_left": (int, lambda: state.gardens_left),
            "winner": (str, lambda: game.name(state.winner) if state.winner != NOBODY else ""),
            "over": (bool, lambda: state.over),
            "turn_order": (tuple[str, ...], lambda: tuple(game.name(seat) for seat in state.turn_order)),
            "bankrupt": (tuple[str, ...], lambda: tuple(player.id for player in state.players if player.bankrupt)),
            "ranking": (tuple[str, ...], lambda: tuple(map(game.name, game.result.ranking))),
            "notes": (tuple[str, ...], lambda: game.result.notes),
            "houses_left": (tuple[int, ...], lambda: state.houses_left),
            "sales": (int, lambda: len(self._sales())),
        }
        for key, (kind, read_out) in simple.items():
            expected = read.get(key, kind)
            if expected is not None:
                same(key, expected, read_out(), bank_trace(self.scenario.events, self.say) if key in MONEY else "")
        phase = read.table.get("phase")
        if isinstance(phase, str) and phase not in PHASES:
            read.problem("phase", f"no phase {phase!r}{did_you_mean(phase, PHASES)}")
        for key in ("winner", "turn_order", "bankrupt", "ranking", "pending"):
            self._players_named(read, key)
        pending = read.get("pending", tuple[str, ...])
        if pending is not None and self.scenario.played:
            owing = self.scenario.next_decision().pending
            same("pending", sorted(pending), sorted(game.name(each.seat) for each in owing))
        self._eats_order(read)
        self._absent(read)
        for card, amount in read.get("supply", dict[CardId, int], {}).items():
            if card in self.rules.cards:
                same(f"supply.{card}", amount, state.supply.get(card, 0))
            else:
                read.problem(f"supply.{card}", f"unknown{did_you_mean(card, self.rules.cards)}")
        for name, amount in read.get("price", dict[str, int], {}).items():
            if name in self.ids:
                seat = game.seat(name)
                same(f"price.{name}", amount, unit_price(game, seat), price_trace(game, seat))
            else:
                read.problem(f"price.{name}", f"unknown{did_you_mean(name, self.ids)}")
        self._names(read, "open_milestones", list(state.open_milestones), self.rules.milestones)
        self._names(read, "tiles_left", list(state.tiles_left), self.rules.campaign_tiles)
        self._names(read, "map_pool", list(state.map_pool), self.rules.tiles)
        for name, each in read.named_parts("players"):
            if name not in self.ids:
                read.problem(f"players.{name}", f"no player {name}{did_you_mean(name, self.ids)}")
                continue
            self._player(each, name)
        for each in read.parts("sale"):
            self._sale(each)
        for name, each in read.named_parts("house"):
            self._house(each, name)
        for name, each in read.named_parts("campaign"):
            self._campaign(each, name)
        for each in read.parts("distance"):
            self._distance(each)
        for each in read.parts("reach"):
            self._reach(each)
        if "legal" in read.table:
            self._legal(read.part("legal"))
        for name, each in read.named_parts("view"):
            self._view(each, name)
        if not self.scenario.played and hooks.expect_scenario.used(game):
            return  # modules look at the state of the game, and know further keys
        hooks.expect_scenario(game, self.scenario, read, self.result)
        read.finish()

    def _eats_order(self, read: Reader) -> None:
        """The houses stated eat in this order; others may eat between them."""
        wanted = read.get("eats_order", tuple[HouseId, ...])
        if wanted is None or not self.scenario.played:
            return
        houses = self.game.state.houses
        missing = [name for name in wanted if name not in houses]
        for name in missing:
            read.problem("eats_order", f"no house {name} on the map{did_you_mean(name, houses)}")
        got = tuple(name for name in houses if name in wanted)
        if got != wanted and not missing:
            self.result.fail(f"{read.key}.eats_order", list(wanted), list(got))

    def _absent(self, read: Reader) -> None:
        """Names of modules' things that are not in the game."""
        wanted = read.get("absent", tuple[str, ...], ())
        if not wanted:
            return
        there = names_of(self.rules)
        elsewhere: frozenset[str] | None = None
        for index, name in enumerate(wanted):
            for what in there.get(name, ()):
                self.result.fail(f"{read.key}.absent[{index}]", f"no {what} {name}", "it is in the game")
            if name not in there:
                elsewhere = names_elsewhere(self.scenario.modules_dirs) if elsewhere is None else elsewhere
                if name not in elsewhere:
                    near = did_you_mean(name, (*elsewhere, *there))
                    read.problem(f"absent[{index}]", f"no module that is installed brings {name!r}{near}")

    def _view(self, read: Reader, name: str) -> None:
        """What a player may see, key by key as in [expect]."""
        if name not in self.ids:
            read.problem("", f"no player {name}{did_you_mean(name, self.ids)}")
            return
        view = self.scenario.game.view(self.game.seat(name))
        Expectations(self.scenario, self.result, view).check(read)

    def _players_named(self, read: Reader, key: str) -> None:
        """Refuses ids that no player has; an empty one stands for nobody."""
        value = read.table.get(key)
        for name in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
            if isinstance(name, str) and name not in ("", *self.ids):
                read.problem(key, f"no player {name!r}{did_you_mean(name, self.ids)}; there are {', '.join(self.ids)}")

    def _sales(self) -> list[Sold]:
        return [event for event in self.scenario.events if isinstance(event, Sold)]

    def _stated_sales(self) -> list[Mapping[str, Any]]:
        """What [[expect.sale]] may state: meals, what was sold besides, and both together from one chain."""
        meals = [self._as_stated(event) for event in self._sales()]
        besides = [self._as_stated(event) for event in self.scenario.events if isinstance(event, SoldBesides)]
        together = [
            {**meal, "sold": {**meal["sold"], **more["sold"]}, "income": meal["income"] + more["income"]}
            for meal in meals
            for more in besides
            if (meal["house"], meal["chain"]) == (more["house"], more["chain"])
        ]
        return [*meals, *besides, *together]

    def _as_stated(self, sale: Sold | SoldBesides) -> Mapping[str, Any]:
        return {
            "house": sale.house,
            "chain": self.say.player(sale.seat),
            "sold": dict(sale.sold),
            "income": sale.income,
        }

    def _names(self, read: Reader, key: str, got: Sequence[Any], known: Iterable[Any]) -> None:
        """A list given whole, or as `has` and `lacks`; names are checked."""
        value = read.get(key, Any)
        if value is None:
            return
        self._compare(read, key, value, counted(map(str, got)), [str(each) for each in known])

    def _compare(
        self, read: Reader, key: str, value: Any, got: dict[str, int], known: Sequence[str], trace: str = ""
    ) -> None:
        if isinstance(value, list):
            wanted = self._multiset(read, key, value, known)
            if wanted != got:
                self.result.fail(f"{read.key}.{key}", wanted, got, trace)
            return
        if not isinstance(value, dict) or set(value) - {"has", "lacks"}:
            read.problem(key, f"expected a list, or has and lacks, found {value!r}")
            return
        for name, count in self._multiset(read, f"{key}.has", value.get("has", []), known).items():
            if got.get(name, 0) < count:
                self.result.fail(f"{read.key}.{key}.has", {name: count}, got, trace)
        for name in self._multiset(read, f"{key}.lacks", value.get("lacks", []), known):
            if got.get(name, 0):
                self.result.fail(f"{read.key}.{key}.lacks", name, got, trace)

    def _multiset(self, read: Reader, key: str, names: Any, known: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        if not isinstance(names, list):
            read.problem(key, f"expected a list, found {names!r}")
            return found
        for each in names:
            table = each if isinstance(each, dict) else {"card": str(each)}
            name, count = str(table.get("card")), table.get("count", 1)
            if type(count) is not int:
                read.problem(key, f"expected a whole number for count, found {count!r}")
                continue
            if name not in known:
                read.problem(key, f"unknown name {name!r}{did_you_mean(name, known)}")
                continue
            add_to(found, name, count)
        return found

    def _cards_trace(self, seat: Seat) -> str:
        """How a player's cards came and went, and what `run` has answered for the player."""
        fired = [text for answered, text in self.scenario.fired if answered == seat]
        told = cards_trace(self.scenario.events, seat, self.say)
        return "; ".join([*filter(None, [told]), *(f"by default: {text}" for text in fired)])

    def _player(self, read: Reader, name: str) -> None:
        game = self.game
        seat = game.seat(name)
        who = game.state.players[seat]
        cash = read.get("cash", int)
        if cash is not None and cash != who.cash:
            self.result.fail(f"{read.key}.cash", cash, who.cash, cash_trace(self.scenario.events, seat))
        for good, amount in read.get("stock", dict[GoodId, int], {}).items():
            self.scenario.good(read, f"stock.{good}", good)
            if who.stock.get(good, 0) != amount:
                trace = stock_trace(self.scenario.events, seat, good)
                self.result.fail(f"{read.key}.stock.{good}", amount, who.stock.get(good, 0), trace)
        work = {card: count for card, count in who.work.items() if not self.rules.cards[card].always_at_work}
        cards = list(self.rules.cards)
        trace = self._cards_trace(seat)
        for key, held in (
            ("work", work),
            ("beach", who.beach),
            ("busy", counted(busy.card for busy in who.busy)),
        ):
            value = read.get(key, Any)
            if value is not None:
                self._compare(
                    read, key, value, {str(card): count for card, count in held.items() if count}, cards, trace
                )
        self._names(read, "milestones", list(who.milestones), self.rules.milestones)
        for key, kind, found in (
            ("restaurants_left", int, self.rules.restaurants_per_player - len(who.restaurants)),
            ("bankrupt", bool, who.bankrupt),
            ("paid", int, who.paid),
        ):
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                trace = salary_trace(self.scenario.events, seat) if key == "paid" else ""
                self.result.fail(f"{read.key}.{key}", expected, found, trace)
        reserve = read.get("reserve", int | str)
        if isinstance(reserve, str) and reserve != HIDDEN:
            read.problem(
                "reserve", f'expected the number on the card, or "{HIDDEN}" for none to be seen, found {reserve!r}'
            )
        elif reserve is not None:
            shown = self.rules.reserve_cards[who.reserve].value if who.reserve is not None else HIDDEN
            if reserve != shown:
                self.result.fail(f"{read.key}.reserve", reserve, shown)
        for each in read.parts("restaurant"):
            at, entrance, is_open = each.get("at", Square), each.get("entrance", str), each.get("open", bool)
            each.finish()
            there = [(game.ground.grid.squares[one.at], one.entrance, one.open) for one in who.restaurants]
            if not any(
                at in (None, one[0]) and entrance in (None, one[1]) and is_open in (None, one[2]) for one in there
            ):
                self.result.fail(each.key, each.table, [list(one) for one in there])
        read.finish()

    def _sale(self, read: Reader) -> None:
        house = read.get("house", HouseId)
        chain, sold, income = read.get("chain", str), read.get("sold", dict[str, int]), read.get("income", int)
        self._players_named(read, "chain")
        for good in sold or ():
            self.scenario.good(read, f"sold.{good}", good)
        read.finish()
        wanted = {
            key: value
            for key, value in (
                ("house", house),
                ("chain", chain),
                ("sold", {good: amount for good, amount in sold.items() if amount} if sold is not None else None),
                ("income", income),
            )
            if value is not None
        }
        sales = self._stated_sales()
        if not any(all(sale.get(key) == value for key, value in wanted.items()) for sale in sales):
            got = [{key: sale[key] for key in ("house", "chain", "sold", "income")} for sale in sales]
            trace = meals_trace(self.scenario.events, self.say, house)
            self.result.fail(read.key, wanted, got, trace)

    def _house(self, read: Reader, label: str) -> None:
        state = self.game.state
        name = HouseId(label)
        house = state.houses.get(name)
        if house is None:
            if self.scenario.played:
                read.problem("", f"no house {name} on the map{did_you_mean(name, state.houses)}")
            return
        if "demand" in read.table:
            wanted = self.scenario.counters(read)
            there = state.demand[name]
            if not _same_counters(wanted, there):
                makers = any(maker is not None for _, maker in wanted)
                got = [
                    {"good": good, "by": self.ids[maker]} if makers and maker != NOBODY else good
                    for good, maker in there
                ]
                trace = demand_trace(self.scenario.events, name, self.say)
                self.result.fail(f"{read.key}.demand", read.table["demand"], got, trace)
        self._players_named(read, "eats_at")
        eats_at = read.get("eats_at", str)
        if eats_at is not None:
            got_at = ""
            for event in self.scenario.events:
                if isinstance(event, Sold | StayedHome) and event.house == name:
                    got_at = self.say.player(event.seat) if isinstance(event, Sold) else ""
            if got_at != eats_at:
                trace = meals_trace(self.scenario.events, self.say, name)
                self.result.fail(f"{read.key}.eats_at", eats_at, got_at, trace)
        facts: tuple[tuple[str, Kind, Any], ...] = (
            ("at", Square, self.game.ground.grid.squares[house.at] if house.at >= 0 else None),
            ("garden", str, house.side),
            ("kind", str, house.kind),
        )
        for key, kind, found in facts:
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                self.result.fail(f"{read.key}.{key}", expected, found)
        read.finish()

    def _campaign(self, read: Reader, name: str) -> None:
        campaign = self.game.state.campaigns.get(CampaignNumber(int(name))) if name.isdecimal() else None
        gone = read.get("gone", bool)
        if gone is not None and gone != (campaign is None):
            self.result.fail(f"{read.key}.gone", gone, campaign is None)
        for key, kind, found in (
            ("left", int, campaign.left if campaign else None),
            ("eternal", bool, campaign.eternal if campaign else None),
            ("owner", str, self.ids[campaign.owner] if campaign else None),
            ("good", str, campaign.goods[0] if campaign and campaign.goods else None),
            ("goods", tuple[str, ...], campaign.goods if campaign else None),
            ("marketeer", str, (campaign.marketeer or "") if campaign else None),
        ):
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                self.result.fail(f"{read.key}.{key}", expected, found)
        read.finish()

    def _distance(self, read: Reader) -> None:
        house = read.get("house", HouseId, HouseId(""))
        chain = self.scenario.seat(read, "chain", read.get("chain", str, required=True))
        expected = read.get("is", Any, required=True)
        if "is" in read.table and expected != "none" and type(expected) is not int:
            read.problem("is", f'expected a whole number of tile borders or "none", found {expected!r}')
        read.finish()
        if not self.scenario.played:
            return
        houses = self.game.state.houses
        if house not in houses:
            read.problem("house", f"no house {house} on the map{did_you_mean(house, houses)}")
            return
        borders = self.game.in_own_turn(chain).board.distance(house, chain)
        got = "none" if borders is None else borders
        if expected != got:
            self.result.fail(read.key, expected, got)

    def _reach(self, read: Reader) -> None:
        number = read.get("campaign", CampaignNumber, CampaignNumber(0), required=True)
        houses = sorted(str(name) for name in self.scenario.items(read, "houses"))
        read.finish()
        if not self.scenario.played:
            return
        campaign = self.game.state.campaigns.get(number)
        ran = [
            event
            for event in self.scenario.events
            if isinstance(event, CampaignRan) and event.campaign.number == number
        ]
        if campaign is not None:
            here = self.game.in_own_turn(campaign.owner)
            reached = sorted(self.rules.campaign_kinds[campaign.kind].reach(here, campaign))
        elif ran:  # it has run out since
            reached = sorted(ran[-1].reached)
        else:
            read.problem("campaign", f"campaign {number} does not run")
            return
        if reached != houses:
            self.result.fail(read.key, houses, reached)

    def _legal(self, read: Reader) -> None:
        game = self.scenario.next_decision() if self.scenario.played else self.scenario.game
        for key, wanted in (("has", True), ("lacks", False)):
            for index, table in enumerate(read.get(key, list[dict[str, Any]], [])):
                where = f"{key}[{index}]"
                name = table.get("player", game.name(game.pending[0].seat) if game.pending else self.ids[0])
                if name not in self.ids:
                    read.problem(f"{where}.player", f"no player {name!r}{did_you_mean(str(name), self.ids)}")
                    continue
                try:
                    action = action_from_json(self.rules, {"player": name, **table})
                except FcmError as error:
                    read.problem(where, str(error))
                    continue
                self.scenario.check_names(read, action, table, where)
                if not self.scenario.played:
                    continue
                action = game.canonical(game.seat(name), action)
                refusal = game.check(game.seat(name), action)
                if not wanted and refusal is not None and game.decision_of(game.seat(name)) is not None:
                    if action in game.legal_actions(game.seat(name)):
                        listed = f"listed, though refused: {refusal.code}"
                        self.result.fail(f"{read.key}.{where}", "not listed", listed, refusal.message)
                elif (refusal is None) != wanted:
                    got = "legal" if refusal is None else f"refused: {refusal.code}"
                    trace = refusal.message if refusal else ""
                    self.result.fail(f"{read.key}.{where}", "legal" if wanted else "refused", got, trace)
        read.finish()


def _same_counters(wanted: Sequence[tuple[GoodId, Seat | None]], there: Sequence[tuple[GoodId, Seat]]) -> bool:
    """Whether the counters are those stated, in any order; None stands for anybody's."""
    rest = list(there)
    for good, maker in sorted(wanted, key=lambda each: each[1] is None):
        match = next((each for each in rest if each[0] == good and maker in (None, each[1])), None)
        if match is None:
            return False
        rest.remove(match)
    return not rest

"""Scenario files: a position, some steps, and what must come out. The format is described in tests/scenarios/README.md.

A file is read whole: every key is known or refused, and every problem names file and key. Running it gives failures,
each with what was expected and what came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from fcm_core.actions import ChoosePosition, Fire, Keep, PlaceCampaign, Restructure
from fcm_core.board import garden_mask, rect_mask
from fcm_core.codec import action_from_plain
from fcm_core.content import PrintedHouse, Reader, hundredths, read_toml
from fcm_core.errors import FcmError, InputError, Problem, Problems, Refusal, RefusedError
from fcm_core.events import Event
from fcm_core.game import CORNERS, PHASES, SIDES, Game, counted
from fcm_core.geometry.grid import SIZE
from fcm_core.names import did_you_mean
from fcm_core.phases.payday import fireable
from fcm_core.phases.restructuring import seats_refusal
from fcm_core.plan import default_ruleset, resolve
from fcm_core.queries import base_price, unit_price
from fcm_core.rules import Rules, compile_rules
from fcm_core.setup import bare_game
from fcm_core.state import NOBODY, Busy, Campaign, House, MapSpec
from fcm_core.traces import bank_trace, cash_trace, demand_trace, meals_trace, price_trace, salary_trace, stock_trace

ROUND_END = "cleanup"
MONEY = ("bank", "owed", "bank_breaks")
STEP_LIMIT = 5_000  # decisions answered by one `run`
# Fields of actions whose strings are ids of cards and of goods, in a module's actions too.
CARD_FIELDS = ("employee", "employees", "to", "by", "work", "marketeer", "manager")
GOOD_FIELDS = ("good", "goods", "stock")


@frozen
class Failure:
    """An expectation that did not hold."""

    where: str
    expected: Any
    got: Any
    trace: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: expected {self.expected!r}, got {self.got!r}"
        return f"{text}\n    {self.trace}" if self.trace else text


@define
class Result:
    """What a scenario file came to."""

    file: str
    title: str
    failures: list[Failure] = field(factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def fail(self, where: str, expected: Any, got: Any, trace: str = "") -> None:
        """An expectation did not hold; `where` is its key, `trace` how the number came about."""
        self.failures.append(Failure(where, expected, got, trace))

    def plain(self) -> dict[str, Any]:
        """The result as JSON-ready data."""
        return {
            "file": self.file,
            "title": self.title,
            "passed": self.passed,
            "failures": [
                {"where": each.where, "expected": each.expected, "got": each.got, "trace": each.trace}
                for each in self.failures
            ],
        }


def run_file(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> Result:
    """Runs one scenario file. Raises InputError (Problems) when the file is wrong."""
    return Scenario(Path(path), modules_dirs).run()


def check_file(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> None:
    """Reads a file whole: its position, and by playing it the names in what it expects. Raises InputError (Problems).

    Whether the expectations hold does not matter here.
    """
    scenario = Scenario(Path(path), modules_dirs)
    scenario.run()


class Scenario:
    """One scenario file with its position set up."""

    def __init__(self, path: Path, modules_dirs: Iterable[str | Path] = ()) -> None:
        self.file = str(path)
        self.problems: list[Problem] = []
        self.top = Reader(self.file, "", read_toml(path), self.problems)
        top = self.top
        self.title: str = top.get("title", "str", path.stem)
        top.get("source", "str")
        self.rules = self._rules(modules_dirs)
        self.phase: str = top.choice("phase", PHASES, "restructuring")
        self.plans: dict[int, tuple[str, ...]] = {}  # what each player keeps at work where nothing else is said
        self.events: list[Event] = []
        self.played = False  # what depends on the state of the game is only looked at when it is played
        self.taken: dict[str, int] = {}  # cards that the position has in play
        self.completed = ""  # the phase that the last action brought to its end
        self.ids: list[str] = list(top.get("players", "table", {}))
        self.steps: list[dict[str, Any]] = top.get("step", "tables", [])
        self.expect: dict[str, Any] = top.get("expect", "table", {})
        for index, table in enumerate(self.steps):
            self._check_step(Reader(self.file, f"step[{index}]", table, self.problems))
        self.game = self._position()

    def _rules(self, modules_dirs: Iterable[str | Path]) -> Rules:
        top = self.top
        # A scenario that lies in a module's folder finds that module, whether or not it is installed.
        home = [folder for folder in Path(self.file).resolve().parents if (folder / "module.toml").is_file()]
        modules_dirs = [*modules_dirs, *home]
        name = top.get("ruleset", "str") or default_ruleset()
        modules = top.get("modules", "strings", ())
        options = dict(top.get("options", "table", {}))
        try:
            return compile_rules(resolve(name, with_=modules, options=options, modules_dirs=modules_dirs))
        except InputError as error:
            raise Problems([Problem(self.file, "ruleset, modules, options", str(error))]) from error

    # --- the position ----------------------------------------------------------------------------------------------

    def _position(self) -> Game:
        top = self.top
        tables = top.get("players", "table", {})
        seed = top.get("seed", "int", 1)
        round_ = self._whole(top, "round", 1, 1)
        board = Reader(self.file, "board", top.get("board", "table", {}), self.problems)
        spec = self._map(board)
        board.finish()
        try:
            game = bare_game(self.rules, list(tables), seed, map_spec=spec)
        except InputError as error:
            raise Problems([*self.problems, Problem(self.file, "players", str(error))]) from error
        state = game.state
        settings = Reader(self.file, "game", top.get("game", "table", {}), self.problems)
        self.loose = settings.get("loose", "bool", False)
        state.round = round_ if self.phase != "setup" else 0
        self._turn_order(game, settings)
        for index, table in enumerate(top.get("house", "tables", [])):
            self._house(game, Reader(self.file, f"house[{index}]", table, self.problems))
        for seat, name in enumerate(self.ids):
            self._player(game, seat, Reader(self.file, f"players.{name}", tables[name], self.problems))
        for index, table in enumerate(top.get("piece", "tables", [])):
            self._piece(game, Reader(self.file, f"piece[{index}]", table, self.problems))
        for index, table in enumerate(top.get("campaign", "tables", [])):
            self._campaign(game, Reader(self.file, f"campaign[{index}]", table, self.problems))
        self._game(game, settings)
        settings.finish()
        top.finish()
        if self.problems:
            self._check_expected(game)
            raise Problems(self.problems)
        self._stage(game)
        return game

    def _map(self, board: Reader) -> MapSpec | None:
        rows = board.get("tiles", "any")
        drawing = board.get("map", "str")
        margin = self.rules.settings.map_margin
        if rows is not None and drawing is not None:
            board.problem("map", "give tiles or a map, not both")
        if drawing is not None:
            lines = [line for line in drawing.split("\n") if line.strip()]
            width = max(map(len, lines), default=0)
            if not lines or len(lines) % SIZE or width % SIZE or any(len(line) != width for line in lines):
                board.problem("map", f"expected lines of equal length, height and width multiples of {SIZE}")
                raise Problems(self.problems)
            known = {".", "#", "+", "~", " ", "H", "A", "G", "P", *self.rules.source_goods}
            wrong = sorted({char for line in lines for char in line} - known)
            if wrong:
                board.problem("map", f"unknown character {wrong[0]!r}; known: {' '.join(sorted(known - {' '}))}")
                raise Problems(self.problems)
            return MapSpec(len(lines) // SIZE, width // SIZE, margin, (), tuple(lines))
        if rows is None:
            return None
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows) or not rows:
            board.problem("tiles", 'expected rows of tiles such as [["A0", "B1"], ["C2", ""]]')
            raise Problems(self.problems)
        tiles = []
        for down, row in enumerate(rows):
            for right, text in enumerate(row):
                if text == "":
                    continue
                name, turns = (text[:-1], text[-1]) if isinstance(text, str) else ("", "")
                if name not in self.rules.tiles or turns not in "0123":
                    board.problem(
                        f"tiles[{down}][{right}]",
                        f'expected a tile and its quarter turns such as "A0", found {text!r}'
                        f"{did_you_mean(name, self.rules.tiles)}",
                    )
                    continue
                tiles.append((down, right, name, int(turns)))
        if not tiles and not self.problems:
            board.problem("tiles", "a map needs a tile")
        if self.problems:
            raise Problems(self.problems)
        return MapSpec(len(rows), max(map(len, rows)), margin, tuple(tiles))

    def _turn_order(self, game: Game, read: Reader) -> None:
        order = read.get("turn_order", "strings")
        if order is None:
            if self.phase != "setup":
                game.state.turn_order = tuple(range(len(self.ids)))
            return
        if sorted(order) != sorted(self.ids):
            read.problem("turn_order", f"expected each of {', '.join(self.ids)} once, found {', '.join(order)}")
            return
        game.state.turn_order = tuple(self.ids.index(name) for name in order)

    def _seat(self, read: Reader, key: str, name: Any) -> int:
        if name in self.ids:
            return self.ids.index(name)
        if name is None:  # a required key that is missing has been reported
            return 0
        read.problem(key, f"no player {name!r}{did_you_mean(str(name), self.ids)}; there are {', '.join(self.ids)}")
        return 0

    def _good(self, read: Reader, key: str, name: Any) -> str:
        if not isinstance(name, str) or name not in self.rules.goods:
            read.problem(key, f"no good {name!r}{did_you_mean(str(name), self.rules.goods)}")
            return next(iter(self.rules.goods))
        return str(name)

    def _card(self, read: Reader, key: str, name: Any) -> str | None:
        if not isinstance(name, str) or name not in self.rules.cards:
            read.problem(key, f"no employee {name!r}{did_you_mean(str(name), self.rules.cards)}")
            return None
        return str(name)

    def _list(self, read: Reader, key: str) -> list[Any]:
        """A list of whatever; empty where there is none."""
        value = read.get(key, "any", [])
        if isinstance(value, list):
            return value
        read.problem(key, f"expected a list, found {value!r}")
        return []

    def _whole(self, read: Reader, key: str, default: int, least: int) -> int:
        """A whole number that may not be less than `least`."""
        value: int = read.get(key, "int", default)
        if value >= least:
            return value
        read.problem(key, f"expected a whole number from {least}, found {value}")
        return default

    def _counts(self, read: Reader, key: str) -> dict[str, int]:
        """A table of whole numbers from 0."""
        found: dict[str, int] = read.get(key, "amounts", {})
        for name, amount in found.items():
            if amount < 0:
                read.problem(f"{key}.{name}", f"expected a whole number from 0, found {amount}")
        return found

    def _cover(self, game: Game, read: Reader, mask: int | Refusal, what: str) -> int | None:
        """Marks squares as covered; a problem if one is off the map or not empty."""
        if isinstance(mask, Refusal):
            read.problem("at", mask.message)
            return None
        blocked = mask & ~game.free()
        if blocked:
            row, column = game.ground.grid.squares[(blocked & -blocked).bit_length() - 1]
            read.problem("at", f"{what} covers {row},{column}, which is not empty")
            return None
        game.state.occupied |= mask
        return mask

    def _demand(self, game: Game, read: Reader) -> tuple[tuple[str, int], ...]:
        stated = self._counters(read)
        return tuple((good, NOBODY if maker is None else maker) for good, maker in stated)

    def _counters(self, read: Reader) -> list[tuple[str, int | None]]:
        """Demand as (good, whose marketeer); None where nobody is named."""
        counters: list[tuple[str, int | None]] = []
        for index, each in enumerate(self._list(read, "demand")):
            key = f"demand[{index}]"
            if isinstance(each, str):
                counters.append((self._good(read, key, each), None))
            elif isinstance(each, dict) and set(each) <= {"good", "by"} and "good" in each:
                maker = self._seat(read, key, each["by"]) if "by" in each else None
                counters.append((self._good(read, key, each["good"]), maker))
            else:
                read.problem(key, f'expected a good or {{ good = "...", by = "..." }}, found {each!r}')
        return counters

    def _house(self, game: Game, read: Reader) -> None:
        state = game.state
        number = read.get("number", "any")
        if number is not None and type(number) not in (int, float, str):
            read.problem("number", f"expected a house's number or label, found {number!r}")
            number = None
        known = state.houses.get(str(number))
        demand = self._demand(game, read)
        garden = read.choice("garden", SIDES, "")
        printed = self._printed_house(number)
        usual = known or printed
        kind = usual.kind if usual and usual.kind in self.rules.house_kinds else "house"
        kind = read.choice("kind", tuple(self.rules.house_kinds), kind)
        at = read.get("at", "square")
        read.finish()
        if number is None:
            if "number" not in read.table:
                read.problem("number", "missing; expected the house's number")
            return
        if known is None and at is None:
            there = ", ".join(state.houses) or "none"
            read.problem("at", f"house {number} is not on the map (houses there: {there}), so it needs a square")
            return
        if known is not None and (at is None or game.ground.grid.squares[known.at] == at):
            house = known
            if kind != known.kind:
                read.problem("kind", f"house {number} is of the kind {known.kind} on this map")
            if garden and garden != known.side:
                if known.sealed or not self.rules.house_kinds[known.kind].can_have_garden:
                    read.problem("garden", f"house {number} cannot get a garden")
                    return
                mask = self._cover(
                    game, read, garden_mask(game, game.ground.grid.squares[known.at], garden), "the garden"
                )
                house = evolve(known, garden=mask or 0, side=garden)
                state.gardens_left = max(0, state.gardens_left - 1)
        elif known is not None:
            read.problem("at", f"house {number} is printed elsewhere on this map")
            return
        else:
            found = self._new_house(game, read, number, at, garden, kind)
            if found is None:
                return
            house = found
        limit = game.limit(house)
        if limit is not None and len(demand) > limit:
            read.problem("demand", f"house {number} holds at most {limit} counters, found {len(demand)}")
        houses = {**state.houses, house.id: house}
        state.houses = {each.id: each for each in sorted(houses.values(), key=lambda each: each.order)}
        state.demand[house.id] = demand

    def _new_house(self, game: Game, read: Reader, number: Any, at: Any, garden: str, kind: str) -> House | None:
        order = hundredths(str(number))
        if order is None:
            label = self._printed_house(number)
            if label is None:
                labels = [house.id for house in self._printed_houses() if hundredths(house.id) is None]
                read.problem(
                    "number", f"expected a number, or a label of a map tile ({', '.join(labels) or 'none here'})"
                )
                return None
            order = label.order
        side = self._side(kind)
        printed = game.ground.structures["H"] | game.ground.structures["A"]
        mask = rect_mask(game, at, side, side)
        if isinstance(mask, Refusal):
            read.problem("at", mask.message)
            return None
        on_drawing = not mask & ~printed
        if not on_drawing and self._cover(game, read, mask, "the house") is None:
            return None
        squares: int | Refusal = 0
        sealed = False
        if garden:
            squares = garden_mask(game, at, garden)
            if isinstance(squares, int) and not squares & ~game.ground.structures["G"]:
                sealed = True
            elif self._cover(game, read, squares, "the garden") is None:
                return None
            sealed = sealed or not on_drawing
        assert isinstance(squares, int)
        if not on_drawing and isinstance(number, int):
            game.state.houses_left = tuple(each for each in game.state.houses_left if each != number)
        # Placed houses come with their garden: one without is a printed one, drawn or not.
        as_printed = on_drawing or not garden
        if on_drawing and garden and not sealed:
            game.state.gardens_left = max(0, game.state.gardens_left - 1)
        return House(str(number), order, kind, mask, squares, garden, as_printed, game.ground.grid.index(at), sealed)

    def _printed_houses(self) -> list[PrintedHouse]:
        return [house for tile in self.rules.tiles.values() for house in tile.houses]

    def _printed_house(self, number: Any) -> PrintedHouse | None:
        return next((house for house in self._printed_houses() if house.id == str(number)), None)

    def _side(self, kind: str) -> int:
        """Squares along each side of a house of this kind, as the map tiles show it."""
        for tile in self.rules.tiles.values():
            for house in tile.houses:
                if house.kind == kind != "house":
                    row, column = tile.rows[house.at[0]], house.at[1]
                    return len(row[column:]) - len(row[column:].lstrip(row[column]))
        return 2

    def _cards(self, read: Reader, key: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for index, each in enumerate(self._list(read, key)):
            name, count = each, 1
            if isinstance(each, dict):
                if set(each) - {"card", "count"} or type(each.get("count", 1)) is not int or each.get("count", 1) < 1:
                    read.problem(f"{key}[{index}]", f'expected {{ card = "...", count = 2 }}, found {each!r}')
                    continue
                name, count = each.get("card"), each.get("count", 1)
            card = self._card(read, f"{key}[{index}]", name)
            if card is None:
                continue
            if self.rules.cards[card].always_at_work:
                read.problem(f"{key}[{index}]", f"{card} is always at work and not listed")
                continue
            found[card] = found.get(card, 0) + count
        return found

    def _take(self, game: Game, read: Reader, key: str, card: str, count: int) -> None:
        """Takes cards out of the supply, or from the box where a "1x" pile is too small for this number of players.

        More than the box holds is a problem unless the position is loose.
        """
        self.taken[card] = self.taken.get(card, 0) + count
        if self.taken[card] > self.rules.cards[card].count and not self.loose:
            read.problem(key, f"more {card} than the {self.rules.cards[card].count} of the box are in play")
        game.state.supply[card] = max(0, game.state.supply.get(card, 0) - count)

    def _player(self, game: Game, seat: int, read: Reader) -> None:
        who = game.state.players[seat]
        who.cash = self._whole(read, "cash", 0, 0)
        work, beach = self._cards(read, "work"), self._cards(read, "beach")
        for key, cards in (("work", work), ("beach", beach)):
            for card, count in cards.items():
                self._take(game, read, key, card, count)
        self.plans[seat] = tuple(card for card, count in work.items() for _ in range(count))
        # At the start of Restructuring every card is in hand, and `work` is what the player will choose.
        if self.phase in ("setup", "restructuring"):
            for card, count in work.items():
                beach[card] = beach.get(card, 0) + count
        else:
            if not self.loose and (refusal := seats_refusal(game, seat, work)) is not None:
                read.problem("work", f"{refusal.message} (loose = true in [game] leaves this unchecked)")
            who.work.update(work)
        who.beach = beach
        who.stock = {
            self._good(read, "stock", good): amount for good, amount in self._counts(read, "stock").items() if amount
        }
        for index, name in enumerate(read.get("milestones", "strings", ())):
            if name not in self.rules.milestones:
                read.problem(f"milestones[{index}]", f"no milestone {name}{did_you_mean(name, self.rules.milestones)}")
                continue
            who.milestones[name] = game.state.round - 1
            self._close(game, name)
        reserve = read.get("reserve", "int")
        if reserve is not None:
            values = [card.value for card in self.rules.reserve_cards]
            if reserve not in values:
                read.problem("reserve", f"expected one of {', '.join(map(str, values))}, found {reserve}")
            else:
                who.reserve = values.index(reserve)
        for index, table in enumerate(read.get("restaurant", "tables", [])):
            self._restaurant(game, seat, Reader(self.file, f"{read.key}.restaurant[{index}]", table, self.problems))
        read.finish()

    def _close(self, game: Game, name: str) -> None:
        state = game.state
        if name in state.open_milestones:
            state.open_milestones = {each: 0 for each in state.open_milestones if each != name}
            state.closed_milestones = (*state.closed_milestones, name)

    def _restaurant(self, game: Game, seat: int, read: Reader) -> None:
        at = read.get("at", "square", required=True)
        entrance = read.choice("entrance", CORNERS, "NW")
        is_open = read.get("open", "bool", True)
        read.finish()
        if at is None:
            return
        who = game.state.players[seat]
        if self._cover(game, read, rect_mask(game, at, 2, 2), "the restaurant") is None:
            return
        if len(who.restaurants) >= self.rules.restaurants_per_player and not self.loose:
            read.problem("at", f"a chain has {self.rules.restaurants_per_player} restaurants")
        who.restaurants = (*who.restaurants, game.restaurant(game.ground.grid.index(at), entrance, is_open))

    def _piece(self, game: Game, read: Reader) -> None:
        kind = read.get("kind", "str", "", required=True)
        found = self.rules.piece_kinds.get(kind)
        if found is None:
            have = (
                f"; there are {', '.join(self.rules.piece_kinds)}"
                if self.rules.piece_kinds
                else "; this ruleset has none"
            )
            read.problem("kind", f"no piece {kind!r}{did_you_mean(kind, self.rules.piece_kinds)}{have}")
            return
        if found.read is None:
            read.problem("kind", f"{kind} cannot be part of a position")
            return
        found.read(self, game, read)
        read.finish()

    def _campaign(self, game: Game, read: Reader) -> None:
        state = game.state
        number = read.get("number", "int", 0, required=True)
        owner = self._seat(read, "owner", read.get("owner", "str", required=True))
        goods = tuple(read.get("goods", "strings", ()))
        good = read.get("good", "str")
        if good is not None:
            goods = (good, *goods)
        goods = tuple(self._good(read, "good", each) for each in goods)
        eternal = read.get("eternal", "bool", False)
        left = self._whole(read, "left", 1, 1)
        at, turned = read.get("at", "square"), read.get("turned", "bool")
        side, line = read.get("side", "str"), read.get("line", "int")
        marketeer = read.get("marketeer", "str")
        read.finish()
        tile = self.rules.campaign_tiles.get(number)
        if tile is None:
            read.problem("number", f"no campaign tile {number}")
            return
        if number in state.campaigns:
            read.problem("number", f"campaign tile {number} is used twice")
            return
        if not goods:
            read.problem("good", "missing; expected a good")
        card = self._card(read, "marketeer", marketeer) if marketeer is not None else None
        kind = self.rules.campaign_kinds[tile.kind]
        place = PlaceCampaign(card or "", number, None, left, at, turned, side, line)
        if side is not None or tile.lines:
            refusal = kind.check_place(game, owner, card or "", place)
            if refusal is not None:
                read.problem("side", refusal.message)
                return
        try:
            built = kind.build(game, place)
        except (ValueError, AssertionError):
            read.problem("at", "the campaign does not lie on the map")
            return
        mask = built.get("mask", 0)
        if at is not None and self._cover(game, read, self._on_map(game, mask), f"campaign {number}") is None:
            return
        if side is not None and side not in SIDES:
            read.problem("side", f"expected one of {', '.join(SIDES)}, found {side!r}")
            return
        if card is not None:
            self._take(game, read, "marketeer", card, 1)
            who = state.players[owner]
            who.busy = (*who.busy, Busy(card, (number,)))
        campaign = Campaign(
            number=number,
            kind=tile.kind,
            owner=owner,
            goods=goods,
            left=left,
            eternal=eternal or kind.eternal,
            marketeer=card,
            **built,
        )
        state.tiles_left = tuple(each for each in state.tiles_left if each != number)
        running = {**state.campaigns, number: campaign}
        state.campaigns = {each: running[each] for each in sorted(running)}

    def _on_map(self, game: Game, mask: int) -> int | Refusal:
        if mask & ~game.ground.on_map:
            return Refusal("off_map", "a square of the campaign is not on the map")
        return mask

    def _game(self, game: Game, read: Reader) -> None:
        state = game.state
        state.bank = read.get("bank", "int", state.bank)
        state.bank_breaks = self._whole(read, "bank_breaks", 0, 0)
        state.ceo_slots = self._whole(read, "ceo_slots", state.ceo_slots, 1)
        state.base_price = read.get("base_price", "int", state.base_price)
        for card, count in self._counts(read, "supply").items():
            if self._card(read, f"supply.{card}", card) is not None:
                state.supply[card] = count
        for index, name in enumerate(read.get("claimed", "strings", ())):
            if name not in self.rules.milestones:
                read.problem(f"claimed[{index}]", f"no milestone {name}{did_you_mean(name, self.rules.milestones)}")
            else:
                self._close(game, name)
        for hook in game.hooks.read_scenario:
            hook(game, self, read)
        state.money = state.bank + sum(player.cash for player in state.players)

    def _stage(self, game: Game) -> None:
        """Puts the game at the start of the phase."""
        state = game.state
        if self.phase == "setup":
            for hook in game.hooks.on_game_set_up:
                hook(game)
            return
        steps = self.rules.round_steps
        state.phase = self.phase
        state.cursor = next(index for index, step in enumerate(steps) if step.phase == self.phase) - 1
        if PHASES.index(self.phase) > PHASES.index("working"):
            for player in state.players:
                player.on_duty = True
        game.board_changed()

    # --- playing ---------------------------------------------------------------------------------------------------

    def run(self) -> Result:
        """Plays the steps and checks what is expected."""
        result = Result(self.file, self.title)
        self.played = True
        for index, table in enumerate(self.steps):
            self._step(Reader(self.file, f"step[{index}]", table, self.problems), result)
        self._expect(Reader(self.file, "expect", self.expect, self.problems), result)
        if self.problems:
            raise Problems(self.problems)
        return result

    def _check_step(self, read: Reader) -> None:
        """What can be wrong with a step whatever the state of the game is."""
        target = read.get("run", "str")
        read.get("expect", "table")
        if "run" in read.table:
            read.finish()
            if target is not None and target != "round" and target not in PHASES:
                near = did_you_mean(target, (*PHASES, "round"))
                read.problem("run", f"expected a phase or round, found {target!r}{near}")
            return
        error = read.get("error", "str")
        plain = _plain_action(read)
        name = plain.get("player")
        if name not in self.ids:
            read.problem("player", f"no player {name!r}{did_you_mean(str(name), self.ids)}")
        try:
            action_from_plain(self.rules, plain)
        except InputError as wrong:
            if error != "malformed":
                read.problem("action", str(wrong))
            return
        if error is None:
            self._check_names(read, plain)

    def _check_names(self, read: Reader, plain: Mapping[str, Any]) -> None:
        """The cards and goods of an action that is meant to be accepted."""
        for fields, check in ((CARD_FIELDS, self._card), (GOOD_FIELDS, self._good)):
            for key in fields:
                value = plain.get(key, ())
                for name in (value,) if isinstance(value, str) else value if isinstance(value, list | dict) else ():
                    if isinstance(name, str):
                        check(read, key, name)

    def _check_expected(self, game: Game) -> None:
        """The names in what is expected, although the position is wrong and nothing can be played."""
        self.game = game
        result = Result(self.file, self.title)
        for index, table in enumerate(self.steps):
            if isinstance(table.get("expect"), dict):
                self._expect(Reader(self.file, f"step[{index}].expect", table["expect"], self.problems), result)
        self._expect(Reader(self.file, "expect", self.expect, self.problems), result)

    def _step(self, read: Reader, result: Result) -> None:
        target = read.get("run", "str")
        expect = read.get("expect", "table")
        if target is not None:
            last = ROUND_END if target == "round" else target
            # An action may have ended this very phase; resolving it then changes nothing.
            if last not in (self.completed, "setup") or self.game.state.phase == "setup":
                self._play_through(last)
            self.completed = ""
        else:
            self._act(read, _plain_action(read), read.get("error", "str"), result)
        if expect is not None:
            self._expect(Reader(self.file, f"{read.key}.expect", expect, self.problems), result)

    def _resume(self) -> None:
        """Goes on to the next decision, if the game rests at the start of a phase."""
        if not self.game.pending and not self.game.state.over:
            self.game.advance()
            self._collect()

    def _collect(self) -> None:
        self.events.extend(self.game.events)
        self.game.events = []

    def _play_through(self, phase: str) -> None:
        """Answers every decision by its default until the phase is over."""
        game = self.game
        order = list(PHASES)
        if order.index(game.state.phase) > order.index(phase) and not game.state.over:
            # The phase lies in the next round: play this one out first.
            self._play_through(ROUND_END)
        game.halt_after = phase
        for _ in range(STEP_LIMIT):
            if game.state.over or not game.halt_after:
                break
            if game.pending:
                player = game.pending[0].player
                game.apply(player, self._default(player))
            else:
                game.advance()
            self._collect()
        game.halt_after = ""

    def _default(self, player: int) -> Any:
        decision = self.game.decision_of(player)
        if decision is not None and decision.kind == "restructure":
            hand = dict(self.game.state.players[player].beach)
            work = []
            for card in self.plans.get(player, ()):
                if hand.get(card, 0) > 0:
                    hand[card] -= 1
                    work.append(card)
            return Restructure(tuple(work))
        return self.game.default_action(player)

    def _act(self, read: Reader, plain: Mapping[str, Any], error: str | None, result: Result) -> None:
        name = plain["player"]
        seat = self.ids.index(name)
        where = f"{read.key}: {plain.get('action')} of {name}"
        try:
            action = action_from_plain(self.rules, plain)
        except InputError:
            return  # it is meant to be malformed
        if error is None and self._answered_by_itself(seat, action):
            return
        self._resume()
        before = self.game.state.copy()
        refusal = self.game.check(seat, action)
        if error is not None:
            got = refusal.code if refusal is not None else "accepted"
            if got != error:
                result.failures.append(Failure(where, f"refused: {error}", got, refusal.message if refusal else ""))
            if refusal is not None and self.game.state != before:
                result.failures.append(Failure(where, "an unchanged state", "a changed one"))
            if refusal is not None:
                return
        if refusal is not None:
            result.failures.append(Failure(where, "accepted", f"refused: {refusal.code}", refusal.message))
            return
        # What follows the phase is left to the next step of the file: `run` says how far to resolve.
        phase = self.game.state.phase
        self.game.halt_after = "" if phase == "setup" else phase
        try:
            self.game.apply(seat, action)
        except RefusedError as refused:
            result.failures.append(Failure(where, "accepted", refused.refusal.code, refused.refusal.message))
        self.completed = "" if self.game.halt_after else phase
        self.game.halt_after = ""
        self._collect()

    def _answered_by_itself(self, seat: int, action: Any) -> bool:
        """Whether this was the player's only choice, so that the game did not ask; a file may state it all the same."""
        game = self.game
        who = game.state.players[seat]
        if game.decision_of(seat) is not None:
            return False
        now = game.state.phase
        over = "" if game.pending else PHASES[PHASES.index(now) - 1]  # the phase that this one follows
        if now == "restructuring" and not game.pending:
            over = ROUND_END
        match action:
            case Restructure(work=()):
                return "restructuring" in (now, over) and not fireable(game, seat)
            case ChoosePosition(position):
                return over == "order_of_business" and game.state.turn_order.index(seat) + 1 == position
            case Fire(employees=()):
                return "payday" in (now, over) and not fireable(game, seat)
            case Keep(stock):
                return ROUND_END in (now, over) and {good: amount for good, amount in stock if amount} == who.stock
        return False

    # --- what is expected ------------------------------------------------------------------------------------------

    def _expect(self, read: Reader, result: Result) -> None:
        game, state = self.game, self.game.state

        def same(key: str, expected: Any, got: Any, trace: str = "") -> None:
            if expected != got:
                result.failures.append(Failure(f"{read.key}.{key}", expected, got, trace))

        simple: Mapping[str, tuple[str, Callable[[], Any]]] = {
            "bank": ("int", lambda: state.bank),
            "owed": ("int", lambda: state.owed),
            "round": ("int", lambda: state.round),
            "phase": ("str", lambda: state.phase),
            "bank_breaks": ("int", lambda: state.bank_breaks),
            "ceo_slots": ("int", lambda: state.next_ceo_slots or state.ceo_slots),
            "base_price": ("int", lambda: base_price(game)),
            "gardens_left": ("int", lambda: state.gardens_left),
            "winner": ("str", lambda: game.name(state.winner) if state.over else ""),
            "over": ("bool", lambda: state.over),
            "turn_order": ("strings", lambda: tuple(game.name(seat) for seat in state.turn_order)),
            "bankrupt": ("strings", lambda: tuple(player.id for player in state.players if player.bankrupt)),
            "houses_left": ("ints", lambda: state.houses_left),
            "sales": ("int", lambda: len(self._sales())),
        }
        for key, (kind, read_out) in simple.items():
            expected = read.get(key, kind)
            if expected is not None:
                same(key, expected, read_out(), bank_trace(self.events) if key in MONEY else "")
        phase = read.table.get("phase")
        if isinstance(phase, str) and phase not in PHASES:
            read.problem("phase", f"no phase {phase!r}{did_you_mean(phase, PHASES)}")
        for key in ("winner", "turn_order", "bankrupt", "pending"):
            self._players_named(read, key)
        pending = read.get("pending", "strings")
        if pending is not None and self.played:
            self._resume()
            same("pending", sorted(pending), sorted(game.name(each.player) for each in game.pending))
        for key, known in (
            ("supply", state.supply),
            ("price", {name: unit_price(game, seat) for seat, name in enumerate(self.ids)}),
        ):
            for name, amount in read.get(key, "amounts", {}).items():
                if name not in known and (key == "price" or name not in self.rules.cards):
                    read.problem(f"{key}.{name}", f"unknown{did_you_mean(name, known)}")
                    continue
                trace = price_trace(game, self.ids.index(name)) if key == "price" else ""
                same(f"{key}.{name}", amount, known.get(name, 0), trace)
        self._names(read, "open_milestones", list(state.open_milestones), result, self.rules.milestones)
        self._names(read, "tiles_left", list(state.tiles_left), result, self.rules.campaign_tiles)
        self._names(read, "map_pool", list(state.map_pool), result, self.rules.tiles)
        for name, table in read.get("players", "table", {}).items():
            if name not in self.ids:
                read.problem(f"players.{name}", f"no player {name}{did_you_mean(name, self.ids)}")
                continue
            self._expect_player(Reader(self.file, f"{read.key}.players.{name}", table, self.problems), name, result)
        for index, table in enumerate(read.get("sale", "tables", [])):
            self._expect_sale(Reader(self.file, f"{read.key}.sale[{index}]", table, self.problems), result)
        for name, table in read.get("house", "table", {}).items():
            self._expect_house(Reader(self.file, f"{read.key}.house.{name}", table, self.problems), name, result)
        for name, table in read.get("campaign", "table", {}).items():
            self._expect_campaign(Reader(self.file, f"{read.key}.campaign.{name}", table, self.problems), name, result)
        for index, table in enumerate(read.get("distance", "tables", [])):
            each = Reader(self.file, f"{read.key}.distance[{index}]", table, self.problems)
            house, chain = (
                str(each.get("house", "any", "")),
                self._seat(each, "chain", each.get("chain", "str", required=True)),
            )
            expected = each.get("is", "any", required=True)
            if "is" in each.table and expected != "none" and type(expected) is not int:
                each.problem("is", f'expected a whole number of tile borders or "none", found {expected!r}')
            each.finish()
            if not self.played:
                continue
            if house not in state.houses:
                each.problem("house", f"no house {house} on the map{did_you_mean(house, state.houses)}")
                continue
            got = game.distance(house, chain)
            if expected != ("none" if got is None else got):
                result.failures.append(Failure(each.key, expected, "none" if got is None else got))
        for index, table in enumerate(read.get("reach", "tables", [])):
            each = Reader(self.file, f"{read.key}.reach[{index}]", table, self.problems)
            number = each.get("campaign", "int", 0, required=True)
            houses = sorted(str(name) for name in self._list(each, "houses"))
            each.finish()
            if not self.played:
                continue
            campaign = state.campaigns.get(number)
            ran = [
                event.data for event in self.events if event.kind == "campaign_ran" and event.data["number"] == number
            ]
            if campaign is not None:
                reached = sorted(self.rules.campaign_kinds[campaign.kind].reach(game, campaign))
            elif ran:  # it has run out since
                reached = sorted(ran[-1]["reached"])
            else:
                each.problem("campaign", f"campaign {number} does not run")
                continue
            if reached != houses:
                result.failures.append(Failure(each.key, houses, reached))
        legal = read.get("legal", "table")
        if legal is not None:
            self._expect_legal(Reader(self.file, f"{read.key}.legal", legal, self.problems), result)
        if not self.played and game.hooks.expect_scenario:
            return  # modules look at the state of the game, and know further keys
        for hook in game.hooks.expect_scenario:
            hook(game, self, read, result)
        read.finish()

    def _players_named(self, read: Reader, key: str) -> None:
        """Refuses ids that no player has; an empty one stands for nobody."""
        value = read.table.get(key)
        for name in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
            if isinstance(name, str) and name not in ("", *self.ids):
                read.problem(key, f"no player {name!r}{did_you_mean(name, self.ids)}; there are {', '.join(self.ids)}")

    def _sales(self) -> list[Event]:
        return [event for event in self.events if event.kind == "house_ate" and event.data["chain"] is not None]

    def _stated_sales(self) -> list[Mapping[str, Any]]:
        """What [[expect.sale]] may state: meals, what modules sold on the way, and both together from one chain."""
        meals = [event.data for event in self._sales()]
        besides = [
            event.data
            for event in self.events
            if event.kind != "house_ate" and {"house", "chain", "sold", "income"} <= event.data.keys()
        ]
        together = [
            {**meal, "sold": {**meal["sold"], **more["sold"]}, "income": meal["income"] + more["income"]}
            for meal in meals
            for more in besides
            if (meal["house"], meal["chain"]) == (more["house"], more["chain"])
        ]
        return [*meals, *besides, *together]

    def _names(self, read: Reader, key: str, got: Sequence[Any], result: Result, known: Iterable[Any]) -> None:
        """A list given whole, or as `has` and `lacks`; names are checked."""
        value = read.get(key, "any")
        if value is None:
            return
        self._compare(read, key, value, counted(map(str, got)), result, [str(each) for each in known])

    def _compare(
        self, read: Reader, key: str, value: Any, got: dict[str, int], result: Result, known: Sequence[str]
    ) -> None:
        if isinstance(value, list):
            wanted = self._multiset(read, key, value, known)
            if wanted != got:
                result.failures.append(Failure(f"{read.key}.{key}", wanted, got))
            return
        if not isinstance(value, dict) or set(value) - {"has", "lacks"}:
            read.problem(key, f"expected a list, or has and lacks, found {value!r}")
            return
        for name, count in self._multiset(read, f"{key}.has", value.get("has", []), known).items():
            if got.get(name, 0) < count:
                result.failures.append(Failure(f"{read.key}.{key}.has", {name: count}, got))
        for name in self._multiset(read, f"{key}.lacks", value.get("lacks", []), known):
            if got.get(name, 0):
                result.failures.append(Failure(f"{read.key}.{key}.lacks", name, got))

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
            found[name] = found.get(name, 0) + count
        return found

    def _expect_player(self, read: Reader, name: str, result: Result) -> None:
        game = self.game
        seat = self.ids.index(name)
        who = game.state.players[seat]
        cash = read.get("cash", "int")
        if cash is not None and cash != who.cash:
            result.failures.append(Failure(f"{read.key}.cash", cash, who.cash, cash_trace(self.events, name)))
        for good, amount in read.get("stock", "amounts", {}).items():
            self._good(read, f"stock.{good}", good)
            if who.stock.get(good, 0) != amount:
                trace = stock_trace(self.events, name, good)
                result.failures.append(Failure(f"{read.key}.stock.{good}", amount, who.stock.get(good, 0), trace))
        work = {card: count for card, count in who.work.items() if not self.rules.cards[card].always_at_work}
        cards = list(self.rules.cards)
        for key, got in (
            ("work", work),
            ("beach", who.beach),
            ("busy", counted(busy.card for busy in who.busy)),
        ):
            value = read.get(key, "any")
            if value is not None:
                self._compare(read, key, value, {card: count for card, count in got.items() if count}, result, cards)
        self._names(read, "milestones", list(who.milestones), result, self.rules.milestones)
        for key, kind, found in (
            ("restaurants_left", "int", self.rules.restaurants_per_player - len(who.restaurants)),
            ("bankrupt", "bool", who.bankrupt),
            ("paid", "int", who.paid),
            ("reserve", "int", self.rules.reserve_cards[who.reserve].value if who.reserve is not None else None),
        ):
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                trace = salary_trace(self.events, name) if key == "paid" else ""
                result.failures.append(Failure(f"{read.key}.{key}", expected, found, trace))
        for index, table in enumerate(read.get("restaurant", "tables", [])):
            each = Reader(self.file, f"{read.key}.restaurant[{index}]", table, self.problems)
            at, entrance, is_open = each.get("at", "square"), each.get("entrance", "str"), each.get("open", "bool")
            each.finish()
            there = [(game.ground.grid.squares[one.at], one.entrance, one.open) for one in who.restaurants]
            if not any(
                at in (None, one[0]) and entrance in (None, one[1]) and is_open in (None, one[2]) for one in there
            ):
                result.failures.append(Failure(each.key, table, [list(one) for one in there]))
        read.finish()

    def _expect_sale(self, read: Reader, result: Result) -> None:
        house = read.get("house", "any")
        chain, sold, income = read.get("chain", "str"), read.get("sold", "amounts"), read.get("income", "int")
        self._players_named(read, "chain")
        for good in sold or ():
            self._good(read, f"sold.{good}", good)
        read.finish()
        wanted = {
            key: value
            for key, value in (
                ("house", str(house) if house is not None else None),
                ("chain", chain),
                ("sold", {good: amount for good, amount in sold.items() if amount} if sold is not None else None),
                ("income", income),
            )
            if value is not None
        }
        sales = self._stated_sales()
        if not any(all(sale.get(key) == value for key, value in wanted.items()) for sale in sales):
            got = [{key: sale[key] for key in ("house", "chain", "sold", "income")} for sale in sales]
            trace = meals_trace(self.events, str(house) if house is not None else None)
            result.failures.append(Failure(read.key, wanted, got, trace))

    def _expect_house(self, read: Reader, name: str, result: Result) -> None:
        state = self.game.state
        house = state.houses.get(name)
        if house is None:
            if self.played:
                read.problem("", f"no house {name} on the map{did_you_mean(name, state.houses)}")
            return
        if "demand" in read.table:
            wanted = self._counters(read)
            there = state.demand[name]
            if not _same_counters(wanted, there):
                makers = any(maker is not None for _, maker in wanted)
                got = [
                    {"good": good, "by": self.ids[maker]} if makers and maker != NOBODY else good
                    for good, maker in there
                ]
                trace = demand_trace(self.events, name)
                result.failures.append(Failure(f"{read.key}.demand", read.table["demand"], got, trace))
        self._players_named(read, "eats_at")
        eats_at = read.get("eats_at", "str")
        if eats_at is not None:
            meals = [event.data for event in self.events if event.kind == "house_ate" and event.data["house"] == name]
            got_at = (meals[-1]["chain"] or "") if meals else ""
            if got_at != eats_at:
                trace = meals_trace(self.events, name)
                result.failures.append(Failure(f"{read.key}.eats_at", eats_at, got_at, trace))
        for key, kind, found in (
            ("at", "square", self.game.ground.grid.squares[house.at] if house.at >= 0 else None),
            ("garden", "str", house.side),
            ("kind", "str", house.kind),
        ):
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                result.failures.append(Failure(f"{read.key}.{key}", expected, found))
        read.finish()

    def _expect_campaign(self, read: Reader, name: str, result: Result) -> None:
        campaign = self.game.state.campaigns.get(int(name)) if name.isdecimal() else None
        gone = read.get("gone", "bool")
        if gone is not None and gone != (campaign is None):
            result.failures.append(Failure(f"{read.key}.gone", gone, campaign is None))
        for key, kind, found in (
            ("left", "int", campaign.left if campaign else None),
            ("eternal", "bool", campaign.eternal if campaign else None),
            ("owner", "str", self.ids[campaign.owner] if campaign else None),
            ("good", "str", campaign.goods[0] if campaign and campaign.goods else None),
            ("goods", "strings", campaign.goods if campaign else None),
            ("marketeer", "str", (campaign.marketeer or "") if campaign else None),
        ):
            expected = read.get(key, kind)
            if expected is not None and expected != found:
                result.failures.append(Failure(f"{read.key}.{key}", expected, found))
        read.finish()

    def _expect_legal(self, read: Reader, result: Result) -> None:
        if self.played:
            self._resume()
        game = self.game
        for key, wanted in (("has", True), ("lacks", False)):
            for index, table in enumerate(read.get(key, "tables", [])):
                where = f"{read.key}.{key}[{index}]"
                name = table.get("player", game.name(game.pending[0].player) if game.pending else self.ids[0])
                if name not in self.ids:
                    read.problem(f"{key}[{index}].player", f"no player {name!r}{did_you_mean(str(name), self.ids)}")
                    continue
                try:
                    action = action_from_plain(self.rules, {"player": name, **table})
                except FcmError as error:
                    if wanted or "action" not in table:
                        read.problem(f"{key}[{index}]", str(error))
                    continue
                if not self.played:
                    continue
                refusal = game.check(game.seat(name), action)
                if (refusal is None) != wanted:
                    got = "legal" if refusal is None else f"refused: {refusal.code}"
                    trace = refusal.message if refusal else ""
                    result.failures.append(Failure(where, "legal" if wanted else "refused", got, trace))
        read.finish()


def _plain_action(read: Reader) -> dict[str, Any]:
    """The action of a step and its fields."""
    return {key: value for key, value in read.table.items() if key not in ("expect", "error", "run")}


def _same_counters(wanted: Sequence[tuple[str, int | None]], there: Sequence[tuple[str, int]]) -> bool:
    """Whether the counters are those stated, in any order; None stands for anybody's."""
    rest = list(there)
    for good, maker in sorted(wanted, key=lambda each: each[1] is None):
        match = next((each for each in rest if each[0] == good and maker in (None, each[1])), None)
        if match is None:
            return False
        rest.remove(match)
    return not rest

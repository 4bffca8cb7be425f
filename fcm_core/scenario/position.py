"""The position that a scenario file describes, table by table.

What a module's `read_scenario` and PieceKind.read may use: `rules`, `loose`, and the readers `seat`, `card`, `good`,
`items`, `whole`, `counts`, `counters` and `cover`, which note what is wrong under the file's key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

from attrs import NOTHING

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import bare_game
from fcm_core.basics.errors import FcmError, InputError, Problem, Problems, Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import fields_of, key_of
from fcm_core.basics.vocabulary import (
    MOST,
    MOST_TILES,
    CampaignNumber,
    CardId,
    GoodId,
    HouseId,
    MilestoneId,
    Seat,
    Square,
    TileId,
    hundredths,
)
from fcm_core.game import hooks
from fcm_core.game.actions import PlaceCampaign
from fcm_core.game.game import PHASES, Game
from fcm_core.game.places import garden_beside, garden_mask, rect_mask, restaurant_refusal
from fcm_core.game.rules import Rules
from fcm_core.game.state import NOBODY, Busy, Campaign, House, MapSpec
from fcm_core.map.grid import SIZE
from fcm_core.map.shapes import CORNERS, SIDES
from fcm_core.phases.restructuring import seats_refusal
from fcm_core.records.codec import state_from_json, state_to_json
from fcm_core.rules.content import PrintedHouse
from fcm_core.rules.plan import default_ruleset, resolve
from fcm_core.rules.tables import Reader, read_toml

UNCHECKED = " (loose = true in [game] leaves this unchecked)"
RULES_KEY = "ruleset, modules, options"  # where the rules of a file cannot be made
CAMPAIGN_FIELDS = {each.name for each in fields_of(PlaceCampaign)}
STATE_KEY = "state"  # the table of what no other key says
MERGED = ("players", "modules")  # fields of the state that [state] gives part by part
JSON_KEY = "~json"  # of a table that stands for a value which TOML has no words for
LARGEST = 1_000_000_000  # of numbers that are neither sizes nor loops, such as dollars


def _from_toml(value: Any) -> Any:
    """A value of [state] as JSON has it."""
    if isinstance(value, dict):
        if isinstance(text := value.get(JSON_KEY), str) and len(value) == 1:
            return json.loads(text)
        return {key: _from_toml(each) for key, each in value.items()}
    return [_from_toml(each) for each in value] if isinstance(value, list) else value


class KnownRules:
    """The rules of the scenario files read so far, by what a file says about them: they are made once."""

    def __init__(self) -> None:
        self._made: dict[str, Rules] = {}

    def of(self, key: tuple[Any, ...], make: Callable[[], Rules]) -> Rules:
        """The rules under a key of plain data."""
        text = repr(key)
        if text not in self._made:
            self._made[text] = make()
        return self._made[text]


class Position:
    """A scenario file with its rules, and the game that it describes."""

    def __init__(
        self,
        path: Path,
        modules_dirs: Iterable[str | Path] = (),
        known: KnownRules | None = None,
        table: dict[str, Any] | None = None,
    ) -> None:
        self.file = str(path)
        self.known = known if known is not None else KnownRules()
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []  # what is allowed and may still be a slip
        self.top = Reader(self.file, "", read_toml(path) if table is None else table, self.problems)
        top = self.top
        self.title: str = top.get("title", str, path.stem)
        top.get("source", str)
        self.rules = self._rules(modules_dirs)
        self.phase: str = top.choice("phase", PHASES, "restructuring")
        self.plans: dict[Seat, tuple[CardId, ...]] = {}  # what each player keeps at work where nothing else is said
        self.taken: dict[CardId, int] = {}  # cards that the position has in play
        self.ids: list[str] = list(top.get("players", dict[str, Any], {}))
        self.steps: list[dict[str, Any]] = top.get("step", list[dict[str, Any]], [])
        self.expect: dict[str, Any] = top.get("expect", dict[str, Any], {})
        try:
            self.game = self._position()
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a module reads its own keys
            raise self.rules.blamed(error, f"reading {self.file}") from error

    def _rules(self, modules_dirs: Iterable[str | Path]) -> Rules:
        top = self.top
        # A scenario that lies in a module's folder finds that module, whether or not it is installed.
        home = [folder for folder in Path(self.file).resolve().parents if (folder / "module.toml").is_file()]
        self.modules_dirs = [*modules_dirs, *home]
        name = top.get("ruleset", str, "")
        modules = top.get("modules", tuple[str, ...], ())
        without = top.get("without", tuple[str, ...], ())
        options = dict(top.get("options", dict[str, Any], {}))

        def make() -> Rules:
            chosen = name or default_ruleset()
            return compile_rules(resolve(chosen, modules, without, options, modules_dirs=self.modules_dirs))

        try:
            return self.known.of((name, modules, without, options, home), make)
        except InputError as error:
            raise Problems([Problem(self.file, RULES_KEY, str(error))]) from error

    def _position(self) -> Game:
        """The game of the file. What is wrong with it is among the problems."""
        top = self.top
        seed = top.get("seed", int, 1)
        round_ = self.whole(top, "round", 1, 1)
        board = top.part("board")
        spec = self._map(board)
        board.finish()
        try:
            game = bare_game(self.rules, self.ids, seed, map_spec=spec)
        except InputError as error:
            raise Problems([*self.problems, Problem(self.file, "players", str(error))]) from error
        state = game.state
        settings = top.part("game")
        self.loose = settings.get("loose", bool, False)
        state.round = round_ if self.phase != "setup" else 0
        self._turn_order(game, settings)
        for read in top.parts("house"):
            self._house(game, read)
        for seat, (_, read) in zip(state.seats, top.named_parts("players"), strict=True):
            self._player(game, seat, read)
        for read in top.parts("piece"):
            self._piece(game, read)
        for read in top.parts("campaign"):
            self._campaign(game, read)
        self._game(game, settings)
        settings.finish()
        rest = top.part(STATE_KEY)
        top.finish()
        if not self.problems:
            self._stage(game)
            if rest.table:
                game = self._restated(game, rest)
        return game

    def check(self) -> None:
        """Raises Problems for everything that is wrong with the position."""
        if self.problems:
            raise Problems(self.problems)

    def _restated(self, game: Game, rest: Reader) -> Game:
        """The game with fields of its state as [state] gives them, whatever the other keys say."""
        plain = state_to_json(game.state, self.rules)
        for key, value in rest.table.items():
            known: Any = plain.get(key)
            if key not in plain:
                rest.problem(key, f"unknown key{did_you_mean(key, plain)}")
            elif key not in MERGED:
                plain[key] = _from_toml(value)
            elif not isinstance(value, dict) or not all(isinstance(each, dict) for each in value.values()):
                rest.problem(key, f"expected a table of tables, found {value!r}")
            else:
                there: dict[str, Any] = known if key == "modules" else {each["id"]: each for each in plain["players"]}
                for name, fields in value.items():
                    if name not in there:
                        rest.problem(f"{key}.{name}", f"unknown{did_you_mean(name, there)}")
                    elif key == "modules":
                        there[name] = _from_toml(fields)
                    else:
                        there[name].update({field: _from_toml(each) for field, each in fields.items()})
        if self.problems:
            return game
        try:
            return Game(self.rules, state_from_json(plain, self.rules))
        except Problems as error:
            self.problems.extend(Problem(self.file, each.key, each.message) for each in error.problems)
        except InputError as error:
            rest.problem("", str(error))
        return game

    def _map(self, board: Reader) -> MapSpec | None:
        rows = board.get("tiles", Any)
        drawing = board.get("map", str)
        margin = self.rules.settings.map_margin
        if rows is not None and drawing is not None:
            board.problem("map", "give tiles or a map, not both")
        if drawing is not None:
            lines = [line for line in drawing.split("\n") if line.strip()]
            width = max(map(len, lines), default=0)
            if len(lines) > MOST_TILES * SIZE or width > MOST_TILES * SIZE:
                board.problem("map", f"expected at most {MOST_TILES} x {MOST_TILES} tiles of {SIZE} squares")
                raise Problems(self.problems)
            if not lines or len(lines) % SIZE or width % SIZE or any(len(line) != width for line in lines):
                board.problem("map", f"expected lines of equal length, height and width multiples of {SIZE}")
                raise Problems(self.problems)
            known = {".", "#", "+", "~", " ", *self.rules.setup.printed, *self.rules.source_goods}
            wrong = sorted({char for line in lines for char in line} - known)
            if wrong:
                board.problem("map", f"unknown character {wrong[0]!r}; known: {' '.join(sorted(known - {' '}))}")
                raise Problems(self.problems)
            return MapSpec(len(lines) // SIZE, width // SIZE, margin, (), tuple(self._with_printed_houses(lines)))
        if rows is None:
            return None
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows) or not rows:
            board.problem("tiles", 'expected rows of tiles such as [["A0", "B1"], ["C2", ""]]')
            raise Problems(self.problems)
        if len(rows) > MOST_TILES or max(map(len, rows)) > MOST_TILES:
            board.problem("tiles", f"expected at most {MOST_TILES} rows of {MOST_TILES} tiles")
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
                tiles.append((down, right, TileId(name), int(turns)))
        if not tiles and not self.problems:
            board.problem("tiles", "a map needs a tile")
        self._tiles_twice(board, tiles)
        if self.problems:
            raise Problems(self.problems)
        return MapSpec(len(rows), max(map(len, rows)), margin, tuple(tiles))

    def _with_printed_houses(self, lines: list[str]) -> list[str]:
        """The drawing with the houses of the file that have no garden: placed ones come with theirs, so these are printed."""
        letters = {name: letter for letter, name in self.rules.setup.printed.items()}
        drawn = [list(line) for line in lines]
        tables = self.top.table.get("house")
        for table in tables if isinstance(tables, list) else ():
            at = table.get("at") if isinstance(table, dict) and "garden" not in table else None
            kind = table.get("kind", "house") if at is not None else ""
            if not isinstance(at, list) or len(at) != 2 or any(type(part) is not int or part < 0 for part in at):
                continue  # what is wrong is said where the house is read
            if not isinstance(kind, str) or kind not in self.rules.house_kinds or kind not in letters:
                continue
            height, width = self.rules.house_kinds[kind].size
            squares = [(row, column) for row in range(at[0], at[0] + height) for column in range(at[1], at[1] + width)]
            if all(
                row < len(drawn) and column < len(drawn[0]) and drawn[row][column] == "." for row, column in squares
            ):
                for row, column in squares:
                    drawn[row][column] = letters[kind]
        return ["".join(line) for line in drawn]

    def _tiles_twice(self, board: Reader, tiles: Sequence[tuple[int, int, TileId, int]]) -> None:
        """A tile exists once. Where it brings houses, a second one would replace them; elsewhere it is only odd."""
        first: dict[TileId, str] = {}
        for down, right, tile, _ in tiles:
            place = f"tiles[{down}][{right}]"
            if tile not in first:
                first[tile] = place
                continue
            houses = [house.id for house in self.rules.tiles[tile].houses]
            text = f"tile {tile} is at {first[tile]} already"
            if houses:
                number = f"house {houses[0]}" if len(houses) == 1 else f"houses {' and '.join(houses)}"
                board.problem(place, f"{text}, and its {number} can be there once only")
            else:
                self.warnings.append(Problem(self.file, f"board.{place}", f"{text}; there is only one in the box"))

    def _turn_order(self, game: Game, read: Reader) -> None:
        order = read.get("turn_order", tuple[str, ...])
        if order is None:
            if self.phase != "setup":
                game.state.turn_order = tuple(game.state.seats)
            return
        if sorted(order) != sorted(self.ids):
            read.problem("turn_order", f"expected each of {', '.join(self.ids)} once, found {', '.join(order)}")
            return
        game.state.turn_order = tuple(Seat(self.ids.index(name)) for name in order)

    def seat(self, read: Reader, key: str, name: Any) -> Seat:
        """The seat of a player id, from 0; 0 after a problem."""
        if name in self.ids:
            return Seat(self.ids.index(name))
        if name is None:  # a required key that is missing has been reported
            return Seat(0)
        read.problem(key, f"no player {name!r}{did_you_mean(str(name), self.ids)}; there are {', '.join(self.ids)}")
        return Seat(0)

    def good(self, read: Reader, key: str, name: Any) -> GoodId:
        """A good of these rules; the first there is after a problem."""
        if not isinstance(name, str) or name not in self.rules.goods:
            read.problem(key, f"no good {name!r}{did_you_mean(str(name), self.rules.goods)}")
            return next(iter(self.rules.goods))
        return GoodId(name)

    def card(self, read: Reader, key: str, name: Any) -> CardId | None:
        """A card of these rules; None after a problem."""
        if not isinstance(name, str) or name not in self.rules.cards:
            read.problem(key, f"no card {name!r}{did_you_mean(str(name), self.rules.cards)}")
            return None
        return CardId(name)

    def items(self, read: Reader, key: str) -> list[Any]:
        """A list of whatever; empty where there is none."""
        value = read.get(key, Any, [])
        if isinstance(value, list):
            return value
        read.problem(key, f"expected a list, found {value!r}")
        return []

    def whole(self, read: Reader, key: str, default: int, least: int, most: int = LARGEST) -> int:
        """A whole number that may not be less than `least`, nor more than `most`."""
        value = read.get(key, int, default)
        if least <= value <= most:
            return value
        to = f" to {most}" if value > most else ""
        read.problem(key, f"expected a whole number from {least}{to}, found {value}")
        return default

    def counts(self, read: Reader, key: str) -> dict[str, int]:
        """A table of whole numbers from 0."""
        found = read.get(key, dict[str, int], {})
        for name, amount in found.items():
            if not 0 <= amount <= MOST:
                to = f" to {MOST}" if amount > MOST else ""
                read.problem(f"{key}.{name}", f"expected a whole number from 0{to}, found {amount}")
        return {name: min(amount, MOST) for name, amount in found.items()}

    def cover(self, game: Game, read: Reader, mask: int | Refusal, what: str) -> int | None:
        """The squares that something is to cover; None after a problem, if one is off the map or not empty."""
        if isinstance(mask, Refusal):
            read.problem("at", mask.message)
            return None
        blocked = mask & ~game.board.free()
        if blocked:
            row, column = game.ground.grid.squares[(blocked & -blocked).bit_length() - 1]
            read.problem("at", f"{what} covers {row},{column}, which is not empty")
            return None
        return mask

    def _demand(self, read: Reader) -> tuple[tuple[GoodId, Seat], ...]:
        stated = self.counters(read)
        return tuple((good, NOBODY if maker is None else maker) for good, maker in stated)

    def counters(self, read: Reader) -> list[tuple[GoodId, Seat | None]]:
        """Demand as (good, whose marketeer); None where nobody is named."""
        counters: list[tuple[GoodId, Seat | None]] = []
        for index, each in enumerate(self.items(read, "demand")):
            key = f"demand[{index}]"
            if isinstance(each, str):
                counters.append((self.good(read, key, each), None))
            elif isinstance(each, dict) and set(each) <= {"good", "by"} and "good" in each:
                maker = self.seat(read, key, each["by"]) if "by" in each else None
                counters.append((self.good(read, key, each["good"]), maker))
            else:
                read.problem(key, f'expected a good or {{ good = "...", by = "..." }}, found {each!r}')
        return counters

    def _house(self, game: Game, read: Reader) -> None:
        state = game.state
        number = read.get("number", HouseId, required=True)
        known = state.houses.get(number) if number is not None else None
        demand = self._demand(read)
        garden = read.choice("garden", SIDES, "")
        printed = self._printed_house(number)
        usual = known or printed
        kind = usual.kind if usual and usual.kind in self.rules.house_kinds else "house"
        kind = read.choice("kind", tuple(self.rules.house_kinds), kind)
        at = read.get("at", Square)
        read.finish()
        if number is None:
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
                mask = self.cover(game, read, garden_beside(game, known, garden), "the garden")
                if mask is not None:
                    house = game.board.put_garden(known.id, garden, mask)
        elif known is not None:
            read.problem("at", f"house {number} is printed elsewhere on this map")
            return
        else:
            found = self._new_house(game, read, number, at, garden, kind)
            if found is None:
                return
            house = found
        limit = game.board.limit(house)
        if limit is not None and len(demand) > limit:
            read.problem("demand", f"house {number} holds at most {limit} counters, found {len(demand)}")
        game.board.take_counters(house.id)
        game.board.put_counters(house.id, demand)

    def _new_house(self, game: Game, read: Reader, number: HouseId, at: Any, garden: str, kind: str) -> House | None:
        order = hundredths(number)
        if order is None:
            label = self._printed_house(number)
            if label is None:
                labels = [house.id for house in self._printed_houses() if hundredths(house.id) is None]
                read.problem(
                    "number", f"expected a number, or a label of a map tile ({', '.join(labels) or 'none here'})"
                )
                return None
            order = label.order
        printed = sum(game.ground.structures.get(name, 0) for name in self.rules.house_kinds)
        size = self.rules.house_kinds[kind].size
        mask = rect_mask(game, at, *size)
        if isinstance(mask, Refusal):
            read.problem("at", mask.message)
            return None
        on_drawing = not mask & ~printed
        if not on_drawing and self.cover(game, read, mask, "the house") is None:
            return None
        squares: int | Refusal = 0
        sealed = False
        if garden:
            squares = garden_mask(game, at, garden, *size)
            if isinstance(squares, int) and not squares & ~game.ground.structures["garden"]:
                sealed = True
            elif self.cover(game, read, squares, "the garden") is None:
                return None
            sealed = sealed or not on_drawing
        assert isinstance(squares, int)
        as_printed = on_drawing
        spot = game.ground.grid.index(at)
        if on_drawing and garden and not sealed:
            game.board.put_house(House(number, order, kind, mask, printed=as_printed, at=spot))
            return game.board.put_garden(number, garden, squares)
        house = House(number, order, kind, mask, squares, garden, as_printed, spot, sealed)
        game.board.put_house(house)
        return house

    def _printed_houses(self) -> list[PrintedHouse]:
        return [house for tile in self.rules.tiles.values() for house in tile.houses]

    def _printed_house(self, number: HouseId | None) -> PrintedHouse | None:
        return next((house for house in self._printed_houses() if house.id == number), None)

    def _cards(self, read: Reader, key: str) -> dict[CardId, int]:
        found: dict[CardId, int] = {}
        for index, each in enumerate(self.items(read, key)):
            name, count = each, 1
            if isinstance(each, dict):
                name, count = each.get("card"), each.get("count", 1)
                if set(each) - {"card", "count"} or type(count) is not int or count < 1:
                    read.problem(f"{key}[{index}]", f'expected {{ card = "...", count = 2 }}, found {each!r}')
                    continue
                if count > MOST:
                    read.problem(f"{key}[{index}]", f"expected at most {MOST} cards, found {count}")
                    continue
            card = self.card(read, f"{key}[{index}]", name)
            if card is None:
                continue
            if self.rules.cards[card].always_at_work:
                read.problem(f"{key}[{index}]", f"{card} is always at work and not listed")
                continue
            add_to(found, card, count)
        return found

    def _take(self, game: Game, read: Reader, key: str, card: CardId, count: int) -> None:
        """Takes cards out of the supply, or from the box where a "1x" pile is too small for this number of players.

        More than the box holds is a problem unless the position is loose.
        """
        add_to(self.taken, card, count)
        if self.taken[card] > self.rules.cards[card].count and not self.loose:
            read.problem(key, f"more {card} than the {self.rules.cards[card].count} of the box are in play")
        game.state.supply[card] = max(0, game.state.supply.get(card, 0) - count)

    def _player(self, game: Game, seat: Seat, read: Reader) -> None:
        who = game.state.players[seat]
        who.cash = self.whole(read, "cash", 0, 0)
        who.bankrupt = who.out = read.get("bankrupt", bool, False)
        if who.bankrupt:
            for key in ("work", "beach", "stock"):
                if read.table.get(key):
                    read.problem(key, f"{self.ids[seat]} is bankrupt: cards and goods have gone back (R-39)")
        work, beach = self._cards(read, "work"), self._cards(read, "beach")
        for key, cards in (("work", work), ("beach", beach)):
            for card, count in cards.items():
                self._take(game, read, key, card, count)
        self.plans[seat] = tuple(card for card, count in work.items() for _ in range(count))
        # At the start of Restructuring every card is in hand, and `work` is what the player will choose.
        if self.phase in ("setup", "restructuring"):
            for card, count in work.items():
                add_to(beach, card, count)
        else:
            if not self.loose and (refusal := seats_refusal(game, seat, work)) is not None:
                read.problem("work", f"{refusal.message}{UNCHECKED}")
            who.work.update(work)
        who.beach = beach
        who.stock = {
            self.good(read, "stock", good): amount for good, amount in self.counts(read, "stock").items() if amount
        }
        for index, name in enumerate(read.get("milestones", tuple[MilestoneId, ...], ())):
            if name not in self.rules.milestones:
                read.problem(f"milestones[{index}]", f"no milestone {name}{did_you_mean(name, self.rules.milestones)}")
                continue
            who.milestones[name] = game.state.round - 1
            self._close(game, name)
        reserve = read.get("reserve", int)
        if reserve is not None:
            values = [card.value for card in self.rules.reserve_cards]
            if reserve not in values:
                read.problem("reserve", f"expected one of {', '.join(map(str, values))}, found {reserve}")
            else:
                who.reserve = values.index(reserve)
        for each in read.parts("restaurant"):
            self._restaurant(game, seat, each)
        read.finish()

    def _close(self, game: Game, name: MilestoneId) -> None:
        state = game.state
        if name in state.open_milestones:
            state.open_milestones = {each: 0 for each in state.open_milestones if each != name}
            state.closed_milestones = (*state.closed_milestones, name)

    def _restaurant(self, game: Game, seat: Seat, read: Reader) -> None:
        at = read.get("at", Square, required=True)
        entrance = read.choice("entrance", CORNERS, "NW")
        who = game.state.players[seat]
        is_open = read.get("open", bool, not who.bankrupt)
        read.finish()
        if at is None:
            return
        if who.bankrupt and is_open:
            read.problem("open", f"{self.ids[seat]} is bankrupt: all restaurants are closed for ever (R-39)")
        if self.cover(game, read, rect_mask(game, at, 2, 2), "the restaurant") is None:
            return
        # With a drive-in at work every corner is an entrance: which one is stated does not matter.
        drive_in = any(card in self.plans[seat] for card in self.rules.drive_in_cards)
        corners = CORNERS if drive_in else (entrance,)
        refusals = [restaurant_refusal(game, at, corner, game.board.free()) for corner in corners]
        refusal = None if None in refusals else refusals[0]
        if refusal is not None and not self.loose:
            read.problem("entrance", f"{refusal.message}{UNCHECKED}")
        if len(who.restaurants) >= self.rules.restaurants_per_player and not self.loose:
            read.problem("at", f"a chain has {self.rules.restaurants_per_player} restaurants")
        game.board.put_restaurant(seat, game.board.restaurant(game.ground.grid.index(at), entrance, is_open))

    def _piece(self, game: Game, read: Reader) -> None:
        kind = read.get("kind", str, "", required=True)
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
        problems = len(self.problems)
        number = read.get("number", CampaignNumber, CampaignNumber(0), required=True)
        owner = self.seat(read, "owner", read.get("owner", str, required=True))
        named = read.get("goods", tuple[str, ...], ())
        good = read.get("good", str)
        if good is not None:
            named = (good, *named)
        goods = tuple(self.good(read, "good", each) for each in named)
        eternal = read.get("eternal", bool, False)
        left = self.whole(read, "left", 1, 1)
        at, turned = read.get("at", Square), read.get("turned", bool)
        side, line = read.get("side", str), read.get("line", int)
        marketeer = read.get("marketeer", str)
        partner = read.get("with", CampaignNumber)
        tile = self.rules.campaign_tiles.get(number)
        kind = self.rules.campaign_kinds.get(tile.kind) if tile is not None else None
        cls = self.rules.actions[kind.action].cls if kind is not None else PlaceCampaign
        more = {
            each.name: read.get(key_of(each.name), cast(Any, each.type), each.default, required=each.default is NOTHING)
            for each in fields_of(cls)
            if each.name not in CAMPAIGN_FIELDS
        }
        read.finish()
        if tile is None:
            read.problem("number", f"no campaign tile {number}")
            return
        if number in state.campaigns:
            read.problem("number", f"campaign tile {number} is used twice")
            return
        if not goods:
            read.problem("good", "missing; expected a good")
        card = self.card(read, "marketeer", marketeer) if marketeer is not None else None
        placed_with = card or CardId("")
        kind = self.rules.campaign_kinds[tile.kind]
        if any(value is NOTHING for value in more.values()):  # a required key is missing, which has been reported
            return
        place = cls(placed_with, number, None, left, at, turned, side, line, **more)
        able = card or next(
            (name for name in self.rules.marketing_cards if tile.kind in self.rules.cards[name].campaigns), None
        )
        checked = able is not None and not self.loose and len(self.problems) == problems
        if side is not None or tile.lines or more or checked:
            refusal = kind.check_place(game, owner, able or placed_with, place)
            # Restaurants may have been elsewhere when it was placed.
            if refusal is not None and refusal.code != "range":
                where = "side" if side is not None or tile.lines else next(iter(more), "at")
                read.problem(where, f"{refusal.message}{UNCHECKED}")
                return
        try:
            built = kind.build(game, owner, place)
        except (ValueError, AssertionError):
            read.problem("at", "the campaign does not lie on the map")
            return
        mask = built.get("mask", 0)
        if at is not None and self.cover(game, read, self._on_map(game, mask), f"campaign {number}") is None:
            return
        if side is not None and side not in SIDES:
            read.problem("side", f"expected one of {', '.join(SIDES)}, found {side!r}")
            return
        who = state.players[owner]
        if card is not None and who.bankrupt:
            read.problem("marketeer", f"{self.ids[owner]} is bankrupt: no card is busy any more (R-39)")
        elif card is not None and partner is None:
            self._take(game, read, "marketeer", card, 1)
            who.busy = (*who.busy, Busy(card, (number,)))
        elif partner is not None and not self._join(game, read, owner, number, card, partner):
            return
        game.board.put_campaign(
            Campaign(
                number=number,
                kind=tile.kind,
                owner=owner,
                goods=goods,
                left=left,
                eternal=eternal or kind.eternal,
                marketeer=card,
                **built,
            )
        )

    def _join(
        self,
        game: Game,
        read: Reader,
        owner: Seat,
        number: CampaignNumber,
        card: CardId | None,
        partner: CampaignNumber,
    ) -> bool:
        """One card that has placed several campaigns is busy until the last of them ends."""
        who = game.state.players[owner]
        place = next((index for index, busy in enumerate(who.busy) if partner in busy.campaigns), None)
        if place is None:
            read.problem(
                "with", f"{self.ids[owner]} has no busy card at campaign {partner}; it must stand before this one"
            )
            return False
        busy = who.busy[place]
        if card != busy.card:
            read.problem("marketeer", f"expected {busy.card}, the card of campaign {partner}")
            return False
        joined = Busy(busy.card, (*busy.campaigns, number))
        who.busy = (*who.busy[:place], joined, *who.busy[place + 1 :])
        return True

    def _on_map(self, game: Game, mask: int) -> int | Refusal:
        if mask & ~game.ground.on_map:
            return Refusal("off_map", "a square of the campaign is not on the map")
        return mask

    def _game(self, game: Game, read: Reader) -> None:
        state = game.state
        state.bank = read.get("bank", int, state.bank)
        state.bank_breaks = self.whole(read, "bank_breaks", 0, 0)
        state.ceo_slots = self.whole(read, "ceo_slots", state.ceo_slots, 1)
        state.base_price = read.get("base_price", int, state.base_price)
        for name, count in self.counts(read, "supply").items():
            card = self.card(read, f"supply.{name}", name)
            if card is not None:
                state.supply[card] = count
        for index, milestone in enumerate(read.get("claimed", tuple[MilestoneId, ...], ())):
            if milestone not in self.rules.milestones:
                near = did_you_mean(milestone, self.rules.milestones)
                read.problem(f"claimed[{index}]", f"no milestone {milestone}{near}")
            else:
                self._close(game, milestone)
        hooks.read_scenario(game, self, read)
        state.money = state.bank + sum(player.cash for player in state.players)

    def _stage(self, game: Game) -> None:
        """Puts the game at the start of the phase."""
        state = game.state
        if self.phase == "setup":
            hooks.on_game_set_up(game)
            return
        steps = self.rules.round_steps
        state.phase = self.phase
        state.cursor = next(index for index, step in enumerate(steps) if step.phase == self.phase) - 1
        if PHASES.index(self.phase) > PHASES.index("working"):
            for player in state.players:
                player.on_duty = not player.out

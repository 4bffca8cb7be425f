"""Content: cards, goods, tiles, campaign tiles, milestones and setup, read from the TOML files of the modules of a plan.

The attrs classes below are the format: a field is a key, its type is checked, nothing is coerced (fcm_core.basics.schema).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from attrs import evolve, field, frozen

from fcm_core.basics.errors import Problem, Problems
from fcm_core.basics.names import did_you_mean, nearest
from fcm_core.basics.schema import DERIVED, keys_of
from fcm_core.basics.vocabulary import (
    Amounts,
    CampaignNumber,
    CardId,
    Count,
    Edge,
    GoodId,
    HouseId,
    MilestoneId,
    PlayerRange,
    Term,
    TileId,
    hundredths,
)
from fcm_core.rules.tables import read_toml, salvage, structure

if TYPE_CHECKING:
    from fcm_core.rules.plan import ModuleInfo, Plan


Unique = Annotated[bool | str, Term("true, false or the name of a group")]


@frozen
class Card:
    """An employee card. Ranges in tile borders, money in dollars. Source: the printed cards."""

    id: CardId = field(default=CardId(""), kw_only=True, metadata=DERIVED)
    title: str
    colour: str
    count: Count = 0  # copies in the box
    entry: bool = False  # may be hired
    salary: bool = False  # costs a salary
    unique: Unique = False  # "1x", by itself or as one of a named group
    slots: Count = 0  # with this key, even at 0, the card is a manager
    is_manager: bool = field(default=False, metadata=DERIVED)
    hires: Count = 0  # hires in a turn
    trainings: Count = 0  # training steps in a turn
    unused_hire_discount: int = 0  # dollars off the salaries for each of its hires that is not made
    price: int = 0  # on top of the unit price
    tip: int = 0  # dollars for each copy at work in every Dinnertime; it counts as a waitress in ties
    bonus_per_sale: int = 0  # dollars for each house served
    income_percent: int = 0  # on top of the Dinnertime's income
    range: Count | None = None  # in TOML also "unlimited"
    unlimited: bool = field(default=False, metadata=DERIVED)
    travel: Literal["", "road", "air"] = ""  # how a buyer travels; empty: it brings drinks without a route
    drinks: Count = 0  # per source; without a range, in all
    campaigns: tuple[str, ...] = ()  # kinds of campaign
    duration: Count = 0  # most counters on a campaign
    produces: Amounts = ()  # in TOML { burger = 3 }, or { one_of = ["burger", "pizza"], amount = 1 }
    produces_choice: bool = field(default=False, metadata=DERIVED)  # one of the goods only
    produces_at_cleanup: Amounts = ()  # made as Cleanup ends
    drive_in: bool = False  # all corners of own restaurants are entrances
    places: tuple[Literal["house", "garden"], ...] = ()  # what it builds
    restaurants: tuple[Literal["open", "move"], ...] = ()  # what it does with restaurants
    opens: Literal["", "now", "cleanup"] = ""  # when a restaurant that it places opens
    always_at_work: bool = False  # a CEO
    dealt: bool = True  # of such cards: everybody begins with one; if not, a module deals it (replace_ceo)
    players: PlayerRange | None = None  # fewest and most players it is used with
    trains_to: tuple[CardId, ...] = ()  # ids that no module of the plan brings are simply absent
    trained_from: tuple[CardId, ...] = ()  # cards of other modules that can be trained to this one
    note: str = ""  # for people
    text: str = ""  # for people: what the card does that the keys above do not say, in a few words
    extra: Mapping[str, Any] = field(factory=dict, hash=False, metadata=DERIVED)  # keys that modules declare


@frozen
class Good:
    """Something sold. `letter` marks its sources on the map."""

    id: GoodId = field(default=GoodId(""), kw_only=True, metadata=DERIVED)
    title: str
    kind: Literal["food", "drink", "other"]  # "other": part of no meal by itself
    letter: str = ""  # of its sources on tiles and in drawings
    glyph: str = ""  # how drawings show a counter
    marketable: bool = True  # campaigns may advertise it
    freezable: bool = True  # a freezer may hold it
    plural: str = ""  # for people: the title of several; empty: the title itself


@frozen
class PrintedHouse:
    """A house printed on a tile; `at` is its north-west square on the unturned tile."""

    id: HouseId
    order: int  # in hundredths: house 7 is 700
    at: tuple[int, int]
    garden: str = ""
    kind: str = "house"


@frozen
class Tile:
    """A map tile of 5 x 5 squares."""

    id: TileId
    rows: tuple[str, ...]
    houses: tuple[PrintedHouse, ...] = ()
    pool: bool = True  # drawn for the map; if not, only where a module asks for it


@frozen
class CampaignTile:
    """A campaign tile. Size in squares, long side first; `lines` rows or columns under an airplane."""

    number: CampaignNumber
    kind: str
    size: tuple[Count, Count] = (1, 1)
    lines: Count = 0
    min_players: int = 0  # with fewer players it is not used
    order: str = ""  # when it runs among the others, such as "3.5", where its number does not say it


@frozen
class Milestone:
    """A milestone. `remove_after_round` 0: stays until claimed."""

    id: MilestoneId = field(default=MilestoneId(""), kw_only=True, metadata=DERIVED)
    title: str
    when: str  # its condition, in words
    effect: str  # in words
    starts: str = "at once"  # from when on the effect counts, in words
    text: str = ""  # for people: what more is to be said of it
    remove_after_round: int = 0


@frozen
class ReserveCard:
    """A bank reserve card: dollars added at the first break, and what it votes for."""

    value: int  # what is printed on it, and what chooses it
    money: int  # dollars for the bank
    ceo_slots: Count = 0  # slots of every CEO that it votes for
    base_price: int = 0  # dollars that it votes for; 0: none


@frozen
class Setup:
    """By number of players: map size in tiles, copies of "1x" cards. Chains in seating order."""

    map: Mapping[int, tuple[Edge, Edge]] = field(factory=dict)
    unique_copies: Mapping[int, Count] = field(factory=dict)
    chains: tuple[str, ...] = ()
    restaurants_per_player: Count = 3
    base_price: int = 10
    houses: tuple[int, ...] = ()  # numbers of the houses that may be placed
    gardens: Count = 0
    printed: Mapping[str, str] = field(factory=dict)  # letter in drawings -> the kind of house, or what else it shows


@frozen
class Content:
    """The merged content of a plan's modules."""

    cards: Mapping[CardId, Card]
    goods: Mapping[GoodId, Good]
    tiles: Mapping[TileId, Tile]
    campaigns: Mapping[CampaignNumber, CampaignTile]
    milestones: Mapping[MilestoneId, Milestone]
    reserve_cards: tuple[ReserveCard, ...]
    setup: Setup
    supply_extra: Mapping[CardId, int]  # copies on top, after the "1x" cards were counted out


FILES = ("cards", "goods", "tiles", "campaigns", "milestones", "setup")
# What one module can replace in the modules it requires.
CONTENT_SETS = (*FILES, "reserve_cards")


# --- the forms of TOML tables that differ from the classes above -----------------------------------------------------


@frozen
class _OneOf:
    one_of: tuple[str, ...]
    amount: Count = 1


@frozen
class _House:
    """A house on a tile: a number, or a label with its place in the eating order in quotes, since "3.14" is no float."""

    at: tuple[int, int]
    number: int | None = None
    label: str = ""
    order: str = ""
    garden: Literal["", "N", "E", "S", "W"] = ""
    kind: str = "house"


@frozen
class _Tile:
    rows: tuple[str, ...]
    houses: tuple[_House, ...] = ()
    pool: bool = True


@frozen
class _Campaigns:
    campaign: tuple[CampaignTile, ...] = ()


@frozen
class _Setup(Setup):
    reserve_card: tuple[ReserveCard, ...] = ()
    supply_extra: Mapping[CardId, Count] = field(factory=dict)
    more_chains: tuple[str, ...] = ()  # chains behind those of the other modules


def _card(file: str, name: str, table: Any, problems: list[Problem], card_keys: Sequence[str]) -> Card | None:
    derived: dict[str, Any] = {"id": name}
    if isinstance(table, dict):
        table = dict(table)
        table.pop("mandatory", None)  # older files say it of price cards; it makes no difference
        derived["extra"] = {key: table.pop(key) for key in card_keys if key in table}
        derived["is_manager"] = "slots" in table and table.get("always_at_work") is not True
        derived["unlimited"] = table.get("range") == "unlimited"
        if derived["unlimited"]:
            del table["range"]
        elif isinstance(table.get("range"), str):
            expected = 'a whole number or "unlimited"'
            text = f"expected {expected}, found {table['range']!r}"
            problems.append(Problem(file, f"{name}.range", text, table.pop("range"), expected, "unlimited"))
        produces = table.get("produces")
        derived["produces_choice"] = isinstance(produces, dict) and "one_of" in produces
        if derived["produces_choice"]:
            choice = structure(_OneOf, produces, file, f"{name}.produces", problems)
            table["produces"] = dict.fromkeys(choice.one_of, choice.amount) if choice else {}
    return salvage(Card, table, file, name, problems, derived)


def _tile(file: str, name: str, table: Any, problems: list[Problem]) -> Tile | None:
    raw = salvage(_Tile, table, file, name, problems)
    if raw is None:
        return None
    if len(raw.rows) != 5 or any(len(row) != 5 for row in raw.rows):
        problems.append(Problem(file, f"{name}.rows", "expected five strings of five characters", list(raw.rows)))
        return None
    houses = []
    for index, house in enumerate(raw.houses):
        key = f"{name}.houses[{index}]"
        label = house.label or ("" if house.number is None else str(house.number))
        order = hundredths(house.order or str(house.number))
        if not label:
            problems.append(Problem(file, key, "a house needs a number or a label"))
        elif order is None:
            problems.append(
                Problem(file, f"{key}.order", 'expected a number in quotes such as "3.14"', house.order or None)
            )
        row, column = house.at
        if not (0 <= row < 5 and 0 <= column < 5):
            problems.append(Problem(file, f"{key}.at", f"no building is drawn at [{row}, {column}]", [row, column]))
        houses.append(PrintedHouse(HouseId(label), order or 0, house.at, house.garden, house.kind))
    return Tile(TileId(name), raw.rows, tuple(houses), raw.pool)


# --- merging ---------------------------------------------------------------------------------------------------------


class Merger:
    """Merges the content of modules; two modules may give one key only if the values are equal."""

    def __init__(self, card_keys: Sequence[str] = ()) -> None:
        self.card_keys = card_keys
        self.problems: list[Problem] = []
        self.cards: dict[CardId, Card] = {}
        self.goods: dict[GoodId, Good] = {}
        self.tiles: dict[TileId, Tile] = {}
        self.campaigns: dict[CampaignNumber, CampaignTile] = {}
        self.milestones: dict[MilestoneId, Milestone] = {}
        self.reserve_cards: dict[str, tuple[ReserveCard, ...]] = {}
        self.setup: dict[str, Any] = {}
        self.by_key: dict[str, dict[Any, Any]] = {"map": {}, "unique_copies": {}, "printed": {}}
        self.supply_extra: dict[CardId, int] = {}
        self.more_chains: tuple[str, ...] = ()
        self.owner: dict[tuple[str, Any], str] = {}

    def add(self, part: str, into: dict[Any, Any], key: Any, value: Any, file: str) -> None:
        """Adds one keyed value."""
        if key in into and into[key] != value:
            other = self.owner[part, key]
            self.problems.append(
                Problem(file, f"{part}.{key}", f"another value than in {other}; two modules may not differ", value)
            )
            return
        into[key] = value
        self.owner.setdefault((part, key), file)

    def read_module(self, folder: Path, skip: Iterable[str] = ()) -> None:
        """Reads every content file of a module's folder; `skip` names content sets that another module replaces."""
        for name in FILES:
            path = folder / f"{name}.toml"
            if name in skip or not os.path.lexists(path):
                continue
            if not path.is_file():
                self.problems.append(Problem(str(path), "", "it is no file; expected a TOML file of this name"))
                continue
            try:
                document = read_toml(path)
            except Problems as error:
                self.problems.extend(error.problems)
                continue
            if name == "campaigns":
                self._read_campaigns(str(path), document)
            elif name == "setup":
                self._read_setup(str(path), document, skip)
            else:
                self._read_tables(name, str(path), document)

    def _read_tables(self, part: str, file: str, document: Mapping[str, Any]) -> None:
        """A file of named tables: cards, goods, tiles or milestones."""
        problems = self.problems
        read: dict[str, tuple[dict[Any, Any], Callable[[Any, Any], Any]]] = {
            "cards": (self.cards, lambda name, table: _card(file, name, table, problems, self.card_keys)),
            "goods": (self.goods, lambda name, table: salvage(Good, table, file, name, problems, {"id": name})),
            "tiles": (self.tiles, lambda name, table: _tile(file, name, table, problems)),
            "milestones": (
                self.milestones,
                lambda name, table: salvage(Milestone, table, file, name, problems, {"id": name}),
            ),
        }
        into, build = read[part]
        for name, table in document.items():
            value = build(name, table)
            if value is not None:
                self.add(part, into, name, value, file)

    def _read_campaigns(self, file: str, document: Mapping[str, Any]) -> None:
        found = salvage(_Campaigns, document, file, "", self.problems)
        for place, tile in enumerate(found.campaign if found else ()):
            if tile.order and hundredths(tile.order) is None:
                text = 'expected a number in quotes such as "3.14"'
                self.problems.append(Problem(file, f"campaign[{place}].order", text, tile.order))
            self.add("campaigns", self.campaigns, tile.number, tile, file)

    def _read_setup(self, file: str, document: Mapping[str, Any], skip: Iterable[str]) -> None:
        found = salvage(_Setup, document, file, "", self.problems)
        if found is None:
            return
        for key in keys_of(Setup):
            if key not in document:
                continue
            value = getattr(found, key)
            if key in self.by_key:
                for name, each in value.items():
                    self.add(key, self.by_key[key], name, each, file)
            else:
                self.add("setup", self.setup, key, value, file)
        for card, count in found.supply_extra.items():
            self.add("supply_extra", self.supply_extra, card, count, file)
        self.more_chains += tuple(chain for chain in found.more_chains if chain not in self.more_chains)
        if found.reserve_card and "reserve_cards" not in skip:
            self.add("setup", self.reserve_cards, "reserve_card", found.reserve_card, file)

    def content(self) -> Content:
        """The merged content, as far as it could be read; what was wrong is in `problems`."""
        cards = dict(self.cards)
        for name, card in self.cards.items():
            for source in card.trained_from:
                if source in cards and name not in cards[source].trains_to:
                    cards[source] = evolve(cards[source], trains_to=(*cards[source].trains_to, name))
        printed = {**OWN_LETTERS, **self.by_key["printed"]}
        self._check_goods(printed)
        self._check_tiles(printed)
        return Content(
            cards,
            self.goods,
            self.tiles,
            self.campaigns,
            self.milestones,
            self.reserve_cards.get("reserve_card", ()),
            Setup(
                **{
                    **self.setup,
                    **self.by_key,
                    "printed": printed,
                    "chains": (*self.setup.get("chains", ()), *self.more_chains),
                }
            ),
            self.supply_extra,
        )

    def _check_goods(self, printed: Mapping[str, str]) -> None:
        """Cards produce goods that there are, letters mean one good each."""
        letters: dict[str, GoodId] = {}
        taken = f"{GROUND}{''.join(printed)}"
        for name, good in self.goods.items():
            file = self.owner["goods", name]
            if not good.letter:
                continue
            if len(good.letter) != 1 or good.letter in taken:
                self.problems.append(
                    Problem(file, f"{name}.letter", f"expected one letter other than {taken}", good.letter)
                )
            elif good.letter in letters:
                self.problems.append(
                    Problem(file, f"{name}.letter", f"{good.letter} already marks {letters[good.letter]}", good.letter)
                )
            letters[good.letter] = name
        for card_id, card in self.cards.items():
            for key in ("produces", "produces_at_cleanup"):
                for made, _ in getattr(card, key):
                    if made not in self.goods:
                        file = self.owner["cards", card_id]
                        text = f"no good {made}{did_you_mean(made, self.goods)}"
                        near = nearest(made, self.goods)
                        self.problems.append(Problem(file, f"{card_id}.{key}", text, made, "a good", near))

    def _check_tiles(self, printed: Mapping[str, str]) -> None:
        """Tiles show only what letters stand for, and houses where a building is drawn."""
        for letter, name in printed.items():
            if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
                file = self.owner["printed", letter]
                self.problems.append(Problem(file, f"printed.{letter}", "expected one capital letter", name))
        drawn = f"{GROUND}{''.join(printed)}{''.join(good.letter for good in self.goods.values())}"
        for tile_id, tile in self.tiles.items():
            file = self.owner["tiles", tile_id]
            for number, row in enumerate(tile.rows):
                for char in row:
                    if char not in drawn:
                        text = f"{char!r} is nothing that is drawn on tiles; expected one of {drawn}"
                        self.problems.append(Problem(file, f"{tile_id}.rows[{number}]", text, row))
            for number, house in enumerate(tile.houses):
                down, right = house.at
                if 0 <= down < 5 and 0 <= right < 5 and tile.rows[down][right] not in printed:
                    text = f"no building is drawn at [{down}, {right}]"
                    self.problems.append(Problem(file, f"{tile_id}.houses[{number}].at", text, [down, right]))


GROUND = ".#+"  # empty, road, bridge
OWN_LETTERS = {"H": "house", "G": "garden"}


def load_content(plan: Plan) -> Content:
    """The merged content of a plan's modules, in plan order. Raises Problems."""
    found = inspect_content(plan)
    if found.problems:
        raise Problems(found.problems)
    return found.content


def ids_in(module: ModuleInfo, card_keys: Sequence[str]) -> tuple[dict[str, list[Any]], list[Problem]]:
    """The ids of the cards, goods, tiles, campaigns and milestones of one module alone, and what is wrong with its files.

    `card_keys` are keys of cards that modules declare in their manifests.
    """
    own = Merger(card_keys)
    own.read_module(module.folder)
    parts: dict[str, Mapping[Any, Any]] = {
        "cards": own.cards,
        "goods": own.goods,
        "tiles": own.tiles,
        "campaigns": own.campaigns,
        "milestones": own.milestones,
    }
    return {part: list(ids) for part, ids in parts.items()}, own.problems


@frozen
class Inspection:
    """The merged content as far as it can be read, everything wrong with it, and the file of every [part, key]."""

    content: Content
    problems: tuple[Problem, ...]
    files: Mapping[tuple[str, Any], str]


def inspect_content(plan: Plan) -> Inspection:
    """What a plan's modules bring, without an error for what is wrong.

    A content set that a module replaces is left out in the modules it requires, not in those beside it.
    """
    merger = Merger(plan.card_keys)
    for module in plan.modules:
        skip = [
            name
            for other in plan.modules
            if module.id in plan.needs(other.id)
            for name in other.manifest.replaces
            if name in CONTENT_SETS
        ]
        merger.read_module(module.folder, skip)
    content = merger.content()
    return Inspection(content, (*merger.problems, *_check_players(plan, content)), merger.owner)


def _check_players(plan: Plan, content: Content) -> list[Problem]:
    """Every number of players that the plan allows needs its copies of "1x" cards."""
    if not any(card.unique is True for card in content.cards.values()):
        return []
    missing = [
        str(count) for count in range(plan.players[0], plan.players[1] + 1) if count not in content.setup.unique_copies
    ]
    if not missing:
        return []
    text = f"no module of {plan.title} says how many 1x cards {' or '.join(missing)} players use"
    return [Problem("setup.toml", "unique_copies", text)]

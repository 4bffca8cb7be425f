"""Content: cards, goods, tiles, campaign tiles, milestones and setup, read from the TOML files of the modules of a plan.

Nothing is coerced and unknown keys are refused; every problem is reported with file, key and the nearest valid name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli
from attrs import evolve, field, fields, frozen

from fcm_core.errors import Problem, Problems
from fcm_core.names import did_you_mean

if TYPE_CHECKING:
    from fcm_core.plan import Plan


@frozen
class Card:
    """An employee card. Ranges in tile borders, money in dollars; see modules/README.md for every key."""

    id: str
    title: str
    colour: str
    count: int = 0  # copies in the box
    entry: bool = False  # may be hired
    salary: bool = False  # costs a salary
    unique: bool | str = False  # "1x", by itself or as one of a named group
    slots: int = 0
    is_manager: bool = False
    hires: int = 0
    trainings: int = 0
    unused_hire_discount: int = 0
    price: int = 0
    mandatory: bool = False
    tip: int = 0
    bonus_per_sale: int = 0
    income_percent: int = 0
    range: int | None = None
    unlimited: bool = False
    travel: str = ""  # "", road, air
    drinks: int = 0
    campaigns: tuple[str, ...] = ()
    duration: int = 0
    produces: tuple[tuple[str, int], ...] = ()
    produces_choice: bool = False  # one of the goods only
    produces_at_cleanup: tuple[tuple[str, int], ...] = ()
    drive_in: bool = False
    places: tuple[str, ...] = ()  # house, garden
    restaurants: tuple[str, ...] = ()  # open, move
    opens: str = ""  # now, cleanup
    always_at_work: bool = False
    players: tuple[int, int] | None = None
    trains_to: tuple[str, ...] = ()
    trained_from: tuple[str, ...] = ()
    note: str = ""
    extra: Mapping[str, Any] = field(factory=dict, eq=False)


@frozen
class Good:
    """Something sold. `letter` marks its sources on the map."""

    id: str
    title: str
    kind: str  # food, drink, other
    letter: str = ""
    glyph: str = ""
    marketable: bool = True
    freezable: bool = True
    pays_salary: bool = True


@frozen
class PrintedHouse:
    """A house printed on a tile; `at` is its north-west square on the unturned tile."""

    id: str
    order: int  # in hundredths
    at: tuple[int, int]
    garden: str = ""
    kind: str = "house"


@frozen
class Tile:
    """A map tile of 5 x 5 squares."""

    id: str
    rows: tuple[str, ...]
    houses: tuple[PrintedHouse, ...] = ()
    pool: bool = True  # drawn for the map


@frozen
class CampaignTile:
    """A campaign tile. Size in squares, long side first; `lines` rows or columns under an airplane."""

    number: int
    kind: str
    size: tuple[int, int] = (1, 1)
    lines: int = 0
    min_players: int = 0


@frozen
class Milestone:
    """A milestone. `remove_after_round` 0: stays until claimed."""

    id: str
    title: str
    when: str
    effect: str
    starts: str = "at once"
    remove_after_round: int = 0


@frozen
class ReserveCard:
    """A bank reserve card: dollars added at the first break, and what it votes for."""

    value: int
    money: int
    ceo_slots: int = 0
    base_price: int = 0


@frozen
class Setup:
    """By number of players: map size in tiles, copies of "1x" cards. Chains in seating order."""

    map: Mapping[int, tuple[int, int]] = field(factory=dict)
    unique_copies: Mapping[int, int] = field(factory=dict)
    chains: tuple[str, ...] = ()
    restaurants_per_player: int = 3
    base_price: int = 10
    houses: tuple[int, ...] = ()  # numbers of the houses that may be placed
    gardens: int = 0


@frozen
class Content:
    """The merged content of a plan's modules."""

    cards: Mapping[str, Card]
    goods: Mapping[str, Good]
    tiles: Mapping[str, Tile]
    campaigns: Mapping[int, CampaignTile]
    milestones: Mapping[str, Milestone]
    reserve_cards: tuple[ReserveCard, ...]
    setup: Setup
    supply_extra: Mapping[str, int]


FILES = ("cards", "goods", "tiles", "campaigns", "milestones", "setup")


class Reader:
    """Takes typed values out of one TOML table and remembers every problem."""

    def __init__(self, file: str, key: str, table: Any, problems: list[Problem]) -> None:
        self.file = file
        self.key = key
        self.problems = problems
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self.seen: set[str] = set()
        if not isinstance(table, dict):
            self.problem("", f"expected a table, found {table!r}")

    def problem(self, key: str, message: str) -> None:
        """Notes a problem at a key of this table."""
        self.problems.append(Problem(self.file, ".".join(part for part in (self.key, key) if part), message))

    def get(self, key: str, kind: str, default: Any = None, *, required: bool = False) -> Any:
        """The value of a key, checked against a kind: str, int, bool, strings, ints, square, amounts, table, tables."""
        self.seen.add(key)
        if key not in self.table:
            if required:
                self.problem(key, f"missing; expected {KINDS[kind][1]}")
            return default
        value = self.table[key]
        check, expected = KINDS[kind]
        if not check(value):
            self.problem(key, f"expected {expected}, found {value!r}")
            return default
        if kind in ("strings", "ints", "square"):
            return tuple(value)
        return value

    def choice(self, key: str, valid: Sequence[str], default: str) -> str:
        """A string out of a list."""
        value: str = self.get(key, "str", default)
        if value != default and value not in valid:
            self.problem(key, f"expected one of {', '.join(valid)}, found {value!r}{did_you_mean(value, valid)}")
            return default
        return value

    def finish(self) -> None:
        """Refuses the keys nobody asked for."""
        for key in self.table:
            if key not in self.seen:
                self.problem(key, f"unknown key{did_you_mean(key, self.seen)}")


def _is_int(value: Any) -> bool:
    return type(value) is int


def _ints(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_int, value))


KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a string"),
    "int": (_is_int, "a whole number"),
    "bool": (lambda value: isinstance(value, bool), "true or false"),
    "strings": (
        lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
        "a list of strings",
    ),
    "ints": (_ints, "a list of whole numbers"),
    "square": (lambda value: _ints(value) and len(value) == 2, "[row, column]"),
    "amounts": (
        lambda value: isinstance(value, dict) and all(map(_is_int, value.values())),
        "a table of whole numbers",
    ),
    "table": (lambda value: isinstance(value, dict), "a table"),
    "tables": (
        lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
        "a list of tables",
    ),
    "any": (lambda value: True, "a value"),
}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; Problems with file and line when it does not parse or cannot be read."""
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except tomli.TOMLDecodeError as error:
        raise Problems([Problem(str(path), "", f"not valid TOML: {error}")]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Problems([Problem(str(path), "", f"cannot be read: {error}")]) from error


def _card(name: str, read: Reader, card_keys: Sequence[str]) -> Card:
    get = read.get
    reach = get("range", "any")
    if reach is not None and not _is_int(reach) and reach != "unlimited":
        read.problem("range", f'expected a whole number or "unlimited", found {reach!r}')
        reach = None
    unique = get("unique", "any", False)
    if not isinstance(unique, bool | str):
        read.problem("unique", f"expected true, false or the name of a group, found {unique!r}")
        unique = False
    produces = dict(get("produces", "table", {}))
    one_of = produces.pop("one_of", None)
    if one_of is not None:
        amount = produces.pop("amount", 1)
        produces.update(dict.fromkeys(one_of, amount))
    for good, amount in produces.items():
        if not _is_int(amount):
            read.problem(f"produces.{good}", f"expected a whole number, found {amount!r}")
    players = get("players", "ints")
    card = Card(
        id=name,
        title=get("title", "str", name, required=True),
        colour=get("colour", "str", "", required=True),
        count=get("count", "int", 0),
        entry=get("entry", "bool", False),
        salary=get("salary", "bool", False),
        unique=unique,
        is_manager="slots" in read.table and not read.table.get("always_at_work", False),
        slots=get("slots", "int", 0),
        hires=get("hires", "int", 0),
        trainings=get("trainings", "int", 0),
        unused_hire_discount=get("unused_hire_discount", "int", 0),
        price=get("price", "int", 0),
        mandatory=get("mandatory", "bool", False),
        tip=get("tip", "int", 0),
        bonus_per_sale=get("bonus_per_sale", "int", 0),
        income_percent=get("income_percent", "int", 0),
        range=reach if _is_int(reach) else None,
        unlimited=reach == "unlimited",
        travel=read.choice("travel", ("road", "air"), ""),
        drinks=get("drinks", "int", 0),
        campaigns=get("campaigns", "strings", ()),
        duration=get("duration", "int", 0),
        produces=tuple(produces.items()),
        produces_choice=one_of is not None,
        produces_at_cleanup=tuple(get("produces_at_cleanup", "amounts", {}).items()),
        drive_in=get("drive_in", "bool", False),
        places=get("places", "strings", ()),
        restaurants=get("restaurants", "strings", ()),
        opens=read.choice("opens", ("now", "cleanup"), ""),
        always_at_work=get("always_at_work", "bool", False),
        players=(players[0], players[1]) if players and len(players) == 2 else None,
        trains_to=get("trains_to", "strings", ()),
        trained_from=get("trained_from", "strings", ()),
        note=get("note", "str", ""),
        extra={key: get(key, "any") for key in card_keys if key in read.table},
    )
    read.finish()
    return card


def _good(name: str, read: Reader) -> Good:
    good = Good(
        name,
        read.get("title", "str", name),
        read.choice("kind", ("food", "drink", "other"), "other"),
        read.get("letter", "str", ""),
        read.get("glyph", "str", ""),
        read.get("marketable", "bool", True),
        read.get("freezable", "bool", True),
        read.get("pays_salary", "bool", True),
    )
    read.finish()
    return good


def hundredths(text: str) -> int | None:
    """ "3.14" as 314; None if it is not a number with at most two decimals."""
    whole, _, part = text.partition(".")
    if not whole.isdigit() or (part and not part.isdigit()) or len(part) > 2:
        return None
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _tile(name: str, read: Reader) -> Tile:
    rows = read.get("rows", "strings", (), required=True)
    if len(rows) != 5 or any(len(row) != 5 for row in rows):
        read.problem("rows", "expected five strings of five characters")
    houses = []
    for index, table in enumerate(read.get("houses", "tables", [])):
        house = Reader(read.file, f"{read.key}.houses[{index}]", table, read.problems)
        number = house.get("number", "int")
        label = house.get("label", "str", str(number))
        order = hundredths(house.get("order", "str", str(number)))
        if order is None:
            house.problem("order", 'expected a number in quotes such as "3.14"')
        houses.append(
            PrintedHouse(
                label,
                order or 0,
                house.get("at", "square", (0, 0), required=True),
                house.choice("garden", ("N", "E", "S", "W"), ""),
                house.get("kind", "str", "house"),
            )
        )
        house.finish()
    tile = Tile(name, rows, tuple(houses), read.get("pool", "bool", True))
    read.finish()
    return tile


def _campaign(read: Reader) -> CampaignTile:
    tile = CampaignTile(
        read.get("number", "int", 0, required=True),
        read.get("kind", "str", "", required=True),
        read.get("size", "square", (1, 1)),
        read.get("lines", "int", 0),
        read.get("min_players", "int", 0),
    )
    read.finish()
    return tile


def _milestone(name: str, read: Reader) -> Milestone:
    milestone = Milestone(
        name,
        read.get("title", "str", name, required=True),
        read.get("when", "str", "", required=True),
        read.get("effect", "str", "", required=True),
        read.get("starts", "str", "at once"),
        read.get("remove_after_round", "int", 0),
    )
    read.finish()
    return milestone


def _by_players(read: Reader, key: str, kind: str) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for count, value in read.get(key, "table", {}).items():
        if not count.isdigit() or not KINDS[kind][0](value):
            read.problem(f"{key}.{count}", f"expected a number of players = {KINDS[kind][1]}")
            continue
        found[int(count)] = tuple(value) if kind == "square" else value
    return found


class Merger:
    """Merges the content of modules; two modules may give one key only if the values are equal."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.parts: dict[str, dict[Any, Any]] = {
            name: {} for name in ("cards", "goods", "tiles", "campaigns", "milestones", "setup", "supply_extra")
        }
        self.owner: dict[tuple[str, Any], str] = {}
        self.reserve_cards: tuple[ReserveCard, ...] = ()

    def add(self, part: str, key: Any, value: Any, file: str) -> None:
        """Adds one keyed value."""
        known = self.parts[part].get(key)
        if known is not None and known != value:
            self.problems.append(
                Problem(
                    file, f"{part}.{key}", f"another value than in {self.owner[part, key]}; two modules may not differ"
                )
            )
            return
        self.parts[part][key] = value
        self.owner[part, key] = file

    def read_module(self, folder: Path, card_keys: Sequence[str], skip: Iterable[str] = ()) -> None:
        """Reads every content file of a module's folder; `skip` names content sets that another module replaces."""
        for name in FILES:
            path = folder / f"{name}.toml"
            if not path.is_file() or name in skip:
                continue
            try:
                document = read_toml(path)
            except Problems as error:
                self.problems.extend(error.problems)
                continue
            getattr(self, f"_read_{name}")(str(path), document, card_keys, skip)

    def _tables(self, file: str, document: Mapping[str, Any]) -> Iterable[tuple[str, Reader]]:
        for name, table in document.items():
            yield name, Reader(file, name, table, self.problems)

    def _read_cards(self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]) -> None:
        for name, read in self._tables(file, document):
            self.add("cards", name, _card(name, read, card_keys), file)

    def _read_goods(self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]) -> None:
        for name, read in self._tables(file, document):
            self.add("goods", name, _good(name, read), file)

    def _read_tiles(self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]) -> None:
        for name, read in self._tables(file, document):
            self.add("tiles", name, _tile(name, read), file)

    def _read_campaigns(
        self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]
    ) -> None:
        top = Reader(file, "", document, self.problems)
        for index, table in enumerate(top.get("campaign", "tables", [])):
            tile = _campaign(Reader(file, f"campaign[{index}]", table, self.problems))
            self.add("campaigns", tile.number, tile, file)
        top.finish()

    def _read_milestones(
        self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]
    ) -> None:
        for name, read in self._tables(file, document):
            self.add("milestones", name, _milestone(name, read), file)

    def _read_setup(self, file: str, document: dict[str, Any], card_keys: Sequence[str], skip: Iterable[str]) -> None:
        read = Reader(file, "", document, self.problems)
        values: dict[str, Any] = {}
        for key, kind in (
            ("chains", "strings"),
            ("restaurants_per_player", "int"),
            ("base_price", "int"),
            ("houses", "ints"),
            ("gardens", "int"),
        ):
            value = read.get(key, kind)
            if value is not None:
                values[key] = value
        for key, kind in (("map", "square"), ("unique_copies", "int")):
            for count, value in _by_players(read, key, kind).items():
                self.add("setup", (key, count), value, file)
        for key, value in values.items():
            self.add("setup", key, value, file)
        for name, count in read.get("supply_extra", "amounts", {}).items():
            self.add("supply_extra", name, count, file)
        cards = []
        for index, table in enumerate(read.get("reserve_card", "tables", [])):
            card = Reader(file, f"reserve_card[{index}]", table, self.problems)
            cards.append(
                ReserveCard(
                    card.get("value", "int", 0, required=True),
                    card.get("money", "int", 0, required=True),
                    card.get("ceo_slots", "int", 0),
                    card.get("base_price", "int", 0),
                )
            )
            card.finish()
        if cards and "reserve_cards" not in skip:
            self.reserve_cards = tuple(cards)
        read.finish()

    def content(self) -> Content:
        """The merged content; raises Problems with everything that was wrong."""
        cards: dict[str, Card] = dict(self.parts["cards"])
        for name, card in list(cards.items()):
            for source in card.trained_from:
                if source in cards and name not in cards[source].trains_to:
                    cards[source] = evolve(cards[source], trains_to=(*cards[source].trains_to, name))
        goods = self.parts["goods"]
        for name, card in cards.items():
            for good, _ in (*card.produces, *card.produces_at_cleanup):
                if good not in goods:
                    file = self.owner["cards", name]
                    self.problems.append(
                        Problem(file, f"{name}.produces", f"no good {good}{did_you_mean(good, goods)}")
                    )
        if self.problems:
            raise Problems(self.problems)
        setup: dict[str, Any] = {}
        for key, value in self.parts["setup"].items():
            if isinstance(key, tuple):
                setup.setdefault(key[0], {})[key[1]] = value
            else:
                setup[key] = value
        known = {each.name for each in fields(Setup)}
        return Content(
            cards,
            goods,
            self.parts["tiles"],
            self.parts["campaigns"],
            self.parts["milestones"],
            self.reserve_cards,
            Setup(**{key: value for key, value in setup.items() if key in known}),
            self.parts["supply_extra"],
        )


def load_content(plan: Plan) -> Content:
    """The merged content of a plan's modules, in plan order. Raises Problems."""
    merger = Merger()
    replaced = {name: module.id for module in plan.modules for name in module.manifest.replaces}
    for module in plan.modules:
        skip = [name for name, by in replaced.items() if by != module.id]
        merger.read_module(module.folder, module.manifest.card_keys, skip)
    return merger.content()

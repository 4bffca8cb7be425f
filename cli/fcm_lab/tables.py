"""The tables that games leave behind: one frozen class per table, one object per row.

Every column is documented here, with its unit, and `columns` hands these texts to whoever prints them. Seats count from 0,
money is whole dollars, rounds count from 1 and 0 stands for "never". A `game` is named alike in all tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

import attrs
from attrs import field, frozen

R = TypeVar("R", bound="Row")


def col(text: str, **more: Any) -> Any:
    """A column with the text that documents it."""
    return field(metadata={"column": text}, **more)


@frozen
class Row:
    """A row of a table. Its values are whole numbers, numbers, texts and true or false, never missing."""

    table: ClassVar[str]
    measured: ClassVar[bool] = False  # times: not the same on another machine or at another hour

    def plain(self) -> dict[str, Any]:
        """The row as plain data by column."""
        return {each.name: getattr(self, each.name) for each in attrs.fields(type(self))}


@frozen
class GameRow(Row):
    """One game."""

    table: ClassVar[str] = "games"
    game: str = col("arm/players/block/line-up/rotation; the same name in every table")
    arm: str = col("the name of the rules in the plan")
    players: int = col("number of players")
    block: int = col("number of the block, from 0; games of one block and one number of players share the map")
    seed: int = col("seed of the map and of everything else in the game; `fcm play RULESET --seed` draws the same map")
    lineup: int = col("number of the line-up in the plan, from 0")
    rotation: int = col("by how many seats the line-up is turned")
    bots: str = col("bots by seat, separated by commas")
    winner: int = col("seat that won; -1 where nobody did, as in a game that was stopped")
    rounds: int = col("rounds begun")
    end: str = col("how it ended: bank, bankrupt (nobody is left), stopped (too many rounds), error")
    breaks: int = col("how often the bank broke")
    first_break: int = col("round of the first break of the bank")
    last_break: int = col("round of the last break of the bank")
    bank: int = col("dollars in the bank at the end")
    decisions: int = col("decisions made by all seats")
    fallbacks: int = col("answers of bots that could not be used; the usual action was taken instead")
    error: str = col("what went wrong first, empty in a sound game")
    save: str = col("name of the save in the folder errors, where something went wrong")


@frozen
class SeatRow(Row):
    """One seat of a game. Games that ended in an error have none."""

    table: ClassVar[str] = "seats"
    game: str = col("name of the game")
    seat: int = col("the seat")
    bot: str = col("the bot that sat there")
    place: int = col("place at the end, from 1")
    score: float = col("1 for the first place, 0 for the last, even steps between")
    won: bool = col("whether it won")
    cash: int = col("dollars at the end")
    opening: str = col("the first card hired, by its id")
    hires: str = col("the first three cards hired, separated by commas")
    style: str = col("train + hire three, hire three, train or other: which of the two milestones it earned")
    reserve: int = col("number on the reserve card it chose; -1 where there is none")
    corner: str = col("quarter of the map of its first restaurant: NW, NE, SW, SE")
    first_sale: int = col("round of its first sale")
    first_20: int = col("round in which it first had $20 or more")
    first_100: int = col("round in which it first had $100 or more")
    houses: int = col("how many houses it served")
    items: int = col("items sold")
    income: int = col("dollars earned in all Dinnertimes")
    bonuses: int = col("dollars of the income that were bonuses on items and sales")
    salaries: int = col("dollars of salaries paid")
    bankrupt: bool = col("whether it went bankrupt")
    illegal: int = col("answers that were not legal")
    raised: int = col("times the bot raised an error")


@frozen
class MilestoneRow(Row):
    """A milestone that a seat earned."""

    table: ClassVar[str] = "milestones"
    game: str = col("name of the game")
    seat: int = col("the seat")
    milestone: str = col("the milestone's id")
    round: int = col("round it was earned in")
    shared: int = col("how many other seats earned it too")


@frozen
class RoundRow(Row):
    """A seat in a round."""

    table: ClassVar[str] = "rounds"
    game: str = col("name of the game")
    round: int = col("the round")
    seat: int = col("the seat")
    cash: int = col("dollars at the end of the round")
    income: int = col("dollars earned in Dinnertime, tips and percentages too")
    salary: int = col("dollars of salaries paid")
    price: int = col("dollars per item at the end of its working turn")
    staff: int = col("cards it owned at the end of its working turn, the CEO too")
    stock: int = col("items in stock at the end of its working turn")
    houses: int = col("houses it served")
    items: int = col("items it sold")
    demand: int = col("demand counters on the board when Dinnertime came, the same for all seats")
    bank: int = col("dollars in the bank at the end of the round, the same for all seats")


@frozen
class GoodRow(Row):
    """What a seat sold of one good in the whole game."""

    table: ClassVar[str] = "goods"
    game: str = col("name of the game")
    seat: int = col("the seat")
    good: str = col("the good's id")
    items: int = col("items sold")
    money: int = col("dollars for them at the unit price, doubled by gardens; bonuses stand in seats.bonuses")


@frozen
class DecisionRow(Row):
    """One decision. Only on request: there are hundreds in a game."""

    table: ClassVar[str] = "decisions"
    measured: ClassVar[bool] = True
    game: str = col("name of the game")
    number: int = col("which decision of the game, from 0")
    seat: int = col("the seat")
    round: int = col("the round; 0 in setup")
    kind: str = col("the kind of decision")
    action: str = col("the kind of action chosen")
    ms: float = col("milliseconds that the bot took, with making its view and checking its answer")


@frozen
class TimingRow(Row):
    """How long a bot took to decide: a histogram per batch."""

    table: ClassVar[str] = "timings"
    measured: ClassVar[bool] = True
    arm: str = col("the name of the rules in the plan")
    players: int = col("number of players")
    bot: str = col("the bot")
    ms: float = col("upper limit of the class in milliseconds; the next class goes a tenth further")
    decisions: int = col("decisions in this class")


@frozen
class VersionRow(Row):
    """With what a batch was played. Batches that differ here are not merged."""

    table: ClassVar[str] = "versions"
    arm: str = col("the name of the rules in the plan; empty for the programs")
    part: str = col("fcm_core, fcm_lab, a module's id, or `ruleset` for players, options and order")
    version: str = col("its version")
    digest: str = col("hash of its files or values")


TABLES: tuple[type[Row], ...] = (
    GameRow,
    SeatRow,
    MilestoneRow,
    RoundRow,
    GoodRow,
    DecisionRow,
    TimingRow,
    VersionRow,
)
BY_NAME: Mapping[str, type[Row]] = {each.table: each for each in TABLES}
Tables: TypeAlias = dict[type[Row], list[Row]]  # every table with its rows


def new_tables() -> Tables:
    """Every table, empty."""
    return {each: [] for each in TABLES}


def rows_of(tables: Mapping[type[Row], Sequence[Row]], kind: type[R]) -> list[R]:
    """The rows of one table."""
    return [row for row in tables.get(kind, ()) if isinstance(row, kind)]


def columns(kind: type[Row]) -> dict[str, str]:
    """Column -> what it holds."""
    return {each.name: str(each.metadata["column"]) for each in attrs.fields(kind)}


def column_types(kind: type[Row]) -> dict[str, type]:
    """Column -> the type of its values: int, float, str or bool."""
    attrs.resolve_types(kind)
    found: dict[str, type] = {}
    for each in attrs.fields(kind):
        assert isinstance(each.type, type)
        found[each.name] = each.type
    return found


def document() -> str:
    """All tables and columns as Markdown, for the README."""
    lines = []
    for kind in TABLES:
        about = (kind.__doc__ or "").strip().splitlines()[0]
        lines += [f"**{kind.table}.** {about}", "", "| column | type | what |", "| --- | --- | --- |"]
        types = column_types(kind)
        lines += [f"| {name} | {types[name].__name__} | {text} |" for name, text in columns(kind).items()]
        lines.append("")
    return "\n".join(lines)

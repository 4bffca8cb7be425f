"""Narrowing a form to one action: first what, then where, then how it is turned, then its terms.

A form lists every legal action as a row (see fcm_face.forms). What remains is always one of these rows, so nothing illegal
can be put together. A field with one value left fills itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

Plain = dict[str, Any]
Place = tuple[int, int]
Row = tuple[int, int]  # table of the form, row in it


@frozen
class Option:
    """Rows that agree in what is done, to be told apart by place, turn and terms."""

    table: int
    name: str  # the action
    title: str
    told: tuple[str, ...]  # what is done, a word for each value
    hint: str
    ref: str
    rows: tuple[int, ...]
    given: tuple[tuple[str, Any], ...] = ()
    squares: tuple[Place, ...] = ()  # of a way over several squares, which is picked as a whole

    @property
    def label(self) -> str:
        """What is done, in one line."""
        return " · ".join(self.told)


@frozen
class Column:
    """A field that is still open, with the values that are left and the one that is chosen."""

    name: str
    title: str
    role: str
    values: tuple[Plain, ...]
    chosen: int  # index into values


def _key(value: Any) -> Any:
    return tuple(_key(each) for each in value) if isinstance(value, list) else value


@define
class Choosing:
    """A form and what has been chosen of it so far."""

    form: Plain
    kept: dict[str, Any] = field(factory=dict)  # values of terms chosen before, by field, to begin with
    options: list[Option] = field(init=False, factory=list)
    option: Option | None = field(init=False, default=None)
    place: Place | None = field(init=False, default=None)
    turned: int = field(init=False, default=0)
    _places: dict[Place, list[int]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for index, table in enumerate(self.form["actions"]):
            self.options += _options(index, table)
        if len(self.options) == 1:
            self.choose(self.options[0])

    # --- what ------------------------------------------------------------------------------------------------------

    def choose(self, option: Option | None) -> None:
        """Takes an option, or gives it up again."""
        self.option = option
        self.place = None
        self.turned = 0
        self._places = {}
        where = self._where
        if option is None or where is None:
            return
        column, found = where
        rows = self._table["rows"]
        for row in option.rows:
            index = rows[row][column]
            if index >= 0:
                at = found["values"][index]["value"]
                self._places.setdefault((at[0], at[1]), []).append(row)

    @property
    def _table(self) -> Plain:
        assert self.option is not None
        table: Plain = self.form["actions"][self.option.table]
        return table

    @property
    def _where(self) -> tuple[int, Plain] | None:
        """The field that holds the square. A way over several squares is picked from the list, with where it begins."""
        if self.option is None or self.option.squares:
            return None
        for index, each in enumerate(self._table["fields"]):
            if each["role"] == "where" and each["kind"] == "square":
                return index, each
        return None

    # --- where -----------------------------------------------------------------------------------------------------

    @property
    def places(self) -> Mapping[Place, list[int]]:
        """The squares that the option can be put on, with their rows."""
        return self._places

    def go(self, place: Place | None) -> None:
        """Chooses a square, legal or not."""
        if place != self.place:
            self.place = place
            self.turned = 0

    def next_place(self, step: int) -> Place | None:
        """The legal square after (1) or before (-1) the chosen one, in reading order; round the corner at the end."""
        known = sorted(self._places)
        if not known:
            return None
        here = self.place or (-1, -1)
        later = [each for each in known if (each > here if step > 0 else each < here)]
        if later:
            return later[0] if step > 0 else later[-1]
        return known[0] if step > 0 else known[-1]

    # --- how -------------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[int]:
        """The rows of the option at the chosen place."""
        if self.option is None:
            return []
        if self._places:
            return self._places.get(self.place, []) if self.place is not None else []
        return list(self.option.rows)

    def _variants(self, rows: Iterable[int]) -> list[tuple[int, ...]]:
        """What can be turned to: the values that occur in the fields of turning, together."""
        columns = [index for index, each in enumerate(self._table["fields"]) if each["role"] == "turn"]
        table = self._table["rows"]
        return list(dict.fromkeys(tuple(table[row][column] for column in columns) for row in rows))

    @property
    def variants(self) -> int:
        """In how many ways the option can be turned here."""
        return len(self._variants(self.rows)) if self.option is not None else 0

    def turn(self, step: int) -> None:
        """Turns what is placed."""
        if self.variants:
            self.turned = (self.turned + step) % self.variants

    def turned_rows(self) -> list[int]:
        """The rows that remain at this place and turned like this."""
        rows = self.rows
        if self.option is None or not rows:
            return []
        variants = self._variants(rows)
        chosen = variants[self.turned % len(variants)]
        columns = [index for index, each in enumerate(self._table["fields"]) if each["role"] == "turn"]
        table = self._table["rows"]
        return [row for row in rows if tuple(table[row][column] for column in columns) == chosen]

    def turn_text(self) -> str:
        """How it is turned now, in words."""
        if self.option is None or self.variants < 2:
            return ""
        chosen = self._variants(self.rows)[self.turned % self.variants]
        fields = [each for each in self._table["fields"] if each["role"] == "turn"]
        words = [
            f"{each['title']} {each['values'][index]['label']}"
            for each, index in zip(fields, chosen, strict=True)
            if index >= 0
        ]
        return ", ".join(words)

    def columns(self) -> list[Column]:
        """The fields that more than one value is left of, in the order in which they are asked, each with its choice.

        What an earlier field takes narrows the later ones.
        """
        return self._narrowed()[0]

    def _narrowed(self) -> tuple[list[Column], list[int]]:
        rows = self.turned_rows()
        found: list[Column] = []
        if self.option is None:
            return found, rows
        table = self._table
        open_ = [(index, each) for index, each in enumerate(table["fields"]) if each["role"] not in ("where", "turn")]
        open_ += [
            (index, each)
            for index, each in enumerate(table["fields"])
            if each["role"] == "where" and (self._where is None or index != self._where[0])
        ]
        for index, each in open_:
            left = sorted({table["rows"][row][index] for row in rows})
            if len(left) < 2:
                continue
            values = tuple(each["values"][value] if value >= 0 else {"value": None, "label": "-"} for value in left)
            kept = self.kept.get(each["name"])
            chosen = next((place for place, value in enumerate(values) if _key(value["value"]) == kept), 0)
            found.append(Column(each["name"], each["title"], each["role"], values, chosen))
            rows = [row for row in rows if table["rows"][row][index] == left[chosen]]
        return found, rows

    def set_column(self, name: str, index: int) -> None:
        """Takes a value of an open field. IndexError where there is no such value."""
        column = next(each for each in self.columns() if each.name == name)
        if not 0 <= index < len(column.values):
            raise IndexError(index)
        self.kept[name] = _key(column.values[index]["value"])

    @property
    def row(self) -> Row | None:
        """The one row that is chosen now; None where the square is no legal one or nothing is chosen."""
        if self.option is None:
            return None
        _, rows = self._narrowed()
        return (self.option.table, rows[0]) if rows else None


def _options(index: int, table: Plain) -> list[Option]:
    """A table's rows grouped by what is done."""
    fields = table["fields"]
    ways = [each for each in fields if each["kind"] == "squares" and each["values"]]
    roles = ("what", "where") if ways else ("what",)
    what = [place for place, each in enumerate(fields) if each["role"] in roles]
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, row in enumerate(table["rows"]):
        groups.setdefault(tuple(row[place] for place in what), []).append(number)
    found = []
    for key, rows in groups.items():
        values = [
            (fields[place], fields[place]["values"][value])
            for place, value in zip(what, key, strict=True)
            if value >= 0
        ]
        told = [_word(each, value) for each, value in values]
        hints = [value["hint"] for _, value in values if value.get("hint")]
        refs = [value["ref"] for _, value in values if value.get("ref")]
        found.append(
            Option(
                table=index,
                name=table["name"],
                title=table["title"],
                told=tuple(told) or (table["title"],),
                hint=hints[-1] if hints else "",
                ref=refs[-1] if refs else "",
                rows=tuple(rows),
                given=tuple((each["name"], _key(value["value"])) for each, value in values),
                squares=_way(values) if ways else (),
            )
        )
    return found


def _way(values: Iterable[tuple[Plain, Plain]]) -> tuple[Place, ...]:
    """The squares of a way that is picked as a whole."""
    found: list[Place] = []
    for each, value in values:
        if each["kind"] == "square":
            found.append((value["value"][0], value["value"][1]))
        elif each["kind"] == "squares":
            found += [(row, column) for row, column in value["value"]]
    return tuple(found)


def _word(column: Plain, value: Plain) -> str:
    """A value in an option's label; a bare number or yes needs the field's name."""
    label: str = value["label"]
    return f"{column['title']} {label}" if column["kind"] in ("int", "bool") else label

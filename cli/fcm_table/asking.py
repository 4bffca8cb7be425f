"""How a form is asked: as a list and places on the board, as cards to switch on and off, or as amounts. No widget.

Each keeps what is chosen so far and answers with the action that it comes to, as JSON, and with lines to show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field
from rich.text import Text

from fcm_table.choosing import Choosing, Option
from fcm_table.panels import BOLD, GREY, KEY, WARN, money, spaced

Plain = dict[str, Any]


@define
class Picking:
    """A list of what can be done, then places on the board, turns and terms."""

    form: Plain
    kept: dict[str, Any]
    choosing: Choosing = field(init=False)
    entries: list[Option | Plain] = field(init=False)  # options, then plain answers
    at: int = field(init=False, default=0)
    on_board: bool = field(init=False, default=False)
    column: int = field(init=False, default=0)  # the field that digits answer

    def __attrs_post_init__(self) -> None:
        self.choosing = Choosing(self.form, self.kept)
        self.entries = [*self.choosing.options, *self.form["plain"]]
        self.select(0)
        if len(self.choosing.options) == 1 and self.choosing.places:
            self.on_board = True

    def select(self, at: int) -> None:
        """Goes to an entry of the list."""
        if not self.entries:
            return
        self.at = max(0, min(at, len(self.entries) - 1))
        entry = self.entries[self.at]
        self.choosing.choose(entry if isinstance(entry, Option) else None)
        self.column = 0

    @property
    def entry(self) -> Option | Plain | None:
        """The entry of the list that is chosen."""
        return self.entries[self.at] if self.entries else None

    @property
    def plain(self) -> Plain | None:
        """The plain answer that is chosen, if it is one."""
        entry = self.entry
        return entry if isinstance(entry, dict) else None

    def action(self) -> Plain | None:
        """The action as JSON; None where the square is no legal one."""
        plain = self.plain
        if plain is not None:
            found: Plain = plain["action"]
            return found
        row = self.choosing.row
        return row_json(self.form, *row) if row is not None else None

    def list_lines(self, width: int) -> tuple[list[Text], int]:
        """The entries, and the line of the chosen one. What several have in common stands over them."""
        several = len({entry.table for entry in self.entries if isinstance(entry, Option)}) > 1
        found: list[Text] = []
        over = ""
        cursor = 0
        for index, entry in enumerate(self.entries):
            text = Text.assemble((f"{index + 1:>2} " if index < 9 else "   ", GREY), no_wrap=True)
            if isinstance(entry, Option):
                head = " · ".join(
                    [*([entry.title] if several and entry.told != (entry.title,) else []), *entry.told[:-1][:1]]
                )
                if head and head != over:
                    found.append(Text(head, BOLD, no_wrap=True))
                over = head
                rest = " · ".join(entry.told[1:] if len(entry.told) > 1 else entry.told)
                text.append(f"> {rest}" if head else rest)
                room = width - text.cell_len - 2
                if entry.hint and room > 8:
                    text.append(f"  {entry.hint}"[:room], GREY)
            else:
                over = ""
                text.append(entry["label"], KEY)
                text.append(" !" if entry["warn"] else "", WARN)
            text.truncate(width, overflow="crop")
            if index == self.at:
                cursor = len(found)
            found.append(text)
        return found, cursor

    def term_lines(self) -> list[Text]:
        """The fields that are still open, with their values; the one that digits answer is marked."""
        found = []
        for place, column in enumerate(self.choosing.columns()):
            text = Text.assemble(("> " if place == self.column else "  ", KEY))
            text.append(f"{column.title} ", BOLD)
            for index, value in enumerate(column.values):
                label = value["label"]
                text.append(
                    f"[{label}]" if index == column.chosen else f" {label} ", BOLD if index == column.chosen else ""
                )
            found.append(text)
        turned = self.choosing.turn_text()
        if turned:
            here = f"{self.choosing.turned % self.choosing.variants + 1} of {self.choosing.variants}"
            found.append(Text.assemble(("  r ", KEY), turned, (f"  {here}", GREY)))
        return found

    def next_column(self, step: int) -> None:
        """Goes to another open field."""
        columns = self.choosing.columns()
        self.column = (self.column + step) % len(columns) if columns else 0

    def set_value(self, index: int | None = None, step: int = 0) -> bool:
        """Takes a value of the marked field: by its number, or the next one. False where there is none."""
        columns = self.choosing.columns()
        if not columns:
            return False
        column = columns[min(self.column, len(columns) - 1)]
        wanted = (column.chosen + step) % len(column.values) if index is None else index
        if not 0 <= wanted < len(column.values):
            return False
        self.choosing.set_column(column.name, wanted)
        return True


def row_json(form: Plain, table: int, row: int) -> Plain:
    """The action that stands in a row, as JSON."""
    known = form["actions"][table]
    plain: Plain = {"action": known["name"]}
    for each, index in zip(known["fields"], known["rows"][row], strict=True):
        if index >= 0:
            plain[each["name"]] = each["values"][index]["value"]
    return plain


@define
class Cards:
    """Cards that are switched on and off: a company structure, or who is fired."""

    form: Plain
    rows: list[Plain] = field(init=False)
    on: list[bool] = field(init=False)
    at: int = field(init=False, default=0)
    name: str = field(init=False)  # the field of the action

    def __attrs_post_init__(self) -> None:
        self.rows = [row for row in self.form["pool"] for _ in range(row["count"])]
        self.name = next(key for key in self.form["default"] if key != "action")
        self.on = [False] * len(self.rows)
        self.take(self.form["default"][self.name])

    @property
    def structure(self) -> bool:
        """Whether a company structure is made."""
        return bool(self.form["mode"] == "structure")

    def take(self, cards: Sequence[str]) -> None:
        """Switches on these cards, as many as there are, and all others off."""
        left = list(cards)
        for index, row in enumerate(self.rows):
            self.on[index] = row["card"] in left
            if self.on[index]:
                left.remove(row["card"])

    def toggle(self, at: int) -> str:
        """Switches a card; the reason where it must stay as it is."""
        row = self.rows[at]
        if row.get("fixed"):
            return f"{row['title']} is busy and cannot go"
        must = list(self.form.get("must", ())).count(row["card"])
        on = sum(self.on[index] for index, each in enumerate(self.rows) if each["card"] == row["card"])
        if self.on[at] and on <= must:
            return f"{row['title']} must go"
        self.on[at] = not self.on[at]
        return ""

    def chosen(self) -> list[str]:
        """The cards that are on."""
        return [row["card"] for index, row in enumerate(self.rows) if self.on[index]]

    def action(self) -> Plain:
        """The action as JSON."""
        return {"action": self.form["default"]["action"], self.name: self.chosen()}

    def list_lines(self, width: int) -> tuple[list[Text], int]:
        """The cards, with what they cost and do; and the line of the chosen one."""
        found = []
        must = list(self.form.get("must", ()))
        for index, row in enumerate(self.rows):
            mark = "x" if self.on[index] else " "
            text = Text.assemble((f"[{mark}] ", KEY if self.on[index] else GREY), no_wrap=True)
            text.append(row["title"], BOLD if self.on[index] else "")
            if row.get("where"):
                text.append(f" {row['where']}", GREY)
            if row.get("campaigns"):
                text.append(f" ({'+'.join(map(str, row['campaigns']))})", GREY)
            if row["card"] in must and self.on[index]:
                must.remove(row["card"])
                text.append(" must go", WARN)
            if row.get("fixed"):
                text.append(" stays", GREY)
            text.append(f" {money(row['salary'])}" if row["salary"] else "", WARN if row["salary"] else "")
            room = width - text.cell_len - 2
            if room > 8 and row.get("text"):
                text.append(f"  {row['text']}"[:room], GREY)
            text.truncate(width, overflow="crop")
            found.append(text)
        return found, self.at


@define
class Amounts:
    """How many of each good."""

    form: Plain
    amounts: dict[str, int] = field(init=False)
    at: int = field(init=False, default=0)
    name: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.name = next(key for key in self.form["default"] if key != "action")
        given = self.form["default"][self.name]
        pairs = given.items() if isinstance(given, Mapping) else given
        self.amounts = {row["good"]: 0 for row in self.form["pool"]} | {good: amount for good, amount in pairs}

    @property
    def total(self) -> int:
        """Items that are kept."""
        return sum(self.amounts.values())

    def change(self, step: int) -> None:
        """More or less of the good under the cursor."""
        row = self.form["pool"][self.at]
        room = self.form.get("room")
        most = row["count"] if room is None else min(row["count"], self.amounts[row["good"]] + room - self.total)
        self.amounts[row["good"]] = max(0, min(most, self.amounts[row["good"]] + step))

    def fill(self) -> None:
        """As much as fits, what the board asks for first."""
        self.amounts = dict.fromkeys(self.amounts, 0)
        room = self.form.get("room")
        for row in sorted(self.form["pool"], key=lambda each: -each["demand"]):
            space = row["count"] if room is None else min(row["count"], room - self.total)
            self.amounts[row["good"]] = max(0, space)

    def action(self) -> Plain:
        """The action as JSON."""
        kept = {good: amount for good, amount in self.amounts.items() if amount}
        return {"action": self.form["default"]["action"], self.name: kept}

    def list_lines(self, width: int) -> tuple[list[Text], int]:
        """A line for each good: kept, in stock, asked for on the board; and the line of the chosen one."""
        found = []
        for row in self.form["pool"]:
            text = Text.assemble((f"{self.amounts[row['good']]:>2} of {row['count']:<2} ", KEY), no_wrap=True)
            text.append(spaced(row["title"]), BOLD)
            text.append(f"  demand {row['demand']}", GREY)
            text.truncate(width, overflow="crop")
            found.append(text)
        return found, self.at


Asking = Picking | Cards | Amounts


def asking_of(form: Plain, kept: dict[str, Any]) -> Asking:
    """How this form is asked."""
    if form["mode"] in ("structure", "cards"):
        return Cards(form)
    if form["mode"] == "amounts":
        return Amounts(form)
    return Picking(form, kept)

"""The board as letters: what every square shows at a scale, and what is laid over it. No widget.

Two characters stand for a square at scale 1, four in two lines at scale 2. Nothing is told by colour alone: every sign is a
letter, so a screen without colours shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen
from rich.segment import Segment
from rich.style import Style

Plain = dict[str, Any]
Place = tuple[int, int]

CHAINS = ("#e06c75", "#61afef", "#98c379", "#e5c07b", "#c678dd", "#56b6c2")
GROUND = ("#2b3a2b", "#344634")  # tiles by turns, so that seams are seen where no line is drawn
INK = "#101010"
STYLES = {
    "road": Style(color="#7d7d7d", bgcolor="#4a4a4a"),
    "bridge": Style(color="#dddddd", bgcolor="#4a4a4a"),
    "house": Style(color="#1b1b1b", bgcolor="#d8c9a0"),
    "lit": Style(color=INK, bgcolor="#ffb454", bold=True),
    "garden": Style(color="#8fd98f", bgcolor="#2f5a2f"),
    "campaign": Style(color="#111111", bgcolor="#d7a6ff", underline=True),
    "piece": Style(color="#111111", bgcolor="#9fd0c8"),
    "ghost": Style(color="#000000", bgcolor="#ffff66", bold=True),
    "wrong": Style(color="#000000", bgcolor="#ff5f5f", bold=True),
    "off": Style(),
}
DIM = Style(color="#8a8a8a")
BRIGHT = Style(bold=True)
PLACE = "#ffff66"  # a legal place


@frozen
class Glyphs:
    """The signs of a board, in what the output can show."""

    road: str
    bridge: str
    empty: str
    across: str
    seam: str
    cross: str
    eternal: str


UNICODE = Glyphs("▒", "╪", "·", "─", "│", "┼", "∞")
ASCII = Glyphs("#", "+", ".", "-", "|", "+", "=")


def signs(goods: Iterable[str]) -> dict[str, str]:
    """A letter for each good: the first of its name that no good before it has."""
    taken: dict[str, str] = {}
    for good in goods:
        letters = [letter for letter in good.lower() if letter.isalpha()]
        free = [letter for letter in letters if letter not in taken.values()]
        taken[good] = (
            free[0]
            if free
            else next((letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in taken.values()), "?")
        )
    return taken


@frozen
class Cell:
    """What a square shows: its lines of text, and its colours."""

    lines: tuple[str, ...]
    style: Style
    kind: str
    ref: str = ""


@define
class Overlay:
    """What is laid over the board for a while."""

    cursor: Place = (0, 0)
    places: frozenset[Place] = frozenset()  # legal places
    ghost: frozenset[Place] = frozenset()  # squares that the move would cover
    mark: Place | None = None  # the ghost's entrance
    wrong: bool = False  # the square under the cursor is no legal place
    lit: frozenset[str] = frozenset()  # refs that are spoken of
    squares: frozenset[Place] = frozenset()  # squares that are spoken of


@define
class Picture:
    """A drawing of the board at one scale."""

    board: Plain
    goods: Mapping[str, str]  # good -> letter
    scale: int = 1
    seams: bool = True
    glyphs: Glyphs = UNICODE
    rows: range = field(init=False)
    columns: range = field(init=False)
    tile: int = field(init=False)
    cells: dict[Place, Cell] = field(init=False, factory=dict)
    lines: list[tuple[str, int, int]] = field(init=False, factory=list)  # kind, row, line within the row
    refs: dict[str, list[Place]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        whole = self.board["whole"]
        self.rows = range(*whole["rows"])
        self.columns = range(*whole["columns"])
        self.tile = self.board["tile"]
        self._draw()
        for row in self.rows:
            if self.seams and row % self.tile == 0 and row != self.rows.start:
                self.lines.append(("seam", row, 0))
            self.lines += [("row", row, line) for line in range(self.scale)]

    @property
    def gutter(self) -> int:
        """Columns that the row numbers take."""
        return max(len(str(self.rows.start)), len(str(self.rows.stop - 1)), 2) + 1

    @property
    def width(self) -> int:
        """Columns of the drawing."""
        seams = sum(column % self.tile == 0 for column in self.columns if column != self.columns.start)
        return self.gutter + len(self.columns) * 2 * self.scale + seams

    @property
    def height(self) -> int:
        """Lines of the drawing, the column numbers included."""
        return len(self.lines) + 1

    def line_of(self, row: int) -> int:
        """The first line of a row, counted without the column numbers."""
        return next((index for index, (kind, at, _) in enumerate(self.lines) if kind == "row" and at == row), 0)

    def column_of(self, column: int) -> int:
        """Where a column begins, counted without the row numbers."""
        before = range(self.columns.start, column)
        seams = sum(each % self.tile == 0 for each in range(self.columns.start + 1, column + 1))
        return len(before) * 2 * self.scale + seams

    # --- drawing ---------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        wide = 2 * self.scale
        for square in self.board["squares"]:
            self.cells[tuple(square["at"])] = self._ground(square, wide)
        pieces = self.board["pieces"]
        # What is built of a house lies under what stands on it; campaigns lie on top.
        for piece in pieces:
            for at in piece["garden"]:
                self._put(tuple(at), ('""' * self.scale,) * self.scale, STYLES["garden"], "garden", piece["ref"])
        for piece in sorted(pieces, key=lambda each: "left" in each):
            self._piece(piece)

    def _put(self, at: Place, lines: tuple[str, ...], style: Style, kind: str, ref: str) -> None:
        lines = tuple("".join(sign if sign.isprintable() else "?" for sign in line) for line in lines)
        self.cells[at] = Cell(lines, style, kind, ref)
        self.refs.setdefault(ref, []).append(at)

    def _ground(self, square: Plain, wide: int) -> Cell:
        row, column = square["at"]
        ground = square["ground"]
        shade = GROUND[(row // self.tile + column // self.tile) % 2]
        cost = square.get("cost")
        if ground in ("road", "bridge"):
            sign = self.glyphs.road if ground == "road" else self.glyphs.bridge
            text = sign * wide
            if cost:
                text = text[: wide - 2] + f"{cost}!"
            return Cell((text,) + (sign * wide,) * (self.scale - 1), STYLES[ground], ground)
        if ground == "source":
            style = Style(color="#7ec8e3", bgcolor=shade)
            text = f"{self.goods.get(square['good'], '?')}*"
        elif ground == "empty":
            style = Style(color="#5f7a5f", bgcolor=shade)
            text = self.glyphs.empty + " "
        else:
            style = Style(color="#c0e0c0", bgcolor="#2f5a2f")
            text = ground[:1] + "%"
        blank = " " * wide
        return Cell((text.center(wide) if self.scale > 1 else text,) + (blank,) * (self.scale - 1), style, ground)

    def _piece(self, piece: Plain) -> None:
        squares = [tuple(each) for each in piece["squares"]]
        if not squares:
            return
        top, left = min(row for row, _ in squares), min(column for _, column in squares)
        tall = (max(row for row, _ in squares) - top + 1) * self.scale
        wide = (max(column for _, column in squares) - left + 1) * 2 * self.scale
        block, style, kind = self._block(piece, tall, wide)
        block = [line[:wide].ljust(wide) for line in block[:tall]]
        block += [" " * wide] * (tall - len(block))
        for row, column in squares:
            x, y = (column - left) * 2 * self.scale, (row - top) * self.scale
            lines = tuple(block[y + line][x : x + 2 * self.scale] for line in range(self.scale))
            if piece.get("door") == [row, column] and piece["owner"] >= 0:
                sign = chain(piece["owner"]) + "@" if piece["open"] else chain(piece["owner"]).lower() + "~"
                lines = (sign.ljust(2 * self.scale), *lines[1:])
            self._put((row, column), lines, style, kind, piece["ref"])

    def _block(self, piece: Plain, tall: int, wide: int) -> tuple[list[str], Style, str]:
        """The text over all squares of a piece, its colours, and what kind of thing it is."""
        owner = piece["owner"]
        if piece["ref"].startswith("house:"):
            return self._house(piece, wide), STYLES["house"], "house"
        if piece.get("door") is not None and owner >= 0:
            letter = chain(owner) if piece["open"] else chain(owner).lower()
            return (
                [letter * wide] + [letter * wide if self.scale == 1 else " " * wide] * (tall - 1),
                _of(owner),
                "restaurant",
            )
        if "left" in piece:
            return self._campaign(piece, tall, wide), STYLES["campaign"], "campaign"
        glyph = (piece["glyph"] or "?")[:1]
        text = glyph + (chain(owner) if owner >= 0 else " ")
        return [text * (wide // 2)] * tall, _of(owner) if owner >= 0 else STYLES["piece"], "piece"

    def _house(self, piece: Plain, wide: int) -> list[str]:
        demand = "".join(self.goods.get(good, "?") for good in piece["demand"])
        limit = piece["limit"]
        full = limit is not None and len(demand) >= limit
        if wide >= 8:
            room = f"{len(demand)}/{limit}" if limit is not None else f"{len(demand)}"
            return [piece["label"].ljust(4)[:4] + room.rjust(wide - 4), demand, "full" if full else ""]
        spill = demand[wide : wide + 1]
        return [piece["label"].ljust(2) + ("!" if full else " ") + spill, demand]

    def _campaign(self, piece: Plain, tall: int, wide: int) -> list[str]:
        number = piece["label"].rjust(2) if len(piece["label"]) > 1 else f"m{piece['label']}"
        goods = "".join(self.goods.get(good, "?") for good in piece["goods"])
        left = self.glyphs.eternal if piece["eternal"] else str(piece["left"])
        owner = chain(piece["owner"]) if piece["owner"] >= 0 else ""
        if wide < 4:
            # One square wide: the number alone, then what fits below.
            return [number, *([f"{goods[:1]}{left}"] if tall > 1 else [])]
        if tall == 1 or wide < 4:
            return [f"{number}{goods}{left}{owner}"]
        return [f"{number}{goods}", f"{owner}{left}".rjust(4) if self.scale == 1 else f"{owner} {left} left"[:wide]]

    # --- lines -----------------------------------------------------------------------------------------------------

    def head(self, over: Overlay) -> list[Segment]:
        """The column numbers."""
        found: list[Segment] = []
        for column in self.columns:
            if column % self.tile == 0 and column != self.columns.start:
                found.append(Segment(" ", DIM))
            text = f"{column % 100 if column >= 0 else column:>{2 * self.scale}}"
            found.append(Segment(text[-2 * self.scale :], BRIGHT if column == over.cursor[1] else DIM))
        return found

    def gutter_of(self, index: int, over: Overlay) -> Segment:
        """The row number before a line."""
        kind, row, line = self.lines[index]
        text = f"{row:>{self.gutter - 1}} " if kind == "row" and line == 0 else " " * self.gutter
        return Segment(text, BRIGHT if row == over.cursor[0] else DIM)

    def line(self, index: int, over: Overlay) -> list[Segment]:
        """One line of the board, without its row number."""
        kind, row, line = self.lines[index]
        found: list[Segment] = []
        for column in self.columns:
            if column % self.tile == 0 and column != self.columns.start:
                found.append(Segment(self.glyphs.cross if kind == "seam" else self.glyphs.seam, DIM))
            if kind == "seam":
                found.append(Segment(self.glyphs.across * 2 * self.scale, DIM))
            else:
                found.append(self._segment((row, column), line, over))
        return found

    def _segment(self, at: Place, line: int, over: Overlay) -> Segment:
        wide = 2 * self.scale
        cell = self.cells.get(at)
        text = cell.lines[line] if cell is not None else " " * wide
        style = cell.style if cell is not None else STYLES["off"]
        if at in over.places and (cell is None or cell.kind in ("empty", "off")) and line == 0:
            text = "+".ljust(wide) if self.scale == 1 else " +  "
            style = style + Style(color=PLACE, bold=True)
        elif at in over.places and line == 0 and cell is not None:
            text = text[:-1] + "+"
        if cell is not None and cell.ref and cell.ref in over.lit:
            style = STYLES["lit"]
            if cell.kind == "house" and line == 0:
                text = self._starred(cell.ref, at, text)
        elif at in over.squares:
            if cell is not None and cell.ref:
                style = STYLES["lit"]
            else:
                style = style + Style(bgcolor="#7a5a20", bold=True)
                text = "oo".center(wide) if line == 0 else text
        if at in over.ghost:
            style = STYLES["wrong"] if over.wrong else STYLES["ghost"]
            text = ("@ " if at == over.mark else "[]").center(wide, " ") if line == 0 else " " * wide
        if at == over.cursor and at not in over.ghost:
            style = style + Style(reverse=True, bold=True)
        return Segment(text[:wide].ljust(wide), style)

    def _starred(self, ref: str, at: Place, text: str) -> str:
        """The first line of a house that is spoken of: `*12*`, since a colour alone says nothing."""
        squares = self.refs[ref]
        top, left = min(row for row, _ in squares), min(column for _, column in squares)
        if at[0] != top:
            return text
        whole = f"*{ref.partition(':')[2]}*".ljust(4 * self.scale)
        begin = (at[1] - left) * 2 * self.scale
        return whole[begin : begin + 2 * self.scale].ljust(2 * self.scale)

    def ref_at(self, at: Place) -> str:
        """What lies on a square; the square itself where nothing does."""
        cell = self.cells.get(at)
        return cell.ref if cell is not None and cell.ref else f"square:{at[0]},{at[1]}"


def chain(seat: int) -> str:
    """The letter of a chain."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[seat % 26]


def _of(seat: int) -> Style:
    return Style(color=INK, bgcolor=CHAINS[seat % len(CHAINS)], bold=True)


def chain_style(seat: int) -> Style:
    """How the letter of a chain is written outside the board."""
    return Style(color=CHAINS[seat % len(CHAINS)], bold=True)

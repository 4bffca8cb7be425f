"""The two widgets that the table is made of, both drawn line by line: the board, and a list of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from fcm_table.picture import Overlay, Picture

NONE = Style()
# All control characters but the end of a line, and those that turn the direction of writing.
_STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def clean(text: Text) -> Text:
    """The text without what would steer a terminal: names and texts of modules come from anywhere."""
    if _STEERING.search(text.plain):
        text = text.copy()
        text.plain = _STEERING.sub("?", text.plain)
    return text


class Label(Static):
    """A line of text whose change moves nothing else."""

    def put(self, text: Text) -> None:
        """Shows another text."""
        self.update(clean(text), layout=False)


class BoardView(ScrollView, can_focus=False):
    """The board with what is laid over it. Column and row numbers stay while it scrolls."""

    DEFAULT_CSS = "BoardView { scrollbar-size: 1 1; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.picture: Picture | None = None
        self.over = Overlay()

    def show_picture(self, picture: Picture) -> None:
        """Draws another board."""
        self.picture = picture
        self.virtual_size = Size(picture.width, picture.height)
        self.refresh()

    def lay(self, over: Overlay) -> None:
        """Lays something else over the board. Only lines that change are drawn again."""
        before = self.over
        self.over = over
        picture = self.picture
        if picture is None:
            return
        rows = {before.cursor[0], over.cursor[0]}
        if before.places != over.places:
            rows |= {row for row, _ in before.places ^ over.places}
        for one in (before, over):
            rows |= {row for row, _ in one.ghost} | {row for row, _ in one.squares}
        for ref in before.lit ^ over.lit:
            rows |= {row for row, _ in picture.refs.get(ref, ())}
        self.refresh(Region(0, 0, self.size.width, 1))
        top = int(self.scroll_offset.y)
        for index, (_, row, _) in enumerate(picture.lines):
            if row in rows and 0 <= index - top < self.size.height - 1:
                self.refresh(Region(0, index - top + 1, self.size.width, 1))
        self.follow()

    def follow(self) -> None:
        """Scrolls so that the cursor is seen, with a square around it."""
        picture = self.picture
        if picture is None or not self.size:
            return
        row, column = self.over.cursor
        scale = picture.scale
        y, x = picture.line_of(row), picture.column_of(column) + picture.gutter
        self.scroll_to_region(
            Region(
                max(0, x - 2 * scale - picture.gutter), max(0, y - scale), 6 * scale + picture.gutter, 3 * scale + 1
            ),
            animate=False,
            force=True,
        )

    def render_line(self, y: int) -> Strip:
        """A line of the board."""
        picture = self.picture
        width = self.size.width
        if picture is None:
            return Strip.blank(width, NONE)
        left, top = int(self.scroll_offset.x), int(self.scroll_offset.y)
        gutter = picture.gutter
        if y == 0:
            rest = Strip(picture.head(self.over))
            first = Segment(" " * gutter, NONE)
        else:
            index = top + y - 1
            if index >= len(picture.lines):
                return Strip.blank(width, NONE)
            rest = Strip(picture.line(index, self.over))
            first = picture.gutter_of(index, self.over)
        shown = rest.crop(left, left + max(0, width - gutter))
        return Strip([first, *shown]).adjust_cell_length(width, NONE)


class Lines(ScrollView, can_focus=False):
    """Lines of text, one of which may be under a cursor. It scrolls so that this one is seen."""

    DEFAULT_CSS = "Lines { scrollbar-size: 1 1; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.lines: list[Text] = []
        self.cursor: int | None = None
        self._height = -1

    def set_height(self, height: int) -> None:
        """Takes so many lines of the screen."""
        if self._height != height:
            self._height = height
            self.styles.height = height

    def show_lines(self, lines: Sequence[Text], cursor: int | None = None, *, end: bool = False) -> None:
        """Shows other lines; with `end` from the last one upwards."""
        before = self.lines, self.cursor
        self.lines = [clean(line) for line in lines]
        self.cursor = cursor
        size = Size(max(1, self.size.width - 1), len(self.lines))
        if size != self.virtual_size:
            self.virtual_size = size
        elif before == (self.lines, cursor):
            return
        self.refresh()
        if end:
            self.scroll_end(animate=False, force=True, immediate=True)
        elif cursor is not None:
            self.scroll_to_region(Region(0, max(0, cursor - 1), 1, 3), animate=False, force=True)
        else:
            self.scroll_to(y=0, animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """A line of the list."""
        index = int(self.scroll_offset.y) + y
        width = self.size.width
        if index >= len(self.lines):
            return Strip.blank(width, NONE)
        text = self.lines[index]
        # rich leaves a text's own style to whoever prints it.
        own = text.style if isinstance(text.style, Style) else self.app.console.get_style(text.style or "none")
        parts = text.render(self.app.console, end="")
        segments = [Segment(part.text, own + part.style if part.style else own) for part in parts]
        strip = Strip(segments).adjust_cell_length(width, NONE)
        if index == self.cursor:
            strip = strip.apply_style(Style(reverse=True))
        return strip


def wrapped(texts: Sequence[Text], width: int, indent: int = 2) -> list[Text]:
    """Lines that fit a width; what goes on stands further in."""
    found: list[Text] = []
    for text in texts:
        if text.cell_len <= width or width < 8:
            found.append(text)
            continue
        words = text.wrap(_CONSOLE, width)
        first = words[0]
        first.rstrip()
        found.append(first)
        rest = text[len(first.plain) :]
        plain = rest.plain
        rest = rest[len(plain) - len(plain.lstrip()) :]
        for line in rest.wrap(_CONSOLE, max(6, width - indent)):
            line.rstrip()
            found.append(Text(" " * indent) + line)
    return found


_CONSOLE = Console(width=200)  # rich wants one to wrap; nothing is written to it

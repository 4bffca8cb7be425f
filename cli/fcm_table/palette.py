"""The palette (Ctrl-P): every move, everything on the board and every view by its name. Nothing is only there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from fcm_table.asking import Picking
from fcm_table.choosing import Option
from fcm_table.panels import VIEWS

if TYPE_CHECKING:
    from fcm_table.screen import TableScreen

MORE_VIEWS = {"c": "companies", "w": "dinner, if it came now", "l": "the log", "O": "standing orders"}


class TableCommands(Provider):
    """What the palette of the table offers."""

    def _offered(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """Text, what it is, and what it does."""
        screen: TableScreen = self.screen  # type: ignore[assignment]
        asking = screen.asking
        if isinstance(asking, Picking):
            for index, entry in enumerate(asking.entries):
                text = f"{entry.title}: {entry.label}" if isinstance(entry, Option) else entry["label"]
                yield text, "choose this move", partial(screen.choose, index)
        for piece in screen.table["board"]["pieces"]:
            if piece["squares"]:
                row, column = piece["squares"][0]
                yield f"go to {piece['title']}", f"{row},{column}", partial(screen.look_at, (row, column))
        views = {key: title for key, (title, _) in VIEWS.items()} | MORE_VIEWS
        for key, title in views.items():
            yield f"show {title}", f"key {key}", partial(screen.action_view, key)

    async def discover(self) -> Hits:
        for text, what, do in self._offered():
            yield DiscoveryHit(text, do, help=what)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for text, what, do in self._offered():
            score = matcher.match(text)
            if score > 0:
                yield Hit(score, matcher.highlight(text), do, help=what)

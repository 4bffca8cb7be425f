"""Screens over or instead of the table: a question that Enter alone never answers, a page to read, the hand-over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from fcm_table.panels import BOLD, GREY, KEY
from fcm_table.widgets import clean

PATIENCE = 0.25  # seconds in which a sheet that has just opened takes no key: held keys do not answer it


class Sheet(ModalScreen[bool]):
    """Asks before something that cannot simply be taken back. The word must be typed; Esc goes back."""

    CSS = """
    Sheet { align: center middle; }
    #sheet { width: 64; max-width: 96%; height: auto; max-height: 90%; border: round $accent; padding: 0 1; background: $surface; }
    """

    def __init__(self, title: str, lines: Sequence[Text], word: str = "y", patience: float = PATIENCE) -> None:
        super().__init__()
        self.heading = title
        self.said = list(lines)
        self.word = word
        self.typed = ""
        self.patience = patience
        self.opened = 0.0

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="sheet", can_focus=False):
            yield Static(clean(self._text()), id="sheet-text")

    def on_mount(self) -> None:
        self.opened = time.monotonic()

    def _text(self) -> Text:
        text = Text.assemble((self.heading + "\n", BOLD))
        for line in self.said:
            text.append_text(line)
            text.append("\n")
        text.append("\n")
        if self.typed:
            text.append(f"{self.typed}... ", KEY)
        text.append(self.word, KEY)
        text.append(" do it   ")
        text.append("Esc", KEY)
        text.append(" back")
        return text

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        if time.monotonic() - self.opened < self.patience:
            return
        if event.key == "escape":
            self.dismiss(False)
        elif event.character and self.word.startswith(self.typed + event.character.lower()):
            self.typed += event.character.lower()
            if self.typed == self.word:
                self.dismiss(True)
            else:
                self.query_one("#sheet-text", Static).update(clean(self._text()))


class Page(ModalScreen[None]):
    """Something to read: help, a card, a house, the reasons why not. Arrows scroll; Esc or Enter closes it."""

    CSS = """
    Page { align: center middle; }
    #page { width: 76; max-width: 98%; height: auto; max-height: 96%; border: round $accent; padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("escape,enter,q", "close", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[Text]) -> None:
        super().__init__()
        self.heading = title
        self.said = list(lines)

    def compose(self) -> ComposeResult:
        text = Text.assemble((self.heading + "\n", BOLD))
        for line in self.said:
            text.append_text(line)
            text.append("\n")
        text.append("\nEsc closes", GREY)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(clean(text))

    def action_scroll(self, lines: int) -> None:
        self.query_one("#page").scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        self.dismiss(None)


class HandOver(Screen[None]):
    """Calls the next human. It stands instead of the table, so nothing of anybody's shines through."""

    CSS = """
    HandOver { align: center middle; }
    #hand-over { width: 60; max-width: 100%; height: auto; max-height: 100%; }
    """

    def __init__(self, name: str, news: Sequence[str], ready: Callable[[], None], patience: float = PATIENCE) -> None:
        super().__init__()
        self.player = name
        self.news = list(news)
        self.ready = ready
        self.patience = patience
        self.opened = 0.0

    def compose(self) -> ComposeResult:
        text = Text.assemble("hand over to ", (self.player, BOLD), "\n\n")
        for line in self.news:
            text.append(f"{line}\n", GREY)
        text.append("\n")
        text.append("Enter", KEY)
        text.append(f" when {self.player} sits here   ")
        text.append("q", KEY)
        text.append(" leaves")
        yield Static(clean(text), id="hand-over")

    def on_mount(self) -> None:
        self.opened = time.monotonic()

    def on_key(self, event: Key) -> None:
        if time.monotonic() - self.opened < self.patience:
            return
        if event.key == "enter":
            event.stop()
            self.ready()
        elif event.key == "q":
            event.stop()
            self.app.exit()

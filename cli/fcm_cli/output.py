"""Where everything that the command writes goes out, and what becomes of text that would steer a terminal.

Names out of saves, texts of modules, file names, messages of a module's code: text comes in from too many places to be
refused at each of them, but it goes out at one. So control characters are shown here, as `\\x1b`, and never sent. Colours
are rich's own and are added after that. Characters that the output cannot hold are replaced.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, TextIO, cast

from rich import console as rich_console
from rich.segment import Segment
from typer import Context

# All control characters but the tab and the end of a line, and those that turn the direction of writing.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with its control characters shown, not sent."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


class _Printable:
    """A stream that sends no control characters. It is the stream it wraps in everything else."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # rich's name for what lies below; its consoles write there

    def write(self, text: str) -> int:
        """Writes the text, made printable."""
        self.rich_proxied_file.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes every line, made printable."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


class Console(rich_console.Console):
    """rich's console for text that may hold anything."""

    def render(self, renderable: Any, options: rich_console.ConsoleOptions | None = None) -> Iterable[Segment]:
        """The parts of what is printed: the text of each made printable, rich's own control codes as they are."""
        for segment in super().render(renderable, options):
            if segment.control or not _STEERING.search(segment.text):
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)


_documents: list[TextIO] = []  # where a JSON document goes, while all else goes to stderr


@contextmanager
def safe_streams() -> Iterator[None]:
    """Makes both outputs safe for as long as the command runs."""
    before = sys.stdout, sys.stderr
    for stream in before:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    sys.stdout, sys.stderr = (cast(TextIO, _Printable(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        _documents.clear()


def only_documents(context: Context, json: bool) -> bool:
    """With --json, stdout is for the document alone: what a module prints goes to stderr, until the command ends."""
    if json and not _documents:
        stdout = sys.stdout
        _documents.append(stdout)
        sys.stdout = sys.stderr

        def put_back() -> None:
            sys.stdout = stdout
            _documents.clear()

        context.call_on_close(put_back)
    return json


def document_stream() -> TextIO:
    """Where a JSON document goes."""
    return _documents[0] if _documents else sys.stdout


def glyphs() -> str:
    """The signs that stdout can show: "unicode" or "ascii"."""
    try:
        "█╪·┊┄┼".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "ascii"
    return "unicode"


class Colour(StrEnum):
    """When what is printed has colours."""

    auto = "auto"  # where a terminal shows it; NO_COLOR and FORCE_COLOR in the environment are heard
    always = "always"
    never = "never"


def colours(wanted: Colour) -> None:
    """Settles it for all that this process prints, rich's consoles and help pages alike: they ask the environment."""
    if wanted is Colour.never:
        os.environ.pop("FORCE_COLOR", None)
        os.environ["NO_COLOR"] = "1"
    elif wanted is Colour.always:
        os.environ.pop("NO_COLOR", None)
        os.environ["FORCE_COLOR"] = "1"


NO_INPUT = "FCM_NO_INPUT"  # set in the environment, as --no-input does: nobody is asked anything


def may_ask() -> bool:
    """Whether a person may be asked, as far as she has a say in it."""
    return not os.environ.get(NO_INPUT)

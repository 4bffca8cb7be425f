"""Which face a game is played on: the full-screen table where the terminal can show it, else the line prompt."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fcm_cli.common import say

if TYPE_CHECKING:
    from fcm_core import Recording, Save
    from fcm_table.after import Rematch
    from fcm_table.replay import Branch
    from fcm_table.setup import Begin, Resume

PLAIN = "FCM_PLAIN"  # set to anything but 0: the line prompt
BOARD_SIGNS = "▒╪·─│┼∞"
SMALLEST = (60, 16)  # columns and lines that the table needs


def why_plain(*, plain: bool = False) -> str:
    """Why the line prompt is used; "" where the table can be shown."""
    if plain:
        return "--plain"
    if os.environ.get(PLAIN, "0") not in ("", "0"):
        return f"{PLAIN} is set"
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "input or output is no terminal"
    term = os.environ.get("TERM", "")
    if term in ("", "dumb") and os.name == "posix":
        return "TERM is dumb" if term else "TERM is not set"
    columns, lines = shutil.get_terminal_size((0, 0))
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return f"the window is {columns} x {lines}, and the table needs {SMALLEST[0]} x {SMALLEST[1]}"
    return ""


def open_table(recording: Recording, seats: Mapping[str, str], path: Path | None) -> None:
    """Plays on the table until the game is over or somebody leaves. What goes wrong inside is raised here."""
    from fcm_table.app import TableApp  # Textual takes a moment to load: only here
    from fcm_table.sitting import Sitting

    with Sitting(recording, seats) as sitting:
        app = TableApp(sitting, ascii=not _shows_signs())
        app.run()
    if app.fault is not None:
        if path is not None:
            say(f"saved: fcm resume {path}")
        raise app.fault
    if path is not None and recording.game.pending:
        say(f"saved: fcm resume {path}")


def open_start() -> Begin | Resume | None:
    """The start screen; None where somebody leaves it."""
    from fcm_table.start import StartApp

    app = StartApp(ascii=not _shows_signs())
    return app.run()


def open_after(recording: Recording) -> Rematch | None:
    """What a game that is over came to; the rematch that is wanted, or None."""
    from fcm_table.accounts import accounts_of
    from fcm_table.after import AfterApp

    rules, header = recording.game.rules, recording.header
    accounts = accounts_of(rules, header, recording.moves)
    return AfterApp(accounts, rules.plan.title, same_map=header.position is None).run()


def open_replay(save: Save, file: Path, modules_dirs: Sequence[Path] = ()) -> Branch | None:
    """A saved game, to step through; a position to play on from, or None. SaveError for one that cannot be played again."""
    from fcm_table.replay import Film, ReplayApp

    return ReplayApp(Film.of(save, modules_dirs), file, modules_dirs=modules_dirs, ascii=not _shows_signs()).run()


def _shows_signs() -> bool:
    """Whether the terminal can show the signs of the board. Textual writes to stderr."""
    try:
        BOARD_SIGNS.encode(getattr(sys.__stderr__, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True

"""When the table opens and when the line prompt does, and that nothing is left behind in a real terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen

from fcm_cli import opening
from fcm_core.records.saves import read_save, replay

WAIT = 30.0  # seconds until something that must come has come


def test_the_reason_for_the_line_prompt_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opening.why_plain(plain=True) == "--plain"
    monkeypatch.setenv("FCM_PLAIN", "1")
    assert opening.why_plain() == "FCM_PLAIN is set"
    monkeypatch.setenv("FCM_PLAIN", "0")
    assert opening.why_plain() == "input or output is no terminal"


@pytest.mark.parametrize("words", [["rulesets"], ["modules"], ["play", "--help"]])
def test_listings_do_not_load_textual(words: Sequence[str]) -> None:
    code = f"""
import sys
from fcm_cli.main import app
try:
    app({list(words)!r})
except SystemExit:
    pass
print("textual" in sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().endswith("False")


@frozen
class Terminal:
    """A command in a terminal of its own."""

    process: int
    handle: int
    written: list[bytes]

    def read(self, until: bytes = b"", seconds: float = WAIT) -> bytes:
        """What the command has written so far, once `until` is in it (without: for so many seconds, or to the end)."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until and until in b"".join(self.written):
                break
            if not select.select([self.handle], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self.handle, 65536)
            except OSError:
                break
            if not data:
                break
            self.written.append(data)
        return b"".join(self.written)

    def resize(self, columns: int, lines: int) -> None:
        """Another size of the window."""
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def ended(self) -> int:
        """The exit code, once the command has ended."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            self.read(seconds=0.05)
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        raise AssertionError(b"".join(self.written)[-500:])


def start(folder: Path, *words: str, columns: int = 80, lines: int = 24, **environment: str) -> Terminal:
    """Starts `fcm` with these words in a terminal of this size."""
    given = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "", "LINES": "", **environment}
    given = {name: value for name, value in given.items() if value}
    command = [sys.executable, "-m", "fcm_cli.main", *words]
    process, handle = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.chdir(folder)
        os.execvpe(command[0], command, given)
    return Terminal(process, handle, [])


OPENS, CLOSES, CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"


def restored(written: bytes) -> bool:
    """Whether the other screen was left and the cursor is shown again."""
    return written.rfind(CLOSES) > written.rfind(OPENS) >= 0 and written.rfind(CURSOR) > written.rfind(OPENS)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was_and_a_whole_save(tmp_path: Path, number: signal.Signals) -> None:
    terminal = start(tmp_path, "play", "base", "--seed", "5", "--save", "game.jsonl")
    terminal.read(b"first restaurant")
    terminal.resize(100, 30)
    os.write(terminal.handle, b"n\r")
    terminal.read(b"staged")
    time.sleep(0.4)  # a held Enter does nothing
    os.write(terminal.handle, b"\r")
    terminal.read(b"reserve card")
    os.kill(terminal.process, number)
    assert terminal.ended() == 0
    assert restored(b"".join(terminal.written))
    assert b"fcm resume game.jsonl" in b"".join(terminal.written)
    moves = replay(read_save(tmp_path / "game.jsonl")).moves
    assert [type(move.action).__name__ for move in moves].count("PlaceRestaurant") == 3


def test_q_leaves_after_a_question(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "base", "--seed", "5", NO_COLOR="1")
    terminal.read(b"first restaurant")
    os.write(terminal.handle, b"q")
    terminal.read(b"leave the table")
    time.sleep(0.4)  # a sheet that has just opened takes no key
    os.write(terminal.handle, b"y")
    assert terminal.ended() == 0
    assert restored(b"".join(terminal.written))


def test_a_terminal_that_cannot_gets_the_line_prompt(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "base", "--seed", "5", TERM="dumb")
    written = terminal.read(b"> ")
    os.write(terminal.handle, b"quit\n")
    assert terminal.ended() == 0
    assert b"the line prompt, not the full-screen table: TERM is dumb" in written
    assert OPENS not in written


def test_a_small_window_gets_the_line_prompt(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "base", "--seed", "5", columns=50, lines=15)
    written = terminal.read(b"> ")
    os.write(terminal.handle, b"quit\n")
    assert terminal.ended() == 0
    assert b"50 x 15" in written and OPENS not in written

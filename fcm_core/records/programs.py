"""Bots that are programs of their own, in any language: lines of JSON over standard input and output.

One process plays one seat of one game. What it says and when it dies is its own business: every failure is an error with
the bot's name, and the game goes on or ends as for any other bot. examples/bots/README.md tells the protocol.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from fcm_core.basics.errors import FcmError, InputError
from fcm_core.game.parts import Bot, Partial
from fcm_core.records.codec import action_from_json, action_to_json, state_to_json, unseen_to_json

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.basics.vocabulary import Seat
    from fcm_core.game.game import Game

PROTOCOL = 1
WRITTEN = re.compile(r"cmd(?:/(?P<seconds>\d+(?:\.\d+)?))?:(?P<command>.*)", re.DOTALL)
SECONDS = 10.0  # for one decision, where the bot's name says nothing else
STARTING = 20.0  # more for the first one: a program may have much to load
LONGEST = 1_000_000  # letters of one line
DRAWN = 8  # answers that are offered where there are too many to list
LAST_WORDS = 400  # letters of what a program wrote to standard error that an error tells
RANDOM = 1 << 32  # random numbers that a program gets are below it
END = ""  # nothing more is said
PATIENCE = 0.5  # seconds that a program may take to end by itself when its game is over


class ProgramError(FcmError):
    """A program that plays a seat has ended, is too slow or does not speak the protocol."""


def is_program(name: str) -> bool:
    """Whether this is the name of a bot that is a program: `cmd:COMMAND`, or `cmd/SECONDS:COMMAND`."""
    return WRITTEN.fullmatch(name) is not None


def program_bot(name: str) -> Bot:
    """The bot of such a name. Its process starts with its first decision. Raises InputError for what cannot be started."""
    written = WRITTEN.fullmatch(name)
    if written is None:
        raise InputError(f"bot {name}: expected cmd:COMMAND or cmd/SECONDS:COMMAND")
    try:
        words = shlex.split(written["command"], posix=os.name != "nt")
    except ValueError as error:
        raise InputError(f"bot {name}: {error}") from error
    seconds = float(written["seconds"] or SECONDS)
    if not words or not seconds:
        raise InputError(f"bot {name}: expected a command behind the colon, and more than 0 seconds")
    if "," in name:
        raise InputError(f"bot {name}: a comma separates bots; put the command into a script without one in its name")
    if shutil.which(words[0]) is None:
        raise InputError(f"bot {name}: {words[0]} is no program that can be started")
    return Bot(name, Program(words, seconds), "A program of its own.")


class Program:
    """A process that answers for one seat. It is a bot's `choose`."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command = list(command)
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._said: SimpleQueue[str] = SimpleQueue()
        self._errors: IO[bytes] | None = None
        self._gone = ""  # why it plays no more

    def __call__(self, view: Game, seat: Seat, stream: Stream) -> Any:
        """The answer of the program. Raises ProgramError, or InputError for what is no action."""
        if self._gone:
            raise ProgramError(self._gone)
        until = monotonic() + self.seconds
        if self._process is None:
            until += STARTING
            self._start(view, seat)
        decision = view.decision_of(seat)
        assert decision is not None
        choices = view.choices(seat)
        offered = choices if choices is not None else _some(view, seat, stream)
        self._say(
            say="choose",
            round=view.round,
            phase=view.phase,
            decision={"kind": decision.kind, **dict(decision.facts)},
            random=stream.below(RANDOM),
            view={**state_to_json(view.state, view.rules), "unseen": unseen_to_json(view.unseen)},
            complete=choices is not None,
            choices=[_plain(view, seat, each) for each in offered],
        )
        while True:
            answer = self._hear(until)
            if "choose" not in answer:
                return action_from_json(view.rules, answer)
            place = answer["choose"]
            if type(place) is not int or not 0 <= place < len(offered):
                raise InputError(f"choose: expected a whole number from 0 to {len(offered) - 1}, found {place!r}")
            choice = offered[place]
            if not isinstance(choice, Partial):
                return choice
            offered = choice.expand()
            more = [_plain(view, seat, each) for each in offered]
            self._say(say="go_on", random=stream.below(RANDOM), choices=more)

    def close(self) -> None:
        """Tells the program that its game is over, and ends it."""
        process, self._process = self._process, None
        if process is not None:
            for line in ('{"say": "end"}\n', END):
                self._said.put(line)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            _end(process)
        self._gone = self._gone or "its game is over"

    # --- the process -------------------------------------------------------------------------------------------------

    def _start(self, view: Game, seat: Seat) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="replace",
                start_new_session=os.name != "nt",  # Ctrl-C is the host's business
            )
        except OSError as error:
            self._gone = f"{self.command[0]} cannot be started: {error.strerror or error}"
            raise ProgramError(self._gone) from error
        self._process = process
        weakref.finalize(self, _end, process)
        # Threads, because neither a program that never reads nor one that never answers may hold up the game.
        for work, lines in ((_tell, self._said), (_listen, self._answers)):
            threading.Thread(target=work, args=(process, lines), daemon=True).start()
        plan = view.rules.plan
        self._say(
            say="begin",
            protocol=PROTOCOL,
            ruleset=plan.id,
            modules=[str(module.id) for module in plan.modules],
            players=[player.id for player in view.state.players],
            seat=seat,
            seconds=self.seconds,
        )

    def _say(self, **line: Any) -> None:
        self._said.put(json.dumps(line, separators=(",", ":")) + "\n")

    def _hear(self, until: float) -> Mapping[str, Any]:
        try:
            line = self._answers.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            raise self._lost(f"gave no answer within {self.seconds:g} seconds") from None
        if not line:
            raise self._lost("has ended")
        if len(line) >= LONGEST:
            raise self._lost(f"wrote a line of more than {LONGEST} letters")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise ProgramError(f'expected one line with a JSON object such as {{"choose": 0}}, found {line[:80]!r}')
        return answer

    def _lost(self, what: str) -> ProgramError:
        """Ends the process; the error says how and with what last words."""
        process = self._process
        assert process is not None
        if what == "has ended":
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            if process.returncode is not None:
                what += f" with exit code {process.returncode}"
        _end(process)
        assert self._errors is not None
        self._errors.seek(0)
        words = self._errors.read().decode("utf-8", "replace").strip()[-LAST_WORDS:]
        self._gone = f"the program {what}{f'; it said: {words}' if words else ''}"
        return ProgramError(self._gone)


def _tell(process: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    """Writes what the process is told, line by line, until END or until it reads no more."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError), process.stdin:
        while line := lines.get():
            process.stdin.write(line)
            process.stdin.flush()


def _listen(process: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    """Hands on what the process writes, line by line; END when it writes no more."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process.stdout:
        while line := process.stdout.readline(LONGEST):
            lines.put(line)
            if len(line) >= LONGEST:
                break
    lines.put(END)


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the process, and what it has started, if it still runs."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            if os.name == "nt":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _some(view: Game, seat: Seat, stream: Stream) -> list[Any]:
    """The usual answer and a few others, where there are too many to list."""
    found = [view.default_action(seat)]
    for _ in range(DRAWN):
        drawn = view.sample(seat, stream)
        if drawn not in found:
            found.append(drawn)
    return found


def _plain(view: Game, seat: Seat, choice: Any) -> dict[str, Any]:
    """A choice as JSON-ready data; `more` where it is the first part of an action."""
    if isinstance(choice, Partial):
        return {"action": choice.action, **dict(choice.given), "more": True}
    plain = action_to_json(view.rules, view.name(seat), choice)
    del plain["player"]
    return plain

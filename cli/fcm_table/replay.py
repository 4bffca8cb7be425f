"""A saved game on the screen: step, jump, look with a seat's eyes, branch into a new game, keep a position as a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from attrs import define, field, frozen
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

import fcm_core as fcm
import fcm_face
from fcm_core import PHASES, Event, FcmError, Game, Header, InputError, Move, Rules, Save, Seat
from fcm_table import panels
from fcm_table.panels import BOLD, GREY, KEY, WARN
from fcm_table.picture import ASCII, UNICODE, Picture, signs
from fcm_table.sheets import Page
from fcm_table.widgets import BoardView, Label, Lines, wrapped

BEAT = 0.5  # seconds from move to move while it plays by itself
EVENTS = 200  # what happened before that the list goes back
HELP = """right left    the next move, the move before      . ,   the same
down up       the next round, the round before    > <   the same
Home End      the beginning, the end
g             go to ROUND or ROUND.PHASE
p             play by itself, and stop
v             whose eyes: an onlooker's, then each seat's
b             branch: play on from here, with the seat whose eyes these are as a human
x             keep the position where this phase began as a scenario file
q             leave"""


@frozen
class Branch:
    """A position to play on from, and the seat that a human takes; None: as in the save."""

    game: Game
    human: Seat | None


@define
class Film:
    """A game played again, at any of its moves. Moves count from 0, which is the beginning."""

    rules: Rules
    header: Header
    moves: Sequence[Move]
    at: int = 0
    game: Game = field(init=False)
    story: list[tuple[Event, ...]] = field(
        init=False, factory=list
    )  # events of the setup, then of each move up to here
    stations: list[tuple[int, int, str]] = field(init=False, factory=list)  # move, round and phase from there on

    @classmethod
    def of(cls, save: Save, modules_dirs: Sequence[Path] = ()) -> Film:
        """A save's film. SaveError for one that cannot be played again."""
        again = fcm.replay(save, modules_dirs=modules_dirs)
        return cls(again.game.rules, save.header, again.moves)

    def __attrs_post_init__(self) -> None:
        self._rewind()
        self.stations = [(0, self.game.round, self.game.phase)]
        for number in range(1, len(self.moves) + 1):
            self.go(number)
            if (self.game.round, self.game.phase) != self.stations[-1][1:]:
                self.stations.append((number, self.game.round, self.game.phase))
        self.go(0)

    def _rewind(self) -> None:
        self.game = self.header.begin(self.rules)
        self.story = [tuple(self.game.events)]
        self.at = 0

    def go(self, number: int) -> None:
        """To the position after so many moves."""
        number = max(0, min(number, len(self.moves)))
        if number < self.at:
            self._rewind()
        for move in self.moves[self.at : number]:
            self.game.events.clear()
            self.story.append(tuple(self.game.apply(move.player, move.action)))
        self.at = number

    def go_round(self, step: int) -> None:
        """To the first position of the next round, or of this one or the one before."""
        first: dict[int, int] = {}
        for number, round_, _ in self.stations:
            first.setdefault(round_, number)
        starts = sorted(first.values())
        if step > 0:
            self.go(next((number for number in starts if number > self.at), len(self.moves)))
        else:
            self.go(next((number for number in reversed(starts) if number < self.at), 0))

    def find(self, text: str) -> int:
        """The number of moves at ROUND or ROUND.PHASE, or at the first decision after it. Raises InputError."""
        number, dot, phase = text.partition(".")
        if not number.isdecimal() or (dot and phase not in PHASES):
            hint = fcm.did_you_mean(phase, PHASES) if dot else ""
            raise InputError(f"{text}: expected ROUND or ROUND.PHASE, such as 4.dinnertime{hint}")
        wanted = int(number), PHASES.index(phase) if dot else 0
        for move, round_, name in self.stations:
            if (round_, PHASES.index(name) if dot else 0) >= wanted:
                return move
        raise InputError(f"{text}: the game ends before, in round {self.stations[-1][1]}")


class ReplayApp(App[Branch]):
    """Shows a film. `run` returns a position to play on from, or None."""

    TITLE = "fcm replay"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    CSS = """
    #status { height: 1; }
    #body { height: 1fr; }
    #side { width: 1fr; padding: 0 0 0 1; }
    #chains { height: auto; max-height: 8; }
    #told { height: 1fr; border-top: solid $primary-darken-2; }
    #keys { height: 1; }
    #typed { height: 1; border: none; padding: 0; display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,full_stop", "step(1)"),
        Binding("left,comma", "step(-1)"),
        Binding("down,greater_than_sign", "round(1)"),
        Binding("up,less_than_sign", "round(-1)"),
        Binding("home", "jump(0)"),
        Binding("end", "jump(1)"),
        Binding("g,slash", "goto"),
        Binding("p,space", "play"),
        Binding("v", "eyes"),
        Binding("b", "branch"),
        Binding("x", "keep"),
        Binding("question_mark", "help"),
        Binding("escape", "stop"),
        Binding("q,ctrl+c", "leave"),
    ]

    def __init__(self, film: Film, file: Path, *, modules_dirs: Sequence[Path] = (), ascii: bool = False) -> None:
        super().__init__()
        self.film = film
        self.file = file
        self.modules_dirs = modules_dirs
        self.ascii = ascii
        self.seat: Seat | None = None
        self.message = ""
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Label(id="status")
        with Horizontal(id="body"):
            yield BoardView("board")
            with Vertical(id="side"):
                yield Lines("chains")
                yield Lines("told")
        yield Label(id="keys")
        yield Input(id="typed", placeholder="ROUND or ROUND.PHASE, such as 4.dinnertime", compact=True)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        """Shows the position as the seat saw it."""
        if not self.query("#status"):
            return
        film = self.film
        view = film.game.view(self.seat)
        table = fcm_face.table(view)
        letters = signs(view.rules.goods)
        glyphs = ASCII if self.ascii else UNICODE
        board = self.query_one("#board", BoardView)
        picture = Picture(table["board"], letters, 1, True, glyphs)
        if picture.height > self.size.height - 2:
            picture = Picture(table["board"], letters, 1, False, glyphs)
        scrolls = picture.height > self.size.height - 2
        board.styles.width = min(picture.width + scrolls, max(20, self.size.width - 24))
        board.show_picture(picture)
        who = view.name(self.seat) if self.seat is not None else "onlooker"
        self.query_one("#status", Label).put(panels.status(table, who, False, self.size.width))
        room = max(20, self.size.width - picture.width - scrolls - 2)
        chains = [line.text for line in panels.chains(table, letters, room)]
        self.query_one("#chains", Lines).set_height(len(chains))
        self.query_one("#chains", Lines).show_lines(chains)
        self._show_told(view, room)
        self.query_one("#keys", Label).put(self._keys())

    def _show_told(self, view: Game, room: int) -> None:
        film = self.film
        told: list[Text] = []
        if self.message:
            told.append(Text(self.message, WARN))
        told.append(Text(f"move {film.at} of {len(film.moves)}", BOLD))
        if film.at:
            move = film.moves[film.at - 1]
            told.append(Text(f"{film.game.name(move.player)} moved", GREY))
        told += [Text(entry["text"]) for entry in fcm_face.entries(film.story[-1], view)]
        if len(film.story) > 1:
            told.append(Text("before that", GREY))
            for events in reversed(film.story[-1 - EVENTS : -1]):
                told += [Text(entry["text"], GREY) for entry in fcm_face.entries(events, view)]
                if len(told) > EVENTS:
                    break
        self.query_one("#told", Lines).show_lines(wrapped(told, max(12, room - 2)))

    def _keys(self) -> Text:
        text = Text()
        playing = "stop" if self.timer is not None else "play"
        for key, what in (
            (", .", "move"),
            ("< >", "round"),
            ("g", "go to"),
            ("p", playing),
            ("v", "eyes"),
            ("b", "branch"),
            ("x", "keep"),
            ("?", "help"),
            ("q", "leave"),
        ):
            text.append(f"{key} ", KEY)
            text.append(f"{what}  ")
        return text

    # --- keys ------------------------------------------------------------------------------------------------------

    def action_step(self, step: int) -> None:
        self.message = ""
        self.film.go(self.film.at + step)
        self.show()

    def action_round(self, step: int) -> None:
        self.message = ""
        self.film.go_round(step)
        self.show()

    def action_jump(self, end: int) -> None:
        self.message = ""
        self.film.go(len(self.film.moves) * end)
        self.show()

    def action_play(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        else:
            self.timer = self.set_interval(BEAT, self._beat)
        self.show()

    def _beat(self) -> None:
        if self.film.at >= len(self.film.moves):
            self.action_play()
        else:
            self.action_step(1)

    def action_eyes(self) -> None:
        seats = [None, *self.film.game.seats]
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        self.show()

    def action_branch(self) -> None:
        if self.film.game.pending:
            self.exit(Branch(self.film.game, self.seat))
        else:
            self.message = "nobody has to decide here any more: go back a move"
            self.show()

    def action_keep(self) -> None:
        game = self.film.game
        file = self.file.with_name(f"{self.file.stem}-{game.round}-{game.phase}.scenario.toml")
        try:
            position = fcm.game_of_file(self.file, self.modules_dirs, f"{game.round}.{game.phase}")
            title = f"{self.file.stem}, {game.phase} of round {game.round}"
            text = fcm.scenario_text(position, title, self.modules_dirs)
            with open(file, "x", encoding="utf-8") as out:
                out.write(text)
            self.message = f"{file.name}: {game.phase} of round {game.round}; run it with: fcm scenario run {file}"
        except FcmError as error:
            self.message = str(error)
        except OSError as error:
            self.message = f"{file}: {error.strerror or error}"
        self.show()

    def action_goto(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.display = True
        self.query_one("#keys").display = False
        typed.focus()

    def _typed(self) -> None:
        self.query_one("#typed", Input).display = False
        self.query_one("#keys").display = True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._typed()
        self.message = ""
        try:
            self.film.go(self.film.find(event.value.strip()))
        except InputError as error:
            self.message = str(error)
        self.show()

    def action_help(self) -> None:
        self.push_screen(Page("a game played again", [Text(line) for line in HELP.splitlines()]))

    def action_stop(self) -> None:
        self._typed()
        self.message = ""
        self.show()

    def action_leave(self) -> None:
        self.exit(None)

"""The app: it lets humans and bots play in turn, and puts the screen of whoever decides before them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from functools import partial
from typing import Any

from textual.app import App
from textual.timer import Timer

import fcm_face
from fcm_core import FcmError, Game, RefusedError, Seat
from fcm_table.screen import Plain, TableScreen
from fcm_table.sheets import PATIENCE, HandOver, Sheet
from fcm_table.sitting import Sitting

SPEEDS = {"at once": 0.0, "quick": 0.15, "slow": 0.8, "very slow": 2.0}  # seconds from one bot's move to the next
RECAP = 12  # lines of what happened since a human last sat here
TO_READ = (
    "sold",
    "stayed_home",
    "campaign_ran",
    "salaries_paid",
    "bank_broke",
    "discarded",
    "sold_besides",
    "tips_earned",
    "percent_earned",
)


class TableApp(App[None]):
    """A sitting on the screen. It ends with `return_value` None; a fault is raised out of `run`."""

    TITLE = "fcm"
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self, sitting: Sitting, *, ascii: bool = False, speed: str = "quick", patience: float = PATIENCE
    ) -> None:
        super().__init__()
        self.sitting = sitting
        self.ascii = ascii
        self.speed_name = speed
        self.patience = patience
        self.kept: dict[Seat | None, dict[str, Any]] = {}  # values of terms that each seat chose before, by field
        self.shown: Seat | None = None  # whose secrets the screen may show
        self.generation = 0  # what a bot thought about an older position counts no more
        self.timer: Timer | None = None
        self.waiting: tuple[int, Seat, Any] | None = None
        self.fault: BaseException | None = None

    def on_mount(self) -> None:
        self._heed_signals()
        humans = self.sitting.humans
        if len(humans) <= 1:
            self.shown = humans[0] if humans else None
            self.push_screen(TableScreen(self.shown), self._nothing)
        self.call_after_refresh(self.proceed)

    def _heed_signals(self) -> None:
        """Whoever ends the process gets the terminal back as it was. The save is whole after every move."""
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and threading.current_thread() is threading.main_thread():
                with contextlib.suppress(NotImplementedError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(number, self.exit)

    def _handle_exception(self, error: Exception) -> None:
        """A fault leaves the screen first; then it is told like any other fault of the command."""
        self.fail(error)

    def _nothing(self, _: object) -> None:
        """A table's screen has no answer."""

    @property
    def table(self) -> TableScreen | None:
        """The table's screen, if one is there."""
        return next((each for each in self.screen_stack if isinstance(each, TableScreen)), None)

    # --- the course of play ----------------------------------------------------------------------------------------

    def proceed(self) -> None:
        """Goes on to the next decision of a human; what passes by itself passes, bots are asked."""
        sitting = self.sitting
        while True:
            seat = sitting.next_seat
            if seat is None or sitting.stopped:
                self._look()
                if self.shown is not None:
                    self._read_on(self.shown)
                return
            if seat not in sitting.humans:
                self._look()
                self._ask_bot(seat)
                return
            alone = sitting.by_itself(seat)
            if alone is None:
                break
            sitting.play(seat, alone, alone=True)
        self._give(seat)

    def _look(self) -> None:
        table = self.table
        if table is not None and table.is_mounted:
            table.take_in()

    def _give(self, seat: Seat) -> None:
        """Puts the table before a human; with several, only after a screen that shows nothing."""
        if self.shown == seat and self.table is not None:
            self._look()
            self._read_on(seat)
            return
        self.shown = None
        news = self._news(seat)[-RECAP:]
        screen = HandOver(
            self.sitting.game.name(seat), [entry["text"] for entry in news], partial(self._sit, seat), self.patience
        )
        self._replace(screen)

    def _sit(self, seat: Seat) -> None:
        self.shown = seat
        self._replace(TableScreen(seat))
        self.call_after_refresh(self._read_on, seat)

    def _replace(self, screen: Any) -> None:
        """Another screen instead of all that are there."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _news(self, seat: Seat) -> list[Plain]:
        """What happened since the seat last saw the table, in public terms."""
        story = self.sitting.story[self.sitting.read[seat] :]
        view = self.sitting.game.view(None)
        return [entry for happening in story for entry in fcm_face.entries(happening.events, view)]

    def _read_on(self, seat: Seat) -> None:
        """Dinner and what is like it, step by step, if the seat has not seen it yet."""
        table = self.table
        news = [entry for entry in self._news(seat) if entry["kind"] in TO_READ]
        self.sitting.read[seat] = len(self.sitting.story)
        if table is not None and news:
            table.read(news)

    def play(self, seat: Seat, action: Any) -> None:
        """A human's move."""
        try:
            self.sitting.play(seat, action)
        except RefusedError as refused:
            self.notify(str(refused), severity="warning")
            return
        self.generation += 1
        self.proceed()

    def undo(self, seat: Seat, to: int | None = None) -> None:
        """Takes back what the seat may take back."""
        refusal = self.sitting.can_undo(seat)
        if refusal is not None:
            self.notify(refusal.message, severity="warning", timeout=4)
            return
        self.generation += 1
        taken = self.sitting.undo(seat, to)
        self.notify(f"{taken} move{'s' * (taken != 1)} taken back", timeout=2)
        self.proceed()

    # --- bots ------------------------------------------------------------------------------------------------------

    def next_speed(self) -> None:
        """Another speed of the bots."""
        names = list(SPEEDS)
        self.speed_name = names[(names.index(self.speed_name) + 1) % len(names)]

    def _ask_bot(self, seat: Seat) -> None:
        game = self.sitting.game.copy()
        moves = len(self.sitting.recording.moves)
        work = partial(self._think, self.generation, game, seat, moves, time.monotonic())
        self.run_worker(work, thread=True, group="bots", exit_on_error=False)

    def _think(self, generation: int, game: Game, seat: Seat, moves: int, began: float) -> None:
        """In a thread: the bot's choice comes back as a message."""
        try:
            action = self.sitting.bots.choose(game, seat, moves)
        except BaseException as error:
            self.call_from_thread(self.fail, error)
            return
        wait = max(0.0, SPEEDS[self.speed_name] - (time.monotonic() - began))
        self.call_from_thread(self._thought, generation, seat, action, wait)

    def _thought(self, generation: int, seat: Seat, action: Any, wait: float) -> None:
        if generation != self.generation:
            return
        self.waiting = (generation, seat, action)
        if wait:
            self.timer = self.set_timer(wait, self._move)
        else:
            self._move()

    def _move(self) -> None:
        """Plays what a bot has chosen, unless something was taken back since."""
        if self.waiting is None:
            return
        generation, seat, action = self.waiting
        self.waiting = None
        if generation == self.generation:
            try:
                self.sitting.play(seat, action)
            except FcmError as error:
                self.fail(error)
                return
            self.generation += 1
            self.proceed()

    def hurry(self) -> None:
        """The bot's move that waits is made at once."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self._move()

    def action_command_palette(self) -> None:
        """The palette, but not while the screen is handed over."""
        if isinstance(self.screen, TableScreen):
            super().action_command_palette()

    # --- the end ---------------------------------------------------------------------------------------------------

    def fail(self, error: BaseException) -> None:
        """Leaves the screen; whoever ran the app hears of the error."""
        self.fault = error
        self.exit()

    def ask_to_leave(self) -> None:
        """Leaves after a question. Every move is saved already."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.exit()

        if self.sitting.game.pending:
            self.push_screen(Sheet("leave the table? every move is saved", [], "y", self.patience), answered)
        else:
            self.exit()

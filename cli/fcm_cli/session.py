"""One sitting at the table: seats, bots, hot-seat hand-over, saving, undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fcm_cli import board, human, report, table
from fcm_cli.common import bot_named
from fcm_core.basics.errors import RefusedError
from fcm_core.basics.random import Stream
from fcm_core.game.events import Event

if TYPE_CHECKING:
    from fcm_core.records.saves import Recording

HUMAN = "human"
RECAP = 40  # lines of what happened that are told again when the screen is handed over
ROUND_LIMIT = 200  # a game of bots that gets nowhere is stopped


class Session:
    """Plays a recorded game with humans and bots until it is over or somebody leaves."""

    def __init__(self, recording: Recording, seats: Mapping[str, str], terminal: human.Terminal | None) -> None:
        self.recording = recording
        self.seats = seats
        self.terminal = terminal
        self.humans = [seat for seat, player in recording.game.state.by_seat() if seats[player.id] == HUMAN]
        self.bots = {
            seat: bot_named(recording.game.rules, seats[player.id])
            for seat, player in recording.game.state.by_seat()
            if seats[player.id] != HUMAN
        }
        self.shown: int | None = None  # whose secrets the screen may show
        self.read: dict[int, int] = {}  # how much of the log each human has seen
        self.marks: dict[int, int] = {}  # number of moves -> length of the log after them
        self.turn: tuple[int, int] | None = None  # the last turn whose board was shown: seat and round

    def run(self) -> bool:
        """True when the game is over; False when it was left before."""
        while self.recording.game.pending:
            game = self.recording.game
            if not self.humans and game.state.round > ROUND_LIMIT:
                return False
            decision = game.pending[0]
            if decision.seat in self.bots:
                stream = Stream(game.state.seed, "bots", f"{game.name(decision.seat)}/{len(self.recording.moves)}")
                action = self.bots[decision.seat].choose(game.view(decision.seat), decision, stream)
                self.tell(self.recording.play(decision.seat, action))
                continue
            assert self.terminal is not None
            self.hand_over(decision.seat)
            try:
                action = human.decide(self.terminal, game.view(decision.seat), decision)
            except human.Undo:
                self.undo()
                continue
            try:
                self.tell(self.recording.play(decision.seat, action))
            except RefusedError as refused:
                self.terminal.tell(f"not possible: {refused}")
        return True

    def hand_over(self, seat: int) -> None:
        """With several humans at one screen, the next one is called before anything of hers is shown.

        The board is shown then, and once more when a turn begins.
        """
        assert self.terminal is not None
        game = self.recording.game
        turn = (seat, game.state.round) if game.state.turn is not None else self.turn
        if self.shown == seat and self.turn == turn:
            return
        if self.shown != seat and len(self.humans) > 1:
            self.terminal.clear()
            if self.terminal.ask(f"hand over to {game.name(seat)}, then press Enter> ").strip() in human.LEAVE:
                raise EOFError
            self.recap(seat)
        if seat not in self.read:
            self.read[seat] = len(self.terminal.log)
            self.terminal.tell(human.HINT)
        self.shown, self.turn = seat, turn
        view = game.view(seat)
        self.terminal.tell(board.draw(view))
        self.terminal.tell(board.legend(view))
        self.terminal.tell(table.players(view))

    def recap(self, seat: int) -> None:
        """What happened since this human last looked, which was cleared away with the screen."""
        assert self.terminal is not None
        news = self.terminal.log[self.read.get(seat, 0) :]
        if len(news) > RECAP:
            self.terminal.tell(f"... {len(news) - RECAP} lines before: log")
        for sentence in news[-RECAP:]:
            self.terminal.tell(sentence)

    def undo(self) -> None:
        """Takes back to the human's last move, not past a reveal."""
        assert self.terminal is not None
        refusal = self.recording.can_undo(self.humans)
        if refusal is not None:
            self.terminal.tell(refusal.message)
            return
        taken = self.recording.undo(self.humans)
        del self.terminal.log[self.marks.get(len(self.recording.moves), 0) :]
        self.read = {seat: min(read, len(self.terminal.log)) for seat, read in self.read.items()}
        self.terminal.tell(f"{len(taken)} move{'s' * (len(taken) > 1)} taken back")

    def tell(self, events: Iterable[Event]) -> None:
        """Tells the humans what happened."""
        if self.terminal is None:
            return
        for sentence in report.sentences(events, self.recording.game):
            self.terminal.log.append(sentence)
            self.terminal.tell(sentence)
        self.marks[len(self.recording.moves)] = len(self.terminal.log)
        if self.shown is not None:
            self.read[self.shown] = len(self.terminal.log)

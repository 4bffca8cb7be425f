"""One sitting at the table: seats, bots, hot-seat hand-over, saving, undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from fcm_cli import board, human, report, table
from fcm_core import Bots, Refusal, RefusedError

if TYPE_CHECKING:
    from fcm_core import Event, Recording, Seat

HUMAN = "human"
RECAP = 40  # lines of what happened that are told again when the screen is handed over


class Session:
    """Plays a recorded game with humans and bots until it is over or somebody leaves."""

    def __init__(self, recording: Recording, seats: Mapping[str, str], terminal: human.Terminal | None) -> None:
        self.recording = recording
        self.seats = seats
        self.terminal = terminal
        game = recording.game
        who = {seat: seats[game.name(seat)] for seat in game.seats}
        self.humans = [seat for seat, each in who.items() if each == HUMAN]
        self.bots = Bots(game.rules, {seat: each for seat, each in who.items() if each != HUMAN}, recording.header.seed)
        self.shown: Seat | None = None  # whose secrets the screen may show
        self.read: dict[Seat, int] = {}  # how much of the log each human has seen
        self.marks: dict[int, int] = {}  # number of moves -> length of the log after them
        self.turn: tuple[Seat, int] | None = None  # the last turn whose board was shown: seat and round
        if terminal is not None and recording.moves:
            terminal.log.extend(report.sentences(recording.events(), game))
            self.marks[len(recording.moves)] = len(terminal.log)

    def run(self) -> bool:
        """True when the game is over; False when bots alone have played as long as they can bear."""
        while self.recording.game.pending:
            game = self.recording.game
            if not self.humans and game.round > self.bots.rounds:
                return False
            seat = game.to_move[0]
            if seat not in self.humans:
                self.tell(self.recording.play(seat, self.bots.choose(game, seat, len(self.recording.moves))))
                continue
            assert self.terminal is not None
            self.hand_over(seat)
            try:
                reveals = partial(self.recording.would_reveal, seat)
                action = human.decide(self.terminal, game.view(seat), seat, reveals)
            except human.Undo:
                self.undo(seat)
                continue
            try:
                self.tell(self.recording.play(seat, action))
            except RefusedError as refused:
                self.terminal.tell(f"not possible: {refused}")
        return True

    def hand_over(self, seat: Seat) -> None:
        """With several humans at one screen, the next one is called before anything of hers is shown.

        The board is shown then, and once more when a turn begins.
        """
        assert self.terminal is not None
        game = self.recording.game
        turn = (seat, game.round) if game.state.turn is not None else self.turn
        if self.shown == seat and self.turn == turn:
            return
        if self.shown != seat and len(self.humans) > 1:
            self.terminal.clear()
            if self.terminal.ask(f"hand over to {game.name(seat)}, then press Enter> ").strip() in human.LEAVE:
                raise EOFError
            self.recap(seat)
        first = seat not in self.read
        if first:
            self.read[seat] = len(self.terminal.log)
            self.terminal.tell(human.HINT)
        self.shown, self.turn = seat, turn
        view = game.view(seat)
        self.terminal.tell(board.draw(view))
        self.terminal.tell(board.legend(view) if first else "(what the signs mean: legend)")
        self.terminal.tell(table.status(view))
        self.terminal.tell(table.players(view))

    def recap(self, seat: Seat) -> None:
        """What happened since this human last looked, which was cleared away with the screen."""
        assert self.terminal is not None
        news = self.terminal.log[self.read.get(seat, 0) :]
        if len(news) > RECAP:
            self.terminal.tell(f"... {len(news) - RECAP} lines before: log")
        for sentence in news[-RECAP:]:
            self.terminal.tell(sentence)

    def undo(self, seat: Seat) -> None:
        """Takes back to the seat's own last move: not past a reveal, and not past the move of another human."""
        assert self.terminal is not None
        refusal = self._cannot_undo(seat)
        if refusal is not None:
            self.terminal.tell(refusal.message)
            return
        taken = self.recording.undo([seat])
        self.terminal.skip = (-1, -1, -1)
        del self.terminal.log[self._log_length() :]
        self.read = {each: min(read, len(self.terminal.log)) for each, read in self.read.items()}
        self.terminal.tell(f"{len(taken)} move{'s' * (len(taken) > 1)} taken back")

    def _cannot_undo(self, seat: Seat) -> Refusal | None:
        for move in reversed(self.recording.moves):
            if move.player == seat:
                break
            if move.player in self.humans:
                name = self.recording.game.name(move.player)
                return Refusal("others_move", f"{name} has moved since your last move: only {name} can take that back")
        return self.recording.can_undo([seat])

    def _log_length(self) -> int:
        """How long the log was after the moves that are left; after a resume it is told anew."""
        assert self.terminal is not None
        moves = len(self.recording.moves)
        if moves not in self.marks:
            kept = self.recording
            self.marks[moves] = len(report.sentences(kept.events(), kept.game)) if moves else 0
        return self.marks[moves]

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

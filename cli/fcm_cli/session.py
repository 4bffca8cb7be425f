"""One sitting at the table: seats, bots, hot-seat hand-over, saving, undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fcm_cli import board, human, report, table
from fcm_core import Bots, RefusedError

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
                action = human.decide(self.terminal, game.view(seat), seat)
            except human.Undo:
                self.undo()
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
        if seat not in self.read:
            self.read[seat] = len(self.terminal.log)
            self.terminal.tell(human.HINT)
        self.shown, self.turn = seat, turn
        view = game.view(seat)
        self.terminal.tell(board.draw(view))
        self.terminal.tell(board.legend(view))
        self.terminal.tell(table.players(view))

    def recap(self, seat: Seat) -> None:
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

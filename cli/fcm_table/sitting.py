"""One sitting at the table without its screen: who moves next, what may be taken back, what passes by itself.

It holds the true game. What it hands to a screen is a seat's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from fcm_core import Bots, CardId, Event, Game, Recording, Refusal, Seat, actions, events

HUMAN = "human"
BACK = 1  # u takes it back
ENDS = 2  # it ends a step, a turn or a phase; u still takes it back
REVEALS = 3  # it brings out what is hidden: nothing takes it back


@frozen
class Happening:
    """What one move brought: who made it, whether it was made by itself, and the events."""

    move: int  # number of the move, from 0; -1 for what happened before the first
    seat: Seat | None
    alone: bool  # a step with nothing to do was left, or a standing order answered
    events: tuple[Event, ...]
    note: str = ""  # of what was made by itself: what it was


@define
class Orders:
    """Standing orders of a seat. They live as long as the sitting and are in no save."""

    pay_all: bool = False  # pay everybody where the money suffices
    keep_all: bool = False  # keep all goods where they fit
    position: str = ""  # "first" or "last": the position to take


@define
class Sitting:
    """A recorded game, its seats and what happened so far."""

    recording: Recording
    seats: Mapping[str, str]  # player -> human or a bot's name
    humans: tuple[Seat, ...] = field(init=False)
    bots: Bots = field(init=False)
    story: list[Happening] = field(init=False, factory=list)
    orders: dict[Seat, Orders] = field(init=False)
    read: dict[Seat, int] = field(init=False, factory=dict)  # happenings that each human has seen

    def __attrs_post_init__(self) -> None:
        game = self.game
        who = {seat: self.seats[game.name(seat)] for seat in game.seats}
        self.humans = tuple(seat for seat, each in who.items() if each == HUMAN)
        others = {seat: each for seat, each in who.items() if each != HUMAN}
        self.bots = Bots(game.rules, others, self.recording.header.seed)
        self.orders = {seat: Orders() for seat in self.humans}
        self.story = self._told_before()
        self.read = {seat: len(self.story) for seat in self.humans}

    def _told_before(self) -> list[Happening]:
        """What happened in a game that is taken up again, move by move."""
        moves = self.recording.moves
        if not moves:
            return [Happening(-1, None, False, tuple(self.game.events))]
        makers = [None, *(move.player for move in moves)]
        history = zip(makers, self.recording.history(), strict=True)
        return [Happening(number, seat, False, told) for number, (seat, told) in enumerate(history, -1)]

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: object) -> None:
        self.bots.close()

    @property
    def game(self) -> Game:
        """The true game."""
        return self.recording.game

    # --- whose move it is ------------------------------------------------------------------------------------------

    @property
    def next_seat(self) -> Seat | None:
        """The seat that decides next; where several decide at the same time, bots wait for the humans. None: it is over."""
        owing = self.game.to_move
        return next((seat for seat in owing if seat in self.humans), owing[0] if owing else None)

    @property
    def stopped(self) -> bool:
        """Whether bots alone have played as long as they can bear."""
        return not self.humans and self.game.round > self.bots.rounds

    def play(self, seat: Seat, action: Any, *, alone: bool = False) -> Happening:
        """Plays and saves a move. RefusedError leaves everything as it was."""
        note = self._note(action) if alone else ""
        events = tuple(self.recording.play(seat, action))
        happening = Happening(len(self.recording.moves) - 1, seat, alone, events, note)
        self.story.append(happening)
        return happening

    def _note(self, action: Any) -> str:
        """What is told of a move that was made without asking."""
        game = self.game
        if isinstance(action, actions.NextStep) and game.state.turn is not None:
            return f"nothing to do: {game.rules.working_steps[game.state.turn.step].name.replace('_', ' ')}"
        return f"standing order: {game.label(action, game.to_move[0])}"

    # --- what passes by itself -------------------------------------------------------------------------------------

    def by_itself(self, seat: Seat) -> Any | None:
        """The action that is taken without asking: a step with nothing to do in it is left, a standing order answers."""
        game = self.game
        choices = game.choices(seat)
        if choices is not None and len(choices) <= 2:
            kinds = {type(choice) for choice in choices}
            if actions.NextStep in kinds and kinds <= {actions.NextStep, actions.EndTurn}:
                return actions.NextStep()
        return self._ordered(seat, choices)

    def _ordered(self, seat: Seat, choices: Sequence[Any] | None) -> Any | None:
        orders = self.orders.get(seat)
        game = self.game
        if orders is None or not (orders.pay_all or orders.keep_all or orders.position):
            return None
        if orders.position and choices and all(isinstance(each, actions.ChoosePosition) for each in choices):
            take = min if orders.position == "first" else max
            return take(choices, key=lambda each: each.position)
        usual = game.default_action(seat)
        if orders.pay_all and isinstance(usual, actions.Fire):
            return usual if usual == actions.Fire(()) else None
        if orders.keep_all and isinstance(usual, actions.Keep):
            everything = actions.Keep(game.state.players[seat].stock.items())
            return everything if game.check(seat, everything) is None else None
        return None

    # --- what it weighs and what can be taken back -----------------------------------------------------------------

    def weight(self, seat: Seat, action: Any) -> int:
        """How much a move asks for: BACK, ENDS or REVEALS."""
        game = self.game
        others = [each for each in game.to_move if each != seat]
        last = bool(others) and not any(each in self.humans for each in others)
        if last or self.recording.would_reveal(seat, action):
            return REVEALS  # where only bots still have to answer, they do so at once
        if isinstance(action, (actions.NextStep, actions.EndTurn, actions.Pass)):
            return ENDS
        return BACK

    def can_undo(self, seat: Seat) -> Refusal | None:
        """Why this seat's last move cannot be taken back, or None if it can.

        A move is never taken back past a reveal, nor past the move of another human.
        """
        for move in reversed(self.recording.moves):
            if move.player == seat:
                break
            if move.player in self.humans:
                return Refusal("others_move", f"{self.game.name(move.player)} has moved since")
        return self.recording.can_undo([seat])

    def undo(self, seat: Seat, to: int | None = None) -> int:
        """Takes back the seat's last move, with what others did after it; with `to` all moves down to that number.

        What passed by itself goes with it. Returns how many moves were taken back: 0 where nothing can be.
        """
        before = len(self.recording.moves)
        while self.can_undo(seat) is None:
            self.recording.undo([seat])
            left = len(self.recording.moves)
            if to is not None and left > to:
                continue
            if self.game.decision_of(seat) is not None and self.by_itself(seat) is not None:
                continue
            break
        left = len(self.recording.moves)
        self.story = [each for each in self.story if each.move < left]
        self.read = {each: min(read, len(self.story)) for each, read in self.read.items()}
        return before - left

    def last_structure(self, seat: Seat) -> list[CardId]:
        """The cards that the seat had at work when structures were last shown; none before that."""
        for happening in reversed(self.story):
            for event in happening.events:
                if isinstance(event, events.StructuresRevealed):
                    return list(event.work[seat])
        return []

    def turn_began(self, seat: Seat) -> int:
        """The number of the first move of the seat's present turn: its own moves in a row, bots' moves left out."""
        moves = self.recording.moves
        first = len(moves)
        for happening in reversed(self.story):
            if happening.seat != seat or any(event.kind == "turn_ended" for event in happening.events):
                break
            first = happening.move
        return first

"""The running game: who must decide what, what is legal, and what an action does.

A Game is a State with the Rules of its plan. Rules are compiled once per plan and shared; `copy` copies the state only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import FcmError, Refusal, RefusedError, UnknownNameError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import actions as action_values
from fcm_core.game import hooks
from fcm_core.game.board import Board
from fcm_core.game.events import Event
from fcm_core.game.parts import Choice, Partial
from fcm_core.game.result import GameResult, result_of
from fcm_core.game.state import Ask, Decision, Player, State
from fcm_core.game.views import NOTHING, Unseen, view_of
from fcm_core.game.words import Names

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules
    from fcm_core.map.ground import Ground

# The phases: setup, then those of every round, in order.
PHASES = (
    "setup",
    "restructuring",
    "order_of_business",
    "working",
    "dinnertime",
    "payday",
    "marketing",
    "cleanup",
)
Moment = tuple[int, int]  # the beginning of a phase: the round, and the phase's index in PHASES
VETOED_AT_MOST = 50  # answers drawn at random that modules refuse, before the default stands
STACK_LIMIT = 10_000  # steps without a decision: far more than any round has


class Game:
    """One game in progress. `events` collects what happened since the caller last emptied it."""

    __slots__ = ("calls", "events", "ground", "quiet", "rules", "state", "stop_at", "unseen", "viewer")

    def __init__(self, rules: Rules, state: State, *, quiet: bool = False, viewer: Seat | None = None) -> None:
        self.rules: Rules = rules  # everything that does not change in play
        self.calls = rules.calls
        self.state: State = state  # everything that does: plain data
        self.events: list[Event] = []  # what happened since the caller last emptied it; empty in a quiet game
        self.quiet = quiet  # bots that look ahead want no events
        self.viewer = viewer  # the seat whose view this is; None for the whole truth
        self.unseen: Unseen = NOTHING  # what lies face down for that seat
        self.stop_at: Moment | None = None  # the game rests before this phase begins; None once it does
        self.ground: Ground = rules.ground(state.map)  # what is printed on the map or built for good

    def copy(self) -> Game:
        """An independent game that shares rules and geometry."""
        new = Game.__new__(Game)
        new.rules = self.rules
        new.calls = self.calls
        new.state = self.state.copy()
        new.events = []
        new.quiet = True
        new.viewer = self.viewer
        new.unseen = self.unseen
        new.stop_at = None
        new.ground = self.ground
        return new

    def supposing(self, seat: Seat, player: Player) -> Game:
        """This game with another player at the seat, to ask questions of. It shares all the rest: nothing may change it."""
        new = Game.__new__(Game)
        new.rules = self.rules
        new.calls = self.calls
        new.state = self.state.supposing(seat, player)
        new.events = []
        new.quiet = True
        new.viewer = self.viewer
        new.unseen = self.unseen
        new.stop_at = None
        new.ground = self.ground
        return new

    def in_own_turn(self, seat: Seat) -> Game:
        """This game as a chain meets it in its own turn, to ask questions of: nothing may change it.

        In Working, before its turn, its drive-ins do not count yet (R-08); in what comes back they do.
        """
        player = self.state.players[seat]
        if self.state.phase != "working" or player.on_duty or player.out:
            return self
        player = player.copy()
        player.on_duty = True
        found = self.supposing(seat, player)
        found.board.forget()  # what is remembered may hang on whose turn it is
        return found

    # --- the course of the game ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 during setup."""
        return self.state.round

    @property
    def phase(self) -> str:
        """The phase, one of PHASES."""
        return self.state.phase

    @property
    def moment(self) -> Moment:
        """Round and phase as one value; later ones are greater."""
        return self.state.round, PHASES.index(self.state.phase)

    @property
    def result(self) -> GameResult:
        """Ranking, winner, cash and rounds as they stand now."""
        return result_of(self)

    # --- decisions -------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that owe a decision, in order; several where players choose at the same time. Empty when it is over."""
        return tuple(decision.seat for decision in self.pending)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now; several at once where players choose simultaneously. Empty when the game is over."""
        state = self.state
        return state.asks[-1].decisions if state.asks and not state.over else ()

    def decision_of(self, seat: Seat) -> Decision | None:
        """The decision that a player owes now, or None."""
        state = self.state
        if state.asks and not state.over:
            for decision in state.asks[-1].decisions:
                if decision.seat == seat:
                    return decision
        return None

    def choices(self, seat: Seat) -> Sequence[Choice] | None:
        """What the player may choose: actions, and Partials for big choices. None: too many to list, use `sample`."""
        decision = self._owed(seat)
        kind = self.rules.decisions[decision.kind]
        try:
            found = kind.choices(self, decision)
            if found is None or not hooks.check_action.used(self):
                return found
            return self._allowed(seat, found)
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self._blame(error, f"listing what {self.name(seat)} may do ({decision.kind})") from error

    def step_choices(self, seat: Seat, step: int) -> list[Choice]:
        """What the player at work may do in one step of the working turn, by its index: the present step or a later one.

        Going on and ending the turn are no part of it. Empty for a step that is over, or when it is not the player's turn.
        Actions of later steps may hang on what is done before; this is what would be possible now.
        """
        turn = self.state.turn
        if turn is None or turn.player != seat or step < turn.step:
            return []
        try:
            found = [
                choice
                for name in self.rules.working_steps[step].actions
                for choice in self.rules.actions[name].choices(self, seat)
            ]
            return self._allowed(seat, found) if hooks.check_action.used(self) else found
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self._blame(error, f"listing the step {self.rules.working_steps[step].name}") from error

    def _allowed(self, seat: Seat, choices: Iterable[Choice]) -> list[Choice]:
        """Those that no module refuses. A Partial is left out when all it offers is refused."""
        found: list[Choice] = []
        for choice in choices:
            if isinstance(choice, Partial):
                narrowed = Partial(choice.action, choice.given, partial(self._allowed_after, seat, choice))
                if next(self._flatten((narrowed,)), None) is not None:
                    found.append(narrowed)
            elif not self._vetoed(seat, choice):
                found.append(choice)
        return found

    def _allowed_after(self, seat: Seat, choice: Partial) -> list[Choice]:
        return self._allowed(seat, choice.expand())

    def legal_actions(self, seat: Seat) -> Iterator[Any]:
        """Every legal action, Partials expanded one after another as you ask for more.

        Accepted, but not listed:
        - in a working turn an action of a later step; it stands for `next_step`, as often as needed, and the action;
        - a company structure that does not fit: then only the CEO works (R-17), which the empty structure says as well;
        - all actions of a decision with too many to list: `choices` is None then, and `sample` draws one.
        """
        yield from self._flatten(self.choices(seat) or ())

    def _flatten(self, choices: Iterable[Choice]) -> Iterator[Any]:
        for choice in choices:
            if isinstance(choice, Partial):
                yield from self._flatten(choice.expand())
            else:
                yield choice

    def sample(self, seat: Seat, stream: Stream) -> Any:
        """One legal action, uniform enough: a listed choice, then what follows it; or the decision's own sampler."""
        choices = self.choices(seat)
        if choices is None:
            decision = self._owed(seat)
            kind = self.rules.decisions[decision.kind]
            for _ in range(VETOED_AT_MOST):
                action = kind.sample(self, decision, stream)
                if not self._vetoed(seat, action):
                    return action
            return self.default_action(seat)
        while True:
            choice = choices[stream.below(len(choices))]
            if not isinstance(choice, Partial):
                return choice
            choices = choice.expand()

    def default_action(self, seat: Seat) -> Any:
        """The action that stands for doing nothing special in the decision the player owes."""
        decision = self._owed(seat)
        kind = self.rules.decisions[decision.kind]
        usual = kind.default(self, decision)
        if usual is not None and not self._vetoed(seat, usual):
            return usual
        for action in self.legal_actions(seat):
            return action
        raise FcmError(f"decision {decision.kind} of {self.name(seat)} has no legal action{self._who_vetoes(seat)}")

    def _who_vetoes(self, seat: Seat) -> str:
        """Which modules refuse what would be legal, for the message where nothing is left."""
        decision = self._owed(seat)
        kind = self.rules.decisions[decision.kind]
        usual = kind.default(self, decision)
        listed = self._flatten(kind.choices(self, decision) or ())
        told: dict[str, None] = {}
        for action in (*([] if usual is None else [usual]), *islice(listed, VETOED_AT_MOST)):
            for module, refusal in hooks.check_action.by_module(self, seat, action):
                told[
                    f"module {module} refuses {self.rules.action_name(action)} ({refusal.code}: {refusal.message})"
                ] = None
        return "".join(f"; {each}" for each in told)

    def check(self, seat: Seat, action: Any) -> Refusal | None:
        """Why the action is refused, or None if it is legal. Changes nothing."""
        decision = self.decision_of(seat)
        return self._not_owed(seat) if decision is None else self._refusal(decision, action)

    def _not_owed(self, seat: Seat) -> Refusal:
        if self.state.over:
            return Refusal("game_over", "the game is over")
        owing = ", ".join(self.name(each.seat) for each in self.pending)
        return Refusal("not_your_turn", f"{self.name(seat)} has nothing to decide now; waiting for {owing}")

    def _refusal(self, decision: Decision, action: Any) -> Refusal | None:
        kind = self.rules.decisions[decision.kind]
        name = self.rules.action_name(action)
        allowed = self.rules.decision_actions[decision.kind]
        if name not in allowed:
            text = f"{name} does not answer {kind.title or kind.name}; possible: {', '.join(allowed)}"
            return Refusal("wrong_decision", text)
        try:
            refusal = kind.check(self, decision, action) or hooks.check_action(self, decision.seat, action)
            if refusal is None:
                known = kind.canonical(self, decision, action)
                if known is not action and known != action:
                    return Refusal("spelling", f"this action is written {known}")
            return refusal
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self._blame(error, f"checking {name} of {self.name(decision.seat)}") from error

    def canonical(self, seat: Seat, action: Any) -> Any:
        """The action in the one way in which the engine writes it, for what files and people may write in others.

        An action that is not legal, or that the player does not owe, may come back as it is.
        """
        decision = self.decision_of(seat)
        if decision is None or self.rules.action_name(action) not in self.rules.decision_actions[decision.kind]:
            return action
        return self.rules.decisions[decision.kind].canonical(self, decision, action)

    def _vetoed(self, seat: Seat, action: Any) -> bool:
        return hooks.check_action(self, seat, action) is not None

    def apply(self, seat: Seat, action: Any) -> list[Event]:
        """Applies a legal action and goes on to the next decision. Returns what happened.

        Raises RefusedError, with the state unchanged, for an illegal one.
        """
        decision = self.decision_of(seat)
        if decision is None:
            raise RefusedError(self._not_owed(seat))
        refusal = self._refusal(decision, action)
        if refusal is not None:
            raise RefusedError(refusal)
        ask = self.state.asks[-1]
        first = len(self.events)
        try:
            if self.rules.decisions[decision.kind].answer(self, decision, action):
                self._settle(ask, decision)
            self.advance()
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:
            doing = f"{self.rules.action_name(action)} of {self.name(seat)} in round {self.state.round}"
            raise self._blame(error, f"{doing} ({self.state.phase})") from error
        return self.events[first:]

    def _owed(self, seat: Seat) -> Decision:
        decision = self.decision_of(seat)
        if decision is None:
            raise RefusedError(Refusal("not_your_turn", f"{self.name(seat)} has nothing to decide now"))
        return decision

    def _settle(self, ask: Ask, decision: Decision) -> None:
        """Takes an answered decision out of its ask, which may lie below what the answer has asked."""
        asks = self.state.asks
        place = len(asks) - 1
        while asks[place] is not ask:
            place -= 1
        rest = tuple([each for each in ask.decisions if each != decision])
        if rest:
            asks[place] = Ask(rest, True)
        else:
            del asks[place]

    def ask(self, kind: str, seats: Iterable[Seat], together: bool = False, **about: Any) -> None:
        """Lets players decide before the next step: one after another in the given order, or all at once.

        What one step, answer or announcement asks is answered in the order in which it is asked. What an answer asks comes
        before everything that waited already. `about` says what is chosen about (see Decision.about): numbers, strings,
        true or false, and tuples of these. Those who are out of the game are left out. UnknownNameError for a decision that no
        module brings.
        """
        if kind not in self.rules.decisions:
            raise UnknownNameError("decision", kind, self.rules.decisions)
        facts = tuple(about.items())
        owed = [Decision(kind, seat, facts) for seat in seats if not self.state.players[seat].out]
        if owed:
            new = [Ask(tuple(owed))] if together else [Ask((decision,)) for decision in reversed(owed)]
            asks = self.state.asks
            # Asks that have not begun lie on the one being answered: they were asked a moment ago and come first.
            place = next((index for index in range(len(asks), 0, -1) if asks[index - 1].begun), 0)
            asks[place:place] = new

    def advance(self) -> None:
        """Goes on until somebody must decide, the game is over or the phase `stop_at` is about to begin.

        A game that rests there owes no decision; the next call goes on.
        """
        state = self.state
        rules = self.rules
        for _ in range(STACK_LIMIT):
            if state.over:
                return
            if state.asks:
                ask = state.asks[-1]
                if ask.begun:
                    return
                place = len(state.asks) - 1
                state.asks[place] = Ask(ask.decisions, True)
                owed = tuple(each for each in ask.decisions if rules.decisions[each.kind].begin(self, each))
                if owed:
                    state.asks[place] = Ask(owed, True)
                else:
                    del state.asks[place]
                continue
            if not self._next_step():
                return
        raise FcmError(f"the game does not get on in phase {state.phase} of round {state.round}")

    def _next_step(self) -> bool:
        """Runs the next step of the round; False where the game rests before a phase instead."""
        state = self.state
        setup = state.phase == "setup"
        steps = self.rules.setup_steps if setup else self.rules.round_steps
        following = state.cursor + 1
        if following >= len(steps):
            state.round += 1
            following = 0
            steps = self.rules.round_steps
            hooks.on_round_began(self, state.round)
        step = steps[following]
        leaving = state.phase
        state.phase = step.phase
        if self.stop_at is not None and step.phase != leaving and self.moment >= self.stop_at:
            state.cursor = following - 1
            self.stop_at = None
            return False
        state.cursor = following
        step.run(self)
        return True

    def begin_phase(self, phase: str) -> None:
        """The first step of every phase: tells those who listen."""
        hooks.on_phase_began(self, phase, self.state.round)

    def end_phase(self, phase: str) -> None:
        """The last step of every phase."""
        hooks.on_phase_ended(self, phase, self.state.round)

    def _blame(self, error: BaseException, doing: str) -> BaseException:
        return self.rules.blamed(error, doing)

    # --- facts -----------------------------------------------------------------------------------------------------

    def name(self, seat: Seat) -> str:
        """The player's id."""
        return self.state.players[seat].id if 0 <= seat < len(self.state.players) else "nobody"

    @property
    def seats(self) -> Sequence[Seat]:
        """All seats, from 0."""
        return self.state.seats

    def player(self, seat: Seat) -> Player:
        """The player of a seat."""
        return self.state.players[seat]

    def seat(self, player_id: str) -> Seat:
        """The seat of a player id; KeyError if there is none."""
        for seat, player in self.state.by_seat():
            if player.id == player_id:
                return seat
        raise KeyError(player_id)

    @property
    def board(self) -> Board:
        """The map and what lies on it: what is free, how far it is, and all changes to it."""
        return Board(self)

    # --- views -----------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Game:
        """What a seat may see (None: an onlooker): a game without others' reserve cards and unrevealed answers."""
        return view_of(self, seat)

    def words(self) -> Names:
        """How people are told of this game's players, cards and squares (see Event.sentence)."""
        return Names(self.rules, tuple(player.id for player in self.state.players), self.ground.grid)

    def label(self, choice: Choice, seat: Seat) -> str:
        """An action or Partial in plain words."""
        return action_values.label(self, seat, choice)

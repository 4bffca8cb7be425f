"""Playing a scenario file: its steps, and what is expected after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fcm_core.basics.errors import FcmError, InputError, Problems, RefusedError
from fcm_core.basics.kinds import leaves
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import fields_of, join, key_in
from fcm_core.basics.vocabulary import CardId, GoodId, MilestoneId, Seat
from fcm_core.game.actions import ChoosePosition, Fire, Keep, Restructure
from fcm_core.game.events import Event
from fcm_core.game.game import PHASES, Game, Moment
from fcm_core.phases.payday import fireable
from fcm_core.records.codec import action_from_json
from fcm_core.rules.tables import Reader
from fcm_core.scenario.expectations import Expectations
from fcm_core.scenario.position import KnownRules, Position
from fcm_core.scenario.results import Result

ROUND_END = "cleanup"
STEP_LIMIT = 5_000  # decisions answered by one `run`
ANY_CODE = "*"  # stands for any refusal
MALFORMED = "malformed"  # also of an action that cannot even be read
CODES_OF_ANY_ACTION = ("game_over", "not_your_turn", "wrong_decision", "spelling")  # the game itself gives them


def run_file(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> Result:
    """Runs one scenario file. Raises InputError (Problems) when the file is wrong."""
    return Scenario(Path(path), modules_dirs).run()


def check_file(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> None:
    """Reads a file whole: its position, and by playing it the names in what it expects. Raises InputError (Problems).

    Whether the expectations hold does not matter here.
    """
    scenario = Scenario(Path(path), modules_dirs)
    scenario.run()


class Scenario(Position):
    """One scenario file with its position set up."""

    def __init__(self, path: Path, modules_dirs: Iterable[str | Path] = (), known: KnownRules | None = None) -> None:
        super().__init__(path, modules_dirs, known)
        self.events: list[Event] = []
        self.played = False  # what depends on the state of the game is only looked at when it is played
        self.completed = ""  # the phase that the last action brought to its end
        self.fired: list[tuple[Seat, str]] = []  # whom `run` has fired for the players, in plain words
        for index, table in enumerate(self.steps):
            self._check_step(Reader(self.file, f"step[{index}]", table, self.problems))
        if self.problems:
            self._check_expected()
            raise Problems(self.problems)

    def run(self) -> Result:
        """Plays the steps and checks what is expected."""
        try:
            return self._run()
        except (FcmError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a module has a hand in what is expected
            raise self.rules.blamed(error, f"playing {self.file}") from error

    def _run(self) -> Result:
        result = Result(self.file, self.title, warnings=[str(each) for each in self.warnings])
        self.played = True
        for index, table in enumerate(self.steps):
            self._step(Reader(self.file, f"step[{index}]", table, self.problems), result)
        self._expect("expect", self.expect, result)
        if self.problems:
            raise Problems(self.problems)
        return result

    def _expect(self, key: str, table: dict[str, Any], result: Result) -> None:
        Expectations(self, result).check(Reader(self.file, key, table, self.problems))

    def _check_step(self, read: Reader) -> None:
        """What can be wrong with a step whatever the state of the game is."""
        target = read.get("run", str)
        read.get("expect", dict[str, Any])
        if "run" in read.table:
            read.finish()
            if target is not None and target != "round" and target not in PHASES:
                near = did_you_mean(target, (*PHASES, "round"))
                read.problem("run", f"expected a phase or round, found {target!r}{near}")
            return
        error = read.get("error", str)
        plain = _plain_action(read)
        name = plain.get("player")
        if name not in self.ids:
            read.problem("player", f"no player {name!r}{did_you_mean(str(name), self.ids)}")
        codes = self._codes()
        if error is not None and error not in codes:
            read.problem("error", f"no refusal code {error!r}{did_you_mean(error, codes)}; * stands for any")
        try:
            action = action_from_json(self.rules, plain)
        except InputError as wrong:
            if error != MALFORMED:
                read.problem("action", str(wrong))
            return
        self.check_names(read, action, plain)

    def _codes(self) -> list[str]:
        """The refusal codes that a step may state."""
        announced = [code for codes in self.rules.action_codes.values() for code in codes]
        return list(dict.fromkeys((*announced, *CODES_OF_ANY_ACTION, MALFORMED, ANY_CODE)))

    def check_names(self, read: Reader, action: Any, plain: Mapping[str, Any], key: str = "") -> None:
        """The cards, goods and milestones of an action; `key` is where it stands in the reader's table."""
        for field in fields_of(type(action)):
            where = join(key, key_in(plain, field))
            for kind, name in leaves(field.type, getattr(action, field.name)):
                if kind is CardId:
                    self.card(read, where, name)
                elif kind is GoodId:
                    self.good(read, where, name)
                elif kind is MilestoneId and name not in self.rules.milestones:
                    read.problem(where, f"no milestone {name!r}{did_you_mean(name, self.rules.milestones)}")

    def _check_expected(self) -> None:
        """The names in what is expected, although the position is wrong and nothing can be played."""
        result = Result(self.file, self.title)
        for index, table in enumerate(self.steps):
            if isinstance(table.get("expect"), dict):
                self._expect(f"step[{index}].expect", table["expect"], result)
        self._expect("expect", self.expect, result)

    def _step(self, read: Reader, result: Result) -> None:
        target = read.get("run", str)
        expect = read.get("expect", dict[str, Any])
        if target is not None:
            last = ROUND_END if target == "round" else target
            # An action may have ended this very phase; resolving it then changes nothing.
            if last not in (self.completed, "setup") or self.game.state.phase == "setup":
                self._play_through(last)
            self.completed = ""
        else:
            self._act(read, _plain_action(read), read.get("error", str), result)
        if expect is not None:
            self._expect(f"{read.key}.expect", expect, result)

    def resume(self) -> None:
        """Goes on to the next decision, if the game rests at the start of a phase."""
        if self._rests():
            self.game.advance()
            self._collect()

    def _rests(self) -> bool:
        return not self.game.pending and not self.game.state.over

    def next_decision(self) -> Game:
        """The game at the decision that comes next: a copy where it rests at the start of a phase, so looking changes nothing."""
        if not self._rests():
            return self.game
        ahead = self.game.copy()
        ahead.advance()
        return ahead

    def _collect(self) -> None:
        self.events.extend(self.game.events)
        self.game.events = []

    def _play_through(self, phase: str) -> None:
        """Answers every decision by its default until the phase is over."""
        game = self.game
        order = list(PHASES)
        if order.index(game.state.phase) > order.index(phase) and not game.state.over:
            # The phase lies in the next round: play this one out first.
            self._play_through(ROUND_END)
        game.stop_at = _end_of(game, phase)
        for _ in range(STEP_LIMIT):
            if game.over or game.stop_at is None:
                break
            if game.pending:
                player = game.pending[0].seat
                action = self._default(player)
                if isinstance(action, Fire) and action.cards:
                    self.fired.append((player, game.label(action, player)))
                game.apply(player, action)
            else:
                game.advance()
            self._collect()
        game.stop_at = None

    def _default(self, seat: Seat) -> Any:
        decision = self.game.decision_of(seat)
        if decision is not None and decision.kind == "restructure":
            hand = dict(self.game.state.players[seat].beach)
            work = []
            for card in self.plans.get(seat, ()):
                if hand.get(card, 0) > 0:
                    hand[card] -= 1
                    work.append(card)
            return Restructure(tuple(work))
        return self.game.default_action(seat)

    def _act(self, read: Reader, plain: Mapping[str, Any], error: str | None, result: Result) -> None:
        name = plain["player"]
        seat = self.game.seat(name)
        where = f"{read.key}: {plain.get('action')} of {name}"
        try:
            action = action_from_json(self.rules, plain)
        except InputError:
            return  # it is meant to be malformed
        if error is None and self._answered_by_itself(seat, action):
            return
        ahead = self.next_decision()
        action = ahead.canonical(seat, action)
        before = ahead.state.copy()
        refusal = ahead.check(seat, action)
        if error is not None:
            got = refusal.code if refusal is not None else "accepted"
            if got != error and (error != ANY_CODE or refusal is None):
                expected = "refused" if error == ANY_CODE else f"refused: {error}"
                result.fail(where, expected, got, refusal.message if refusal else "")
            if refusal is not None and ahead.state != before:
                result.fail(where, "an unchanged state", "a changed one")
            if refusal is not None:
                return  # everything is as it was: what comes next has only been looked at
        self.resume()
        if refusal is not None:
            result.fail(where, "accepted", f"refused: {refusal.code}", refusal.message)
            return
        # What follows the phase is left to the next step of the file: `run` says how far to resolve.
        phase = self.game.state.phase
        self.game.stop_at = None if phase == "setup" else _end_of(self.game, phase)
        try:
            self.game.apply(seat, action)
        except RefusedError as refused:
            result.fail(where, "accepted", refused.refusal.code, refused.refusal.message)
        self.completed = "" if self.game.stop_at is not None else phase
        self.game.stop_at = None
        self._collect()

    def _answered_by_itself(self, seat: Seat, action: Any) -> bool:
        """Whether this was the player's only choice, so that the game did not ask; a file may state it all the same."""
        game = self.game
        who = game.state.players[seat]
        if game.decision_of(seat) is not None:
            return False
        now = game.state.phase
        over = "" if game.pending else PHASES[PHASES.index(now) - 1]  # the phase that this one follows
        if now == "restructuring" and not game.pending:
            over = ROUND_END
        match action:
            case Restructure(work=()):
                return "restructuring" in (now, over) and not fireable(game, seat)
            case ChoosePosition(position):
                return over == "order_of_business" and game.state.turn_order.index(seat) + 1 == position
            case Fire(cards=()):
                return "payday" in (now, over) and not fireable(game, seat)
            case Keep(stock):
                return ROUND_END in (now, over) and {good: amount for good, amount in stock if amount} == who.stock
        return False


def _end_of(game: Game, phase: str) -> Moment:
    """When the phase that follows this one begins. Setup ends where round 1 begins."""
    number = max(1, game.round)
    return (number + 1, 1) if phase == ROUND_END else (number, PHASES.index(phase) + 1)


def _plain_action(read: Reader) -> dict[str, Any]:
    """The action of a step and its fields."""
    return {key: value for key, value in read.table.items() if key not in ("expect", "error", "run")}

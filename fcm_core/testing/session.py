"""One watched game of the conformance run: it is played on action by action, and everything is checked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import attrs

from fcm_core.assembly.compile import make_rules
from fcm_core.assembly.plugins import PluginManager
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import AnswerError, FcmError, InputError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.events import CampaignPlaced, Event, MilestoneEarned, StructuresRevealed
from fcm_core.game.game import Game
from fcm_core.game.laws import HOOKS
from fcm_core.game.rules import Rules
from fcm_core.game.state import State
from fcm_core.records.codec import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    fingerprint,
    state_from_json,
    state_to_json,
)
from fcm_core.records.explain import explain_distance, explain_house, explain_price, explain_salaries
from fcm_core.rules.content import ids_in
from fcm_core.rules.plan import Plan
from fcm_core.testing.invariants import (
    Watch,
    listed_are_accepted,
    mutants_are_refused,
    survives_json,
    tried_are_refused_well,
)
from fcm_core.testing.soundness import copy_faults, events_of, memory, no_longer, own_memory, unsound
from fcm_core.testing.watching import Misbehaved, Watcher, difference

PROBE = 7  # every so many actions the costly checks are made
OFTEN = 3  # times that what the module brings is looked at closely whenever it comes
MOST_ANSWERS = 200  # to one and the same decision, before it counts as one that never ends
TOLD = 40  # events of each kind that are told and written

Move = tuple[Seat, Any]


class Options(dict[str, Any]):
    """The options of one module, which note what is read."""

    def __init__(self, values: Mapping[str, Any], watcher: Watcher, module: str) -> None:
        super().__init__(values)
        self.watcher = watcher
        self.module = module

    def __getitem__(self, name: str) -> Any:
        self.watcher.read.add((self.module, name))
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.watcher.read.add((self.module, name))
        return super().get(name, default)


class Session:
    """The watched rules of a plan and one game of them.

    `watched` are the modules looked at; `left_out` is the label of a hook's implementation to do without.
    """

    def __init__(self, plan: Plan, watched: Sequence[str], left_out: str = "") -> None:
        self.plan = plan
        self.watched = tuple(watched)
        self.watcher = Watcher(watched)
        noting: dict[str, dict[str, Any]] = {
            module: Options(values, self.watcher, module) if module in watched else values
            for module, values in plan.options.items()
        }
        manager = self.manager = PluginManager(plan)
        self.packages = {
            module: plugin.__name__.rpartition(".")[0] for module, plugin in manager.loaded if module in watched
        }
        self.remembered = {module: memory(package) for module, package in self.packages.items()}
        self.rules = make_rules(
            attrs.evolve(plan, options=noting), manager=manager, calls=self.watcher.calls(manager, left_out)
        )
        self.held = [(*each, own_memory(each[-1])) for each in self.watcher.parts]
        self.watcher.content_is(self.rules)
        self.told: Counter[str] = Counter()  # decisions and events looked at
        self.answers: Counter[Any] = Counter()  # to one decision of one round
        self.actions = 0
        self.game: Game
        self.watch: Watch
        self.seed = 0
        self._expect_content()

    def _expect_content(self) -> None:
        """What games should reach besides hooks and parts: cards, milestones, events, tiles and goods of the modules."""
        content = self.rules.content
        there = (
            ("card", "cards", content.cards),
            ("good", "goods", content.goods),
            ("milestone", "milestones", self.rules.milestones),
            ("campaign", "campaigns", content.campaigns),
            ("map tile", "tiles", content.tiles),
        )
        for module in self.watched:
            ids, _ = ids_in(self.plan.module(module), self.plan.card_keys)
            for word, part, known in there:
                for name in ids[part]:
                    if name in known:
                        self.watcher.expect(module, f"{word} {name}")
            for cls in events_of(self.packages.get(module, "?")):
                self.watcher.expect(module, f"event {cls.kind}")

    def sound(self) -> None:
        """What can be checked without a game. Raises Misbehaved for the first thing wrong."""
        for module, package in self.packages.items():
            for part, text in unsound(self.watcher.contributed, module, package):
                raise Misbehaved(module, part, text)

    # --- a game ----------------------------------------------------------------------------------------------------

    def begin(self, game: Game, seed: int) -> None:
        """Takes up a game of these rules."""
        self.game = game
        self.seed = seed
        self.watch = Watch(game)
        with self._about("", ""):
            self.watch.check(game)
        self._look_around(every_card=True)

    def fresh(self, players: Sequence[str] | int, seed: int) -> Game:
        """A new game of the watched rules."""
        return new_game(self.rules, players, seed)

    def at(self, state: State) -> Game:
        """A game of the watched rules in this state."""
        return Game(self.rules, state)

    def owner(self, part: str) -> str:
        """The watched module that brings a part such as `action place_road`, or ""."""
        return self.watcher.owner.get(part, "")

    @contextmanager
    def _about(self, *parts: str) -> Iterator[None]:
        """What fails in it is the fault of the first of these parts that a watched module brings."""
        try:
            yield
        except AssertionError as error:
            text = str(error)
            by = self.watcher.refused_by
            if by is not None and text.endswith(f"does not announce code {by[0]}"):
                raise Misbehaved(by[1], by[2], text) from error
            for part in parts:
                if self.owner(part):
                    raise Misbehaved(self.owner(part), part, text) from error
            raise
        except (FcmError, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt | AnswerError | Misbehaved):
                raise
            if getattr(error, "hook", "") in HOOKS:
                raise
            for part in parts:
                if self.owner(part):
                    raise Misbehaved(self.owner(part), part, str(error)) from error
            raise
        except BaseException as error:  # whatever a module's code may raise
            _, hook = self.rules.blame(error) or ("", "")
            for part in parts:
                if self.owner(part) and hook not in HOOKS:
                    raise Misbehaved(self.owner(part), part, f"{type(error).__name__}: {error}") from error
            raise

    def probe(self, seat: Seat, moves: int, *, thoroughly: bool = True) -> None:
        """The costly checks of the decision that a player owes, with random numbers of this moment."""
        game = self.game
        decision = game.decision_of(seat)
        assert decision is not None
        kind = f"decision {decision.kind}"
        stream = Stream(self.seed, "testkit", f"probe {moves}")

        def about(action: Any) -> Any:
            return (
                self._about(f"action {game.rules.action_name(action)}", kind)
                if action is not None
                else self._about(kind)
            )

        if thoroughly:
            self._secrets_are_hidden()
        with self._about(kind):
            listed_are_accepted(game, seat, stream, about)
            tried_are_refused_well(game, seat, about)
            if thoroughly:
                mutants_are_refused(game, seat, stream, about)
                self._goes_on_from_json(seat, stream)
            if game.state.round:
                self._explains(stream)

    def is_new(self, seat: Seat) -> bool:
        """Whether the decision is one that a watched module brings and that was seldom looked at."""
        decision = self.game.decision_of(seat)
        part = f"decision {decision.kind}" if decision is not None else ""
        return bool(self.owner(part)) and self.told[part] < OFTEN

    def apply(self, seat: Seat, action: Any) -> None:
        """Plays one action and checks what holds between two."""
        game = self.game
        rules = game.rules
        decision = game.decision_of(seat)
        part = f"decision {decision.kind}" if decision is not None else ""
        name = f"action {rules.action_name(action)}"
        game.events.clear()
        self.told[part] += 1
        self.watcher.reached[part] += 1
        waiting = [each.seat for each in game.pending if each.seat != seat]
        if waiting:
            with self._about(name, part):
                self._choice_is_secret(seat, action, waiting[0])
        new = bool(self.owner(name) or self.owner(part))
        if new:
            with self._about(name, part):
                hash(action)
        with self._about(name, part, self._step()):
            game.apply(seat, action)
        with self._about(name, part, self._step()):
            self.watch.check(game, plain=new or self.actions % PROBE == 0)
        if decision is not None and game.decision_of(seat) == decision:
            self.answers[game.state.round, decision] += 1
            most = self.answers[game.state.round, decision]
            with self._about(part):
                assert most < MOST_ANSWERS or not self.owner(part), f"is not settled by {most} answers"
        self.actions += 1
        self._look_around()
        for event in game.events:
            self._event(event)

    def _choice_is_secret(self, seat: Seat, action: Any, other: Seat) -> None:
        """Where all choose at the same time, somebody who has yet to choose sees the same whatever a player chooses."""
        game = self.game
        another = game.sample(seat, Stream(self.seed, "testkit", f"secret {self.actions}"))
        seen = []
        for choice in (action, another):
            trial = game.copy()
            trial.quiet = False
            trial.apply(seat, choice)
            if trial.decision_of(other) != game.decision_of(other):
                return
            view = trial.view(other).state
            seen.append((view, trial.events))
        if another != action:
            both = f"whether {game.name(seat)} chooses {action} or {another}"
            assert seen[0][0] == seen[1][0], f"{game.name(other)}, who has yet to choose, sees {both}: " + difference(
                seen[0][0], seen[1][0]
            )
            assert seen[0][1] == seen[1][1], f"{game.name(other)}, who has yet to choose, is told {both}"

    def _step(self) -> str:
        """The step of the round at which the game is, as a part."""
        state, rules = self.game.state, self.game.rules
        steps = rules.setup_steps if state.phase == "setup" else rules.round_steps
        if 0 <= state.cursor < len(steps):
            step = steps[state.cursor]
            return f"step {step.phase}.{step.name}"
        return ""

    # --- what was reached ------------------------------------------------------------------------------------------

    def _look_around(self, every_card: bool = False) -> None:
        """Counts what is on the table now."""
        state, reached = self.game.state, self.watcher.reached
        for campaign in state.campaigns.values():
            reached[f"campaign {campaign.number}"] += 1
            reached[f"campaign kind {campaign.kind}"] += 1
        for piece in state.pieces:
            reached[f"piece kind {piece.kind}"] += 1
        for player in state.players:
            for good in player.stock:
                reached[f"good {good}"] += 1
        if every_card or not self.actions % PROBE:
            for house in state.houses.values():
                reached[f"house kind {house.kind}"] += 1
            for counters in state.demand.values():
                for good, _ in counters:
                    reached[f"good {good}"] += 1
            for _, _, tile, _ in state.map.tiles:
                reached[f"map tile {tile}"] += 1

    def _event(self, event: Event) -> None:
        """Counts an event; it can be told in a sentence, and it survives as JSON."""
        reached = self.watcher.reached
        part = f"event {event.kind}"
        reached[part] += 1
        if isinstance(event, StructuresRevealed):
            for work in event.work:
                for card in work:
                    reached[f"card {card}"] += 1
        elif isinstance(event, MilestoneEarned):
            reached[f"milestone {event.milestone}"] += 1
        elif isinstance(event, CampaignPlaced):
            reached[f"campaign {event.campaign.number}"] += 1
        self.told[part] += 1
        if self.owner(part) and self.told[part] <= TOLD:
            with self._about(part):
                said = event.sentence(self.game.words())
                assert isinstance(said, str), f"its sentence is {said!r}, no text"
                plain = json.loads(json.dumps(event_to_json(event)))
                again = event_from_json(plain)
                assert again == event, f"it comes back from JSON as {again}, not as {event}"

    # --- secrets, copies, other ways to play the same --------------------------------------------------------------

    def _secrets_are_hidden(self) -> None:
        game = self.game
        secrets_are_hidden(game)
        for name, partition in game.rules.partitions.items():
            if name not in self.watched or name not in game.state.modules:
                continue
            with self._about_partition(name):
                part = game.state.modules[name]
                for text in copy_faults(part):
                    raise AssertionError(text)
                if partition.hide is not None:
                    before = part.copy()
                    for seat in game.state.seats:
                        shown = partition.hide(part, seat)
                        assert part == before, "hide changes the state itself; it answers with another one"
                        assert type(shown) is partition.cls, f"hide answers with {shown!r}, no {partition.cls.__name__}"
        with self._about_partition(self._unwritable()):
            survives_json(game)

    def _unwritable(self) -> str:
        """The watched module whose partition does not survive JSON, or ""."""
        whole = self.game.state
        for name in whole.modules:
            only = whole.copy()
            only.modules = {name: whole.modules[name]}
            try:
                again = state_from_json(json.loads(json.dumps(state_to_json(only, self.rules))), self.rules)
                if again == only:
                    continue
            except Exception:
                pass
            return str(name)
        return ""

    @contextmanager
    def _about_partition(self, module: str) -> Iterator[None]:
        try:
            yield
        except (AssertionError, InputError, TypeError, ValueError) as error:
            if module in self.watched:
                raise Misbehaved(module, "partition", str(error)) from error
            raise

    def _explains(self, stream: Stream) -> None:
        """Prices, salaries, distances and the choice of a house can be explained at any time, as plain data."""
        game = self.game
        for seat in game.state.seats:
            json.dumps((explain_price(game, seat), explain_salaries(game, seat)))
        if game.state.houses:
            house = stream.pick(list(game.state.houses))
            json.dumps(explain_house(game, house))
            for seat in game.state.seats:
                json.dumps(explain_distance(game, house, seat))

    def _goes_on_from_json(self, seat: Seat, stream: Stream) -> None:
        """A game that is read from JSON goes on as the one that was written; so do copies."""
        game = self.game
        action = game.sample(seat, stream)
        plain = json.loads(json.dumps(state_to_json(game.state, game.rules)))
        ends = []
        for state in (game.state.copy(), state_from_json(plain, game.rules)):
            other = Game(game.rules, state, quiet=True)
            other.apply(seat, action_from_json(game.rules, action_to_json(game.rules, game.name(seat), action)))
            ends.append(fingerprint(other.state, game.rules))
        assert ends[0] == ends[1], f"after {action} a game read from JSON is in another state"

    # --- afterwards ------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """What must hold when the game is left: modules remember nothing outside the game."""
        for module, package in self.packages.items():
            if changed := no_longer(self.remembered[module], memory(package)):
                raise Misbehaved(
                    module,
                    self._who_remembers(module, changed),
                    f"{changed} changed during the game; state belongs to a partition",
                )
        for module, part, made, before in self.held:
            if own_memory(made) != before:
                raise Misbehaved(module, part, "the object holds something of the game; state belongs to a partition")

    def _who_remembers(self, module: str, name: str) -> str:
        """The one hook or part whose code mentions a variable, or the variable's name."""
        words = set(name.replace(" (defaults)", "").split("."))
        users = {
            hook
            for code, (whose, hook) in self.manager.names.items()
            if whose == module and words & {*code.co_names, code.co_name, *code.co_freevars}
        }
        return users.pop() if len(users) == 1 else name


def play_again(rules: Rules, start: Callable[[Rules], Game], moves: Sequence[Move]) -> str:
    """The fingerprint after the same moves from the same start under these rules."""
    game = start(rules)
    game.quiet = True
    for seat, action in moves:
        game.apply(seat, action)
    return fingerprint(game.state, rules)


def secrets_are_hidden(game: Game) -> None:
    """A view holds no answer that is not revealed, and no reserve card of others but where a milestone shows them.

    A decision whose answer waits says that it is secret: bots that think ahead ask it again.
    """
    kinds = [each.kind for ask in game.state.asks for each in ask.decisions]
    assert not game.state.secret or any(game.rules.decisions[kind].secret for kind in kinds), (
        f"answers wait to be revealed, and none of these decisions says `secret = True`: {', '.join(kinds) or 'none'}"
    )
    for viewer in game.state.seats:
        view = game.view(viewer)
        sees = hooks.allow_seeing_reserves(game, viewer) is not None
        for seat, player in view.state.by_seat():
            if seat == viewer:
                continue
            assert seat not in view.state.secret, f"{game.name(viewer)} sees what {player.id} has answered"
            shown = player.reserve is not None
            assert not shown or sees or game.state.bank_breaks, (
                f"{game.name(viewer)} sees the reserve card of {player.id}"
            )


def hook_in(text: str) -> str:
    """A hook that a message names."""
    return next((name for name in HOOKS if name in text.replace(":", " ").replace(",", " ").split()), "")

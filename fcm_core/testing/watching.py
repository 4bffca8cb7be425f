"""Watches what modules do while a game is played: how often each part of them comes to something, and what it spoils.

The implementations of hooks and the parts that modules contribute are wrapped for one conformance run. So a hook that
writes to the state is named where it happens, and games that people play pay nothing for it.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from fcm_core.assembly.plugins import PluginManager, implementations
from fcm_core.basics.errors import FcmError, HookError
from fcm_core.basics.names import did_you_mean
from fcm_core.game.game import Game
from fcm_core.game.laws import CHECKED, HOOKS, TOLD, Reasons, Spec
from fcm_core.game.parts import ActionKind, DecisionKind
from fcm_core.game.rules import Rules
from fcm_core.game.state import State
from fcm_core.testing.invariants import balance, campaigns, demand, imbalance, squares

CLOSELY = 400  # calls of each function that are looked at one by one
EVERY = 8  # afterwards every eighth is, and of those after many
MANY = 8000
SELDOM = 64  # every so many
CONTENT = ("cards", "goods", "tiles", "campaign_tiles", "milestones")  # what nobody may change in play


class Misbehaved(HookError):
    """A check that failed where it is known who is to blame: a module, and its hook, action, decision or step."""

    def __init__(self, module: str, part: str, message: str) -> None:
        self.module = module
        self.hook = part
        self.doing = "playing"
        self.cause = AssertionError(message)
        FcmError.__init__(self, message)


def difference(before: State, after: State) -> str:
    """Which values of a state are not what they were, in a few words: `p1.cash: 5, was 4`."""
    told: list[str] = []
    for name, old, new in _fields(before, after):
        if name == "players":
            for one, other in zip(old, new, strict=True):
                told.extend(f"{one.id}.{key}: {now!r}, was {was!r}" for key, was, now in _fields(one, other))
        elif isinstance(old, dict) and isinstance(new, dict):
            keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
            told.extend(f"{name}[{key!r}]: {new.get(key)!r}, was {old.get(key)!r}" for key in keys)
        else:
            told.append(f"{name}: {new!r}, was {old!r}")
    return "; ".join(told[:3])


def _fields(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    for field in attrs.fields(type(one)):
        if field.eq and getattr(one, field.name) != getattr(other, field.name):
            yield field.name, getattr(one, field.name), getattr(other, field.name)


class Watcher:
    """The wrappers of one run. `asked` and `reached` count by the name of a part, such as `action place_road`."""

    def __init__(self, modules: Iterable[str]) -> None:
        self.modules = frozenset(modules)
        self.asked: Counter[str] = Counter()
        self.reached: Counter[str] = Counter()
        self.expected: dict[str, dict[str, None]] = {module: {} for module in self.modules}
        self.owner: dict[str, str] = {}  # part -> module
        self.refused_by: tuple[str, str, str] | None = None  # code, module, hook of the last refusal by a hook
        self.read: set[tuple[str, str]] = set()  # options that were read: module, name
        self.parts: list[tuple[str, str, Any]] = []  # module, name, action or decision: for what they remember
        self.contributed: list[tuple[str, str, Any]] = []  # module, hook, part as the module made it
        self._made: dict[int, tuple[Any, Any]] = {}  # id of a part -> the part and its wrapped copy
        self._content: list[dict[Any, Any]] = []

    # --- the hooks -------------------------------------------------------------------------------------------------

    def calls(self, manager: PluginManager, left_out: str = "") -> dict[str, tuple[Callable[..., Any], ...]]:
        """The compiled implementations of a manager, those of the watched modules wrapped.

        `left_out` is the label of an implementation that is not called, to see what comes of a game without it.
        """
        labels: dict[tuple[str, str], list[str]] = {}
        for module, plugin in manager.loaded:
            for hook, function in implementations(manager, plugin):
                labels.setdefault((module, hook), []).append(label_of(hook, function.__name__))
        found: dict[str, tuple[Callable[..., Any], ...]] = {}
        for hook, compiled in manager.compile(unchecked=()).items():
            made = []
            for call in compiled:
                module = manager.owners[call]
                label = labels[module, hook].pop(0)
                if module in self.modules:
                    if label == left_out:
                        continue
                    call = self._hook(module, label, HOOKS[hook], call)
                    manager.owners[call] = module
                made.append(call)
            found[hook] = tuple(made)
        return found

    def expect(self, module: str, part: str) -> None:
        """Notes that the module brings something that games should reach."""
        self.expected[module][part] = None
        self.owner.setdefault(part, module)

    def _hook(self, module: str, label: str, spec: Spec, call: Callable[..., Any]) -> Callable[..., Any]:
        self.expect(module, label)
        if spec.law is TOLD and "read" not in spec.arguments:
            return self._changing(module, spec.name, label, call)
        if "read" in spec.arguments:  # hooks of scenario files
            return call
        if spec.arguments[0] == "rules":
            return self._contributing(module, spec, label, call)
        check = _reasons_given if spec.answer in (Reasons, Reasons | None) else None
        refusing = spec.law is CHECKED

        def answer(found: Any) -> None:
            if refusing and found is not None:
                if not found.message.strip():
                    raise Misbehaved(module, spec.name, f"refuses without a sentence (code {found.code})")
                self.refused_by = (found.code, module, spec.name)
            if check is not None and (text := check(found)):
                raise Misbehaved(module, spec.name, text)
            if found is not None and found != () and found != [] and found != "" and not _is_zero(found):
                self.reached[label] += 1

        return self._asking(module, spec.name, label, call, answer)

    def _contributing(self, module: str, spec: Spec, label: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def contribute(*arguments: Any) -> Any:
            self.asked[label] += 1
            found = call(*arguments)
            if found is not None and found != () and found != []:
                self.reached[label] += 1
            if isinstance(found, list | tuple):
                self.contributed.extend((module, spec.name, part) for part in found)
                return tuple(self.wrapped(module, spec.name, part) for part in found)
            return found

        return contribute

    # --- what wrappers look at -------------------------------------------------------------------------------------

    def _closely(self, label: str) -> bool:
        self.asked[label] += 1
        times = self.asked[label]
        return times <= CLOSELY or times % (EVERY if times <= MANY else SELDOM) == 0

    def _asking(
        self,
        module: str,
        hook: str,
        label: str,
        call: Callable[..., Any],
        answer: Callable[[Any], None] | None = None,
        comparable: bool = True,
    ) -> Callable[..., Any]:
        """What answers a question changes nothing, and gives the same answer to the same question."""

        def ask(game: Any, *arguments: Any) -> Any:
            if not isinstance(game, Game) or not self._closely(label):
                found = call(game, *arguments)
            else:
                before, events, ground = game.state.copy(), len(game.events), game.ground
                tables = [(each, dict(each)) for each in arguments if isinstance(each, dict)]
                found = _whole(call(game, *arguments))
                if game.state != before or game.ground is not ground:
                    raise Misbehaved(module, hook, f"changes the state: {difference(before, game.state)}")
                for table, was in tables:
                    if table != was:
                        raise Misbehaved(module, hook, f"changes what it was asked about: {table}, was {was}")
                if len(game.events) != events:
                    raise Misbehaved(
                        module, hook, f"announces {game.events[-1].kind}, though it only answers a question"
                    )
                self._content_is_left_alone(game, module, hook)
                if comparable:
                    again = _whole(call(game, *arguments))
                    if again != found:
                        raise Misbehaved(module, hook, f"answers the same question with {found!r}, then with {again!r}")
            if answer is not None:
                answer(found)
            return found

        return ask

    def _changing(self, module: str, hook: str, label: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """What changes the game keeps money and cards together, leaves the board whole and asks what there is to ask."""

        def change(game: Any, *arguments: Any) -> Any:
            if not isinstance(game, Game) or not self._closely(label):
                self.reached[label] += 1
                return call(game, *arguments)
            before = balance(game)
            board = _spoilt(game)
            asks = len(game.state.asks)
            found = call(game, *arguments)
            self.reached[label] += 1
            self._content_is_left_alone(game, module, hook)
            if text := imbalance(before, balance(game)):
                raise Misbehaved(module, hook, text)
            if board is None and (text := _spoilt(game) or ""):
                raise Misbehaved(module, hook, text)
            if len(game.state.asks) > asks:
                self._asks_are_known(game, module, hook)
            for player in game.state.players:
                if player.cash < 0:
                    raise Misbehaved(module, hook, f"{player.id} has ${player.cash}")
            return found

        return change

    @staticmethod
    def _asks_are_known(game: Game, module: str, hook: str) -> None:
        known = game.rules.decisions
        for ask in game.state.asks:
            for decision in ask.decisions:
                if decision.kind not in known:
                    raise Misbehaved(
                        module, hook, f"asks for a decision {decision.kind}{did_you_mean(decision.kind, known)}"
                    )
                try:
                    hash(decision)
                except TypeError:
                    raise Misbehaved(
                        module,
                        hook,
                        f"asks for {decision.kind} about {dict(decision.facts)}: expected numbers, strings, tuples",
                    ) from None

    def content_is(self, rules: Rules) -> None:
        """Remembers what the rules hold, which no game may change."""
        self._content = [dict(getattr(rules, name)) for name in CONTENT]

    def _content_is_left_alone(self, game: Game, module: str, hook: str) -> None:
        for name, was in zip(CONTENT, self._content, strict=False):  # nothing while the rules are made
            table = getattr(game.rules, name)
            if was != table:
                changed = [key for key in {**was, **table} if was.get(key) != table.get(key)]
                raise Misbehaved(module, hook, f"changes the rules, which all games share: {name} {changed[0]}")

    # --- contributed parts -----------------------------------------------------------------------------------------

    def wrapped(self, module: str, hook: str, part: Any) -> Any:
        """A contributed part whose functions are watched; the part itself where it has none."""
        known = self._made.get(id(part))
        if known is not None:
            return known[1]
        name = getattr(part, "name", "")
        made: Any
        if isinstance(part, ActionKind):
            made = self._action(module, part)
        elif isinstance(part, DecisionKind):
            made = self._decision(module, part)
        elif hook in PARTS and attrs.has(type(part)):
            word, changing, asking = PARTS[hook]
            label = f"{word} {f'{part.phase}.{name}' if hook == 'contribute_steps' else name}"
            if hook != "contribute_working_steps" or part.leave is not None:  # its actions are counted
                self.expect(module, label)
            new: dict[str, Any] = {}
            for each in (*changing, *asking):
                function = getattr(part, each)
                if function is not None:
                    wrap = self._changing if each in changing else self._counting
                    new[each] = wrap(module, label, label, function)
            made = attrs.evolve(part, **new) if new else part
        else:
            made = part
        self._made[id(part)] = (part, made)
        return made

    def _counting(self, module: str, hook: str, label: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def count(found: Any) -> None:
            self.reached[label] += 1

        return self._asking(module, hook, label, call, count)

    def _action(self, module: str, kind: ActionKind[Any]) -> ActionKind[Any]:
        made = copy.copy(kind)
        label = f"action {kind.name}"
        self.expect(module, label)
        for name in ("check", "canonical", "choices", "candidates", "value", "describe"):
            ask = self._asking(module, label, f"{label}.{name}", getattr(kind, name), comparable=name not in LISTS)
            setattr(made, name, ask)
        vars(made)["apply"] = self._changing(module, label, label, kind.apply)
        self.parts.append((module, label, kind))
        return made

    def _decision(self, module: str, kind: DecisionKind) -> DecisionKind:
        made = copy.copy(kind)
        label = f"decision {kind.name}"
        self.expect(module, label)
        for name in ("check", "canonical", "choices", "default"):
            ask = self._asking(module, label, f"{label}.{name}", getattr(kind, name), comparable=name not in LISTS)
            setattr(made, name, ask)
        answer = self._changing(module, label, label, kind.answer)

        def settle(game: Game, decision: Any, action: Any) -> bool:
            found = answer(game, decision, action)
            if type(found) is not bool:
                raise Misbehaved(module, label, f"answer returns {found!r}, expected True (settled) or False")
            return found

        vars(made)["answer"] = settle
        vars(made)["begin"] = self._changing(module, label, f"{label}.begin", kind.begin)
        self.parts.append((module, label, kind))
        return made


# hook -> the word for its parts, their functions that change the game, and those that answer
PARTS: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "contribute_steps": ("step", ("run",), ()),
    "contribute_working_steps": ("working step", (), ("leave",)),
    "contribute_campaign_kinds": ("campaign kind", (), ("placements", "check_place", "build", "reach", "can_place")),
    "contribute_ranking_keys": ("ranking key", (), ("key",)),
    "contribute_order_keys": ("order key", (), ("key",)),
    "contribute_substitutions": ("substitution", (), ("meal",)),
    "contribute_add_ons": ("add-on", (), ("goods",)),
    "contribute_house_kinds": ("house kind", (), ()),
    "contribute_piece_kinds": ("piece kind", (), ()),
    "contribute_bots": ("bot", (), ()),
}
LISTS = ("choices", "candidates")  # of Partials, which are equal to themselves only


def label_of(hook: str, function: str) -> str:
    """How a report names one implementation of a hook."""
    return f"hook {hook} ({function})"


def _whole(found: Any) -> Any:
    """A generator's answer as a list: what it does, it does while it is watched."""
    return list(found) if isinstance(found, Iterator) else found


def _is_zero(found: Any) -> bool:
    return type(found) is int and found == 0


def _reasons_given(found: Any) -> str:
    for _, why in found or ():
        if not why.strip():
            return "adds an amount without a reason; expected (amount, why)"
    return ""


def _spoilt(game: Game) -> str | None:
    """What is wrong with the board, or None."""
    try:
        squares(game)
        demand(game)
        campaigns(game)
    except AssertionError as error:
        return str(error)
    return None

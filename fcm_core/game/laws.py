"""The laws of hooks: what becomes of the answers when several modules implement one hook.

A hook is declared by a function with types and a docstring under the decorator of its law. What the decorator returns
is what the core calls (`hooks.modify_tip(game, seat, card)`), what modules implement (`@hooks.modify_tip.impl`), and
what tools read: its name, text and law are in one place. mypy checks the arguments at call sites and the whole
signature of every implementation. A call is a loop over a tuple that was compiled once per plan.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, get_type_hints

import pluggy
from attrs import define
from typeguard import CollectionCheckStrategy, TypeCheckError, check_type

from fcm_core.basics.errors import AnswerError, ConflictError, InputError, Refusal

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound="Event")
E_contra = TypeVar("E_contra", contravariant=True)
On = TypeVar("On", "Game", "Rules")  # what a hook is asked of: a game, or the rules while they are made

Reason = tuple[int, str]  # a contribution to a number: (amount, why)
Reasons = Sequence[Reason]  # what an implementation of modify_* and highest_* answers: ((amount, why), ...)

PROJECT = "fcm"
_marked = pluggy.HookspecMarker(PROJECT)
_implements = pluggy.HookimplMarker(PROJECT)


@define(eq=False)
class Law:
    """How the answers to a hook combine."""

    name: str
    text: str


TOLD = Law("told", "told: every implementation hears the event; nothing is answered")
COLLECTED = Law("collected", "collected: the answers of all modules together, in the order of the modules")
SUMMED = Law("summed", "summed: the amounts of all (amount, why) are added; the reasons are kept")
HIGHEST = Law("highest", "highest: of all (amount, why) the one highest amount counts; 0 where there is none")
ALLOWED = Law("allowed", "allowed: one reason of any module allows it; no reason, and it is not allowed")
CHECKED = Law("checked", "checked: the first Refusal of any module refuses; all others must agree")
SET = Law(
    "set", "set: one module says what it is; two that differ conflict, unless an order names the module that comes last"
)
JOINED = Law("joined", "joined: the sets of squares of all modules together")
ADJUSTED = Law(
    "adjusted",
    "adjusted: each module sees the total and adds (amount, why) to it; where it matters who goes first, an order says so",
)
LAWS = (TOLD, COLLECTED, SUMMED, HIGHEST, ALLOWED, CHECKED, SET, JOINED, ADJUSTED)


@define(eq=False, slots=False)
class Spec:
    """What is known of one hook; `HOOKS` has them all, by name."""

    name: str
    law: Law
    function: Callable[..., Any]  # the declaration: arguments, types and docstring
    index: int  # its place in the compiled calls
    event: type[Event] | None = None  # of a hook that is told

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments, in the order in which every implementation takes them."""
        return tuple(inspect.signature(self.function).parameters)

    @property
    def text(self) -> str:
        """The docstring."""
        return inspect.getdoc(self.function) or ""

    @cached_property
    def answer(self) -> Any:
        """The type that an implementation may answer with; NoneType for nothing."""
        later = dict.fromkeys(("Game", "Rules", "Event", "Position", "Reader", "Result"), object)
        return get_type_hints(self.function, localns=later)["return"]

    @property
    def promised(self) -> str:
        """The type of the answer as people read it."""
        text = str(self.function.__annotations__.get("return", "None"))
        return "nothing" if text == "None" else text.replace("Reasons", "((amount, why), ...)").replace(" | ", " or ")


HOOKS: dict[str, Spec] = {}


def _declare(function: Callable[..., Any], law: Law, event: type[Event] | None = None) -> Spec:
    known = HOOKS.get(function.__name__)
    spec = Spec(function.__name__, law, _marked(function), known.index if known else len(HOOKS), event)
    HOOKS[spec.name] = spec
    return spec


def _finish(call: Callable[..., Any], spec: Spec, **more: Any) -> Any:
    """What is common to the hooks of all laws: the specification, `used` and `impl`."""
    index = spec.index

    def used(on: Any) -> bool:
        return bool(on.calls[index])

    found: Any = call
    found.__name__ = found.__qualname__ = spec.name
    found.__doc__ = spec.function.__doc__
    found.spec = spec
    found.used = used
    found.impl = _implements(specname=spec.name)
    for name, value in more.items():
        setattr(found, name, value)
    return found


# --- answers of the wrong type ---------------------------------------------------------------------------------------


def check_answer(spec: Spec, module: str, answer: Any) -> None:
    """Raises AnswerError, which names module and hook, where the answer is not of the type that the hook promises."""
    if answer is None and spec.answer is type(None):
        return
    try:
        check_type(answer, spec.answer, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
    except TypeCheckError as error:
        raise AnswerError(module, spec.name, spec.promised, answer) from error


def _check_all(spec: Spec, on: Any, args: Sequence[Any]) -> None:
    """Names the module that answers with what the hook does not allow."""
    for call in on.calls[spec.index]:
        found = call(on, *args)
        if found is not None:
            check_answer(spec, _module(on, call), found)


def _module(on: Any, call: Callable[..., Any]) -> str:
    rules = getattr(on, "rules", on)
    return cast(str, rules.owners[call])


# --- told ------------------------------------------------------------------------------------------------------------


class Told(Protocol[P, E]):
    """A fact, announced once: recorded as an event for whoever reads the game, and told to the modules that listen.

    It is called with the fields of its event. Where nobody hears it (a quiet game, no listener) no event is made.
    """

    spec: Spec

    def __call__(self, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> None: ...

    def used(self, game: Game) -> bool:
        """Whether a module of this game listens."""

    def heard(self, game: Game) -> bool:
        """Whether the event is recorded or a module listens: for facts that take work to tell."""

    def impl(self, function: Callable[[Game, E], None], /) -> Callable[[Game, E], None]:
        """Marks a module's function as a listener: `def count_it(game, sale) -> None`, the event named by what it is."""


def _home(cls: type) -> str:
    """Where a class comes from: late_dinner.plugin for module late_dinner, installed or loose, edited or not."""
    return re.sub(r"^(_fcm_loose_(\w+)_[0-9a-f]{12}\b|fcm_)", r"\2", cls.__module__)


def _same_home(first: type, second: type) -> bool:
    """Whether two classes are one, perhaps read from an installed module and from a copy of its folder."""
    one, other = f".{_home(first)}", f".{_home(second)}"
    return one.endswith(other) or other.endswith(one)


def told(event: Callable[P, E]) -> Told[P, E]:
    """The hook of an event class: its name is `on_` and the event's kind."""
    cls = cast("type[Event]", event)
    name = f"on_{cls.kind}"
    known = HOOKS.get(name)
    if known is not None and known.event is not None and not _same_home(known.event, cls):
        raise InputError(f"two modules announce an event {cls.kind}: {_home(known.event)} and {_home(cls)}")

    def function(game: Game, event: Event) -> None:
        raise NotImplementedError

    function.__name__ = function.__qualname__ = name
    function.__doc__ = cls.__doc__
    spec = _declare(function, TOLD, cls)
    index = spec.index

    def tell(game: Game, *args: Any, **kwargs: Any) -> None:
        calls = game.calls[index]
        if calls:
            made = cls(*args, **kwargs)
            if not game.quiet:
                game.events.append(made)
            for call in calls:
                call(game, made)
        elif not game.quiet:
            game.events.append(cls(*args, **kwargs))

    def heard(game: Game) -> bool:
        return not game.quiet or bool(game.calls[index])

    return cast("Told[P, E]", _finish(tell, spec, heard=heard))


class Called(Protocol[On, P]):
    """Every implementation is called with the same things and answers nothing."""

    spec: Spec

    def __call__(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> None: ...

    def used(self, on: On) -> bool:
        """Whether any module implements it."""

    def impl(self, function: Callable[Concatenate[On, P], None], /) -> Callable[Concatenate[On, P], None]:
        """Marks a module's function as an implementation."""


def called(function: Callable[Concatenate[On, P], None]) -> Called[On, P]:
    """Declares a hook that is told something that is no event, such as the keys of a file."""
    spec = _declare(function, TOLD)
    index = spec.index

    def call_all(on: Any, *args: Any) -> None:
        for call in on.calls[index]:
            call(on, *args)

    return cast("Called[On, P]", _finish(call_all, spec))


# --- collected -------------------------------------------------------------------------------------------------------


class Collected(Protocol[On, P, T]):
    """All answers together."""

    spec: Spec

    def __call__(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> list[T]: ...

    def by_module(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> list[tuple[str, T]]:
        """The same, each with the id of the module that gave it."""

    def used(self, on: On) -> bool:
        """Whether any module implements it."""

    def impl(
        self, function: Callable[Concatenate[On, P], Sequence[T] | None], /
    ) -> Callable[Concatenate[On, P], Sequence[T] | None]:
        """Marks a module's function as an implementation."""


def collected(function: Callable[Concatenate[On, P], Sequence[T] | None]) -> Collected[On, P, T]:
    """Declares a hook whose answers are put together."""
    spec = _declare(function, COLLECTED)
    index = spec.index

    def collect(on: Any, *args: Any) -> list[Any]:
        found: list[Any] = []
        for call in on.calls[index]:
            found.extend(call(on, *args) or ())
        return found

    def by_module(on: Any, *args: Any) -> list[tuple[str, Any]]:
        return [(_module(on, call), each) for call in on.calls[index] for each in call(on, *args) or ()]

    return cast("Collected[On, P, T]", _finish(collect, spec, by_module=by_module))


# --- summed and highest ----------------------------------------------------------------------------------------------


class Number(Protocol[P]):
    """A number that modules contribute to, each with the reason why."""

    spec: Spec

    def __call__(self, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> int: ...

    def reasons(self, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> list[Reason]:
        """What modules contribute: (amount, why)."""

    def used(self, game: Game) -> bool:
        """Whether any module implements it."""

    def impl(
        self, function: Callable[Concatenate[Game, P], Reasons | None], /
    ) -> Callable[Concatenate[Game, P], Reasons | None]:
        """Marks a module's function as an implementation."""


def _reasons(spec: Spec) -> Callable[..., list[Reason]]:
    index = spec.index

    def reasons(game: Game, *args: Any) -> list[Reason]:
        found: list[Reason] = []
        try:
            for call in game.calls[index]:
                found.extend(call(game, *args) or ())
            right = all(type(amount) is int and type(why) is str for amount, why in found)
        except (TypeError, ValueError):
            _check_all(spec, game, args)
            raise
        if not right:
            _check_all(spec, game, args)
        return found

    return reasons


def summed(function: Callable[Concatenate[Game, P], Reasons | None]) -> Number[P]:
    """Declares a hook whose amounts are added."""
    spec = _declare(function, SUMMED)
    index = spec.index

    def total(game: Game, *args: Any) -> int:
        found = 0
        try:
            for call in game.calls[index]:
                answer = call(game, *args)
                if answer:
                    for amount, _ in answer:
                        found += amount
        except (TypeError, ValueError):
            _check_all(spec, game, args)
            raise
        if type(found) is not int:
            _check_all(spec, game, args)
        return found

    return cast("Number[P]", _finish(total, spec, reasons=_reasons(spec)))


def highest(function: Callable[Concatenate[Game, P], Reasons | None]) -> Number[P]:
    """Declares a hook: the highest amount of all modules counts."""
    spec = _declare(function, HIGHEST)
    index = spec.index
    reasons = _reasons(spec)

    def most(game: Game, *args: Any) -> int:
        if not game.calls[index]:
            return 0
        return max((amount for amount, _ in reasons(game, *args)), default=0)

    return cast("Number[P]", _finish(most, spec, reasons=reasons))


# --- adjusted --------------------------------------------------------------------------------------------------------


class Adjusted(Protocol[P]):
    """What becomes of a total when everything is added up: limits, rounding, "at most 0"."""

    spec: Spec

    def __call__(self, game: Game, total: int, /, *args: P.args, **kwargs: P.kwargs) -> int:
        """The total as the modules leave it."""

    def reasons(self, game: Game, total: int, /, *args: P.args, **kwargs: P.kwargs) -> list[Reason]:
        """What modules add to the total: (amount, why)."""

    def used(self, game: Game) -> bool:
        """Whether any module implements it."""

    def impl(
        self, function: Callable[Concatenate[Game, int, P], Reason | None], /
    ) -> Callable[Concatenate[Game, int, P], Reason | None]:
        """Marks a module's function as an implementation."""


def adjusted(function: Callable[Concatenate[Game, int, P], Reason | None]) -> Adjusted[P]:
    """Declares a hook whose implementations see a total and add to it, one after another."""
    spec = _declare(function, ADJUSTED)
    index = spec.index

    def reasons(game: Game, total: int, *args: Any) -> list[Reason]:
        return [reason for _, reason in _chain(spec, game, total, args)] if game.calls[index] else []

    def outcome(game: Game, total: int, *args: Any) -> int:
        if game.calls[index]:
            for _, (amount, _) in _chain(spec, game, total, args):
                total += amount
        return total

    return cast("Adjusted[P]", _finish(outcome, spec, reasons=reasons))


Adjustment = tuple[Callable[..., Any], Reason]  # who adds what


def _chain(spec: Spec, game: Game, total: int, args: Sequence[Any]) -> list[Adjustment]:
    """What each module adds to what those before it leave. ConflictError where the order matters and nobody says it."""
    calls = game.calls[spec.index]
    if len(calls) == 1:
        return _in_turn(spec, game, calls, total, args)
    first = _in_turn(spec, game, _by_order(game, calls), total, args)
    if len(first) > 1 or _sum(first) != _sum(_in_turn(spec, game, calls[::-1], total, args)):
        _need_order(spec, game, total, args)
    return first


def _in_turn(
    spec: Spec, game: Game, calls: Sequence[Callable[..., Any]], total: int, args: Sequence[Any]
) -> list[Adjustment]:
    found: list[Adjustment] = []
    for call in calls:
        answer = call(game, total, *args)
        if answer is None:
            continue
        if type(answer) is not tuple or len(answer) != 2 or type(answer[0]) is not int or type(answer[1]) is not str:
            check_answer(spec, _module(game, call), answer)
        if answer[0]:
            found.append((call, answer))
            total += answer[0]
    return found


def _sum(adjustments: Sequence[Adjustment]) -> int:
    return sum(reason[0] for _, reason in adjustments)


def _by_order(game: Game, calls: Sequence[Callable[..., Any]]) -> list[Callable[..., Any]]:
    """Plan order, and those that an order names later behind the others."""
    later = game.rules.later
    found: list[Callable[..., Any]] = []
    for call in calls:
        behind = later.get(_module(game, call), ())
        place = next((index for index, each in enumerate(found) if _module(game, each) in behind), len(found))
        found.insert(place, call)
    return found


def _need_order(spec: Spec, game: Game, total: int, args: Sequence[Any]) -> None:
    """Two modules that come to another outcome in the other order must be ordered."""
    later = game.rules.later
    for first, second in combinations(game.calls[spec.index], 2):
        one, other = _module(game, first), _module(game, second)
        if one == other or other in later.get(one, ()) or one in later.get(other, ()):
            continue
        there = _in_turn(spec, game, (first, second), total, args)
        back = _in_turn(spec, game, (second, first), total, args)
        if _sum(there) != _sum(back):
            raise ConflictError(spec.name, (one, total + _sum(back)), (other, total + _sum(there)))


# --- allowed ---------------------------------------------------------------------------------------------------------


class Allowed(Protocol[P]):
    """Something that is not allowed unless a module gives a reason why it is."""

    spec: Spec

    def __call__(self, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> str | None:
        """The first reason, or None where it is not allowed."""

    def used(self, game: Game) -> bool:
        """Whether any module implements it."""

    def impl(
        self, function: Callable[Concatenate[Game, P], str | None], /
    ) -> Callable[Concatenate[Game, P], str | None]:
        """Marks a module's function as an implementation."""


def allowed(function: Callable[Concatenate[Game, P], str | None]) -> Allowed[P]:
    """Declares a hook that allows something for a reason."""
    spec = _declare(function, ALLOWED)
    index = spec.index

    def reason(game: Game, *args: Any) -> str | None:
        for call in game.calls[index]:
            why = call(game, *args)
            if why is not None:
                if type(why) is not str:
                    _check_all(spec, game, args)
                return cast(str, why)
        return None

    return cast("Allowed[P]", _finish(reason, spec))


# --- checked ---------------------------------------------------------------------------------------------------------


class Checked(Protocol[On, P]):
    """Something that any module may refuse."""

    spec: Spec

    def __call__(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
        """The first refusal, or None."""

    def by_module(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> list[tuple[str, Refusal]]:
        """Every refusal, each with the id of the module that gives it."""

    def used(self, on: On) -> bool:
        """Whether any module implements it."""

    def impl(
        self, function: Callable[Concatenate[On, P], Refusal | None], /
    ) -> Callable[Concatenate[On, P], Refusal | None]:
        """Marks a module's function as an implementation."""


def checked(function: Callable[Concatenate[On, P], Refusal | None]) -> Checked[On, P]:
    """Declares a hook that may refuse."""
    spec = _declare(function, CHECKED)
    index = spec.index

    def refusal(on: Any, *args: Any) -> Refusal | None:
        for call in on.calls[index]:
            found = call(on, *args)
            if found is not None:
                if type(found) is not Refusal:
                    check_answer(spec, _module(on, call), found)
                return cast(Refusal, found)
        return None

    def by_module(on: Any, *args: Any) -> list[tuple[str, Refusal]]:
        answers = [(_module(on, call), call(on, *args)) for call in on.calls[index]]
        return [(module, found) for module, found in answers if found is not None]

    return cast("Checked[On, P]", _finish(refusal, spec, by_module=by_module))


# --- set -------------------------------------------------------------------------------------------------------------


class Set(Protocol[On, P, T]):
    """Something that one module decides."""

    spec: Spec

    def __call__(self, on: On, /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What the module says, or None where none says anything. ConflictError names two that differ."""

    def used(self, on: On) -> bool:
        """Whether any module implements it."""

    def impl(self, function: Callable[Concatenate[On, P], T | None], /) -> Callable[Concatenate[On, P], T | None]:
        """Marks a module's function as an implementation."""


def set_by_one(function: Callable[Concatenate[On, P], T | None]) -> Set[On, P, T]:
    """Declares a hook by which one module says what something is."""
    spec = _declare(function, SET)
    index = spec.index

    def value(on: Any, *args: Any) -> Any:
        said: Callable[..., Any] | None = None
        found = None
        for call in on.calls[index]:
            answer = call(on, *args)
            if answer is None:
                continue
            if said is None or _comes_last(spec, on, said, found, call, answer):
                said, found = call, answer
        return found

    return cast("Set[On, P, T]", _finish(value, spec))


def _comes_last(
    spec: Spec, on: Any, first: Callable[..., Any], found: Any, second: Callable[..., Any], answer: Any
) -> bool:
    """Whether the second of two answers counts: an order (`[earlier, later]`) of the two modules says so."""
    if answer == found:
        return False
    one, other = _module(on, first), _module(on, second)
    order: Mapping[str, Any] = getattr(on, "rules", on).later
    if other in order.get(one, ()):
        return True
    if one in order.get(other, ()):
        return False
    raise ConflictError(spec.name, (one, found), (other, answer))


# --- joined ----------------------------------------------------------------------------------------------------------


class Joined(Protocol[P]):
    """A set of squares that every module may extend."""

    spec: Spec

    def __call__(self, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> int:
        """The bitboard of all answers together."""

    def used(self, game: Game) -> bool:
        """Whether any module implements it."""

    def impl(self, function: Callable[Concatenate[Game, P], int], /) -> Callable[Concatenate[Game, P], int]:
        """Marks a module's function as an implementation."""


def joined(function: Callable[Concatenate[Game, P], int]) -> Joined[P]:
    """Declares a hook whose bitboards are joined."""
    spec = _declare(function, JOINED)
    index = spec.index

    def together(game: Game, *args: Any) -> int:
        found = 0
        for call in game.calls[index]:
            found |= call(game, *args)
        return found

    return cast("Joined[P]", _finish(together, spec))

"""The things modules contribute. All are immutable descriptions with plain functions; none holds state of a game.

Where order matters a part names its neighbours: `before` and `after` hold names of other parts. Order never depends
on the order of loading; two parts whose order nothing decides are an error when the ruleset is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from attrs import evolve, frozen

from fcm_core.basics.errors import FcmError, Refusal, UnknownNameError
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, Mask, ModuleId, Seat, Square
from fcm_core.game.codes import Codes

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import Campaign, Decision, House, Piece
    from fcm_core.rules.tables import Reader

T = TypeVar("T")


class Position(Protocol):
    """A position of a scenario file while it is set up: what `read_scenario` and PieceKind.read may use.

    The readers note what is wrong under the file's key and answer with something harmless.
    """

    loose: bool  # how many pieces and cards there are is not checked
    rules: Rules

    def seat(self, read: Reader, key: str, name: Any) -> Seat:
        """The seat of a player's id."""

    def good(self, read: Reader, key: str, name: Any) -> GoodId:
        """A good of this game."""

    def card(self, read: Reader, key: str, name: Any) -> CardId | None:
        """A card of this game; None where there is none."""

    def items(self, read: Reader, key: str) -> list[Any]:
        """A list of anything; empty where the key is missing."""

    def whole(self, read: Reader, key: str, default: int, least: int) -> int:
        """A whole number, no less than `least`."""

    def counts(self, read: Reader, key: str) -> dict[str, int]:
        """A table of whole numbers from 0."""

    def counters(self, read: Reader) -> list[tuple[GoodId, Seat | None]]:
        """The key `demand` of a house: goods, each with the seat of its marketeer or None."""

    def cover(self, game: Game, read: Reader, mask: int | Refusal, what: str) -> int | None:
        """The mask where it covers empty squares only; else None, with the problem noted."""


class Result(Protocol):
    """What a scenario file comes to: `expect_scenario` notes what does not hold."""

    def fail(self, where: str, expected: Any, got: Any, trace: str = "") -> None:
        """Notes that a key of [expect] does not hold; `trace` says how the value came about."""


@frozen(eq=False)
class Partial:
    """The first part of a big choice: where before what and how long. `expand` lists what may follow, never empty."""

    action: str  # name of the action that comes of it
    given: tuple[tuple[str, Any], ...]  # fields chosen so far
    expand: Callable[[], Sequence[Choice]]


Choice = Any  # an action (attrs object) or a Partial
A = TypeVar("A")  # the class of the actions of a kind


def _always(*_: Any) -> bool:
    return True


class ActionKind(Generic[A]):
    """One kind of action: its fields, when it is legal, what it does.

    Every kind is a class of its own, and a module contributes one object of it. It holds nothing of any game.
    """

    name: str
    cls: type[A]  # the class of its actions: their fields
    help: str = ""  # for people: what it does, in one line
    title: str = ""  # for people, as a heading; empty: the name says it
    codes: Codes = ()  # refusal codes that `check` may give, each with one clause of meaning (see refusals)
    # What a field is for, by its key: what, where, turn or terms. A table asks in this order; without a word it guesses.
    roles: Mapping[str, str] = MappingProxyType({})
    # How a person reads the action: words and the field behind them, in this order. A field that is not set is left out.
    phrases: tuple[tuple[str, str], ...] = ()

    def check(self, game: Game, seat: Seat, action: A) -> Refusal | None:
        """Why the action is refused, or None. Changes nothing."""
        raise NotImplementedError

    def apply(self, game: Game, seat: Seat, action: A) -> None:
        """Does what the action does. It is called only after `check`."""
        raise NotImplementedError

    def canonical(self, game: Game, seat: Seat, action: A) -> A:
        """The same action in the one way in which it is written, where other ways would mean the same.

        Files and people may write other ways; `check` is asked about this one. An illegal action may come back as it is.
        """
        return action

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """The legal actions of this kind, big choices as Partials. Nothing where the decision lists them itself."""
        return ()

    def candidates(self, game: Game, seat: Seat) -> Iterable[A]:
        """What a person would think of trying, so that a table can show why it is refused."""
        return ()

    def value(self, game: Game, seat: Seat, action: A) -> int | None:
        """A hint for bots that do not know the action: rough dollars it is worth, 0 or less for "better not".

        None: nobody knows.
        """
        return None

    def describe(self, game: Game, seat: Seat, action: A) -> str:
        """The action in plain words; "" where `phrases` say it."""
        return ""

    def preview(self, game: Game, seat: Seat, action: A) -> Iterable[str]:
        """What a person should know before taking this legal action, a sentence each. Changes nothing.

        A table shows by itself what the action changes: squares, cash, goods, cards, demand. This is for the rest.
        """
        return ()

    def words(self, rules: Rules, field: str, value: Any) -> str:
        """The value of a field as `phrases` tell it; "" where it is told like any other value."""
        return ""


@frozen(eq=False)
class WorkingStep:
    """One step of a player's working turn, with the names of the actions that belong to it (R-20).

    `leave(game, player)` may refuse to go on while something must still be done.
    """

    name: str
    actions: tuple[str, ...]  # names of kinds of action
    before: tuple[str, ...] = ()  # names of working steps
    after: tuple[str, ...] = ()
    leave: Callable[[Game, Seat], Refusal | None] | None = None


@frozen(eq=False)
class Step:
    """One step of a phase: `run(game)` resolves it and may ask players (game.ask), which happens before the next step."""

    phase: str  # one of PHASES
    name: str
    run: Callable[[Game], None]
    before: tuple[str, ...] = ()  # names of steps of this phase
    after: tuple[str, ...] = ()


class DecisionKind:
    """One kind of decision: when it is due, which actions answer it, and what stands for doing nothing special.

    Every kind is a class of its own, and a module contributes one object of it. It holds nothing of any game. Where
    nothing else is said, it is checked, answered and listed as its actions are.
    """

    name: str
    actions: tuple[str, ...]  # names of the actions that answer it
    title: str = ""  # for people
    secret: bool = False  # answers wait in `state.secret` until all have answered, and no view shows them before

    def begin(self, game: Game, decision: Decision) -> bool:
        """Called when the decision becomes due. False: there is nothing to decide, and the game goes on."""
        return True

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """Why the action is refused as an answer, or None. Changes nothing."""
        return game.rules.kinds[type(action)].check(game, decision.seat, action)

    def canonical(self, game: Game, decision: Decision, action: Any) -> Any:
        """The same answer in the one way in which it is written (see ActionKind.canonical)."""
        return game.rules.kinds[type(action)].canonical(game, decision.seat, action)

    def answer(self, game: Game, decision: Decision, action: Any) -> bool:
        """Applies a checked action. True: the decision is settled."""
        game.rules.kinds[type(action)].apply(game, decision.seat, action)
        return True

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """The legal answers, big choices as Partials. None: too many to list, and `sample` draws one."""
        choices: list[Choice] = []
        for name in self.actions:
            choices.extend(game.rules.actions[name].choices(game, decision.seat))
        return choices

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """A random legal answer. Needed only where `choices` may be None."""
        raise FcmError(f"decision {self.name} can neither be listed nor sampled")

    def default(self, game: Game, decision: Decision) -> Any | None:
        """The answer that stands for doing nothing special; None: the first that is listed."""
        return None


@frozen(eq=False)
class CampaignKind:
    """Where a kind of campaign may lie and which houses it reaches.

    `placements(game, player, card, number)` lists legal places as dicts of the action's fields (at and turned, side and
    line, or nothing); `check_place(game, player, card, action)` refuses a bad one; `build(game, player, action)` gives the
    Campaign's fields of place (at, turned, mask, side, line, data); `reach(game, campaign)` lists the houses in eating order.

    A kind that needs more than a place has an action of its own: a class made from PlaceCampaign with further fields, which
    `placements` give, `build` puts into `data`, and a [[campaign]] of a scenario file states under their names. The action's
    kind is made from PlacingCampaign, `action` names it, and contribute_step_actions adds it to the step "campaigns".
    """

    name: str
    placements: Callable[[Game, Seat, CardId, CampaignNumber], Iterable[dict[str, Any]]]
    check_place: Callable[[Game, Seat, CardId, Any], Refusal | None]
    build: Callable[[Game, Seat, Any], dict[str, Any]]
    reach: Callable[[Game, Campaign], Sequence[HouseId]]
    can_place: Callable[[Game, Seat, CardId, CampaignNumber], bool] = _always  # quick: is there any legal place?
    eternal: bool = False  # campaigns of this kind never end, whoever places them
    beside: Callable[[Game, Campaign], Iterable[Square]] | None = None  # squares beside the map under one of them
    action: str = "place_campaign"  # the action that places one
    drawn_on: Callable[[Game, Campaign], Mask] | None = None  # further squares that it is drawn on and does not cover
    describe: Callable[[Game, Campaign], str] | None = None  # in plain words, what its place does not say


@frozen
class HouseKind:
    """A kind of house: its size, the demand counters it can hold (None: no limit), how many come where one would."""

    name: str
    size: tuple[int, int] = (2, 2)  # height and width in squares, as an unturned tile shows it
    limit: int | None = 3  # most demand counters; None: no limit
    garden_limit: int | None = 5  # the same with a garden
    counters: int = 1  # how many come where one would
    can_have_garden: bool = True


@frozen(eq=False)
class PieceKind:
    """A kind of board piece: how it is drawn, and how a scenario file places it."""

    name: str
    glyph: str  # one character for drawings
    read: Callable[[Any, Game, Any], None] | None = None  # (scenario, game, reader): takes a [[piece]] into a position
    describe: Callable[[Game, Piece], str] | None = None  # where it lies, for one that covers no square
    title: str = ""  # for people; empty: the name says it
    beside: Callable[[Game, Piece], Iterable[Square]] | None = None  # squares beside the map under it
    write: Callable[[Game, Piece], Mapping[str, Any]] | None = None  # the keys of its [[piece]], besides its kind


@frozen(eq=False)
class RankingKey:
    """One key of the choice among restaurants; the lowest value wins and later keys only break ties."""

    name: str
    key: Callable[[Game, Candidate], int]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    title: str = ""


@frozen(eq=False)
class Substitution:
    """What a house may eat instead of the goods it asks for, all of them together.

    `meal(game, seat, house, demand)` is what it would eat at this chain, whatever the chain has in stock; None where there
    is no such meal. Substitutions are ordered, the best first; the core's own is "asked_goods".
    """

    name: str
    meal: Callable[[Game, Seat, House, Mapping[GoodId, int]], Mapping[GoodId, int] | None]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@frozen(eq=False)
class AddOn:
    """What a house takes besides with any meal. A chain that has it is preferred.

    `goods(game, seat, house, meal)` is what it would take at this chain, whatever the chain has left; None for nothing.
    """

    name: str
    goods: Callable[[Game, Seat, House, Mapping[GoodId, int]], Mapping[GoodId, int] | None]


@frozen(eq=False)
class OrderKey:
    """A key of Order of Business: the player with the lowest value chooses first; the core's own are open_slots, turn_order."""

    name: str
    key: Callable[[Game, Seat], int]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


Choose = Callable[["Game", "Seat", "Stream"], Any]  # how a bot chooses: (view, seat, stream) -> an action


@frozen
class Considered:
    """Something that a bot has weighed: an action, or the first part of one."""

    choice: Any
    score: float  # greater is better; a bot says itself what it counts
    why: str = ""


@frozen
class Thoughts:
    """Why a bot chooses what it chooses."""

    action: Any
    considered: tuple[Considered, ...] = ()  # in the order in which they were weighed
    plan: tuple[str, ...] = ()  # what it expects and intends, in sentences


Explain = Callable[["Game", "Seat", "Stream"], Thoughts]


@frozen(eq=False)
class Bot:
    """A player without a human: `choose(view, seat, stream)` answers with an action for what the seat must decide.

    The view is what the seat may see, a game of its own; `view.decision_of(seat)` says what is asked. The stream gives
    random numbers.

    `variant` makes the same bot with other numbers: it gets them by name as texts, from `seasoned(envy=0.4 tie=0.5)`, and
    raises InputError for what it does not know. `explain` is optional: `fcm why` shows what it says.
    """

    name: str
    choose: Choose
    summary: str = ""
    rounds: int = 200  # a simulated game is stopped after the most rounds that any of its bots asks for
    variant: Callable[[Mapping[str, str]], Bot] | None = None
    explain: Explain | None = None  # the same choice as `choose` makes from the same view and stream, with its reasons

    def __attrs_post_init__(self) -> None:
        kinds = (type(self.name) is str, callable(self.choose), type(self.summary) is str, type(self.rounds) is int)
        if not all(kinds):
            found = ", ".join(map(repr, (self.name, self.choose, self.summary, self.rounds)))
            raise TypeError(
                f"expected Bot(name, choose, summary, rounds): text, a function, text, a number; found {found}"
            )


@frozen(eq=False)
class Partition(Generic[T]):
    """A module's own state: an attrs class with a `copy` method, made anew for each game by calling it."""

    module: str  # the id of the module
    cls: type[T]  # its class; cls() is what a game begins with
    # (partition, viewer) -> what the viewer may see. What comes out bit by bit needs an event that `reveals`.
    hide: Callable[[T, Seat], T] | None = None

    def of(self, game: Game) -> T:
        """The module's state in this game. UnknownNameError where the rules have no partition of this module."""
        try:
            return cast(T, game.state.modules[ModuleId(self.module)])
        except KeyError:
            raise UnknownNameError("partition", self.module, game.state.modules) from None


P = TypeVar("P", bound=Step | WorkingStep | OrderKey | RankingKey)


def in_order(*parts: P) -> tuple[P, ...]:
    """The core's own order: every part after the one that stands before it here. Modules may put theirs in between."""
    return (*parts[:1], *(evolve(part, after=(before.name,)) for before, part in pairwise(parts)))


def steps(phase: str, *table: tuple[str, Callable[[Game], None]]) -> tuple[Step, ...]:
    """The steps of a phase in their order: names, and the functions that resolve them."""
    return in_order(*(Step(phase, name, run) for name, run in table))

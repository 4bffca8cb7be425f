"""The things modules contribute. All are immutable descriptions with plain functions; none holds state of a game.

Where order matters a part names its neighbours: `before` and `after` hold names of other parts. Order never depends
on the order of loading; two parts whose order nothing decides are an error when the ruleset is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from attrs import frozen

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, Seat, Square

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.basics.vocabulary import Seat
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

    def seat(self, read: Reader, key: str, name: Any) -> Seat: ...
    def good(self, read: Reader, key: str, name: Any) -> GoodId: ...
    def card(self, read: Reader, key: str, name: Any) -> CardId | None: ...
    def items(self, read: Reader, key: str) -> list[Any]: ...
    def whole(self, read: Reader, key: str, default: int, least: int) -> int: ...
    def counts(self, read: Reader, key: str) -> dict[str, int]: ...
    def counters(self, read: Reader) -> list[tuple[GoodId, Seat | None]]: ...
    def cover(self, game: Game, read: Reader, mask: int | Refusal, what: str) -> int | None: ...


class Result(Protocol):
    """What a scenario file comes to: `expect_scenario` notes what does not hold."""

    def fail(self, where: str, expected: Any, got: Any, trace: str = "") -> None: ...


@frozen(eq=False)
class Partial:
    """The first part of a big choice: where before what and how long. `expand` lists what may follow, never empty."""

    action: str  # name of the action that comes of it
    given: tuple[tuple[str, Any], ...]  # fields chosen so far
    expand: Callable[[], Sequence[Choice]]


Choice = Any  # an action (attrs object) or a Partial


def _always(*_: Any) -> bool:
    return True


@frozen(eq=False)
class ActionKind:
    """One kind of action: its class (the fields), how to check it and what it does.

    `check(game, player, action)` returns a Refusal or None and changes nothing. `apply(game, player, action)` is called
    only after it. `choices(game, player)` lists the legal ones (actions or Partials). `candidates(game, player)` may
    list what a person would think of trying, so that a table can show why it is refused. `value(game, player, action)` is
    a hint for bots that have never heard of the action: rough dollars it is worth, 0 or less for "better not".
    """

    name: str
    cls: type
    check: Callable[[Game, Seat, Any], Refusal | None]
    apply: Callable[[Game, Seat, Any], None]
    choices: Callable[[Game, Seat], Iterable[Choice]]
    codes: tuple[str, ...] = ()  # refusal codes it may give
    help: str = ""
    candidates: Callable[[Game, Seat], Iterable[Any]] | None = None
    describe: Callable[[Game, Seat, Any], str] | None = None  # plain words, for people
    value: Callable[[Game, Seat, Any], int] | None = None


@frozen(eq=False)
class WorkingStep:
    """One step of a player's working turn, with the names of the actions that belong to it (R-20).

    `leave(game, player)` may refuse to go on while something must still be done.
    """

    name: str
    actions: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    leave: Callable[[Game, Seat], Refusal | None] | None = None


@frozen(eq=False)
class Step:
    """One step of a phase: `run(game)` resolves it and may ask players (game.ask), which happens before the next step."""

    phase: str
    name: str
    run: Callable[[Game], None]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@frozen(eq=False)
class DecisionKind:
    """How one kind of decision is begun, answered and answered by default.

    `begin(game, decision)` is called when the decision becomes due; False means there is nothing to decide.
    `answer(game, decision, action)` applies a checked action; True means that the decision is settled.
    `choices` lists legal actions and Partials, or returns None where they are too many to list: then `sample` draws one.
    `default(game, decision)` is the action that stands for doing nothing special.
    """

    name: str
    actions: tuple[str, ...]
    title: str = ""
    begin: Callable[[Game, Decision], bool] = _always
    check: Callable[[Game, Decision, Any], Refusal | None] | None = None
    answer: Callable[[Game, Decision, Any], bool] | None = None
    choices: Callable[[Game, Decision], Sequence[Choice] | None] | None = None
    sample: Callable[[Game, Decision, Stream], Any] | None = None
    default: Callable[[Game, Decision], Any] | None = None


@frozen(eq=False)
class CampaignKind:
    """Where a kind of campaign may lie and whom it reaches.

    `placements(game, player, card, number)` lists legal places as dicts of the action's fields (at and turned, side and
    line, or nothing); `check_place(game, player, card, action)` refuses a bad one; `build(game, action)` gives the
    Campaign's fields of place (at, turned, mask, side, line, data); `reach(game, campaign)` lists the houses in eating order.
    """

    name: str
    placements: Callable[[Game, Seat, CardId, CampaignNumber], Iterable[dict[str, Any]]]
    check_place: Callable[[Game, Seat, CardId, Any], Refusal | None]
    build: Callable[[Game, Any], dict[str, Any]]
    reach: Callable[[Game, Campaign], Sequence[HouseId]]
    can_place: Callable[[Game, Seat, CardId, CampaignNumber], bool] = _always  # quick: is there any legal place?
    eternal: bool = False  # campaigns of this kind never end, whoever places them
    beside: Callable[[Game, Campaign], Iterable[Square]] | None = None  # squares beside the map under one of them


@frozen
class HouseKind:
    """A kind of house: its size, the demand counters it can hold (None: no limit), how many come where one would."""

    name: str
    size: tuple[int, int] = (2, 2)  # height and width in squares, as an unturned tile shows it
    limit: int | None = 3
    garden_limit: int | None = 5
    counters: int = 1
    can_have_garden: bool = True


@frozen(eq=False)
class PieceKind:
    """A kind of board piece: how it is drawn, and how a scenario file places it."""

    name: str
    glyph: str
    read: Callable[[Any, Game, Any], None] | None = None  # (scenario, game, reader): takes a [[piece]] into a position
    describe: Callable[[Game, Piece], str] | None = None  # where it lies, for one that covers no square
    title: str = ""  # for people; empty: the name says it
    beside: Callable[[Game, Piece], Iterable[Square]] | None = None  # squares beside the map under it


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
    """What a house may eat instead of the goods it asked for: `offer` returns the goods sold, or None.

    Substitutions are ordered; the core's own is "asked_goods". All counters are replaced or none.
    """

    name: str
    offer: Callable[[Game, Seat, House, dict[GoodId, int]], dict[GoodId, int] | None]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@frozen(eq=False)
class AddOn:
    """What a house takes besides with any meal: `offer` returns the extra goods, or None. Having it ranks first."""

    name: str
    offer: Callable[[Game, Seat, House, dict[GoodId, int]], dict[GoodId, int] | None]


@frozen(eq=False)
class OrderKey:
    """A key of Order of Business: the player with the lowest value chooses first; the core's own are open_slots, turn_order."""

    name: str
    key: Callable[[Game, Seat], int]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


Choose = Callable[["Game", "Seat", "Stream"], Any]


@frozen(eq=False)
class Bot:
    """A player without a human: `choose(view, seat, stream)` answers with an action for what the seat must decide.

    The view is what the seat may see, a game of its own; `view.decision_of(seat)` says what is asked. The stream gives
    random numbers.
    """

    name: str
    choose: Choose
    summary: str = ""
    rounds: int = 200  # a simulated game is stopped after the most rounds that any of its bots asks for


@frozen(eq=False)
class Partition(Generic[T]):
    """A module's own state: an attrs class with a `copy` method, made anew for each game by calling it."""

    module: str
    cls: type[T]
    hide: Callable[[T, int], T] | None = None  # (partition, viewer) -> what the viewer may see

    def of(self, game: Game) -> T:
        """The module's state in this game."""
        return cast(T, game.state.modules[self.module])

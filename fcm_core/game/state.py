"""The game state: plain data, ids instead of references, copied by hand because bots copy it thousands of times.

Amounts of money are whole dollars. Squares are indexes into the map's Grid; sets of squares are integer bitboards.
Players are seat numbers from 0; the turn order lists seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Annotated, Any, TypeVar, cast

from attrs import define, field, fields, frozen

from fcm_core.basics.schema import DERIVED, KEY, SPARSE
from fcm_core.basics.vocabulary import (
    CampaignNumber,
    CardId,
    GoodId,
    HouseId,
    Mask,
    MilestoneId,
    ModuleId,
    Seat,
    Spot,
    Term,
    TileId,
)

T = TypeVar("T")

Partitions = Annotated[dict[ModuleId, Any], Term("a table of modules")]  # module id -> its own attrs class

NOBODY = Seat(-1)  # the maker of a demand counter that no marketeer made


@frozen
class MapSpec:
    """What a map is made of. Immutable, so that every copy of a game shares one Ground built from it."""

    tile_rows: int  # tiles, north to south
    tile_cols: int  # tiles, west to east
    margin: int = 0  # spare whole tiles on every side, for maps that grow in play
    tiles: tuple[tuple[int, int, TileId, int], ...] = ()  # tile row, tile column, tile id, quarter turns clockwise
    drawing: tuple[str, ...] = ()  # instead of tiles: the squares as characters
    roads: tuple[Spot, ...] = ()  # squares that became road in play
    costs: tuple[tuple[Spot, int], ...] = ()  # square, extra tile borders for passing it


@frozen
class House:
    """A house with its squares (bitboards)."""

    id: HouseId = field(metadata=KEY)  # its number, or a label
    order: int  # place in the eating order, in hundredths (house 7 = 700)
    kind: str
    mask: Mask  # its squares
    garden: Mask = 0  # squares of its garden
    side: str = ""  # N, E, S or W: where the garden lies
    printed: bool = True  # part of a map tile (only such houses may get a garden)
    at: Spot = -1  # north-west square
    sealed: bool = False  # its garden is printed with it and no other can be added


@frozen
class Restaurant:
    """A 2 x 2 restaurant. `entrance` is the corner that holds the doors."""

    at: Spot  # north-west square
    entrance: str  # NW, NE, SW, SE
    open: bool  # False: coming soon, or the chain is out
    mask: Mask
    door: Spot  # the square of the entrance


@frozen
class Campaign:
    """A campaign tile in use. `left` counts the counters on it; an eternal campaign keeps its one counter."""

    number: CampaignNumber = field(metadata=KEY)
    kind: str
    owner: Seat
    goods: tuple[GoodId, ...]
    left: int
    eternal: bool = False
    at: Spot = -1  # north-west square, -1 beside the board
    turned: bool = False
    mask: Mask = 0
    side: str = ""
    line: int = -1
    marketeer: CardId | None = None  # the card kept busy by it
    by_marketeer: bool = True  # its counters remember the owner
    data: tuple[Any, ...] = ()  # what a module's kind of campaign needs besides


@frozen
class Busy:
    """A marketeer's card that waits until its campaigns (numbers) end."""

    card: CardId
    campaigns: tuple[CampaignNumber, ...]


@frozen
class Piece:
    """A board piece that a module brings."""

    kind: str
    at: Spot = -1
    mask: Mask = 0
    owner: Seat = NOBODY
    data: tuple[Any, ...] = ()


@frozen
class Decision:
    """A choice that a player owes; `kind` names the DecisionKind that knows what may be chosen."""

    kind: str
    seat: Seat
    facts: tuple[tuple[str, Any], ...] = ()  # what is chosen about, by name: `game.ask(..., name=value)`

    def about(self, name: str, cls: type[T]) -> T:
        """What was said under this name when the decision was asked. KeyError if nothing was, TypeError if no `cls`."""
        for each, value in self.facts:
            if each == name:
                if not isinstance(value, cls):
                    raise TypeError(f"decision {self.kind}: {name} is {value!r}, no {cls.__name__}")
                return value
        raise KeyError(f"decision {self.kind} says nothing about {name}")


@frozen
class Ask:
    """Decisions owed at the same time. The asks of a game lie on each other; the top one is answered (see Game.ask)."""

    decisions: tuple[Decision, ...]
    begun: bool = False


@define
class Player:
    """One chain: its money, cards, stock and restaurants. Between rounds every card is in `beach`."""

    id: str
    chain: str = ""
    cash: int = 0  # dollars
    work: dict[CardId, int] = field(factory=dict)  # card -> copies, the CEO included
    beach: dict[CardId, int] = field(factory=dict)  # card -> copies in hand
    busy: tuple[Busy, ...] = ()  # marketeers whose campaigns run
    stock: dict[GoodId, int] = field(factory=dict)  # good -> items; no good with 0
    milestones: dict[MilestoneId, int] = field(factory=dict)  # milestone -> round it was earned in
    restaurants: tuple[Restaurant, ...] = ()
    reserve: int | None = None  # index into the rules' reserve cards
    out: bool = False  # bankrupt, and the round in which it happened is over
    bankrupt: bool = False
    on_duty: bool = False  # this round's working turn has begun (drive-ins count from here, R-08)
    hires: int = 0  # made this round
    income: int = 0  # earned in this Dinnertime
    paid: int = 0  # salaries actually paid in the last Payday
    preparing: dict[CardId, int] = field(factory=dict)  # card -> times it acts as Cleanup ends
    acting: tuple[tuple[CardId, CardId], ...] = field(default=(), metadata=SPARSE)  # cards, and what each is meanwhile

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.id = self.id
        new.chain = self.chain
        new.cash = self.cash
        new.work = self.work.copy()
        new.beach = self.beach.copy()
        new.busy = self.busy
        new.stock = self.stock.copy()
        new.milestones = self.milestones.copy()
        new.restaurants = self.restaurants
        new.reserve = self.reserve
        new.out = self.out
        new.bankrupt = self.bankrupt
        new.on_duty = self.on_duty
        new.hires = self.hires
        new.income = self.income
        new.paid = self.paid
        new.preparing = self.preparing.copy()
        new.acting = self.acting
        return new


@define
class Turn:
    """What the player at work has done in this turn."""

    player: Seat
    step: int = 0  # index into the rules' working steps
    used: dict[CardId, int] = field(factory=dict)  # card at work -> actions used
    owed: dict[CardId, int] = field(factory=dict)  # marketeer, busy since this turn -> campaigns it may still place
    # Trainers, coaches and gurus that have begun: card, training steps left.
    trainers: tuple[tuple[CardId, int], ...] = ()
    trained: dict[CardId, int] = field(factory=dict)  # cards on the beach that may not be trained further this turn
    trained_at_work: dict[CardId, int] = field(factory=dict)  # cards at work that may not
    fresh: dict[CardId, int] = field(factory=dict)  # cards gained this turn that may not be trained at all
    phantoms: tuple[CardId, ...] = ()  # hired from an empty pile, still to be trained away

    def copy(self) -> Turn:
        new = Turn.__new__(Turn)
        new.player = self.player
        new.step = self.step
        new.used = self.used.copy()
        new.owed = self.owed.copy()
        new.trainers = self.trainers
        new.trained = self.trained.copy()
        new.trained_at_work = self.trained_at_work.copy()
        new.fresh = self.fresh.copy()
        new.phantoms = self.phantoms
        return new


@define
class State:
    """The whole game. Only apply changes it; `copy` gives an independent game that shares what never changes."""

    seed: int
    map: MapSpec
    players: list[Player]
    turn_order: tuple[Seat, ...]  # of this round; the first plays first
    bank: int = 0  # dollars; may be below 0 outside Dinnertime
    owed: int = 0  # dollars that the bank could not pay after the last break
    money: int = 0  # all dollars in the game: bank + cash - owed
    bank_breaks: int = 0  # how often the bank has broken
    ceo_slots: int = 0  # of every CEO, before modules say otherwise (see ceo_slots)
    next_ceo_slots: int = 0  # counts from the next round on; 0 = no change
    base_price: int = 10  # dollars, before modules say otherwise (see base_price)
    round: int = 0  # from 1; 0 during setup
    phase: str = "setup"  # one of PHASES
    cursor: int = -1  # index into the rules' steps of setup or of a round; the step being resolved
    asks: list[Ask] = field(factory=list)  # decisions that wait; the last one is answered (see Game.ask)
    secret: dict[Seat, Any] = field(factory=dict)  # seat -> answer given and not yet revealed
    turn: Turn | None = None  # what the player at work has done; None outside working turns
    supply: dict[CardId, int] = field(factory=dict)  # card -> copies that can be had
    tiles_left: tuple[CampaignNumber, ...] = ()  # numbers of the campaign tiles in supply, ascending
    map_pool: tuple[TileId, ...] = ()  # map tiles not used
    houses_left: tuple[int, ...] = ()  # numbers of the houses that may be placed
    gardens_left: int = 0  # that can still be placed
    houses: dict[HouseId, House] = field(factory=dict)  # in eating order
    demand: dict[HouseId, tuple[tuple[GoodId, Seat], ...]] = field(factory=dict)  # counters: good, whose marketeer
    # Marks of modules on these counters, in the same order; only of houses with a counter that has one.
    marks: dict[HouseId, tuple[str, ...]] = field(factory=dict, metadata=SPARSE)
    campaigns: dict[CampaignNumber, Campaign] = field(factory=dict)  # in the order in which they run
    pieces: tuple[Piece, ...] = ()  # pieces of modules, in the order in which they were put
    occupied: Mask = 0  # squares under pieces placed in play
    open_milestones: dict[MilestoneId, int] = field(factory=dict)  # those still to be had -> round claimed, 0 unclaimed
    closed_milestones: tuple[MilestoneId, ...] = ()  # that nobody can earn any more
    ending: bool = False  # the last break has happened: the game ends with this Dinnertime
    over: bool = False  # the game has ended
    winner: Seat = NOBODY
    modules: Partitions = field(factory=dict)  # the partitions (see Partition.of)
    positions: dict[Seat, int] = field(factory=dict)  # Order of Business: seat -> position taken so far, from 1
    draws: dict[str, int] = field(factory=dict)  # random stream -> numbers drawn so far
    removed: int = 0  # dollars taken out of the game
    from_box: dict[CardId, int] = field(
        factory=dict
    )  # cards that came from the box after setup; below 0: left for ever
    board_cache: dict[Any, Any] = field(
        factory=dict, eq=False, repr=False, metadata=DERIVED
    )  # shared until the board changes

    @property
    def seats(self) -> Sequence[Seat]:
        """Every seat, from 0."""
        return cast("Sequence[Seat]", range(len(self.players)))

    def by_seat(self) -> Iterator[tuple[Seat, Player]]:
        """Every seat with its player."""
        return cast("Iterator[tuple[Seat, Player]]", enumerate(self.players))

    def supposing(self, seat: Seat, player: Player) -> State:
        """This state with another player at the seat. All the rest is shared, so neither may be changed while both live."""
        new = State(*_fields_of_state(self))
        new.players = [*self.players]
        new.players[seat] = player
        return new

    def copy(self) -> State:
        new = State.__new__(State)
        new.seed = self.seed
        new.map = self.map
        new.players = [player.copy() for player in self.players]
        new.turn_order = self.turn_order
        new.bank = self.bank
        new.owed = self.owed
        new.money = self.money
        new.bank_breaks = self.bank_breaks
        new.ceo_slots = self.ceo_slots
        new.next_ceo_slots = self.next_ceo_slots
        new.base_price = self.base_price
        new.round = self.round
        new.phase = self.phase
        new.cursor = self.cursor
        new.asks = self.asks.copy()
        new.secret = self.secret.copy()
        new.turn = self.turn.copy() if self.turn is not None else None
        new.supply = self.supply.copy()
        new.tiles_left = self.tiles_left
        new.map_pool = self.map_pool
        new.houses_left = self.houses_left
        new.gardens_left = self.gardens_left
        new.houses = self.houses.copy()
        new.demand = self.demand.copy()
        new.marks = self.marks.copy() if self.marks else {}
        new.campaigns = self.campaigns.copy()
        new.pieces = self.pieces
        new.occupied = self.occupied
        new.open_milestones = self.open_milestones.copy()
        new.closed_milestones = self.closed_milestones
        new.ending = self.ending
        new.over = self.over
        new.winner = self.winner
        new.modules = {module: part.copy() for module, part in self.modules.items()} if self.modules else {}
        new.positions = self.positions.copy()
        new.draws = self.draws.copy()
        new.removed = self.removed
        new.from_box = self.from_box.copy()
        new.board_cache = self.board_cache
        return new


_fields_of_state = attrgetter(*(each.name for each in fields(State)))

"""One game of a plan, played and turned into rows; a block and a batch of them.

Everything comes out of the plan: a batch gives the same rows in any process on any machine. A game that goes wrong is a
row with its seed, its error and a save, and the batch goes on.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from attrs import define, field

import fcm_core as fcm
from fcm_core import events
from fcm_lab.openings import style
from fcm_lab.plan import Arm, GameSpec, Plan
from fcm_lab.tables import (
    DecisionRow,
    GameRow,
    GoodRow,
    MilestoneRow,
    RoundRow,
    Row,
    SeatRow,
    Tables,
    TimingRow,
    VersionRow,
    new_tables,
)

STEP = 1.1  # one class of times goes a tenth further than the one before
SHORTEST = 0.001  # milliseconds: the limit of the first class
OPENING = 3  # hires


# --- batches ---------------------------------------------------------------------------------------------------------


def run_batch(plan: Plan, batch: int, errors: Path | None = None) -> Tables:
    """The rows of a batch: its blocks under every arm and with every number of players.

    `errors` is a folder for saves of games that went wrong. What is played depends on plan and batch alone.
    """
    tables = new_tables()
    times: dict[tuple[str, int, str], Counter[int]] = defaultdict(Counter)
    for block in plan.blocks_of(batch):
        for arm in plan.arms:
            for players in plan.players_of(arm):
                run_block(plan, arm, players, block, tables, times, errors)
    for (name, count, bot), classes in times.items():
        for index, decisions in sorted(classes.items()):
            tables[TimingRow].append(TimingRow(name, count, bot, limit_of(index), decisions))
    tables[VersionRow].extend(versions(plan))
    return tables


def run_block(
    plan: Plan,
    arm: Arm,
    players: int,
    block: int,
    tables: Tables,
    times: dict[tuple[str, int, str], Counter[int]],
    errors: Path | None = None,
) -> None:
    """Plays all games of a block and adds their rows to the tables; `times` counts decisions by arm, players and bot."""
    rules = compiled(arm)
    seed = plan.seed_of(players, block)
    for spec in plan.games_of(players, block):
        name = f"{arm.name}/{players}/{block}/{spec.lineup}/{spec.rotation}"
        played = Played(rules, spec, seed, name, keep_decisions=plan.decisions)
        played.play(plan.rounds)
        save = ""
        if errors is not None and played.error:
            save = name.replace("/", "-") + ".jsonl"
            played.save(errors / save)
        tables[GameRow].append(played.game_row(arm.name, block, save))
        for row in played.rows():
            tables[type(row)].append(row)
        for (seat, index), count in played.times.items():
            times[arm.name, players, spec.bots[seat]][index] += count


@cache
def compiled(arm: Arm) -> fcm.Rules:
    """The rules of an arm, made once in each process."""
    return arm.rules()


def time_class(ms: float) -> int:
    """The class of a time."""
    return max(0, math.ceil(math.log(max(ms, SHORTEST) / SHORTEST, STEP) - 1e-9))


def limit_of(index: int) -> float:
    """The upper limit of a class of times, in milliseconds."""
    return float(SHORTEST * STEP**index)


def versions(plan: Plan) -> list[VersionRow]:
    """What the games depend on: the programs, and every arm's modules and options."""
    rows = [VersionRow("", package, fcm.API_VERSION, digest_of(package)) for package in ("fcm_core", "fcm_lab")]
    for arm in plan.arms:
        made = compiled(arm).plan
        told = (made.players, made.order, sorted((name, sorted(each.items())) for name, each in made.options.items()))
        rows.append(VersionRow(arm.name, "ruleset", made.id, sha256(repr(told).encode()).hexdigest()[:16]))
        for module in made.modules:
            version = f"{module.manifest.version}, rules {module.manifest.rules}"
            rows.append(VersionRow(arm.name, module.id, version, module.digest))
    return rows


@cache
def digest_of(package: str) -> str:
    """A hash of a package's programs, line ends normalised."""
    spec = find_spec(package)
    found = sha256()
    for folder in map(Path, spec.submodule_search_locations or () if spec else ()):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            found.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


# --- one game --------------------------------------------------------------------------------------------------------


@define
class SeatRound:
    """What is noted of a seat in the round under way."""

    income: int = 0
    salary: int = 0
    price: int = 0
    staff: int = 0
    stock: int = 0
    houses: int = 0
    items: int = 0


@define
class SeatNotes:
    """What is noted of a seat in the whole game."""

    now: SeatRound = field(factory=SeatRound)
    hires: list[str] = field(factory=list)
    corner: str = ""
    first_sale: int = 0
    first_20: int = 0
    first_100: int = 0
    houses: int = 0
    income: int = 0
    bonuses: int = 0
    salaries: int = 0
    illegal: int = 0
    raised: int = 0
    items: Counter[str] = field(factory=Counter)
    money: Counter[str] = field(factory=Counter)


class Played:
    """A game between bots that takes notes of itself."""

    def __init__(self, rules: fcm.Rules, spec: GameSpec, seed: int, name: str, *, keep_decisions: bool = False) -> None:
        self.rules = rules
        self.spec = spec
        self.name = name
        self.seed = seed
        self.keep_decisions = keep_decisions
        self.game: fcm.Game | None = None
        self.moves: list[tuple[fcm.Seat, object]] = []
        self.seats = [SeatNotes() for _ in spec.bots]
        self.rounds: list[Row] = []
        self.decisions: list[Row] = []
        self.breaks: list[int] = []
        self.times: Counter[tuple[int, int]] = Counter()
        self.round = 0
        self.demand = 0
        self.error = ""
        self.broken = False  # the engine or a module raised: there is no result

    def play(self, rounds: int = 0) -> None:
        """Plays to the end, or stops after so many rounds (0: the most that any of the bots asks for).

        A bot that raises or answers with an illegal action gets the usual action instead, which is counted. An error of
        the engine or of a module ends the game.
        """
        try:
            by_seat = {fcm.Seat(seat): bot for seat, bot in enumerate(self.spec.bots)}
            with fcm.Bots(self.rules, by_seat, self.seed) as bots:
                self.play_on(bots, rounds)
        except Exception as error:
            self.broken = True
            self.error = self.error or f"{type(error).__name__}: {error}"

    def play_on(self, bots: fcm.Bots, rounds: int) -> None:
        """Plays with these bots to the end, or as long as they can bear."""
        game = self.game = fcm.new_game(self.rules, len(self.spec.bots), self.seed)
        self.note(game, game.events)
        limit = rounds or bots.rounds
        while game.pending and game.round <= limit:
            seat = game.to_move[0]
            action = self.choose(game, bots, seat)
            if game.phase == "working":
                self.look(game, seat)
            game.events.clear()
            self.moves.append((seat, action))
            self.note(game, game.apply(seat, action))
        if not game.over:
            self.end_round(game)

    def choose(self, game: fcm.Game, bots: fcm.Bots, seat: fcm.Seat) -> object:
        """The bot's action, or the usual one where the bot fails."""
        number = len(self.moves)
        decision = game.pending[0].kind
        began = perf_counter()
        try:
            action: object = bots.choose(game, seat, number)
        except fcm.BotError as error:
            action = game.default_action(seat)
            notes = self.seats[seat]
            notes.illegal += error.refusal is not None
            notes.raised += error.refusal is None
            self.error = self.error or str(error)
        ms = (perf_counter() - began) * 1000
        self.times[seat, time_class(ms)] += 1
        if self.keep_decisions:
            kind = self.rules.action_name(action)
            self.decisions.append(DecisionRow(self.name, number, seat, game.round, decision, kind, ms))
        return action

    def look(self, game: fcm.Game, seat: fcm.Seat) -> None:
        """Notes what can be seen in a seat's working turn; what it saw last stands."""
        now = self.seats[seat].now
        now.price = fcm.unit_price(game, seat)
        now.staff = sum(fcm.owned_cards(game, seat).values())
        now.stock = sum(game.player(seat).stock.values())
        self.demand = sum(map(len, game.state.demand.values()))

    # --- what happened -----------------------------------------------------------------------------------------------

    def note(self, game: fcm.Game, happened: Sequence[fcm.Event]) -> None:
        """Takes notes of events."""
        for event in happened:
            match event:
                case events.RoundBegan():
                    if self.round:
                        self.end_round(game)
                    self.round = event.round
                case events.Hired():
                    self.seats[event.seat].hires.append(event.card)
                case events.RestaurantPlaced() if not self.seats[event.seat].corner:
                    self.seats[event.seat].corner = corner(game, event.restaurant.at)
                case events.Sold():
                    self.sold(event.seat, event.sold)
                    notes = self.seats[event.seat]
                    notes.houses += 1
                    notes.now.houses += 1
                    notes.bonuses += event.item_bonuses + event.sale_bonus
                    for good, count in event.sold.items():
                        notes.money[good] += count * event.unit_price * event.multiplier
                case events.SoldBesides():
                    self.sold(event.seat, event.sold)
                    self.seats[event.seat].money.update(shares(event.income, event.sold))
                case events.IncomeChanged():
                    self.seats[event.seat].income += event.amount
                    self.seats[event.seat].now.income += event.amount
                case events.SalariesPaid():
                    self.seats[event.seat].salaries += event.paid
                    self.seats[event.seat].now.salary += event.paid
                case events.BankBroke():
                    self.breaks.append(self.round)
                case events.GameOver():
                    self.end_round(game)
        for seat, notes in enumerate(self.seats):
            cash = game.state.players[seat].cash
            if cash >= 20 and not notes.first_20:
                notes.first_20 = self.round
            if cash >= 100 and not notes.first_100:
                notes.first_100 = self.round

    def sold(self, seat: int, sold: Mapping[fcm.GoodId, int]) -> None:
        notes = self.seats[seat]
        notes.first_sale = notes.first_sale or self.round
        notes.items.update(sold)
        notes.now.items += sum(sold.values())

    def end_round(self, game: fcm.Game) -> None:
        """The rows of the round that ends."""
        state = game.state
        for seat, notes in enumerate(self.seats):
            now = notes.now
            self.rounds.append(
                RoundRow(
                    game=self.name,
                    round=self.round,
                    seat=seat,
                    cash=state.players[seat].cash,
                    income=now.income,
                    salary=now.salary,
                    price=now.price,
                    staff=now.staff,
                    stock=now.stock,
                    houses=now.houses,
                    items=now.items,
                    demand=self.demand,
                    bank=state.bank,
                )
            )
            notes.now = SeatRound()

    # --- rows --------------------------------------------------------------------------------------------------------

    def game_row(self, arm: str, block: int, save: str) -> GameRow:
        """The game as one row."""
        game = self.game
        winner = game.result.winner if game is not None and not self.broken else None
        return GameRow(
            game=self.name,
            arm=arm,
            players=len(self.spec.bots),
            block=block,
            seed=self.seed,
            lineup=self.spec.lineup,
            rotation=self.spec.rotation,
            bots=",".join(self.spec.bots),
            winner=-1 if winner is None else winner,
            rounds=game.round if game is not None else 0,
            end=self.end,
            breaks=len(self.breaks),
            first_break=self.breaks[0] if self.breaks else 0,
            last_break=self.breaks[-1] if self.breaks else 0,
            bank=game.state.bank if game is not None else 0,
            decisions=len(self.moves),
            fallbacks=sum(notes.illegal + notes.raised for notes in self.seats),
            error=self.error,
            save=save,
        )

    @property
    def end(self) -> str:
        """How the game ended."""
        game = self.game
        if self.broken or game is None:
            return "error"
        if not game.over:
            return "stopped"
        return "bankrupt" if game.result.winner is None else "bank"

    def rows(self) -> list[Row]:
        """Everything else about the game. Nothing of a game without a result."""
        game = self.game
        if game is None or self.broken:
            return []
        players = game.state.players
        result = game.result
        found: list[Row] = [*self.rounds, *self.decisions]
        for seat, notes in enumerate(self.seats):
            player = players[seat]
            place = result.ranking.index(fcm.Seat(seat)) + 1
            found.append(
                SeatRow(
                    game=self.name,
                    seat=seat,
                    bot=self.spec.bots[seat],
                    place=place,
                    score=(len(players) - place) / max(1, len(players) - 1),
                    won=result.winner == seat,
                    cash=player.cash,
                    opening=notes.hires[0] if notes.hires else "",
                    hires=",".join(notes.hires[:OPENING]),
                    style=style(player.milestones),
                    reserve=-1 if player.reserve is None else self.rules.reserve_cards[player.reserve].value,
                    corner=notes.corner,
                    first_sale=notes.first_sale,
                    first_20=notes.first_20,
                    first_100=notes.first_100,
                    houses=notes.houses,
                    items=sum(notes.items.values()),
                    income=notes.income,
                    bonuses=notes.bonuses,
                    salaries=notes.salaries,
                    bankrupt=player.bankrupt,
                    illegal=notes.illegal,
                    raised=notes.raised,
                )
            )
            for milestone, earned in player.milestones.items():
                shared = sum(milestone in other.milestones for other in players) - 1
                found.append(MilestoneRow(self.name, seat, milestone, earned, shared))
            for good in sorted(notes.items):
                found.append(GoodRow(self.name, seat, good, notes.items[good], notes.money[good]))
        return found

    def save(self, path: Path) -> None:
        """The game so far as a save, so that it can be looked at: `fcm replay FILE`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        names = list(self.rules.setup.chains[: len(self.spec.bots)])
        seats = dict(zip(names, self.spec.bots, strict=True))
        with fcm.Recording.start(self.rules, len(names), self.seed, seats=seats, path=path) as recording:
            for seat, action in self.moves:
                try:
                    recording.play(seat, action)
                except Exception:
                    return  # this move is the error that the game ended with


def corner(game: fcm.Game, square: int) -> str:
    """The quarter of the map that a square lies in."""
    row, column = game.ground.grid.squares[square]
    spec = game.state.map
    rows, columns = fcm.SIZE * spec.tile_rows, fcm.SIZE * spec.tile_cols
    margin = fcm.SIZE * spec.margin
    return ("N" if 2 * (row - margin) < rows else "S") + ("W" if 2 * (column - margin) < columns else "E")


def shares(money: int, goods: Mapping[fcm.GoodId, int]) -> dict[str, int]:
    """Dollars shared out among goods by the number of items, in whole dollars that add up."""
    items = sum(goods.values())
    if not items:
        return {}
    ends = [0]
    for count in goods.values():
        ends.append(ends[-1] + count)
    cuts = [money * end // items for end in ends]
    return {good: after - before for good, (before, after) in zip(goods, pairwise(cuts), strict=True)}

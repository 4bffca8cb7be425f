"""Whole games between bots: one runner for a single game, a simulation, the conformance run and the table in the terminal.

A bot is a function of what its seat may see. It gets a random stream of its own that carries no seed, so the same seed
gives the same game wherever it is played, and no bot's draws change another's.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve, frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import BotError, HookError, InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.laws import HOOKS
from fcm_core.game.parts import Bot, Choose, Thoughts
from fcm_core.records.programs import Program, is_program, program_bot
from fcm_core.records.saves import Recording

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.result import GameResult
    from fcm_core.game.rules import Rules
    from fcm_core.rules.plan import Plan

# The name of a bot that a module registers, such a bot, a function, or the command of a program behind `cmd:`.
AnyBot = str | Bot | Choose


def as_bot(rules: Rules, bot: AnyBot) -> Bot:
    """A bot by its name, or a function as one. InputError with the nearest name where there is no bot of this name.

    `NAME(KEY=VALUE KEY=VALUE)` is a bot with other numbers, where it has any (see Bot.variant).
    A program that plays a seat is named `cmd:COMMAND`, or `cmd/SECONDS:COMMAND` to let it think so long for a decision.
    """
    if isinstance(bot, Bot):
        return bot
    if callable(bot):
        return Bot(getattr(bot, "__name__", type(bot).__name__), bot)
    if is_program(bot):
        return program_bot(bot)
    if bot.endswith(")") and "(" in bot:
        return _variant(rules, bot)
    if bot not in rules.bots:
        there = ", ".join(rules.bots) or "none"
        raise InputError(f"no bot {bot}{did_you_mean(str(bot), rules.bots)}; there are {there}")
    return rules.bots[bot]


def _variant(rules: Rules, name: str) -> Bot:
    """The bot of a name with numbers in brackets."""
    base, _, inside = name[:-1].partition("(")
    bot = as_bot(rules, base)
    pairs = [each.partition("=") for each in inside.split()]
    if bot.variant is None or not all(key and equals and value for key, equals, value in pairs):
        known = [each.name for each in rules.bots.values() if each.variant is not None]
        raise InputError(
            f"bot {name}: expected NAME(KEY=VALUE KEY=VALUE) of a bot with numbers to change: {', '.join(known) or 'none'}"
        )
    try:
        return evolve(bot.variant({key: value for key, _, value in pairs}), name=name)
    except InputError as error:
        raise InputError(f"bot {name}: {error}") from error


class Bots:
    """The bots at one table, by seat. What they choose depends on the seed, the seat and the moves made so far.

    Programs among them run until `close`, or until the end of a `with` block.
    """

    def __init__(self, rules: Rules, by_seat: Mapping[Seat, AnyBot], seed: int) -> None:
        self.by_seat = {seat: as_bot(rules, bot) for seat, bot in by_seat.items()}
        self.seed = seed

    def __enter__(self) -> Bots:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the programs that play here. Bots that are functions need no end."""
        for bot in self.by_seat.values():
            if isinstance(bot.choose, Program):
                bot.choose.close()

    @property
    def rounds(self) -> int:
        """After so many rounds a game that does not end is stopped: the most that any of the bots asks for."""
        return max(bot.rounds for bot in self.by_seat.values())

    def stream(self, seat: Seat, moves: int) -> Stream:
        """The random numbers of a seat after so many moves.

        The game's own streams cannot be computed from it: its key is a hash of the seed, not the seed.
        """
        key = blake2b(f"bots/{self.seed}/{seat}/{moves}".encode(), digest_size=16).digest()
        return Stream(int.from_bytes(key, "big"), "bots", "choices")

    def choose(self, game: Game, seat: Seat, moves: int) -> Any:
        """The action of the bot that sits there, checked; `moves` have been made before.

        Raises BotError, with the game unchanged, for a bot that raises or answers with what is not legal, and HookError
        where a module's hook fails that the bot makes use of.
        """
        return self._asked(game, seat, self.by_seat[seat].choose, moves)[0]

    def explain(self, game: Game, seat: Seat, moves: int) -> Thoughts:
        """The action of the bot that sits there, checked as in `choose`, with its reasons where the bot gives any."""
        bot = self.by_seat[seat]
        if bot.explain is None:
            return Thoughts(self.choose(game, seat, moves))
        thoughts: Thoughts = self._asked(game, seat, bot.explain, moves)[1]
        return thoughts

    def _asked(self, game: Game, seat: Seat, ask: Callable[..., Any], moves: int) -> tuple[Any, Any]:
        """The action of what the bot answers, checked, and the answer."""
        bot = self.by_seat[seat]
        decision = game.decision_of(seat)
        asked = decision.kind if decision is not None else "nothing"
        action: Any = None
        try:
            answer = ask(game.view(seat), seat, self.stream(seat, moves))
            action = answer.action if isinstance(answer, Thoughts) else answer
            refusal = game.check(seat, action)
        except (HookError, KeyboardInterrupt):
            raise
        except BaseException as error:
            at_fault = game.rules.blame(error)
            if at_fault is not None and at_fault[1] in HOOKS:  # a bot asks much that modules have a say in
                raise HookError(*at_fault, f"{bot.name} of {game.name(seat)} chooses for {asked}", error) from error
            raise BotError(bot.name, seat, game.name(seat), asked, action, error) from error
        if refusal is not None:
            raise BotError(bot.name, seat, game.name(seat), asked, action, refusal)
        return action, answer


def play(
    rules: Rules,
    bots: Sequence[AnyBot],
    seed: int,
    *,
    names: Sequence[str] = (),
    rounds: int | None = None,
    save: str | Path | None = None,
) -> Game:
    """One game between bots, one a seat, to its end.

    A bot is a function `(view, seat, stream)` that answers with a legal action for what the seat must decide, or the name
    of a bot that a module brings. The view is what the seat may see: a game that can be asked, copied and played on.
    The stream gives random numbers that depend on seed, seat and move alone.

    A game that does not end is stopped after so many `rounds`: without a number after the most that any of the bots asks
    for (200 for a function). `names` are the players', by seat; without them they are called like the chains. With
    `save` the game is written there as it is played.

    Raises InputError for a bot that does not exist or a wrong number of players, SaveError where a file already is, and
    BotError for a bot that raises or answers with an illegal action.
    """
    seated = Bots(rules, {Seat(seat): bot for seat, bot in enumerate(bots)}, seed)
    players: Sequence[str] | int = names or len(bots)
    limit = seated.rounds if rounds is None else rounds
    if names and len(names) != len(bots):
        raise InputError(f"{len(names)} names for {len(bots)} bots")
    if save is None:
        game = new_game(rules, players, seed, quiet=True)
        with seated:
            _play_on(game, seated, limit, game.apply)
        return game
    called = {seat: bot.name for seat, bot in seated.by_seat.items()}
    ids = list(names) or list(rules.setup.chains[: len(bots)])
    seats = {player: called[Seat(seat)] for seat, player in enumerate(ids)}
    with seated, Recording.start(rules, players, seed, seats=seats, path=save) as recording:
        _play_on(recording.game, seated, limit, recording.play)
        return recording.game


def _play_on(game: Game, bots: Bots, rounds: int, apply: Callable[[Seat, Any], Any]) -> None:
    moves = 0
    while game.pending and game.round <= rounds:
        seat = game.to_move[0]
        apply(seat, bots.choose(game, seat, moves))
        moves += 1


# --- many games ------------------------------------------------------------------------------------------------------


@frozen
class Tally:
    """How one bot did. Of a game that was stopped the leader counts as its winner."""

    seats: int  # in all games together
    wins: int
    cash: float  # dollars at the end, on average


@frozen
class Simulation:
    """What many games came to."""

    games: int
    finished: int  # games that ended by the bank
    rounds: float  # on average
    bots: Mapping[str, Tally]

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def simulate(
    rules: Rules,
    bots: Mapping[str, AnyBot] | Sequence[str],
    games: int,
    seed: int,
    *,
    players: int | None = None,
    rounds: int | None = None,
    jobs: int = 1,
    progress: Callable[[], Any] | None = None,
) -> Simulation:
    """Plays games with the seeds seed, seed + 1, ... and counts who wins.

    `bots` are functions or names of bots (see `play`), each with a name of its own for the result; or only names of bots
    that modules bring, by seat, where those of one name are counted together. They take turns to fill the seats of so many
    `players` (without a number: one seat each), and from game to game everybody moves on by a seat. `rounds` stops each
    game (see `play`). `progress` is called after every game.

    `jobs` processes share the games, and the result is the same whatever their number. Functions must then be importable:
    they stand at the top of a module. Raises InputError for those that are not, and what `play` raises.
    """
    if not bots or games < 1:
        raise InputError("a simulation needs a bot and a game")
    lineup = _lineup(rules, list(bots), players)
    for bot in bots.values() if isinstance(bots, Mapping) else bots:
        as_bot(rules, bot)
    bots = dict(bots) if isinstance(bots, Mapping) else {name: name for name in bots}
    one = partial(_result, bots=bots, lineup=lineup, seed=seed, rounds=rounds)
    seats = dict.fromkeys(bots, 0)
    wins = dict.fromkeys(bots, 0)
    cash = dict.fromkeys(bots, 0)
    begun = finished = 0
    with ExitStack() as stack:
        results: Iterable[GameResult]
        if jobs > 1:
            for name, bot in bots.items():
                _check_importable(name, bot)
            pool = stack.enter_context(
                ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=print_to_stderr)
            )
            stack.callback(pool.shutdown, cancel_futures=True)
            work = partial(_result_of_plan, rules.plan, one)
            results = pool.map(work, range(games), chunksize=max(1, min(16, games // (4 * jobs))))
        else:
            results = (one(rules, index) for index in range(games))
        for index, result in enumerate(results):
            begun += result.rounds
            finished += result.over
            for seat, name in enumerate(_turned(lineup, index)):
                seats[name] += 1
                cash[name] += result.cash[seat]
                wins[name] += seat == result.leader
            if progress is not None:
                progress()
    tallies = {name: Tally(seats[name], wins[name], cash[name] / seats[name]) for name in bots}
    return Simulation(games, finished, begun / games, tallies)


def _lineup(rules: Rules, names: Sequence[str], players: int | None) -> tuple[str, ...]:
    """The bots' names by seat in the first game."""
    fewest, most = rules.plan.players
    count = players or max(len(names), fewest)
    if not fewest <= count <= most:
        raise InputError(f"{rules.plan.title} is for {fewest} to {most} players, not {count}")
    if len(names) > count:
        raise InputError(f"{len(names)} bots for {count} players")
    return tuple(names[index % len(names)] for index in range(count))


def _turned(lineup: Sequence[str], index: int) -> tuple[str, ...]:
    turn = index % len(lineup)
    return (*lineup[turn:], *lineup[:turn])


def _result(
    rules: Rules, index: int, *, bots: Mapping[str, AnyBot], lineup: Sequence[str], seed: int, rounds: int | None
) -> GameResult:
    return play(rules, [bots[name] for name in _turned(lineup, index)], seed + index, rounds=rounds).result


def print_to_stderr() -> None:
    """In a process that plays for another one: what modules print cannot be mistaken for a result."""
    sys.stdout = sys.stderr


def _result_of_plan(plan: Plan, one: Callable[[Rules, int], GameResult], index: int) -> GameResult:
    return one(compile_rules(plan), index)  # compiled once in each process


def _check_importable(name: str, bot: AnyBot) -> None:
    """Another process gets a function by the names of its module and its own."""
    try:
        pickle.dumps(bot)
        # What somebody types at a prompt has a module that no other process can import.
        found = getattr(bot, "__module__", "") != "__main__" or hasattr(sys.modules["__main__"], "__file__")
    except Exception:
        found = False
    if not found:
        raise InputError(
            f"bot {name} cannot be handed to other processes: write it as a function at the top of a module that can be "
            "imported, or use jobs=1"
        )

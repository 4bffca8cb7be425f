"""Whole games between bots, for analysts and tests: the same seed gives the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from attrs import frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.game.rules import Rules

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.rules.plan import Plan


def play_game(rules: Rules, bots: Sequence[str], seed: int, rounds: int | None = None) -> Game:
    """One game to its end, or to the end of a round (the most that any of the bots asks for); `bots` are names by seat."""
    players = [rules.bots[name] for name in bots]
    limit = rounds if rounds is not None else max(bot.rounds for bot in players)
    game = new_game(rules, len(bots), seed, quiet=True)
    stream = Stream(seed, "bots", "choices")
    while game.pending and game.state.round <= limit:
        decision = game.pending[0]
        view = game.view(decision.seat)
        game.apply(decision.seat, players[decision.seat].choose(view, decision, stream))
    return game


@frozen
class Outcome:
    """What one game came to; `cash` by seat, in dollars."""

    lineup: tuple[str, ...]
    over: bool  # it ended by the bank
    rounds: int
    cash: tuple[int, ...]
    leader: int  # the winner's seat, NOBODY where all are bankrupt; of a game that was stopped the richest


def _outcome(rules: Rules, bots: Sequence[str], seed: int, index: int) -> Outcome:
    turn = index % len(bots)
    lineup = (*bots[turn:], *bots[:turn])
    state = play_game(rules, lineup, seed + index).state
    cash = tuple(player.cash for player in state.players)
    richest = max(range(len(lineup)), key=lambda seat: (cash[seat], -state.turn_order.index(seat)))
    return Outcome(lineup, state.over, state.round, cash, state.winner if state.over else richest)


def _outcome_of_plan(plan: Plan, bots: Sequence[str], seed: int, index: int) -> Outcome:
    return _outcome(compile_rules(plan), bots, seed, index)  # compiled once in each process


def simulate(
    rules: Rules,
    bots: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[], Any] | None = None,
    jobs: int = 1,
) -> dict[str, Any]:
    """Plays games with seeds from `seed` on, seats turning by one from game to game; `jobs` processes share them.

    Returns games, finished (games that ended by the bank), rounds (mean) and for each bot seats, wins and cash (mean $
    at the end), all JSON-ready, and the same whatever the number of jobs.
    """
    found: dict[str, dict[str, Any]] = {name: {"seats": 0, "wins": 0, "cash": 0} for name in dict.fromkeys(bots)}
    rounds = finished = 0
    with ExitStack() as stack:
        outcomes: Iterable[Outcome]
        if jobs > 1:
            pool = stack.enter_context(ProcessPoolExecutor(jobs, mp_context=get_context("spawn")))
            play = partial(_outcome_of_plan, rules.plan, tuple(bots), seed)
            outcomes = pool.map(play, range(games), chunksize=max(1, min(16, games // (4 * jobs))))
        else:
            outcomes = map(partial(_outcome, rules, bots, seed), range(games))
        for outcome in outcomes:
            rounds += outcome.rounds
            finished += outcome.over
            for seat, name in enumerate(outcome.lineup):
                found[name]["seats"] += 1
                found[name]["cash"] += outcome.cash[seat]
                found[name]["wins"] += seat == outcome.leader
            if progress is not None:
                progress()
    for each in found.values():
        each["cash"] = each["cash"] / each["seats"]
    return {"games": games, "finished": finished, "rounds": rounds / games, "bots": found}

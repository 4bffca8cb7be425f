"""Looks for better numbers of a bot: a random search that keeps what is better on the same blocks.

python -m fcm_lab.tune base --bot seasoned --pool steady --number envy=0.2:1.5 --start envy=0.7

Each generation draws a few variants of the best bot so far. Some of the numbers move by a random factor, and come back into
their range. All of them, and the best one itself, play the same blocks against every bot of the pool. The best variant takes
over if its lead over the old one, block by block, is more than one standard error. Every generation has blocks of its own, so
luck on one map does not stay.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp
from statistics import mean, stdev

from attrs import frozen

import fcm_core as fcm
from fcm_lab.plan import Plan, batch_size, plan_for
from fcm_lab.running import Processes, Serial, run_plan
from fcm_lab.tables import GameRow, SeatRow, rows_of

STEP = 0.35  # standard deviation of the logarithm of the factor that a number moves by
MOVED = 3  # numbers that a variant moves, about


@frozen
class Range:
    """A number that may change, and between which values. Whole where both ends are written without a point."""

    low: float
    high: float
    whole: bool

    def moved(self, value: float, draw: random.Random) -> float:
        """The value times a random factor, inside the range."""
        new = min(self.high, max(self.low, max(value, 0.05) * exp(draw.gauss(0, STEP))))
        if self.whole and round(new) == round(value):
            new = min(self.high, max(self.low, value + draw.choice((-1, 1))))
        return float(round(new)) if self.whole else round(new, 3)


def range_of(text: str) -> tuple[str, Range]:
    """A number and its range from `NAME=LOW:HIGH`. Raises InputError."""
    name, _, between = text.partition("=")
    low, _, high = between.partition(":")
    try:
        found = Range(float(low), float(high), "." not in between)
    except ValueError:
        found = Range(1, 0, False)
    if not name or found.low > found.high:
        raise fcm.InputError(f"--number {text}: expected NAME=LOW:HIGH")
    return name, found


def named(bot: str, numbers: Mapping[str, float], ranges: Mapping[str, Range]) -> str:
    """The bot's name with these numbers."""
    told = [f"{name}={round(value) if ranges[name].whole else value}" for name, value in sorted(numbers.items())]
    return f"{bot}({' '.join(told)})" if told else bot


def scores(
    bots: Sequence[str], pool: Sequence[str], rulesets: Sequence[str], blocks: int, players: int, seed: int, jobs: int
) -> dict[str, list[float]]:
    """For each bot its share of wins in each block, against each bot of the pool: the same blocks for all."""
    found: dict[str, list[float]] = {}
    for bot in bots:
        shares: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
        for rival in pool:
            plan: Plan = plan_for(
                rulesets, bots=(bot, rival), players=(players,), blocks=blocks, seed=seed, batch=batch_size(blocks)
            )
            tables = run_plan(plan, Processes(jobs) if jobs > 1 else Serial(), keep=(GameRow, SeatRow)).tables
            places = {game.game: (game.arm, rival, game.block) for game in rows_of(tables, GameRow)}
            for row in rows_of(tables, SeatRow):
                if row.bot == bot:
                    shares[places[row.game]].append(row.won)
        found[bot] = [mean(shares[block]) for block in sorted(shares)]
    return found


def tune(
    rulesets: Sequence[str],
    bot: str,
    start: Mapping[str, float],
    ranges: Mapping[str, Range],
    pool: Sequence[str],
    *,
    generations: int,
    variants: int = 3,
    blocks: int = 20,
    players: int = 2,
    seed: int = 1,
    jobs: int = 1,
) -> str:
    """The name of the best bot that was found. Tells of every generation on standard error."""
    draw = random.Random(seed)
    best = dict(start)
    for generation in range(generations):
        drawn = []
        for _ in range(variants):
            chosen = [name for name in ranges if draw.random() < MOVED / len(ranges)] or [draw.choice(list(ranges))]
            drawn.append({**best, **{name: ranges[name].moved(best[name], draw) for name in chosen}})
        old = named(bot, best, ranges)
        by_name = {named(bot, each, ranges): each for each in drawn}
        by_name.pop(old, None)
        found = scores([old, *by_name], pool, rulesets, blocks, players, seed * 1000 + generation, jobs)
        print(f"generation {generation}: {old} wins {mean(found[old]):.3f}", file=sys.stderr, flush=True)
        leads = {name: [new - was for new, was in zip(found[name], found[old], strict=True)] for name in by_name}
        for name, lead in leads.items():
            print(f"  {mean(lead):+.3f} +- {_error(lead):.3f} {name}", file=sys.stderr, flush=True)
        if leads:
            first = max(leads, key=lambda name: mean(leads[name]))
            if mean(leads[first]) > _error(leads[first]):
                best = by_name[first]
    return named(bot, best, ranges)


def _error(lead: Sequence[float]) -> float:
    return stdev(lead) / len(lead) ** 0.5 if len(lead) > 1 else 1.0


def main(words: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m fcm_lab.tune", description="Looks for better numbers of a bot.")
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--bot", default="seasoned")
    parser.add_argument("--pool", default="steady", help="bots to play against, separated by commas")
    parser.add_argument("--number", action="append", required=True, metavar="NAME=LOW:HIGH")
    parser.add_argument("--start", action="append", required=True, metavar="NAME=VALUE")
    for name, usual in (("generations", 10), ("variants", 3), ("blocks", 20), ("players", 2), ("seed", 1), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args(words)
    try:
        ranges = dict(range_of(text) for text in given.number)
        start = {name: float(value) for name, _, value in (text.partition("=") for text in given.start)}
        if start.keys() != ranges.keys():
            raise fcm.InputError("--start and --number: expected the same names in both")
        best = tune(
            given.rulesets,
            given.bot,
            start,
            ranges,
            given.pool.split(","),
            generations=given.generations,
            variants=given.variants,
            blocks=given.blocks,
            players=given.players,
            seed=given.seed,
            jobs=given.jobs,
        )
    except (fcm.FcmError, ValueError) as error:
        parser.exit(2, f"fcm_lab.tune: {error}\n")
    print(best)


if __name__ == "__main__":
    main()

"""What a tournament says: win rates, places, cash, who beats which other, ratings, time to think and the bias of seats.

Every number is a mean over blocks with an interval (statistics.py). Games that were stopped count as won by nobody.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import combinations
from math import log
from typing import Any

from attrs import frozen

from fcm_lab.statistics import CONFIDENCE, Estimate, mean, share
from fcm_lab.tables import GameRow, Row, SeatRow, TimingRow, VersionRow, rows_of

ELO = 400 / log(10)  # points per unit of the fit's logarithmic strength
PRIOR = 0.5  # games won that every bot is given against every other, so that the fit always has a solution
BOOTSTRAPS = 200
NEEDS = (GameRow, SeatRow, TimingRow, VersionRow)  # the tables that are read here
NEEDS_CHOIX = "ratings need choix: pip install 'fcm-engine[lab]'"


@frozen
class Standing:
    """How one bot did."""

    bot: str
    seats: int  # played in all games together
    win: Estimate  # wins per seat; by chance one in so many players
    score: Estimate  # place score: 1 first, 0 last
    cash: Estimate  # dollars at the end
    rating: Estimate | None  # Elo points about the mean of all bots, where there is a rating
    decisions: int
    ms: Mapping[str, float]  # time per decision: p50, p95, max (upper limits, a tenth wide)
    illegal: int
    raised: int


@frozen
class Duel:
    """How often one bot ends ahead of another in the games that both play."""

    bot: str
    rival: str
    ahead: Estimate


@frozen
class SeatShare:
    """How often a seat wins, whoever sits there."""

    seat: int
    win: Estimate


@frozen
class Standings:
    """A tournament under one set of rules with one number of players."""

    arm: str
    players: int
    blocks: int
    games: int
    ends: Mapping[str, int]  # how games ended -> games
    rounds: Estimate
    bots: tuple[Standing, ...]  # best first
    duels: tuple[Duel, ...]
    seats: tuple[SeatShare, ...]
    wrong: tuple[GameRow, ...]  # games in which something went wrong

    @property
    def par(self) -> float:
        """The win rate of chance."""
        return 1 / self.players

    @property
    def failed(self) -> tuple[str, ...]:
        """Bots that answered illegally or raised."""
        return tuple(each.bot for each in self.bots if each.illegal or each.raised)

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return {
            "arm": self.arm,
            "players": self.players,
            "blocks": self.blocks,
            "games": self.games,
            "ends": dict(self.ends),
            "rounds": self.rounds.plain(),
            "by_chance": self.par,
            "bots": [
                {
                    "bot": each.bot,
                    "seats": each.seats,
                    "win_rate": each.win.plain(),
                    "place_score": each.score.plain(),
                    "cash": each.cash.plain(),
                    "rating": each.rating.plain() if each.rating is not None else None,
                    "decisions": each.decisions,
                    "ms": dict(each.ms),
                    "illegal": each.illegal,
                    "raised": each.raised,
                }
                for each in self.bots
            ],
            "head_to_head": [
                {"bot": each.bot, "rival": each.rival, "ahead": each.ahead.plain()} for each in self.duels
            ],
            "seats": [{"seat": each.seat, "win_rate": each.win.plain()} for each in self.seats],
            "wrong": [
                {"game": each.game, "seed": each.seed, "error": each.error, "save": each.save} for each in self.wrong
            ],
        }


def standings(tables: Mapping[type[Row], Sequence[Row]]) -> list[Standings]:
    """The standings for every arm and number of players."""
    games: dict[tuple[str, int], list[GameRow]] = defaultdict(list)
    for game in rows_of(tables, GameRow):
        games[game.arm, game.players].append(game)
    seats: dict[str, list[SeatRow]] = defaultdict(list)
    for row in rows_of(tables, SeatRow):
        seats[row.game].append(row)
    times: dict[tuple[str, int], list[TimingRow]] = defaultdict(list)
    for timing in rows_of(tables, TimingRow):
        times[timing.arm, timing.players].append(timing)
    return [_standings(arm, players, rows, seats, times[arm, players]) for (arm, players), rows in games.items()]


def win_shares(tables: Mapping[type[Row], Sequence[Row]], bot: str) -> list[float]:
    """A bot's wins per seat in every block, in order; for sequential tests."""
    block = {game.game: (game.arm, game.players, game.block) for game in rows_of(tables, GameRow)}
    found: dict[tuple[str, int, int], list[float]] = defaultdict(list)
    for row in rows_of(tables, SeatRow):
        if row.bot == bot:
            found[block[row.game]].append(float(row.won))
    return [sum(each) / len(each) for each in found.values()]


def _standings(
    arm: str,
    players: int,
    games: Sequence[GameRow],
    seats: Mapping[str, Sequence[SeatRow]],
    times: Sequence[TimingRow],
) -> Standings:
    blocks = sorted({game.block for game in games})
    by_bot: dict[str, dict[int, list[SeatRow]]] = defaultdict(lambda: defaultdict(list))
    by_seat: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    ahead: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        rows = seats.get(game.game, ())
        for row in rows:
            by_bot[row.bot][game.block].append(row)
            by_seat[row.seat][game.block].append(float(row.won))
        for one, other in combinations(rows, 2):
            if one.bot != other.bot:
                first = float(one.place < other.place)
                ahead[one.bot, other.bot][game.block].append(first)
                ahead[other.bot, one.bot][game.block].append(1 - first)
    ratings = rated(list(by_bot), ahead, blocks)
    found = []
    for bot, rows_by_block in by_bot.items():
        rows = [row for each in rows_by_block.values() for row in each]
        own = [each for each in times if each.bot == bot]
        found.append(
            Standing(
                bot=bot,
                seats=len(rows),
                win=share([_mean([float(row.won) for row in each]) for each in rows_by_block.values()]),
                score=share([_mean([row.score for row in each]) for each in rows_by_block.values()]),
                cash=mean([_mean([float(row.cash) for row in each]) for each in rows_by_block.values()]),
                rating=ratings.get(bot),
                decisions=sum(each.decisions for each in own),
                ms=quantiles(own),
                illegal=sum(row.illegal for row in rows),
                raised=sum(row.raised for row in rows),
            )
        )
    found.sort(key=lambda each: (-each.score.value, each.bot))
    order = [each.bot for each in found]
    rounds: dict[int, list[float]] = defaultdict(list)
    for game in games:
        rounds[game.block].append(float(game.rounds))
    return Standings(
        arm=arm,
        players=players,
        blocks=len(blocks),
        games=len(games),
        ends=dict(sorted(Counter(game.end for game in games).items())),
        rounds=mean([_mean(each) for each in rounds.values()]),
        bots=tuple(found),
        duels=tuple(
            Duel(bot, rival, share([_mean(each) for each in ahead[bot, rival].values()]))
            for bot in order
            for rival in order
            if (bot, rival) in ahead
        ),
        seats=tuple(
            SeatShare(seat, share([_mean(each) for each in per_block.values()]))
            for seat, per_block in sorted(by_seat.items())
        ),
        wrong=tuple(game for game in games if game.error),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def quantiles(times: Sequence[TimingRow]) -> dict[str, float]:
    """Median, 95th of a hundred and longest, in milliseconds, from the histogram of times."""
    counts: Counter[float] = Counter()
    for row in times:
        counts[row.ms] += row.decisions
    total = sum(counts.values())
    found: dict[str, float] = {}
    for name, part in (("p50", 0.5), ("p95", 0.95), ("max", 1.0)):
        seen = 0
        for limit in sorted(counts):
            seen += counts[limit]
            if seen >= part * total:
                found[name] = limit
                break
    return found


def can_rate() -> bool:
    """Whether the library that fits ratings is installed."""
    return find_spec("choix") is not None


def rated(
    bots: Sequence[str],
    ahead: Mapping[tuple[str, str], Mapping[int, Sequence[float]]],
    blocks: Sequence[int],
) -> dict[str, Estimate]:
    """Bradley-Terry ratings from who ended ahead in each pair, fitted at once over all games.

    In Elo points about the mean. The intervals come of a bootstrap over blocks. Nothing without choix, for one bot alone,
    and for a bot that always or never ended ahead, whose strength has no bound.
    """
    if len(bots) < 2 or not can_rate():
        return {}
    import choix
    import numpy

    place = {bot: index for index, bot in enumerate(bots)}
    row = {block: index for index, block in enumerate(blocks)}
    won = numpy.zeros((len(blocks), len(bots), len(bots)))
    for (bot, rival), per_block in ahead.items():
        for block, values in per_block.items():
            won[row[block], place[bot], place[rival]] += sum(values)
    prior = PRIOR * (1 - numpy.eye(len(bots)))

    def fit(sums: Any) -> Any:
        return choix.ilsr_pairwise_dense(sums + prior) * ELO

    values = fit(won.sum(axis=0))
    if len(blocks) < 2:
        return {}
    stream = random.Random(len(blocks))
    again = numpy.array(
        [fit(won[stream.choices(range(len(blocks)), k=len(blocks))].sum(axis=0)) for _ in range(BOOTSTRAPS)]
    )
    low, high = numpy.quantile(again, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    sums = won.sum(axis=0)
    return {
        bot: Estimate(float(values[at]), float(low[at]), float(high[at]), len(blocks))
        for bot, at in place.items()
        if sums[at].any() and sums[:, at].any()
    }

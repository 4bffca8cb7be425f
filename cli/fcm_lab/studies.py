"""What a run's tables say about the game: who wins from which seat, with which opening, milestone or reserve card.

A win rate given a milestone or an opening is an association: whoever leads earns milestones more easily. Only the paired
differences (compare.py) say what a change of the rules does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from statistics import median, quantiles
from typing import Any

from attrs import frozen

from fcm_lab import openings
from fcm_lab.compare import FEWEST, Difference, compare
from fcm_lab.statistics import Estimate, mean, ratio
from fcm_lab.tables import GameRow, MilestoneRow, RoundRow, Row, SeatRow, rows_of

ASSOCIATION = "An association, not a cause: chains that lead anyway also earn more and choose better."


@frozen
class Rate:
    """The win rate of the seats of one kind."""

    label: str
    win: Estimate
    seats: int
    round: float = 0  # the median round of a milestone

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return {"label": self.label, "win_rate": self.win.plain(), "seats": self.seats, "round": self.round}


@frozen
class Meeting:
    """How often chains with one opening end ahead of chains with another in the same game."""

    opening: str
    rival: str
    ahead: Estimate
    pairs: int


@frozen
class Money:
    """Cash at the end of a round in dollars: quartiles of the later winners and of the rest."""

    round: int
    winners: tuple[float, float, float]
    others: tuple[float, float, float]
    games: int


@frozen
class Study:
    """One set of rules with one number of players."""

    arm: str
    players: int
    blocks: int
    games: int
    ends: Mapping[str, int]
    rounds: Estimate
    lengths: tuple[int, ...]  # rounds of every game that ended by the bank
    first_breaks: tuple[int, ...]  # rounds of the first break of the bank
    seats: tuple[Rate, ...]
    openings: tuple[Rate, ...]
    styles: tuple[Rate, ...]
    milestones: tuple[Rate, ...]
    reserves: tuple[Rate, ...]
    corners: tuple[Rate, ...]
    meetings: tuple[Meeting, ...]
    money: tuple[Money, ...]

    @property
    def par(self) -> float:
        """The win rate of chance."""
        return 1 / self.players

    @property
    def title(self) -> str:
        """The study in a few words."""
        return f"{self.arm}, {self.players} players"

    @property
    def rates(self) -> dict[str, tuple[Rate, ...]]:
        """All win rates by what they are given."""
        return {
            "seat": self.seats,
            "first hire": self.openings,
            "opening": self.styles,
            "milestone": self.milestones,
            "reserve card": self.reserves,
            "corner of the first restaurant": self.corners,
        }

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
            "win_rates": {given: [each.plain() for each in rates] for given, rates in self.rates.items()},
            "opening_against_opening": [
                {"opening": each.opening, "rival": each.rival, "ahead": each.ahead.plain(), "pairs": each.pairs}
                for each in self.meetings
            ],
            "money": [
                {"round": each.round, "winners": each.winners, "others": each.others, "games": each.games}
                for each in self.money
            ],
        }


def studies(tables: Mapping[type[Row], Sequence[Row]]) -> list[Study]:
    """A study for every arm and number of players, in the order of the plan."""
    games: dict[tuple[str, int], dict[str, GameRow]] = defaultdict(dict)
    for game in rows_of(tables, GameRow):
        games[game.arm, game.players][game.game] = game
    seats = by_game(rows_of(tables, SeatRow))
    milestones = by_game(rows_of(tables, MilestoneRow))
    rounds = by_game(rows_of(tables, RoundRow))
    return [
        _study(
            arm,
            players,
            own,
            [row for name in own for row in seats.get(name, ()) if isinstance(row, SeatRow)],
            [row for name in own for row in milestones.get(name, ()) if isinstance(row, MilestoneRow)],
            [row for name in own for row in rounds.get(name, ()) if isinstance(row, RoundRow)],
        )
        for (arm, players), own in games.items()
    ]


def by_game(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows by the name of their game."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[getattr(row, "game")].append(row)  # noqa: B009 (Row itself has no columns)
    return found


def _study(
    arm: str,
    players: int,
    games: Mapping[str, GameRow],
    seats: Sequence[SeatRow],
    milestones: Sequence[MilestoneRow],
    rounds: Sequence[RoundRow],
) -> Study:
    lengths: dict[int, list[float]] = defaultdict(list)
    for game in games.values():
        lengths[game.block].append(float(game.rounds))
    at = {(row.game, row.seat): row for row in seats}
    held = [(row, at[row.game, row.seat]) for row in milestones if (row.game, row.seat) in at]
    when: dict[str, list[int]] = defaultdict(list)
    for row in milestones:
        when[row.milestone].append(row.round)

    def rates(label: Callable[[SeatRow], str]) -> tuple[Rate, ...]:
        return _rates(((label(row), row) for row in seats), games)

    return Study(
        arm=arm,
        players=players,
        blocks=len(lengths),
        games=len(games),
        ends=dict(sorted(Counter(game.end for game in games.values()).items())),
        rounds=mean([sum(each) / len(each) for each in lengths.values()]),
        lengths=tuple(sorted(game.rounds for game in games.values() if game.end == "bank")),
        first_breaks=tuple(sorted(game.first_break for game in games.values() if game.first_break)),
        seats=rates(lambda row: f"seat {row.seat}"),
        openings=rates(lambda row: openings.title(row.opening)),
        styles=rates(lambda row: row.style),
        milestones=_rates(((row.milestone.replace("_", " "), seat) for row, seat in held), games, _medians(when)),
        reserves=rates(lambda row: f"card {row.reserve}" if row.reserve >= 0 else "no card"),
        corners=rates(lambda row: row.corner or "none"),
        meetings=_meetings(seats, games),
        money=_money(rounds, at),
    )


def _medians(when: Mapping[str, Sequence[int]]) -> dict[str, float]:
    return {name.replace("_", " "): float(median(each)) for name, each in when.items()}


def _rates(
    rows: Iterable[tuple[str, SeatRow]], games: Mapping[str, GameRow], when: Mapping[str, float] | None = None
) -> tuple[Rate, ...]:
    """Win rates by label, those of at least five blocks, by label; with medians by the median round."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for label, row in rows:
        found[label][games[row.game].block].append(float(row.won))
    told = []
    for label, blocks in sorted(found.items()):
        if len(blocks) >= FEWEST:
            win = ratio([(sum(each), len(each)) for each in blocks.values()])
            told.append(Rate(label, win, sum(map(len, blocks.values())), (when or {}).get(label, 0)))
    return tuple(sorted(told, key=lambda each: each.round))


def _meetings(seats: Sequence[SeatRow], games: Mapping[str, GameRow]) -> tuple[Meeting, ...]:
    found: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for name, rows in by_game(seats).items():
        for one, other in permutations((row for row in rows if isinstance(row, SeatRow)), 2):
            if one.opening != other.opening:
                pair = openings.title(one.opening), openings.title(other.opening)
                found[pair][games[name].block].append(float(one.place < other.place))
    return tuple(
        Meeting(*pair, ratio([(sum(each), len(each)) for each in blocks.values()]), sum(map(len, blocks.values())))
        for pair, blocks in sorted(found.items())
        if len(blocks) >= FEWEST
    )


def _money(rounds: Sequence[RoundRow], at: Mapping[tuple[str, int], SeatRow]) -> tuple[Money, ...]:
    """Rounds that at least ten games reached: the few longest games would draw a line of their own."""
    cash: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for row in rounds:
        seat = at.get((row.game, row.seat))
        if seat is not None:
            cash[row.round][0 if seat.won else 1].append(row.cash)
    found = []
    for number, (winners, others) in sorted(cash.items()):
        if len(winners) >= 2 * FEWEST and len(others) >= 2 * FEWEST:
            found.append(Money(number, quartiles(winners), quartiles(others), len(winners)))
    return tuple(found)


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def effects(
    tables: Mapping[type[Row], Sequence[Row]], first: str, others: Sequence[str], players: int
) -> dict[str, list[Difference]]:
    """The paired differences of every other arm from the first, with so many players."""
    return {arm: found for arm in others if (found := compare(tables, first, arm, players))}

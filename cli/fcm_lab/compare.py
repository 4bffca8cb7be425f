"""What a change of the rules does: the same blocks under two sets of rules, and the differences in pairs.

Both sides play the same maps with the same line-ups and streams. For every block the difference of the means is taken, so
that what differs from map to map cancels out. A difference is a finding where its interval leaves out 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import evolve, frozen

import fcm_core as fcm
from fcm_lab import openings
from fcm_lab.statistics import Estimate, mean
from fcm_lab.storage import Run
from fcm_lab.tables import GameRow, GoodRow, MilestoneRow, Row, SeatRow, Tables, VersionRow, new_tables, rows_of

R = TypeVar("R", bound=Row)
Key = tuple[int, int]  # players, block
Values = dict[str, dict[Key, float]]  # by arm: a mean per block
NEEDS = (GameRow, SeatRow, MilestoneRow, GoodRow, VersionRow)  # the tables that are read here
FEWEST = 5  # blocks in pairs; with fewer a difference is left out


@frozen
class Difference:
    """One number under both rules. `a` and `b` are means over the blocks that both have."""

    group: str  # game, money by good, milestones, openings
    what: str
    unit: str
    a: Estimate
    b: Estimate
    difference: Estimate  # b - a, in pairs

    @property
    def finding(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.difference.excludes(0.0)

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return {
            "group": self.group,
            "what": self.what,
            "unit": self.unit,
            "a": self.a.plain(),
            "b": self.b.plain(),
            "difference": self.difference.plain(),
            "finding": self.finding,
        }


def compare(tables: Mapping[type[Row], Sequence[Row]], a: str, b: str, players: int | None = None) -> list[Difference]:
    """The differences between two arms, b less a; of all numbers of players together, or of one."""
    sound = {
        game.game: game
        for game in rows_of(tables, GameRow)
        if game.end != "error" and game.arm in (a, b) and players in (None, game.players)
    }
    sides = Sides(sound)
    found: list[Difference] = []

    def add(group: str, what: str, unit: str, values: Values) -> None:
        keys = sorted(values.get(a, {}).keys() & values.get(b, {}).keys())
        if len(keys) < FEWEST:
            return
        first, second = ([values[arm][key] for key in keys] for arm in (a, b))
        pairs = [after - before for before, after in zip(first, second, strict=True)]
        found.append(Difference(group, what, unit, mean(first), mean(second), mean(pairs)))

    seats = rows_of(tables, SeatRow)
    add("game", "rounds", "rounds", sides.per_game(lambda game: float(game.rounds)))
    add("game", "first break of the bank", "round", sides.per_game(lambda game: float(game.first_break), when=_broke))
    add("game", "games stopped", "share", sides.per_game(lambda game: float(game.end == "stopped")))
    add("game", "cash at the end", "dollars", sides.per_row(seats, lambda row: float(row.cash)))
    add("game", "cash of the winner", "dollars", sides.per_row(seats, lambda row: float(row.cash), lambda row: row.won))
    add("game", "salaries paid", "dollars", sides.per_row(seats, lambda row: float(row.salaries)))
    add("game", "houses served per seat", "houses", sides.per_row(seats, lambda row: float(row.houses)))
    add("game", "round of the first sale", "round", sides.per_row(seats, lambda row: float(row.first_sale), _has_sold))
    goods = rows_of(tables, GoodRow)
    for good in sorted({row.good for row in goods}):
        add("money by good", good, "dollars a game", sides.sum(goods, lambda row: float(row.money), _is("good", good)))
    milestones = rows_of(tables, MilestoneRow)
    for name in sorted({row.milestone for row in milestones}):
        add("milestones", name, "earned by so many", sides.sum(milestones, lambda row: 1.0, _is("milestone", name)))
    for card in sorted({row.opening for row in seats}):
        title = openings.title(card)
        first = _is("opening", card)
        add("openings", f"first hire {title}", "share of seats", sides.per_row(seats, first))
        add("openings", f"{title} wins", "win rate", sides.per_row(seats, lambda row: float(row.won), first))
    for style in openings.STYLES:
        add(
            "openings",
            f"{style} wins",
            "win rate",
            sides.per_row(seats, lambda row: float(row.won), _is("style", style)),
        )
    return found


def paired(a: Run, b: Run) -> tuple[Tables, str, str]:
    """The tables of two runs as two arms of one, and the arms' names: the way to compare two versions of a module.

    A process can hold one version of a module only, so each version is played in a run of its own. Both runs have one arm and
    play the same games. Raises InputError where they do not, or where a run's own batches differ in their versions.
    """
    for of in ("bots", "seed", "lineups", "rotations", "rounds"):
        one, other = (getattr(run.plan, of) for run in (a, b))
        if one != other:
            raise fcm.InputError(f"{a.folder} and {b.folder} do not play the same games: {of} is {one} and {other}")
    tables = new_tables()
    names = []
    same_name = a.folder.name == b.folder.name
    for run in (a, b):
        if len(run.plan.arms) != 1:
            arms = ", ".join(arm.name for arm in run.plan.arms)
            raise fcm.InputError(f"{run.folder}: expected a run of one arm, found {len(run.plan.arms)}: {arms}")
        names.append(f"{run.plan.arms[0].name}, {run.folder if same_name else run.folder.name}")
        for kind, rows in run.read(*NEEDS).items():
            tables[kind].extend(_renamed(row, names[-1]) for row in rows)
    return tables, names[0], names[1]


def _renamed(row: Row, arm: str) -> Row:
    """A row of a run with one arm under another arm's name, the names of its games too."""
    names = {"arm": arm, "game": f"{arm}: {getattr(row, 'game', '')}"}
    return evolve(row, **{column: name for column, name in names.items() if hasattr(row, column)})


def _broke(game: GameRow) -> bool:
    return game.first_break > 0


def _has_sold(row: SeatRow) -> bool:
    return row.first_sale > 0


def _is(column: str, value: str) -> Callable[[Row], bool]:
    """Whether a row has this value there."""
    return lambda row: bool(getattr(row, column) == value)


class Sides:
    """Takes means per block on both sides."""

    def __init__(self, games: Mapping[str, GameRow]) -> None:
        self.games = games

    def per_game(self, value: Callable[[GameRow], float], when: Callable[[GameRow], bool] = bool) -> Values:
        """The mean over the games of each block, of those games that count."""
        return self._means((game, value(game)) for game in self.games.values() if when(game))

    def per_row(self, rows: Sequence[R], value: Callable[[R], float], when: Callable[[R], bool] = bool) -> Values:
        """The mean over the rows of each block's games, of those rows that count."""
        return self._means((self._game(row), value(row)) for row in rows if when(row))

    def sum(self, rows: Sequence[R], value: Callable[[R], float], when: Callable[[R], bool]) -> Values:
        """The mean over the games of each block of the sum of a game's rows; a game without rows counts 0."""
        sums: dict[str, float] = dict.fromkeys(self.games, 0.0)
        for row in rows:
            if when(row):
                game = self._game(row)
                if game is not None:
                    sums[game.game] += value(row)
        return self._means((self.games[name], total) for name, total in sums.items())

    def _game(self, row: Row) -> GameRow | None:
        return self.games.get(getattr(row, "game"))  # noqa: B009 (every table but two has the column)

    def _means(self, values: Iterable[tuple[GameRow | None, float]]) -> Values:
        found: dict[str, dict[Key, list[float]]] = defaultdict(lambda: defaultdict(list))
        for game, value in values:
            if game is not None:
                found[game.arm][game.players, game.block].append(value)
        return {arm: {key: sum(each) / len(each) for key, each in blocks.items()} for arm, blocks in found.items()}

"""One game's story out of its save: money, demand and supply by round, and which house went from which chain to which."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import frozen

import fcm_core as fcm
from fcm_core import events
from fcm_lab.plan import GameSpec
from fcm_lab.play import Played
from fcm_lab.tables import MilestoneRow, RoundRow, SeatRow


@frozen
class Meal:
    """A house that was served, and who else would have served it."""

    round: int
    house: str
    seat: int
    rival: int  # the seat with the second best offer, -1 without one
    items: int
    income: int  # dollars
    margin: int  # price + distance of the rival less those of the seat; 0 where something else decided
    decided_by: str  # the key of the ranking that decided, in words; empty without a rival


@frozen
class Story:
    """What happened in a game, by rounds."""

    title: str
    names: tuple[str, ...]  # by seat, as people read them
    over: bool
    seats: tuple[SeatRow, ...]
    rounds: tuple[RoundRow, ...]
    milestones: tuple[MilestoneRow, ...]
    meals: tuple[Meal, ...]
    breaks: tuple[int, ...]  # rounds in which the bank broke

    @property
    def last_round(self) -> int:
        """The number of the last round that is told."""
        return max((row.round for row in self.rounds), default=0)

    def of_round(self, number: int) -> list[RoundRow]:
        """A round's rows, by seat."""
        return [row for row in self.rounds if row.round == number]

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return {
            "title": self.title,
            "players": list(self.names),
            "over": self.over,
            "seats": [row.plain() for row in self.seats],
            "rounds": [row.plain() for row in self.rounds],
            "milestones": [row.plain() for row in self.milestones],
            "meals": [
                {
                    name: getattr(meal, name)
                    for name in ("round", "house", "seat", "rival", "items", "income", "decided_by")
                }
                for meal in self.meals
            ],
            "breaks": list(self.breaks),
        }


def story_of(file: str | Path, modules_dirs: Iterable[str | Path] = ()) -> Story:
    """The story of a save. Raises SaveError for what is none or cannot be played again."""
    save = fcm.read_save(file, repair=True)
    again = fcm.replay(save, modules_dirs=modules_dirs)
    names = save.header.players
    bots = tuple(save.header.seats.get(name, "human") for name in names)
    notes = Witness(again.game.rules, GameSpec(0, 0, bots), save.header.seed, Path(file).name)
    notes.follow(save.header, again.moves)
    game = notes.game
    assert game is not None
    if not game.over:
        notes.end_round(game)
    rows = notes.rows()
    title = f"{again.game.rules.plan.title}, seed {save.header.seed}"
    return Story(
        title=title,
        names=tuple(name.replace("_", " ") for name in names),
        over=game.over,
        seats=tuple(row for row in rows if isinstance(row, SeatRow)),
        rounds=tuple(row for row in rows if isinstance(row, RoundRow)),
        milestones=tuple(sorted((row for row in rows if isinstance(row, MilestoneRow)), key=lambda row: row.round)),
        meals=tuple(notes.meals),
        breaks=tuple(notes.breaks),
    )


class Witness(Played):
    """Notes of a game that was played already."""

    def __init__(self, rules: fcm.Rules, spec: GameSpec, seed: int, name: str) -> None:
        super().__init__(rules, spec, seed, name)
        self.meals: list[Meal] = []

    def follow(self, header: fcm.Header, moves: Iterable[fcm.Move]) -> None:
        """Plays the moves again."""
        game = self.game = header.begin(self.rules)
        self.note(game, game.events)
        for move in moves:
            if game.phase == "working":
                self.look(game, move.player)
            game.events.clear()
            happened = game.apply(move.player, move.action)
            self.dine(game, happened)
            self.note(game, happened)

    def dine(self, game: fcm.Game, happened: Iterable[fcm.Event]) -> None:
        """Notes who was served; the round is the one before these events began."""
        words = game.words()
        number = self.round
        for event in happened:
            if isinstance(event, events.RoundBegan):
                number = event.round
            if isinstance(event, events.Sold):
                own = next((each for each in event.candidates if each.seat == event.seat), None)
                rival = next((each for each in event.candidates if each.seat != event.seat), None)
                margin = 0
                if own is not None and rival is not None:
                    margin = rival.unit_price + rival.distance - own.unit_price - own.distance
                decided = words.ranking_key(event.decided_by) if event.decided_by else ""
                seat = rival.seat if rival is not None else -1
                self.meals.append(
                    Meal(number, event.house, event.seat, seat, event.items, event.income, margin, decided)
                )

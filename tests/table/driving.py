"""Plays on the table by keys alone, and reads its screen. Not a test file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

import fcm_face
from fcm_core import Bots, Game, Recording, Seat, Stream
from fcm_table.app import TableApp
from fcm_table.asking import Amounts, Asking, Cards, Picking, row_json
from fcm_table.choosing import Option
from fcm_table.screen import TableScreen
from fcm_table.sheets import HandOver, Page, Sheet
from fcm_table.sitting import HUMAN, Sitting
from tests.positions import rules_of

NAMES = ("ann", "ben", "cy", "dan", "eve", "fay")
SMALL = (80, 24)
PATIENT = 50  # hundredths of a second that a move may take to be played


@contextmanager
def sitting(
    ruleset: str = "base", players: int = 3, seed: int = 5, humans: int = 1, path: Path | None = None
) -> Iterator[Sitting]:
    """A game that begins, with humans in the first seats and bots in the others."""
    seats = {name: HUMAN if seat < humans else "steady" for seat, name in enumerate(NAMES[:players])}
    recording = Recording.start(rules_of(ruleset), list(seats), seed, seats=seats, path=path)
    with recording, Sitting(recording, seats) as found:
        yield found


def play_until(found: Sitting, until: Callable[[Game], bool], seed: int = 5) -> None:
    """Bots play every seat until the condition holds, which is asked whenever a human owes a decision."""
    game = found.game
    bots = Bots(game.rules, dict.fromkeys(game.seats, "steady"), seed)
    while found.game.pending:
        seat = found.next_seat
        assert seat is not None
        if seat in found.humans and until(found.game):
            break
        found.play(seat, bots.choose(found.game, seat, len(found.recording.moves)))
    found.read = {seat: len(found.story) for seat in found.humans}


def asked(title: str, least_round: int = 0, *, choice: bool = True) -> Callable[[Game], bool]:
    """Whether the first seat owes a decision of this title, with something to choose from."""

    def holds(game: Game) -> bool:
        if game.decision_of(Seat(0)) is None or game.round < least_round:
            return False
        form = fcm_face.form(game.view(Seat(0)), Seat(0))
        return form is not None and form["title"] == title and (bool(form["actions"]) or not choice)

    return holds


Steps = Callable[[TableApp, "Pilot[None]"], Awaitable[None]]


def on_table(
    found: Sitting, steps: Steps, size: tuple[int, int] = SMALL, *, patience: float = 0, ascii: bool = False
) -> TableApp:
    """Opens the table without a terminal and takes the steps. What goes wrong in the app is raised."""
    app = TableApp(found, ascii=ascii, speed="at once", patience=patience)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await steps(app, pilot)
            if app.fault is None:
                await settle(app, pilot)

    asyncio.run(run())
    if app.fault is not None:
        raise app.fault
    return app


async def settle(app: TableApp, pilot: Pilot[None]) -> None:
    """Waits until no bot thinks and everything is drawn."""
    await pilot.pause()
    while app.workers:
        await app.workers.wait_for_complete()
        await pilot.pause()


async def press(app: TableApp, pilot: Pilot[None], *keys: str) -> None:
    """Presses keys, one after another, and waits for what follows."""
    await pilot.press(*keys)
    await settle(app, pilot)


def text_of(app: TableApp) -> str:
    """The screen as plain letters."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def table_of(app: TableApp) -> TableScreen:
    """The table's screen, which must be the one that is shown."""
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


async def play_by_keys(
    app: TableApp, pilot: Pilot[None], until: Callable[[Game], bool] = lambda game: False, bot: str = "steady"
) -> list[str]:
    """Plays every human seat as a bot would, by keys alone, until the game is over or the condition holds.

    After every decision the move that was made is compared with the one that was meant. Returns the titles that were asked.
    """
    titles: list[str] = []
    while True:
        await settle(app, pilot)
        found = app.sitting
        if app.fault is not None:
            raise app.fault
        if not found.game.pending or until(found.game):
            return titles
        if isinstance(app.screen, HandOver):
            await pilot.press("enter")
            continue
        if isinstance(app.screen, Sheet):
            await pilot.press(*app.screen.word)
            continue
        if isinstance(app.screen, Page):
            await pilot.press("escape")
            continue
        screen = table_of(app)
        if screen.news:
            await pilot.press("enter", "escape")
            continue
        if screen.form is None or screen.asking is None or screen.seat is None:
            continue
        titles.append(screen.form["title"])
        await _decide(app, pilot, screen, bot)


async def _decide(app: TableApp, pilot: Pilot[None], screen: TableScreen, bot: str) -> None:
    found = app.sitting
    assert screen.seat is not None and screen.asking is not None
    view = found.game.view(screen.seat)
    moves = len(found.recording.moves)
    action = view.rules.bots[bot].choose(view, screen.seat, Stream(7, "table", str(moves)))
    meant = fcm_face.action_json(view, action)
    await keys_for(pilot, screen, screen.asking, meant)
    for _ in range(PATIENT):
        if len(found.recording.moves) > moves or app.fault is not None:
            break
        if isinstance(app.screen, Sheet) and app.screen.is_running:
            await pilot.press(*app.screen.word)
        await pilot.pause(0.01)
    await settle(app, pilot)
    made = found.recording.moves[moves:]
    assert made, (meant, text_of(app))
    assert fcm_face.action_json(view, made[0].action) == meant


async def keys_for(pilot: Pilot[None], screen: TableScreen, asking: Asking, meant: Mapping[str, Any]) -> None:
    """The keys that a person would press for this action."""
    if isinstance(asking, Cards):
        await pilot.press(*_card_keys(asking, meant[asking.name]))
    elif isinstance(asking, Amounts):
        await pilot.press(*_amount_keys(asking, dict(meant[asking.name])))
    else:
        await _picking_keys(pilot, screen, asking, meant)


def _card_keys(asking: Cards, cards: Sequence[str]) -> list[str]:
    left = list(cards)
    keys = ["up"] * asking.at
    for on, row in zip(asking.on, asking.rows, strict=True):
        wanted = row["card"] in left
        if wanted:
            left.remove(row["card"])
        keys += (["space"] if on != wanted else []) + ["down"]
    return [*keys, "d"]


def _amount_keys(asking: Amounts, wanted: Mapping[str, int]) -> list[str]:
    pool = asking.form["pool"]
    keys = ["up"] * asking.at
    for row in pool:
        keys += ["left"] * asking.amounts[row["good"]] + ["down"]
    keys += ["up"] * len(pool)
    for row in pool:
        keys += ["right"] * wanted.get(row["good"], 0) + ["down"]
    return [*keys, "enter"]


PLAIN_KEYS = {"next step": "full_stop", "ends turn": "greater_than_sign", "pass": "p"}


async def _picking_keys(pilot: Pilot[None], screen: TableScreen, asking: Picking, meant: Mapping[str, Any]) -> None:
    for plain in asking.form["plain"]:
        if plain["action"] == meant:
            await pilot.press(PLAIN_KEYS[plain["weight"]])
            return
    index, row = _row_of(asking, meant)
    if index != asking.at or not asking.choosing.places:
        away = index - asking.at
        keys = ["escape"] if asking.on_board else []
        await pilot.press(*keys, *["down" if away > 0 else "up"] * abs(away))
    if asking.choosing.places:
        if not asking.on_board:
            await pilot.press("enter")
        place = next(place for place, rows in asking.choosing.places.items() if row in rows)
        down, right = place[0] - screen.cursor[0], place[1] - screen.cursor[1]
        await pilot.press(*["down" if down > 0 else "up"] * abs(down), *["right" if right > 0 else "left"] * abs(right))
    await _turn_and_terms(pilot, asking, meant, row)
    await pilot.press("enter")
    if asking.on_board:
        await pilot.press("enter")


def _row_of(asking: Picking, meant: Mapping[str, Any]) -> tuple[int, int]:
    """The entry of the list and the row that stand for an action."""
    for index, entry in enumerate(asking.entries):
        if isinstance(entry, Option) and entry.name == meant["action"]:
            for row in entry.rows:
                if row_json(asking.form, entry.table, row) == meant:
                    return index, row
    raise AssertionError(f"no row for {meant}")


async def _turn_and_terms(pilot: Pilot[None], asking: Picking, meant: Mapping[str, Any], row: int) -> None:
    for _ in range(asking.choosing.variants):
        if row in asking.choosing.turned_rows():
            break
        await pilot.press("r")
    for _ in range(8):
        if asking.action() == meant:
            return
        columns = asking.choosing.columns()
        place, column = next(
            (place, each)
            for place, each in enumerate(columns)
            if each.values[each.chosen]["value"] != meant.get(each.name)
        )
        wanted = next(index for index, value in enumerate(column.values) if value["value"] == meant.get(column.name))
        await pilot.press(*["tab"] * ((place - asking.column) % len(columns)), str(wanted + 1))
    raise AssertionError(f"{meant} is not reached: {asking.action()}")

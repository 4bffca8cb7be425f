"""`fcm draft`: players name a module in turn or skip, then they play."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fcm_cli import playing
from fcm_cli.common import (
    Changes,
    Json,
    MapFile,
    Players,
    RulesetName,
    Seed,
    module_names,
    print_json,
    say,
    spec_of,
    takes_changes,
)
from fcm_cli.output import Console, may_ask, printable
from fcm_cli.session import HUMAN
from fcm_core import Draft, InputError, Stream, advice, did_you_mean

SKIP = "skip"
UNDO = "undo"
LEAVE = ("quit", "exit")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(draft)


@takes_changes
def draft(
    name: RulesetName,
    changes: Changes,
    players: Players = None,
    seat: Annotated[list[str] | None, typer.Option("--seat", help="NAME=human or NAME=BOT; repeatable.")] = None,
    modules: Annotated[int | None, typer.Option("--modules", min=0, help="End after so many (players).")] = None,
    pick: Annotated[
        list[str] | None,
        typer.Option("--pick", help="What is named in turn: MODULE or skip; repeatable.", autocompletion=module_names),
    ] = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", help="Save the game here as it is played.")] = None,
    map_file: MapFile = None,
    play: Annotated[bool, typer.Option("--play/--no-play", help="Begin the game when the draft is over.")] = True,
    json: Json = False,
) -> None:
    """Chooses modules in turn: each player names one or skips, and only what can be played is offered."""
    rules = changes.rules(name, players)
    tty = playing.at_terminal() and not json and may_ask()
    seats = playing.seats_of(rules, seat or [], players, terminal=tty)
    number = seed if seed is not None else time.time_ns() % 1_000_000_000
    begun = Draft(changes.pool(name, len(seats)), list(seats), modules)
    for text in pick or ():
        begun.skip() if text == SKIP else begun.name(text)
    stream = Stream(number, "core", "draft")
    if tty:
        _ask(begun, seats, stream)
    elif not json or not pick:  # with --json and picks the document tells how the draft stands
        while not begun.over and seats[begun.turn] != HUMAN:
            begun.choose(stream)
    chosen = begun.selection()
    if json:
        print_json(_plain(begun, seats, number))
        return
    for player, module in chosen.picks or ():
        say(f"{player}: {module or 'skips'}")
    if not begun.over:
        raise InputError(f"it is {begun.turn}'s turn, and there is nobody to ask; --pick says what is named")
    final = changes.and_(chosen)
    rules = final.rules(name, len(seats))
    for told in advice(rules.plan, len(seats)):
        say(f"advice: {told.module}: {told.text}")
    if play:
        spec = spec_of(rules, map_file, len(seats), number, changes.modules_dirs)
        playing.start(rules, seats, number, save, spec, chosen)
        return
    with_ = "".join(f" --with {module}" for module in final.with_)
    print(f"fcm play {name}{with_} --players {len(seats)} --seed {number}")


def _plain(begun: Draft, seats: dict[str, str], seed: int) -> dict[str, Any]:
    """How a draft stands, as JSON-ready data."""
    return {
        "ruleset": begun.pool.ruleset.id,
        "seed": seed,
        "seats": seats,
        "picks": [{"player": player, "module": module or None} for player, module in begun.picks],
        "modules": list(begun.named),
        "to_be_named": begun.modules,
        "over": begun.over,
        "turn": None if begun.over else begun.turn,
        "offers": [
            {
                "module": each.id,
                "title": each.title,
                "complexity": each.manifest.complexity if each.manifest is not None else None,
                "brings": list(each.brings),
                "replaces": list(each.replaces),
                "possible": not each.reasons,
                "reasons": list(each.reasons),
            }
            for each in begun.offers()
        ],
    }


def _ask(begun: Draft, seats: dict[str, str], stream: Stream) -> None:
    """Asks the humans at the keyboard; bots name by chance."""
    console = Console(highlight=False)
    shown = ""
    while not begun.over:
        if seats[begun.turn] != HUMAN:
            begun.choose(stream)
            console.print(f"{begun.picks[-1][0]}: {begun.picks[-1][1] or 'skips'}", markup=False)
            continue
        if shown != begun.turn:
            _show(console, begun)
            shown = begun.turn
        left = begun.modules - len(begun.named)
        try:
            text = (
                input(printable(f"{begun.turn}, name a module ({left} left), {SKIP}, {UNDO} or quit> ")).strip().lower()
            )
        except (EOFError, KeyboardInterrupt):
            text = LEAVE[0]
        if text in LEAVE:
            raise typer.Exit(0)
        try:
            take(begun, seats, text)
        except InputError as error:
            console.print(str(error), markup=False)
        else:
            shown = ""


def take(begun: Draft, seats: dict[str, str], text: str) -> None:
    """What a human typed. Raises InputError for what means nothing or is not possible."""
    if text == SKIP:
        begun.skip()
    elif text == UNDO:
        begun.take_back()
        while begun.picks and seats[begun.turn] != HUMAN:
            begun.take_back()
    else:
        able = [each.id for each in begun.offers() if not each.reasons]
        meant = [name for name in able if text and name.startswith(text)]
        if text not in begun.pool.modules and len(meant) != 1:
            several = f"{text} may be {' or '.join(meant)}" if meant else f"no module {text}"
            raise InputError(f"{several}{did_you_mean(text, begun.pool.modules) if not meant else ''}")
        begun.name(text if text in begun.pool.modules else meant[0])


def _show(console: Console, begun: Draft) -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("module", "complexity", "what it is"):
        table.add_column(title)
    refused = []
    for each in begun.offers():
        if each.reasons:
            refused.append(each)
            continue
        manifest = each.manifest
        assert manifest is not None
        more = [f"brings {', '.join(each.brings)}"] * bool(each.brings)
        more += [f"takes the place of {', '.join(each.replaces)}"] * bool(each.replaces)
        what = escape(f"{manifest.summary or manifest.title}{''.join(f' ({text})' for text in more)}")
        table.add_row(each.id, str(manifest.complexity or "-"), what)
    console.print(table)
    for each in refused:
        console.print(f"not {each.id}: {'; '.join(each.reasons)}", style="dim", markup=False)

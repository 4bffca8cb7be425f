"""`fcm why`: a decision of a recorded game is put to a bot again, which says what it weighs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

import fcm_core as fcm
from fcm_cli.common import Json, ModulesDir, print_json, say
from fcm_cli.output import Console
from fcm_core import Considered, Game, InputError, Seat

USUAL = "seasoned"
SHOWN = 12  # of what a bot has weighed


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("why")(why)


def why(
    file: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")],
    move: Annotated[int, typer.Option("--move", min=1, help="The number of the move, from 1.")],
    bot: Annotated[str | None, typer.Option("--bot", help="The bot to ask; else the one that played the move.")] = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Asks a bot about a move of a saved game: what it would do, what it weighs, what it expects."""
    save = fcm.read_save(file)
    played = fcm.replay(save, modules_dirs=modules_dir or ())
    for warning in played.warnings:
        say(warning)
    if move > len(played.moves):
        raise InputError(f"{file} has {len(played.moves)} moves; there is no move {move}")
    rules = played.game.rules
    game = save.header.begin(rules)
    for each in played.moves[: move - 1]:
        game.apply(each.player, each.action)
    taken = played.moves[move - 1]
    seat = taken.player
    sat_there = save.header.seats.get(game.name(seat), "")
    asked = bot or (sat_there if sat_there in rules.bots else USUAL)
    decision = game.decision_of(seat)
    assert decision is not None
    with fcm.Bots(rules, {seat: asked}, save.header.seed) as bots:
        thoughts = bots.explain(game, seat, move - 1)
    considered = sorted(thoughts.considered, key=lambda each: -each.score)
    if json:
        print_json(
            {
                "move": move,
                "round": game.round,
                "phase": game.phase,
                "player": game.name(seat),
                "decision": decision.kind,
                "played": fcm.action_to_json(rules, game.name(seat), taken.action),
                "bot": asked,
                "chooses": fcm.action_to_json(rules, game.name(seat), thoughts.action),
                "considered": [
                    {"choice": _label(game, seat, each), "score": each.score, "why": each.why} for each in considered
                ],
                "plan": list(thoughts.plan),
            }
        )
        return
    console = Console(highlight=False)
    title = rules.decisions[decision.kind].title or decision.kind
    where = f"move {move}, round {game.round}, {game.phase}"
    console.print(f"{where}: {game.name(seat)} decides on {title}", markup=False)
    console.print(f"played: {game.label(taken.action, seat)}", markup=False)
    same = " (the same)" if thoughts.action == taken.action else ""
    console.print(f"{asked} chooses: {game.label(thoughts.action, seat)}{same}", markup=False)
    if considered:
        table = Table(box=None, pad_edge=False)
        for heading in ("score", "weighed", "why"):
            table.add_column(heading, justify="right" if heading == "score" else "left")
        for one in considered[:SHOWN]:
            table.add_row(f"{one.score:.1f}", escape(_label(game, seat, one)), escape(one.why))
        console.print(table)
        if len(considered) > SHOWN:
            console.print(f"and {len(considered) - SHOWN} more")
    elif rules.bots.get(asked) is not None and rules.bots[asked].explain is None:
        console.print(f"{asked} gives no reasons")
    for line in thoughts.plan:
        console.print(line, markup=False)


def _label(game: Game, seat: Seat, each: Considered) -> str:
    """What was weighed in plain words: an action, the first part of one, or a card."""
    choice: Any = each.choice
    if isinstance(choice, str):
        return game.rules.title(fcm.CardId(choice)) if choice in game.rules.cards else choice
    return game.label(choice, seat)

"""`fcm conformance`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fcm_cli.common import Json, ModulesDir, print_json, say


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("conformance")(conformance)


def conformance(
    module: Annotated[
        str, typer.Argument(metavar="MODULE|all", help="A module's id, or its folder; all: every module.")
    ],
    with_: Annotated[
        str, typer.Option("--with", help="Modules to combine it with, separated by commas; all: every one; none.")
    ] = "all",
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each combination.")] = 1,
    combinations: Annotated[int, typer.Option("--combinations", min=0, help="Combinations drawn at random.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="The first game's seed.")] = 1,
    rounds: Annotated[int, typer.Option("--rounds", min=0, help="Rounds of each game; 0: to its end.")] = 6,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that share the work.")] = 1,
    replays: Annotated[Path, typer.Option("--replays", help="Folder for replays of failures.")] = Path("fcm-failures"),
    verbose: Annotated[bool, typer.Option("--verbose", help="A line for each combination, on stderr.")] = False,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Plays random games with a module alone, with others, and in random combinations; checks after every action."""
    from fcm_core.testing import conformance as run

    report = run(
        None if module == "all" else module,
        with_=None if with_ == "all" else [] if with_ == "none" else [name.strip() for name in with_.split(",")],
        games=games,
        seed=seed,
        rounds=rounds or None,
        combinations=combinations,
        modules_dirs=modules_dir or (),
        replays=replays,
        jobs=jobs,
        progress=say if verbose else None,
    )
    if json:
        print_json(report.plain())
    else:
        for fault in report.faults:
            print(f"FAILED {fault}")
        for excluded in report.excluded:
            print(f"excluded {excluded}")
        ended = f"{report.games} games ({report.finished} to their end)"
        print(f"{report.module}: {ended}, {report.actions} actions, {len(report.faults)} failures")
    if not report.passed:
        raise typer.Exit(1)

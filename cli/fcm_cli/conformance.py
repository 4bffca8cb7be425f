"""`fcm conformance`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fcm_cli.common import Json, ModulesDir, print_json


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("conformance")(conformance)


def conformance(
    module: Annotated[str, typer.Argument(metavar="MODULE", help="A module's id, or its folder.")],
    with_: Annotated[
        str, typer.Option("--with", help="Modules to combine it with, separated by commas; all: every one; none.")
    ] = "all",
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each combination.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The first game's seed.")] = 1,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds of each game.")] = 6,
    replays: Annotated[Path, typer.Option("--replays", help="Folder for replays of failures.")] = Path("fcm-failures"),
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Plays random games with a module alone, with others, and in random combinations; checks after every action."""
    from fcm_core.manifest import read_manifest
    from fcm_core.testkit.conformance import conformance as run

    folders = list(modules_dir or ())
    if Path(module, "module.toml").is_file():
        folder = Path(module)
        module = read_manifest(folder).id
        from fcm_core.plan import find_modules

        if module not in find_modules(folders)[0]:
            folders.append(folder)
    others = None if with_ == "all" else [] if with_ == "none" else [name.strip() for name in with_.split(",")]
    report = run(module, with_=others, games=games, seed=seed, rounds=rounds, modules_dirs=folders, replays=replays)
    if json:
        print_json(report.plain())
    else:
        for fault in report.faults:
            print(f"FAILED {fault}")
        for excluded in report.excluded:
            print(f"excluded {excluded}")
        print(f"{report.module}: {report.games} games, {report.actions} actions, {len(report.faults)} failures")
    if not report.passed:
        raise typer.Exit(1)

"""`fcm conformance`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from fcm_cli.common import Json, ModulesDir, print_json, say


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("conformance")(conformance)


def conformance(
    module: Annotated[
        str,
        typer.Argument(
            metavar="MODULE|all|FILE",
            help="A module's id, or its folder; all: every module; the replay of a failure: play it again.",
        ),
    ],
    with_: Annotated[
        str, typer.Option("--with", help="Modules to combine it with, separated by commas; all: every one; none.")
    ] = "all",
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each combination.")] = 1,
    combinations: Annotated[int, typer.Option("--combinations", min=0, help="Combinations drawn at random.")] = 3,
    seed: Annotated[int, typer.Option("--seed", help="The first game's seed.")] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", min=0, help="Rounds of each game from its start; 0: to its end.")
    ] = 2,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that share the work.")] = 1,
    replays: Annotated[Path, typer.Option("--replays", help="Folder for replays of failures.")] = Path("fcm-failures"),
    verbose: Annotated[bool, typer.Option("--verbose", help="A line for each combination, on stderr.")] = False,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Plays a module alone, with others, and in random combinations; checks everything, and that all of it was reached.

    It begins at new games, rich positions and the middle of games, with random and with steady players. --verbose tells how
    often each hook, action, decision, card, milestone, event and option of the module came to something.
    """
    from fcm_core.testing import conformance as run
    from fcm_core.testing import reproduce

    if Path(module).is_file():
        _again(Path(module), [*(modules_dir or ())], reproduce, json)
        return

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
        if verbose:
            for name, parts in report.reach.items():
                for each in parts:
                    asked = f", asked {each.asked} times" if each.asked > each.times else ""
                    print(f"{name}: {each.part}: {each.times}{asked}{f' ({each.why_not})' if each.why_not else ''}")
        ended = f"{report.games} games ({report.finished} to their end)"
        missed = sum(each.missed for parts in report.reach.values() for each in parts)
        total = sum(map(len, report.reach.values()))
        print(
            f"{report.module}: {ended}, {report.actions} actions, {len(report.faults)} failures; "
            f"{total - missed} of {total} parts reached; {report.seconds:.0f} s of computing"
        )
    if not report.passed:
        raise typer.Exit(1)


def _again(file: Path, folders: list[Path], reproduce: Callable[..., str], json: bool) -> None:
    """Plays the replay of a failure."""
    text = reproduce(file, folders)
    if json:
        print_json({"file": str(file), "passed": not text, "fails": text})
    else:
        print(f"FAILED {text}" if text else f"{file}: nothing fails any more")
    if text:
        raise typer.Exit(1)

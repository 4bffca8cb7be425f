"""`fcm scenario run` and `fcm scenario from`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

import fcm_core as fcm
from fcm_cli.common import Json, ModulesDir, print_json, say
from fcm_cli.output import Console
from fcm_core import InputError

if TYPE_CHECKING:
    from fcm_core.testing import Result

scenario_app = typer.Typer(help="Scenario files: positions, steps, and what must come out.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(scenario_app, name="scenario")


@scenario_app.callback()
def scenario() -> None:
    """Scenario files: positions, steps, and what must come out."""


@scenario_app.command("run")
def run(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|FOLDER...")],
    modules_dir: ModulesDir = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that share the files.")] = 1,
    json: Json = False,
) -> None:
    """Runs scenario files: exit 0 when all hold, 1 when an expectation fails, 2 when a file is wrong."""
    from fcm_core.testing import files_below, run_files

    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = files_below(path, "*.scenario.toml")
            if not inside:
                raise InputError(f"no *.scenario.toml in {path}")
            files.extend(inside)
        elif path.is_file():
            files.append(path)
        else:
            raise InputError(f"no file or folder {path}")
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("scenarios", total=len(files))
        ran = run_files(files, modules_dir or (), jobs=jobs, progress=lambda: progress.advance(task))
    results = [each.result for each in ran if each.result is not None]
    wrong = [(each.file, each.wrong) for each in ran if each.result is None]
    _warn(results)
    failed = [result for result in results if not result.passed]
    if json:
        print_json(
            {
                "passed": len(results) - len(failed),
                "failed": len(failed),
                "wrong": [{"file": str(file), "error": text} for file, text in wrong],
                "scenarios": [result.plain() for result in results],
            }
        )
    else:
        for result in failed:
            print(f"FAILED {result.file}: {result.title}")
            for failure in result.failures:
                print(f"  {failure}")
        print(
            f"{len(results) - len(failed)} passed, {len(failed)} failed"
            + (f", {len(wrong)} wrong files" if wrong else "")
        )
    for file, text in wrong:
        say(f"{file}: wrong file\n{text}")
    if wrong:
        raise typer.Exit(2)
    if failed:
        raise typer.Exit(1)


@scenario_app.command("from")
def from_save(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")],
    at: Annotated[str, typer.Option("--at", help="ROUND or ROUND.PHASE, such as 7.dinnertime.")],
    out: Annotated[Path | None, typer.Option("--out", help="The new file; standard output.")] = None,
    modules_dir: ModulesDir = None,
) -> None:
    """Writes the position of a saved game, where a phase begins, as a scenario file that is ready to be trimmed."""
    game = fcm.game_of_file(save, modules_dir or (), at)
    text = fcm.scenario_text(game, f"{save.stem}, {game.phase} of round {game.round}", modules_dir or ())
    if out is None:
        print(text, end="")
    elif out.exists():
        raise InputError(f"{out}: a file is there already")
    else:
        out.write_text(text, encoding="utf-8")
        print(f"{out}: {game.phase} of round {game.round}; run it with: fcm scenario run {out}")


def _warn(results: Iterable[Result]) -> None:
    """What is allowed and may still be a slip: each once, with the first file that it is in."""
    files: dict[str, list[str]] = {}
    for result in results:
        for warning in result.warnings:
            files.setdefault(warning.removeprefix(f"{result.file}: "), []).append(result.file)
    for warning, (first, *more) in files.items():
        others = f" and {len(more)} more" if more else ""
        say(f"{first}{others}: warning: {warning}")

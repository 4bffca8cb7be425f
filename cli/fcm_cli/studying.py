"""`fcm scenario run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fcm_cli.common import Json, ModulesDir, print_json, say
from fcm_core import FcmError, InputError

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
    json: Json = False,
) -> None:
    """Runs scenario files: exit 0 when all hold, 1 when an expectation fails, 2 when a file is wrong."""
    from fcm_core.testing import files_below, run_file

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
    results = []
    wrong: list[tuple[Path, str]] = []
    for file in files:
        try:
            results.append(run_file(file, modules_dir or ()))
        except FcmError as error:
            wrong.append((file, str(error)))
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

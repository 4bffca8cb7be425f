"""`fcm new module` and `fcm new ruleset`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

new_app = typer.Typer(help="Starts a module or a ruleset.", no_args_is_help=True)
Into = Annotated[Path, typer.Option("--into", help="The folder it is written into.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(new_app, name="new")


@new_app.command("module")
def module(
    name: str,
    into: Into = Path("."),
    with_: Annotated[
        str,
        typer.Option(
            "--with", help="What it begins with besides: action, decision, partition, campaign, good, milestone."
        ),
    ] = "",
) -> None:
    """Writes a plugin project that works: manifest, a card, a hook, a scenario, a test, README, pyproject, a CI file."""
    from fcm_core.testing import new_module

    for file in new_module(name, into, [each.strip() for each in with_.split(",") if each.strip()]):
        print(file)
    print(f"Next: cd {into / name} && pytest && fcm check .")


@new_app.command("ruleset")
def ruleset(name: str, into: Into = Path(".")) -> None:
    """Writes a ruleset file that extends the base game."""
    from fcm_core.testing import new_ruleset

    file = new_ruleset(name, into)
    print(file)
    print(f"Next: fcm ruleset {file}")

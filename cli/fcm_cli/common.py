"""What several commands share: options, JSON output, plans."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import attrs
import typer

import fcm_core as fcm
from fcm_cli.output import document_stream, only_documents
from fcm_core import Rules

ModulesDir = Annotated[list[Path] | None, typer.Option("--modules-dir", help="A folder of modules; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.", callback=only_documents)]
With = Annotated[list[str] | None, typer.Option("--with", help="Switch a module on; repeatable.")]
Without = Annotated[list[str] | None, typer.Option("--without", help="Switch a module off; repeatable.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="MODULE.KEY=VALUE; repeatable.")]
Players = Annotated[int | None, typer.Option("--players", help="Number of players.")]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same game.")]
RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="A shipped ruleset or a TOML file.")]


def print_json(value: Any) -> None:
    """One JSON document, neither wrapped nor coloured, and in ASCII: it is the same whatever the output can hold."""
    document_stream().write(json.dumps(value, indent=2) + "\n")


def say(text: str) -> None:
    """A message for the person at the keyboard."""
    print(text, file=sys.stderr)


@attrs.frozen
class Changes:
    """What is changed in a ruleset, as it was typed: modules on and off, options, and where modules are found."""

    with_: Sequence[str] = ()
    without: Sequence[str] = ()
    options: Sequence[str] = ()
    modules_dirs: Sequence[Path] = ()

    def rules(self, ruleset: str, players: int | None = None) -> Rules:
        """The rules of a ruleset with these changes. Raises InputError."""
        return fcm.load(
            ruleset,
            self.with_,
            without=self.without,
            options=self.options,
            players=players,
            modules_dirs=self.modules_dirs,
        )


CHANGES: Mapping[str, Any] = {"with_": With, "without": Without, "option": Options, "modules_dir": ModulesDir}


def takes_changes(command: Callable[..., None]) -> Callable[..., None]:
    """The command with options for its parameter `changes`: --with, --without, --option, --modules-dir."""
    parameters = inspect.signature(command, eval_str=True).parameters
    own = [each for each in parameters.values() if each.name != "changes"]
    more = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in CHANGES.items()]

    @wraps(command)
    def call(**words: Any) -> None:
        typed = [words.pop(name) or () for name in CHANGES]
        command(changes=Changes(*typed), **words)

    each = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in (*own, *more)]
    call.__signature__ = inspect.Signature(each)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in each}
    return call

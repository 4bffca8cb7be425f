"""What several commands share: options, JSON output, plans."""

from __future__ import annotations

import inspect
import json
import re
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
from fcm_core import InputError, MapSpec, Pool, Rules, Selection


def ruleset_names(incomplete: str) -> list[tuple[str, str]]:
    """Shipped rulesets with their titles, for a shell that completes."""
    return [(name, fcm.read_ruleset(name).title) for name in fcm.shipped_rulesets() if name.startswith(incomplete)]


def module_names(incomplete: str) -> list[tuple[str, str]]:
    """Modules with their titles, for a shell that completes."""
    found, _ = fcm.find_modules()
    return [(name, each.manifest.title) for name, each in found.items() if name.startswith(incomplete)]


ModulesDir = Annotated[list[Path] | None, typer.Option("--modules-dir", help="A folder of modules; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.", callback=only_documents)]
With = Annotated[
    list[str] | None,
    typer.Option("--with", help="Switch a module on; repeatable.", autocompletion=module_names),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", help="Switch a module off; repeatable.", autocompletion=module_names),
]
Options = Annotated[list[str] | None, typer.Option("--option", help="MODULE.KEY=VALUE; repeatable.")]
Players = Annotated[int | None, typer.Option("--players", help="Number of players.")]
Random = Annotated[str | None, typer.Option("--random", metavar="N[-M]", help="So many modules more, drawn by chance.")]
Budget = Annotated[
    str | None,
    typer.Option("--budget", metavar="A[-B]", help="Modules drawn by chance with so much complexity together."),
]
Chances = Annotated[
    list[str] | None,
    typer.Option(
        "--chance",
        metavar="PART=PERCENT",
        help="That --random replaces milestones, reserve cards, ... (50); repeatable.",
    ),
]
MapFile = Annotated[
    Path | None, typer.Option("--map", metavar="FILE", help="A map written by hand, of a scenario or of a save.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same game.")]
RulesetName = Annotated[
    str,
    typer.Argument(metavar="RULESET", help="A shipped ruleset or a TOML file.", autocompletion=ruleset_names),
]


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

    def pool(self, ruleset: str, players: int | None = None) -> Pool:
        """What might be added to the ruleset with these changes. Raises InputError where it cannot be played."""
        return Pool(ruleset, self.with_, self.without, players, self.modules_dirs)

    def and_(self, selection: Selection | None) -> Changes:
        """These changes, and the modules that were chosen."""
        return self if selection is None else attrs.evolve(self, with_=(*self.with_, *selection.modules))


def spec_of(
    rules: Rules, map_file: Path | None, players: int, seed: int, modules_dirs: Sequence[Path] = ()
) -> MapSpec | None:
    """The map in a file, what it leaves open drawn; None without a file. Raises InputError, which names the file."""
    if map_file is None:
        return None
    try:
        return fcm.map_of(rules, fcm.read_map(map_file, modules_dirs), players, seed)
    except InputError as error:
        raise InputError(str(error) if str(map_file) in str(error) else f"{map_file}: {error}") from error


@attrs.frozen
class Wish:
    """What is left to chance, as it was typed: how many modules, how much complexity, the chances of replacements."""

    random: str = ""
    budget: str = ""
    chances: Sequence[str] = ()

    def select(self, ruleset: str, changes: Changes, players: int | None, seed: int) -> Selection | None:
        """The modules that chance adds to a ruleset with these changes; None where nothing is left to it.

        Raises InputError.
        """
        if not self.random and not self.budget:
            if self.chances:
                raise InputError("--chance: it goes with --random or --budget")
            return None
        chances: dict[str, int] = {}
        for text in self.chances:
            part, equals, percent = text.partition("=")
            if not equals or not part or not re.fullmatch("[0-9]{1,3}", percent):
                raise InputError(f"--chance {text}: expected PART=PERCENT, such as reserve_cards=25")
            chances[part] = int(percent)
        return fcm.random_modules(
            changes.pool(ruleset, players),
            seed,
            count=_span("--random", self.random),
            budget=_span("--budget", self.budget),
            chances=chances,
        )


def _span(option: str, text: str) -> tuple[int, int] | None:
    """`3-5`, or `3` for exactly so many; None where nothing was typed."""
    if not text:
        return None
    found = re.fullmatch("([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if least > most:
        raise InputError(f"{option} {text}: expected a number, or two such as 3-5, the smaller first")
    return least, most


CHANGES: Mapping[str, Any] = {"with_": With, "without": Without, "option": Options, "modules_dir": ModulesDir}
WISHES: Mapping[str, Any] = {"random": Random, "budget": Budget, "chance": Chances}


def takes_changes(command: Callable[..., None]) -> Callable[..., None]:
    """The command with options for its parameter `changes`: --with, --without, --option, --modules-dir.

    One with a parameter `wish` gets --random, --budget and --chance as well.
    """
    parameters = inspect.signature(command, eval_str=True).parameters
    own = [each for each in parameters.values() if each.name not in ("changes", "wish")]
    options = {**CHANGES, **(WISHES if "wish" in parameters else {})}
    more = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in options.items()]

    @wraps(command)
    def call(**words: Any) -> None:
        changes = Changes(*[words.pop(name) or () for name in CHANGES])
        if "wish" in parameters:
            words["wish"] = Wish(words.pop("random") or "", words.pop("budget") or "", words.pop("chance") or ())
        command(changes=changes, **words)

    each = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in (*own, *more)]
    call.__signature__ = inspect.Signature(each)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in each}
    return call

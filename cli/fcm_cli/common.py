"""What several commands share: options, JSON output, plans."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fcm_core.errors import InputError
from fcm_core.plan import Plan, resolve
from fcm_core.rules import Rules, compile_rules

ModulesDir = Annotated[list[Path] | None, typer.Option("--modules-dir", help="A folder of modules; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
With = Annotated[list[str] | None, typer.Option("--with", help="Switch a module on; repeatable.")]
Without = Annotated[list[str] | None, typer.Option("--without", help="Switch a module off; repeatable.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="MODULE.KEY=VALUE; repeatable.")]
Players = Annotated[int | None, typer.Option("--players", help="Number of players.")]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same game.")]
RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="A shipped ruleset or a TOML file.")]


def print_json(value: Any) -> None:
    """One JSON document, neither wrapped nor coloured."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def say(text: str) -> None:
    """A message for the person at the keyboard."""
    print(text, file=sys.stderr)


def plan_for(
    ruleset: str,
    with_: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    options: Sequence[str] | None = None,
    players: int | None = None,
    modules_dir: Sequence[Path] | None = None,
) -> Plan:
    """The plan of what was typed."""
    return resolve(ruleset, with_ or (), without or (), options or (), players, modules_dir or ())


def rules_for(plan: Plan) -> Rules:
    """The compiled rules of a plan."""
    return compile_rules(plan)


def bot_named(rules: Rules, name: str) -> Any:
    """A bot of these rules. InputError with the nearest name."""
    from fcm_core.names import did_you_mean

    if name not in rules.bots:
        there = ", ".join(rules.bots) or "none"
        raise InputError(f"no bot {name}{did_you_mean(name, rules.bots)}; there are {there}")
    return rules.bots[name]

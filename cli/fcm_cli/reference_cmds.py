"""`fcm hooks`, `events`, `queries`, `steps`, `actions` and `reference`: what a module may use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from fcm_cli.common import Changes, Json, ModulesDir, With, print_json, say
from fcm_cli.output import Console
from fcm_core import Rules, default_ruleset

if TYPE_CHECKING:
    from fcm_core.testing import Entry

out = Console(highlight=False, soft_wrap=True)
Ruleset = Annotated[str | None, typer.Argument(metavar="[RULESET]")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    for command in (hooks, events, queries, steps, actions, reference):
        app.command()(command)


def hooks(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One hook, with an example.")] = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Lists the hooks: what each means, when it is called, how answers combine, and which modules use it."""
    from fcm_core.testing import hook_list

    found = hook_list(modules_dir or (), name)
    if json:
        print_json([hook.plain() for hook in found])
        return
    for hook in found:
        heading(hook.signature)
        indented(hook.text)
        if hook.fields:
            indented(f"event: {', '.join(hook.fields)}")
        indented(f"when: {hook.when}" + (" It may ask players." if hook.may_ask else ""))
        indented(hook.law)
        indented(f"used by: {', '.join(hook.used_by) or 'nobody'}")
        if name is not None:
            indented(f"called in: {', '.join(hook.called_in)}")
            if hook.example:
                out.print("\n" + hook.example, markup=False)


def events(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One event, by its kind or class.")] = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Lists the events: what has happened, when it is announced, and what listeners get. Those of modules as well."""
    from fcm_core.testing import event_list

    found = event_list(modules_dir or (), name)
    if json:
        print_json([event.plain() for event in found])
        return
    for event in found:
        of = f" (module {event.module})" if event.module else ""
        heading(f"{event.cls}({', '.join(each.signature for each in event.fields)}){of}")
        indented(event.text)
        indented(f"when: {event.when}" + ("" if event.may_ask else " A listener may not ask players."))
        indented(f"heard by {event.hook}; from {event.source} import {event.cls}")
        members([each for each in event.fields if each.text])


def queries(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One name, such as pay or Board.free.")] = None,
    json: Json = False,
) -> None:
    """Lists everything else that a module may use, by what it is for: questions, parts, and what changes the game."""
    from fcm_core.testing import query_list

    found = query_list(name)
    if json:
        print_json([entry.plain() for entry in found])
        return
    group = ""
    for entry in found:
        if entry.group != group:
            group = entry.group
            out.print(f"\n[bold]{escape(group)}[/bold]")
        heading(f"{entry.signature}{'  (changes the game)' if entry.changes else ''}")
        indented(entry.text)
        members(entry.members)


def steps(name: Ruleset = None, with_: With = None, modules_dir: ModulesDir = None, json: Json = False) -> None:
    """Lists the steps of all phases and of a working turn: those of a ruleset, or of the base game and all modules."""
    from fcm_core.testing import step_list

    found = step_list(chosen(name, with_, modules_dir))
    if json:
        print_json([step.plain() for step in found])
        return
    phase = ""
    for step in found:
        if step.phase != phase:
            phase = step.phase
            out.print(f"\n[bold]{phase}[/bold]")
        of = f" (module {step.module})" if step.module else ""
        heading(f"{step.step}{of}")
        indented(step.text)
        if step.actions:
            indented(f"actions: {', '.join(step.actions)}")
        for word, names in (("after", step.after), ("before", step.before)):
            if names:
                indented(f"{word}: {', '.join(names)}")


def actions(name: Ruleset = None, with_: With = None, modules_dir: ModulesDir = None, json: Json = False) -> None:
    """Lists every action with its fields and refusal codes: those of a ruleset, or of the base game and all modules."""
    from fcm_core.testing import action_list

    found = action_list(chosen(name, with_, modules_dir))
    if json:
        print_json([action.plain() for action in found])
        return
    for action in found:
        of = f" (module {action.module})" if action.module else ""
        heading(f"{action.action}{of}")
        indented(action.help)
        indented(f"from {action.source} import {action.cls}")
        step = [f"step {action.step} of the working turn"] if action.step else []
        owed = [f"decision {decision}" for decision in action.answers if not action.step or decision != "working"]
        indented(f"answers {', '.join([*step, *owed]) or 'no decision'}")
        members(action.fields)
        for code, meaning in action.codes.items():
            indented(f"refused with {code}{': ' if meaning else ''}{meaning}")


def reference(
    into: Annotated[
        Path | None, typer.Option("--into", help="The file it is written into, in place of printing it.")
    ] = None,
) -> None:
    """Prints the reference: all of this as one page, with an example for each group."""
    from fcm_core.testing import reference_text

    text = reference_text()
    if into is None:
        print(text, end="")
    else:
        into.write_text(text, encoding="utf-8")
        print(into)


def chosen(name: str | None, with_: list[str] | None, modules_dir: list[Path] | None) -> Iterator[Rules]:
    """The rules that are listed: those asked for, or those of the base game and then with each module."""
    from fcm_core.testing import rules_of_every_module

    if name is not None or with_:
        yield Changes(with_ or (), modules_dirs=modules_dir or ()).rules(name or default_ruleset())
        return
    for module, found in rules_of_every_module(modules_dir or ()):
        if isinstance(found, Rules):
            yield found
        else:
            say(f"module {module} is left out: {found}")


def heading(text: str) -> None:
    """The first line of an entry."""
    out.print(f"[bold]{escape(text)}[/bold]")


def indented(text: str) -> None:
    """A line or more of an entry."""
    if text:
        out.print("  " + text.replace("\n\n", "\n").replace("\n", "\n  "), markup=False)


def members(entries: list[Entry] | tuple[Entry, ...]) -> None:
    """Fields and methods, one a line."""
    for entry in entries:
        text = " ".join(entry.text.split())
        indented(f"  {entry.signature}{': ' if text else ''}{text}")

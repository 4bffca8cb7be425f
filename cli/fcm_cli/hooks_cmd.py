"""`fcm hooks`."""

from __future__ import annotations

from typing import Annotated

import typer

from fcm_cli.common import Json, ModulesDir, print_json


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("hooks")(hooks)


def hooks(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One hook, with an example.")] = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Lists the hooks: what each means, how answers combine, where it is called, and which modules use it."""
    from fcm_core.testing import hook_list

    found = hook_list(modules_dir or (), name)
    if json:
        print_json([hook.plain() for hook in found])
        return
    for hook in found:
        print(hook.signature)
        print("  " + hook.text.replace("\n\n", "\n").replace("\n", "\n  "))
        if hook.fields:
            print(f"  event: {', '.join(hook.fields)}")
        print(f"  {hook.law}")
        print(f"  used by: {', '.join(hook.used_by) or 'nobody'}")
        if name is not None:
            print(f"  called in: {', '.join(hook.called_in)}")
            if hook.example:
                print("\n" + hook.example)

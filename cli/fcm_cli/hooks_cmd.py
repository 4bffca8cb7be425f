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
    """Lists the hooks: what each means, how results combine, where it is called, and which modules use it."""
    from fcm_core.testing import hook_list

    found = hook_list(modules_dir or (), name)
    if json:
        print_json([hook.plain() for hook in found])
        return
    for hook in found:
        print(f"{hook.name}({', '.join(hook.arguments)})")
        print("  " + hook.text.replace("\n", "\n  "))
        print(f"  used by: {', '.join(hook.used_by) or 'nobody'}")
        if name is not None:
            print(f"  {hook.law}")
            print(f"  called in: {', '.join(hook.called_in)}")
            if hook.example:
                print("\n" + hook.example)

"""What `fcm hooks` tells of every hook: its docstring, how results combine, where it is called, who uses it, an example."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

import fcm_core
from fcm_core.assembly.plugins import arguments_of, load_plugin
from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.game import hooks
from fcm_core.rules.plan import ModuleInfo, find_modules

# By the first word of the name.
LAWS = {
    "on": "observes: every implementation is called, and nothing is returned",
    "contribute": "adds parts: all answers together; two modules may give one name only with equal values",
    "modify": "adds to a number: all (amount, why) are summed, or the highest counts where the text says so",
    "check": "refuses: any one Refusal wins",
    "accept": "agrees: any one False refuses",
    "override": "replaces values: two modules may not differ",
    "extend": "extends a set: all answers are joined",
    "provide": "provides: the first answer that is not None counts",
    "read": "reads: every implementation takes its own keys",
    "expect": "checks: every implementation takes its own keys",
}


@frozen
class Hook:
    """One hook specification."""

    name: str
    arguments: tuple[str, ...]
    text: str  # the docstring: what it means, with units
    law: str  # how the results combine
    called_in: tuple[str, ...]  # files of the core and of modules that call it
    used_by: tuple[str, ...] = ()  # modules that implement it
    example: str = field(default="")  # source of an implementation

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def hook_list(modules_dirs: Iterable[str | Path] = (), name: str | None = None) -> list[Hook]:
    """Every hook, or the one of this name (InputError with the nearest name). Imports the modules to see who uses it."""
    specs = arguments_of(hooks)
    if name is not None and name not in specs:
        raise InputError(f"no hook {name}{did_you_mean(name, specs)}")
    modules = find_modules(modules_dirs)[0]
    users, examples = _users(modules.values())
    core = Path(fcm_core.__file__).parent
    calls = _calls(core, "fcm_core")
    for module in modules.values():
        for each, files in _calls(module.folder, module.id).items():
            calls.setdefault(each, []).extend(files)
    return [
        Hook(
            each,
            arguments,
            inspect.getdoc(getattr(hooks, each)) or "",
            LAWS.get(each.partition("_")[0], ""),
            tuple(calls.get(each, ())),
            tuple(users.get(each, ())),
            examples.get(each, ""),
        )
        for each, arguments in specs.items()
        if name in (None, each)
    ]


def _users(modules: Iterable[ModuleInfo]) -> tuple[dict[str, list[str]], dict[str, str]]:
    users: dict[str, list[str]] = {}
    examples: dict[str, str] = {}
    for module in sorted(modules, key=lambda module: module.id):
        try:
            plugin = load_plugin(module)
        except InputError:
            continue  # a broken module is fcm check's business
        for name in arguments_of(hooks):
            function = getattr(plugin, name, None)
            if function is None or getattr(function, "fcm_impl", None) is None:
                continue
            users.setdefault(name, []).append(module.id)
            source = inspect.getsource(function)
            if name not in examples or len(source) < len(examples[name]):
                examples[name] = source
    return users, examples


def _calls(folder: Path, name: str) -> dict[str, list[str]]:
    """Hook name -> files of a folder (called by this name) that call the hook."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name in ("hooks.py", "hook_list.py"):
            continue
        text = path.read_text(encoding="utf-8")
        for hook in arguments_of(hooks):
            if f"hooks.{hook}" in text or f'"{hook}"' in text:
                found.setdefault(hook, []).append(f"{name}/{path.relative_to(folder).as_posix()}")
    return found

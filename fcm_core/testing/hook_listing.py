"""What `fcm hooks` tells of every hook: its docstring, how results combine, where it is called, who uses it, an example."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import pluggy
from attrs import asdict, field, frozen

from fcm_core.assembly.plugins import implementations, load_plugin
from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.game.events import GameOver
from fcm_core.game.laws import HOOKS, PROJECT, Spec
from fcm_core.rules.plan import ModuleInfo, find_modules
from fcm_core.testing.declarations import texts


@frozen
class Hook:
    """One hook specification."""

    name: str
    arguments: tuple[str, ...]
    signature: str  # how it is implemented, with types
    fields: tuple[str, ...]  # of the event that it tells, with types; empty for other hooks
    text: str  # the docstring: what it means, with units
    when: str  # when it is called, and what is done by then
    may_ask: bool  # whether an implementation may put decisions to players (Game.ask)
    core: bool  # declared by the core, not by a module
    law: str  # how the answers combine
    called_in: tuple[str, ...]  # files of the core and of modules that call it
    used_by: tuple[str, ...] = ()  # modules that implement it
    example: str = field(default="")  # source of an implementation

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def hook_list(modules_dirs: Iterable[str | Path] = (), name: str | None = None) -> list[Hook]:
    """Every hook, or the one of this name (InputError with the nearest name). Imports the modules to see who uses it."""
    modules = find_modules(modules_dirs)[0]
    users, examples = _users(modules.values())
    if name is not None and name not in HOOKS:
        raise InputError(f"no hook {name}{did_you_mean(name, HOOKS)}")
    core = Path(__file__).parents[1]
    calls = _calls(core, "fcm_core")
    for module in modules.values():
        for each, files in _calls(module.folder, module.id).items():
            calls.setdefault(each, []).extend(files)
    return [
        Hook(
            spec.name,
            spec.arguments,
            signature(spec),
            fields(spec),
            texts(spec.text)[0],
            when(spec),
            may_ask(spec),
            _home(spec).startswith("fcm_core."),
            spec.law.text,
            tuple(calls.get(spec.name, ())),
            tuple(users.get(spec.name, ())),
            examples.get(spec.name, ""),
        )
        for spec in HOOKS.values()
        if name in (None, spec.name)
    ]


WHEN_MADE = "once, when the rules are made. There is no game yet."
WHEN_ASKED = "whenever somebody wants to know, any number of times, also for bots that look ahead."


def when(spec: Spec) -> str:
    """When the hook is called: what its docstring says, or what holds for all of its kind."""
    said = texts(spec.text)[1]
    return said or (
        "when its module says so." if spec.event else WHEN_MADE if "rules" in spec.arguments else WHEN_ASKED
    )


def may_ask(spec: Spec) -> bool:
    """Whether an implementation may ask players. Listeners may, except of the end of the game; questions may not."""
    return spec.name.startswith(("on_", "before_")) and spec.event is not GameOver


def _home(spec: Spec) -> str:
    return (spec.event or spec.function).__module__


def signature(spec: Spec) -> str:
    """How an implementation of the hook begins, with the types of arguments and answer."""
    types = dict(spec.function.__annotations__)
    if spec.event is not None:
        types["event"] = spec.event.__name__
    return f"{spec.name}({', '.join(f'{each}: {types[each]}' for each in spec.arguments)}) -> {types['return']}"


def fields(spec: Spec) -> tuple[str, ...]:
    """The fields of the event that a hook tells, with their types."""
    if spec.event is None:
        return ()
    types = {name: kind for cls in reversed(spec.event.__mro__) for name, kind in inspect.get_annotations(cls).items()}
    return tuple(f"{each.name}: {types[each.name]}" for each in attrs.fields(spec.event))


def _users(modules: Iterable[ModuleInfo]) -> tuple[dict[str, list[str]], dict[str, str]]:
    manager = pluggy.PluginManager(PROJECT)
    users: dict[str, list[str]] = {}
    examples: dict[str, str] = {}
    for module in sorted(modules, key=lambda module: module.id):
        try:
            plugin = load_plugin(module)
        except InputError:
            continue  # a broken module is fcm check's business
        for name, function in implementations(manager, plugin) if plugin is not None else ():
            if module.id not in users.setdefault(name, []):
                users[name].append(module.id)
            source = inspect.getsource(function)
            if name not in examples or len(source) < len(examples[name]):
                examples[name] = source
    return users, examples


def _calls(folder: Path, name: str) -> dict[str, list[str]]:
    """Hook name -> files of a folder (called by this name) that call the hook or hand it on to be called."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for hook in sorted(_called(ast.parse(path.read_text(encoding="utf-8")))):
            found.setdefault(hook, []).append(f"{name}/{path.relative_to(folder).as_posix()}")
    return found


def _called(code: ast.AST) -> set[str]:
    """The hooks that code uses otherwise than to implement them: as `hooks.modify_tip`, or a module's own by its name."""
    nodes = list(ast.walk(code))
    implemented = {id(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == "impl"}
    names = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "hooks"
        if id(node) not in implemented
    }
    names |= {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return names & HOOKS.keys()

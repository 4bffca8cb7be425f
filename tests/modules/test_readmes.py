"""Every shipped module's README names its hooks, its events and its options, and no hook that does not exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from fcm_core.game.laws import HOOKS
from fcm_core.rules.plan import find_modules
from fcm_core.testing.hook_listing import Hook, hook_list

MODULES = {name: module for name, module in find_modules()[0].items() if module.import_name.startswith("fcm_modules.")}
VERBS = {name.partition("_")[0] for name in HOOKS}


@cache
def listed() -> list[Hook]:
    """All hooks with the modules that implement them; this imports the modules."""
    return hook_list()


def readme(module: str) -> str:
    return (MODULES[module].folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_hooks(module: str) -> None:
    told = set(re.findall(r"\b[a-z]+_[a-z_]+\b", readme(module)))
    implemented = {hook.name for hook in listed() if module in hook.used_by}
    assert implemented - told == set()
    hooks = {name for name in re.findall(r"`([a-z_]+)`", readme(module)) if name.partition("_")[0] in VERBS}
    assert hooks - set(HOOKS) - {"read_scenario", "expect_scenario"} == set()


@pytest.mark.parametrize("module", MODULES)
def test_events_and_options(module: str) -> None:
    events = {spec.event.__name__ for spec in HOOKS.values() if spec.event and announced_by(spec.event, module)}
    assert {event for event in events if f"`{event}`" not in readme(module)} == set()
    assert {option for option in MODULES[module].manifest.options if f"`{option}`" not in readme(module)} == set()


def announced_by(event: type, module: str) -> bool:
    listed()
    return event.__module__.startswith(f"{MODULES[module].import_name}.")


def test_every_file_of_a_module_with_several_is_named() -> None:
    silent = [
        f"{module}/{path.name}"
        for module, info in MODULES.items()
        for path in sorted(Path(info.folder).glob("*.py"))
        if path.name not in ("__init__.py", "plugin.py") and f"`{path.name}`" not in readme(module)
    ]
    assert silent == []

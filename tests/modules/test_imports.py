"""A shipped module imports itself and the modules that it requires, and no other."""

from __future__ import annotations

import re

import pytest

from fcm_core.rules.plan import find_modules

MODULES = {name: module for name, module in find_modules()[0].items() if module.import_name.startswith("fcm_modules.")}


@pytest.mark.parametrize("module", MODULES)
def test_only_what_is_required(module: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in MODULES[module].folder.rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:from|import) fcm_modules\.(\w+)", text, re.MULTILINE))
    assert imported - {module, *MODULES[module].manifest.requires} == set()


def test_some_are_imported() -> None:
    assert "base" in MODULES["new_milestones"].manifest.requires
    assert len(MODULES) >= 20

"""What `fcm new` writes works at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fcm_core.errors import InputError
from fcm_core.plan import resolve
from fcm_core.testkit.scaffold import new_module, new_ruleset


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)


def test_a_new_module_passes_its_own_tests_and_the_check(tmp_path: Path) -> None:
    files = new_module("late_dinner", tmp_path)
    project = tmp_path / "late_dinner"
    assert project / "fcm_late_dinner" / "module.toml" in files
    tests = run(project, "pytest", "-q", "-p", "no:cacheprovider")
    assert "3 passed" in tests.stdout, tests.stdout + tests.stderr
    check = run(project, "fcm_cli.main", "check", ".")
    assert check.returncode == 0, check.stdout + check.stderr


def test_a_new_ruleset_resolves(tmp_path: Path) -> None:
    file = new_ruleset("friday-night", tmp_path)
    plan = resolve(file)
    assert plan.title == "Friday night"
    assert [module.id for module in plan.modules] == ["base", "base_milestones"]


@pytest.mark.parametrize("name", ["Late", "late-dinner", "1st", "late__dinner", "", "../late"])
def test_bad_module_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no name for a module"):
        new_module(name, tmp_path)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    new_module("late_dinner", tmp_path)
    with pytest.raises(InputError, match="exists already"):
        new_module("late_dinner", tmp_path)
    with pytest.raises(InputError, match="there is a module kimchi already"):
        new_module("kimchi", tmp_path)
    new_ruleset("mine", tmp_path)
    with pytest.raises(InputError, match="exists already"):
        new_ruleset("mine", tmp_path)
    with pytest.raises(InputError, match="there is a ruleset base already"):
        new_ruleset("base", tmp_path)

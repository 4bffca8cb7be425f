"""What `fcm new` writes works at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomli

from fcm_core.basics.errors import InputError
from fcm_core.rules.plan import resolve
from fcm_core.testing import check
from fcm_core.testing.scaffold import new_module, new_ruleset


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


def test_what_pip_left_behind_is_not_checked(tmp_path: Path) -> None:
    new_module("late_dinner", tmp_path)
    project = tmp_path / "late_dinner"
    shutil.copytree(project / "fcm_late_dinner", project / "build" / "lib" / "fcm_late_dinner")
    shutil.copytree(project / "fcm_late_dinner", project / ".venv" / "fcm_late_dinner")
    manifest = project / "fcm_late_dinner" / "module.toml"
    manifest.write_text(manifest.read_text().replace("0.1.0", "0.2.0"))
    found = check([project])
    assert (found.count, found.problems) == (2, ())


@pytest.mark.parametrize("name", ["core", "cli", "modules", "rulesets"])
def test_no_module_takes_a_package_of_the_engine(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="would be the engine's own"):
        new_module(name, tmp_path)


def test_a_new_module_conforms_and_its_project_can_be_installed(tmp_path: Path) -> None:
    new_module("late_dinner", tmp_path)
    project = tmp_path / "late_dinner"
    played = run(
        project, "fcm_cli.main", "conformance", "late_dinner", "--modules-dir", ".", "--with", "none", "--rounds", "3"
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert "0 failures" in played.stdout
    about = tomli.loads((project / "pyproject.toml").read_text())
    ((entry, package),) = about["project"]["entry-points"]["fcm.modules"].items()
    assert (entry, package) == ("late_dinner", "fcm_late_dinner")
    assert about["tool"]["setuptools"]["packages"] == [package]
    assert (project / package / "__init__.py").is_file()
    assert (project / package / "module.toml").is_file()


def test_a_new_ruleset_can_be_checked(tmp_path: Path) -> None:
    new_ruleset("friday-night", tmp_path)
    assert run(tmp_path, "fcm_cli.main", "check", "friday-night.toml").stdout == "1 checked, 0 problems\n"


@pytest.mark.parametrize("name", ["Friday", "friday night", "friday/night", "", "-x", "friday.toml"])
def test_bad_ruleset_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no name for a ruleset"):
        new_ruleset(name, tmp_path)

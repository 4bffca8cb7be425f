"""What `fcm new` writes works at once."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
import tomli

from fcm_core.basics.errors import InputError
from fcm_core.rules.plan import resolve
from fcm_core.testing import check, conformance, run_file
from fcm_core.testing.scaffold import FEATURES, new_module, new_ruleset

MIXES = [(), *((feature,) for feature in FEATURES), ("action", "campaign", "good"), FEATURES]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)


@pytest.mark.parametrize("mix", [(), FEATURES], ids=["nothing", "everything"])
def test_a_new_module_passes_its_own_tests_and_the_check(mix: Sequence[str], tmp_path: Path) -> None:
    files = new_module("late_dinner", tmp_path, mix)
    project = tmp_path / "late_dinner"
    assert project / "fcm_late_dinner" / "module.toml" in files
    tests = run(project, "pytest", "-q", "-p", "no:cacheprovider")
    assert f"{3 + len(mix)} passed" in tests.stdout, tests.stdout + tests.stderr
    check = run(project, "fcm_cli.main", "check", ".")
    assert check.returncode == 0, check.stdout + check.stderr


def works(mix: Sequence[str], folder: Path) -> Path:
    """The project of a new module with these features, which has no problem and whose scenarios hold."""
    new_module("late_dinner", folder, mix)
    project = folder / "late_dinner"
    assert check([project]).problems == ()
    scenarios = sorted(project.rglob("*.scenario.toml"))
    assert len(scenarios) == 1 + len(mix)
    assert [(file.name, failure) for file in scenarios for failure in run_file(file).failures] == []
    return project


@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_a_new_module_with_any_feature_conforms(mix: Sequence[str], tmp_path: Path) -> None:
    project = works(mix, tmp_path)
    report = conformance("late_dinner", with_=[], rounds=3, modules_dirs=[project])
    assert report.passed, "\n".join(map(str, report.faults))


@pytest.mark.long
@pytest.mark.parametrize("count", range(2, len(FEATURES)))
def test_every_mix_of_features_works(count: int, tmp_path: Path) -> None:
    for number, mix in enumerate(combinations(FEATURES, count)):
        works(mix, tmp_path / str(number))


def test_each_feature_changes_what_its_scenario_says(tmp_path: Path) -> None:
    """The scenario of a feature fails where its file does nothing."""
    project = works(FEATURES, tmp_path)
    package = project / "fcm_late_dinner"
    plugin = package / "plugin.py"
    text = plugin.read_text(encoding="utf-8")
    for name, scenario in (("milestones", "big_sale"), ("memory", "served"), ("decisions", "help")):
        (line,) = [each for each in text.splitlines() if each.startswith(f"from .{name} ")]
        without = text.replace(line, "").partition("__all__")[0] + text.partition("]\n")[2]
        plugin.write_text(without, encoding="utf-8")
        file = package / "scenarios" / f"{scenario}.scenario.toml"
        try:
            assert run_file(file).failures
        except InputError:
            continue  # its action or key is not known any more


def test_the_ci_file_runs_what_works(tmp_path: Path) -> None:
    project = works(["decision", "partition"], tmp_path)
    text = (project / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    install, *commands = re.findall(r"- run: (.*)", text)
    assert install == 'pip install "$ENGINE" -e ".[test]"'
    assert [command.split()[0] for command in commands] == ["pytest", "fcm", "fcm"]
    assert commands[-1] == "fcm conformance late_dinner --jobs 2"
    about = tomli.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert "test" in about["project"]["optional-dependencies"]


def test_an_unknown_feature_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="started with milestones; did you mean milestone"):
        new_module("late_dinner", tmp_path, ["milestones"])
    assert not (tmp_path / "late_dinner").exists()


def test_the_command_takes_features(tmp_path: Path) -> None:
    done = run(tmp_path, "fcm_cli.main", "new", "module", "late_dinner", "--with", "good, milestone")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "late_dinner" / "fcm_late_dinner" / "goods.toml").is_file()
    assert not (tmp_path / "late_dinner" / "fcm_late_dinner" / "actions.py").exists()


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

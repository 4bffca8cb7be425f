"""The guide "a house rule in an hour" is followed word for word: what it says to write works, and fails where it says so."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from fcm_core.game import hooks
from fcm_core.scenario import run_file
from fcm_core.testing import check, conformance
from fcm_core.testing.scaffold import new_module

GUIDE = Path(__file__).parent.parent.parent / "modules" / "README.md"


def block(beginning: str) -> str:
    """The indented block of the guide that begins like this."""
    text = GUIDE.read_text(encoding="utf-8").split("## A house rule in an hour")[1]
    blocks = [dedent(found[0]) for found in re.finditer(r"(?:^(?:    .*)?\n)+", text, re.MULTILINE)]
    return next(found.strip("\n") + "\n" for found in blocks if found.lstrip("\n").startswith(beginning))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    new_module("garden_parties", tmp_path)
    return tmp_path / "garden_parties" / "fcm_garden_parties"


def test_from_the_idea_to_a_tested_plugin(package: Path) -> None:
    (package / "cards.toml").write_text(block("[garden_host]"), encoding="utf-8")
    told = {(Path(each.file).name, each.key) for each in check([package]).problems}
    assert told == {("greeters.scenario.toml", "players.p1.work[0]"), ("greeters.scenario.toml", "players.p1.work[1]")}
    (package / "scenarios" / "greeters.scenario.toml").unlink()
    scenario = package / "scenarios" / "hosts.scenario.toml"
    scenario.write_text(block('title = "A garden host'), encoding="utf-8")
    failed = run_file(scenario)
    assert [each.where for each in failed.failures] == ["expect.sale[0]"]
    assert failed.failures[0].got[0]["income"] == 20
    (package / "plugin.py").write_text(block('"""Garden parties'), encoding="utf-8")
    assert run_file(scenario).passed
    assert check([package.parent]).problems == ()
    report = conformance("garden_parties", with_=[], rounds=3, modules_dirs=[package])
    assert report.passed, report.faults


def test_the_hooks_and_files_that_it_names_exist() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    names = re.findall(r"`((?:on|contribute|modify|check)_\w+)`", text)
    assert len(names) >= 3
    assert [name for name in names if not hasattr(hooks, name)] == []
    paths = re.findall(r"`((?:tests|fcm_core)/[\w/.]+)`", text)
    assert len(paths) > 4
    root = GUIDE.parent.parent
    assert [path for path in paths if "garden_parties" not in path and not (root / path).exists()] == []

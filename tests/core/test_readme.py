"""The README's examples run as they are written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from fcm_core import load, new_game

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(beginning: str) -> str:
    """The code block of the README that begins like this."""
    blocks: list[str] = re.findall(r"```\w*\n(.*?)```", README, re.DOTALL)
    return next(found for found in blocks if found.startswith(beginning))


def test_use_it_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    section = README.split("## Use it from Python")[1].split("\n## ")[0]
    test = doctest.DocTestParser().get_doctest(section, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(test, out=told.append)
    assert not runner.failures, "".join(told)


def test_the_house_rule_works(tmp_path: Path) -> None:
    module = tmp_path / "generous"
    module.mkdir()
    manifest = (
        'id = "generous"\ntitle = "Generous guests"\nversion = "1"\nrules = 1\nengine = ">=1"\nrequires = ["base"]\n'
    )
    (module / "module.toml").write_text(manifest, encoding="utf-8")
    (module / "plugin.py").write_text(block("from fcm_core.modding"), encoding="utf-8")
    rules = load("base", ["generous"], modules_dirs=[tmp_path])
    assert new_game(rules, 2, 1).rules.plan.module("generous").id == "generous"


def test_every_room_has_its_line() -> None:
    core = ROOT / "fcm_core"
    rooms = {path.name for path in core.iterdir() if (path / "__init__.py").is_file()}
    assert set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)) == rooms


def test_its_links_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert len(links) > 5 and [link for link in links if not (ROOT / link).exists()] == []

"""The guide "a house rule in an hour" is followed word for word: what it says to write works, and fails where it says so."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.game.laws import HOOKS
from fcm_core.modding import CardId, Seat, hooks
from fcm_core.rules.plan import resolve
from fcm_core.testing import Scenario, check, conformance, new_module, run_file
from tests.core.loose_modules import write_module

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


PARTY = """
from attrs import frozen

from fcm_core.modding import Event, Game, HouseId, Seat, Sold, Words, hooks, pay, told


{event}

@hooks.on_sold.impl
def give_party(game: Game, sale: Sold) -> None:
    on_party_given(game, sale.seat, sale.house)


@on_party_given.impl
def neighbours_bring_gifts(game: Game, party: PartyGiven) -> None:
    pay(game, party.seat, 3, "gifts")
"""


def test_an_event_of_its_own_is_announced_heard_and_told(package: Path) -> None:
    (package / "cards.toml").write_text(block("[garden_host]"), encoding="utf-8")
    (package / "scenarios" / "greeters.scenario.toml").unlink()
    (package / "plugin.py").write_text(PARTY.format(event=block("@frozen")), encoding="utf-8")
    file = package / "scenarios" / "hosts.scenario.toml"
    text = block('title = "A garden host').replace("income = 24", "income = 20")
    file.write_text(f"{text}\n[expect]\nplayers.p1.cash = 23\n", encoding="utf-8")
    played = Scenario(file)
    assert played.run().passed, played.run().failures
    words = played.game.words()
    assert "p1 gives a party at house 1" in [event.sentence(words) for event in played.events]
    assert check([package.parent]).problems == ()


def test_the_house_rule_of_the_first_page_works(tmp_path: Path) -> None:
    section = (GUIDE.parent.parent / "README.md").read_text(encoding="utf-8").split("## Write a house rule")[1]
    plugin = section.split("```python\n")[1].split("```")[0]
    write_module(tmp_path, "generous", 'requires = ["base"]', plugin=plugin)
    rules = compile_rules(resolve("base", with_=["generous"], modules_dirs=[tmp_path]))
    game = new_game(rules, 2, seed=1)
    assert hooks.modify_tip.reasons(game, Seat(0), CardId("waitress")) == [(1, "generous guests")]


def test_the_verbs_that_it_explains_are_those_of_the_hooks() -> None:
    explained = set(re.findall(r"`([a-z]+)_`(?=[,\w` ]*\|)", GUIDE.read_text(encoding="utf-8")))
    assert explained == {name.partition("_")[0] for name in HOOKS} - {"read", "expect"}


def test_the_hooks_and_files_that_it_names_exist() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    names = re.findall(r"`((?:on|contribute|modify|check)_[a-z]\w+)`", text)
    assert len(names) >= 3
    assert [name for name in names if name not in HOOKS] == []
    paths = re.findall(r"`((?:tests|fcm_core)/[\w/.]+)`", text)
    assert len(paths) > 4
    root = GUIDE.parent.parent
    assert [path for path in paths if "garden_parties" not in path and not (root / path).exists()] == []

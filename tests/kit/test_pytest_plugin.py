"""The pytest plugin collects scenario files, tells what failed, and costs nothing where it is not used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fcm_core.basics.vocabulary import Seat
from fcm_core.game.events import Paid
from fcm_core.testing.pytest_plugin import check_sale

POSITION = """
title = "One burger"
ruleset = "base"
phase = "dinnertime"
round = 3
[board]
tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]
[[house]]
number = 2
demand = ["burger"]
[players.p1]
stock = { burger = 1 }
[[players.p1.restaurant]]
at = [3, 3]
[players.p2]
[[step]]
run = "dinnertime"
"""


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def test_scenario_files_are_collected_and_failures_are_readable(tmp_path: Path) -> None:
    (tmp_path / "good.scenario.toml").write_text(POSITION + "[expect]\nplayers.p1.cash = 10\n", encoding="utf-8")
    (tmp_path / "bad.scenario.toml").write_text(POSITION + "[expect]\nplayers.p1.cash = 11\n", encoding="utf-8")
    (tmp_path / "wrong.scenario.toml").write_text(POSITION.replace('["burger"]', '["burgre"]'), encoding="utf-8")
    result = run_pytest(tmp_path)
    assert "1 passed" in result.stdout and "2 failed" in result.stdout, result.stdout
    assert "expected 11, got 10" in result.stdout
    assert "did you mean burger" in result.stdout
    assert "Traceback" not in result.stdout and "scenario.py" not in result.stdout


def test_the_plugin_imports_nothing_of_the_engine() -> None:
    code = "import sys, fcm_core.testing.pytest_plugin; print([n for n in sys.modules if n.startswith('fcm_')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "['fcm_core', 'fcm_core.testing', 'fcm_core.testing.pytest_plugin']"


def test_the_engine_does_not_import_pytest() -> None:
    code = "import sys, fcm_core.assembly.compile, fcm_core.testing.conformance_run; print('pytest' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_positions_and_games(fcm_position: Callable[..., Any], fcm_game: Callable[..., Any]) -> None:
    scenario = fcm_position(POSITION)
    assert scenario.run().passed
    check_sale(scenario.game, scenario.events, "2", "p1", {"burger": 1}, 10)
    game = fcm_game(modules=["kimchi"], options={"base": {"edition": "deluxe"}}, players=3)
    assert "kimchi_master" in game.rules.cards and len(game.pending) == 3


def test_assert_sale_says_what_differs(fcm_position: Callable[..., Any]) -> None:
    scenario = fcm_position(POSITION)
    scenario.run()
    with pytest.raises(AssertionError, match=r"income: expected 20, got 10\n  offer of p1: .* distance 0"):
        check_sale(scenario.game, scenario.events, "2", "p1", income=20)
    with pytest.raises(AssertionError, match="chain: expected None, got 'p1'"):
        check_sale(scenario.game, scenario.events, "2", None)
    with pytest.raises(AssertionError, match="house 9 did not choose; those that did: 2"):
        check_sale(scenario.game, scenario.events, "9", "p1")
    with pytest.raises(AssertionError, match="no house at all"):
        check_sale(scenario.game, [Paid(Seat(0), 10, "tips")], "9", "p1")

"""Scenario files for tests: a small position, with what a test adds to it. Not a test file."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from fcm_core.basics.errors import Problems
from fcm_core.scenario import Failure, Result, run_file

# A road all around the middle, house 2 and house 10; nothing else.
TOWN = """
ruleset = "base"
phase = "{phase}"
round = 3
[board]
tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["S0", "R0", "Q0"]]
[players.p1]
{p1}
[[players.p1.restaurant]]
at = [3, 3]
entrance = "NW"
[players.p2]
{p2}
"""


def write(folder: Path, text: str, *, phase: str = "working", p1: str = "", p2: str = "") -> Path:
    """A scenario file in the town: players' keys, and tables that follow."""
    file = folder / "case.scenario.toml"
    file.write_text(TOWN.format(phase=phase, p1=dedent(p1), p2=dedent(p2)) + dedent(text), encoding="utf-8")
    return file


def run(folder: Path, text: str, *, phase: str = "working", p1: str = "", p2: str = "") -> Result:
    """Runs such a file."""
    return run_file(write(folder, text, phase=phase, p1=p1, p2=p2))


def holds(folder: Path, text: str, *, phase: str = "working", p1: str = "", p2: str = "") -> None:
    """Every expectation holds."""
    result = run(folder, text, phase=phase, p1=p1, p2=p2)
    assert result.passed, "\n".join(map(str, result.failures))


def failure(folder: Path, text: str, *, phase: str = "working", p1: str = "", p2: str = "") -> Failure:
    """The one expectation that does not hold."""
    (found,) = run(folder, text, phase=phase, p1=p1, p2=p2).failures
    return found


def wrong(folder: Path, text: str, *, phase: str = "working", p1: str = "", p2: str = "") -> dict[str, str]:
    """What is wrong with such a file, by key."""
    with pytest.raises(Problems) as caught:
        run(folder, text, phase=phase, p1=p1, p2=p2)
    return {problem.key: problem.message for problem in caught.value.problems}

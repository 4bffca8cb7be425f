"""The guide's examples and those of single hooks, as loose plugins out of the tree: their scenarios hold, and they conform."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.rules.plan import resolve
from fcm_core.scenario import run_file
from fcm_core.testing import check_modules, conformance

PLUGINS = Path(__file__).parent / "plugins"
EXAMPLES = ("breakfast_cooks", "jukebox", "town_life", "town_paper")


@pytest.mark.parametrize("file", sorted(PLUGINS.rglob("*.scenario.toml")), ids=lambda file: file.stem)
def test_scenarios(file: Path) -> None:
    result = run_file(file, [PLUGINS])
    assert result.passed, "\n".join(map(str, result.failures))


@pytest.mark.parametrize("module", EXAMPLES)
def test_conformance_with_each_other_and_with_shipped_modules(module: str) -> None:
    others = [*EXAMPLES, "kimchi", "noodles", "ketchup"]
    report = conformance(module, with_=others, rounds=3, combinations=1, modules_dirs=[PLUGINS])
    assert report.passed, "\n".join(map(str, report.faults))
    assert not report.excluded


def test_nothing_is_wrong_with_their_files() -> None:
    assert [str(problem) for problem in check_modules([PLUGINS]) if str(PLUGINS) in problem.file] == []


def test_the_tie_breaker_goes_between_the_core_and_the_waitresses() -> None:
    rules = compile_rules(resolve("asian-fusion", with_=["jukebox"], modules_dirs=[PLUGINS]))
    assert [key.name for key in rules.ranking_keys] == [
        "add_ons",
        "substitution",
        "price_and_distance",
        "disc_jockeys",
        "waitresses",
        "turn_order",
    ]

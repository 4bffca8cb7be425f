"""Every scenario file of the repository holds: the base game's here, each module's in its own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.scenario import run_file

ROOT = Path(__file__).parent.parent
FILES = sorted([*(ROOT / "tests" / "scenarios").rglob("*.scenario.toml"), *(ROOT / "modules").rglob("*.scenario.toml")])


def test_there_are_scenarios() -> None:
    assert len(FILES) > 150


@pytest.mark.parametrize("file", FILES, ids=[file.name.removesuffix(".scenario.toml") for file in FILES])
def test_scenario(file: Path) -> None:
    result = run_file(file)
    assert result.passed, "\n".join(map(str, result.failures))

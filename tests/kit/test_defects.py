"""The conformance run finds every fault that was put into a module on purpose, and names the module and its part."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from fcm_core.testing import conformance, reproduce

HOME = Path(__file__).parent / "defects"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HOME / "expected.toml").read_text(encoding="utf-8"))
QUICK = [name for name, expected in EXPECTED.items() if not expected.get("long")]


def test_there_are_many_and_each_is_described() -> None:
    assert sorted(EXPECTED) == sorted(folder.name for folder in HOME.iterdir() if (folder / "module.toml").is_file())
    assert len(EXPECTED) >= 40


def found(name: str, replays: Path, **how: Any) -> None:
    expected = EXPECTED[name]
    report = conformance(str(HOME / name), replays=replays, **how)
    assert report.faults, f"{name}: nothing was found"
    fault = report.faults[0]
    assert (fault.module, fault.hook) == (name, expected["part"]), str(fault)
    assert expected["message"] in fault.message, str(fault)
    assert fault.combination == name or fault.combination.startswith(f"{name} {{")
    if fault.replay:
        assert reproduce(fault.replay, [HOME / name]), f"{name}: the replay does not fail: {fault}"


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_found_and_blamed_on_the_right_part(name: str, tmp_path: Path) -> None:
    found(name, tmp_path, with_=[])


@pytest.mark.long
@pytest.mark.parametrize("name", EXPECTED)
def test_the_run_with_all_other_modules_finds_it_too(name: str, tmp_path: Path) -> None:
    found(name, tmp_path, jobs=2)

"""The reasons behind prices, salaries, distances and choices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fcm_modules.ketchup as ketchup
import fcm_modules.kimchi as kimchi
from fcm_core.errors import InputError
from fcm_core.explain import explain_distance, explain_house, explain_price, explain_salaries, load, seat_of

KIMCHI = Path(kimchi.__file__).parent / "scenarios" / "pri-garden-1.scenario.toml"
KETCHUP = Path(ketchup.__file__).parent / "scenarios" / "ket-07a.scenario.toml"


def test_a_price_is_the_sum_of_its_parts() -> None:
    found = explain_price(load(KIMCHI), 0)
    assert found["total"] == 8 == sum(amount for amount, _ in found["parts"])
    assert found["parts"][1] == [-1, "1 x Pricing Manager"]


def test_a_house_weighs_all_candidates() -> None:
    found = explain_house(load(KIMCHI), "1")
    assert found["wants"] == {"burger": 2}
    assert (found["chain"], found["decided_by"]) == ("p2", "substitution")
    assert [offer["chain"] for offer in found["candidates"]] == ["p2", "p1"]
    assert found["candidates"][0]["keys"]["add_ons"] == -1
    assert found["candidates"][0]["multiplier"] == 2


def test_a_distance_names_what_shortens_it() -> None:
    found = explain_distance(load(KETCHUP), "2", 0)
    assert found["total"] == 0
    assert found["parts"] == [[1, "tile borders"], [-1, "Someone sells your demand"]]


def test_salaries() -> None:
    game = load(Path(kimchi.__file__).parent / "scenarios" / "kim-01-salary.scenario.toml")
    assert explain_salaries(game, 0) == {"chain": "p1", "total": 5, "parts": [[5, "1 x Kimchi Master"]]}


def test_unknown_names_are_refused() -> None:
    game = load(KIMCHI)
    with pytest.raises(InputError, match="no house 99"):
        explain_house(game, "99")
    with pytest.raises(InputError, match="there are p1, p2"):
        seat_of(game, "p3")


def test_the_command() -> None:
    command = [sys.executable, "-m", "fcm_cli.main", "explain", str(KIMCHI), "--house", "1"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "unit price of p1: 8 = 10 base price - 1 1 x Pricing Manager - 1 First to lower prices" in found
    assert "house 1 wants 2 burger: p2 (decided by substitution)" in found

"""The order into which every shipped ruleset's parts fall. A change here changes saved games: raise the module's `rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.records.saves import compiled_order
from fcm_core.rules.plan import resolve, shipped_rulesets

SNAPSHOTS = Path(__file__).parent / "orders.json"
# To take the snapshots anew: python tests/kit/test_compiled_order.py


def orders() -> dict[str, dict[str, list[str]]]:
    return {name: compiled_order(compile_rules(resolve(name))) for name in shipped_rulesets()}


def test_every_ruleset_has_a_snapshot() -> None:
    assert set(json.loads(SNAPSHOTS.read_text(encoding="utf-8"))) == set(shipped_rulesets())


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_the_order_is_the_one_of_the_snapshot(ruleset: str) -> None:
    known = json.loads(SNAPSHOTS.read_text(encoding="utf-8"))
    assert compiled_order(compile_rules(resolve(ruleset))) == known.get(ruleset)


def test_the_ranking_of_asian_fusion_is_the_table_of_the_rulebook() -> None:
    order = orders()["asian-fusion"]
    assert order["add_ons"] == ["kimchi"]
    assert order["substitutions"] == ["sushi", "asked_goods", "noodles"]
    assert order["ranking"] == ["add_ons", "substitution", "price_and_distance", "waitresses", "turn_order"]
    assert order["round"][-2:] == ["cleanup.make_goods", "cleanup.end"]


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_the_editions_differ_in_the_order_of_setup(ruleset: str) -> None:
    """R-12a. The deluxe order is part of all deluxe saves."""
    deluxe = compiled_order(compile_rules(resolve(ruleset, options={"base": {"edition": "deluxe"}})))
    classic = orders()[ruleset]
    assert deluxe["setup"] == ["reserve", "first_restaurants"]
    assert classic["setup"] == ["first_restaurants", "reserve"]
    assert {**deluxe, "setup": classic["setup"]} == classic


if __name__ == "__main__":
    SNAPSHOTS.write_text(json.dumps(orders(), indent=1) + "\n", encoding="utf-8")

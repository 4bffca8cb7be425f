"""A failed expectation tells how the number in question came about."""

from __future__ import annotations

from pathlib import Path

from fcm_core.scenario import run_file

POSITION = """
title = "Everything expected here is wrong"
ruleset = "base"
phase = "working"
round = 3
[board]
tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]
[[house]]
number = 2
demand = ["burger"]
[[house]]
number = 10
demand = ["pizza"]
[players.p1]
work = ["pricing_manager", "burger_cook"]
beach = ["recruiting_manager", "coach"]
[[players.p1.restaurant]]
at = [3, 3]
entrance = "NW"
[players.p2]
stock = { burger = 1 }
cash = 40
[[players.p2.restaurant]]
at = [3, 5]
entrance = "NW"
[[campaign]]
number = 4
side = "W"
line = 3
owner = "p1"
good = "beer"
[game]
bank = 5
[[step]]
player = "p1"
action = "produce"
card = "burger_cook"
[[step]]
run = "cleanup"
[expect]
bank = 1
price = { p1 = 1, p2 = 1 }
[expect.players.p1]
cash = 1
paid = 1
stock = { burger = 1 }
[expect.house.2]
demand = []
eats_at = "p2"
[expect.house.10]
eats_at = "p2"
[[expect.sale]]
house = 2
income = 1
"""
MEAL = "house 2: offers p1 8 + 0 = 8, p2 10 + 1 = 11, decided by price_and_distance; p1 earns 8 (1 x 8 = 8)"


def test_every_number_has_its_trace(tmp_path: Path) -> None:
    file = tmp_path / "wrong.scenario.toml"
    # The bank breaks without reserves: the game goes to its end there, so p1 keeps what it earned.
    file.write_text(POSITION.replace("bank = 5", "bank = 50"), encoding="utf-8")
    told = {failure.where: failure.trace for failure in run_file(file).failures}
    assert told == {
        "expect.bank": "-8 p1, house 2; +5 p1, salaries",
        "expect.price.p1": "10 base price; -1 First to lower prices",
        "expect.price.p2": "10 base price",
        "expect.players.p1.cash": "+8 house 2; -5 salaries",
        "expect.players.p1.paid": "+5 1 x Burger Cook: due 5, paid 5",
        "expect.players.p1.stock.burger": "+3 burger_cook; -1 house 2; -2 thrown away",
        "expect.sale[0]": MEAL,
        "expect.house.2.demand": f"{MEAL}; campaign 4: 1 beer",
        "expect.house.2.eats_at": MEAL,
        "expect.house.10.eats_at": "house 10 stays at home: lacks 1 pizza (p1 and p2)",
    }


def test_breaks_are_part_of_the_banks_trace(tmp_path: Path) -> None:
    file = tmp_path / "wrong.scenario.toml"
    file.write_text(POSITION, encoding="utf-8")
    told = {failure.where: failure.trace for failure in run_file(file).failures}
    assert told["expect.bank"] == "-8 p1, house 2; break 1, then -3; break 2, then -3"

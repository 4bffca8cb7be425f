"""Why a seller sold coffee or did not, on positions from played games and on small ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fcm_modules.coffee as coffee
from fcm_core.basics.vocabulary import GoodId, HouseId
from fcm_core.records.explain import explain_house
from fcm_core.scenario import Scenario
from fcm_core.scenario.loading import load

COFFEE = GoodId("coffee")

SCENARIOS = Path(coffee.__file__).parent / "scenarios"
POSITIONS = json.loads((Path(__file__).parent / "coffee_positions.json").read_text())["cases"]
# Apartments are printed on their tiles, and drawings have none.
SOLD = [
    case
    for case in POSITIONS
    if case["kind"] == "sale"
    and any(each["number"] == case["house"] and len(each["squares"]) == 4 for each in case["houses"])
]


def north_west(squares: list[list[int]]) -> list[int]:
    return [min(row for row, _ in squares), min(column for _, column in squares)]


def side_of(house: list[list[int]], garden: list[list[int]]) -> str:
    (top, left), (row, column) = north_west(house), north_west(garden)
    return {(-1, 0): "N", (2, 0): "S", (0, -1): "W", (0, 2): "E"}[row - top, column - left]


def written(case: dict[str, Any]) -> str:
    """A position as a scenario file; only the house that eats is there, as house 1."""
    roads = {"#": "#", "!": "#", "+": "+", "~": "~"}
    drawing = "\n".join("".join(roads.get(char, ".") for char in line) for line in case["map"])
    house = next(each for each in case["houses"] if each["number"] == case["house"])
    lines = [
        'ruleset = "base"',
        'modules = ["coffee", "lobbyists"]',
        'phase = "dinnertime"',
        "round = 5",
        f'[board]\nmap = """\n{drawing}\n"""',
        f'[[house]]\nnumber = 1\nat = {north_west(house["squares"])}\ndemand = ["burger"]',
    ]
    if house["garden"]:
        lines.append(f'garden = "{side_of(house["squares"], house["garden"])}"')
    chains = sorted({each["owner"] for each in (*case["restaurants"], *case["coffee_shops"])} | {"c0", "c1"})
    for chain in chains:
        stock = [f"burger = {int(chain == case['eats_at'])}", f"coffee = {case['coffee'].get(chain, 0)}"]
        lines.append(f"[players.{chain}]\nstock = {{ {', '.join(stock)} }}")
        if chain in case["drive_in"]:
            lines.append('work = ["local_manager"]')
        for each in case["restaurants"]:
            if each["owner"] == chain:
                (top, left), (row, column) = north_west(each["squares"]), each["entrances"][0]
                corner = ("N" if row == top else "S") + ("W" if column == left else "E")
                lines.append(
                    f'[[players.{chain}.restaurant]]\nat = {[top, left]}\nentrance = "{corner}"\n'
                    f"open = {str(each['open']).lower()}"
                )
    for each in case["coffee_shops"]:
        lines.append(f'[[piece]]\nkind = "coffee_shop"\nowner = "{each["owner"]}"\nat = {each["square"]}')
    lines += [f'[[piece]]\nkind = "roadwork"\nat = {square}' for square in case["roadworks"]]
    lines += ["[game]\nbank = 500", '[[step]]\nrun = "dinnertime"', "[expect]"]
    return "\n".join(lines)


@pytest.mark.parametrize("case", SOLD, ids=[case["id"] for case in SOLD])
def test_what_is_told_is_what_was_sold(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "position.scenario.toml"
    file.write_text(written(case))
    scenario = Scenario(file)
    game = scenario.game
    found = explain_house(game, HouseId("1"))
    assert found["chain"] == case["eats_at"]
    (told,) = found["besides"]
    assert told["title"] == "coffee"
    assert told["distance"] == case["distance"]
    assert told["sold"] == {chain: amount for chain, amount in case["sold"].items() if amount}
    times = found["candidates"][0]["multiplier"]
    assert told["income"] == {chain: 10 * times * amount for chain, amount in told["sold"].items()}
    if "sold_at" in case:
        # Restaurants are named by an entrance in these positions, shops by their square.
        sells = [each for each in told["sellers"] if each["sells"]]
        assert len(sells) == len(case["sold_at"])
        shops = [each["square"] for each in case["coffee_shops"]]
        assert sorted(each["at"] for each in sells if each["what"] == "coffee shop") == sorted(
            each["square"] for each in case["sold_at"] if each["square"] in shops
        )
    before = {player.id: player.stock.get(COFFEE, 0) for player in game.state.players}
    assert scenario.run().passed
    after = {player.id: player.stock.get(COFFEE, 0) for player in scenario.game.state.players}
    assert {chain: before[chain] - after[chain] for chain in before if before[chain] != after[chain]} == told["sold"]


def told_of(name: str) -> dict[str, Any]:
    (told,) = explain_house(load(SCENARIOS / f"{name}.scenario.toml"), HouseId("1"))["besides"]
    return dict(told)


def why(told: dict[str, Any]) -> dict[tuple[str, int, int], str]:
    return {(each["chain"], *each["at"]): each["why"] for each in told["sellers"]}


def test_two_tied_routes_share_one_shop() -> None:
    told = told_of("cof-19b")
    assert len(told["routes"]) == 2
    assert [route["passes"] for route in told["routes"]] == [
        ["p2's coffee shop at 8,11", "p2's coffee shop at 11,13"],
        ["p2's coffee shop at 11,8", "p2's coffee shop at 11,13"],
    ]
    assert told["shared_squares"] == [[12, 12]]
    assert why(told) == {
        ("p1", 8, 8): "the house eats there: where it eats it buys no coffee",
        ("p2", 8, 11): "on 1 of 2 tied routes only: the house cannot decide",
        ("p2", 11, 8): "on 1 of 2 tied routes only: the house cannot decide",
        ("p2", 11, 13): "on every tied route",
    }
    assert "p2 sells 1 coffee for $20" in told["lines"]


def test_the_route_that_sells_more_leaves_the_other_one_out() -> None:
    told = told_of("cof-22")
    assert len(told["routes"]) == 1
    assert why(told)["p2", 8, 11] == "only beside routes of this distance that sell fewer coffees"
    assert why(told)["p3", 11, 8] == "on the route"
    assert told["sold"] == {"p2": 1, "p3": 1}


def test_one_coffee_for_two_sellers() -> None:
    told = told_of("cof-20a")
    assert (
        why(told)["p2", 8, 10] == why(told)["p2", 11, 13] == "on the route; its chain has 1 coffee for 2 sellers there"
    )
    assert told["sold"] == {"p2": 1}


def test_a_chain_without_coffee() -> None:
    told = told_of("cof-26")
    assert why(told)["p2", 11, 13] == "its chain has no coffee in stock"
    assert told["lines"][-1] == "no coffee is sold"


def test_shops_off_the_way_and_restaurants_not_open_yet(tmp_path: Path) -> None:
    file = tmp_path / "off.scenario.toml"
    text = (SCENARIOS / "cof-14.scenario.toml").read_text()
    file.write_text(
        text.replace(
            "[[piece]]", '[[players.p2.restaurant]]\nat = [0, 8]\nentrance = "SW"\nopen = false\n\n[[piece]]', 1
        )
        + '\n[[piece]]\nkind = "coffee_shop"\nowner = "p2"\nat = [1, 1]\n'
    )
    (told,) = explain_house(load(file), HouseId("1"))["besides"]
    assert why(told)["p2", 1, 1] == "beside no route of this distance"
    assert why(told)["p2", 0, 8] == "not open yet"
    assert why(told)["p2", 11, 13] == "on the route"


def test_a_house_that_stays_at_home_buys_no_coffee(tmp_path: Path) -> None:
    file = tmp_path / "home.scenario.toml"
    file.write_text((SCENARIOS / "cof-14.scenario.toml").read_text().replace("stock = { burger = 1 }", ""))
    assert explain_house(load(file), HouseId("1"))["besides"] == []

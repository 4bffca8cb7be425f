"""The way to dinner with coffee, on positions from played games and against a plain walk over every route."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fcm_core.geometry.grid import Grid
from fcm_core.geometry.ground import Ground
from fcm_modules.coffee.route import Seller, find_way

POSITIONS = json.loads((Path(__file__).parent / "coffee_positions.json").read_text())["cases"]


def ground_of(case: dict[str, Any]) -> Ground:
    roads = {"#": "#", "!": "#", "+": "+", "~": "~"}
    lines = ["".join(roads.get(char, ".") for char in line) for line in case["map"]]
    ground = Ground.from_drawing(Grid(len(lines) // 5, len(lines[0]) // 5), lines)
    return ground.with_costs({ground.grid.index(tuple(square)): 1 for square in case["roadworks"]})


def mask_of(ground: Ground, squares: Iterable[list[int]]) -> int:
    return sum(1 << ground.grid.index((row, column)) for row, column in squares)


@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_what_the_house_bought_on_its_way(case: dict[str, Any]) -> None:
    ground = ground_of(case)
    chains = sorted({each["owner"] for each in (*case["restaurants"], *case["coffee_shops"])})
    sellers: list[Seller] = []
    ends: list[tuple[int, int | None]] = []
    for each in case["restaurants"]:
        if each["open"]:
            doors = mask_of(ground, each["entrances"])
            if each["owner"] == case["eats_at"]:
                ends.append((doors, len(sellers)))
            sellers.append(Seller(chains.index(each["owner"]), doors))
    sellers.extend(
        Seller(chains.index(each["owner"]), mask_of(ground, [each["square"]])) for each in case["coffee_shops"]
    )
    house = next(each for each in case["houses"] if each["number"] == case["house"])
    coffee = {chains.index(chain): amount for chain, amount in case["coffee"].items() if chain in chains}
    way = find_way(ground, mask_of(ground, house["squares"] + house["garden"]), ends, sellers, coffee)
    assert way is not None
    assert way.distance == case["distance"]
    expected = {chain: amount for chain, amount in case.get("sold", {}).items() if amount}
    assert {chains[chain]: amount for chain, amount in way.sold.items()} == expected


# --- a plain walk ---------------------------------------------------------------------------------------------------------


def plain_sets(
    lines: list[str], start: tuple[int, int], end: tuple[int, int], shops: list[tuple[int, int]]
) -> tuple[int, set[frozenset[int]]] | None:
    """The shortest distance and the sets of shops passed by every route of it, walked step by step."""

    def road(square: tuple[int, int]) -> bool:
        return 0 <= square[0] < len(lines) and 0 <= square[1] < len(lines[0]) and lines[square[0]][square[1]] == "#"

    def around(square: tuple[int, int]) -> list[tuple[int, int]]:
        return [(square[0] + down, square[1] + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))]

    def border(first: tuple[int, int], second: tuple[int, int]) -> int:
        return int((first[0] // 5, first[1] // 5) != (second[0] // 5, second[1] // 5))

    def passed(square: tuple[int, int]) -> frozenset[int]:
        return frozenset(index for index, shop in enumerate(shops) if shop in around(square))

    found: dict[int, set[frozenset[int]]] = {}
    seen = set()
    todo = [(road_, start, border(start, road_), passed(road_)) for road_ in around(start) if road(road_)]
    while todo:
        state = todo.pop()
        square, came, cost, got = state
        if state in seen or cost > 3:
            continue
        seen.add(state)
        if end in around(square):
            found.setdefault(cost + border(square, end), set()).add(got)
        for other in around(square):
            if road(other) and other != came:
                todo.append((other, square, cost + border(square, other), got | passed(other)))
    return (min(found), found[min(found)]) if found else None


tile = st.lists(st.text("##..#", min_size=5, max_size=5), min_size=5, max_size=5)


@given(tile, tile, st.data())
@settings(max_examples=120, deadline=None)
def test_the_search_agrees_with_a_plain_walk(left: list[str], right: list[str], data: st.DataObject) -> None:
    lines = [a + b for a, b in zip(left, right, strict=True)]
    empty = [(row, column) for row in range(5) for column in range(10) if lines[row][column] == "."]
    if len(empty) < 5:
        return
    start, end, *shops = data.draw(st.lists(st.sampled_from(empty), min_size=3, max_size=5, unique=True))
    owners = [data.draw(st.integers(0, 1)) for _ in shops]
    coffee = {chain: data.draw(st.integers(1, 2)) for chain in (0, 1)}
    plain = plain_sets(lines, start, end, shops)
    ground = Ground.from_drawing(Grid(1, 2), lines)

    def bit(square: tuple[int, int]) -> int:
        return 1 << ground.grid.index(square)

    sellers = [Seller(owner, bit(shop)) for owner, shop in zip(owners, shops, strict=True)]
    way = find_way(ground, bit(start), [(bit(end), None)], sellers, coffee)
    if plain is None or plain[0] > 3:
        assert way is None or way.distance > 3
        return
    assert way is not None
    distance, sets = plain

    def sales(got: frozenset[int]) -> int:
        return sum(min(coffee[chain], sum(owners[index] == chain for index in got)) for chain in (0, 1))

    most = max(map(sales, sets))
    best = [got for got in sets if sales(got) == most]
    assert way.distance == distance
    assert set(way.best) == set(best)
    assert way.shared == frozenset.intersection(*best)

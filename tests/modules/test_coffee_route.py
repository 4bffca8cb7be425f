"""The way to dinner with coffee, on positions from played games and against a plain walk over every route."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fcm_core.map.grid import Grid
from fcm_core.map.ground import Ground
from fcm_modules.coffee.route import Seller, Way, find_way, trace_way

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


# --- every walk, step by step -----------------------------------------------------------------------------------------------
#
# Nothing here is shared with the search: squares are pairs, a walk is a tuple of what happened so far, and nothing is left
# out because something else looks better.

Square = tuple[int, int]
LIMIT = 3  # tile borders and markers; longer ways are not walked


@define
class Town:
    """A drawing with its markers, one house square, the shops (chain, square) and the doors of the chosen chain."""

    lines: list[str]
    markers: set[Square]
    house: Square
    shops: list[tuple[int, Square]]
    doors: list[int]  # places in `shops` that are restaurants of the chosen chain
    coffee: dict[int, int]

    def char(self, square: Square) -> str:
        row, column = square
        return self.lines[row][column] if 0 <= row < len(self.lines) and 0 <= column < len(self.lines[0]) else " "


def around(square: Square) -> list[Square]:
    return [(square[0] + down, square[1] + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))]


def borders(first: Square, second: Square) -> int:
    return int((first[0] // 5, first[1] // 5) != (second[0] // 5, second[1] // 5))


def straight(town: Town, came: Square, square: Square, to: Square) -> bool:
    """A bridge is left on the side across from where it was entered."""
    return town.char(square) != "+" or (square[0] - came[0], square[1] - came[1]) == (
        to[0] - square[0],
        to[1] - square[1],
    )


def walk_all(town: Town, closed: Square | None = None) -> dict[int, set[frozenset[int]]]:
    """Distance -> the sets of shops that walks of this distance pass."""

    def passed(square: Square) -> frozenset[int]:
        return frozenset(
            place
            for place, (chain, shop) in enumerate(town.shops)
            if shop in around(square) and town.coffee.get(chain, 0)
        )

    found: dict[int, set[frozenset[int]]] = {}
    seen = set()
    todo = [
        (road, town.house, borders(town.house, road) + (road in town.markers), passed(road))
        for road in around(town.house)
        if town.char(road) in "#+" and road != closed
    ]
    while todo:
        state = todo.pop()
        square, came, cost, got = state
        if state in seen or cost > LIMIT:
            continue
        seen.add(state)
        for other in around(square):
            if not straight(town, came, square, other):
                continue
            for place in town.doors:
                if town.shops[place][1] == other:
                    found.setdefault(cost + borders(square, other), set()).add(got - {place})
            if town.char(other) in "#+" and other not in (came, closed):
                further = cost + borders(square, other) + (other in town.markers)
                todo.append((other, square, further, got | passed(other)))
    return {distance: sets for distance, sets in found.items() if distance <= LIMIT}


def sales(town: Town, got: frozenset[int]) -> dict[int, int]:
    counted = {chain: sum(town.shops[place][0] == chain for place in got) for chain in town.coffee}
    return {chain: min(count, town.coffee[chain]) for chain, count in counted.items() if count and town.coffee[chain]}


def best_of(town: Town, sets: set[frozenset[int]]) -> set[frozenset[int]]:
    """Who can pass more on the same way does; then the most coffees count."""
    full = [got for got in sets if not any(got < other for other in sets)]
    most = max(sum(sales(town, got).values()) for got in full)
    return {got for got in full if sum(sales(town, got).values()) == most}


def searched(town: Town) -> tuple[Ground, tuple[Any, ...]]:
    grid = Grid(len(town.lines) // 5, len(town.lines[0]) // 5)
    ground = Ground.from_drawing(grid, town.lines).with_costs({grid.index(square): 1 for square in town.markers})
    sellers = [Seller(chain, 1 << grid.index(square)) for chain, square in town.shops]
    ends = [(sellers[place].squares, place) for place in town.doors]
    return ground, (ground, 1 << grid.index(town.house), ends, sellers, town.coffee)


tiles = st.lists(st.text("###..+", min_size=5, max_size=5), min_size=5, max_size=5)


@st.composite
def towns(draw: st.DrawFn, tall: bool = True) -> Town:
    lines = [a + b for a, b in zip(*draw(st.tuples(tiles, tiles)), strict=True)]
    if tall and draw(st.booleans()):
        lines += [a + b for a, b in zip(*draw(st.tuples(tiles, tiles)), strict=True)]
    everywhere = [(row, column) for row in range(len(lines)) for column in range(10)]
    roads = [square for square in everywhere if lines[square[0]][square[1]] == "#"]
    markers = set(draw(st.lists(st.sampled_from(roads), max_size=4))) if roads else set()
    town = Town(lines, markers, (0, 0), [], [], {chain: draw(st.integers(0, 3)) for chain in range(3)})
    beside = [
        square
        for square in everywhere
        if town.char(square) == "." and any(town.char(other) in "#+" for other in around(square))
    ]
    assume(len(beside) >= 4)
    places = draw(st.lists(st.sampled_from(beside), min_size=4, max_size=8, unique=True))
    town.house, *shops = places
    town.shops = [(0, shops[0]), *((draw(st.integers(0, 2)), square) for square in shops[1:])]
    town.doors = [0] + [1] * (town.shops[1][0] == 0 and draw(st.booleans()))
    return town


@st.composite
def crossings(draw: st.DrawFn) -> Town:
    """Four tiles with crossroads and a few squares more, the house in the north-west, a door in the south-east: two ways."""
    extra = st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6)
    roads = {(row, column) for row in range(10) for column in range(10) if row % 5 == 2 or column % 5 == 2} | draw(
        extra
    )
    lines = ["".join("#" if (row, column) in roads else "." for column in range(10)) for row in range(10)]
    beside = [
        (row, column)
        for row in range(10)
        for column in range(10)
        if (row, column) not in roads and roads & set(around((row, column)))
    ]

    def inside(row: int, column: int) -> st.SearchStrategy[Square]:
        return st.sampled_from([each for each in beside if (each[0] // 5, each[1] // 5) == (row, column)])

    house, door = draw(inside(0, 0)), draw(inside(1, 1))
    shops = [draw(inside(*tile)) for tile in ((0, 1), (1, 0))]
    shops += draw(st.lists(st.sampled_from(beside), max_size=3, unique=True))
    others = [(draw(st.integers(0, 2)), shop) for shop in dict.fromkeys(shops) if shop not in (house, door)]
    coffee = {chain: draw(st.integers(1, 2)) for chain in range(3)}
    markers = {square for square in draw(extra) if square in roads}
    return Town(lines, markers, house, [(0, door), *others], [0], coffee)


@given(st.one_of(towns(), crossings()))
@settings(max_examples=200, deadline=None)
def test_the_search_agrees_with_walking_every_route(town: Town) -> None:
    walks = walk_all(town)
    way = find_way(*searched(town)[1])
    if not walks:
        assert way is None or way.distance > LIMIT
        return
    assert way is not None
    assert way.distance == min(walks)
    best = best_of(town, walks[way.distance])
    assert set(way.best) == best
    assert way.shared == frozenset.intersection(*best)
    assert way.sold == sales(town, way.shared)


@given(st.one_of(towns(tall=False), crossings()))
@settings(max_examples=40, deadline=None)
def test_the_routes_told_are_routes_and_their_common_squares_cannot_be_avoided(town: Town) -> None:
    walks = walk_all(town)
    assume(walks)
    ground, handed = searched(town)
    tied = trace_way(*handed)
    assert tied is not None
    assert tied.way == find_way(*handed)
    for got, drive in zip(tied.way.best, tied.drives, strict=True):
        path = [ground.grid.square(square) for square in drive]
        cost, seen = 0, set()
        before: list[Square] = [town.house, *path]
        for index, square in enumerate(path):
            assert square in around(before[index])
            assert town.char(square) in "#+"
            cost += borders(before[index], square) + (square in town.markers)
            if index:
                assert square != before[index - 1]
                assert straight(town, before[index - 1], before[index], square)
            seen |= {place for place, (chain, shop) in enumerate(town.shops) if shop in around(square)}
        last = [
            place
            for place in town.doors
            if town.shops[place][1] in around(path[-1])
            and cost + borders(path[-1], town.shops[place][1]) == tied.way.distance
            and straight(town, before[-2], path[-1], town.shops[place][1])
        ]
        with_coffee = {place for place in seen if town.coffee.get(town.shops[place][0], 0)}
        assert any(with_coffee - {place} == got for place in last)
    best = best_of(town, walks[tied.way.distance])
    # What the first route leaves out can be avoided; each of its squares is closed in turn.
    driven = {ground.grid.square(square) for square in tied.drives[0]}
    needed = {square for square in driven if not best & walk_all(town, closed=square).get(tied.way.distance, set())}
    assert {ground.grid.square(square) for square in tied.squares} == needed
    assert tied.passed == frozenset.union(*walks[tied.way.distance])


# --- single cases ---------------------------------------------------------------------------------------------------------------


def way_of(drawing: str, coffee: dict[int, int], markers: Iterable[Square] = ()) -> Way:
    """H the house, D the chosen chain's door, a b c shops of chains 0, 1, 2."""
    lines = drawing.split()
    shops = [(-1, (row, line.index("D"))) for row, line in enumerate(lines) if "D" in line]
    shops += [
        ("abc".index(char), (row, column))
        for row, line in enumerate(lines)
        for column, char in enumerate(line)
        if char in "abc"
    ]
    house = next((row, line.index("H")) for row, line in enumerate(lines) if "H" in line)
    plain = ["".join(char if char in "#+" else "." for char in line) for line in lines]
    way = find_way(*searched(Town(plain, set(markers), house, shops, [0], coffee))[1])
    assert way is not None
    return way


def test_it_never_turns_back_on_the_spot() -> None:
    # Who drives into the stub cannot come out again.
    assert way_of("..a.. ..#.. ..#.. H###D .....", {0: 1}).sold == {}


def test_a_ring_at_the_end_of_the_stub_turns_it_round() -> None:
    assert way_of(".###a .#.#. .###. ..#.. H###D", {0: 1}).sold == {0: 1}


def test_one_coffee_for_two_shops_of_a_roundabout_is_sold() -> None:
    # Either half of the ring leads on, but the house goes all round: both shops are on its way, which is no tie.
    way = way_of("..a.. .###. H#.#D .###. ..a..", {0: 1})
    assert way.sold == {0: 1}
    assert way.best == (frozenset({1, 2}),)


def test_markers_end_the_going_round() -> None:
    drawing = "..a.. .###. H#.#D .###. ..b.."
    assert way_of(drawing, {0: 1, 1: 1}).sold == {0: 1, 1: 1}
    way = way_of(drawing, {0: 1, 1: 1}, markers=[(1, 2)])
    assert (way.distance, way.sold) == (0, {1: 1})
    way = way_of(drawing, {0: 1, 1: 1}, markers=[(1, 2), (3, 2)])
    assert (way.distance, way.sold) == (1, {})


def test_another_restaurant_of_the_chain_sells_where_it_is_farther_away() -> None:
    # Both doors touch the same road square; the second lies across the border and is no destination at this distance.
    lines = [".....".ljust(10, ".")] * 5
    lines[1] = "...##....."
    way = find_way(*searched(Town(lines, set(), (0, 3), [(0, (0, 4)), (0, (1, 5))], [0, 1], {0: 1}))[1])
    assert way is not None
    assert (way.distance, way.sold) == (0, {0: 1})

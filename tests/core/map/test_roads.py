"""Distances and routes on the board, against worked positions and against a search that is obviously right."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fcm_core.map.grid import Grid, bits
from fcm_core.map.ground import Ground, rotate
from fcm_core.map.routes import air_routes, road_routes
from fcm_core.map.shapes import anchors, anchors_touching, flood, rect

# The nine tiles A L N / F O T / L R Q, upright.
BOARD_A = [
    "..#....#....#..",
    "..#....#...B#..",
    "###############",
    "HH#.....L......",
    "HH#............",
    "HH#...B#....#..",
    "HH#....#...L#..",
    "###############",
    ".......#....#..",
    ".......#....#..",
    "..#....#....#..",
    "..#...S#....#..",
    "###############",
    "...L...#...S...",
    ".......#.......",
]


def drawn(lines: list[str]) -> Ground:
    return Ground.from_drawing(Grid(len(lines) // 5, len(lines[0]) // 5), lines, {"H": "house", "A": "apartment"})


def house_distance(
    ground: Ground, row: int, column: int, door: tuple[int, int], height: int = 2, width: int = 2
) -> int | None:
    grid = ground.grid
    mask = rect(grid, grid.index((row, column)), height, width)
    return ground.distance(ground.access(mask), ground.access(1 << grid.index(door)))


RESTAURANTS = {"R0": (3, 3), "R1": (3, 5), "R2": (8, 8), "R3": (5, 3), "R4": (8, 3), "R5": (13, 13)}
# House 2, house 10, house 1 with its garden at (3, 8), house 3 at (8, 8), house 1 at (13, 13) with a garden west.
PLACES = ((3, 0, 2, 2), (5, 0, 2, 2), (8, 3, 3, 2), (8, 8, 3, 2), (13, 12, 2, 3))
DISTANCES = {
    "R0": (0, 1, 1, 2, 4),
    "R1": (1, 2, 2, 3, 5),
    "R2": (2, 1, 1, 0, 2),
    "R3": (1, 0, 0, 1, 3),
    "R4": (1, 0, 0, 1, 3),
    "R5": (4, 3, 2, 1, 0),
}


@pytest.mark.parametrize("name", RESTAURANTS)
def test_the_distance_table_of_the_worked_board(name: str) -> None:
    ground = drawn(BOARD_A)
    found = tuple(
        house_distance(ground, row, column, RESTAURANTS[name], height, width) for row, column, height, width in PLACES
    )
    assert found == DISTANCES[name]


def test_a_bridge_lets_two_roads_pass_each_other() -> None:
    """R-03: a house at the west road reaches the east end, never the north or south one."""
    ground = drawn(["..#..", "..#..", "##+##", "..#..", "..#.."])
    west, east, north = (ground.access(1 << ground.grid.index(square)) for square in ((1, 0), (3, 4), (0, 1)))
    assert ground.distance(west, east) == 0
    assert ground.distance(west, north) is None


def test_two_roads_of_one_tile_that_do_not_touch() -> None:
    ground = drawn(["..###", "....#", "#...#", "#....", "###.."])
    first, second = (ground.access(1 << ground.grid.index(square)) for square in ((1, 3), (3, 1)))
    assert ground.distance(first, second) is None


def test_an_entrance_beside_a_road_of_another_tile_counts_the_border() -> None:
    """R-05."""
    ground = drawn([".....#####", ".....#....", ".....#....", ".....#....", ".....#...."])
    grid = ground.grid
    house = ground.access(1 << grid.index((1, 6)))
    assert ground.distance(house, ground.access(1 << grid.index((2, 4)))) == 1
    assert ground.distance(house, ground.access(1 << grid.index((2, 6)))) == 0


def test_a_house_across_a_border_takes_the_better_side() -> None:
    """R-06, R-07: the house lies on both tiles and starts on either without a step."""
    ground = drawn(["....#.....", "....#.....", "....#.....", "..........", "##########"])
    mask = rect(ground.grid, ground.grid.index((2, 4)), 2, 2) & ~ground.roads
    assert ground.distance(ground.access(mask), ground.access(1 << ground.grid.index((3, 1)))) == 0


def test_quarter_turns_go_clockwise() -> None:
    """The house of tile A moves from the south-west to the north-west corner, the beer of tile O to the east edge."""
    assert rotate(["..#..", "..#..", "#####", "HH#..", "HH#.."], 1)[:2] == ["HH#..", "HH#.."]
    turned = rotate([".B#..", "..#..", "#####", "..#..", "..#.."], 1)
    assert turned[1][4] == "B"
    assert rotate(rotate([".B#..", "..#..", "#####", "..#..", "..#.."], 2), 2)[0][1] == "B"


def test_marketing_range_counts_the_step_onto_the_tile_of_the_square() -> None:
    """R-27: a square beside a reachable road, but on the next tile, is one border farther."""
    ground = drawn(["....#.....", "....#.....", "....#.....", "....#.....", "....#....."])
    grid = ground.grid
    access = ground.access(1 << grid.index((0, 3)))
    east, west = 1 << grid.index((2, 5)), 1 << grid.index((2, 3))
    assert ground.in_range(access, 0) & west
    assert not ground.in_range(access, 0) & east
    assert ground.in_range(access, 1) & east


def sources(ground: Ground, found: object) -> set[tuple[tuple[int, int], ...]]:
    return {tuple(ground.grid.squares[index] for index in each) for each in found}  # type: ignore[attr-defined]


def test_a_cart_collects_only_what_its_road_passes() -> None:
    """From (3, 3) down column 2, along row 7 and down column 7: the soda at (11, 6) is three borders away."""
    ground = drawn(BOARD_A)
    start = 1 << ground.grid.index((3, 3))
    soda = ((11, 6),)
    assert soda not in sources(ground, road_routes(ground, start, 2))
    assert soda in sources(ground, road_routes(ground, start, 3))


TILE_U = [".###.", "##.##", "#L.L#", "##L##", ".###."]


def test_the_ring_of_three_lemonades() -> None:
    """A ring is left with one, two or all three of its drinks, never with none, whichever way one goes round."""
    ground = drawn([a + b for a, b in zip(TILE_U, ["....."] * 5, strict=True)])
    start = 1 << ground.grid.index((2, 5))
    sizes = {len(each) for each in road_routes(ground, start, 1)}
    assert sizes == {1, 2, 3}


def test_a_route_never_turns_straight_back() -> None:
    """R-33: a dead end ends the route, so the drink behind the start is out of reach."""
    ground = drawn(["B....", "#####", "....B", ".....", "....."])
    start = 1 << ground.grid.index((2, 2))
    found = sources(ground, road_routes(ground, start, 0))
    assert found == {((0, 0),), ((2, 4),)}


def test_zeppelins_visit_no_tile_twice_and_no_gap() -> None:
    """R-34: three tiles in a row with a gap; the far one cannot be reached over it."""
    grid = Grid(1, 4)
    tile = [".....", ".B...", ".....", ".....", "....."]
    ground = Ground.from_tiles(grid, {(0, 0): ("x", 0), (0, 1): ("x", 0), (0, 3): ("x", 0)}, {"x": tile})
    found = sources(ground, air_routes(ground, (0, 0), 4))
    assert found == {((1, 1),), ((1, 1), (1, 6))}


def test_shapes() -> None:
    grid = Grid(1, 1)
    free = rect(grid, grid.index((0, 0)), 2, 3)
    assert {grid.squares[at] for at in bits(anchors(free, grid, 2, 2))} == {(0, 0), (0, 1)}
    assert {
        grid.squares[at]
        for at in bits(anchors_touching(anchors(free, grid, 2, 2), 2, 2, 1 << grid.index((0, 2)), grid))
    } == {(0, 1)}
    wall = grid.row_mask(2)
    everywhere = rect(grid, grid.index((0, 0)), 5, 5)
    assert flood(grid, 1 << grid.index((0, 0)), everywhere & ~wall) == rect(grid, grid.index((0, 0)), 2, 5)


# --- against a search that is obviously right ---------------------------------------------------------------------------


def neighbours(lines: list[str], row: int, column: int) -> list[tuple[int, int]]:
    return [
        (row + down, column + right)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
        if 0 <= row + down < len(lines) and 0 <= column + right < len(lines[0])
    ]


def road_steps(lines: list[str], square: tuple[int, int], came: tuple[int, int]) -> list[tuple[int, int]]:
    """Road squares one may step on next; a bridge is only passed straight."""
    row, column = square
    found = []
    for other in neighbours(lines, row, column):
        if lines[other[0]][other[1]] not in "#+":
            continue
        if lines[row][column] == "+" and (other[0] - row, other[1] - column) != (row - came[0], column - came[1]):
            if other != came:
                continue
        found.append(other)
    return found


def border(first: tuple[int, int], second: tuple[int, int]) -> int:
    return int((first[0] // 5, first[1] // 5) != (second[0] // 5, second[1] // 5))


def slow_distance(lines: list[str], first: tuple[int, int], second: tuple[int, int]) -> int | None:
    """0-1 breadth-first search over (road square, where from)."""
    costs: dict[tuple[tuple[int, int], tuple[int, int]], int] = {}
    todo: deque[tuple[tuple[int, int], tuple[int, int], int]] = deque()
    for road in neighbours(lines, *first):
        if lines[road[0]][road[1]] in "#+":
            todo.append((road, first, border(first, road)))
    best: int | None = None
    todo = deque(sorted(todo, key=lambda each: each[2]))
    while todo:
        square, came, cost = todo.popleft()
        if costs.get((square, came), 99) <= cost:
            continue
        costs[square, came] = cost
        straight = lines[square[0]][square[1]] != "+" or (square[0] - came[0], square[1] - came[1]) == (
            second[0] - square[0],
            second[1] - square[1],
        )
        if second in neighbours(lines, *square) and straight:
            total = cost + border(square, second)
            best = total if best is None else min(best, total)
        for other in road_steps(lines, square, came):
            step = border(square, other)
            (todo.append if step else todo.appendleft)((other, square, cost + step))
    return best


def slow_routes(lines: list[str], start: tuple[int, int], reach: int, longest: int) -> set[frozenset[tuple[int, int]]]:
    """Every route of at most `longest` squares, walked one by one."""
    found: set[frozenset[tuple[int, int]]] = set()

    def passed(square: tuple[int, int]) -> frozenset[tuple[int, int]]:
        return frozenset(other for other in neighbours(lines, *square) if lines[other[0]][other[1]] == "B")

    seen: set[tuple[tuple[int, int], tuple[int, int], frozenset[tuple[int, int]], int]] = set()

    def walk(
        square: tuple[int, int], came: tuple[int, int], cost: int, got: frozenset[tuple[int, int]], left: int
    ) -> None:
        got = got | passed(square)
        if cost > reach or (square, came, got, cost) in seen:
            return
        seen.add((square, came, got, cost))
        found.add(got)
        for other in road_steps(lines, square, came):
            if other != came and left:
                walk(other, square, cost + border(square, other), got, left - 1)

    for road in neighbours(lines, *start):
        if lines[road[0]][road[1]] in "#+":
            walk(road, start, border(start, road), frozenset(), longest)
    return found - {frozenset()}


tile = st.lists(st.text("#..#B", min_size=5, max_size=5), min_size=5, max_size=5)


@st.composite
def boards(draw: st.DrawFn) -> list[str]:
    left, right = draw(tile), draw(tile)
    return [a + b for a, b in zip(left, right, strict=True)]


@given(boards(), st.data())
@settings(max_examples=150, deadline=None)
def test_distances_agree_with_the_slow_search(lines: list[str], data: st.DataObject) -> None:
    empty = [(row, column) for row in range(5) for column in range(10) if lines[row][column] == "."]
    if len(empty) < 2:
        return
    first, second = data.draw(st.sampled_from(empty)), data.draw(st.sampled_from(empty))
    ground = drawn(lines)
    access = [ground.access(1 << ground.grid.index(square)) for square in (first, second)]
    assert ground.distance(*access) == slow_distance(lines, first, second)


@given(boards(), st.integers(0, 2), st.data())
@settings(max_examples=100, deadline=None)
def test_routes_agree_with_the_slow_walk(lines: list[str], reach: int, data: st.DataObject) -> None:
    empty = [(row, column) for row in range(5) for column in range(10) if lines[row][column] == "."]
    if not empty or sum(line.count("B") for line in lines) > 6:
        return
    start = data.draw(st.sampled_from(empty))
    ground = drawn(lines)
    found = {frozenset(each) for each in sources(ground, road_routes(ground, 1 << ground.grid.index(start), reach))}
    assert found == slow_routes(lines, start, reach, 200)

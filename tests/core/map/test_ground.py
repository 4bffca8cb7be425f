"""The ground: its edges, marked squares, reach, and routes round the ring of three lemonades."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fcm_core.map.grid import Grid, bits
from fcm_core.map.ground import Ground
from fcm_core.map.routes import road_routes
from fcm_core.map.shapes import anchors, rect

Square = tuple[int, int]
TILE_U = (".###.", "##.##", "#L.L#", "##L##", ".###.")


def drawn(lines: list[str]) -> Ground:
    return Ground.from_drawing(Grid(len(lines) // 5, len(lines[0]) // 5), lines, {"H": "house", "A": "apartment"})


def at(ground: Ground, *squares: Square) -> int:
    return sum(1 << ground.grid.index(square) for square in squares)


def squares_of(ground: Ground, mask: int) -> set[Square]:
    return {ground.grid.squares[index] for index in bits(mask)}


def routes(ground: Ground, door: Square, reach: int) -> set[frozenset[Square]]:
    found = road_routes(ground, at(ground, door), reach)
    assert len(set(found)) == len(found)
    return {frozenset(ground.grid.squares[index] for index in each) for each in found}


def test_the_edge_follows_gaps_and_corners() -> None:
    row, none = "." * 5, "~" * 5
    ground = drawn([row + none + row] * 5 + [row * 3] * 5)
    assert [ground.edge("N")[column] for column in (0, 4, 5, 9, 10)] == [0, 0, 5, 5, 0]
    assert [ground.edge("S")[column] for column in (0, 7, 14)] == [9, 9, 9]
    assert [ground.edge("W")[row_] for row_ in (0, 9)] == [0, 0] and ground.edge("E")[2] == 14
    grown = ground.with_tile((0, 1), [row] * 5)
    assert grown.edge("N")[7] == 0 and set(grown.edge("N")) == set(range(15))


def test_neighbours_never_wrap_round_the_edge() -> None:
    grid = Grid(1, 1)
    assert {grid.squares[index] for index in bits(grid.dilate(1 << grid.index((1, 4))))} == {(0, 4), (2, 4), (1, 3)}
    corners = sum(1 << grid.index(square) for square in ((0, 0), (4, 4)))
    twice = grid.dilate(grid.dilate(corners))
    assert twice & ~rect(grid, grid.index((0, 0)), 5, 5) == 0
    free = rect(grid, grid.index((0, 0)), 5, 5)
    assert len(list(bits(anchors(free, grid, 2, 3)))) == 4 * 3


def test_a_margin_gives_room_at_negative_squares() -> None:
    grid = Grid(1, 1, margin=1)
    ground = Ground.from_tiles(grid, {(0, 0): ("x", 0)}, {"x": ["..#.."] * 5})
    grown = ground.with_tile((-1, 0), ["..#.."] * 5)
    assert not ground.has_tile((-1, 0)) and grown.has_tile((-1, 0)) and not grown.has_tile((0, 1))
    assert grown.extent() == (range(-5, 5), range(0, 5))
    assert grown.distance(grown.access(at(grown, (-3, 1))), grown.access(at(grown, (3, 3)))) == 1
    with pytest.raises(ValueError, match="not on the map"):
        grid.index((-6, 0))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["....."] * 4, "multiples of 5"),
        (["....."] * 4 + ["...."], "equal length"),
        ([], "multiples of 5"),
        (["....."] * 4 + ["..b.."], "square 4,2: expected .* found 'b'"),
    ],
)
def test_a_bad_drawing_is_refused_with_its_place(lines: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Ground.from_drawing(Grid(1, 1), lines)


def test_a_drawing_comes_back_as_it_was_with_gaps_off_the_map() -> None:
    lines = ["HH#..~~~~~"] * 2 + ["##+##~~~~~"] + ["..#.B~~~~~"] * 2 + ["~~~~~....."] * 5
    ground = drawn(lines)
    assert ground.drawing() == lines
    assert ground.has_tile((0, 0)) and not ground.has_tile((0, 1))
    assert (2, 5) not in squares_of(ground, ground.roadside)
    assert squares_of(ground, ground.empty) & {(0, 0), (0, 2), (3, 4)} == set()


def test_a_marked_square_costs_one_more_each_time_it_is_passed() -> None:
    """R-55: two markers on the one road between two places of a tile; a way round them is free."""
    ground = drawn([".....", "#####", ".....", ".....", "....."])
    ends = [(0, 0), (0, 4)]
    marked = ground.with_costs({ground.grid.index((1, 2)): 1, ground.grid.index((1, 3)): 2})
    assert marked.distance(*(marked.access(at(marked, end)) for end in ends)) == 3
    assert ground.distance(*(ground.access(at(ground, end)) for end in ends)) == 0
    round_it = drawn([".....", "#####", "#...#", "#####", "....."])
    round_it = round_it.with_costs({round_it.grid.index((1, 2)): 1})
    assert round_it.distance(*(round_it.access(at(round_it, end)) for end in ends)) == 0


def test_reach_stops_where_the_range_does() -> None:
    """R-27: three tiles in a row along one road."""
    wide = drawn([each * 3 for each in (".....", "#####", ".....", ".....", ".....")])
    access = wide.access(at(wide, (0, 4)))
    for reach, columns in ((0, 5), (1, 10), (2, 15), (9, 15)):
        expected = {(row, column) for row in (0, 2) for column in range(columns)}
        assert squares_of(wide, wide.in_range(access, reach)) == expected
        assert wide.tiles_within(access, reach) == [(0, tile) for tile in range(columns // 5)]


def test_a_new_road_joins_what_it_touches() -> None:
    """R-02: the two roads of the tile become one."""
    ground = drawn(["..###", "...L#", "#...#", "#S...", "###.."])
    joined = ground.with_roads(at(ground, (4, 3), (4, 4), (3, 4)))
    doors = (1, 3), (3, 1)
    assert ground.distance(*(ground.access(1 << ground.grid.index(door)) for door in doors)) is None
    assert joined.distance(*(joined.access(1 << joined.grid.index(door)) for door in doors)) == 0


def test_capped_road_ends_meet_no_other_road() -> None:
    """R-04: the four stubs of the apartment tile do not lead through the apartment."""
    ground = drawn(["..#..", ".AAA.", "#AAA#", ".AAA.", "..#.."])
    north, south = (ground.access(at(ground, square)) for square in ((0, 1), (4, 1)))
    assert ground.distance(north, south) is None
    assert ground.distance(ground.access(ground.structures["apartment"]), south) == 0


def test_parallel_roads_join_across_a_border_wherever_they_touch() -> None:
    """R-02: two roads run side by side along a border, each ending there; they are one road, one border apart."""
    ground = drawn(["....##...."] * 5)
    west, east = (ground.access(at(ground, square)) for square in ((0, 3), (4, 6)))
    assert ground.distance(west, east) == 1


def ring_board() -> Ground:
    """The ring in the middle; one other drink a tile away on each side."""
    blank = ("." * 5,) * 5
    up = ("..#..", "..#..", "..#W.", "..#..", "..#..")
    side = (".....", ".....", "#####", ".%...", ".....")
    rows = [
        (blank, up, blank),
        (tuple(line.replace("%", "B") for line in side), TILE_U, tuple(line.replace("%", "S") for line in side)),
        (blank, tuple(line.replace("W", "X") for line in up), blank),
    ]
    return drawn(["".join(tile[down] for tile in row) for row in rows for down in range(5)])


@pytest.mark.parametrize(
    ("drink", "lemonades"),
    [("W", {1, 3}), ("X", {2, 3}), ("S", {2, 3}), ("B", {0, 1, 3})],
    ids=["north", "south", "east", "west"],
)
def test_which_lemonades_go_with_which_way_out_of_the_ring(drink: str, lemonades: set[int]) -> None:
    """A restaurant west of the ring, its door beside the ring's north-west bend, two borders: on to the ring and off.

    West without any lemonade is the road on the restaurant's own side of the border.
    """
    ground = ring_board()
    found = routes(ground, (6, 4), 2)
    kinds = [sorted(ground.sources[ground.grid.index(square)] for square in each) for each in found]
    assert {each.count("L") for each in kinds if drink in each} == lemonades
    assert all(drink not in each or each.count("L") == 0 for each in kinds_within(ground, 1))


def kinds_within(ground: Ground, reach: int) -> list[list[str]]:
    return [[ground.sources[ground.grid.index(square)] for square in each] for each in routes(ground, (6, 4), reach)]


def test_a_drink_beside_the_door_only_is_not_collected() -> None:
    """R-33: the beer touches the entrance square but no road square of the route."""
    ground = drawn(["B....", ".....", "#####", ".....", "....."])
    assert routes(ground, (1, 0), 3) == set()


def test_a_drink_across_the_border_is_collected_without_crossing() -> None:
    ground = drawn(["....#B....", "....#.....", "....#.....", "....#.....", "....#....."])
    assert routes(ground, (4, 3), 0) == {frozenset({(0, 5)})}


def test_a_loop_brings_the_buyer_back_the_way_it_came() -> None:
    """R-33: squares may be revisited, so a loop east of the door leads to the beer west of it; without one, no turning."""
    beer, lemonade = (2, 0), (3, 3)
    loop = drawn([".....", ".....", "B####", "..#L#", "..###"])
    assert routes(loop, (1, 2), 0) == {frozenset({beer}), frozenset({lemonade}), frozenset({beer, lemonade})}
    cut = drawn([".....", ".....", "B####", "..#L.", "....."])
    assert routes(cut, (1, 2), 0) == {frozenset({beer}), frozenset({lemonade})}


def test_routes_pass_a_bridge_straight() -> None:
    ground = drawn(["..#B.", "..#..", "##+##", "..#..", ".S#.L"])
    assert routes(ground, (3, 1), 0) == {frozenset({(0, 3)}), frozenset({(4, 1)})}


def test_marked_squares_lengthen_a_buyers_route() -> None:
    """R-55, deluxe: the mark under the door's road and the one on the way cost one each; the near beer only the first."""
    ground = drawn([".....", "#####", "B...B", ".....", "....."])
    marked = ground.with_costs({ground.grid.index((1, 1)): 1, ground.grid.index((1, 3)): 1})
    assert routes(ground, (0, 1), 0) == {frozenset({(2, 0)}), frozenset({(2, 4)})}
    assert routes(marked, (0, 1), 0) == set()
    assert routes(marked, (0, 1), 1) == {frozenset({(2, 0)})}
    assert routes(marked, (0, 1), 2) == {frozenset({(2, 0)}), frozenset({(2, 4)})}


# --- against searches that are obviously right, with bridges, four tiles and marked squares ------------------------------

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Walk:
    """Single steps of a drawing: (square, square before) is a state."""

    def __init__(self, lines: list[str], costs: dict[Square, int]) -> None:
        self.lines = lines
        self.costs = costs

    def char(self, square: Square) -> str:
        row, column = square
        return self.lines[row][column] if 0 <= row < len(self.lines) and 0 <= column < len(self.lines[0]) else "~"

    def step(self, here: Square, there: Square) -> int:
        crossed = (here[0] // 5, here[1] // 5) != (there[0] // 5, there[1] // 5)
        return int(crossed) + self.costs.get(there, 0)

    def after(self, here: Square, before: Square) -> list[Square]:
        """Squares next to `here` that may follow, whatever is there; on a bridge only straight on."""
        if self.char(here) == "+":
            return [(2 * here[0] - before[0], 2 * here[1] - before[1])]
        return [
            (here[0] + down, here[1] + right) for down, right in BESIDE if (here[0] + down, here[1] + right) != before
        ]

    def starts(self, door: Square) -> list[tuple[int, Square, Square]]:
        roads = [(door[0] + down, door[1] + right) for down, right in BESIDE]
        return [(self.step(door, road), road, door) for road in roads if self.char(road) in "#+"]

    def distance(self, first: Square, second: Square) -> int | None:
        heap, seen = sorted(self.starts(first)), set()
        best: int | None = None
        while heap:
            cost, here, before = heappop(heap)
            if (here, before) in seen:
                continue
            seen.add((here, before))
            ends = [*self.after(here, before), *([before] if self.char(here) == "#" else [])]
            for there in ends:
                if there == second:
                    total = cost + self.step(here, there)
                    best = total if best is None else min(best, total)
                elif self.char(there) in "#+":
                    heappush(heap, (cost + self.step(here, there), there, here))
        return best

    def routes(self, door: Square, reach: int) -> set[frozenset[Square]]:
        todo = [(cost, here, before, frozenset[Square]()) for cost, here, before in self.starts(door)]
        seen: set[tuple[int, Square, Square, frozenset[Square]]] = set()
        while todo:
            cost, here, before, got = todo.pop()
            near = ((here[0] + down, here[1] + right) for down, right in BESIDE)
            got |= {square for square in near if self.char(square) == "B"}
            if cost > reach or (cost, here, before, got) in seen:
                continue
            seen.add((cost, here, before, got))
            for there in self.after(here, before):
                if self.char(there) in "#+":
                    todo.append((cost + self.step(here, there), there, here, got))
        return {got for _, _, _, got in seen} - {frozenset()}


@st.composite
def walks(draw: st.DrawFn) -> tuple[Walk, list[Square]]:
    down, across = draw(st.sampled_from([(1, 2), (2, 1), (2, 2)]))
    row = st.text("##.#.+", min_size=5 * across, max_size=5 * across)
    lines = [list(line) for line in draw(st.lists(row, min_size=5 * down, max_size=5 * down))]
    places = [(r, c) for r in range(5 * down) for c in range(5 * across)]
    for r, c in draw(st.lists(st.sampled_from(places), max_size=4)):
        lines[r][c] = "B"
    drawing = ["".join(line) for line in lines]
    roads = [(r, c) for r, c in places if drawing[r][c] in "#+"]
    marks = draw(st.lists(st.sampled_from(roads), max_size=3)) if roads else []
    return Walk(drawing, dict.fromkeys(marks, 1)), [(r, c) for r, c in places if drawing[r][c] == "."]


def ground_of(walk: Walk) -> Ground:
    ground = drawn(walk.lines)
    return ground.with_costs({ground.grid.index(square): cost for square, cost in walk.costs.items()})


@given(walks(), st.data())
@settings(max_examples=150, deadline=None)
def test_distances_with_bridges_and_marks_agree_with_single_steps(
    made: tuple[Walk, list[Square]], data: st.DataObject
) -> None:
    walk, empty = made
    if len(empty) < 2:
        return
    first, second = data.draw(st.permutations(empty))[:2]
    ground = ground_of(walk)
    found = ground.distance(ground.access(at(ground, first)), ground.access(at(ground, second)))
    assert found == walk.distance(first, second)


@given(walks(), st.integers(0, 3), st.data())
@settings(max_examples=100, deadline=None)
def test_routes_with_bridges_and_marks_agree_with_single_steps(
    made: tuple[Walk, list[Square]], reach: int, data: st.DataObject
) -> None:
    walk, empty = made
    if not empty:
        return
    door = data.draw(st.sampled_from(empty))
    assert routes(ground_of(walk), door, reach) == walk.routes(door, reach)

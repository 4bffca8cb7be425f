"""Distances, ranges and places for roads on maps that grew and changed in play, against a plain walk from square to square.

R-01 to R-06, R-27, R-54 to R-56.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

import pytest
from attrs import define

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.game.game import Game
from fcm_core.game.places import restaurant_places
from fcm_core.game.state import Turn
from fcm_core.map.grid import bits
from fcm_core.rules.plan import resolve
from fcm_modules.lobbyists.pieces import BUILT, LOBBYIST, ROADWORKS
from fcm_modules.lobbyists.roads import PlaceRoad, PlacingRoad, finish_roads
from fcm_modules.lobbyists.tile import PlacingTile
from tests.positions import P1

Square = tuple[int, int]
AROUND = ((-1, 0, True), (1, 0, True), (0, -1, False), (0, 1, False))  # rows, columns, north-south
# Squares of each road piece as it lies unturned, with the squares in front of its ends, and how many there are.
ROADS = {
    "short": (((0, 0), (0, 1)), ((0, -1), (0, 2)), 4),
    "long": (((0, 0), (0, 1), (0, 2), (0, 3)), ((0, -1), (0, 4)), 2),
    "bend": (((0, 0), (0, 1), (1, 0)), ((0, 2), (2, 0)), 2),
}


@define
class Plain:
    """A map as characters, and what it costs to pass a square."""

    chars: dict[Square, str]
    costs: dict[Square, int]

    def roads(self, square: Square) -> list[tuple[Square, bool]]:
        """Road squares next to a square, with the axis on which one arrives (it only matters on a bridge)."""
        found = []
        for down, right, upright in AROUND:
            other = square[0] + down, square[1] + right
            if self.chars.get(other) in ("#", "+"):
                found.append((other, upright if self.chars[other] == "+" else False))
        return found

    def step(self, one: Square, other: Square) -> int:
        """Tile borders between two neighbours, and the marker on the second."""
        border = (one[0] // 5, one[1] // 5) != (other[0] // 5, other[1] // 5)
        return border + self.costs.get(other, 0)

    def walk(self, starts: Iterable[Square]) -> dict[tuple[Square, bool], int]:
        """(road square, axis) -> the cheapest cost from any of the squares."""
        best: dict[tuple[Square, bool], int] = {}
        heap = [(self.step(start, road), road, axis) for start in starts for road, axis in self.roads(start)]
        heap.sort()
        while heap:
            cost, square, axis = heappop(heap)
            if best.get((square, axis), cost + 1) <= cost:
                continue
            best[square, axis] = cost
            for other, other_axis in self.roads(square):
                upright = other[1] == square[1]
                if self.chars[square] != "+" or upright == axis:
                    heappush(heap, (cost + self.step(square, other), other, other_axis))
        return best

    def distance(self, house: Iterable[Square], doors: Iterable[Square]) -> int | None:
        best = self.walk(house)
        tile = Plain(self.chars, {})
        ways = [
            best[road, axis] + tile.step(road, door)
            for door in doors
            for road, axis in self.roads(door)
            if (road, axis) in best
        ]
        return min(ways, default=None)

    def in_range(self, doors: Iterable[Square], reach: int) -> set[Square]:
        tile = Plain(self.chars, {})
        found = set()
        for (road, _), cost in self.walk(doors).items():
            for down, right, _ in AROUND:
                other = road[0] + down, road[1] + right
                if self.chars.get(other, "#") not in "#+" and cost + tile.step(road, other) <= reach:
                    found.add(other)
        return found

    def road_places(
        self, doors: set[Square], free: set[Square], marked: set[Square], used: Mapping[str, int]
    ) -> set[tuple[str, Square, int]]:
        best = self.walk(doors)
        found = set()
        for shape, (squares, fronts, count) in ROADS.items():
            if used.get(shape, 0) == count:
                continue
            for turns in range(4 if shape == "bend" else 2):
                cells, ends = _turned(squares, fronts, turns)
                for at in self.chars:
                    lies = {(at[0] + row, at[1] + column) for row, column in cells}
                    if not lies <= free:
                        continue
                    pointed = [(at[0] + row, at[1] + column) for row, column in ends]
                    roads = {end for end in pointed if self.chars.get(end) in ("#", "+")}
                    if len(marked | roads) <= ROADWORKS and any(
                        end in doors or (end in roads and self._meets(best, end, lies)) for end in pointed
                    ):
                        found.add((shape, at, turns))
        return found

    def _meets(self, best: Mapping[tuple[Square, bool], int], end: Square, lies: set[Square]) -> bool:
        upright = any((end[0] + down, end[1]) in lies for down in (-1, 1))
        return best.get((end, upright if self.chars[end] == "+" else False), 3) <= 2


def _turned(squares: Iterable[Square], fronts: Iterable[Square], turns: int) -> tuple[list[Square], list[Square]]:
    """A piece after quarter turns clockwise, its rectangle's north-west corner at 0, 0 again."""
    cells, ends = list(squares), list(fronts)
    for _ in range(turns):
        rows = max(row for row, _ in cells)
        cells = [(column, rows - row) for row, column in cells]
        ends = [(column, rows - row) for row, column in ends]
    return cells, ends


def changed_map(edition: str, seed: int) -> Game:
    """A drawn map with restaurants, up to three new tiles, roads under construction, finished ones and markers."""
    rules = compile_rules(resolve("base", with_=["lobbyists", "new_districts"], options={"base": {"edition": edition}}))
    pick = random.Random(seed)
    game = new_game(rules, pick.choice([2, 3, 4]), seed)
    state = game.state
    state.asks.clear()
    state.turn = Turn(P1)
    state.players[0].work[LOBBYIST] = 9
    for seat in state.seats:
        for _ in range(2):
            places = restaurant_places(game, game.board.free(), game.ground.roadside)
            at, corner = pick.choice([(at, corner) for corner, mask in places.items() for at in bits(mask)])
            game.board.put_restaurant(seat, game.board.restaurant(at, corner, True))
    for _ in range(pick.randrange(4)):
        tiles = [each for choice in PlacingTile().choices(game, P1) for each in choice.expand()]
        PlacingTile().apply(game, P1, pick.choice(tiles))
    for _ in range(pick.randrange(5)):
        roads = [each for choice in PlacingRoad().choices(game, P1) for each in choice.expand()]
        if roads:
            PlacingRoad().apply(game, P1, pick.choice(roads))
        if pick.random() < 0.3:
            finish_roads(game)
    state.asks.clear()
    state.turn = Turn(P1)
    return game


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
@pytest.mark.parametrize("seed", range(6))
def test_a_map_changed_in_play_is_what_a_walk_over_it_finds(edition: str, seed: int) -> None:
    game = changed_map(edition, seed)
    squares = game.ground.grid.squares

    def listed(mask: int) -> set[Square]:
        return {squares[index] for index in bits(mask)}

    chars = {squares[index]: char for index, char in game.ground.chars.items()}
    markers = {squares[index]: cost for index, cost in game.state.map.costs}
    at_dinner = Plain(chars, markers)
    at_work = Plain(chars, markers if edition == "deluxe" else {})
    for seat in game.state.seats:
        doors = listed(game.board.doors(seat))
        for house in game.state.houses.values():
            expected = at_dinner.distance(listed(house.mask | house.garden), doors)
            assert game.board.distance(house.id, seat) == expected, (house.id, seat)
        for reach in range(4):
            found = listed(game.ground.in_range(game.board.access(game.board.doors(seat)), reach))
            assert found == at_work.in_range(doors, reach), (seat, reach)
    used = BUILT.of(game).pieces
    expected_roads = at_work.road_places(listed(game.board.doors(P1)), listed(game.board.free()), set(markers), used)
    offered: list[PlaceRoad] = [each for choice in PlacingRoad().choices(game, P1) for each in choice.expand()]
    assert {(each.shape, tuple(each.at), each.turns) for each in offered} == expected_roads

"""Speed of the search for the way to coffee, on the worst maps that tiles and lobbyists can make, and on one that they cannot.

On each map many positions are drawn: a house in one corner tile, the restaurant it chose in the opposite one, and 30
sellers of five chains with enough coffee, so that nothing is left out. The slowest position (best of three runs each)
is the one that is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.map.grid import Grid, bits
from fcm_core.map.ground import Ground
from fcm_core.rules.plan import resolve
from fcm_modules.coffee.route import Seller, find_way, trace_way

RULES = compile_rules(resolve("base", with_=["coffee", "lobbyists", "new_districts"]))
TILES = {str(name): tile.rows for name, tile in RULES.tiles.items()}
RINGS = "CDUYEJMF"  # roads round a building, and the tile with three lemonades (U)
CROSSINGS = "LNOQRSTAIHBGP"
POSITIONS = 60
SELLERS, CHAINS = 30, 5
Told = Callable[[str, float], None]


def ground_of(rows: int, columns: int, names: Sequence[str], random: Random, extra: int, markers: int) -> Ground:
    """A map of these tiles at random turns, with `extra` squares of lobbyists' roads and some roadwork markers."""
    placements = {
        (place // columns, place % columns): (names[place % len(names)], random.randrange(4))
        for place in range(rows * columns)
    }
    ground = Ground.from_tiles(Grid(rows, columns), placements, TILES)
    if extra:
        ground = ground.with_roads(sum(1 << square for square in random.sample(list(bits(ground.empty)), extra)))
    if markers:
        ground = ground.with_costs(dict.fromkeys(random.sample(list(bits(ground.roads)), markers), 1))
    return ground


def position(
    rows: int, columns: int, names: Sequence[str], seed: int, extra: int, markers: int
) -> tuple[Any, ...] | None:
    """What the search is handed in one drawn position; None where nothing connects the corners."""
    random = Random(seed)
    ground = ground_of(rows, columns, random.sample(names, len(names)), random, extra, markers)
    tiles = ground.grid.tiles
    beside = list(bits(ground.roadside & ground.empty))
    homes = [square for square in beside if tiles[square] == (0, 0)]
    doors = [square for square in beside if tiles[square] == (rows - 1, columns - 1)]
    if not homes or not doors or len(beside) < SELLERS:
        return None
    house, door = 1 << random.choice(homes), 1 << random.choice(doors)
    shops = random.sample(beside, SELLERS)
    sellers = [Seller(0, door), *(Seller(place % CHAINS, 1 << shop) for place, shop in enumerate(shops))]
    handed = (ground, house, [(door, 0)], sellers, dict.fromkeys(range(CHAINS), SELLERS))
    return handed if find_way(*handed) is not None else None


def seconds(handed: tuple[Any, ...]) -> float:
    """The best of three runs."""
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        find_way(*handed)
        best = min(best, time.perf_counter() - begin)
    return best


MAPS: dict[str, tuple[int, int, str, int, int]] = {
    "five players, every tile": (4, 5, "".join(TILES), 0, 0),
    "five players, rings and crossings": (4, 5, RINGS + CROSSINGS[:12], 0, 0),
    "grown to 5 x 5, every tile": (5, 5, "".join(TILES), 0, 6),
    "grown to 5 x 5, with 24 squares of road": (5, 5, RINGS + CROSSINGS + "KVWX", 24, 6),
    "grown to 3 x 8, rings and crossings": (3, 8, RINGS + CROSSINGS + "VXK", 24, 0),
    "crossings only, 6 x 6 (no such map)": (6, 6, CROSSINGS, 0, 0),
    "three-lemonade tiles only, 6 x 6 (no such map)": (6, 6, "U", 0, 0),
}


@pytest.mark.parametrize("name", MAPS)
def bench_the_way_to_coffee(name: str, benchmark: Any, told: Told) -> None:
    rows, columns, names, extra, markers = MAPS[name]
    drawn = [position(rows, columns, names, seed, extra, markers) for seed in range(POSITIONS)]
    slowest = max((each for each in drawn if each is not None), key=seconds)
    assert benchmark(find_way, *slowest) is not None
    told(f"{name}: median of the slowest position", benchmark.stats.stats.median)
    told(f"{name}: fastest run of the slowest position", benchmark.stats.stats.min)


@pytest.mark.parametrize("side", [5, 6])
def bench_a_shop_on_every_tile_of_a_lattice(side: int, benchmark: Any, told: Told) -> None:
    """Every way over the tiles passes other shops, and none can be left out: what the bound of the search is made of.

    A map of 5 x 5 crossings would need more of them than there are; 6 x 6 tiles do not exist at all.
    """
    lines = [
        "".join("#" if row % 5 == 2 or column % 5 == 2 else "." for column in range(5 * side))
        for row in range(5 * side)
    ]
    grid = Grid(side, side)
    ground = Ground.from_drawing(grid, lines)
    corners = [1 << grid.index((5 * row + 1, 5 * column + 1)) for row in range(side) for column in range(side)]
    house, door = 1 << grid.index((0, 1)), 1 << grid.index((5 * side - 1, 5 * side - 2))
    sellers = [Seller(0, door), *(Seller(1, corner) for corner in corners)]
    way = benchmark(find_way, ground, house, [(door, 0)], sellers, {0: 1, 1: side * side})
    assert way is not None
    assert (len(way.best), len(way.shared)) == ({5: 70, 6: 252}[side], 2)
    told(f"a shop on each of {side} x {side} crossings: median", benchmark.stats.stats.median)
    told(f"a shop on each of {side} x {side} crossings: fastest run", benchmark.stats.stats.min)


def bench_the_explanation(benchmark: Any, told: Told) -> None:
    """`fcm explain` closes each square of a route in turn."""
    rows, columns, names, extra, markers = MAPS["grown to 5 x 5, with 24 squares of road"]
    drawn = [position(rows, columns, names, seed, extra, markers) for seed in range(POSITIONS)]
    slowest = max((each for each in drawn if each is not None), key=seconds)
    assert benchmark.pedantic(lambda: trace_way(*slowest), rounds=5, iterations=1) is not None
    told("explained", benchmark.stats.stats.median)

"""Roads, parks and roadwork markers in scenario files; the keys are in the README."""

from __future__ import annotations

from typing import Any

from fcm_core.modding import NOBODY, Game, Mask, Position, Reader, Refusal, Result, Square
from fcm_modules.base.parks import PARK
from fcm_modules.lobbyists.parks import PARKS
from fcm_modules.lobbyists.pieces import ROAD, ROADWORKS, Box, cells, lay, left, squares_of
from fcm_modules.lobbyists.roads import ROADS, mark, open_roads

UNCHECKED = " (loose = true in [game] leaves this unchecked)"


def leads_somewhere(game: Game, mask: Mask) -> bool:
    """Whether a road's squares are next to a road, or to a restaurant, whose entrance may have been elsewhere (R-54)."""
    restaurants = [each.mask for player in game.state.players for each in player.restaurants]
    beside = game.ground.grid.dilate(mask)
    return bool(beside & game.ground.roads) or any(beside & each for each in restaurants)


def _read_shape(position: Position, game: Game, read: Reader, box: Box, what: str) -> tuple[str, Mask] | None:
    """Shape and squares of a [[piece]]: `shape`, `at`, `turns` and for parks `flipped`; None after a problem."""
    shape = read.choice("shape", tuple(box), next(iter(box)))
    at = read.get("at", Square, required=True)
    turns = read.get("turns", int, 0)
    flipped = read.get("flipped", bool, False) if box is PARKS else False
    if not 0 <= turns <= 3:
        read.problem("turns", f"expected 0 to 3 quarter turns, found {turns}")
        return None
    if left(game, shape, box) <= 0 and not position.loose:
        read.problem("shape", f"the box holds {box[shape].in_box} of {what} {shape}")
    if at is None:
        return None
    mask = position.cover(game, read, squares_of(game, at, cells(box[shape].rows, turns, flipped)), f"the {what}")
    return None if mask is None else (shape, mask)


def read_road(position: Position, game: Game, read: Reader) -> None:
    """A road under construction, or with `finished` one that has been open since an earlier Cleanup."""
    finished = read.get("finished", bool, False)
    found = _read_shape(position, game, read, ROADS, ROAD)
    if found is None:
        return
    if not position.loose and not leads_somewhere(game, found[1]):
        read.problem("at", f"an end of a road points at a road or at an entrance{UNCHECKED}")
    lay(game, ROAD, NOBODY, *found)
    if finished:
        open_roads(game, found[1])


def read_park(position: Position, game: Game, read: Reader) -> None:
    """A park."""
    found = _read_shape(position, game, read, PARKS, PARK)
    if found is None:
        return
    if not position.loose and not found[1] & game.ground.roadside:
        read.problem("at", f"a park lies next to a road{UNCHECKED}")
    lay(game, PARK, NOBODY, *found)


def read_roadwork(position: Position, game: Game, read: Reader) -> None:
    """One marker on a finished road square."""
    at = read.get("at", Square, required=True)
    if at is None:
        return
    square = squares_of(game, at, ((0, 0),))
    if isinstance(square, Refusal) or not square & game.ground.roads:
        read.problem("at", f"a roadwork marker lies on a road square, and {at[0]},{at[1]} is none")
        return
    marker = (square.bit_length() - 1, 1)
    if marker in game.state.map.costs:
        read.problem("at", f"a roadwork marker lies at {at[0]},{at[1]} already")
    elif len(game.state.map.costs) >= ROADWORKS:
        read.problem("at", f"there are {ROADWORKS} roadwork markers in all")
    else:
        mark(game, (marker,))


def expect_roads(game: Game, position: Position, read: Reader, result: Result) -> None:
    """`roadworks` and `roads` in [expect]: all marked squares, and all squares that have become road in play."""
    lies = {
        "roadworks": [square for square, _ in game.state.map.costs],
        "roads": list(game.state.map.roads),
    }
    for key, squares in lies.items():
        expected = read.get(key, Any)
        if expected is None:
            continue
        if not isinstance(expected, list) or not all(
            isinstance(each, list) and all(type(part) is int for part in each) for each in expected
        ):
            read.problem(key, f"expected a list of squares such as [[7, 3]], found {expected!r}")
            continue
        got = sorted(list(game.ground.grid.squares[square]) for square in squares)
        if sorted(expected) != got:
            result.fail(f"{read.key}.{key}", expected, got)

"""Roads, parks and roadwork markers in scenario files; the keys are in the README."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Square
from fcm_core.game.state import NOBODY
from fcm_modules.base.parks import PARK
from fcm_modules.lobbyists.parks import PARKS
from fcm_modules.lobbyists.pieces import ROAD, ROADWORKS, Box, cells, lay, left, squares_of
from fcm_modules.lobbyists.roads import ROADS, mark, open_roads

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def _read_shape(scenario: Any, game: Game, table: Any, box: Box, what: str) -> tuple[str, int] | None:
    """Shape and squares of a [[piece]]: `shape`, `at`, `turns` and for parks `flipped`; None after a problem."""
    shape = table.choice("shape", tuple(box), next(iter(box)))
    at = table.get("at", Square, required=True)
    turns = table.get("turns", int, 0)
    flipped = table.get("flipped", bool, False) if box is PARKS else False
    if not 0 <= turns <= 3:
        table.problem("turns", f"expected 0 to 3 quarter turns, found {turns}")
        return None
    if left(game, shape, box) <= 0 and not scenario.loose:
        table.problem("shape", f"the box holds {box[shape][1]} of {what} {shape}")
    if at is None:
        return None
    mask = scenario.cover(game, table, squares_of(game, at, cells(box[shape][0], turns, flipped)), f"the {what}")
    return None if mask is None else (shape, mask)


def read_road(scenario: Any, game: Game, table: Any) -> None:
    """A road under construction, or with `finished` one that has been open since an earlier Cleanup."""
    finished = table.get("finished", bool, False)
    found = _read_shape(scenario, game, table, ROADS, ROAD)
    if found is not None:
        lay(game, ROAD, NOBODY, *found)
        if finished:
            open_roads(game, found[1])


def read_park(scenario: Any, game: Game, table: Any) -> None:
    found = _read_shape(scenario, game, table, PARKS, PARK)
    if found is not None:
        lay(game, PARK, NOBODY, *found)


def read_roadwork(scenario: Any, game: Game, table: Any) -> None:
    """One marker on a finished road square."""
    at = table.get("at", Square, required=True)
    if at is None:
        return
    square = squares_of(game, at, ((0, 0),))
    if isinstance(square, Refusal) or not square & game.ground.roads:
        table.problem("at", f"a roadwork marker lies on a road square, and {at[0]},{at[1]} is none")
        return
    marker = (square.bit_length() - 1, 1)
    if marker in game.state.map.costs:
        table.problem("at", f"a roadwork marker lies at {at[0]},{at[1]} already")
    elif len(game.state.map.costs) >= ROADWORKS:
        table.problem("at", f"there are {ROADWORKS} roadwork markers in all")
    else:
        mark(game, (marker,))

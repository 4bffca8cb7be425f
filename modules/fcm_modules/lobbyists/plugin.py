"""Lobbyists: new roads and parks, roadworks, and one more map tile for the first who lobbies.

Ketchup rulebook, Lobbyists; R-20, R-54 to R-57.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.game.hooks import hookimpl
from fcm_core.game.offers import offer
from fcm_core.game.parts import ActionKind, DecisionKind, HouseKind, Partition, PieceKind, Step, WorkingStep
from fcm_modules.lobbyists.parks import PLACE_PARK
from fcm_modules.lobbyists.pieces import PARK, ROAD, ROADWORK, Built
from fcm_modules.lobbyists.positions import read_park, read_road, read_roadwork
from fcm_modules.lobbyists.roads import PLACE_ROAD, finish_roads, under_construction
from fcm_modules.lobbyists.tile import PLACE_TILE

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.game.game import Game

PARK_TILE = "Z"
DISTRICTS = ("U", "V", "W", "X", "Y")  # tiles with apartments, a garden, three lemonades


@hookimpl
def contribute_settings(rules: Rules) -> Mapping[str, Any]:
    """Room for every player's tile in one line."""
    return {"map_margin": rules.plan.players[1]}


@hookimpl
def contribute_map_tiles(rules: Rules, players: int) -> Sequence[str]:
    """R-48: the park tile, unless the players leave it out; with five or six players all new tiles."""
    if players >= 5:
        return (*DISTRICTS, PARK_TILE)
    return (PARK_TILE,) if rules.options["lobbyists"]["park_tile"] else ()


@hookimpl
def contribute_house_kinds() -> Sequence[HouseKind]:
    """R-49: the apartments of the new tiles, as in New Districts."""
    return (HouseKind("apartment", limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hookimpl
def extend_barriers(game: Game) -> int:
    """A road cuts what a mailbox reaches while it is built, too."""
    return under_construction(game)


@hookimpl
def contribute_steps() -> Sequence[Step]:
    """Roads are finished in Cleanup."""
    return (Step("cleanup", "roads", finish_roads, after=("coming_soon_opens",), before=("milestones_close",)),)


@hookimpl
def contribute_partitions() -> Sequence[Partition]:
    """The pieces used."""
    return (Partition("lobbyists", Built),)


@hookimpl
def contribute_actions() -> Sequence[ActionKind]:
    """Roads, parks and the map tile."""
    return (PLACE_ROAD, PLACE_PARK, PLACE_TILE)


@hookimpl
def contribute_working_steps() -> Sequence[WorkingStep]:
    """R-20: after houses and gardens, before restaurants."""
    return (WorkingStep("lobbyists", ("place_road", "place_park"), after=("houses",), before=("restaurants",)),)


@hookimpl
def contribute_decisions() -> Sequence[DecisionKind]:
    """Which tile goes where; it may be left."""
    return (offer("map_tile", PLACE_TILE, "the map tile of First lobbyist used"),)


@hookimpl
def contribute_piece_kinds() -> Sequence[PieceKind]:
    """Roads under construction and parks; roadwork markers are part of the map and only read here."""
    return (
        PieceKind(ROAD, "=", read=read_road, title="road under construction"),
        PieceKind(PARK, "P", park=True, read=read_park),
        PieceKind(ROADWORK, "!", obstacle=False, read=read_roadwork),
    )


@hookimpl
def expect_scenario(game: Game, scenario: Any, read: Any, result: Any) -> None:
    """`roadworks` and `roads` in [expect]: all marked squares, and all squares that have become road in play."""
    lies = {
        "roadworks": [square for square, _ in game.state.map.costs],
        "roads": list(game.state.map.roads),
    }
    for key, squares in lies.items():
        expected = read.get(key, "any")
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

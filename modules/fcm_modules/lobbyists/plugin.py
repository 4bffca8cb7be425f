"""Lobbyists: new roads and parks, roadworks, and one more map tile for the first who lobbies.

Ketchup rulebook, Lobbyists; R-20, R-54 to R-57.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.game import hooks
from fcm_core.game.parts import ActionKind, DecisionKind, HouseKind, Partition, PieceKind, Step, WorkingStep
from fcm_modules.base.parks import PARK
from fcm_modules.lobbyists.parks import PlacingPark
from fcm_modules.lobbyists.pieces import ROAD, ROADWORK, Built
from fcm_modules.lobbyists.positions import read_park, read_road, read_roadwork
from fcm_modules.lobbyists.roads import PlacingRoad, finish_roads, under_construction
from fcm_modules.lobbyists.tile import AnotherTile, PlacingTile

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import TileId
    from fcm_core.game.game import Game
    from fcm_core.game.parts import Position, Result
    from fcm_core.game.rules import Rules
    from fcm_core.rules.tables import Reader

PARK_TILE = "Z"
DISTRICTS = ("U", "V", "W", "X", "Y")  # tiles with apartments, a garden, three lemonades


@hooks.set_map_margin.impl
def set_map_margin(rules: Rules) -> int | None:
    """Room for every player's tile in one line."""
    return rules.plan.players[1]


@hooks.list_map_tiles.impl
def list_map_tiles(rules: Rules, players: int) -> Sequence[TileId]:
    """R-48: the park tile, unless the players leave it out; with five or six players all new tiles."""
    if players >= 5:
        return (*DISTRICTS, PARK_TILE)
    return (PARK_TILE,) if rules.options["lobbyists"]["park_tile"] else ()


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-49: the apartments of the new tiles, as in New Districts."""
    return (HouseKind("apartment", size=(3, 3), limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hooks.extend_barriers.impl
def extend_barriers(game: Game) -> int:
    """A road cuts what a mailbox reaches while it is built, too."""
    return under_construction(game)


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Roads are finished in Cleanup."""
    return (Step("cleanup", "roads", finish_roads, after=("coming_soon_opens",), before=("milestones_close",)),)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """The pieces used."""
    return (Partition("lobbyists", Built),)


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Roads, parks and the map tile."""
    return (PlacingRoad(), PlacingPark(), PlacingTile())


@hooks.contribute_working_steps.impl
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """R-20: after houses and gardens, before restaurants."""
    return (WorkingStep("lobbyists", ("place_road", "place_park"), after=("houses",), before=("restaurants",)),)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Which tile goes where; it may be left."""
    return (AnotherTile(),)


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """Roads under construction and parks; roadwork markers are part of the map and only read here."""
    return (
        PieceKind(ROAD, "=", read=read_road, title="road under construction"),
        PieceKind(PARK, "P", read=read_park),
        PieceKind(ROADWORK, "!", read=read_roadwork),
    )


@hooks.expect_scenario.impl
def expect_scenario(game: Game, position: Position, read: Reader, result: Result) -> None:
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

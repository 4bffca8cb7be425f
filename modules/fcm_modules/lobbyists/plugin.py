"""Lobbyists: new roads and parks, roadworks, and one more map tile for whoever lobbies first.

Ketchup rulebook, Lobbyists; R-20, R-47 to R-49, R-54 to R-57. Roads are in roads.py, parks in parks.py, what both have in
common in pieces.py, the tile in tile.py, scenario files in positions.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fcm_core.modding import (
    ActionKind,
    DecisionKind,
    Game,
    HouseKind,
    Mask,
    Partition,
    PieceKind,
    Position,
    Reader,
    Result,
    Rules,
    Step,
    TileId,
    WorkingStep,
    hooks,
)
from fcm_modules.base.parks import PARK
from fcm_modules.lobbyists.parks import PlacingPark
from fcm_modules.lobbyists.pieces import BUILT, ROAD, ROADWORK, Built
from fcm_modules.lobbyists.positions import expect_roads, read_park, read_road, read_roadwork
from fcm_modules.lobbyists.roads import PlacingRoad, finish_roads, under_construction
from fcm_modules.lobbyists.tile import AnotherTile, PlacingTile

PARK_TILE = TileId("Z")
DISTRICTS = tuple(map(TileId, "UVWXY"))  # tiles with apartments, a garden, three lemonades


# --- roads and parks -------------------------------------------------------------------------------------------------


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Roads, parks and the map tile."""
    return (PlacingRoad(), PlacingPark(), PlacingTile())


@hooks.contribute_working_steps.impl
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """R-20: after houses and gardens, before restaurants."""
    return (WorkingStep("lobbyists", ("place_road", "place_park"), after=("houses",), before=("restaurants",)),)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition[Built]]:
    """The pieces used."""
    return (BUILT,)


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """Roads under construction and parks; roadwork markers are part of the map and only read here."""
    return (
        PieceKind(ROAD, "=", read=read_road, title="road under construction"),
        PieceKind(PARK, "P", read=read_park),
        PieceKind(ROADWORK, "!", read=read_roadwork),
    )


@hooks.extend_barriers.impl
def roads_cut_mailboxes(game: Game) -> Mask:
    """R-54: a road already cuts what a mailbox reaches while it is being built."""
    return under_construction(game)


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """R-47: roads are finished in Cleanup."""
    return (Step("cleanup", "roads", finish_roads, after=("coming_soon_opens",), before=("milestones_close",)),)


# --- First lobbyist used: one more map tile --------------------------------------------------------------------------


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """R-56: which tile goes where."""
    return (AnotherTile(),)


@hooks.set_map_margin.impl
def room_for_tiles(rules: Rules) -> int | None:
    """Every player's tile finds room in one line."""
    return rules.plan.players[1]


# --- map tiles -------------------------------------------------------------------------------------------------------


@hooks.list_map_tiles.impl
def new_tiles(rules: Rules, players: int) -> Sequence[TileId]:
    """R-48: the park tile, unless the players leave it out; with five or six players all new tiles."""
    if players >= 5:
        return (*DISTRICTS, PARK_TILE)
    return (PARK_TILE,) if rules.options["lobbyists"]["park_tile"] else ()


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-49: the apartments of the new tiles, as in New Districts."""
    return (HouseKind("apartment", size=(3, 3), limit=None, garden_limit=None, counters=2, can_have_garden=False),)


# --- scenario files --------------------------------------------------------------------------------------------------


@hooks.expect_scenario.impl
def expect_scenario(game: Game, position: Position, read: Reader, result: Result) -> None:
    """`roadworks` and `roads` in [expect]."""
    expect_roads(game, position, read, result)

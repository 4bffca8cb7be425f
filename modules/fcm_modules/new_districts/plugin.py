"""New Districts: map tiles with apartments, a printed garden and parks.

Ketchup rulebook, New Districts; R-04, R-10, R-48, R-49, R-57.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import HouseKind, Refusal, Rules, TileId, hooks

APARTMENT = "apartment"


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-49: an apartment gets two counters for each one, holds any number and never has a garden."""
    return (HouseKind(APARTMENT, size=(3, 3), limit=None, garden_limit=None, counters=2, can_have_garden=False),)


# --- the options: tiles, apartments, all -----------------------------------------------------------------------------


@hooks.list_map_tiles.impl
def tiles_of_the_option(rules: Rules, players: int) -> Sequence[TileId]:
    """R-48: the tiles that the option `tiles` names are shuffled in."""
    tiles: Sequence[TileId] = rules.options["new_districts"]["tiles"]
    return tiles


@hooks.check_map.impl
def enough_apartments(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """The option `apartments`: so many must be on the map."""
    wanted = rules.options["new_districts"]["apartments"]
    there = sum(house.kind == APARTMENT for tile in tiles for house in rules.tiles[tile].houses)
    return Refusal("apartments", f"{there} apartments; at least {wanted} are wanted") if there < wanted else None


@hooks.check_map.impl
def all_new_tiles(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """The option `all`: every tile of the option `tiles` must be on the map."""
    options = rules.options["new_districts"]
    missing = [tile for tile in options["tiles"] if options["all"] and tile not in tiles]
    return Refusal("tiles", f"tile {missing[0]} is not on the map") if missing else None

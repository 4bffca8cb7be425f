"""New Districts: map tiles with apartments, a printed garden and parks.

Ketchup rulebook, New Districts; R-04, R-10, R-48, R-49, R-57.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.game import hooks
from fcm_core.game.parts import HouseKind

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import TileId
    from fcm_core.game.rules import Rules


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-49: two counters for each one, no limit, never a garden."""
    return (HouseKind("apartment", size=(3, 3), limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hooks.list_map_tiles.impl
def list_map_tiles(rules: Rules, players: int) -> Sequence[TileId]:
    """R-48: the tiles that the option names."""
    tiles: Sequence[str] = rules.options["new_districts"]["tiles"]
    return tiles


@hooks.check_map.impl
def check_map(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """The options `apartments` and `all`."""
    options = rules.options["new_districts"]
    apartments = sum(house.kind == "apartment" for tile in tiles for house in rules.tiles[tile].houses)
    if apartments < options["apartments"]:
        return Refusal("apartments", f"{apartments} apartments; at least {options['apartments']} are wanted")
    missing = [tile for tile in options["tiles"] if options["all"] and tile not in tiles]
    return Refusal("tiles", f"tile {missing[0]} is not on the map") if missing else None

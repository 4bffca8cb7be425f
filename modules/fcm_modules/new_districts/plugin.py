"""New Districts: map tiles with apartments, a printed garden and parks.

Ketchup rulebook, New Districts; R-04, R-10, R-48, R-49, R-57.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import HouseKind

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules


@hookimpl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-49: two counters for each one, no limit, never a garden."""
    return (HouseKind("apartment", limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hookimpl
def contribute_map_tiles(rules: Rules) -> Sequence[str]:
    """R-48: the tiles that the option names."""
    tiles: Sequence[str] = rules.options["new_districts"]["tiles"]
    return tiles


@hookimpl
def accept_map(rules: Rules, tiles: Sequence[str]) -> bool:
    """The options `apartments` and `all`."""
    options = rules.options["new_districts"]
    apartments = sum(house.kind == "apartment" for tile in tiles for house in rules.tiles[tile].houses)
    if apartments < options["apartments"]:
        return False
    return not options["all"] or all(tile in tiles for tile in options["tiles"])

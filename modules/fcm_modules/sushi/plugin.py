"""Sushi: what houses with a garden eat before they think of what they asked for.

Ketchup rulebook, pages 7 and 8; R-50.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import Substitution

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House

SUSHI = "sushi"


def _all_sushi(game: Game, player: int, house: House, demand: dict[str, int]) -> dict[str, int] | None:
    """Only with a garden (a park is none), and all counters or none."""
    wanted = sum(demand.values())
    return {SUSHI: wanted} if house.garden and game.player(player).stock.get(SUSHI, 0) >= wanted else None


@hookimpl
def contribute_substitutions() -> Sequence[Substitution]:
    """R-50: better than the goods asked for."""
    return (Substitution("sushi", _all_sushi, before=("asked_goods",)),)

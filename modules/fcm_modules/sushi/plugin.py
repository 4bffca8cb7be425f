"""Sushi: what houses with a garden eat before they think of what they asked for.

Ketchup rulebook, pages 7 and 8; R-50.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.parts import Substitution

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import House

SUSHI = "sushi"


def _all_sushi(game: Game, seat: Seat, house: House, demand: dict[str, int]) -> dict[str, int] | None:
    """Only with a garden (a park is none), and all counters or none."""
    wanted = sum(demand.values())
    return {SUSHI: wanted} if house.garden and game.player(seat).stock.get(SUSHI, 0) >= wanted else None


@hooks.contribute_substitutions.impl
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """R-50: better than the goods asked for."""
    return (Substitution("sushi", _all_sushi, before=("asked_goods",)),)

"""Noodles: what a house eats where nobody has what it asked for.

Ketchup rulebook, page 9; R-50.
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

NOODLES = "noodles"


def _all_noodles(game: Game, seat: Seat, house: House, demand: dict[str, int]) -> dict[str, int] | None:
    """All counters or none, at any kind of house."""
    wanted = sum(demand.values())
    return {NOODLES: wanted} if game.player(seat).stock.get(NOODLES, 0) >= wanted else None


@hooks.contribute_substitutions.impl
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """R-50: worse than the goods asked for."""
    return (Substitution("noodles", _all_noodles, after=("asked_goods",)),)

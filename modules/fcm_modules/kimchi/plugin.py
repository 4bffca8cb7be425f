"""Kimchi: a house prefers whoever has some, takes one with its meal, and it shares a freezer with nothing.

Ketchup rulebook, pages 5 and 6; R-50, R-51. Its making in Cleanup is the card's own `produces_at_cleanup`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import AddOn

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House

KIMCHI = "kimchi"


def _one_kimchi(game: Game, player: int, house: House, meal: dict[str, int]) -> dict[str, int] | None:
    return {KIMCHI: 1} if game.player(player).stock.get(KIMCHI, 0) > meal.get(KIMCHI, 0) else None


@hookimpl
def contribute_add_ons() -> Sequence[AddOn]:
    """R-50: one with any meal, at the price of any other item; never alone. Having it comes before everything else."""
    return (AddOn("kimchi", _one_kimchi),)


@hookimpl
def contribute_codes() -> Mapping[str, Sequence[str]]:
    """Of check_keep."""
    return {"keep": ("kimchi_alone",)}


@hookimpl
def check_keep(game: Game, kept: Mapping[str, int]) -> Refusal | None:
    """R-51: frozen kimchi excludes freezing anything else."""
    others = [good for good, amount in kept.items() if amount and good != KIMCHI]
    if kept.get(KIMCHI) and others:
        return Refusal(
            "kimchi_alone",
            f"kimchi cannot be frozen together with {game.rules.goods[others[0]].title}: one or the other",
        )
    return None

"""Kimchi: a house prefers whoever has some, takes one with its meal, and it shares a freezer with nothing.

Ketchup rulebook, pages 5 and 6; R-50, R-51. Its making in Cleanup is the card's own `produces_at_cleanup`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.game import hooks
from fcm_core.game.parts import AddOn

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import GoodId, Seat
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import House

KIMCHI = "kimchi"


def _one_kimchi(game: Game, seat: Seat, house: House, meal: dict[str, int]) -> dict[str, int] | None:
    return {KIMCHI: 1} if game.player(seat).stock.get(KIMCHI, 0) > meal.get(KIMCHI, 0) else None


@hooks.contribute_add_ons.impl
def contribute_add_ons(rules: Rules) -> Sequence[AddOn]:
    """R-50: one with any meal, at the price of any other item; never alone. Having it comes before everything else."""
    return (AddOn("kimchi", _one_kimchi),)


@hooks.contribute_codes.impl
def contribute_codes(rules: Rules) -> Sequence[tuple[str, Sequence[str]]]:
    """Of check_keep."""
    return (("keep", ("kimchi_alone",)),)


@hooks.check_keep.impl
def check_keep(game: Game, seat: Seat, kept: Mapping[GoodId, int]) -> Refusal | None:
    """R-51: frozen kimchi excludes freezing anything else."""
    others = [good for good, amount in kept.items() if amount and good != KIMCHI]
    if kept.get(KIMCHI) and others:
        return Refusal(
            "kimchi_alone",
            f"kimchi cannot be frozen together with {game.rules.goods[others[0]].title}: one or the other",
        )
    return None

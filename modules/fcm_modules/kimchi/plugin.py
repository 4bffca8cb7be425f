"""Kimchi: a house prefers a chain that has some, and takes one with its meal. In a freezer it lies alone.

Ketchup rulebook, pages 5 and 6; R-50, R-51. Its making in Cleanup is the card's own key `produces_at_cleanup`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fcm_core.modding import AddOn, Codes, Game, GoodId, House, Refusal, Rules, Seat, hooks

KIMCHI = GoodId("kimchi")


def one_kimchi(game: Game, seat: Seat, house: House, meal: Mapping[GoodId, int]) -> Mapping[GoodId, int] | None:
    """One, whatever the meal is."""
    return {KIMCHI: 1}


@hooks.contribute_add_ons.impl
def contribute_add_ons(rules: Rules) -> Sequence[AddOn]:
    """R-50: one with any meal, at the price of any other item; never alone. A chain that has it is preferred."""
    return (AddOn("kimchi", one_kimchi),)


@hooks.check_keep.impl
def kimchi_lies_alone(game: Game, seat: Seat, kept: Mapping[GoodId, int]) -> Refusal | None:
    """R-51: who freezes kimchi freezes nothing else."""
    others = [good for good, amount in kept.items() if amount and good != KIMCHI]
    if kept.get(KIMCHI) and others:
        title = game.rules.goods[others[0]].title
        return Refusal("kimchi_alone", f"kimchi cannot be frozen together with {title}: one or the other")
    return None


@hooks.contribute_codes.impl
def contribute_codes(rules: Rules) -> Sequence[tuple[str, Codes]]:
    """The refusal above."""
    return (("keep", {"kimchi_alone": "kimchi cannot be frozen together with other goods"}),)

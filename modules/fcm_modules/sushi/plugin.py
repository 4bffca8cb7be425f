"""Sushi: houses with a garden prefer it to what they asked for.

Ketchup rulebook, pages 7 and 8; R-50.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fcm_core.modding import Game, GoodId, House, Rules, Seat, Substitution, hooks

SUSHI = GoodId("sushi")


def all_sushi(game: Game, seat: Seat, house: House, demand: Mapping[GoodId, int]) -> Mapping[GoodId, int] | None:
    """Only with a garden (a park is none), and for all counters or none."""
    return {SUSHI: sum(demand.values())} if house.garden else None


@hooks.contribute_substitutions.impl
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """R-50: better than the goods asked for."""
    return (Substitution("sushi", all_sushi, before=("asked_goods",)),)

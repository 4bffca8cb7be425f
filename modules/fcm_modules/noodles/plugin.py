"""Noodles: what a house eats where nobody has what it asked for.

Ketchup rulebook, page 9; R-50.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fcm_core.modding import Game, GoodId, House, Rules, Seat, Substitution, hooks

NOODLES = GoodId("noodles")


def all_noodles(game: Game, seat: Seat, house: House, demand: Mapping[GoodId, int]) -> Mapping[GoodId, int] | None:
    """For all counters or none, at any kind of house."""
    return {NOODLES: sum(demand.values())}


@hooks.contribute_substitutions.impl
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """R-50: worse than the goods asked for."""
    return (Substitution("noodles", all_noodles, after=("asked_goods",)),)

"""Noodles: what a house eats where nobody has what it asked for.

Ketchup rulebook, page 9; R-50.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import Game, GoodId, House, Rules, Seat, Substitution, hooks

NOODLES = GoodId("noodles")


def all_noodles(game: Game, seat: Seat, house: House, demand: dict[GoodId, int]) -> dict[GoodId, int] | None:
    """For all counters or none, at any kind of house."""
    wanted = sum(demand.values())
    return {NOODLES: wanted} if game.player(seat).stock.get(NOODLES, 0) >= wanted else None


@hooks.contribute_substitutions.impl
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """R-50: worse than the goods asked for."""
    return (Substitution("noodles", all_noodles, after=("asked_goods",)),)

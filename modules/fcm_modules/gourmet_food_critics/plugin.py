"""Gourmet Food Critics: campaigns beside the board that reach all houses with a garden.

Ketchup rulebook, Gourmet Food Critics; R-68.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fcm_core.modding import (
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Game,
    HouseId,
    PlaceCampaign,
    Refusal,
    Rules,
    Seat,
    hooks,
)


def placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """One way only: beside the board, where the place does not matter."""
    yield {}


def check_place(game: Game, seat: Seat, card: CardId, action: PlaceCampaign) -> Refusal | None:
    """R-68: no square and no edge of the board."""
    for name in ("at", "turned", "side", "line"):
        if getattr(action, name) is not None:
            return Refusal("malformed", f"guide {action.number} lies beside the board; leave out {name}")
    return None


def build(game: Game, seat: Seat, action: PlaceCampaign) -> dict[str, Any]:
    """It has no place."""
    return {}


def reach(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """R-68: every house with a garden, printed or placed; apartments and the like have none."""
    return [house.id for house in game.state.houses.values() if house.garden]


GUIDE = CampaignKind("gourmet", placements, check_place, build, reach)


@hooks.contribute_campaign_kinds.impl
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Restaurant guides."""
    return (GUIDE,)

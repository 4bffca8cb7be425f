"""The rural area: one more house, beside the map, and the campaigns that reach it.

Ketchup rulebook, Rural Marketeers; R-10, R-67.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fcm_core.modding import (
    SIDES,
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Game,
    House,
    HouseId,
    HouseKind,
    PlaceCampaign,
    Refusal,
    Seat,
)

RURAL = "rural"  # a kind of house and a kind of campaign
LAST = 10**9  # behind every number in the eating order
AREA = House(HouseId("rural"), LAST, RURAL, mask=0, printed=False)
AREA_KIND = HouseKind(RURAL, limit=None, garden_limit=None, counters=2, can_have_garden=False)


def free_sides(game: Game) -> list[str]:
    """The sides of the area without a campaign."""
    taken = [campaign.side for campaign in game.state.campaigns.values() if campaign.kind == RURAL]
    return [side for side in SIDES if side not in taken]


def placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """R-67: one campaign on each side of the area."""
    for side in free_sides(game):
        yield {"side": side}


def check_place(game: Game, seat: Seat, card: CardId, action: PlaceCampaign) -> Refusal | None:
    """R-67: a free side of the rural area, and nothing else."""
    if action.side not in SIDES or action.at is not None or action.line is not None or action.turned is not None:
        return Refusal("malformed", "a rural campaign takes a side (N, E, S, W) of the rural area and nothing else")
    if action.side not in free_sides(game):
        return Refusal("same_edge", f"side {action.side} of the rural area has its campaign already")
    return None


def build(game: Game, seat: Seat, action: PlaceCampaign) -> dict[str, Any]:
    """The side of the area; a position that names none takes the next free one."""
    return {"side": action.side or free_sides(game)[0]}


def reach(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """The rural area and no other house."""
    return (AREA.id,)


def can_place(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> bool:
    """Whether a side is free."""
    return bool(free_sides(game))


RURAL_CAMPAIGN = CampaignKind(RURAL, placements, check_place, build, reach, can_place, eternal=True)

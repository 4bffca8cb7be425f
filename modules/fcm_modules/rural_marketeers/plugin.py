"""Rural Marketeers: the countryside eats last, is reached by freeways and sees campaigns that never end.

Ketchup rulebook, Rural Marketeers; R-10, R-28, R-67. The area and its campaigns are in area.py, freeways in freeways.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fcm_core.modding import (
    ActionKind,
    CampaignKind,
    CampaignPlaced,
    DecisionKind,
    Game,
    House,
    HouseKind,
    MilestoneId,
    PieceKind,
    Refusal,
    Rules,
    Spot,
    award,
    hooks,
)
from fcm_modules.rural_marketeers.area import AREA, AREA_KIND, RURAL, RURAL_CAMPAIGN
from fcm_modules.rural_marketeers.freeways import (
    FREEWAY,
    FirstFreeway,
    PlacingFreeway,
    describe_freeway,
    edge_refusal,
    freeways,
    read_freeway,
    squares_beside,
)

FIRST_RURAL_MARKETEER_USED = MilestoneId("first_rural_marketeer_used")


# --- the rural area --------------------------------------------------------------------------------------------------


@hooks.contribute_house_kinds.impl
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """R-67: two counters for each one, no limit, no garden."""
    return (AREA_KIND,)


@hooks.list_houses.impl
def the_rural_area(game: Game) -> Sequence[House]:
    """R-10: a house without squares that eats after all others, there from the start."""
    return (AREA,)


@hooks.contribute_campaign_kinds.impl
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Rural campaigns never end."""
    return (RURAL_CAMPAIGN,)


# --- freeways --------------------------------------------------------------------------------------------------------


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """The freeway."""
    return (PieceKind(FREEWAY, "f", read=read_freeway, describe=describe_freeway, beside=squares_beside),)


@hooks.set_house_exits.impl
def guests_come_over_freeways(game: Game, house: House) -> Sequence[tuple[Spot, bool]] | None:
    """R-67: onto the road squares beside any freeway; the border between freeway and map is not counted."""
    return [each for freeway in freeways(game) for each in freeway.exits(game)] if house.kind == RURAL else None


@hooks.check_edge.impl
def nothing_else_lies_there(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    """R-28: no airplane and no map tile where a freeway lies."""
    return edge_refusal(game, side, line, lines)


# --- First rural marketeer used --------------------------------------------------------------------------------------


@hooks.on_campaign_placed.impl
def first_rural_marketeer_used(game: Game, placed: CampaignPlaced) -> None:
    """R-67: it places a campaign. Whoever gets the milestone may place a freeway at once."""
    if placed.campaign.kind == RURAL and award(game, placed.seat, FIRST_RURAL_MARKETEER_USED):
        game.ask(FirstFreeway.name, [placed.seat])


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Placing a freeway."""
    return (PlacingFreeway(),)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Where the freeway goes."""
    return (FirstFreeway(),)

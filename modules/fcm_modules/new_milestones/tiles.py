"""What the campaigns that milestones bring have in common: the tiles in supply, and campaigns of no marketeer."""

from __future__ import annotations

from fcm_core.modding import (
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Decision,
    Game,
    GoodId,
    PlaceCampaign,
    Refusal,
    Seat,
    put_on_board,
    refusals,
)

NO_MARKETEER = CardId("")  # the card of a place_campaign that no marketeer makes
# Refusal codes of whatever places a tile on the board.
PLACE_CODES = refusals("not_an_option", "campaign_kind", "tile_taken", "malformed", "off_map", "occupied", "roadside")


def pending(game: Game, seat: Seat) -> Decision:
    """The decision that the player owes now."""
    decision = game.decision_of(seat)
    assert decision is not None
    return decision


def supply(game: Game, kind: str) -> list[CampaignNumber]:
    """Numbers of the tiles of a kind that are left, ascending."""
    return [number for number in game.state.tiles_left if game.rules.campaign_tiles[number].kind == kind]


def tile_refusal(game: Game, number: CampaignNumber, kind: str) -> Refusal | None:
    """Refuses a tile that is not in supply or of another kind."""
    if number in supply(game, kind):
        return None
    tile = game.rules.campaign_tiles.get(number)
    if tile is None:
        return Refusal("not_an_option", f"no campaign tile {number}")
    if tile.kind != kind:
        return Refusal("campaign_kind", f"it must be a {kind}; tile {number} is a {tile.kind}")
    return Refusal("tile_taken", f"campaign tile {number} is not in supply")


def place_free(
    game: Game, seat: Seat, kind: CampaignKind, place: PlaceCampaign, good: GoodId, rounds: int | None
) -> None:
    """Starts a campaign that belongs to no marketeer: no owner's bonus counts for it. Rounds None: eternal."""
    put_on_board(
        game,
        Campaign(
            number=place.number,
            kind=kind.name,
            owner=seat,
            goods=(good,),
            left=rounds or 1,
            eternal=rounds is None,
            by_marketeer=False,
            **kind.build(game, seat, place),
        ),
    )


def first_run(game: Game, seat: Seat, kind: CampaignKind, place: PlaceCampaign, *, connected: bool = True) -> int:
    """A hint for bots: $5 for each counter that the first run could bring to houses, those connected to the chain only."""
    campaign = Campaign(place.number, kind.name, seat, (), 1, **kind.build(game, seat, place))
    houses = [game.state.houses[house] for house in kind.reach(game, campaign)]
    return sum(
        5 * (1 + bool(each.garden))
        for each in houses
        if not connected or game.board.distance(each.id, seat) is not None
    )

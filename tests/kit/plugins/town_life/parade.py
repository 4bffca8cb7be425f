"""Parades: a campaign that lies nowhere, but goes along two road squares; its action and its scenario files say which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define

from fcm_core.modding import (
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Game,
    HouseId,
    Mask,
    PlaceCampaign,
    PlacingCampaign,
    Refusal,
    Seat,
    Square,
    bits,
    refusals,
)


@define(unsafe_hash=True)
class PlaceParade(PlaceCampaign):
    """Sends a parade along a route of two road squares."""

    route: tuple[Square, ...] = ()


class PlacingParade(PlacingCampaign):
    """A parade leader is busy like any marketeer."""

    name = "place_parade"
    cls = PlaceParade
    help = "Send a parade along two road squares."
    codes = PlacingCampaign.codes | refusals(route="the route is not two road squares beside each other")
    phrases = (*PlacingCampaign.phrases, ("along", "route"))


def routes(game: Game) -> Iterator[tuple[Square, ...]]:
    """Every two road squares beside each other, the one farther north or west first."""
    grid = game.ground.grid
    for square in bits(game.ground.roads):
        row, column = grid.square(square)
        for there in ((row, column + 1), (row + 1, column)):
            if game.ground.roads >> square & 1 and is_road(game, there):
                yield ((row, column), there)


def is_road(game: Game, square: Square) -> bool:
    """Whether the square is on the map, and road."""
    try:
        return bool(game.ground.roads >> game.ground.grid.index(square) & 1)
    except ValueError:
        return False


def placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """One for each route."""
    return ({"route": route} for route in routes(game))


def check_place(game: Game, seat: Seat, card: CardId, action: Any) -> Refusal | None:
    """Two road squares beside each other."""
    if action.route in routes(game):
        return None
    return Refusal("route", f"a parade needs two road squares beside each other, found {action.route}")


def build(game: Game, seat: Seat, action: Any) -> dict[str, Any]:
    """The route is kept as squares of the grid."""
    return {"data": tuple(game.ground.grid.index(square) for square in action.route)}


def way(game: Game, campaign: Campaign) -> Mask:
    """The road squares of the route."""
    return sum(1 << square for square in campaign.data)


def reach(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """Houses beside the route."""
    near = game.ground.grid.dilate(way(game, campaign))
    return [house.id for house in game.state.houses.values() if house.mask & near]


def describe(game: Game, campaign: Campaign) -> str:
    """Where it goes."""
    ends = [game.ground.grid.square(square) for square in campaign.data]
    return f"from {ends[0][0]},{ends[0][1]} to {ends[-1][0]},{ends[-1][1]}"


PARADE = CampaignKind(
    "parade",
    placements,
    check_place,
    build,
    reach,
    action=PlacingParade.name,
    drawn_on=way,
    describe=describe,
)

"""Who reads which paper, and adverts: a campaign that carries the two readers it is meant for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from attrs import define, field

from fcm_core.modding import (
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Game,
    HouseId,
    Partition,
    PlaceCampaign,
    PlacingCampaign,
    Refusal,
    Seat,
    refusals,
)


@define
class Readers:
    """What a game remembers: the houses that read a paper, and whose."""

    paper_of: dict[HouseId, Seat] = field(factory=dict)

    def copy(self) -> Readers:
        """A copy that shares nothing that can change."""
        return Readers(dict(self.paper_of))


READERS = Partition("town_paper", Readers)


def readers(game: Game, seat: Seat) -> list[HouseId]:
    """The houses that read the player's paper, in eating order."""
    paper_of = READERS.of(game).paper_of
    return [house for house in game.state.houses if paper_of.get(house) == seat]


def in_order(houses: Iterable[HouseId]) -> tuple[HouseId, ...]:
    """Which of the two is named first means nothing, so an action has one way to write them."""
    return tuple(sorted(houses))


@define(unsafe_hash=True)
class PlaceAdvert(PlaceCampaign):
    """Places an advert for two readers of the own paper."""

    houses: tuple[HouseId, ...] = field(default=(), converter=in_order)


class PlacingAdvert(PlacingCampaign):
    """Placed like any campaign; its kind says for which houses."""

    name = "place_advert"
    cls = PlaceAdvert
    help = "Place an advert for two readers of the own paper."
    codes = PlacingCampaign.codes | refusals(readers="it is not meant for two readers of the own paper")
    phrases = (*PlacingCampaign.phrases, ("read at", "houses"))


def placements(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Iterator[dict[str, Any]]:
    """One for every two readers."""
    return ({"houses": in_order(pair)} for pair in combinations(readers(game, seat), 2))


def check_place(game: Game, seat: Seat, card: CardId, action: Any) -> Refusal | None:
    """Two different readers, and no place on the board."""
    if any(each is not None for each in (action.at, action.turned, action.side, action.line)):
        return Refusal("malformed", "an advert stands in the paper: name its houses, no place")
    if len(set(action.houses)) == 2 and set(action.houses) <= set(readers(game, seat)):
        return None
    return Refusal("readers", f"an advert is for two readers of the own paper, not for {', '.join(action.houses)}")


def build(game: Game, seat: Seat, action: Any) -> dict[str, Any]:
    """What the campaign carries with it."""
    return {"data": action.houses}


def reach(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """The two houses, in eating order; they have read it, whosever paper they read now."""
    return [house for house in game.state.houses if house in campaign.data]


def describe(game: Game, campaign: Campaign) -> str:
    """What people are told besides its number and its goods."""
    return f"read at {' and '.join(campaign.data)}"


ADVERT = CampaignKind("advert", placements, check_place, build, reach, action=PlacingAdvert.name, describe=describe)

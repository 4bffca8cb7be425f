"""What a map offers, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import GoodId

if TYPE_CHECKING:
    from fcm_core.game.game import Game


@frozen
class MapStatistics:
    """Counts of one board. A house is counted under its kind, gardens and roads apart."""

    tiles: int  # map tiles; 0 for a map that was drawn by hand
    houses: Mapping[str, int]  # kind of house -> how many
    gardens: int  # houses with a garden
    drinks: Mapping[GoodId, int]  # good -> squares with its sources, those without any too
    road_squares: int
    road_nets: int  # parts of the road that no way connects
    largest_net: int  # road squares of the largest of them; a bridge counts for both of its roads

    def plain(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)


def map_statistics(game: Game) -> MapStatistics:
    """What the board of a game, or of a view, holds now."""
    ground, state = game.ground, game.state
    houses: dict[str, int] = dict.fromkeys(game.rules.house_kinds, 0)
    for house in state.houses.values():
        if house.mask:
            add_to(houses, house.kind)
    drinks = {good: 0 for good in game.rules.source_goods.values()}
    for letter in ground.sources.values():
        if letter in game.rules.source_goods:
            drinks[game.rules.source_goods[letter]] += 1
    nets = ground.net.parts()
    return MapStatistics(
        tiles=len(state.map.tiles),
        houses=houses,
        gardens=sum(bool(house.garden) for house in state.houses.values()),
        drinks=drinks,
        road_squares=ground.roads.bit_count(),
        road_nets=len(nets),
        largest_net=max(map(int.bit_count, nets), default=0),
    )

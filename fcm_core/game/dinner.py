"""What Dinnertime weighs: a chain's offer to a house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import GoodId, HouseId, Seat


@frozen
class Candidate:
    """A chain's offer to a house. Price in dollars, distance in tile borders, both as the house counts them."""

    seat: Seat
    house: HouseId
    goods: Mapping[GoodId, int]  # sold as the meal
    add_ons: Mapping[GoodId, int]  # sold besides
    substitution: int  # index into the rules' substitutions
    unit_price: int
    distance: int
    keys: tuple[int, ...] = ()  # one per ranking key; the lowest tuple wins

    def everything(self) -> dict[GoodId, int]:
        """The meal and what is sold besides."""
        goods = dict(self.goods)
        for good, amount in self.add_ons.items():
            add_to(goods, good, amount)
        return goods

    def decided_by(self, other: Candidate, ranking: Sequence[str]) -> str:
        """The name of the ranking key by which this offer beats another; "" where none does."""
        return next(
            (name for name, *both in zip(ranking, self.keys, other.keys, strict=True) if both[0] != both[1]), ""
        )

"""What Dinnertime weighs: a chain's offer to a house."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

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

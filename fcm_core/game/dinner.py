"""What Dinnertime weighs and what comes of it: a chain's offer to a house, and a sale."""

from __future__ import annotations

from attrs import define, frozen


@define
class Candidate:
    """A chain's offer to a house. Price in dollars, distance in tile borders, both as the house counts them."""

    player: int
    house: str
    goods: dict[str, int]  # sold as the meal
    add_ons: dict[str, int]  # sold besides
    substitution: int  # index into the rules' substitutions
    unit_price: int
    distance: int
    keys: tuple[int, ...] = ()  # one per ranking key; the lowest tuple wins


@frozen
class Sale:
    """A house was served. `income` in dollars: multiplied unit prices, item bonuses and sale bonuses together."""

    player: int
    house: str
    sold: dict[str, int]
    demand: tuple[tuple[str, int], ...]  # the counters that were served: good, whose marketeer
    unit_price: int
    multiplier: int
    income: int
    distance: int

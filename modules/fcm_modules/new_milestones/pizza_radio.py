"""First pizza sold: radios for pizza on the tiles of the first houses that bought some.

Ketchup rulebook, New Milestones; R-60.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from fcm_core.modding import (
    ActionKind,
    Choice,
    Decision,
    DecisionKind,
    Game,
    GoodId,
    House,
    HouseId,
    PlaceCampaign,
    Refusal,
    Seat,
    Square,
    bits,
    refusals,
    roadside_mask,
)
from fcm_modules.base.campaigns import RADIO
from fcm_modules.new_milestones.tiles import NO_MARKETEER, first_run, pending, place_free, supply

PIZZA = GoodId("pizza")
ROUNDS = 2  # that a pizza radio runs


@define(unsafe_hash=True)
class PlacePizzaRadio:
    """First pizza sold: a radio on the tile of a house that has bought pizza."""

    at: Square


def customer(game: Game, decision: Decision) -> House:
    """The house that has bought pizza."""
    return game.state.houses[HouseId(decision.about("house", str))]


def radio_squares(game: Game, house: House) -> int:
    """R-60: empty squares beside a road on any tile that holds a part of the house or its garden."""
    grid = game.ground.grid
    tiles = 0
    for square in bits(house.mask | house.garden):
        tiles |= grid.tile_mask(grid.tile_at(square))
    return game.board.free() & game.ground.roadside & tiles


def as_placing(game: Game, action: PlacePizzaRadio) -> PlaceCampaign:
    """The radio as the campaign kinds know it: the lowest number that is left."""
    return PlaceCampaign(NO_MARKETEER, supply(game, RADIO.name)[0], at=action.at)


class PlacingPizzaRadio(ActionKind[PlacePizzaRadio]):
    """R-60: a radio for pizza that belongs to no marketeer."""

    name = "place_pizza_radio"
    cls = PlacePizzaRadio
    help = "First pizza sold: place a radio for pizza on the tile of a house that bought pizza."
    codes = refusals("off_map", "occupied", "roadside", wrong_tile="it must lie on the map tile of the house")

    def check(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> Refusal | None:
        """R-60: an empty square of the house's tile, beside a road."""
        house = customer(game, pending(game, seat))
        mask = roadside_mask(game, action.at, 1, 1, "the radio", game.board.free())
        if isinstance(mask, Refusal):
            return mask
        if not mask & radio_squares(game, house):
            return Refusal("wrong_tile", f"the radio must be on the tile of house {house.id}")
        return None

    def apply(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> None:
        """R-60: two rounds, and nobody is busy."""
        place_free(game, seat, RADIO, as_placing(game, action), PIZZA, ROUNDS)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every square."""
        squares = game.ground.grid.squares
        house = customer(game, pending(game, seat))
        return [PlacePizzaRadio(squares[at]) for at in bits(radio_squares(game, house))]

    def value(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> int:
        """What the first run brings."""
        return first_run(game, seat, RADIO, as_placing(game, action))


class PizzaRadio(DecisionKind):
    """R-60: where the radio goes; it must be placed."""

    name = "pizza_radio"
    actions = ("place_pizza_radio",)
    title = "a radio for pizza"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only where a radio is left, and room on the tile."""
        return bool(supply(game, RADIO.name)) and bool(radio_squares(game, customer(game, decision)))

"""Working, step 5: place new houses and gardens.

Rulebook, Place new houses and gardens; R-36.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import CardId, HouseId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import PlaceGarden, PlaceHouse
from fcm_core.game.cards import actions_left, owned, use_card
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice, Partial
from fcm_core.game.places import by_square, garden_beside, garden_mask, place_refusal, rect_mask
from fcm_core.game.state import House
from fcm_core.map.shapes import SIDES, anchors, anchors_touching

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def _builder(game: Game, seat: Seat, what: str) -> CardId | Refusal:
    """A card at work that may still place `what` (house or garden)."""
    used_up = False
    work = game.state.players[seat].work
    for name in game.rules.builder_cards:
        if name in work and what in game.rules.cards[name].places:
            if actions_left(game, seat, name) > 0:
                return name
            used_up = True
    if used_up:
        return Refusal("used_up", f"nobody at work can place another {what}")
    return Refusal("not_at_work", f"nobody at work places a {what}")


class PlacingHouse(ActionKind[PlaceHouse]):
    """R-36: a house comes with its garden, together 2 x 3 squares."""

    name = "place_house"
    cls = PlaceHouse
    help = "Place a new house with its garden."
    codes = refusals(
        "not_at_work",
        "used_up",
        "malformed",
        "off_map",
        "occupied",
        "road",
        house_number="no house of this number is there to be placed, or to get a garden",
    )
    phrases = (("place house", "number"), ("at", "at"), (", garden", "garden"))

    def check(self, game: Game, seat: Seat, action: PlaceHouse) -> Refusal | None:
        """R-36: a number left, on empty squares, one of the six beside a road."""
        builder = _builder(game, seat, "house")
        if isinstance(builder, Refusal):
            return builder
        left = game.state.houses_left
        if action.number not in left:
            return Refusal(
                "house_number", f"house {action.number} is not in supply; left: {', '.join(map(str, left)) or 'none'}"
            )
        house = rect_mask(game, action.at, 2, 2)
        if isinstance(house, Refusal):
            return house
        garden = garden_mask(game, action.at, action.garden)
        if isinstance(garden, Refusal):
            return garden
        refusal = place_refusal(game, house | garden, game.board.free(), "a house with its garden")
        if refusal is not None:
            return refusal
        if not (house | garden) & game.ground.roadside:
            return Refusal("road", "one of the six squares of the house and its garden must be next to a road")
        return None

    def apply(self, game: Game, seat: Seat, action: PlaceHouse) -> None:
        """R-10, R-36: it eats from now on, in the order of its number."""
        builder = _builder(game, seat, "house")
        assert isinstance(builder, str)
        use_card(game, seat, builder)
        mask = rect_mask(game, action.at, 2, 2)
        garden = garden_mask(game, action.at, action.garden)
        assert isinstance(mask, int) and isinstance(garden, int)
        house = House(
            HouseId(str(action.number)),
            action.number * 100,
            "house",
            mask,
            garden,
            action.garden,
            printed=False,
            at=game.ground.grid.index(action.at),
            sealed=True,
        )
        game.board.put_house(house)
        hooks.on_house_placed(game, seat, house)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-36: the number first, then the square, then the side of the garden."""
        if not game.state.houses_left or isinstance(_builder(game, seat, "house"), Refusal):
            return []
        places = _house_places(game)
        if not any(places.values()):
            return []
        choices: list[Choice] = []
        for number in game.state.houses_left:
            given = (("number", number),)
            squares = partial(by_square, game, self.name, given, places, partial(PlaceHouse, number))
            choices.append(Partial(self.name, given, squares))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[PlaceHouse]:
        """One house, where nobody can build any; elsewhere the places say it."""
        builders = [card for card in game.rules.builder_cards if owned(game, seat, card)]
        if builders and isinstance(_builder(game, seat, "house"), Refusal):
            yield PlaceHouse(next(iter(game.state.houses_left), 0), (0, 0), "N")


def _house_places(game: Game) -> dict[str, int]:
    """Side of the garden -> bitboard of north-west squares of the house."""

    def find() -> dict[str, int]:
        grid = game.ground.grid
        free = game.board.free()
        tall = anchors_touching(anchors(free, grid, 3, 2), 3, 2, game.ground.roadside, grid)
        wide = anchors_touching(anchors(free, grid, 2, 3), 2, 3, game.ground.roadside, grid)
        return {"N": tall << grid.stride, "E": wide, "S": tall, "W": wide << 1}

    return game.board.remembered(("house_places", game.state.occupied), find)


class PlacingGarden(ActionKind[PlaceGarden]):
    """R-36: a garden for a printed house without one."""

    name = "place_garden"
    cls = PlaceGarden
    help = "Add a garden along one side of a printed house."
    codes = refusals(
        "not_at_work",
        "used_up",
        "malformed",
        "off_map",
        "occupied",
        house_number="no house of this number is there to be placed, or to get a garden",
        garden="the house cannot get a garden, or none is left",
    )
    phrases = (("add garden to house", "house"), (", side", "side"))

    def check(self, game: Game, seat: Seat, action: PlaceGarden) -> Refusal | None:
        """R-36: two empty squares along one whole side of a printed house without a garden."""
        builder = _builder(game, seat, "garden")
        if isinstance(builder, Refusal):
            return builder
        house = game.state.houses.get(action.house)
        if house is None:
            return Refusal("house_number", f"there is no house {action.house} on the map")
        if game.state.gardens_left <= 0:
            return Refusal("garden", "no garden is left")
        refusal = _garden_refusal(game, house)
        if refusal is not None:
            return refusal
        garden = garden_beside(game, house, action.side)
        if isinstance(garden, Refusal):
            return garden
        return place_refusal(game, garden, game.board.free(), "a garden")

    def apply(self, game: Game, seat: Seat, action: PlaceGarden) -> None:
        """R-36: it is a part of the house from now on."""
        builder = _builder(game, seat, "garden")
        assert isinstance(builder, str)
        use_card(game, seat, builder)
        garden = garden_beside(game, game.state.houses[action.house], action.side)
        assert isinstance(garden, int)
        house = game.board.put_garden(action.house, action.side, garden)
        hooks.on_garden_placed(game, seat, house)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-36: every house that can get one, and every side."""
        if game.state.gardens_left <= 0 or isinstance(_builder(game, seat, "garden"), Refusal):
            return []
        free = game.board.free()
        choices: list[Choice] = []
        for house in game.state.houses.values():
            if _garden_refusal(game, house) is not None:
                continue
            for side in SIDES:
                garden = garden_beside(game, house, side)
                if isinstance(garden, int) and not garden & ~free:
                    choices.append(PlaceGarden(house.id, side))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[PlaceGarden]:
        """Every side of every house."""
        return [PlaceGarden(house.id, side) for house in game.state.houses.values() for side in SIDES]


def _garden_refusal(game: Game, house: House) -> Refusal | None:
    """R-36: only a printed house without a garden gets one."""
    if house.garden or house.sealed:
        return Refusal("garden", f"house {house.id} has its garden already")
    if not house.printed or not game.rules.house_kinds[house.kind].can_have_garden:
        return Refusal("garden", f"house {house.id} cannot get a garden")
    return None


ACTIONS = (PlacingHouse(), PlacingGarden())

"""Setup: the first restaurants and everybody's reserve card. The map, the supply and the seats come from new_game.

Rulebook, Setup; R-11 to R-16.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import ChooseReserve, Pass, PlaceRestaurant
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, steps
from fcm_core.game.places import by_square, restaurant_places, restaurant_refusal

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import Decision


def phase_steps(edition: str) -> tuple[Step, ...]:
    """R-12a: the reserve cards are chosen after the first restaurants; in the deluxe edition before them."""
    restaurants = ("first_restaurants", ask_first_restaurants)
    reserve = ("reserve", ask_reserve)
    if edition == "deluxe":
        return steps("setup", reserve, restaurants)
    return steps("setup", restaurants, reserve)


# --- first restaurants -----------------------------------------------------------------------------------------------


def ask_first_restaurants(game: Game) -> None:
    """R-12: last to first in turn order, place or pass; then those who passed must place, in turn order."""
    order = game.state.turn_order
    game.ask("first_restaurant", reversed(order), may_pass=True)
    game.ask("first_restaurant", order, may_pass=False)


class FirstRestaurant(DecisionKind):
    """R-12: where the first restaurant lies; in the first round a player may pass."""

    name = "first_restaurant"
    actions = ("place_restaurant", "pass")
    title = "the first restaurant"

    def begin(self, game: Game, decision: Decision) -> bool:
        """The second round is for those who passed in the first."""
        return not game.state.players[decision.seat].restaurants

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """R-12: nobody passes twice."""
        if isinstance(action, Pass) and not decision.about("may_pass", bool):
            return Refusal("must_place", "you passed in the first round and must place a restaurant now")
        return super().check(game, decision, action)

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice]:
        """R-12: passing, then every place."""
        places = game.rules.actions["place_restaurant"].choices(game, decision.seat)
        return [Pass(), *places] if decision.about("may_pass", bool) else [*places]

    def default(self, game: Game, decision: Decision) -> Any | None:
        """Passes where that is possible."""
        return Pass() if decision.about("may_pass", bool) else None


class PlacingFirstRestaurant(ActionKind[PlaceRestaurant]):
    """R-12: the entrance may not be on the tile of another restaurant's entrance; the rest of the restaurant may."""

    name = "place_restaurant"
    cls = PlaceRestaurant
    help = "Setup: place the first restaurant."
    codes = refusals(
        "malformed",
        "occupied",
        "off_map",
        "road",
        entrance_tile="another restaurant's entrance is on the tile of this entrance",
    )
    phrases = (("place restaurant at", "at"), (", entrance", "entrance"))

    def check(self, game: Game, seat: Seat, action: PlaceRestaurant) -> Refusal | None:
        """R-12: on empty squares, the entrance beside a road and on a tile without another entrance."""
        refusal = restaurant_refusal(game, action.at, action.entrance, game.board.free())
        if refusal is not None:
            return refusal
        door = game.board.restaurant(game.ground.grid.index(action.at), action.entrance, True).door
        if not _free_doors(game) >> door & 1:
            return Refusal("entrance_tile", "another restaurant's entrance is on the tile of this entrance")
        return None

    def apply(self, game: Game, seat: Seat, action: PlaceRestaurant) -> None:
        """R-12: it is open at once."""
        restaurant = game.board.restaurant(game.ground.grid.index(action.at), action.entrance, True)
        game.board.put_restaurant(seat, restaurant)
        hooks.on_restaurant_placed(game, seat, restaurant, first=True)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-12: the square first, then the corner of the entrance."""
        places = restaurant_places(game, game.board.free(), _free_doors(game))
        return by_square(game, self.name, (), places, PlaceRestaurant)


def _free_doors(game: Game) -> int:
    """R-12: bitboard of the squares beside a road on tiles without an entrance."""
    taken = 0
    for player in game.state.players:
        for restaurant in player.restaurants:
            taken |= game.ground.grid.tile_mask(game.ground.grid.tile_at(restaurant.door))
    return game.ground.roadside & ~taken


class Passing(ActionKind[Pass]):
    """Declines what a decision offers: the first restaurant in the first round (R-12), and whatever modules offer."""

    name = "pass"
    cls = Pass
    help = "Setup: place the first restaurant later, after those who did not pass. Elsewhere: decline an offer."
    codes = refusals(must_place="who passed in the first round places a restaurant in the second")

    def check(self, game: Game, seat: Seat, action: Pass) -> Refusal | None:
        """The decision says whether it may be declined (R-12)."""
        return None

    def apply(self, game: Game, seat: Seat, action: Pass) -> None:
        """R-12: nothing happens."""
        hooks.on_passed(game, seat)


# --- reserve cards ---------------------------------------------------------------------------------------------------


def ask_reserve(game: Game) -> None:
    """R-12a: everybody chooses a bank reserve card; nobody sees the others'. A position may have given some already."""
    if game.rules.reserve_cards:
        without = [seat for seat, player in game.state.by_seat() if player.reserve is None]
        game.ask("choose_reserve", without, together=True)


class ReserveCard(DecisionKind):
    """R-12a: which reserve card goes into the bank."""

    name = "choose_reserve"
    actions = ("choose_reserve",)
    title = "the choice of a reserve card"


class ChoosingReserve(ActionKind[ChooseReserve]):
    """R-12a: one of the reserve cards. Everybody has all of them."""

    name = "choose_reserve"
    cls = ChooseReserve
    help = "Setup: choose a bank reserve card by its value."
    codes = refusals("not_an_option")
    phrases = (("reserve card", "reserve"),)

    def check(self, game: Game, seat: Seat, action: ChooseReserve) -> Refusal | None:
        """R-12a: a value that a card has."""
        values = _values(game.rules)
        if action.reserve not in values:
            return Refusal(
                "not_an_option", f"no reserve card {action.reserve}; there are {', '.join(map(str, values))}"
            )
        return None

    def apply(self, game: Game, seat: Seat, action: ChooseReserve) -> None:
        """R-12a: face down until the bank breaks."""
        game.state.players[seat].reserve = _values(game.rules).index(action.reserve)
        hooks.on_reserve_chosen(game, seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-12a: every card."""
        return [ChooseReserve(value) for value in _values(game.rules)]

    def words(self, rules: Rules, field: str, value: Any) -> str:
        """The value with what the card brings and votes for."""
        for card in rules.reserve_cards:
            if card.value == value:
                slots = f", {card.ceo_slots} slots for the CEO" if card.ceo_slots else ""
                price = f", base price ${card.base_price}" if card.base_price else ""
                return f"{value}: ${card.money} for the bank{slots}{price}"
        return ""


def _values(rules: Rules) -> list[int]:
    return [card.value for card in rules.reserve_cards]


ACTIONS = (ChoosingReserve(), PlacingFirstRestaurant(), Passing())
DECISIONS = (ReserveCard(), FirstRestaurant())

"""Setup: the first restaurants and everybody's reserve card. The map, the supply and the seats come from new_game.

Rulebook, Setup; R-11 to R-16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import ChooseReserve, Pass, PlaceRestaurant
from fcm_core.game.board import by_square, restaurant_places, restaurant_refusal
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step

if TYPE_CHECKING:
    from fcm_core.game.state import Decision


def ask_reserve(game: Game) -> None:
    """Each player chooses a bank reserve card; nobody sees the others'. A position may have given some already."""
    if game.rules.reserve_cards:
        without = [seat for seat, player in game.state.by_seat() if player.reserve is None]
        game.ask("choose_reserve", without, together=True)


def check_reserve(game: Game, seat: Seat, action: ChooseReserve) -> Refusal | None:
    values = [card.value for card in game.rules.reserve_cards]
    if action.reserve not in values:
        return Refusal("not_an_option", f"no reserve card {action.reserve}; there are {', '.join(map(str, values))}")
    return None


def choose_reserve(game: Game, seat: Seat, action: ChooseReserve) -> None:
    values = [card.value for card in game.rules.reserve_cards]
    game.state.players[seat].reserve = values.index(action.reserve)
    hooks.on_reserve_chosen(game, seat)


def ask_first_restaurants(game: Game) -> None:
    """R-12: last to first in turn order, place or pass; then those who passed must place, in turn order."""
    order = game.state.turn_order
    game.ask("first_restaurant", reversed(order), may_pass=True)
    game.ask("first_restaurant", order, may_pass=False)


def _first_begin(game: Game, decision: Decision) -> bool:
    return not game.state.players[decision.seat].restaurants


def _first_doors(game: Game) -> int:
    """Squares where an entrance may be: not on the tile of another restaurant's entrance."""
    taken = 0
    for player in game.state.players:
        for restaurant in player.restaurants:
            taken |= game.ground.grid.tile_mask(game.ground.grid.tile_at(restaurant.door))
    return game.ground.roadside & ~taken


def check_first(game: Game, seat: Seat, action: Any) -> Refusal | None:
    decision = game.decision_of(seat)
    if isinstance(action, Pass):
        if decision is not None and not decision.about("may_pass", bool):
            return Refusal("must_place", "who passed in the first round must place a restaurant now")
        return None
    refusal = restaurant_refusal(game, action.at, action.entrance, game.free())
    if refusal is not None:
        return refusal
    door = game.restaurant(game.ground.grid.index(action.at), action.entrance, True).door
    if not _first_doors(game) >> door & 1:
        return Refusal("entrance_tile", "another restaurant's entrance is on the tile of this entrance")
    return None


def place_first(game: Game, seat: Seat, action: Any) -> None:
    if isinstance(action, Pass):
        hooks.on_passed(game, seat)
        return
    restaurant = game.restaurant(game.ground.grid.index(action.at), action.entrance, True)
    who = game.state.players[seat]
    who.restaurants = (*who.restaurants, restaurant)
    game.state.occupied |= restaurant.mask
    game.board_changed()
    hooks.on_restaurant_placed(game, seat, restaurant, first=True)


def first_choices(game: Game, seat: Seat) -> list[Choice]:
    decision = game.decision_of(seat)
    found: list[Choice] = []
    if decision is None or decision.about("may_pass", bool):
        found.append(Pass())
    places = restaurant_places(game, game.free(), _first_doors(game))
    return [*found, *by_square(game, "place_restaurant", (), places, PlaceRestaurant)]


def _first_default(game: Game, decision: Decision) -> Any:
    if decision.about("may_pass", bool):
        return Pass()
    return next(game.legal_actions(decision.seat))


def _reserve_choices(game: Game, seat: Seat) -> list[Choice]:
    return [ChooseReserve(card.value) for card in game.rules.reserve_cards]


def steps(edition: str) -> tuple[Step, ...]:
    """R-12a: reserve cards are chosen after the first restaurants; in the deluxe edition before them."""
    reserve, restaurants = "reserve", "first_restaurants"
    first, second = (reserve, restaurants) if edition == "deluxe" else (restaurants, reserve)
    run = {reserve: ask_reserve, restaurants: ask_first_restaurants}
    return (Step("setup", first, run[first]), Step("setup", second, run[second], after=(first,)))


ACTIONS = (
    ActionKind(
        "choose_reserve",
        ChooseReserve,
        check_reserve,
        choose_reserve,
        _reserve_choices,
        codes=("not_an_option",),
        help="Setup: choose a bank reserve card by its value.",
    ),
    ActionKind(
        "place_restaurant",
        PlaceRestaurant,
        check_first,
        place_first,
        first_choices,
        codes=("malformed", "occupied", "off_map", "road", "entrance_tile"),
        help="Setup: place the first restaurant.",
    ),
    ActionKind(
        "pass",
        Pass,
        check_first,
        place_first,
        lambda game, player: (),
        codes=("must_place",),
        help="Setup: place the first restaurant later, after those who did not pass.",
    ),
)
DECISIONS = (
    DecisionKind("choose_reserve", ("choose_reserve",), "the choice of a reserve card"),
    DecisionKind(
        "first_restaurant",
        ("place_restaurant", "pass"),
        "the first restaurant",
        begin=_first_begin,
        default=_first_default,
    ),
)

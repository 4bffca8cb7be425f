"""Working, step 6: place or move restaurants.

Rulebook, Place or move restaurants; R-37, R-38.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.game.actions import MoveRestaurant, OpenRestaurant, Square
from fcm_core.game.board import DOOR_OFFSET, by_square, restaurant_places, restaurant_refusal
from fcm_core.game.parts import ActionKind, Choice, Partial, WorkingStep

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Restaurant
    from fcm_core.rules.content import Card


def _manager(game: Game, player: int, name: str, what: str) -> Card | Refusal:
    card = game.rules.cards.get(name)
    if card is None:
        return Refusal("not_an_option", f"no card {name}{did_you_mean(name, game.rules.cards)}")
    if what not in card.restaurants:
        return Refusal("not_an_option", f"{card.title} may not {what} a restaurant")
    if not game.at_work(player, name):
        return Refusal("not_at_work", f"no {card.title} at work")
    if game.actions_left(player, name) <= 0:
        return Refusal("used_up", f"every {card.title} at work has acted")
    return card


def doors_in_range(game: Game, player: int, card: Card) -> int:
    """Squares where the entrance of a new restaurant may be: next to a road and within the manager's range.

    R-37: counted to the entrance's own square; deluxe: the entrance touches a road that was used to get there.
    """
    ground = game.ground
    if card.unlimited:
        return ground.roadside
    reach = (card.range or 0) + game.sum(game.hooks.modify_range, player, card.id)
    access = game.access(game.range_starts(player))
    found: int = ground.in_range(access, reach)
    if game.rules.settings.edition != "deluxe":
        for tile in ground.tiles_within(access, reach):
            found |= ground.grid.tile_mask(tile) & ground.roadside
    return found


def check_open(game: Game, player: int, action: OpenRestaurant) -> Refusal | None:
    card = _manager(game, player, action.card, "open")
    if isinstance(card, Refusal):
        return card
    if len(game.state.players[player].restaurants) >= game.rules.restaurants_per_player:
        return Refusal(
            "restaurants_left", f"all {game.rules.restaurants_per_player} restaurants of the chain are on the map"
        )
    return _check_place(game, player, card, action.at, action.entrance, game.free())


def _check_place(game: Game, player: int, card: Card, at: Square, entrance: str, free: int) -> Refusal | None:
    refusal = restaurant_refusal(game, at, entrance, free)
    if refusal is not None:
        return refusal
    row, column = DOOR_OFFSET[entrance]
    door = game.ground.grid.index((at[0] + row, at[1] + column))
    if not doors_in_range(game, player, card) >> door & 1:
        return Refusal("range", f"the entrance is farther than {card.title}'s range of {card.range} by road")
    return None


def open_restaurant(game: Game, player: int, action: OpenRestaurant) -> None:
    card = game.rules.cards[action.card]
    game.use_card(player, action.card)
    restaurant = game.restaurant(game.ground.grid.index(action.at), action.entrance, card.opens == "now")
    who = game.state.players[player]
    who.restaurants = (*who.restaurants, restaurant)
    _placed(game, player, restaurant, moved=False)


def check_move(game: Game, player: int, action: MoveRestaurant) -> Refusal | None:
    card = _manager(game, player, action.card, "move")
    if isinstance(card, Refusal):
        return card
    old = _own_at(game, player, action.from_)
    if old is None:
        return Refusal("not_yours", f"no own restaurant at {action.from_[0]},{action.from_[1]}")
    if action.at == action.from_ and action.entrance == old.entrance:
        return Refusal("not_an_option", "the restaurant lies there already")
    return _check_place(game, player, card, action.at, action.entrance, game.free() | old.mask)


def _own_at(game: Game, player: int, at: Square) -> Restaurant | None:
    squares = game.ground.grid.squares
    for restaurant in game.state.players[player].restaurants:
        if squares[restaurant.at] == tuple(at):
            return restaurant
    return None


def move_restaurant(game: Game, player: int, action: MoveRestaurant) -> None:
    card = game.rules.cards[action.card]
    game.use_card(player, action.card)
    old = _own_at(game, player, action.from_)
    assert old is not None
    new = game.restaurant(game.ground.grid.index(action.at), action.entrance, card.opens == "now")
    who = game.state.players[player]
    who.restaurants = tuple(new if each == old else each for each in who.restaurants)
    game.state.occupied &= ~old.mask
    _placed(game, player, new, moved=True)


def _placed(game: Game, player: int, restaurant: Restaurant, *, moved: bool) -> None:
    game.state.occupied |= restaurant.mask
    game.board_changed()
    game.emit(
        "restaurant_placed",
        player=game.name(player),
        at=game.ground.grid.squares[restaurant.at],
        entrance=restaurant.entrance,
        moved=moved,
        open=restaurant.open,
    )
    for hook in game.hooks.on_restaurant_placed:
        hook(game, player, restaurant, moved)


def open_choices(game: Game, player: int) -> list[Choice]:
    if len(game.state.players[player].restaurants) >= game.rules.restaurants_per_player:
        return []
    found: list[Choice] = []
    work = game.state.players[player].work
    for name in game.rules.restaurant_cards:
        card = game.rules.cards[name]
        if name not in work or "open" not in card.restaurants or game.actions_left(player, name) <= 0:
            continue
        places = restaurant_places(game, game.free(), doors_in_range(game, player, card))
        if any(places.values()):
            given = (("card", name),)
            squares = partial(by_square, game, "open_restaurant", given, places, partial(OpenRestaurant, name))
            found.append(Partial("open_restaurant", given, squares))
    return found


def move_choices(game: Game, player: int) -> list[Choice]:
    found: list[Choice] = []
    grid = game.ground.grid
    work = game.state.players[player].work
    for name in game.rules.restaurant_cards:
        card = game.rules.cards[name]
        if name not in work or "move" not in card.restaurants or game.actions_left(player, name) <= 0:
            continue
        doors = doors_in_range(game, player, card)
        for old in game.state.players[player].restaurants:
            places = restaurant_places(game, game.free() | old.mask, doors)
            places[old.entrance] &= ~(1 << old.at)
            if any(places.values()):
                at = grid.squares[old.at]
                given = (("card", name), ("from", at))
                squares = partial(by_square, game, "move_restaurant", given, places, partial(MoveRestaurant, name, at))
                found.append(Partial("move_restaurant", given, squares))
    return found


CODES = ("not_an_option", "not_at_work", "used_up", "malformed", "off_map", "occupied", "road", "range", "step_over")
ACTIONS = (
    ActionKind(
        "open_restaurant",
        OpenRestaurant,
        check_open,
        open_restaurant,
        open_choices,
        codes=(*CODES, "restaurants_left"),
        help="Place a new restaurant of the chain.",
    ),
    ActionKind(
        "move_restaurant",
        MoveRestaurant,
        check_move,
        move_restaurant,
        move_choices,
        codes=(*CODES, "not_yours"),
        help="Move or turn a restaurant of the chain.",
    ),
)
STEP = WorkingStep("restaurants", ("open_restaurant", "move_restaurant"), after=("houses",))

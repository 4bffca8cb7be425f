"""Working, step 6: place or move restaurants.

Rulebook, Place or move restaurants; R-37, R-38.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import CardId, Seat, Square
from fcm_core.game import hooks
from fcm_core.game.actions import MoveRestaurant, OpenRestaurant
from fcm_core.game.cards import actions_left, check_idle, find_card, owned, use_card
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice, Partial
from fcm_core.game.places import by_square, restaurant_places, restaurant_refusal

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Restaurant
    from fcm_core.rules.content import Card


def _manager(game: Game, seat: Seat, name: CardId, what: str) -> Card | Refusal:
    """The card, if it may open or move a restaurant, is at work and has not acted yet."""
    card = find_card(game, name)
    if isinstance(card, Refusal):
        return card
    if what not in card.restaurants:
        return Refusal("not_an_option", f"{card.title} may not {what} a restaurant")
    return check_idle(game, seat, card) or card


def doors_in_range(game: Game, seat: Seat, card: Card) -> int:
    """Squares where the entrance of a new restaurant may be: next to a road and within the manager's range.

    R-37: counted to the entrance's own square; deluxe: the entrance touches a road that was used to get there.
    """
    ground = game.ground
    if card.unlimited:
        return ground.roadside
    reach = (card.range or 0) + hooks.modify_range(game, seat, card.id)
    access = game.board.access(game.board.range_starts(seat))
    doors = ground.in_range(access, reach)
    if game.rules.settings.edition != "deluxe":
        for tile in ground.tiles_within(access, reach):
            doors |= ground.grid.tile_mask(tile) & ground.roadside
    return doors


def _check_place(game: Game, seat: Seat, card: Card, at: Square, entrance: str, free: int) -> Refusal | None:
    """R-37: on empty squares, with the entrance beside a road in range."""
    refusal = restaurant_refusal(game, at, entrance, free)
    if refusal is not None:
        return refusal
    door = game.board.restaurant(game.ground.grid.index(at), entrance, True).door
    if not doors_in_range(game, seat, card) >> door & 1:
        return Refusal("range", f"the entrance is farther than {card.title}'s range of {card.range} by road")
    return None


CODES = refusals("not_an_option", "not_at_work", "used_up", "malformed", "off_map", "occupied", "road", "range")


class OpeningRestaurant(ActionKind[OpenRestaurant]):
    """R-37, R-38: a manager places a new restaurant of the chain."""

    name = "open_restaurant"
    cls = OpenRestaurant
    help = "Place a new restaurant of the chain."
    codes = CODES | refusals(restaurants_left="all restaurants of the chain are on the map")
    phrases = (("open restaurant at", "at"), (", entrance", "entrance"), ("with", "card"))

    def check(self, game: Game, seat: Seat, action: OpenRestaurant) -> Refusal | None:
        """R-37: one that the chain still has, on empty squares, with its entrance in range."""
        card = _manager(game, seat, action.card, "open")
        if isinstance(card, Refusal):
            return card
        if len(game.state.players[seat].restaurants) >= game.rules.restaurants_per_player:
            return Refusal(
                "restaurants_left", f"all {game.rules.restaurants_per_player} restaurants of the chain are on the map"
            )
        return _check_place(game, seat, card, action.at, action.entrance, game.board.free())

    def apply(self, game: Game, seat: Seat, action: OpenRestaurant) -> None:
        """R-37, R-38: it opens in Cleanup or at once, as the manager says."""
        card = game.rules.cards[action.card]
        use_card(game, seat, action.card)
        restaurant = game.board.restaurant(game.ground.grid.index(action.at), action.entrance, card.opens == "now")
        game.board.put_restaurant(seat, restaurant)
        hooks.on_restaurant_placed(game, seat, restaurant)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-37: the manager first, then the square, then the corner of the entrance."""
        if len(game.state.players[seat].restaurants) >= game.rules.restaurants_per_player:
            return []
        choices: list[Choice] = []
        work = game.state.players[seat].work
        for name in game.rules.restaurant_cards:
            card = game.rules.cards[name]
            if name not in work or "open" not in card.restaurants or actions_left(game, seat, name) <= 0:
                continue
            places = restaurant_places(game, game.board.free(), doors_in_range(game, seat, card))
            if any(places.values()):
                given = (("card", name),)
                squares = partial(by_square, game, self.name, given, places, partial(OpenRestaurant, name))
                choices.append(Partial(self.name, given, squares))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[OpenRestaurant]:
        """Every manager of the player that cannot open one now; elsewhere the places say it."""
        full = len(game.state.players[seat].restaurants) >= game.rules.restaurants_per_player
        for name in game.rules.restaurant_cards:
            if owned(game, seat, name) and "open" in game.rules.cards[name].restaurants:
                if full or isinstance(_manager(game, seat, name, "open"), Refusal):
                    yield OpenRestaurant(name, (0, 0), "NW")


class MovingRestaurant(ActionKind[MoveRestaurant]):
    """R-38: a manager moves or turns a restaurant of the chain."""

    name = "move_restaurant"
    cls = MoveRestaurant
    help = "Move or turn a restaurant of the chain."
    codes = CODES | refusals("not_yours")
    phrases = (("move restaurant from", "from"), ("to", "at"), (", entrance", "entrance"), ("with", "card"))

    def check(self, game: Game, seat: Seat, action: MoveRestaurant) -> Refusal | None:
        """R-38: an own restaurant, to a place where it does not lie already."""
        card = _manager(game, seat, action.card, "move")
        if isinstance(card, Refusal):
            return card
        old = _own_at(game, seat, action.from_)
        if old is None:
            return Refusal("not_yours", f"no own restaurant at {action.from_[0]},{action.from_[1]}")
        if action.at == action.from_ and action.entrance == old.entrance:
            return Refusal("not_an_option", "the restaurant lies there already")
        return _check_place(game, seat, card, action.at, action.entrance, game.board.free() | old.mask)

    def apply(self, game: Game, seat: Seat, action: MoveRestaurant) -> None:
        """R-38: it leaves its old squares."""
        card = game.rules.cards[action.card]
        use_card(game, seat, action.card)
        old = _own_at(game, seat, action.from_)
        assert old is not None
        new = game.board.restaurant(game.ground.grid.index(action.at), action.entrance, card.opens == "now")
        game.board.move_restaurant(seat, old, new)
        hooks.on_restaurant_placed(game, seat, new, moved=True)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-38: manager and restaurant first, then the square, then the corner of the entrance."""
        choices: list[Choice] = []
        grid = game.ground.grid
        work = game.state.players[seat].work
        for name in game.rules.restaurant_cards:
            card = game.rules.cards[name]
            if name not in work or "move" not in card.restaurants or actions_left(game, seat, name) <= 0:
                continue
            doors = doors_in_range(game, seat, card)
            for old in game.state.players[seat].restaurants:
                places = restaurant_places(game, game.board.free() | old.mask, doors)
                places[old.entrance] &= ~(1 << old.at)
                if any(places.values()):
                    at = grid.squares[old.at]
                    given = (("card", name), ("from", at))
                    squares = partial(by_square, game, self.name, given, places, partial(MoveRestaurant, name, at))
                    choices.append(Partial(self.name, given, squares))
        return choices


def _own_at(game: Game, seat: Seat, at: Square) -> Restaurant | None:
    squares = game.ground.grid.squares
    for restaurant in game.state.players[seat].restaurants:
        if squares[restaurant.at] == tuple(at):
            return restaurant
    return None


ACTIONS = (OpeningRestaurant(), MovingRestaurant())

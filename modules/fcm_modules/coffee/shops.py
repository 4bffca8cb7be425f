"""Coffee shops: where they may lie, and how they are won, placed and moved.

Ketchup rulebook, pages 10 to 14; R-47, R-53.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from attrs import define, field, frozen

from fcm_core.modding import (
    ActionKind,
    Choice,
    Event,
    Game,
    Mask,
    Partition,
    Piece,
    Position,
    Reader,
    Refusal,
    Seat,
    Spot,
    Square,
    TakeOrLeave,
    Words,
    bits,
    rect_mask,
    refusals,
    roadside_mask,
    told,
)

SHOP = "coffee_shop"
SHOPS_PER_PLAYER = 3
BARISTA_RANGE = 2  # tile borders by road
ANYWHERE = -1  # in place of a range


@define
class Shops:
    """The shops that the player at work has won by training in this turn and not placed yet, as ranges."""

    won: list[int] = field(factory=list)

    def copy(self) -> Shops:
        """An independent copy."""
        return Shops(list(self.won))


SHOPS = Partition("coffee", Shops)


@frozen
class CoffeeShopPlaced(Event):
    """A coffee shop was placed or moved."""

    seat: Seat
    at: Spot

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} has a coffee shop at {say.square(self.at)}"


on_coffee_shop_placed = told(CoffeeShopPlaced)


@define(unsafe_hash=True)
class PlaceCoffeeShop:
    """Places a coffee shop."""

    at: Square


@define(unsafe_hash=True)
class MoveCoffeeShop:
    """Moves an own coffee shop, once all three are on the map."""

    from_: Square
    at: Square


# --- on the map ------------------------------------------------------------------------------------------------------


def all_shops(game: Game) -> list[Piece]:
    """The coffee shops on the map."""
    return [piece for piece in game.state.pieces if piece.kind == SHOP]


def shops_of(game: Game, seat: Seat) -> list[Piece]:
    """A player's coffee shops on the map."""
    return [shop for shop in all_shops(game) if shop.owner == seat]


def shop_entrances(game: Game, seat: Seat) -> Mask:
    """A shop has an entrance on every side."""
    mask = 0
    for shop in shops_of(game, seat):
        mask |= shop.mask
    return mask


def may_place(game: Game, seat: Seat) -> bool:
    """Whether a shop is left. With all three on the map one may be moved instead."""
    return len(shops_of(game, seat)) < SHOPS_PER_PLAYER


def shop_at(game: Game, seat: Seat, at: Square) -> Piece | None:
    """The player's shop on a square."""
    squares = game.ground.grid.squares
    return next((shop for shop in shops_of(game, seat) if squares[shop.at] == tuple(at)), None)


def places(game: Game, seat: Seat, reach: int, moving: Piece | None = None) -> Mask:
    """R-53: empty squares next to a road, one shop per tile whoever owns it, within range of an own entrance or shop."""
    ground = game.ground
    free = game.board.free() & ground.roadside
    if reach != ANYWHERE:
        free &= ground.in_range(game.board.access(game.board.range_starts(seat)), reach)
    for shop in all_shops(game):
        if shop is not moving:
            free &= ~ground.grid.tile_mask(ground.grid.tile_at(shop.at))
    return free


def place_refusal(game: Game, seat: Seat, at: Square, reach: int, moving: Piece | None = None) -> Refusal | None:
    """Why no shop of the player may lie there."""
    mask = roadside_mask(game, at, 1, 1, "the coffee shop", game.board.free())
    if isinstance(mask, Refusal):
        return mask
    if mask & places(game, seat, reach, moving):
        return None
    if mask & places(game, seat, ANYWHERE, moving):
        return Refusal("range", f"no own entrance or coffee shop is within range {reach} by road")
    return Refusal("one_per_tile", "this tile has a coffee shop already")


# --- placing and moving ----------------------------------------------------------------------------------------------


class FreeCoffeeShop(TakeOrLeave):
    """R-47: whether and where the shop of First coffee sold is placed; anywhere."""

    name = "coffee_shop"
    actions = ("place_coffee_shop", "move_coffee_shop", "pass")
    title = "the coffee shop of First coffee sold"


def comes_with_the_milestone(game: Game, seat: Seat) -> bool:
    """Whether the player is asked for the shop of First coffee sold, not for one that was won by training."""
    decision = game.decision_of(seat)
    return decision is not None and decision.kind == FreeCoffeeShop.name


def ranges(game: Game, seat: Seat) -> list[int]:
    """The ranges within which the player may place a shop now, the narrowest first."""
    if comes_with_the_milestone(game, seat):
        return [ANYWHERE]
    return sorted(SHOPS.of(game).won, reverse=True)


S = TypeVar("S", PlaceCoffeeShop, MoveCoffeeShop)


class _OneShop(ActionKind[S]):
    """R-53: what placing and moving have in common."""

    codes = refusals(
        "not_an_option",
        "not_yours",
        "off_map",
        "occupied",
        "roadside",
        "range",
        "used_up",
        shops_left="all coffee shops of the player are on the map",
        one_per_tile="the map tile has a coffee shop already",
    )

    def check_within(self, game: Game, seat: Seat, action: S, reach: int) -> Refusal | None:
        """Why the shop may not lie there, with a range."""
        raise NotImplementedError

    def put(self, game: Game, seat: Seat, action: S, at: Spot) -> None:
        """Puts the shop there."""
        raise NotImplementedError

    def range_used(self, game: Game, seat: Seat, action: S) -> int | Refusal:
        """The narrowest range that is enough."""
        refusal = Refusal("used_up", "no coffee shop was won by training in this turn")
        for reach in ranges(game, seat):
            found = self.check_within(game, seat, action, reach)
            if found is None:
                return reach
            refusal = found
        return refusal

    def check(self, game: Game, seat: Seat, action: S) -> Refusal | None:
        """R-53: one of the shops that may be placed now reaches there."""
        found = self.range_used(game, seat, action)
        return found if isinstance(found, Refusal) else None

    def apply(self, game: Game, seat: Seat, action: S) -> None:
        """R-53: of the shops won by training the one with the narrowest range is used."""
        if not comes_with_the_milestone(game, seat):
            reach = self.range_used(game, seat, action)
            assert not isinstance(reach, Refusal)
            SHOPS.of(game).won.remove(reach)
        at = game.ground.grid.index(action.at)
        self.put(game, seat, action, at)
        on_coffee_shop_placed(game, seat, at)


class PlacingCoffeeShop(_OneShop[PlaceCoffeeShop]):
    """R-53: a shop that is not on the map yet."""

    name = "place_coffee_shop"
    cls = PlaceCoffeeShop
    help = "Place a coffee shop won by training, or by First coffee sold."

    def check_within(self, game: Game, seat: Seat, action: PlaceCoffeeShop, reach: int) -> Refusal | None:
        """R-53: one of the three is left, and the place is right."""
        if not may_place(game, seat):
            told = f"all {SHOPS_PER_PLAYER} coffee shops are on the map: one may be moved instead"
            return Refusal("shops_left", told)
        return place_refusal(game, seat, action.at, reach)

    def put(self, game: Game, seat: Seat, action: PlaceCoffeeShop, at: Spot) -> None:
        """One shop more."""
        game.board.put_piece(Piece(SHOP, at, 1 << at, seat))

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every place within the widest range."""
        squares = game.ground.grid.squares
        widest = ranges(game, seat)[-1:] if may_place(game, seat) else ()
        return [PlaceCoffeeShop(squares[at]) for reach in widest for at in bits(places(game, seat, reach))]

    def value(self, game: Game, seat: Seat, action: PlaceCoffeeShop) -> int:
        """A hint for bots: guests of houses near by may pass."""
        return 1 + custom(game, action.at)


class MovingCoffeeShop(_OneShop[MoveCoffeeShop]):
    """R-53a: a shop on the map."""

    name = "move_coffee_shop"
    cls = MoveCoffeeShop
    help = "Move a coffee shop instead, once all three are on the map."

    def check_within(self, game: Game, seat: Seat, action: MoveCoffeeShop, reach: int) -> Refusal | None:
        """R-53, R-53a: all three are on the map, and the new place is right."""
        if may_place(game, seat):
            told = f"only with all {SHOPS_PER_PLAYER} coffee shops on the map one may be moved"
            return Refusal("not_an_option", told)
        shop = shop_at(game, seat, action.from_)
        if shop is None:
            return Refusal("not_yours", f"no own coffee shop at {action.from_[0]},{action.from_[1]}")
        return place_refusal(game, seat, action.at, reach, shop)

    def put(self, game: Game, seat: Seat, action: MoveCoffeeShop, at: Spot) -> None:
        """The same shop, elsewhere."""
        shop = shop_at(game, seat, action.from_)
        assert shop is not None
        game.board.move_piece(shop, at, 1 << at)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every shop, and every place for it within the widest range."""
        squares = game.ground.grid.squares
        widest = () if may_place(game, seat) else ranges(game, seat)[-1:]
        return [
            MoveCoffeeShop(squares[shop.at], squares[at])
            for reach in widest
            for shop in shops_of(game, seat)
            for at in bits(places(game, seat, reach, shop))
        ]

    def value(self, game: Game, seat: Seat, action: MoveCoffeeShop) -> int:
        """A hint for bots: what the new place gains."""
        return custom(game, action.at) - custom(game, action.from_) - 1


def custom(game: Game, at: Square) -> int:
    """Rough dollars: houses within two tile borders of a square, the nearer the better."""
    ground = game.ground.dinner
    access = ground.access(1 << game.ground.grid.index(at))
    ways = [ground.distance(game.board.house_access(house), access) for house in game.state.houses.values()]
    return sum(2 * max(0, 3 - way) for way in ways if way is not None)


# --- scenario files --------------------------------------------------------------------------------------------------


def read_shop(position: Position, game: Game, read: Reader) -> None:
    """A [[piece]] of kind `coffee_shop`: its `owner` and `at`."""
    owner = position.seat(read, "owner", read.get("owner", str, required=True))
    at = read.get("at", Square, required=True)
    if at is None:
        return
    mask = position.cover(game, read, rect_mask(game, at, 1, 1), "the coffee shop")
    if mask is not None and not position.loose and not mask & game.ground.roadside:
        read.problem("at", "a coffee shop lies next to a road (loose = true in [game] leaves this unchecked)")
    elif mask is not None:
        game.board.put_piece(Piece(SHOP, game.ground.grid.index(at), mask, owner))


def write_shop(game: Game, piece: Piece) -> Mapping[str, Any]:
    """The keys of its [[piece]]."""
    return {"owner": game.name(piece.owner), "at": list(game.ground.grid.squares[piece.at])}

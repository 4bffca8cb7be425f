"""Coffee: sold to whoever passes a restaurant or a coffee shop on the way to dinner.

Ketchup rulebook, pages 10-14; R-47, R-52, R-53. The route itself is in route.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field, frozen

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import GoodId, Seat, Spot
from fcm_core.game import hooks
from fcm_core.game.actions import Pass, Square
from fcm_core.game.events import Event, SoldBesides, Words
from fcm_core.game.laws import told
from fcm_core.game.milestones import award
from fcm_core.game.offers import TakeOrLeave
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Partition, PieceKind, Step, WorkingStep
from fcm_core.game.places import rect_mask, roadside_mask
from fcm_core.game.state import Decision, Piece
from fcm_core.map.grid import bits
from fcm_core.phases.dinnertime import earn
from fcm_core.phases.queries import multiplier, sale_bonus, unit_price
from fcm_modules.coffee.route import Seller, Tied, Way, find_way, trace_way

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import Seat
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.events import HouseChose, Trained, TurnBegan
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import House

COFFEE = GoodId("coffee")
SHOP = "coffee_shop"
SHOPS_PER_PLAYER = 3
BARISTA_RANGE = 2  # tile borders by road
ANYWHERE = -1


@define
class Shops:
    """Shops that players may place: `won` by training in the present turn, as ranges (-1 for anywhere)."""

    won: list[int] = field(factory=list)

    def copy(self) -> Shops:
        """An independent copy."""
        return Shops(list(self.won))


@frozen
class CoffeeShopPlaced(Event):
    """A coffee shop was placed or moved."""

    seat: Seat
    at: Spot

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} has a coffee shop at {say.square(self.at)}"


@frozen
class CoffeeSold(SoldBesides):
    """A chain sold coffee to the guests of a house on their way (R-52)."""

    def sentence(self, say: Words) -> str:
        return f"    {say.player(self.seat)} sells {sum(self.sold.values())} coffee on the way for ${self.income}"


on_coffee_shop_placed = told(CoffeeShopPlaced)
on_coffee_sold = told(CoffeeSold)


@define(unsafe_hash=True)
class PlaceCoffeeShop:
    """Places a coffee shop."""

    at: Square


@define(unsafe_hash=True)
class MoveCoffeeShop:
    """Moves an own coffee shop, once all three are on the map."""

    from_: Square
    at: Square


# --- the shops on the board --------------------------------------------------------------------------------------------


def shops(game: Game, player: int | None = None) -> list[Piece]:
    """Coffee shops on the map, of one player or of all."""
    return [piece for piece in game.state.pieces if piece.kind == SHOP and player in (None, piece.owner)]


def places(game: Game, seat: Seat, reach: int, moving: Piece | None = None) -> int:
    """R-53: empty squares next to a road, one shop per tile whoever owns it, within range of an own entrance or shop."""
    ground = game.ground
    free = game.board.free() & ground.roadside
    if moving is not None:
        free |= moving.mask
    if reach != ANYWHERE:
        free &= ground.in_range(game.board.access(game.board.range_starts(seat)), reach)
    for shop in shops(game):
        if shop is not moving:
            free &= ~ground.grid.tile_mask(ground.grid.tile_at(shop.at))
    return free & ~(moving.mask if moving is not None else 0)


def may_place(game: Game, seat: Seat) -> bool:
    """A shop is left; with all three on the map one may be moved instead."""
    return len(shops(game, seat)) < SHOPS_PER_PLAYER


def _refuse(game: Game, seat: Seat, at: Square, reach: int, moving: Piece | None) -> Refusal | None:
    mask = roadside_mask(game, at, 1, 1, "the coffee shop", game.board.free())
    if isinstance(mask, Refusal):
        return mask
    if mask & places(game, seat, reach, moving):
        return None
    if mask & places(game, seat, ANYWHERE, moving):
        return Refusal("range", f"no own entrance or coffee shop is within range {reach} by road")
    return Refusal("one_per_tile", "this tile has a coffee shop already")


def _shop_at(game: Game, seat: Seat, at: Square) -> Piece | None:
    squares = game.ground.grid.squares
    return next((shop for shop in shops(game, seat) if squares[shop.at] == tuple(at)), None)


def check_shop(game: Game, seat: Seat, action: Any, reach: int) -> Refusal | None:
    """Checks placing or moving within a range (-1 for anywhere)."""
    if isinstance(action, PlaceCoffeeShop):
        if not may_place(game, seat):
            return Refusal(
                "shops_left", f"all {SHOPS_PER_PLAYER} coffee shops are on the map: one may be moved instead"
            )
        return _refuse(game, seat, action.at, reach, None)
    if may_place(game, seat):
        return Refusal("not_an_option", f"only with all {SHOPS_PER_PLAYER} coffee shops on the map one may be moved")
    shop = _shop_at(game, seat, action.from_)
    if shop is None:
        return Refusal("not_yours", f"no own coffee shop at {action.from_[0]},{action.from_[1]}")
    return _refuse(game, seat, action.at, reach, shop)


def put_shop(game: Game, seat: Seat, action: Any) -> None:
    """Places or moves the shop."""
    at = game.ground.grid.index(action.at)
    if isinstance(action, MoveCoffeeShop):
        old = _shop_at(game, seat, action.from_)
        assert old is not None
        game.board.move_piece(old, at, 1 << at)
    else:
        game.board.put_piece(Piece(SHOP, at, 1 << at, seat))
    on_coffee_shop_placed(game, seat, at)


def shop_choices(game: Game, seat: Seat, reach: int) -> list[Any]:
    """Every place, or every move where all shops are on the map."""
    squares = game.ground.grid.squares
    if may_place(game, seat):
        return [PlaceCoffeeShop(squares[at]) for at in bits(places(game, seat, reach))]
    return [
        MoveCoffeeShop(squares[shop.at], squares[at])
        for shop in shops(game, seat)
        for at in bits(places(game, seat, reach, shop))
    ]


def _custom(game: Game, square: int) -> int:
    ground = game.ground.dinner
    access = ground.access(1 << square)
    ways = [ground.distance(game.board.house_access(house), access) for house in game.state.houses.values()]
    return sum(2 * max(0, 3 - way) for way in ways if way is not None)


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """The coffee shop; a scenario gives its owner and square."""

    def read(scenario: Any, game: Game, table: Any) -> None:
        owner = scenario.seat(table, "owner", table.get("owner", str, required=True))
        at = table.get("at", Square, required=True)
        if at is None:
            return
        mask = scenario.cover(game, table, rect_mask(game, at, 1, 1), "the coffee shop")
        if mask is not None:
            game.board.put_piece(Piece(SHOP, game.ground.grid.index(at), mask, owner))

    return (PieceKind(SHOP, "c", read=read),)


@hooks.extend_range_starts.impl
def extend_range_starts(game: Game, seat: Seat) -> int:
    """A coffee shop has an entrance on every side: the ranges of all cards may start there."""
    mask = 0
    for shop in shops(game, seat):
        mask |= shop.mask
    return mask


# --- shops won by training ------------------------------------------------------------------------------------------------


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """The shops won in this turn."""
    return (Partition("coffee", Shops),)


@hooks.on_turn_began.impl
def on_turn_began(game: Game, event: TurnBegan) -> None:
    """What was not placed in the turn in which it was won is lost."""
    game.part("coffee").won.clear()


@hooks.on_trained.impl
def on_trained(game: Game, event: Trained) -> None:
    """Trainee to barista: within range 2. Barista to lead barista: anywhere. A training over both steps wins both."""
    won = game.part("coffee").won
    if event.card == "barista_trainee" and event.to in ("barista", "lead_barista"):
        won.append(BARISTA_RANGE)
    if event.to == "lead_barista":
        won.append(ANYWHERE)


def _range_used(game: Game, seat: Seat, action: Any) -> int | Refusal:
    """The narrowest of the shops won that this action can use."""
    won = sorted(game.part("coffee").won, reverse=True)
    refusal: Refusal | None = None
    for reach in won:
        refusal = check_shop(game, seat, action, reach)
        if refusal is None:
            return int(reach)
    return refusal or Refusal("used_up", "no coffee shop was won by training in this turn")


CODES = (
    "shops_left",
    "not_an_option",
    "not_yours",
    "off_map",
    "occupied",
    "roadside",
    "range",
    "one_per_tile",
    "used_up",
)


S = TypeVar("S", PlaceCoffeeShop, MoveCoffeeShop)


class _Shops(ActionKind[S]):
    """R-53: what placing and moving a shop have in common: the shops won by training in this turn."""

    codes = CODES

    def check(self, game: Game, seat: Seat, action: S) -> Refusal | None:
        """R-53: a shop won by training reaches there."""
        found = _range_used(game, seat, action)
        return found if isinstance(found, Refusal) else None

    def apply(self, game: Game, seat: Seat, action: S) -> None:
        """R-53: the narrowest of the shops won that reaches there is used."""
        reach = _range_used(game, seat, action)
        assert not isinstance(reach, Refusal)
        game.part("coffee").won.remove(reach)
        put_shop(game, seat, action)

    def value(self, game: Game, seat: Seat, action: S) -> int:
        """A hint for bots: houses within a tile border or two, whose guests may come by; a move is worth what it gains."""
        found = _custom(game, game.ground.grid.index(action.at))
        if isinstance(action, MoveCoffeeShop):
            return found - _custom(game, game.ground.grid.index(action.from_)) - 1
        return 1 + found


class PlacingCoffeeShop(_Shops[PlaceCoffeeShop]):
    """R-53: a shop from the box."""

    name = "place_coffee_shop"
    cls = PlaceCoffeeShop
    help = "Place a coffee shop won by training, or by First coffee sold."

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-53: every place, or every move where all shops are on the map."""
        won = game.part("coffee").won
        return shop_choices(game, seat, min(won)) if won else []


class MovingCoffeeShop(_Shops[MoveCoffeeShop]):
    """R-53: a shop on the map; `place_coffee_shop` lists its places, too."""

    name = "move_coffee_shop"
    cls = MoveCoffeeShop
    help = "Move a coffee shop instead, once all three are on the map."


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Placing and moving coffee shops."""
    return (PlacingCoffeeShop(), MovingCoffeeShop())


@hooks.contribute_working_steps.impl
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """R-20: shops won by training are placed right after it."""
    return (
        WorkingStep("coffee_shops", ("place_coffee_shop", "move_coffee_shop"), after=("train",), before=("campaigns",)),
    )


# --- First coffee sold -------------------------------------------------------------------------------------------------


def _ask_first_sellers(game: Game) -> None:
    """R-47: first in Cleanup, in turn order, without range limit; placing is optional."""
    earned = [
        seat
        for seat in game.state.turn_order
        if game.state.players[seat].milestones.get("first_coffee_sold") == game.state.round
    ]
    game.ask("coffee_shop", earned)


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """The shops of First coffee sold."""
    return (Step("cleanup", "coffee_shops", _ask_first_sellers, before=("discard",)),)


class FirstCoffeeShop(TakeOrLeave):
    """R-53: where the shop of First coffee sold goes, anywhere; it may be left."""

    name = "coffee_shop"
    actions = ("place_coffee_shop", "move_coffee_shop", "pass")
    title = "the coffee shop of First coffee sold"

    def begin(self, game: Game, decision: Decision) -> bool:
        """There is a place for it."""
        return bool(shop_choices(game, decision.seat, ANYWHERE))

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """R-53: without a limit of range."""
        return None if isinstance(action, Pass) else check_shop(game, decision.seat, action, ANYWHERE)

    def answer(self, game: Game, decision: Decision, action: Any) -> bool:
        """R-53: it belongs to nobody's turn, and nothing is used up."""
        if isinstance(action, Pass):
            return super().answer(game, decision, action)
        put_shop(game, decision.seat, action)
        return True

    def choices(self, game: Game, decision: Decision) -> list[Any]:
        """Every place or move, and passing."""
        return [*shop_choices(game, decision.seat, ANYWHERE), Pass()]


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Where the shop of First coffee sold goes."""
    return (FirstCoffeeShop(),)


# --- on the way to dinner ----------------------------------------------------------------------------------------------


def sellers_of(game: Game) -> tuple[list[Seller], list[tuple[int, int, int]]]:
    """Everybody who may sell coffee, and every open restaurant as (chain, entrance squares, place among the sellers)."""
    sellers: list[Seller] = []
    restaurants: list[tuple[int, int, int]] = []
    for seat, player in game.state.by_seat():
        drive_in = game.board.drive_in(seat)
        for restaurant in player.restaurants:
            if restaurant.open and not player.out:
                doors = restaurant.mask if drive_in else 1 << restaurant.door
                restaurants.append((seat, doors, len(sellers)))
                sellers.append(Seller(seat, doors))
    sellers.extend(Seller(shop.owner, shop.mask) for shop in shops(game))
    return sellers, restaurants


def _search(game: Game, house: House, chain: int) -> tuple[Any, ...]:
    """What the search for the way of a house to a chain is handed over."""
    sellers, restaurants = sellers_of(game)
    coffee = {seat: player.stock.get("coffee", 0) for seat, player in game.state.by_seat()}
    ends = [(doors, place) for seat, doors, place in restaurants if seat == chain]
    exits = hooks.set_house_exits(game, house) or ()
    return game.ground.dinner, house.mask | house.garden, ends, sellers, coffee, exits


def way_to(game: Game, house: House, chain: int) -> Way | None:
    """The way of a house to a chain, with the sellers that it passes."""
    return find_way(*_search(game, house, chain))


def coffee_price(game: Game, chain: int, house: House) -> int:
    """Dollars for one coffee, as for any item: unit price times the house's multiplier."""
    return unit_price(game, chain) * multiplier(game, chain, house)


@hooks.on_house_chose.impl
def on_house_chose(game: Game, event: HouseChose) -> None:
    """R-52: one coffee for each seller that all the best ways share. Price and multiplier as any item, no item bonus."""
    house, candidate = event.house, event.candidate
    if not any(player.stock.get("coffee") for player in game.state.players):
        return
    way = way_to(game, house, candidate.seat)
    if way is None:
        return
    for chain, amount in way.sold.items():
        stock = game.state.players[chain].stock
        stock["coffee"] -= amount
        if not stock["coffee"]:
            del stock["coffee"]
        # A fry chef earns once per house and chain: the chain that serves the meal earns it there.
        bonus = sale_bonus(game, chain, house) if chain != candidate.seat else 0
        income = coffee_price(game, chain, house) * amount + bonus
        on_coffee_sold(game, Seat(chain), house.id, {COFFEE: amount}, income)
        earn(game, chain, income, f"coffee for house {house.id}")
        award(game, chain, "first_coffee_sold")


# --- why ---------------------------------------------------------------------------------------------------------------


@hooks.list_reasons.impl
def list_reasons(game: Game, house: House, candidate: Candidate) -> Sequence[Mapping[str, Any]] | None:
    """The tied routes, what they share, and for every seller on the map why it sells or not."""
    handed = _search(game, house, candidate.seat)
    tied = trace_way(*handed)
    if tied is None:
        return None
    sellers, coffee, squares = handed[3], handed[4], game.ground.grid.squares
    told: list[dict[str, Any]] = [
        {
            "chain": game.name(sellers[place].chain),
            "what": what,
            "at": list(squares[at]),
            "sells": place in tied.way.shared,
            "why": _why(tied, place, sellers, coffee),
        }
        for place, (what, at) in enumerate(_named(game))
    ]
    told += [
        {"chain": player.id, "what": "restaurant", "at": list(squares[each.at]), "sells": False, "why": "not open yet"}
        for player in game.state.players
        for each in player.restaurants
        if not each.open and not player.out
    ]
    found: dict[str, Any] = {
        "title": "coffee",
        "distance": tied.way.distance,
        "routes": [
            {
                "squares": [list(squares[square]) for square in drive],
                "passes": [_title(told[place]) for place in sorted(best)],
            }
            for drive, best in zip(tied.drives, tied.way.best, strict=True)
        ],
        "shared_squares": [list(squares[square]) for square in tied.squares],
        "sellers": told,
        "sold": {game.name(chain): amount for chain, amount in tied.way.sold.items()},
        "income": {
            game.name(chain): coffee_price(game, chain, house) * amount for chain, amount in tied.way.sold.items()
        },
    }
    return [{**found, "lines": _lines(tied, found)}]


def _named(game: Game) -> list[tuple[str, int]]:
    """What each seller is and its north-west square, in the order of sellers_of."""
    found = [
        ("restaurant", restaurant.at)
        for player in game.state.players
        for restaurant in player.restaurants
        if restaurant.open and not player.out
    ]
    return [*found, *(("coffee shop", shop.at) for shop in shops(game))]


def _title(seller: Mapping[str, Any]) -> str:
    return f"{seller['chain']}'s {seller['what']} at {seller['at'][0]},{seller['at'][1]}"


def _why(tied: Tied, place: int, sellers: Sequence[Seller], coffee: Mapping[int, int]) -> str:
    """Why a seller sells on this way, or why not."""
    way, chain = tied.way, sellers[place].chain
    if place in way.shared:
        where = "on every tied route" if len(way.best) > 1 else "on the route"
        count = sum(sellers[other].chain == chain for other in way.shared)
        short = count > way.sold[chain]
        return f"{where}; its chain has {way.sold[chain]} coffee for {count} sellers there" if short else where
    ways = sum(place in best for best in way.best)
    if ways:
        return f"on {ways} of {len(way.best)} tied routes only: the house cannot decide"
    if place in tied.ends:
        return "the house eats there: where it eats it buys no coffee"
    if not coffee[chain]:
        return "its chain has no coffee in stock"
    if place in tied.passed:
        return "only beside routes of this distance that sell fewer coffees"
    return "beside no route of this distance"


def _lines(tied: Tied, found: Mapping[str, Any]) -> list[str]:
    """The same in plain words."""
    routes = found["routes"]
    lines = [
        f"{len(routes)} tied routes of {tied.way.distance} tile borders that sell the most coffee"
        if len(routes) > 1
        else f"one best route, of {tied.way.distance} tile borders"
    ]
    for number, route in enumerate(routes, 1):
        lines.append(f"route {number} passes {', '.join(route['passes']) or 'nobody who has coffee'}")
        lines.append(f"route {number} goes over {_squares(route['squares'])}")
    if len(routes) > 1:
        lines.append(f"on every tied route: {_squares(found['shared_squares']) or 'no square'}")
    lines += [
        f"{_title(each)} {'sells' if each['sells'] else 'does not sell'}: {each['why']}" for each in found["sellers"]
    ]
    lines += [f"{chain} sells {amount} coffee for ${found['income'][chain]}" for chain, amount in found["sold"].items()]
    return lines if found["sold"] else [*lines, "no coffee is sold"]


def _squares(squares: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{row},{column}" for row, column in squares)

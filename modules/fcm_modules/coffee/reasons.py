"""Why coffee is sold on the way to a chain, or why not: for `fcm explain`.

R-52. The answer is JSON-ready; its keys are in the README.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fcm_core.modding import Game, House, Seat
from fcm_modules.coffee.route import Tied, trace_way
from fcm_modules.coffee.selling import Trip, coffee_price, trip
from fcm_modules.coffee.shops import all_shops


def why_coffee_is_sold(game: Game, house: House, eats_at: Seat) -> list[dict[str, Any]] | None:
    """The tied routes, what they share, and for every seller on the map why it sells or not; None without a way."""
    asked = trip(game, house, eats_at)
    tied = trace_way(*asked)
    if tied is None:
        return None
    squares = game.ground.grid.squares
    sellers = _sellers(game, asked, tied)
    found: dict[str, Any] = {
        "title": "coffee",
        "distance": tied.way.distance,
        "routes": [
            {
                "squares": [list(squares[square]) for square in drive],
                "passes": [_title(sellers[place]) for place in sorted(best)],
            }
            for drive, best in zip(tied.drives, tied.way.best, strict=True)
        ],
        "shared_squares": [list(squares[square]) for square in tied.squares],
        "sellers": sellers,
        "sold": {game.name(Seat(chain)): amount for chain, amount in tied.way.sold.items()},
        "income": {
            game.name(Seat(chain)): coffee_price(game, Seat(chain), house) * amount
            for chain, amount in tied.way.sold.items()
        },
    }
    return [{**found, "lines": _lines(tied, found)}]


def _sellers(game: Game, asked: Trip, tied: Tied) -> list[dict[str, Any]]:
    """Those of the trip in its order, and then the restaurants that are not open yet."""
    squares = game.ground.grid.squares
    restaurants = [
        (player.id, restaurant) for player in game.state.players for restaurant in player.restaurants if not player.out
    ]
    there = [("restaurant", restaurant.at) for _, restaurant in restaurants if restaurant.open]
    there += [("coffee shop", shop.at) for shop in all_shops(game)]
    open_ = [
        {
            "chain": game.name(Seat(asked.sellers[place].chain)),
            "what": what,
            "at": list(squares[at]),
            "sells": place in tied.way.shared,
            "why": _why(asked, tied, place),
        }
        for place, (what, at) in enumerate(there)
    ]
    closed = [
        {"chain": chain, "what": "restaurant", "at": list(squares[each.at]), "sells": False, "why": "not open yet"}
        for chain, each in restaurants
        if not each.open
    ]
    return [*open_, *closed]


def _why(asked: Trip, tied: Tied, place: int) -> str:
    """Why a seller sells on this way, or why not."""
    way, chain = tied.way, asked.sellers[place].chain
    if place in way.shared:
        where = "on every tied route" if len(way.best) > 1 else "on the route"
        count = sum(asked.sellers[other].chain == chain for other in way.shared)
        short = count > way.sold[chain]
        return f"{where}; its chain has {way.sold[chain]} coffee for {count} sellers there" if short else where
    ways = sum(place in best for best in way.best)
    if ways:
        return f"on {ways} of {len(way.best)} tied routes only: the house cannot decide"
    if place in tied.ends:
        return "the house eats there: where it eats it buys no coffee"
    if not asked.coffee[chain]:
        return "its chain has no coffee in stock"
    if place in tied.passed:
        return "only beside routes of this distance that sell fewer coffees"
    return "beside no route of this distance"


def _title(seller: Mapping[str, Any]) -> str:
    return f"{seller['chain']}'s {seller['what']} at {seller['at'][0]},{seller['at'][1]}"


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

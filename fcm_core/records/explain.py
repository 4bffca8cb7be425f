"""The reasons behind a number: unit prices, distances, why a house chose whom, salaries due.

Money in dollars, distances in tile borders. Nothing here changes the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import HouseId, Seat
from fcm_core.game import hooks
from fcm_core.phases.queries import (
    decided_by,
    dinner_candidates,
    dinner_distance,
    multiplier,
    salaries,
    unit_price,
    unit_price_reasons,
    wanted,
)

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


def seat_of(game: Game, chain: str) -> Seat:
    """The seat of a player id. InputError with the nearest one."""
    names = [player.id for player in game.state.players]
    if chain not in names:
        raise InputError(f"no player {chain}; there are {', '.join(names)}{did_you_mean(chain, names)}")
    return Seat(names.index(chain))


def explain_price(game: Game, seat: Seat) -> dict[str, Any]:
    """The unit price as Dinnertime would use it now: {"total", "parts": [[amount, why]]}."""
    return {
        "chain": game.name(seat),
        "total": unit_price(game, seat),
        "parts": [list(reason) for reason in unit_price_reasons(game, seat)],
    }


def explain_salaries(game: Game, seat: Seat) -> dict[str, Any]:
    """What the player would owe at Payday now."""
    total, reasons = salaries(game, seat)
    return {"chain": game.name(seat), "total": total, "parts": [list(reason) for reason in reasons]}


def explain_distance(game: Game, house_id: HouseId, seat: Seat) -> dict[str, Any]:
    """The distance of a house to a chain, on the map and as the house counts it; None without connection."""
    house = _house(game, house_id)
    borders = game.board.distance(house_id, seat)
    parts = [[borders, "tile borders"]] if borders is not None else []
    parts += [list(reason) for reason in hooks.modify_distance.reasons(game, seat, house)]
    return {
        "house": house_id,
        "chain": game.name(seat),
        "total": dinner_distance(game, seat, house),
        "parts": parts,
    }


def explain_house(game: Game, house_id: HouseId) -> dict[str, Any]:
    """What a house wants, and why it goes where it goes now, with everybody's keys.

    "candidates" are the offers it can choose from, best first, each with its value for every ranking key (the lowest wins
    and later keys only break ties); "decided_by" names the key by which the first beats the next chain, "" where there
    is no other; "others" says for each remaining chain why it makes no offer; "besides" is what modules add.
    """
    house = _house(game, house_id)
    found = dinner_candidates(game, house_id)
    best = found[0] if found else None
    rival = next((each for each in found if best is not None and each.seat != best.seat), None)
    return {
        "house": house_id,
        "wants": wanted(game, house_id),
        "chain": game.name(best.seat) if best is not None else None,
        "decided_by": decided_by(game, best, rival) if best is not None and rival is not None else "",
        "candidates": [
            {
                "chain": game.name(each.seat),
                "goods": {**each.goods, **each.add_ons},
                "unit_price": each.unit_price,
                "distance": each.distance,
                "multiplier": multiplier(game, each.seat, house),
                "keys": {key.name: value for key, value in zip(game.rules.ranking_keys, each.keys, strict=True)},
            }
            for each in found
        ],
        "others": [
            {"chain": player.id, "why": _no_offer(game, seat, house)}
            for seat, player in game.state.by_seat()
            if all(each.seat != seat for each in found)
        ]
        if game.state.demand.get(house_id)
        else [],
        "besides": [dict(reasons) for reasons in hooks.list_reasons(game, house, best)] if best is not None else [],
    }


def _house(game: Game, house_id: HouseId) -> House:
    house = game.state.houses.get(house_id)
    if house is None:
        there = ", ".join(game.state.houses) or "none"
        raise InputError(
            f"no house {house_id} on the map; there are {there}{did_you_mean(house_id, game.state.houses)}"
        )
    return house


def _no_offer(game: Game, seat: Seat, house: House) -> str:
    """Why a chain that is no candidate cannot serve a house with demand."""
    player = game.state.players[seat]
    if player.out:
        return "bankrupt"
    if not any(restaurant.open for restaurant in player.restaurants):
        return "no open restaurant"
    if dinner_distance(game, seat, house) is None:
        return "not connected by road"
    demand = wanted(game, house.id)
    missing = {
        good: amount - player.stock.get(good, 0)
        for good, amount in demand.items()
        if player.stock.get(good, 0) < amount
    }
    if missing:
        return "lacks " + " and ".join(f"{amount} {good}" for good, amount in missing.items())
    return "the house does not accept what it offers"

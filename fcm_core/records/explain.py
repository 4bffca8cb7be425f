"""The reasons behind a number: unit prices, distances, which chain a house chose and why, salaries due.

Money in dollars, distances in tile borders. Nothing here changes the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import HouseId, Seat
from fcm_core.game import hooks
from fcm_core.phases.guests import dinner_candidates, dinner_distance, distance_reasons, wanted, without_offer
from fcm_core.phases.prices import multiplier, unit_price, unit_price_reasons
from fcm_core.phases.salaries import fees, salaries

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
    told = {"chain": game.name(seat), "total": total, "parts": [list(reason) for reason in reasons]}
    if due := fees(game, seat):
        told |= {"fees": due, "fee_parts": [list(reason) for reason in hooks.modify_fees.reasons(game, seat)]}
    return told


def explain_distance(game: Game, house_id: HouseId, seat: Seat) -> dict[str, Any]:
    """The distance of a house to a chain, on the map and as the house counts it; None without connection.

    In Working it is what the chain meets in its own turn (R-08).
    """
    house = _house(game, house_id)
    game = game.in_own_turn(seat)
    return {
        "house": house_id,
        "chain": game.name(seat),
        "total": dinner_distance(game, seat, house),
        "parts": [list(reason) for reason in distance_reasons(game, seat, house)],
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
        "decided_by": best.decided_by(rival, game.rules.ranking_names)
        if best is not None and rival is not None
        else "",
        "candidates": [
            {
                "chain": game.name(each.seat),
                "goods": each.everything(),
                "unit_price": each.unit_price,
                "distance": each.distance,
                "multiplier": multiplier(game, each.seat, house),
                "keys": {key.name: value for key, value in zip(game.rules.ranking_keys, each.keys, strict=True)},
            }
            for each in found
        ],
        "others": [{"chain": game.name(seat), "why": why} for seat, why in without_offer(game, house_id).items()],
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

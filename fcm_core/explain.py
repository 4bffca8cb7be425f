"""The reasons behind a number: unit prices, distances, why a house chose whom, salaries due.

Money in dollars, distances in tile borders. Nothing here changes the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fcm_core.errors import InputError
from fcm_core.names import did_you_mean
from fcm_core.queries import (
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
    from collections.abc import Iterable

    from fcm_core.game import Game


def load(path: str | Path, modules_dirs: Iterable[str | Path] = (), until: str | None = None) -> Game:
    """The game of a save (as far as `until`, such as "7.dinnertime") or the position of a scenario. Raises InputError."""
    if str(path).endswith(".toml"):
        from fcm_core.scenario import Scenario

        return Scenario(Path(path), modules_dirs).game
    from fcm_core.saves import read_save, replay

    return replay(read_save(path), until=until, modules_dirs=modules_dirs).game


def seat_of(game: Game, chain: str) -> int:
    """The seat of a player id. InputError with the nearest one."""
    names = [player.id for player in game.state.players]
    if chain not in names:
        raise InputError(f"no player {chain}{did_you_mean(chain, names)}; there are {', '.join(names)}")
    return names.index(chain)


def explain_price(game: Game, player: int) -> dict[str, Any]:
    """The unit price as Dinnertime would use it now: {"total", "parts": [[amount, why]]}."""
    return {
        "chain": game.name(player),
        "total": unit_price(game, player),
        "parts": [list(reason) for reason in unit_price_reasons(game, player)],
    }


def explain_salaries(game: Game, player: int) -> dict[str, Any]:
    """What the player would owe at Payday now."""
    total, reasons = salaries(game, player)
    return {"chain": game.name(player), "total": total, "parts": [list(reason) for reason in reasons]}


def explain_distance(game: Game, house_id: str, player: int) -> dict[str, Any]:
    """The distance of a house to a chain, on the map and as the house counts it; None without connection."""
    house = game.state.houses.get(house_id)
    if house is None:
        raise InputError(f"no house {house_id} on the map{did_you_mean(house_id, game.state.houses)}")
    borders = game.distance(house_id, player)
    parts = [[borders, "tile borders"]] if borders is not None else []
    parts += [list(reason) for reason in game.reasons(game.hooks.modify_distance, player, house)]
    return {
        "house": house_id,
        "chain": game.name(player),
        "total": dinner_distance(game, player, house),
        "parts": parts,
    }


def explain_house(game: Game, house_id: str) -> dict[str, Any]:
    """What a house wants, and every chain that could serve it now, best first, with its keys and the one that decides."""
    house = game.state.houses.get(house_id)
    if house is None:
        raise InputError(f"no house {house_id} on the map{did_you_mean(house_id, game.state.houses)}")
    found = dinner_candidates(game, house_id)
    best = found[0] if found else None
    rival = next((each for each in found if best is not None and each.player != best.player), None)
    return {
        "house": house_id,
        "wants": wanted(game, house_id),
        "chain": game.name(best.player) if best is not None else None,
        "decided_by": decided_by(game, best, rival) if best is not None and rival is not None else "",
        "candidates": [
            {
                "chain": game.name(each.player),
                "goods": {**each.goods, **each.add_ons},
                "unit_price": each.unit_price,
                "distance": each.distance,
                "multiplier": multiplier(game, each.player, house),
                "keys": {key.name: value for key, value in zip(game.rules.ranking_keys, each.keys, strict=True)},
            }
            for each in found
        ],
        "besides": [
            dict(reasons)
            for hook in game.hooks.contribute_reasons
            for reasons in (hook(game, house, best) or () if best is not None else ())
        ],
    }

"""Parks: houses beside one pay one unit price more. Which tiles show parks and who places them is other modules' business.

Ketchup rulebook, New Districts and Lobbyists; R-40, R-57.
"""

from __future__ import annotations

from fcm_core.modding import Game, House, Mask

PARK = "park"  # what is printed on the map, and the kind of the pieces that are placed


def parks(game: Game) -> Mask:
    """The squares of all parks, printed or placed."""
    mask = game.ground.structures.get(PARK, 0)
    for piece in game.state.pieces:
        if piece.kind == PARK:
            mask |= piece.mask
    return mask


def beside_park(game: Game, house: House) -> bool:
    """Whether a square of the house or its garden is orthogonally next to a park; one counts (R-57)."""
    everywhere = parks(game)
    return bool(everywhere and everywhere & game.ground.grid.dilate(house.mask | house.garden))

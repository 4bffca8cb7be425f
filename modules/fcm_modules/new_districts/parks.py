"""Parks: what a house next to one pays. Printed on a tile or built. Ketchup rulebook, Parks; R-57."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fcm_core.game import Game
    from fcm_core.parts import Reasons
    from fcm_core.state import House

PARK = "park"


def parks(game: Game) -> int:
    """Bitboard of all park squares, printed and built."""
    mask = game.ground.structures["P"]
    for piece in game.state.pieces:
        if piece.kind == PARK:
            mask |= piece.mask
    return mask


def park_bonus(game: Game, house: House) -> Reasons | None:
    """One unit price more, once, for a house or its garden orthogonally next to a park."""
    squares = house.mask | house.garden
    if squares and game.ground.grid.dilate(squares) & parks(game):
        return ((1, "park"),)
    return None

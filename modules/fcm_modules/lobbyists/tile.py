"""One more map tile for whoever lobbies first.

Ketchup rulebook, Lobbyists; R-56.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, frozen

from fcm_core.modding import (
    SIZE,
    ActionKind,
    Choice,
    Event,
    Game,
    Partial,
    Refusal,
    Seat,
    Square,
    TakeOrLeave,
    TileId,
    Words,
    hooks,
    refusals,
    told,
)
from fcm_modules.lobbyists.pieces import MAP_TILE, OUTWARD


@define(unsafe_hash=True)
class PlaceTile:
    """Places a map tile: `at` is its tile row and tile column, which may be below 0."""

    tile: TileId
    at: Square
    turns: int = 0


@frozen
class MapTilePlaced(Event):
    """A map tile has joined the map: `at` is its tile row and tile column, turned by quarter turns clockwise."""

    seat: Seat
    tile: TileId
    at: Square
    turns: int

    def sentence(self, say: Words) -> str:
        row, column = self.at
        turned = f", turned {self.turns} quarter{'s' * (self.turns > 1)}" if self.turns else ""
        return f"{say.player(self.seat)} adds map tile {self.tile} at tile row {row}, tile column {column}{turned}"


on_map_tile_placed = told(MapTilePlaced)


def place_refusal(game: Game, at: tuple[int, int]) -> Refusal | None:
    """Why no tile may lie at this tile row and column."""
    ground = game.ground
    if ground.has_tile(at):
        return Refusal("occupied", f"a tile lies at {at[0]},{at[1]} already")
    if not ground.grid.has_tile(at):
        return Refusal("off_map", f"{at[0]},{at[1]} is too far from the map")
    squares = {(at[0] * SIZE + down, at[1] * SIZE + right) for down in range(SIZE) for right in range(SIZE)}
    beside = False
    for side, (down, right) in OUTWARD.items():
        if not ground.has_tile((at[0] - down, at[1] - right)):
            continue
        beside = True
        line = (at[1] if side in "NS" else at[0]) * SIZE
        if ground.edge_strip(side, line, SIZE, 1) <= squares:  # nothing can lie along an edge that is not outermost
            refusal = hooks.check_edge(game, side, line, SIZE)
            if refusal is not None:
                return refusal
    for campaign in game.state.campaigns.values() if beside else ():
        if game.board.beside(campaign) & squares:
            return Refusal("same_edge", f"airplane {campaign.number} lies on this edge")
    for piece in game.state.pieces if beside else ():
        if piece.mask & ground.grid.tile_mask(at):
            return Refusal("same_edge", f"a {piece.kind.replace('_', ' ')} lies there, beside the map")
    return None if beside else Refusal("off_map", f"no tile lies next to {at[0]},{at[1]}")


class PlacingTile(ActionKind[PlaceTile]):
    """R-56: First lobbyist used adds a tile to the map."""

    name = "place_tile"
    cls = PlaceTile
    help = "Place an unused map tile beside the map."
    codes = refusals("malformed", "occupied", "off_map", "same_edge", tile="the map tile is not among the unused ones")

    def check(self, game: Game, seat: Seat, action: PlaceTile) -> Refusal | None:
        """R-56: an unused tile beside an existing one, not where an airplane or the like lies at the edge."""
        if action.tile not in game.state.map_pool:
            left = ", ".join(game.state.map_pool) or "none"
            return Refusal("tile", f"tile {action.tile} is not among the unused tiles: {left}")
        if not 0 <= action.turns <= 3:
            return Refusal("malformed", "0 to 3 quarter turns")
        return place_refusal(game, (action.at[0], action.at[1]))

    def apply(self, game: Game, seat: Seat, action: PlaceTile) -> None:
        """R-56: the map grows; the houses printed on the tile eat from now on."""
        game.board.add_tile(action.tile, action.at, action.turns)
        on_map_tile_placed(game, seat, action.tile, action.at, action.turns)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-56: the tile first, then the place and how it is turned."""
        ground = game.ground
        there = {ground.grid.tiles[square] for square in ground.chars}
        around = sorted({(row + down, column + right) for row, column in there for down, right in OUTWARD.values()})
        places = [at for at in around if place_refusal(game, at) is None]
        found: list[Choice] = []
        for tile in game.state.map_pool if places else ():

            def expand(tile: TileId = tile) -> Sequence[Choice]:
                return [PlaceTile(tile, at, turns) for at in places for turns in range(4)]

            found.append(Partial(self.name, (("tile", tile),), expand))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceTile) -> int:
        """A hint for bots: houses printed on it, near own restaurants."""
        grid = game.ground.grid
        ways = [
            abs(row - action.at[0]) + abs(column - action.at[1])
            for restaurant in game.player(seat).restaurants
            for row, column in [grid.tile_at(restaurant.door)]
        ]
        return 1 + len(game.rules.tiles[action.tile].houses) * max(1, 10 - 2 * min(ways, default=5))


class AnotherTile(TakeOrLeave):
    """R-56: whether and where the tile of First lobbyist used is placed."""

    name = MAP_TILE
    actions = ("place_tile", "pass")
    title = "the map tile of First lobbyist used"

"""Lobbyists: new roads and parks, roadworks, and one more map tile for the first who lobbies.

Ketchup rulebook, Lobbyists; R-20, R-54 to R-57.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from fcm_core.actions import Pass, Square
from fcm_core.board import campaign_strip, edge_strip
from fcm_core.errors import Refusal
from fcm_core.game import SIDES
from fcm_core.geometry.grid import SIZE, bits
from fcm_core.hooks import hookimpl
from fcm_core.parts import ActionKind, DecisionKind, HouseKind, Partial, Partition, PieceKind, Step, WorkingStep
from fcm_core.queries import beside_park
from fcm_core.setup import tile_houses
from fcm_core.state import NOBODY, Piece

if TYPE_CHECKING:
    from fcm_core.game import Game
    from fcm_core.rules import Rules
    from fcm_core.state import Decision

CARD = "lobbyist"
MILESTONE = "first_lobbyist_used"
ROAD = "road"  # a road under construction
PARK = "park"
ROADWORK = "roadwork"  # a marker on a finished road square
ROADWORKS = 8
PARK_TILE = "Z"
DISTRICTS = ("U", "V", "W", "X", "Y")  # tiles with apartments, a garden, three lemonades
# Name of the shape -> its squares and how many there are in the box.
ROADS: Mapping[str, tuple[tuple[str, ...], int]] = {
    "short": (("##",), 4),
    "long": (("####",), 2),
    "bend": (("##", "#."), 2),
}
PARKS: Mapping[str, tuple[tuple[str, ...], int]] = {
    "line": (("####",), 1),
    "t": (("###", ".#."), 1),
    "l": (("###", "..#"), 2),
}
OUTWARD = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


@define
class Built:
    """Pieces used so far, by shape."""

    pieces: dict[str, int] = field(factory=dict)

    def copy(self) -> Built:
        """An independent copy."""
        return Built(dict(self.pieces))


@define(unsafe_hash=True)
class PlaceRoad:
    """Places a road under construction: `at` is the north-west square of the rectangle around the turned shape."""

    shape: str
    at: Square
    turns: int = 0


@define(unsafe_hash=True)
class PlacePark:
    """Places a park; the flipped shape is a mirror image, turned afterwards."""

    shape: str
    at: Square
    turns: int = 0
    flipped: bool = False


@define(unsafe_hash=True)
class PlaceTile:
    """Places a map tile: `at` is its tile row and tile column, which may be below 0."""

    tile: str
    at: Square
    turns: int = 0


# --- shapes ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def cells(rows: tuple[str, ...], turns: int, flipped: bool = False) -> tuple[tuple[int, int], ...]:
    """The squares of a shape turned by quarter turns clockwise, as rows and columns from its rectangle's corner."""
    if flipped:
        rows = tuple(row[::-1] for row in rows)
    for _ in range(turns):
        rows = tuple("".join(rows[len(rows) - 1 - r][c] for r in range(len(rows))) for c in range(len(rows[0])))
    return tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


@lru_cache(maxsize=64)
def arrows(squares: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, int], bool], ...]:
    """Where a road's two ends point: the square in front of each end, and whether it points north or south."""
    found = []
    for row, column in squares:
        beside = [(down, right) for down, right in OUTWARD.values() if (row + down, column + right) in squares]
        if len(beside) == 1:
            down, right = beside[0]
            found.append(((row - down, column - right), bool(down)))
    return tuple(found)


def _shift(mask: int, offset: int) -> int:
    return mask >> offset if offset >= 0 else mask << -offset


def _anchors(game: Game, squares: Sequence[tuple[int, int]], free: int) -> int:
    found = -1
    for row, column in squares:
        found &= free >> (row * game.ground.grid.stride + column)
    return found


def _mask(game: Game, at: Square, squares: Sequence[tuple[int, int]]) -> int | Refusal:
    grid = game.ground.grid
    mask = 0
    for row, column in squares:
        try:
            bit = 1 << grid.index((at[0] + row, at[1] + column))
        except ValueError:
            bit = 0
        if not bit & game.ground.on_map:
            return Refusal("off_map", f"square {at[0] + row},{at[1] + column} is not on the map")
        mask |= bit
    return mask


def _reachable(game: Game, player: int) -> tuple[int, int]:
    """Finished road squares within range, as a road that comes from west or east, and from north or south, meets them."""
    cached: tuple[int, int] | None = game.state.board_cache.get(("lobbyists", player, game.drive_in(player)))
    if cached is not None:
        return cached
    net = game.ground.net
    reach = game.rules.cards[CARD].range or 0
    near = {
        n for n, c in enumerate(net.costs_from(game.access(game.range_starts(player)))) if c is not None and c <= reach
    }
    across = along = 0
    for square in bits(game.ground.roads):
        if near.intersection(net.nodes_at(square, False)):
            across |= 1 << square
        if near.intersection(net.nodes_at(square, True)):
            along |= 1 << square
    game.state.board_cache[("lobbyists", player, game.drive_in(player))] = (across, along)
    return across, along


def _left(game: Game, shape: str, box: Mapping[str, tuple[tuple[str, ...], int]]) -> int:
    return box[shape][1] - game.part("lobbyists").pieces.get(shape, 0)  # type: ignore[no-any-return]


def _may_act(game: Game, player: int) -> Refusal | None:
    if game.actions_left(player, CARD) > 0:
        return None
    if game.at_work(player, CARD):
        return Refusal("used_up", "every lobbyist at work has acted")
    return Refusal("not_at_work", "no lobbyist is at work")


def _check_piece(
    game: Game, player: int, action: Any, box: Mapping[str, tuple[tuple[str, ...], int]], what: str
) -> int | Refusal:
    """The squares of a road or park that may lie where it is meant to."""
    refusal = _may_act(game, player)
    if refusal is not None:
        return refusal
    if action.shape not in box or not 0 <= action.turns <= 3:
        return Refusal("malformed", f"a {what} has a shape ({', '.join(box)}) and 0 to 3 turns")
    if _left(game, action.shape, box) <= 0:
        return Refusal("pieces_left", f"no {what} of shape {action.shape} is left")
    mask = _mask(game, action.at, cells(box[action.shape][0], action.turns, getattr(action, "flipped", False)))
    if isinstance(mask, Refusal):
        return mask
    blocked = mask & ~game.free()
    if blocked:
        row, column = game.ground.grid.squares[(blocked & -blocked).bit_length() - 1]
        return Refusal("occupied", f"a {what} needs empty squares; {row},{column} is not empty")
    return mask


# --- roads ------------------------------------------------------------------------------------------------------------


def _pointed(game: Game, action: PlaceRoad) -> list[tuple[int, bool]]:
    """The squares in front of the two ends, with whether the end points north or south; none off the grid."""
    grid = game.ground.grid
    found = []
    for (row, column), along in arrows(cells(ROADS[action.shape][0], action.turns)):
        try:
            found.append((grid.index((action.at[0] + row, action.at[1] + column)), along))
        except ValueError:
            continue
    return found


def _new_markers(game: Game, pointed: Sequence[tuple[int, bool]]) -> list[int]:
    marked = {square for square, _ in game.state.map.costs}
    return [square for square, _ in pointed if game.ground.roads >> square & 1 and square not in marked]


def check_road(game: Game, player: int, action: PlaceRoad) -> Refusal | None:
    """R-54: one end points at a finished road square within range, or at an own entrance that it starts from."""
    mask = _check_piece(game, player, action, ROADS, "road")
    if isinstance(mask, Refusal):
        return mask
    across, along = _reachable(game, player)
    starts = game.range_starts(player)
    pointed = _pointed(game, action)
    if not any(((along if vertical else across) | starts) >> square & 1 for square, vertical in pointed):
        if any(game.ground.roads >> square & 1 for square, _ in pointed):
            return Refusal("range", "the road that an end points at is not within range 2 of an own entrance")
        return Refusal("road", "an end must point at a road in range, or at an own entrance")
    if len(game.state.map.costs) + len(_new_markers(game, pointed)) > ROADWORKS:
        return Refusal("roadworks_left", f"all {ROADWORKS} roadwork markers are on the map")
    return None


def place_road(game: Game, player: int, action: PlaceRoad) -> None:
    """The road lies under construction; the road squares that its ends point at are roadworks from now on."""
    mask = _mask(game, action.at, cells(ROADS[action.shape][0], action.turns))
    assert isinstance(mask, int)
    markers = _new_markers(game, _pointed(game, action))
    game.use_card(player, CARD)
    _lay(game, ROAD, player, action.shape, mask)
    if markers:
        _mark(game, tuple((square, 1) for square in markers))
    game.emit(
        "road_placed",
        player=game.name(player),
        squares=[game.ground.grid.squares[square] for square in bits(mask)],
        roadworks=[game.ground.grid.squares[square] for square in markers],
    )
    _lobbied(game, player)


def _mark(game: Game, costs: tuple[tuple[int, int], ...]) -> None:
    """Roadworks: (square, tile borders it costs to pass it)."""
    state = game.state
    state.map = evolve(state.map, costs=tuple(sorted((*state.map.costs, *costs))))
    game.remap()


def _lay(game: Game, kind: str, player: int, shape: str, mask: int) -> None:
    state = game.state
    built = game.part("lobbyists").pieces
    built[shape] = built.get(shape, 0) + 1
    at = (mask & -mask).bit_length() - 1
    state.pieces = (*state.pieces, Piece(kind, at, mask, player, (shape,)))
    state.occupied |= mask
    game.board_changed()


def _lobbied(game: Game, player: int) -> None:
    if game.award(player, MILESTONE):
        game.ask("map_tile", [player])


def _road_places(game: Game, player: int, shape: str, turns: int) -> Iterator[PlaceRoad]:
    squares = cells(ROADS[shape][0], turns)
    across, along = _reachable(game, player)
    starts = game.range_starts(player)
    stride = game.ground.grid.stride
    meets = 0
    for (row, column), vertical in arrows(squares):
        meets |= _shift((along if vertical else across) | starts, row * stride + column)
    for anchor in bits(_anchors(game, squares, game.free()) & meets):
        action = PlaceRoad(shape, game.ground.grid.squares[anchor], turns)
        if check_road(game, player, action) is None:
            yield action


def _listed(action: str, given: tuple[tuple[str, Any], ...], places: Sequence[Any]) -> Partial:
    return Partial(action, given, lambda: places)


def road_choices(game: Game, player: int) -> list[Any]:
    """The shape and how it is turned first, then the square."""
    if _may_act(game, player) is not None:
        return []
    found: list[Any] = []
    for shape, (rows, _) in ROADS.items():
        if _left(game, shape, ROADS) > 0:
            for turns in range(2 if len(rows) == 1 else 4):
                places = list(_road_places(game, player, shape, turns))
                if places:
                    given = (("shape", shape), ("turns", turns))
                    found.append(_listed("place_road", given, places))
    return found


@hookimpl
def extend_barriers(game: Game) -> int:
    """A road cuts what a mailbox reaches while it is built, too."""
    mask = 0
    for piece in game.state.pieces:
        if piece.kind == ROAD:
            mask |= piece.mask
    return mask


def _open_roads(game: Game, mask: int) -> None:
    """The roads under construction on these squares are roads from now on."""
    state = game.state
    state.pieces = tuple(piece for piece in state.pieces if piece.kind != ROAD or not piece.mask & mask)
    state.occupied &= ~mask
    state.map = evolve(state.map, roads=tuple(sorted({*state.map.roads, *bits(mask)})))
    game.remap()


def finish_roads(game: Game) -> None:
    """The roadworks end and the new roads are roads."""
    state = game.state
    mask = extend_barriers(game)
    if not mask and not state.map.costs:
        return
    state.map = evolve(state.map, costs=())
    _open_roads(game, mask)
    game.emit("roads_finished", squares=[game.ground.grid.squares[square] for square in bits(mask)])


@hookimpl
def contribute_steps() -> Sequence[Step]:
    """Roads are finished in Cleanup."""
    return (Step("cleanup", "roads", finish_roads, after=("coming_soon_opens",), before=("milestones_close",)),)


# --- parks ------------------------------------------------------------------------------------------------------------


def check_park(game: Game, player: int, action: PlacePark) -> Refusal | None:
    """One square next to a finished road square within range."""
    mask = _check_piece(game, player, action, PARKS, "park")
    if isinstance(mask, Refusal):
        return mask
    across, along = _reachable(game, player)
    if not mask & game.ground.grid.dilate(across | along):
        return Refusal("range", "a park needs a square next to a road within range 2 of an own entrance")
    return None


def place_park(game: Game, player: int, action: PlacePark) -> None:
    """The park lies there for good."""
    mask = _mask(game, action.at, cells(PARKS[action.shape][0], action.turns, action.flipped))
    assert isinstance(mask, int)
    game.use_card(player, CARD)
    _lay(game, PARK, player, action.shape, mask)
    game.emit(
        "park_placed", player=game.name(player), squares=[game.ground.grid.squares[square] for square in bits(mask)]
    )
    _lobbied(game, player)


def park_choices(game: Game, player: int) -> list[Any]:
    """The shape and how it lies first, then the square."""
    if _may_act(game, player) is not None:
        return []
    across, along = _reachable(game, player)
    near = game.ground.grid.dilate(across | along)
    stride = game.ground.grid.stride
    found: list[Any] = []
    for shape, (rows, _) in PARKS.items():
        if _left(game, shape, PARKS) <= 0:
            continue
        seen = set()
        for flipped in (False, True):
            for turns in range(4):
                squares = cells(rows, turns, flipped)
                if squares in seen:
                    continue
                seen.add(squares)
                touching = 0
                for row, column in squares:
                    touching |= near >> (row * stride + column)
                places = [
                    PlacePark(shape, game.ground.grid.squares[at], turns, flipped)
                    for at in bits(_anchors(game, squares, game.free()) & touching)
                ]
                if places:
                    given = (("shape", shape), ("turns", turns), ("flipped", flipped))
                    found.append(_listed("place_park", given, places))
    return found


# --- one more map tile ----------------------------------------------------------------------------------------------------


def check_tile(game: Game, player: int, action: PlaceTile) -> Refusal | None:
    """R-56: an unused tile beside an existing one, not where an airplane or the like lies at the edge."""
    if action.tile not in game.state.map_pool:
        left = ", ".join(game.state.map_pool) or "none"
        return Refusal("tile", f"tile {action.tile} is not among the unused tiles: {left}")
    if not 0 <= action.turns <= 3:
        return Refusal("malformed", "0 to 3 quarter turns")
    return place_refusal(game, (action.at[0], action.at[1]))


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
        if edge_strip(game, side, line, SIZE, 1) <= squares:  # nothing can lie along an edge that is not outermost
            refusal = game.refusal(game.hooks.check_edge, side, line, SIZE)
            if refusal is not None:
                return refusal
    for campaign in game.state.campaigns.values() if beside else ():
        if campaign_strip(game, campaign) & squares:
            return Refusal("same_edge", f"airplane {campaign.number} lies on this edge")
    for piece in game.state.pieces if beside else ():
        if piece.mask & ground.grid.tile_mask(at):
            return Refusal("same_edge", f"a {piece.kind.replace('_', ' ')} lies there, beside the map")
    return None if beside else Refusal("off_map", f"no tile lies next to {at[0]},{at[1]}")


def place_tile(game: Game, player: int, action: PlaceTile) -> None:
    """The map grows; the houses printed on the tile eat from now on."""
    state = game.state
    row, column = action.at
    state.map = evolve(state.map, tiles=(*state.map.tiles, (row, column, action.tile, action.turns)))
    state.map_pool = tuple(tile for tile in state.map_pool if tile != action.tile)
    game.remap()
    houses = dict(state.houses)
    for house in tile_houses(game, row, column, action.tile, action.turns):
        houses[house.id] = house
        state.demand.setdefault(house.id, ())
    state.houses = {each.id: each for each in sorted(houses.values(), key=lambda each: each.order)}
    game.emit("map_tile_placed", player=game.name(player), tile=action.tile, at=action.at, turns=action.turns)


def tile_choices(game: Game, player: int) -> list[Any]:
    """The tile first, then the place and how it is turned."""
    ground = game.ground
    there = {ground.grid.tiles[square] for square in ground.chars}
    around = sorted({(row + down, column + right) for row, column in there for down, right in OUTWARD.values()})
    places = [at for at in around if place_refusal(game, at) is None]
    found: list[Any] = []
    for tile in game.state.map_pool if places else ():

        def expand(tile: str = tile) -> Sequence[Any]:
            return [PlaceTile(tile, at, turns) for at in places for turns in range(4)]

        found.append(Partial("place_tile", (("tile", tile),), expand))
    return found


# --- hints of value for bots -------------------------------------------------------------------------------------------


def _milestone_value(game: Game, player: int) -> int:
    return 5 if game.available(player, MILESTONE) else 0


def road_value(game: Game, player: int, action: PlaceRoad) -> int:
    """The milestone, and houses beside the road that cannot be reached yet."""
    mask = _mask(game, action.at, cells(ROADS[action.shape][0], action.turns))
    assert isinstance(mask, int)
    beside = game.ground.grid.dilate(mask)
    houses = [house for house in game.state.houses.values() if (house.mask | house.garden) & beside]
    return _milestone_value(game, player) + 6 * sum(game.distance(house.id, player) is None for house in houses)


def park_value(game: Game, player: int, action: PlacePark) -> int:
    """The milestone, and a unit price at houses that get a park: for the player where no other chain is nearer."""
    mask = _mask(game, action.at, cells(PARKS[action.shape][0], action.turns, action.flipped))
    assert isinstance(mask, int)
    beside = game.ground.grid.dilate(mask)
    total = _milestone_value(game, player)
    for house in game.state.houses.values():
        if (house.mask | house.garden) & beside and not beside_park(game, house):
            ways = [game.distance(house.id, seat) for seat in range(len(game.state.players))]
            mine, others = ways.pop(player), [way for way in ways if way is not None]
            nearest = mine is not None and mine <= min(others, default=mine)
            total += game.state.base_price if nearest else -game.state.base_price // 2 if others else 0
    return total


def tile_value(game: Game, player: int, action: PlaceTile) -> int:
    """Houses printed on it, near own restaurants."""
    grid = game.ground.grid
    ways = [
        abs(row - action.at[0]) + abs(column - action.at[1])
        for restaurant in game.state.players[player].restaurants
        for row, column in [grid.tile_at(restaurant.door)]
    ]
    return 1 + len(game.rules.tiles[action.tile].houses) * max(1, 10 - 2 * min(ways, default=5))


# --- what the game is told ------------------------------------------------------------------------------------------------


@hookimpl
def contribute_settings(rules: Rules) -> Mapping[str, Any]:
    """Room for every player's tile in one line."""
    return {"map_margin": rules.plan.players[1]}


@hookimpl
def contribute_map_tiles(rules: Rules, players: int) -> Sequence[str]:
    """R-48: the park tile, unless the players leave it out; with five or six players all new tiles."""
    if players >= 5:
        return (*DISTRICTS, PARK_TILE)
    return (PARK_TILE,) if rules.options["lobbyists"]["park_tile"] else ()


@hookimpl
def contribute_house_kinds() -> Sequence[HouseKind]:
    """R-49: the apartments of the new tiles, as in New Districts."""
    return (HouseKind("apartment", limit=None, garden_limit=None, counters=2, can_have_garden=False),)


@hookimpl
def contribute_partitions() -> Sequence[Partition]:
    """The pieces used."""
    return (Partition("lobbyists", Built),)


COMMON = ("not_at_work", "used_up", "malformed", "pieces_left", "off_map", "occupied", "range", "step_over")


@hookimpl
def contribute_actions() -> Sequence[ActionKind]:
    """Roads, parks and the map tile."""
    return (
        ActionKind(
            "place_road",
            PlaceRoad,
            check_road,
            place_road,
            road_choices,
            codes=(*COMMON, "road", "roadworks_left"),
            help="Place a road; it is open to traffic after Cleanup.",
            value=road_value,
        ),
        ActionKind(
            "place_park",
            PlacePark,
            check_park,
            place_park,
            park_choices,
            codes=COMMON,
            help="Place a park.",
            value=park_value,
        ),
        ActionKind(
            "place_tile",
            PlaceTile,
            check_tile,
            place_tile,
            tile_choices,
            codes=("tile", "malformed", "occupied", "off_map", "same_edge"),
            help="Place an unused map tile beside the map.",
            value=tile_value,
        ),
    )


@hookimpl
def contribute_working_steps() -> Sequence[WorkingStep]:
    """R-20: after houses and gardens, before restaurants."""
    return (WorkingStep("lobbyists", ("place_road", "place_park"), after=("houses",), before=("restaurants",)),)


@hookimpl
def contribute_decisions() -> Sequence[DecisionKind]:
    """Which tile goes where; it may be left."""

    def check(game: Game, decision: Decision, action: Any) -> Refusal | None:
        return None if isinstance(action, Pass) else check_tile(game, decision.player, action)

    def answer(game: Game, decision: Decision, action: Any) -> bool:
        if not isinstance(action, Pass):
            place_tile(game, decision.player, action)
        return True

    return (
        DecisionKind(
            "map_tile",
            ("place_tile", "pass"),
            "the map tile of First lobbyist used",
            begin=lambda game, decision: bool(tile_choices(game, decision.player)),
            check=check,
            answer=answer,
            choices=lambda game, decision: [*tile_choices(game, decision.player), Pass()],
            default=lambda game, decision: Pass(),
        ),
    )


# --- positions in scenario files ------------------------------------------------------------------------------------------


def _read_shape(
    scenario: Any, game: Game, table: Any, box: Mapping[str, tuple[tuple[str, ...], int]], what: str
) -> tuple[str, int] | None:
    """Shape and squares of a [[piece]]: `shape`, `at`, `turns` and for parks `flipped`; None after a problem."""
    shape = table.choice("shape", tuple(box), next(iter(box)))
    at = table.get("at", "square", required=True)
    turns = table.get("turns", "int", 0)
    flipped = table.get("flipped", "bool", False) if box is PARKS else False
    if not 0 <= turns <= 3:
        table.problem("turns", f"expected 0 to 3 quarter turns, found {turns}")
        return None
    if _left(game, shape, box) <= 0 and not scenario.loose:
        table.problem("shape", f"the box holds {box[shape][1]} of {what} {shape}")
    if at is None:
        return None
    mask = scenario.cover(game, table, _mask(game, at, cells(box[shape][0], turns, flipped)), f"the {what}")
    return None if mask is None else (shape, mask)


def _read_road(scenario: Any, game: Game, table: Any) -> None:
    """A road under construction, or with `finished` one that has been open since an earlier Cleanup."""
    finished = table.get("finished", "bool", False)
    found = _read_shape(scenario, game, table, ROADS, ROAD)
    if found is not None:
        _lay(game, ROAD, NOBODY, *found)
        if finished:
            _open_roads(game, found[1])


def _read_park(scenario: Any, game: Game, table: Any) -> None:
    found = _read_shape(scenario, game, table, PARKS, PARK)
    if found is not None:
        _lay(game, PARK, NOBODY, *found)


def _read_roadwork(scenario: Any, game: Game, table: Any) -> None:
    """One marker on a finished road square."""
    at = table.get("at", "square", required=True)
    if at is None:
        return
    square = _mask(game, at, ((0, 0),))
    if isinstance(square, Refusal) or not square & game.ground.roads:
        table.problem("at", f"a roadwork marker lies on a road square, and {at[0]},{at[1]} is none")
        return
    mark = ((square.bit_length() - 1, 1),)
    if mark[0] in game.state.map.costs:
        table.problem("at", f"a roadwork marker lies at {at[0]},{at[1]} already")
    elif len(game.state.map.costs) >= ROADWORKS:
        table.problem("at", f"there are {ROADWORKS} roadwork markers in all")
    else:
        _mark(game, mark)


@hookimpl
def contribute_piece_kinds() -> Sequence[PieceKind]:
    """Roads under construction and parks; roadwork markers are part of the map and only read here."""
    return (
        PieceKind(ROAD, "=", read=_read_road, title="road under construction"),
        PieceKind(PARK, "P", park=True, read=_read_park),
        PieceKind(ROADWORK, "!", obstacle=False, read=_read_roadwork),
    )


@hookimpl
def expect_scenario(game: Game, scenario: Any, read: Any, result: Any) -> None:
    """`roadworks` and `roads` in [expect]: all marked squares, and all squares that have become road in play."""
    lies = {
        "roadworks": [square for square, _ in game.state.map.costs],
        "roads": list(game.state.map.roads),
    }
    for key, squares in lies.items():
        expected = read.get(key, "any")
        if expected is None:
            continue
        if not isinstance(expected, list) or not all(
            isinstance(each, list) and all(type(part) is int for part in each) for each in expected
        ):
            read.problem(key, f"expected a list of squares such as [[7, 3]], found {expected!r}")
            continue
        got = sorted(list(game.ground.grid.squares[square]) for square in squares)
        if sorted(expected) != got:
            result.fail(f"{read.key}.{key}", expected, got)


__all__ = ["PARKS", "ROADS", "SIDES", "PlacePark", "PlaceRoad", "PlaceTile"]

"""A new game: the map, the supply, the bank and the seats, up to the first decision.

Rulebook, Setup; R-11, R-13, R-15, R-16.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from fcm_core.basics.errors import FcmError, InputError
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import MOST_TILES, CardId, Seat, TileId
from fcm_core.game import hooks
from fcm_core.game.game import Game
from fcm_core.game.state import MapSpec, Player, State
from fcm_core.map.grid import SIZE

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules

REDRAWS = 30_000  # a map without a drink is drawn again at most so often
NO_MAP = "no map could be drawn that satisfies the options of this ruleset"
DRAWN = "?"  # in a map that somebody wrote: left to chance
NO_TILE = ""


def new_game(
    rules: Rules, players: Sequence[str] | int, seed: int, *, map_spec: MapSpec | None = None, quiet: bool = False
) -> Game:
    """A game at its first decision. Players are ids, or a number of them. Raises InputError for too few or many."""
    game = bare_game(rules, players, seed, map_spec=map_spec, quiet=quiet)
    try:
        hooks.on_game_set_up(game)
        game.advance()
    except (FcmError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise rules.blamed(error, "setting up a game") from error
    return game


def bare_game(
    rules: Rules, players: Sequence[str] | int, seed: int, *, map_spec: MapSpec | None = None, quiet: bool = False
) -> Game:
    """The same before anybody is told and before the first step: scenario positions are built on it."""
    ids = list(rules.setup.chains[:players]) if isinstance(players, int) else list(players)
    count = len(ids)
    low, high = rules.plan.players
    if not low <= count <= high:
        raise InputError(f"{rules.plan.title} is for {low} to {high} players, not {count}")
    if len(set(ids)) != count:
        raise InputError(f"every player needs a name of its own: {', '.join(ids)}")
    draws: dict[str, int] = {}
    seats = [Seat(seat) for seat in range(count)]
    spec = map_spec or draw_map(rules, count, seed, draws)
    order = Stream(seed, "core", "turn order", draws).shuffled(seats)
    chains = _chains(rules, ids)
    state = State(
        seed=seed,
        map=spec,
        players=[Player(name, chain) for name, chain in zip(ids, chains, strict=True)],
        turn_order=tuple(order),
        draws=draws,
    )
    for player in state.players:
        player.work = {card: 1 for card in rules.ceo_cards}
    state.bank = state.money = rules.settings.bank_per_player * count
    state.ceo_slots = sum(rules.cards[card].slots for card in rules.ceo_cards)
    state.base_price = rules.setup.base_price
    state.supply = supply(rules, count)
    state.tiles_left = tuple(
        number for number, tile in sorted(rules.campaign_tiles.items()) if count >= tile.min_players
    )
    state.houses_left = tuple(sorted(rules.setup.houses))
    state.gardens_left = rules.setup.gardens
    state.open_milestones = dict.fromkeys(rules.milestones, 0)
    state.map_pool = unused_tiles(rules, spec, count)
    state.modules = {module: partition.cls() for module, partition in rules.partitions.items()}
    game = Game(rules, state, quiet=quiet)
    place_printed_houses(game)
    return game


def _chains(rules: Rules, ids: Sequence[str]) -> list[str]:
    """Each player's chain: the one of its own name where there is one, else the next that is free."""
    left = [chain for chain in rules.setup.chains if chain not in ids]
    return [name if name in rules.setup.chains else (left.pop(0) if left else name) for name in ids]


def supply(rules: Rules, players: int) -> dict[CardId, int]:
    """R-13: all copies of every card, but of "1x" cards as many as the number of players allows; then the extras."""
    copies = rules.setup.unique_copies[players]
    limited = rules.settings.unique_limits
    found: dict[CardId, int] = {}
    for name, card in rules.cards.items():
        if card.always_at_work or (card.players and not card.players[0] <= players <= card.players[1]):
            continue
        found[name] = min(card.count, copies) if limited and card.unique is True else card.count
    for name, extra in rules.content.supply_extra.items():
        add_to(found, name, extra)
    return found


def draw_map(rules: Rules, players: int, seed: int, draws: dict[str, int]) -> MapSpec:
    """R-11: tiles drawn at random, each turned at random."""
    rows, columns = rules.setup.map[players]
    pool = tile_pool(rules, players)
    if len(pool) < rows * columns:
        raise InputError(f"a map of {rows} x {columns} tiles needs more tiles than the {len(pool)} of this ruleset")
    stream = Stream(seed, "core", "map", draws)
    for _ in range(REDRAWS):
        tiles = stream.shuffled(pool)[: rows * columns]
        spec = MapSpec(
            rows,
            columns,
            rules.settings.map_margin,
            tuple((place // columns, place % columns, tile, stream.below(4)) for place, tile in enumerate(tiles)),
        )
        drawn = [tile for _, _, tile, _ in spec.tiles]
        if hooks.check_map(rules, drawn) is None and hooks.check_layout(rules, spec) is None:
            return spec
    raise InputError(NO_MAP)


@frozen
class MapPlan:
    """A map as somebody wrote it, in part perhaps: rows of tiles, or a drawing."""

    tiles: tuple[
        tuple[str, ...], ...
    ] = ()  # "A0": tile and quarter turns; "A?": turned by chance; "?": drawn; "": no tile
    drawing: tuple[str, ...] = ()  # instead of tiles: the squares as characters

    @classmethod
    def of(cls, spec: MapSpec) -> MapPlan:
        """A whole map, written down."""
        if spec.drawing:
            return cls(drawing=spec.drawing)
        there = {(row, column): f"{tile}{turns}" for row, column, tile, turns in spec.tiles}
        return cls(
            tuple(
                tuple(there.get((row, column), NO_TILE) for column in range(spec.tile_cols))
                for row in range(spec.tile_rows)
            )
        )


def map_of(rules: Rules, plan: MapPlan, players: int, seed: int) -> MapSpec:
    """The map that a plan describes; what it leaves open is drawn, the same for the same seed.

    A tile that stands in the plan is not drawn once more. Raises InputError for tiles that these rules do not have, for
    characters that mean nothing, and where too few tiles are left to draw from.
    """
    if plan.drawing:
        return _drawn_by_hand(rules, plan)
    rows, columns = len(plan.tiles), max(map(len, plan.tiles), default=0)
    if not rows or not columns or max(rows, columns) > MOST_TILES:
        raise InputError(f"expected rows of tiles, at most {MOST_TILES} x {MOST_TILES}")
    wanted = [
        (row, column, *_tile_and_turns(rules, text, row, column))
        for row, line in enumerate(plan.tiles)
        for column, text in enumerate(line)
        if text != NO_TILE
    ]
    if not wanted:
        raise InputError("a map needs a tile")
    given = {tile for _, _, tile, _ in wanted if tile is not None}
    pool = [tile for tile in tile_pool(rules, players) if tile not in given]
    free = sum(tile is None for _, _, tile, _ in wanted)
    if free > len(pool):
        raise InputError(f"{free} tiles are to be drawn, and {len(pool)} are left")
    stream = Stream(seed, "core", "rest of the map")
    for _ in range(REDRAWS if free else 1):
        drawn = iter(stream.shuffled(pool))
        tiles = tuple(
            (row, column, tile if tile is not None else next(drawn), stream.below(4) if turns is None else turns)
            for row, column, tile, turns in wanted
        )
        # Of a map that somebody wrote as a whole the options ask nothing.
        if not free or hooks.check_map(rules, [tile for _, _, tile, _ in tiles]) is None:
            return MapSpec(rows, columns, rules.settings.map_margin, tiles)
    raise InputError(NO_MAP)


def _tile_and_turns(rules: Rules, text: str, row: int, column: int) -> tuple[TileId | None, int | None]:
    """A tile and its quarter turns; None for what is left to chance."""
    if text == DRAWN:
        return None, None
    name, turns = text[:-1], text[-1]
    if name not in rules.tiles or turns not in f"0123{DRAWN}":
        raise InputError(
            f'tiles[{row}][{column}]: expected a tile and its quarter turns such as "A0", or "{DRAWN}" for one that is '
            f"drawn, found {text!r}{did_you_mean(name, rules.tiles)}; there are {', '.join(rules.tiles)}"
        )
    return TileId(name), None if turns == DRAWN else int(turns)


def _drawn_by_hand(rules: Rules, plan: MapPlan) -> MapSpec:
    height, width = len(plan.drawing), max(map(len, plan.drawing))
    if height % SIZE or width % SIZE or any(len(line) != width for line in plan.drawing):
        raise InputError(f"map: expected lines of equal length, height and width multiples of {SIZE}")
    if max(height, width) > MOST_TILES * SIZE:
        raise InputError(f"map: expected at most {MOST_TILES} x {MOST_TILES} tiles of {SIZE} squares")
    known = {".", "#", "+", "~", " ", *rules.setup.printed, *rules.source_goods}
    wrong = sorted({char for line in plan.drawing for char in line} - known)
    if wrong:
        raise InputError(f"map: unknown character {wrong[0]!r}; known: {' '.join(sorted(known - {' '}))}")
    return MapSpec(height // SIZE, width // SIZE, rules.settings.map_margin, (), plan.drawing)


def tile_pool(rules: Rules, players: int) -> list[TileId]:
    """Map tiles that are in the game at all, whether drawn or not."""
    asked = dict.fromkeys(hooks.list_map_tiles(rules, players))
    for name in asked:
        if name not in rules.tiles:
            raise InputError(f"list_map_tiles: no tile {name}{did_you_mean(name, rules.tiles)}")
    return [name for name, tile in rules.tiles.items() if tile.pool or name in asked]


def unused_tiles(rules: Rules, spec: MapSpec, players: int) -> tuple[TileId, ...]:
    """Map tiles of the pool that are not on the map."""
    used = {tile for _, _, tile, _ in spec.tiles}
    return tuple(name for name in tile_pool(rules, players) if name not in used)


def place_printed_houses(game: Game) -> None:
    """The houses printed on the map's tiles with their gardens, and those that no tile shows."""
    board = game.board
    houses = [
        house
        for row, column, tile, turns in game.state.map.tiles
        for house in board.printed_houses(tile, (row, column), turns)
    ]
    more = hooks.list_houses.by_module(game)
    kinds = game.rules.house_kinds
    for module, house in more:
        if house.kind not in kinds:
            raise game.rules.part_error(
                module, "list_houses", f"house {house.id}: no house kind {house.kind}{did_you_mean(house.kind, kinds)}"
            )
    board.put_houses([*houses, *(house for _, house in more)])

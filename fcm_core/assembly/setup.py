"""A new game: the map, the supply, the bank and the seats, up to the first decision.

Rulebook, Setup; R-11, R-13, R-15, R-16.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import FcmError, InputError
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, Seat, TileId
from fcm_core.game import hooks
from fcm_core.game.game import Game
from fcm_core.game.state import MapSpec, Player, State

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules

REDRAWS = 30_000  # a map without a drink is drawn again at most so often


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
    found: dict[CardId, int] = {}
    for name, card in rules.cards.items():
        if card.always_at_work or (card.players and not card.players[0] <= players <= card.players[1]):
            continue
        found[name] = min(card.count, copies) if card.unique is True else card.count
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
    raise InputError("no map could be drawn that satisfies the options of this ruleset")


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

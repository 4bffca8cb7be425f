"""Setups of five and six players with the modules that bring chains and map tiles (R-16, R-48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.vocabulary import CardId
from fcm_core.game.game import Game
from fcm_core.rules.plan import resolve

NEW_TILES = {"U", "V", "W", "X", "Y", "Z"}
Options = Mapping[str, Mapping[str, Any]]  # module -> option -> value


def start(players: int, modules: Sequence[str], options: Options | None = None, seed: int = 1) -> Game:
    return new_game(
        compile_rules(resolve("base", with_=modules, options=options or {}, players=players)), players, seed
    )


def tiles_on(game: Game) -> list[str]:
    return [tile for _, _, tile, _ in game.state.map.tiles]


def pool_of(game: Game) -> set[str]:
    """The tiles drawn and those left over."""
    return {*tiles_on(game), *game.state.map_pool}


def test_six_players() -> None:
    """SIX-02, deluxe: everybody's reserve card comes first."""
    game = start(6, ["six_players"], {"base": {"edition": "deluxe"}})
    state = game.state
    assert (state.map.tile_rows, state.map.tile_cols) == (4, 6)
    assert len(tiles_on(game)) == len(set(tiles_on(game))) == 24
    assert {(row, column) for row, column, _, _ in state.map.tiles} == {(r, c) for r in range(4) for c in range(6)}
    assert len(game.state.map_pool) == 1
    assert pool_of(game) & NEW_TILES == NEW_TILES - {"Z"}
    assert state.bank == 300
    assert all(player.cash == 0 for player in state.players)
    unique = [name for name, card in game.rules.cards.items() if card.unique is True]
    assert {"cfo", "guru", "brand_director"} <= set(unique)
    assert all(state.supply[name] == 3 for name in unique)
    assert state.supply[CardId("waitress")] == 12
    assert state.tiles_left == tuple(range(1, 17))
    assert [player.chain for player in state.players][-1] == "siap_faji"
    assert len({player.chain for player in state.players}) == 6
    assert [(each.kind, each.seat) for each in game.pending] == [("choose_reserve", seat) for seat in range(6)]
    for seat in state.seats:
        game.apply(seat, game.default_action(seat))
    assert game.pending[0].kind == "first_restaurant"
    assert game.pending[0].seat == state.turn_order[-1]


@pytest.mark.parametrize("seed", range(5))
def test_five_players_with_the_module_for_six(seed: int) -> None:
    """SIX-03."""
    game = start(5, ["six_players"], seed=seed)
    assert (game.state.map.tile_rows, game.state.map.tile_cols) == (5, 4)
    assert len(set(tiles_on(game))) == 20
    assert game.state.bank == 250
    assert "siap_faji" not in [player.chain for player in game.state.players]


@pytest.mark.parametrize(("players", "size", "copies"), [(2, (3, 3), 1), (3, (3, 4), 1), (4, (4, 4), 2)])
def test_fewer_players_with_the_module_for_six(players: int, size: tuple[int, int], copies: int) -> None:
    """SIX-03: only six players change the setup."""
    state = start(players, ["six_players"]).state
    assert (state.map.tile_rows, state.map.tile_cols) == size
    assert state.supply[CardId("cfo")] == copies
    assert state.bank == 50 * players


def test_six_players_need_the_new_districts() -> None:
    """SET-11, R-16: the module brings them, and without them it is refused."""
    assert "new_districts" in [module.id for module in resolve("base", with_=["six_players"]).modules]
    with pytest.raises(InputError, match="new_districts"):
        resolve("base", with_=["six_players"], without=["new_districts"])


def test_six_players_on_too_few_tiles_are_told_so() -> None:
    """A pool that is too small for the map is refused with the numbers."""
    with pytest.raises(InputError, match="4 x 6 tiles needs more tiles than the 21"):
        start(6, ["six_players"], {"new_districts": {"tiles": ["U"]}})


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("tiles", [[], ["U", "X"]])
def test_from_five_players_on_lobbyists_bring_all_six_new_tiles(players: int, tiles: list[str]) -> None:
    """Ketchup rulebook, Lobbyists, Map setup changes; R-48: whatever the options leave out."""
    options: Options = {"new_districts": {"tiles": tiles}, "lobbyists": {"park_tile": False}}
    game = start(players, ["six_players", "lobbyists"], options)
    assert pool_of(game) >= NEW_TILES
    assert len(pool_of(game)) == 26


def test_from_five_players_on_lobbyists_bring_them_without_the_module_too() -> None:
    """First Mover plays without New Districts: its apartments have their rules all the same (R-49)."""
    game = new_game(compile_rules(resolve("first-mover")), 5, 1)
    assert pool_of(game) >= NEW_TILES
    apartments = set()
    for seed in range(8):
        houses = new_game(compile_rules(resolve("first-mover")), 5, seed).state.houses.values()
        apartments |= {house.id for house in houses if house.kind == "apartment"}
    assert apartments == {"pi", "9 3/4"}
    kind = game.rules.house_kinds["apartment"]
    assert (kind.limit, kind.counters, kind.can_have_garden) == (None, 2, False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_up_to_four_players_with_lobbyists_choose_the_new_tiles(players: int) -> None:
    """R-48: alone they bring the park tile, and may leave that out too."""
    assert pool_of(start(players, ["lobbyists"])) & NEW_TILES == {"Z"}
    assert not pool_of(start(players, ["lobbyists"], {"lobbyists": {"park_tile": False}})) & NEW_TILES
    chosen = {"new_districts": {"tiles": ["V"]}}
    assert pool_of(start(players, ["lobbyists", "new_districts"], chosen)) & NEW_TILES == {"V", "Z"}
    neither: Options = {**chosen, "lobbyists": {"park_tile": False}}
    assert pool_of(start(players, ["lobbyists", "new_districts"], neither)) & NEW_TILES == {"V"}


def test_new_districts_leave_the_park_tile_in_the_box() -> None:
    """R-48, R-57: tile Z is used with lobbyists only, or where the option names it."""
    assert pool_of(start(4, ["new_districts"])) & NEW_TILES == NEW_TILES - {"Z"}
    assert "Z" in pool_of(start(4, ["new_districts"], {"new_districts": {"tiles": ["Z"]}}))


@pytest.mark.parametrize("seed", range(4))
def test_a_map_with_as_many_apartments_as_asked_for(seed: int) -> None:
    """Ketchup rulebook, Korean City: at least one apartment; R-48."""
    game = start(2, ["new_districts"], {"new_districts": {"apartments": 2}}, seed)
    assert {"X", "Y"} <= set(tiles_on(game))
    assert sum(house.kind == "apartment" for house in game.state.houses.values()) == 2


def test_a_map_with_all_tiles_asked_for() -> None:
    """R-48: the option `all`."""
    for seed in range(3):
        game = start(4, ["new_districts"], {"new_districts": {"tiles": ["U", "W", "Y"], "all": True}}, seed)
        assert set(tiles_on(game)) & NEW_TILES == {"U", "W", "Y"}

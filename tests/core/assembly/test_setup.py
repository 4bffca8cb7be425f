"""Setting up a game: maps, start order, and what is refused."""

from __future__ import annotations

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import bare_game, new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.vocabulary import CardId
from fcm_core.rules.plan import resolve

BASE = compile_rules(resolve("base"))


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
@pytest.mark.parametrize("seed", range(10))
def test_the_introductory_map_has_every_drink(seed: int, edition: str) -> None:
    """SET-09. R-15 demands it of the deluxe edition; the ruleset asks for it in both."""
    rules = compile_rules(resolve("introductory", options={"base": {"edition": edition}}))
    game = new_game(rules, 2, seed)
    assert {rules.source_goods[letter] for letter in game.ground.sources.values()} == {"beer", "lemonade", "soda"}


def test_elsewhere_nothing_is_drawn_again() -> None:
    drinks = [len(set(new_game(BASE, 2, seed).ground.sources.values())) for seed in range(40)]
    assert min(drinks) < 3


def test_the_start_order_is_a_random_permutation_that_a_seed_repeats() -> None:
    """SET-10."""
    orders = [bare_game(BASE, 4, seed).state.turn_order for seed in range(30)]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(set(orders)) > 8
    assert orders == [bare_game(BASE, 4, seed).state.turn_order for seed in range(30)]


def test_tiles_are_drawn_once_and_turned_at_random() -> None:
    """R-11."""
    spec = bare_game(BASE, 5, 7).state.map
    assert (spec.tile_rows, spec.tile_cols) == (5, 4)
    names = [tile for _, _, tile, _ in spec.tiles]
    assert len(set(names)) == 20
    assert {turns for _, _, _, turns in spec.tiles} == {0, 1, 2, 3}


def test_a_module_draws_nothing_from_the_base_map() -> None:
    """Randomness is one stream per seed, module and purpose: switching a module on leaves the map as it was."""
    other = compile_rules(resolve("base", with_=["kimchi", "coffee"]))
    for seed in range(5):
        assert bare_game(BASE, 3, seed).state.map == bare_game(other, 3, seed).state.map


@pytest.mark.parametrize("players", [1, 6, 9])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    """Two to five; six only with the module that brings the sixth chain and its map (R-16)."""
    with pytest.raises(InputError, match="2 to 5 players"):
        new_game(BASE, [f"p{seat}" for seat in range(players)], 1)


def test_an_unknown_module_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="did you mean kimchi"):
        resolve("base", with_=["kimchie"])


@pytest.mark.parametrize(
    ("players", "unique", "tiles", "bank"),
    [(2, 1, (12, 15, 16), 100), (3, 1, (15, 16), 150), (4, 2, (16,), 200), (5, 3, (), 250)],
)
def test_components_by_number_of_players(players: int, unique: int, tiles: tuple[int, ...], bank: int) -> None:
    """R-13, R-14: only "1x" cards are reduced; some billboards stay in the box."""
    state = bare_game(BASE, players, 1).state
    assert state.supply[CardId("guru")] == state.supply[CardId("cfo")] == unique
    assert state.supply[CardId("waitress")] == 12
    assert set(range(1, 17)) - set(state.tiles_left) == set(tiles)
    assert (state.bank, len(state.open_milestones), state.ceo_slots) == (bank, 18, 3)

"""The guide's third example is what its files hold, and every recipe of the guide works as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.game.game import Game
from fcm_core.modding import (
    CardId,
    GoodId,
    HouseId,
    Pass,
    at_work,
    fire_card,
    gain_card,
    hooks,
    unit_price,
    wanted,
)
from fcm_core.rules.plan import resolve
from tests.core.loose_modules import write_module
from tests.kit.reference_examples import GUIDE, recipes, with_imports
from tests.positions import P1, P2

RECIPES = recipes()
TOWN_PAPER = Path(__file__).parent / "plugins" / "town_paper"


def test_the_third_example_is_shown_as_it_is() -> None:
    section = GUIDE.read_text(encoding="utf-8").split("\n## A bigger one")[1].split("\n## ")[0]
    shown = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    code = [(TOWN_PAPER / name).read_text(encoding="utf-8") for name in ("plugin.py", "paper.py")]
    assert len(shown) >= 9
    assert [block for block in shown if not any(block in file for file in code)] == []


def game_with(recipe: str, folder: Path) -> Game:
    write_module(folder, "example", 'requires = ["base"]', plugin=with_imports(RECIPES[recipe]))
    plan = resolve("base", with_=["example"], modules_dirs=[folder])
    return new_game(compile_rules(plan), 2, seed=1)


def test_a_house_without_squares(tmp_path: Path) -> None:
    game = game_with("A house without squares", tmp_path)
    camp = HouseId("camp")
    assert not game.state.houses[camp].mask and list(game.state.houses)[-1] == camp
    hooks.on_round_began(game, 1)
    assert wanted(game, camp) == {GoodId("beer"): 1}
    action = next(each for each in game.legal_actions(game.pending[0].seat) if not isinstance(each, Pass))
    seat = game.pending[0].seat
    game.apply(seat, action)
    way = game.board.distance(camp, seat)
    assert way is not None and way >= 0


def test_a_card_taken_away_for_ever(tmp_path: Path) -> None:
    game = game_with("A card taken away for ever", tmp_path)
    trainer = CardId("trainer")
    before = game.state.supply[trainer]
    gain_card(game, P1, trainer)
    fire_card(game, P1, trainer)
    assert game.state.supply[trainer] == before - 1
    assert not game.player(P1).beach


def test_a_map_changed_in_play(tmp_path: Path) -> None:
    game = game_with("A map changed in play", tmp_path)
    first = game.state.map_pool[0]
    hooks.on_round_began(game, 2)
    assert not game.ground.has_tile((0, -1))
    hooks.on_round_began(game, 3)
    assert game.ground.has_tile((0, -1)) and first not in game.state.map_pool
    assert (0, -1, first, 1) in game.state.map.tiles


def test_one_card_acting_as_another(tmp_path: Path) -> None:
    game = game_with("One card acting as another", tmp_path)
    trainer, manager = CardId("trainer"), CardId("pricing_manager")
    game.player(P1).work[trainer] = 2
    game.state.round = 3
    hooks.on_structures_revealed(game, ((), ()))
    assert unit_price(game, P1) == 10
    game.state.round = 4
    hooks.on_structures_revealed(game, ((), ()))
    assert (at_work(game, P1, trainer), at_work(game, P1, manager)) == (1, 1)
    assert (unit_price(game, P1), unit_price(game, P2)) == (9, 10)


def test_an_offer_declined(tmp_path: Path) -> None:
    game = game_with("An offer declined", tmp_path)
    for player in game.state.players:
        player.cash = 10
    first, second = game.state.turn_order
    hooks.on_round_began(game, 1)
    game.advance()
    game.apply(first, Pass())
    (tax,) = [each for each in game.legal_actions(second) if not isinstance(each, Pass)]
    game.apply(second, tax)
    assert (game.player(first).cash, game.player(second).cash) == (5, 8)


@pytest.mark.parametrize("title", RECIPES)
def test_every_recipe_has_a_test(title: str) -> None:
    assert f"test_{title.lower().replace(' ', '_')}" in globals()

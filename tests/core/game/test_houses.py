"""Houses of any size, printed on tiles or drawn in scenario files, under letters of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import bare_game
from fcm_core.basics.errors import Problems
from fcm_core.basics.vocabulary import HouseId, TileId
from fcm_core.game.game import Game
from fcm_core.game.state import MapSpec
from fcm_core.map.grid import bits
from fcm_core.rules.plan import resolve
from fcm_core.scenario.playing import check_file
from tests.core.loose_modules import write_module

TILES = """
    [Arena]
    rows = [".TTTT", ".TTTT", "#TTTT", "#TTTT", "#####"]
    houses = [{ label = "arena", order = "30", kind = "stadium", at = [0, 1] }]

    [Halls]
    rows = ["MMM..", "MMM..", "MMM..", "MMM..", "#####"]
    houses = [
        { label = "one", order = "31", kind = "hall", at = [0, 0] },
        { label = "two", order = "32", kind = "hall", at = [2, 0] },
    ]
"""
SETUP = """
    [printed]
    T = "stadium"
    M = "hall"
"""
PLUGIN = """
    from fcm_core.modding import HouseKind, hooks

    @hooks.contribute_house_kinds.impl
    def contribute_house_kinds(rules):
        return (HouseKind("stadium", size=(4, 4), limit=9), HouseKind("hall", size=(2, 3), can_have_garden=False))
"""


def town(folder: Path, *tiles: tuple[str, int]) -> Game:
    """A map of these tiles in one row, each turned so often."""
    write_module(folder, "odd", tiles=TILES, setup=SETUP, plugin=PLUGIN)
    rules = compile_rules(resolve("base", with_=["odd"], modules_dirs=[folder]))
    spec = MapSpec(
        1, len(tiles), 0, tuple((0, column, TileId(name), turns) for column, (name, turns) in enumerate(tiles))
    )
    return bare_game(rules, 2, 1, map_spec=spec)


def squares(game: Game, house: str) -> list[tuple[int, int]]:
    return [game.ground.grid.squares[index] for index in bits(game.state.houses[HouseId(house)].mask)]


def rectangle(rows: range, columns: range) -> list[tuple[int, int]]:
    return [(row, column) for row in rows for column in columns]


def test_a_house_is_as_large_as_its_kind_and_turns_with_its_tile(tmp_path: Path) -> None:
    game = town(tmp_path, ("Arena", 0), ("Arena", 1), ("Halls", 0), ("Halls", 1))
    assert squares(game, "arena") == rectangle(
        range(1, 5), range(6, 10)
    )  # of two tiles with one house the later counts
    assert squares(town(tmp_path, ("Arena", 0)), "arena") == rectangle(range(4), range(1, 5))
    upright, turned = town(tmp_path, ("Halls", 0)), town(tmp_path, ("Halls", 1))
    assert squares(upright, "one") == rectangle(range(2), range(3))
    assert squares(upright, "two") == rectangle(range(2, 4), range(3))
    assert squares(turned, "one") == rectangle(range(3), range(3, 5))
    assert squares(turned, "two") == rectangle(range(3), range(1, 3))
    for each in (game, upright, turned):
        drawn = each.ground.structures["stadium"] | each.ground.structures["hall"]
        assert all(not house.mask & ~drawn for house in each.state.houses.values())


def test_a_scenario_draws_them_with_their_letters(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", tiles=TILES, setup=SETUP, plugin=PLUGIN)
    file = tmp_path / "stadium.scenario.toml"
    text = """
modules = ["odd"]
board.map = '''
TTTT.
TTTT.
TTTT.
TTTT.
#####
'''
players.anna = {}
players.ben = {}
[[house]]
number = "arena"
at = [0, 0]
demand = ["beer", "beer", "beer", "beer"]
"""
    file.write_text(text)
    check_file(file, [tmp_path])
    file.write_text(text.replace("TTTT.", "QQQQ."))
    with pytest.raises(Problems, match=r"unknown character 'Q'; known: # \+ . A B G H L M P S T ~"):
        check_file(file, [tmp_path])


def tile(row: str) -> str:
    """A tile with this row and a house at its second square."""
    return f'[Odd]\nrows = ["{row}", ".....", ".....", ".....", "....."]\nhouses = [{{ number = 40, at = [0, 1] }}]'


@pytest.mark.parametrize(
    ("odd", "other", "tiles", "message"),
    [
        ('T = "stadium"', 'T = "tower"', tile(".T..."), "printed.T: another value than in"),
        ('tt = "stadium"', "", tile(".H..."), "printed.tt: expected one capital letter"),
        ('B = "stadium"', "", tile(".H..."), r"beer.letter: expected one letter other than .#\+HGAPB"),
        ('T = "stadium"', "", tile("HT..."), None),
        ('T = "stadium"', "", tile("H...."), r"Odd.houses\[0\].at: no building is drawn at \[0, 1\]"),
        ('T = "stadium"', "", tile("VH..."), "'V' is nothing that is drawn on tiles; expected one of"),
    ],
)
def test_letters_are_checked(tmp_path: Path, odd: str, other: str, tiles: str, message: str | None) -> None:
    write_module(tmp_path, "odd", setup=f"[printed]\n{odd}", tiles=tiles)
    write_module(tmp_path, "other", setup=f"[printed]\n{other}")
    plan = resolve("base", with_=["odd", "other"], modules_dirs=[tmp_path])
    if message is None:
        assert compile_rules(plan).setup.printed["T"] == "stadium"
        return
    with pytest.raises(Problems, match=message):
        compile_rules(plan)

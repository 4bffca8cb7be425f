"""What the drawn board shows, sign by sign, and what its legend says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from fcm_cli.board import draw, legend
from fcm_core.basics.vocabulary import CampaignNumber, GoodId, HouseId, TileId
from fcm_core.game.game import Game
from fcm_core.scenario import Scenario
from tests.positions import P2

PLAYERS = """
[players.anna]
[[players.anna.restaurant]]
at = [3, 3]
entrance = "NW"
[players.ben]
[[players.ben.restaurant]]
at = [3, 5]
entrance = "NE"
open = false
"""
CITY = 'tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]'


def position(folder: Path, more: str = "", board: str = CITY, modules: str = "", players: str = PLAYERS) -> Game:
    file = folder / "position.scenario.toml"
    file.write_text(f'ruleset = "base"\nmodules = [{modules}]\nround = 3\n[board]\n{board}\n{players}\n{more}\n')
    return Scenario(file).game


def cells(game: Game, glyphs: str = "ascii") -> dict[tuple[int, int], str]:
    """(row, column) -> the two characters drawn there, read back from the drawing with its row and column numbers."""
    lines = draw(game, glyphs).splitlines()
    width = max(map(len, lines))
    tens, ones = (line.ljust(width) for line in lines[:2])
    found = {}
    for line in lines[2:]:
        if not line[:4].strip():
            continue  # a seam between tiles
        text = line.ljust(width)
        at = 4
        while at < width:
            if text[at] in "|┊":
                at += 1
                continue
            column = int((tens[at : at + 2] + ones[at : at + 2]).replace(" ", ""))
            found[int(line[:4]), column] = text[at : at + 2]
            at += 2
    return found


def told(game: Game) -> list[str]:
    return legend(game).splitlines()


def piece(kind: str, **keys: object) -> str:
    lines = [f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for key, value in keys.items()]
    return "\n".join(["[[piece]]", f'kind = "{kind}"', *lines]) + "\n"


# --- the base game -----------------------------------------------------------------------------------------------------------


def test_houses_restaurants_drinks_and_roads(tmp_path: Path) -> None:
    game = position(tmp_path)
    drawn = cells(game)
    assert [drawn[square] for square in ((3, 0), (3, 1), (4, 0), (4, 1))] == ["H2", "HH", "HH", "HH"]
    assert [drawn[square] for square in ((5, 0), (5, 1))] == ["H1", "0H"]
    assert [drawn[square] for square in ((3, 3), (3, 4), (4, 3), (4, 4))] == ["A@", "AA", "AA", "AA"]
    assert [drawn[square] for square in ((3, 5), (3, 6), (4, 5), (4, 6))] == ["bb", "B~", "bb", "bb"]
    assert (drawn[3, 8], drawn[5, 6], drawn[11, 6]) == ("l*", "e*", "s*")
    assert (drawn[2, 2], drawn[0, 0]) == ("##", ". ")
    assert cells(game, "unicode")[2, 2] == "██"
    assert "chains: A anna, B ben (@ entrance, small letters: coming soon)" in told(game)
    assert "drinks: e* beer, l* lemonade, s* soda; H house with its number," in legend(game)


def test_the_demand_on_a_house(tmp_path: Path) -> None:
    """Its letters fill the lower half, then the upper one; no two goods have the same letter."""
    game = position(tmp_path, '[[house]]\nnumber = 1\nat = [13, 13]\ngarden = "W"\n')
    one, two, burger, beer = HouseId("1"), HouseId("2"), GoodId("burger"), GoodId("beer")
    game.state.demand[two] = ((burger, P2), (beer, P2), (beer, P2))
    game.state.demand[one] = ((burger, P2),) * 5
    drawn = cells(game)
    assert [drawn[square] for square in ((3, 0), (3, 1), (4, 0), (4, 1))] == ["H2", "HH", "be", "eH"]
    assert [drawn[square] for square in ((13, 13), (13, 14), (14, 13), (14, 14))] == ["H1", "bb", "bb", "bH"]
    game.state.demand[one] = ((burger, P2),) * 9
    assert cells(game)[14, 14] == "b+"
    assert "demand, in the houses: b burger, e beer" in told(game)


def test_a_campaign_beside_a_house_is_not_read_as_its_number(tmp_path: Path) -> None:
    more = '[[campaign]]\nnumber = 10\nowner = "ben"\ngood = "beer"\nleft = 2\nat = [1, 1]\n'
    game = position(tmp_path, more, 'tiles = [["K0"]]', players="[players.anna]\n[players.ben]")
    assert "  1 ##10H18H##" in draw(game, "ascii").splitlines()


def test_the_legend_names_only_what_is_there(tmp_path: Path) -> None:
    game = position(tmp_path, modules='"coffee", "lobbyists", "new_districts"')
    for sign in ("coffee", "park", "to pass", "construction", "apartment", "beside"):
        assert sign not in legend(game)


def test_a_bridge(tmp_path: Path) -> None:
    assert (
        cells(position(tmp_path, board='tiles = [["G0", "P0"]]', players="[players.anna]\n[players.ben]"))[2, 2] == "++"
    )


def test_a_garden(tmp_path: Path) -> None:
    drawn = cells(position(tmp_path, '[[house]]\nnumber = 1\nat = [13, 13]\ngarden = "W"\n'))
    assert [drawn[square] for square in ((13, 13), (13, 14), (14, 13), (13, 12), (14, 12))] == [
        "H1",
        "HH",
        "HH",
        '""',
        '""',
    ]


def test_campaigns_on_the_map_and_beside_it(tmp_path: Path) -> None:
    more = """
[[campaign]]
number = 13
owner = "ben"
good = "beer"
left = 2
at = [8, 8]
turned = true
[[campaign]]
number = 4
owner = "anna"
good = "burger"
left = 3
side = "N"
line = 5
[[campaign]]
number = 6
owner = "anna"
good = "burger"
left = 1
side = "W"
line = 10
"""
    game = position(tmp_path, more)
    drawn = cells(game)
    assert drawn[8, 8] == "13"
    # Two squares deep, outside the map.
    assert {square for square, text in drawn.items() if text == "m4"} == {
        (row, column) for row in (-2, -1) for column in range(5, 5 + game.rules.campaign_tiles[CampaignNumber(4)].lines)
    }
    assert {square for square, text in drawn.items() if text == "m6"} == {
        (row, column)
        for row in range(10, 10 + game.rules.campaign_tiles[CampaignNumber(6)].lines)
        for column in (-2, -1)
    }
    assert "campaign 13: B billboard for beer, 2 left" in told(game)
    assert "campaign 4: A airplane for burger, 3 left, beside the board on N, line 5" in told(game)
    assert "campaign 6: A airplane for burger, 1 left, beside the board on W, line 10" in told(game)


def test_the_map_stands_alone_without_anything_beside_it(tmp_path: Path) -> None:
    rows = {row for row, _ in cells(position(tmp_path))}
    assert rows == set(range(15))


# --- coffee ------------------------------------------------------------------------------------------------------------------


def test_coffee_shops_with_their_owners(tmp_path: Path) -> None:
    more = piece("coffee_shop", owner="anna", at=[8, 11]) + piece("coffee_shop", owner="ben", at=[11, 13])
    game = position(tmp_path, more, modules='"coffee"')
    drawn = cells(game)
    assert (drawn[8, 11], drawn[11, 13]) == ("cA", "cB")
    assert "c coffee shop, with the letter of its chain" in told(game)


# --- lobbyists ------------------------------------------------------------------------------------------------------------------


def test_a_road_under_construction_and_one_that_is_finished(tmp_path: Path) -> None:
    more = piece("road", at=[8, 3], shape="short") + piece("road", at=[3, 10], shape="short", finished=True)
    game = position(tmp_path, more, modules='"lobbyists"')
    drawn = cells(game)
    assert [drawn[square] for square in ((8, 3), (8, 4))] == ["= ", "= "]
    assert [drawn[square] for square in ((3, 10), (3, 11))] == ["##", "##"]
    assert "= road under construction" in told(game)


def test_a_road_that_a_chain_builds_has_its_letter(tmp_path: Path) -> None:
    game = position(tmp_path, piece("road", at=[8, 3], shape="short"), modules='"lobbyists"')
    game.state.pieces = tuple(evolve(each, owner=P2) for each in game.state.pieces)
    assert cells(game)[8, 3] == "=B"
    assert "= road under construction, with the letter of its chain" in told(game)


def test_roadwork_markers(tmp_path: Path) -> None:
    game = position(tmp_path, piece("roadwork", at=[7, 3]), modules='"lobbyists"')
    assert (cells(game)[7, 3], cells(game)[7, 4]) == ("#!", "##")
    assert cells(game, "unicode")[7, 3] == "█!"
    assert "! 1 tile border more to pass" in told(game)


def test_parks_printed_and_placed(tmp_path: Path) -> None:
    board = 'tiles = [["Z0", "N0"]]'
    game = position(
        tmp_path,
        piece("park", at=[3, 5], shape="line"),
        board,
        modules='"lobbyists"',
        players="[players.anna]\n[players.ben]",
    )
    drawn = cells(game)
    assert [drawn[square] for square in ((0, 0), (0, 1), (1, 0), (4, 4))] == ["%%"] * 4
    assert {square for square, text in drawn.items() if text == "P "} == {(3, column) for column in range(5, 9)}
    assert "%% printed park" in told(game)
    assert "P park" in told(game)


@pytest.mark.parametrize("side", ["N", "W", "S", "E"])
def test_a_map_that_has_grown(tmp_path: Path, side: str) -> None:
    game = position(tmp_path, modules='"lobbyists"')
    place = {"N": (-1, 1), "W": (1, -1), "S": (3, 1), "E": (1, 3)}[side]
    game.board.add_tile(TileId("H"), place, 0)
    drawn = cells(game)
    first = (place[0] * 5, place[1] * 5)
    on_tile = {
        (row, column): drawn[row, column]
        for row in range(first[0], first[0] + 5)
        for column in range(first[1], first[1] + 5)
    }
    assert on_tile[first[0] + 2, first[1] + 2] == "##"
    assert on_tile[first] == ". "
    rows = {row for row, _ in drawn}
    assert rows == set(range(min(0, first[0]), max(15, first[0] + 5)))
    # Beside the tile that was added there is no map.
    corner = {"N": (-1, 0), "W": (0, -1), "S": (15, 0), "E": (0, 15)}[side]
    assert drawn[corner].strip() == ""


# --- new districts --------------------------------------------------------------------------------------------------------------


def test_apartments_with_their_labels(tmp_path: Path) -> None:
    board = 'tiles = [["X0", "Y0"]]'
    game = position(tmp_path, board=board, modules='"new_districts"', players="[players.anna]\n[players.ben]")
    drawn = cells(game)
    assert [drawn[1, column] for column in (1, 2, 3)] == ["[p", "i]", "[]"]
    assert [drawn[1, column] for column in (6, 7, 8)] == ["[9", " 3", "/4"]
    assert [drawn[3, column] for column in (1, 2, 3)] == ["[]", "[]", "[]"]
    assert "[] apartment with its name" in told(game)


def test_house_25_with_its_printed_garden(tmp_path: Path) -> None:
    game = position(
        tmp_path, board='tiles = [["W0", "L0"]]', modules='"new_districts"', players="[players.anna]\n[players.ben]"
    )
    drawn = cells(game)
    assert [drawn[1, column] for column in (0, 1)] == ["H2", "5H"]
    assert [drawn[3, column] for column in (0, 1, 2)] == ['""', '""', ". "]


# --- rural marketeers -----------------------------------------------------------------------------------------------------------


def test_freeways_lie_beside_the_map(tmp_path: Path) -> None:
    more = piece("freeway", side="N", line=7) + piece("freeway", side="W", line=6, lengthwise=True)
    game = position(tmp_path, more, modules='"rural_marketeers"')
    drawn = cells(game)
    # One sticks out three squares from the map's edge, the other lies along it, one square deep.
    assert {square for square, text in drawn.items() if text == "f "} == {
        *((row, 7) for row in (-3, -2, -1)),
        *((row, -1) for row in (6, 7, 8)),
    }
    assert told(game)[-2:] == ["freeway: beside the board on N, line 7", "freeway: beside the board on W, lines 6 to 8"]
    assert "f freeway" in told(game)


def test_the_rural_area_and_its_campaigns_are_in_the_legend(tmp_path: Path) -> None:
    more = '[[campaign]]\nnumber = 22\nowner = "ben"\ngood = "beer"\nside = "E"\neternal = true\n'
    game = position(tmp_path, more, modules='"rural_marketeers"')
    assert "rural: a house beside the map" in told(game)
    assert "campaign 22: B rural for beer, eternal, side E" in told(game)


# --- everything ------------------------------------------------------------------------------------------------------------------


def test_every_line_of_the_legend_fits(tmp_path: Path) -> None:
    game = position(tmp_path, piece("coffee_shop", owner="anna", at=[8, 11]), modules='"coffee", "rural_marketeers"')
    for player in game.state.players:
        player.id = "a_chain_with_a_very_long_name_" + player.id
    assert max(map(len, told(game))) <= 80


def test_ascii_is_ascii(tmp_path: Path) -> None:
    more = (
        piece("roadwork", at=[7, 3])
        + piece("coffee_shop", owner="anna", at=[8, 11])
        + piece("freeway", side="N", line=7)
    )
    game = position(tmp_path, more, modules='"coffee", "lobbyists", "rural_marketeers"')
    assert draw(game, "ascii").isascii()
    assert legend(game).isascii()

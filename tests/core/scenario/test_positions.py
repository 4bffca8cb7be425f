"""What a position may say: the bankrupt, cards busy with two tiles, tiles twice, and where pieces may lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.scenario import Scenario, run_file
from tests.core.scenario.writing import failure, holds, run, write, wrong
from tests.positions import P1, P2

PLACE = '[[campaign]]\nnumber = {}\nowner = "p1"\ngood = "burger"\nleft = 2\nat = {}\nmarketeer = "campaign_manager"\n'


def test_a_bankrupt_player_is_out(tmp_path: Path) -> None:
    """R-39: restaurants stay closed on the map; the other one wins at the end of Dinnertime."""
    p2 = 'bankrupt = true\n[[players.p2.restaurant]]\nat = [5, 3]\nentrance = "NW"\n'
    text = """
    [expect]
    bankrupt = ["p2"]
    pending = ["p1"]
    ranking = ["p1", "p2"]
    [expect.players.p2]
    bankrupt = true
    restaurant = [{ at = [5, 3], open = false }]
    """
    holds(tmp_path, text, p1="cash = 3", p2=p2)
    holds(tmp_path, '[[step]]\nrun = "dinnertime"\n[expect]\nover = true\nwinner = "p1"\n', p2=p2)


@pytest.mark.parametrize(
    ("key", "value"), [("work", '["trainer"]'), ("beach", '["trainer"]'), ("stock", "{ beer = 1 }")]
)
def test_a_bankrupt_player_has_nothing_left(key: str, value: str, tmp_path: Path) -> None:
    told = wrong(tmp_path, "", p2=f"bankrupt = true\n{key} = {value}")
    assert "p2 is bankrupt" in told[f"players.p2.{key}"]


def test_a_bankrupt_player_has_no_open_restaurant_and_no_busy_card(tmp_path: Path) -> None:
    p1 = "bankrupt = true"
    assert (
        "closed for ever"
        in wrong(tmp_path, "", p2=f"{p1}\n[[players.p2.restaurant]]\nat = [5, 3]\nopen = true\n")[
            "players.p2.restaurant[0].open"
        ]
    )
    told = wrong(tmp_path, PLACE.format(9, [1, 3]).replace('"p1"', '"p2"'), p2=p1)
    assert "no card is busy" in told["campaign[0].marketeer"]


def test_one_card_may_be_busy_with_two_tiles(tmp_path: Path) -> None:
    two = PLACE.format(9, [1, 3]) + PLACE.format(10, [1, 1]) + "with = 9\n"
    file = write(tmp_path, two)
    (busy,) = Scenario(file).game.player(P1).busy
    assert busy.campaigns == (9, 10)
    holds(tmp_path, two + '[expect.players.p1]\nbusy = ["campaign_manager"]\n')


def test_a_second_tile_needs_the_card_of_the_first(tmp_path: Path) -> None:
    told = wrong(tmp_path, PLACE.format(9, [1, 3]) + PLACE.format(10, [1, 1]) + "with = 11\n")
    assert "no busy card at campaign 11" in told["campaign[1].with"]
    other = PLACE.format(10, [1, 1]).replace("campaign_manager", "brand_manager") + "with = 9\n"
    told = wrong(tmp_path, PLACE.format(9, [1, 3]) + other)
    assert "expected campaign_manager" in told["campaign[1].marketeer"]


def test_a_map_tile_twice_is_refused_where_it_brings_a_house(tmp_path: Path) -> None:
    text = write(tmp_path, "").read_text().replace('"S0"', '"A1"')
    (tmp_path / "twice.scenario.toml").write_text(text)
    with pytest.raises(
        Exception, match=r"board.tiles\[2\]\[0\]: tile A is at tiles\[0\]\[0\] already, and its house 2"
    ):
        run_file(tmp_path / "twice.scenario.toml")


def test_a_map_tile_twice_without_a_house_is_drawn_with_a_warning(tmp_path: Path) -> None:
    text = write(tmp_path, "").read_text().replace('"S0"', '"L1"')
    (tmp_path / "twice.scenario.toml").write_text(text)
    result = run_file(tmp_path / "twice.scenario.toml")
    assert result.passed
    (warning,) = result.warnings
    assert "board.tiles[2][0]: tile L is at tiles[0][1] already" in warning
    assert result.plain()["warnings"] == [warning]


def test_pieces_lie_where_they_could_lie_unless_loose(tmp_path: Path) -> None:
    away = '[[players.p2.restaurant]]\nat = [3, 5]\nentrance = "SE"\n'
    told = wrong(tmp_path, away)
    assert "not next to a road (loose = true" in told["players.p2.restaurant[0].entrance"]
    holds(tmp_path, away + "[game]\nloose = true\n")
    told = wrong(tmp_path, PLACE.format(9, [4, 8]))
    assert "must be next to a road (loose = true" in told["campaign[0].at"]
    holds(tmp_path, PLACE.format(9, [4, 8]) + "[game]\nloose = true\n")


def test_a_house_without_a_garden_is_printed_and_covers_nothing(tmp_path: Path) -> None:
    """On a drawing it is part of the map; a manager may add a garden."""
    drawn = 'ruleset = "base"\n[board]\nmap = """\n..#..\n..#..\n#####\n..#..\n..#..\n"""\n[[house]]\nnumber = 7\nat = [0, 0]\n'
    file = tmp_path / "drawn.scenario.toml"
    file.write_text(drawn + "[players.p1]\n[players.p2]\n")
    game = Scenario(file).game
    (house,) = game.state.houses.values()
    assert house.printed and not game.state.occupied
    assert house.mask & ~game.ground.structures["house"] == 0


def test_the_trace_tells_what_a_default_fired_and_threw_away(tmp_path: Path) -> None:
    text = """
    [[step]]
    run = "cleanup"
    [expect.players.p1]
    beach.has = ["coach"]
    stock = { beer = 1 }
    """
    beer, cards = run(tmp_path, text, p1='beach = ["coach", "guru"]\nstock = { beer = 1 }').failures
    assert cards.trace == "-1 Coach fired; -1 Guru fired; by default: fire Coach + Guru"
    assert "-1 thrown away" in beer.trace


def test_what_a_player_may_see(tmp_path: Path) -> None:
    view = "[expect.view.p1.players.{}]\nreserve = {}\n"
    reserves = {"p1": "reserve = 100", "p2": "reserve = 300"}
    text = view.format("p1", 100) + view.format("p2", '"hidden"')
    holds(tmp_path, text, p1=reserves["p1"], p2=reserves["p2"])
    found = failure(tmp_path, view.format("p2", 300), p1=reserves["p1"], p2=reserves["p2"])
    assert (found.where, found.expected, found.got) == ("expect.view.p1.players.p2.reserve", 300, "hidden")
    broken = "[game]\nbank_breaks = 1\n" + view.format("p2", 300)
    holds(tmp_path, broken, p1=reserves["p1"], p2=reserves["p2"])


def test_the_ranking_and_the_order_in_which_houses_eat(tmp_path: Path) -> None:
    holds(tmp_path, '[expect]\nranking = ["p2", "p1"]\neats_order = [2, 10]\n', p1="cash = 3", p2="cash = 4")
    found = failure(tmp_path, "[expect]\neats_order = [10, 2]\n")
    assert (found.expected, found.got) == (["10", "2"], ["2", "10"])
    found = failure(tmp_path, '[expect]\nranking = ["p1", "p2"]\n', p1="cash = 3", p2="cash = 4")
    assert found.got == ("p2", "p1")


def test_a_bankrupt_player_does_not_work(tmp_path: Path) -> None:
    game = Scenario(write(tmp_path, "", phase="dinnertime", p2="bankrupt = true")).game
    assert game.player(P2).out and not game.player(P2).on_duty

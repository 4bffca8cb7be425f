"""The reasons behind prices, salaries, distances and choices."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fcm_modules.coffee as coffee
import fcm_modules.ketchup as ketchup
import fcm_modules.kimchi as kimchi
from fcm_cli.main import app
from fcm_core.basics.errors import FcmError, InputError
from fcm_core.basics.vocabulary import HouseId
from fcm_core.game.events import RoundBegan, Sold
from fcm_core.records.explain import explain_distance, explain_house, explain_price, explain_salaries, seat_of
from fcm_core.records.saves import read_save, replay
from fcm_core.scenario.loading import load
from tests.positions import P1, P2

KIMCHI = Path(kimchi.__file__).parent / "scenarios" / "pri-garden-1.scenario.toml"
COFFEE = Path(coffee.__file__).parent / "scenarios" / "cof-19b.scenario.toml"
KETCHUP = Path(ketchup.__file__).parent / "scenarios" / "ket-07a.scenario.toml"


def test_a_price_is_the_sum_of_its_parts() -> None:
    found = explain_price(load(KIMCHI), P1)
    assert found["total"] == 8 == sum(amount for amount, _ in found["parts"])
    assert found["parts"][1] == [-1, "1 x Pricing Manager"]


def test_a_house_weighs_all_candidates() -> None:
    found = explain_house(load(KIMCHI), HouseId("1"))
    assert found["wants"] == {"burger": 2}
    assert (found["chain"], found["decided_by"]) == ("p2", "substitution")
    assert [offer["chain"] for offer in found["candidates"]] == ["p2", "p1"]
    assert found["candidates"][0]["keys"]["add_ons"] == -1
    assert found["candidates"][0]["multiplier"] == 2


def test_a_distance_names_what_shortens_it() -> None:
    found = explain_distance(load(KETCHUP), HouseId("2"), P1)
    assert found["total"] == 0
    assert found["parts"] == [[1, "tile borders"], [-1, "Someone sells your demand"]]


def test_salaries() -> None:
    game = load(Path(kimchi.__file__).parent / "scenarios" / "kim-01-salary.scenario.toml")
    assert explain_salaries(game, P1) == {"chain": "p1", "total": 5, "parts": [[5, "1 x Kimchi Master"]]}


def test_the_sum_of_salaries_never_falls_below_zero(tmp_path: Path) -> None:
    told = run(
        position(
            tmp_path, work='work = ["burger_cook", "trainer", "pizza_cook"]', milestones='["first_to_train_someone"]'
        )
    )
    parts = "5 (1 x Burger Cook) + 5 (1 x Pizza Cook) - 15 (First to train someone)"
    assert f"salaries of p1: 0 = {parts}, but never below 0\n" in told


def test_why_a_chain_makes_no_offer(tmp_path: Path) -> None:
    found = explain_house(load(position(tmp_path)), HouseId("2"))
    assert (found["chain"], found["decided_by"]) == ("p1", "price_and_distance")
    assert [offer["chain"] for offer in found["candidates"]] == ["p1", "p2"]
    assert [offer["keys"]["price_and_distance"] for offer in found["candidates"]] == [10, 12]
    assert found["others"] == [
        {"chain": "p3", "why": "lacks 2 burger"},
        {"chain": "p4", "why": "no open restaurant"},
        {"chain": "p5", "why": "no open restaurant"},
    ]


def test_a_house_that_is_served_by_nobody(tmp_path: Path) -> None:
    found = explain_house(load(position(tmp_path, burgers=0)), HouseId("2"))
    assert (found["chain"], found["decided_by"], found["candidates"], found["besides"]) == (None, "", [], [])
    assert [each["why"] for each in found["others"][:3]] == ["lacks 2 burger"] * 3
    assert "house 2 wants 2 burger: stays at home" in run(position(tmp_path, burgers=0))


def test_a_house_without_demand(tmp_path: Path) -> None:
    file = position(tmp_path)
    assert explain_house(load(file), HouseId("10"))["others"] == []
    assert "house 10 wants nothing: stays at home" in run(file, "--house", "10")


def test_a_house_without_a_road_to_a_chain(tmp_path: Path) -> None:
    file = tmp_path / "island.scenario.toml"
    file.write_text(
        """
ruleset = "base"
phase = "dinnertime"
[board]
map = '''
..#.......
..#.......
..#....#..
..#....#..
..#....#..
'''
[[house]]
number = 7
at = [0, 0]
demand = ["beer"]
[players.p1]
[players.p2]
stock = { beer = 1 }
[[players.p2.restaurant]]
at = [3, 8]
entrance = "NW"
"""
    )
    found = explain_house(load(file), HouseId("7"))
    assert found["others"] == [
        {"chain": "p1", "why": "no open restaurant"},
        {"chain": "p2", "why": "not connected by road"},
    ]
    assert explain_distance(load(file), HouseId("7"), P2)["total"] is None
    assert "distance of house 7 to p2: not connected" in run(file)


def test_unknown_names_are_refused() -> None:
    game = load(KIMCHI)
    with pytest.raises(InputError, match="no house 99 on the map; there are"):
        explain_house(game, HouseId("99"))
    with pytest.raises(InputError, match="no house 99"):
        explain_distance(game, HouseId("99"), P1)
    with pytest.raises(InputError, match="there are p1, p2"):
        seat_of(game, "p3")


# --- the command ------------------------------------------------------------------------------------------------------------


def position(folder: Path, burgers: int = 2, work: str = "", milestones: str = "[]") -> Path:
    """House 2 wants two burgers; p1 is nearer than p2, p3 has none, p4 is not open, p5 has no restaurant."""
    file = folder / "position.scenario.toml"
    file.write_text(
        f"""
ruleset = "base"
phase = "dinnertime"
round = 3
[board]
tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]
[[house]]
number = 2
demand = ["burger", "burger"]
[players.p1]
{work}
milestones = {milestones}
stock = {{ burger = {burgers} }}
[[players.p1.restaurant]]
at = [3, 3]
entrance = "NW"
[players.p2]
stock = {{ burger = {burgers} }}
[[players.p2.restaurant]]
at = [8, 8]
entrance = "NW"
[players.p3]
[[players.p3.restaurant]]
at = [13, 13]
entrance = "NW"
[players.p4]
stock = {{ burger = 2 }}
[[players.p4.restaurant]]
at = [0, 0]
entrance = "NE"
open = false
[players.p5]
"""
    )
    return file


def run(*words: str | Path) -> str:
    """What the command prints."""
    done = CliRunner().invoke(app, ["explain", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*words: str | Path) -> str:
    """The message of a call that is refused as wrong input, which ends with exit code 2."""
    done = CliRunner().invoke(app, ["explain", *map(str, words)])
    assert isinstance(done.exception, FcmError), done.output
    return " ".join(str(done.exception).split())


def test_the_command() -> None:
    found = run(KIMCHI, "--house", "1")
    assert "unit price of p1: 8 = 10 (base price) - 1 (1 x Pricing Manager) - 1 (First to lower prices)" in found
    assert "house 1 wants 2 burger: p2 (decided by substitution)" in found
    # The winner first, then the others, each with its keys.
    assert found.index("  p2: 2 sushi, 1 kimchi at 10 x 2; add_ons -1, substitution 0") < found.index(
        "  p1: 2 burger, 1 kimchi at 8 x 2; add_ons -1, substitution 1"
    )


def test_one_chain_only() -> None:
    found = run(KIMCHI, "--chain", "p2")
    assert "unit price of p2" in found
    assert "unit price of p1" not in found


def test_json_has_everything_the_text_has() -> None:
    found = json.loads(run(KIMCHI, "--json"))
    assert list(found) == ["prices", "salaries", "distances", "houses"]
    assert [each["total"] for each in found["prices"]] == [8, 10]
    (house,) = found["houses"]
    assert house == explain_house(load(KIMCHI), HouseId("1"))


def test_coffee_is_told_in_text_and_json() -> None:
    found = json.loads(run(COFFEE, "--json"))["houses"][0]["besides"][0]
    assert (found["title"], found["sold"], found["shared_squares"]) == ("coffee", {"p2": 1}, [[12, 12]])
    text = run(COFFEE)
    for line in found["lines"]:
        assert f"  coffee: {line}\n" in text


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game by bots, played to its end."""
    file = tmp_path_factory.mktemp("saves") / "game.jsonl"
    command = [
        sys.executable,
        "-m",
        "fcm_cli.main",
        "play",
        "base",
        "--seed",
        "3",
        "--players",
        "3",
        "--save",
        str(file),
    ]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    return file


def test_a_save_is_explained_as_it_was_before_each_dinner(saved: Path) -> None:
    played = replay(read_save(saved))
    name = played.game.name
    assert len([event for event in played.events if isinstance(event, Sold)]) > 5
    # Of each Dinnertime the first house that ate: nothing was sold before it.
    first: dict[int, Sold] = {}
    number = 0
    for event in played.events:
        if isinstance(event, RoundBegan):
            number = event.round
        if isinstance(event, Sold):
            first.setdefault(number, event)
    for round_, meal in first.items():
        found = explain_house(load(saved, until=f"{round_}.dinnertime"), meal.house)
        assert found["chain"] == name(meal.seat)
        assert [offer["chain"] for offer in found["candidates"]] == [name(offer.seat) for offer in meal.candidates]
        assert [tuple(offer["keys"].values()) for offer in found["candidates"]] == [
            offer.keys for offer in meal.candidates
        ]
        assert {tuple(offer["keys"]) for offer in found["candidates"]} == {meal.ranking}
        assert found["decided_by"] == meal.decided_by


def test_a_save_by_the_command(saved: Path) -> None:
    early = json.loads(run(saved, "--until", "1.dinnertime", "--json"))
    assert [each["total"] for each in early["salaries"]] == [0, 0, 0]
    late = run(saved)
    names = [each["chain"] for each in early["prices"]]
    assert [line for line in late.splitlines() if line.startswith(f"unit price of {names[0]}: 10 = 10 (base price)")]
    assert "salaries of " in late


def test_wrong_input_ends_with_exit_code_2() -> None:
    command = [sys.executable, "-m", "fcm_cli.main", "explain", str(KIMCHI), "--house", "99"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "fcm: no house 99 on the map; there are 1, 2, 10\n")


def test_bad_words_are_answered(saved: Path, tmp_path: Path) -> None:
    assert "no house 99 on the map; there are 1" in refused(KIMCHI, "--house", "99")
    assert "no player p9; there are p1, p2" in refused(KIMCHI, "--chain", "p9")
    assert "did you mean golden_duck_diner" in refused(saved, "--chain", "golden_duck_dinner")
    assert "did you mean dinnertime?" in refused(saved, "--until", "2.dinertime")
    assert "expected ROUND or ROUND.PHASE" in refused(saved, "--until", "soon")
    assert re.search(
        r"until '99': .*game\.jsonl ends in dinnertime of round \d+, before that", refused(saved, "--until", "99")
    )
    assert "is a scenario" in refused(KIMCHI, "--until", "2.dinnertime")
    assert "missing.jsonl" in refused(tmp_path / "missing.jsonl")
    assert "missing.toml: cannot be read" in refused(tmp_path / "missing.toml")
    (tmp_path / "note.txt").write_text("hello\n")
    assert "this is not a save" in refused(tmp_path / "note.txt")

"""Standings and comparisons: right on tables whose truth is known, and what the commands print."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from fcm_lab.compare import compare
from fcm_lab.plan import Arm
from fcm_lab.running import run_plan
from fcm_lab.tables import GameRow, SeatRow, Tables, TimingRow, new_tables
from fcm_lab.tournament import quantiles, standings, win_shares
from tests.cli.running import fails, fcm
from tests.core.loose_modules import write_module
from tests.lab.plans import CLUMSY, small


def game_row(game: str, bots: str, block: int, **more: object) -> GameRow:
    """A game of which little matters."""
    fields: dict[str, object] = dict.fromkeys((each.name for each in GameRow.__attrs_attrs__), 0)
    texts = {"game": game, "arm": "base", "bots": bots, "end": "bank", "error": "", "save": ""}
    return GameRow(**{**fields, **texts, "players": bots.count(",") + 1, "block": block, "rounds": 10, **more})  # type: ignore[arg-type]


def seat_row(game: str, seat: int, bot: str, place: int, players: int, **more: object) -> SeatRow:
    """A seat of which little matters."""
    fields: dict[str, object] = dict.fromkeys((each.name for each in SeatRow.__attrs_attrs__), 0)
    told = {"game": game, "seat": seat, "bot": bot, "place": place, "score": (players - place) / (players - 1)}
    return SeatRow(**{**fields, **told, "won": place == 1, "opening": "", "hires": "", "style": "other", **more})  # type: ignore[arg-type]


def made(strengths: dict[str, float], blocks: int, seed: int = 1) -> Tables:
    """Duels whose winners are drawn: a bot wins in proportion to its strength."""
    stream = random.Random(seed)
    tables = new_tables()
    names = list(strengths)
    for block in range(blocks):
        for one in names:
            for other in names:
                if one != other:
                    game = f"{block}/{one}/{other}"
                    won = stream.random() < strengths[one] / (strengths[one] + strengths[other])
                    tables[GameRow].append(game_row(game, f"{one},{other}", block))
                    tables[SeatRow].append(seat_row(game, 0, one, 1 if won else 2, 2))
                    tables[SeatRow].append(seat_row(game, 1, other, 2 if won else 1, 2))
    return tables


def test_ratings_find_the_strengths_again() -> None:
    (found,) = standings(made({"a": 4.0, "b": 2.0, "c": 1.0}, 300))
    assert [each.bot for each in found.bots] == ["a", "b", "c"]
    ratings = {each.bot: each.rating for each in found.bots}
    a, b, c = (ratings[bot] for bot in "abc")
    assert a is not None and b is not None and c is not None
    assert a.value - b.value == pytest.approx(120.4, abs=30)  # 400 log10(2)
    assert a.value - c.value == pytest.approx(240.8, abs=30)
    assert a.low < a.value < a.high
    assert a.value + b.value + c.value == pytest.approx(0, abs=1e-6)


def test_wins_head_to_head_and_seats_are_counted_by_blocks() -> None:
    (found,) = standings(made({"a": 3.0, "b": 1.0}, 200))
    first, second = found.bots
    assert first.win.value + second.win.value == pytest.approx(1)
    assert first.win.low < 0.75 < first.win.high
    assert first.win.blocks == found.blocks == 200
    duels = {(each.bot, each.rival): each.ahead for each in found.duels}
    assert duels["a", "b"].value == first.win.value
    assert duels["a", "b"].value + duels["b", "a"].value == pytest.approx(1)
    assert all(not each.win.excludes(0.5) for each in found.seats)
    assert found.par == 0.5
    assert not found.failed
    assert len(win_shares(made({"a": 3.0, "b": 1.0}, 7), "a")) == 7


def test_a_bot_that_always_wins_has_no_rating() -> None:
    (found,) = standings(made({"a": 1.0, "b": 0.0}, 20))
    assert [each.rating for each in found.bots] == [None, None]
    assert found.bots[0].win.value == 1
    assert found.bots[0].win.low < 1


def test_times_are_read_off_the_histogram() -> None:
    times = [TimingRow("base", 2, "a", 1.0, 90), TimingRow("base", 2, "a", 5.0, 9), TimingRow("base", 2, "a", 9.0, 1)]
    assert quantiles(times) == {"p50": 1.0, "p95": 5.0, "max": 9.0}
    assert quantiles([]) == {}


def test_a_paired_difference_is_found_though_maps_differ_more() -> None:
    stream = random.Random(3)
    tables = new_tables()
    for block in range(30):
        length = stream.choice((8, 12, 20))
        for arm, more in (("a", 0), ("b", 1)):
            game = f"{arm}/{block}"
            rounds = length + more + stream.choice((0, 0, 1))
            tables[GameRow].append(game_row(game, "x,x", block, arm=arm, rounds=rounds))
            tables[SeatRow] += [seat_row(game, seat, "x", seat + 1, 2, cash=100) for seat in (0, 1)]
    found = {each.what: each for each in compare(tables, "a", "b")}
    assert found["rounds"].finding
    assert found["rounds"].difference.low > 0.5
    assert found["rounds"].a.excludes(found["rounds"].b.value) is False  # unpaired nothing would be seen
    assert not found["cash at the end"].finding
    assert "first break of the bank" not in found  # no block has one


def test_coffee_is_sold_only_where_there_is_coffee() -> None:
    plan = small(
        arms=(Arm("base"), Arm("coffee", with_=("coffee",))), blocks=6, rounds=30, bots=("steady",), players=(3,)
    )
    tables = run_plan(plan).tables
    found = {(each.group, each.what): each for each in compare(tables, "base", "coffee")}
    coffee = found["money by good", "coffee"]
    assert coffee.a.value == 0 < coffee.b.value
    assert {group for group, _ in found} == {"game", "money by good", "milestones", "openings"}


# --- the commands ------------------------------------------------------------------------------------------------------


def test_tournament_prints_standings_with_intervals() -> None:
    done = fcm("tournament", "base", "--bots", "steady,eager", "--blocks", "4")
    assert done.returncode == 0, done.stderr
    for words in (
        "base, 2 players, 4 blocks, 8 games",
        "wins per seat",
        "ends ahead of",
        "wins by seat: seat 0",
        "plan ",
    ):
        assert words in done.stdout
    assert "has no rating" in done.stdout  # steady wins them all


def test_tournament_as_json_keeps_seed_and_versions(tmp_path: Path) -> None:
    words = ("tournament", "base", "introductory", "--bots", "steady", "--blocks", "2", "--players", "3", "--json")
    done = fcm(*words, "--out", str(tmp_path / "run"))
    found = json.loads(done.stdout)
    assert [each["arm"] for each in found["tournaments"]] == ["base", "introductory"]
    assert found["seed"] == 1
    assert {"fcm_core", "base"} <= {each["part"] for each in found["versions"]}
    assert json.loads(fcm(*words, "--out", str(tmp_path / "run")).stdout) == found  # read again, not played
    assert (tmp_path / "run" / "plan.toml").is_file()


def test_a_sequential_test_stops_early_and_says_what_it_found() -> None:
    done = fcm("tournament", "base", "--bots", "steady,eager", "--blocks", "200", "--sprt", "0.5,0.8", "--json")
    found = json.loads(done.stdout)
    assert found["sprt"] == {"bot": "steady", "p0": 0.5, "p1": 0.8, "decided": "p1"}
    assert found["tournaments"][0]["blocks"] < 100
    assert "expected two win rates" in fails("tournament", "base", "--sprt", "0.5")
    assert "name one" in fails("tournament", "base", "introductory", "--sprt", "0.5,0.6")


def test_a_bot_that_fails_makes_the_tournament_fail(tmp_path: Path) -> None:
    write_module(tmp_path, "clumsy", plugin=CLUMSY)
    words = ("tournament", "base", "--modules-dir", str(tmp_path), "--with", "clumsy", "--bots", "steady,liar")
    done = fcm(*words, "--blocks", "1")
    assert done.returncode == 1
    assert "these bots fail, they answered illegally or raised an error: liar in base" in done.stderr
    assert "went wrong: base/2/0/0/0, seed " in done.stdout


def test_compare_changes_the_second_side() -> None:
    done = fcm("compare", "base", "--with", "coffee", "--blocks", "6", "--players", "2", "--all")
    assert done.returncode == 0, done.stderr
    assert "base and base +coffee: 6 blocks, 12 games with 2 players, bots steady" in done.stdout.replace("\n", " ")
    assert "would by chance" in done.stdout.replace("\n", " ")
    assert "rounds" in done.stdout
    found = json.loads(fcm("compare", "base", "introductory", "--blocks", "5", "--players", "2", "--json").stdout)
    assert (found["a"], found["b"], found["games"]) == ("base", "introductory", 10)
    assert {"difference", "finding", "unit"} <= set(found["differences"][0])
    assert "both sides are the same" in fails("compare", "base")


TIPS = """
    from fcm_core.modding import hooks

    @hooks.modify_tip.impl
    def tips(game, seat, card):
        return ((%d, "tips"),)
"""


def test_two_versions_of_a_module_meet_as_two_runs(tmp_path: Path) -> None:
    for version, more in (("old", 1), ("new", 7)):
        write_module(tmp_path / version, "tips", plugin=TIPS % more)
        done = fcm(
            *("tournament", "base", "--with", "tips", "--modules-dir", str(tmp_path / version), "--bots", "steady"),
            *("--players", "2", "--blocks", "6", "--seed", "4", "--out", str(tmp_path / f"run-{version}")),
        )
        assert done.returncode == 0, done.stderr
    old, new = str(tmp_path / "run-old"), str(tmp_path / "run-new")
    found = json.loads(fcm("compare", old, new, "--json").stdout)
    cash = next(each for each in found["differences"] if each["what"] == "cash at the end")
    assert found["games"] == 12 and cash["b"]["value"] != cash["a"]["value"]
    said = fcm("compare", old, new).stdout
    assert "tips:" in said and "fcm_core:" not in said, "only the version that differs is told"
    assert "leave --with" in fails("compare", old, new, "--with", "coffee")


def test_runs_of_other_games_are_not_compared(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        fcm(
            "tournament",
            "base",
            "--bots",
            "random",
            "--players",
            "2",
            "--blocks",
            "1",
            "--seed",
            seed,
            "--out",
            str(tmp_path / seed),
        )
    said = fails("compare", str(tmp_path / "1"), str(tmp_path / "2"))
    assert "do not play the same games: seed is 1 and 2" in said

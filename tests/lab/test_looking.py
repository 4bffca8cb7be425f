"""Statistics and pictures: right where the truth is known, whole files, and words that promise no more than there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import fcm_core
from fcm_lab import pictures
from fcm_lab.plan import Arm
from fcm_lab.running import run_plan
from fcm_lab.statistics import ratio, share
from fcm_lab.story import story_of
from fcm_lab.studies import quartiles, studies
from fcm_lab.tables import GameRow, MilestoneRow, SeatRow, new_tables
from tests.cli.running import fails, fcm
from tests.lab.plans import small
from tests.lab.test_tournament import game_row, seat_row


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two sets of rules."""
    path = tmp_path_factory.mktemp("runs") / "run"
    arms = (Arm("base"), Arm("coffee", with_=("coffee",)))
    run_plan(small(arms=arms, blocks=10, rounds=40, title="A try"), folder=path, keep=())
    return path


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game."""
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    fcm_core.play(fcm_core.load("base"), ["steady"] * 3, 4, save=path)
    return path


def test_cases_weigh_the_same_whatever_block_they_are_in() -> None:
    assert ratio([(1, 1), (0, 3)]).value == 0.25
    equal = [(1.0, 2), (2.0, 2), (0.0, 2), (1.0, 2), (2.0, 2)]
    means = share([total / number for total, number in equal])
    assert ratio(equal).value == means.value
    assert ratio(equal).low == pytest.approx(means.low)
    assert ratio([(0, 0)]).blocks == 0


def test_win_rates_are_those_of_the_seats() -> None:
    tables = new_tables()
    for block in range(20):
        game = f"g{block}"
        trainer_wins = block % 4 != 0
        tables[GameRow].append(game_row(game, "x,x", block))
        tables[SeatRow] += [
            seat_row(game, 0, "x", 1 if trainer_wins else 2, 2, opening="trainer", reserve=100),
            seat_row(game, 1, "x", 2 if trainer_wins else 1, 2, opening="recruiting_girl", reserve=300),
        ]
        tables[MilestoneRow].append(MilestoneRow(game, 1, "first_radio_campaign", 5, 0))
    (study,) = studies(tables)
    assert {each.label: each.win.value for each in study.openings} == {"trainer": 0.75, "recruiting girl": 0.25}
    assert {each.label: each.seats for each in study.reserves} == {"card 100": 20, "card 300": 20}
    (radio,) = study.milestones
    assert (radio.label, radio.round, radio.win.value) == ("first radio campaign", 5, 0.25)
    ahead = {(each.opening, each.rival): each.ahead.value for each in study.meetings}
    assert ahead == {("trainer", "recruiting girl"): 0.75, ("recruiting girl", "trainer"): 0.25}
    assert study.title == "base, 2 players"


def test_quartiles() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4)


def test_stats_print_a_run_with_intervals_and_a_warning(folder: Path) -> None:
    done = fcm("stats", str(folder))
    assert done.returncode == 0, done.stderr
    text = re.sub(r"\s+", " ", done.stdout)
    for words in ("base, 2 players, 10 blocks, 20 games", "wins by", "milestone", "An association, not a cause"):
        assert words in text
    assert "coffee against base, 2 players, the same blocks in pairs" in text
    one = fcm("stats", str(folder), "--arm", "coffee", "--players", "2").stdout
    assert "coffee, 2 players" in one
    assert "against" not in one


def test_stats_as_json(folder: Path) -> None:
    found = json.loads(fcm("stats", str(folder), "--json").stdout)
    assert [each["arm"] for each in found["studies"]] == ["base", "coffee"]
    assert found["effects"][0]["first"] == "base"
    rates = found["studies"][0]["win_rates"]["seat"]
    assert all({"value", "low", "high", "blocks"} <= set(each["win_rate"]) for each in rates)


def test_what_is_not_there_is_named(folder: Path, tmp_path: Path) -> None:
    assert "cofee: not in this run; did you mean coffee?" in fails("stats", str(folder), "--arm", "cofee")
    assert "no such games have been played yet" in fails("stats", str(folder), "--players", "5")
    assert "this is no run of games" in fails("stats", str(tmp_path))
    assert "this is no run of games" in fails("plot", str(tmp_path / "nowhere"))


def test_plot_draws_png_and_svg_and_a_report_that_needs_nothing_else(folder: Path, tmp_path: Path) -> None:
    done = fcm("plot", str(folder), "--out", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    names = {path.rpartition(".")[0] for path in found["pictures"]}
    assert {"effects-2p", "base-2p-by-seat", "base-2p-by-milestone", "base-2p-length", "base-2p-head-to-head"} <= names
    assert {"base-2p-money", "base-2p-milestone-rounds"} <= names
    for name in names:
        assert (tmp_path / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
        assert "<svg" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    page = Path(found["report"]).read_text(encoding="utf-8")
    assert page.count("<figure>") == len(names)
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert "not a cause" in page


def test_pictures_are_the_same_every_time(save: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        fcm("plot", str(save), "--out", str(tmp_path / name))
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes(), path.name


def test_without_matplotlib_it_says_how_to_get_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert "pip install 'fcm-engine[lab]'" in fails("plot", str(folder))


def test_a_saves_story_agrees_with_the_game(save: Path) -> None:
    story = story_of(save)
    game = fcm_core.replay(fcm_core.read_save(save)).game
    assert story.over
    assert tuple(row.cash for row in story.seats) == game.result.cash
    assert [row.cash for row in story.of_round(story.last_round)] == list(game.result.cash)
    assert story.last_round == game.round
    assert len(story.meals) == sum(row.houses for row in story.seats)
    assert len(story.breaks) == game.state.bank_breaks
    assert all(meal.decided_by for meal in story.meals if meal.rival >= 0)
    assert any(meal.rival >= 0 and meal.margin > 0 for meal in story.meals)


def test_a_saves_story_is_printed_and_drawn(save: Path, tmp_path: Path) -> None:
    text = re.sub(r"\s+", " ", fcm("stats", str(save)).stdout)
    assert re.search(r"round \d+: house \w+ eats \d+ at .+ for \$\d+, not at ", text)
    assert re.search(r"round \d+: .+ earns first billboard placed", text)
    assert json.loads(fcm("stats", str(save), "--json").stdout)["over"] is True
    done = fcm("plot", str(save), "--out", str(tmp_path))
    assert "3 pictures, each as PNG and SVG beside it" in re.sub(r"\s+", " ", done.stdout)
    assert {"money.png", "demand.svg", "houses.png", "report.html"} <= {path.name for path in tmp_path.iterdir()}


def test_an_unfinished_save_has_a_story_too(save: Path, tmp_path: Path) -> None:
    lines = save.read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    story = story_of(part)
    assert not story.over
    assert story.rounds
    assert "not over yet" in fcm("stats", str(part)).stdout

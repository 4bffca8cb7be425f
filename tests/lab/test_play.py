"""Games as rows: they say what happened, and a game that goes wrong is a row too."""

from __future__ import annotations

import itertools
from collections import defaultdict
from pathlib import Path

import pytest

import fcm_core as fcm
from fcm_lab.plan import Arm, GameSpec
from fcm_lab.play import Played, limit_of, run_batch, shares, time_class
from fcm_lab.tables import (
    TABLES,
    DecisionRow,
    GameRow,
    GoodRow,
    MilestoneRow,
    RoundRow,
    SeatRow,
    TimingRow,
    VersionRow,
    column_types,
    columns,
    document,
    rows_of,
)
from tests.lab.plans import broken_arm, clumsy_arm, small


@pytest.mark.parametrize("ruleset", ["base", "asian-fusion", "new-milestones", "city-builder", "first-cup-of-coffee"])
def test_rows_agree_with_the_game_and_with_each_other(ruleset: str) -> None:
    rules = fcm.load(ruleset)
    spec = GameSpec(0, 0, ("steady",) * 3)
    played = Played(rules, spec, 5, "x")
    played.play(40)
    game = played.game
    assert game is not None
    assert not played.error
    seats = [row for row in played.rows() if isinstance(row, SeatRow)]
    rounds = [row for row in played.rows() if isinstance(row, RoundRow)]
    goods = [row for row in played.rows() if isinstance(row, GoodRow)]
    twin = fcm.play(rules, ["steady"] * 3, 5, rounds=40)
    assert tuple(row.cash for row in seats) == twin.result.cash
    assert played.game_row("a", 0, "").rounds == twin.result.rounds
    assert [row.seat for row in sorted(seats, key=lambda row: row.place)] == list(twin.result.ranking)
    assert [(row.round, row.seat) for row in rounds] == list(itertools.product(range(1, game.round + 1), range(3)))
    for row in seats:
        mine = [each for each in rounds if each.seat == row.seat]
        assert mine[-1].cash == row.cash
        assert sum(each.income for each in mine) == row.income
        assert sum(each.salary for each in mine) == row.salaries
        assert sum(each.houses for each in mine) == row.houses
        assert sum(each.items for each in mine) == row.items
        assert sum(each.items for each in goods if each.seat == row.seat) == row.items
        assert sum(each.money for each in goods if each.seat == row.seat) <= row.income
        assert row.first_sale == next((each.round for each in mine if each.items), 0)
        assert row.opening == row.hires.split(",")[0]


def test_milestones_tell_the_round_and_how_many_share_them() -> None:
    tables = run_batch(small(rounds=40, bots=("steady",), players=(3,), blocks=1), 0)
    rows = rows_of(tables, MilestoneRow)
    holders: dict[tuple[str, str], list[MilestoneRow]] = defaultdict(list)
    for row in rows:
        holders[row.game, row.milestone].append(row)
    assert rows
    assert all(
        row.shared == len(each) - 1 and len({row.round for row in each}) == 1
        for each in holders.values()
        for row in each
    )


def test_a_batch_is_the_same_every_time_but_for_its_times() -> None:
    plan = small(players=(2, 3), batch=2, decisions=True)
    one, other = run_batch(plan, 1), run_batch(plan, 1)
    for table in TABLES:
        assert one[table] == other[table] or table.measured
    assert {row.block for row in rows_of(one, GameRow)} == {2, 3}
    decided = rows_of(one, DecisionRow)
    assert len(decided) == sum(row.decisions for row in rows_of(one, GameRow)) == len(rows_of(other, DecisionRow))
    assert sum(row.decisions for row in rows_of(one, TimingRow)) == len(decided)


def test_arms_play_the_same_maps() -> None:
    games = rows_of(run_batch(small(arms=(Arm("base"), Arm("coffee", with_=("coffee",)))), 0), GameRow)
    seeds = {arm: [game.seed for game in games if game.arm == arm] for arm in ("base", "coffee")}
    assert seeds["base"] == seeds["coffee"]


@pytest.mark.parametrize(("bot", "column"), [("liar", "illegal"), ("crasher", "raised")])
def test_a_bot_that_fails_is_counted_and_its_game_goes_on(tmp_path: Path, bot: str, column: str) -> None:
    plan = small(arms=(clumsy_arm(tmp_path / "modules"),), bots=("lazy", bot))
    tables = run_batch(plan, 0, tmp_path / "errors")
    games = rows_of(tables, GameRow)
    assert all(game.error.startswith(f"bot {bot} of ") and game.fallbacks and game.end == "stopped" for game in games)
    for row in rows_of(tables, SeatRow):
        assert (getattr(row, column) > 0) == (row.bot == bot)
        assert row.illegal + row.raised == getattr(row, column)
    for game in games:
        save = fcm.read_save(tmp_path / "errors" / game.save)
        assert fcm.replay(save, modules_dirs=[tmp_path / "modules"]).game.round == game.rounds


def test_a_game_that_a_module_breaks_is_a_row_with_seed_error_and_save(tmp_path: Path) -> None:
    plan = small(arms=(broken_arm(tmp_path / "modules"), Arm("base")))
    tables = run_batch(plan, 0, tmp_path / "errors")
    wrong = [game for game in rows_of(tables, GameRow) if game.arm == "broken"]
    assert [(game.end, game.winner) for game in wrong] == [("error", -1)] * 2
    assert "module broken, hook on_round_began" in wrong[0].error
    assert {row.game.split("/")[0] for row in rows_of(tables, SeatRow)} == {"base"}
    save = fcm.read_save(tmp_path / "errors" / wrong[0].save)
    assert save.header.seed == wrong[0].seed == plan.seed_of(2, 0)
    assert not (tmp_path / "errors" / wrong[0].save.replace("broken", "base")).exists()


def test_versions_name_programs_modules_and_options() -> None:
    rows = rows_of(run_batch(small(blocks=1), 0), VersionRow)
    assert {row.part for row in rows} == {"fcm_core", "fcm_lab", "ruleset", "base", "base_milestones"}
    assert all(row.digest for row in rows)


def test_every_column_is_documented_and_typed() -> None:
    for table in TABLES:
        assert all(columns(table).values())
        assert set(column_types(table).values()) <= {int, float, str, bool}


def test_the_readme_documents_the_tables_as_they_are() -> None:
    text = (Path(__file__).parents[2] / "cli" / "README.md").read_text(encoding="utf-8")
    begin, end = "<!-- tables: begin (made by fcm_lab.tables.document) -->\n", "<!-- tables: end -->"
    assert text.partition(begin)[2].partition(end)[0] == document()


def test_times_fall_into_classes_a_tenth_wide() -> None:
    for ms in (0.0, 0.001, 0.5, 1.0, 20.0):
        assert limit_of(time_class(ms)) >= ms
        assert limit_of(time_class(ms)) <= max(0.001, ms * 1.1001)


def test_money_is_shared_out_whole() -> None:
    goods = {fcm.GoodId("burger"): 2, fcm.GoodId("beer"): 1}
    assert shares(10, goods) == {"burger": 6, "beer": 4}
    assert shares(10, {}) == {}

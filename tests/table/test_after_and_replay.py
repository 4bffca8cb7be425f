"""After a game and a game played again: what is added up, and the screens by keys alone at 80x24."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

import fcm_core as fcm
from fcm_core import InputError, Seat
from fcm_table.accounts import Accounts, accounts_of
from fcm_table.after import AfterApp, plot
from fcm_table.replay import Branch, Film, ReplayApp
from fcm_table.widgets import Label, Lines


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("saves") / "game.jsonl"
    fcm.play(fcm.load("base"), ["steady", "steady"], 3, names=["ann", "ben"], save=file)
    return file


@pytest.fixture(scope="module")
def film(save: Path) -> Film:
    return Film.of(fcm.read_save(save))


@pytest.fixture(scope="module")
def accounts(film: Film) -> Accounts:
    return accounts_of(film.rules, film.header, film.moves)


def run(app: App[Any], *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """Presses keys; what stands on the screen then, if it is still there."""
    shown = ""

    async def go() -> None:
        nonlocal shown
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            labels = [str(each.render()) for each in app.query(Label)]
            shown = "\n".join([*labels, *(line.plain for each in app.query(Lines) for line in each.lines)])

    asyncio.run(go())
    return shown


# --- what a game came to -----------------------------------------------------------------------------------------------


def test_houses_and_campaigns_add_up_to_what_was_sold(film: Film, accounts: Accounts) -> None:
    film.go(len(film.moves))
    sold = [event for events in film.story for event in events if isinstance(event, fcm.events.Sold)]
    assert sum(sum(by.values()) for by in accounts.houses.values()) == sum(event.income for event in sold)
    from_campaigns = sum(sum(each.income.values()) for each in accounts.campaigns)
    assert 0 < from_campaigns <= sum(event.income for event in sold)
    for each in accounts.campaigns:
        assert 0 <= sum(each.eaten.values()) <= each.put
    ran = [event for events in film.story for event in events if isinstance(event, fcm.events.CampaignRan)]
    put = sum(sum(goods.values()) for event in ran for goods in event.placed.values())
    assert sum(each.put for each in accounts.campaigns) == put


def test_money_by_round_ends_with_the_result(film: Film, accounts: Accounts) -> None:
    film.go(len(film.moves))
    result = film.game.result
    assert accounts.cash[-1] == tuple(result.cash[seat] for seat in film.game.seats)
    assert accounts.cash[0] == (0, 0)
    assert accounts.ranking[0] == result.winner
    assert len(accounts.cash) == film.game.round + 1
    earned = {(seat, title) for _, seat, title in accounts.milestones}
    held = {
        (Seat(seat), film.rules.milestones[name].title)
        for seat, player in film.game.state.by_seat()
        for name in player.milestones
    }
    assert earned == held


def test_the_plot_has_every_chain_at_its_place() -> None:
    accounts = Accounts(("ann", "ben"), (Seat(0), Seat(1)), ((0, 0), (50, 0), (100, 50)), (), {}, ())
    lines = [line.plain for line in plot(accounts, 40, 13)]
    assert lines[0].lstrip().startswith("$100|") and lines[0].rstrip().endswith("A")
    assert "*" in lines[10] and lines[10].lstrip().startswith("$0|") and "B" in lines[10]
    middle = lines[5]
    assert "A" in middle and middle.rstrip().endswith("B")
    assert lines[-1].split() == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("key", "told"), [("r", "money by round"), ("s", "First "), ("h", "house "), ("o", "counters")]
)
def test_views_after_a_game(accounts: Accounts, key: str, told: str) -> None:
    assert told in run(AfterApp(accounts, "Base game"), key)


def test_a_rematch(accounts: Accounts) -> None:
    for key, wanted in (("M", "same map"), ("N", "new map"), ("q", None)):
        app = AfterApp(accounts, "Base game")
        run(app, key)
        assert app.return_value == wanted
    app = AfterApp(accounts, "Base game", same_map=False)
    assert "same map" not in run(app, "M")
    assert app.return_value is None


# --- a game played again -----------------------------------------------------------------------------------------------


def test_any_move_is_reached_from_either_side(film: Film) -> None:
    film.go(40)
    there = fcm.fingerprint(film.game.state, film.rules)
    film.go(90)
    film.go(40)
    assert fcm.fingerprint(film.game.state, film.rules) == there
    assert len(film.story) == 41
    film.go(10_000)
    assert film.game.over


def test_rounds_and_phases_are_found(film: Film) -> None:
    film.go(film.find("3"))
    assert film.game.round == 3
    film.go_round(1)
    assert film.game.round == 4
    film.go_round(-1)
    assert film.game.round == 3
    film.go(film.find("3.working"))
    assert (film.game.round, film.game.phase) == (3, "working")
    with pytest.raises(InputError, match="did you mean working"):
        film.find("3.workin")
    with pytest.raises(InputError, match="the game ends before"):
        film.find("99")


def test_it_is_stepped_by_keys(save: Path) -> None:
    film = Film.of(fcm.read_save(save))
    said = run(ReplayApp(film, save), "full_stop", "full_stop", "comma")
    assert film.at == 1 and f"move 1 of {len(film.moves)}" in said
    run(ReplayApp(film, save), "end")
    assert film.at == len(film.moves)
    run(ReplayApp(film, save), "g", "4", "enter")
    assert film.game.round == 4
    assert "expected ROUND" in run(ReplayApp(film, save), "g", "x", "enter")


def test_eyes_show_what_the_seat_saw(save: Path) -> None:
    film = Film.of(fcm.read_save(save))
    film.go(film.find("2"))
    app = ReplayApp(film, save)
    assert "onlooker" in run(app)
    own = film.game.view(Seat(0)).state.players[0].reserve
    assert own is not None and film.game.view(None).state.players[0].reserve is None
    said = run(ReplayApp(film, save), "v")
    assert "ann" in said.splitlines()[0] and "$" in said.splitlines()[0].split("reserve")[1][:6]


def test_a_branch_is_played_on_and_saved(save: Path, tmp_path: Path) -> None:
    film = Film.of(fcm.read_save(save))
    film.go(film.find("3.working"))
    app = ReplayApp(film, save)
    run(app, "v", "b")
    branch = app.return_value
    assert isinstance(branch, Branch) and branch.human == Seat(0) and branch.game.round == 3
    with fcm.Recording.begin(branch.game, seats={"ann": "human", "ben": "steady"}, path=tmp_path / "b.jsonl") as again:
        seat = again.game.to_move[0]
        again.play(seat, again.game.default_action(seat))
    assert len(fcm.replay(fcm.read_save(tmp_path / "b.jsonl")).moves) == 1


def test_a_position_is_kept_as_a_scenario(save: Path) -> None:
    film = Film.of(fcm.read_save(save))
    film.go(film.find("3.working"))
    said = run(ReplayApp(film, save), "x")
    file = save.with_name("game-3-working.scenario.toml")
    assert file.name in said
    assert fcm.game_of_file(file).round == 3
    assert "exists" in run(ReplayApp(film, save), "x")


@pytest.mark.parametrize("size", [(60, 16), (100, 30), (120, 40)])
def test_it_stands_at_every_size(save: Path, accounts: Accounts, size: tuple[int, int]) -> None:
    assert "move 5" in run(ReplayApp(Film.of(fcm.read_save(save)), save), *["right"] * 5, size=size)
    assert "ann" in run(AfterApp(accounts, "Base game"), size=size)

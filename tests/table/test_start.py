"""The start screen by keys alone at 80x24, and what is chosen there without a screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import fcm_core as fcm
from fcm_core import InputError
from fcm_table.setup import Begin, Resume, Setup
from fcm_table.start import StartApp
from fcm_table.widgets import Label, Lines


def run(app: StartApp, *keys: str, size: tuple[int, int] = (80, 24)) -> StartApp:
    """Presses keys, one after another."""

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            app.told = told(app)  # type: ignore[attr-defined]

    asyncio.run(go())
    return app


def told(app: StartApp) -> str:
    if not app.query("#told"):
        return ""
    lines = [line.plain for name in ("told", "modules", "game") for line in app.query_one(f"#{name}", Lines).lines]
    return " ".join([str(app.query_one("#head", Label).render()), *lines])


def module_keys(app: StartApp, *names: str) -> list[str]:
    """The keys that switch modules from the first row on."""
    keys: list[str] = ["tab"]
    for name in names:
        keys += ["pageup"] * 4
        keys += ["down"] * [row[0] for row in app.module_rows()].index(name)
        keys.append("enter")
        app.setup.toggle(name)
    for name in names:
        app.setup.toggle(name)
    return keys


def test_g_begins_the_base_game_with_one_human(tmp_path: Path) -> None:
    app = run(StartApp(Setup(seed=7), folder=tmp_path), "g")
    begun = app.return_value
    assert isinstance(begun, Begin)
    assert begun.rules.plan.id == "base" and begun.seed == 7
    assert begun.seats == {"you": "human", "ann": "steady", "ben": "steady"}


def test_modules_are_switched_and_the_reason_stands_there(tmp_path: Path) -> None:
    app = StartApp(Setup(seed=7), folder=tmp_path)
    keys = module_keys(app, "new_milestones")
    app = run(app, *keys)
    said = app.told  # type: ignore[attr-defined]
    assert app.setup.picks == ("new_milestones",)
    assert "[-] hard_choices" in said
    rows = {row[0]: row[2] for row in app.module_rows()}
    assert "requires base_milestones, which new_milestones replaces" in rows["hard_choices"]


def test_players_seats_seed_and_options_change_by_arrows(tmp_path: Path) -> None:
    keys = ["tab", "tab", "right", "down", "right", "down", "down", "down", "down", "right", "down", "right", "g"]
    app = run(StartApp(Setup(seed=7), folder=tmp_path), *keys)
    begun = app.return_value
    assert isinstance(begun, Begin)
    assert len(begun.seats) == 4 and begun.seats["you"] != "human"
    assert begun.seed == 8 and begun.rules.plan.options["base"]["edition"] == "deluxe"


def test_a_name_is_typed(tmp_path: Path) -> None:
    keys = ["tab", "tab", "down", "enter", *["backspace"] * 3, "z", "o", "e", "enter", "g"]
    begun = run(StartApp(Setup(seed=7), folder=tmp_path), *keys).return_value
    assert isinstance(begun, Begin) and next(iter(begun.seats)) == "zoe"


def test_the_map_with_its_statistics_and_another_one(tmp_path: Path) -> None:
    app = run(StartApp(Setup(seed=7), folder=tmp_path), "m")
    assert "map of seed 7: 8 houses; 4 beer, 2 lemonade, 1 soda; 2 separate road nets" in app.told  # type: ignore[attr-defined]
    app = run(StartApp(Setup(seed=7), folder=tmp_path), "m", "n")
    assert "map of seed 8" in app.told and app.setup.seed == 8  # type: ignore[attr-defined]


def test_chance_chooses_what_can_be_played_and_the_game_remembers(tmp_path: Path) -> None:
    begun = run(StartApp(Setup(seed=7), folder=tmp_path), "x", "g").return_value
    assert isinstance(begun, Begin) and begun.chosen is not None and begun.chosen.way == "random"
    assert set(begun.chosen.modules) <= {module.id for module in begun.rules.plan.modules}


def test_a_draft_by_keys(tmp_path: Path) -> None:
    setup = Setup(seed=7, seats=[("ann", "human"), ("ben", "human")])
    begun = run(StartApp(setup, folder=tmp_path), "d", "down", "enter", "space", "space", "g").return_value
    assert isinstance(begun, Begin) and begun.chosen is not None
    assert begun.chosen.picks == (("ann", "fry_chefs"), ("ben", ""), ("ann", ""))


def test_a_recent_save_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text("no save")
    with fcm.Recording.start(fcm.load("base"), ["ann", "ben"], 1, path=tmp_path / "a.jsonl"):
        pass
    found = run(StartApp(Setup(seed=7), folder=tmp_path), "s", "enter").return_value
    assert found == Resume(tmp_path / "a.jsonl")


def test_what_cannot_be_played_does_not_begin(tmp_path: Path) -> None:
    setup = Setup(seed=7)
    setup.set_players(6)
    app = run(StartApp(setup, folder=tmp_path), "g")
    assert app.return_value is None and "for 2 to 5 players, not 6" in app.message
    app = run(StartApp(setup, folder=tmp_path), *module_keys(app, "six_players"), "g")
    assert isinstance(app.return_value, Begin) and len(app.return_value.seats) == 6


def test_a_module_that_another_one_needs_stays() -> None:
    setup = Setup()
    setup.toggle("hard_choices")
    with pytest.raises(InputError, match="base_milestones was switched off but is needed"):
        setup.toggle("base_milestones")
    setup.toggle("hard_choices")
    setup.toggle("base_milestones")
    assert [module.id for module in setup.plan.modules] == ["base"]
    setup.toggle("base_milestones")
    assert "base_milestones" in setup.plan.why


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 30), (160, 45)])
def test_it_stands_at_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    app = run(StartApp(Setup(seed=7), folder=tmp_path), "tab", "m", "down", size=size)
    assert "base" in app.told  # type: ignore[attr-defined]

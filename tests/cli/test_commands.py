"""The command line as a person or a script meets it: outputs, exit codes, and answers to bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import fails, fcm, fcm_of_its_own

DIN_02 = Path(__file__).parent.parent / "scenarios" / "base" / "din-02.scenario.toml"


@pytest.mark.parametrize(
    "words",
    [
        ("rulesets",),
        ("ruleset", "base"),
        ("modules",),
        ("module", "base"),
        ("actions",),
        ("hooks",),
        ("events",),
        ("queries",),
        ("steps",),
        ("board", "base", "--players", "2", "--seed", "1"),
        ("check", str(DIN_02)),
        ("scenario", "run", str(DIN_02)),
        ("simulate", "base", "--games", "1", "--bots", "steady", "--players", "2"),
    ],
    ids=lambda words: words[0],
)
def test_every_listing_prints_one_json_document(words: tuple[str, ...]) -> None:
    done = fcm(*words, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) is not None
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", str(DIN_02)), 0),
        (("scenario", "run", "a.scenario.toml"), 1),
        (("board", "base", "--players", "7"), 2),
        (("board", "--playrs"), 2),
    ],
    ids=["done", "a check failed", "wrong input", "no such option"],
)
def test_a_shell_sees_what_these_tests_see(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """Most tests here call the command's function; a process of its own prints the same and ends with the same code."""
    (tmp_path / "a.scenario.toml").write_text(DIN_02.read_text().replace("income = 10", "income = 11"))
    found = fcm_of_its_own(*words, cwd=tmp_path)
    assert found.returncode == code
    assert found == fcm(*words, cwd=tmp_path)


def test_without_a_ruleset_the_actions_of_all_modules_are_listed() -> None:
    every = {each["action"]: each for each in json.loads(fcm("actions", "--json").stdout)}
    assert every["place_road"]["module"] == "lobbyists"
    assert every["place_freeway"]["module"] == "rural_marketeers"
    assert {"step_over", "phantom", "one_per_tile"} <= set(every["place_coffee_shop"]["codes"])
    assert every["hire"]["module"] == "" and "step_over" in every["hire"]["codes"]
    base = [each["action"] for each in json.loads(fcm("actions", "base", "--json").stdout)]
    assert "hire" in base and "place_road" not in base


def test_what_a_module_may_use_is_told_in_words() -> None:
    sold = fcm("events", "sold").stdout
    assert sold.startswith("Sold(seat: Seat, house: HouseId") and "from fcm_core.modding import Sold" in sold
    assert "when: step `dinnertime.houses`" in sold
    assert "(changes the game)" in fcm("queries", "pay").stdout
    steps = fcm("steps", "base").stdout
    assert steps.index("income_percent") < steps.index("salaries") and "actions: produce, fetch" in steps
    assert "refused with used_up: every copy at work has acted" in fcm("actions", "base").stdout
    assert "did you mean pay" in fcm("queries", "payy").stderr


def test_the_reference_is_written_into_a_file(tmp_path: Path) -> None:
    assert fcm("reference", "--into", str(tmp_path / "page.md")).returncode == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == fcm("reference").stdout


def test_a_ruleset_shows_its_ranking_in_order() -> None:
    found = json.loads(fcm("ruleset", "base", "--json").stdout)
    assert found["ranking_keys"] == ["add_ons", "substitution", "price_and_distance", "waitresses", "turn_order"]
    assert found["working_steps"] == ["hire", "train", "campaigns", "food_and_drink", "houses", "restaurants"]
    assert [module["why"] for module in found["modules"]] == ["ruleset base", "ruleset base"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_board_fits_eighty_columns(players: int) -> None:
    for glyphs in ("ascii", "unicode"):
        done = fcm("board", "base", "--players", str(players), "--glyphs", glyphs)
        lines = done.stdout.splitlines()
        assert max(map(len, lines)) <= 80
        if glyphs == "ascii":
            assert done.stdout.isascii()
            assert any("|" in line for line in lines)


def test_bots_play_a_game_without_a_terminal_and_the_save_replays(tmp_path: Path) -> None:
    done = fcm_of_its_own("play", "base", "--seed", "3", "--players", "3", "--save", "game.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "(wins)" in done.stdout
    assert fcm("replay", "game.jsonl", "--verify", cwd=tmp_path).returncode == 0
    ended = json.loads(fcm("replay", "game.jsonl", "--json", cwd=tmp_path).stdout)
    assert ended["over"] and ended["winner"]
    early = json.loads(fcm("replay", "game.jsonl", "--until", "3.dinnertime", "--json", cwd=tmp_path).stdout)
    assert (early["round"], early["phase"], early["over"]) == (3, "dinnertime", False)
    again = fcm("play", "base", "--seed", "3", "--players", "3", cwd=tmp_path)
    assert again.stdout == done.stdout


def test_where_all_are_bankrupt_nobody_wins() -> None:
    """R-39."""
    save = Path(__file__).parents[1] / "games" / "saves" / "all-bankrupt-classic.jsonl"
    ended = json.loads(fcm("replay", str(save), "--json").stdout)
    assert ended["over"] and ended["winner"] is None
    told = fcm("replay", str(save)).stdout
    assert "== the game is over, all chains are bankrupt and nobody wins ==" in told


def test_an_existing_save_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("precious")
    assert "game.jsonl" in fails("play", "base", "--save", "game.jsonl", cwd=tmp_path)
    assert (tmp_path / "game.jsonl").read_text() == "precious"


def test_a_save_that_was_cut_off_can_be_repaired_and_continued(tmp_path: Path) -> None:
    fcm("play", "base", "--seed", "3", "--players", "2", "--save", "game.jsonl", cwd=tmp_path)
    whole = (tmp_path / "game.jsonl").read_text()
    lines = whole.splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:40]) + lines[40][:9])
    assert "cut.jsonl" in fails("resume", "cut.jsonl", cwd=tmp_path)
    assert fcm("resume", "cut.jsonl", "--repair", cwd=tmp_path).returncode == 0
    assert fcm("replay", "cut.jsonl", "--verify", cwd=tmp_path).returncode == 0


def test_an_edited_save_is_found_out(tmp_path: Path) -> None:
    fcm("play", "base", "--seed", "3", "--players", "2", "--save", "game.jsonl", cwd=tmp_path)
    text = (tmp_path / "game.jsonl").read_text()
    where = text.index('"hire"')
    (tmp_path / "game.jsonl").write_text(text[:where] + text[where:].replace("recruiting_girl", "waitress", 1))
    done = fcm("replay", "game.jsonl", "--verify", cwd=tmp_path)
    assert done.returncode == 1
    assert "game.jsonl" in done.stderr and "Traceback" not in done.stderr


def test_what_is_not_a_save(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("hello\n")
    assert "x.jsonl" in fails("resume", "x.jsonl", cwd=tmp_path)
    assert "nothing.jsonl" in fails("replay", "nothing.jsonl", cwd=tmp_path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "bas"), "did you mean base?"),
        (("play", "base", "--with", "kimchy"), "did you mean kimchi?"),
        (("play", "base", "--without", "base_milestone"), "did you mean base_milestones?"),
        (("play", "base", "--option", "base.editon=deluxe"), "did you mean edition?"),
        (("play", "base", "--option", "base.edition=delux"), "did you mean deluxe?"),
        (("play", "base", "--option", "base.breaks=two"), "whole number"),
        (("play", "base", "--option", "edition"), "MODULE.KEY=VALUE"),
        (("play", "base", "--seat", "anna=stedy"), "did you mean steady?"),
        (("play", "base", "--seat", "anna=human"), "terminal"),
        (("play", "base", "--players", "1"), "2 to 5"),
        (("play", "base", "--players", "9"), "2 to 5"),
        (("simulate", "base", "--bots", "stead"), "did you mean steady?"),
        (("module", "bse"), "did you mean base?"),
        (("board", "base", "--glyphs", "uni"), "did you mean unicode?"),
        (("replay", "x.jsonl", "--until", "3.dinner"), "x.jsonl"),
        (("scenario", "run", "nowhere"), "nowhere"),
        (("check", "nowhere"), "nowhere"),
    ],
)
def test_bad_input_is_answered(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    assert told in fails(*words, cwd=tmp_path)


def test_a_scenario_says_what_did_not_hold(tmp_path: Path) -> None:
    text = DIN_02.read_text()
    (tmp_path / "a.scenario.toml").write_text(text.replace("income = 10", "income = 11"))
    done = fcm("scenario", "run", "a.scenario.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "'income': 11" in done.stdout and "'income': 10" in done.stdout


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("title = ", 'titel = "x"\ntitle = '), "titel"),
        (("at = [8, 8]", "at = [8, 99]"), "not on the map"),
        (("at = [8, 8]", "at = [3, 0]"), "not empty"),
        (('phase = "dinnertime"', 'phase = "dinertime"'), "did you mean dinnertime?"),
        (("[players.p2]", '[players.p2]\nwork = ["waitres"]'), "did you mean waitress?"),
        (("[players.p2]", '[players.p2]\nbeach = [{ card = "cfo", count = 4 }]'), "more cfo"),
        (("title = ", "title == "), "line 1"),
    ],
)
def test_a_wrong_scenario_file_is_named(change: tuple[str, str], told: str, tmp_path: Path) -> None:
    text = DIN_02.read_text()
    assert change[0] in text
    (tmp_path / "a.scenario.toml").write_text(text.replace(change[0], change[1], 1))
    message = fails("scenario", "run", "a.scenario.toml", cwd=tmp_path)
    assert "a.scenario.toml" in message
    assert told in message


@pytest.mark.parametrize(
    ("plugin", "told"),
    [
        ("@hooks.modify_unitprice.impl\ndef dear(game, seat):\n    return ()\n", "did you mean modify_unit_price?"),
        ("@hooks.modify_unit_price.impl\ndef dear(game, saet=0):\n    return ()\n", "did you mean seat?"),
        ("raise RuntimeError('no luck')\n", "plugin.py:2"),
        (
            "@hooks.contribute_bots.impl\ndef bots(rules):\n    raise RuntimeError('no luck')\n",
            "hook contribute_bots",
        ),
        (
            "@hooks.on_turn_began.impl\ndef begin(game, event):\n    raise RuntimeError('no luck')\n",
            "hook on_turn_began",
        ),
    ],
)
def test_a_broken_module_is_named(plugin: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "fcm-modules" / "broken"
    folder.mkdir(parents=True)
    (folder / "module.toml").write_text(
        'id = "broken"\ntitle = "Broken"\nversion = "1"\nrules = 1\nengine = ">=1,<2"\nrequires = ["base"]\n'
    )
    (folder / "plugin.py").write_text(f"from fcm_core.modding import hooks\n{plugin}")
    message = fails("play", "base", "--with", "broken", "--seed", "1", cwd=tmp_path)
    assert "broken" in message
    assert told in message
    assert fcm("play", "base", "--seed", "1", cwd=tmp_path).returncode == 0


def test_modules_are_listed_and_others_checked_without_running_them(tmp_path: Path) -> None:
    folder = tmp_path / "fcm-modules" / "bomb"
    folder.mkdir(parents=True)
    (folder / "module.toml").write_text('id = "bomb"\ntitle = "Bomb"\nversion = "1"\nrules = 1\nrequires = ["base"]\n')
    (folder / "plugin.py").write_text("raise SystemExit('it ran')\n")
    for words in (
        ("modules",),
        ("module", "bomb"),
        ("rulesets",),
        ("ruleset", "base"),
        ("check", "kimchi"),
        ("hooks",),
    ):
        done = fcm(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "it ran" not in done.stdout + done.stderr
    assert "it ran" in fails("ruleset", "base", "--with", "bomb", cwd=tmp_path)


def test_options_are_listed_by_group(tmp_path: Path) -> None:
    folder = tmp_path / "fcm-modules" / "options"
    folder.mkdir(parents=True)
    option = '[options.{}]\ngroup = "{}"\ntype = "bool"\ndefault = false\nhelp = "None."\n'
    (folder / "module.toml").write_text(
        'id = "options"\ntitle = "Options"\nversion = "1"\nrules = 1\nrequires = ["base"]\n'
        + "".join(option.format(*each) for each in (("a", "Night"), ("b", "Day"), ("c", "Night"), ("d", "")))
    )
    said = fcm("module", "options", cwd=tmp_path).stdout
    lines = [line.split(" = ")[0] for line in said.splitlines() if "option options." in line or line.endswith(":")]
    assert lines == [
        "Night:",
        "  option options.a",
        "  option options.c",
        "Day:",
        "  option options.b",
        "option options.d",
    ]


@pytest.mark.parametrize("way", ["--modules-dir", "FCM_MODULES_DIR", "fcm-modules"])
def test_a_loose_module_plays_and_is_named_first_if_it_is_of_the_current_folder(way: str, tmp_path: Path) -> None:
    folder = tmp_path / "fcm-modules" / "tips"
    folder.mkdir(parents=True)
    (folder / "module.toml").write_text('id = "tips"\ntitle = "Tips"\nversion = "1"\nrules = 1\nrequires = ["base"]\n')
    (folder / "plugin.py").write_text(
        "from fcm_core.modding import hooks\n\n\n@hooks.modify_tip.impl\ndef kind(game, seat, card):\n    return ((1, 'kind guests'),)\n"
    )
    words = ["play", "base", "--with", "tips", "--seed", "1", "--players", "2"]
    more = [way, str(tmp_path / "fcm-modules")] if way == "--modules-dir" else []
    environment = {way: str(tmp_path / "fcm-modules")} if way == "FCM_MODULES_DIR" else {}
    here = tmp_path if way == "fcm-modules" else tmp_path / "elsewhere"
    here.mkdir(exist_ok=True)
    done = fcm_of_its_own(*words, *more, "--save", "game.jsonl", cwd=here, **environment)
    assert done.returncode == 0, done.stderr
    named = f"module tips comes from {Path('fcm-modules', 'tips')} in the current folder"
    assert (done.stderr.splitlines()[0] == named) == (way == "fcm-modules")
    again = fcm_of_its_own("replay", "game.jsonl", "--verify", *more, cwd=here, **environment)
    assert again.returncode == 0, again.stderr
    assert (named in again.stderr) == (way == "fcm-modules")


def test_a_module_for_a_newer_engine_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "fcm-modules" / "newer"
    folder.mkdir(parents=True)
    (folder / "module.toml").write_text(
        'id = "newer"\ntitle = "Newer"\nversion = "1"\nrules = 1\nengine = ">=9"\nrequires = ["base"]\n'
    )
    assert "engine" in fails("play", "base", "--with", "newer", cwd=tmp_path)


def test_a_read_only_folder_is_a_message(tmp_path: Path) -> None:
    assert "game.jsonl" in fails("play", "base", "--save", str(tmp_path / "missing" / "game.jsonl"))

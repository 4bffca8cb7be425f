"""Files that ask for too much or hold what nobody expects: one message that names file and place, at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fcm_core import Recording, load
from tests.cli.running import fails, fcm

HUGE = "9" * 5000
HEX = f"0x{'f' * 5000}"
BILLION = 1_000_000_000
RULESET = 'modules = ["base", "base_milestones"]\n'
PLAYERS = "[players.a]\n[players.b]\n"
MANIFEST = 'id = "odd"\ntitle = "Odd"\nversion = "1"\nrules = 1\nrequires = ["base"]\n'
CARD = '[x]\ntitle = "X"\ncolour = "red"\n'
ROAD = "\n".join("." * 2000 for _ in range(2000))
WIDE = "\n".join("." * 200 for _ in range(5))
TILES = str([["A0"] * 30]).replace("'", '"')


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Nothing here takes long, whatever a file asks for."""
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < 20


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (f"players = [2, {BILLION}]", "players[1]: expected a whole number from 1 to 20"),
        (f"players = [{HUGE}, 3]", "a number in it has too many digits"),
        (f"players = [{HEX}, 3]", "a number in it has too many digits"),
        (f"x = {HUGE}", "a number in it has too many digits"),
        ("a = " + "[" * 3000, "nested too deeply"),
        ("id = 'a'\nid = 'b'", "not valid TOML"),
        ('title = "one"\nmodules = ["no_such_module"]', "no module no_such_module"),
        ("[options.base]\nedition = 'delux'", "did you mean deluxe?"),
        ("[options.base]\nedtion = 'deluxe'", "did you mean edition?"),
        ("without = ['bases']", "did you mean base?"),
    ],
)
def test_a_ruleset_file(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "mine.toml").write_text(content + "\n" if "modules" in content else RULESET + content + "\n")
    for command in (("ruleset",), ("board",), ("simulate", "--games", "1")):
        told = fails(*command, "mine.toml", cwd=tmp_path)
        assert "mine.toml" in told and says in told
        assert len(told) < 700
    assert "mine.toml" in fcm("check", "mine.toml", cwd=tmp_path).stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (f'[board]\nmap = """\n{ROAD}\n"""\n{PLAYERS}', "board.map: expected at most 20 x 20 tiles"),
        (f'[board]\nmap = """\n{WIDE}\n"""\n{PLAYERS}', "board.map: expected at most 20 x 20 tiles"),
        (f"[board]\ntiles = {TILES}\n{PLAYERS}", "board.tiles: expected at most 20 rows of 20 tiles"),
        (f"[players.a]\nwork = [{{ card = 'waitress', count = {BILLION} }}]\n[players.b]", "expected at most 10000"),
        (
            f"[game]\nloose = true\n[players.a]\nbeach = [{{ card = 'waitress', count = {BILLION} }}]\n[players.b]",
            "players.a.beach[0]: expected at most 10000",
        ),
        (
            f"[players.a]\nstock = {{ beer = {BILLION} }}\n[players.b]",
            "stock.beer: expected a whole number from 0 to 10000",
        ),
        (f"[game]\nsupply = {{ waitress = {BILLION} }}\n{PLAYERS}", "supply.waitress: expected a whole number from 0"),
        (f"[players.a]\ncash = {10**18}\n[players.b]", "players.a.cash: expected a whole number from 0 to"),
        (f"round = {10**18}\n{PLAYERS}", "round: expected a whole number from 1 to"),
        (f"seed = {HUGE}\n{PLAYERS}", "a number in it has too many digits"),
        (f"seed = {HEX}\n{PLAYERS}", "a number in it has too many digits"),
        (f"[game]\nceo_slots = {10**12}\n{PLAYERS}", "game.ceo_slots: expected a whole number from 1 to"),
        (f"{PLAYERS}[[players.a.restaurant]]\nat = [{BILLION}, {BILLION}]", "not on the map"),
        (f"{PLAYERS}[[house]]\nnumber = 100\nat = [{BILLION}, 0]", "not on the map"),
        (f"{PLAYERS}[[house]]\nnumber = {10**18}\nat = [-{BILLION}, 0]", "not on the map"),
        ("".join(f"[players.p{number}]\n" for number in range(500)), "players, not 500"),
    ],
    ids=range(16),
)
def test_a_scenario_file(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "a.scenario.toml").write_text(content + "\n")
    told = fails("scenario", "run", "a.scenario.toml", cwd=tmp_path)
    assert "a.scenario.toml" in told and says in told
    assert len(told) < 2000


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        (
            "module.toml",
            MANIFEST.replace("rules = 1", f"rules = {BILLION}"),
            "rules: expected a whole number from 1 to",
        ),
        ("module.toml", MANIFEST + f"players = [1, {BILLION}]\n", "players[1]: expected a whole number from 1 to 20"),
        ("cards.toml", CARD + f"count = {BILLION}\n", "x.count: expected a whole number from 0 to 10000"),
        ("cards.toml", CARD + f"slots = {BILLION}\n", "x.slots: expected a whole number from 0 to 10000"),
        ("cards.toml", CARD + f"drinks = {BILLION}\n", "x.drinks: expected a whole number from 0 to 10000"),
        ("cards.toml", CARD + f"range = {HUGE}\n", "a number in it has too many digits"),
        (
            "cards.toml",
            CARD + f"produces = {{ beer = {BILLION} }}\n",
            "x.produces.beer: expected a whole number from -10000",
        ),
        ("setup.toml", f"map = {{ 3 = [{BILLION}, {BILLION}] }}\n", "map.3[0]: expected a whole number from 1 to 20"),
        ("setup.toml", f"map = {{ {HUGE} = [1, 1] }}\n", "expected whole numbers for keys"),
        (
            "setup.toml",
            f"supply_extra = {{ waitress = {BILLION} }}\n",
            "supply_extra.waitress: expected a whole number",
        ),
        (
            "campaigns.toml",
            f"[[campaign]]\nnumber = 99\nkind = 'mailbox'\nsize = [{BILLION}, 1]\n",
            "size[0]: expected",
        ),
    ],
    ids=range(11),
)
def test_a_file_of_a_module(tmp_path: Path, file: str, content: str, says: str) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "module.toml").write_text(MANIFEST)
    (folder / "README.md").write_text("# Odd\n")
    (folder / file).write_text(content)
    done = fcm("check", "odd", cwd=tmp_path)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    told = " ".join(done.stderr.split())
    assert file in told and says in told
    told = fails("simulate", "base", "--with", "odd", "--modules-dir", ".", "--games", "1", cwd=tmp_path)
    assert file in told and says in told


# --- saves -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a short save of bots."""
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    with Recording.start(
        load("base"), 2, 1, seats=dict.fromkeys(("gluttony_burgers", "b"), "steady"), path=path
    ) as game:
        for _ in range(4):
            seat = game.game.to_move[0]
            game.play(seat, game.game.default_action(seat))
    return path.read_text().splitlines()


def header(change: Callable[[dict[str, Any]], Any]) -> Callable[[list[str]], None]:
    """A change of the first line."""

    def changed(lines: list[str]) -> None:
        table = json.loads(lines[0])
        change(table)
        lines[0] = json.dumps(table)

    return changed


def text(line: int, old: str, new: str) -> Callable[[list[str]], None]:
    """A change of the text of a line."""

    def changed(lines: list[str]) -> None:
        assert old in lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new, 1)

    return changed


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (header(lambda table: table.update(seats={"a": [1]})), 1, "seats.a: expected a string"),
        (header(lambda table: table.update(seats=[["a"]])), 1, "seats: expected a table"),
        (header(lambda table: table.update(players=[["a"], 3])), 1, "players[0]: expected a string"),
        (header(lambda table: table.update(seed={})), 1, "seed: expected a whole number"),
        (header(lambda table: table["ruleset"].update(players=[2, BILLION])), 1, "players[1]: expected"),
        (header(lambda table: table["modules"][0].update(rules=-BILLION)), 1, "modules[0].rules: expected"),
        (header(lambda table: table["modules"][0].update(rules=[])), 1, "modules[0].rules: expected"),
        (header(lambda table: table.update(players=["same", "same"])), 1, "a name of its own"),
        (header(lambda table: table.update(options={"base": {"edition": [[]]}})), 1, "expected one of"),
        (text(1, '"seed":1', f'"seed":{HUGE}'), 1, "too many digits"),
        (text(1, '"seed":1', '"seed":1,"seed":2'), 1, "the key 'seed' is there twice"),
        (text(1, '"seed":1', f'"seed":{"[" * 5000}'), 1, "nested too deeply"),
        (text(2, "{", f'{{"x":{HUGE},'), 2, "too many digits"),
        (text(2, "{", '{"player":"a",'), 2, "the key 'player' is there twice"),
        (text(2, "{", "[" * 5000), 2, "nested too deeply"),
    ],
    ids=range(15),
)
def test_a_save(tmp_path: Path, lines: list[str], change: Callable[[list[str]], None], line: int, says: str) -> None:
    rows = list(lines)
    change(rows)
    (tmp_path / "game.jsonl").write_text("\n".join(rows) + "\n")
    for command in ("replay", "resume"):
        told = fails(command, "game.jsonl", cwd=tmp_path)
        assert f"game.jsonl, line {line}:" in told and says in told
        assert len(told) < 700


def test_a_bot_that_is_not_there_is_told_with_its_file(tmp_path: Path, lines: list[str]) -> None:
    rows = list(lines)
    header(lambda table: table.update(seats={table["players"][0]: "stedy"}))(rows)
    (tmp_path / "game.jsonl").write_text("\n".join(rows) + "\n")
    told = fails("resume", "game.jsonl", cwd=tmp_path)
    assert "game.jsonl, line 1: seats." in told and "no bot stedy; did you mean steady?" in told


@pytest.mark.parametrize("until", ["²", HUGE, "1.²"])
def test_a_place_to_stop(tmp_path: Path, lines: list[str], until: str) -> None:
    (tmp_path / "game.jsonl").write_text("\n".join(lines) + "\n")
    assert "expected ROUND or ROUND.PHASE" in fails("replay", "game.jsonl", "--until", until, cwd=tmp_path)

"""`fcm scenario run` and `from`, and `fcm play` from a position."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import fails, fcm

SAVE = Path(__file__).parent.parent / "games" / "saves" / "base-deluxe-3.jsonl"
POSITION = """
ruleset = "base"
phase = "working"
[board]
tiles = [["A0", "L0"], ["F0", "{}"]]
[players.p1]
cash = {}
[players.p2]
[expect.players.p1]
cash = 3
"""


def cases(folder: Path) -> list[str]:
    """60 files, of which one does not hold and one is wrong."""
    files = []
    for number in range(60):
        file = folder / f"case-{number:02}.scenario.toml"
        cash = {7: "4", 8: '"much"'}.get(number, "3")
        file.write_text(POSITION.format("L1" if number == 9 else "O0", cash), encoding="utf-8")
        files.append(str(file))
    return files


def test_many_files_at_once_come_to_the_same_in_one_process_and_in_two(tmp_path: Path) -> None:
    cases(tmp_path)
    one = fcm("scenario", "run", str(tmp_path), "--json")
    two = fcm("scenario", "run", str(tmp_path), "--json", "--jobs", "2")
    assert one == two
    assert one.returncode == 2
    found = json.loads(one.stdout)
    assert (found["passed"], found["failed"], len(found["wrong"])) == (58, 1, 1)
    assert "case-08" in found["wrong"][0]["file"]


def test_a_tile_twice_is_a_warning(tmp_path: Path) -> None:
    file = cases(tmp_path)[9]
    done = fcm("scenario", "run", file)
    assert done.returncode == 0
    assert "warning: board.tiles[1][1]: tile L is at tiles[0][1] already" in done.stderr


def test_a_position_of_a_save_becomes_a_scenario_and_a_game(tmp_path: Path) -> None:
    file = tmp_path / "dispute.scenario.toml"
    done = fcm("scenario", "from", str(SAVE), "--at", "4.working", "--out", str(file))
    assert done.returncode == 0 and "working of round 4" in done.stdout
    assert fcm("scenario", "run", str(file)).stdout == "1 passed, 0 failed\n"
    game = tmp_path / "on.jsonl"
    assert "wins" in fcm("play", str(file), "--save", str(game)).stdout
    assert "every fingerprint holds" in fcm("replay", str(game), "--verify").stdout
    assert "round 5" in fcm("stats", str(game)).stdout
    assert "a file is there already" in fails("scenario", "from", str(SAVE), "--at", "4", "--out", str(file))


def test_what_cannot_be_a_position_is_named(tmp_path: Path) -> None:
    assert "ends in" in fails("scenario", "from", str(SAVE), "--at", "99")
    assert "did you mean dinnertime" in fails("scenario", "from", str(SAVE), "--at", "3.dinner")
    file = cases(tmp_path)[0]
    assert "no player anna; there are p1, p2" in fails("play", file, "--seat", "anna=steady")
    assert "says itself which rules" in fails("play", file, "--with", "coffee")

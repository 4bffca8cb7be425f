"""Maps that somebody wrote, in part or as a whole, and what is on a map."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fcm_core as fcm
from fcm_core import InputError, MapPlan, Recording, map_of, map_statistics, new_game, read_map, read_save

WRITTEN = 'tiles = [["A0", "?", "C3"], ["?", "E?", "F1"], ["?", "?", "?"]]\n'


@pytest.fixture(scope="module")
def rules() -> fcm.Rules:
    return fcm.load("base")


def test_what_a_map_leaves_open_is_drawn(rules: fcm.Rules, tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(WRITTEN)
    plan = read_map(file)
    drawn = [map_of(rules, plan, 2, seed) for seed in range(20)]
    for spec in drawn:
        tiles = {(row, column): (tile, turns) for row, column, tile, turns in spec.tiles}
        assert tiles[0, 0] == ("A", 0) and tiles[0, 2] == ("C", 3) and tiles[1, 2] == ("F", 1)
        assert tiles[1, 1][0] == "E"
        assert len({tile for tile, _ in tiles.values()}) == 9
    assert len({spec.tiles for spec in drawn}) == 20
    assert {turns for spec in drawn for _, _, tile, turns in spec.tiles if tile == "E"} == {0, 1, 2, 3}
    assert map_of(rules, plan, 2, 7) == drawn[7]


def test_the_rest_keeps_to_the_options(tmp_path: Path) -> None:
    rules = fcm.load("base", options=["all_drinks=true"])
    plan = MapPlan((("A0", "?", "?"), ("?", "?", "?")))
    for seed in range(20):
        game = new_game(rules, 2, seed, map_spec=map_of(rules, plan, 2, seed))
        assert all(map_statistics(game).drinks.values())


def test_a_map_out_of_a_scenario_a_drawing_a_save_and_a_document(rules: fcm.Rules, tmp_path: Path) -> None:
    (tmp_path / "a.scenario.toml").write_text(f'title = "x"\nruleset = "base"\n[board]\n{WRITTEN}')
    assert read_map(tmp_path / "a.scenario.toml") == MapPlan((("A0", "?", "C3"), ("?", "E?", "F1"), ("?", "?", "?")))
    (tmp_path / "b.toml").write_text('map = """\n..#..\n..#..\n#####\n..#..\n..#..\n"""\n')
    assert read_map(tmp_path / "b.toml").drawing == ("..#..", "..#..", "#####", "..#..", "..#..")
    with Recording.start(rules, 3, 11, path=tmp_path / "c.jsonl") as recording:
        spec = recording.game.state.map
    assert map_of(rules, read_map(tmp_path / "c.jsonl"), 3, 99).tiles == spec.tiles
    tiles = [{"at": [row, column], "tile": tile, "turns": turns} for row, column, tile, turns in spec.tiles]
    (tmp_path / "d.json").write_text(json.dumps({"tiles": tiles}))
    assert map_of(rules, read_map(tmp_path / "d.json"), 3, 99).tiles == spec.tiles


@pytest.mark.parametrize("text", [WRITTEN, 'map = """\n..#..\nHH#B.\nHH#..\n..#L.\n..#S.\n"""\n'])
def test_a_game_on_a_written_map_is_saved_undone_and_resumed(rules: fcm.Rules, text: str, tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(text)
    spec = map_of(rules, read_map(file), 2, 3)
    save = tmp_path / "save.jsonl"
    with Recording.start(rules, ["ann", "ben"], 3, path=save, map_spec=spec) as recording:
        seat = recording.game.to_move[0]
        recording.play(seat, recording.game.default_action(seat))
        recording.undo()
        assert recording.game.state.map == spec
        recording.play(seat, recording.game.default_action(seat))
    with Recording.resume(save) as again:
        assert again.game.state.map == spec and len(again.moves) == 1
        assert fcm.fingerprint(again.game.state, rules) == fcm.fingerprint(recording.game.state, rules)
    assert map_of(rules, read_map(save), 2, 8) == spec


def test_a_save_on_the_map_of_its_seed_says_nothing_of_it(rules: fcm.Rules, tmp_path: Path) -> None:
    with Recording.start(rules, 2, 3, path=tmp_path / "save.jsonl"):
        pass
    assert read_save(tmp_path / "save.jsonl").header.map is None
    assert '"map"' not in (tmp_path / "save.jsonl").read_text()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.toml", 'tiles = [["A4"]]', "tiles[0][0]: expected a tile and its quarter turns"),
        ("a.toml", 'tiles = [["AA0"]]', "did you mean A?"),
        ("a.toml", 'tiles = [[""]]', "a map needs a tile"),
        ("a.toml", "tiles = []", "expected rows of tiles"),
        ("a.toml", 'tiles = ["A0"]', "a.toml: tiles[0]: expected a list"),
        ("a.toml", 'tiles = [["A0"]]\nmap = "x"', "both are there"),
        ("a.toml", 'title = "x"', "neither is there"),
        ("a.toml", 'map = """\n..#"""', "multiples of 5"),
        ("a.toml", 'map = """\n.....\n.....\n..!..\n.....\n....."""', "unknown character '!'"),
        ("a.json", "[]", "expected the tiles of a board"),
        ("a.json", '{"tiles": [{"at": [-1, 0], "tile": "A", "turns": 0}]}', "from 0 on"),
        ("a.json", "no", "no JSON document"),
        ("a.jsonl", "no", "this is not a save"),
        ("b.toml", None, "no file"),
    ],
)
def test_what_is_no_map(rules: fcm.Rules, name: str, text: str | None, told: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as error:
        map_of(rules, read_map(tmp_path / name), 2, 1)
    assert told in str(error.value)


def test_a_map_with_more_to_draw_than_there_is(rules: fcm.Rules) -> None:
    with pytest.raises(InputError, match="25 tiles are to be drawn, and 20 are left"):
        map_of(rules, MapPlan((("?",) * 5,) * 5), 2, 1)


def test_statistics_of_a_drawing() -> None:
    drawing = ("..#..", "HH#B.", "HH#..", "#....", "#.LL.")
    rules = fcm.load("base")
    plan = MapPlan(drawing=drawing)
    found = map_statistics(new_game(rules, 2, 1, map_spec=map_of(rules, plan, 2, 1)))
    assert found.drinks == {"beer": 1, "lemonade": 2, "soda": 0}
    assert (found.road_squares, found.road_nets, found.largest_net) == (5, 2, 3)


def test_under_a_bridge_two_roads_are_not_one() -> None:
    rules = fcm.load("base")
    crossing = ("..#..", "..#..", "##+##", "..#..", "..#..")
    found = map_statistics(new_game(rules, 2, 1, map_spec=map_of(rules, MapPlan(drawing=crossing), 2, 1)))
    assert (found.road_nets, found.largest_net) == (2, 5)


def test_apartments_are_counted_by_themselves() -> None:
    rules = fcm.load("base", ["new_districts"], options=["new_districts.apartments=2"])
    found = map_statistics(new_game(rules, 3, 1))
    assert found.houses["apartment"] == 2 and found.houses["house"] > 0

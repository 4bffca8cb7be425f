"""Choosing modules and maps on the command line: --random, --budget, draft, advice, --map, board --stats and --svg."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import fcm_core as core
from fcm_cli import drafting
from fcm_cli.svg import picture
from fcm_core import Draft, Pool, Stream, read_save
from tests.cli.running import fails, fcm, fcm_of_its_own
from tests.cli.test_board import position

DRAW = ("base", "--random", "2-3", "--budget", "5-8", "--players", "3", "--seed", "7")


def test_a_game_with_modules_drawn_by_chance_remembers_how(tmp_path: Path) -> None:
    save = tmp_path / "save.jsonl"
    first = json.loads(fcm("play", *DRAW, "--save", str(save), "--json").stdout)
    again = json.loads(fcm("play", *DRAW, "--json").stdout)
    assert first["over"] and first["cash"] == again["cash"] and first["modules"] == again["modules"]
    chosen = first["chosen"]
    assert chosen["way"] == "random" and chosen["seed"] == 7 and chosen["budget"] == [5, 8]
    assert set(chosen["modules"]) <= set(first["modules"])
    header = read_save(save).header
    assert header.chosen is not None and list(header.chosen.modules) == chosen["modules"]
    assert fcm("replay", str(save), "--verify").returncode == 0
    shown = json.loads(fcm("ruleset", *DRAW, "--json").stdout)
    assert [each["id"] for each in shown["modules"]] == first["modules"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "base", "--random", "x"), "--random x: expected a number, or two such as 3-5"),
        (("play", "base", "--random", "3-2"), "the smaller first"),
        (("play", "base", "--budget", "99"), "complexity of 99 to 99 together can be played with Base game"),
        (("play", "base", "--random", "2", "--chance", "milestones"), "expected PART=PERCENT"),
        (("play", "base", "--random", "2", "--chance", "coffee=2"), "nothing called coffee is replaced"),
        (("play", "base", "--chance", "milestones=2"), "it goes with --random or --budget"),
        (("play", "base", "--map", "none.toml"), "no file none.toml"),
        (("play", "base", "--seat", "ann=human", "--json"), "--json is for games between bots"),
        (("draft", "base", "--pick", "cofee"), "no module cofee; did you mean coffee?"),
        (("draft", "base", "--pick", "new_milestones", "--pick", "hard_choices"), "which new_milestones replaces"),
        (("draft", "base", "--seat", "ann=human", "--players", "2"), "it is ann's turn, and there is nobody to ask"),
        (("board", "base", "--map", "odd.toml"), "odd.toml: tiles[0][0]: expected a tile"),
    ],
)
def test_bad_wishes_are_answered(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text('tiles = [["9"]]')
    assert told in fails(*words, cwd=tmp_path)


def test_a_draft_by_words_offers_what_can_be_played_and_gives_reasons() -> None:
    done = fcm("draft", "base", "--players", "3", "--pick", "new_milestones", "--pick", "skip", "--json")
    found = json.loads(done.stdout)
    assert [each["module"] for each in found["picks"]] == ["new_milestones", None]
    assert (not found["over"] and found["turn"] == found["picks"][0]["player"]) or found["turn"] in found["seats"]
    offers = {each["module"]: each for each in found["offers"]}
    assert offers["coffee"]["possible"] and offers["coffee"]["complexity"] == 5
    assert not offers["hard_choices"]["possible"] and "new_milestones" in offers["hard_choices"]["reasons"][0]


def test_bots_draft_by_chance_and_play(tmp_path: Path) -> None:
    save = tmp_path / "save.jsonl"
    done = fcm("draft", "base", "--players", "2", "--seed", "3", "--save", str(save))
    assert done.returncode == 0, done.stderr
    header = read_save(save).header
    assert header.chosen is not None and header.chosen.way == "draft" and header.chosen.picks
    typed = fcm("draft", "base", "--players", "2", "--seed", "3", "--no-play").stdout.split()
    assert [typed[index + 1] for index, word in enumerate(typed) if word == "--with"] == list(header.chosen.modules)


def test_what_people_type_in_a_draft() -> None:
    seats = {"ann": "human", "bot": "steady"}
    draft = Draft(Pool("base"), list(seats), 4)
    drafting.take(draft, seats, "cof")
    assert draft.named == ("coffee",)
    draft.choose(Stream(1, "core", "draft"))
    drafting.take(draft, seats, "undo")  # the bot's turn goes with it
    assert not draft.named and draft.turn == "ann"
    with pytest.raises(core.InputError, match="n may be new_districts or new_milestones"):
        drafting.take(draft, seats, "n")
    with pytest.raises(core.InputError, match="did you mean kimchi"):
        drafting.take(draft, seats, "kimchy")
    drafting.take(draft, seats, "skip")
    assert draft.picks == [("ann", "")]


def test_soft_advice_is_told_and_nothing_fails() -> None:
    done = fcm("ruleset", "base", "--with", "movie_stars", "--players", "2")
    assert "advice: movie_stars: best with 3 or more players" in " ".join(done.stdout.split())
    assert "best with 3" not in fcm("ruleset", "base", "--with", "movie_stars", "--players", "4").stdout
    done = fcm("check", "henri-lo-menu", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert found["problems"] == [] and "movie_stars" in {each["key"] for each in found["advice"]}


def test_a_game_on_a_written_map(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('tiles = [["A0", "?", "?"], ["?", "?", "?"], ["?", "?", "B3"]]')
    words = ("base", "--map", "map.toml", "--players", "2", "--seed", "4")
    shown = json.loads(fcm("board", *words, "--json", cwd=tmp_path).stdout)
    assert shown["tiles"][0] == {"at": [0, 0], "tile": "A", "turns": 0}
    done = fcm("play", *words, "--save", "save.jsonl", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = json.loads(fcm("board", "base", "--players", "2", "--map", "save.jsonl", "--json", cwd=tmp_path).stdout)
    assert again["tiles"] == shown["tiles"]
    assert fcm("replay", "save.jsonl", "--verify", cwd=tmp_path).returncode == 0


def test_statistics_of_a_map() -> None:
    words = ("board", "base", "--with", "new_districts", "--option", "new_districts.apartments=1", "--stats")
    said = fcm(*words).stdout
    assert re.search(r"houses: \d+ houses, 1 apartment; \d+ with a garden", said)
    assert re.search(r"drinks: \d+ beer, \d+ lemonade, \d+ soda", said)
    assert re.search(r"roads: \d+ separate road net", said)
    found = json.loads(fcm(*words, "--json").stdout)["stats"]
    assert found["houses"]["apartment"] == 1 and found["road_nets"] >= 1


def _titles(document: str) -> list[str]:
    root = ElementTree.fromstring(document)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]


def test_a_picture_holds_every_piece(tmp_path: Path) -> None:
    game = position(
        tmp_path,
        modules='"coffee", "lobbyists", "gourmet_food_critics"',
        board='tiles = [["A0", "L0", "N0"], ["F0", "O0", "Z0"], ["G0", "R0", "Q0"]]',
        more="""
        [[house]]
        number = 10
        demand = ["pizza", "beer"]
        [[piece]]
        kind = "coffee_shop"
        at = [0, 3]
        owner = "anna"
        """,
    )
    titles = _titles(picture(game))
    assert "restaurant of anna" in titles and "restaurant of ben, opens at Cleanup" in titles
    assert any(title.startswith("house 10, demand: pizza, beer") for title in titles)
    assert "coffee shop of anna" in titles
    assert any(title.startswith("park, square") for title in titles)
    assert any(title.startswith("beer, square") for title in titles)
    assert "bridge" in titles


def test_a_picture_of_a_whole_game_with_everything(tmp_path: Path) -> None:
    """Every piece that lies on the board at the end of a game, of whatever module, is in the picture."""
    save = tmp_path / "save.jsonl"
    fcm("play", "henri-lo-menu", "--players", "4", "--seed", "2", "--save", str(save))
    done = fcm("board", str(save), "--svg", str(tmp_path / "a.svg"))
    assert done.returncode == 0, done.stderr
    document = (tmp_path / "a.svg").read_text()
    titles = _titles(document)
    game = core.replay(read_save(save)).game
    for campaign in game.state.campaigns.values():
        assert any(title.startswith(f"campaign {campaign.number}: ") for title in titles)
    for house in game.state.houses.values():
        assert any(f" {house.id}," in title for title in titles) or not house.mask
    for piece in game.state.pieces:
        kind = game.rules.piece_kinds[piece.kind]
        assert any(title.startswith(kind.title or piece.kind.replace("_", " ")) for title in titles)
    for house in game.state.houses.values():
        assert house.mask or f"{house.kind.replace('_', ' ')}" in document


def test_names_in_a_picture_are_no_markup(tmp_path: Path) -> None:
    game = core.new_game(core.load("base"), ["<b>&", "\x1bben"], 1)
    document = picture(game)
    assert "&lt;b&gt;&amp;" in document and "\\x1bben" in document
    ElementTree.fromstring(document)


def test_options_of_the_whole_program_stand_anywhere() -> None:
    assert fcm("--version").stdout.startswith("fcm ")
    plain = fcm("ruleset", "base").stdout
    assert fcm("ruleset", "base", "--color", "always").stdout != plain
    assert fcm("--color=always", "ruleset", "base").stdout == fcm("ruleset", "base", "--color", "always").stdout
    assert fcm("ruleset", "base", "--no-color", FORCE_COLOR="1").stdout == plain
    assert "purple" in fails("ruleset", "base", "--color", "purple")
    assert "a human seat needs a terminal" in fails("play", "base", "--seat", "ann=human", "--no-input")


def test_a_shell_completes_rulesets_and_modules() -> None:
    done = fcm_of_its_own(_FCM_COMPLETE="complete_bash", COMP_WORDS="fcm ruleset ko", COMP_CWORD="2")
    assert done.stdout.split() == ["korean-city"]
    done = fcm_of_its_own(_FCM_COMPLETE="complete_bash", COMP_WORDS="fcm play base --with ki", COMP_CWORD="4")
    assert done.stdout.split() == ["kimchi"]

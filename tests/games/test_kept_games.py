"""Games that are kept for ever: they play as they did, or a module tells what has changed."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from fcm_core import SaveError, read_save, replay, shipped_rulesets
from tests.games import kept_games
from tests.games.kept_games import FOLDER, KeptGameError, again, all_made, ending, file_of, hash_of, recipes, renew

RECIPES = recipes()
BEFORE = sorted((Path(__file__).parent / "saves_before").glob("*.jsonl"))
HOW = (
    "If play is meant to have changed, raise `rules` of the module concerned, tell what has changed, and renew the game: "
    "see tests/games/saves/README.md."
)


@pytest.mark.parametrize("name", RECIPES)
def test_it_plays_as_it_did(name: str) -> None:
    try:
        played = again(name)
    except SaveError as error:
        pytest.fail(f"{error}\n{HOW}")
    assert ending(played.game) == RECIPES[name].ends
    assert played.unsealed is None


@pytest.mark.parametrize("name", RECIPES)
def test_the_save_is_that_of_its_recipe(name: str) -> None:
    recipe, header = RECIPES[name], read_save(file_of(name)).header
    assert (header.ruleset.id, header.seed, tuple(header.seats.values())) == (recipe.ruleset, recipe.seed, recipe.bots)
    assert header.options["base"]["edition"] == recipe.edition
    for module, values in recipe.options.items():
        assert header.options[module] == {**header.options[module], **values}


def test_every_file_was_written_for_a_reason_and_not_by_hand() -> None:
    """Who changes a file must have raised a rules number: made.toml tells each file's hash, numbers and reason."""
    for name in RECIPES:
        entries = [made for made in all_made() if made.game == name]
        assert entries and entries[-1].sha256 == hash_of(file_of(name)), f"{name} was changed without `renew`"
        assert all(made.reason.strip() for made in entries)
        for earlier, later in pairwise(entries):
            raised = any(number > earlier.rules.get(module, 0) for module, number in later.rules.items())
            assert raised, f"{name} was renewed without a raised rules number: {later.reason}"
        numbers = {module.id: module.rules for module in read_save(file_of(name)).header.modules}
        assert entries[-1].rules == numbers


def test_the_folder_holds_these_games_and_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(RECIPES)
    assert {made.game for made in all_made()} == set(RECIPES)


def test_rulesets_editions_numbers_of_players_and_endings_are_all_there() -> None:
    editions = {(recipe.ruleset, recipe.edition) for recipe in RECIPES.values()}
    assert editions == {(ruleset, edition) for ruleset in shipped_rulesets() for edition in ("classic", "deluxe")}
    assert {len(recipe.bots) for recipe in RECIPES.values()} == {2, 3, 4, 5, 6}
    assert {recipe.ends for recipe in RECIPES.values()} == {
        "first break",
        "second break",
        "second break, one bankrupt",
        "all but one bankrupt",
        "all bankrupt",
    }


# --- renewing ----------------------------------------------------------------------------------------------------------

NAME = "last-one-classic-2"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one of the games."""
    for file in ("games.toml", "made.toml", f"{NAME}.jsonl"):
        copy(FOLDER / file, tmp_path)
    return tmp_path


def change(folder: Path, line: int, **keys: Any) -> None:
    """Other values in a line of the save; 0 is the header."""
    path = file_of(NAME, folder)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **keys})
    path.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def saved_with_rules_1(folder: Path) -> int:
    """The save as if it had been made before R-12a; returns the number that it was made with."""
    base, *modules = json.loads(file_of(NAME, folder).read_text(encoding="utf-8").splitlines()[0])["modules"]
    assert base["id"] == "base"
    change(folder, 0, modules=[{**base, "rules": 1}, *modules])
    return int(base["rules"])


def test_a_game_that_holds_is_not_renewed(folder: Path) -> None:
    with pytest.raises(KeptGameError, match="nothing to renew"):
        renew(NAME, "I like it better so", folder)


def test_a_change_of_play_that_no_module_tells_of_is_not_accepted(folder: Path) -> None:
    lines = [json.loads(line) for line in file_of(NAME).read_text(encoding="utf-8").splitlines()]
    change(folder, next(place for place, line in enumerate(lines) if line.get("round") == 1), fingerprint="0" * 16)
    with pytest.raises(SaveError, match="after round 1"):
        again(NAME, folder)
    before = file_of(NAME, folder).read_bytes()
    with pytest.raises(KeptGameError, match=r"(?s)after round 1.*\nPlay has changed, but no module tells of it"):
        renew(NAME, "burgers are dearer", folder)
    assert file_of(NAME, folder).read_bytes() == before
    assert all_made(folder) == all_made()


def test_a_change_that_a_module_tells_of_is_renewed_with_a_reason(folder: Path) -> None:
    number = saved_with_rules_1(folder)
    with pytest.raises(SaveError, match="reserve cards are chosen after"):
        again(NAME, folder)
    with pytest.raises(KeptGameError, match="reason"):
        renew(NAME, " ", folder)
    renew(NAME, 'the "new" setup', folder)
    assert ending(again(NAME, folder).game) == RECIPES[NAME].ends
    *earlier, last = all_made(folder)
    assert earlier == all_made()
    assert (last.game, last.reason, last.rules["base"]) == (NAME, 'the "new" setup', number)
    assert last.sha256 == hash_of(file_of(NAME, folder))


def test_a_game_that_ends_otherwise_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved_with_rules_1(folder)
    before = file_of(NAME, folder).read_bytes()
    monkeypatch.setattr(kept_games, "ROUNDS", 1)
    with pytest.raises(KeptGameError, match="not over"):
        renew(NAME, "it is shorter", folder)
    assert file_of(NAME, folder).read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == sorted(["games.toml", "made.toml", f"{NAME}.jsonl"])


# --- saves of an older engine --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BEFORE, ids=lambda path: path.stem)
def test_a_save_made_before_the_classic_setup_changed(path: Path) -> None:
    """R-12a: classic saves with rules 1 of the base game are refused with the reason; deluxe ones play on."""
    save = read_save(path)
    if save.header.options["base"]["edition"] == "classic":
        with pytest.raises(
            SaveError, match=r"\(rules 1\).*reserve cards are chosen after the first restaurants \(R-12a\)"
        ):
            replay(save)
    else:
        played = replay(save)
        assert played.game.state.over
        assert len(played.moves) > 100


def test_saves_of_both_editions_were_kept() -> None:
    assert len(BEFORE) == 6

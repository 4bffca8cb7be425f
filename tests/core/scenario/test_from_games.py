"""A position of a game written as a scenario file is that position again, and a game can be played on from one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.basics.errors import InputError, Problems
from fcm_core.records.codec import state_to_json
from fcm_core.records.saves import Recording, read_save, replay
from fcm_core.scenario import Scenario
from fcm_core.scenario.describing import scenario_text
from fcm_core.scenario.loading import is_scenario, load
from tests.core.scenario.writing import write, wrong

SAVES = sorted((Path(__file__).parent.parent.parent / "games" / "saves").glob("*.jsonl"))
PHASES = ("restructuring", "order_of_business", "working", "dinnertime", "payday", "marketing", "cleanup")


def position(save: Path, at: str, folder: Path) -> Path:
    """The position of a save as a file."""
    file = folder / "position.scenario.toml"
    file.write_text(scenario_text(load(save, until=at), at), encoding="utf-8")
    return file


@pytest.mark.parametrize("save", SAVES, ids=[save.stem for save in SAVES])
def test_the_position_of_a_save_is_that_of_its_scenario(save: Path, tmp_path: Path) -> None:
    """Every save at two moments; the phases take turns, and some saves end before the later one."""
    turn = SAVES.index(save)
    written = 0
    for number in (2, 4 + turn % 5):
        try:
            game = load(save, until=f"{number}.{PHASES[(turn + number) % len(PHASES)]}")
        except InputError:
            continue
        if game.over:
            continue
        file = tmp_path / "position.scenario.toml"
        file.write_text(scenario_text(game, "a position"), encoding="utf-8")
        found = Scenario(file)
        assert found.game.state == game.state
        assert state_to_json(found.game.state, found.rules) == state_to_json(game.state, game.rules)
        written += 1
    assert written


def test_a_game_goes_on_from_its_scenario_as_it_went(tmp_path: Path) -> None:
    save = next(save for save in SAVES if save.stem == "city-builder-deluxe-4")
    whole = replay(read_save(save))
    game = Scenario(position(save, "4.working", tmp_path)).game
    game.advance()
    before = len(replay(read_save(save), "4.working").moves)
    for move in whole.moves[before:]:
        game.apply(move.player, move.action)
    assert game.state == whole.game.state


def test_what_people_read_needs_no_rest(tmp_path: Path) -> None:
    """Without [state] cash, cards, pieces and demand are still there."""
    save = next(save for save in SAVES if save.stem == "first-cup-of-coffee-deluxe-5")
    game = load(save, until="6.payday")
    file = position(save, "6.payday", tmp_path)
    file.write_text(file.read_text(encoding="utf-8").partition("\n[state]")[0], encoding="utf-8")
    found = Scenario(file).game
    for was, now in zip(game.state.players, found.state.players, strict=True):
        assert (was.cash, was.work, was.beach, was.stock, was.restaurants) == (
            now.cash,
            now.work,
            now.beach,
            now.stock,
            now.restaurants,
        )
    assert (found.state.demand, found.state.pieces, found.state.supply) == (
        game.state.demand,
        game.state.pieces,
        game.state.supply,
    )


def test_the_rest_is_checked(tmp_path: Path) -> None:
    told = wrong(tmp_path, "[state]\nowned = 3\nowed = true\n[state.players.p3]\ncash = 1\n")
    assert told["state.owned"] == "unknown key; did you mean owed?"
    assert "unknown" in told["state.players.p3"]
    assert "expected a whole number" in wrong(tmp_path, "[state]\nowed = true\n")["state.owed"]


def test_only_the_start_of_a_phase_is_a_position(tmp_path: Path) -> None:
    game = Scenario(write(tmp_path, "")).next_decision()
    with pytest.raises(InputError, match="start of a phase"):
        scenario_text(game, "in a turn")


def test_a_save_may_begin_with_a_position(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Scenario(write(tmp_path, "", p1="cash = 7")).game
    with Recording.begin(game, path=path) as recording:
        for _ in range(4):
            seat = recording.game.to_move[0]
            recording.play(seat, recording.game.default_action(seat))
        left = recording.game.state.copy()
        recording.undo()
        seat = recording.game.to_move[0]
        recording.play(seat, recording.game.default_action(seat))
        assert recording.game.state == left
    again = replay(read_save(path))
    assert again.game.state == left
    with Recording.resume(path) as resumed:
        assert resumed.game.state == left


def test_a_position_of_a_save_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Recording.begin(Scenario(write(tmp_path, "")).game, path=path):
        pass
    path.write_text(path.read_text().replace('"cash":0', '"cash":true'))
    with pytest.raises(InputError, match=r"line 1.*cash"):
        replay(read_save(path))


def test_nobody_can_play_on_where_the_game_ends(tmp_path: Path) -> None:
    game = Scenario(write(tmp_path, "", phase="dinnertime", p2="bankrupt = true")).game
    with pytest.raises(InputError, match="before anybody has to decide"):
        Recording.begin(game)


def test_a_scenario_is_told_from_a_ruleset(tmp_path: Path) -> None:
    assert is_scenario(write(tmp_path, ""))
    ruleset = tmp_path / "mine.toml"
    ruleset.write_text('extends = "base"\nplayers = [2, 3]\n')
    assert not is_scenario(ruleset) and not is_scenario("base")


def test_modules_may_be_left_out(tmp_path: Path) -> None:
    file = write(tmp_path, "")
    file.write_text(f'without = ["base_milestones"]\n{file.read_text()}')
    assert not Scenario(file).rules.milestones
    file.write_text(file.read_text().replace("base_milestones", "base_milestone"))
    with pytest.raises(Problems, match="did you mean base_milestones"):
        Scenario(file)

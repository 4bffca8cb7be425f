"""Saves: written as played, read by playing again, wrong files answered, undo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError, RefusedError, SaveError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import ModuleId
from fcm_core.game import hooks
from fcm_core.game.bank import pay
from fcm_core.game.game import Game
from fcm_core.game.parts import Partition
from fcm_core.game.rules import Rules
from fcm_core.game.views import Hidden
from fcm_core.records.codec import fingerprint
from fcm_core.records.saves import Recording, differences, plan_of, read_save, replay
from fcm_core.rules.plan import find_modules, resolve
from tests.core.loose_modules import write_module

Lines = list[dict[str, Any]]


def go_on(recording: Recording, until: Callable[[Game], bool], seed: int = 1) -> None:
    """Random moves, recorded."""
    stream = Stream(seed, "tests", "saves")
    while recording.game.pending and not until(recording.game):
        owed = recording.game.pending[0]
        fires = owed.kind == "fire"
        action = recording.game.default_action(owed.seat) if fires else recording.game.sample(owed.seat, stream)
        recording.play(owed.seat, action)


@pytest.fixture
def saved(base_rules: Rules, tmp_path: Path) -> tuple[Path, Game]:
    """A save of a game in its fifth round, and that game."""
    path = tmp_path / "game.jsonl"
    with Recording.start(base_rules, 3, seed=5, seats={"fried_geese_and_donkey": "human"}, path=path) as recording:
        go_on(recording, lambda game: game.state.round == 5 and game.pending[0].kind == "working")
    return path, recording.game


def lines_of(path: Path) -> Lines:
    return [json.loads(row) for row in path.read_text().splitlines()]


def write(path: Path, lines: Lines) -> None:
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))


def test_the_file_is_a_header_the_actions_and_a_fingerprint_a_round(saved: tuple[Path, Game]) -> None:
    path, game = saved
    header, *rest = lines_of(path)
    assert header["fcm_save"] == 1
    assert [module["id"] for module in header["modules"]] == [module.id for module in game.rules.plan.modules]
    assert header["seed"] == 5
    assert header["seats"] == {"fried_geese_and_donkey": "human"}
    assert [each["round"] for each in rest if "fingerprint" in each] == [0, 1, 2, 3, 4]
    assert all(each.keys() >= {"player", "action"} for each in rest if "fingerprint" not in each)


def test_every_action_is_in_the_file_as_soon_as_it_is_played(base_rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Recording.start(base_rules, 2, seed=1, path=path) as recording:
        for played in range(1, 20):
            owed = recording.game.pending[0]
            recording.play(owed.seat, recording.game.default_action(owed.seat))
            assert sum("action" in each for each in lines_of(path)) == played
            assert replay(read_save(path)).game.state == recording.game.state


def test_a_replay_is_the_game(saved: tuple[Path, Game]) -> None:
    path, game = saved
    again = replay(read_save(path))
    assert again.game.state == game.state
    assert again.game.pending == game.pending
    assert len(again.by_move) == len(again.moves) == sum("action" in each for each in lines_of(path))
    assert "structures_revealed" in [event.kind for event in again.events]


@pytest.mark.parametrize(
    ("until", "round_", "phase"),
    [("3", 3, "restructuring"), ("3.dinnertime", 3, "dinnertime"), ("4.payday", 4, "payday"), ("99", 5, "working")],
)
def test_a_replay_stops_where_it_is_told(saved: tuple[Path, Game], until: str, round_: int, phase: str) -> None:
    path, game = saved
    found = replay(read_save(path), until)
    assert (found.game.state.round, found.game.state.phase) == (round_, phase)
    # From there the rest of the actions lead to the same end.
    found.game.advance()
    for move in replay(read_save(path)).moves[len(found.moves) :]:
        found.game.apply(move.player, move.action)
    assert found.game.state == game.state


@pytest.mark.parametrize("until", ["x", "3.dinner", "-1", "3."])
def test_a_wrong_place_to_stop_is_answered(saved: tuple[Path, Game], until: str) -> None:
    with pytest.raises(InputError, match=r"expected ROUND or ROUND\.PHASE"):
        replay(read_save(saved[0]), until)


def test_a_new_process_with_another_hash_seed_plays_the_same_game(saved: tuple[Path, Game]) -> None:
    path, game = saved
    program = (
        "import sys; from fcm_core.records.saves import read_save, replay; from fcm_core.records.codec import fingerprint; "
        "found = replay(read_save(sys.argv[1])).game; print(fingerprint(found.state, found.rules)); "
        "print([found.label(each, found.pending[0].seat) for each in found.legal_actions(found.pending[0].seat)])"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program, str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].split("\n")[0] == fingerprint(game.state, game.rules)


# --- wrong files -----------------------------------------------------------------------------------------------------


def first(lines: Lines, **match: Any) -> int:
    return next(index for index, each in enumerate(lines) if match.items() <= each.items())


def change_seed(lines: Lines) -> int:
    lines[0]["seed"] = 6
    return 0


def change_choice(lines: Lines) -> int:
    index = first(lines, action="choose_reserve")
    lines[index]["reserve"] = 300 if lines[index]["reserve"] != 300 else 100
    return first(lines, round=0) + 1


def unknown_player(lines: Lines) -> int:
    lines[3]["player"] = "nobody"
    return 4


def unknown_field(lines: Lines) -> int:
    index = first(lines, action="choose_reserve")
    lines[index]["resreve"] = lines[index].pop("reserve")
    return index + 1


def illegal(lines: Lines) -> int:
    index = first(lines, action="choose_reserve")
    lines[index]["reserve"] = 150
    return index + 1


def without_fingerprint(lines: Lines) -> int:
    index = first(lines, round=2)
    del lines[index]
    return index + 1


def newer_format(lines: Lines) -> int:
    lines[0]["fcm_save"] = 2
    return 1


def unknown_key(lines: Lines) -> int:
    lines[0]["sed"] = lines[0].pop("seed")
    return 1


def other_rules(lines: Lines) -> int:
    lines[0]["modules"][0]["rules"] += 1
    return 1


def missing_module(lines: Lines) -> int:
    lines[0]["modules"].append({"id": "no_such_module", "version": "3.2", "rules": 1, "digest": ""})
    return 1


def other_order(lines: Lines) -> int:
    lines[0]["order"] = "0" * 16
    return 1


def wrong_option(lines: Lines) -> int:
    lines[0]["options"][lines[0]["modules"][0]["id"]]["edition"] = "delux"
    return 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_seed, ""),
        (change_choice, "was changed"),
        (unknown_player, "no player 'nobody'"),
        (unknown_field, "did you mean reserve?"),
        (illegal, "no reserve card 150"),
        (without_fingerprint, "round 2 ended here, and its fingerprint is missing"),
        (newer_format, "format 2"),
        (unknown_key, "did you mean seed?"),
        (other_rules, "(rules 3) and is"),
        (missing_module, "no_such_module 3.2"),
        (other_order, "order of steps"),
        (wrong_option, "did you mean deluxe?"),
    ],
)
def test_a_wrong_save_is_refused_with_its_line(
    saved: tuple[Path, Game], change: Callable[[Lines], int], says: str
) -> None:
    path, _ = saved
    lines = lines_of(path)
    number = change(lines)
    write(path, lines)
    before = path.read_bytes()
    with pytest.raises(SaveError) as caught:
        replay(read_save(path))
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
    if number:
        assert f"line {number}:" in str(caught.value)
    with pytest.raises(SaveError):
        Recording.resume(path)
    assert path.read_bytes() == before


def test_other_files_under_the_same_rules_are_fine_while_the_game_is_the_same(saved: tuple[Path, Game]) -> None:
    path, game = saved
    lines = lines_of(path)
    lines[0]["modules"][0].update(digest="0123456789abcdef", version="0.9.9")
    write(path, lines)
    again = replay(read_save(path), verify=False)
    assert again.game.state == game.state
    assert "0.9.9" in again.warnings[0]
    lines[first(lines, round=3)]["fingerprint"] = "0" * 16
    write(path, lines)
    with pytest.raises(SaveError, match=r"0\.9\.9"):
        replay(read_save(path), verify=False)


CHANGES = """
[options.pace]
type = "choice"
choices = ["slow", "fast"]
default = "slow"
help = "How fast."

[[changes]]
rules = 2
reason = "fast parties last a round less"
options = { odd = { pace = "fast" } }

[[changes]]
rules = 3
reason = "parties on a deluxe map are larger"
options = { base = { edition = "deluxe" }, odd = { pace = "fast" } }
"""


@pytest.mark.parametrize(
    ("saved_under", "rules", "pace", "reasons"),
    [
        (3, 3, "fast", []),
        (2, 3, "fast", []),  # the base game is the classic one
        (1, 3, "fast", ["fast parties last a round less"]),
        (1, 3, "slow", []),
        (1, 4, "slow", ["what rules 4 changed is not told"]),
        (4, 3, "slow", [""]),
    ],
)
def test_a_save_of_an_older_number_is_refused_where_a_change_concerns_it(
    tmp_path: Path, saved_under: int, rules: int, pace: str, reasons: list[str]
) -> None:
    home = write_module(tmp_path, "odd", CHANGES)
    manifest = home / "module.toml"
    manifest.write_text(manifest.read_text().replace("rules = 1", f"rules = {rules}", 1))
    plan = resolve("base", with_=["odd"], options={"odd": {"pace": pace}}, modules_dirs=[tmp_path])
    path = tmp_path / "game.jsonl"
    with Recording.start(compile_rules(plan), 2, seed=1, path=path) as recording:
        go_on(recording, lambda game: game.state.round > 1)
    lines = lines_of(path)
    lines[0]["modules"][-1]["rules"] = saved_under
    write(path, lines)
    save = read_save(path)
    grave, slight = differences(save, compile_rules(plan_of(save, [tmp_path])))
    assert len(grave) == len(reasons)
    assert all(reason in told for reason, told in zip(reasons, grave, strict=True))
    assert len(slight) == (not grave and saved_under != rules)
    if grave:
        with pytest.raises(SaveError, match=f"rules {saved_under}.*rules {rules}"):
            replay(save, modules_dirs=[tmp_path])
    else:
        assert replay(save, modules_dirs=[tmp_path]).game.state == recording.game.state


def test_every_rules_number_of_a_shipped_module_tells_what_it_changed() -> None:
    for module in find_modules()[0].values():
        manifest = module.manifest
        assert {change.rules for change in manifest.changes} == set(range(2, manifest.rules + 1)), module.id


def test_a_save_of_other_rules_can_be_viewed_up_to_the_first_bad_line(saved: tuple[Path, Game]) -> None:
    path, game = saved
    lines = lines_of(path)
    other_rules(lines)
    write(path, lines)
    whole = replay(read_save(path), view=True)
    assert whole.game.state == game.state
    assert whole.stopped == ""
    assert "rules 3" in whole.warnings[0]
    bad = first(lines, round=2) + 1
    lines[bad]["action"] = "pass"
    write(path, lines)
    part = replay(read_save(path), view=True)
    assert part.game.state.round == 3
    assert f"line {bad + 1}:" in part.stopped
    missing_module(lines)
    write(path, lines)
    with pytest.raises(SaveError, match="no_such_module"):
        replay(read_save(path), view=True)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"{}\n", b"[1]\n", b"\xff\xfe\x00", b'{"fcm_save": "1"}\n']
)
def test_what_is_no_save_is_named_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.txt"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=r"not a save|format number"):
        read_save(path)
    assert path.read_bytes() == content


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"gone\.jsonl: No such file"):
        read_save(tmp_path / "gone.jsonl")


def test_a_cut_off_last_line_is_named_and_can_be_dropped(saved: tuple[Path, Game]) -> None:
    path, _ = saved
    whole = path.read_bytes()
    rows = whole.splitlines(keepends=True)
    path.write_bytes(whole[:-9])
    with pytest.raises(SaveError, match=f"line {len(rows)}: the save is cut off"):
        Recording.resume(path)
    assert path.read_bytes() == whole[:-9]
    with Recording.resume(path, repair=True) as recording:
        assert path.read_bytes() == b"".join(rows[:-1])
        owed = recording.game.pending[0]
        recording.play(owed.seat, recording.game.default_action(owed.seat))
    assert replay(read_save(path)).game.state == recording.game.state


# --- going on and writing --------------------------------------------------------------------------------------------


def test_a_resumed_game_goes_on_in_the_same_file(saved: tuple[Path, Game], tmp_path: Path) -> None:
    path, game = saved
    twin = tmp_path / "twin.jsonl"
    twin.write_bytes(path.read_bytes())
    for each in (path, twin):
        with Recording.resume(each) as recording:
            assert recording.game.state == game.state
            go_on(recording, lambda game: game.state.round > 7, seed=9)
    assert path.read_bytes() == twin.read_bytes()
    assert replay(read_save(path)).game.state == recording.game.state


def test_an_existing_file_is_never_overwritten(base_rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear diary")
    with pytest.raises(SaveError, match="a file is there already"):
        Recording.start(base_rules, 2, seed=1, path=path)
    assert path.read_text() == "dear diary"


def test_a_folder_that_is_not_there_is_named(base_rules: Rules, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written"):
        Recording.start(base_rules, 2, seed=1, path=tmp_path / "no" / "game.jsonl")


def full_disk(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """From now on the disk takes `room` bytes of a write and no more."""
    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        nonlocal room
        if room == 0:
            raise OSError(28, "No space left on device")
        written = real(descriptor, data[:room])
        room -= written
        return written

    monkeypatch.setattr(os, "write", write)


def test_a_full_disk_leaves_the_last_whole_line(
    base_rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    with Recording.start(base_rules, 2, seed=1, path=path) as recording:
        go_on(recording, lambda game: game.state.round > 1)
        before = path.read_bytes()
        owed = recording.game.pending[0].seat
        with monkeypatch.context() as patched:
            full_disk(patched, room=10)
            with pytest.raises(SaveError, match="No space left"):
                recording.play(owed, recording.game.default_action(owed))
        assert path.read_bytes() == before
        # With room again the next action brings what was missing.
        owed = recording.game.pending[0].seat
        recording.play(owed, recording.game.default_action(owed))
    assert replay(read_save(path)).game.state == recording.game.state


def test_a_full_disk_leaves_no_half_new_save(
    base_rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_disk(monkeypatch, room=10)
    with pytest.raises(SaveError, match="No space left"):
        Recording.start(base_rules, ["a", "b"], seed=1, path=tmp_path / "game.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_rewrite_that_fails_leaves_the_file(saved: tuple[Path, Game], monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = saved
    with Recording.resume(path) as recording:
        owed = recording.game.pending[0].seat
        recording.play(owed, recording.game.default_action(owed))
        before, state = path.read_bytes(), recording.game.state

        def fail(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        with pytest.raises(SaveError, match="cannot be rewritten"):
            recording.undo()
        assert recording.game.state is state
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def play_one(recording: Recording) -> None:
    """The next move, whatever it is."""
    seat = recording.game.pending[0].seat
    recording.play(seat, recording.game.default_action(seat))


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_save_has_one_writer_at_a_time(base_rules: Rules, saved: tuple[Path, Game]) -> None:
    path, _ = saved
    with Recording.resume(path) as one:
        with pytest.raises(SaveError, match=r"game\.jsonl: this game is being played already"):
            Recording.resume(path)
        play_one(one)
        assert replay(read_save(path)).game.state == one.game.state  # reading is free
    with Recording.resume(path) as two:
        play_one(two)
        assert two.game.state == replay(read_save(path)).game.state
    assert names_in(path.parent) == [path.name]


def test_a_new_save_is_held_too(base_rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Recording.start(base_rules, 2, seed=1, path=path), pytest.raises(SaveError, match="is being played already"):
        Recording.resume(path)
    Recording.resume(path).close()
    assert names_in(tmp_path) == [path.name]


def test_a_save_is_held_by_whatever_name_it_is_called(saved: tuple[Path, Game], tmp_path: Path) -> None:
    path, _ = saved
    link = tmp_path / "linked" / "my game.jsonl"
    link.parent.mkdir()
    link.symlink_to(path)
    with Recording.resume(link), pytest.raises(SaveError, match="is being played already"):
        Recording.resume(path)
    assert names_in(link.parent) == [link.name]


def test_a_killed_process_holds_nobody_up(saved: tuple[Path, Game]) -> None:
    path, _ = saved
    program = (
        "import sys; from fcm_core.records.saves import Recording; found = Recording.resume(sys.argv[1]); "
        "print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(SaveError, match="is being played already"):
            Recording.resume(path)
        other.kill()
        other.wait()
        with Recording.resume(path) as recording:
            play_one(recording)
    assert names_in(path.parent) == [path.name]


def test_a_save_that_cannot_be_resumed_is_let_go(saved: tuple[Path, Game]) -> None:
    path, _ = saved
    lines = lines_of(path)
    other_rules(lines)
    write(path, lines)
    for _ in range(2):
        with pytest.raises(SaveError, match="another game"):
            Recording.resume(path)
    assert names_in(path.parent) == [path.name]


def append_a_line(path: Path) -> None:
    with path.open("a") as file:
        file.write("{}\n")


def put_another_in_its_place(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.parametrize(
    ("meddle", "says"),
    [
        (Path.unlink, "the file is gone"),
        (append_a_line, "something else has written"),
        (put_another_in_its_place, "another file is in this place"),
    ],
    ids=["gone", "written to", "replaced"],
)
def test_a_file_that_somebody_meddles_with_is_left_as_it_is(
    saved: tuple[Path, Game], meddle: Callable[[Path], None], says: str
) -> None:
    path, _ = saved
    with Recording.resume(path) as recording:
        play_one(recording)
        meddle(path)
        before = path.read_bytes() if path.exists() else None
        for _ in range(3):  # not only the first move after it
            with pytest.raises(SaveError, match=says):
                play_one(recording)
        with pytest.raises(SaveError, match=says):
            recording.undo([recording.moves[-1].player])
        assert (path.read_bytes() if path.exists() else None) == before


def test_a_repair_that_fails_can_be_made_again(saved: tuple[Path, Game], monkeypatch: pytest.MonkeyPatch) -> None:
    path, game = saved
    path.write_bytes(path.read_bytes()[:-9])
    before = path.read_bytes()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    for name in ("mkstemp", "os.replace", "os.fsync"):
        with monkeypatch.context() as patched:
            patched.setattr(f"fcm_core.records.writing.{name}", full)
            with pytest.raises(SaveError, match="cannot be rewritten: No space left"):
                Recording.resume(path, repair=True)
        assert path.read_bytes() == before
        assert names_in(path.parent) == [path.name]
    Recording.resume(path, repair=True).close()
    assert replay(read_save(path)).game.state.round == game.state.round


KILLED = """
import os, sys
from pathlib import Path
from fcm_core.records.saves import Recording, read_save, replay

path = Path(sys.argv[1])
cut = path.read_bytes()
replay(read_save(path, repair=True))  # what is imported late is there
for calls in range(40):
    path.write_bytes(cut)
    child = os.fork()
    if not child:
        def watch(event, arguments):
            global calls
            if event in ("open", "os.rename", "os.remove", "os.chmod", "os.truncate"):
                if not calls:
                    os._exit(9)
                calls -= 1
        sys.addaudithook(watch)
        Recording.resume(path, repair=True).close()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(code, {cut: "before", cut[: cut.rindex(b"\\n") + 1]: "repaired"}.get(path.read_bytes(), "broken"))
    if code != 9:
        break
"""


def test_a_repair_that_is_killed_leaves_the_file(saved: tuple[Path, Game]) -> None:
    """Wherever the process dies, the file is what it was or what it shall be."""
    path, _ = saved
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True, check=True, timeout=120
    )
    *killed, last = done.stdout.splitlines()
    assert last == "0 repaired"
    assert len(killed) > 5 and killed[0] == "9 before"
    assert {*killed} <= {"9 before", "9 repaired"}
    assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:-1])


def test_a_repair_through_a_link_mends_the_real_file(saved: tuple[Path, Game], tmp_path: Path) -> None:
    path, _ = saved
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    link = tmp_path / "link.jsonl"
    link.symlink_to(path.name)
    with Recording.resume(link, repair=True) as recording:
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:-1])
        play_one(recording)
    assert link.is_symlink()
    assert replay(read_save(path)).game.state == recording.game.state
    assert names_in(tmp_path) == [path.name, link.name]


def test_a_last_line_without_its_end_gets_one(saved: tuple[Path, Game]) -> None:
    path, _ = saved
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with Recording.resume(path) as recording:
        assert path.read_bytes() == whole
        play_one(recording)
    assert replay(read_save(path)).game.state == recording.game.state


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_one_move_in_game_and_file(saved: tuple[Path, Game]) -> None:
    path, game = saved
    before = path.read_bytes()
    with Recording.resume(path) as recording:
        owed = game.pending[0].seat
        action = next(iter(recording.game.legal_actions(owed)))
        recording.play(owed, action)
        (taken,) = recording.undo()
        assert taken.action == action
        assert recording.game.state == game.state
        assert path.read_bytes() == before
        recording.play(owed, action)
    assert replay(read_save(path)).game.state == recording.game.state


def test_the_history_tells_the_events_move_by_move(saved: tuple[Path, Game]) -> None:
    path, _ = saved
    with Recording.resume(path) as recording:
        history = list(recording.history())
        assert len(history) == 1 + len(recording.moves)
        assert [event for told in history for event in told] == list(recording.events())
        again = replay(read_save(path))
        assert history[1:] == again.by_move


def test_undo_takes_back_what_others_did_since(base_rules: Rules) -> None:
    with Recording.start(base_rules, 3, seed=5) as recording:
        go_on(recording, lambda game: game.pending[0].kind == "first_restaurant")
        mine = recording.game.pending[0].seat
        start = recording.game.state.copy()
        for _ in range(2):
            owed = recording.game.pending[0].seat
            recording.play(owed, recording.game.default_action(owed))
        assert len(recording.undo([mine])) == 2
        assert recording.game.state == start


def test_undo_does_not_go_past_a_reveal(base_rules: Rules) -> None:
    with Recording.start(base_rules, 3, seed=5) as recording:
        go_on(recording, lambda game: game.state.round == 3 and game.pending[0].kind == "choose_position")
        refusal = recording.can_undo()
        assert refusal is not None and refusal.code == "revealed"
        moves = len(recording.moves)
        with pytest.raises(RefusedError):
            recording.undo()
        assert len(recording.moves) == moves


def revealed(recording: Recording) -> bool:
    refusal = recording.can_undo()
    return refusal is not None and refusal.code == "revealed"


def test_undo_does_not_go_past_a_firing_that_is_shown(base_rules: Rules) -> None:
    """Who fires chooses in secret. When all have chosen it is shown, and nobody may choose anew."""
    with Recording.start(base_rules, 3, seed=5) as recording:
        go_on(recording, lambda game: game.pending[0].kind == "fire")
        while recording.game.pending[0].kind == "fire":
            play_one(recording)
            if recording.game.pending[0].kind == "fire":
                assert not revealed(recording)  # one's own choice, which nobody has seen
        assert revealed(recording)


@pytest.mark.parametrize(("cash", "ends"), [(20, True), (19, False)])
def test_undo_does_not_go_past_a_look_at_the_reserve_cards(base_rules: Rules, cash: int, ends: bool) -> None:
    with Recording.start(base_rules, 3, seed=5) as recording:
        go_on(recording, lambda game: game.pending[0].kind == "working" and game.round == 3)
        play_one(recording)
        seat = recording.game.pending[0].seat
        hidden = Hidden.of(recording.game)
        assert not hidden.came_out(recording.game, [])
        pay(recording.game, seat, cash - recording.game.player(seat).cash, "income")
        hooks.on_income_changed(recording.game, seat, cash)
        assert hidden.came_out(recording.game, []) is ends


@frozen
class Vault:
    """A module's state with a secret."""

    number: int = 7
    shown: bool = False


def test_undo_does_not_go_past_what_a_module_stops_hiding(base_rules: Rules) -> None:
    partition = Partition("vault", Vault, hide=lambda vault, _: vault if vault.shown else evolve(vault, number=0))
    rules = copy(base_rules)
    rules.partitions = {**rules.partitions, ModuleId("vault"): partition}
    game = new_game(rules, 3, seed=1)
    hidden = Hidden.of(game)
    assert not hidden.came_out(game, [])
    game.state.modules[ModuleId("vault")] = Vault(shown=True)
    assert hidden.came_out(game, [])
    assert not Hidden.of(game).came_out(game, [])


def test_at_the_start_there_is_nothing_to_undo(base_rules: Rules) -> None:
    with Recording.start(base_rules, 3, seed=5) as recording, pytest.raises(RefusedError) as caught:
        recording.undo()
    assert caught.value.refusal.code == "nothing_to_undo"

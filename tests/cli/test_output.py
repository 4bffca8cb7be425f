"""What goes out: nothing that steers a terminal, nothing that an output cannot hold, one JSON document and no more."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table
from rich.text import Text

from fcm_cli.output import Console, printable
from fcm_core import Recording, load
from tests.cli.running import fcm, fcm_of_its_own
from tests.core.loose_modules import write_module

RED = "\x1b[31mred\x1b]0;title\x07\x9b2J\u202e"
C_LOCALE = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LANG": "C", "LC_ALL": "C"}


def steers(text: str) -> bool:
    return any(sign in text for sign in ("\x1b", "\x07", "\x9b", "\u202e", "\r"))


def test_control_characters_are_shown() -> None:
    assert printable("a\tb\nc") == "a\tb\nc"
    assert printable("café 寿司 ██") == "café 寿司 ██"
    assert printable("\x1b[2J\r\x07\x9b\u202e\x7f") == r"\x1b[2J\r\x07\x9b\u202e\x7f"


def test_a_console_sends_only_colours_of_its_own() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", highlight=False, width=300)
    table = Table()
    table.add_column(RED)
    table.add_row(RED)
    for each in (RED, Text(RED), table, f"[bold]{RED}[/bold]"):
        console.print(each)
    text = out.getvalue()
    assert "\x1b[1m" in text  # its own
    assert not any(sign in text for sign in ("\x1b[31m", "\x1b]", "\x07", "\x9b", "\u202e"))
    assert r"\x1b[31mred" in text


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save whose players have names that steer a terminal."""
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    names = [RED, "b\r\x1b[1Aforged"]
    with Recording.start(load("base"), names, 1, seats=dict.fromkeys(names, "steady"), path=path) as recording:
        for _ in range(12):
            seat = recording.game.to_move[0]
            recording.play(seat, recording.game.default_action(seat))
    return path


@pytest.mark.parametrize(
    "words", [("replay",), ("replay", "--verify"), ("replay", "--json"), ("resume",)], ids=" ".join
)
def test_names_of_a_save(save: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(save.read_bytes())
    done = fcm(words[0], str(path), *words[1:])
    assert done.returncode == 0, done.stderr
    assert not steers(done.stdout + done.stderr)
    if "--json" in words:
        assert RED in json.loads(done.stdout)["cash"]
    elif "--verify" not in words:
        assert r"\x1b[31mred" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("modules",),
        ("module", "odd"),
        ("module", "odd", "--json"),
        ("ruleset", "base", "--with", "odd"),
        ("check", "odd"),
        ("actions", "base", "--with", "odd"),
        ("board", "base", "--with", "odd", "--option", "odd.\x1b[31m=3"),
    ],
    ids=" ".join,
)
def test_texts_of_a_manifest(tmp_path: Path, words: tuple[str, ...]) -> None:
    more = '[options.x]\ntype = "str"\ndefault = "\\u001b[31m"\nhelp = "\\u001b[2J\\u0007"\n'
    home = write_module(tmp_path, "odd", more)
    manifest = home / "module.toml"
    text = manifest.read_text()
    title = next(line for line in text.splitlines() if line.startswith("title"))
    summary = 'summary = "\\u001b]0;x\\u0007 \\r \\u202e"'
    manifest.write_text(text.replace(title, f'title = "\\u001b[31mOdd"\n{summary}', 1))
    (home / "README.md").write_text("# Odd \x1b[2J \x07\n")
    done = fcm(*words, "--modules-dir", str(tmp_path), cwd=tmp_path)
    assert not steers(done.stdout + done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("board", "base"),
        ("modules",),
        ("ruleset", "base"),
        ("replay", "game.jsonl"),
        ("play", "base", "--seed", "1"),
        ("board", "base", "--glyphs", "unicode"),
        ("simulate", "no-such-ruleset-é"),
    ],
    ids=" ".join,
)
def test_an_output_that_is_not_utf_8(save: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "game.jsonl").write_bytes(save.read_bytes())
    done = fcm_of_its_own(*words, cwd=tmp_path, **C_LOCALE)
    assert done.returncode == (2 if words[0] == "simulate" else 0), done.stderr
    assert "fault of the program" not in done.stderr and "Traceback" not in done.stderr
    assert done.stdout.isascii()
    if words == ("board", "base"):
        assert "##" in done.stdout and "?" not in done.stdout


def test_a_document_is_the_same_whatever_the_output_can_hold(save: Path, tmp_path: Path) -> None:
    plain = fcm_of_its_own("replay", str(save), "--json", cwd=None, **C_LOCALE)
    assert json.loads(plain.stdout) == json.loads(fcm("replay", str(save), "--json").stdout)


TALKS = """
print("hello from the import")
from fcm_core.game import hooks

@hooks.on_phase_began.impl
def talk(game, phase):
    print("hello from a hook")
"""


@pytest.mark.parametrize(
    ("words", "run"),
    [
        (("simulate", "base", "--with", "odd", "--games", "2", "--players", "2"), fcm),
        (("simulate", "base", "--with", "odd", "--games", "2", "--players", "2", "--jobs", "2"), fcm_of_its_own),
        (("ruleset", "base", "--with", "odd"), fcm_of_its_own),
        (("check", "odd"), fcm),
        (("hooks",), fcm_of_its_own),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_a_module_prints_is_not_part_of_a_document(tmp_path: Path, words: tuple[str, ...], run: Any) -> None:
    write_module(tmp_path, "odd", plugin=TALKS)
    done = run(*words, "--json", "--modules-dir", str(tmp_path), cwd=tmp_path)
    assert done.returncode == (words[0] == "check"), done.stderr  # what the README lacks
    assert json.loads(done.stdout)
    if run is fcm_of_its_own:  # this process may have imported it before
        assert "hello from" in done.stderr

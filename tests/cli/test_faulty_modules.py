"""Whatever a module's code raises, it is the module's fault: named with module and hook, and never taken for success."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from fcm_core import HookError, InputError, load, play
from tests.cli.running import fcm, fcm_of_its_own
from tests.core.loose_modules import write_module

HOOK = """
from fcm_core.game import hooks

@hooks.{hook}.impl
def faulty({arguments}):
    {code}
"""
RAISES = ("raise SystemExit(0)", "raise GeneratorExit", "raise BaseException('odd')", "import sys; sys.exit()")
SCENARIO = """
modules = ["odd"]
[players.p1]
[players.p2]
[[step]]
run = "restructuring"
[expect.players.p1]
cash = 1000
"""


def faulty(folder: Path, hook: str, arguments: str, code: str) -> Path:
    """A folder with a module whose hook does that."""
    plugin = dedent(HOOK).format(hook=hook, arguments=arguments, code=code)
    home = write_module(folder, "odd", plugin=plugin)
    (home / "README.md").write_text(f"# Odd\n{hook}\n")
    (folder / "a.scenario.toml").write_text(SCENARIO)
    return folder


COMMANDS: dict[str, tuple[str, ...]] = {
    "simulate": ("simulate", "base", "--with", "odd", "--games", "1", "--players", "2", "--json"),
    "jobs": ("simulate", "base", "--with", "odd", "--games", "2", "--players", "2", "--json", "--jobs", "2"),
    "play": ("play", "base", "--with", "odd", "--seed", "1"),
    "scenario": ("scenario", "run", "a.scenario.toml"),
    "check": ("check", "a.scenario.toml"),
    "conformance": ("conformance", "odd", "--with", "none"),
}


@pytest.mark.parametrize("code", RAISES)
@pytest.mark.parametrize("command", ["simulate", "play", "scenario", "check", "conformance"])
def test_a_hook_that_wants_to_end_the_program(tmp_path: Path, command: str, code: str) -> None:
    faulty(tmp_path, "on_phase_began", "game, phase", code)
    done = fcm(*COMMANDS[command], "--modules-dir", ".", cwd=tmp_path)
    told = done.stdout + done.stderr
    assert done.returncode in (1, 2), told
    assert "module odd, hook on_phase_began" in told
    assert "Traceback" not in told


def test_in_processes_too(tmp_path: Path) -> None:
    faulty(tmp_path, "on_phase_began", "game, phase", "raise SystemExit(0)")
    done = fcm_of_its_own(*COMMANDS["jobs"], "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert "module odd, hook on_phase_began" in done.stderr


@pytest.mark.parametrize(
    ("hook", "arguments"),
    [("set_breaks", "rules"), ("contribute_bots", "rules"), ("read_scenario", "game, position, read")],
)
def test_hooks_outside_of_moves(tmp_path: Path, hook: str, arguments: str) -> None:
    faulty(tmp_path, hook, arguments, "raise SystemExit(0)")
    done = fcm("scenario", "run", "a.scenario.toml", "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "a.scenario.toml" in done.stderr and f"module odd, hook {hook}" in done.stderr


def test_an_import_that_wants_to_end_the_program(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", plugin="raise GeneratorExit('now')\n")
    with pytest.raises(InputError, match=r"module odd: .*plugin\.py:1 cannot be imported: GeneratorExit: now"):
        load("base", ["odd"], modules_dirs=[tmp_path])


def test_endless_recursion(tmp_path: Path) -> None:
    faulty(tmp_path, "on_phase_began", "game, phase", "faulty(game, phase)")
    with pytest.raises(HookError, match="endless recursion in module odd, hook on_phase_began"):
        play(load("base", ["odd"], modules_dirs=[tmp_path]), ["steady", "steady"], 1)
    done = fcm(*COMMANDS["simulate"], "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "endless recursion in module odd, hook on_phase_began" in done.stderr


def test_recursion_through_the_core(tmp_path: Path) -> None:
    faulty(
        tmp_path, "modify_unit_price", "game, seat", "from fcm_core import unit_price; return unit_price(game, seat)"
    )
    done = fcm(*COMMANDS["simulate"], "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "module odd" in done.stderr and "modify_unit_price" in done.stderr and "endless recursion" in done.stderr


def test_only_the_keyboard_ends_the_program(tmp_path: Path) -> None:
    faulty(tmp_path, "on_phase_began", "game, phase", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        play(load("base", ["odd"], modules_dirs=[tmp_path]), ["steady", "steady"], 1)


@pytest.mark.parametrize("given", ['"x", "text", choose', '"x", choose, 3', 'choose, "x"', '"x", choose, "", "200"'])
def test_a_bot_that_is_made_of_the_wrong_things(tmp_path: Path, given: str) -> None:
    code = f"from fcm_core.game.parts import Bot; choose = print; return (Bot({given}),)"
    faulty(tmp_path, "contribute_bots", "rules", code)
    done = fcm(*COMMANDS["simulate"], "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "module odd, hook contribute_bots" in done.stderr
    assert "expected Bot(name, choose, summary, rounds)" in done.stderr


@pytest.mark.parametrize("name", ["plugin.py", "cards.toml"])
def test_a_folder_where_a_file_should_be(tmp_path: Path, name: str) -> None:
    home = write_module(tmp_path, "odd")
    (home / name).mkdir()
    for words in (COMMANDS["simulate"], ("check", "odd")):
        done = fcm(*words, "--modules-dir", ".", cwd=tmp_path)
        assert done.returncode == (2 if words[0] == "simulate" else 1)
        assert f"odd/{name}" in done.stderr and "is no file" in done.stderr


@pytest.mark.parametrize(
    "words", [("hooks",), ("hooks", "modify_tip"), ("simulate", "base", "--with", "odd", "--games", "1")]
)
def test_modules_of_the_current_folder_are_named_before_their_code_runs(tmp_path: Path, words: tuple[str, ...]) -> None:
    write_module(tmp_path / "fcm-modules", "odd", plugin="import sys\nprint('it runs', file=sys.stderr)\n")
    done = fcm_of_its_own(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    named, runs = done.stderr.find("module odd comes from"), done.stderr.find("it runs")
    assert 0 <= named < runs


def test_conformance_goes_on_after_a_fault(tmp_path: Path) -> None:
    faulty(tmp_path, "on_phase_began", "game, phase", "raise SystemExit(0)")
    done = fcm(*COMMANDS["conformance"], "--json", "--modules-dir", ".", cwd=tmp_path)
    assert done.returncode == 1
    (fault, *_) = json.loads(done.stdout)["faults"]
    assert (fault["module"], fault["hook"]) == ("odd", "on_phase_began")

"""Bots that are programs: they play like any other, and what goes wrong with them is told of the bot."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from time import monotonic

import pytest

import fcm_core as fcm
from fcm_core.records.programs import Program
from fcm_lab.plan import Plan, plan_for
from fcm_lab.running import run_plan
from fcm_lab.tables import GameRow, SeatRow, rows_of
from tests.positions import rules_of

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
ANSWER = "import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n    if 'choices' in told:\n        "


def bot(folder: Path, text: str, seconds: str = "") -> str:
    """The name of a bot whose program is this text."""
    file = folder / "bot.py"
    file.write_text(text, encoding="utf-8")
    return f"cmd{seconds}:{sys.executable} {file}"


def error_of(name: str, rounds: int = 1) -> str:
    with pytest.raises(fcm.BotError) as caught:
        fcm.play(rules_of(), ["steady", name], 1, rounds=rounds)
    assert caught.value.bot == name and caught.value.seat == 1
    return str(caught.value)


def test_the_example_in_python_plays_and_a_seed_gives_the_same_game() -> None:
    name = f"cmd:{sys.executable} {EXAMPLES / 'busy.py'}"
    games = [fcm.play(rules_of(), ["steady", name, name], 5, rounds=4) for _ in range(2)]
    assert games[0].round == 5 and games[0].state == games[1].state
    assert len(fcm.owned_cards(games[0], fcm.Seat(1))) > 2  # it has hired


@pytest.mark.parametrize("program", ["node", "jq"])
def test_other_languages_play(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    jq = "jq --unbuffered -c 'select(.choices) | {choose: (.random % (.choices | length))}'"
    assert jq in (EXAMPLES / "README.md").read_text(encoding="utf-8")
    name = f"cmd:node {EXAMPLES / 'busy.js'}" if program == "node" else f"cmd:{jq}"
    assert fcm.play(rules_of(), [name, "steady"], 5, rounds=2).round == 3


def test_the_two_examples_are_one_bot() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    names = (f"cmd:node {EXAMPLES / 'busy.js'}", f"cmd:{sys.executable} {EXAMPLES / 'busy.py'}")
    one, two = (fcm.play(rules_of(), [name, "steady"], 6, rounds=3) for name in names)
    assert one.state == two.state


RICH = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["say"] == "choose" and told["decision"]["kind"] == "choose_reserve":
        print(json.dumps({"action": "choose_reserve", "reserve": 300}), flush=True)
    elif told["say"] in ("choose", "go_on"):
        print(json.dumps({"choose": 0}), flush=True)
"""


def test_it_may_answer_with_an_action(tmp_path: Path) -> None:
    game = fcm.play(rules_of(), ["steady", bot(tmp_path, RICH)], 1, rounds=0)
    assert [player.reserve for player in game.state.players] == [1, 2]


def test_a_program_sees_its_own_view_only(tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    text = f"open({str(seen)!r}, 'a').write(line); print('{{\"choose\": 0}}', flush=True)\n"
    game = fcm.play(rules_of(), ["steady", bot(tmp_path, ANSWER + text)], 987_654_321, rounds=0)
    assert game.round == 1
    written = seen.read_text(encoding="utf-8")
    assert '"unseen":{"answers":[],"reserves":[0]}' in written and "987654321" not in written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys; print('bad day', file=sys.stderr); sys.exit(3)", r"has ended with exit code 3; it said: bad day"),
        (ANSWER + "print('[1, 2]', flush=True)", r"expected one line with a JSON object .* found '\[1, 2\]"),
        (ANSWER + "print('no', flush=True)", "expected one line with a JSON object"),
        (
            ANSWER + "print('{\"choose\": 999}', flush=True)",
            r"choose: expected a whole number from 0 to \d+, found 999",
        ),
        (ANSWER + "print('{\"choose\": true}', flush=True)", "found True"),
        (ANSWER + 'print(\'{"action": "hyre"}\', flush=True)', "no action 'hyre'; did you mean hire"),
        (ANSWER + 'print(\'{"action": "hire", "card": "trainer"}\', flush=True)', "hire does not answer"),
        (ANSWER + "print('x' * 2_000_000, flush=True)", "a line of more than 1000000 letters"),
    ],
)
def test_what_goes_wrong_is_told_of_the_bot(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(fcm.BotError, match=message):
        fcm.play(rules_of(), ["steady", bot(tmp_path, text)], 1, rounds=1)


def test_a_program_that_is_too_slow_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcm_core.records.programs.STARTING", 0.0)
    began = monotonic()
    assert "gave no answer within 0.4 seconds" in error_of(bot(tmp_path, "import time; time.sleep(60)", "/0.4"))
    assert monotonic() - began < 10


def test_a_program_that_ended_is_not_asked_again(tmp_path: Path) -> None:
    rules = rules_of()
    name = bot(tmp_path, "")
    game = fcm.new_game(rules, 2, 1)
    with fcm.Bots(rules, dict.fromkeys(game.seats, name), 1) as bots:
        for _ in range(2):
            with pytest.raises(fcm.BotError, match="has ended with exit code 0"):
                bots.choose(game, game.to_move[0], 0)


def test_programs_end_with_their_game(tmp_path: Path) -> None:
    rules = rules_of()
    game = fcm.new_game(rules, 2, 1)
    with fcm.Bots(
        rules, dict.fromkeys(game.seats, bot(tmp_path, ANSWER + "print('{\"choose\": 0}', flush=True)\n")), 1
    ) as bots:
        program = bots.by_seat[game.to_move[0]].choose
        assert isinstance(program, Program)
        bots.choose(game, game.to_move[0], 0)
        process = program._process
        assert process is not None and process.poll() is None
    assert process.poll() == 0


@pytest.mark.parametrize("name", ["cmd:", "cmd/0:cat", "cmd:no_such_program_here", "cmd:cat a,b", "cmd:cat 'a"])
def test_what_cannot_be_started_is_refused_at_once(name: str) -> None:
    with pytest.raises(fcm.InputError, match="bot cmd"):
        fcm.as_bot(rules_of(), name)


def test_a_tournament_plays_on_without_a_program_that_fails(tmp_path: Path) -> None:
    plan: Plan = plan_for(["base"], bots=("steady", bot(tmp_path, "")), players=(2,), blocks=1, rounds=2)
    tables = run_plan(plan).tables
    assert all("has ended" in game.error and game.end == "stopped" for game in rows_of(tables, GameRow))
    assert all((row.raised > 0) == (row.bot != "steady") for row in rows_of(tables, SeatRow))

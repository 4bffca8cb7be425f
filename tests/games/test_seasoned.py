"""The planner: it beats the beginner, plays every shipped ruleset, and says why."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import quantiles
from time import process_time

import pytest

import fcm_core as fcm
from fcm_core.basics.random import Stream
from fcm_modules.base.bots.seasoned import SEASONED
from fcm_modules.base.bots.style import Style, style_of
from tests.cli.running import fcm as command
from tests.positions import rules_of


def wins(bot: str, rival: str, seeds: range) -> int:
    """Games that the bot wins against one rival on these maps, from both seats."""
    found = 0
    for seed in seeds:
        for seat in range(2):
            bots = [rival, rival]
            bots[seat] = bot
            found += fcm.play(rules_of(), bots, seed, rounds=60).result.winner == seat
    return found


def test_it_beats_the_beginner() -> None:
    assert wins("seasoned", "steady", range(900, 905)) >= 8


@pytest.mark.parametrize("ruleset", fcm.shipped_rulesets())
def test_it_plays_every_ruleset(ruleset: str) -> None:
    rules = rules_of(ruleset)
    players = max(rules.plan.players[0], 2)
    game = fcm.play(rules, ["seasoned"] * players, 5, rounds=4)
    assert game.over or game.round == 5
    assert all(sum(fcm.owned_cards(game, seat).values()) > 2 for seat in game.seats)


def test_numbers_come_with_the_name_and_change_the_play() -> None:
    assert style_of({"envy": "0.25", "opening": "trainer+cook", "large": "9"}) == Style(
        envy=0.25, opening=("trainer", "cook"), large=9
    )
    rules = rules_of()
    usual = fcm.play(rules, ["seasoned", "steady"], 4, rounds=2)
    other = fcm.play(rules, ["seasoned(race=trainer+cook)", "steady"], 4, rounds=2)
    assert "trainer" not in fcm.owned_cards(usual, fcm.Seat(0)) and "trainer" in fcm.owned_cards(other, fcm.Seat(0))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seasoned(envi=1)", "no number envi; did you mean envy"),
        ("seasoned(envy=much)", "envy: expected a value such as"),
        ("seasoned(envy)", r"expected NAME\(KEY=VALUE"),
        ("steady(envy=1)", "of a bot with numbers to change: seasoned"),
        ("seasond(envy=1)", "did you mean seasoned"),
    ],
)
def test_numbers_that_there_are_not(name: str, message: str) -> None:
    with pytest.raises(fcm.InputError, match=message):
        fcm.as_bot(rules_of(), name)


def test_with_reasons_it_chooses_the_same_and_it_is_quick() -> None:
    rules = rules_of()
    assert SEASONED.explain is not None
    game = fcm.new_game(rules, 3, 2)
    times: list[float] = []
    weighed = 0
    while game.pending and game.round < 9:
        seat, number = game.to_move[0], len(times)
        began = process_time()
        action = SEASONED.choose(game.view(seat), seat, Stream(number, "tests", "seasoned"))
        times.append(process_time() - began)
        thoughts = SEASONED.explain(game.view(seat), seat, Stream(number, "tests", "seasoned"))
        assert thoughts.action == action and thoughts.plan
        weighed += bool(thoughts.considered)
        game.apply(seat, action)
    assert weighed > 20
    assert quantiles(times, n=20)[-1] < 0.05  # seconds at p95: five times the goal, for slow machines


def test_a_move_of_a_save_is_put_to_a_bot_again(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    fcm.play(rules_of(), ["seasoned", "steady"], 3, rounds=3, save=file)
    played = fcm.replay(fcm.read_save(file)).moves
    for number in (1, len(played) // 2, len(played)):
        told = json.loads(command("why", str(file), "--move", str(number), "--json").stdout)
        assert told["played"] == told["chooses"] and told["bot"] in ("seasoned", "steady")
    done = command("why", str(file), "--move", str(len(played)), "--bot", "seasoned(envy=0)")
    assert "seasoned(envy=0) chooses:" in done.stdout and "this round: houses it can serve" in done.stdout
    assert "gives no reasons" in command("why", str(file), "--move", "1", "--bot", "random").stdout
    lost = command("why", str(file), "--move", "99999")
    assert lost.returncode == 2 and "there is no move 99999" in lost.stderr

"""What a key of a scenario file means never hangs on which other keys are stated, and a refused step changes nothing."""

from __future__ import annotations

from pathlib import Path

from tests.core.scenario.writing import failure, holds

# The last player ends the turn: the game rests where Dinnertime begins, and p1 must fire in Payday.
TURNS_ENDED = """
[[step]]
player = "p1"
action = "end_turn"
[[step]]
player = "p2"
action = "end_turn"
"""
P1 = 'cash = 5\nbeach = ["trainer", "coach", "guru"]'


def test_pending_changes_nothing_that_stands_beside_it(tmp_path: Path) -> None:
    there = '[expect]\nphase = "dinnertime"\nround = 3\n'
    holds(tmp_path, TURNS_ENDED + there, p1=P1)
    holds(tmp_path, TURNS_ENDED + there + 'pending = ["p1"]\n', p1=P1)


def test_legal_changes_nothing_that_stands_beside_it(tmp_path: Path) -> None:
    there = '[expect]\nphase = "dinnertime"\n[expect.players.p1]\ncash = 5\n'
    legal = '[expect.legal]\nhas = [{ player = "p1", action = "fire", cards = ["coach", "guru"] }]\n'
    holds(tmp_path, TURNS_ENDED + there + legal, p1=P1)


def test_looking_ahead_in_one_step_changes_nothing_for_the_next(tmp_path: Path) -> None:
    looked = TURNS_ENDED + '[step.expect]\npending = ["p1"]\nphase = "dinnertime"\n'
    holds(tmp_path, looked + '[[step]]\nrun = "dinnertime"\n[expect]\nphase = "payday"\n', p1=P1)


def test_a_refused_step_does_not_play_on(tmp_path: Path) -> None:
    refused = '[[step]]\nplayer = "p2"\naction = "hire"\ncard = "trainer"\nerror = "{}"\n'
    there = '[expect]\nphase = "dinnertime"\nround = 3\n'
    holds(tmp_path, TURNS_ENDED + refused.format("not_your_turn") + there, p1=P1)
    holds(tmp_path, TURNS_ENDED + refused.format("*") + there, p1=P1)


def test_any_refusal(tmp_path: Path) -> None:
    hire = '[[step]]\nplayer = "p1"\naction = "hire"\ncard = "{}"\nerror = "*"\n'
    holds(tmp_path, hire.format("cfo"))
    found = failure(tmp_path, hire.format("trainer"))
    assert (found.expected, found.got) == ("refused", "accepted")


def test_a_chain_meets_its_own_drive_in_before_its_turn(tmp_path: Path) -> None:
    """R-08: p2's turn comes later, and the distance is what p2 meets then. A trainer opens no corners."""
    shop = '[[players.p2.restaurant]]\nat = [0, 3]\nentrance = "NE"\n[game]\nloose = true\n'
    asked = '[[expect.distance]]\nhouse = 2\nchain = "p2"\nis = {}\n'
    holds(tmp_path, shop + asked.format('"none"'), p2='work = ["trainer"]')
    holds(tmp_path, shop + asked.format(0), p2='work = ["local_manager"]')

"""The search for better numbers of a bot."""

from __future__ import annotations

import random

import pytest

from fcm_lab import tune
from fcm_lab.tune import Range, main, range_of, scores


def test_numbers_move_inside_their_range() -> None:
    draw = random.Random(1)
    name, free = range_of("envy=0.1:2.0")
    assert (name, free) == ("envy", Range(0.1, 2.0, False))
    assert all(0.1 <= free.moved(1.9, draw) <= 2.0 for _ in range(50))
    whole = range_of("large=3:5")[1]
    assert {whole.moved(4.0, draw) for _ in range(30)} == {3.0, 5.0}


def test_all_play_the_same_blocks_and_the_better_bot_wins_more() -> None:
    found = scores(["steady", "random"], ["eager"], ["introductory"], 2, 2, 1, 1)
    assert len(found["steady"]) == len(found["random"]) == 2
    assert found["steady"] == [1.0, 1.0]


def test_what_leads_by_more_than_its_error_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_envy(bots: list[str], *_: object) -> dict[str, list[float]]:
        return {bot: [float(bot.split("envy=")[1].split()[0].rstrip(")"))] * 3 for bot in bots}

    monkeypatch.setattr(tune, "scores", by_envy)
    found = tune.tune(["base"], "seasoned", {"envy": 0.5}, {"envy": Range(0.1, 0.9, False)}, ["steady"], generations=9)
    assert float(found.removeprefix("seasoned(envy=").removesuffix(")")) > 0.7


def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--number", "envy=2:1", "--start", "envy=1"], ["--number", "envy=0:1", "--start", "tie=1"]):
        with pytest.raises(SystemExit) as left:
            main(["base", *words])
        assert left.value.code == 2
        assert "expected" in capsys.readouterr().err

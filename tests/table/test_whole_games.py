"""Whole games on the table by keys alone, in a window of 80 x 24."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from fcm_core import Game, shipped_rulesets
from fcm_core.records.saves import read_save, replay
from fcm_table.app import TableApp
from tests.table.driving import on_table, play_by_keys, sitting


def play(ruleset: str, players: int, seed: int, path: Path, *, humans: int = 1, rounds: int = 99) -> list[str]:
    """Plays by keys until so many rounds are over; the save then replays to the same game."""
    titles: list[str] = []

    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        def until(game: Game) -> bool:
            return game.round > rounds

        titles.extend(await play_by_keys(app, pilot, until))

    with sitting(ruleset, players, seed, humans, path) as found:
        on_table(found, steps)
        state = found.game.state
        assert found.game.over or found.game.round > rounds
    assert replay(read_save(path)).game.state == state
    return titles


def test_the_first_rounds_of_the_base_game(tmp_path: Path) -> None:
    titles = play("base", 2, 3, tmp_path / "game.jsonl", rounds=4)
    assert {"the first restaurant", "the choice of a reserve card", "hire", "the company structure"} <= set(titles)


def test_two_humans_at_one_screen(tmp_path: Path) -> None:
    play("base", 2, 4, tmp_path / "game.jsonl", humans=2, rounds=1)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_a_whole_game_of_every_ruleset(ruleset: str, tmp_path: Path) -> None:
    assert play(ruleset, 3, 8, tmp_path / "game.jsonl")

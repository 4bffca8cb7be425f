"""The table in the terminal, played through a prompt that answers from a list."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from fcm_cli import board, table
from fcm_cli.human import Terminal
from fcm_cli.report import house_ate
from fcm_cli.session import Session
from fcm_core.plan import resolve
from fcm_core.rules import compile_rules
from fcm_core.saves import Recording
from fcm_core.state import Campaign, Piece


class Person:
    """Types the given lines, then reaches the end of the input."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.screen = io.StringIO()
        self.terminal = Terminal(self.ask, Console(file=self.screen, width=80, highlight=False))

    def ask(self, prompt: str) -> str:
        self.screen.write(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def seen(self) -> str:
        return self.screen.getvalue()


def sit(person: Person, seats: dict[str, str], path: Path, seed: int = 5) -> Recording:
    rules = compile_rules(resolve("base"))
    recording = Recording.start(rules, list(seats), seed, seats=seats, path=path)
    with pytest.raises(EOFError):
        Session(recording, seats, person.terminal).run()
    recording.close()
    return recording


SEATS = {"anna": "human", "bot": "steady", "other": "steady"}


def test_a_person_plays_by_number_and_by_words_and_leaves_a_save(tmp_path: Path) -> None:
    person = Person("2", "8,4", "1", "1", "hire trai", "why", "company", "market", "milestones", "houses", "board")
    path = tmp_path / "game.jsonl"
    recording = sit(person, SEATS, path)
    assert recording.game.state.players[0].beach == {"trainer": 1}
    assert "hires of this turn are made" in person.seen
    assert "on the beach: Trainer" in person.seen
    assert "Recruiting Girl" in person.seen
    assert max(map(len, person.seen.splitlines())) <= 80 + len("anna - the first restaurant> ")
    with Recording.resume(path) as again:
        assert again.game.state == recording.game.state


def test_a_move_is_taken_back(tmp_path: Path) -> None:
    person = Person("2", "8,4", "1", "1", "hire trainer", "undo", "hire waitress")
    recording = sit(person, SEATS, tmp_path / "game.jsonl")
    assert recording.game.state.players[0].beach == {"waitress": 1}
    with Recording.resume(tmp_path / "game.jsonl") as again:
        assert again.game.state == recording.game.state


def test_a_word_that_is_no_move_gets_the_nearest(tmp_path: Path) -> None:
    person = Person("2", "8,4", "1", "1", "hyre traner")
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert "no such move" in person.seen


def test_hot_seat_calls_the_next_person_before_anything_is_shown(tmp_path: Path) -> None:
    person = Person("", "1", "", "1")
    sit(person, {"anna": "human", "ben": "human"}, tmp_path / "game.jsonl")
    first = person.seen.index("hand over to")
    assert "choose reserve" not in person.seen[:first]
    assert person.seen.count("hand over to") >= 2


def test_the_report_tells_the_sums_and_the_tie_break() -> None:
    told = house_ate(
        {
            "house": "7",
            "chain": "anna",
            "why": "",
            "sold": {"burger": 2},
            "income": 20,
            "parts": [[20, "2 x 10"]],
            "candidates": [
                {"chain": "anna", "unit_price": 10, "distance": 1},
                {"chain": "ben", "unit_price": 10, "distance": 1},
            ],
            "key_that_decided": "waitresses",
        }
    )
    assert "anna 10 + 1 = 11" in told and "decided by waitresses" in told
    assert "nobody connected has 2 beer" in house_ate(
        {"house": "7", "chain": None, "why": "nobody connected has 2 beer"}
    )


def test_the_company_shows_open_slots() -> None:
    rules = compile_rules(resolve("base"))
    with Recording.start(rules, 2, 1) as recording:
        player = recording.game.state.players[0]
        player.work.update({"management_trainee": 1, "waitress": 3})
        console = Console(file=io.StringIO(), width=80)
        console.print(table.company(recording.game, 0))
        text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Management Trainee (2 slots)" in text
    assert "1 open" in text


def test_enter_goes_on_where_nothing_is_left_to_do_but_never_past_a_choice(tmp_path: Path) -> None:
    person = Person("2", "8,4", "1", "1", "", "hire trainer", "")
    recording = sit(person, SEATS, tmp_path / "game.jsonl")
    assert recording.game.state.players[0].beach == {"trainer": 1}
    assert "anna - train> " in person.seen
    assert person.seen.count("anna - hire> ") == 3


def test_the_board_is_shown_when_a_turn_begins(tmp_path: Path) -> None:
    person = Person("2", "8,4", "1", "1", "hire trainer")
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert person.seen.count("chains: A anna, B bot, C other") == 2


def test_five_long_names_fit_beside_the_houses() -> None:
    rules = compile_rules(resolve("base", players=5))
    with Recording.start(rules, [f"{letter}{'long' * 6}" for letter in "abcde"], 1) as recording:
        screen = io.StringIO()
        Console(file=screen, width=200).print(table.houses(recording.game))
    assert max(len(line.rstrip()) for line in screen.getvalue().splitlines()) <= 80


def test_the_legend_tells_what_each_campaign_advertises() -> None:
    rules = compile_rules(resolve("base"))
    with Recording.start(rules, ["anna", "ben"], 1) as recording:
        campaigns = recording.game.state.campaigns
        campaigns[4] = Campaign(4, "airplane", 1, ("beer",), 3, side="N", line=2)
        campaigns[11] = Campaign(11, "billboard", 0, ("burger",), 1, eternal=True, at=0)
        told = board.legend(recording.game).splitlines()
    assert "campaign 4: B airplane for beer, 3 left, beside the board on N, line 2" in told
    assert "campaign 11: A billboard for burger, eternal" in told


def test_the_legend_tells_what_lies_beside_the_board() -> None:
    rules = compile_rules(resolve("base", with_=["rural_marketeers"]))
    with Recording.start(rules, ["anna", "ben"], 1) as recording:
        state = recording.game.state
        state.campaigns[22] = Campaign(22, "rural", 1, ("beer",), 1, eternal=True, side="E")
        state.pieces = (Piece("freeway", 0, data=("N", 5, 3, (0, 1, 2))), Piece("freeway", 0, data=("W", 7, 1, (0,))))
        told = board.legend(recording.game).splitlines()
    assert "campaign 22: B rural for beer, eternal, side E" in told
    assert told[-2:] == [
        "freeway: beside the board on N, lines 5 to 7",
        "freeway: beside the board on W, line 7",
    ]

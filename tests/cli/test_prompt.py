"""The line prompt, decision by decision: what is said, what Enter may do, what commands show."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_cli.human import Undo, decide
from fcm_cli.playing import seats_of
from fcm_cli.session import Session
from fcm_core.assembly.compile import compile_rules
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.actions import EndTurn, Fire, Hire, NextStep, PlaceCampaign, Restructure
from fcm_core.game.game import Game
from fcm_core.records.saves import Recording
from fcm_core.rules.plan import resolve
from fcm_core.scenario import Scenario
from tests.cli.running import fcm
from tests.cli.test_table import Person
from tests.positions import P1

BOARD = '[board]\ntiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]\n'
RESTAURANT = '[[players.anna.restaurant]]\nat = [3, 3]\nentrance = "NW"\n'


def position(folder: Path, phase: str, anna: str, more: str = "") -> Game:
    file = folder / "a.scenario.toml"
    file.write_text(
        f'ruleset = "base"\nround = 3\nphase = "{phase}"\n{more}{BOARD}[players.anna]\n{anna}{RESTAURANT}[players.ben]\n'
    )
    game = Scenario(file).game
    game.advance()
    return game


def asked(game: Game, *lines: str, seat: Seat = P1) -> tuple[object, str]:
    """What is decided when these lines are typed, and what was on the screen; "" where more would have to be typed."""
    person = Person(*lines)
    try:
        return decide(person.terminal, game.view(seat), seat), person.seen
    except EOFError:
        return "", person.seen


# --- Payday ------------------------------------------------------------------------------------------------------------------

PAYDAY = 'cash = 12\nwork = ["burger_cook", "trainer"]\nbeach = ["pizza_cook"]\n'


def test_payday_says_what_is_due_and_ticks_nobody(tmp_path: Path) -> None:
    game = position(tmp_path, "payday", PAYDAY)
    action, seen = asked(game, "", "", "done")
    assert action == Fire(())
    assert "salaries due $10, cash $12, left $2" in seen
    assert "[x]" not in seen and seen.count("Enter alone does nothing here") == 2


def test_firing_asks_with_the_names(tmp_path: Path) -> None:
    game = position(tmp_path, "payday", PAYDAY)
    action, seen = asked(game, "pizza", "done", "no", "done", "YES")
    assert action == Fire(("pizza_cook",))  # type: ignore[arg-type]
    assert "salaries due $5, cash $12, left $7" in seen
    assert seen.count("Pizza Cook goes for good") == 2


def test_who_cannot_pay_is_told_so(tmp_path: Path) -> None:
    game = position(tmp_path, "payday", PAYDAY.replace("12", "6"))
    action, seen = asked(game, "done", "why", "fewest", "done", "yes")
    assert isinstance(action, Fire) and len(action.cards) == 1
    assert "short by $4" in seen and "$10 of salaries are due and $6 are there" in " ".join(seen.split())
    assert "fire nobody" in seen


# --- Restructuring -------------------------------------------------------------------------------------------------------------

HAND = 'beach = ["management_trainee", "burger_cook", "waitress", "trainer", "trainer", "trainer"]\n'


def test_a_structure_is_done_by_a_word_and_shown_as_a_draft(tmp_path: Path) -> None:
    game = position(tmp_path, "restructuring", HAND)
    action, seen = asked(game, "", "clear", "burger", "COMPANY", "dinner", "done", "yes")
    assert action == Restructure(("burger_cook",))  # type: ignore[arg-type]
    assert "makes 3 burgers" in seen and "(draft)" in seen and "Enter alone does nothing here" in seen
    assert "1 at work: 1 hire, 0 training steps; makes 3 burger; price $10; salaries $5" in " ".join(seen.split())


def test_too_many_cards_are_asked_about(tmp_path: Path) -> None:
    game = position(tmp_path, "restructuring", HAND)
    action, seen = asked(game, "why", "clear", "2", "3", "4", "5", "6", "done", "", "done", "yes")
    assert isinstance(action, Restructure) and len(action.work) == 5
    assert "only the CEO would work" in " ".join(seen.split())
    assert "Waitress at work as well" in seen


# --- a working turn --------------------------------------------------------------------------------------------------------------

WORK = 'work = ["marketing_trainee", "kitchen_trainee"]\n'


def test_ending_the_turn_warns_of_what_is_not_used(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    action, seen = asked(game, "END turn", "", "end turn", "y")
    assert action == EndTurn()
    said = " ".join(seen.split())
    assert "not used: 1 hire of 1 left" in said
    assert (
        "campaigns: Marketing Trainee can still act" in said and "food and drink: Kitchen Trainee can still act" in said
    )


def test_steps_with_nothing_to_do_are_passed(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    game.apply(P1, Hire(card="waitress"))  # type: ignore[arg-type]
    person = Person("", "next", "1")
    first = decide(person.terminal, game.view(P1), P1)
    assert first == NextStep() and "nothing to do: hire and train" in person.seen
    assert "next step (food and drink)" in person.seen
    game.apply(P1, first)
    second = decide(person.terminal, game.view(P1), P1)
    assert type(second).__name__ == "Produce"


def test_places_tell_the_houses_they_reach(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    game.apply(P1, NextStep())
    game.apply(P1, NextStep())
    action, seen = asked(game, "14", "where", "show 1", "why 0,2", "1", "burger", "yes")
    assert isinstance(action, PlaceCampaign) and action.number == 14
    assert "no house: " in seen and "careful: it brings no demand now" in seen
    assert "billboard 14 reaches" in seen
    assert "place campaign at 0,2: " in seen and "0,2 is not empty" in " ".join(seen.split())


def test_first_restaurants_are_grouped_by_the_houses_near(tmp_path: Path) -> None:
    seats = {"anna": "human", "bot": "steady", "other": "steady"}
    person = Person("where", "show 8,4")
    with (
        Recording.start(compile_rules(resolve("base")), list(seats), 5, seats=seats) as recording,
        pytest.raises(EOFError),
    ):
        Session(recording, seats, person.terminal).run()
    assert "houses 4, 15, 18: 8,0  8,3  8,4" in person.seen
    assert "distance 0: 18\ndistance 1: 4, 15" in person.seen


def test_numbers_mean_what_is_shown(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    action, seen = asked(game, "tr", "9", "2")
    assert "there is no number 9 in the list: 1 to 4" in seen or "no number" in seen
    assert isinstance(action, Hire) and "tr" in action.card


def test_commands_are_shortened_suggested_and_not_case_sensitive(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    _, seen = asked(
        game, "BAnk", "mile", "company zz", "Company B", "look burger cook", "look 3,7", "marked", "look nothing"
    )
    assert "the bank holds" in seen and "First billboard placed (open)" in seen
    assert "no chain zz" in seen and "B ben, CEO" in seen
    assert "makes 3 burgers" in seen and "square 3,7" in seen
    assert "did you mean market?" in " ".join(seen.split()) and "there is no nothing here" in seen


def test_undo_is_asked_for_by_a_word(tmp_path: Path) -> None:
    game = position(tmp_path, "working", WORK)
    person = Person("UNDO")
    with pytest.raises(Undo):
        decide(person.terminal, game.view(P1), P1)


# --- a sitting -------------------------------------------------------------------------------------------------------------------


def test_nobody_takes_back_the_move_of_another(tmp_path: Path) -> None:
    rules = compile_rules(resolve("base"))
    seats = {"anna": "human", "ben": "human"}
    person = Person("", "8,4", "1", "", "undo")
    with Recording.start(rules, list(seats), 5, seats=seats) as recording:
        with pytest.raises(EOFError):
            Session(recording, seats, person.terminal).run()
        assert len(recording.moves) == 1
    assert "there is no move to take back" in person.seen or "only" in person.seen


def test_the_log_is_there_after_a_resume(tmp_path: Path) -> None:
    rules = compile_rules(resolve("base"))
    seats = {"anna": "human", "bot": "steady", "other": "steady"}
    path = tmp_path / "game.jsonl"
    with Recording.start(rules, list(seats), 5, seats=seats, path=path) as recording, pytest.raises(EOFError):
        Session(recording, seats, Person("8,4", "1", "2", "1", "hire trainer").terminal).run()
    person = Person("log 500", "undo", "log 1")
    with Recording.resume(path) as again, pytest.raises(EOFError):
        Session(again, seats, person.terminal).run()
    first, _, rest = person.seen.partition("1 move taken back")
    assert "anna places a restaurant at 8,4" in first and "anna hires Trainer" in first
    assert rest and "anna hires Trainer" not in rest


def test_named_seats_are_the_whole_table() -> None:
    rules = compile_rules(resolve("base"))
    assert seats_of(rules, ["anna=human", "ben=steady"], None, terminal=True) == {"anna": "human", "ben": "steady"}
    assert len(seats_of(rules, ["anna=human"], None, terminal=True)) == 3
    assert len(seats_of(rules, ["anna=human", "ben=steady"], 4, terminal=True)) == 4


def test_without_a_terminal_it_says_that_bots_play() -> None:
    done = fcm("play", "introductory", "--players", "2", "--seed", "3")
    assert done.returncode == 0 and "bots play every seat" in done.stderr

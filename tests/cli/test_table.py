"""The table in the terminal, played through a prompt that answers from a list."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from fcm_cli import board, table
from fcm_cli.human import Terminal, decide
from fcm_cli.report import sentences
from fcm_cli.session import Session
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, MilestoneId, Seat
from fcm_core.game.actions import Keep
from fcm_core.game.dinner import Candidate
from fcm_core.game.events import Event, GameOver, MilestoneEarned, Sold, StayedHome, StructuresRevealed, Trained
from fcm_core.game.game import Game
from fcm_core.game.state import Campaign, Piece
from fcm_core.records.saves import Recording
from fcm_core.rules.plan import resolve
from fcm_core.scenario import Scenario
from tests.positions import P1, P2, P3


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


def two_players() -> Game:
    return new_game(compile_rules(resolve("base")), ["anna", "ben"], seed=1)


SEATS = {"anna": "human", "bot": "steady", "other": "steady"}


def test_a_person_plays_by_number_and_by_words_and_leaves_a_save(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "hire trai", "why", "company", "market", "milestones", "houses", "board")
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
    person = Person("8,4", "1", "2", "1", "hire trainer", "undo", "hire waitress")
    recording = sit(person, SEATS, tmp_path / "game.jsonl")
    assert recording.game.state.players[0].beach == {"waitress": 1}
    with Recording.resume(tmp_path / "game.jsonl") as again:
        assert again.game.state == recording.game.state


def test_a_word_that_is_no_move_gets_the_nearest(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "hyre traner")
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert "no such move" in person.seen


def test_hot_seat_calls_the_next_person_before_anything_is_shown(tmp_path: Path) -> None:
    person = Person("", "1", "", "1")
    sit(person, {"anna": "human", "ben": "human"}, tmp_path / "game.jsonl")
    first = person.seen.index("hand over to")
    assert "place restaurant" not in person.seen[:first]
    assert "place restaurant" in person.seen
    assert person.seen.count("hand over to") >= 2


def test_the_report_tells_the_sums_and_the_tie_break() -> None:
    offers = tuple(
        Candidate(Seat(seat), HouseId("7"), {GoodId("burger"): 2}, {}, 0, 10, 1, keys=(0, 0, 11, waitresses, seat))
        for seat, waitresses in enumerate((-1, 0))
    )
    ranking = ("add_ons", "substitution", "price_and_distance", "waitresses", "turn_order")
    meal = Sold(P1, HouseId("7"), {GoodId("burger"): 2}, (), 10, 1, 0, 0, 1, offers, ranking)
    at_home = StayedHome(HouseId("7"), ((P1, "lacks 2 beer"), (P2, "not connected by road")))
    assert sentences([meal, at_home], two_players()) == [
        "house 7 eats at anna: 2 burger for $20 (2 x 10 = 20)\n"
        "    offers: anna 10 + 1 = 11, ben 10 + 1 = 11; decided by waitresses",
        "house 7 stays at home: lacks 2 beer (anna), not connected by road (ben)",
    ]


def test_the_company_shows_open_slots() -> None:
    rules = compile_rules(resolve("base"))
    with Recording.start(rules, 2, 1) as recording:
        player = recording.game.state.players[0]
        player.work.update({CardId("management_trainee"): 1, CardId("waitress"): 3})
        console = Console(file=io.StringIO(), width=80)
        console.print(table.company(recording.game, P1))
        text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Management Trainee (2 slots)" in text
    assert "1 open" in text


def test_enter_goes_on_where_nothing_is_left_to_do_but_never_past_a_choice(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "", "hire trainer", "")
    recording = sit(person, SEATS, tmp_path / "game.jsonl")
    assert recording.game.state.players[0].beach == {"trainer": 1}
    assert person.seen.count("anna - hire> ") == 2  # Enter did nothing there
    assert "nothing to do: hire, train, campaigns, food and drink, houses and restaurants" in person.seen
    assert "anna - nothing is left to do> " in person.seen
    assert recording.game.state.turn is None


def test_the_board_is_shown_when_a_turn_begins(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "hire trainer")
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert person.seen.count("\n  0 ") == 2
    assert person.seen.count("chains: A anna, B bot, C other") == 1  # the legend is shown once


def test_five_long_names_fit_beside_the_houses() -> None:
    rules = compile_rules(resolve("base", players=5))
    with Recording.start(rules, [f"{letter}{'long' * 6}" for letter in "abcde"], 1) as recording:
        screen = io.StringIO()
        Console(file=screen, width=200).print(table.houses(recording.game))
    assert max(len(line.rstrip()) for line in screen.getvalue().splitlines()) <= 80


BEER, BURGER = GoodId("beer"), GoodId("burger")


def put(game: Game, campaign: Campaign) -> None:
    game.state.campaigns[campaign.number] = campaign


def test_the_legend_tells_what_each_campaign_advertises() -> None:
    rules = compile_rules(resolve("base"))
    with Recording.start(rules, ["anna", "ben"], 1) as recording:
        put(recording.game, Campaign(CampaignNumber(4), "airplane", P2, (BEER,), 3, side="N", line=2))
        put(recording.game, Campaign(CampaignNumber(11), "billboard", P1, (BURGER,), 1, eternal=True, at=0))
        told = board.legend(recording.game).splitlines()
    assert "campaign 4: B airplane for beer, 3 left, beside the board on N, line 2" in told
    assert "campaign 11: A billboard for burger, eternal" in told


def test_the_legend_tells_what_lies_beside_the_board() -> None:
    rules = compile_rules(resolve("base", with_=["rural_marketeers"]))
    with Recording.start(rules, ["anna", "ben"], 1) as recording:
        state = recording.game.state
        put(recording.game, Campaign(CampaignNumber(22), "rural", P2, (BEER,), 1, eternal=True, side="E"))
        state.pieces = (Piece("freeway", 0, data=("N", 5, 3, (0, 1, 2))), Piece("freeway", 0, data=("W", 7, 1, (0,))))
        told = board.legend(recording.game).splitlines()
    assert "campaign 22: B rural for beer, eternal, side E" in told
    assert told[-2:] == [
        "freeway: beside the board on N, lines 5 to 7",
        "freeway: beside the board on W, line 7",
    ]


def test_people_read_titles_not_ids(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "hire trai", "", "", "", "", "", "", "log")
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert "200: $200 for the bank, 3 slots for the CEO" in person.seen
    assert "place restaurant at ...\n   1 pass\n" in person.seen  # said once, not with every square
    assert "place restaurant at 8,4, entrance ...\n   1 NW - houses" in person.seen
    assert "hire Management Trainee" in person.seen
    assert person.seen.count("anna hires Trainer") == 2  # when it happens, and in the log
    assert "_" not in person.seen.replace("__", "")


WAITRESS, CFO, FIRST_TO_HAVE_20 = CardId("waitress"), CardId("cfo"), MilestoneId("first_to_have_20")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Trained(P3, WAITRESS, CFO, ()), "waitress trains Waitress to CFO"),
        (MilestoneEarned(P1, FIRST_TO_HAVE_20), "** anna: First to have $20 **"),
        (
            StructuresRevealed(((CardId("ceo"), WAITRESS, WAITRESS), (CardId("ceo"),), (WAITRESS,)), (P2,)),
            "anna: CEO, 2 Waitress\nben: CEO\nwaitress: Waitress\n    too many cards, only the CEO works: ben",
        ),
        (GameOver(P1, (3, 1, 0)), "== the game is over, anna wins =="),
        (GameOver(None, (0, 0, 0)), "== the game is over, all chains are bankrupt and nobody wins =="),
    ],
)
def test_events_are_told_with_titles(event: Event, told: str) -> None:
    rules = compile_rules(resolve("base"))
    assert sentences([event], new_game(rules, ["anna", "ben", "waitress"], seed=1)) == [told]


def test_handing_over_clears_the_scrollback_and_what_was_typed(tmp_path: Path) -> None:
    person = Person("", "1", "", "2", "")
    forgotten: list[int] = []
    person.terminal = Terminal(
        person.ask,
        Console(file=person.screen, width=80, highlight=False, force_terminal=True),
        forget=lambda: forgotten.append(len(person.seen)),
    )
    sit(person, {"anna": "human", "ben": "human"}, tmp_path / "game.jsonl")
    handed = [place.start() for place in re.finditer("hand over to", person.seen)]
    assert len(handed) == len(forgotten) >= 2
    for before, place in zip(forgotten, handed, strict=True):
        assert "\x1b[2J" in person.seen[before:place] and "\x1b[3J" in person.seen[before:place]


def test_whoever_takes_over_reads_what_happened_meanwhile(tmp_path: Path) -> None:
    person = Person("", "0,8", "1", "", "8,4", "1", "1", "")
    sit(person, {"anna": "human", "ben": "human"}, tmp_path / "game.jsonl")
    last = person.seen.split("hand over to")[-1]
    assert "anna places a restaurant at 8,4" in last
    assert "reserve card 1" not in last


def test_what_is_taken_back_has_not_happened(tmp_path: Path) -> None:
    person = Person("8,4", "1", "2", "1", "hire trainer", "undo", "log", "hire waitress", "log")
    sit(person, SEATS, tmp_path / "game.jsonl")
    _, first, second = (
        person.seen.split("1 move taken back")[-1].rpartition("anna hires Waitress")[0].partition("order of business")
    )
    assert first and "anna hires Trainer" not in second
    assert person.terminal.log[-1] == "anna hires Waitress"


def test_long_tables_come_screen_by_screen(tmp_path: Path) -> None:
    person = Person("market", "", "q", "milestones", "q")
    person.terminal = Terminal(
        person.ask,
        Console(file=person.screen, width=100, height=12, highlight=False, force_terminal=True, no_color=True),
    )
    sit(person, SEATS, tmp_path / "game.jsonl")
    assert len(re.findall(r"-- \d+ lines more: Enter, or q to stop> ", person.seen)) == 3
    assert "Waitress" in person.seen


CLEANUP = """
ruleset = "base"
phase = "cleanup"
round = 3
[players.anna]
stock = { burger = 9, beer = 8 }
milestones = ["first_to_throw_away_drink_food"]
[players.ben]
"""


def test_amounts_of_goods_are_typed_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.scenario.toml").write_text(CLEANUP)
    game = Scenario(tmp_path / "a.scenario.toml").game
    game.advance()
    decision = game.pending[0]
    assert decision.kind == "keep"
    person = Person("help", "6", "2 burgr", "burger 2", "99 burger", "2 burger, 3 beer")
    assert decide(person.terminal, game, decision.seat) == Keep(((BURGER, 2), (BEER, 3)))
    assert person.seen.count("in stock: 9 burger, 8 beer") == 6
    assert "did you mean burger?" in " ".join(person.seen.split())
    assert "not possible" in person.seen
    assert decide(Person("none").terminal, game, decision.seat) == Keep(())
    assert decide(Person("").terminal, game, decision.seat) == game.default_action(P1)


RUBBISH = (
    "[/x]",
    "²",
    "٣",
    "999999999999",
    "-1",
    "0",
    "%s",
    "{}",
    "\x00",
    "ü" * 90,
    "company zz",
    "why",
    "back",
    "hire",
    "1 2 9",
)


@pytest.mark.parametrize("ruleset", ["base", "asian-fusion", "new-milestones"])
def test_rubbish_never_loses_the_game(ruleset: str, tmp_path: Path) -> None:
    typed = Random(3)
    screen = io.StringIO()
    count = 0

    def ask(prompt: str) -> str:
        nonlocal count
        count += 1
        if count > 400:
            raise EOFError
        if typed.random() < 0.03:
            return "undo"
        return typed.choice((typed.choice(RUBBISH), str(typed.randrange(1, 12)), "", "done", "end turn"))

    rules = compile_rules(resolve(ruleset))
    seats = {"anna": "human", "[ben": "human", "bot": "random"}
    path = tmp_path / "game.jsonl"
    with Recording.start(rules, list(seats), 4, seats=seats, path=path) as recording, suppress(EOFError):
        Session(recording, seats, Terminal(ask, Console(file=screen, width=80, highlight=False))).run()
    assert recording.game.state.round >= 1
    with Recording.resume(path) as again:
        assert again.game.state == recording.game.state

"""The presenter in games of every kind: JSON, rows that are the legal actions, previews that are what happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fcm_face as face
from fcm_core import load, shipped_rulesets
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId
from fcm_core.game.actions import EndTurn
from fcm_core.game.game import Game
from fcm_core.map.grid import bits
from fcm_core.records.runner import Bots
from fcm_core.scenario import Scenario
from tests.positions import P1, rules_of

RULESETS = ("base", "introductory", "new-milestones", "asian-fusion", "city-builder", "upmarket-area", "henri-lo-menu")


def game_of(ruleset: str, seed: int, players: int = 3) -> tuple[Game, Bots]:
    rules = rules_of(ruleset)
    game = new_game(rules, players, seed)
    return game, Bots(rules, dict.fromkeys(game.seats, "steady"), seed)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_can_be_asked_at_every_move(ruleset: str) -> None:
    game, bots = game_of(ruleset, 5)
    stream = Stream(5, "tests", "moves")
    happened = list(game.events)
    for move in range(220):
        if not game.pending or game.round > 8:
            break
        if move % 5 == 0:
            face.try_everything(game, happened, previews=2)
        seat = game.to_move[0]
        action = game.sample(seat, stream) if move % 3 == 0 else bots.choose(game, seat, move)
        happened = game.apply(seat, action)
    assert game.round > 1


def test_a_form_is_a_table_of_the_legal_actions() -> None:
    game, _ = game_of("base", 1)
    seat = game.to_move[0]
    view = game.view(seat)
    form = face.form(view, seat)
    assert form is not None and form["kind"] == "first_restaurant" and form["mode"] == "place"
    (table,) = form["actions"]
    assert [(field["name"], field["role"], field["kind"]) for field in table["fields"]] == [
        ("at", "where", "square"),
        ("entrance", "turn", "corner"),
    ]
    actions = {face.row_action(view, seat, table, row) for row in range(table["count"])}
    plain = {face.action_of(view, seat, each["action"]) for each in form["plain"]}
    assert actions | plain == set(view.legal_actions(seat))
    assert face.form(view, game.to_move[-1] if game.to_move[-1] != seat else P1) is None or len(game.to_move) > 1


def test_a_preview_tells_squares_and_distances() -> None:
    game, _ = game_of("base", 1)
    seat = game.to_move[0]
    view = game.view(seat)
    form = face.form(view, seat)
    assert form is not None
    action = face.row_action(view, seat, form["actions"][0], 0)
    shown = face.preview(view, seat, action)
    game.apply(seat, action)
    (restaurant,) = game.state.players[seat].restaurants
    places = game.ground.grid.squares
    assert shown["squares"] == [list(places[spot]) for spot in bits(restaurant.mask)]
    assert shown["mark"] == list(places[restaurant.door])
    assert shown["undo"] and not shown["warn"]
    assert any(line.startswith("distance ") or line.startswith("no road") for line in shown["lines"])


def test_a_secret_is_not_told_to_others() -> None:
    game, _ = game_of("base", 1)
    while game.pending and game.pending[0].kind != "choose_reserve":
        game.apply(game.to_move[0], next(game.legal_actions(game.to_move[0])))
    first, second = game.to_move[:2]
    seen = []
    for choice in list(game.legal_actions(first)):
        tried = game.copy()
        tried.apply(first, choice)
        view = tried.view(second)
        seen.append(json.dumps([face.table(view), face.form(view, second), face.what_if(view, second)], sort_keys=True))
    assert len(seen) > 1 and len(set(seen)) == 1


def test_why_a_square_is_refused() -> None:
    game, _ = game_of("base", 1)
    seat = game.to_move[0]
    view = game.view(seat)
    form = face.form(view, seat)
    assert form is not None
    legal = form["actions"][0]["fields"][0]["values"][0]["value"]
    assert face.probe(view, seat, "place_restaurant", {"at": legal}) is None
    row, column = view.ground.grid.squares[next(bits(view.ground.roads))]
    why = face.probe(view, seat, "place_restaurant", {"at": [row, column]})
    assert why is not None and why["code"] == "occupied"
    assert face.probe(view, seat, "place_restaurant", {"at": [-7, 400]})["code"] == "off_map"  # type: ignore[index]


SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.scenario.toml"))[::12]


@pytest.mark.parametrize("file", SCENARIOS, ids=[file.name.removesuffix(".scenario.toml") for file in SCENARIOS])
def test_a_position_of_a_scenario_can_be_shown(file: Path) -> None:
    try:
        game = Scenario(file).game
    except InputError:
        return  # some files are about what is wrong in a file
    face.try_everything(game, previews=1)
    game.advance()
    face.try_everything(game, previews=2)


def placed(before: Game, after: Game) -> set[tuple[int, int]]:
    """The squares that came to be covered, became road or joined the map, told apart from the presenter's way."""
    mask = after.state.occupied & ~before.state.occupied
    mask |= (after.ground.roads & ~before.ground.roads) | (after.ground.on_map & ~before.ground.on_map)
    return {after.ground.grid.squares[spot] for spot in bits(mask)}


@pytest.mark.parametrize("ruleset", ["base", "city-builder", "henri-lo-menu", "new-milestones"])
def test_the_squares_of_a_preview_are_those_that_change(ruleset: str) -> None:
    game, bots = game_of(ruleset, 4)
    stream = Stream(4, "tests", "squares")
    found = 0
    for move in range(260):
        if not game.pending:
            break
        seat = game.to_move[0]
        action = game.sample(seat, stream) if move % 2 else bots.choose(game, seat, move)
        shown = face.preview(game.view(seat), seat, action)
        phase = game.phase
        before = game.copy()
        game.apply(seat, action)
        if game.phase == phase and not any(note.startswith("stays secret") for note in shown["notes"]):
            squares = placed(before, game)
            assert squares <= {tuple(square) for square in shown["squares"]}
            found += bool(squares)
    assert found >= 3


def test_the_sums_of_a_structure() -> None:
    game, _ = game_of("base", 1)
    while game.pending[0].kind != "restructure":
        game.apply(game.to_move[0], next(game.legal_actions(game.to_move[0])))
    who = game.state.players[P1]
    who.cash = 40
    who.beach.update(
        {CardId("management_trainee"): 1, CardId("burger_cook"): 1, CardId("pricing_manager"): 1, TRAINER: 2}
    )
    view = game.view(P1)
    sums = face.sums(view, P1, map(CardId, ["management_trainee", "burger_cook", "pricing_manager", "trainer"]))
    assert (sums["fits"], sums["hires"], sums["trainings"], sums["makes"]) == (True, 1, 1, {"burger": 3})
    assert (sums["price"]["total"], sums["due"]["total"], sums["cash"]) == (9, 5, 40)
    assert sums["tree"]["managers"][0]["cards"] == [
        {"card": "burger_cook", "title": "Burger Cook"},
        {"card": "pricing_manager", "title": "Pricing Manager"},
    ]
    full = face.sums(view, P1, [CardId("burger_cook"), CardId("pricing_manager"), TRAINER, TRAINER])
    assert not full["fits"] and "4 cards besides managers" in full["why"]
    assert [card["card"] for card in full["tree"]["unseated"]] == ["trainer"]
    refused = face.refused(view, P1, draft=[CardId("burger_cook"), CardId("pricing_manager"), TRAINER])
    assert "Trainer at work as well" in {row["label"] for row in refused}
    assert view.state == game.view(P1).state


TRAINER = CardId("trainer")
DINNER = """
ruleset = "base"
phase = "working"
round = 3
[board]
tiles = [["A0", "L0"]]
[players.anna]
work = ["kitchen_trainee"]
[[players.anna.restaurant]]
at = [0, 3]
entrance = "SW"
[players.ben]
stock = { burger = 1 }
work = ["discount_manager"]
[[players.ben.restaurant]]
at = [0, 8]
entrance = "SW"
[[house]]
number = 2
demand = ["burger"]
"""


def test_dinner_if_everybody_cooked(tmp_path: Path) -> None:
    (tmp_path / "dinner.scenario.toml").write_text(DINNER)
    game = Scenario(tmp_path / "dinner.scenario.toml").game
    game.advance()
    view = game.view(P1)
    (house,) = face.what_if(view, P1)["houses"]  # type: ignore[index]
    assert (house["house"], house["seat"], house["income"]) == ("2", 1, 6)
    assert [(offer["seat"], offer["total"]) for offer in house["offers"]] == [(1, 7), (0, 10)]
    assert house["decided_by"] == "price + distance"
    assert view.state == game.view(P1).state
    nobody = face.what_if(view, P1, {"more_stock": {"burger": 5}, "more_work": ["discount_manager", "pricing_manager"]})
    assert nobody is not None and nobody["houses"][0]["seat"] == 0


def test_a_sale_in_the_log_has_offers_and_those_who_lacked_something(tmp_path: Path) -> None:
    (tmp_path / "dinner.scenario.toml").write_text(DINNER.replace("kitchen_trainee", "trainer"))
    game = Scenario(tmp_path / "dinner.scenario.toml").game
    game.advance()
    happened = []
    for seat in game.state.turn_order:
        happened += game.apply(seat, EndTurn())
    (sale,) = [entry for entry in face.entries(happened, game.view(None)) if entry["kind"] == "sold"]
    assert sale["text"] == "house 2 eats at ben: 1 burger for $6 (1 x 6 = 6)"
    assert sale["lines"] == ["offers: ben 6 + 1 = 7", "no offer: lacks 1 burger (anna)"]
    assert sale["sale"]["lacking"] == [{"seat": 0, "name": "anna", "why": "lacks 1 burger"}]
    assert "house:2" in sale["refs"] and [3, 0] in sale["squares"]


def test_every_card_and_milestone_says_what_it_does() -> None:
    for ruleset in shipped_rulesets():
        rules = load(ruleset)
        for card in rules.cards.values():
            text = face.card_text(rules, card)
            assert text != "no effect of its own" and "_" not in text and "  " not in text, (ruleset, card.id)
        for milestone in rules.milestones.values():
            assert "_" not in face.milestone_text(milestone)
    rules = rules_of("base")
    assert face.card_text(rules, rules.cards[CardId("burger_cook")]) == "makes 3 burgers"
    assert face.card_text(rules, rules.cards[CardId("hr_director")]).startswith("hires 4 cards; $5 off salaries")


def test_a_fault_of_the_presenter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = game_of("base", 1)
    monkeypatch.setattr("fcm_face.trial.refused", lambda view, seat: [{1: object()}])
    with pytest.raises(face.FaceFault, match="refused: no JSON"):
        face.try_everything(game)

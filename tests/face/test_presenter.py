"""The presenter in games of every kind: JSON, rows that are the legal actions, previews that are what happens."""

from __future__ import annotations

import json

import pytest

import fcm_face as face
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.game.game import Game
from fcm_core.map.grid import bits
from fcm_core.records.runner import Bots
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

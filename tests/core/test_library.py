"""`fcm_core` as a user of the library sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fcm_core as fcm
from fcm_core import _library
from fcm_core.testing import _kit


def test_it_works_as_it_was_promised() -> None:
    rules = fcm.load("asian-fusion", modules=["coffee"], options={"base": {"edition": "deluxe"}})
    game = fcm.new_game(rules, ["anna", "ben", "cat"], seed=7)
    while not game.over and game.round < 6:
        seat = game.to_move[0]
        choice = game.default_action(seat)
        game.apply(seat, choice)
    result = game.result
    assert sorted(result.ranking) == list(game.seats) == [0, 1, 2]
    assert (result.winner, result.cash, result.rounds) == (None, (0, 0, 0), 6)

    def mine(view: fcm.Game, seat: fcm.Seat, stream: fcm.Stream) -> Any:
        return view.sample(seat, stream)

    played = fcm.play(rules, [mine, "steady", "steady"], seed=7).result
    assert played.winner == played.ranking[0] in (1, 2)
    found = fcm.simulate(rules, {"mine": mine, "steady": "steady"}, games=3, seed=1)
    assert found.games == 3 and json.loads(json.dumps(found.plain()))["bots"]["mine"]["seats"] == 3


def test_importing_it_costs_nothing_until_a_name_is_used() -> None:
    code = "import sys, fcm_core, fcm_core.testing; print(sorted(m for m in sys.modules if m.startswith('fcm_')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['fcm_core', 'fcm_core.testing']"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    for module in (fcm, sys.modules["fcm_core.testing"]):
        with pytest.raises(AttributeError, match="has no nonsense"):
            module.nonsense  # noqa: B018


def test_every_name_is_there_and_listed() -> None:
    everything: dict[str, Any] = {}
    exec("from fcm_core import *\nfrom fcm_core.testing import *", everything)
    assert {*_library.__all__, *_kit.__all__} <= everything.keys()
    assert set(_library.__all__) <= set(dir(fcm))


def test_what_it_exports_says_what_it_is() -> None:
    silent = [
        name
        for module in (_library, _kit)
        for name in module.__all__
        if callable(value := getattr(module, name)) and not hasattr(value, "__supertype__") and not value.__doc__
    ]
    assert silent == []


# --- games as JSON -----------------------------------------------------------------------------------------------------


def middle() -> fcm.Game:
    """A game in its third round, in the middle of a working turn."""
    game = fcm.play(fcm.load("base", ["coffee"]), ["steady"] * 3, seed=3, rounds=2)
    while game.phase != "working":
        seat = game.to_move[0]
        game.apply(seat, game.default_action(seat))
    return game


def test_a_game_survives_json_and_goes_on_the_same() -> None:
    game = middle()
    again = fcm.from_json(game.rules, json.loads(json.dumps(fcm.to_json(game))))
    assert fcm.to_json(again) == fcm.to_json(game) and fcm.fingerprint(again.state, again.rules)
    for each in (game, again):
        while each.round == 3:
            seat = each.to_move[0]
            each.apply(seat, each.default_action(seat))
    assert fcm.to_json(again) == fcm.to_json(game)


def test_a_view_as_json_holds_no_secret() -> None:
    game = fcm.new_game(fcm.load("base", options={"base": {"edition": "deluxe"}}), 3, seed=987_654_321)
    for seat in game.to_move[:2]:
        game.apply(seat, game.default_action(seat))
    plain = fcm.to_json(game.view(fcm.Seat(2)))
    assert "987654321" not in json.dumps(plain) and plain["secret"] == {}
    assert fcm.from_json(game.rules, plain, viewer=fcm.Seat(2)).viewer == 2


def test_what_is_no_game_is_refused_with_its_key() -> None:
    game = middle()
    plain = fcm.to_json(game)
    with pytest.raises(fcm.InputError, match=r"state\.round"):
        fcm.from_json(game.rules, {**plain, "round": "three"})


def test_rules_are_shared_and_options_may_be_texts() -> None:
    rules = fcm.load("base", options=["base.edition=deluxe"])
    assert rules is fcm.load(options={"base": {"edition": "deluxe"}})
    with pytest.raises(fcm.InputError, match="did you mean coffee"):
        fcm.load("base", ["cofee"])


def test_a_game_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = fcm.play(fcm.load("base"), ["steady", "random"], seed=2, rounds=2, save=path)
    assert fcm.to_json(fcm.game_of_file(path)) == fcm.to_json(game)
    assert fcm.game_of_file(path, until="2.dinnertime").phase == "dinnertime"

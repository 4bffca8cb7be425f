"""A whole game made out of a view: it agrees with the view, and with the true answers put in it is the true game."""

from __future__ import annotations

from typing import Any

import pytest

import fcm_core as fcm
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.actions import Fire, Restructure
from fcm_core.game.game import Game
from fcm_core.game.views import determinize
from fcm_core.records.codec import fingerprint
from tests.positions import move_of, rules_of

ANSWERS: dict[str, Any] = {"restructure": Restructure, "fire": Fire}


def stream(number: int = 1) -> Stream:
    return Stream(number, "tests", "determinize")


def with_the_truth(made: Game, view: Game, truth: Game) -> Game:
    """The game made out of a view, with what lay face down put in."""
    for seat in view.unseen.reserves:
        made.state.players[seat].reserve = truth.state.players[seat].reserve
    made.state.seed, made.state.draws = truth.state.seed, truth.state.draws.copy()
    for seat in view.unseen.answers:
        decision = made.decision_of(seat)
        if decision is not None:
            made.apply(seat, ANSWERS[decision.kind](truth.state.secret[seat]))
    return made


def moments(ruleset: str, players: int, rounds: int) -> list[Game]:
    """The true game before every decision of a game between beginners."""
    game = fcm.new_game(rules_of(ruleset), players, seed=players)
    found = []
    while game.pending and game.round <= rounds:
        found.append(game.copy())
        seat = game.to_move[0]
        game.apply(seat, move_of("steady", game, seat, stream(len(found))))
    return [*found, game]


@pytest.mark.parametrize(
    ("ruleset", "players", "rounds"),
    [("base", 2, 99), ("base", 4, 8), ("henri-lo-menu", 3, 6), ("new-milestones", 5, 4)],
)
def test_with_the_true_answers_it_is_the_true_game_and_plays_on_as_it_does(
    ruleset: str, players: int, rounds: int
) -> None:
    hidden: set[str] = set()
    for now in moments(ruleset, players, rounds):
        if now.over:
            break
        seat = now.to_move[0]
        for viewer in now.seats:
            view = now.view(viewer)
            before = fingerprint(view.state, view.rules)
            made = determinize(view, viewer, stream())
            assert fingerprint(view.state, view.rules) == before and view.viewer == viewer
            assert made.viewer is None and not made.view(viewer).unseen.answers
            hidden.update(now.pending[0].kind for _ in view.unseen.answers)
            whole = with_the_truth(made, view, now)
            assert whole.state == now.state and whole.pending == now.pending
            whole.apply(seat, move_of("steady", now, seat, stream(now.round)))
            now_on = now.copy()
            now_on.apply(seat, move_of("steady", now, seat, stream(now.round)))
            assert whole.state == now_on.state
    assert hidden == {"restructure", "fire"}


def structures(players: int = 3) -> Game:
    """Somebody has chosen a structure and the others have not."""
    for game in moments("base", players, 6):
        if game.round > 3 and game.pending[0].kind == "restructure" and len(game.state.secret) == players - 1:
            return game
    raise AssertionError("nobody ever waits for another")


def test_who_has_answered_in_secret_is_asked_again_and_anything_may_be_answered() -> None:
    game = structures()
    last = game.to_move[0]
    others = [seat for seat in game.seats if seat != last]
    made = determinize(game.view(last), last, stream())
    assert made.to_move == (last, *others)
    for seat in (*others, last):
        made.apply(seat, Restructure(()))
    assert made.phase != "restructuring"
    assert [sum(player.work.values()) for player in made.state.players] == [1, 1, 1]


def test_it_depends_on_the_view_and_the_stream_alone() -> None:
    game = structures()
    last = game.to_move[0]
    other = game.copy()
    other.state.seed += 1
    for seat in game.seats:
        if seat != last:
            other.state.secret[seat] = ()
            other.state.players[seat].reserve = 2
    made = [determinize(each.view(last), last, stream(number)) for each in (game, other) for number in range(20)]
    assert [each.state for each in made[:20]] == [each.state for each in made[20:]]
    drawn = {tuple(player.reserve for player in each.state.players) for each in made}
    assert len(drawn) > 5 and len({reserves[last] for reserves in drawn}) == 1
    assert len({each.state.seed for each in made}) == 20


def test_reserve_cards_that_nobody_has_chosen_are_not_drawn() -> None:
    game = fcm.new_game(rules_of(), 3, seed=1)
    assert game.pending[0].kind == "first_restaurant"
    made = determinize(game.view(Seat(0)), Seat(0), stream())
    assert [player.reserve for player in made.state.players] == [None, None, None]


def test_the_whole_game_and_anothers_view_are_seen_with_the_seats_eyes() -> None:
    game = structures()
    last = game.to_move[0]
    other = Seat((last + 1) % 3)
    own = determinize(game.view(last), last, stream())
    assert determinize(game, last, stream()).state == own.state
    narrow = determinize(game.view(other), last, stream())
    assert not narrow.state.secret and len(narrow.to_move) == 3


def test_a_view_that_went_through_json_gives_the_same_game() -> None:
    game = structures()
    last = game.to_move[0]
    view = game.view(last)
    again = fcm.from_json(game.rules, fcm.to_json(view), viewer=last)
    assert again.unseen == view.unseen
    assert determinize(again, last, stream()).state == determinize(view, last, stream()).state
    with pytest.raises(fcm.InputError, match="unseen"):
        fcm.from_json(game.rules, {**fcm.to_json(view), "unseen": {"answers": "all"}}, viewer=last)

"""The order in which decisions are answered: as they were asked; what an answer asks comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from fcm_core.assembly.compile import make_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.actions import Pass
from fcm_core.game.game import Game
from fcm_core.game.parts import DecisionKind, Step
from fcm_core.game.state import Decision
from fcm_core.rules.plan import resolve

ANNA, BEN, CAT = Seat(0), Seat(1), Seat(2)


class What(DecisionKind):
    """A decision whose answer asks again, so often as it says itself."""

    name = "what"
    actions = ("pass",)

    def begin(self, game: Game, decision: Decision) -> bool:
        return not game.player(decision.seat).bankrupt

    def answer(self, game: Game, decision: Decision, action: Pass) -> bool:
        for number in range(decision.about("then", int)):
            game.ask("what", [decision.seat], then=0, number=number)
        return True


@pytest.fixture
def game() -> Game:
    """A game whose only step of setup asks `what`, and in which an answer asks again where the decision says so."""

    def ask(game: Game) -> None:
        game.ask("what", [BEN, ANNA], then=2)
        game.ask("what", [CAT], then=0)
        game.ask("what", [ANNA, CAT], together=True, then=0)

    rules = make_rules(resolve("base"))
    rules.decisions = {**rules.decisions, "what": What()}
    rules.decision_actions = {**rules.decision_actions, "what": ("pass",)}
    rules.setup_steps = (Step("setup", "ask", ask),)
    return new_game(rules, 3, 1)


def answered(game: Game) -> Iterator[tuple[Seat, object]]:
    """Who answers, and the number of the decision where it has one, until none is owed."""
    while game.pending and game.pending[0].kind == "what":
        decision = game.pending[0]
        yield decision.seat, dict(decision.facts).get("number")
        game.apply(decision.seat, Pass())


def test_what_a_step_asks_is_answered_in_the_order_written_and_what_an_answer_asks_first(game: Game) -> None:
    assert list(answered(game)) == [
        (BEN, None),
        (BEN, 0),
        (BEN, 1),
        (ANNA, None),
        (ANNA, 0),
        (ANNA, 1),
        (CAT, None),
        (ANNA, None),
        (CAT, None),
    ]


def test_who_is_out_is_not_asked_and_who_has_nothing_to_decide_is_passed_over(game: Game) -> None:
    game.player(ANNA).bankrupt = True
    game.ask("what", [CAT, BEN], then=0)
    game.player(CAT).out = True
    game.ask("what", [CAT, BEN], then=0, number=7)
    game.advance()
    assert list(answered(game)) == [
        (CAT, None),
        (BEN, None),
        (BEN, 7),
        (BEN, None),
        (BEN, 0),
        (BEN, 1),
        (CAT, None),
        (CAT, None),
    ]


def test_of_two_equal_decisions_the_one_that_was_answered_is_settled(game: Game) -> None:
    asked = game.state.asks[-1]
    game.state.asks.append(evolve(asked))
    game.apply(BEN, Pass())
    assert game.state.asks[-3] is asked
    assert [dict(ask.decisions[0].facts).get("number") for ask in game.state.asks[-2:]] == [1, 0]


def test_a_decision_says_what_it_is_about() -> None:
    decision = Decision("what", BEN, (("house", "7"), ("free", True)))
    assert decision.about("house", str) == "7"
    assert decision.about("free", bool) is True
    with pytest.raises(TypeError, match="decision what: house is '7', no int"):
        decision.about("house", int)
    with pytest.raises(KeyError, match="decision what says nothing about tile"):
        decision.about("tile", str)

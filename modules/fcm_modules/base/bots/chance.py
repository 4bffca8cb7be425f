"""Bots that leave it to chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.game.actions import EndTurn, NextStep, Pass
from fcm_core.game.parts import Bot, Partial

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision


def _random(view: Game, decision: Decision, stream: Stream) -> Any:
    if view.rules.decision_actions[decision.kind] == ("fire",):
        return view.default_action(decision.seat)
    return view.sample(decision.seat, stream)


def _eager(view: Game, decision: Decision, stream: Stream) -> Any:
    if view.rules.decision_actions[decision.kind] == ("fire",):
        return view.default_action(decision.seat)
    choices: Sequence[Any] | None = view.choices(decision.seat)
    if choices is None:
        return view.sample(decision.seat, stream)
    while True:
        doing = [choice for choice in choices if not isinstance(choice, NextStep | EndTurn | Pass)]
        choices = doing or [choice for choice in choices if isinstance(choice, NextStep)] or choices
        choice = choices[stream.below(len(choices))]
        if not isinstance(choice, Partial):
            return choice
        choices = choice.expand()


RANDOM = Bot("random", _random, "Anything that is legal; fires only whom it must.", rounds=60)
EAGER = Bot("eager", _eager, "Anything that is legal, but never passes while something else is possible.", rounds=60)

"""Bots that leave it to chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fcm_core.modding import Bot, EndTurn, Game, NextStep, Partial, Pass, Seat, Stream

IDLE = (NextStep, EndTurn, Pass)  # what does nothing


def _fires(view: Game, seat: Seat) -> bool:
    decision = view.decision_of(seat)
    return decision is not None and view.rules.decision_actions[decision.kind] == ("fire",)


def _random(view: Game, seat: Seat, stream: Stream) -> Any:
    if _fires(view, seat):
        return view.default_action(seat)
    return view.sample(seat, stream)


def _eager(view: Game, seat: Seat, stream: Stream) -> Any:
    if _fires(view, seat):
        return view.default_action(seat)
    choices: Sequence[Any] | None = view.choices(seat)
    if choices is None:
        return view.sample(seat, stream)
    while True:
        doing = [choice for choice in choices if not isinstance(choice, IDLE)]
        choices = doing or [choice for choice in choices if isinstance(choice, NextStep)] or choices
        choice = choices[stream.below(len(choices))]
        if not isinstance(choice, Partial):
            return choice
        choices = choice.expand()


RANDOM = Bot("random", _random, "Anything that is legal; fires only the cards that it must.", rounds=60)
EAGER = Bot("eager", _eager, "Anything that is legal, but never passes while something else is possible.", rounds=60)

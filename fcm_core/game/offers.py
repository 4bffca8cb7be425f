"""Decisions of the commonest kind: one action that a player may take or leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.game import hooks
from fcm_core.game.actions import Pass
from fcm_core.game.parts import ActionKind, Choice, DecisionKind

if TYPE_CHECKING:
    from fcm_core.basics.errors import Refusal
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision


def offer(
    name: str, action: ActionKind, title: str, begin: Callable[[Game, Decision], bool] | None = None
) -> DecisionKind:
    """A decision to take one action of a kind, or to pass, which is the default.

    It is due only where there is something to take; `begin` may say so more quickly, or set further conditions.
    """

    def possible(game: Game, decision: Decision) -> bool:
        return any(True for _ in action.choices(game, decision.seat))

    def check(game: Game, decision: Decision, answer: Any) -> Refusal | None:
        return None if isinstance(answer, Pass) else action.check(game, decision.seat, answer)

    def take(game: Game, decision: Decision, answer: Any) -> bool:
        if isinstance(answer, Pass):
            hooks.on_passed(game, decision.seat)
        else:
            action.apply(game, decision.seat, answer)
        return True

    def choices(game: Game, decision: Decision) -> Sequence[Choice]:
        return [*action.choices(game, decision.seat), Pass()]

    def leave(game: Game, decision: Decision) -> Any:
        return Pass()

    return DecisionKind(
        name,
        (action.name, "pass"),
        title,
        begin=begin or possible,
        check=check,
        answer=take,
        choices=choices,
        default=leave,
    )

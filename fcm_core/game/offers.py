"""Decisions of the commonest kind: something that a player may take or leave."""

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


def take_or_leave(
    name: str,
    *actions: ActionKind,
    title: str,
    begin: Callable[[Game, Decision], bool] | None = None,
    default: Callable[[Game, Decision], Any] | None = None,
) -> DecisionKind:
    """A decision to take one action of these kinds, or to pass.

    It is asked only where there is something to take. `begin` may find that out more quickly, or set further conditions.
    `default` says what stands for doing nothing special; without it this is to pass.
    """
    kinds = {kind.cls: kind for kind in actions}

    def possible(game: Game, decision: Decision) -> bool:
        return any(True for kind in actions for _ in kind.choices(game, decision.seat))

    def check(game: Game, decision: Decision, answer: Any) -> Refusal | None:
        return None if isinstance(answer, Pass) else kinds[type(answer)].check(game, decision.seat, answer)

    def take(game: Game, decision: Decision, answer: Any) -> bool:
        if isinstance(answer, Pass):
            hooks.on_passed(game, decision.seat)
        else:
            kinds[type(answer)].apply(game, decision.seat, answer)
        return True

    def choices(game: Game, decision: Decision) -> Sequence[Choice]:
        return [*(choice for kind in actions for choice in kind.choices(game, decision.seat)), Pass()]

    def leave(game: Game, decision: Decision) -> Any:
        return Pass()

    return DecisionKind(
        name,
        (*(kind.name for kind in actions), "pass"),
        title,
        begin=begin or possible,
        check=check,
        answer=take,
        choices=choices,
        default=default or leave,
    )

"""Decisions of the commonest kind: something that a player may take or leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.game.actions import Pass
from fcm_core.game.parts import DecisionKind

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision

PASS = Pass()


class TakeOrLeave(DecisionKind):
    """A decision to take an action of some kinds, or to pass, which is the default.

    Its `actions` end with "pass". It is due only where there is something to take; `begin` may be replaced by one that
    knows that more quickly, or that sets further conditions.
    """

    def begin(self, game: Game, decision: Decision) -> bool:
        """Whether there is anything but passing."""
        kinds = [game.rules.actions[name] for name in self.actions if name != "pass"]
        return any(True for kind in kinds for _ in kind.choices(game, decision.seat))

    def choices(self, game: Game, decision: Decision) -> list[Any]:
        """What may be taken, and passing."""
        return [*(super().choices(game, decision) or ()), PASS]

    def default(self, game: Game, decision: Decision) -> Any:
        """Passes."""
        return PASS

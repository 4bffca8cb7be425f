"""The fault: an action refuses with a code that it does not announce."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from fcm_core.modding import ActionKind, Choice, Game, Refusal, Rules, Seat, WorkingStep, hooks


@define(unsafe_hash=True)
class Sing:
    """A song for the guests."""

    loud: bool = False


class Singing(ActionKind[Sing]):
    """Somebody sings, once in a turn."""

    name = "sing"
    cls = Sing
    help = "Sing."
    codes = ("sung",)

    def check(self, game: Game, seat: Seat, action: Sing) -> Refusal | None:
        """Once in a turn."""
        if action.loud:
            return Refusal("tired", "nobody can sing so loud")
        return Refusal("sung", "one song in a turn") if game.state.turn.used.get("song") else None

    def apply(self, game: Game, seat: Seat, action: Sing) -> None:
        """Sings."""
        game.state.turn.used["song"] = 1

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Loud or not."""
        return [] if game.state.turn.used.get("song") else [Sing()]


@hooks.contribute_actions.impl
def singing(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Singing."""
    return (Singing(),)


@hooks.contribute_working_steps.impl
def when_to_sing(rules: Rules) -> Sequence[WorkingStep]:
    """Before hiring."""
    return (WorkingStep("sing", ("sing",), before=("hire",)),)

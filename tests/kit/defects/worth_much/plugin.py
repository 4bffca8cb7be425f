"""The fault: the hint for bots is no number."""

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
        return Refusal("sung", "one song in a turn") if game.state.turn.used.get("song") else None

    def apply(self, game: Game, seat: Seat, action: Sing) -> None:
        """Sings."""
        game.state.turn.used["song"] = 1

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Loud or not."""
        return [] if game.state.turn.used.get("song") else [Sing(), Sing(True)]

    def candidates(self, game: Game, seat: Seat) -> Iterable[Sing]:
        """A loud one."""
        return [Sing(True)]

    def value(self, game: Game, seat: Seat, action: Sing) -> Any:
        """What it is worth."""
        return "much"


@hooks.contribute_actions.impl
def singing(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Singing."""
    return (Singing(),)


@hooks.contribute_working_steps.impl
def when_to_sing(rules: Rules) -> Sequence[WorkingStep]:
    """Before hiring."""
    return (WorkingStep("sing", ("sing",), before=("hire",)),)

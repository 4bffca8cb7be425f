"""The fault: what stands for doing nothing is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from fcm_core.modding import ActionKind, Choice, Decision, DecisionKind, Game, Refusal, Rules, Seat, Step, hooks


@define(unsafe_hash=True)
class Vote:
    """For or against."""

    yes: bool = False


class Voting(ActionKind[Vote]):
    """Says yes or no."""

    name = "vote"
    cls = Vote
    help = "Vote."

    def check(self, game: Game, seat: Seat, action: Vote) -> Refusal | None:
        """Any vote counts."""
        return None

    def apply(self, game: Game, seat: Seat, action: Vote) -> None:
        """Counts the vote."""
        pass

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Yes and no."""
        return [Vote(), Vote(True)]


class Ballot(DecisionKind):
    """Everybody votes."""

    name = "ballot"
    actions = ("vote",)
    title = "the vote"

    def default(self, game: Game, decision: Decision) -> Any | None:
        """A vote that is no vote."""
        return Vote(True)

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """Nobody may say yes."""
        return Refusal("yes", "nobody may say yes") if action.yes else None

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """No."""
        return [Vote()]


def ask_all(game: Game) -> None:
    """At the beginning of each round."""
    game.ask("ballot", game.state.seats, together=False)


@hooks.contribute_actions.impl
def voting(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Voting."""
    return (Voting(),)


@hooks.contribute_decisions.impl
def ballot(rules: Rules) -> Sequence[DecisionKind]:
    """The vote."""
    return (Ballot(),)


@hooks.contribute_steps.impl
def when_to_vote(rules: Rules) -> Sequence[Step]:
    """Before Restructuring."""
    return (Step("restructuring", "vote", ask_all, before=("structures",)),)

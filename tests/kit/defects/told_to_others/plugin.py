"""The fault: a secret vote is announced at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, frozen

from fcm_core.modding import (
    ActionKind,
    Choice,
    DecisionKind,
    Event,
    Game,
    Refusal,
    Rules,
    Seat,
    Step,
    TurnBegan,
    hooks,
    told,
)


@frozen
class ToldToOthersSong(Event):
    """Somebody has sung."""

    seat: Seat
    yes: bool


on_told_to_others_song = told(ToldToOthersSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    pass


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
        on_told_to_others_song(game, seat, action.yes)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Yes and no."""
        return [Vote(), Vote(True)]


class Ballot(DecisionKind):
    """Everybody votes."""

    name = "ballot"
    actions = ("vote",)
    title = "the vote"


def ask_all(game: Game) -> None:
    """At the beginning of each round."""
    game.ask("ballot", game.state.seats, together=True)


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

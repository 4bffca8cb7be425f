"""The fault: everybody sees the votes before all have voted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from fcm_core.modding import ActionKind, Choice, DecisionKind, Game, Partition, Refusal, Rules, Seat, Step, hooks


@define
class Songs:
    """How many songs were sung, by seat."""

    votes: dict[Seat, bool] = field(factory=dict)

    def copy(self) -> Songs:
        """A copy that shares nothing."""
        return Songs(dict(self.votes))


SONGS = Partition("seen_by_others", Songs)


@hooks.contribute_partitions.impl
def songs(rules: Rules) -> Sequence[Partition[Any]]:
    """The songs."""
    return (SONGS,)


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
        SONGS.of(game).votes[seat] = action.yes

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

"""Milestones: who has which, and who earns one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.errors import UnknownNameError
from fcm_core.basics.vocabulary import MilestoneId, Seat
from fcm_core.game import hooks
from fcm_core.game.laws import Reasons

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def has_milestone(game: Game, seat: Seat, milestone: MilestoneId) -> bool:
    """Whether the player has earned the milestone."""
    return milestone in game.state.players[seat].milestones


def milestone_reason(game: Game, seat: Seat, milestone: MilestoneId) -> str | None:
    """The milestone's title if the player has earned it: why something is allowed."""
    if milestone in game.state.players[seat].milestones:
        return game.rules.milestones[milestone].title
    return None


def milestone_effect(game: Game, seat: Seat, milestone: MilestoneId, amount: int) -> Reasons | None:
    """What the milestone adds to a number, if the player has earned it; its title is the reason."""
    if milestone in game.state.players[seat].milestones:
        return ((amount, game.rules.milestones[milestone].title),)
    return None


def can_earn(game: Game, seat: Seat, milestone: MilestoneId) -> bool:
    """Whether the player would get the milestone by meeting its condition now. UnknownNameError where no module has it."""
    who = game.state.players[seat]
    if milestone not in game.state.open_milestones:
        known = game.rules.content.milestones
        if milestone not in known:
            raise UnknownNameError("milestone", milestone, known)
        return False
    return milestone not in who.milestones and not who.bankrupt


def award(game: Game, seat: Seat, milestone: MilestoneId) -> bool:
    """Gives the milestone if it can still be had. Everybody who qualifies in the same round gets it.

    A bankrupt chain claims none any more (R-39).
    """
    state = game.state
    if not can_earn(game, seat, milestone):
        return False
    state.players[seat].milestones[milestone] = state.round
    state.open_milestones[milestone] = state.round
    hooks.on_milestone_earned(game, seat, milestone)
    return True

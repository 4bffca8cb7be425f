"""Ketchup: whoever advertised what another chain sold is nearer to every customer from the next Dinnertime on.

Ketchup rulebook, page 20; R-30, R-63.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from fcm_core.game import hooks
from fcm_core.game.laws import Reasons
from fcm_core.game.milestones import award
from fcm_core.game.parts import Partition
from fcm_core.game.state import NOBODY, House

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import Seat
    from fcm_core.game.events import PhaseEnded, Sold
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules

MODULE = "ketchup"
MILESTONE = "someone_sells_your_demand"


@define
class Robbed:
    """The players whose demand others have served in this Dinnertime, as seats in ascending order."""

    seats: tuple[int, ...] = ()

    def copy(self) -> Robbed:
        """An independent copy."""
        return Robbed(self.seats)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """Who earns the milestone is remembered until Dinnertime ends."""
    return (Partition(MODULE, Robbed),)


@hooks.on_sold.impl
def on_sold(game: Game, event: Sold) -> None:
    """R-63: each counter remembers whose marketeer made it; one sale may bring the milestone to several players.

    The campaigns of a bankrupt player run their course (R-39), but who is out of the game earns nothing any more.
    """
    makers = {maker for _, maker in event.demand if maker not in (NOBODY, event.seat) and not game.player(maker).out}
    if makers:
        robbed: Robbed = game.part(MODULE)
        robbed.seats = tuple(sorted(makers.union(robbed.seats)))


@hooks.on_phase_ended.impl
def on_phase_ended(game: Game, event: PhaseEnded) -> None:
    """Awarded when the last house has eaten, to everybody at once."""
    if event.phase == "dinnertime":
        robbed: Robbed = game.part(MODULE)
        for player in robbed.seats:
            award(game, player, MILESTONE)
        robbed.seats = ()


@hooks.modify_distance.impl
def modify_distance(game: Game, seat: Seat, house: House) -> Reasons | None:
    """One less, for the choice among restaurants only; it may fall below 0."""
    earned = game.player(seat).milestones.get(MILESTONE)
    return ((-1, "Someone sells your demand"),) if earned is not None and earned < game.state.round else None

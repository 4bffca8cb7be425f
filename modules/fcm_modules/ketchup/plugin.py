"""Ketchup: a chain that advertised what another chain sold is nearer to every customer from the next Dinnertime on.

Ketchup rulebook, page 20; R-30, R-63.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from fcm_core.modding import (
    NOBODY,
    Game,
    House,
    MilestoneId,
    Partition,
    PhaseEnded,
    Reasons,
    Rules,
    Seat,
    Sold,
    award,
    hooks,
    milestone_effect,
)

SOMEONE_SELLS_YOUR_DEMAND = MilestoneId("someone_sells_your_demand")


@define
class Robbed:
    """The players whose demand others have served in this Dinnertime, as seats in ascending order."""

    seats: tuple[Seat, ...] = ()

    def copy(self) -> Robbed:
        """An independent copy."""
        return Robbed(self.seats)


ROBBED = Partition("ketchup", Robbed)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition[Robbed]]:
    """Who earns the milestone is remembered until Dinnertime ends."""
    return (ROBBED,)


@hooks.on_sold.impl
def remember_whose_demand_it_was(game: Game, sale: Sold) -> None:
    """R-63: each counter remembers whose marketeer made it; one sale may bring the milestone to several players.

    The campaigns of a bankrupt player go on (R-39), but a player who is out of the game earns nothing any more.
    """
    makers = {maker for _, maker in sale.demand if maker not in (NOBODY, sale.seat) and not game.player(maker).out}
    if makers:
        robbed = ROBBED.of(game)
        robbed.seats = tuple(sorted(makers.union(robbed.seats)))


@hooks.on_phase_ended.impl
def award_when_all_have_eaten(game: Game, ended: PhaseEnded) -> None:
    """R-63: to all of them at once."""
    if ended.phase == "dinnertime":
        robbed = ROBBED.of(game)
        for seat in robbed.seats:
            award(game, seat, SOMEONE_SELLS_YOUR_DEMAND)
        robbed.seats = ()


@hooks.modify_distance.impl
def one_less_from_the_next_round_on(game: Game, seat: Seat, house: House) -> Reasons | None:
    """For the choice among restaurants only; the distance may fall below 0."""
    earned = game.player(seat).milestones.get(SOMEONE_SELLS_YOUR_DEMAND)
    if earned is None or earned >= game.state.round:
        return None
    return milestone_effect(game, seat, SOMEONE_SELLS_YOUR_DEMAND, -1)

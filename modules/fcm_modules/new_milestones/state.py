"""What New Milestones keeps during a game, and the fact that it announces."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from fcm_core.basics.vocabulary import GoodId, Seat
from fcm_core.game.events import Event, Words
from fcm_core.game.laws import told


@define
class NewMilestones:
    """The module's own state; seats are numbers from 0."""

    pizza_sales: tuple[tuple[str, int], ...] = ()  # house, seller: this Dinnertime's, in eating order
    items_paid: dict[int, int] = field(factory=dict)  # seat -> salaries paid with items in this Payday
    lost_reward: tuple[int, ...] = ()  # seats that have fired the vice president who was free of salary

    def copy(self) -> NewMilestones:
        return NewMilestones(self.pizza_sales, self.items_paid.copy(), self.lost_reward)


def of(game: object) -> NewMilestones:
    """The module's state of a game."""
    part = game.part("new_milestones")  # type: ignore[attr-defined]
    assert isinstance(part, NewMilestones)
    return part


@frozen
class PaidWithItems(Event):
    """A player has paid salaries with items, one with each (R-62)."""

    seat: Seat
    goods: Mapping[GoodId, int]

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} pays salaries with {say.goods(self.goods)}"


on_paid_with_items = told(PaidWithItems)

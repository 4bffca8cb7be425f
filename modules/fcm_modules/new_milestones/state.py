"""What New Milestones remembers during a game."""

from __future__ import annotations

from attrs import define, field

from fcm_core.modding import HouseId, Partition, Seat


@define
class Remembered:
    """The module's own state."""

    pizza_sales: tuple[tuple[HouseId, Seat], ...] = ()  # house, seller: this Dinnertime's, in eating order
    items_paid: dict[Seat, int] = field(factory=dict)  # salaries paid with items in this Payday
    lost_reward: tuple[Seat, ...] = ()  # those who have fired the vice president who was free of salary

    def copy(self) -> Remembered:
        """An independent copy."""
        return Remembered(self.pizza_sales, self.items_paid.copy(), self.lost_reward)


REMEMBERED = Partition("new_milestones", Remembered)

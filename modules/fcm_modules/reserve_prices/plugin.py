"""Reserve Prices: at the first break the reserve cards decide about the base price.

Ketchup rulebook, Reserve Prices; R-70.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from fcm_core.hooks import hookimpl
from fcm_core.parts import Partition

if TYPE_CHECKING:
    from fcm_core.game import Game
    from fcm_core.rules import Rules

TIES = (20, 5, 10)  # what wins when several prices have the most votes


@define
class ReservePrices:
    """What the cards decided in this Dinnertime."""

    next_price: int = 0  # dollars; 0 = nothing was decided

    def copy(self) -> ReservePrices:
        return ReservePrices(self.next_price)


@hookimpl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """The price that waits for the next Dinnertime."""
    return (Partition("reserve_prices", ReservePrices),)


def elected(prices: Sequence[int]) -> int:
    """The price on most cards; ties go to 20, then 5, then 10. 0 if there are no cards."""
    order = (*TIES, *sorted(set(prices) - set(TIES), reverse=True))
    return max(prices, key=lambda price: (prices.count(price), -order.index(price)), default=0)


@hookimpl
def on_bank_broken(game: Game, number: int) -> None:
    """R-70: the first break opens the cards; their money has come into the bank already, $200 each."""
    if number == 1:
        cards = game.rules.reserve_cards
        chosen = [cards[player.reserve].base_price for player in game.state.players if player.reserve is not None]
        game.part("reserve_prices").next_price = elected([price for price in chosen if price])


@hookimpl
def on_phase_end(game: Game, phase: str) -> None:
    """The new price counts from the next Dinnertime on."""
    mine = game.part("reserve_prices")
    if phase == "dinnertime" and mine.next_price:
        game.state.base_price = mine.next_price
        mine.next_price = 0

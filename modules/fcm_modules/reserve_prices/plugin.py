"""Reserve Prices: at the first break the reserve cards decide about the base price.

Ketchup rulebook, Reserve Prices; R-70.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from fcm_core.game import hooks
from fcm_core.game.laws import Reason
from fcm_core.game.parts import Partition

if TYPE_CHECKING:
    from fcm_core.game.events import BankBroke, PhaseEnded
    from fcm_core.game.game import Game
    from fcm_core.game.parts import Position
    from fcm_core.game.rules import Rules
    from fcm_core.rules.tables import Reader
    from fcm_core.scenario import Result

MODULE = "reserve_prices"
TIES = (20, 5, 10)  # what wins when several prices have the most votes


@define
class ReservePrices:
    """What the cards decided, in dollars; 0 = nothing."""

    price: int = 0  # in force
    elected: int = 0  # waits for the next Dinnertime

    def copy(self) -> ReservePrices:
        return ReservePrices(self.price, self.elected)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """The price, and the one that waits."""
    return (Partition(MODULE, ReservePrices),)


def elected(prices: Sequence[int]) -> int:
    """The price on most cards; ties go to 20, then 5, then 10. 0 if there are no cards."""
    order = (*TIES, *sorted(set(prices) - set(TIES), reverse=True))
    return max(prices, key=lambda price: (prices.count(price), -order.index(price)), default=0)


@hooks.on_bank_broke.impl
def on_bank_broke(game: Game, event: BankBroke) -> None:
    """R-70: the first break opens the cards; their money has come into the bank already, $200 each."""
    if event.number == 1:
        cards = game.rules.reserve_cards
        chosen = [cards[player.reserve].base_price for player in game.state.players if player.reserve is not None]
        game.part(MODULE).elected = elected([price for price in chosen if price])


@hooks.on_phase_ended.impl
def on_phase_ended(game: Game, event: PhaseEnded) -> None:
    """The new price counts from the next Dinnertime on."""
    mine: ReservePrices = game.part(MODULE)
    if event.phase == "dinnertime" and mine.elected:
        mine.price, mine.elected = mine.elected, 0


@hooks.set_base_price.impl
def set_base_price(game: Game) -> Reason | None:
    """For the rest of the game, whatever the base price was."""
    mine: ReservePrices = game.part(MODULE)
    return (mine.price, "reserve prices") if mine.price else None


@hooks.read_scenario.impl
def read_scenario(game: Game, position: Position, read: Reader) -> None:
    """`[game]` `elected_price`: a price that waits for the next Dinnertime."""
    game.part(MODULE).elected = read.get("elected_price", int, 0)


@hooks.expect_scenario.impl
def expect_scenario(game: Game, position: Position, read: Reader, result: Result) -> None:
    """`[expect]` `elected_price`; 0 = none waits."""
    wanted, got = read.get("elected_price", int), game.part(MODULE).elected
    if wanted not in (None, got):
        result.fail(f"{read.key}.elected_price", wanted, got)

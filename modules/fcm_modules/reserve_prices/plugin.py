"""Reserve Prices: at the first break the reserve cards decide the base price.

Ketchup rulebook, Reserve Prices; R-70.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from fcm_core.modding import (
    BankBroke,
    Game,
    Partition,
    PhaseEnded,
    Position,
    Reader,
    Reason,
    Result,
    Rules,
    hooks,
)

TIES = (20, 5, 10)  # dollars: which price wins when several have the most votes


@define
class Prices:
    """What the cards decided, in dollars; 0 is nothing."""

    price: int = 0  # in force
    elected: int = 0  # waits for the next Dinnertime

    def copy(self) -> Prices:
        """An independent copy."""
        return Prices(self.price, self.elected)


PRICES = Partition("reserve_prices", Prices)


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition[Prices]]:
    """The price in force, and the one that waits."""
    return (PRICES,)


def winner(votes: Sequence[int]) -> int:
    """The price on most cards; ties go to 20, then 5, then 10. 0 if there are no cards."""
    order = (*TIES, *sorted(set(votes) - set(TIES), reverse=True))
    return max(votes, key=lambda price: (votes.count(price), -order.index(price)), default=0)


@hooks.on_bank_broke.impl
def count_the_votes(game: Game, broke: BankBroke) -> None:
    """R-70: at the first break. The cards' money, $200 each, has come into the bank already."""
    if broke.number == 1:
        cards = game.rules.reserve_cards
        votes = [cards[player.reserve].base_price for player in game.state.players if player.reserve is not None]
        PRICES.of(game).elected = winner([price for price in votes if price])


@hooks.on_phase_ended.impl
def put_the_price_in_force(game: Game, ended: PhaseEnded) -> None:
    """R-70: from the next Dinnertime on, also where the bank broke before the first house ate."""
    prices = PRICES.of(game)
    if ended.phase == "dinnertime" and prices.elected:
        prices.price, prices.elected = prices.elected, 0


@hooks.set_base_price.impl
def elected_price(game: Game) -> Reason | None:
    """For the rest of the game, whatever the base price was."""
    price = PRICES.of(game).price
    return (price, "reserve prices") if price else None


# --- scenario files --------------------------------------------------------------------------------------------------


@hooks.read_scenario.impl
def read_scenario(game: Game, position: Position, read: Reader) -> None:
    """`[game]` `elected_price`: a price that waits for the next Dinnertime."""
    PRICES.of(game).elected = read.get("elected_price", int, 0)


@hooks.expect_scenario.impl
def expect_scenario(game: Game, position: Position, read: Reader, result: Result) -> None:
    """`[expect]` `elected_price`: the price that waits, 0 for none."""
    wanted, got = read.get("elected_price", int), PRICES.of(game).elected
    if wanted not in (None, got):
        result.fail(f"{read.key}.elected_price", wanted, got)

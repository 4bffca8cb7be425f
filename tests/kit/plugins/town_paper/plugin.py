"""Town paper: paper boys win readers, and readers can be sold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define

from fcm_core.modding import (
    ActionKind,
    CampaignKind,
    CardId,
    Choice,
    DecisionKind,
    Game,
    HouseId,
    Partition,
    Position,
    Reader,
    Refusal,
    Rules,
    Seat,
    Step,
    TakeOrLeave,
    WorkingStep,
    actions_left,
    credit,
    hooks,
    refusals,
    use_card,
)

from .paper import ADVERT, READERS, PlacingAdvert, readers

PAPER_BOY = CardId("paper_boy")
RANGE = 2  # tile borders from an own entrance
DOLLARS_PER_READER = 2


# --- an action in a working step -------------------------------------------------------------------------------------


@define(unsafe_hash=True)
class Deliver:
    """A paper boy wins a house as a reader."""

    house: HouseId


class Delivering(ActionKind[Deliver]):
    """Near enough, and not a reader already. A house reads one paper, so another chain loses it."""

    name = "deliver_paper"
    cls = Deliver
    help = "A paper boy wins a house within range 2 as a reader."
    codes = refusals("used_up", "range", no_house="there is no such house", reader="the house reads this paper already")
    phrases = (("deliver the paper to house", "house"),)

    def check(self, game: Game, seat: Seat, action: Deliver) -> Refusal | None:
        """A paper boy at work, and a house near enough that does not read this paper."""
        if actions_left(game, seat, PAPER_BOY) <= 0:
            return Refusal("used_up", "no paper boy is left")
        if action.house not in game.state.houses:
            return Refusal("no_house", f"there is no house {action.house}")
        if action.house in readers(game, seat):
            return Refusal("reader", f"house {action.house} reads this paper already")
        way = game.board.distance(action.house, seat)
        if way is None or way > RANGE:
            return Refusal(
                "range", f"house {action.house} is farther than {RANGE} tile borders from every own entrance"
            )
        return None

    def apply(self, game: Game, seat: Seat, action: Deliver) -> None:
        """Only the partition changes, and the paper boy has acted."""
        use_card(game, seat, PAPER_BOY)
        READERS.of(game).paper_of[action.house] = seat

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every house that `check` allows."""
        every = [Deliver(house) for house in game.state.houses] if actions_left(game, seat, PAPER_BOY) > 0 else []
        return [action for action in every if self.check(game, seat, action) is None]

    def value(self, game: Game, seat: Seat, action: Deliver) -> int:
        """A hint for bots: what the reader will bring."""
        return DOLLARS_PER_READER


@hooks.contribute_working_steps.impl
def papers_come_after_campaigns(rules: Rules) -> Sequence[WorkingStep]:
    """A step names its neighbours, so its place never depends on the order of loading."""
    step = WorkingStep("papers", (Delivering.name,), after=("campaigns",), before=("food_and_drink",))
    return (step,)


@hooks.contribute_step_actions.impl
def adverts_are_campaigns(rules: Rules) -> Sequence[tuple[str, str]]:
    """Adverts are placed in the step of all other campaigns."""
    return (("campaigns", PlacingAdvert.name),)


# --- a decision ------------------------------------------------------------------------------------------------------


@define(unsafe_hash=True)
class SellReaders:
    """Sells the list of all own readers."""


class SellingReaders(ActionKind[SellReaders]):
    """$2 for each; then they read nothing."""

    name = "sell_readers"
    cls = SellReaders
    help = "Sell the list of all own readers, for $2 each."

    def check(self, game: Game, seat: Seat, action: SellReaders) -> Refusal | None:
        """The decision is due only with readers, so nothing is against it."""
        return None

    def apply(self, game: Game, seat: Seat, action: SellReaders) -> None:
        """Outside Dinnertime the bank does not break at once."""
        sold = readers(game, seat)
        for house in sold:
            del READERS.of(game).paper_of[house]
        credit(game, seat, DOLLARS_PER_READER * len(sold), "readers")

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """One way to do it, where there is anything to sell."""
        return [SellReaders()] if readers(game, seat) else []


class Offer(TakeOrLeave):
    """Whether to sell. Passing is the default, and without readers nobody is asked."""

    name = "readers"
    actions = (SellingReaders.name, "pass")
    title = "selling the own readers"


def ask_for_readers(game: Game) -> None:
    """Everybody in turn order."""
    game.ask(Offer.name, game.state.turn_order)


@hooks.contribute_steps.impl
def before_the_campaigns_run(rules: Rules) -> Sequence[Step]:
    """Adverts that run already keep the houses they carry."""
    return (Step("marketing", "readers", ask_for_readers, before=("campaigns",)),)


# --- what the rules are told -----------------------------------------------------------------------------------------


@hooks.contribute_partitions.impl
def memory(rules: Rules) -> Sequence[Partition[Any]]:
    """The module's own state; `copy`, saves and undo take care of it."""
    return (READERS,)


@hooks.contribute_actions.impl
def actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Every kind of action, whatever answers to it."""
    return (Delivering(), SellingReaders(), PlacingAdvert())


@hooks.contribute_decisions.impl
def decisions(rules: Rules) -> Sequence[DecisionKind]:
    """The kind that `ask_for_readers` names."""
    return (Offer(),)


@hooks.contribute_campaign_kinds.impl
def campaigns(rules: Rules) -> Sequence[CampaignKind]:
    """The kind that cards.toml and campaigns.toml name."""
    return (ADVERT,)


# --- a key of its own in scenario files ------------------------------------------------------------------------------


@hooks.read_scenario.impl
def readers_of_a_position(game: Game, position: Position, read: Reader) -> None:
    """The key `readers` of [game]: { 1 = "p1", 3 = "p2" }."""
    for house, player in read.get("readers", dict[str, str], {}).items():
        READERS.of(game).paper_of[HouseId(house)] = position.seat(read, "readers", player)

"""Coffee: sold to guests who pass a restaurant or a coffee shop on the way to dinner.

Ketchup rulebook, pages 10 to 14; R-20, R-47, R-52, R-53. Shops are in shops.py, the sale in selling.py, the search for
the route in route.py, what people are told of it in reasons.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fcm_core.modding import (
    ActionKind,
    Candidate,
    CardId,
    DecisionKind,
    Game,
    House,
    HouseChose,
    Mask,
    Partition,
    PieceKind,
    Rules,
    Seat,
    Step,
    Trained,
    TurnBegan,
    WorkingStep,
    hooks,
)
from fcm_modules.coffee.reasons import why_coffee_is_sold
from fcm_modules.coffee.selling import FIRST_COFFEE_SOLD, sell_on_the_way
from fcm_modules.coffee.shops import (
    ANYWHERE,
    BARISTA_RANGE,
    SHOP,
    SHOPS,
    FreeCoffeeShop,
    MovingCoffeeShop,
    PlacingCoffeeShop,
    Shops,
    read_shop,
    shop_entrances,
    write_shop,
)

BARISTA_TRAINEE = CardId("barista_trainee")
BARISTA = CardId("barista")
LEAD_BARISTA = CardId("lead_barista")


# --- coffee shops ----------------------------------------------------------------------------------------------------


@hooks.contribute_piece_kinds.impl
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """The coffee shop."""
    return (PieceKind(SHOP, "c", read=read_shop, write=write_shop),)


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Placing and moving coffee shops."""
    return (PlacingCoffeeShop(), MovingCoffeeShop())


@hooks.extend_range_starts.impl
def ranges_start_at_shops(game: Game, seat: Seat) -> Mask:
    """The ranges of all cards may start at a shop."""
    return shop_entrances(game, seat)


# --- shops won by training -------------------------------------------------------------------------------------------


@hooks.contribute_partitions.impl
def contribute_partitions(rules: Rules) -> Sequence[Partition[Shops]]:
    """The shops won in this turn."""
    return (SHOPS,)


@hooks.on_turn_began.impl
def shops_of_the_turn_before_are_lost(game: Game, began: TurnBegan) -> None:
    """R-53: a shop is placed in the turn in which it was won."""
    SHOPS.of(game).won.clear()


@hooks.on_trained.impl
def shop_for_a_barista(game: Game, trained: Trained) -> None:
    """R-53: trainee to barista wins one within range 2, also as the first step of a training over two."""
    if trained.card == BARISTA_TRAINEE and trained.to in (BARISTA, LEAD_BARISTA):
        SHOPS.of(game).won.append(BARISTA_RANGE)


@hooks.on_trained.impl
def shop_for_a_lead_barista(game: Game, trained: Trained) -> None:
    """R-53: barista to lead barista wins one anywhere."""
    if trained.to == LEAD_BARISTA:
        SHOPS.of(game).won.append(ANYWHERE)


@hooks.contribute_working_steps.impl
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """R-20: shops won by training are placed right after it."""
    return (
        WorkingStep("coffee_shops", ("place_coffee_shop", "move_coffee_shop"), after=("train",), before=("campaigns",)),
    )


# --- First coffee sold -----------------------------------------------------------------------------------------------


@hooks.contribute_steps.impl
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """R-47: the shops of First coffee sold come first in Cleanup."""
    return (Step("cleanup", "coffee_shops", ask_first_sellers, before=("discard",)),)


def ask_first_sellers(game: Game) -> None:
    """R-47: in turn order; placing is optional."""
    earned = [
        seat
        for seat in game.state.turn_order
        if game.player(seat).milestones.get(FIRST_COFFEE_SOLD) == game.state.round
    ]
    game.ask(FreeCoffeeShop.name, earned)


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Where the shop of First coffee sold goes."""
    return (FreeCoffeeShop(),)


# --- on the way to dinner --------------------------------------------------------------------------------------------


@hooks.on_house_chose.impl
def guests_buy_coffee(game: Game, chose: HouseChose) -> None:
    """R-52: the chain is chosen first, without looking at coffee; then the guests drive there."""
    sell_on_the_way(game, chose.house, chose.candidate.seat)


@hooks.list_reasons.impl
def reasons(game: Game, house: House, candidate: Candidate) -> Sequence[Mapping[str, Any]] | None:
    """The tied routes, what they share, and for every seller on the map why it sells or not."""
    return why_coffee_is_sold(game, house, candidate.seat)

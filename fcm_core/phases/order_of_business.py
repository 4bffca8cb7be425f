"""Phase 2, Order of Business: who has the most open slots chooses a position first.

Rulebook, Phase 2; R-19.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import ChoosePosition
from fcm_core.game.cards import ceo_slots
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, OrderKey, Step

if TYPE_CHECKING:
    from fcm_core.game.state import Decision


def ask_positions(game: Game) -> None:
    """Players choose in the order of the keys, each any free position."""
    game.state.positions = {}
    game.ask("choose_position", choosers(game))


def choosers(game: Game) -> list[int]:
    """The seats in the order in which they choose."""
    keys = game.rules.order_keys
    playing = [seat for seat in game.state.turn_order if not game.state.players[seat].out]
    return sorted(playing, key=lambda seat: tuple(key.key(game, seat) for key in keys))


def open_slots(game: Game, seat: Seat) -> int:
    """Slots of the CEO and the managers at work without a card in them, and those that only count here."""
    cards = game.rules.cards
    slots = ceo_slots(game, seat)
    for name, count in game.state.players[seat].work.items():
        card = cards[name]
        if not card.always_at_work:
            slots += (card.slots - 1) * count
    return slots + hooks.modify_open_slots(game, seat)


def settle_turn_order(game: Game) -> None:
    """The new turn order; bankrupt players keep the last places."""
    state = game.state
    order = [seat for seat, _ in sorted(state.positions.items(), key=lambda item: item[1])]
    state.turn_order = (*order, *(seat for seat in state.turn_order if seat not in state.positions))
    state.positions = {}
    hooks.on_turn_order_settled(game, state.turn_order)


def free_positions(game: Game) -> list[int]:
    """Positions from 1 that nobody has taken."""
    playing = sum(not player.out for player in game.state.players)
    taken = game.state.positions.values()
    return [position for position in range(1, playing + 1) if position not in taken]


def check_position(game: Game, seat: Seat, action: ChoosePosition) -> Refusal | None:
    free = free_positions(game)
    if action.position not in free:
        code = "position_taken" if action.position in game.state.positions.values() else "not_an_option"
        return Refusal(code, f"position {action.position} is not free; free: {', '.join(map(str, free))}")
    return None


def choose_position(game: Game, seat: Seat, action: ChoosePosition) -> None:
    game.state.positions[seat] = action.position
    hooks.on_position_chosen(game, seat, action.position)


def _begin(game: Game, decision: Decision) -> bool:
    free = free_positions(game)
    if len(free) > 1:
        return True
    choose_position(game, decision.seat, ChoosePosition(free[0]))
    return False


def _choices(game: Game, seat: Seat) -> list[Choice]:
    return [ChoosePosition(position) for position in free_positions(game)]


def _default(game: Game, decision: Decision) -> Any:
    """The position nearest to the present one, the earlier if two are as near."""
    here = [seat for seat in game.state.turn_order if not game.state.players[seat].out].index(decision.seat) + 1
    return ChoosePosition(min(free_positions(game), key=lambda position: (abs(position - here), position)))


STEPS = (
    Step("order_of_business", "positions", ask_positions),
    Step("order_of_business", "turn_order", settle_turn_order, after=("positions",)),
)
ACTIONS = (
    ActionKind(
        "choose_position",
        ChoosePosition,
        check_position,
        choose_position,
        _choices,
        codes=("position_taken", "not_an_option"),
        help="Take a free position of the turn order.",
    ),
)
DECISIONS = (DecisionKind("choose_position", ("choose_position",), "the turn order", begin=_begin, default=_default),)
ORDER_KEYS = (
    OrderKey("open_slots", lambda game, player: -open_slots(game, player)),
    OrderKey("turn_order", lambda game, player: game.state.turn_order.index(player), after=("open_slots",)),
)

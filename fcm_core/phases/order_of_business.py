"""Phase 2, Order of Business: who has the most open slots chooses a position first.

Rulebook, Phase 2; R-19.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import ChoosePosition
from fcm_core.game.cards import ceo_slots
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, OrderKey, Step, in_order, steps

if TYPE_CHECKING:
    from fcm_core.game.state import Decision


def phase_steps() -> tuple[Step, ...]:
    """Order of Business, step by step."""
    return steps(
        "order_of_business",
        ("positions", ask_positions),
        ("turn_order", settle_turn_order),
    )


def order_keys() -> tuple[OrderKey, ...]:
    """R-19: what decides who chooses first. The lowest value does, and later keys only break ties."""
    return in_order(
        OrderKey("open_slots", most_open_slots),
        OrderKey("turn_order", place_in_turn_order),
    )


def most_open_slots(game: Game, seat: Seat) -> int:
    """The most open slots first."""
    return -open_slots(game, seat)


def place_in_turn_order(game: Game, seat: Seat) -> int:
    """The earlier in the present turn order first."""
    return game.state.turn_order.index(seat)


def open_slots(game: Game, seat: Seat) -> int:
    """Slots of the CEO and the managers at work without a card in them, and those that only count here."""
    cards = game.rules.cards
    slots = ceo_slots(game, seat)
    for name, count in game.state.players[seat].work.items():
        card = cards[name]
        if not card.always_at_work:
            slots += (card.slots - 1) * count
    return slots + hooks.modify_open_slots(game, seat)


def ask_positions(game: Game) -> None:
    """Players choose in the order of the keys, each any free position."""
    game.state.positions = {}
    game.ask("choose_position", choosers(game))


def choosers(game: Game) -> list[Seat]:
    """The seats in the order in which they choose."""
    keys = game.rules.order_keys
    playing = [seat for seat in game.state.turn_order if not game.state.players[seat].out]
    return sorted(playing, key=lambda seat: tuple(key.key(game, seat) for key in keys))


def settle_turn_order(game: Game) -> None:
    """The new turn order; bankrupt players keep the last places."""
    state = game.state
    order = [seat for seat, _ in sorted(state.positions.items(), key=lambda item: item[1])]
    state.turn_order = (*order, *(seat for seat in state.turn_order if seat not in state.positions))
    state.positions = {}
    hooks.on_turn_order_settled(game, state.turn_order)


# --- the choice ------------------------------------------------------------------------------------------------------


def free_positions(game: Game) -> list[int]:
    """Positions from 1 that nobody has taken."""
    playing = sum(not player.out for player in game.state.players)
    taken = game.state.positions.values()
    return [position for position in range(1, playing + 1) if position not in taken]


class ChoosingPosition(ActionKind[ChoosePosition]):
    """R-19: any free position of the turn order."""

    name = "choose_position"
    cls = ChoosePosition
    help = "Take a free position of the turn order."
    codes = refusals("not_an_option", position_taken="another player has taken this position")
    phrases = (("position", "position"),)

    def check(self, game: Game, seat: Seat, action: ChoosePosition) -> Refusal | None:
        """R-19: one that nobody has taken."""
        free = free_positions(game)
        if action.position not in free:
            code = "position_taken" if action.position in game.state.positions.values() else "not_an_option"
            return Refusal(code, f"position {action.position} is not free; free: {', '.join(map(str, free))}")
        return None

    def apply(self, game: Game, seat: Seat, action: ChoosePosition) -> None:
        """R-19: the position is taken; the turn order changes when all have chosen."""
        take_position(game, seat, action.position)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-19: every free position."""
        return [ChoosePosition(position) for position in free_positions(game)]


def take_position(game: Game, seat: Seat, position: int) -> None:
    """Notes the position, from 1, that the player takes."""
    game.state.positions[seat] = position
    hooks.on_position_chosen(game, seat, position)


class PlaceInTurnOrder(DecisionKind):
    """R-19: which position to take. The last to choose takes what is left."""

    name = "choose_position"
    actions = ("choose_position",)
    title = "the turn order"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Takes the only position left."""
        free = free_positions(game)
        if len(free) > 1:
            return True
        take_position(game, decision.seat, free[0])
        return False

    def default(self, game: Game, decision: Decision) -> Any:
        """The position nearest to the present one, the earlier if two are as near."""
        here = [seat for seat in game.state.turn_order if not game.state.players[seat].out].index(decision.seat) + 1
        return ChoosePosition(min(free_positions(game), key=lambda position: (abs(position - here), position)))


ACTIONS = (ChoosingPosition(),)
DECISIONS = (PlaceInTurnOrder(),)

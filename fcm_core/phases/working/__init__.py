"""Phase 3, Working 9:00-5:00: players take whole turns in turn order; a turn's steps come in a fixed order (R-20).

hire.py, train.py, campaigns.py, food_and_drink.py, houses.py and restaurants.py hold one step each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.actions import EndTurn, NextStep
from fcm_core.game.cards import current_turn
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, WorkingStep, in_order, steps
from fcm_core.game.state import Turn
from fcm_core.phases.working import campaigns, food_and_drink, hire, houses, restaurants, train

if TYPE_CHECKING:
    from fcm_core.game.state import Decision


def phase_steps() -> tuple[Step, ...]:
    """Working: one step, in which every player has a turn."""
    return steps("working", ("turns", ask_turns))


def turn_steps() -> tuple[WorkingStep, ...]:
    """R-20: the steps of a player's turn, with the actions of each. A step is finished before the next begins."""
    return in_order(
        WorkingStep("hire", ("hire",)),
        WorkingStep("train", ("train",), leave=train.phantoms_left),
        WorkingStep("campaigns", ("place_campaign",)),
        WorkingStep("food_and_drink", ("produce", "fetch")),
        WorkingStep("houses", ("place_house", "place_garden")),
        WorkingStep("restaurants", ("open_restaurant", "move_restaurant")),
    )


def ask_turns(game: Game) -> None:
    """One whole turn after another, in turn order."""
    game.ask("working", game.state.turn_order)


class WorkingTurn(DecisionKind):
    """R-20: a turn is one decision with many answers: actions of the steps, and going on to later ones."""

    name = "working"
    actions = ("next_step", "end_turn")  # and every action of a step
    title = "a working turn"

    def begin(self, game: Game, decision: Decision) -> bool:
        """R-08: drive-ins count from here on."""
        game.state.players[decision.seat].on_duty = True
        game.state.turn = Turn(decision.seat)
        hooks.on_turn_began(game, decision.seat)
        return True

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """R-20: no action of a step that is over. One of a later step goes on to that step first."""
        kind = game.rules.kinds[type(action)]
        step = game.rules.step_of_action.get(kind.name)
        if step is not None:
            turn = current_turn(game)
            names = game.rules.working_steps
            if step < turn.step:
                here = names[turn.step].name
                return Refusal("step_over", f"{kind.name}: the step {names[step].name} is over; the turn is at {here}")
            if step > turn.step:
                refusal = _held_back(game, decision.seat, step)
                if refusal is not None:
                    return refusal
        return kind.check(game, decision.seat, action)

    def answer(self, game: Game, decision: Decision, action: Any) -> bool:
        """The turn is over with `end_turn`."""
        kind = game.rules.kinds[type(action)]
        step = game.rules.step_of_action.get(kind.name)
        if step is not None:
            current_turn(game).step = step
        kind.apply(game, decision.seat, action)
        return game.state.turn is None

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice]:
        """R-20: the actions of the present step, and going on. Actions of later steps are also accepted."""
        seat = decision.seat
        kinds, steps = game.rules.actions, game.rules.working_steps
        step = current_turn(game).step
        choices: list[Choice] = []
        for name in steps[step].actions:
            choices.extend(kinds[name].choices(game, seat))
        held_back = _held_back(game, seat)
        if step + 1 < len(steps) and (held_back is None or _held_back(game, seat, step + 1) is None):
            choices.append(NEXT_STEP)
        if held_back is None:
            choices.append(END_TURN)
        return choices

    def default(self, game: Game, decision: Decision) -> Any | None:
        """Ends the turn; where something must still be done, does the first thing possible."""
        return None if _held_back(game, decision.seat) else END_TURN


def _held_back(game: Game, seat: Seat, until: int | None = None) -> Refusal | None:
    """Why the turn may not leave the present step or one of those before the step with index `until` (None: the end)."""
    here = current_turn(game).step
    for index in game.rules.holding_steps:
        if here <= index and (until is None or index < until):
            leave = game.rules.working_steps[index].leave
            refusal = leave(game, seat) if leave is not None else None
            if refusal is not None:
                return refusal
    return None


class GoingOn(ActionKind[NextStep]):
    """R-20: the present step is over."""

    name = "next_step"
    cls = NextStep
    help = "Go on to the next step of the working turn."
    codes = refusals("phantom", "not_an_option")

    def check(self, game: Game, seat: Seat, action: NextStep) -> Refusal | None:
        """R-20, R-22: there is a next step, and nothing must be done before."""
        following = current_turn(game).step + 1
        if following >= len(game.rules.working_steps):
            return Refusal("not_an_option", "this is the last step of the turn: end it")
        return _held_back(game, seat, following)

    def apply(self, game: Game, seat: Seat, action: NextStep) -> None:
        """R-20: there is no way back."""
        current_turn(game).step += 1


class EndingTurn(ActionKind[EndTurn]):
    """R-20, R-21: nearly everything is optional, so a turn may end at any time."""

    name = "end_turn"
    cls = EndTurn
    help = "End the working turn."
    codes = refusals("phantom")

    def check(self, game: Game, seat: Seat, action: EndTurn) -> Refusal | None:
        """R-22: nothing must still be done."""
        return _held_back(game, seat)

    def apply(self, game: Game, seat: Seat, action: EndTurn) -> None:
        """R-20: it is the next player's turn."""
        hooks.on_turn_ended(game, seat)
        game.state.turn = None


NEXT_STEP = NextStep()
END_TURN = EndTurn()
ACTIONS = (
    *hire.ACTIONS,
    *train.ACTIONS,
    *campaigns.ACTIONS,
    *food_and_drink.ACTIONS,
    *houses.ACTIONS,
    *restaurants.ACTIONS,
    GoingOn(),
    EndingTurn(),
)
DECISIONS = (WorkingTurn(),)

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
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step
from fcm_core.game.state import Turn
from fcm_core.phases.working import campaigns, food_and_drink, hire, houses, restaurants, train

if TYPE_CHECKING:
    from fcm_core.game.state import Decision


NEXT_STEP = NextStep()
END_TURN = EndTurn()


def ask_turns(game: Game) -> None:
    """One whole turn after another, in turn order."""
    game.ask("working", game.state.turn_order)


def _begin(game: Game, decision: Decision) -> bool:
    who = game.state.players[decision.seat]
    who.on_duty = True
    game.state.turn = Turn(decision.seat)
    hooks.on_turn_began(game, decision.seat)
    return True


def _leave(game: Game, seat: Seat, first: int, last: int) -> Refusal | None:
    """Refuses to leave any of the steps from `first` up to, not including, `last`."""
    for step in game.rules.working_steps[first:last]:
        if step.leave is not None:
            refusal: Refusal | None = step.leave(game, seat)
            if refusal is not None:
                return refusal
    return None


def _check(game: Game, decision: Decision, action: Any) -> Refusal | None:
    player = decision.seat
    turn = game.state.turn
    assert turn is not None
    steps = game.rules.working_steps
    if isinstance(action, NextStep):
        if turn.step + 1 >= len(steps):
            return Refusal("not_an_option", "this is the last step of the turn: end it")
        return _leave(game, player, turn.step, turn.step + 1)
    if isinstance(action, EndTurn):
        return _leave(game, player, turn.step, len(steps))
    name = game.rules.action_name(action)
    step = game.rules.step_of_action[name]
    if step < turn.step:
        return Refusal(
            "step_over", f"{name}: the step {steps[step].name} is over; the turn is at {steps[turn.step].name}"
        )
    if step > turn.step:
        refusal = _leave(game, player, turn.step, step)
        if refusal is not None:
            return refusal
    found: Refusal | None = game.rules.actions[name].check(game, player, action)
    return found


def _answer(game: Game, decision: Decision, action: Any) -> bool:
    turn = game.state.turn
    assert turn is not None
    if isinstance(action, NextStep):
        turn.step += 1
        return False
    if isinstance(action, EndTurn):
        hooks.on_turn_ended(game, decision.seat)
        game.state.turn = None
        return True
    name = game.rules.action_name(action)
    turn.step = game.rules.step_of_action[name]
    game.rules.actions[name].apply(game, decision.seat, action)
    return False


def _choices(game: Game, decision: Decision) -> Sequence[Choice]:
    """The present step's actions, and going on."""
    turn = game.state.turn
    assert turn is not None
    steps = game.rules.working_steps
    found: list[Choice] = []
    for name in steps[turn.step].actions:
        found.extend(game.rules.actions[name].choices(game, decision.seat))
    # Most steps let go freely, so the refusals are asked only where a step has any.
    held = [index for index in game.rules.holding_steps if index >= turn.step]
    if turn.step + 1 < len(steps) and (
        turn.step not in held or _leave(game, decision.seat, turn.step, turn.step + 1) is None
    ):
        found.append(NEXT_STEP)
    if not held or _leave(game, decision.seat, turn.step, len(steps)) is None:
        found.append(END_TURN)
    return found


def _default(game: Game, decision: Decision) -> Any:
    """Ends the turn; where something must still be done, does the first thing possible."""
    if _check(game, decision, EndTurn()) is None:
        return EndTurn()
    return next(game.legal_actions(decision.seat))


WORKING_STEPS = (
    hire.STEP,
    train.STEP,
    campaigns.STEP,
    food_and_drink.STEP,
    houses.STEP,
    restaurants.STEP,
)
STEPS = (Step("working", "turns", ask_turns),)


def _nothing(*_: Any) -> Any:
    return ()


ACTIONS = (
    *hire.ACTIONS,
    *train.ACTIONS,
    *campaigns.ACTIONS,
    *food_and_drink.ACTIONS,
    *houses.ACTIONS,
    *restaurants.ACTIONS,
    ActionKind(
        "next_step",
        NextStep,
        lambda game, player, action: None,
        _nothing,
        _nothing,
        codes=("phantom", "not_an_option"),
        help="Go on to the next step of the working turn.",
    ),
    ActionKind(
        "end_turn",
        EndTurn,
        lambda game, player, action: None,
        _nothing,
        _nothing,
        codes=("phantom",),
        help="End the working turn.",
    ),
)
DECISIONS = (
    DecisionKind(
        "working",
        ("next_step", "end_turn"),  # and every action of a working step
        "a working turn",
        begin=_begin,
        check=_check,
        answer=_answer,
        choices=_choices,
        default=_default,
    ),
)

"""Asks the presenter everything about a position, so that what goes wrong with a module is found before a person sits there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fcm_core import FcmError, Seat, Stream
from fcm_face.dinners import what_if
from fcm_face.forms import action_json, action_of, form, refused, row_action
from fcm_face.log import entries
from fcm_face.previews import preview
from fcm_face.sheets import inspect
from fcm_face.table import table

if TYPE_CHECKING:
    from fcm_core import Event, Game

PREVIEWS = 6  # actions of a decision that are previewed, drawn at random
SHEETS = 4  # things that are inspected


class FaceFault(FcmError):
    """The presenter cannot show a position as it should: the message says what was asked and what is wrong."""


def try_everything(game: Game, events: Iterable[Event] = (), *, previews: int = PREVIEWS, seed: int = 0) -> None:
    """Asks for table, form, previews, sheets and log of a position, for every seat that owes a decision and an onlooker.

    `events` are what just happened. Raises FaceFault where an answer is no JSON, where the form's rows are not the legal actions,
    or where an action of the form is not legal; what a module raises comes through as HookError or as it is. The game is not changed.
    """
    stream = Stream(seed, "face", f"{game.round}/{game.phase}/{len(game.state.asks)}")
    onlooker = game.view(None)
    shown = _plain("table", table(onlooker))
    _plain("entries", entries(events, onlooker))
    refs = [piece["ref"] for piece in shown["board"]["pieces"]]
    refs += [row["ref"] for part in ("seats", "market", "milestones", "campaign_tiles") for row in shown[part]]
    for ref in stream.shuffled(refs)[:SHEETS]:
        _plain(f"inspect {ref}", inspect(onlooker, ref))
    for seat in game.to_move:
        _try_seat(game.view(seat), seat, stream, previews)


def _try_seat(view: Game, seat: Seat, stream: Stream, previews: int) -> None:
    _plain("table", table(view))
    found = _plain("form", form(view, seat))
    kind = found["kind"]
    if view.choices(seat) is not None:
        rows = [row_action(view, seat, each, place) for each in found["actions"] for place in range(each["count"])]
        rows += [action_of(view, seat, each["action"]) for each in found["plain"]]
        legal = list(view.legal_actions(seat))
        if len(rows) != len(legal) or set(rows) != set(legal):
            more = [str(action) for action in rows if action not in set(legal)]
            less = [str(action) for action in legal if action not in set(rows)]
            raise FaceFault(
                f"form of {kind}: rows that are not legal: {more[:3]}; legal actions without a row: {less[:3]}"
            )
    for _ in range(previews):
        action = view.sample(seat, stream)
        plain = action_json(view, action)
        if action_of(view, seat, json.loads(json.dumps(plain))) != action:
            raise FaceFault(f"form of {kind}: {action} does not come back from JSON")
        before = _state(view)
        _plain(f"preview of {action}", preview(view, seat, action))
        if _state(view) != before:
            raise FaceFault(f"preview of {action} changes the game")
    _plain("refused", refused(view, seat))
    _plain("what_if", what_if(view, seat))


def _state(view: Game) -> Any:
    return view.state.copy()


def _plain(asked: str, answer: Any) -> Any:
    """The answer, if JSON gives it back unchanged."""
    try:
        again = json.loads(json.dumps(answer))
    except (TypeError, ValueError) as error:
        raise FaceFault(f"{asked}: no JSON: {error}") from error
    if again != answer:
        raise FaceFault(f"{asked}: JSON changes it")
    return answer

"""What would follow: an action applied to a copy of the view, as far as the phase goes.

A view holds no secrets of others, and nothing is told that others' secrets or chance decide: what comes out after a reveal
or a random draw is cut off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from fcm_core import PHASES

if TYPE_CHECKING:
    from fcm_core import Event, Game, Seat


@frozen
class Outcome:
    """A copy of the view after the action, and what happened on the way."""

    game: Game
    events: tuple[Event, ...]
    secret: bool  # the answer stays hidden: nothing has happened yet
    chance: bool  # a random stream decides: nothing is known
    reveals: bool  # something hidden comes out: it cannot be taken back


def after(view: Game, seat: Seat, action: Any) -> Outcome:
    """The view after a legal action, before the next phase begins. RefusedError for an action that is not legal."""
    game = view.copy()
    game.quiet = False
    game.stop_at = following_phase(view)
    draws = dict(game.state.draws)
    events = tuple(game.apply(seat, action))
    secret = game.state.secret.get(seat) is not None and view.state.secret.get(seat) is None
    revealing = next((place for place, event in enumerate(events) if event.reveals), None)
    chance = game.state.draws != draws
    known = () if chance else events if revealing is None else events[:revealing]
    return Outcome(game, known, secret, chance, revealing is not None or chance)


def following_phase(view: Game) -> tuple[int, int]:
    """The moment at which the next phase begins."""
    place = PHASES.index(view.phase)
    first = PHASES.index("restructuring")
    return (view.round, place + 1) if place and place + 1 < len(PHASES) else (view.round + 1, first)

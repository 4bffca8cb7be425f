"""What a seat may see of a game: everything but the others' secrets.

Hidden are reserve cards until the bank has broken once, answers that are not revealed yet (structures, firing), how
the random streams go on, and what modules hide in their partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from fcm_core.basics.vocabulary import ModuleId, Seat
from fcm_core.game import hooks
from fcm_core.game.state import NOBODY

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.game import Game


def view_of(game: Game, seat: Seat | None) -> Game:
    """An independent game as the seat (None: an onlooker) sees it. It can be asked and played on like any other.

    What is hidden looks as if it had never been: reserve None, no answer given, seed 0 and no number drawn.
    """
    viewer = NOBODY if seat is None else seat
    view = game.copy()
    view.viewer = viewer
    state = view.state
    # What a view remembers of the board stays among the views of this seat.
    state.board_cache = game.state.board_cache.setdefault(("view", viewer), {})
    state.seed = 0
    state.draws = {}
    state.secret = {answering: answer for answering, answer in state.secret.items() if answering == viewer}
    if not sees_reserves(game, viewer):
        for owner, who in state.by_seat():
            if owner != viewer:
                who.reserve = None
    for module, partition in game.rules.partitions.items():
        if partition.hide is not None and module in state.modules:
            state.modules[module] = partition.hide(state.modules[module], viewer)
    return view


def sees_reserves(game: Game, viewer: Seat) -> bool:
    """Whether the seat may look at all reserve cards: after the first break everybody may, before it by effects."""
    if game.state.bank_breaks > 0:
        return True
    return viewer != NOBODY and hooks.allow_seeing_reserves(game, viewer) is not None


@frozen
class Hidden:
    """What is hidden at one moment. After a move it tells whether something of it came out: undo ends there.

    What comes out in another way (part of what a module's partition hides, for one) is told by an event that `reveals`.
    """

    draws: Mapping[str, int]  # what chance has decided: how often each random stream was drawn from
    answers: frozenset[Seat]  # seats whose answers wait until all have answered
    reserves: frozenset[Seat]  # seats that may not look at reserve cards of others
    partitions: frozenset[tuple[ModuleId, Seat]]  # module, seat that does not see all of its state

    @classmethod
    def of(cls, game: Game) -> Hidden:
        """What is hidden now."""
        state = game.state
        chosen = {seat for seat, player in state.by_seat() if player.reserve is not None}
        hiding = [
            (ModuleId(name), each.hide)
            for name, each in game.rules.partitions.items()
            if each.hide is not None and ModuleId(name) in state.modules
        ]
        return cls(
            state.draws.copy(),
            frozenset(state.secret),
            frozenset(seat for seat in state.seats if chosen - {seat} and not sees_reserves(game, seat)),
            frozenset(
                (name, seat)
                for name, hide in hiding
                for seat in state.seats
                if hide(state.modules[name], seat) != state.modules[name]
            ),
        )

    def came_out(self, game: Game, events: Iterable[Event]) -> bool:
        """Whether since then somebody has seen something hidden, or chance has decided something."""
        if game.state.draws != self.draws or any(event.reveals for event in events):
            return True
        now = Hidden.of(game)
        return not (self.answers <= now.answers and self.reserves <= now.reserves and self.partitions <= now.partitions)

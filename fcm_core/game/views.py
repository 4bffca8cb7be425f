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
from fcm_core.game.state import NOBODY, Ask, Decision

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
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
    kept = {answering: answer for answering, answer in state.secret.items() if answering == viewer}
    answers = state.secret.keys() - kept.keys()
    state.secret = kept
    reserves = []
    if not sees_reserves(game, viewer):
        for owner, who in state.by_seat():
            if owner != viewer and who.reserve is not None:
                who.reserve = None
                reserves.append(owner)
    before = game.unseen  # a view of a view hides what was hidden already
    view.unseen = Unseen(tuple(sorted(answers.union(before.answers))), tuple(sorted({*reserves, *before.reserves})))
    for module, partition in game.rules.partitions.items():
        if partition.hide is not None and module in state.modules:
            state.modules[module] = partition.hide(state.modules[module], viewer)
    return view


@frozen
class Unseen:
    """What lies face down for the seat of a view: everybody sees that it is there, and nobody else what it is."""

    answers: tuple[Seat, ...] = ()  # seats that have answered what is revealed later
    reserves: tuple[Seat, ...] = ()  # seats whose reserve card is not known


def determinize(view: Game, seat: Seat, stream: Stream) -> Game:
    """A whole game that agrees with what the seat sees: one of those that may be the true one. The view stays as it is.

    Reserve cards that lie face down are drawn at random, all of them equally likely. Who has answered in secret is asked
    again, together with those who still owe an answer, because what they chose is not known. Random streams go on in a way
    of their own, which depends on `stream`. What modules hide in their partitions stays as the view shows it.

    To play the true answers: put the reserve cards into `state.players`, apply the answers of `view.unseen.answers`, and
    set `state.seed` and `state.draws`. From there it goes on exactly as the true game does.
    """
    game = view.copy() if view.viewer == seat else view_of(view, seat)
    unseen = game.unseen
    game.viewer, game.unseen = None, NOTHING
    state = game.state
    state.seed = stream.below(SEEDS)
    state.draws = {}
    for owner in unseen.reserves:
        state.players[owner].reserve = stream.below(len(game.rules.reserve_cards))
    _ask_again(game, unseen.answers)
    return game


def _ask_again(game: Game, seats: Iterable[Seat]) -> None:
    """Lets these seats answer once more what they have answered in secret."""
    asks = game.state.asks
    kinds = game.rules.decisions
    place = next((index for index in reversed(range(len(asks))) if kinds[asks[index].decisions[0].kind].secret), None)
    if place is None:
        return
    ask = asks[place]
    asked = ask.decisions[0]
    again = tuple(Decision(asked.kind, seat, asked.facts) for seat in seats)
    # Where there is nothing to decide, the game answers by itself.
    owed = tuple(each for each in again if kinds[asked.kind].begin(game, each))
    asks[place] = Ask((*ask.decisions, *owed), ask.begun)


NOTHING = Unseen()
SEEDS = 1 << 53


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

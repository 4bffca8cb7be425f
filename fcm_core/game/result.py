"""How a game stands or has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.state import NOBODY

if TYPE_CHECKING:
    from fcm_core.game.game import Game


@frozen
class GameResult:
    """Who has won, or how things stand while nobody has. Cash in dollars, by seat."""

    ranking: tuple[Seat, ...]  # best first
    winner: Seat | None  # None while the game goes on, and where all chains are bankrupt
    cash: tuple[int, ...]
    rounds: int  # begun so far; 0 during setup
    over: bool
    notes: tuple[str, ...] = ()  # what must be known beside it (see the hook list_notes)

    @property
    def leader(self) -> Seat | None:
        """The winner; of a game that goes on, the first of the ranking. None where nobody wins."""
        return self.winner if self.over else self.ranking[0]


def result_of(game: Game) -> GameResult:
    """The winner comes first, bankrupt chains come last; otherwise cash counts, and ties go to the earlier in turn order."""
    state = game.state
    winner = None if state.winner == NOBODY else Seat(state.winner)
    players = state.players
    ranking = sorted(
        map(Seat, state.turn_order),
        key=lambda seat: (seat != winner, players[seat].bankrupt, -players[seat].cash),
    )
    notes = tuple(hooks.list_notes(game))
    return GameResult(tuple(ranking), winner, tuple(player.cash for player in players), state.round, state.over, notes)

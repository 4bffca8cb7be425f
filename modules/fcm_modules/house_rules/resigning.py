"""resigning: before the structures are chosen, a player may leave the game, as if the chain were bankrupt (R-39)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from fcm_core.modding import ActionKind, Choice, Decision, Game, Refusal, Seat, Step, TakeOrLeave, refusals, resign


@define(unsafe_hash=True)
class Resign:
    """Leaves the game for good."""


class Resigning(ActionKind[Resign]):
    """Out at once: cards to the supply, restaurants closed, campaigns run their course."""

    name = "resign"
    cls = Resign
    help = "House rule: leave the game, as if the chain were bankrupt."
    codes = refusals(last_one="the last chain left cannot resign: it wins")

    def check(self, game: Game, seat: Seat, action: Resign) -> Refusal | None:
        """Somebody must be left to win."""
        return None if len(left(game)) > 1 else Refusal("last_one", "the last chain left wins; it cannot resign")

    def apply(self, game: Game, seat: Seat, action: Resign) -> None:
        """R-39."""
        resign(game, seat)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """The one way to do it."""
        return [Resign()] if len(left(game)) > 1 else []

    def value(self, game: Game, seat: Seat, action: Resign) -> int:
        """Bots play on."""
        return 0


class Resignation(TakeOrLeave):
    """Whether to resign."""

    name = "resignation"
    actions = ("resign", "pass")
    title = "going on"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Not for the last one left."""
        return len(left(game)) > 1


def left(game: Game) -> list[Seat]:
    """The chains that are not bankrupt."""
    return [seat for seat in game.seats if not game.player(seat).bankrupt]


def ask_everybody(game: Game) -> None:
    """In turn order, each answer seen before the next."""
    game.ask(Resignation.name, game.state.turn_order)


STEP = Step("restructuring", "resignations", ask_everybody, before=("structures",))

"""Players of the conformance run: they try what has been tried least, so that everything is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game.actions import Restructure
from fcm_core.game.game import Game
from fcm_core.game.parts import Bot, Choice, Partial
from fcm_core.phases.restructuring import Seats, hand

AHEAD = 3  # times that a kind of action is tried before others come
ROUNDS = 60  # of a game that does not end


class Curious:
    """Prefers the kinds of action that were done least often, and the cards that were at work least often.

    Anything that is legal may come.
    """

    def __init__(self, favoured: Iterable[str] = ()) -> None:
        # Kinds of action that are tried first.
        self.done: Counter[str] = Counter(dict.fromkeys(favoured, -AHEAD))
        self.worked: Counter[CardId] = Counter()

    def choose(self, view: Game, seat: Seat, stream: Stream) -> Any:
        """A legal action for what the seat must decide."""
        decision = view.decision_of(seat)
        assert decision is not None
        if decision.kind == "restructure" and stream.below(4):
            return self._company(view, seat, stream)
        choices = view.choices(seat)
        if not choices or stream.below(5) == 0:
            return view.sample(seat, stream)
        while True:
            choice = self._rarest(view, choices, stream)
            if not isinstance(choice, Partial):
                self.done[view.rules.action_name(choice)] += 1
                return choice
            choices = choice.expand()

    def _rarest(self, view: Game, choices: Sequence[Choice], stream: Stream) -> Choice:
        by_name: dict[str, list[Choice]] = {}
        for choice in choices:
            name = choice.action if isinstance(choice, Partial) else view.rules.action_name(choice)
            by_name.setdefault(name, []).append(choice)
        least = min(self.done[name] for name in by_name)
        return stream.pick(by_name[stream.pick([name for name in by_name if self.done[name] == least])])

    def _company(self, view: Game, seat: Seat, stream: Stream) -> Any:
        """As many cards as fit, managers first and then those that have worked least."""
        cards = view.rules.cards
        seats = Seats(view, seat)
        held = [card for card, count in hand(view, seat).items() for _ in range(count)]
        held = sorted(stream.shuffled(held), key=lambda name: (-cards[name].slots, self.worked[name]))
        for card in held:
            if seats.add(card):
                self.worked[card] += 1
        structure = seats.structure()
        return structure if view.check(seat, structure) is None else Restructure(())

    def bot(self) -> Bot:
        """This player as a bot."""
        return Bot("curious", self.choose, "Tries what has been tried least.", rounds=ROUNDS)

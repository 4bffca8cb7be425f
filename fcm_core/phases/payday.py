"""Phase 5, Payday: fire, then pay salaries.

Rulebook, Phase 5; R-45, R-46.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to, counted, selections, spread
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Fire
from fcm_core.game.bank import collect
from fcm_core.game.cards import owned, owned_cards, take_card, true_card
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, steps
from fcm_core.phases.salaries import fees, salaries, salaries_due, salary_of

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.game.state import Decision


def phase_steps() -> tuple[Step, ...]:
    """Payday, step by step."""
    return steps(
        "payday",
        ("fire", ask_fire),
        ("firing", fire_cards),
        ("salaries", pay_salaries),
    )


LISTED_AT_MOST = 24  # choices of cards to fire, each checked in full; more are sampled


def ask_fire(game: Game) -> None:
    """R-45: in turn order; nobody's choice is applied or shown before all have chosen."""
    game.ask("fire", game.state.turn_order)


def fire_cards(game: Game) -> None:
    """The chosen cards go back to the supply, in turn order."""
    for seat in game.state.turn_order:
        for card in game.state.secret.pop(seat, ()):
            fire_card(game, seat, card)


def fire_card(game: Game, seat: Seat, card: CardId) -> None:
    """Returns one copy to the supply: from the beach, then from work, then a busy one (its campaign stays)."""
    fired = take_card(game.state.players[seat], card)
    if fired is not None:
        for number in fired.campaigns:
            game.board.change_campaign(number, marketeer=None)
    if game.state.players[seat].acting:
        card = true_card(game, seat, card)
    add_to(game.state.supply, card)
    hooks.on_fired(game, seat, card)


def pay_salaries(game: Game) -> None:
    """R-46: everybody pays what is due after all discounts, in turn order."""
    for seat in game.state.turn_order:
        player = game.state.players[seat]
        if player.out:
            continue
        due, reasons = salaries(game, seat)
        paid = 0
        if due:
            spared = hooks.allow_owing(game, seat) is not None
            paid = collect(game, seat, min(due, player.cash) if spared else due, "salaries")
        player.paid = paid
        hooks.on_salaries_paid(game, seat, due, paid, tuple(reasons))
        if hooks.modify_fees.used(game):
            pay_fees(game, seat)


def pay_fees(game: Game, seat: Seat) -> None:
    """What is due besides the salaries; who has not the cash pays what is there, and is bankrupt unless it may be owed."""
    due = fees(game, seat)
    if due:
        spared = hooks.allow_owing(game, seat) is not None
        paid = collect(game, seat, min(due, game.state.players[seat].cash) if spared else due, "fees")
        hooks.on_fees_paid(game, seat, due, paid, tuple(hooks.modify_fees.reasons(game, seat)))


# --- who may and who must go -----------------------------------------------------------------------------------------


def must_fire(game: Game, seat: Seat) -> list[CardId]:
    """Cards that effects send away at this Payday whatever the player chooses."""
    named = counted(hooks.list_firings(game, seat))
    if not named:
        return []
    return [card for card, count in named.items() for _ in range(min(count, owned(game, seat, card)))]


def send_away(game: Game) -> None:
    """R-24a: where no Payday follows, cards that effects send away go as Dinnertime ends."""
    for seat in game.state.turn_order:
        for card in must_fire(game, seat):
            fire_card(game, seat, card)


def fireable(game: Game, seat: Seat) -> dict[CardId, int]:
    """Cards at work and on the beach that may be fired: not the CEO, and nothing that modules hold."""
    player = game.state.players[seat]
    known = game.rules.cards
    held = hooks.check_fire.used(game)
    cards: dict[CardId, int] = {}
    for place in (player.work, player.beach):
        for card, count in place.items():
            if count and not known[card].always_at_work:
                if held and hooks.check_fire(game, seat, card) is not None:
                    continue
                cards[card] = cards.get(card, 0) + count
    return cards


def affordable(game: Game, seat: Seat, fired: Collection[CardId] = ()) -> bool:
    """Whether the player can pay salaries and fees due after firing these cards: the one answer that counts at Payday."""
    return Payroll(game, seat).affordable(fired)


class Payroll:
    """The cards of one player at Payday: which of them may be fired together, and which must be (R-45).

    It is asked about many sets of cards while nothing changes; what they have in common is worked out once.
    """

    def __init__(self, game: Game, seat: Seat) -> None:
        player = game.state.players[seat]
        self.game = game
        self.seat = seat
        self.cash = player.cash
        self.may_owe = hooks.allow_owing(game, seat) is not None
        self.must_go = must_fire(game, seat)
        self.free = fireable(game, seat)
        self.busy = counted([each.card for each in player.busy]) if player.busy else {}
        if self.busy and hooks.check_fire.used(game):
            self.busy = {card: count for card, count in self.busy.items() if hooks.check_fire(game, seat, card) is None}
        self._supposed: Game | None = None

    def after(self, fired: Collection[CardId]) -> Game:
        """The game as it would be without these cards; good until the next one is asked for, and not to be changed.

        Everything that looks at cards sees it there: a fired recruiter, for one, takes off nothing.
        """
        if not fired:
            return self.game
        player = self.game.state.players[self.seat].copy()
        for card in fired:
            take_card(player, card)
        if self._supposed is None:
            self._supposed = self.game.supposing(self.seat, player)
        self._supposed.state.players[self.seat] = player
        return self._supposed

    def due(self, fired: Collection[CardId]) -> int:
        """Dollars of salaries and fees due after firing these cards."""
        game = self.after(fired)
        return salaries_due(game, self.seat) + fees(game, self.seat)

    def affordable(self, fired: Collection[CardId]) -> bool:
        """Whether the player can pay after firing these cards."""
        if self.may_owe:
            return True
        game = self.after(fired)
        salaries_ = salaries_due(game, self.seat)
        missing = salaries_ + fees(game, self.seat) - self.cash
        # Other means pay salaries only.
        return missing <= 0 or missing <= min(salaries_, hooks.modify_means(game, self.seat))

    def salaried(self) -> dict[CardId, int]:
        """Cards at work and on the beach that cost a salary."""
        return {card: count for card, count in self.free.items() if salary_of(self.game, self.seat, card)}

    def choosable(self) -> dict[CardId, int]:
        """Cards that may be among those fired: busy ones only where it is not enough to fire everybody else."""
        cards = dict(self.free)
        if self.busy and not self.affordable(spread(self.salaried())):
            for card, count in self.busy.items():
                add_to(cards, card, count)
        for card, count in counted(self.must_go).items():
            cards[card] = max(count, cards.get(card, 0))
        return cards

    def last_resort(self, cards: Mapping[CardId, int]) -> bool:
        """Whether every card that costs a salary and may be fired is among these: then more cannot be asked of anybody."""
        dear = self.salaried()
        for card, count in self.busy.items():
            if salary_of(self.game, self.seat, card):
                add_to(dear, card, count)
        return all(cards.get(card, 0) >= count for card, count in dear.items())

    def refusal(self, fired: Sequence[CardId]) -> Refusal | None:
        """Why these cards may not be fired, or not these alone."""
        cards = counted(fired)
        refusal = self._not_there(cards) or self._must_stay(fired, cards)
        if refusal is not None:
            return refusal
        return None if self.affordable(fired) or self.last_resort(cards) else self._too_dear(fired, cards)

    def _not_there(self, cards: dict[CardId, int]) -> Refusal | None:
        """Refuses cards that the player does not have, and a choice without the cards that effects send away."""
        rules = self.game.rules
        for card, count in cards.items():
            have = self.free.get(card, 0)
            if count > max(have + self.busy.get(card, 0), self.must_go.count(card)):
                held = hooks.check_fire(self.game, self.seat, card) if card in rules.cards else None
                if held is not None and owned(self.game, self.seat, card):
                    return held
                if card in rules.cards and rules.cards[card].always_at_work:
                    return Refusal("cards_not_owned", f"{rules.title(card)} cannot be fired")
                return Refusal(
                    "cards_not_owned", f"{count} {rules.title(card)} to fire, but only {have} at work or on the beach"
                )
        for card in self.must_go:
            if cards.get(card, 0) < self.must_go.count(card):
                return Refusal("must_fire", f"{rules.title(card)} must be fired at this Payday")
        return None

    def _must_stay(self, fired: Sequence[CardId], cards: dict[CardId, int]) -> Refusal | None:
        """R-45: a busy marketeer goes only when every other salaried card is gone, and only if that is not enough."""
        busy = [card for card, count in cards.items() if count > self._unbound(card)] if self.busy else ()
        if not busy:
            return None
        kept = [card for card, count in self.salaried().items() if cards.get(card, 0) < count]
        if kept:
            names = ", ".join(self.game.rules.title(card) for card in kept)
            return Refusal("busy", f"a busy marketeer may be fired only when no other salaried card is left; {names}")
        for card in busy:
            others = list(fired)
            others.remove(card)
            if self.affordable(others):
                return Refusal("busy", "a busy marketeer may be fired only when its salary cannot be paid")
        return None

    def _unbound(self, card: CardId) -> int:
        """Copies that may go although others stay: those not busy, and those that effects send away."""
        return max(self.free.get(card, 0), self.must_go.count(card))

    def _too_dear(self, fired: Sequence[CardId], cards: dict[CardId, int]) -> Refusal:
        """R-45: who cannot pay must fire until able."""
        what = "salaries and fees" if fees(self.after(fired), self.seat) else "salaries"
        text = f"${self.due(fired)} of {what} are due and ${self.cash} are there"
        others = any(cards.get(card, 0) < count for card, count in self.salaried().items())
        busy = any(count > self.free.get(card, 0) for card, count in cards.items())
        if self.busy and not others and not busy:
            return Refusal("must_pay", f"{text}: a busy marketeer must go")
        return Refusal("must_pay", f"{text}: fire until you can pay")

    def fewest(self) -> tuple[CardId, ...]:
        """The fewest cards that must go: by effect, then salaried ones until the rest can be paid, busy ones last."""
        fired = list(self.must_go)
        if self.affordable(fired):
            return tuple(sorted(fired))
        depth = self.game.rules.trained_to_depth
        others = self.salaried()
        for card in fired:
            if others.get(card):
                others[card] -= 1
        cheapest_first = sorted(spread(others), key=lambda card: (depth.get(card, 0), card))
        busy = [card for card in spread(self.busy) if salary_of(self.game, self.seat, card)]
        for card in self.must_go:
            if self.must_go.count(card) > self.free.get(card, 0) and card in busy:
                busy.remove(card)
        for group in (cheapest_first, busy):
            while group and not self.affordable(fired):
                # A recruiter whose unused hires take off as much as it costs goes after the cards that do save money.
                card = min(group, key=lambda each: self.due((*fired, each)))
                group.remove(card)
                fired.append(card)
        return tuple(sorted(fired))


class Firing(ActionKind[Fire]):
    """R-45: the choice stays secret until all have chosen."""

    name = "fire"
    cls = Fire
    help = "Fire cards at Payday; may be none."
    codes = refusals(
        "cards_not_owned",
        "busy",
        must_fire="an effect sends away a card that is not among those fired",
        must_pay="after this firing the salaries could not be paid",
    )
    phrases = (("fire", "cards"),)

    def check(self, game: Game, seat: Seat, action: Fire) -> Refusal | None:
        """R-45: until the salaries can be paid; busy marketeers last, and only where nothing else is left."""
        return Payroll(game, seat).refusal(action.cards)

    def candidates(self, game: Game, seat: Seat) -> Iterable[Fire]:
        """Nobody, and each of the player's cards alone."""
        yield Fire(())
        for card in owned_cards(game, seat):
            yield Fire((card,))

    def apply(self, game: Game, seat: Seat, action: Fire) -> None:
        """R-45: kept secret until all have chosen."""
        game.state.secret[seat] = action.cards


class CardsToFire(DecisionKind):
    """R-45: which cards to fire. With nobody to fire and salaries that can be paid there is nothing to decide."""

    name = "fire"
    actions = ("fire",)
    title = "which cards to fire"
    secret = True

    def begin(self, game: Game, decision: Decision) -> bool:
        """Where there is nothing to decide, nobody is fired."""
        payroll = Payroll(game, decision.seat)
        if payroll.free or payroll.must_go or (payroll.busy and not payroll.affordable(())):
            return True
        game.state.secret[decision.seat] = ()
        return False

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """R-45: every set of cards that may be fired together."""
        if selections(fireable(game, decision.seat), LISTED_AT_MOST) is None:
            return None
        payroll = Payroll(game, decision.seat)
        sets = selections(payroll.choosable(), LISTED_AT_MOST)
        if sets is None:
            return None
        return [Fire(cards) for cards in map(tuple, map(sorted, sets)) if payroll.refusal(cards) is None]

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """A random set of cards of a random size; what must go if it is not enough."""
        payroll = Payroll(game, decision.seat)
        cards = stream.shuffled(spread(payroll.free))
        fired = tuple(sorted(cards[: stream.below(len(cards) + 1)]))
        return Fire(fired if payroll.refusal(fired) is None else payroll.fewest())

    def default(self, game: Game, decision: Decision) -> Any:
        """Nobody but those who must go."""
        return Fire(Payroll(game, decision.seat).fewest())


ACTIONS = (Firing(),)
DECISIONS = (CardsToFire(),)

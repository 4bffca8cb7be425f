"""Phase 5, Payday: fire, then pay salaries.

Rulebook, Phase 5; R-45, R-46.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to, counted, selections, spread
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Fire
from fcm_core.game.bank import collect
from fcm_core.game.cards import owned
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, steps
from fcm_core.phases.queries import salaries, salary_of, take_card

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
    """In turn order; nobody's choice is applied or shown before all have chosen (R-45)."""
    game.ask("fire", game.state.turn_order)


def fire_cards(game: Game) -> None:
    """The chosen cards go back to the supply, in turn order."""
    for seat in game.state.turn_order:
        for card in game.state.secret.pop(seat, ()):
            fire_card(game, seat, card)


def fire_card(game: Game, seat: Seat, card: CardId) -> None:
    """Returns one copy to the supply: from the beach, then from work, then a busy one (its campaign stays)."""
    who = game.state.players[seat]
    fired = take_card(who, card)
    if fired is not None:
        for number in fired.campaigns:
            game.board.change_campaign(number, marketeer=None)
    add_to(game.state.supply, card)
    hooks.on_fired(game, seat, card)


def pay_salaries(game: Game) -> None:
    """Everybody pays what is due after all discounts, in turn order."""
    for seat in game.state.turn_order:
        who = game.state.players[seat]
        if who.out:
            continue
        due, reasons = salaries(game, seat)
        paid = 0
        if due:
            spared = hooks.allow_owing(game, seat) is not None
            paid = collect(game, seat, min(due, who.cash) if spared else due, "salaries")
        who.paid = paid
        hooks.on_salaries_paid(game, seat, due, paid, tuple(reasons))


def fireable(game: Game, seat: Seat) -> dict[CardId, int]:
    """Cards at work and on the beach, the CEO aside."""
    who = game.state.players[seat]
    found: dict[CardId, int] = {}
    for place in (who.work, who.beach):
        for card, count in place.items():
            if count and not game.rules.cards[card].always_at_work:
                add_to(found, card, count)
    return found


def affordable(game: Game, seat: Seat, fired: Sequence[str]) -> bool:
    """Whether the player can pay the salaries due after firing these cards."""
    who = game.state.players[seat]
    if hooks.allow_owing(game, seat) is not None:
        return True
    due, _ = salaries(game, seat, fired)
    if due <= who.cash:
        return True
    return due <= who.cash + hooks.modify_means(game, seat, tuple(fired))


def must_fire(game: Game, seat: Seat) -> list[str]:
    """Cards that effects send away at this Payday whatever the player chooses."""
    named = counted(hooks.list_firings(game, seat))
    return [card for card, count in named.items() for _ in range(min(count, owned(game, seat, card)))]


def send_away(game: Game) -> None:
    """R-24a: where no Payday follows, cards that effects send away go as Dinnertime ends."""
    for seat in game.state.turn_order:
        for card in must_fire(game, seat):
            fire_card(game, seat, card)


def _without(cards: Sequence[str], card: CardId) -> tuple[str, ...]:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def _salaried_left(game: Game, seat: Seat, fired: dict[str, int]) -> bool:
    return any(
        salary_of(game, seat, card) and fired.get(card, 0) < count for card, count in fireable(game, seat).items()
    )


def forced(game: Game, seat: Seat) -> tuple[str, ...]:
    """The fewest cards that must go: by effect, then salaried ones until the rest can be paid, busy ones last."""
    fired = must_fire(game, seat)
    if affordable(game, seat, fired):
        return tuple(sorted(fired))
    free = fireable(game, seat)
    for card in fired:
        free[card] = free.get(card, 0) - 1
    order = sorted(
        (card for card in spread({card: max(0, count) for card, count in free.items()}) if salary_of(game, seat, card)),
        key=lambda card: (card in game.rules.trained_to_depth and game.rules.trained_to_depth[card], card),
    )
    busy = [card for card in sorted(each.card for each in game.state.players[seat].busy) if salary_of(game, seat, card)]
    for group in (order, busy):
        while group and not affordable(game, seat, fired):
            # A recruiter whose unused hires take off as much as it costs goes after those who do save money.
            card = min(group, key=lambda each: salaries(game, seat, (*fired, each))[0])
            group.remove(card)
            fired.append(card)
    return tuple(sorted(fired))


class Firing(ActionKind[Fire]):
    """R-45: the choice stays secret until all have chosen."""

    name = "fire"
    cls = Fire
    help = "Fire cards at Payday; may be none."
    codes = ("cards_not_owned", "must_fire", "busy", "must_pay")
    phrases = (("fire", "cards"),)

    def check(self, game: Game, seat: Seat, action: Fire) -> Refusal | None:
        """R-45: until the salaries can be paid; busy marketeers last, and only where nothing else is left."""
        rules = game.rules
        gone = must_fire(game, seat)
        if not action.cards and not gone and affordable(game, seat, ()):
            return None
        cards = counted(action.cards)
        free = fireable(game, seat)
        busy = counted(each.card for each in game.state.players[seat].busy)
        fired_busy: list[str] = []
        for card, count in cards.items():
            if card in rules.cards and rules.cards[card].always_at_work:
                return Refusal("cards_not_owned", f"{rules.title(card)} cannot be fired")
            have = free.get(card, 0)
            if count > have + busy.get(card, 0):
                return Refusal(
                    "cards_not_owned", f"{count} {rules.title(card)} to fire, but only {have} at work or on the beach"
                )
            fired_busy.extend([card] * max(0, count - have))
        for card, count in counted(gone).items():
            if cards.get(card, 0) < count:
                return Refusal("must_fire", f"{rules.title(card)} must be fired at this Payday")
        if fired_busy:
            kept = [card for card, count in free.items() if salary_of(game, seat, card) and cards.get(card, 0) < count]
            if kept:
                names = ", ".join(rules.title(card) for card in kept)
                return Refusal(
                    "busy", f"a busy marketeer may be fired only when no other salaried card is left; {names}"
                )
            rest = list(action.cards)
            for card in fired_busy:
                rest.remove(card)
            if any(affordable(game, seat, _without(action.cards, card)) for card in fired_busy):
                return Refusal("busy", "a busy marketeer may be fired only when its salary cannot be paid")
        if not affordable(game, seat, action.cards):
            due, _ = salaries(game, seat, action.cards)
            cash = game.state.players[seat].cash
            if not fired_busy and not _salaried_left(game, seat, cards) and busy:
                return Refusal(
                    "must_pay", f"${due} of salaries are due and ${cash} are there: a busy marketeer must go"
                )
            return Refusal("must_pay", f"${due} of salaries are due and ${cash} are there: fire until you can pay")
        return None

    def apply(self, game: Game, seat: Seat, action: Fire) -> None:
        """R-45: kept secret until all have chosen."""
        game.state.secret[seat] = tuple(action.cards)


class WhomToFire(DecisionKind):
    """R-45: which cards to fire. With nobody to fire and salaries that can be paid there is nothing to decide."""

    name = "fire"
    actions = ("fire",)
    title = "whom to fire"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Where there is nothing to decide, nobody is fired."""
        if fireable(game, decision.seat) or not affordable(game, decision.seat, ()):
            return True
        game.state.secret[decision.seat] = ()
        return False

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """R-45: every set of cards at work and on the beach that may be fired; else what must be."""
        sets = selections(fireable(game, decision.seat), LISTED_AT_MOST)
        if sets is None:
            return None
        found = [Fire(tuple(sorted(chosen))) for chosen in sets]
        legal: list[Choice] = [action for action in found if self.check(game, decision, action) is None]
        return legal or [self.default(game, decision)]

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """A random set of cards of a random size; what must go if it is not enough."""
        cards = stream.shuffled(spread(fireable(game, decision.seat)))
        action = Fire(tuple(sorted(cards[: stream.below(len(cards) + 1)])))
        if self.check(game, decision, action) is None:
            return action
        return self.default(game, decision)

    def default(self, game: Game, decision: Decision) -> Any:
        """Nobody but those who must go."""
        return Fire(forced(game, decision.seat))


ACTIONS = (Firing(),)
DECISIONS = (WhomToFire(),)

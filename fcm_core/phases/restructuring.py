"""Phase 1, Restructuring: everybody chooses in secret which cards work; all structures are revealed at once.

Rulebook, Phase 1; R-17, R-18.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to, counted, selections, spread
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Restructure
from fcm_core.game.cards import ceo_slots
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, steps

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.game.state import Decision, Player


def phase_steps() -> tuple[Step, ...]:
    """Restructuring, step by step."""
    return steps(
        "restructuring",
        ("structures", ask_structures),
        ("reveal", reveal_structures),
    )


LISTED_AT_MOST = 64  # structures; larger hands are sampled


def ask_structures(game: Game) -> None:
    """Everybody at once chooses the cards at work."""
    game.ask("restructure", game.state.seats, together=True)


def reveal_structures(game: Game) -> None:
    """All structures are turned up; who has chosen more than fits works alone (R-17)."""
    state = game.state
    overfull = []
    for seat, player in state.by_seat():
        work = counted(state.secret.pop(seat, ()))
        if not fits(game, seat, work):
            overfull.append(seat)
            work = {}
        _put_to_work(player, work)
    hooks.before_reveal(game)
    hooks.on_structures_revealed(game, tuple(spread(player.work) for player in state.players), tuple(overfull))


# --- what fits -------------------------------------------------------------------------------------------------------


def fits(game: Game, seat: Seat, work: Mapping[CardId, int]) -> bool:
    """R-17: managers sit under the CEO; other cards in the CEO's slots left and in those of the managers at work."""
    return seats_refusal(game, seat, work) is None


def seats_refusal(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """Why the cards (not counting the CEO) do not fit into the company structure, or None."""
    cards = game.rules.cards
    ceo = ceo_slots(game, seat)
    managers = others = slots = 0
    for name, count in work.items():
        card = cards[name]
        if card.is_manager:
            managers += count
            slots += card.slots * count
        else:
            others += count
    if managers > ceo:
        return Refusal("overfull", f"{managers} managers, but the CEO has {ceo} slots")
    if others > ceo - managers + slots:
        return Refusal("overfull", f"{others} cards besides managers, but {ceo - managers + slots} slots for them")
    return hooks.check_seats(game, seat, work)


def with_structure(game: Game, seat: Seat, work: Iterable[CardId]) -> Game:
    """A copy of the game in which these cards of the player (not counting the CEO) are at work, whatever was before.

    It answers what a structure would bring before it is revealed: prices, salaries, hires, open slots. Cards that do not fit stay
    on the beach, and the CEO works alone, as in the game (R-17).
    """
    new = game.copy()
    cards = game.rules.cards
    player = new.state.players[seat]
    for card, count in player.work.items():
        if not cards[card].always_at_work:
            add_to(player.beach, card, count)
    player.work = {card: count for card, count in player.work.items() if cards[card].always_at_work}
    chosen = counted(work)
    if fits(game, seat, chosen):
        _put_to_work(player, chosen)
    return new


def _put_to_work(player: Player, work: Mapping[CardId, int]) -> None:
    for card, count in work.items():
        player.beach[card] -= count
        if not player.beach[card]:
            del player.beach[card]
        add_to(player.work, card, count)


def hand(game: Game, seat: Seat) -> dict[CardId, int]:
    """The cards a player may put to work."""
    return {card: count for card, count in game.state.players[seat].beach.items() if count}


class Seats:
    """Counts the seats of a structure while cards are added one by one."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.cards = game.rules.cards
        self.ceo = ceo_slots(game, seat)
        self.managers = self.others = self.slots = 0
        self.work: dict[CardId, int] = {}
        self._checked = hooks.check_seats.used(game)

    def add(self, name: CardId) -> bool:
        """Adds a card if there is a seat for it (R-17)."""
        card = self.cards[name]
        if card.is_manager:
            managers, others, slots = self.managers + 1, self.others, self.slots + card.slots
        else:
            managers, others, slots = self.managers, self.others + 1, self.slots
        if managers > self.ceo or others > self.ceo - managers + slots:
            return False
        work = self.work
        work[name] = work.get(name, 0) + 1
        if self._checked and hooks.check_seats(self.game, self.seat, work) is not None:
            work[name] -= 1
            return False
        self.managers, self.others, self.slots = managers, others, slots
        return True

    def structure(self) -> Restructure:
        """The structure so far."""
        return Restructure(spread(self.work))


# --- the choice ------------------------------------------------------------------------------------------------------


class Restructuring(ActionKind[Restructure]):
    """R-17: any cards in hand; their choice stays secret until all have chosen."""

    name = "restructure"
    cls = Restructure
    help = "Choose the cards at work; more than fit means that only the CEO works."
    codes = refusals("cards_not_owned")
    phrases = (("at work:", "work"),)

    def check(self, game: Game, seat: Seat, action: Restructure) -> Refusal | None:
        """R-17: cards in hand. More of them than fit are no mistake: then only the CEO works."""
        held = hand(game, seat)
        for card, count in counted(action.work).items():
            if count > held.get(card, 0):
                return Refusal(
                    "cards_not_owned", f"{count} {game.rules.title(card)} at work, but {held.get(card, 0)} in hand"
                )
        return None

    def apply(self, game: Game, seat: Seat, action: Restructure) -> None:
        """R-17: kept secret until the structures are revealed."""
        game.state.secret[seat] = tuple(action.work)


class CompanyStructure(DecisionKind):
    """Which cards work in this round. Nothing to decide with an empty hand."""

    name = "restructure"
    actions = ("restructure",)
    title = "the company structure"
    secret = True

    def begin(self, game: Game, decision: Decision) -> bool:
        """Without a card in hand the CEO works alone."""
        if hand(game, decision.seat):
            return True
        game.state.secret[decision.seat] = ()
        return False

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """R-17: every structure that fits. One that does not fit is accepted, but nobody would want it."""
        held = hand(game, decision.seat)
        structures = selections({name: held[name] for name in sorted(held)}, LISTED_AT_MOST)
        if structures is None:
            return None
        return [Restructure(chosen) for chosen in structures if fits(game, decision.seat, counted(chosen))]

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """A structure that fits: cards in random order, each put to work while there is room, to a random size."""
        cards = stream.shuffled(spread(hand(game, decision.seat)))
        wanted = stream.below(len(cards) + 1)
        seats = Seats(game, decision.seat)
        for card in cards:
            if wanted == 0:
                break
            if seats.add(card):
                wanted -= 1
        return seats.structure()

    def default(self, game: Game, decision: Decision) -> Any:
        """As many cards as fit: managers with the most slots first, then cards by name."""
        cards = game.rules.cards
        seats = Seats(game, decision.seat)
        for card in sorted(
            spread(hand(game, decision.seat)),
            key=lambda name: (not cards[name].is_manager, -cards[name].slots, name),
        ):
            seats.add(card)
        return seats.structure()


ACTIONS = (Restructuring(),)
DECISIONS = (CompanyStructure(),)

"""Cards: how many a player owns, where they are, and how often they act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal, UnknownNameError
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Busy, Player, Turn
    from fcm_core.rules.content import Card


def owned(game: Game, seat: Seat, card: CardId) -> int:
    """Copies of a card the player owns: at work, on the beach and busy."""
    who = game.state.players[seat]
    return who.work.get(card, 0) + who.beach.get(card, 0) + sum(busy.card == card for busy in who.busy)


def owned_cards(game: Game, seat: Seat) -> dict[CardId, int]:
    """All cards the player owns, the CEO included."""
    who = game.state.players[seat]
    cards = dict(who.work)
    for card, count in who.beach.items():
        cards[card] = cards.get(card, 0) + count  # in place: it is asked for often
    for busy in who.busy:
        cards[busy.card] = cards.get(busy.card, 0) + 1
    return cards


def find_card(game: Game, name: CardId) -> Card | Refusal:
    """The card of this name."""
    card = game.rules.cards.get(name)
    return card or Refusal("not_an_option", f"no card {name}{did_you_mean(name, game.rules.cards)}")


def check_idle(game: Game, seat: Seat, card: Card) -> Refusal | None:
    """Whether a copy of the card is at work that has not used all its actions."""
    if not at_work(game, seat, card.id):
        return Refusal("not_at_work", f"no {card.title} at work")
    if actions_left(game, seat, card.id) <= 0:
        return Refusal("used_up", f"every {card.title} at work has acted")
    return None


def check_unique(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """R-24: a "1x" card (or one of a "1x" group) may be owned once, wherever it is; modules may forbid more."""
    group = game.rules.unique_groups.get(card)
    if group:
        for other in group:
            if owned(game, seat, other):
                return Refusal(
                    "unique",
                    f"{game.rules.title(card)}: a player may own one only and has {game.rules.title(other)}",
                )
    return hooks.check_own(game, seat, card)


def gain_card(game: Game, seat: Seat, card: CardId, count: int = 1, *, trainable: bool = True) -> int:
    """Takes up to `count` cards from the supply onto the player's beach; returns how many there were."""
    taken = min(count, game.state.supply.get(card, 0))
    if taken:
        game.state.supply[card] -= taken
        put_on_beach(game, seat, card, taken, trainable=trainable)
        hooks.on_gained(game, seat, card, taken)
    return taken


def gain_from_box(game: Game, seat: Seat, card: CardId, *, trainable: bool = True) -> None:
    """Takes one card from the box, not from the supply, onto the player's beach."""
    box = game.state.from_box
    add_to(box, card)
    put_on_beach(game, seat, card, trainable=trainable)
    hooks.on_gained(game, seat, card, 1)


def put_on_beach(game: Game, seat: Seat, card: CardId, count: int = 1, *, trainable: bool = True) -> None:
    """Adds cards to the beach without touching the supply."""
    beach = game.state.players[seat].beach
    add_to(beach, card, count)
    turn = game.state.turn
    if not trainable and turn is not None and turn.player == seat:
        add_to(turn.fresh, card, count)


def act_as(game: Game, seat: Seat, card: CardId, other: CardId) -> None:
    """One copy of a card at work is another card from now on, in all respects, until Cleanup puts it back into hand.

    The other card comes from the box, not from the supply, and no limit of copies is looked at (see check_unique). A
    marketeer that is busy by then stays what it is until its campaigns end. Announced as ActsAs. UnknownNameError for a card
    that there is not, ValueError where no such copy is at work that has not acted.
    """
    known = game.rules.cards
    for name in (card, other):
        if name not in known:
            raise UnknownNameError("card", name, known)
        if known[name].always_at_work:
            raise ValueError(f"{name} is always at work and acts as itself")
    turn = game.state.turn
    begun = turn is not None and turn.player == seat and turn.used.get(card, 0)
    if not at_work(game, seat, card) or begun:
        raise ValueError(f"no {card} of {game.name(seat)} is at work that has not acted")
    who = game.state.players[seat]
    _swap(game, who.work, card, other)
    who.acting = (*who.acting, (card, other))
    hooks.on_acts_as(game, seat, card, other)


def replace_ceo(game: Game, seat: Seat, card: CardId) -> None:
    """The player has this card as CEO from now on, instead of the one before. Its hires count at once.

    Such a card says `always_at_work = true` and `dealt = false`. Its slots count where set_ceo_slots says so. Announced as
    CeoReplaced. UnknownNameError for a card that there is not, ValueError for one that is not always at work.
    """
    known = game.rules.cards
    if card not in known:
        raise UnknownNameError("card", card, known)
    if not known[card].always_at_work:
        raise ValueError(f"{card} is not always at work, so it cannot be a CEO")
    work = game.state.players[seat].work
    before = next(name for name in work if known[name].always_at_work)
    if card != before:
        _swap(game, work, before, card)
        hooks.on_ceo_replaced(game, seat, before, card)


def stop_acting(game: Game, seat: Seat) -> None:
    """Cards that acted as others are themselves again, where they are on the beach; busy ones later."""
    who = game.state.players[seat]
    still: list[tuple[CardId, CardId]] = []
    for card, other in who.acting:
        if who.beach.get(other):
            _swap(game, who.beach, other, card)
        else:
            still.append((card, other))
    who.acting = tuple(still)


def true_card(game: Game, seat: Seat, card: CardId) -> CardId:
    """What a copy that a player has just given up goes back as: itself, or the card that acted as it.

    Those that act as others go last.
    """
    who = game.state.players[seat]
    acting = [pair for pair in who.acting if pair[1] == card]
    if not acting or owned(game, seat, card) >= len(acting):
        return card
    pairs = list(who.acting)
    pairs.remove(acting[0])
    who.acting = tuple(pairs)
    _from_box(game, card, -1)
    _from_box(game, acting[0][0], 1)
    return acting[0][0]


def _swap(game: Game, place: dict[CardId, int], old: CardId, new: CardId) -> None:
    """One copy there is another card, which comes from the box; the old one goes there."""
    place[old] -= 1
    if not place[old]:
        del place[old]
    add_to(place, new)
    _from_box(game, old, -1)
    _from_box(game, new, 1)


def _from_box(game: Game, card: CardId, count: int) -> None:
    box = game.state.from_box
    add_to(box, card, count)
    if not box[card]:
        del box[card]


def take_card(who: Player, card: CardId) -> Busy | None:
    """Takes one copy away from a player: from the beach, then from work, then a busy one, which is returned."""
    for place in (who.beach, who.work):
        if place.get(card):
            place[card] -= 1
            if not place[card]:
                del place[card]
            return None
    index = next(index for index, busy in enumerate(who.busy) if busy.card == card)
    taken = who.busy[index]
    who.busy = (*who.busy[:index], *who.busy[index + 1 :])
    return taken


def card_actions(game: Game, seat: Seat, card: CardId) -> int:
    """How many times this card acts in all: copies at work times (1 + what modules add)."""
    copies = game.state.players[seat].work.get(card, 0)
    return copies * (1 + hooks.modify_card_actions(game, seat, card)) if copies else 0


def current_turn(game: Game) -> Turn:
    """What the player at work has done in this turn. There is one only in Working."""
    turn = game.state.turn
    assert turn is not None
    return turn


def actions_left(game: Game, seat: Seat, card: CardId) -> int:
    """Actions of this card at work not used in the present turn; 0 outside the player's turn."""
    turn = game.state.turn
    if turn is None or turn.player != seat:
        return 0
    return card_actions(game, seat, card) - turn.used.get(card, 0) + turn.owed.get(card, 0)


def use_card(game: Game, seat: Seat, card: CardId) -> None:
    """Marks one action of the card as used."""
    add_to(current_turn(game).used, card)


def at_work(game: Game, seat: Seat, card: CardId) -> int:
    """Copies of the card at work."""
    return game.state.players[seat].work.get(card, 0)


def ceo_slots(game: Game, seat: Seat) -> int:
    """Slots of the player's CEO."""
    said = hooks.set_ceo_slots(game, seat)
    return game.state.ceo_slots if said is None else said[0]

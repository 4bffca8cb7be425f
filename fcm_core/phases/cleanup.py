"""Phase 7, Cleanup, in the order of R-47: discard or freeze, cards back, COMING SOON opens, milestones close.

What cards make in Cleanup comes last and is kept without a freezer until the next one (R-51).
Rulebook, Phase 7; R-39, R-42, R-47, R-51.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import GoodId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Keep
from fcm_core.game.cards import card_actions, owned_cards, stop_acting, true_card
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice, DecisionKind, Step, steps

if TYPE_CHECKING:
    from fcm_core.basics.random import Stream
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision


def phase_steps() -> tuple[Step, ...]:
    """R-47: Cleanup, step by step."""
    return steps(
        "cleanup",
        ("discard", ask_keep),
        ("cards_back", cards_back),
        ("coming_soon_opens", open_restaurants),
        ("milestones_close", close_milestones),
        ("close", close_round),
        ("make_goods", make_goods),
    )


# --- discard or freeze -----------------------------------------------------------------------------------------------


def ask_keep(game: Game) -> None:
    """R-47: in turn order, everybody throws away what cannot be kept."""
    game.ask("keep", game.state.turn_order)


def freezable(game: Game, seat: Seat) -> dict[GoodId, int]:
    """Stock that a freezer may hold."""
    return {
        good: amount
        for good, amount in game.state.players[seat].stock.items()
        if amount and game.rules.goods[good].freezable
    }


def freezer(game: Game, seat: Seat) -> int:
    """Items that the player may keep."""
    return hooks.highest_freezer(game, seat)


def keep(game: Game, seat: Seat, kept: dict[GoodId, int]) -> None:
    """Keeps these items and throws the rest away."""
    player = game.state.players[seat]
    thrown = {
        good: amount - kept.get(good, 0) for good, amount in player.stock.items() if amount - kept.get(good, 0) > 0
    }
    player.stock = {good: amount for good, amount in kept.items() if amount}
    if kept:
        hooks.on_kept(game, seat, kept)
    if thrown:
        hooks.on_discarded(game, seat, thrown)


class Keeping(ActionKind[Keep]):
    """R-47, R-51: what goes into the freezer; the rest is thrown away."""

    name = "keep"
    cls = Keep
    help = "Keep items in the freezer; the rest is thrown away."
    codes = refusals(
        "negative",
        "not_in_stock",
        not_freezable="the good cannot be frozen",
        freezer_limit="more items than the freezer holds",
    )
    phrases = (("keep", "stock"),)

    def check(self, game: Game, seat: Seat, action: Keep) -> Refusal | None:
        """R-47: items in stock that can be frozen, no more than the freezer holds; modules may forbid mixtures (R-51)."""
        kept = dict(action.stock)
        stock = game.state.players[seat].stock
        for good, amount in kept.items():
            if good not in game.rules.goods:
                return Refusal("not_in_stock", f"no good {good}{did_you_mean(good, game.rules.goods)}")
            if amount < 0:
                return Refusal("negative", f"{good}: {amount} items cannot be kept")
            if amount > stock.get(good, 0):
                return Refusal("not_in_stock", f"{amount} {good} to keep, but {stock.get(good, 0)} in stock")
            if amount and not game.rules.goods[good].freezable:
                return Refusal("not_freezable", f"{good} cannot be frozen")
        room = freezer(game, seat)
        if sum(kept.values()) > room:
            return Refusal("freezer_limit", f"{sum(kept.values())} items, but the freezer holds {room}")
        return hooks.check_keep(game, seat, kept)

    def canonical(self, game: Game, seat: Seat, action: Keep) -> Keep:
        """A good is left out when none of it is kept."""
        return Keep(tuple((good, amount) for good, amount in action.stock if amount or good not in game.rules.goods))

    def apply(self, game: Game, seat: Seat, action: Keep) -> None:
        """R-47: at once, before the next player chooses."""
        keep(game, seat, dict(action.stock))


class WhatToKeep(DecisionKind):
    """R-47: which items stay. Without a freezer, or with room for all, there is nothing to decide."""

    name = "keep"
    actions = ("keep",)
    title = "what to keep"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only more items than the freezer holds leave something to decide, or such as may not lie together."""
        room = freezer(game, decision.seat)
        stock = freezable(game, decision.seat)
        if room and sum(stock.values()) > room:
            return True
        if room and hooks.check_keep(game, decision.seat, stock) is not None:
            return True
        keep(game, decision.seat, stock if room else {})
        return False

    def choices(self, game: Game, decision: Decision) -> Sequence[Choice] | None:
        """R-47: there are too many mixtures to list."""
        return None

    def sample(self, game: Game, decision: Decision, stream: Stream) -> Any:
        """Goods in random order, each kept as far as there is room."""
        return _fill(game, decision.seat, stream.shuffled(sorted(freezable(game, decision.seat))))

    def default(self, game: Game, decision: Decision) -> Any:
        """As much as fits, the most numerous goods first."""
        stock = freezable(game, decision.seat)
        return _fill(game, decision.seat, sorted(stock, key=lambda good: (-stock[good], good)))


def _fill(game: Game, seat: Seat, order: Sequence[GoodId]) -> Keep:
    """Fills the freezer good by good in this order; modules may forbid mixtures (R-51)."""
    stock = freezable(game, seat)
    room = freezer(game, seat)
    kept: dict[GoodId, int] = {}
    for good in order:
        amount = min(stock[good], room - sum(kept.values()))
        if amount > 0 and hooks.check_keep(game, seat, {**kept, good: amount}) is None:
            kept[good] = amount
    return Keep(tuple(kept.items()))


# --- cards, restaurants, milestones ----------------------------------------------------------------------------------


def cards_back(game: Game) -> None:
    """R-47: all cards come back into hand; those that make something as Cleanup ends are remembered (R-51)."""
    ceo = {name for name, card in game.rules.cards.items() if card.always_at_work}
    for seat, player in game.state.by_seat():
        for card in game.rules.cleanup_cook_cards:
            if times := card_actions(game, seat, card):
                player.preparing[card] = times
        for card, count in player.work.items():
            if card not in ceo and count:
                add_to(player.beach, card, count)
        player.work = {card: count for card, count in player.work.items() if card in ceo}
        if player.acting:
            stop_acting(game, seat)
        player.on_duty = False
        player.hires = 0


def open_restaurants(game: Game) -> None:
    """R-37, R-47: COMING SOON becomes WELCOME. Drive-ins end with the cards that gave them (R-08)."""
    for seat in game.state.seats:
        game.board.set_open(seat, True)


def close_milestones(game: Game) -> None:
    """R-47: what was claimed this round closes for everybody; so does what is removed after this round."""
    state = game.state
    closed = [milestone for milestone, claimed in state.open_milestones.items() if claimed]
    for milestone in state.open_milestones:
        last = game.rules.milestones[milestone].remove_after_round
        if last and state.round >= last and milestone not in closed:
            closed.append(milestone)
    if closed:
        state.open_milestones = {
            milestone: claimed for milestone, claimed in state.open_milestones.items() if milestone not in closed
        }
        state.closed_milestones = (*state.closed_milestones, *closed)
        hooks.on_milestones_closed(game, tuple(closed))


def close_round(game: Game) -> None:
    """The bankrupt leave (R-39); the CEOs' new slots count from now on (R-42)."""
    state = game.state
    for seat, player in state.by_seat():
        if player.bankrupt and not player.out:
            leave_game(game, seat)
    if state.next_ceo_slots:
        state.ceo_slots = state.next_ceo_slots
        state.next_ceo_slots = 0


def make_goods(game: Game) -> None:
    """R-47, R-51: what the cards that were at work make in Cleanup comes after everything else, whether wanted or not."""
    for seat in game.state.turn_order:
        player = game.state.players[seat]
        for card, times in player.preparing.items():
            for good, amount in game.rules.cards[card].produces_at_cleanup:
                add_to(player.stock, good, amount * times)
                hooks.on_produced(game, seat, card, good, amount * times)
        player.preparing = {}


def resign(game: Game, seat: Seat) -> None:
    """The chain is out at once, as if it had been bankrupt (R-39). Announced as WentBankrupt. Who is out already stays so."""
    player = game.state.players[seat]
    if player.out:
        return
    if not player.bankrupt:
        player.bankrupt = True
        hooks.on_went_bankrupt(game, seat)
    leave_game(game, seat)


def leave_game(game: Game, seat: Seat) -> None:
    """R-39: cards go to the supply, restaurants stay closed on the map, campaigns stay and run their course."""
    state = game.state
    player = state.players[seat]
    for card, count in owned_cards(game, seat).items():
        if not game.rules.cards[card].always_at_work:
            add_to(state.supply, card, count)
    for _, acted in player.acting:
        state.supply[acted] -= 1
    player.work = {card: count for card, count in player.work.items() if game.rules.cards[card].always_at_work}
    player.beach = {}
    for busy in player.busy:
        for number in busy.campaigns:
            game.board.change_campaign(number, marketeer=None)
    player.busy = ()
    player.stock = {}
    player.preparing = {}
    for _, acted in player.acting:  # the player owns nothing any more, so each is itself again
        add_to(state.supply, true_card(game, seat, acted))
    game.board.set_open(seat, False)
    player.out = True


ACTIONS = (Keeping(),)
DECISIONS = (WhatToKeep(),)

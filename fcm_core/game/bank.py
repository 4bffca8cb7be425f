"""The bank: payments, breaks and bankruptcy.

Rulebook, Breaking the bank; R-39, R-42, R-44.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def last_break(game: Game) -> int:
    """The number of the break that ends the game."""
    return game.rules.settings.breaks + hooks.modify_last_break(game)


def pay(game: Game, seat: Seat, amount: int, why: str) -> None:
    """The bank pays a player; a negative amount is paid by the player, who is bankrupt if the cash is not there.

    It is announced as Paid. Income of a Dinnertime is paid with `earn`. TypeError for anything but whole dollars.
    """
    if amount == 0:
        return
    if type(amount) is not int:
        raise TypeError(f"expected whole dollars, found {amount!r}")
    if amount < 0:
        collect(game, seat, -amount, why)
        return
    state = game.state
    state.players[seat].cash += amount
    state.bank -= amount
    hooks.on_paid(game, seat, amount, why)
    break_if_empty(game)


def credit(game: Game, seat: Seat, amount: int, why: str) -> None:
    """The bank pays outside Dinnertime: it may fall below $0 and breaks in the next Dinnertime (R-58)."""
    game.state.players[seat].cash += amount
    game.state.bank -= amount
    hooks.on_paid(game, seat, amount, why)


def break_if_empty(game: Game) -> None:
    """R-42: the bank breaks when it cannot pay in full (deluxe: when it holds $0); payment goes on from the reserves."""
    state = game.state
    floor = 1 if game.rules.settings.edition == "deluxe" else 0
    while state.bank < floor and not state.ending:
        break_bank(game)
    if state.ending and state.bank < 0:
        state.owed -= state.bank
        state.bank = 0


def break_bank(game: Game) -> None:
    """One break: the first opens the reserve cards, the last one ends the game with this Dinnertime."""
    state = game.state
    state.bank_breaks += 1
    number = state.bank_breaks
    if number >= last_break(game):
        state.ending = True
    elif number == 1:
        open_reserves(game)
    hooks.on_bank_broke(game, number, state.bank)


def open_reserves(game: Game) -> None:
    """Adds the reserve cards' money; what most of them show counts from the next round on (ties: the base cards' highest)."""
    state = game.state
    chosen = [game.rules.reserve_cards[player.reserve] for player in state.players if player.reserve is not None]
    money = sum(card.money for card in chosen)
    add_money(game, money)
    slots = [card.ceo_slots for card in chosen if card.ceo_slots]
    if slots:
        state.next_ceo_slots = max(slots, key=lambda each: (slots.count(each), each))


def add_money(game: Game, amount: int) -> None:
    """Money from the box comes into the bank."""
    game.state.bank += amount
    game.state.money += amount


def remove_money(game: Game, seat: Seat, amount: int) -> None:
    """Dollars leave the bank and the game because of a player. The bank may fall below 0; then it breaks in Dinnertime."""
    game.state.bank -= amount
    game.state.money -= amount
    game.state.removed += amount
    hooks.on_money_removed(game, seat, amount)


def collect(game: Game, seat: Seat, amount: int, why: str) -> int:
    """A player pays the bank; returns what was paid. Who cannot pay all pays what is there and is bankrupt (R-39)."""
    state = game.state
    who = state.players[seat]
    paid = min(amount, who.cash)
    who.cash -= paid
    repaid = min(paid, state.owed)
    state.owed -= repaid
    state.bank += paid - repaid
    hooks.on_paid(game, seat, -paid, why)
    if paid < amount and not who.bankrupt:
        who.bankrupt = True
        hooks.on_went_bankrupt(game, seat)
    return paid

"""Questions that people, bots and tests ask of a game. Nothing here changes it.

Money in dollars, distances in tile borders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import CardId, GoodId, HouseId, Seat
from fcm_core.game import hooks
from fcm_core.game.cards import card_actions, owned_cards
from fcm_core.game.dinner import Candidate
from fcm_core.phases.order_of_business import open_slots
from fcm_core.phases.working.hire import hires_left, hires_possible, unused_hire_discount
from fcm_core.phases.working.train import trainers_left

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Busy, House, Player

SALARY = 5


def unit_price(game: Game, seat: Seat) -> int:
    """The price of one item: base price, price cards at work, and what milestones and modules add. No lower limit (R-39)."""
    total = base_price(game)
    work = game.state.players[seat].work
    for card in game.rules.price_cards:
        if card in work:
            total += game.rules.cards[card].price * card_actions(game, seat, card)
    return total + hooks.modify_unit_price(game, seat)


def base_price(game: Game) -> int:
    """The base price for everybody, in dollars, with what modules make of it."""
    said = hooks.set_base_price(game)
    return game.state.base_price if said is None else said[0]


def unit_price_reasons(game: Game, seat: Seat) -> list[tuple[int, str]]:
    """The unit price as contributions (amount, why), the base price first."""
    found = [hooks.set_base_price(game) or (game.state.base_price, "base price")]
    for card in game.rules.price_cards:
        count = card_actions(game, seat, card)
        if count:
            found.append((game.rules.cards[card].price * count, f"{count} x {game.rules.title(card)}"))
    return [*found, *hooks.modify_unit_price.reasons(game, seat)]


def multiplier(game: Game, seat: Seat, house: House) -> int:
    """How many unit prices an item brings: 1 and what is added, as for a garden (R-40)."""
    return 1 + hooks.modify_multiplier(game, seat, house)


def item_bonus(game: Game, seat: Seat, good: GoodId) -> int:
    """Dollars per item sold on top of the price."""
    return hooks.modify_item_bonus(game, seat, good)


def sale_bonus(game: Game, seat: Seat, house: House) -> int:
    """Dollars for the house served, whatever was sold."""
    return hooks.modify_sale_bonus(game, seat, house)


def dinner_distance(game: Game, seat: Seat, house: House) -> int | None:
    """The distance as the house counts it; None without a connection. May be below 0."""
    borders = game.board.distance(house.id, seat)
    if borders is None:
        return None
    return borders + hooks.modify_distance(game, seat, house)


def wanted(game: Game, house_id: HouseId) -> dict[str, int]:
    """The demand on a house: good -> counters."""
    found: dict[str, int] = {}
    for good, _ in game.state.demand[house_id]:
        add_to(found, good)
    return found


def dinner_candidates(game: Game, house_id: HouseId, prices: Sequence[int] | None = None) -> list[Candidate]:
    """Every chain that could serve the house now, best first. Empty when nobody can or nothing is wanted.

    `prices` may hand over unit prices by seat that are known already.
    """
    state = game.state
    house = state.houses[house_id]
    demand = wanted(game, house_id)
    if not demand:
        return []
    found: list[Candidate] = []
    for seat, player in state.by_seat():
        if player.out or not player.restaurants:
            continue
        offers: list[tuple[int, dict[str, int]]] = []
        for index, substitution in enumerate(game.rules.substitutions):
            offer = substitution.offer(game, seat, house, demand)
            if offer is not None:
                offers.append((index, offer))
        if not offers:
            continue
        distance = dinner_distance(game, seat, house)
        if distance is None:
            continue
        price = prices[seat] if prices is not None else unit_price(game, seat)
        for index, offer in offers:
            extras: dict[str, int] = {}
            for add_on in game.rules.add_ons:
                extras.update(add_on.offer(game, seat, house, offer) or {})
            candidate = Candidate(seat, house_id, offer, extras, index, price, distance)
            if hooks.check_serves(game, candidate, house) is not None:
                continue
            keys = tuple(key.key(game, candidate) for key in game.rules.ranking_keys)
            found.append(Candidate(seat, house_id, offer, extras, index, price, distance, keys))
    found.sort(key=lambda candidate: candidate.keys)
    return found


def decided_by(game: Game, best: Candidate, other: Candidate) -> str:
    """The name of the ranking key by which `best` beats `other`."""
    for key, mine, theirs in zip(game.rules.ranking_keys, best.keys, other.keys, strict=True):
        if mine != theirs:
            return str(key.name)
    return ""


def salary_of(game: Game, seat: Seat, card: CardId) -> int:
    """Dollars due at Payday for one copy of a card."""
    if not game.rules.cards[card].salary:
        return 0
    return max(0, SALARY + hooks.modify_salary(game, seat, card))


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


def salaries(game: Game, seat: Seat, without: Sequence[str] = ()) -> tuple[int, list[tuple[int, str]]]:
    """What a player owes at Payday, with the reasons; `without` names cards that would be fired before.

    A recruiter at work that is fired takes off nothing any more.
    """
    if without:
        players = game.state.players
        before = players[seat]
        players[seat] = before.copy()
        try:
            for card in without:
                take_card(players[seat], card)
            return salaries(game, seat)
        finally:
            players[seat] = before
    cards = owned_cards(game, seat)
    known = game.rules.cards
    reasons: list[tuple[int, str]] = []
    for card, count in cards.items():
        if count and known[card].salary:
            each = salary_of(game, seat, card)
            if each:
                reasons.append((each * count, f"{count} x {known[card].title}"))
    if game.state.players[seat].work.keys() & game.rules.discount_cards:
        discount = unused_hire_discount(game, seat)
        if discount:
            reasons.append((-discount, "unused hires"))
    reasons.extend(hooks.modify_salaries.reasons(game, seat))
    total = 0
    for amount, _ in reasons:
        total += amount
    return max(0, total), reasons


__all__ = [
    "Candidate",
    "base_price",
    "decided_by",
    "dinner_candidates",
    "dinner_distance",
    "hires_left",
    "hires_possible",
    "item_bonus",
    "multiplier",
    "open_slots",
    "salaries",
    "salary_of",
    "sale_bonus",
    "take_card",
    "trainers_left",
    "unit_price",
    "unit_price_reasons",
    "unused_hire_discount",
    "wanted",
]

"""How a house chooses a chain: what the chains offer, what decides among them, and why the others make no offer.

Rulebook, Phase 4; R-50.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.multisets import counted
from fcm_core.basics.vocabulary import GoodId, HouseId, Seat
from fcm_core.game import hooks
from fcm_core.game.dinner import Candidate
from fcm_core.game.laws import Reason
from fcm_core.game.parts import RankingKey, Substitution, in_order
from fcm_core.phases.prices import unit_price

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House

Goods = Mapping[GoodId, int]


def ranking_keys() -> tuple[RankingKey, ...]:
    """R-50: what decides among the offers. The lowest value wins, and later keys only break ties."""
    return in_order(
        RankingKey("add_ons", most_add_ons, title="add-ons"),
        RankingKey("substitution", best_meal, title="what is served"),
        RankingKey("price_and_distance", price_and_distance, title="price + distance"),
        RankingKey("turn_order", place_in_turn_order, title="turn order"),
    )


def most_add_ons(game: Game, candidate: Candidate) -> int:
    """R-50: who has something to go with the meal comes before everybody else."""
    return -len(candidate.add_ons)


def best_meal(game: Game, candidate: Candidate) -> int:
    """R-50: what the house likes best, in the order of the substitutions."""
    return candidate.substitution


def price_and_distance(game: Game, candidate: Candidate) -> int:
    """Dollars and tile borders added up."""
    return candidate.unit_price + candidate.distance


def place_in_turn_order(game: Game, candidate: Candidate) -> int:
    """The earlier in turn order."""
    return game.state.turn_order.index(candidate.seat)


def substitutions() -> tuple[Substitution, ...]:
    """What a house eats, the best first. Modules put theirs before or after what it asks for."""
    return (Substitution("asked_goods", asked_goods),)


def asked_goods(game: Game, seat: Seat, house: House, demand: Goods) -> Goods | None:
    """Exactly what the house asks for."""
    return demand


# --- what a house asks for, and how far it is --------------------------------------------------------------------------


def wanted(game: Game, house_id: HouseId) -> dict[GoodId, int]:
    """The demand on a house: good -> counters."""
    return counted([good for good, _ in game.state.demand[house_id]])


def dinner_distance(game: Game, seat: Seat, house: House) -> int | None:
    """The distance as the house counts it, in tile borders; None without a connection. May be below 0 (R-58)."""
    borders = game.board.distance(house.id, seat)
    if borders is None:
        return None
    return hooks.adjust_distance(game, borders + hooks.modify_distance(game, seat, house), seat, house)


def distance_reasons(game: Game, seat: Seat, house: House) -> list[Reason]:
    """The distance as the house counts it, as contributions (tile borders, why); empty without a connection."""
    borders = game.board.distance(house.id, seat)
    if borders is None:
        return []
    reasons = [(borders, "tile borders"), *hooks.modify_distance.reasons(game, seat, house)]
    return [*reasons, *hooks.adjust_distance.reasons(game, sum(each for each, _ in reasons), seat, house)]


# --- offers ------------------------------------------------------------------------------------------------------------


def dinner_candidates(game: Game, house_id: HouseId, prices: Sequence[int] | None = None) -> list[Candidate]:
    """Every offer that the house can choose from now, best first. Empty when there is none or nothing is wanted.

    `prices` may hand over unit prices by seat that are known already.
    """
    return _best_first(_made(game, house_id, prices, tell=False))


def offers_and_reasons(
    game: Game, house_id: HouseId, prices: Sequence[int] | None = None
) -> tuple[list[Candidate], tuple[tuple[Seat, str], ...]]:
    """Both at once: every offer, best first, and why the other chains make none."""
    made = _made(game, house_id, prices, tell=True)
    return _best_first(made), tuple((seat, why) for seat, why in made.items() if isinstance(why, str))


def _best_first(made: Mapping[Seat, list[Candidate] | str]) -> list[Candidate]:
    offers = [offer for each in made.values() if not isinstance(each, str) for offer in each]
    offers.sort(key=lambda offer: offer.keys)
    return offers


def without_offer(game: Game, house_id: HouseId) -> dict[Seat, str]:
    """Why a chain makes no offer to the house, in plain words, by seat. Empty where nothing is wanted."""
    made = _made(game, house_id, None, tell=True)
    return {seat: why for seat, why in made.items() if isinstance(why, str)}


def _made(
    game: Game, house_id: HouseId, prices: Sequence[int] | None, *, tell: bool
) -> dict[Seat, list[Candidate] | str]:
    """Each chain's offers to the house, or why it makes none. The reason is put into words only with `tell`."""
    house = game.state.houses[house_id]
    demand = wanted(game, house_id)
    if not demand:
        return {}
    return {seat: _offers(game, seat, house, demand, prices, tell) for seat in game.state.seats}


def _offers(
    game: Game, seat: Seat, house: House, demand: Goods, prices: Sequence[int] | None, tell: bool
) -> list[Candidate] | str:
    """A chain's offers, one for each meal that it has in stock, or why it makes none."""
    player = game.state.players[seat]
    if player.out:
        return "bankrupt"
    if not player.restaurants:
        return "no open restaurant"
    stock = player.stock
    meals = [(place, each.meal(game, seat, house, demand)) for place, each in enumerate(game.rules.substitutions)]
    refused = ""
    if hooks.check_item.used(game):
        meals, refused = _accepted(game, seat, house, meals)
    served = [(place, meal) for place, meal in meals if meal is not None and _has(stock, meal)]
    if not served and not tell:
        return ""
    distance = dinner_distance(game, seat, house)
    if distance is None:
        return "not connected by road" if any(each.open for each in player.restaurants) else "no open restaurant"
    if not served:
        lacking = [_missing(stock, meal) for _, meal in meals if meal is not None]
        return f"lacks {', or '.join(lacking)}" if lacking else refused
    offers: list[Candidate] = []
    price = unit_price(game, seat) if prices is None else prices[seat]
    for place, meal in served:
        extras = _extras(game, seat, house, meal)
        offer = Candidate(seat, house.id, meal, extras, place, price, distance)
        refusal = hooks.check_serves(game, offer, house)
        if refusal is None:
            keys = tuple(key.key(game, offer) for key in game.rules.ranking_keys)
            offers.append(Candidate(seat, house.id, meal, extras, place, price, distance, keys))
        else:
            refused = refusal.message
    return offers or refused


def _accepted(
    game: Game, seat: Seat, house: House, meals: Sequence[tuple[int, Goods | None]]
) -> tuple[list[tuple[int, Goods | None]], str]:
    """The meals without a good that the house does not take from this chain, and why the last of the others is none."""
    accepted: list[tuple[int, Goods | None]] = []
    why = ""
    for place, meal in meals:
        refusal = next(filter(None, (hooks.check_item(game, seat, house, good) for good in meal or ())), None)
        if refusal is None:
            accepted.append((place, meal))
        else:
            why = refusal.message
    return accepted, why


def _has(stock: Goods, goods: Goods) -> bool:
    """Whether all of the goods are in stock."""
    for good in goods:  # noqa: SIM110 (a generator is slower, and this is asked of every chain for every house)
        if stock.get(good, 0) < goods[good]:
            return False
    return True


def _missing(stock: Goods, meal: Goods) -> str:
    """What is not in stock, in words."""
    missing = {good: amount - stock.get(good, 0) for good, amount in meal.items()}
    return " and ".join(f"{amount} {good}" for good, amount in missing.items() if amount > 0)


def _extras(game: Game, seat: Seat, house: House, meal: Goods) -> dict[GoodId, int]:
    """R-50: what goes with the meal, where the chain has it besides."""
    extras: dict[GoodId, int] = {}
    stock = game.state.players[seat].stock
    for add_on in game.rules.add_ons:
        goods = add_on.goods(game, seat, house, meal)
        if goods is None or any(hooks.check_item(game, seat, house, good) is not None for good in goods):
            continue
        if all(stock.get(good, 0) >= meal.get(good, 0) + goods[good] for good in goods):
            extras.update(goods)
    return extras

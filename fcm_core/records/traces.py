"""How a number of the game came about, in one line of plain words: what a failed expectation shows beside it.

Everything except the unit price is read off the events. Money in dollars, distances in tile borders.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import GoodId, HouseId, Seat
from fcm_core.game.events import (
    BankBroke,
    CampaignRan,
    Discarded,
    Event,
    Fetched,
    Fired,
    Gained,
    Hired,
    Paid,
    Produced,
    SalariesPaid,
    Sold,
    StayedHome,
    Trained,
)
from fcm_core.phases.prices import unit_price_reasons

if TYPE_CHECKING:
    from fcm_core.game.events import Words
    from fcm_core.game.game import Game


def price_trace(game: Game, seat: Seat) -> str:
    """The parts of a unit price."""
    first, *more = unit_price_reasons(game, seat)
    return "; ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {why}" for amount, why in more)])


def cash_trace(events: Iterable[Event], seat: Seat) -> str:
    """What a player was paid and has paid."""
    return "; ".join(f"{each.amount:+d} {each.why}" for each in events if isinstance(each, Paid) and each.seat == seat)


def bank_trace(events: Iterable[Event], say: Words) -> str:
    """What the bank has paid and got, and its breaks with what it held after them."""
    told = []
    for event in events:
        match event:
            case Paid():
                told.append(f"{-event.amount:+d} {say.player(event.seat)}, {event.why}")
            case BankBroke():
                told.append(f"break {event.number}, then {event.bank}")
    return "; ".join(told)


def salary_trace(events: Iterable[Event], seat: Seat) -> str:
    """The last Payday of a player: due, discounts, paid."""
    told = ""
    for event in events:
        if isinstance(event, SalariesPaid) and event.seat == seat:
            parts = "; ".join(f"{amount:+d} {why}" for amount, why in event.reasons)
            told = f"{parts or 'no salaries'}: due {event.due}, paid {event.paid}"
    return told


def stock_trace(events: Iterable[Event], seat: Seat, good: GoodId) -> str:
    """What a player made, fetched, sold and threw away of a good."""
    told = []
    for event in events:
        match event:
            case Sold() if event.seat == seat and event.sold.get(good):
                told.append(f"-{event.sold[good]} house {event.house}")
            case Produced() if event.seat == seat and event.good == good:
                told.append(f"+{event.amount} {event.card}")
            case Fetched() if event.seat == seat and event.goods.get(good):
                told.append(f"+{event.goods[good]} {event.card}")
            case Discarded() if event.seat == seat and event.goods.get(good):
                told.append(f"-{event.goods[good]} thrown away")
    return "; ".join(told)


def cards_trace(events: Iterable[Event], seat: Seat, say: Words) -> str:
    """The cards that came to a player and went again."""
    told = []
    for event in events:
        match event:
            case Hired() if event.seat == seat:
                told.append(f"+1 {say.card(event.card)} hired")
            case Gained() if event.seat == seat:
                told.append(f"+{event.count} {say.card(event.card)} gained")
            case Trained() if event.seat == seat:
                told.append(f"{say.card(event.card)} trained to {say.card(event.to)}")
            case Fired() if event.seat == seat:
                told.append(f"-1 {say.card(event.card)} fired")
    return "; ".join(told)


def demand_trace(events: Iterable[Event], house: HouseId, say: Words) -> str:
    """The counters that campaigns put on a house, and its meals."""
    told = []
    for event in events:
        match event:
            case CampaignRan() if house in event.placed:
                placed = ", ".join(f"{count} {good}" for good, count in event.placed[house].items())
                told.append(f"campaign {event.campaign.number}: {placed}")
            case Sold() | StayedHome() if event.house == house:
                told.append(meal_trace(event, say))
    return "; ".join(told)


def meal_trace(meal: Sold | StayedHome, say: Words) -> str:
    """One house's dinner: every offer with price and distance, what decided, and the sum; or why nobody sold."""
    if isinstance(meal, StayedHome):
        return f"house {meal.house} stays at home: {meal.why(say)}"
    decided = f", decided by {meal.decided_by}" if meal.decided_by else ""
    earned = f"{say.player(meal.seat)} earns {meal.income} ({meal.income_sum()})"
    return f"house {meal.house}: offers {meal.offers(say)}{decided}; {earned}"


def meals_trace(events: Iterable[Event], say: Words, house: HouseId | None = None) -> str:
    """The dinners of one house, or of all."""
    return "; ".join(
        meal_trace(each, say) for each in events if isinstance(each, Sold | StayedHome) and house in (None, each.house)
    )

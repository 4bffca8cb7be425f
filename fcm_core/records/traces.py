"""How a number of the game came about, in one line of plain words: what a failed expectation shows beside it.

Everything but the unit price is read off the events. Money in dollars, distances in tile borders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fcm_core.phases.queries import unit_price_reasons

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.game import Game


def price_trace(game: Game, player: int) -> str:
    """The parts of a unit price."""
    first, *more = unit_price_reasons(game, player)
    return "; ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {why}" for amount, why in more)])


def cash_trace(events: Iterable[Event], player: str) -> str:
    """What a player was paid and has paid."""
    return "; ".join(
        f"{event.data['amount']:+d} {event.data['why']}"
        for event in events
        if event.kind == "paid" and event.data["player"] == player
    )


def bank_trace(events: Iterable[Event]) -> str:
    """What the bank has paid and got, and its breaks with what it held after them."""
    told = []
    for event in events:
        if event.kind == "paid":
            told.append(f"{-event.data['amount']:+d} {event.data['player']}, {event.data['why']}")
        elif event.kind == "bank_broke":
            told.append(f"break {event.data['number']}, then {event.data['bank']}")
    return "; ".join(told)


def salary_trace(events: Iterable[Event], player: str) -> str:
    """The last Payday of a player: due, discounts, paid."""
    told = ""
    for event in events:
        if event.kind == "salaries" and event.data["player"] == player:
            parts = "; ".join(f"{amount:+d} {why}" for amount, why in event.data["reasons"])
            told = f"{parts or 'no salaries'}: due {event.data['due']}, paid {event.data['paid']}"
    return told


def stock_trace(events: Iterable[Event], player: str, good: str) -> str:
    """What a player made, fetched, sold and threw away of a good."""
    told = []
    for event in events:
        data = event.data
        if event.kind == "house_ate" and data["chain"] == player and data["sold"].get(good):
            told.append(f"-{data['sold'][good]} house {data['house']}")
        elif data.get("player") != player:
            continue
        elif event.kind == "produced" and data["good"] == good:
            told.append(f"+{data['amount']} {data['employee']}")
        elif event.kind == "fetched" and data["goods"].get(good):
            told.append(f"+{data['goods'][good]} {data['employee']}")
        elif event.kind == "discarded" and data["goods"].get(good):
            told.append(f"-{data['goods'][good]} thrown away")
    return "; ".join(told)


def demand_trace(events: Iterable[Event], house: str) -> str:
    """The counters that campaigns put on a house, and its meals."""
    told = []
    for event in events:
        if event.kind == "campaign_ran" and house in event.data["houses"]:
            placed = ", ".join(f"{count} {good}" for good, count in event.data["houses"][house].items())
            told.append(f"campaign {event.data['number']}: {placed}")
        elif event.kind == "house_ate" and event.data["house"] == house:
            told.append(meal_trace(event.data))
    return "; ".join(told)


def meal_trace(data: Mapping[str, Any]) -> str:
    """One house's dinner: every offer with price and distance, what decided, and the sum; or why nobody sold."""
    if data["chain"] is None:
        return f"house {data['house']} stays at home: {data['why']}"
    decided = f", decided by {data['key_that_decided']}" if data["key_that_decided"] else ""
    earned = f"{data['chain']} earns {data['income']} ({income_sum(data)})"
    return f"house {data['house']}: offers {offers(data)}{decided}; {earned}"


def offers(data: Mapping[str, Any]) -> str:
    """Price + distance of every chain that a house weighed."""
    return ", ".join(
        f"{each['chain']} {each['unit_price']} + {each['distance']} = {each['unit_price'] + each['distance']}"
        for each in data["candidates"]
    )


def income_sum(data: Mapping[str, Any]) -> str:
    """The parts of what a house paid."""
    return " + ".join(f"{why} = {amount}" if "x" in why else f"{amount} {why}" for amount, why in data["parts"])


def meals_trace(events: Iterable[Event], house: str | None = None) -> str:
    """The dinners of one house, or of all."""
    return "; ".join(
        meal_trace(event.data) for event in events if event.kind == "house_ate" and house in (None, event.data["house"])
    )

"""Events as sentences, and the report after Dinnertime: who served each house, the sums, the tie-break, why nobody did."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from fcm_core.game.events import Event
from fcm_core.game.game import counted
from fcm_core.records.traces import income_sum, offers

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_plain(each)} {key}" for key, each in value.items())
    if isinstance(value, list | tuple):
        square = len(value) == 2 and all(type(each) is int for each in value)
        return ("," if square else " ").join(map(_plain, value))
    return str(value)


def _goods(goods: dict[str, int]) -> str:
    return ", ".join(f"{amount} {good}" for good, amount in goods.items())


def house_ate(data: dict[str, Any]) -> str:
    """One house's dinner."""
    if data["chain"] is None:
        return f"house {data['house']} stays at home: {data['why']}"
    decided = f"; decided by {data['key_that_decided'].replace('_', ' ')}" if data["key_that_decided"] else ""
    return (
        f"house {data['house']} eats at {data['chain']}: {_goods(data['sold'])} for ${data['income']} ({income_sum(data)})\n"
        f"    offers: {offers(data)}{decided}"
    )


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "round_began": lambda d: f"== round {d['round']} ==",
    "phase_began": lambda d: f"-- {d['phase'].replace('_', ' ')} --",
    "passed": lambda d: f"{d['player']} passes",
    "restaurant_placed": lambda d: (
        f"{d['player']} {'moves' if d['moved'] else 'places'} a restaurant at {d['at'][0]},{d['at'][1]}, "
        f"entrance {d['entrance']}"
    ),
    "structures_revealed": lambda d: (
        "\n".join(f"{name}: {', '.join(cards)}" for name, cards in d["work"].items())
        + (f"\n    too many cards, only the CEO works: {', '.join(d['overfull'])}" if d["overfull"] else "")
    ),
    "turn_order": lambda d: "turn order: " + ", ".join(d["order"]),
    "hired": lambda d: f"{d['player']} hires {d['employee']}",
    "trained": lambda d: f"{d['player']} trains {d['employee']} to {d['to']}",
    "gained": lambda d: f"{d['player']} gains {d['count']} {d['employee']}",
    "campaign_placed": lambda d: (
        f"{d['player']} starts campaign {d['number']} ({d['kind']}) for {' and '.join(d['goods'])}, "
        f"{'eternal' if d['eternal'] else str(d['left']) + ' rounds'}"
    ),
    "produced": lambda d: f"{d['player']} makes {d['amount']} {d['good']}",
    "fetched": lambda d: f"{d['player']} fetches {_goods(d['goods'])}",
    "house_placed": lambda d: f"{d['player']} builds house {d['house']}",
    "garden_placed": lambda d: f"{d['player']} adds a garden to house {d['house']}",
    "milestone": lambda d: f"** {d['player']}: {d['milestone']} **",
    "house_ate": house_ate,
    "tips": lambda d: f"{d['player']} gets ${d['amount']} of tips",
    "income_percent": lambda d: f"{d['player']} gets ${d['amount']} on top ({d['percent']}% of the income)",
    "bank_broke": lambda d: (
        f"!! the bank breaks for the {('first', 'second', 'third')[min(d['number'], 3) - 1]} time !!"
    ),
    "fired": lambda d: f"{d['player']} fires {d['employee']}",
    "salaries": lambda d: f"{d['player']} pays ${d['paid']} of salaries" if d["due"] else "",
    "campaign_ran": lambda d: (
        f"campaign {d['number']} runs: "
        + (
            ", ".join(
                f"{_goods(goods)} on house {house}" for house, goods in d["houses"].items() if any(goods.values())
            )
            or "nothing new"
        )
    ),
    "campaign_ended": lambda d: f"campaign {d['number']} ends",
    "discarded": lambda d: f"{d['player']} throws away {_goods(d['goods'])}",
    "kept": lambda d: f"{d['player']} keeps {_goods(d['goods'])}",
    "bankrupt": lambda d: f"!! {d['player']} is bankrupt !!",
    "coffee_sold": lambda d: f"    {d['player']} sells {d['amount']} coffee on the way for ${d['income']}",
    "game_over": lambda d: (
        f"== the game is over, {d['winner']} wins =="
        if d["winner"]
        else "== the game is over, all chains are bankrupt and nobody wins =="
    ),
}
QUIET = ("paid", "turn_began", "turn_ended", "position_chosen", "milestones_closed", "reserve_chosen")


PEOPLE = ("player", "chain", "owner", "winner", "order", "overfull", "players")  # keys of names that people chose


def titled(value: Any, rules: Rules) -> Any:
    """An event's data with the titles of cards and milestones for their ids; several copies of a card are counted."""
    if isinstance(value, dict):
        keys = {key.name: key.title or key.name for key in rules.ranking_keys}
        return {
            key: each if key in PEOPLE else keys.get(each, each) if key == "key_that_decided" else titled(each, rules)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple) and value and all(isinstance(each, str) for each in value):
        counts = counted(titled(each, rules) for each in value)
        return [f"{count} {each}" if count > 1 else each for each, count in counts.items()]
    if isinstance(value, list | tuple):
        return [titled(each, rules) for each in value]
    if isinstance(value, str):
        known = rules.cards.get(value) or rules.milestones.get(value)
        return known.title if known is not None else value
    return value


def sentences(events: Iterable[Event], rules: Rules) -> list[str]:
    """Events in plain words; those of modules that have no sentence here are told by their data."""
    found = []
    for event in events:
        if event.kind in QUIET:
            continue
        told = SENTENCES.get(event.kind)
        titles = titled(event.data, rules)
        if told is not None:
            text = told(titles)
        else:
            who = f"{titles['player']}: " if "player" in titles else ""
            data = ", ".join(f"{key} {_plain(value)}" for key, value in titles.items() if key != "player")
            text = f"{who}{event.kind.replace('_', ' ')}{f' ({data})' if data else ''}"
        if text:
            found.append(text)
    return found

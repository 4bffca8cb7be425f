"""What happened, entry by entry: a sentence, what it speaks of, and for dinners every offer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_args

from fcm_core import (
    NOBODY,
    Campaign,
    CampaignNumber,
    CardId,
    GoodId,
    House,
    HouseId,
    MilestoneId,
    Restaurant,
    Seat,
    Spot,
    Square,
    events,
    fields_of,
)
from fcm_face.words import Plain, amounts, money, spaced, squares_of

if TYPE_CHECKING:
    from fcm_core import Event, Game


def entries(happened: Iterable[Event], view: Game) -> list[Plain]:
    """The events that people are told of, in order.

    {"kind", "text", "lines", "seat", "refs", "squares", "round"}: `text` is the sentence, `lines` what belongs under it, `refs` and
    `squares` what it speaks of. A house that was served has "sale" (see sale_facts); one that was not has "lacking". A campaign
    that ran has "placed": [{"ref", "text", "good"}].
    """
    say = view.words()
    found = []
    for event in happened:
        first, *more = event.sentence(say).split("\n")
        if not first:
            continue
        entry: Plain = {"kind": event.kind, "text": first, "lines": [line.strip() for line in more]}
        entry |= {"seat": None, "refs": [], "squares": [], "round": view.state.round}
        if isinstance(event, (events.RoundBegan, events.PhaseBegan)):
            entry["heading"] = True
        _point(view, event, entry)
        _details(view, event, entry)
        found.append(entry)
    return found


# --- what an event speaks of -----------------------------------------------------------------------------------------------


def _point(view: Game, event: Event, entry: Plain) -> None:
    """Seat, references and squares of an event's fields, by their types."""
    refs: dict[str, None] = {}
    squares: list[list[int]] = []
    for field in fields_of(type(event)):
        value = getattr(event, field.name)
        if field.type is Seat and field.name == "seat":
            entry["seat"] = int(value) if value != NOBODY else None
        for ref in _refs(view, field.type, value):
            refs.setdefault(ref)
        squares += _squares(view, field.type, value)
    entry["refs"] = list(refs)
    entry["squares"] = [square for place, square in enumerate(squares) if square not in squares[:place]]


def _refs(view: Game, kind: Any, value: Any) -> list[str]:
    if isinstance(value, Campaign):
        return [f"campaign:{value.number}"]
    if isinstance(value, House):
        return [f"house:{value.id}"]
    if value is None or value == NOBODY:
        return []
    if kind in KINDS:
        return [f"{KINDS[kind]}:{value}"]
    parts = [part for part in get_args(kind) if part not in (type(None), Ellipsis)]
    if isinstance(value, dict):
        return [ref for each in value for ref in _refs(view, parts[0], each)] if parts else []
    if isinstance(value, tuple) and kind is not Square and len(parts) == 1:
        return [ref for each in value for ref in _refs(view, parts[0], each)]
    return _refs(view, parts[0], value) if len(parts) == 1 and parts[0] in KINDS else []


KINDS: dict[Any, str] = {
    Seat: "seat",
    CardId: "card",
    HouseId: "house",
    MilestoneId: "milestone",
    GoodId: "good",
    CampaignNumber: "campaign",
}


def _squares(view: Game, kind: Any, value: Any) -> list[list[int]]:
    if isinstance(value, Campaign):
        return squares_of(view, value.mask)
    if isinstance(value, House):
        return squares_of(view, value.mask | value.garden)
    if isinstance(value, Restaurant):
        return squares_of(view, value.mask)
    if kind == Square and value is not None:
        return [list(value)]
    places = view.ground.grid.squares
    if kind == Spot and isinstance(value, int) and value >= 0:
        return [list(places[value])]
    if kind == tuple[Spot, ...]:
        return [list(places[spot]) for spot in value]
    return []


# --- dinners, campaigns, salaries ------------------------------------------------------------------------------------------


def sale_facts(view: Game, event: events.Sold) -> Plain:
    """A house that was served: every offer, what decided, how the income comes about, and who made no offer.

    `offers` are best first: price + distance is what the house compares; `keys` are all it compares, the lowest wins.
    """
    return {
        "goods": {good: amount for good, amount in event.sold.items()},
        "income": event.income,
        "sum": event.income_sum(),
        "multiplier": event.multiplier,
        "decided_by": event.words_of_decision(view.words()),
        "offers": [
            {
                "seat": int(offer.seat),
                "name": view.name(offer.seat),
                "goods": offer.everything(),
                "price": offer.unit_price,
                "distance": offer.distance,
                "total": offer.unit_price + offer.distance,
                "keys": dict(zip(map(spaced, event.ranking), offer.keys, strict=True)),
            }
            for offer in event.candidates
        ],
        "lacking": [{"seat": int(seat), "name": view.name(seat), "why": why} for seat, why in event.without],
    }


def _details(view: Game, event: Event, entry: Plain) -> None:
    if isinstance(event, events.Sold):
        entry["sale"] = sale_facts(view, event)
        house = view.state.houses.get(event.house)
        entry["squares"] += squares_of(view, house.mask) if house is not None else []
    elif isinstance(event, events.StayedHome):
        entry["lacking"] = [{"seat": int(seat), "name": view.name(seat), "why": why} for seat, why in event.reasons]
        house = view.state.houses.get(event.house)
        entry["squares"] += squares_of(view, house.mask) if house is not None else []
    elif isinstance(event, events.CampaignRan):
        entry["placed"] = [
            {
                "ref": f"house:{name}",
                "text": amounts(event.placed.get(name, {})) or "no room",
                "good": any(event.placed.get(name, {}).values()),
            }
            for name in event.reached
        ]
    elif isinstance(event, events.SalariesPaid):
        entry["salaries"] = {
            "due": event.due,
            "paid": event.paid,
            "parts": [list(each) for each in event.reasons],
            "left": money(view.state.players[event.seat].cash),
        }

"""The values of the core's actions: what a replay line, a bot and a human all write (see scenario-format in the README).

Squares are (row, column) from the north-west corner of the map as it was set up. Fields left at None are not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
from attrs import define, field

from fcm_core.basics.multisets import add_to
from fcm_core.basics.schema import ALONE, also
from fcm_core.basics.vocabulary import Amounts, CampaignNumber, CardId, GoodId, HouseId, Seat
from fcm_core.basics.vocabulary import Square as Square
from fcm_core.game.parts import Partial

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules


@define(unsafe_hash=True)
class PlaceRestaurant:
    """Setup: places the first restaurant."""

    at: Square
    entrance: str


@define(unsafe_hash=True)
class Pass:
    """Setup: leaves the first restaurant for the second round; elsewhere: declines what may be declined."""


@define(unsafe_hash=True)
class ChooseReserve:
    """Chooses a reserve card by its value: dollars, or the base price with Reserve Prices."""

    reserve: int = field(metadata=also("card"))


@define(unsafe_hash=True)
class Restructure:
    """Chooses the cards at work; the CEO is understood."""

    work: tuple[CardId, ...]


@define(unsafe_hash=True)
class ChoosePosition:
    """Takes a free position of the turn order, from 1."""

    position: int


@define(unsafe_hash=True)
class Hire:
    """Hires one card onto the beach."""

    card: CardId = field(metadata=also("employee"))


@define(unsafe_hash=True)
class Train:
    """Trains a card to another; `by` names the trainer, coach or guru, several where training is stacked."""

    card: CardId = field(metadata=also("employee"))
    to: CardId
    by: tuple[CardId, ...] = field(metadata=ALONE)
    at_work: bool | None = None  # the card meant is one at work, where an effect allows that


@define(unsafe_hash=True)
class PlaceCampaign:
    """Places a campaign tile. `left` is its duration in rounds, left out when it is eternal."""

    card: CardId = field(metadata=also("marketeer"))
    number: CampaignNumber
    good: GoodId | None = None
    left: int | None = None
    at: Square | None = None
    turned: bool | None = None
    side: str | None = None
    line: int | None = None
    goods: tuple[GoodId, ...] | None = None


@define(unsafe_hash=True)
class Produce:
    """A cook makes its full amount; `good` where there is a choice."""

    card: CardId = field(metadata=also("employee"))
    good: GoodId | None = None


@define(unsafe_hash=True)
class Fetch:
    """A buyer brings drinks: one `good`, or the `sources` of a route that begins at the entrance square `start`."""

    card: CardId = field(metadata=also("employee"))
    good: GoodId | None = None
    start: Square | None = None
    sources: tuple[Square, ...] | None = None


@define(unsafe_hash=True)
class PlaceHouse:
    """Places a new house with its garden. `at` is the north-west square of the 2 x 2 house."""

    number: int
    at: Square
    garden: str


@define(unsafe_hash=True)
class PlaceGarden:
    """Adds a garden along one side of a printed house."""

    house: HouseId
    side: str


@define(unsafe_hash=True)
class OpenRestaurant:
    """Places a new restaurant."""

    card: CardId = field(metadata=also("manager"))
    at: Square
    entrance: str


@define(unsafe_hash=True)
class MoveRestaurant:
    """Moves or turns an own restaurant; `from` is its present north-west square."""

    card: CardId = field(metadata=also("manager"))
    from_: Square
    at: Square
    entrance: str


@define(unsafe_hash=True)
class NextStep:
    """Goes on to the next step of the working turn."""


@define(unsafe_hash=True)
class EndTurn:
    """Ends the working turn."""


@define(unsafe_hash=True)
class Fire:
    """Fires cards; may be none."""

    cards: tuple[CardId, ...] = field(metadata=also("employees"))


@define(unsafe_hash=True)
class Keep:
    """Keeps items in the freezer: (good, amount) pairs; the rest is thrown away."""

    stock: Amounts


def fields_of(action: Any) -> dict[str, Any]:
    """The action's fields that are set, under their public names."""
    return {
        field.name.rstrip("_"): value
        for field in attrs.fields(type(action))
        if (value := getattr(action, field.name)) is not None
    }


# How a person reads an action: words and the field behind them, in this order; what is not set is left out.
PHRASES: Mapping[type, tuple[tuple[str, str], ...]] = {
    PlaceRestaurant: (("place restaurant at", "at"), (", entrance", "entrance")),
    ChooseReserve: (("reserve card", "reserve"),),
    Restructure: (("at work:", "work"),),
    ChoosePosition: (("position", "position"),),
    Hire: (("hire", "card"),),
    Train: (("train", "card"), ("to", "to"), ("with", "by")),
    PlaceCampaign: (
        ("place campaign", "number"),
        ("with", "card"),
        ("at", "at"),
        ("turned", "turned"),
        ("on side", "side"),
        (", line", "line"),
        ("for", "good"),
        ("for", "goods"),
        (", rounds:", "left"),
    ),
    Produce: (("produce", "good"), ("with", "card")),
    Fetch: (("fetch", "good"), ("with", "card"), ("from", "start")),
    PlaceHouse: (("place house", "number"), ("at", "at"), (", garden", "garden")),
    PlaceGarden: (("add garden to house", "house"), (", side", "side")),
    OpenRestaurant: (("open restaurant at", "at"), (", entrance", "entrance"), ("with", "card")),
    MoveRestaurant: (("move restaurant from", "from"), ("to", "at"), (", entrance", "entrance"), ("with", "card")),
    Fire: (("fire", "cards"),),
    Keep: (("keep", "stock"),),
}


def words(value: Any, rules: Rules | None = None) -> str:
    """A field's value as a person would read and type it; cards by their titles where the rules are known."""
    if isinstance(value, tuple):
        if len(value) == 2 and all(type(each) is int for each in value):
            return f"{value[0]},{value[1]}"
        if value and all(isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str) for each in value):
            return ", ".join(f"{amount} {good}" for good, amount in value)
        counts: dict[str, int] = {}
        for each in value:
            text = words(each, rules)
            add_to(counts, text)
        return " + ".join(f"{count} {text}" if count > 1 else text for text, count in counts.items()) or "nobody"
    if rules is not None and isinstance(value, str) and value in rules.cards:
        return rules.cards[value].title
    return str(value)


def _value(rules: Rules, cls: type, field: str, value: Any) -> str:
    """A field's value with what a person wants to know of it."""
    if cls is ChooseReserve:
        for card in rules.reserve_cards:
            if card.value == value:
                slots = f", {card.ceo_slots} slots for the CEO" if card.ceo_slots else ""
                price = f", base price ${card.base_price}" if card.base_price else ""
                return f"{value}: ${card.money} for the bank{slots}{price}"
    if cls is Keep and not value:
        return "nothing"
    if cls is PlaceCampaign and field == "number" and value in rules.campaign_tiles:
        tile = rules.campaign_tiles[value]
        size = f" {tile.size[0]}x{tile.size[1]}" if max(tile.size) > 1 else f" {tile.lines}" if tile.lines else ""
        return f"{value} ({tile.kind}{size})"
    return words(value, rules)


def label(game: Game, seat: Seat, choice: Any) -> str:
    """An action or Partial in plain words."""
    rules = game.rules
    partial = isinstance(choice, Partial)
    kind = rules.actions[choice.action if partial else rules.action_name(choice)]
    if kind.describe is not None and not partial:
        return kind.describe(game, seat, choice)
    given = dict(choice.given) if partial else fields_of(choice)
    phrases = PHRASES.get(kind.cls, ())
    text = "" if phrases and phrases[0][1] in given else kind.name.replace("_", " ")
    for before, key in phrases:
        value = given.get(key)
        if value is not None and value is not False:
            text += f"{'' if before.startswith(',') else ' '}{before}"
            text += "" if value is True else f" {_value(rules, kind.cls, key, value)}"
    text = text.strip()
    if not phrases:
        more = [f"{name} {words(value, rules)}" for name, value in given.items() if value is not False]
        text += f": {', '.join(more)}" if more else ""
    return f"{text}..." if partial else text

"""The values of the core's actions: what a replay line, a bot and a human all write (see scenario-format in the README).

Squares are (row, column) from the north-west corner of the map as it was set up. Fields left at None are not written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_args

from attrs import define, field

from fcm_core.basics.kinds import Kind, bare, is_list, without_none
from fcm_core.basics.multisets import add_to, counted
from fcm_core.basics.schema import ALONE, also, fields_of, key_of
from fcm_core.basics.vocabulary import Amounts, CampaignNumber, CardId, GoodId, HouseId, Seat, Square
from fcm_core.game.parts import Partial

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules


# An action is written in one way only. Where the order of things means nothing, they are sorted.


def _sorted_cards(cards: Iterable[CardId]) -> tuple[CardId, ...]:
    return tuple(sorted(cards))


def _sorted_squares(squares: Iterable[Square] | None) -> tuple[Square, ...] | None:
    return None if squares is None else tuple(sorted(squares))


def sorted_amounts(amounts: Iterable[tuple[GoodId, int]]) -> Amounts:
    """Amounts by good in alphabetical order: a converter for fields of actions."""
    sums: dict[GoodId, int] = {}
    for good, amount in amounts:
        add_to(sums, good, amount)
    return tuple(sorted(sums.items()))


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

    work: tuple[CardId, ...] = field(converter=_sorted_cards)


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
    goods: tuple[GoodId, ...] | None = None  # instead of `good`, where it advertises several


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
    sources: tuple[Square, ...] | None = field(default=None, converter=_sorted_squares)


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

    cards: tuple[CardId, ...] = field(converter=_sorted_cards, metadata=also("employees"))


@define(unsafe_hash=True)
class Keep:
    """Keeps items in the freezer: (good, amount) pairs; the rest is thrown away."""

    stock: Amounts = field(converter=sorted_amounts)


def set_fields(action: Any) -> dict[str, Any]:
    """The action's fields that are set, under their keys."""
    return {
        key_of(field.name): value
        for field in fields_of(type(action))
        if (value := getattr(action, field.name)) is not None
    }


def words(rules: Rules, kind: Kind, value: Any) -> str:
    """A field's value as a person would read and type it, by the field's type; cards by their titles."""
    kind = without_none(kind)
    inner = bare(kind)
    if kind == Square:
        return f"{value[0]},{value[1]}"
    if kind == Amounts:
        return ", ".join(f"{amount} {good}" for good, amount in value) or "nothing"
    if is_list(inner):
        counts = counted(words(rules, get_args(inner)[0], each) for each in value)
        return " + ".join(f"{count} {text}" if count > 1 else text for text, count in counts.items()) or "nobody"
    if kind is CardId:
        return rules.title(value)
    return _campaign_tile(rules, value) if kind is CampaignNumber else str(value)


def _campaign_tile(rules: Rules, number: CampaignNumber) -> str:
    """A campaign tile with its kind and size."""
    tile = rules.campaign_tiles.get(number)
    if tile is None:
        return str(number)
    size = f" {tile.size[0]}x{tile.size[1]}" if max(tile.size) > 1 else f" {tile.lines}" if tile.lines else ""
    return f"{number} ({tile.kind}{size})"


def label(game: Game, seat: Seat, choice: Any) -> str:
    """An action or Partial in plain words."""
    rules = game.rules
    partial = isinstance(choice, Partial)
    kind = rules.actions[choice.action] if partial else rules.kind_of(choice)
    if not partial and (described := kind.describe(game, seat, choice)):
        return described
    given = dict(choice.given) if partial else set_fields(choice)
    kinds = {key_of(field.name): field.type for field in fields_of(kind.cls)}
    told = {key: kind.words(rules, key, value) or words(rules, kinds[key], value) for key, value in given.items()}
    text = "" if kind.phrases and kind.phrases[0][1] in given else kind.name.replace("_", " ")
    for before, key in kind.phrases:
        value = given.get(key)
        if value is not None and value is not False:
            text += f"{'' if before.startswith(',') else ' '}{before}"
            text += "" if value is True else f" {told[key]}"
    text = text.strip()
    if not kind.phrases:
        more = [f"{name} {told[name]}" for name, value in given.items() if value is not False]
        text += f": {', '.join(more)}" if more else ""
    return f"{text}..." if partial else text

"""The values of the core's actions: what a replay line, a bot and a human all write (see scenario-format in the README).

Squares are (row, column) from the north-west corner of the map as it was set up. Fields left at None are not written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import define

from fcm_core.parts import Partial

if TYPE_CHECKING:
    from fcm_core.game import Game

Square = tuple[int, int]


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

    card: int


@define(unsafe_hash=True)
class Restructure:
    """Chooses the cards at work; the CEO is understood."""

    work: tuple[str, ...]


@define(unsafe_hash=True)
class ChoosePosition:
    """Takes a free position of the turn order, from 1."""

    position: int


@define(unsafe_hash=True)
class Hire:
    """Hires one employee onto the beach."""

    employee: str


@define(unsafe_hash=True)
class Train:
    """Trains a card to another; `by` names the trainer, coach or guru, several where training is stacked."""

    employee: str
    to: str
    by: tuple[str, ...]
    at_work: bool | None = None  # the card meant is one at work, where an effect allows that


@define(unsafe_hash=True)
class PlaceCampaign:
    """Places a campaign tile. `left` is its duration in rounds, left out when it is eternal."""

    marketeer: str
    number: int
    good: str | None = None
    left: int | None = None
    at: Square | None = None
    turned: bool | None = None
    side: str | None = None
    line: int | None = None
    goods: tuple[str, ...] | None = None


@define(unsafe_hash=True)
class Produce:
    """A cook makes its full amount; `good` where there is a choice."""

    employee: str
    good: str | None = None


@define(unsafe_hash=True)
class Fetch:
    """A buyer brings drinks: one `good`, or the `sources` of a route that begins at the entrance square `start`."""

    employee: str
    good: str | None = None
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

    house: str
    side: str


@define(unsafe_hash=True)
class OpenRestaurant:
    """Places a new restaurant."""

    manager: str
    at: Square
    entrance: str


@define(unsafe_hash=True)
class MoveRestaurant:
    """Moves or turns an own restaurant; `from` is its present north-west square."""

    manager: str
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

    employees: tuple[str, ...]


@define(unsafe_hash=True)
class Keep:
    """Keeps items in the freezer: (good, amount) pairs; the rest is thrown away."""

    stock: tuple[tuple[str, int], ...]


def fields_of(action: Any) -> dict[str, Any]:
    """The action's fields that are set, under their public names."""
    return {
        field.name.rstrip("_"): value
        for field in attrs.fields(type(action))
        if (value := getattr(action, field.name)) is not None
    }


def words(value: Any) -> str:
    """A field's value as a person would type it."""
    if isinstance(value, tuple):
        if len(value) == 2 and all(type(each) is int for each in value):
            return f"{value[0]},{value[1]}"
        return " + ".join(words(each) for each in value) or "nobody"
    return str(value)


def label(game: Game, player: int, choice: Any) -> str:
    """An action or Partial in plain words."""
    if isinstance(choice, Partial):
        given = ", ".join(f"{name} {words(value)}" for name, value in choice.given)
        return f"{choice.action.replace('_', ' ')}: {given}..."
    kind = game.rules.actions[game.rules.action_name(choice)]
    if kind.describe is not None:
        return kind.describe(game, player, choice)
    given = ", ".join(f"{name} {words(value)}" for name, value in fields_of(choice).items())
    return f"{kind.name.replace('_', ' ')}: {given}" if given else kind.name.replace("_", " ")

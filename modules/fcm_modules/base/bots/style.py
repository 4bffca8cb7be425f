"""The numbers that `seasoned` plays by, all in one place. README.md beside this file says how they were found.

Any of them can be given with the bot's name: `seasoned(envy=0.4 opening=trainer+marketeer)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import fields_dict, frozen

from fcm_core.modding import InputError, did_you_mean


@frozen
class Style:
    """How a planner weighs things. Money in dollars a round; sizes are numbers of cards owned, the CEO included."""

    # Setup
    reserve: float = 0.5  # which reserve card: 0 the smallest, 1 the largest
    near: float = 1.0  # what each tile border that a house is nearer adds, when the first restaurant is placed
    contested: float = 0.3  # a house that is nearer to another chain, compared with one of its own
    # The roles of the first cards hired: where a milestone to be had makes campaigns last for ever, and elsewhere
    race: tuple[str, ...] = ("marketeer", "cook", "recruiter")
    opening: tuple[str, ...] = ("recruiter", "trainer", "marketeer")
    # Competition
    envy: float = 0.7  # a dollar that a rival does not earn
    crowd: float = 1.0  # with more rivals it is divided by their number to this power
    tie: float = 0.5  # the chance of a house that finds two chains equally good
    behind: float = 0.1  # the chance of a house that is better off with somebody who can serve it
    # Campaigns
    least: float = 1.0  # a campaign that brings less is not placed
    short: float = 0.5  # what demand counts that the staff cannot make yet
    # Prices
    price_gain: float = 4.0  # what a card must bring by its price to be hired
    price_size: int = 12  # the size from which such a card is hired
    # Staff: the sizes from which one more card of a role is wanted, and how many cards of a role it has at most
    recruiters: tuple[int, ...] = (0, 6)
    trainers: tuple[int, ...] = (0, 11)
    marketeers: tuple[int, ...] = (0, 7, 11)
    cooks: tuple[int, ...] = (0, 7, 11)
    buyers: tuple[int, ...] = (8, 12)
    waitresses: tuple[int, ...] = (6, 9, 9, 15, 15)
    large: int = 12  # a small company wants to grow to this size
    # The end of the game
    closing: float = 1.5  # rounds left from which only what pays at once is hired or trained
    tidy: float = 2.0  # rounds left from which idle cards with a salary are fired
    settled: int = 8  # the round from which they are fired when little comes in


def style_of(given: Mapping[str, str]) -> Style:
    """The style with some numbers changed, as texts. InputError for a number that there is not, or that is none."""
    known = fields_dict(Style)
    changed: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            raise InputError(f"no number {name}{did_you_mean(name, known)}; there are {', '.join(known)}")
        usual = known[name].default
        try:
            if isinstance(usual, tuple):
                changed[name] = tuple(_like(usual[0], each) for each in text.split("+") if each)
            else:
                changed[name] = _like(usual, text)
        except ValueError:
            raise InputError(f"{name}: expected a value such as {told(usual)}, found {text}") from None
    return Style(**changed)


def _like(usual: Any, text: str) -> Any:
    """The text as a value of the same kind as another one."""
    kind: Callable[[str], Any] = type(usual)
    return kind(text)


def told(value: Any) -> str:
    """A number of a style as it stands in a bot's name."""
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)

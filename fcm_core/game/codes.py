"""Refusal codes that several kinds of action share, each with one clause that says what it means.

A kind of action announces its codes: `codes = refusals("off_map", "occupied", one_per_tile="the map tile has one already")`.
A code says to programs what its sentence says to people, so it never changes its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean

# Codes with their meanings. A list of codes alone is taken as well; then only those of COMMON have a meaning.
Codes = Mapping[str, str] | Sequence[str]

COMMON: dict[str, str] = {
    "busy": "a busy marketeer may not go yet",
    "campaign_kind": "the marketeer places no campaigns of this kind",
    "cards_not_owned": "the player does not have so many copies of a card",
    "good": "the good is not named, or is none that is possible here",
    "malformed": "a field has no such value, or fields do not go together",
    "negative": "an amount is below 0",
    "not_an_option": "there is no such thing, or it cannot do this",
    "not_at_work": "no copy of the card is at work",
    "not_in_stock": "the player does not have so many items",
    "not_yours": "it does not belong to the player",
    "occupied": "a square is not empty",
    "off_map": "a square is not on the map",
    "phantom": "a card hired from an empty pile must be trained in this turn (R-22)",
    "range": "it is farther away than the card's range",
    "road": "what must be next to a road is not",
    "roadside": "no square of it is next to a road",
    "same_edge": "something lies on this stretch of the map's edge already",
    "supply": "no copy is left in the supply",
    "tile_taken": "the campaign tile is not in the supply",
    "unique": "a player may own one card of this group only",
    "used_up": "every copy at work has acted",
}

# Refusals that belong to no kind of action: every action may get them.
ALWAYS: dict[str, str] = {
    "game_over": "the game is over",
    "not_your_turn": "the player owes no decision now",
    "wrong_decision": "this action does not answer the decision that is owed",
    "step_over": "the step of the working turn that it belongs to is over",
}

# Of kinds with a `canonical` of their own.
SPELLING = {"spelling": "the action is written in another way than the engine writes it"}


def refusals(*common: str, **own: str) -> dict[str, str]:
    """Codes of refusals with their meanings: common ones by name, others with one clause each.

    InputError for a name that is not among the common ones.
    """
    for name in common:
        if name not in COMMON:
            raise InputError(f"{name} is no common refusal code{did_you_mean(name, COMMON)}; say what it means")
    return {name: COMMON[name] for name in common} | own


def with_meanings(codes: Codes) -> dict[str, str]:
    """Codes with their meanings, as far as they are known."""
    if isinstance(codes, Mapping):
        return dict(codes)
    return {name: COMMON.get(name, "") for name in codes}

"""Words and references that all parts of the presenter share.

A reference is a string `kind:id` for something one can point at: seat:0, card:waitress, house:7, restaurant:0.1 (seat and
place among its restaurants), campaign:14, piece:3 (place among the pieces of modules), milestone:ID, good:beer,
module:coffee, square:3,7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fcm_core import Seat, bits

if TYPE_CHECKING:
    from fcm_core import Campaign, Game, GoodId, Rules, Square

Plain = dict[str, Any]  # what goes to json.dumps unchanged
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letter(seat: Seat) -> str:
    """The capital letter of a chain; a blank for no seat."""
    return LETTERS[seat % len(LETTERS)] if seat >= 0 else " "


def good_letters(rules: Rules) -> dict[GoodId, str]:
    """One small letter for each good, no two alike: the first of its title that no good before it has."""
    found: dict[GoodId, str] = {}
    for name, good in rules.goods.items():
        taken = set(found.values())
        word = (good.title + "abcdefghijklmnopqrstuvwxyz").lower()
        found[name] = next((sign for sign in word if sign.isalnum() and sign not in taken), "?")
    return found


def spaced(name: str) -> str:
    """An id as people read it."""
    return name.replace("_", " ")


def square_ref(square: Square) -> str:
    """The reference of a square."""
    return f"square:{square[0]},{square[1]}"


def squares_of(game: Game, mask: int) -> list[list[int]]:
    """A set of squares as [row, column] pairs, from the north-west on."""
    places = game.ground.grid.squares
    return [list(places[spot]) for spot in bits(mask)]


def amounts(goods: Mapping[Any, int]) -> str:
    """Amounts of goods: `2 beer, 1 soda`."""
    return ", ".join(f"{amount} {spaced(good)}" for good, amount in goods.items() if amount)


def counted(count: int, one: str, several: str = "") -> str:
    """A number with its word: `1 house`, `2 houses`."""
    return f"{count} {one if count == 1 else several or one + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Several words in one sentence: `a, b and c`."""
    words = list(parts)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def parts_text(parts: Iterable[Iterable[Any]]) -> str:
    """Contributions to a number, with their reasons: `10 base price, -1 1 x Pricing Manager`."""
    return ", ".join(f"{amount} {why}" for amount, why in parts)


def sum_text(numbers: Iterable[int]) -> str:
    """A sum as people write it: `10 - 1`, never `10 + -1`."""
    text = ""
    for number in numbers:
        text += f"{' - ' if number < 0 else ' + '}{abs(number)}" if text else str(number)
    return text


def money(amount: int) -> str:
    """Dollars: `$5`, `-$3`."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def distances(game: Game, found: Iterable[tuple[Seat, int | None]]) -> str:
    """Chains with their distances: `A1 B2`; chains without a way are left out."""
    return " ".join(f"{letter(seat)}{borders}" for seat, borders in found if borders is not None)


def campaign_title(game: Game, campaign: Campaign) -> str:
    """A campaign in a few words: `mailbox 7`."""
    return f"{spaced(campaign.kind)} {campaign.number}"


def campaign_terms(campaign: Campaign) -> str:
    """What a campaign advertises and for how long."""
    length = "eternal" if campaign.eternal else counted(campaign.left, "round") + " left"
    return f"{listed(map(spaced, campaign.goods))}, {length}"

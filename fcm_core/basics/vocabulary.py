"""The game's words as types: what a number or a string means, for readers, for the type checker and for the codec.

The ids are NewTypes: plain numbers and strings at run time, told apart by mypy. Squares, sets of squares and amounts
carry a Term: for mypy they are what they are made of, and at run time `get_type_hints(..., include_extras=True)` tells
them apart from other pairs, numbers and lists.
"""

from __future__ import annotations

from typing import Annotated, NewType

from attrs import frozen


@frozen
class Term:
    """The mark of a type that is written in a way of its own; `words` are what messages call a value of it.

    Whole numbers may have bounds: what is read from files becomes sizes and loops, and no file may ask for a billion.
    """

    words: str
    least: int | None = None
    most: int | None = None


Seat = NewType("Seat", int)
"""A player by the place at the table, from 0. The turn order is another thing: it lists seats."""

CardId = NewType("CardId", str)
"""A kind of employee card: "waitress"."""

GoodId = NewType("GoodId", str)
"""A kind of food or drink: "burger"."""

HouseId = NewType("HouseId", str)
"""A house or apartment by its printed number or label: "7", "pi"."""

MilestoneId = NewType("MilestoneId", str)
"""A milestone: "first_billboard_placed"."""

TileId = NewType("TileId", str)
"""A map tile by its letter or name: "A"."""

ModuleId = NewType("ModuleId", str)
"""A module: "base"."""

CampaignNumber = NewType("CampaignNumber", int)
"""The number printed on a campaign tile. It says when the campaign runs in Marketing."""

Square = Annotated[tuple[int, int], Term("[row, column]")]
"""A square by row and column, from the north-west corner of the map as it was set up. In TOML and JSON a list of two."""

Spot = Annotated[int, Term("the number of a square")]
"""A square by its index into the map's Grid; -1 is none."""

Mask = Annotated[int, Term("squares as a hexadecimal number in quotes")]
"""A set of squares as a bitboard: bit n is the square with index n. In JSON a hexadecimal string."""

Amounts = Annotated[tuple[tuple[GoodId, int], ...], Term("a table of whole numbers")]
"""How many of each good, in the order given. In TOML and JSON a table: { burger = 3 }."""

MOST = 10_000  # of anything that is counted
MOST_TILES = 20  # along an edge of the map

Count = Annotated[int, Term(f"a whole number from 0 to {MOST}", 0, MOST)]
"""How many there are of something: copies of a card, items, slots, squares."""

Amount = Annotated[int, Term(f"a whole number from -{MOST} to {MOST}", -MOST, MOST)]
"""How many of a good. An action may say what is not possible, such as -1: the game refuses it."""

RulesNumber = Annotated[int, Term(f"a whole number from 1 to {MOST}", 1, MOST)]
"""The number of a module's rules. It is raised when play changes."""

Edge = Annotated[int, Term(f"a whole number from 1 to {MOST_TILES}", 1, MOST_TILES)]
"""How many tiles there are along an edge of the map."""

Players = Annotated[int, Term("a whole number from 1 to 20", 1, 20)]
"""A number of players."""

PlayerRange = Annotated[tuple[Players, Players], Term("[fewest, most]")]
"""For how many players something is."""


def hundredths(text: str) -> int | None:
    """ "3.14" as 314; None if it is not a number with at most two decimals."""
    whole, _, part = text.partition(".")
    if not whole.isdecimal() or (part and not part.isdecimal()) or len(part) > 2:
        return None
    return int(whole) * 100 + int(part.ljust(2, "0"))

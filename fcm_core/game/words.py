"""How people are told of seats, cards, goods and squares: the Words that an event's sentence asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import CardId, GoodId, MilestoneId, Seat

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules
    from fcm_core.map.grid import Grid


@frozen
class Names:
    """The words of one game: players by the names they chose, cards and milestones by their titles."""

    rules: Rules
    ids: tuple[str, ...]  # player ids by seat
    grid: Grid

    def player(self, seat: Seat) -> str:
        """A player's id; "nobody" for no seat."""
        return self.ids[seat] if 0 <= seat < len(self.ids) else "nobody"

    def players(self, seats: Sequence[Seat]) -> str:
        """Several ids."""
        return ", ".join(map(self.player, seats))

    def card(self, card: CardId) -> str:
        """A card's title."""
        return self.rules.title(card)

    def cards(self, cards: Sequence[CardId]) -> str:
        """Titles, copies counted: `CEO, 2 Waitress`."""
        counts: dict[str, int] = {}
        for card in cards:
            title = self.rules.title(card)
            add_to(counts, title)
        return ", ".join(f"{count} {title}" if count > 1 else title for title, count in counts.items())

    def goods(self, goods: Mapping[GoodId, int]) -> str:
        """Amounts: `2 burger, 1 beer`."""
        return ", ".join(f"{amount} {good}" for good, amount in goods.items())

    def milestone(self, milestone: MilestoneId) -> str:
        """A milestone's title."""
        known = self.rules.milestones.get(milestone)
        return known.title if known is not None else milestone

    def square(self, square: int) -> str:
        """`row,column` of a square's index."""
        row, column = self.grid.squares[square]
        return f"{row},{column}"

    def ranking_key(self, name: str) -> str:
        """What people call a key of the choice among restaurants."""
        return next((key.title for key in self.rules.ranking_keys if key.name == name and key.title), name).replace(
            "_", " "
        )

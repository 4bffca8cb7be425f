"""First new restaurant: a mailbox for the restaurant's block.

Ketchup rulebook, New Milestones; R-61.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve

from fcm_core.modding import (
    ActionKind,
    CampaignNumber,
    Choice,
    Decision,
    Game,
    GoodId,
    Partial,
    PlaceCampaign,
    Refusal,
    Seat,
    Square,
    TakeOrLeave,
    anchors,
    anchors_touching,
    bits,
    did_you_mean,
    lies_turned,
    marketable,
    owned_cards,
    refusals,
    roadside_mask,
)
from fcm_modules.base.campaigns import MAILBOX, mailbox_block, shape_of, shapes
from fcm_modules.new_milestones.tiles import (
    NO_MARKETEER,
    PLACE_CODES,
    first_run,
    pending,
    place_free,
    supply,
    tile_refusal,
)


@define(unsafe_hash=True)
class PlaceFreeMailbox:
    """First new restaurant: an eternal mailbox without a marketeer in the restaurant's block."""

    number: CampaignNumber
    at: Square
    good: GoodId
    turned: bool | None = None


def block(game: Game, seat: Seat) -> int:
    """Empty squares of the new restaurant's block."""
    at = pending(game, seat).about("restaurant", int)
    for restaurant in game.player(seat).restaurants:
        if restaurant.at == at:
            return mailbox_block(game, restaurant.mask) & game.board.free()
    return 0


def mailboxes(game: Game, seat: Seat) -> Iterator[tuple[CampaignNumber, bool, int]]:
    """Number, whether turned, and bitboard of north-west squares of every mailbox that fits."""
    free = block(game, seat)
    grid = game.ground.grid
    for number in supply(game, MAILBOX.name):
        for turned, (height, width) in shapes(game.rules.campaign_tiles[number]):
            places = anchors_touching(anchors(free, grid, height, width), height, width, game.ground.roadside, grid)
            if places:
                yield number, turned, places


def as_placing(action: PlaceFreeMailbox) -> PlaceCampaign:
    """The mailbox as the campaign kinds know it."""
    return PlaceCampaign(NO_MARKETEER, action.number, at=action.at, turned=action.turned)


class PlacingFreeMailbox(ActionKind[PlaceFreeMailbox]):
    """R-61: an eternal mailbox that belongs to no marketeer."""

    name = "place_free_mailbox"
    cls = PlaceFreeMailbox
    help = "First new restaurant: place an eternal mailbox in the new restaurant's block."
    codes = PLACE_CODES | refusals("good", block="it does not lie in the block of the new restaurant")

    def check(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> Refusal | None:
        """R-61: any mailbox left, on empty squares of the block, one of them beside a road."""
        refusal = tile_refusal(game, action.number, MAILBOX.name)
        if refusal is not None:
            return refusal
        allowed = marketable(game, seat)
        if action.good not in allowed:
            return Refusal("good", f"{action.good} cannot be marketed{did_you_mean(action.good, allowed)}")
        height, width = shape_of(game, action.number, action.turned)
        mask = roadside_mask(game, action.at, height, width, f"campaign tile {action.number}", game.board.free())
        if isinstance(mask, Refusal):
            return mask
        if mask & ~block(game, seat):
            return Refusal("block", "the mailbox must lie in the block of the new restaurant, not beyond a road")
        return None

    def canonical(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> PlaceFreeMailbox:
        """`turned` is left out where the tile is not turned."""
        turned = lies_turned(game, action.number, action.turned)
        return action if turned is action.turned else evolve(action, turned=turned)

    def apply(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> None:
        """R-61: it never ends, and nobody is busy."""
        place_free(game, seat, MAILBOX, as_placing(action), action.good, rounds=None)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every mailbox, then where, then the good."""
        squares = game.ground.grid.squares
        found: list[Choice] = []
        for number, turned, places in mailboxes(game, seat):
            given = (("number", number), ("turned", True)) if turned else (("number", number),)

            def where(
                number: CampaignNumber = number,
                turned: bool = turned,
                places: int = places,
                given: tuple[Any, ...] = given,
            ) -> Sequence[Choice]:
                def goods(at: Square) -> Sequence[Choice]:
                    return [
                        PlaceFreeMailbox(number, at, good, True if turned else None) for good in marketable(game, seat)
                    ]

                return [
                    Partial(self.name, (*given, ("at", squares[index])), partial(goods, squares[index]))
                    for index in bits(places)
                ]

            found.append(Partial(self.name, given, where))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> int:
        """It stays for the whole game, beside a restaurant that need not be open yet; better for what own cards make."""
        brings = first_run(game, seat, MAILBOX, as_placing(action), connected=False)
        made = {good for card in owned_cards(game, seat) for good, _ in game.rules.cards[card].produces}
        return brings * (2 + (action.good in made))


class FreeMailbox(TakeOrLeave):
    """R-61: whether and where the mailbox is placed."""

    name = "free_mailbox"
    actions = ("place_free_mailbox", "pass")
    title = "a free mailbox"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only where a mailbox is left that fits into the block."""
        return any(True for _ in mailboxes(game, decision.seat))

"""Decisions that arise inside a step: a second tile, a free mailbox, pizza radios.

R-60, R-61.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import define, evolve

from fcm_core.basics.errors import Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import GoodId, HouseId, Seat
from fcm_core.game.actions import Pass, PlaceCampaign, Square
from fcm_core.game.board import roadside_mask
from fcm_core.game.cards import owned_cards
from fcm_core.game.offers import TakeOrLeave
from fcm_core.game.parts import ActionKind, CampaignKind, Choice, DecisionKind, Partial
from fcm_core.game.state import Campaign
from fcm_core.map.grid import bits
from fcm_core.map.shapes import anchors, anchors_touching
from fcm_core.phases.working.campaigns import goods_of, put_on_board
from fcm_modules.base.campaigns import mailbox_block, shapes

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision

SECOND, MAILBOX, RADIO = "second_campaign", "free_mailbox", "pizza_radio"
PLACE_CODES = ("not_an_option", "campaign_kind", "tile_taken", "malformed", "off_map", "occupied", "roadside")
RADIO_COUNTERS = 2  # rounds that a pizza radio runs


@define(unsafe_hash=True)
class PlaceSecondCampaign:
    """First campaign manager used: the second tile, for the good and the duration of the first."""

    number: int
    at: Square | None = None
    turned: bool | None = None
    side: str | None = None
    line: int | None = None


@define(unsafe_hash=True)
class PlaceFreeMailbox:
    """First new restaurant: an eternal mailbox without a marketeer in the restaurant's block."""

    number: int
    at: Square
    good: GoodId
    turned: bool | None = None


@define(unsafe_hash=True)
class PlacePizzaRadio:
    """First pizza sold: a radio on the tile of a house that has bought pizza."""

    at: Square


def _first_tile(game: Game, seat: Seat) -> Campaign:
    """The campaign that the pending decision asks a second tile for."""
    return game.state.campaigns[_pending(game, seat).about("campaign", int)]


def _pending(game: Game, seat: Seat) -> Decision:
    decision = game.decision_of(seat)
    assert decision is not None
    return decision


def _supply(game: Game, kind: str) -> list[int]:
    """Numbers of the tiles of a kind that are left, ascending."""
    return [number for number in game.state.tiles_left if game.rules.campaign_tiles[number].kind == kind]


def _tile_refusal(game: Game, number: int, kind: str) -> Refusal | None:
    left = _supply(game, kind)
    if number in left:
        return None
    tile = game.rules.campaign_tiles.get(number)
    if tile is None:
        return Refusal("not_an_option", f"no campaign tile {number}")
    if tile.kind != kind:
        return Refusal("campaign_kind", f"it must be a {kind}; tile {number} is a {tile.kind}")
    return Refusal("tile_taken", f"campaign tile {number} is not in supply")


# --- First campaign manager used: a second tile ----------------------------------------------------------------------


class PlacingSecondCampaign(ActionKind[PlaceSecondCampaign]):
    """First campaign manager used: a second tile of the same kind, good and duration."""

    name = "place_second_campaign"
    cls = PlaceSecondCampaign
    help = "First campaign manager used: place a second tile of the same kind for the same good and duration."
    codes = (*PLACE_CODES, "range", "overhang", "same_edge")

    def check(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> Refusal | None:
        """Same kind as the first, placed by the same manager's rules."""
        first = _first_tile(game, seat)
        refusal = _tile_refusal(game, action.number, first.kind)
        if refusal is not None:
            return refusal
        found: Refusal | None = _kind(game, first).check_place(game, seat, str(first.marketeer), _as_placing(action))
        return found

    def apply(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> None:
        """Same good, same duration; the manager is busy until both are gone."""
        first = _first_tile(game, seat)
        who = game.state.players[seat]
        who.busy = tuple(
            evolve(busy, campaigns=(*busy.campaigns, action.number)) if first.number in busy.campaigns else busy
            for busy in who.busy
        )
        put_on_board(
            game,
            Campaign(
                number=action.number,
                kind=first.kind,
                owner=seat,
                goods=first.goods,
                left=first.left,
                eternal=first.eternal,
                marketeer=first.marketeer,
                **_kind(game, first).build(game, _as_placing(action)),
            ),
        )

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every tile of the kind, then where."""
        first = _first_tile(game, seat)
        kind, card = _kind(game, first), str(first.marketeer)
        found: list[Choice] = []
        for number in _supply(game, first.kind):
            if kind.can_place(game, seat, card, number):

                def places(number: int = number) -> Sequence[Choice]:
                    return [PlaceSecondCampaign(number, **place) for place in kind.placements(game, seat, card, number)]

                found.append(Partial("place_second_campaign", (("number", number),), places))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> int:
        """What the first run brings."""
        first = _first_tile(game, seat)
        return _first_run(game, seat, first.kind, _as_placing(action))


class SecondCampaign(TakeOrLeave):
    """First campaign manager used: the placement that earns it may be followed by a second tile."""

    name = SECOND
    actions = ("place_second_campaign", "place_campaign", "pass")
    title = "a second campaign tile"

    def begin(self, game: Game, decision: Decision) -> bool:
        """A tile of the kind is left, and there is a place for it."""
        first = game.state.campaigns.get(decision.about("campaign", int))
        return first is not None and any(
            _kind(game, first).can_place(game, decision.seat, str(first.marketeer), number)
            for number in _supply(game, first.kind)
        )

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """Pass, the second tile alone, or a whole place_campaign that repeats marketeer, good and duration of the first."""
        if not isinstance(action, PlaceCampaign):
            return super().check(game, decision, action)
        first = _first_tile(game, decision.seat)
        if action.card != first.marketeer:
            return Refusal("not_at_work", f"the second tile is {game.rules.title(str(first.marketeer))}'s own")
        if goods_of(action) != first.goods:
            return Refusal("good", f"the second tile advertises {', '.join(first.goods)} like the first")
        if action.left not in (first.left, None):
            return Refusal(
                "duration", f"the second tile runs as long as the first, {first.left}; {action.left} is asked"
            )
        return super().check(game, decision, _as_second(action))

    def answer(self, game: Game, decision: Decision, action: Any) -> bool:
        """A whole `place_campaign` stands for the second tile alone."""
        return super().answer(game, decision, _as_second(action) if isinstance(action, PlaceCampaign) else action)

    def choices(self, game: Game, decision: Decision) -> list[Any]:
        """Every second tile, and passing."""
        return [*game.rules.actions["place_second_campaign"].choices(game, decision.seat), Pass()]


def _as_second(action: PlaceCampaign) -> PlaceSecondCampaign:
    return PlaceSecondCampaign(action.number, action.at, action.turned, action.side, action.line)


def _kind(game: Game, campaign: Campaign) -> CampaignKind:
    kind: CampaignKind = game.rules.campaign_kinds[campaign.kind]
    return kind


def _as_placing(action: PlaceSecondCampaign) -> PlaceCampaign:
    return PlaceCampaign("", action.number, at=action.at, turned=action.turned, side=action.side, line=action.line)


# --- First new restaurant: a free mailbox ----------------------------------------------------------------------------


def _block(game: Game, seat: Seat) -> int:
    """Empty squares of the new restaurant's block."""
    at = _pending(game, seat).about("restaurant", int)
    for restaurant in game.state.players[seat].restaurants:
        if restaurant.at == at:
            return mailbox_block(game, restaurant.mask) & game.free()
    return 0


def _mailboxes(game: Game, seat: Seat) -> Iterator[tuple[int, bool, int]]:
    """Number, whether turned, and bitboard of north-west squares of every mailbox that fits."""
    free = _block(game, seat)
    grid = game.ground.grid
    for number in _supply(game, "mailbox"):
        for turned, (height, width) in shapes(game.rules.campaign_tiles[number]):
            places = anchors_touching(anchors(free, grid, height, width), height, width, game.ground.roadside, grid)
            if places:
                yield number, turned, places


class PlacingFreeMailbox(ActionKind[PlaceFreeMailbox]):
    """R-61: First new restaurant's mailbox."""

    name = "place_free_mailbox"
    cls = PlaceFreeMailbox
    help = "First new restaurant: place an eternal mailbox in the new restaurant's block."
    codes = (*PLACE_CODES, "good", "block")

    def check(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> Refusal | None:
        """R-61: any mailbox left, on empty squares of the block, one of them beside a road."""
        refusal = _tile_refusal(game, action.number, "mailbox")
        if refusal is not None:
            return refusal
        if action.good not in game.rules.marketable:
            return Refusal(
                "good", f"{action.good} cannot be marketed{did_you_mean(action.good, game.rules.marketable)}"
            )
        ways = shapes(game.rules.campaign_tiles[action.number])
        height, width = next((shape for turned, shape in ways if turned == bool(action.turned)), ways[0][1])
        mask = roadside_mask(game, action.at, height, width, f"campaign tile {action.number}", game.free())
        if isinstance(mask, Refusal):
            return mask
        if mask & ~_block(game, seat):
            return Refusal("block", "the mailbox must lie in the block of the new restaurant, not beyond a road")
        return None

    def apply(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> None:
        """Eternal and tied to no marketeer."""
        _place_free(game, seat, "mailbox", action.number, action.good, action.at, action.turned, None)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every mailbox, then where, then the good."""
        squares = game.ground.grid.squares
        found: list[Choice] = []
        for number, turned, places in _mailboxes(game, seat):
            given = (("number", number), ("turned", True)) if turned else (("number", number),)

            def where(
                number: int = number, turned: bool = turned, places: int = places, given: tuple[Any, ...] = given
            ) -> Sequence[Choice]:
                def goods(at: Square) -> Sequence[Choice]:
                    return [
                        PlaceFreeMailbox(number, at, good, True if turned else None) for good in game.rules.marketable
                    ]

                return [
                    Partial("place_free_mailbox", (*given, ("at", squares[index])), partial(goods, squares[index]))
                    for index in bits(places)
                ]

            found.append(Partial("place_free_mailbox", given, where))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceFreeMailbox) -> int:
        """It stays for ever, beside a restaurant that need not be open yet; better for something that own cards make."""
        place = PlaceCampaign("", action.number, at=action.at, turned=action.turned)
        first = _first_run(game, seat, "mailbox", place, connected=False)
        made = {good for card in owned_cards(game, seat) for good, _ in game.rules.cards[card].produces}
        return first * (2 + (action.good in made))


class FreeMailbox(TakeOrLeave):
    """R-61: the mailbox of First new restaurant; it may be left."""

    name = MAILBOX
    actions = ("place_free_mailbox", "pass")
    title = "a free mailbox"

    def begin(self, game: Game, decision: Decision) -> bool:
        """A mailbox is left that fits into the block."""
        return any(True for _ in _mailboxes(game, decision.seat))


def _place_free(
    game: Game, seat: Seat, kind: str, number: int, good: GoodId, at: Square, turned: bool | None, left: int | None
) -> None:
    """A campaign of nobody's marketeer: no owner's bonus counts for it. `left` None: eternal."""
    place = game.rules.campaign_kinds[kind].build(game, PlaceCampaign("", number, at=at, turned=turned))
    put_on_board(game, Campaign(number, kind, seat, (good,), left or 1, left is None, by_marketeer=False, **place))


# --- First pizza sold: radios ----------------------------------------------------------------------------------------


def radio_squares(game: Game, house_id: HouseId) -> int:
    """R-60: empty squares beside a road on any tile that holds a part of the house or its garden."""
    grid = game.ground.grid
    house = game.state.houses[house_id]
    tiles = 0
    for square in bits(house.mask | house.garden):
        tiles |= grid.tile_mask(grid.tile_at(square))
    return game.free() & game.ground.roadside & tiles


class PlacingPizzaRadio(ActionKind[PlacePizzaRadio]):
    """R-60: a radio of First pizza sold."""

    name = "place_pizza_radio"
    cls = PlacePizzaRadio
    help = "First pizza sold: place a radio for pizza on the tile of a house that bought pizza."
    codes = ("off_map", "occupied", "roadside", "wrong_tile")

    def check(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> Refusal | None:
        """On the house's tile, empty, beside a road."""
        house = HouseId(_pending(game, seat).about("house", str))
        mask = roadside_mask(game, action.at, 1, 1, "the radio", game.free())
        if isinstance(mask, Refusal):
            return mask
        if not mask & radio_squares(game, house):
            return Refusal("wrong_tile", f"the radio must be on the tile of house {house}")
        return None

    def apply(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> None:
        """The lowest number that is left."""
        number = _supply(game, "radio")[0]
        _place_free(game, seat, "radio", number, "pizza", action.at, None, RADIO_COUNTERS)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every square."""
        squares = game.ground.grid.squares
        house = HouseId(_pending(game, seat).about("house", str))
        return [PlacePizzaRadio(squares[at]) for at in bits(radio_squares(game, house))]

    def value(self, game: Game, seat: Seat, action: PlacePizzaRadio) -> int:
        """What the first run brings."""
        return _first_run(game, seat, "radio", PlaceCampaign("", _supply(game, "radio")[0], at=action.at))


class PizzaRadio(DecisionKind):
    """R-60: where a radio goes; it must be placed."""

    name = RADIO
    actions = ("place_pizza_radio",)
    title = "a radio for pizza"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Without a radio left or room on the tile there is nothing to place."""
        return bool(_supply(game, "radio")) and bool(radio_squares(game, HouseId(decision.about("house", str))))


# --- hints of value for bots -------------------------------------------------------------------------------------------


def _first_run(game: Game, seat: Seat, kind: str, place: PlaceCampaign, *, connected: bool = True) -> int:
    """Rough dollars: 5 for each counter that the first run could bring to houses, those connected to the chain only."""
    found = game.rules.campaign_kinds[kind]
    campaign = Campaign(place.number, kind, seat, (), 1, **found.build(game, place))
    houses = [game.state.houses[house] for house in found.reach(game, campaign)]
    return sum(
        5 * (1 + bool(each.garden)) for each in houses if not connected or game.distance(each.id, seat) is not None
    )


ACTIONS = (PlacingSecondCampaign(), PlacingFreeMailbox(), PlacingPizzaRadio())
DECISIONS = (SecondCampaign(), FreeMailbox(), PizzaRadio())

"""First campaign manager used: the placement that earns it may be followed by a second tile.

Ketchup rulebook, New Milestones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, evolve

from fcm_core.modding import (
    ActionKind,
    Campaign,
    CampaignKind,
    CampaignNumber,
    CardId,
    Choice,
    Decision,
    Game,
    Partial,
    Pass,
    PlaceCampaign,
    Refusal,
    Seat,
    Square,
    TakeOrLeave,
    goods_of,
    lies_turned,
    put_on_board,
    refusals,
)
from fcm_modules.new_milestones.tiles import PLACE_CODES, first_run, pending, supply, tile_refusal


@define(unsafe_hash=True)
class PlaceSecondCampaign:
    """First campaign manager used: the second tile, for the good and the duration of the first."""

    number: CampaignNumber
    at: Square | None = None
    turned: bool | None = None
    side: str | None = None
    line: int | None = None


def first_tile(game: Game, seat: Seat) -> Campaign:
    """The campaign to which the pending decision offers a second tile."""
    return game.state.campaigns[CampaignNumber(pending(game, seat).about("campaign", int))]


def manager(first: Campaign) -> CardId:
    """The card that has placed the first tile."""
    assert first.marketeer is not None
    return first.marketeer


def kind_of(game: Game, first: Campaign) -> CampaignKind:
    """The kind of the first tile."""
    return game.rules.campaign_kinds[first.kind]


def as_placing(first: Campaign, action: PlaceSecondCampaign) -> PlaceCampaign:
    """The second tile as the campaign kinds know it."""
    return PlaceCampaign(
        manager(first), action.number, at=action.at, turned=action.turned, side=action.side, line=action.line
    )


class PlacingSecondCampaign(ActionKind[PlaceSecondCampaign]):
    """A second tile of the same kind, for the same good and duration."""

    name = "place_second_campaign"
    cls = PlaceSecondCampaign
    help = "First campaign manager used: place a second tile of the same kind for the same good and duration."
    codes = PLACE_CODES | refusals("range", "same_edge", overhang="part of it would lie beyond the map")

    def canonical(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> PlaceSecondCampaign:
        """`turned` is left out where the tile is not turned."""
        turned = lies_turned(game, action.number, action.turned)
        return action if turned is action.turned else evolve(action, turned=turned)

    def check(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> Refusal | None:
        """A tile of the same kind in supply, where the same manager may place it."""
        first = first_tile(game, seat)
        refusal = tile_refusal(game, action.number, first.kind)
        if refusal is not None:
            return refusal
        return kind_of(game, first).check_place(game, seat, manager(first), as_placing(first, action))

    def apply(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> None:
        """The manager is busy until both tiles are gone."""
        first = first_tile(game, seat)
        who = game.player(seat)
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
                **kind_of(game, first).build(game, seat, as_placing(first, action)),
            ),
        )

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Every tile of the kind, then where."""
        first = first_tile(game, seat)
        kind, card = kind_of(game, first), manager(first)
        found: list[Choice] = []
        for number in supply(game, first.kind):
            if kind.can_place(game, seat, card, number):

                def places(number: CampaignNumber = number) -> Sequence[Choice]:
                    return [PlaceSecondCampaign(number, **place) for place in kind.placements(game, seat, card, number)]

                found.append(Partial(self.name, (("number", number),), places))
        return found

    def value(self, game: Game, seat: Seat, action: PlaceSecondCampaign) -> int:
        """What the first run brings."""
        first = first_tile(game, seat)
        return first_run(game, seat, kind_of(game, first), as_placing(first, action))


class SecondCampaign(TakeOrLeave):
    """Whether and where the second tile is placed."""

    name = "second_campaign"
    actions = ("place_second_campaign", "place_campaign", "pass")
    title = "a second campaign tile"

    def begin(self, game: Game, decision: Decision) -> bool:
        """Only where a tile of the kind is left, and there is a place for it."""
        first = game.state.campaigns.get(CampaignNumber(decision.about("campaign", int)))
        return first is not None and any(
            kind_of(game, first).can_place(game, decision.seat, manager(first), number)
            for number in supply(game, first.kind)
        )

    def check(self, game: Game, decision: Decision, action: Any) -> Refusal | None:
        """A `place_campaign` in full must repeat card, good and duration of the first."""
        if not isinstance(action, PlaceCampaign):
            return super().check(game, decision, action)
        first = first_tile(game, decision.seat)
        if action.card != first.marketeer:
            return Refusal("not_at_work", f"the second tile is {game.rules.title(manager(first))}'s own")
        if goods_of(action) != first.goods:
            return Refusal("good", f"the second tile advertises {', '.join(first.goods)} like the first")
        if action.left not in (first.left, None):
            return Refusal(
                "duration", f"the second tile runs as long as the first, {first.left}; {action.left} is asked"
            )
        return super().check(game, decision, as_second(action))

    def canonical(self, game: Game, decision: Decision, action: Any) -> Any:
        """A `place_campaign` in full that repeats card, good and duration stands for the second tile alone."""
        action = super().canonical(game, decision, action)
        if isinstance(action, PlaceCampaign) and self.check(game, decision, action) is None:
            return as_second(action)
        return action

    def choices(self, game: Game, decision: Decision) -> list[Any]:
        """Every second tile, and passing."""
        return [*game.rules.actions["place_second_campaign"].choices(game, decision.seat), Pass()]


def as_second(action: PlaceCampaign) -> PlaceSecondCampaign:
    """The second tile that a `place_campaign` in full names."""
    return PlaceSecondCampaign(action.number, action.at, action.turned, action.side, action.line)

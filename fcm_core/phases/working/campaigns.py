"""Working, step 3: initiate marketing campaigns. Where a kind may lie is its CampaignKind's business.

Rulebook, Initiate Marketing Campaigns; R-26 to R-28, R-31.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING, Any

from attrs import evolve

from fcm_core.basics.errors import Refusal, UnknownNameError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import PlaceCampaign
from fcm_core.game.cards import actions_left, current_turn, owned_cards
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, CampaignKind, Choice, Partial
from fcm_core.game.state import Busy, Campaign

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def is_eternal(game: Game, seat: Seat, kind: CampaignKind, card: CardId) -> bool:
    """Whether a campaign of this kind, placed now by this marketeer of the player, will never end."""
    return kind.eternal or hooks.allow_eternal(game, seat, kind.name, card) is not None


def check_goods(game: Game, seat: Seat, action: PlaceCampaign) -> Refusal | None:
    """R-26: a campaign advertises one good that may be marketed; modules may allow more."""
    if action.good is not None and action.goods is not None:
        return Refusal("good", "name the good, or the goods, not both")
    goods = goods_of(action)
    if not goods:
        return Refusal("good", f"good: one of {', '.join(game.rules.marketable)}")
    for good in goods:
        if good not in game.rules.marketable:
            return Refusal("good", f"{good} cannot be marketed{did_you_mean(good, game.rules.marketable)}")
        refusal = hooks.check_market(game, seat, good)
        if refusal is not None:
            return refusal
    allowed = 1 + hooks.modify_campaign_goods(game, seat, action.card, action.number)
    if len(goods) > allowed or len(set(goods)) != len(goods):
        return Refusal("good", f"this campaign advertises {allowed} good{'s' * (allowed > 1)}, each once")
    return None


def marketable(game: Game, seat: Seat) -> Sequence[GoodId]:
    """The goods that the player's campaigns may advertise."""
    goods = game.rules.marketable
    if not hooks.check_market.used(game):
        return goods
    return tuple(good for good in goods if hooks.check_market(game, seat, good) is None)


def goods_of(action: PlaceCampaign) -> tuple[GoodId, ...]:
    """What the campaign advertises, in the order in which its counters are placed."""
    return action.goods if action.goods is not None else (action.good,) if action.good is not None else ()


def _check_duration(game: Game, seat: Seat, action: PlaceCampaign, kind: CampaignKind) -> Refusal | None:
    if is_eternal(game, seat, kind, action.card) and action.left is None:
        return None
    longest = game.rules.cards[action.card].duration
    if action.left is None or not 1 <= action.left <= longest:
        asked = "none is given" if action.left is None else f"{action.left} is asked"
        return Refusal("duration", f"{game.rules.title(action.card)} runs 1 to {longest} rounds; {asked}")
    return None


def make_busy(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> None:
    """Takes the marketeer out of the structure until its campaigns end.

    A card that acts more than once leaves with its first campaign; its later ones of the turn join the same busy card.
    """
    player = game.state.players[seat]
    owed = current_turn(game).owed
    if owed.get(card):
        place = max(index for index, busy in enumerate(player.busy) if busy.card == card)
        joined = Busy(card, (*player.busy[place].campaigns, number))
        player.busy = (*player.busy[:place], joined, *player.busy[place + 1 :])
        owed[card] -= 1
    else:
        owed[card] = hooks.modify_card_actions(game, seat, card)
        player.work[card] -= 1
        if not player.work[card]:
            del player.work[card]
        player.busy = (*player.busy, Busy(card, (number,)))
    if not owed[card]:
        del owed[card]


def put_on_board(game: Game, campaign: Campaign) -> None:
    """Puts a campaign on the board and tells those who listen.

    UnknownNameError for a kind or good that there is not, ValueError for a tile that runs already.
    """
    rules = game.rules
    if campaign.kind not in rules.campaign_kinds:
        raise UnknownNameError("campaign kind", campaign.kind, rules.campaign_kinds)
    for good in campaign.goods:
        if good not in rules.goods:
            raise UnknownNameError("good", good, rules.goods)
    if campaign.number in game.state.campaigns:
        raise ValueError(f"campaign tile {campaign.number} is in use already")
    game.board.put_campaign(campaign)
    hooks.on_campaign_placed(game, campaign.owner, campaign)


def lies_turned(game: Game, number: CampaignNumber, turned: bool | None) -> bool | None:
    """The field `turned` of an action in the one way in which it is written: true, or None where turning changes nothing."""
    tile = game.rules.campaign_tiles.get(number)
    return turned if tile is None else True if turned and tile.size[0] != tile.size[1] else None


def _places(game: Game, seat: Seat, card: CardId, number: CampaignNumber, kind: CampaignKind) -> list[Choice]:
    """Where the tile may lie; behind each place what it may advertise and how long."""
    return [
        Partial(
            kind.action,
            (("card", card), ("number", number), *place.items()),
            partial(_terms, game, seat, card, number, kind, place),
        )
        for place in kind.placements(game, seat, card, number)
    ]


def _terms(
    game: Game, seat: Seat, card: CardId, number: CampaignNumber, kind: CampaignKind, place: Mapping[str, Any]
) -> list[Choice]:
    """R-26: every good, or several in the order in which they are placed, and every duration."""
    lengths: Sequence[int | None] = range(1, game.rules.cards[card].duration + 1)
    if is_eternal(game, seat, kind, card):
        lengths = (None,)
    most = 1 + hooks.modify_campaign_goods(game, seat, card, number)
    goods_ = marketable(game, seat)
    cls = game.rules.actions[kind.action].cls
    one = [cls(card, number, good, left, **place) for good in goods_ for left in lengths]
    several = [
        cls(card, number, None, left, goods=goods, **place)
        for count in range(2, most + 1)
        for goods in permutations(goods_, count)
        for left in lengths
    ]
    return [*one, *several]


class PlacingCampaign(ActionKind[PlaceCampaign]):
    """R-26 to R-28: a marketeer places one campaign tile and is busy until it ends.

    A module's campaign with more data has an action class made from PlaceCampaign, and a kind of action made from this one
    with a name and a class of its own (see CampaignKind).
    """

    name = "place_campaign"
    cls = PlaceCampaign
    help = "Place a campaign tile with a marketeer, who is busy until it ends."
    codes: dict[str, str] = refusals(
        "not_an_option",
        "campaign_kind",
        "not_at_work",
        "used_up",
        "tile_taken",
        "good",
        "malformed",
        "off_map",
        "occupied",
        "roadside",
        "range",
        "same_edge",
        duration="the marketeer runs no campaign of so many rounds",
        overhang="part of it would lie beyond the map",
    )
    phrases: tuple[tuple[str, str], ...] = (
        ("place campaign", "number"),
        ("with", "card"),
        ("at", "at"),
        ("turned", "turned"),
        ("on side", "side"),
        (", line", "line"),
        ("for", "good"),
        ("for", "goods"),
        (", rounds:", "left"),
    )

    def check(self, game: Game, seat: Seat, action: PlaceCampaign) -> Refusal | None:
        """R-26: a tile left of a kind that the marketeer places, for a good, where its kind may lie (R-27, R-28)."""
        rules = game.rules
        card = rules.cards.get(action.card)
        if card is None:
            return Refusal("not_an_option", f"no card {action.card}{did_you_mean(action.card, rules.cards)}")
        if not card.campaigns:
            return Refusal("campaign_kind", f"{card.title} places no campaigns")
        if actions_left(game, seat, action.card) <= 0:
            if any(busy.card == action.card for busy in game.state.players[seat].busy):
                return Refusal("used_up", f"every {card.title} at work has placed its campaign")
            return Refusal("not_at_work", f"no {card.title} at work")
        tile = rules.campaign_tiles.get(action.number)
        if tile is None:
            return Refusal("not_an_option", f"no campaign tile {action.number}")
        if tile.kind not in card.campaigns:
            return Refusal(
                "campaign_kind",
                f"{card.title} places {' or '.join(card.campaigns)}; tile {tile.number} is a {tile.kind}",
            )
        if action.number not in game.state.tiles_left:
            return Refusal("tile_taken", f"campaign tile {action.number} is not in supply")
        kind = rules.campaign_kinds[tile.kind]
        if kind.action != self.name:
            return Refusal("campaign_kind", f"a {kind.name} is placed with {kind.action}, not with {self.name}")
        refusal = check_goods(game, seat, action) or _check_duration(game, seat, action, kind)
        if refusal is not None:
            return refusal
        return kind.check_place(game, seat, action.card, action)

    def canonical(self, game: Game, seat: Seat, action: PlaceCampaign) -> PlaceCampaign:
        """One good alone is `good`. `left` is left out where the campaign never ends, `turned` where it changes nothing."""
        if action.good is None and action.goods is not None and len(action.goods) == 1:
            action = evolve(action, good=action.goods[0], goods=None)
        tile = game.rules.campaign_tiles.get(action.number)
        kind = game.rules.campaign_kinds.get(tile.kind) if tile is not None else None
        if tile is None or kind is None:
            return action
        turned = lies_turned(game, action.number, action.turned)
        left = action.left
        card = game.rules.cards.get(action.card)
        if left is not None and card is not None and 1 <= left <= card.duration:
            left = None if is_eternal(game, seat, kind, action.card) else left
        if (turned, left) == (action.turned, action.left):
            return action
        return evolve(action, turned=turned, left=left)

    def apply(self, game: Game, seat: Seat, action: PlaceCampaign) -> None:
        """R-26, R-31: it runs in every Marketing phase from now on, until its counters are gone."""
        kind = game.rules.campaign_kinds[game.rules.campaign_tiles[action.number].kind]
        eternal = is_eternal(game, seat, kind, action.card)
        campaign = Campaign(
            number=action.number,
            kind=kind.name,
            owner=seat,
            goods=goods_of(action),
            left=1 if eternal else action.left or 1,
            eternal=eternal,
            marketeer=action.card,
            **kind.build(game, seat, action),
        )
        make_busy(game, seat, action.card, action.number)
        put_on_board(game, campaign)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-26: marketeer and tile first; then where; then what and how long."""
        rules = game.rules
        choices: list[Choice] = []
        if not marketable(game, seat):
            return choices
        work = game.state.players[seat].work
        owed = current_turn(game).owed
        for card in rules.marketing_cards:
            if (card not in work and card not in owed) or actions_left(game, seat, card) <= 0:
                continue
            for number in game.state.tiles_left:
                kind = rules.campaign_kinds.get(rules.campaign_tiles[number].kind)
                if kind is None or kind.action != self.name or kind.name not in rules.cards[card].campaigns:
                    continue
                if kind.can_place(game, seat, card, number):
                    places = partial(_places, game, seat, card, number, kind)
                    choices.append(Partial(self.name, (("card", card), ("number", number)), places))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[PlaceCampaign]:
        """Every marketeer of the player with every tile: those at work at the first place there is, the others with one tile."""
        rules = game.rules
        have = owned_cards(game, seat)
        good = next(iter(rules.marketable), None)
        for card in rules.marketing_cards:
            if not have.get(card):
                continue
            told: set[str] = set()  # kinds that the marketeer does not place: one tile of each will do
            for number, tile in rules.campaign_tiles.items():
                kind = rules.campaign_kinds.get(tile.kind)
                if kind is None or (tile.kind in told and tile.kind not in rules.cards[card].campaigns):
                    continue
                told.add(tile.kind)
                place: Mapping[str, Any] = {}
                if actions_left(game, seat, card) > 0 and number in game.state.tiles_left:
                    place = next(iter(kind.placements(game, seat, card, number)), {})
                left = None if is_eternal(game, seat, kind, card) else 1
                yield PlaceCampaign(card, number, good, left, **place)
                if actions_left(game, seat, card) <= 0:
                    break


ACTIONS = (PlacingCampaign(),)

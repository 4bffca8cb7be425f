"""Positions in which much can happen: big companies, full stocks, demand everywhere, campaigns, money and debts.

They stand at the beginning of the first round, after a setup that was played, so that modules have begun as they do in
every game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from fcm_core.assembly.setup import new_game
from fcm_core.basics.multisets import add_to
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, MilestoneId, Seat
from fcm_core.game.actions import PlaceCampaign
from fcm_core.game.bank import last_break
from fcm_core.game.board import Board
from fcm_core.game.cards import check_unique
from fcm_core.game.game import PHASES, Game
from fcm_core.game.places import garden_beside, restaurant_places
from fcm_core.game.rules import Rules
from fcm_core.game.state import NOBODY, Busy, Campaign
from fcm_core.map.grid import bits
from fcm_core.map.shapes import SIDES
from fcm_core.testing.players import Curious

SEEN = 40  # places of a campaign among which one is drawn
POOR = 30  # dollars in a bank that breaks soon


def rich_position(rules: Rules, players: Sequence[str] | int, seed: int, favoured: Collection[CardId] = ()) -> Game:
    """A position drawn by the seed, at the first decision of Restructuring in round 1. `favoured` cards are dealt more often."""
    game = new_game(rules, players, seed)
    stream = Stream(seed, "testkit", "rich")
    game.stop_at = (1, PHASES.index("restructuring"))
    _play_setup(game, stream)
    for seat in stream.shuffled(game.seats):
        _deal(game, seat, stream, [card for card in rules.cards if card in favoured])
        _second_restaurant(game, seat, stream)
        for _ in range(stream.below(4)):
            _campaign(game, seat, stream, favoured)
        _stock(game, seat, stream)
    if stream.below(3) == 0:
        _claim_milestones(game, stream)
    _gardens(game, stream)
    _demand(game, stream)
    _money(game, stream)
    game.state.turn_order = tuple(stream.shuffled(game.state.turn_order))
    game.events.clear()
    game.advance()
    return game


def _play_setup(game: Game, stream: Stream) -> None:
    player = Curious()
    while game.pending:
        for seat in game.to_move:
            game.apply(seat, player.choose(game.view(seat), seat, stream))
    game.advance()


def _deal(game: Game, seat: Seat, stream: Stream, favoured: Sequence[CardId]) -> None:
    """Managers to seat the others, cards to look at, and a few more."""
    rules, supply = game.rules, game.state.supply
    managers = [name for name, card in rules.cards.items() if card.is_manager and card.slots]
    wanted = [stream.pick(managers) for _ in range(1 + stream.below(3))] if managers else []
    wanted += [card for card in favoured if stream.below(2)]
    wanted += [stream.pick(list(supply)) for _ in range(4 + stream.below(9))] if supply else []
    for card in wanted:
        if supply.get(card, 0) > 0 and check_unique(game, seat, card) is None:
            supply[card] -= 1
            add_to(game.player(seat).beach, card)


def _second_restaurant(game: Game, seat: Seat, stream: Stream) -> None:
    board = Board(game)
    free = board.free()
    places = [
        (at, corner)
        for corner, mask in restaurant_places(game, free, game.ground.roadside).items()
        for at in bits(mask)
    ]
    if places and stream.below(3) == 0 and len(game.player(seat).restaurants) < game.rules.restaurants_per_player:
        at, corner = stream.pick(places)
        board.put_restaurant(seat, board.restaurant(at, corner, True))


def _campaign(game: Game, seat: Seat, stream: Stream, favoured: Collection[CardId]) -> None:
    """A marketeer from the supply who is busy with a campaign, as if it had been placed in a round before."""
    rules, state = game.rules, game.state
    there = [card for card in rules.marketing_cards if state.supply.get(card, 0) > 0]
    there = [card for card in there if check_unique(game, seat, card) is None]
    liked = [card for card in there if card in favoured]
    if not there or not rules.marketable:
        return
    card = stream.pick(liked if liked and stream.below(2) else there)
    kinds = rules.cards[card].campaigns
    numbers: list[CampaignNumber] = [each for each in state.tiles_left if rules.campaign_tiles[each].kind in kinds]
    if not numbers:
        return
    number = stream.pick(numbers)
    kind = rules.campaign_kinds[rules.campaign_tiles[number].kind]
    places = list(islice(kind.placements(game, seat, card, number), SEEN))
    if not places:
        return
    good = GoodId(stream.pick(list(rules.marketable)))
    left = 1 + stream.below(max(1, rules.cards[card].duration))
    cls: type[PlaceCampaign] = rules.actions[kind.action].cls
    action = cls(card, number, good, None if kind.eternal else left, **stream.pick(places))
    if kind.check_place(game, seat, card, action) is not None:
        return
    state.supply[card] -= 1
    game.player(seat).busy = (*game.player(seat).busy, Busy(card, (number,)))
    game.board.put_campaign(
        Campaign(
            number=number,
            kind=kind.name,
            owner=seat,
            goods=(good,),
            left=1 if kind.eternal else left,
            eternal=kind.eternal,
            marketeer=card,
            **kind.build(game, seat, action),
        )
    )


def _stock(game: Game, seat: Seat, stream: Stream) -> None:
    for good in game.rules.goods:
        amount = stream.below(9) - 2
        if amount > 0:
            game.player(seat).stock[good] = amount


def _claim_milestones(game: Game, stream: Stream) -> None:
    """Some milestones belong to somebody already, and others can no longer be had."""
    state = game.state
    for name in stream.shuffled(list(state.open_milestones)):
        if stream.below(3) == 0:
            owners = stream.shuffled(game.seats)[: 1 + stream.below(2)]
            for seat in owners:
                game.player(seat).milestones[MilestoneId(name)] = 0
            del state.open_milestones[name]
            state.closed_milestones = (*state.closed_milestones, name)


def _gardens(game: Game, stream: Stream) -> None:
    """Gardens beside some of the houses that have none."""
    for house in list(game.state.houses.values()):
        if house.garden or not game.rules.house_kinds[house.kind].can_have_garden or not house.mask or stream.below(3):
            continue
        side = stream.pick(list(SIDES))
        mask = garden_beside(game, house, side)
        if isinstance(mask, int) and not mask & ~game.board.free():
            game.board.put_garden(house.id, side, mask)


def _demand(game: Game, stream: Stream) -> None:
    """Counters on most houses, of goods that can be marketed."""
    goods = list(game.rules.marketable)
    for house in list(game.state.houses.values()):
        limit = game.board.limit(house)
        most = 4 if limit is None else limit
        if not goods or not most or stream.below(4) == 0:
            continue
        counters = [
            (GoodId(stream.pick(goods)), stream.pick([NOBODY, *game.seats])) for _ in range(1 + stream.below(most))
        ]
        game.board.put_counters(house.id, counters)


def _money(game: Game, stream: Stream) -> None:
    """Cash for everybody, a bank that is full or nearly empty, before or after its first break, seldom in debt."""
    state = game.state
    for player in state.players:
        player.cash = stream.below(10) * stream.below(15)
    if stream.below(2):
        state.bank = stream.below(POOR)
    else:
        state.bank = state.money
    if stream.below(3) == 0 and last_break(game) > 1:
        state.bank_breaks = 1
    if stream.below(12) == 0:
        state.bank_breaks = last_break(game)
        state.ending = True
        state.bank, state.owed = 0, 1 + stream.below(POOR)
    state.money = state.bank + sum(player.cash for player in state.players) - state.owed

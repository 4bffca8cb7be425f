"""What must hold in every game at every moment.

Every check raises AssertionError. Used by the conformance run and by tests; see fcm_core.testing.conformance_run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

import attrs

from fcm_core.basics.errors import Refusal, RefusedError
from fcm_core.basics.kinds import Kind, bare, is_list, is_row, without_none
from fcm_core.basics.multisets import add_to, counted
from fcm_core.basics.random import Stream
from fcm_core.basics.schema import fields_of
from fcm_core.basics.vocabulary import CardId, Seat, Square
from fcm_core.game.actions import Restructure, set_fields
from fcm_core.game.cards import owned_cards
from fcm_core.game.codes import ALWAYS
from fcm_core.game.game import Game
from fcm_core.game.parts import Partial
from fcm_core.phases.restructuring import fits
from fcm_core.records.codec import action_from_json, action_to_json, state_from_json, state_to_json

LISTED = 12  # listed actions tried per decision, drawn at random where there are more


# --- invariants ------------------------------------------------------------------------------------------------------


class Watch:
    """Remembers how a game began and checks what must hold after every action."""

    def __init__(self, game: Game) -> None:
        self.cards = self._count(game)
        self.money_brought = game.state.money + game.state.removed  # dollars that ever came into the game

    @staticmethod
    def _count(game: Game) -> dict[CardId, int]:
        found: dict[CardId, int] = dict(game.state.supply)
        for seat in game.state.seats:
            for card, count in owned_cards(game, seat).items():
                add_to(found, card, count)
        return found

    def check(self, game: Game) -> None:
        """Everything that holds between two actions."""
        self.money(game)
        self.supply(game)
        squares(game)
        demand(game)
        campaigns(game)
        assert state_from_json(json.loads(json.dumps(state_to_json(game.state, game.rules))), game.rules) == game.state

    def money(self, game: Game) -> None:
        """No dollar comes or goes unless the rules say so."""
        state = game.state
        cash = sum(player.cash for player in state.players)
        assert state.bank + cash - state.owed == state.money, (state.bank, cash, state.owed, state.money)
        assert state.money + state.removed >= self.money_brought, "money left the game and was not counted as removed"
        self.money_brought = state.money + state.removed
        assert all(player.cash >= 0 for player in state.players)
        assert all(amount > 0 for player in state.players for amount in player.stock.values())

    def supply(self, game: Game) -> None:
        """Every card is in the supply or with a player; those hired from an empty pile are on top (R-22)."""
        assert all(count >= 0 for count in game.state.supply.values()), game.state.supply
        for player in game.state.players:
            for place in (player.work, player.beach):
                assert all(count >= 0 for count in place.values()), (player.id, place)
        expected = dict(self.cards)
        for card, count in game.state.from_box.items():
            add_to(expected, card, count)
        have = self._count(game)
        for card in {**expected, **have}:
            assert have.get(card, 0) == expected.get(card, 0), (
                f"{card}: {have.get(card, 0)}, not {expected.get(card, 0)}"
            )


def squares(game: Game) -> None:
    """No two pieces lie on one square, and none on a road."""
    state = game.state
    pieces: list[tuple[str, int]] = []
    placed = 0
    for house in state.houses.values():
        pieces.append((f"house {house.id}", house.mask))
        pieces.append((f"garden of {house.id}", house.garden))
        if not house.printed:
            placed |= house.mask | house.garden
        elif not house.sealed:
            placed |= house.garden
    for player in state.players:
        for restaurant in player.restaurants:
            pieces.append((f"restaurant of {player.id}", restaurant.mask))
            assert restaurant.mask >> restaurant.door & 1
            placed |= restaurant.mask
    for campaign in state.campaigns.values():
        pieces.append((f"campaign {campaign.number}", campaign.mask))
        placed |= campaign.mask
    for piece in state.pieces:
        mask = piece.mask & state.occupied  # what lies on roads, or has become one, covers nothing
        pieces.append((f"{piece.kind} at {piece.at}", mask))
        placed |= mask
    taken = 0
    for name, mask in pieces:
        assert not taken & mask, f"{name} lies on another piece"
        taken |= mask
    assert state.occupied == placed, "squares are marked as covered that no piece covers, or the other way round"
    assert placed & game.ground.empty == placed, "a piece lies on a road or on something printed"


def demand(game: Game) -> None:
    """No house holds more counters than it may, and none of a good that does not exist."""
    for name, counters in game.state.demand.items():
        limit = game.board.limit(game.state.houses[name])
        assert limit is None or len(counters) <= limit, f"house {name} holds {len(counters)} counters"
        assert all(good in game.rules.goods for good, _ in counters)


def campaigns(game: Game) -> None:
    """Each tile is used once, by whoever keeps a marketeer busy for it."""
    state = game.state
    assert not set(state.campaigns) & set(state.tiles_left)
    assert list(state.campaigns) == sorted(state.campaigns, key=game.rules.campaign_order)
    for seat, player in state.by_seat():
        for busy in player.busy:
            for number in busy.campaigns:
                assert state.campaigns[number].owner == seat
                assert state.campaigns[number].marketeer == busy.card


def distances(game: Game) -> None:
    """What is remembered of distances is what comes of measuring again."""
    again = game.copy()
    again.state.board_cache = {}
    for house in game.state.houses:
        for seat in game.state.seats:
            assert game.board.distance(house, seat) == again.board.distance(house, seat), (house, seat)


# --- what is listed, and what is not ---------------------------------------------------------------------------------


def flattened(game: Game, seat: Seat, stream: Stream) -> list[Any]:
    """Some of the legal actions that are listed: of each big choice one way to go on."""
    choices: Sequence[Any] = game.choices(seat) or ()
    if len(choices) > LISTED:
        choices = stream.shuffled(choices)[:LISTED]
    found = []
    for choice in choices:
        while isinstance(choice, Partial):
            following = choice.expand()
            assert following, f"nothing follows {choice.action} {choice.given}"
            choice = stream.pick(following)
        found.append(choice)
    return found


def listed_are_accepted(game: Game, seat: Seat, stream: Stream) -> None:
    """What is offered is legal, stays what it is as plain data, and is told in words."""
    actions = flattened(game, seat, stream)
    assert len(set(actions)) == len(actions), "an action is listed twice"
    if game.choices(seat) is None:
        actions = [game.sample(seat, stream), game.default_action(seat)]
    assert actions
    for action in actions:
        assert game.check(seat, action) is None, (action, game.check(seat, action))
        plain = json.loads(json.dumps(action_to_json(game.rules, game.name(seat), action)))
        assert action_from_json(game.rules, plain) == action
        assert game.label(action, seat)
    assert game.check(seat, game.default_action(seat)) is None


NONSENSE: dict[Kind, Any] = {str: "no_such_thing", int: 4711, bool: True}


def nonsense(kind: Kind) -> Any:
    """A value of a type that means nothing in any game."""
    inner = bare(without_none(kind))
    if is_row(inner):
        return tuple(map(nonsense, get_args(inner)))
    return (nonsense(get_args(inner)[0]),) if is_list(inner) else NONSENSE[inner]


def others(kind: Kind, value: Any, stream: Stream) -> Iterator[tuple[Any, bool]]:
    """Other values of a field of this type, and whether they must be refused because they are nonsense."""
    kind = without_none(kind)
    inner = bare(kind)
    if value is None:
        yield nonsense(kind), False
    elif inner is bool:
        yield not value, False
    elif inner is str or inner is int:
        yield nonsense(kind), True
        yield "" if inner is str else -4711, True
    elif kind == Square:
        yield (value[0] + 400, value[1]), True
        yield (-400, -7), True
        yield (value[0], value[1] + 1 - stream.below(3)), False
    else:
        yield (*value, *value), False
        if value:
            (part, *_) = get_args(inner)
            yield (*value[1:], nonsense(part)), True
            if is_row(part):  # of something so many
                yield ((*value[0][:-1], -1), *value[1:]), True


def mutants(game: Game, action: Any, stream: Stream) -> Iterator[tuple[Any, bool]]:
    """Actions one field away, and whether they must be refused because the field's value is nonsense."""
    for field in fields_of(type(action)):
        for value, wrong in others(field.type, getattr(action, field.name), stream):
            yield attrs.evolve(action, **{field.name: value}), wrong


def respelled(action: Any, stream: Stream) -> Iterator[Any]:
    """The action written otherwise: things in another order, one thing in the field for several and the other way round."""
    kinds = {field.name: without_none(field.type) for field in fields_of(type(action))}
    values = {name: getattr(action, name) for name in kinds}
    several = {name: get_args(kind)[0] for name, kind in kinds.items() if is_list(kind) and not is_row(kind)}
    for name, part in several.items():
        value = values[name]
        if value is not None:
            yield attrs.evolve(action, **{name: value[::-1]})
            yield attrs.evolve(action, **{name: tuple(stream.shuffled(value))})
        for one, kind in kinds.items():
            if kind == part and value is None and values[one] is not None:
                yield attrs.evolve(action, **{one: None, name: (values[one],)})
                yield attrs.evolve(action, **{name: (values[one],)})
            elif kind == part and value is not None and values[one] is None and len(value) == 1:
                yield attrs.evolve(action, **{one: value[0], name: None})


def is_listed(game: Game, seat: Seat, action: Any) -> bool:
    """Whether the action comes up among what the player may choose."""
    name, given = game.rules.action_name(action), set_fields(action)

    def among(choices: Sequence[Any]) -> bool:
        return any(
            choice == action
            if not isinstance(choice, Partial)
            else choice.action == name
            and all(given.get(key) == value for key, value in choice.given)
            and among(choice.expand())
            for choice in choices
        )

    return among(game.choices(seat) or ())


def need_not_be_listed(game: Game, seat: Seat, action: Any) -> bool:
    """What is accepted, but not listed (see Game.legal_actions)."""
    turn, step = game.state.turn, game.rules.step_of_action.get(game.rules.action_name(action))
    later = step is not None and turn is not None and turn.player == seat and step > turn.step
    overfull = isinstance(action, Restructure) and not fits(game, seat, counted(action.work))
    return later or overfull or game.choices(seat) is None


def accepted_are_listed(game: Game, seat: Seat, actions: Iterable[Any]) -> int:
    """What is accepted is listed, and it is written in one way only. Returns how many were accepted and looked for."""
    found = 0
    for action in actions:
        if game.check(seat, action) is None:
            assert game.canonical(seat, action) == action, f"{action} is accepted, though it is written otherwise"
            if not need_not_be_listed(game, seat, action):
                assert is_listed(game, seat, action), f"{action} is accepted, but not listed"
                found += 1
    return found


def mutants_are_refused(game: Game, seat: Seat, stream: Stream) -> int:
    """Changed actions are refused with a code and a sentence and change nothing, or they are listed as well.

    Returns how many were refused.
    """
    actions = flattened(game, seat, stream)[:4] or [game.sample(seat, stream)]
    before = game.state.copy()
    refused = 0
    for action in actions:
        changed = list(mutants(game, action, stream))
        changed += [(other, False) for other in respelled(action, stream) if other != action]
        accepted_are_listed(game, seat, [mutant for mutant, _ in changed])
        for mutant, nonsense in changed:
            refusal = game.check(seat, mutant)
            assert refusal is not None or not nonsense, f"{mutant} is accepted"
            if refusal is not None:
                refused += 1
                well_refused(game, seat, mutant, refusal)
    # Somebody who has nothing to decide is refused whatever the action is.
    for other in game.state.seats:
        if game.decision_of(other) is None:
            refusal = game.check(other, actions[0])
            assert refusal is not None and refusal.code == "not_your_turn"
    assert game.state == before
    return refused


def well_refused(game: Game, seat: Seat, action: Any, refusal: Refusal) -> None:
    """The code is one that the kind of action announces, and apply gives the same refusal."""
    name = game.rules.action_name(action)
    assert refusal.message
    announced = (*ALWAYS, *game.rules.action_codes[name])
    assert refusal.code in announced, f"{name} does not announce code {refusal.code}"
    try:
        game.apply(seat, action)
    except RefusedError as error:
        assert error.refusal == refusal
    else:
        raise AssertionError(f"apply accepts what check refuses: {action}")

"""What must hold in every game at every moment.

Every check raises AssertionError. Used by the conformance run and by tests; see fcm_core.testing.conformance_run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, get_args

import attrs
from attrs import frozen

from fcm_core.basics.errors import Refusal, RefusedError
from fcm_core.basics.kinds import Kind, bare, is_list, is_row, without_none
from fcm_core.basics.multisets import counted
from fcm_core.basics.random import Stream
from fcm_core.basics.schema import fields_of
from fcm_core.basics.vocabulary import CardId, Seat, Square
from fcm_core.game.actions import Restructure, set_fields
from fcm_core.game.codes import ALWAYS
from fcm_core.game.game import Game
from fcm_core.game.parts import Partial
from fcm_core.phases.restructuring import fits
from fcm_core.records.codec import action_from_json, action_to_json, state_from_json, state_to_json

LISTED = 12  # listed actions tried per decision, drawn at random where there are more


# --- invariants ------------------------------------------------------------------------------------------------------


PLACES_OF_DEBT = ("owed by the bank", "all the money in the game", "taken from the box")  # they count against the rest


@frozen
class Balance:
    """Where all dollars and all cards are at one moment. Cards by (card, place)."""

    dollars: Mapping[str, int]
    cards: Mapping[tuple[CardId, str], int]


def balance(game: Game) -> Balance:
    """Where the game's dollars and cards are now."""
    state = game.state
    owed, money, box = PLACES_OF_DEBT
    dollars = {"the bank": state.bank, owed: state.owed, money: state.money}
    cards = {(card, "the supply"): count for card, count in state.supply.items()}
    cards.update({(card, box): count for card, count in state.from_box.items()})
    for player in state.players:
        dollars[f"cash of {player.id}"] = player.cash
        cards.update({(card, f"work of {player.id}"): count for card, count in player.work.items()})
        cards.update({(card, f"beach of {player.id}"): count for card, count in player.beach.items()})
        for busy in player.busy:
            key = (busy.card, f"marketeers of {player.id}")
            cards[key] = cards.get(key, 0) + 1
    return Balance(dollars, cards)


def imbalance(before: Balance, after: Balance) -> str:
    """Which dollars or cards appeared or vanished between two moments, and where; "" where none did."""
    moved = {
        place: amount - before.dollars.get(place, 0)
        for place, amount in after.dollars.items()
        if amount != before.dollars.get(place, 0)
    }
    surplus = sum(-amount if place in PLACES_OF_DEBT else amount for place, amount in moved.items())
    if surplus:
        where = ", ".join(f"{place} ${after.dollars[place]}, was ${before.dollars.get(place, 0)}" for place in moved)
        return f"${abs(surplus)} {'appeared' if surplus > 0 else 'vanished'}: {where}"
    if after.cards == before.cards:
        return ""
    sums: dict[CardId, int] = {}
    for sign, each in ((1, after.cards), (-1, before.cards)):
        for (card, place), count in each.items():
            sums[card] = sums.get(card, 0) + (-sign if place in PLACES_OF_DEBT else sign) * count
    for card, count in sums.items():
        if count:
            places = [place for name, place in {**before.cards, **after.cards} if name == card]
            where = ", ".join(
                f"{place} {now}, was {was}"
                for place in places
                if (now := after.cards.get((card, place), 0)) != (was := before.cards.get((card, place), 0))
            )
            return f"{abs(count)} {card} {'appeared' if count > 0 else 'vanished'}: {where}"
    return ""


class Watch:
    """Remembers how a game began and checks what must hold after every action."""

    def __init__(self, game: Game) -> None:
        self.before = balance(game)
        self.money_brought = game.state.money + game.state.removed  # dollars that ever came into the game

    def check(self, game: Game, *, plain: bool = True) -> None:
        """Everything that holds between two actions; with `plain` also that the state survives as JSON."""
        now = balance(game)
        text = imbalance(self.before, now)
        assert not text, text
        self.before = now
        self.money(game)
        self.supply(game)
        squares(game)
        demand(game)
        campaigns(game)
        milestones(game)
        if plain:
            survives_json(game)

    def money(self, game: Game) -> None:
        """No dollar comes or goes unless the rules say so."""
        state = game.state
        cash = sum(player.cash for player in state.players)
        there = state.bank + cash - state.owed
        assert there == state.money, f"bank, cash and debts come to ${there}, not to the ${state.money} in the game"
        assert state.money + state.removed >= self.money_brought, "money left the game and was not counted as removed"
        self.money_brought = state.money + state.removed
        for player in state.players:
            assert player.cash >= 0, f"{player.id} has ${player.cash}"
            for good, amount in player.stock.items():
                assert good in game.rules.goods, f"{player.id} has {amount} {good} in stock, and there is no such good"
                assert amount > 0, f"{player.id} has {amount} {good} in stock"

    def supply(self, game: Game) -> None:
        """Every card is in the supply or with a player; those hired from an empty pile are on top (R-22)."""
        for card, count in game.state.supply.items():
            assert count >= 0, f"the supply holds {count} {card}"
            assert card in game.rules.cards, f"the supply holds {card}, and there is no such card"
        for player in game.state.players:
            for where, place in (("at work", player.work), ("on the beach", player.beach)):
                for card, count in place.items():
                    assert count >= 0, f"{player.id} has {count} {card} {where}"


def milestones(game: Game) -> None:
    """Milestones that somebody has exist, and were earned by now."""
    state = game.state
    for player in state.players:
        for name, moment in player.milestones.items():
            assert name in game.rules.milestones, f"{player.id} has {name}, and there is no such milestone"
            assert moment <= state.round, f"{player.id} earned {name} in round {moment}, and this is {state.round}"


def survives_json(game: Game) -> None:
    """The state as JSON comes back as the same state."""
    again = state_from_json(json.loads(json.dumps(state_to_json(game.state, game.rules))), game.rules)
    assert again == game.state, "the state that comes back from JSON is another one"


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
            assert restaurant.mask >> restaurant.door & 1, f"the door of a restaurant of {player.id} is not in it"
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
    assert set(game.state.demand) == set(game.state.houses), "demand is kept for other houses than there are"
    for name, counters in game.state.demand.items():
        limit = game.board.limit(game.state.houses[name])
        assert limit is None or len(counters) <= limit, f"house {name} holds {len(counters)} counters, {limit} at most"
        for good, _ in counters:
            assert good in game.rules.goods, f"house {name} wants {good}, and there is no such good"


def campaigns(game: Game) -> None:
    """Each tile is used once, by whoever keeps a marketeer busy for it."""
    state = game.state
    twice = set(state.campaigns) & set(state.tiles_left)
    assert not twice, f"campaign tile {min(twice)} is in use and in the supply"
    in_order = sorted(state.campaigns, key=game.rules.campaign_order)
    assert list(state.campaigns) == in_order, f"campaigns run in the order {list(state.campaigns)}, not {in_order}"
    for seat, player in state.by_seat():
        for busy in player.busy:
            for number in busy.campaigns:
                campaign = state.campaigns.get(number)
                assert campaign is not None, (
                    f"{player.id} keeps {busy.card} busy for campaign {number}, which has ended"
                )
                assert campaign.owner == seat, (
                    f"{player.id} keeps {busy.card} busy for campaign {number} of another chain"
                )
                assert campaign.marketeer == busy.card, f"campaign {number} is of {campaign.marketeer}, not {busy.card}"


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


About = Callable[[Any], AbstractContextManager[Any]]  # what is done in it concerns this action; None: the decision


def _anybody(action: Any) -> AbstractContextManager[Any]:
    return nullcontext()


def listed_are_accepted(game: Game, seat: Seat, stream: Stream, about: About = _anybody) -> None:
    """What is offered is legal, stays what it is as plain data, and is told in words."""
    with about(None):
        choices = game.choices(seat)
        assert choices is None or len(choices), "nothing can be chosen: it has no choices and no default"
        actions = flattened(game, seat, stream)
        usual = game.default_action(seat)
    for action in actions:
        with about(action):
            assert actions.count(action) == 1, f"an action is listed twice: {action}"
            hash(action)
    if choices is None:
        with about(None):
            actions = [game.sample(seat, stream), usual]
    for action in actions:
        with about(action):
            refusal = game.check(seat, action)
            assert refusal is None, f"{action} is listed, but refused: {refusal}"
            plain = json.loads(json.dumps(action_to_json(game.rules, game.name(seat), action)))
            assert action_from_json(game.rules, plain) == action, f"{action} comes back from JSON as another action"
            told = game.label(action, seat)
            assert told and isinstance(told, str), f"{action} has no words for people: {told!r}"
            value = game.rules.kind_of(action).value(game, seat, action)
            assert value is None or type(value) is int, f"the value of {action} is {value!r}, not dollars or None"
    with about(None):
        refusal = game.check(seat, usual)
        assert refusal is None, f"{usual} is the default, but refused: {refusal}"


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


def tried_are_refused_well(game: Game, seat: Seat, about: About = _anybody) -> None:
    """What a person would think of trying is legal, or refused with a code that is announced; values are dollars."""
    decision = game.decision_of(seat)
    assert decision is not None
    for name in game.rules.decision_actions[decision.kind]:
        kind = game.rules.actions[name]
        for action in [*kind.candidates(game, seat)][:LISTED]:
            with about(action):
                refusal = game.check(seat, action)
                if refusal is not None:
                    well_refused(game, seat, action, refusal)
                value = kind.value(game, seat, action) if refusal is None else None
                assert value is None or type(value) is int, f"the value of {action} is {value!r}, not dollars or None"


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


def mutants_are_refused(game: Game, seat: Seat, stream: Stream, about: About = _anybody) -> int:
    """Changed actions are refused with a code and a sentence and change nothing, or they are listed as well.

    Returns how many were refused.
    """
    actions = flattened(game, seat, stream)[:4] or [game.sample(seat, stream)]
    before = game.state.copy()
    refused = 0
    for action in actions:
        changed = list(mutants(game, action, stream))
        changed += [(other, False) for other in respelled(action, stream) if other != action]
        for mutant, nonsense in changed:
            with about(mutant):
                accepted_are_listed(game, seat, [mutant])
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
    assert refusal.message.strip(), f"{name} is refused without a sentence (code {refusal.code})"
    announced = {*ALWAYS, *game.rules.action_codes[name]}
    if name in game.rules.step_of_action:  # one of a later step stands for going on, and for the action
        announced.update(game.rules.action_codes["next_step"])
    assert refusal.code in announced, f"{name} does not announce code {refusal.code}"
    try:
        game.apply(seat, action)
    except RefusedError as error:
        assert error.refusal == refusal
    else:
        raise AssertionError(f"apply accepts what check refuses: {action}")

"""Events: frozen, told in words, and JSON and back without loss."""

from __future__ import annotations

import json
from collections.abc import Iterator

import attrs
import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.random import Stream
from fcm_core.game import events
from fcm_core.game.events import Event
from fcm_core.game.game import Game
from fcm_core.game.laws import HOOKS
from fcm_core.records.codec import event_from_json, event_to_json
from fcm_core.rules.plan import resolve
from tests.positions import move_of

RULESETS = ("base", "new-milestones", "henri-lo-menu", "city-builder")


def announced(game: Game, seed: int) -> Iterator[Event]:
    """The events of a game that a planning bot plays against a random one, up to round 9."""
    stream = Stream(seed, "tests", "events")
    yield from game.events
    while game.pending and game.state.round < 9:
        seat = game.pending[0].seat
        game.events.clear()
        yield from game.apply(seat, move_of(("steady", "random", "steady")[seat], game, seat, stream))


@pytest.fixture(scope="module")
def recorded() -> list[tuple[Game, Event]]:
    found = []
    for seed, ruleset in enumerate(RULESETS):
        game = new_game(compile_rules(resolve(ruleset)), 3, seed)
        found += [(game, event) for event in announced(game, seed)]
    return found


def test_events_survive_json(recorded: list[tuple[Game, Event]]) -> None:
    for _, event in recorded:
        plain = json.loads(json.dumps(event_to_json(event)))
        assert plain["event"] == event.kind
        assert event_from_json(plain) == event


def test_events_are_told_without_ids_of_cards_and_milestones(recorded: list[tuple[Game, Event]]) -> None:
    told = 0
    for game, event in recorded:
        sentence = event.sentence(game.words())
        told += bool(sentence)
        ids = [name for name in (*game.rules.cards, *game.rules.milestones) if "_" in name]
        assert not [name for name in ids if name in sentence]
    assert told > len(recorded) / 4


def test_events_cannot_be_changed(recorded: list[tuple[Game, Event]]) -> None:
    for event in {type(event): event for _, event in recorded}.values():
        for field in attrs.fields(type(event)):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(event, field.name, None)


def test_most_kinds_of_event_happen_in_these_games(recorded: list[tuple[Game, Event]]) -> None:
    kinds = {event.kind for _, event in recorded}
    rare = {"game_over", "went_bankrupt", "money_removed", "kept", "bank_broke", "percent_earned", "event"}
    # What only modules do that these games do not have.
    rare |= {
        "acts_as",
        "ceo_replaced",
        "fees_paid",
        "demand_put",
        "demand_taken",
        "cards_removed",
        "tile_put",
        "tile_lifted",
        "tile_turned",
    }
    core = {
        spec.event.kind
        for spec in HOOKS.values()
        if spec.event is not None and spec.event.__module__ == events.__name__
    }
    assert core - kinds - rare <= {"game_set_up", "garden_placed", "house_placed"}


def test_every_event_has_a_docstring_and_a_hook_that_shows_it() -> None:
    for spec in HOOKS.values():
        if spec.event is not None:
            assert spec.name == f"on_{spec.event.kind}"
            assert spec.event.__doc__ and spec.text.startswith(spec.event.__doc__.split("\n")[0])


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ({"event": "hird", "seat": 0, "card": "trainer"}, "did you mean hired"),
        ({"event": "hired", "seat": "0", "card": "trainer"}, "hired.seat: expected a whole number, found '0'"),
        ({"event": "hired", "seat": 0}, "hired.card: missing"),
    ],
)
def test_what_is_no_event_is_refused(plain: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        event_from_json(plain)

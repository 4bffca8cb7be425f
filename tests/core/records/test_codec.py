"""Actions and states as plain data and back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from attrs import define, field

from fcm_core.basics.errors import InputError
from fcm_core.basics.schema import key_of
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, ModuleId, Seat
from fcm_core.game import actions
from fcm_core.game.game import Game
from fcm_core.game.parts import Partition
from fcm_core.game.rules import Rules
from fcm_core.game.state import Campaign, Decision, Piece
from fcm_core.records.codec import action_from_json, action_to_json, fingerprint, state_from_json, state_to_json

BRAND_MANAGER = CardId("brand_manager")
CAMPAIGN_MANAGER = CardId("campaign_manager")
COACH = CardId("coach")
ERRAND_BOY = CardId("errand_boy")
GURU = CardId("guru")
KITCHEN_TRAINEE = CardId("kitchen_trainee")
LOCAL_MANAGER = CardId("local_manager")
REGIONAL_MANAGER = CardId("regional_manager")
TRAINER = CardId("trainer")
TRUCK_DRIVER = CardId("truck_driver")
WAITRESS = CardId("waitress")
BEER, BURGER = GoodId("beer"), GoodId("burger")

EXAMPLES: list[tuple[Any, dict[str, Any]]] = [
    (actions.Pass(), {"action": "pass"}),
    (actions.ChooseReserve(200), {"action": "choose_reserve", "reserve": 200}),
    (
        actions.PlaceRestaurant((3, 4), "NW"),
        {"action": "place_restaurant", "at": [3, 4], "entrance": "NW"},
    ),
    (
        actions.Restructure((WAITRESS, WAITRESS)),
        {"action": "restructure", "work": ["waitress", "waitress"]},
    ),
    (actions.Restructure(()), {"action": "restructure", "work": []}),
    (
        actions.Train(WAITRESS, TRAINER, (COACH,)),
        {"action": "train", "card": "waitress", "to": "trainer", "by": "coach"},
    ),
    (
        actions.Train(WAITRESS, TRAINER, (COACH, GURU)),
        {"action": "train", "card": "waitress", "to": "trainer", "by": ["coach", "guru"]},
    ),
    (
        actions.PlaceCampaign(CAMPAIGN_MANAGER, CampaignNumber(7), good=BEER, left=2, at=(0, 3), turned=True),
        {
            "action": "place_campaign",
            "card": "campaign_manager",
            "number": 7,
            "good": "beer",
            "left": 2,
            "at": [0, 3],
            "turned": True,
        },
    ),
    (
        actions.Fetch(TRUCK_DRIVER, start=(1, 1), sources=((2, 3), (7, 8))),
        {"action": "fetch", "card": "truck_driver", "start": [1, 1], "sources": [[2, 3], [7, 8]]},
    ),
    (
        actions.MoveRestaurant(REGIONAL_MANAGER, (1, 2), (3, 4), "SE"),
        {
            "action": "move_restaurant",
            "card": "regional_manager",
            "from": [1, 2],
            "at": [3, 4],
            "entrance": "SE",
        },
    ),
    (actions.PlaceGarden(HouseId("7"), "N"), {"action": "place_garden", "house": "7", "side": "N"}),
    (actions.Keep(((BURGER, 3), (BEER, 1))), {"action": "keep", "stock": {"burger": 3, "beer": 1}}),
]


@pytest.mark.parametrize(("action", "plain"), EXAMPLES, ids=[plain["action"] for _, plain in EXAMPLES])
def test_an_action_is_written_and_read_as_documented(base_rules: Rules, action: Any, plain: dict[str, Any]) -> None:
    assert action_to_json(base_rules, "ann", action) == {"player": "ann", **plain}
    assert action_from_json(base_rules, {"player": "ann", **plain}) == action


def test_every_kind_of_action_has_an_example(base_rules: Rules) -> None:
    simple = {"choose_position", "hire", "produce", "place_house", "open_restaurant", "next_step", "end_turn", "fire"}
    assert {plain["action"] for _, plain in EXAMPLES} | simple == set(base_rules.actions)


def test_the_table_of_actions_is_complete(base_rules: Rules) -> None:
    text = (Path(__file__).parents[2] / "scenarios" / "README.md").read_text(encoding="utf-8")
    text = text.split("the actions of the base game")[1].split("A list of cards")[0]
    table: dict[str, list[tuple[str, str]]] = {}
    for names, keys in re.findall(r"^\| (`.*`) \| (.*)\|$", text, re.MULTILINE):
        for name in re.findall("`([a-z_]+)`", names):
            table[name] = re.findall(r"(?:^|, )(\[?)`([a-z_]+)`", keys)
    assert table == {
        kind.name: [
            ("" if each.default is attrs.NOTHING else "[", key_of(each.name)) for each in attrs.fields(kind.cls)
        ]
        for kind in base_rules.actions.values()
    }


def test_a_house_may_be_written_as_a_number(base_rules: Rules) -> None:
    assert action_from_json(base_rules, {"action": "place_garden", "house": 7, "side": "N"}) == actions.PlaceGarden(
        HouseId("7"), "N"
    )


OLDER: list[tuple[Any, dict[str, Any]]] = [
    (actions.ChooseReserve(200), {"action": "choose_reserve", "card": 200}),
    (actions.Hire(TRAINER), {"action": "hire", "employee": "trainer"}),
    (
        actions.Train(WAITRESS, TRAINER, (COACH,)),
        {"action": "train", "employee": "waitress", "to": "trainer", "by": "coach"},
    ),
    (
        actions.PlaceCampaign(BRAND_MANAGER, CampaignNumber(7), BEER),
        {"action": "place_campaign", "marketeer": "brand_manager", "number": 7, "good": "beer"},
    ),
    (
        actions.Produce(KITCHEN_TRAINEE, BURGER),
        {"action": "produce", "employee": "kitchen_trainee", "good": "burger"},
    ),
    (actions.Fetch(ERRAND_BOY, BEER), {"action": "fetch", "employee": "errand_boy", "good": "beer"}),
    (
        actions.OpenRestaurant(LOCAL_MANAGER, (1, 2), "NE"),
        {"action": "open_restaurant", "manager": "local_manager", "at": [1, 2], "entrance": "NE"},
    ),
    (
        actions.MoveRestaurant(REGIONAL_MANAGER, (1, 2), (3, 4), "NE"),
        {"action": "move_restaurant", "manager": "regional_manager", "from": [1, 2], "at": [3, 4], "entrance": "NE"},
    ),
    (actions.Fire((TRAINER, COACH)), {"action": "fire", "employees": ["trainer", "coach"]}),
    (actions.Fire((TRAINER,)), {"action": "fire", "employees": "trainer"}),
]


@pytest.mark.parametrize(("action", "plain"), OLDER, ids=[plain["action"] for _, plain in OLDER])
def test_an_action_is_read_under_the_keys_it_had_before(base_rules: Rules, action: Any, plain: dict[str, Any]) -> None:
    assert action_from_json(base_rules, plain) == action
    assert not {"employee", "employees", "marketeer", "manager"} & action_to_json(base_rules, "ann", action).keys()


@pytest.mark.parametrize(
    ("plain", "parts"),
    [
        ({"action": "hier", "card": "trainer"}, ["hier", "did you mean hire?"]),
        ({"card": "trainer"}, ["action is missing", "hire"]),
        ({"action": ["hire"]}, ["no action"]),
        ({"action": "hire", "crad": "trainer"}, ["hire: ", "crad: unknown key; did you mean card?"]),
        ({"action": "hire", "employe": "trainer"}, ["hire: ", "employe: unknown key; did you mean card?"]),
        ({"action": "hire"}, ["hire: card: missing; expected a string"]),
        ({"action": "hire", "card": 3}, ["hire: card: expected a string, found 3"]),
        ({"action": "hire", "employee": 3}, ["hire: employee: expected a string, found 3"]),
        ({"action": "hire", "card": "trainer", "employee": "trainer"}, ["hire: employee", "older name of card"]),
        ({"action": "choose_position", "position": "3"}, ["position", "expected a whole number", "found '3'"]),
        ({"action": "choose_position", "position": True}, ["position", "expected a whole number", "found true"]),
        ({"action": "place_restaurant", "at": [1, 2, 3], "entrance": "NW"}, ["at", "[row, column]", "[1, 2, 3]"]),
        ({"action": "place_restaurant", "at": [1.0, 2], "entrance": "NW"}, ["at", "[row, column]"]),
        ({"action": "keep", "stock": ["burger"]}, ["keep", "stock", "table", "burger"]),
        ({"action": "keep", "stock": {"burger": "2"}}, ["keep: stock.burger", "expected a whole number", "found '2'"]),
        ({"action": "next_step", "now": True}, ["next_step: now: unknown key", "its fields: none"]),
        ("hire", ["expected an action", "hire"]),
    ],
)
def test_a_wrong_action_is_answered_with_what_was_expected(base_rules: Rules, plain: Any, parts: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        action_from_json(base_rules, plain)
    for part in parts:
        assert part in str(caught.value)


# --- states ----------------------------------------------------------------------------------------------------------


def through_json(game: Game) -> Any:
    return state_from_json(json.loads(json.dumps(state_to_json(game.state, game.rules))), game.rules)


def test_a_state_survives_json(played: Callable[..., Game]) -> None:
    for players in (2, 3, 4, 5):
        game = played(players, seed=players, rounds=8)
        again = through_json(game)
        assert again == game.state
        # Equal is not enough: what iterates over a table must meet the same order.
        assert list(again.houses) == list(game.state.houses)
        assert [list(player.beach) for player in again.players] == [list(player.beach) for player in game.state.players]
        assert fingerprint(again, game.rules) == fingerprint(game.state, game.rules)


def test_a_state_read_from_json_plays_on(played: Callable[..., Game]) -> None:
    game = played(3, seed=4, rounds=4)
    twin = Game(game.rules, through_json(game))
    for _ in range(40):
        owed = game.pending[0]
        action = game.default_action(owed.seat)
        game.apply(owed.seat, action)
        twin.apply(owed.seat, action)
    assert twin.state == game.state


def test_every_field_of_the_state_counts(played: Callable[..., Game]) -> None:
    game = played(3, seed=2, rounds=3)
    before = fingerprint(game.state, game.rules)
    for each in attrs.fields(type(game.state)):
        value = getattr(game.state, each.name)
        if type(value) is int:
            setattr(game.state, each.name, value + 1)
            assert fingerprint(game.state, game.rules) != before, each.name
            assert through_json(game) == game.state, each.name
            setattr(game.state, each.name, value)
    for each in attrs.fields(type(game.state.players[0])):
        value = getattr(game.state.players[0], each.name)
        if type(value) in (int, bool):
            setattr(game.state.players[0], each.name, not value if type(value) is bool else value + 1)
            assert fingerprint(game.state, game.rules) != before, each.name
            assert through_json(game) == game.state, each.name
            setattr(game.state.players[0], each.name, value)
    assert fingerprint(game.state, game.rules) == before


def test_what_modules_hang_on_things_survives(played: Callable[..., Game]) -> None:
    game = played(2, seed=2, rounds=2)
    data = (1, "two", None, True, (3, (4,)), {"five": (6,)}, {7: "eight", (9, 10): ()}, [11, [12]])
    game.state.pieces = (Piece("park", 5, 0b1100, Seat(1), data),)
    number = CampaignNumber(99)
    game.state.campaigns[number] = Campaign(number, "crier", Seat(0), (BEER, BEER), 2, data=data)
    game.state.secret = {Seat(1): data, Seat(0): actions.Hire(WAITRESS)}
    ask = game.state.asks[-1]
    game.state.asks.append(
        attrs.evolve(ask, decisions=(Decision("working", Seat(1), (("first", data), ("then", True))),))
    )
    assert through_json(game) == game.state


def test_what_json_has_no_word_for_is_refused_by_name(played: Callable[..., Game]) -> None:
    game = played(2, seed=2, rounds=1)
    game.state.secret = {Seat(1): (object(),)}
    with pytest.raises(InputError, match="cannot be kept in the state"):
        state_to_json(game.state, game.rules)


@define
class Shop:
    at: int
    owner: int | None = None


@define
class Shops:
    """A partition with what a module may need."""

    shops: tuple[Shop, ...] = ()
    visits: dict[int, dict[str, int]] = field(factory=dict)
    links: dict[tuple[int, int], str] = field(factory=dict)
    pair: tuple[int, str] = (1, "one")
    queue: list[int] = field(factory=list)
    closed: bool = False
    anything: Any = None

    def copy(self) -> Shops:
        return attrs.evolve(self, visits={seat: dict(each) for seat, each in self.visits.items()})


@pytest.fixture
def shops(played: Callable[..., Game], monkeypatch: pytest.MonkeyPatch) -> Game:
    game = played(2, seed=2, rounds=1)
    monkeypatch.setitem(game.rules.partitions, ModuleId("shops"), Partition("shops", Shops))
    game.state.modules[ModuleId("shops")] = Shops(
        (Shop(3), Shop(4, 1)), {0: {"beer": 2}, 1: {}}, {(1, 2): "road"}, (2, "two"), [3, 1], True, (1, (2,))
    )
    return game


def test_a_modules_partition_survives(shops: Game) -> None:
    assert through_json(shops) == shops.state


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda plain: plain["modules"]["shops"].update(closd=True), ["closd"]),
        (lambda plain: plain["modules"]["shops"]["shops"][0].update(at="3"), ["at", "whole number", "'3'"]),
        (lambda plain: plain["modules"].update(shop=plain["modules"].pop("shops")), ["shop", "did you mean shops?"]),
        (lambda plain: plain.update(bnak=plain.pop("bank")), ["bnak", "did you mean bank?"]),
        (lambda plain: plain.pop("bank"), ["bank", "missing"]),
        (lambda plain: plain.update(bank="100"), ["bank", "whole number", "'100'"]),
        (lambda plain: plain["players"][0].pop("cash"), ["cash", "missing"]),
        (lambda plain: plain["players"][0]["stock"].update(beer=True), ["stock.beer", "found true"]),
        (lambda plain: plain.update(occupied="xyz"), ["xyz"]),
        (lambda plain: plain.update(houses=[1]), ["state"]),
    ],
)
def test_a_wrong_state_is_refused_with_the_place(shops: Game, change: Callable[[Any], Any], parts: list[str]) -> None:
    plain = json.loads(json.dumps(state_to_json(shops.state, shops.rules)))
    change(plain)
    with pytest.raises(InputError) as caught:
        state_from_json(plain, shops.rules)
    for part in parts:
        assert part in str(caught.value)

"""Commands change the game with all that belongs to them, announce it, and leave it alone where they cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import UnknownNameError
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, MilestoneId, Seat, TileId
from fcm_core.game import events
from fcm_core.game.bank import pay
from fcm_core.game.board import Board
from fcm_core.game.cards import act_as, gain_card, replace_ceo
from fcm_core.game.commands import lift_tile, put_demand, put_tile, remove_card, take_demand, turn_tile
from fcm_core.game.game import Game
from fcm_core.game.milestones import award
from fcm_core.game.state import House, MapSpec
from fcm_core.phases.cleanup import cards_back, leave_game
from fcm_core.phases.marketing import end_campaign
from fcm_core.phases.payday import fire_card, must_fire
from fcm_core.phases.working.hire import hires_possible
from fcm_core.records.codec import state_from_json, state_to_json
from fcm_core.rules.plan import resolve
from fcm_core.testing.invariants import Watch
from tests.core.loose_modules import write_module
from tests.positions import P1, P2

BEER, SODA = GoodId("beer"), GoodId("soda")
WAITRESS, CFO = CardId("waitress"), CardId("cfo")
TWO = HouseId("2")
LAYOUT = MapSpec(1, 2, 1, ((0, 0, TileId("A"), 0), (0, 1, TileId("L"), 0)))


@pytest.fixture
def game() -> Game:
    """A map of two tiles with room around it; tile A shows house 2 at 3,0."""
    return new_game(compile_rules(resolve("base")), 2, seed=1, map_spec=LAYOUT)


def said(game: Game) -> list[events.Event]:
    told = [*game.events]
    game.events.clear()
    return told


def test_demand_is_put_as_far_as_there_is_room_and_taken_again(game: Game) -> None:
    said(game)
    assert put_demand(game, TWO, BEER, 2, maker=P2) == 2
    assert put_demand(game, TWO, SODA, 2) == 1
    assert put_demand(game, TWO, SODA) == 0
    assert game.state.demand[TWO] == ((BEER, P2), (BEER, P2), (SODA, -1))
    assert take_demand(game, TWO, BEER) == 1
    assert take_demand(game, TWO, SODA, 3) == 1
    assert game.state.demand[TWO] == ((BEER, P2),)
    assert said(game) == [
        events.DemandPut(TWO, BEER, 2, P2),
        events.DemandPut(TWO, SODA, 1, Seat(-1)),
        events.DemandTaken(TWO, BEER, 1),
        events.DemandTaken(TWO, SODA, 1),
    ]


def test_cards_leave_for_ever_and_no_card_is_missed(game: Game) -> None:
    watch = Watch(game)
    gain_card(game, P1, WAITRESS, 2)
    said(game)
    there = game.state.supply[WAITRESS]
    assert remove_card(game, WAITRESS, 3, seat=P1) == 2
    assert remove_card(game, WAITRESS, 99) == there
    assert said(game) == [events.CardsRemoved(WAITRESS, 2, P1), events.CardsRemoved(WAITRESS, there, None)]
    watch.supply(game)


def test_a_tile_is_turned_with_its_house_and_the_demand_on_it(game: Game) -> None:
    put_demand(game, TWO, BEER)
    said(game)
    turn_tile(game, (0, 0), 1)
    assert game.state.map.tiles == ((0, 1, TileId("L"), 0), (0, 0, TileId("A"), 1))
    assert game.ground.grid.square(game.state.houses[TWO].at) == (0, 0)
    assert game.state.demand[TWO] == ((BEER, -1),)
    turn_tile(game, (0, 0), -1)
    assert game.ground.grid.square(game.state.houses[TWO].at) == (3, 0)
    assert said(game) == [events.TileTurned(TileId("A"), (0, 0), 1), events.TileTurned(TileId("A"), (0, 0), 0)]
    assert Board(game).distance(TWO, P1) is None


def test_a_tile_is_lifted_and_put_elsewhere(game: Game) -> None:
    put_demand(game, TWO, BEER)
    assert lift_tile(game, (0, 0)) == TileId("A")
    assert TWO not in game.state.houses
    assert TWO not in game.state.demand
    assert TileId("A") in game.state.map_pool
    put_tile(game, TileId("A"), (-1, 1), 2)
    assert TileId("A") not in game.state.map_pool
    assert game.state.demand[TWO] == ()
    assert game.ground.extent() == (range(-5, 5), range(5, 10))
    assert events.TilePut(TileId("A"), (-1, 1), 2) in said(game)


def test_counters_keep_their_marks(game: Game) -> None:
    put_demand(game, TWO, BEER)
    assert game.state.marks == {}
    put_demand(game, TWO, BEER, mark="loud")
    put_demand(game, TWO, SODA, mark="quiet")
    assert game.board.marks(TWO) == ("", "loud", "quiet")
    turn_tile(game, (0, 0), 1)
    assert game.board.marks(TWO) == ("", "loud", "quiet")
    assert state_from_json(state_to_json(game.state, game.rules), game.rules) == game.state
    take_demand(game, TWO, BEER)
    assert game.board.marks(TWO) == ("loud", "quiet")
    other = game.copy()
    take_demand(game, TWO, SODA)
    take_demand(game, TWO, BEER)
    assert game.state.marks == {}
    assert other.board.marks(TWO) == ("loud", "quiet")
    other.board.take_counters(TWO)
    assert other.state.marks == {}


def test_a_map_may_be_empty_before_its_tiles_are_put(game: Game) -> None:
    lift_tile(game, (0, 0))
    lift_tile(game, (0, 1))
    assert game.ground.extent() == (range(0), range(0))
    assert game.ground.drawing() == []
    put_tile(game, TileId("A"), (0, 0))
    assert TWO in game.state.houses


WRONG: dict[str, tuple[Callable[[Game], object], str]] = {
    "house": (lambda game: put_demand(game, HouseId("22"), BEER), "no house 22"),
    "good": (lambda game: put_demand(game, TWO, GoodId("beeer")), "no good beeer; did you mean beer"),
    "maker": (lambda game: put_demand(game, TWO, BEER, maker=Seat(7)), "no seat 7"),
    "counters": (lambda game: take_demand(game, TWO, BEER, -1), "counters: expected a whole number from 0, found -1"),
    "card": (lambda game: remove_card(game, CardId("waitres")), "no card waitres; did you mean waitress"),
    "ceo": (lambda game: remove_card(game, CardId("ceo"), seat=P1), "ceo is always at work"),
    "seat": (lambda game: remove_card(game, WAITRESS, seat=Seat(5)), "no seat 5"),
    "no card at work": (lambda game: act_as(game, P1, WAITRESS, CFO), "no waitress of .* is at work"),
    "no ceo": (lambda game: replace_ceo(game, P1, CFO), "cfo is not always at work"),
    "acting ceo": (lambda game: act_as(game, P1, CardId("ceo"), CFO), "ceo is always at work"),
    "tile": (lambda game: put_tile(game, TileId("AA"), (1, 0)), "no tile AA; did you mean A"),
    "tile in use": (lambda game: put_tile(game, TileId("A"), (1, 0)), "tile A is not in the pool"),
    "no room": (lambda game: put_tile(game, TileId("B"), (3, 0)), "no room for a tile at .3, 0."),
    "place taken": (lambda game: put_tile(game, TileId("B"), (0, 1)), "a tile lies at .0, 1. already"),
    "no tile there": (lambda game: turn_tile(game, (1, 1), 1), "no tile of the game lies at"),
    "campaign": (lambda game: end_campaign(game, CampaignNumber(3)), "no running campaign 3"),
    "decision": (lambda game: game.ask("fier", [P1]), "no decision fier; did you mean fire"),
    "milestone": (lambda game: award(game, P1, MilestoneId("first_to_train")), "no milestone first_to_train"),
    "dollars": (lambda game: pay(game, P1, 2.5, "luck"), "expected whole dollars, found 2.5"),  # type: ignore[arg-type]
    "house kind": (lambda game: game.board.put_house(House(HouseId("3"), 3, "hose", 0)), "no house kind hose; did you"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_done_is_named_and_changes_nothing(name: str, game: Game) -> None:
    command, told = WRONG[name]
    before = state_to_json(game.state, game.rules)
    with pytest.raises((UnknownNameError, ValueError, TypeError), match=told):
        command(game)
    assert state_to_json(game.state, game.rules) == before


def test_a_tile_under_something_is_not_moved(game: Game) -> None:
    game.board.put_restaurant(P1, game.board.restaurant(game.ground.grid.index((0, 0)), "NW", True))
    with pytest.raises(ValueError, match="something lies on its square 0,0"):
        turn_tile(game, (0, 0), 1)
    turn_tile(game, (0, 1), 1)


def test_a_card_that_acts_as_another_is_it_until_cleanup(game: Game) -> None:
    watch = Watch(game)
    gain_card(game, P1, WAITRESS, 2)
    gain_card(game, P1, CFO)
    who = game.state.players[P1]
    who.work[WAITRESS], who.beach = 2, {CFO: 1}
    said(game)
    act_as(game, P1, WAITRESS, CFO)
    assert said(game) == [events.ActsAs(P1, WAITRESS, CFO)]
    assert (who.work[WAITRESS], who.work[CFO], who.beach) == (1, 1, {CFO: 1})
    watch.supply(game)
    assert state_from_json(state_to_json(game.state, game.rules), game.rules) == game.state
    cards_back(game)
    assert who.beach == {WAITRESS: 2, CFO: 1}
    assert who.acting == ()
    watch.supply(game)


def test_a_card_that_acts_as_another_is_fired_as_itself_and_last(game: Game) -> None:
    watch = Watch(game)
    gain_card(game, P1, WAITRESS)
    gain_card(game, P1, CFO)
    who = game.state.players[P1]
    who.work[WAITRESS], who.beach = 1, {CFO: 1}
    act_as(game, P1, WAITRESS, CFO)
    supply = dict(game.state.supply)
    fire_card(game, P1, CFO)
    assert game.state.supply[CFO] == supply[CFO] + 1
    fire_card(game, P1, CFO)
    assert game.state.supply[WAITRESS] == supply[WAITRESS] + 1
    assert who.acting == ()
    watch.supply(game)


def test_who_leaves_gives_back_the_cards_themselves(game: Game) -> None:
    watch = Watch(game)
    gain_card(game, P1, WAITRESS)
    who = game.state.players[P1]
    who.work[WAITRESS], who.beach = 1, {}
    act_as(game, P1, WAITRESS, CFO)
    leave_game(game, P1)
    watch.supply(game)
    assert who.acting == ()


def test_firings_that_effects_name_count_copies(tmp_path: Path) -> None:
    for name in ("one", "two"):
        plugin = (
            "from fcm_core.modding import hooks\n\n\n@hooks.list_firings.impl\ndef go(game, seat):\n    return {}\n"
        )
        write_module(tmp_path, name, 'requires = ["base"]', plugin=plugin.format("['waitress', 'waitress']"))
    game = new_game(compile_rules(resolve("base", with_=["one", "two"], modules_dirs=[tmp_path])), 2, seed=1)
    for copies, fired in ((5, 4), (3, 3), (0, 0)):
        game.state.players[P1].beach = {WAITRESS: copies} if copies else {}
        assert must_fire(game, P1) == [WAITRESS] * fired


def test_one_player_has_another_ceo_with_more_hires(tmp_path: Path) -> None:
    boss = '[boss]\ntitle = "Boss"\ncolour = "ceo"\nalways_at_work = true\ndealt = false\nhires = 2\nslots = 3\n'
    write_module(tmp_path, "one", 'requires = ["base"]', cards=boss)
    game = new_game(compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path])), 2, seed=1)
    watch = Watch(game)
    first, second = game.state.players
    assert first.work == second.work == {"ceo": 1}
    replace_ceo(game, P1, CardId("boss"))
    assert (first.work, second.work) == ({"boss": 1}, {"ceo": 1})
    assert (hires_possible(game, P1), hires_possible(game, P2)) == (2, 1)
    assert game.state.ceo_slots == 3
    cards_back(game)
    assert first.work == {"boss": 1}
    watch.supply(game)

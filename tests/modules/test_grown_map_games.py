"""Maps that grow in play, north and west included: squares keep their names, saves and undo hold (R-56)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fcm_modules.lobbyists
from fcm_cli.board import draw
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import bare_game
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, HouseId, Seat, TileId
from fcm_core.game.actions import EndTurn, Hire, NextStep, PlaceHouse, Restructure
from fcm_core.game.cards import actions_left, owned
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from fcm_core.game.state import MapSpec
from fcm_core.records.codec import action_from_json, action_to_json, fingerprint, state_from_json, state_to_json
from fcm_core.records.saves import Recording, read_save, replay
from fcm_core.rules.plan import resolve
from fcm_core.scenario import Scenario
from fcm_core.testing.invariants import Watch, distances, listed_are_accepted, mutants_are_refused
from fcm_modules.lobbyists.parks import PlacePark
from fcm_modules.lobbyists.roads import PlaceRoad
from fcm_modules.lobbyists.tile import PlaceTile, PlacingTile, place_refusal
from tests.positions import P1, move_of

GROWTH = ((-1, 0), (0, -1), (-1, -1))  # where the first, second and third player put their tiles
LOBBYIST = CardId("lobbyist")


@pytest.fixture(scope="module")
def rules() -> Rules:
    """City Builder with coffee, and without salaries so that everybody can afford a lobbyist in the second round."""
    return compile_rules(resolve("city-builder", with_=["coffee"], options={"base": {"payday": False}}))


def mayor(game: Game, player: Seat, stream: Stream) -> Any:
    """Hires a lobbyist in round 1; in round 2 lobbies for anything and places the tile where it is told to."""
    decision = game.decision_of(player)
    assert decision is not None
    if decision.kind == "restructure" and game.state.players[player].beach.get(LOBBYIST):
        return Restructure((LOBBYIST,))
    if decision.kind == "working":
        if actions_left(game, player, LOBBYIST):
            found = [each for each in game.legal_actions(player) if isinstance(each, PlaceRoad | PlacePark)]
            return stream.pick(found) if found else NextStep()
        if not owned(game, player, LOBBYIST):
            return Hire(LOBBYIST)
        return EndTurn()
    if decision.kind == "map_tile":
        at = GROWTH[len([tile for tile in game.state.map.tiles if min(tile[:2]) < 0])]
        tiles = [each for each in game.legal_actions(player) if isinstance(each, PlaceTile) and each.at == at]
        return stream.pick(tiles)
    return game.default_action(player)


def grow(recording: Recording, stream: Stream) -> None:
    """Plays until the third tile has been placed."""
    while len(recording.game.state.map.tiles) < 12 + len(GROWTH):
        owed = recording.game.pending[0]
        recording.play(owed.seat, mayor(recording.game, owed.seat, stream))
        assert recording.game.state.round <= 2


def play_on(recording: Recording, stream: Stream, rounds: int) -> Iterator[Any]:
    """Goes on at random, now and then with a bot that does something, and yields every action."""
    while recording.game.pending and recording.game.state.round <= rounds:
        owed = recording.game.pending[0]
        bot = "eager" if stream.below(2) else "random"
        action = move_of(bot, recording.game, owed.seat, stream)
        recording.play(owed.seat, action)
        yield action


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_a_grown_map_is_saved_resumed_and_undone(rules: Rules, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "grown.jsonl"
    stream = Stream(seed, "tests", "grown maps")
    with Recording.start(rules, 3, seed, path=path) as recording:
        grow(recording, stream)
        ground = recording.game.ground
        assert ground.extent() == (range(-5, 15), range(-5, 20))
        assert all(ground.has_tile(at) for at in GROWTH)
        grown = recording.game.state.copy()
        # The last tile is taken back and placed again: the same map, the same squares.
        (taken,) = recording.undo()
        assert isinstance(taken.action, PlaceTile)
        assert not recording.game.ground.has_tile(GROWTH[-1])
        assert taken.action.tile in recording.game.state.map_pool
        recording.play(taken.player, taken.action)
        assert recording.game.state == grown
        for _ in play_on(recording, stream, rounds=5):
            pass
        played = recording.game
    again = replay(read_save(path)).game
    assert again.state == played.state
    assert again.ground is played.ground  # built once for one map
    with Recording.resume(path) as resumed:
        assert resumed.game.state == played.state
        for _ in play_on(resumed, stream, rounds=7):
            pass
        assert replay(read_save(path)).game.state == resumed.game.state


@pytest.mark.parametrize("seed", range(2))
def test_everything_holds_on_a_grown_map(rules: Rules, tmp_path: Path, seed: int) -> None:
    """What is listed is legal, what is nonsense is refused, JSON brings the same state back, distances are as measured."""
    stream = Stream(seed, "tests", "grown maps")
    probe = Stream(seed, "tests", "probe")
    with Recording.start(rules, 3, seed) as recording:
        watch = Watch(recording.game)
        grow(recording, stream)
        for moves, _ in enumerate(play_on(recording, stream, rounds=9)):
            game = recording.game
            watch.check(game)
            if moves % 6 == 0 and game.pending:
                distances(game)
                listed_are_accepted(game, game.pending[0].seat, probe)
                mutants_are_refused(game, game.pending[0].seat, probe)
                plain = json.loads(json.dumps(state_to_json(game.state, rules)))
                assert Game(rules, state_from_json(plain, rules)).ground is game.ground


def squares_of(action: Any) -> Iterator[tuple[int, int]]:
    """The squares that an action names."""
    for name in ("at", "from_", "start"):
        value = getattr(action, name, None)
        if isinstance(value, tuple):
            yield value
    yield from getattr(action, "sources", None) or ()


def test_actions_below_0_are_written_and_read(rules: Rules, tmp_path: Path) -> None:
    """Rows and columns below 0 go through the save's JSON as they are."""
    stream = Stream(5, "tests", "grown maps")
    below: dict[str, int] = {}
    with Recording.start(rules, 3, 5) as recording:
        grow(recording, stream)
        game = recording.game
        seat = game.pending[0].seat
        for row in range(-5, 15):
            for column in range(-5, 20):
                action = PlaceHouse(1, (row, column), "N")
                plain = json.loads(json.dumps(action_to_json(rules, game.name(seat), action)))
                assert plain["at"] == [row, column]
                assert action_from_json(rules, plain) == action
        for action in play_on(recording, stream, rounds=12):
            if any(min(square) < 0 for square in squares_of(action)):
                below[type(action).__name__] = below.get(type(action).__name__, 0) + 1
    assert below  # something was done there


# --- one position, looked at closely -------------------------------------------------------------------------------------


def placed(*tiles: tuple[int, int, str, int]) -> tuple[tuple[int, int, TileId, int], ...]:
    """Map tiles by tile row and column, with their letter and quarter turns."""
    return tuple((row, column, TileId(name), turns) for row, column, name, turns in tiles)


@pytest.fixture
def town(rules: Rules) -> Game:
    """Two players on a map of 2 x 2 tiles to which tile H has come in the north and tile S in the west."""
    tiles = placed((0, 0, "A", 0), (0, 1, "L", 0), (1, 0, "F", 0), (1, 1, "O", 0), (-1, 0, "H", 2), (0, -1, "S", 0))
    return bare_game(rules, 2, 1, map_spec=MapSpec(2, 2, rules.settings.map_margin, tiles))


def test_the_printed_house_of_a_grown_tile_has_its_squares_there(town: Game) -> None:
    house = town.state.houses[HouseId("13")]
    grid = town.ground.grid
    assert grid.squares[house.at] == (-5, 2)
    assert [grid.squares[square] for square in range(grid.size) if house.mask >> square & 1] == [
        (-5, 2),
        (-5, 3),
        (-4, 2),
        (-4, 3),
    ]
    assert {grid.squares[square] for square in town.ground.sources} >= {(0, -2), (3, -5)}


def test_the_map_is_drawn_with_numbers_below_0(town: Game) -> None:
    lines = draw(town, glyphs="ascii").splitlines()
    assert [line[:3].strip() for line in lines if line[:3].strip()] == [str(row) for row in range(-5, 10)]
    tens, ones = lines[:2]
    heads = [(tens[at : at + 2] + ones[at : at + 2]).replace(" ", "") for at in range(4, 4 + 10, 2)]
    assert heads == ["-5", "-4", "-3", "-2", "-1"]


def test_a_state_with_a_grown_map_survives_json(town: Game, rules: Rules) -> None:
    plain = json.loads(json.dumps(state_to_json(town.state, rules)))
    again = state_from_json(plain, rules)
    assert again == town.state
    assert fingerprint(again, rules) == fingerprint(town.state, rules)
    assert Game(rules, again).ground.drawing() == town.ground.drawing()


def test_a_map_that_grew_in_play_is_the_map_that_was_dealt(rules: Rules) -> None:
    """Tiles that came later are no different from those there from the start: same roads, same distances."""
    base = placed((0, 0, "A", 0), (0, 1, "L", 0))
    grown = bare_game(rules, 2, 1, map_spec=MapSpec(1, 2, 5, base))
    for at, tile, turns in (((-1, 0), "H", 2), ((0, -1), "S", 0)):
        PlacingTile().apply(grown, P1, PlaceTile(TileId(tile), at, turns))
    dealt = bare_game(rules, 2, 1, map_spec=MapSpec(1, 2, 5, (*base, *placed((-1, 0, "H", 2), (0, -1, "S", 0)))))
    assert grown.ground.drawing() == dealt.ground.drawing()
    assert grown.state.houses == dealt.state.houses
    assert grown.state.demand == dealt.state.demand
    assert grown.state.map_pool == dealt.state.map_pool


def test_there_is_room_for_a_tile_of_every_player_in_one_line(rules: Rules) -> None:
    """Five players who all earn the milestone may build north, one tile beyond the other."""
    game = bare_game(rules, 5, 1)
    for distance, tile in enumerate(list(game.state.map_pool)[:5], start=1):
        assert place_refusal(game, (-distance, 0)) is None
        PlacingTile().apply(game, P1, PlaceTile(tile, (-distance, 0), 0))
    refusal = place_refusal(game, (-6, 0))
    assert refusal is not None and refusal.code == "off_map"
    assert game.ground.extent()[0] == range(-25, 25)


GROWN = Path(str(fcm_modules.lobbyists.__path__[0])) / "scenarios" / "grown-map.scenario.toml"


def test_campaigns_and_freeways_on_a_grown_map_survive_json() -> None:
    """A radio, an airplane, a mailbox, a billboard, a rural campaign and a freeway with squares or lines below 0."""
    scenario = Scenario(GROWN)
    assert scenario.run().passed
    game = scenario.game
    assert sorted(campaign.kind for campaign in game.state.campaigns.values()) == [
        "airplane",
        "billboard",
        "mailbox",
        "radio",
        "rural",
    ]
    assert min(campaign.line for campaign in game.state.campaigns.values()) == -5
    plain = json.loads(json.dumps(state_to_json(game.state, game.rules)))
    again = Game(game.rules, state_from_json(plain, game.rules))
    assert again.state == game.state
    for number, campaign in again.state.campaigns.items():
        reach = game.rules.campaign_kinds[campaign.kind].reach
        assert reach(again, campaign) == reach(game, game.state.campaigns[number])
    for house in game.state.houses:
        for seat in game.state.seats:
            assert again.board.distance(house, seat) == game.board.distance(house, seat)
    assert draw(again) == draw(game)

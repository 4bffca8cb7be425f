"""Lobbyists: what the module brings, what a position may say of its pieces, and how they are drawn (R-20, R-54 to R-57)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fcm_cli.board import draw, legend
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import Problems
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game.actions import EndTurn, Hire, NextStep, Restructure
from fcm_core.game.cards import actions_left
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import resolve
from fcm_core.scenario import Scenario
from fcm_core.testing.invariants import Watch
from fcm_modules.lobbyists.parks import PARKS, PlacePark
from fcm_modules.lobbyists.pieces import BUILT, cells
from fcm_modules.lobbyists.roads import ROADS, PlaceRoad, arrows

LOBBYIST = CardId("lobbyist")

HEAD = """
ruleset = "base"
modules = ["lobbyists", "rural_marketeers"]
phase = "working"

[board]
map = \"\"\"
..#....#..
..#....#..
..#....#..
..#....#..
..#....#..
\"\"\"

[players.p1]
work = ["lobbyist"]

[[players.p1.restaurant]]
at = [0, 0]
entrance = "NE"

[players.p2]
"""


@pytest.fixture(scope="module")
def rules() -> Rules:
    return compile_rules(resolve("base", with_=["lobbyists"]))


def read(tmp_path: Path, pieces: str) -> Scenario:
    file = tmp_path / "position.scenario.toml"
    file.write_text(HEAD + pieces)
    return Scenario(file)


def position(tmp_path: Path, pieces: str) -> Game:
    return read(tmp_path, pieces).game


def problems(tmp_path: Path, pieces: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        read(tmp_path, pieces)
    return [f"{problem.key}: {problem.message}" for problem in caught.value.problems]


def road(at: str, **keys: str) -> str:
    rest = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[piece]]\nkind = "road"\nat = {at}\n{rest}'


def roadwork(at: str) -> str:
    return f'[[piece]]\nkind = "roadwork"\nat = {at}\n'


def test_the_card(rules: Rules) -> None:
    """LOB-01."""
    card = rules.cards[LOBBYIST]
    assert (card.entry, card.salary, card.colour, card.count, card.range) == (True, True, "purple", 6, 2)
    assert not card.unique


def test_the_step_is_there_with_the_module_only(rules: Rules) -> None:
    """LOB-01, R-20: after houses and gardens, before restaurants."""
    names = [step.name for step in rules.working_steps]
    assert names[names.index("houses") + 1 : names.index("restaurants")] == ["lobbyists"]
    base = compile_rules(resolve("base"))
    assert "lobbyists" not in [step.name for step in base.working_steps]
    assert "lobbyist" not in base.cards
    assert not {"place_road", "place_park", "place_tile"} & set(base.actions)
    assert "first_lobbyist_used" in rules.milestones
    assert "first_lobbyist_used" not in base.milestones


def test_what_is_in_the_box() -> None:
    """Ketchup rulebook, Lobbyists, components: eight roads; four parks besides the two printed on tile Z."""
    assert sum(count for _, count in ROADS.values()) == 8
    assert sum(count for _, count in PARKS.values()) == 4
    assert PARKS["l"][1] == 2
    assert all(len(cells(rows, 0)) == 4 for rows, _ in PARKS.values())


@pytest.mark.parametrize("shape", ROADS)
@pytest.mark.parametrize("turns", range(4))
def test_a_road_points_straight_out_of_its_two_ends(shape: str, turns: int) -> None:
    """R-54: the square in front of an end is next to the end and to no other square of the road."""
    squares = cells(ROADS[shape][0], turns)
    pointed = arrows(squares)
    assert len(pointed) == 2
    for (row, column), vertical in pointed:
        beside = [(r, c) for r, c in squares if abs(r - row) + abs(c - column) == 1]
        assert len(beside) == 1
        assert (beside[0][1] == column) is vertical
        # The end's other neighbour lies straight behind it.
        behind = (2 * beside[0][0] - row, 2 * beside[0][1] - column)
        assert behind in squares


def test_turning_and_flipping() -> None:
    """Four quarter turns are none; a flipped L is another shape, however it is turned."""
    for rows, _ in (*ROADS.values(), *PARKS.values()):
        assert sorted(cells(rows, 4)) == sorted(cells(rows, 0))
    l_shape = PARKS["l"][0]
    turned = {cells(l_shape, turns) for turns in range(4)}
    flipped = {cells(l_shape, turns, True) for turns in range(4)}
    assert len(turned) == len(flipped) == 4
    assert not turned & flipped


# --- until the box is empty ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_a_city_council_builds_until_nothing_is_left(edition: str) -> None:
    """R-14, R-47, R-54: roads open in the Cleanup of their round, markers go, and the box is never overdrawn."""
    options = {"base": {"payday": False, "edition": edition}}
    game = new_game(compile_rules(resolve("base", with_=["lobbyists"], options=options)), 5, 4)
    stream = Stream(4, "tests", "council")
    watch = Watch(game)
    opened = 0
    while game.pending and game.state.round <= 8:
        owed = game.pending[0]
        squares = len(game.state.map.roads)
        built = sum(BUILT.of(game).pieces.get(shape, 0) for shape in ROADS)
        game.apply(owed.seat, council(game, owed.seat, stream))
        watch.check(game)
        assert len(game.state.map.costs) <= 8
        assert all(game.ground.roads >> square & 1 for square, _ in game.state.map.costs)
        used = BUILT.of(game).pieces
        assert all(used.get(shape, 0) <= count for shape, (_, count) in (*ROADS.items(), *PARKS.items()))
        assert sum(piece.kind == "park" for piece in game.state.pieces) == sum(used.get(shape, 0) for shape in PARKS)
        if game.state.phase != "working" and built:
            assert not game.state.map.costs
            assert not any(piece.kind == "road" for piece in game.state.pieces)
        opened += len(game.state.map.roads) > squares
    used = BUILT.of(game).pieces
    assert sum(used.get(shape, 0) for shape in PARKS) == 4
    assert sum(used.get(shape, 0) for shape in ROADS) >= 6
    assert len(game.state.map.roads) == sum(len(cells(ROADS[shape][0], 0)) * used.get(shape, 0) for shape in ROADS)
    assert opened > 1


def council(game: Game, player: Seat, stream: Stream) -> Any:
    """Hires lobbyists and lobbies for anything."""
    decision = game.decision_of(player)
    assert decision is not None
    if decision.kind == "restructure":
        return Restructure((LOBBYIST,) * min(3, game.state.players[player].beach.get(LOBBYIST, 0)))
    if decision.kind != "working":
        return game.default_action(player)
    if actions_left(game, player, LOBBYIST):
        found = [each for each in game.legal_actions(player) if isinstance(each, PlaceRoad | PlacePark)]
        if found:
            return stream.pick(found)
    hire = Hire(LOBBYIST)
    if game.check(player, hire) is None:
        return hire
    return NextStep() if game.check(player, NextStep()) is None else EndTurn()


# --- positions ------------------------------------------------------------------------------------------------------------


def test_a_position_has_roads_and_roadworks(tmp_path: Path) -> None:
    game = position(tmp_path, road("[2, 3]", shape='"long"') + roadwork("[2, 2]") + roadwork("[2, 7]"))
    squares = game.ground.grid.squares
    assert [piece.kind for piece in game.state.pieces] == ["road"]
    assert [squares[square] for square, _ in game.state.map.costs] == [(2, 2), (2, 7)]
    assert game.state.map.roads == ()
    assert not game.board.free() >> game.ground.grid.index((2, 4)) & 1


def test_a_finished_road_is_part_of_the_map_and_out_of_the_box(tmp_path: Path) -> None:
    game = position(tmp_path, road("[2, 3]", shape='"long"', finished="true"))
    assert game.state.pieces == ()
    assert [game.ground.grid.squares[square] for square in game.state.map.roads] == [(2, 3), (2, 4), (2, 5), (2, 6)]
    assert BUILT.of(game).pieces == {"long": 1}
    assert not game.state.occupied & game.ground.roads


@pytest.mark.parametrize(
    ("pieces", "key", "message"),
    [
        (road("[2, 3]", shape='"lnog"'), "piece[0].shape", "did you mean long?"),
        (road("[2, 3]", turns="4"), "piece[0].turns", "0 to 3 quarter turns, found 4"),
        (road("[2, 3]", flipped="true"), "piece[0].flipped", "unknown"),
        (road("[2, 3]", finnished="true"), "piece[0].finnished", "finished"),
        (road("[2, 2]"), "piece[0].at", "the road covers 2,2, which is not empty"),
        (road("[0, 4]", turns="1") + road("[1, 4]"), "piece[1].at", "the road covers 1,4, which is not empty"),
        (road("[4, 9]"), "piece[0].at", "square 4,10 is not on the map"),
        (roadwork("[2, 3]"), "piece[0].at", "2,3 is none"),
        (roadwork("[-2, 3]"), "piece[0].at", "-2,3 is none"),
        (roadwork("[2, 2]") * 2, "piece[1].at", "lies at 2,2 already"),
        ("".join(roadwork(f"[{n % 5}, {2 if n < 5 else 7}]") for n in range(9)), "piece[8].at", "8 roadwork markers"),
        (
            road("[0, 3]", shape='"long"') + road("[1, 3]", shape='"long"') + road("[3, 3]", shape='"long"'),
            "",
            "holds 2",
        ),
        ('[[piece]]\nkind = "park"\nshape = "square"\nat = [2, 3]\n', "piece[0].shape", "one of line, t, l"),
        ('[[piece]]\nkind = "park"\n', "piece[0].at", "missing"),
        ('[[piece]]\nkind = "roadworks"\nat = [2, 2]\n', "piece[0].kind", "did you mean roadwork?"),
    ],
)
def test_a_wrong_piece_is_told(tmp_path: Path, pieces: str, key: str, message: str) -> None:
    found = problems(tmp_path, pieces)
    assert any(each.startswith(key) and message in each for each in found), found


def test_a_wrong_expectation_is_told(tmp_path: Path) -> None:
    with pytest.raises(Problems, match=r"expect\.roadworks.*\[\[7, 3\]\]"):
        read(tmp_path, "[expect]\nroadworks = 3\n").run()
    result = read(tmp_path, roadwork("[2, 2]") + "[expect]\nroadworks = [[2, 7]]\nroads = []\n").run()
    assert [failure.where for failure in result.failures] == ["expect.roadworks"]


def test_roadworks_are_drawn(tmp_path: Path) -> None:
    game = position(tmp_path, road("[2, 3]", shape='"long"') + roadwork("[2, 2]"))
    rows = draw(game, glyphs="ascii").splitlines()
    row = next(line for line in rows if line.startswith("  2 "))
    assert row == "  2 . . #!= = |= = ##. ."
    assert "! 1 tile border more to pass" in legend(game)
    assert "to pass" not in legend(position(tmp_path, ""))

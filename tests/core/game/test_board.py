"""The board keeps squares, orders and what is remembered in step; nobody else writes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fcm_core
import fcm_modules
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import CampaignNumber, GoodId, HouseId, Mask, Seat, TileId
from fcm_core.game.game import Game
from fcm_core.game.places import garden_beside, restaurant_places
from fcm_core.game.state import Campaign, House, Piece, State
from fcm_core.map.grid import bits
from fcm_core.map.shapes import anchors, rect
from fcm_core.rules.plan import resolve
from fcm_core.testing.invariants import distances, squares
from tests.positions import play_on

ANNA, BEN = Seat(0), Seat(1)
BEER, BURGER = GoodId("beer"), GoodId("burger")

# --- who writes ------------------------------------------------------------------------------------------------------

OWNED = {
    "board_cache",
    "campaigns",
    "demand",
    "gardens_left",
    "houses",
    "houses_left",
    "map",
    "map_pool",
    "occupied",
    "pieces",
    "tiles_left",
}
CHANGERS = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"}
# A new game begins with all that is in the box; a view gets what it remembers; a test of the engine forgets it.
EXCEPTIONS = {
    "assembly/setup.py": {"gardens_left", "houses_left", "map_pool", "tiles_left"},
    "game/views.py": {"board_cache"},
    "testing/invariants.py": {"board_cache"},
}
HOME = ("game/board.py", "game/state.py")


def of_a_state(node: ast.AST) -> str | None:
    """The field, where this reads `state.field` or `....state.field`, or `.restaurants` of whatever."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute):
        return None
    owner = node.value
    called = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return node.attr if node.attr == "restaurants" or (called == "state" and node.attr in OWNED) else None


def written(tree: ast.AST) -> Iterator[str]:
    """The fields of the board that a file assigns, deletes or changes in place."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGERS:
            targets = [node.func.value]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                field = of_a_state(each)
                if field is not None:
                    yield field


def sources() -> Iterator[tuple[str, Path]]:
    for package in (fcm_core, fcm_modules):
        home = Path(str(package.__file__)).parent
        for path in sorted(home.rglob("*.py")):
            yield path.relative_to(home).as_posix(), path


def test_nobody_else_writes_what_the_board_keeps() -> None:
    found = {}
    for name, path in sources():
        fields = set(written(ast.parse(path.read_text("utf-8")))) - EXCEPTIONS.get(name, set())
        if name not in HOME and fields:
            found[str(path)] = sorted(fields)
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        "game.state.occupied |= 1",
        "state.pieces = ()",
        "self.game.state.demand['7'] = ()",
        "state.campaigns.pop(4)",
        "del state.houses['7']",
        "a, who.restaurants = 1, ()",
    ],
)
def test_such_a_line_would_be_found(line: str) -> None:
    assert list(written(ast.parse(line)))


# --- what it keeps -----------------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    """A game with room to grow, in its fourth round."""
    rules = compile_rules(resolve("base", with_=["lobbyists"]))
    return play_on(new_game(rules, 2, 1), 1, lambda game: game.state.round > 3)


def consistent(game: Game) -> None:
    squares(game)
    distances(game)
    again = State(**{each: getattr(game.state, each) for each in ("seed", "map", "players", "turn_order")})
    assert game.ground is Game(game.rules, again).ground
    assert [house.order for house in game.state.houses.values()] == sorted(
        house.order for house in game.state.houses.values()
    )
    assert list(game.state.campaigns) == sorted(game.state.campaigns)
    assert set(game.state.demand) == set(game.state.houses)


def room(game: Game, height: int, width: int) -> int:
    """A square at which a rectangle fits."""
    return next(bits(anchors(game.board.free(), game.ground.grid, height, width)))


def block(game: Game, height: int, width: int) -> tuple[int, Mask]:
    at = room(game, height, width)
    return at, rect(game.ground.grid, at, height, width)


def add_house(game: Game) -> None:
    at, mask = block(game, 2, 2)
    number = game.state.houses_left[0]
    game.board.put_house(House(HouseId(str(number)), number * 100, "house", mask, printed=False, at=at))
    assert number not in game.state.houses_left
    assert not game.board.free() & mask


def add_garden(game: Game) -> None:
    for house in game.state.houses.values():
        for side in "NESW":
            mask = garden_beside(game, house, side)
            if isinstance(mask, int) and not house.garden and house.printed and not mask & ~game.board.free():
                left = game.state.gardens_left
                assert game.board.put_garden(house.id, side, mask).garden == mask
                assert game.state.gardens_left == left - 1 and not game.board.free() & mask
                return
    raise AssertionError("no room for a garden")


def add_restaurant(game: Game) -> None:
    places = restaurant_places(game, game.board.free(), game.ground.roadside)
    corner, mask = next((corner, mask) for corner, mask in places.items() if mask)
    at = next(bits(mask))
    game.board.put_restaurant(ANNA, game.board.restaurant(at, corner, True))
    assert game.board.doors(ANNA) >> game.player(ANNA).restaurants[-1].door & 1


def move_restaurant(game: Game) -> None:
    old = game.player(ANNA).restaurants[0]
    at = room(game, 2, 2)
    new = game.board.restaurant(at, "SE", True)
    game.board.move_restaurant(ANNA, old, new)
    assert game.board.free() & old.mask == old.mask and game.player(ANNA).restaurants[0] == new


def close_and_open(game: Game) -> None:
    doors = game.board.doors(BEN)
    game.board.set_open(BEN, False)
    assert doors and not game.board.doors(BEN)
    distances(game)
    game.board.set_open(BEN, True)
    assert game.board.doors(BEN) == doors


def run_campaign(game: Game) -> None:
    at, mask = block(game, 1, 1)
    number = game.state.tiles_left[-1]
    game.board.put_campaign(Campaign(number, "radio", ANNA, (BEER,), 2, at=at, mask=mask))
    assert number not in game.state.tiles_left and not game.board.free() & mask
    assert game.board.change_campaign(number, left=1).left == game.state.campaigns[number].left == 1
    consistent(game)
    game.board.end_campaign(number)
    assert number in game.state.tiles_left and game.board.free() & mask
    assert list(game.state.tiles_left) == sorted(game.state.tiles_left)
    assert not game.board.beside(Campaign(CampaignNumber(number), "radio", ANNA, (BEER,), 2))


def use_pieces(game: Game) -> None:
    at, mask = block(game, 1, 1)
    one, two = Piece("park", at, mask, ANNA), Piece("park", -1, 0, BEN)
    game.board.put_piece(one)
    game.board.put_piece(two)
    there = room(game, 1, 1)
    game.board.move_piece(one, there, 1 << there)
    assert [piece.owner for piece in game.state.pieces] == [ANNA, BEN]
    assert game.board.free() & mask and not game.board.free() >> there & 1
    consistent(game)
    game.board.lift_piece(game.state.pieces[0])
    assert game.board.free() >> there & 1 and game.state.pieces == (two,)


def grow(game: Game) -> None:
    tile = game.state.map_pool[0]
    game.board.add_tile(tile, (-1, 0), 1)
    assert tile not in game.state.map_pool and game.ground.has_tile((-1, 0))
    assert all(house.id in game.state.houses for house in game.rules.tiles[TileId(tile)].houses)


def build_road(game: Game) -> None:
    at, mask = block(game, 1, 2)
    game.board.put_piece(Piece("road", at, mask))
    game.board.lift_piece(game.state.pieces[-1])
    game.board.open_road(mask)
    assert game.ground.roads & mask == mask and not game.state.occupied & mask
    game.board.set_costs([(at + 1, 1), (at, 1)])
    assert game.state.map.costs == ((at, 1), (at + 1, 1)) and game.ground.dinner.costs == {at: 1, at + 1: 1}
    game.board.set_costs(())
    assert not game.ground.dinner.costs


CHANGES = (
    add_house,
    add_garden,
    add_restaurant,
    move_restaurant,
    close_and_open,
    run_campaign,
    use_pieces,
    grow,
    build_road,
)


@pytest.mark.parametrize("change", CHANGES)
def test_squares_orders_and_distances_agree_after_every_change(game: Game, change: Callable[[Game], None]) -> None:
    distances(game)  # everything is remembered now
    before, copy = game.state.copy(), game.copy()
    change(game)
    consistent(game)
    assert copy.state == before
    consistent(copy)
    distances(game)


def test_demand_counters_that_do_not_fit_are_lost(game: Game) -> None:
    """R-30: three on a house, five with a garden."""
    house = next(house for house in game.state.houses.values() if not house.garden)
    game.board.take_counters(house.id)
    assert game.board.limit(house) == 3
    assert game.board.put_counters(house.id, [(BEER, ANNA)] * 2) == 2
    assert game.board.put_counters(house.id, [(BURGER, BEN)] * 4) == 1
    assert game.board.put_counters(house.id, [(BURGER, BEN)]) == 0
    assert game.board.take_counters(house.id) == ((BEER, ANNA), (BEER, ANNA), (BURGER, BEN))
    assert game.state.demand[house.id] == ()


def test_what_is_remembered_is_found_once_until_the_board_changes(game: Game) -> None:
    asked = []

    def find() -> int:
        asked.append(game)
        return len(asked)

    assert [game.board.remembered(("test",), find) for _ in range(3)] == [1, 1, 1]
    copy = game.copy()
    assert copy.board.remembered(("test",), find) == 1
    copy.board.set_open(ANNA, False)
    assert copy.board.remembered(("test",), find) == 2
    assert game.board.remembered(("test",), find) == 1

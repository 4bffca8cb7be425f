"""Modules that nobody knows: odd fields, odd decisions. They play through the generic form."""

from __future__ import annotations

from pathlib import Path

import pytest

import fcm_face as face
from fcm_core import load, new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.random import Stream
from fcm_core.game.game import Game
from fcm_core.records.runner import Bots

PLUGIN = '''
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field, frozen

from fcm_core.modding import (
    ActionKind, CardId, Choice, Decision, DecisionKind, Event, Game, GoodId, HouseId, Mask, Partition, Pass, Piece, PieceKind,
    Refusal, Rules, Seat, Square, TakeOrLeave, Words, hooks, told,
)


@define(unsafe_hash=True)
class HangLamp:
    """Hangs lamps: fields of every kind."""

    where: Square
    colour: str
    near: HouseId
    lamps: tuple[Square, ...] = ()
    menu: tuple[GoodId, ...] | None = None
    bright: bool | None = None
    watts: int = 40


@frozen
class LampHung(Event):
    """A lamp hangs."""

    seat: Seat
    at: int

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} hangs a lamp"


on_lamp_hung = told(LampHung)


class Hanging(ActionKind[HangLamp]):
    """Two squares, two colours, a house, dim or bright."""

    name = "hang_lamp"
    cls = HangLamp
    roles = {"colour": "terms"}

    def check(self, game: Game, seat: Seat, action: HangLamp) -> Refusal | None:
        return None if action in set(self.choices(game, seat)) else Refusal("lamp", "no lamp can hang like that")

    def apply(self, game: Game, seat: Seat, action: HangLamp) -> None:
        spot = game.ground.grid.index(action.where)
        game.board.put_piece(Piece("lamp", spot, 1 << spot, seat))
        on_lamp_hung(game, seat, spot)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        free = game.board.free()
        squares = [game.ground.grid.squares[spot] for spot in range(free.bit_length()) if free >> spot & 1][:2]
        house = next(iter(game.state.houses))
        return [
            HangLamp(where, colour, house, (where, where), menu, bright)
            for where in squares
            for colour in ("red", "deep blue")
            for menu in (None, (GoodId("beer"), GoodId("soda")))
            for bright in (None, True)
        ]

    def preview(self, game: Game, seat: Seat, action: HangLamp) -> Iterable[str]:
        return [f"{action.watts} watts"]


class WhereToHang(TakeOrLeave):
    """Lamps may be hung."""

    name = "lamp"
    actions = ("hang_lamp", "pass")


@define
class Lamps:
    """A secret of each seat."""

    secret: dict[Seat, int] = field(factory=dict)

    def copy(self) -> Lamps:
        return Lamps(self.secret.copy())


def hide(lamps: Lamps, viewer: Seat) -> Lamps:
    return Lamps({seat: number for seat, number in lamps.secret.items() if seat == viewer})


LAMPS = Partition("lamp_lighters", Lamps, hide)


@hooks.contribute_partitions.impl
def partitions(rules: Rules) -> Sequence[Partition[Any]]:
    return (LAMPS,)


@hooks.contribute_actions.impl
def actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    return (Hanging(),)


@hooks.contribute_decisions.impl
def decisions(rules: Rules) -> Sequence[DecisionKind]:
    return (WhereToHang(),)


@hooks.contribute_piece_kinds.impl
def piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    return (PieceKind("lamp", "L", title="street lamp"),)


@hooks.on_turn_order_settled.impl
def ask(game: Game, event: Any) -> None:
    if game.round == 1:
        LAMPS.of(game).secret = {seat: 10 + seat for seat in event.order}
        game.ask("lamp", event.order)
'''
MANIFEST = """
id = "lamp_lighters"
title = "Lamp lighters"
version = "1.0.0"
rules = 1
engine = "1.0"
requires = ["base"]
summary = "Lamps."
"""


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game at the moment when the first lamp may be hung."""
    folder = tmp_path_factory.mktemp("modules")
    module: Path = folder / "lamp_lighters"
    module.mkdir()
    (module / "module.toml").write_text(MANIFEST)
    (module / "plugin.py").write_text(PLUGIN)
    rules = load("base", ["lamp_lighters"], modules_dirs=[folder])
    game = new_game(rules, 3, 2)
    stream = Stream(1, "tests", "lamps")
    while game.pending[0].kind != "lamp":
        game.apply(game.to_move[0], game.sample(game.to_move[0], stream))
    return game


def test_odd_fields_make_a_form(lamps: Game) -> None:
    seat = lamps.to_move[0]
    view = lamps.view(seat)
    form = face.form(view, seat)
    assert form is not None
    assert (form["title"], form["mode"], [each["weight"] for each in form["plain"]]) == ("lamp", "place", ["pass"])
    (table,) = form["actions"]
    assert [(each["name"], each["role"], each["kind"]) for each in table["fields"]] == [
        ("where", "where", "square"),
        ("colour", "terms", "text"),
        ("near", "what", "house"),
        ("lamps", "what", "squares"),
        ("menu", "what", "goods"),
        ("bright", "what", "bool"),
        ("watts", "what", "int"),
    ]
    assert table["count"] == 16
    rows = [face.row_action(view, seat, table, row) for row in range(table["count"])]
    assert rows == [action for action in view.legal_actions(seat) if type(action).__name__ == "HangLamp"]


def test_a_preview_by_trying(lamps: Game) -> None:
    seat = lamps.to_move[0]
    view = lamps.view(seat)
    form = face.form(view, seat)
    assert form is not None
    action = face.row_action(view, seat, form["actions"][0], 0)
    shown = face.preview(view, seat, action)
    assert shown["squares"] == [list(action.where)]
    assert shown["lines"] == ["40 watts"]
    assert f"{view.name(seat)} hangs a lamp" in shown["notes"]
    assert face.preview(view, seat, face.action_json(view, action)) == shown


def test_why_not_there(lamps: Game) -> None:
    seat = lamps.to_move[0]
    view = lamps.view(seat)
    why = face.probe(view, seat, "hang_lamp", {"where": [0, 99]})
    assert why is not None and why["code"] == "lamp"
    first = next(iter(view.legal_actions(seat)))
    assert face.probe(view, seat, "hang_lamp", {"where": list(first.where), "colour": "red"}) is None
    with pytest.raises(InputError, match="no action"):
        face.preview(view, seat, {"action": "hang_lampp"})


def test_what_a_module_hides_stays_hidden(lamps: Game) -> None:
    first, second = lamps.seats[:2]
    own = [extra for extra in face.table(lamps.view(first))["extras"] if extra["module"] == "lamp_lighters"]
    assert own[0]["rows"] == [["secret", f"{lamps.name(first)} 10"]]
    assert str(10 + first) not in str(
        [row for extra in face.table(lamps.view(second))["extras"] for row in extra["rows"]]
    )


def test_the_whole_game_can_be_shown(lamps: Game) -> None:
    game = lamps.copy()
    game.quiet = False
    bots = Bots(game.rules, dict.fromkeys(game.seats, "steady"), 1)
    happened = list(game.events)
    for move in range(60):
        face.try_everything(game, happened, previews=1) if move % 4 == 0 else None
        seat = game.to_move[0]
        happened = game.apply(seat, bots.choose(game, seat, move))
    assert any(piece.kind == "lamp" for piece in game.state.pieces) or game.round > 1

"""Typed values out of plain data and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

import pytest
from attrs import field, frozen

from fcm_core.basics.errors import Problem
from fcm_core.basics.kinds import leaves, words
from fcm_core.basics.schema import ALONE, DERIVED, KEY, PLAIN, Schema, also
from fcm_core.basics.vocabulary import Amounts, CardId, GoodId, HouseId, Mask, Seat, Spot, Square


@frozen
class Stall:
    name: str = field(metadata=KEY)
    at: Square
    goods: tuple[GoodId, ...] = ()


@frozen
class Row:
    seat: Seat
    squares: Mask


@frozen
class Market:
    title: str
    kind: Literal["small", "big"] = "small"
    open: bool = True
    stalls: Mapping[str, Stall] = field(factory=dict)
    by_seat: Mapping[Seat, tuple[CardId, ...]] = field(factory=dict)
    pairs: Mapping[tuple[int, int], str] = field(factory=dict)
    stock: Amounts = ()
    covered: Mask = 0
    rows: tuple[Row, ...] = ()
    limit: int | None = None
    from_: Spot = -1
    guards: tuple[CardId, ...] = field(default=(), metadata={**ALONE, **also("guard", "watch")})
    size: int = field(default=0, metadata=DERIVED)


MARKET = Market(
    "Market",
    "big",
    False,
    {"north": Stall("north", (0, 3), (GoodId("beer"),))},
    {Seat(2): (CardId("trainer"),)},
    {(1, 2): "road"},
    ((GoodId("burger"), 3), (GoodId("beer"), 1)),
    0b1010_1100,
    (Row(Seat(1), 31),),
    None,
    7,
    (CardId("coach"),),
)
WRITTEN: dict[str, Any] = {
    "title": "Market",
    "kind": "big",
    "open": False,
    "stalls": {"north": {"at": [0, 3], "goods": ["beer"]}},
    "by_seat": {"2": ["trainer"]},
    "pairs": [[[1, 2], "road"]],
    "stock": {"burger": 3, "beer": 1},
    "covered": "ac",
    "rows": [{"seat": 1, "squares": "1f"}],
    "from": 7,
    "guards": "coach",
}


def problems(kind: Any, plain: Any, schema: Schema = PLAIN) -> list[str]:
    found: list[Problem] = []
    assert (schema.read(kind, plain, found) is None) == bool(found)
    return [str(each) for each in found]


def test_a_value_is_written_by_its_types_and_read_again() -> None:
    assert PLAIN.write(MARKET) == WRITTEN
    loose = Schema(lone=True)
    assert loose.read(Market, json.loads(json.dumps(WRITTEN)), []) == MARKET
    assert PLAIN.read(Market, {"title": "Market"}, []) == Market("Market")


def test_where_every_key_counts_none_is_null_and_classes_may_be_rows() -> None:
    schema = Schema(whole=True, rows=(Row,))
    written = {**WRITTEN, "limit": None, "rows": [[1, "1f"]], "guards": ["coach"]}
    assert schema.write(MARKET) == {**written, "guards": "coach"}
    assert schema.read(Market, json.loads(json.dumps(written)), []) == MARKET
    del written["limit"], written["title"]
    assert problems(Market, written, schema) == [
        "title: missing; expected a string",
        "limit: missing; expected a whole number",
    ]
    assert problems(Market, {**written, "title": "M", "rows": [[1]]}, schema) == [
        "rows[0]: expected a list of 2, found [1]",
        "limit: missing; expected a whole number",
    ]


@pytest.mark.parametrize(
    ("kind", "plain", "problem"),
    [
        (int, True, "expected a whole number, found true"),
        (int, "3", "expected a whole number, found '3'"),
        (int, 3.0, "expected a whole number, found 3.0"),
        (Seat, "0", "expected a whole number, found '0'"),
        (bool, 1, "expected true or false, found 1"),
        (str, 3, "expected a string, found 3"),
        (tuple[str, ...], "beer", "expected a list of strings, found 'beer'"),
        (tuple[str, ...], ["beer", 3], "[1]: expected a string, found 3"),
        (tuple[int, int], [1], "expected a list of 2, found [1]"),
        (tuple[Square, ...], [[1, 2], [3]], "[1]: expected [row, column], found [3]"),
        (Square, [1, 2, 3], "expected [row, column], found [1, 2, 3]"),
        (Square, [1, "2"], "expected [row, column], found [1, '2']"),
        (Mask, 31, "expected squares as a hexadecimal number in quotes, found 31"),
        (Mask, "xyz", "expected squares as a hexadecimal number in quotes, found 'xyz'"),
        (Amounts, ["beer"], "expected a table of whole numbers, found ['beer']"),
        (Amounts, {"beer": "2"}, "beer: expected a whole number, found '2'"),
        (HouseId, True, "expected a house's number or label, found true"),
        (Mapping[str, Mapping[str, int]], {"a": {"b": None}}, "a.b: expected a whole number, found None"),
        (Mapping[int, str], {"two": "x"}, "two: expected whole numbers for keys, found 'two'"),
        (Literal["small", "big"], "smal", "expected one of small, big, found 'smal'; did you mean small?"),
        (int | None, None, "expected a whole number, found None"),
        (bool | str, 3, "expected true or false or a string, found 3"),
        (Market, [], "expected a table, found []"),
    ],
)
def test_nothing_is_coerced(kind: Any, plain: Any, problem: str) -> None:
    assert problems(kind, plain) == [problem]


def test_a_house_may_be_a_number() -> None:
    assert [PLAIN.read(HouseId, plain, []) for plain in (7, "7", 3.14, "pi")] == ["7", "7", "3.14", "pi"]


def test_every_problem_is_reported_with_its_place() -> None:
    plain = {
        "titel": "Market",
        "kind": "bigg",
        "stalls": {"north": {"at": [0]}, "south": {"at": [1, 1], "name": "south", "goods": [1, "beer", 2]}, "east": 3},
        "by_seat": {"0": [], "x": []},
        "size": 3,
    }
    assert problems(Market, plain) == [
        "title: missing; expected a string",
        "kind: expected one of small, big, found 'bigg'; did you mean big?",
        "stalls.north.at: expected [row, column], found [0]",
        "stalls.south.name: unknown key",
        "stalls.east: expected a table, found 3",
        "by_seat.x: expected whole numbers for keys, found 'x'",
        "titel: unknown key; did you mean title?",
        "size: unknown key",
    ]


def test_a_problem_says_what_was_found_expected_and_meant() -> None:
    found: list[Problem] = []
    PLAIN.read(Market, {"title": 3, "kind": "bigg", "opne": 1}, found, "market.toml", "a")
    assert [(each.file, each.key, each.found, each.expected, each.nearest) for each in found] == [
        ("market.toml", "a.title", 3, "a string", None),
        ("market.toml", "a.kind", "bigg", "one of small, big", "big"),
        ("market.toml", "a.opne", "opne", found[2].expected, "open"),
    ]
    assert found[2].expected.startswith("one of title, kind, open, ")


# --- marks of fields ---------------------------------------------------------------------------------------------------


def test_an_older_key_is_read_and_never_written() -> None:
    for key in ("guards", "guard", "watch"):
        market = PLAIN.read(Market, {"title": "M", key: ["coach", "guru"]}, [])
        assert market is not None and market.guards == ("coach", "guru")
        assert PLAIN.write(market)["guards"] == ["coach", "guru"]
    assert problems(Market, {"title": "M", "watch": 3}) == ["watch: expected a list of strings, found 3"]
    assert problems(Market, {"title": "M", "wacth": []}) == ["wacth: unknown key; did you mean guards?"]
    twice = {"title": "M", "watch": ["coach"], "guards": ["guru"]}
    assert problems(Market, twice) == [
        "watch: watch is an older name of guards, which is there too; write guards alone"
    ]
    two_older = {"title": "M", "watch": ["coach"], "guard": ["guru"]}
    assert problems(Market, two_older) == [
        "watch: watch is an older name of guards, which is there too; write guards alone"
    ]


def test_a_list_of_one_may_be_written_alone_where_the_schema_says_so() -> None:
    loose = Schema(lone=True)
    assert loose.read(tuple[CardId, ...], "coach", []) == ("coach",)
    assert problems(tuple[int, ...], 3, loose) == ["expected a list of whole numbers, found 3"]
    assert problems(tuple[CardId, ...], "coach") == ["expected a list of strings, found 'coach'"]


# --- what types are called, and what is in a value ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (str | None, "a string"),
        (GoodId, "a string"),
        (tuple[GoodId, ...] | None, "a list of strings"),
        (tuple[Square, ...], "a list of [row, column]"),
        (tuple[tuple[str, int], ...], "a list of lists of 2"),
        (Mapping[str, Stall], "a table of tables"),
        (Mapping[str, Any], "a table"),
        (Amounts, "a table of whole numbers"),
        (frozenset[int], "a list of whole numbers"),
        (Any, "a value"),
    ],
)
def test_what_a_type_is_called(kind: Any, said: str) -> None:
    assert words(kind) == said


def test_the_single_values_in_a_value() -> None:
    assert list(leaves(tuple[CardId, ...] | None, ("coach", "guru"))) == [(CardId, "coach"), (CardId, "guru")]
    assert list(leaves(GoodId | None, None)) == []
    assert list(leaves(tuple[Square, ...], ((1, 2),))) == [(Square, (1, 2))]
    assert list(leaves(Amounts, (("beer", 2),))) == [(GoodId, "beer"), (int, 2)]

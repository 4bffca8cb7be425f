"""Actions as sequences of tokens with stable numbers: what a learner picks, one token a step.

An action is told as its kind, then its fields, part by part: `hire`, then `card:trainer`; a square is a row and a column.
The numbers depend on the rules and the size of the map alone, never on the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args, get_origin

import fcm_core as fcm
from fcm_core import CardId, Game, GoodId, HouseId, Partial, Rules, Seat, Square, Stream

NUMBERS = 64  # whole numbers with a token of their own; greater ones and texts share those for other values
OTHERS = 64
DRAWN = 24  # answers that are offered where there are too many to list
SIDES = ("N", "E", "S", "W", "NW", "NE", "SW", "SE")
END = "end"  # the action ends here, where it could also go on


class Tokens:
    """The tokens of one set of rules on maps of one size."""

    def __init__(self, rules: Rules, game: Game) -> None:
        squares = game.ground.grid.squares
        rows, columns = (sorted({square[axis] for square in squares}) for axis in (0, 1))
        self.names: tuple[str, ...] = (
            END,
            *rules.actions,
            *(f"card:{card}" for card in rules.cards),
            *(f"good:{good}" for good in rules.goods),
            *(f"row:{row}" for row in range(rows[0], rows[-1] + 1)),
            *(f"column:{column}" for column in range(columns[0], columns[-1] + 1)),
            *(f"side:{side}" for side in SIDES),
            "no",
            "yes",
            *(f"number:{number}" for number in range(NUMBERS)),
            *(f"other:{number}" for number in range(OTHERS)),
        )
        self.ids = {name: number for number, name in enumerate(self.names)}
        self.rules = rules

    def __len__(self) -> int:
        return len(self.names)

    def of(self, choice: Any) -> list[Any]:
        """The tokens of an action, or of the part of one that is chosen: numbers, and texts that have none."""
        ids = self.ids
        if isinstance(choice, Partial):
            fields = _kinds(self.rules.actions[choice.action].cls)
            found: list[Any] = [ids[choice.action]]
            for name, value in choice.given:
                self._add(found, fields[name], value)
            return found
        cls = type(choice)
        found = [ids[self.rules.action_name(choice)]]
        for name, kind in _kinds(cls).items():
            value = getattr(choice, name, None) if name != "from" else choice.from_
            if value is not None:
                self._add(found, kind, value)
        return found

    def _add(self, found: list[Any], kind: str, value: Any) -> None:
        ids = self.ids
        if value is None:
            return
        if kind == "square":
            found += (ids[f"row:{value[0]}"], ids[f"column:{value[1]}"])
        elif kind in ("card", "good"):
            found.append(ids[f"{kind}:{value}"])
        elif kind == "amounts":
            for good, amount in value:
                found.append(ids[f"good:{good}"])
                self._add(found, "", amount)
        elif kind.startswith("list "):
            for each in value:
                self._add(found, kind[5:], each)
        elif value is True or value is False:
            found.append(ids["yes" if value else "no"])
        elif value in SIDES:
            found.append(ids[f"side:{value}"])
        else:
            number = int(value) if isinstance(value, int) or str(value).isdecimal() else -1
            found.append(ids[f"number:{number}"] if 0 <= number < NUMBERS else f"{value}")

    def number(self, options: Sequence[str]) -> dict[str, int]:
        """Numbers for values without a token of their own, by their order among those offered now."""
        return {text: self.ids[f"other:{place % OTHERS}"] for place, text in enumerate(sorted(options))}


def _kinds(cls: type) -> dict[str, str]:
    """The fields of an action by the keys that partial choices use, with what they hold."""
    found = KINDS.get(cls)
    if found is None:
        found = KINDS[cls] = {field.name.rstrip("_"): _kind(field.type) for field in fcm.fields_of(cls)}
    return found


KINDS: dict[type, dict[str, str]] = {}  # what is known of classes; it never changes


def _kind(kind: Any) -> str:
    for known, name in (
        (CardId, "card"),
        (GoodId, "good"),
        (HouseId, "house"),
        (Square, "square"),
        (fcm.Amounts, "amounts"),
    ):
        if kind == known:
            return name
    inner = [each for each in get_args(kind) if each is not type(None)]
    if get_origin(kind) is tuple:
        return f"list {_kind(inner[0])}"
    return _kind(inner[0]) if len(inner) == 1 else ""


class Node:
    """Where a learner is in telling an action: the actions that are still possible, and the next tokens."""

    __slots__ = ("_open", "done", "options", "tokens")

    def __init__(self, tokens: Tokens, candidates: Iterable[tuple[Any, list[Any]]], place: int) -> None:
        self.tokens = tokens
        self.options: dict[int, list[tuple[Any, list[Any]]]] = {}
        self.done: Any = None  # the action, where nothing more is to be told
        self._open = place
        waiting: list[tuple[Any, list[Any]]] = []
        for choice, told in candidates:
            self._sort(choice, told, waiting)
        strange = {told[place] for _, told in waiting if type(told[place]) is str}
        numbers = tokens.number(tuple(strange)) if strange else {}
        options = self.options
        for each in waiting:
            token = each[1][place]
            number = numbers[token] if type(token) is str else token
            if number in options:
                options[number].append(each)
            else:
                options[number] = [each]
        if self.done is not None and options:
            options[tokens.ids[END]] = [(self.done, [])]

    def _sort(self, choice: Any, told: list[Any], waiting: list[tuple[Any, list[Any]]]) -> None:
        """Takes parts of actions apart as far as they are told."""
        if len(told) > self._open:
            waiting.append((choice, told))
        elif isinstance(choice, Partial):
            for more in choice.expand():
                self._sort(more, self.tokens.of(more), waiting)
        else:
            self.done = choice

    def next(self, token: int) -> Node:
        """What follows a token. KeyError for one that is not offered."""
        chosen = self.options[token]
        if token == 0:
            found = Node(self.tokens, (), self._open)
            found.done = chosen[0][0]
            return found
        return Node(self.tokens, chosen, self._open + 1)


def first_node(tokens: Tokens, game: Game, seat: Seat, stream: Stream) -> Node:
    """The beginning of an answer to what the seat must decide."""
    choices = game.choices(seat)
    if choices is None:
        drawn = [game.default_action(seat), *(game.sample(seat, stream) for _ in range(DRAWN))]
        choices = list(dict.fromkeys(drawn))
    return Node(tokens, ((choice, tokens.of(choice)) for choice in choices), 0)

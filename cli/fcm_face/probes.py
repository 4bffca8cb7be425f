"""Why not: an action that is only half chosen, such as a place under the cursor, is completed and asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from fcm_core import InputError, Seat, actions, fields_of, key_of
from fcm_face.forms import CORNERS, SIDES, TURNS, action_of, field_kind, form, refusal_json, refused
from fcm_face.words import Plain

if TYPE_CHECKING:
    from fcm_core import Game

TRIED = 64  # completions at most


def probe(view: Game, seat: Seat, name: str, fields: Mapping[str, Any], shown: Plain | None = None) -> Plain | None:
    """Why an action of this name cannot have these fields, or None if some legal action has them.

    Fields that are not given are completed: with those of legal actions, or with all ways to turn. `shown` hands over the form if
    the face has it already. The answer is {"action", "label", "code", "why"}.
    """
    found = shown if shown is not None else form(view, seat)
    if found is None:
        return {
            "action": {"action": name},
            "label": name,
            "code": "not_your_turn",
            "why": "there is nothing to decide now",
        }
    table = next((each for each in found["actions"] if each["name"] == name), None)
    if table is not None and found["complete"] and _stands(table, fields):
        return None
    first: Plain | None = None
    for plain in islice(_completions(view, seat, table, name, fields), TRIED):
        try:
            action = action_of(view, seat, plain)
        except (InputError, TypeError) as error:
            if first is None:
                first = {"action": plain, "label": name, "code": "malformed", "why": str(error)}
            continue
        refusal = view.check(seat, action)
        if refusal is None:
            return None
        if first is None or RANK.get(first["code"], 1) > RANK.get(refusal.code, 1):
            first = refusal_json(view, seat, action, refusal)
    if first is not None:
        return first
    why = refused(view, seat, name)
    return why[0] if why else {"action": {"action": name}, "label": name, "code": "", "why": "not possible now"}


# Of several reasons the one that says most about the place is told; what is wrong with the completion says least.
RANK = {"malformed": 9, "no_place": 9, "not_an_option": 8, "spelling": 8, "wrong_decision": 7}


def _stands(table: Plain, fields: Mapping[str, Any]) -> bool:
    """Whether a row of the form has these fields."""
    wanted: list[tuple[int, int]] = []
    for place, field in enumerate(table["fields"]):
        if field["name"] in fields:
            given = _plain(fields[field["name"]])
            index = next((n for n, each in enumerate(field["values"]) if each["value"] == given), None)
            if given is None:
                index = -1
            if index is None:
                return False
            wanted.append((place, index))
    return any(all(row[place] == index for place, index in wanted) for row in table["rows"])


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, (tuple, list)) else value


def _completions(view: Game, seat: Seat, table: Plain | None, name: str, given: Mapping[str, Any]) -> Iterator[Plain]:
    """Actions with these fields, the others taken from legal actions and from the ways to turn."""
    base: Plain = {"action": name, **{key: _plain(value) for key, value in given.items() if value is not None}}
    kind = view.rules.actions.get(name)
    if kind is None:
        yield base
        return
    keys = {key_of(field.name): field.type for field in fields_of(kind.cls)}
    templates: list[Plain] = [{}]
    if table is not None and table["rows"]:
        templates = [
            {
                field["name"]: field["values"][index]["value"]
                for field, index in zip(table["fields"], row, strict=True)
                if index >= 0 and field["role"] in ("what", "terms", "turn")
            }
            for row in table["rows"][:: max(1, len(table["rows"]) // 4)][:4]
        ]
    else:
        for candidate in islice(kind.candidates(view, seat), 4):
            templates.append({key: _plain(value) for key, value in actions.set_fields(candidate).items()})
    turning = [key for key in keys if key in TURNS and key not in given]
    ways = [_ways(view, keys[key], key) for key in turning]
    for template in templates:
        for chosen in product(*ways):
            turned = {key: value for key, value in zip(turning, chosen, strict=True) if value is not None}
            yield {**{key: value for key, value in template.items() if key not in turning}, **turned, **base}


def _ways(view: Game, type_: Any, key: str) -> list[Any]:
    """All ways to turn that a field may hold."""
    kind = field_kind(view, type_)
    if kind == "bool":
        return [None, True]
    if kind == "int":
        return [0, 1, 2, 3]
    return sorted(CORNERS) if key == "entrance" else [*sorted(SIDES), None]

"""Plain data and back: actions as saves, scenario files, bots and people write them, and whole states as JSON.

Both go by the types of the classes' fields (fcm_core.basics.schema).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import InputError, Problem, Problems
from fcm_core.basics.kinds import words
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import Schema, Unfit, all_of, keys_of, unknown_key
from fcm_core.basics.vocabulary import ModuleId
from fcm_core.game.laws import HOOKS
from fcm_core.game.state import Busy, Decision, Partitions, Piece, Restaurant, State
from fcm_core.game.views import Unseen

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.rules import Rules

# --- actions ---------------------------------------------------------------------------------------------------------

ACTIONS = Schema(lone=True)


def action_from_json(rules: Rules, plain: Mapping[str, Any]) -> Any:
    """The action of a mapping with `action` and its fields (`player` is ignored). Raises InputError."""
    if not isinstance(plain, Mapping):
        raise InputError(f"expected an action with its fields, found {plain!r}")
    if "action" not in plain:
        raise InputError(f"action is missing; expected one of {', '.join(rules.actions)}")
    name = plain["action"]
    if not isinstance(name, str) or name not in rules.actions:
        raise InputError(f"no action {name!r}{did_you_mean(str(name), rules.actions)}")
    cls = rules.actions[name].cls
    problems: list[Problem] = []
    action: Any = ACTIONS.read(cls, {key: plain[key] for key in plain if key not in ("action", "player")}, problems)
    if problems:
        have = ", ".join(keys_of(cls)) or "none"
        hint = f"; its fields: {have}" if any("unknown key" in each.message for each in problems) else ""
        raise Problems(problems, f"{name}: {'; '.join(map(str, problems))}{hint}")
    return action


def action_to_json(rules: Rules, player: str, action: Any) -> dict[str, Any]:
    """The mapping that a save or a scenario file writes: `player` (an id), `action`, and the fields that are set."""
    return {"player": player, "action": rules.action_name(action), **ACTIONS.write(action)}


# --- events ----------------------------------------------------------------------------------------------------------

EVENTS = Schema()


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as JSON-ready data: its kind under `event`, then its fields. Seats and squares are numbers."""
    return {"event": event.kind, **EVENTS.write(event)}


def event_from_json(plain: Mapping[str, Any]) -> Event:
    """The event that `event_to_json` wrote. Raises InputError for anything else.

    The modules whose events are to be read must have been loaded, as they are with the rules of a game.
    """
    kinds = {spec.event.kind: spec.event for spec in HOOKS.values() if spec.event is not None}
    kind = str(plain.get("event"))
    if kind not in kinds:
        raise InputError(f"no event {kind!r}{did_you_mean(kind, kinds)}")
    problems: list[Problem] = []
    event = EVENTS.read(kinds[kind], {key: plain[key] for key in plain if key != "event"}, problems, key=kind)
    if event is None:
        raise Problems(problems)
    return event


# --- states ----------------------------------------------------------------------------------------------------------


def state_to_json(state: State, rules: Rules) -> dict[str, Any]:
    """The whole state as JSON-ready data under its fields' names.

    Squares are the map's indexes, sets of squares hexadecimal strings, seats numbers (strings where they are keys).
    Raises InputError for what a module keeps there and JSON has no word for.
    """
    plain: dict[str, Any] = _schema(rules).write(state)
    return plain


def state_from_json(plain: Mapping[str, Any], rules: Rules) -> State:
    """The state that `state_to_json` wrote, equal to the one it was made of. Raises InputError for anything else."""
    problems: list[Problem] = []
    state = _schema(rules).read(State, plain, problems, key="state")
    if state is None:
        raise Problems(problems)
    return state


@lru_cache(maxsize=32)
def _schema(rules: Rules) -> Schema:
    """How states are written under these rules: modules bring actions, and partitions of their own."""
    schema = Schema(whole=True, rows=(Busy, Decision, Piece, Restaurant))

    def read_part(module: ModuleId, plain: Any) -> tuple[ModuleId, Any]:
        if module not in rules.partitions:
            raise unknown_key(module, list(rules.partitions))
        return module, schema.take(rules.partitions[module].cls, plain)

    def read_parts(plain: Any) -> dict[ModuleId, Any]:
        if not isinstance(plain, Mapping):
            raise Unfit(plain, words(Partitions))
        return dict(all_of(plain.items(), read_part))

    def write_parts(parts: dict[ModuleId, Any]) -> dict[str, Any]:
        return {module: schema.write(part, rules.partitions[module].cls) for module, part in parts.items()}

    schema.add(Partitions, read_parts, write_parts)
    schema.add(Any, lambda plain: _any_in(plain, rules), lambda value: _any_out(value, rules))
    return schema


def unseen_to_json(unseen: Unseen) -> dict[str, Any]:
    """What lies face down for the seat of a view, as JSON-ready data."""
    plain: dict[str, Any] = UNSEEN.write(unseen)
    return plain


def unseen_from_json(plain: Any) -> Unseen:
    """What `unseen_to_json` wrote. Raises InputError for anything else."""
    problems: list[Problem] = []
    unseen = UNSEEN.read(Unseen, plain, problems, key="unseen")
    if unseen is None:
        raise Problems(problems)
    return unseen


UNSEEN = Schema(whole=True)


def canonical(plain: Any) -> str:
    """JSON text that is the same for equal data: keys sorted, no spaces."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


def fingerprint(state: State, rules: Rules) -> str:
    """A short hash of the state: equal states have equal ones, on every platform and in every process."""
    return digest(state_to_json(state, rules))


def digest(plain: Any) -> str:
    """A short hash of JSON-ready data: 16 hexadecimal digits."""
    return blake2b(canonical(plain).encode(), digest_size=8).hexdigest()


# --- data without a type: answers not revealed yet, what modules hang on pieces, campaigns and decisions ---------------


def _any_out(value: Any, rules: Rules) -> Any:
    """Tuples become arrays; what JSON has no word for becomes a table with one key that begins with ~."""
    if value is None or type(value) in (int, str, bool):
        return value
    if type(value) is tuple:
        return [_any_out(each, rules) for each in value]
    if type(value) is list:
        return {"~list": [_any_out(each, rules) for each in value]}
    if isinstance(value, Mapping):
        if all(type(key) is str and not key.startswith("~") for key in value):
            return {key: _any_out(each, rules) for key, each in value.items()}
        return {"~table": [[_any_out(key, rules), _any_out(each, rules)] for key, each in value.items()]}
    if rules.action_name(value) in rules.actions:
        return {"~action": [rules.action_name(value), ACTIONS.write(value)]}
    raise InputError(
        f"{value!r} cannot be kept in the state: use numbers, strings, tuples, lists and tables, "
        "or a typed partition of the module"
    )


def _any_in(plain: Any, rules: Rules) -> Any:
    if type(plain) is list:
        return tuple([_any_in(each, rules) for each in plain])
    if type(plain) is dict:
        if "~list" in plain:
            return [_any_in(each, rules) for each in plain["~list"]]
        if "~table" in plain:
            return {_any_in(key, rules): _any_in(each, rules) for key, each in plain["~table"]}
        if "~action" in plain:
            name, fields = plain["~action"]
            return ACTIONS.take(rules.actions[name].cls, fields)
        return {key: _any_in(each, rules) for key, each in plain.items()}
    return plain

"""Plain data and back: actions as saves, scenario files, bots and people write them, and whole states as JSON.

Nothing is coerced: a value of another type than expected is an error that names the place, what was found and what
was expected. The state's core is written by hand because batches store and load thousands of states; what a module
keeps in its partition goes through cattrs by its type annotations.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from hashlib import blake2b
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import attrs
import cattrs
from cattrs.errors import BaseValidationError
from cattrs.v import format_exception

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.game.state import Ask, Busy, Campaign, Decision, House, MapSpec, Piece, Player, Restaurant, State, Turn

if TYPE_CHECKING:
    from fcm_core.game.rules import Rules


ALONE = ("by",)  # lists that are written as one name when they hold only one

# --- actions ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _fields(cls: Any) -> dict[str, tuple[str, Any, bool]]:
    """Public field name -> attribute, type, whether it may be left out."""
    hints = get_type_hints(cls)
    found = {}
    for each in attrs.fields(cls):
        kind = hints[each.name]
        optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
        if optional:
            kind = next(part for part in get_args(kind) if part is not NoneType)
        kind = getattr(kind, "__supertype__", kind)
        found[each.name.rstrip("_")] = (each.name, kind, optional or each.default is not attrs.NOTHING)
    return found


def _describe(kind: Any) -> str:
    if kind is str:
        return "a string"
    if kind is int:
        return "a whole number"
    if kind is bool:
        return "true or false"
    parts = get_args(kind)
    if parts == (int, int):
        return "[row, column]"
    if parts and get_args(parts[0]) == (str, int):
        return "a table of whole numbers"
    return f"a list of {_describe(parts[0]).removeprefix('a ')}s" if parts else str(kind)


def _structure(value: Any, kind: Any) -> Any:
    """The value in the type of the field; ValueError if it does not fit."""
    if kind is bool or kind is int:
        if type(value) is not kind:
            raise ValueError
        return value
    if kind is str:
        if not isinstance(value, str):
            raise ValueError
        return value
    parts = get_args(kind)
    if parts == (int, int):
        if not isinstance(value, list | tuple) or len(value) != 2 or any(type(each) is not int for each in value):
            raise ValueError
        return (value[0], value[1])
    if get_args(parts[0]) == (str, int):
        if not isinstance(value, Mapping) or any(type(each) is not int for each in value.values()):
            raise ValueError
        return tuple(value.items())
    if not isinstance(value, list | tuple):
        raise ValueError
    return tuple(_structure(each, parts[0]) for each in value)


def action_from_plain(rules: Rules, plain: Mapping[str, Any]) -> Any:
    """The action of a mapping with `action` and its fields (`player` is left aside). Raises InputError."""
    if not isinstance(plain, Mapping):
        raise InputError(f"expected an action with its fields, found {plain!r}")
    if "action" not in plain:
        raise InputError(f"action is missing; expected one of {', '.join(rules.actions)}")
    name = plain["action"]
    if not isinstance(name, str) or name not in rules.actions:
        raise InputError(f"no action {name!r}{did_you_mean(str(name), rules.actions)}")
    cls = rules.actions[name].cls
    known: dict[str, tuple[str, Any, bool]] = _fields(cls)
    values: dict[str, Any] = {}
    for key, value in plain.items():
        if key in ("action", "player"):
            continue
        if key not in known:
            have = f"; fields: {', '.join(known)}" if known else "; it has no fields"
            raise InputError(f"{name}: unknown field {key}{did_you_mean(key, known)}{have}")
        attribute, kind, _ = known[key]
        # A card alone stands for a list of one, and a house's number for its name.
        if kind == tuple[str, ...] and isinstance(value, str):
            value = [value]
        elif key == "house" and type(value) is int:
            value = str(value)
        try:
            values[attribute] = _structure(value, kind)
        except ValueError:
            raise InputError(f"{name}: {key}: expected {_describe(kind)}, found {value!r}") from None
    for key, (attribute, kind, optional) in known.items():
        if attribute not in values and not optional:
            raise InputError(f"{name}: {key} is missing; expected {_describe(kind)}")
    return cls(**values)


def action_to_plain(rules: Rules, player: str, action: Any) -> dict[str, Any]:
    """The mapping that a save or a scenario file writes: `player` (an id), `action`, and the fields that are set."""
    plain: dict[str, Any] = {"player": player, "action": rules.action_name(action)}
    for key, (attribute, kind, _) in _fields(type(action)).items():  # type: ignore[arg-type]
        value = getattr(action, attribute)
        if value is None:
            continue
        parts = get_args(kind)
        if parts and get_args(parts[0]) == (str, int):
            value = dict(value)
        elif key in ALONE and len(value) == 1:
            value = value[0]
        elif isinstance(value, tuple):
            value = [list(each) if isinstance(each, tuple) else each for each in value]
        plain[key] = value
    return plain


# --- states ----------------------------------------------------------------------------------------------------------


def state_to_json(state: State, rules: Rules) -> dict[str, Any]:
    """The whole state as JSON-ready data under its fields' names.

    Squares are the map's indexes, sets of squares hexadecimal strings, seats numbers (strings where they are keys).
    """
    turn = state.turn
    return {
        "seed": state.seed,
        "map": {
            "tile_rows": state.map.tile_rows,
            "tile_cols": state.map.tile_cols,
            "margin": state.map.margin,
            "tiles": [list(each) for each in state.map.tiles],
            "drawing": list(state.map.drawing),
            "roads": list(state.map.roads),
            "costs": [list(each) for each in state.map.costs],
        },
        "players": [_player_out(player) for player in state.players],
        "turn_order": list(state.turn_order),
        "bank": state.bank,
        "owed": state.owed,
        "money": state.money,
        "bank_breaks": state.bank_breaks,
        "ceo_slots": state.ceo_slots,
        "next_ceo_slots": state.next_ceo_slots,
        "base_price": state.base_price,
        "round": state.round,
        "phase": state.phase,
        "cursor": state.cursor,
        "asks": [
            {
                "decisions": [[each.kind, each.player, _any_out(each.data, rules)] for each in ask.decisions],
                "begun": ask.begun,
            }
            for ask in state.asks
        ],
        "secret": {str(seat): _any_out(answer, rules) for seat, answer in state.secret.items()},
        "turn": None
        if turn is None
        else {
            "player": turn.player,
            "step": turn.step,
            "used": turn.used.copy(),
            "trainers": [list(each) for each in turn.trainers],
            "trained": turn.trained.copy(),
            "trained_at_work": turn.trained_at_work.copy(),
            "fresh": turn.fresh.copy(),
            "phantoms": list(turn.phantoms),
            "placed": turn.placed,
        },
        "supply": state.supply.copy(),
        "tiles_left": list(state.tiles_left),
        "map_pool": list(state.map_pool),
        "houses_left": list(state.houses_left),
        "gardens_left": state.gardens_left,
        "houses": {
            name: {
                "order": house.order,
                "kind": house.kind,
                "mask": f"{house.mask:x}",
                "garden": f"{house.garden:x}",
                "side": house.side,
                "printed": house.printed,
                "at": house.at,
                "sealed": house.sealed,
            }
            for name, house in state.houses.items()
        },
        "demand": {name: [list(each) for each in counters] for name, counters in state.demand.items()},
        "campaigns": {
            str(number): {
                "kind": each.kind,
                "owner": each.owner,
                "goods": list(each.goods),
                "left": each.left,
                "eternal": each.eternal,
                "at": each.at,
                "turned": each.turned,
                "mask": f"{each.mask:x}",
                "side": each.side,
                "line": each.line,
                "marketeer": each.marketeer,
                "by_marketeer": each.by_marketeer,
                "data": _any_out(each.data, rules),
            }
            for number, each in state.campaigns.items()
        },
        "pieces": [
            [piece.kind, piece.at, f"{piece.mask:x}", piece.owner, _any_out(piece.data, rules)]
            for piece in state.pieces
        ],
        "occupied": f"{state.occupied:x}",
        "open_milestones": state.open_milestones.copy(),
        "closed_milestones": list(state.closed_milestones),
        "ending": state.ending,
        "over": state.over,
        "winner": state.winner,
        "modules": {
            module: _converter.unstructure(part, unstructure_as=rules.partitions[module].cls)
            for module, part in state.modules.items()
        },
        "positions": {str(seat): position for seat, position in state.positions.items()},
        "draws": state.draws.copy(),
        "removed": state.removed,
        "from_box": state.from_box.copy(),
    }


def _player_out(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "chain": player.chain,
        "cash": player.cash,
        "work": player.work.copy(),
        "beach": player.beach.copy(),
        "busy": [[busy.card, list(busy.campaigns)] for busy in player.busy],
        "stock": player.stock.copy(),
        "milestones": player.milestones.copy(),
        "restaurants": [
            [each.at, each.entrance, each.open, f"{each.mask:x}", each.door] for each in player.restaurants
        ],
        "reserve": player.reserve,
        "out": player.out,
        "bankrupt": player.bankrupt,
        "on_duty": player.on_duty,
        "hires": player.hires,
        "income": player.income,
        "paid": player.paid,
        "preparing": player.preparing.copy(),
    }


def state_from_json(plain: Mapping[str, Any], rules: Rules) -> State:
    """The state that `state_to_json` wrote, equal to the one it was made of. Raises InputError for anything else."""
    _check_keys(plain, _STATE_KEYS, "state")
    try:
        return _state_in(plain, rules)
    except InputError:
        raise
    except BaseValidationError as error:
        reasons = "; ".join(cattrs.transform_error(error, path="state.modules", format_exception=_said))
        raise InputError(f"state: {reasons}") from error
    except KeyError as error:
        raise InputError(f"state: {error.args[0]} is missing or not known to this ruleset") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"state: {error}") from error


def _state_in(plain: Mapping[str, Any], rules: Rules) -> State:
    new = State.__new__(State)
    for name in _STATE_NUMBERS:
        setattr(new, name, _typed(plain, name, int))
    for name in ("ending", "over"):
        setattr(new, name, _typed(plain, name, bool))
    new.phase = _typed(plain, "phase", str)
    spec = plain["map"]
    _check_keys(spec, _MAP_KEYS, "state.map")
    new.map = MapSpec(
        spec["tile_rows"],
        spec["tile_cols"],
        spec["margin"],
        tuple(map(tuple, spec["tiles"])),
        tuple(spec["drawing"]),
        tuple(spec["roads"]),
        tuple(map(tuple, spec["costs"])),
    )
    new.players = [_player_in(each) for each in plain["players"]]
    new.turn_order = tuple(plain["turn_order"])
    new.asks = [
        Ask(
            tuple(Decision(kind, player, _any_in(data, rules)) for kind, player, data in ask["decisions"]), ask["begun"]
        )
        for ask in plain["asks"]
    ]
    new.secret = {int(seat): _any_in(answer, rules) for seat, answer in plain["secret"].items()}
    new.turn = _turn_in(plain["turn"])
    new.supply = _counts(plain, "supply")
    new.tiles_left = tuple(plain["tiles_left"])
    new.map_pool = tuple(plain["map_pool"])
    new.houses_left = tuple(plain["houses_left"])
    new.houses = {
        name: House(
            name,
            each["order"],
            each["kind"],
            int(each["mask"], 16),
            int(each["garden"], 16),
            each["side"],
            each["printed"],
            each["at"],
            each["sealed"],
        )
        for name, each in plain["houses"].items()
    }
    new.demand = {name: tuple([(good, by) for good, by in counters]) for name, counters in plain["demand"].items()}
    new.campaigns = {
        int(number): Campaign(
            int(number),
            each["kind"],
            each["owner"],
            tuple(each["goods"]),
            each["left"],
            each["eternal"],
            each["at"],
            each["turned"],
            int(each["mask"], 16),
            each["side"],
            each["line"],
            each["marketeer"],
            each["by_marketeer"],
            _any_in(each["data"], rules),
        )
        for number, each in plain["campaigns"].items()
    }
    new.pieces = tuple(
        Piece(kind, at, int(mask, 16), owner, _any_in(data, rules)) for kind, at, mask, owner, data in plain["pieces"]
    )
    new.occupied = int(plain["occupied"], 16)
    new.open_milestones = _counts(plain, "open_milestones")
    new.closed_milestones = tuple(plain["closed_milestones"])
    for module in plain["modules"]:
        if module not in rules.partitions:
            raise InputError(
                f"state.modules: module {module} keeps no state here{did_you_mean(module, rules.partitions)}"
            )
    new.modules = {
        module: _converter.structure(part, rules.partitions[module].cls) for module, part in plain["modules"].items()
    }
    new.positions = {int(seat): position for seat, position in plain["positions"].items()}
    new.draws = _counts(plain, "draws")
    new.from_box = _counts(plain, "from_box")
    new.board_cache = {}
    return new


def _player_in(plain: Mapping[str, Any]) -> Player:
    _check_keys(plain, _PLAYER_KEYS, "state.players")
    new = Player.__new__(Player)
    new.id = _typed(plain, "id", str)
    new.chain = _typed(plain, "chain", str)
    new.cash = _typed(plain, "cash", int)
    new.work = _counts(plain, "work")
    new.beach = _counts(plain, "beach")
    new.busy = tuple([Busy(card, tuple(numbers)) for card, numbers in plain["busy"]])
    new.stock = _counts(plain, "stock")
    new.milestones = _counts(plain, "milestones")
    new.restaurants = tuple(
        [
            Restaurant(at, entrance, is_open, int(mask, 16), door)
            for at, entrance, is_open, mask, door in plain["restaurants"]
        ]
    )
    reserve = plain["reserve"]
    new.reserve = None if reserve is None else _typed(plain, "reserve", int)
    new.out = _typed(plain, "out", bool)
    new.bankrupt = _typed(plain, "bankrupt", bool)
    new.on_duty = _typed(plain, "on_duty", bool)
    new.hires = _typed(plain, "hires", int)
    new.income = _typed(plain, "income", int)
    new.paid = _typed(plain, "paid", int)
    new.preparing = _counts(plain, "preparing")
    return new


def _turn_in(plain: Mapping[str, Any] | None) -> Turn | None:
    if plain is None:
        return None
    _check_keys(plain, _TURN_KEYS, "state.turn")
    return Turn(
        _typed(plain, "player", int),
        _typed(plain, "step", int),
        _counts(plain, "used"),
        tuple([(card, left) for card, left in plain["trainers"]]),
        _counts(plain, "trained"),
        _counts(plain, "trained_at_work"),
        _counts(plain, "fresh"),
        tuple(plain["phantoms"]),
        _typed(plain, "placed", int),
    )


_STATE_KEYS = frozenset(each.name for each in attrs.fields(State)) - {"board_cache"}
_PLAYER_KEYS = frozenset(each.name for each in attrs.fields(Player))
_TURN_KEYS = frozenset(each.name for each in attrs.fields(Turn))
_MAP_KEYS = frozenset(each.name for each in attrs.fields(MapSpec))
_STATE_NUMBERS = tuple(each.name for each in attrs.fields(State) if str(each.type) == "int" and each.name != "occupied")


def _check_keys(plain: Any, keys: AbstractSet[str], where: str) -> None:
    if not isinstance(plain, Mapping):
        raise InputError(f"{where}: expected a table, found {plain!r}")
    if plain.keys() != keys:
        for key in plain:
            if key not in keys:
                raise InputError(f"{where}: unknown key {key}{did_you_mean(key, sorted(keys))}")
        raise InputError(f"{where}: {', '.join(sorted(keys - plain.keys()))} missing")


def _typed(plain: Mapping[str, Any], key: str, kind: type) -> Any:
    value = plain[key]
    if type(value) is not kind:
        raise InputError(f"state: {key}: expected {_describe(kind)}, found {value!r}")
    return value


def _counts(plain: Mapping[str, Any], key: str) -> dict[str, int]:
    value = plain[key]
    if type(value) is not dict:
        raise InputError(f"state: {key}: expected a table of whole numbers, found {value!r}")
    for each in value.values():
        if type(each) is not int:
            raise InputError(f"state: {key}: expected whole numbers, found {each!r}")
    return value.copy()


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


def _any_out(value: Any, rules: Rules | None = None) -> Any:
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
    if rules is not None and rules.action_name(value) in rules.actions:
        fields = {each.name: _any_out(getattr(value, each.name), rules) for each in attrs.fields(type(value))}
        return {"~action": [rules.action_name(value), fields]}
    raise InputError(
        f"{value!r} cannot be kept in the state: use numbers, strings, tuples, lists and tables, "
        "or a typed partition of the module"
    )


def _any_in(value: Any, rules: Rules | None = None) -> Any:
    if type(value) is list:
        return tuple([_any_in(each, rules) for each in value])
    if type(value) is dict:
        if "~list" in value:
            return [_any_in(each, rules) for each in value["~list"]]
        if "~table" in value:
            return {_any_in(key, rules): _any_in(each, rules) for key, each in value["~table"]}
        if "~action" in value and rules is not None:
            name, fields = value["~action"]
            return rules.actions[name].cls(**{key: _any_in(each, rules) for key, each in fields.items()})
        return {key: _any_in(each, rules) for key, each in value.items()}
    return value


# --- modules' partitions: by their annotations, through cattrs ---------------------------------------------------------


def _said(error: BaseException, kind: type | None) -> str:
    """What one structuring error says: our own sentences as they are, the rest in cattrs's words."""
    if type(error) is ValueError:
        return str(error)
    return format_exception(error, kind)


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)

    def exactly(kind: type) -> Callable[[Any, Any], Any]:
        def structure(value: Any, _: Any) -> Any:
            if type(value) is not kind:
                raise ValueError(f"expected {_describe(kind)}, found {value!r}")
            return value

        return structure

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, exactly(kind))
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: _any_in(value))
    converter.register_unstructure_hook_func(lambda kind: kind is Any, _any_out)

    def is_table(kind: Any) -> bool:
        return (get_origin(kind) or kind) in (dict, Mapping)

    def is_list(kind: Any) -> bool:
        return (get_origin(kind) or kind) in (tuple, list, Sequence)

    def is_set(kind: Any) -> bool:
        return (get_origin(kind) or kind) in (set, frozenset)

    def table_out(kind: Any) -> Callable[[Any], Any]:
        key, value = get_args(kind) or (Any, Any)
        if key in (str, int):
            return lambda table: {
                str(each): converter.unstructure(found, unstructure_as=value) for each, found in table.items()
            }
        return lambda table: [
            [converter.unstructure(each, unstructure_as=key), converter.unstructure(found, unstructure_as=value)]
            for each, found in table.items()
        ]

    def table_in(kind: Any) -> Callable[[Any, Any], Any]:
        key, value = get_args(kind) or (Any, Any)
        if key in (str, int):
            return lambda plain, _: {key(each): converter.structure(found, value) for each, found in plain.items()}
        return lambda plain, _: {
            converter.structure(each, key): converter.structure(found, value) for each, found in plain
        }

    def list_out(kind: Any) -> Callable[[Any], Any]:
        parts = get_args(kind) or (Any, ...)
        if get_origin(kind) is tuple and parts[-1] is not Ellipsis:
            return lambda found: [
                converter.unstructure(each, unstructure_as=part) for each, part in zip(found, parts, strict=True)
            ]
        return lambda found: [converter.unstructure(each, unstructure_as=parts[0]) for each in found]

    def set_out(kind: Any) -> Callable[[Any], Any]:
        part = (get_args(kind) or (Any,))[0]
        return lambda found: [converter.unstructure(each, unstructure_as=part) for each in sorted(found)]

    converter.register_unstructure_hook_factory(is_table, table_out)
    converter.register_structure_hook_factory(is_table, table_in)
    converter.register_unstructure_hook_factory(is_list, list_out)
    converter.register_unstructure_hook_factory(is_set, set_out)
    return converter


_converter = _make_converter()

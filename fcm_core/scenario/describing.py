"""A position of a game as the text of a scenario file: a dispute at the table becomes a test.

What people write in scenario files is written as they would. What no such key says (how the random streams go on, the
state of modules) stands in [state], so that the file's position is the game's, to the last detail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import FcmError, InputError
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.state import NOBODY, Campaign, House
from fcm_core.records.codec import state_to_json
from fcm_core.rules.plan import default_ruleset, resolve, shipped_rulesets
from fcm_core.scenario.position import JSON_KEY, MERGED, STATE_KEY, Position

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.rules.plan import Plan

Table = dict[str, Any]


def scenario_text(game: Game, title: str, modules_dirs: Sequence[str | Path] = ()) -> str:
    """The text of a scenario file whose position is that of a game which rests at the start of a phase.

    Raises InputError for a game that does not rest there, or that is over.
    """
    if game.pending or game.over or game.phase == "setup":
        raise InputError("a scenario begins at the start of a phase; this game is not at one")
    table = _table(game, title, modules_dirs)
    wanted = state_to_json(game.state, game.rules)
    for loose in (False, True):
        if loose:
            table["game"]["loose"] = True
        try:
            found = _state_of(table, modules_dirs)
        except InputError:
            continue
        break
    else:
        # The position has something that no key can say. The rest of the file can be kept short then.
        table = {key: table[key] for key in table if key not in ("house", "campaign", "piece")}
        table["players"] = {player.id: {} for player in game.state.players}
        table["game"] = {"loose": True}
        found = _state_of(table, modules_dirs)
    supply = _differences(found["supply"], wanted["supply"])
    if supply is not None:
        table["game"]["supply"] = supply
        found = _state_of(table, modules_dirs)
    rest = _rest(found, wanted)
    if rest:
        table[STATE_KEY] = rest
        if _state_of(table, modules_dirs) != wanted:
            raise FcmError("this position cannot be written as a scenario")
    return f"{HEAD}\n{toml(table)}"


HEAD = f"""\
# The position of a game. Leave out what does not matter, add steps and what must come out.
# [{STATE_KEY}] holds what no other key says. Without it the position is the same for most questions."""


def _state_of(table: Table, modules_dirs: Sequence[str | Path]) -> Table:
    """The state of the position that a scenario's table describes. Raises InputError."""
    position = Position(Path("position"), modules_dirs, table=table)
    position.check()
    return state_to_json(position.game.state, position.rules)


def _differences(found: Mapping[str, int], wanted: Mapping[str, int]) -> dict[str, int] | None:
    """What must be stated so that the amounts found become those wanted; None where that cannot be said, or nothing."""
    names = dict.fromkeys((*found, *wanted))
    changed = {name: wanted.get(name, 0) for name in names if found.get(name, 0) != wanted.get(name, 0)}
    return changed or None


def _rest(found: Table, wanted: Table) -> Table:
    """The fields of the state that are not yet as they should be, those of players and modules one by one."""
    rest: Table = {key: value for key, value in wanted.items() if key not in MERGED and found[key] != value}
    players = {
        now["id"]: fields
        for was, now in zip(found["players"], wanted["players"], strict=True)
        if (fields := {key: value for key, value in now.items() if was[key] != value})
    }
    modules = {name: part for name, part in wanted["modules"].items() if found["modules"].get(name) != part}
    return {**rest, **({"players": players} if players else {}), **({"modules": modules} if modules else {})}


# --- what people would write -----------------------------------------------------------------------------------------


def _table(game: Game, title: str, modules_dirs: Sequence[str | Path]) -> Table:
    state = game.state
    table: Table = {"title": title, **_plan(game.rules.plan, modules_dirs)}
    table |= {"seed": state.seed, "round": state.round, "phase": state.phase}
    rows = [["" for _ in range(state.map.tile_cols)] for _ in range(state.map.tile_rows)]
    for row, column, tile, turns in state.map.tiles:
        if 0 <= row < len(rows) and 0 <= column < len(rows[row]):
            rows[row][column] = f"{tile}{turns}"
    drawing = state.map.drawing
    table["board"] = {"map": "\n".join(drawing)} if drawing else {"tiles": rows}
    table["house"] = list(_houses(game))
    table["players"] = {player.id: _player(game, seat) for seat, player in state.by_seat()}
    table["campaign"] = [_campaign(game, each) for each in state.campaigns.values()]
    kinds = game.rules.piece_kinds
    table["piece"] = [
        {"kind": piece.kind, **write(game, piece)}
        for piece in state.pieces
        if (write := kinds[piece.kind].write) is not None
    ]
    owned = {name for player in state.players for name in player.milestones}
    table["game"] = {
        "turn_order": [game.name(seat) for seat in state.turn_order],
        "bank": state.bank,
        "bank_breaks": state.bank_breaks,
        "ceo_slots": state.ceo_slots,
        "base_price": state.base_price,
    }
    claimed = [name for name in state.closed_milestones if name not in owned]
    if claimed:
        table["game"]["claimed"] = claimed
    return {key: value for key, value in table.items() if value not in ([], {})}


def _plan(plan: Plan, modules_dirs: Sequence[str | Path]) -> Table:
    """The ruleset, the modules beside it, and the options that are not the usual ones."""
    name = plan.id if plan.id in shipped_rulesets() else default_ruleset()
    wanted = [module.id for module in plan.modules]
    usual = [module.id for module in resolve(name, modules_dirs=modules_dirs).modules]
    more = [module for module in wanted if module not in usual]
    without = [module for module in usual if module not in wanted and module not in plan.replaced]
    plain = resolve(name, more, without, modules_dirs=modules_dirs)
    options = {
        module: changed
        for module, values in plan.options.items()
        if (changed := {key: value for key, value in values.items() if plain.options[module][key] != value})
    }
    found: Table = {"ruleset": name, "modules": more, "without": without, "options": options}
    return {key: value for key, value in found.items() if value}


def _houses(game: Game) -> Iterator[Table]:
    printed = {house.id: house for house in _printed(game)}
    for house in game.state.houses.values():
        table: Table = {"number": _number(house)}
        was = printed.get(house.id)
        if was is None and house.at >= 0:
            table["at"] = list(game.ground.grid.squares[house.at])
            if house.kind != "house":
                table["kind"] = house.kind
        if house.side and (was is None or not was.side):
            table["garden"] = house.side
        demand = game.state.demand[house.id]
        if demand:
            table["demand"] = [
                good if maker == NOBODY else {"good": good, "by": game.name(maker)} for good, maker in demand
            ]
        if len(table) > 1:
            yield table


def _printed(game: Game) -> Iterator[House]:
    for row, column, tile, turns in game.state.map.tiles:
        yield from game.board.printed_houses(tile, (row, column), turns)


def _number(house: House) -> int | str:
    return int(house.id) if house.id.isdecimal() else house.id


def _player(game: Game, seat: Seat) -> Table:
    player, rules = game.state.players[seat], game.rules
    work = {card: count for card, count in player.work.items() if not rules.cards[card].always_at_work}
    table: Table = {
        "cash": player.cash,
        "bankrupt": player.out,
        "work": _cards(work),
        "beach": _cards(player.beach),
        "stock": dict(player.stock),
        "milestones": list(player.milestones),
        "reserve": rules.reserve_cards[player.reserve].value if player.reserve is not None else None,
        "restaurant": [
            {
                "at": list(game.ground.grid.squares[each.at]),
                "entrance": each.entrance,
                **({} if each.open or player.out else {"open": False}),
            }
            for each in player.restaurants
        ],
    }
    return {key: value for key, value in table.items() if value or (key == "cash" and not player.out)}


def _cards(cards: Mapping[Any, int]) -> list[Any]:
    return [card if count == 1 else {"card": card, "count": count} for card, count in cards.items() if count]


def _campaign(game: Game, campaign: Campaign) -> Table:
    table: Table = {"number": campaign.number, "owner": game.name(campaign.owner)}
    if len(campaign.goods) == 1:
        table["good"] = campaign.goods[0]
    else:
        table["goods"] = list(campaign.goods)
    table |= {"eternal": True} if campaign.eternal else {"left": campaign.left}
    if campaign.at >= 0:
        table["at"] = list(game.ground.grid.squares[campaign.at])
        if campaign.turned:
            table["turned"] = True
    if campaign.side:
        table["side"] = campaign.side
        if campaign.line >= 0:
            table["line"] = campaign.line
    if campaign.marketeer is not None:
        table["marketeer"] = campaign.marketeer
        busy = next(
            (each for each in game.state.players[campaign.owner].busy if campaign.number in each.campaigns), None
        )
        if busy is not None:
            earlier = [number for number in busy.campaigns if number < campaign.number]
            if earlier:
                table["with"] = earlier[0]
    return table


# --- TOML ------------------------------------------------------------------------------------------------------------


def toml(table: Table) -> str:
    """The text of a table whose parts are tables and lists of tables, one key a line."""
    return "".join(_lines(table, ())).lstrip("\n")


def _lines(table: Table, path: tuple[str, ...]) -> Iterator[str]:
    parts = {key: value for key, value in table.items() if _has_head(value, (*path, key))}
    for key, value in table.items():
        if key not in parts:
            yield f"{_key(key)} = {_value(value)}\n"
    for key, value in parts.items():
        inner = (*path, key)
        name = ".".join(map(_key, inner))
        for each in value if isinstance(value, list) else [value]:
            if isinstance(value, list):
                yield f"\n[[{name}]]\n"
            elif not each or any(not _has_head(each[part], (*inner, part)) for part in each):
                yield f"\n[{name}]\n"
            yield from _lines(each, inner)


def _has_head(value: Any, path: tuple[str, ...]) -> bool:
    """Whether a value is a table or a list of tables with a head of its own."""
    match path:
        case ("house" | "campaign" | "piece",) | ("players", _, "restaurant"):
            return isinstance(value, list)
        case (_,) | ("options" | "players", _) | ("state", "players" | "modules") | ("state", "players" | "modules", _):
            return isinstance(value, dict)
    return False


def _holds_no_null(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_holds_no_null, value.values()))
    return all(map(_holds_no_null, value)) if isinstance(value, list) else value is not None


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"""\n{value}\n"""' if "\n" in value else json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        return str(value)
    if not _holds_no_null(value):  # TOML has no null
        return f"{{ {JSON_KEY} = {json.dumps(json.dumps(value))} }}"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}" if value else "{}"
    return f"[{', '.join(map(_value, value))}]"

"""A form: the decision that a seat owes, as a table of all that it may do.

Every kind of decision gets one, whatever module it comes from. Each kind of action is a table: its fields are columns with
the values that occur, and every legal action is a row of indexes into these values (-1: the field is not set). A face
narrows the rows field by field, in the order what, where, turn, terms.

`mode` says how a face may ask:
- place: a square is chosen; pick: something else is; order: a position of the turn order;
- structure: cards at work; cards: a choice of cards; amounts: how many of each good;
- go_on: nothing but going on.
`complete` is False where the rows are a sample because there are too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, get_args

from fcm_core import (
    Amounts,
    CampaignNumber,
    CardId,
    GoodId,
    HouseId,
    Partial,
    Payroll,
    Refusal,
    Square,
    Stream,
    TileId,
    action_from_json,
    actions,
    fields_of,
    fireable,
    freezable,
    freezer,
    hand,
    hires_left,
    hires_possible,
    key_of,
    salary_of,
    seats_refusal,
)
from fcm_face.texts import card_text
from fcm_face.words import Plain, counted, listed, spaced

if TYPE_CHECKING:
    from fcm_core import ActionKind, Game, Seat

PLAIN = (actions.Pass, actions.NextStep, actions.EndTurn)  # answers without fields that are no variant of the others
SAMPLED = 64  # rows where there are too many to list
SIDES = frozenset("NESW")
CORNERS = frozenset(("NW", "NE", "SW", "SE"))
ROLES = ("what", "where", "turn", "terms")  # in the order in which a face asks
TURNS = frozenset(("entrance", "garden", "side", "turned", "turns", "flipped", "lengthwise"))
TERMS = frozenset(("left", "good", "goods"))


def form(view: Game, seat: Seat) -> Plain | None:
    """The decision that the seat owes, or None. It is made of the seat's view alone."""
    decision = view.decision_of(seat)
    if decision is None:
        return None
    names = view.rules.decision_actions[decision.kind]
    listed_actions, complete = _legal(view, seat)
    tables, plain = _tables(view, seat, listed_actions)
    default = view.default_action(seat)
    found: Plain = {
        "kind": decision.kind,
        "seat": int(seat),
        "title": title(view, seat),
        "help": _help(view, names),
        "secret": view.rules.decisions[decision.kind].secret or len(view.pending) > 1,
        "mode": "",
        "complete": complete,
        "actions": tables,
        "plain": [_plain(view, seat, action) for action in plain],
        "default": action_json(view, default),
    }
    found |= _special(view, seat, names)
    found["mode"] = found["mode"] or _mode(tables)
    found["safe"] = len(plain) == 1 and not tables and not found["plain"][0]["warn"]
    return found


def title(view: Game, seat: Seat) -> str:
    """What the seat must decide, in a few words; in a working turn the step."""
    decision = view.decision_of(seat)
    if decision is None:
        return ""
    if at_work(view, seat):
        assert view.state.turn is not None
        return spaced(view.rules.working_steps[view.state.turn.step].name)
    kind = view.rules.decisions[decision.kind]
    return kind.title or spaced(kind.name)


def at_work(view: Game, seat: Seat) -> bool:
    """Whether what the seat must decide is how its working turn goes on."""
    decision = view.decision_of(seat)
    turn = view.state.turn
    if decision is None or turn is None or turn.player != seat:
        return False
    names = view.rules.decision_actions[decision.kind]
    return any(view.rules.actions[name].cls is actions.EndTurn for name in names)


def _help(view: Game, names: Iterable[str]) -> list[str]:
    """What the actions do, a line each; of a working turn those of the present step."""
    turn = view.state.turn
    step = view.rules.working_steps[turn.step].actions if turn is not None else None
    kinds = [view.rules.actions[name] for name in names]
    steps = view.rules.step_of_action
    return [kind.help for kind in kinds if kind.help and (step is None or kind.name not in steps or kind.name in step)]


# --- rows ----------------------------------------------------------------------------------------------------------------


def _legal(view: Game, seat: Seat) -> tuple[list[Any], bool]:
    """The legal actions; a sample where there are too many."""
    choices = view.choices(seat)
    if choices is not None:
        return list(view.legal_actions(seat)), True
    stream = Stream(0, "face", "sample")
    found = [view.default_action(seat), *(view.sample(seat, stream) for _ in range(SAMPLED - 1))]
    return list(dict.fromkeys(found)), False


def _tables(view: Game, seat: Seat, legal: Iterable[Any]) -> tuple[list[Plain], list[Any]]:
    """The rows by kind of action, and the plain answers."""
    by_class: dict[type, list[Any]] = {}
    plain: list[Any] = []
    for action in legal:
        cls = type(action)
        if cls in PLAIN:
            plain.append(action)
        elif cls in by_class:
            by_class[cls].append(action)
        else:
            by_class[cls] = [action]
    return [_table(view, seat, cls, rows) for cls, rows in by_class.items()], plain


def _table(view: Game, seat: Seat, cls: type, found: list[Any]) -> Plain:
    """One kind of action: its fields with the values that occur, and a row for each action."""
    kind = view.rules.actions[view.rules.action_names[cls]]
    columns = []
    fields = []
    for field in fields_of(cls):
        name = field.name
        indexes: dict[Any, int] = {None: -1}
        column = []
        for action in found:
            value = getattr(action, name)
            index = indexes.get(value)
            if index is None:
                index = indexes[value] = len(indexes) - 1
            column.append(index)
        del indexes[None]
        columns.append(column)
        key = key_of(name)
        fields.append(_field(view, seat, kind, key, field.type, list(indexes)))
    return {
        "name": kind.name,
        "title": kind.title or spaced(kind.name),
        "help": kind.help,
        "fields": fields,
        "rows": [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in found],
        "count": len(found),
    }


def _field(view: Game, seat: Seat, kind: ActionKind[Any], key: str, type_: Any, values: list[Any]) -> Plain:
    what = field_kind(view, type_, values)
    return {
        "name": key,
        "title": spaced(key),
        "role": kind.roles.get(key) or _role(key, what),
        "kind": what,
        "values": [_value(view, seat, kind, key, type_, what, value) for value in values],
    }


def field_kind(view: Game, type_: Any, values: Iterable[Any] = ()) -> str:
    """What a field holds, by its annotation; for plain text by the values that occur."""
    kinds = {part for part in (get_args(type_) if type_ not in (Square, Amounts) else ()) if part is not type(None)}
    inner = type_
    if type(None) in get_args(type_) and type_ not in (Square, Amounts):
        inner = next(iter(kinds))
    known: dict[Any, str] = {
        Square: "square",
        Amounts: "amounts",
        CardId: "card",
        GoodId: "good",
        HouseId: "house",
        CampaignNumber: "campaign",
        TileId: "tile",
        bool: "bool",
        int: "int",
        tuple[CardId, ...]: "cards",
        tuple[GoodId, ...]: "goods",
        tuple[Square, ...]: "squares",
    }
    if inner in known:
        return known[inner]
    texts = {value for value in values if isinstance(value, str)}
    if texts:
        groups: list[tuple[str, Iterable[str]]] = [
            ("side", SIDES),
            ("corner", CORNERS),
            ("card", view.rules.cards),
            ("good", view.rules.goods),
            ("house", view.state.houses),
        ]
        for name, group in groups:
            if texts <= set(group):
                return name
    return "text"


def _role(key: str, kind: str) -> str:
    """What a field is for: where modules say nothing, by what it holds, then by its name."""
    if kind == "square" and key != "from":
        return "where"
    if key in TURNS or kind in ("side", "corner"):
        return "turn"
    if key in TERMS:
        return "terms"
    if kind == "amounts":
        return "amounts"
    return "cards" if kind == "cards" and key != "by" else "what"


def _value(view: Game, seat: Seat, kind: ActionKind[Any], key: str, type_: Any, what: str, value: Any) -> Plain:
    label = kind.words(view.rules, key, value) or actions.words(view.rules, type_, value)
    if what == "bool":
        label = "yes" if value else "no"
    plain: Plain = {"value": _json(value), "label": label}
    if what in REFERRED:
        plain["ref"] = f"{what}:{value}" if what != "square" else f"square:{value[0]},{value[1]}"
    if what == "card" and value in view.rules.cards:
        plain["hint"] = card_text(view.rules, view.rules.cards[value])
    return plain


REFERRED = frozenset(("card", "good", "house", "square"))


def _json(value: Any) -> Any:
    """A field's value as JSON has it: tuples are lists."""
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def _mode(tables: list[Plain]) -> str:
    if not tables:
        return "go_on"
    roles = {field["role"] for table in tables for field in table["fields"]}
    kinds = {field["kind"] for table in tables for field in table["fields"]}
    return "place" if "where" in roles or {"side", "int"} <= kinds else "pick"


# --- decisions with a form of their own ----------------------------------------------------------------------------------


def _special(view: Game, seat: Seat, names: Iterable[str]) -> Plain:
    """What faces need besides where the one answer is a list of cards or of amounts."""
    classes = [view.rules.actions[name].cls for name in names]
    if len(classes) != 1:
        return {}
    (cls,) = classes
    types = [field.type for field in fields_of(cls)]
    if types == [Amounts]:
        return {"mode": "amounts", **_stock(view, seat, cls)}
    if cls is actions.ChoosePosition:
        return {"mode": "order", "positions": _positions(view)}
    if types != [tuple[CardId, ...]]:
        return {}
    if cls is actions.Restructure:
        return {"mode": "structure", "pool": _pool(view, seat, hand(view, seat))}
    return {"mode": "cards", **_cards(view, seat, cls)}


def _pool(view: Game, seat: Seat, held: Mapping[CardId, int], where: str = "") -> list[Plain]:
    """Cards one may choose, with what one needs to know of them."""
    found = []
    for card, count in held.items():
        known = view.rules.cards[card]
        facts: Plain = {"ref": f"card:{card}", "card": card, "title": known.title, "count": count}
        facts |= {"text": card_text(view.rules, known), "manager": known.is_manager, "slots": known.slots}
        facts |= {"salary": salary_of(view, seat, card)}
        if where:
            facts["where"] = where
        found.append(facts)
    return found


def _cards(view: Game, seat: Seat, cls: type) -> Plain:
    """Which cards may be chosen, and where they are: of those at work, on the beach and busy."""
    player = view.state.players[seat]
    if cls is not actions.Fire:
        held = fireable(view, seat)
        return {"pool": _pool(view, seat, held)}
    payroll = Payroll(view, seat)
    choosable = payroll.choosable()
    rows: list[Plain] = []
    for where, place in (("work", player.work), ("beach", player.beach)):
        free = {card: count for card, count in place.items() if count and card in fireable(view, seat)}
        rows += _pool(view, seat, free, where)
    for busy in player.busy:
        may = choosable.get(busy.card, 0) > payroll.free.get(busy.card, 0)
        (row,) = _pool(view, seat, {busy.card: 1}, "busy")
        rows.append(row | {"campaigns": list(busy.campaigns), "fixed": not may})
    for row in rows:
        row.setdefault("fixed", False)
    must = list(payroll.must_go)
    return {
        "pool": rows,
        "must": must,
        "due": payroll.due(must),
        "cash": player.cash,
        "affordable": payroll.affordable(must),
    }


def _stock(view: Game, seat: Seat, cls: type) -> Plain:
    """The goods that amounts are chosen of; for the freezer what fits."""
    player = view.state.players[seat]
    goods = freezable(view, seat) if cls is actions.Keep else {good: n for good, n in player.stock.items() if n}
    wanted: dict[str, int] = {}
    for counters in view.state.demand.values():
        for good, _ in counters:
            wanted[good] = wanted.get(good, 0) + 1
    found: Plain = {
        "pool": [
            {"ref": f"good:{good}", "good": good, "title": view.rules.goods[good].title, "count": amount}
            | {"demand": wanted.get(good, 0)}
            for good, amount in goods.items()
        ]
    }
    if cls is actions.Keep:
        found["room"] = freezer(view, seat)
    return found


def _positions(view: Game) -> list[Plain]:
    """Every position of the turn order, with who has taken it."""
    playing = sum(not player.out for player in view.state.players)
    taken = {position: seat for seat, position in view.state.positions.items()}
    return [
        {"position": position, "seat": int(taken[position]) if position in taken else None}
        for position in range(1, playing + 1)
    ]


# --- plain answers, and what would be left undone --------------------------------------------------------------------------


def _plain(view: Game, seat: Seat, action: Any) -> Plain:
    turn = view.state.turn
    warn: list[str] = []
    weight = "pass"
    label = view.label(action, seat)
    if isinstance(action, actions.NextStep) and turn is not None:
        weight = "next step"
        following = view.rules.working_steps[turn.step + 1].name
        label = f"go on to {spaced(following)}"
        warn = unused(view, seat, range(turn.step, turn.step + 1))
    elif isinstance(action, actions.EndTurn) and turn is not None:
        weight = "ends turn"
        label = "end the turn"
        warn = unused(view, seat, range(turn.step, len(view.rules.working_steps)))
    return {"action": action_json(view, action), "label": label, "weight": weight, "warn": warn}


def unused(view: Game, seat: Seat, steps: Iterable[int]) -> list[str]:
    """What could still be done in these steps of the turn and would be lost, a sentence each."""
    return [text for step in steps if (text := left_in(view, seat, step))]


def left_in(view: Game, seat: Seat, step: int) -> str:
    """What is left to do in a step of the working turn; "" where nothing is."""
    choices = view.step_choices(seat, step)
    if not choices:
        return ""
    known = view.rules.working_steps[step]
    kinds = [view.rules.actions[name].cls for name in known.actions]
    if actions.Hire in kinds:
        left = hires_left(view, seat)
        return f"{counted(left, 'hire')} of {hires_possible(view, seat)} left"
    workers = dict.fromkeys(worker for choice in choices if (worker := _worker(view, seat, choice)))
    if workers:
        return f"{spaced(known.name)}: {listed(view.rules.title(worker) for worker in workers)} can still act"
    return f"{spaced(known.name)}: something is still possible"


def _worker(view: Game, seat: Seat, choice: Any) -> CardId | None:
    """The card at work that would act."""
    given = dict(choice.given) if isinstance(choice, Partial) else actions.set_fields(choice)
    work = view.state.players[seat].work
    by = given.get("by") or ()
    card = given.get("card") if not by else by[0]
    return card if card in work else None


# --- actions as JSON -----------------------------------------------------------------------------------------------------


def action_json(view: Game, action: Any) -> Plain:
    """An action as JSON: its name under `action`, and its fields that are set."""
    name = view.rules.action_name(action)
    return {"action": name, **{key: _json(value) for key, value in actions.set_fields(action).items()}}


def action_of(view: Game, seat: Seat, plain: Mapping[str, Any]) -> Any:
    """The action of a mapping with `action` and fields, in the one way in which the engine writes it. Raises InputError."""
    table = dict(plain)
    cls = view.rules.actions[table["action"]].cls if table.get("action") in view.rules.actions else None
    for field in fields_of(cls) if cls is not None else ():
        key = key_of(field.name)
        if key in table and field_kind(view, field.type) == "amounts" and isinstance(table[key], list):
            table[key] = dict(table[key])
    return view.canonical(seat, action_from_json(view.rules, table))


def row_action(view: Game, seat: Seat, table: Mapping[str, Any], row: int) -> Any:
    """The action that stands in a row of a form's table. IndexError where there is no such row."""
    plain = {"action": table["name"]}
    for field, index in zip(table["fields"], table["rows"][row], strict=True):
        if index >= 0:
            plain[field["name"]] = field["values"][index]["value"]
    return action_of(view, seat, plain)


# --- why not ---------------------------------------------------------------------------------------------------------------


def refused(view: Game, seat: Seat, name: str = "", draft: Iterable[CardId] | None = None) -> list[Plain]:
    """What one might think of trying and why it is refused: [{"action", "label", "code", "why"}].

    With the `name` of an action only those. In a working turn those of the present step and of later ones. `draft` are cards
    chosen so far for a structure (without it the default): the cards that have no seat then are told.
    """
    decision = view.decision_of(seat)
    found: list[Plain] = []
    for each in view.rules.decision_actions[decision.kind] if decision is not None else ():
        kind = view.rules.actions[each]
        if name and each != name:
            continue
        if kind.cls is actions.Restructure:
            found += _seatless(view, seat, draft)
        for action in kind.candidates(view, seat):
            refusal = view.check(seat, action)
            if refusal is not None and refusal.code != "step_over":
                found.append(refusal_json(view, seat, action, refusal))
    return found


def _seatless(view: Game, seat: Seat, draft: Iterable[CardId] | None) -> Iterable[Plain]:
    """Cards in hand that do not fit into a structure besides those chosen."""
    chosen = list(draft) if draft is not None else list(view.default_action(seat).work)
    for card, count in hand(view, seat).items():
        if chosen.count(card) >= count:
            continue
        work = [*chosen, card]
        refusal = seats_refusal(view, seat, {each: work.count(each) for each in work})
        if refusal is not None:
            facts = {"action": action_json(view, actions.Restructure(tuple(work))), "code": refusal.code}
            yield facts | {"label": f"{view.rules.title(card)} at work as well", "why": refusal.message}


def refusal_json(view: Game, seat: Seat, action: Any, refusal: Refusal) -> Plain:
    """A refusal as JSON, with the action that it is about. Fields that are refused for want of any place are not told."""
    kind = view.rules.kind_of(action)
    given = {}
    for field in fields_of(kind.cls):
        key, value = key_of(field.name), getattr(action, field.name)
        role = kind.roles.get(key) or _role(key, field_kind(view, field.type))
        if value is not None and role not in ("where", "turn", "terms") and key != "by":
            given[key] = value
    label = view.label(Partial(kind.name, tuple(given.items()), tuple), seat).removesuffix("...")
    placeless = refusal.code == "malformed"
    return {
        "action": action_json(view, action),
        "label": label,
        "code": "no_place" if placeless else refusal.code,
        "why": "there is no place for it now" if placeless else refusal.message,
    }

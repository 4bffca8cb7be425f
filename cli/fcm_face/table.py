"""What lies on the table, as the seat of the view may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from fcm_core import (
    CardId,
    Seat,
    card_actions,
    ceo_slots,
    fields_of,
    last_break,
    open_slots,
    salaries,
    unit_price,
    unit_price_reasons,
)
from fcm_face.board import board
from fcm_face.forms import left_in
from fcm_face.structures import tree
from fcm_face.texts import card_facts, card_text, milestone_text
from fcm_face.words import Plain, good_letters, letter, money, spaced

if TYPE_CHECKING:
    from fcm_core import Game


def table(view: Game) -> Plain:
    """All that lies on the table. It changes after every move; a face may only lay it out."""
    state = view.state
    turn = state.turn
    owing = {decision.seat for decision in view.pending}
    viewer = view.viewer if view.viewer is not None and view.viewer >= 0 else None
    return {
        "viewer": viewer,
        "round": state.round,
        "phase": state.phase,
        "step": view.rules.working_steps[turn.step].name if turn is not None else "",
        "steps": steps(view),
        "bank": _bank(view),
        "ceo_slots": state.ceo_slots,
        "base_price": _base_price(view),
        "houses_left": list(state.houses_left),
        "gardens_left": state.gardens_left,
        "map_tiles_left": list(state.map_pool),
        "campaign_tiles": _campaign_tiles(view),
        "goods": _goods(view),
        "demand": _demand(view),
        "seats": [_seat(view, seat, order + 1, seat in owing) for order, seat in enumerate(state.turn_order)],
        "market": market(view),
        "milestones": milestones(view),
        "extras": extras(view),
        "rules": _rules(view),
        "board": board(view),
        "over": state.over,
        "winner": view.result.winner if state.over else None,
    }


def steps(view: Game) -> list[Plain]:
    """The steps of the working turn: done, now, open (something can still be done) or empty, and what is left there."""
    turn = view.state.turn
    found: list[Plain] = []
    for place, step in enumerate(view.rules.working_steps):
        facts: Plain = {"id": step.name, "title": spaced(step.name), "state": "", "left": "", "empty": True}
        if turn is not None:
            left = left_in(view, turn.player, place) if place >= turn.step else ""
            facts["left"] = left
            facts["state"] = (
                "done" if place < turn.step else "now" if place == turn.step else "open" if left else "empty"
            )
            facts["empty"] = not left
        found.append(facts)
    return found


def _bank(view: Game) -> Plain:
    """The bank's dollars and breaks, and what the seat knows of the reserve cards."""
    state = view.state
    cards = view.rules.reserve_cards
    known: list[Plain] = []
    unknown = 0
    mine: Plain | None = None
    for seat, player in state.by_seat():
        if player.reserve is None:
            unknown += not player.out and bool(cards)
            continue
        card = cards[player.reserve]
        facts: Plain = {"seat": int(seat), "name": player.id, "value": card.value, "money": card.money}
        facts |= {"ceo_slots": card.ceo_slots, "base_price": card.base_price}
        known.append(facts)
        if seat == view.viewer:
            mine = facts
    return {
        "money": state.bank,
        "breaks": state.bank_breaks,
        "last_break": last_break(view),
        "owed": state.owed,
        "removed": state.removed,
        "ending": state.ending,
        "reserve": {
            "cards": [
                {"value": each.value, "money": each.money, "ceo_slots": each.ceo_slots, "base_price": each.base_price}
                for each in cards
            ],
            "mine": mine,
            "known": known,
            "unknown": unknown,
            "in_bank": state.bank_breaks > 0,
            "next_ceo_slots": state.next_ceo_slots,
        },
    }


def _base_price(view: Game) -> Plain:
    parts = [list(unit_price_reasons(view, seat)[0]) for seat in list(view.seats)[:1]]
    return {"total": parts[0][0] if parts else view.state.base_price, "parts": parts}


def _campaign_tiles(view: Game) -> list[Plain]:
    """Every campaign tile of the game, free or running."""
    numbers = sorted({*view.state.tiles_left, *view.state.campaigns})
    found = []
    for number in numbers:
        tile = view.rules.campaign_tiles.get(number)
        running = view.state.campaigns.get(number)
        kind = running.kind if running is not None else tile.kind if tile is not None else ""
        facts: Plain = {"number": int(number), "ref": f"campaign:{number}", "kind": kind}
        facts["size"] = list(tile.size) if tile is not None else [0, 0]
        facts["lines"] = tile.lines if tile is not None else 0
        facts["state"] = "free" if running is None else "running"
        facts["owner"] = int(running.owner) if running is not None else -1
        found.append(facts)
    return found


def _goods(view: Game) -> list[Plain]:
    """Every good of the game, with a letter of its own for boards."""
    letters = good_letters(view.rules)
    return [
        {"ref": f"good:{name}", "good": name, "title": good.title, "letter": letters[name], "glyph": good.glyph}
        | {"kind": good.kind, "marketable": good.marketable}
        for name, good in view.rules.goods.items()
    ]


def _demand(view: Game) -> dict[str, int]:
    """Demand counters on the board, by good."""
    found: dict[str, int] = {}
    for counters in view.state.demand.values():
        for good, _ in counters:
            found[good] = found.get(good, 0) + 1
    return dict(sorted(found.items()))


def _seat(view: Game, seat: Seat, order: int, owes: bool) -> Plain:
    state = view.state
    player = state.players[seat]
    due, reasons = salaries(view, seat)
    turn = state.turn
    facts: Plain = {"seat": int(seat), "ref": f"seat:{seat}", "letter": letter(seat), "name": player.id}
    facts |= {"chain": player.chain, "cash": player.cash, "order": order, "out": player.out}
    facts |= {"due": {"total": due, "parts": [list(each) for each in reasons]}, "bankrupt": player.bankrupt}
    price = [list(each) for each in unit_price_reasons(view, seat)]
    facts["price"] = {"total": unit_price(view, seat), "parts": price}
    facts["stock"] = {good: amount for good, amount in player.stock.items() if amount}
    facts["makes"] = makes(view, seat)
    facts["restaurants"] = [len(player.restaurants), view.rules.restaurants_per_player]
    facts["opening"] = sum(not each.open for each in player.restaurants)
    facts["milestones"] = list(player.milestones)
    facts["ceo_slots"] = ceo_slots(view, seat)
    facts["open_slots"] = open_slots(view, seat)
    facts["work"] = tree(view, seat, dict(player.work))
    facts["workers"] = [
        _card(view, seat, card, count) | {"left": _left(view, seat, card)}
        for card, count in player.work.items()
        if count
    ]
    facts["beach"] = [_card(view, seat, card, count) for card, count in player.beach.items() if count]
    facts["busy"] = [
        _card(view, seat, busy.card, 1) | {"campaigns": list(map(int, busy.campaigns))} for busy in player.busy
    ]
    facts["turn"] = turn is not None and turn.player == seat
    facts["owes"] = owes
    facts["answered"] = seat in state.secret
    facts["income"] = player.income
    return facts


def _left(view: Game, seat: Seat, card: CardId) -> int:
    """Actions of a card at work that are left; before the turn all of them."""
    turn = view.state.turn
    whole = card_actions(view, seat, card)
    return whole - turn.used.get(card, 0) if turn is not None and turn.player == seat else whole


def _card(view: Game, seat: Seat, card: CardId, count: int) -> Plain:
    known = view.rules.cards[card]
    return {
        "ref": f"card:{card}",
        "card": card,
        "title": known.title,
        "count": count,
        "salary": known.salary,
        "text": card_text(view.rules, known),
    }


def makes(view: Game, seat: Seat) -> dict[str, int]:
    """What the cards at work make in a round; a choice of goods counts for each of them."""
    found: dict[str, int] = {}
    for card in view.state.players[seat].work:
        for good, amount in view.rules.cards[card].produces:
            found[good] = found.get(good, 0) + amount * card_actions(view, seat, card)
    return found


def market(view: Game) -> list[Plain]:
    """The cards of the game: how many are left, what they do, what they become. In the order of the rules' content."""
    rules = view.rules
    found = []
    for card, left in view.state.supply.items():
        known = rules.cards[card]
        facts: Plain = {"ref": f"card:{card}", "card": card, "title": known.title, "left": left}
        facts |= {
            "entry": known.entry,
            "salary": known.salary,
            "unique": card in rules.unique_groups,
            "colour": known.colour,
        }
        facts |= {"trains_to": [each for each in known.trains_to if each in rules.cards]}
        facts |= {"text": card_text(rules, known), "facts": card_facts(rules, known)}
        found.append(facts)
    return found


def milestones(view: Game) -> list[Plain]:
    """Every milestone: open, claimed in this round, or gone; who has it, and what it does."""
    found = []
    for name, milestone in view.rules.milestones.items():
        claimed = view.state.open_milestones.get(name)
        state = "gone" if claimed is None else "claimed" if claimed else "open"
        holders = [int(seat) for seat, player in view.state.by_seat() if name in player.milestones]
        facts: Plain = {"ref": f"milestone:{name}", "milestone": name, "title": milestone.title, "state": state}
        facts |= {"holders": holders, "when": milestone.when, "effect": milestone.effect, "starts": milestone.starts}
        facts |= {"last_round": milestone.remove_after_round, "text": milestone_text(milestone)}
        found.append(facts)
    return found


def extras(view: Game) -> list[Plain]:
    """What modules keep besides, as far as the seat may see it: [{"module", "title", "rows": [[label, text]]}]."""
    found = []
    for module, part in view.state.modules.items():
        rows = [
            [spaced(field.name), text]
            for field in fields_of(type(part))
            if (text := _told(view, field.type, getattr(part, field.name)))
        ]
        if rows:
            found.append({"module": module, "ref": f"module:{module}", "title": spaced(module), "rows": rows})
    return found


def _told(view: Game, kind: Any, value: Any) -> str:
    """A value of a module's state for people, by the field's type, as well as that can be said without knowing the module."""
    parts = get_args(kind)
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if kind is Seat:
        return view.name(Seat(value)) if value >= 0 else ""
    if isinstance(value, Mapping):
        key, each = parts[:2] or (str, str)
        told = [(_told(view, key, name), _told(view, each, amount)) for name, amount in value.items()]
        return ", ".join(f"{name} {text}" for name, text in told if text)
    if isinstance(value, (tuple, list, set, frozenset)):
        kinds = parts if parts and Ellipsis not in parts and len(parts) == len(value) else parts[:1] * len(value)
        whole = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        told_each = [_told(view, each, one) for each, one in zip(kinds or [str] * len(value), whole, strict=True)]
        return (" " if kinds is parts else ", ").join(text for text in told_each if text)
    if isinstance(value, (str, int)):
        return view.rules.title(CardId(str(value))) if value in view.rules.cards else spaced(str(value))
    return ""


def _rules(view: Game) -> Plain:
    """Which modules play, the working steps, and what decides where a house eats."""
    plan = view.rules.plan
    return {
        "title": plan.title,
        "modules": [
            {"module": each.id, "ref": f"module:{each.id}", "title": each.manifest.title} for each in plan.modules
        ],
        "steps": [spaced(step.name) for step in view.rules.working_steps],
        "ranking": [key.title or spaced(key.name) for key in view.rules.ranking_keys],
        "text": f"the bank breaks {last_break(view)} times; the game ends with the Dinnertime of the last break",
        "bank": money(view.rules.settings.bank_per_player) + " a player at the start",
    }

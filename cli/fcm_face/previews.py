"""A preview: what would follow from an action, before it is taken.

Every action, of whatever module, is applied to a copy of the view and the copy is compared with the view. New campaigns
are asked for the houses they reach, new restaurants, roads and houses for distances. What comes of secrets or chance is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fcm_core import (
    CardId,
    Payroll,
    Seat,
    actions,
    campaign_houses,
    counters_for,
    dinner_distance,
    owned_cards,
    seats_refusal,
    wanted,
)
from fcm_face import structures, suppose
from fcm_face.forms import action_of
from fcm_face.words import (
    Plain,
    campaign_title,
    counted,
    distances,
    letter,
    listed,
    money,
    spaced,
    squares_of,
)

if TYPE_CHECKING:
    from fcm_core import Campaign, Game, House, Restaurant
    from fcm_face.suppose import Outcome


def preview(view: Game, seat: Seat, action: Any) -> Plain:
    """What would follow from an action of the seat, given as an action or as JSON.

    - title: the action in words; squares: those that it covers or changes, [row, column]; mark: the one that counts most, or None;
    - reach: houses that it concerns: [{"ref", "text", "good"}]; lines: sentences; costs: [what, change];
    - notes: what else happens; warn: what one may regret; undo: whether it can be taken back, as far as the seat can know.

    Raises InputError for JSON that is no action. An action that is not legal has its reason in `warn` and changes nothing.
    """
    if isinstance(action, Mapping):
        action = action_of(view, seat, action)
    found: Plain = {"title": view.label(action, seat), "squares": [], "mark": None, "reach": [], "lines": []}
    found |= {"costs": [], "notes": [], "warn": [], "undo": True}
    refusal = view.check(seat, action)
    if refusal is not None:
        if isinstance(action, actions.Fire) and _owns(view, seat, action.cards):
            found |= _firing(view, seat, action, [])  # what is due is worth knowing before enough are chosen
        return found | {"warn": [refusal.message]}
    found["lines"] += view.rules.kind_of(action).preview(view, seat, action)
    if view.rules.decisions[kind_of_decision(view, seat)].secret and _last(view, seat):
        found["undo"] = False
        found["notes"].append("all have chosen then, and the choices come out")
    if isinstance(action, actions.Restructure):
        return found | _structure(view, seat, action, found["notes"])
    if isinstance(action, actions.Fire):
        return found | _firing(view, seat, action, found["notes"])
    outcome = suppose.after(view, seat, action)
    found["undo"] = found["undo"] and not outcome.reveals
    if outcome.chance:
        found["notes"].append("chance decides what comes of it")
        return found
    if outcome.secret:
        found["notes"].append("stays secret until all have chosen")
        return found
    _compare(found, view, seat, outcome)
    return found


def kind_of_decision(view: Game, seat: Seat) -> str:
    """The kind of the decision that the seat owes; it owes one."""
    decision = view.decision_of(seat)
    assert decision is not None
    return decision.kind


def _last(view: Game, seat: Seat) -> bool:
    """Whether everybody else has given an answer of this kind already."""
    kind = kind_of_decision(view, seat)
    owed = [each for ask in view.state.asks for each in ask.decisions if each.kind == kind]
    return all(each.seat == seat for each in owed)


# --- cards -----------------------------------------------------------------------------------------------------------------


def _structure(view: Game, seat: Seat, action: actions.Restructure, notes: list[str]) -> Plain:
    """A structure: its sums, and whether it fits."""
    sums = structures.sums(view, seat, action.work)
    refusal = seats_refusal(view, seat, view_counts(action.work))
    return {
        "lines": structures.lines(sums),
        "structure": sums,
        "warn": [f"{refusal.message}: only the CEO would work"] if refusal is not None else [],
        "notes": [*notes, "stays secret until all have chosen"],
    }


def view_counts(cards: Iterable[Any]) -> dict[Any, int]:
    """How many there are of each."""
    counts: dict[Any, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _owns(view: Game, seat: Seat, cards: Iterable[CardId]) -> bool:
    """Whether the seat has all these cards."""
    have = owned_cards(view, seat)
    return all(have.get(card, 0) >= count for card, count in view_counts(cards).items())


def _firing(view: Game, seat: Seat, action: actions.Fire, notes: list[str]) -> Plain:
    """Whom to fire: what is due then, and what is left."""
    due = Payroll(view, seat).due(action.cards)
    cash = view.state.players[seat].cash
    names = [view.rules.title(card) for card in action.cards]
    return {
        "lines": [f"due {money(due)}, cash {money(cash)}, left {money(max(0, cash - due))}"],
        "costs": [["cash", money(-min(due, cash))]] if due else [],
        "notes": [*notes, f"fires {listed(names)}" if names else "fires nobody", "stays secret until all have chosen"],
        "due": due,
        "left": cash - due,
    }


# --- comparing ---------------------------------------------------------------------------------------------------------------


def _compare(found: Plain, view: Game, seat: Seat, outcome: Outcome) -> None:
    then = outcome.game
    mask, beside = changed_squares(view, then)
    found["squares"] = squares_of(then, mask) + [list(square) for square in sorted(beside)]
    if then.ground is not view.ground or then.state.houses is not view.state.houses or _other_board(view, then):
        _board(found, view, seat, then)
    found["costs"] = _costs(view, then, seat)
    say = then.words()
    title = found["title"]
    for event in outcome.events:
        for line in event.sentence(say).split("\n"):
            if line.strip() and line.strip() != title:
                found["notes"].append(line.strip())


def _other_board(view: Game, then: Game) -> bool:
    """Whether anything lies elsewhere."""
    before, now = view.state, then.state
    if before.campaigns.keys() != now.campaigns.keys() or before.pieces != now.pieces or before.houses != now.houses:
        return True
    return any(one.restaurants != two.restaurants for one, two in zip(before.players, now.players, strict=True))


def changed_squares(view: Game, then: Game) -> tuple[int, set[tuple[int, int]]]:
    """The squares of the map (as a bitboard) and those beside it under what is new, moved or built."""
    before, now = view.state, then.state
    mask = then.ground.on_map & ~view.ground.on_map | then.ground.roads & ~view.ground.roads
    for spot, cost in now.map.costs:
        if (spot, cost) not in before.map.costs:
            mask |= 1 << spot
    for name, house in now.houses.items():
        if before.houses.get(name) != house:
            mask |= (house.mask | house.garden) & ~_area(before.houses.get(name))
    for one, two in zip(before.players, now.players, strict=True):
        for restaurant in two.restaurants:
            if restaurant not in one.restaurants:
                mask |= restaurant.mask
    beside: set[tuple[int, int]] = set()
    for number, campaign in now.campaigns.items():
        if number not in before.campaigns:
            mask |= then.board.drawn_on(campaign)
            beside |= then.board.beside(campaign)
    known = list(before.pieces)
    for piece in now.pieces:
        if piece in known:
            known.remove(piece)
            continue
        mask |= piece.mask & then.ground.on_map
        kind = then.rules.piece_kinds.get(piece.kind)
        if kind is not None and kind.beside is not None:
            beside |= set(kind.beside(then, piece))
    return mask, beside


def _area(house: House | None) -> int:
    return house.mask | house.garden if house is not None else 0


def _board(found: Plain, view: Game, seat: Seat, then: Game) -> None:
    """What is new on the board: whom campaigns reach, how far new restaurants and houses are, whose ways change."""
    before, now = view.state, then.state
    told: set[str] = set()
    for number, campaign in now.campaigns.items():
        if number not in before.campaigns:
            _campaign(found, then, campaign, told)
    moved = False
    for who, player in now.by_seat():
        for restaurant in player.restaurants:
            if restaurant not in before.players[who].restaurants:
                found["mark"] = list(then.ground.grid.squares[restaurant.door])
                _restaurant(found, view, then, who, restaurant)
                moved = True
    for name, house in now.houses.items():
        if before.houses.get(name) != house:
            _house(found, then, house, told, new=name not in before.houses)
    if not moved:
        _ways(found, view, then, told)


def reached(game: Game, campaign: Campaign) -> list[Plain]:
    """The houses that a campaign reaches, in eating order: demand and room, counters that come, who sells there and how far."""
    found = []
    for name in campaign_houses(game, campaign):
        house = game.state.houses[name]
        have = sum(wanted(game, name).values())
        limit = game.board.limit(house)
        come = counters_for(game, campaign, name) * len(campaign.goods)
        room = come if limit is None else max(0, min(come, limit - have))
        ways = distances(game, ((who, dinner_distance(game, who, house)) for who in game.seats))
        full = limit is not None and have >= limit
        text = f"{have}/{'no limit' if limit is None else limit}{' FULL' if full else ''}"
        text += f", +{room}" if room > 1 else ""
        facts: Plain = {"ref": f"house:{name}", "title": f"house {name}", "good": room > 0}
        found.append(
            facts | {"text": f"{text}, {ways or 'no chain near'}", "demand": have, "limit": limit, "room": room}
        )
    return found


def _campaign(found: Plain, then: Game, campaign: Campaign, told: set[str]) -> None:
    houses = reached(then, campaign)
    found["reach"] += houses
    told.update(house["ref"] for house in houses)
    free = sum(house["good"] for house in houses)
    text = f"{campaign_title(then, campaign)} reaches {counted(len(houses), 'house') if houses else 'no house'}"
    found["lines"].append(f"{text}, {free} with room" if houses and free < len(houses) else text)
    if not free:
        found["warn"].append("it brings no demand now")
    sellers = [who for who in then.seats if any(_sells(then, who, good) for good in campaign.goods)]
    if houses:
        names = listed(then.name(who) for who in sellers) or "nobody"
        found["lines"].append(f"{listed(map(spaced, campaign.goods))} in stock now: {names}")
    if campaign.marketeer is not None:
        length = "for the rest of the game" if campaign.eternal else "until it ends"
        found["lines"].append(f"{then.rules.title(campaign.marketeer)} is busy {length}")


def _sells(game: Game, seat: Seat, good: Any) -> bool:
    return bool(game.state.players[seat].stock.get(good))


def _restaurant(found: Plain, view: Game, then: Game, who: Seat, restaurant: Restaurant) -> None:
    """The houses by their distance to the chain, as it will be when the restaurant is open; before, where that differs."""
    opened = then
    if not restaurant.open:
        opened = then.copy()
        opened.board.set_open(who, True)
        found["lines"].append("opens in Cleanup")
    near: dict[int, list[str]] = {}
    away: list[str] = []
    had = any(each.open for each in view.state.players[who].restaurants)
    for name, house in opened.state.houses.items():
        borders = dinner_distance(opened, who, house)
        if borders is None:
            away.append(name)
            continue
        near.setdefault(borders, []).append(name)
        before = dinner_distance(view, who, house) if had and name in view.state.houses else None
        if not had:
            if borders <= NEAR:
                _add(found, house, f"distance {borders}", True)
        elif before is None or borders < before:
            _add(found, house, f"distance {_way(before)} -> {borders}", True)
        elif borders > before:
            _add(found, house, f"distance {before} -> {borders}", False)
    for borders in sorted(near):
        found["lines"].append(f"distance {borders}: {', '.join(near[borders])}")
    if away:
        found["lines"].append(f"no road to: {', '.join(away)}")


NEAR = 1  # tile borders: houses that a first restaurant has nearby


def _add(found: Plain, house: House, text: str, good: bool) -> None:
    found["reach"].append({"ref": f"house:{house.id}", "title": f"house {house.id}", "text": text, "good": good})


def _way(borders: int | None) -> str:
    return "no way" if borders is None else str(borders)


def _house(found: Plain, then: Game, house: House, told: set[str], *, new: bool) -> None:
    """A house that is built, or that gets a garden: its place in the eating order, its limit, who is near."""
    told.add(f"house:{house.id}")
    limit = then.board.limit(house)
    ways = distances(then, ((who, dinner_distance(then, who, house)) for who in then.seats))
    text = f"holds {'any number of' if limit is None else limit} counters, {ways or 'no chain near'}"
    found["reach"].append({"ref": f"house:{house.id}", "title": f"house {house.id}", "text": text, "good": bool(ways)})
    if new:
        order = list(then.state.houses)
        place = order.index(house.id)
        before = f"after {order[place - 1]}" if place else "first"
        behind = f", before {order[place + 1]}" if place + 1 < len(order) else ", last"
        found["lines"].append(f"house {house.id} eats {before}{behind}")
    found["lines"].append(f"house {house.id} {text}")
    running = [
        campaign_title(then, each) for each in then.state.campaigns.values() if house.id in campaign_houses(then, each)
    ]
    if running:
        found["lines"].append(f"reached by {listed(running)}")


def _ways(found: Plain, view: Game, then: Game, told: set[str]) -> None:
    """Distances that change: roads, roadworks, map tiles and whatever modules count."""
    for name, house in then.state.houses.items():
        if f"house:{name}" in told or name not in view.state.houses:
            continue
        nearer = False
        changes = []
        for who in then.seats:
            before, now = dinner_distance(view, who, view.state.houses[name]), dinner_distance(then, who, house)
            if before != now:
                changes.append(f"{letter(who)} {_way(before)} -> {_way(now)}")
                nearer = nearer or (now is not None and (before is None or now < before))
        if changes:
            _add(found, house, f"distance {', '.join(changes)}", nearer)


def _costs(view: Game, then: Game, seat: Seat) -> list[list[str]]:
    """What changes of cash, goods and cards, the seat's own first."""
    found: list[list[str]] = []
    order = [seat, *(who for who in view.seats if who != seat)]
    for who in order:
        before, now = view.state.players[who], then.state.players[who]
        whose = "" if who == seat else f"{view.name(who)}: "
        if now.cash != before.cash:
            found.append([f"{whose}cash", f"{'+' if now.cash > before.cash else '-'}${abs(now.cash - before.cash)}"])
        goods = _difference(before.stock, now.stock)
        if goods:
            found.append([f"{whose}stock", _signed((spaced(good), amount) for good, amount in goods.items())])
        for where, one, two in (("work", before.work, now.work), ("beach", before.beach, now.beach)):
            cards = _difference(one, two)
            if cards:
                title = view.rules.title
                found.append([f"{whose}{where}", _signed((title(card), n) for card, n in cards.items())])
    if then.state.bank != view.state.bank:
        change = then.state.bank - view.state.bank
        found.append(["bank", f"{'+' if change > 0 else '-'}${abs(change)}"])
    return found


def _difference(before: Mapping[Any, int], now: Mapping[Any, int]) -> dict[Any, int]:
    names = dict.fromkeys((*before, *now))
    return {name: change for name in names if (change := now.get(name, 0) - before.get(name, 0))}


def _signed(changes: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{'+' if amount > 0 else '-'}{abs(amount)} {name}" for name, amount in changes)

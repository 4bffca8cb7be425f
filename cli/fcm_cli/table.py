"""What lies on the table, as lines of text: the bank, companies, the market, milestones, houses, campaigns.

It lays out what the presenter (fcm_face) says and knows no rule. Every function gives plain text, one thing a line, so that it
reads well in a narrow window and aloud.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import fcm_face as face
from fcm_core import dinner_candidates, dinner_distance, unit_price, wanted
from fcm_face.words import amounts, counted, letter, listed, money, spaced, sum_text

if TYPE_CHECKING:
    from fcm_core import CardId, Game, Seat

WIDTH = 80


def wrapped(text: str, indent: str = "    ") -> str:
    """A line that is broken at words where it is too long."""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(wrapped(line) for line in lines)


def status(game: Game) -> str:
    """Where the game is and how the bank stands, in two lines."""
    shown = face.table(game)
    bank = shown["bank"]
    where = f"round {shown['round']}, {spaced(shown['phase'])}"
    where += f", {spaced(shown['step'])}" if shown["step"] else ""
    slots = f"CEO {counted(shown['ceo_slots'], 'slot')}" if shown["ceo_slots"] else "CEO slots not chosen yet"
    base = f"base price {money(shown['base_price']['total'])}"
    demand = amounts(shown["demand"]) or "none"
    return _lines([f"{where}; {bank_line(bank)}; {slots}; {base}", f"demand on the board: {demand}"])


def bank_line(bank: dict[str, Any]) -> str:
    """The bank in a few words."""
    text = f"bank {money(bank['money'])}, {bank['breaks']} of {counted(bank['last_break'], 'break')}"
    mine = bank["reserve"]["mine"]
    if mine is not None and not bank["reserve"]["in_bank"]:
        text += f", your reserve card {mine['value']}"
    return text


def bank(game: Game) -> str:
    """The bank, its breaks, and every reserve card that the seat may see."""
    facts = face.table(game)["bank"]
    reserve = facts["reserve"]
    lines = [f"the bank holds {money(facts['money'])}"]
    if facts["owed"]:
        lines.append(f"it owes {money(facts['owed'])} besides")
    lines.append(
        f"it has broken {facts['breaks']} of {counted(facts['last_break'], 'time')}; the last break ends the game"
    )
    if reserve["cards"]:
        lines += [
            f"reserve card {each['value']}: {_reserve_text(each)}" + _chosen(reserve["known"], each["value"])
            for each in reserve["cards"]
        ]
        known = sum(each["money"] for each in reserve["known"])
        if reserve["in_bank"]:
            names = " + ".join(f"{each['money']} ({each['name']})" for each in reserve["known"])
            lines.append(f"the first break added {names} = {money(known)}")
        elif reserve["unknown"]:
            low = known + reserve["unknown"] * min(each["money"] for each in reserve["cards"])
            high = known + reserve["unknown"] * max(each["money"] for each in reserve["cards"])
            hidden = counted(reserve["unknown"], "hidden card")
            lines.append(f"the first break will add {money(known)} and {hidden}: {money(low)} to {money(high)}")
        else:
            lines.append(f"the first break will add {money(known)}")
        if reserve["next_ceo_slots"]:
            lines.append(f"from the next round on CEOs have {counted(reserve['next_ceo_slots'], 'slot')}")
    return _lines(lines)


def _reserve_text(card: dict[str, Any]) -> str:
    text = f"{money(card['money'])} for the bank"
    text += f", votes for {counted(card['ceo_slots'], 'CEO slot')}" if card["ceo_slots"] else ""
    return text + (f", base price {money(card['base_price'])}" if card["base_price"] else "")


def _chosen(known: list[dict[str, Any]], value: int) -> str:
    names = [each["name"] for each in known if each["value"] == value]
    return f" - chosen by {listed(names)}" if names else ""


def players(game: Game) -> str:
    """Everybody's cash, price, salaries, stock, restaurants and milestones, in turn order."""
    lines = []
    for seat in face.table(game)["seats"]:
        parts = seat["price"]["parts"]
        price = money(seat["price"]["total"])
        price += f" ({sum_text(amount for amount, _ in parts)})" if len(parts) > 1 else ""
        name = f"{seat['letter']} {seat['name']}" + (" (bankrupt)" if seat["bankrupt"] else "")
        facts = [f"cash {money(seat['cash'])}", f"price {price}", f"salaries {money(seat['due']['total'])}"]
        facts.append(f"stock {amounts(seat['stock']) or 'none'}")
        coming = f" ({seat['opening']} coming soon)" if seat["opening"] else ""
        facts.append(f"restaurants {seat['restaurants'][0]} of {seat['restaurants'][1]}{coming}")
        facts.append(f"milestones {len(seat['milestones'])}")
        lines.append(f"{seat['order']}. {name}: {', '.join(facts)}")
    return _lines(lines)


def company(game: Game, seat: Seat, draft: Iterable[CardId] | None = None) -> str:
    """The company as a tree: managers with the cards under them and open slots, then beach and busy cards.

    With a `draft` the company as it would be with these cards at work. Positions do not matter (R-17).
    """
    facts = next(each for each in face.table(game)["seats"] if each["seat"] == seat)
    chosen = list(draft) if draft is not None else None
    tree = facts["work"] if chosen is None else face.sums(game, seat, chosen)["tree"]
    lines = [f"{facts['letter']} {facts['name']}, CEO, {counted(tree['slots'], 'slot')}"]
    lines[0] += " (draft)" if chosen is not None else ""
    for manager in tree["managers"]:
        lines.append(f"  - {manager['title']} ({counted(manager['slots'], 'slot')})")
        lines += [f"      - {card['title']}" for card in manager["cards"]]
        if manager["free"]:
            lines.append(f"      - {manager['free']} open")
    lines += [f"  - {card['title']}" for card in tree["cards"]]
    if tree["free"]:
        lines.append(f"  - {tree['free']} open")
    if tree["unseated"]:
        lines.append(f"  no slot for: {listed(card['title'] for card in tree['unseated'])}")
    beach = dict({card["card"]: (card["title"], card["count"]) for card in facts["beach"]})
    for card in chosen or ():
        title, count = beach.get(card, (str(card), 0))
        beach[card] = (title, count - 1)
    names = [title if count == 1 else f"{count} {title}" for title, count in beach.values() if count > 0]
    lines.append(f"on the beach: {', '.join(names) or 'nobody'}")
    if facts["busy"]:
        busy = [f"{card['title']} (campaign {'+'.join(map(str, card['campaigns']))})" for card in facts["busy"]]
        lines.append(f"busy: {', '.join(busy)}")
    if facts["milestones"]:
        titles = {row["milestone"]: row["title"] for row in face.table(game)["milestones"]}
        lines.append(f"milestones: {', '.join(titles.get(each, each) for each in facts['milestones'])}")
    return "\n".join(wrapped(line, " " * (len(line) - len(line.lstrip()) + 4)) for line in lines)


def market(game: Game) -> str:
    """The cards in supply: how many are left, what they do, what they become."""
    lines = []
    for row in face.table(game)["market"]:
        signs = "".join((", hire" if row["entry"] else "", ", salary" if row["salary"] else "", ", 1x" * row["unique"]))
        to = [game.rules.title(each) for each in row["trains_to"]]
        becomes = f"; becomes {listed(to, 'or')}" if to else ""
        lines.append(f"{row['left']:>2} {row['title']}{signs}: {row['text']}{becomes}")
    return _lines(lines)


def milestones(game: Game) -> str:
    """Milestones that are open, claimed this round, and gone; who has them, and what they do."""
    states = {"open": "open", "claimed": "claimed this round, still open", "gone": "gone"}
    lines = []
    for row in face.table(game)["milestones"]:
        holders = listed(game.name(seat) for seat in game.seats if seat in row["holders"])
        who = f", {holders}" if holders else ""
        lines.append(f"{row['title']} ({states[row['state']]}{who}): {row['text']}")
    return _lines(lines)


def houses(game: Game) -> str:
    """For each house in eating order its demand, room left, each chain's price + distance, and who would serve it now."""
    lines = ["chains: " + ", ".join(f"{letter(seat)} {game.name(seat)}" for seat in game.seats)]
    for house in game.state.houses.values():
        demand = wanted(game, house.id)
        limit = game.board.limit(house)
        room = "room for any number" if limit is None else f"room for {limit - sum(demand.values())}"
        ways = []
        for seat in game.seats:
            distance = dinner_distance(game, seat, house)
            if distance is not None:
                price = unit_price(game, seat)
                ways.append(f"{letter(seat)} {sum_text((price, distance))} = {price + distance}")
        name = f"{spaced(house.kind)} {house.id}" + (" with garden" if house.garden else "")
        line = f"{name}: {amounts(demand) or 'no demand'}, {room}; {', '.join(ways) or 'no chain connected'}"
        if demand:
            best = dinner_candidates(game, house.id)
            line += f"; would eat at {letter(best[0].seat) if best else 'home'} now"
        lines.append(line)
    return _lines(lines)


def campaigns(game: Game) -> str:
    """The campaigns that run, with the houses they reach, and the tiles left."""
    lines = []
    for tile in face.table(game)["campaign_tiles"]:
        if tile["state"] == "running":
            sheet = face.inspect(game, tile["ref"])
            lines.append(f"{sheet['title']}: {'; '.join(sheet['lines'])}")
    free = [
        f"{tile['number']} {spaced(tile['kind'])}"
        for tile in face.table(game)["campaign_tiles"]
        if tile["state"] == "free"
    ]
    lines.append(f"tiles left: {', '.join(free) or 'none'}")
    return _lines(lines)


def rules_on(game: Game) -> str:
    """Modules, working steps, what decides where a house eats, and what modules keep besides."""
    shown = face.table(game)
    rules = shown["rules"]
    lines = [rules["title"], f"modules: {', '.join(each['title'] for each in rules['modules'])}"]
    lines.append(f"working steps: {', '.join(rules['steps'])}")
    lines.append(f"a house compares: {', '.join(rules['ranking'])}")
    lines.append(rules["text"])
    left = ", ".join(map(str, shown["houses_left"])) or "none"
    lines.append(f"houses left to build: {left}; gardens left: {shown['gardens_left']}")
    for extra in shown["extras"]:
        lines += [f"{extra['title']}, {label}: {text}" for label, text in extra["rows"]]
    return _lines(lines)


def dinner(game: Game, seat: Seat, draft: Iterable[CardId] | None = None) -> str:
    """This round's Dinnertime as it would go."""
    staged = {"work": list(draft)} if draft is not None else {}
    found = face.what_if(game, seat, staged)
    if found is None:
        return "this round's dinner is over"
    lines = [f"dinner, {found['title']}:"]
    for house in found["houses"]:
        stays = " stays at home" if house["seat"] is None else ""
        lines.append(f"  house {house['house']}{stays}: {house['text']}")
    lines += [f"  {text}" for text in found["other"]]
    changes = zip(game.seats, found["income"], strict=True)
    income = [f"{letter(each)} {'-' if amount < 0 else '+'}${abs(amount)}" for each, amount in changes]
    lines.append(f"  {', '.join(income)}; bank {money(found['bank'][0])} -> {money(found['bank'][1])}")
    return _lines(lines)


def result(game: Game) -> str:
    """The final table, richest first."""
    lines = []
    for place, seat in enumerate(game.result.ranking, 1):
        player = game.state.players[seat]
        note = " (wins)" if seat == game.result.winner else " (bankrupt)" if player.bankrupt else ""
        lines.append(f"{place}. {player.id}{note}: {money(player.cash)}")
    return "\n".join([*lines, *game.result.notes])

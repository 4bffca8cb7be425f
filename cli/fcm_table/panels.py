"""What lies on the table as lines of text: the status line, the chains, and a view for each letter. No widget.

All of it comes out of the presenter's table; nothing here asks the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen
from rich.style import Style
from rich.text import Text

from fcm_table.picture import chain, chain_style

Plain = dict[str, Any]
BOLD = Style(bold=True)
GREY = Style(color="#8a8a8a")
WARN = Style(color="#ff8f6b", bold=True)
GOOD = Style(color="#9fd08f")
KEY = Style(color="#ffb454", bold=True)
TITLE = Style(bold=True, underline=True)
STATUS = Style(color="#ffffff", bgcolor="#163a5f")


@frozen
class Line:
    """A line of a view, with what it speaks of."""

    text: Text
    refs: tuple[str, ...] = ()


def spaced(name: str) -> str:
    """An id as people read it."""
    return name.replace("_", " ")


def money(amount: int) -> str:
    """Dollars: `$5`, `-$3`."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def cut(text: str, width: int) -> str:
    """A text in so many columns; what is cut off is told by a full stop."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "."


def sums(parts: Iterable[Sequence[Any]]) -> str:
    """The parts of a number, signs between them: `10 - 1`."""
    found = ""
    for amount, *_ in parts:
        found += f" {'-' if amount < 0 else '+'} {abs(amount)}" if found else str(amount)
    return found


def stock(seat: Plain, signs: Mapping[str, str]) -> str:
    """Goods in stock: `3b 2p`."""
    return " ".join(f"{amount}{signs.get(good, good[:1])}" for good, amount in seat["stock"].items())


def status(table: Plain, who: str, secret: bool, width: int, speed: str = "") -> Text:
    """The first line: round, phase and step, bank with reserve cards, CEO slots, base price, who decides."""
    bank = table["bank"]
    reserve = bank["reserve"]
    phase = spaced(table["phase"])
    text = Text(style=STATUS)
    text.append(f"R{table['round']} {phase}", BOLD)
    steps = [each for each in table["steps"] if each["state"]]
    if steps:
        short = f" > {spaced(table['step'])}"
        long = " > " + " · ".join(
            each["title"].upper() if each["state"] == "now" else each["title"]
            for each in steps
            if each["state"] in ("now", "open")
        )
        text.append(long if width >= 110 and len(long) < width - 75 else short)
    if secret:
        text.append(" (secret)", BOLD)
    parts = [f"bank ${bank['money']}"]
    if bank["owed"]:
        parts[0] += f" owes ${bank['owed']}"
    broke = f"broke {bank['breaks']}/{bank['last_break']}" if bank["breaks"] else f"breaks 0/{bank['last_break']}"
    parts.append(broke + (" LAST ROUND" if bank["ending"] else ""))
    parts.append(_reserve(reserve))
    parts.append(f"CEO {table['ceo_slots']}" + (f">{reserve['next_ceo_slots']}" if reserve["next_ceo_slots"] else ""))
    parts.append(f"base ${table['base_price']['total']}")
    tail = f"{who}{speed}"
    for part in filter(None, parts):
        if text.cell_len + 2 + len(part) + 1 + len(tail) <= width:
            text.append("  " + part)
    text.append(" " * max(1, width - text.cell_len - len(tail)))
    text.append(tail, BOLD)
    text.truncate(width)
    return text


def _reserve(reserve: Plain) -> str:
    """The reserve cards one may see: `?` for each that is hidden."""
    if not reserve["cards"] or reserve["in_bank"]:
        return ""
    seen = [f"${each['money']}" for each in reserve["known"]]
    return "reserve " + "+".join([*seen, *["?"] * reserve["unknown"]]) if seen or reserve["unknown"] else ""


def chains(table: Plain, signs: Mapping[str, str], width: int) -> list[Line]:
    """A line for each chain in turn order: letter, name, cash, salaries due, price, stock; * for who decides."""
    found = []
    wide = width >= 48
    for seat in table["seats"]:
        text = Text(no_wrap=True)
        text.append(chain(seat["seat"]), chain_style(seat["seat"]))
        text.append("*" if seat["owes"] else "!" if seat["out"] or seat["bankrupt"] else " ")
        name = 12 if wide else max(3, min(9, width - 24))
        text.append(f"{cut(seat['name'], name):<{name}} ", BOLD if seat["owes"] else "")
        text.append(f"${seat['cash']:<4}")
        text.append(f"-{seat['due']['total']:<3}", "" if seat["due"]["total"] <= seat["cash"] else WARN)
        text.append(f"@{seat['price']['total']:<3}")
        goods = stock(seat, signs)
        if wide:
            have, most = seat["restaurants"]
            text.append(f"rest {have}/{most} ms {len(seat['milestones'])} ")
        room = width - text.cell_len
        text.append(cut(goods, room), GOOD)
        found.append(Line(text, (seat["ref"], *_restaurants(table, seat["seat"]))))
    return found


def _restaurants(table: Plain, seat: int) -> list[str]:
    return [
        piece["ref"] for piece in table["board"]["pieces"] if piece["owner"] == seat and piece.get("door") is not None
    ]


def company(table: Plain, seat: int, *, short: bool = False) -> list[Line]:
    """A chain's company: the tree at work, beach, busy cards, price and salaries with their reasons, milestones.

    `short` leaves out what the milestones do.
    """
    who = next(each for each in table["seats"] if each["seat"] == seat)
    text = Text()
    text.append(f"{who['letter']} ", chain_style(seat))
    text.append(who["name"], BOLD)
    text.append(f"  ${who['cash']}")
    found = [Line(text, (who["ref"], *_restaurants(table, seat)))]
    found += [
        Line(each) for each in tree(who["work"], {row["card"]: row for row in who["workers"]} if who["turn"] else {})
    ]
    found.append(_listed("beach", [_count(row) for row in who["beach"]]))
    busy = [f"{row['title']} ({'+'.join(map(str, row['campaigns']))})" for row in who["busy"]]
    if busy:
        refs = [f"campaign:{number}" for row in who["busy"] for number in row["campaigns"]]
        found.append(_listed("busy", busy, refs))
    found.append(_listed("stock", [f"{amount} {spaced(good)}" for good, amount in who["stock"].items()]))
    if who["makes"]:
        found.append(_listed("makes", [f"{amount} {spaced(good)}" for good, amount in who["makes"].items()]))
    for title, key in (("price", "price"), ("salaries", "due")):
        parts = who[key]["parts"]
        why = ", ".join(f"{amount} {why}" for amount, why in parts)
        found.append(
            Line(Text.assemble((f"{title} ", BOLD), f"${who[key]['total']}", (f" = {why}" if why else "", GREY)))
        )
    have, most = who["restaurants"]
    opening = f", {who['opening']} coming soon" if who["opening"] else ""
    found.append(
        Line(Text.assemble(("restaurants ", BOLD), f"{have} of {most}{opening}"), tuple(_restaurants(table, seat)))
    )
    titles = {each["milestone"]: each for each in table["milestones"]}
    for name in who["milestones"]:
        known = titles.get(name)
        if known is not None:
            effect = "" if short else f": {known['effect']}"
            found.append(Line(Text.assemble(("* ", KEY), known["title"], (effect, GREY)), (known["ref"],)))
    return found


def _count(row: Plain) -> str:
    return f"{row['count']} {row['title']}" if row["count"] > 1 else str(row["title"])


def _listed(title: str, words: Sequence[str], refs: Sequence[str] = ()) -> Line:
    return Line(Text.assemble((f"{title} ", BOLD), ", ".join(words) or "nothing"), tuple(refs))


def tree(work: Plain, workers: Mapping[str, Plain]) -> list[Text]:
    """A company structure as a tree: CEO, managers, and who sits under them."""
    found = [Text.assemble(("CEO", BOLD), f" {work['slots']} slots, {work['free']} free")]
    nodes: list[tuple[str, list[str]]] = []
    for manager in work["managers"]:
        under = [_worker(each, workers) for each in manager["cards"]]
        under += ["- free -"] * manager["free"]
        nodes.append((f"{manager['title']} {manager['slots'] - manager['free']}/{manager['slots']}", under))
    nodes += [(_worker(each, workers), []) for each in work["cards"]]
    nodes += [("- free -", [])] * work["free"]
    for place, (title, under) in enumerate(nodes):
        last = place == len(nodes) - 1
        found.append(_node("`- " if last else "|- ", title))
        found += [_node(("   " if last else "|  ") + "|- ", each) for each in under]
    found += [Text(f"no seat: {each['title']}", WARN) for each in work["unseated"]]
    return found


def _node(branch: str, title: str) -> Text:
    return Text.assemble((branch, GREY), (title, GREY if title == "- free -" else ""))


def _worker(card: Plain, workers: Mapping[str, Plain]) -> str:
    known = workers.get(card["card"])
    left = known["left"] if known is not None else 0
    return f"{card['title']} ({left} left)" if left else str(card["title"])


def market(table: Plain) -> list[Line]:
    """The cards in supply: how many, whether hired, salary, what they do and become."""
    titles = {each["card"]: each["title"] for each in table["market"]}
    found = []
    for row in table["market"]:
        marks = ("h" if row["entry"] else " ") + ("$" if row["salary"] else " ") + ("1" if row["unique"] else " ")
        to = ", ".join(titles[each] for each in row["trains_to"] if each in titles)
        text = Text(f"{row['left']:>2} {marks} ")
        text.append(row["title"], BOLD if row["left"] else GREY)
        text.append(f"  {row['text']}", GREY)
        if to:
            text.append(f" > {to}")
        found.append(Line(text, (row["ref"],)))
    return [Line(Text("left  h hired  $ salary  1 one a chain", GREY)), *found]


def milestones(table: Plain) -> list[Line]:
    """The milestones: open, claimed in this round or gone; who has them; what they need and bring."""
    found = []
    mark = {"open": "o", "claimed": "!", "gone": "x"}
    for row in table["milestones"]:
        holders = "".join(chain(seat) for seat in row["holders"])
        text = Text(f"{mark[row['state']]} {holders:<3}")
        text.append(row["title"], GREY if row["state"] == "gone" else BOLD)
        text.append(f"  {row['effect']}", GREY)
        found.append(Line(text, (row["ref"],)))
    return [Line(Text("o open  ! this round  x gone", GREY)), *found]


def houses(table: Plain, signs: Mapping[str, str]) -> list[Line]:
    """The houses in eating order: demand, room, and the houses that may still be built."""
    found = []
    for piece in table["board"]["pieces"]:
        if not piece["ref"].startswith("house:"):
            continue
        have, limit = len(piece["demand"]), piece["limit"]
        room = "no limit" if limit is None else "FULL" if have >= limit else f"{limit - have} more"
        wants: dict[str, int] = {}
        for good in piece["demand"]:
            wants[good] = wants.get(good, 0) + 1
        text = Text.assemble((f"{piece['label']:<3}", BOLD))
        text.append(
            ("garden " if piece["garden"] else "") + ", ".join(f"{n} {spaced(good)}" for good, n in wants.items())
        )
        text.append(f"  {room}", GREY)
        found.append(Line(text, (piece["ref"],)))
    left = ", ".join(map(str, table["houses_left"])) or "none"
    found.append(Line(Text(f"houses to build: {left}; gardens: {table['gardens_left']}", GREY)))
    demand = ", ".join(f"{amount} {spaced(good)}" for good, amount in table["demand"].items()) or "nothing"
    found.append(Line(Text.assemble(("demand on the board: ", BOLD), demand)))
    return found


def campaigns(table: Plain) -> list[Line]:
    """The campaigns that run, and the tiles that are free; what else modules keep."""
    found = []
    for piece in table["board"]["pieces"]:
        if "left" not in piece:
            continue
        text = Text()
        if piece["owner"] >= 0:
            text.append(f"{chain(piece['owner'])} ", chain_style(piece["owner"]))
        text.append(piece["title"], BOLD)
        text.append(f"  {piece['text']}")
        if piece["side"]:
            text.append(f", beside the board ({piece['side']})", GREY)
        found.append(Line(text, (piece["ref"],)))
    if not found:
        found.append(Line(Text("no campaign runs", GREY)))
    found.append(Line(Text("free tiles", TITLE)))
    kinds: dict[str, list[str]] = {}
    for tile in table["campaign_tiles"]:
        if tile["state"] == "free":
            size = f" ({tile['size'][0]}x{tile['size'][1]})" if max(tile["size"]) > 1 else ""
            kinds.setdefault(tile["kind"], []).append(f"{tile['number']}{size}")
    found += [Line(Text.assemble((f"{spaced(kind)} ", BOLD), ", ".join(each))) for kind, each in kinds.items()]
    for extra in table["extras"]:
        found.append(Line(Text(extra["title"], TITLE), (extra["ref"],)))
        found += [Line(Text.assemble((f"{label}: ", BOLD), text)) for label, text in extra["rows"]]
    return found


def rules(table: Plain) -> list[Line]:
    """Which modules play, the working steps, and what decides where a house eats."""
    known = table["rules"]
    found = [Line(Text(known["title"], TITLE))]
    found.append(_listed("modules", [spaced(str(each)) for each in known["modules"]]))
    found.append(_listed("a turn", known["steps"]))
    found.append(_listed("a house eats by", known["ranking"]))
    found.append(Line(Text(known["text"])))
    found.append(Line(Text(known["bank"])))
    return found


View = Callable[[Plain, Mapping[str, str]], list[Line]]
VIEWS: Mapping[str, tuple[str, View]] = {
    "m": ("market", lambda table, signs: market(table)),
    "s": ("milestones", lambda table, signs: milestones(table)),
    "h": ("houses", houses),
    "o": ("campaigns and tiles", lambda table, signs: campaigns(table)),
    "k": ("rules", lambda table, signs: rules(table)),
}

"""Inspect: everything one may know of a thing on the table, by its reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fcm_core import (
    CampaignNumber,
    CardId,
    GoodId,
    HouseId,
    InputError,
    MilestoneId,
    Seat,
    campaign_houses,
    dinner_distance,
    explain_house,
    explain_price,
    explain_salaries,
    owned_cards,
    wanted,
)
from fcm_face.board import board
from fcm_face.previews import reached
from fcm_face.texts import card_facts, card_text, milestone_text
from fcm_face.words import (
    Plain,
    amounts,
    campaign_terms,
    campaign_title,
    counted,
    letter,
    listed,
    money,
    parts_text,
    spaced,
    square_ref,
    sum_text,
)

if TYPE_CHECKING:
    from fcm_core import Game


def inspect(view: Game, ref: str) -> Plain:
    """What there is to know of a thing: {"ref", "title", "lines", "refs"}. Raises InputError for a reference to nothing.

    `lines` are sentences, `refs` other things that they speak of.
    """
    kind, _, name = ref.partition(":")
    read = SHEETS.get(kind)
    if read is None or not name:
        raise InputError(f"no such thing as {ref!r}; expected KIND:ID with one of {', '.join(SHEETS)}")
    try:
        title, lines, refs = read(view, name)
    except (KeyError, IndexError, ValueError) as error:
        raise InputError(f"there is no {ref} here") from error
    return {"ref": ref, "title": title, "lines": lines, "refs": list(dict.fromkeys(refs))}


Sheet = tuple[str, list[str], list[str]]


def _card(view: Game, name: str) -> Sheet:
    rules = view.rules
    card = rules.cards[CardId(name)]
    lines = [card_text(rules, card), *card_facts(rules, card)]
    if card.id in view.state.supply:
        lines.append(f"{view.state.supply[card.id]} left in the supply")
    owners = [f"{view.name(seat)} {count}" for seat in view.seats if (count := owned_cards(view, seat).get(card.id, 0))]
    if owners:
        lines.append(f"owned by {', '.join(owners)}")
    refs = [f"card:{to}" for to in card.trains_to if to in rules.cards]
    refs += [f"card:{each.id}" for each in rules.cards.values() if card.id in each.trains_to]
    return card.title, lines, refs


def _milestone(view: Game, name: str) -> Sheet:
    milestone = view.rules.milestones[MilestoneId(name)]
    lines = [milestone_text(milestone)]
    claimed = view.state.open_milestones.get(milestone.id)
    lines.append("gone" if claimed is None else "claimed this round, open until it ends" if claimed else "open")
    if milestone.remove_after_round:
        lines.append(f"removed after round {milestone.remove_after_round} if nobody has it")
    holders = [seat for seat, player in view.state.by_seat() if name in player.milestones]
    if holders:
        lines.append(f"earned by {listed(map(view.name, holders))}")
    return milestone.title, lines, [f"seat:{seat}" for seat in holders]


def _house(view: Game, name: str) -> Sheet:
    house = view.state.houses[HouseId(name)]
    demand = wanted(view, house.id)
    limit = view.board.limit(house)
    many = "no limit" if limit is None else f"holds {limit}"
    lines = [f"wants {amounts(demand) or 'nothing'} ({many})"]
    if house.garden:
        lines.append("has a garden")
    refs = []
    if demand:
        found = explain_house(view, house.id)
        if found["candidates"]:
            lines.append(f"would eat at {found['chain']} now")
        for each in found["candidates"]:
            total = each["unit_price"] + each["distance"]
            text = f"{each['chain']}: {sum_text((each['unit_price'], each['distance']))} = {total}"
            lines.append(
                f"{text}, sells {amounts(each['goods'])}" + (f", x {each['multiplier']}" * (each["multiplier"] > 1))
            )
        if found["decided_by"]:
            lines.append(f"decided by {view.words().ranking_key(found['decided_by'])}")
        lines += [f"{each['chain']}: {each['why']}" for each in found["others"]]
        for more in found["besides"]:
            lines += [f"{more.get('title', '')}: {line}" for line in more.get("lines", ())]
    else:
        ways = [(seat, dinner_distance(view, seat, house)) for seat in view.seats]
        near = [f"{view.name(seat)} {borders}" for seat, borders in ways if borders is not None]
        lines.append(f"distances: {', '.join(near)}" if near else "no chain is connected by road")
    for campaign in view.state.campaigns.values():
        if house.id in campaign_houses(view, campaign):
            lines.append(f"reached by {campaign_title(view, campaign)} ({campaign_terms(campaign)})")
            refs.append(f"campaign:{campaign.number}")
    return f"{spaced(house.kind)} {house.id}", lines, refs


def _restaurant(view: Game, name: str) -> Sheet:
    seat, _, place = name.partition(".")
    owner = Seat(int(seat))
    restaurant = view.state.players[owner].restaurants[int(place)]
    row, column = view.ground.grid.squares[restaurant.at]
    lines = [f"at {row},{column}, entrance {restaurant.entrance}", "open" if restaurant.open else "opens in Cleanup"]
    near: dict[int, list[str]] = {}
    for house in view.state.houses.values():
        borders = dinner_distance(view, owner, house)
        if borders is not None:
            near.setdefault(borders, []).append(house.id)
    lines += [f"{view.name(owner)}'s distance {borders}: {', '.join(near[borders])}" for borders in sorted(near)]
    return f"restaurant of {view.name(owner)}", lines, [f"seat:{owner}"]


def _campaign(view: Game, name: str) -> Sheet:
    number = CampaignNumber(int(name))
    running = view.state.campaigns.get(number)
    if running is None:
        tile = view.rules.campaign_tiles[number]
        size = f", {tile.size[0]} x {tile.size[1]} squares" if not tile.lines else f", {counted(tile.lines, 'line')}"
        return f"{spaced(tile.kind)} {number}", [f"in the supply{size}"], []
    lines = [campaign_terms(running)]
    if running.owner >= 0:
        lines.append(f"of {view.name(running.owner)}")
    if running.marketeer is not None:
        lines.append(f"keeps {view.rules.title(running.marketeer)} busy")
    if running.side:
        lines.append(f"on side {running.side}, line {running.line}")
    houses = reached(view, running)
    lines += [f"{house['title']}: {house['text']}" for house in houses] or ["reaches no house"]
    return campaign_title(view, running), lines, [house["ref"] for house in houses]


def _seat(view: Game, name: str) -> Sheet:
    seat = Seat(int(name))
    if seat < 0:
        raise KeyError(name)
    player = view.state.players[seat]
    price, due = explain_price(view, seat), explain_salaries(view, seat)
    lines = [f"cash {money(player.cash)}"]
    lines.append(f"price {money(price['total'])}: {parts_text(price['parts'])}")
    lines.append(f"salaries {money(due['total'])}" + (f": {parts_text(due['parts'])}" if due["parts"] else ""))
    lines.append(f"stock: {amounts(player.stock) or 'nothing'}")
    for where, cards in (("at work", player.work), ("on the beach", player.beach)):
        names = [f"{n} {view.rules.title(card)}" if n > 1 else view.rules.title(card) for card, n in cards.items() if n]
        lines.append(f"{where}: {', '.join(names) or 'nobody'}")
    lines += [
        f"busy: {view.rules.title(busy.card)} (campaign {', '.join(map(str, busy.campaigns))})" for busy in player.busy
    ]
    lines += [view.rules.milestones[each].title for each in player.milestones if each in view.rules.milestones]
    refs = [f"restaurant:{seat}.{place}" for place in range(len(player.restaurants))]
    return f"{letter(seat)} {player.id}", lines, [*refs, *(f"milestone:{each}" for each in player.milestones)]


def _good(view: Game, name: str) -> Sheet:
    good = view.rules.goods[GoodId(name)]
    lines: list[str] = [good.kind]
    on_board = sum(wanted(view, house).get(good.id, 0) for house in view.state.houses)
    lines.append(f"demand on the board: {on_board}")
    stock = [f"{player.id} {player.stock[good.id]}" for player in view.state.players if player.stock.get(good.id)]
    lines.append(f"in stock: {', '.join(stock) or 'nobody has any'}")
    makers = [
        card for card in view.rules.cards.values() if good.id in dict((*card.produces, *card.produces_at_cleanup))
    ]
    if makers:
        lines.append(f"made by {listed(card.title for card in makers)}")
    if not good.marketable:
        lines.append("no campaign can advertise it")
    if not good.freezable:
        lines.append("it cannot be frozen")
    return good.title, lines, [f"card:{card.id}" for card in makers]


def _module(view: Game, name: str) -> Sheet:
    module = view.rules.plan.module(name)
    lines = [module.manifest.summary] if module.manifest.summary else []
    why = view.rules.plan.why.get(name)
    if why:
        lines.append(f"on: {why}")
    lines += [f"{spaced(key)}: {value}" for key, value in view.rules.plan.options.get(name, {}).items()]
    return module.manifest.title, lines, []


def _piece(view: Game, name: str) -> Sheet:
    found = next(each for each in board(view)["pieces"] if each["ref"] == f"piece:{int(name)}")
    lines = [found["text"]] if found["text"] else []
    if found["owner"] >= 0:
        lines.append(f"of {view.name(Seat(found['owner']))}")
    if found["squares"]:
        lines.append("at " + " ".join(f"{row},{column}" for row, column in found["squares"]))
    return found["title"], lines, []


def _square(view: Game, name: str) -> Sheet:
    row, _, column = name.partition(",")
    at = [int(row), int(column)]
    whole = board(view)
    lines = []
    refs = []
    for square in whole["squares"]:
        if square["at"] == at:
            good = f" of {spaced(square['good'])}" if "good" in square else ""
            lines.append(f"{spaced(square['ground'])}{good}")
            if square.get("cost"):
                lines.append(f"passing it costs {counted(square['cost'], 'tile border')} more")
    for piece in whole["pieces"]:
        if at in piece["squares"] or at in piece["garden"]:
            lines.append(piece["title"] + (" (garden)" if at in piece["garden"] else ""))
            refs.append(piece["ref"])
    if not lines:
        raise KeyError(name)
    return f"square {square_ref((at[0], at[1])).partition(':')[2]}", lines, refs


SHEETS: Mapping[str, Callable[[Any, str], Sheet]] = {
    "card": _card,
    "house": _house,
    "restaurant": _restaurant,
    "campaign": _campaign,
    "milestone": _milestone,
    "seat": _seat,
    "good": _good,
    "module": _module,
    "piece": _piece,
    "square": _square,
}

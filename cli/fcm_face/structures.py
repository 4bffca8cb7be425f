"""What a company structure comes to while it is being made: seats, hires, trainings, production, price, salaries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fcm_core import (
    CardId,
    Seat,
    card_actions,
    ceo_slots,
    choosers,
    hires_possible,
    open_slots,
    salaries,
    seats_refusal,
    training_steps,
    unit_price,
    unit_price_reasons,
    with_structure,
)
from fcm_face.words import Plain, counted, listed, money, spaced, sum_text

if TYPE_CHECKING:
    from fcm_core import Game


def sums(view: Game, seat: Seat, work: Iterable[CardId]) -> Plain:
    """What these cards at work would bring, dollars and numbers; `fits` says whether they have seats.

    `chooses` is the seat's place in Order of Business, from 1, if the others' structures stay as the view has them.
    """
    cards = list(work)
    counts: dict[CardId, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    refusal = seats_refusal(view, seat, counts)
    game = with_structure(view, seat, cards)
    known = game.rules.cards
    makes: dict[str, int] = {}
    chosen: dict[str, int] = {}
    drinks = trainings = 0
    for card in counts if refusal is None else ():
        times = card_actions(game, seat, card)
        if known[card].trainings:
            trainings += training_steps(game, seat, card) * times
        drinks += known[card].drinks * times
        if known[card].produces_choice:
            names = " or ".join(spaced(good) for good, _ in known[card].produces)
            chosen[names] = chosen.get(names, 0) + known[card].produces[0][1] * times
        else:
            for good, amount in known[card].produces:
                makes[good] = makes.get(good, 0) + amount * times
    due, reasons = salaries(game, seat)
    return {
        "fits": refusal is None,
        "why": refusal.message if refusal is not None else "",
        "slots": ceo_slots(game, seat),
        "open_slots": open_slots(game, seat),
        "chooses": choosers(game).index(seat) + 1 if seat in choosers(game) else 0,
        "hires": hires_possible(game, seat),
        "trainings": trainings,
        "makes": makes,
        "makes_choice": chosen,
        "drinks": drinks,
        "price": {"total": unit_price(game, seat), "parts": [list(each) for each in unit_price_reasons(game, seat)]},
        "due": {"total": due, "parts": [list(each) for each in reasons]},
        "cash": game.state.players[seat].cash,
        "tree": tree(view, seat, counts),
    }


def tree(game: Game, seat: Seat, work: dict[CardId, int]) -> Plain:
    """Cards seated under the CEO and the managers. Positions mean nothing (R-17), so each takes the first seat.

    {"slots", "free", "managers": [{"card", "title", "slots", "free", "cards": [..]}], "cards": [..], "unseated": [..]}
    """
    known = game.rules.cards
    managers: list[CardId] = []
    others: list[CardId] = []
    for card, count in work.items():
        if not known[card].always_at_work:
            (managers if known[card].is_manager else others).extend([card] * count)
    managers.sort(key=lambda card: -known[card].slots)
    slots = ceo_slots(game, seat)
    seated_managers, left_managers = managers[:slots], managers[slots:]
    found = []
    for card in seated_managers:
        own, others = others[: known[card].slots], others[known[card].slots :]
        under = [{"card": each, "title": known[each].title} for each in own]
        facts = {"card": card, "title": known[card].title, "slots": known[card].slots}
        found.append({**facts, "free": known[card].slots - len(own), "cards": under})
    free = slots - len(seated_managers)
    direct, left = others[:free], others[free:]
    return {
        "slots": slots,
        "free": free - len(direct),
        "managers": found,
        "cards": [{"card": card, "title": known[card].title} for card in direct],
        "unseated": [{"card": card, "title": known[card].title} for card in (*left_managers, *left)],
    }


def lines(sums: Plain) -> list[str]:
    """The sums as sentences."""
    made = [f"{amount} {spaced(good)}" for good, amount in sums["makes"].items()]
    made += [f"{amount} {names}" for names, amount in sums["makes_choice"].items()]
    found = [f"{counted(sums['hires'], 'hire')}, {counted(sums['trainings'], 'training step')}"]
    if made:
        found.append(f"makes {listed(made)}")
    if sums["drinks"]:
        found.append(f"brings {counted(sums['drinks'], 'drink')} (from each source, where it takes a route)")
    parts = sums["price"]["parts"]
    price = f" ({sum_text(amount for amount, _ in parts)})" if len(parts) > 1 else ""
    found.append(f"price {money(sums['price']['total'])}{price}")
    found.append(f"salaries {money(sums['due']['total'])}, cash {money(sums['cash'])}")
    found.append(f"{counted(sums['open_slots'], 'open slot')}")
    return found

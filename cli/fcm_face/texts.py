"""What a card does, in plain words made from its numbers; what numbers cannot say is the card's own `text`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from fcm_face.words import counted, listed, money, spaced

if TYPE_CHECKING:
    from fcm_core import Card, Milestone, Rules


def card_text(rules: Rules, card: Card) -> str:
    """What the card does in one line: `makes 3 burger`, `hires 2 cards; $5 off salaries for each unused hire`."""
    return _text(card)


@lru_cache(maxsize=1024)
def _text(card: Card) -> str:
    parts = [*_sentences(card)]
    if card.note:
        parts.append(card.note)
    if card.text:
        parts.append(card.text)
    return "; ".join(parts) or "no effect of its own"


def _sentences(card: Card) -> Iterator[str]:
    reach = " anywhere" if card.unlimited else f" within range {card.range}" if card.range else ""
    if card.is_manager and card.slots:
        yield f"{counted(card.slots, 'slot')} for other cards"
    if card.hires:
        yield f"hires {counted(card.hires, 'card')}"
    if card.unused_hire_discount:
        yield f"{money(card.unused_hire_discount)} off salaries for each unused hire"
    if card.trainings:
        yield f"trains {counted(card.trainings, 'step')}"
    if card.price:
        yield f"your price {'+' if card.price > 0 else ''}{money(card.price)}"
    if card.tip:
        yield f"{money(card.tip)} of tips each Dinnertime, and wins ties"
    if card.bonus_per_sale:
        yield f"+{money(card.bonus_per_sale)} for each house served"
    if card.income_percent:
        yield f"+{card.income_percent}% of your Dinnertime income"
    if card.campaigns:
        kinds = listed(map(spaced, card.campaigns), "or")
        length = f" for 1 to {card.duration} rounds" if card.duration > 1 else ""
        yield f"places a campaign ({kinds}){reach}{length}"
    if card.produces:
        yield "makes " + listed(
            (f"{amount} {spaced(good)}" for good, amount in card.produces), "or" if card.produces_choice else "and"
        )
    if card.produces_at_cleanup:
        yield "makes " + listed(f"{amount} {spaced(good)}" for good, amount in card.produces_at_cleanup) + " in Cleanup"
    if card.drinks and card.travel:
        way = "by air" if card.travel == "air" else "along roads"
        yield f"brings {counted(card.drinks, 'drink')} from each source, {way}{reach}"
    elif card.drinks:
        yield f"brings {counted(card.drinks, 'drink')}"
    if card.places:
        yield f"builds a {listed(map(spaced, card.places), 'or a ')}".replace("or a  ", "or a ")
    if card.restaurants:
        when = " (at once)" if card.opens == "now" else " (ready after Cleanup)" if card.opens else ""
        yield f"{listed((f'{each}s' for each in card.restaurants), 'or')} a restaurant{reach}{when}"
    if card.drive_in:
        yield "drive-in: every corner of your restaurants is an entrance"
    if reach and not (card.campaigns or card.drinks or card.restaurants):
        yield f"acts{reach}"


def card_facts(rules: Rules, card: Card) -> list[str]:
    """What the card costs, how one gets it and what it becomes, a line each."""
    facts = []
    facts.append("hired" if card.entry else "always at work" if card.always_at_work else "only trained to, not hired")
    facts.append("costs a salary" if card.salary else "no salary")
    if card.id in rules.unique_groups:
        group = "" if card.unique is True else f" of the {spaced(str(card.unique))} cards"
        facts.append(f"1x: a chain may own one only{group}")
    becomes = [rules.title(to) for to in card.trains_to if to in rules.cards]
    if becomes:
        facts.append(f"is trained to {listed(becomes, 'or')}")
    before = [each.title for each in rules.cards.values() if card.id in each.trains_to]
    if before:
        facts.append(f"comes of {listed(before, 'or')}")
    return facts


def milestone_text(milestone: Milestone) -> str:
    """When one earns it, and what it brings."""
    text = f"when a chain {milestone.when}: {milestone.effect} (counts from: {milestone.starts})"
    return f"{text}; {milestone.text}" if milestone.text else text

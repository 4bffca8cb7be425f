"""What a card does, in plain words made from its numbers; what numbers cannot say is the card's own `text`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from fcm_face.words import counted, listed, money, spaced

if TYPE_CHECKING:
    from fcm_core import Card, GoodId, Milestone, Rules


def card_text(rules: Rules, card: Card) -> str:
    """What the card does in one line: `makes 3 burgers`, `hires 2 cards; $5 off salaries for each unused hire`."""
    known = _texts.setdefault(rules, {})
    found = known.get(card.id)
    if found is None:
        parts = [*_sentences(rules, card), card.note, card.text]
        found = known[card.id] = "; ".join(part for part in parts if part) or "no effect of its own"
    return found


_texts: WeakKeyDictionary[Rules, dict[str, str]] = WeakKeyDictionary()  # what was put into words, by card


def goods_text(rules: Rules, good: GoodId, amount: int) -> str:
    """An amount of a good: `1 burger`, `3 burgers`."""
    known = rules.goods.get(good)
    if known is None:
        return f"{amount} {spaced(good)}"
    return f"{amount} {known.title if amount == 1 else known.plural or known.title}"


def _sentences(rules: Rules, card: Card) -> Iterator[str]:
    reach = " anywhere" if card.unlimited else f" within range {card.range}" if card.range else ""
    if card.is_manager and card.slots:
        yield f"has {counted(card.slots, 'slot')} for other cards"
    if card.hires:
        yield f"hires {counted(card.hires, 'card')}"
    if card.unused_hire_discount:
        yield f"{money(card.unused_hire_discount)} off salaries for each unused hire"
    if card.trainings:
        yield f"gives {counted(card.trainings, 'training step')}"
    if card.price:
        yield f"your price {'+' if card.price > 0 else ''}{money(card.price)}"
    if card.tip:
        yield f"earns {money(card.tip)} of tips each Dinnertime"
    if card.bonus_per_sale:
        yield f"+{money(card.bonus_per_sale)} for each house that you serve"
    if card.income_percent:
        yield f"+{card.income_percent}% of your Dinnertime income"
    if card.campaigns:
        kinds = listed(map(spaced, card.campaigns), "or")
        length = f", for 1 to {card.duration} rounds" if card.duration > 1 else ""
        yield f"starts a {kinds} campaign{reach}{length}"
    if card.produces:
        goods = (goods_text(rules, good, amount) for good, amount in card.produces)
        yield f"makes {listed(goods, 'or' if card.produces_choice else 'and')}"
    if card.produces_at_cleanup:
        goods = (goods_text(rules, good, amount) for good, amount in card.produces_at_cleanup)
        yield f"makes {listed(goods)} at the end of Cleanup"
    if card.drinks and card.travel:
        way = "by air" if card.travel == "air" else "by road"
        yield f"brings {counted(card.drinks, 'drink')} from each source on its way {way}{reach}"
    elif card.drinks:
        yield f"brings {counted(card.drinks, 'drink')} of your choice"
    if card.places:
        built = {"house": "builds a house with its garden", "garden": "adds a garden to a house"}
        yield listed((built[each] for each in card.places), "or")
    if card.restaurants:
        when = ", at once" if card.opens == "now" else ", ready after Cleanup" if card.opens else ""
        yield f"{listed((f'{each}s' for each in card.restaurants), 'or')} a restaurant{reach}{when}"
    if card.drive_in:
        yield "drive-in: every corner of your restaurants is an entrance"
    if reach and not (card.campaigns or card.drinks or card.restaurants):
        yield f"range {card.range}" if card.range else "no limit of range"


def card_facts(rules: Rules, card: Card) -> list[str]:
    """What the card costs, how one gets it and what it becomes, a line each."""
    known = _facts.setdefault(rules, {})
    if card.id not in known:
        known[card.id] = _read_facts(rules, card)
    return list(known[card.id])


_facts: WeakKeyDictionary[Rules, dict[str, list[str]]] = WeakKeyDictionary()


def _read_facts(rules: Rules, card: Card) -> list[str]:
    facts = []
    facts.append("hired" if card.entry else "always at work" if card.always_at_work else "only trained to, not hired")
    facts.append("costs a salary" if card.salary else "no salary")
    limited = card.id in rules.unique_groups
    if limited and card.unique is True:
        facts.append("1x: a chain may own one only")
    elif limited:
        facts.append(f"1x: a chain may own only one {spaced(str(card.unique))}")
    becomes = [rules.title(to) for to in card.trains_to if to in rules.cards]
    if becomes:
        facts.append(f"may become {listed(becomes, 'or')}")
    before = [each.title for each in rules.cards.values() if card.id in each.trains_to]
    if before:
        facts.append(f"trained from {listed(before, 'or')}")
    return facts


def milestone_text(milestone: Milestone) -> str:
    """When one earns it, and what it brings."""
    text = f"earned when: {milestone.when}; brings: {milestone.effect}; takes effect {milestone.starts}"
    return f"{text}; {milestone.text}" if milestone.text else text

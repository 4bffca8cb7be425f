"""What if dinner came now: who would serve which house, what it brings, and the bank after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fcm_core import CardId, GoodId, dinner_if, events
from fcm_face.log import sale_facts
from fcm_face.words import Plain, amounts, letter, money

if TYPE_CHECKING:
    from fcm_core import Event, Game, Seat

TITLE = "if everybody cooked and did nothing more"


def what_if(view: Game, seat: Seat, staged: Mapping[str, Any] | None = None) -> Plain | None:
    """This round's Dinnertime as it would go; None when it is over already.

    `staged` is what the seat supposes: "work" (cards, while structures are chosen), "more_work" (cards at work besides, such as one
    that changes the price) and "more_stock" (good -> items). Others do their defaults.

    {"title", "houses": [{"ref", "seat", "text", "income", ...}], "income": [by seat, dollars], "bank": [before, after], "breaks",
    "other": [sentences]}
    """
    given = staged or {}
    found = dinner_if(
        view,
        work={seat: [CardId(card) for card in given["work"]]} if "work" in given else None,
        more_work={seat: [CardId(card) for card in given.get("more_work", ())]},
        more_stock={seat: {GoodId(good): amount for good, amount in given.get("more_stock", {}).items()}},
    )
    if found is None:
        return None
    game, happened = found
    say = game.words()
    return {
        "title": TITLE,
        "houses": [_house(game, event) for event in happened if isinstance(event, (events.Sold, events.StayedHome))],
        "income": [
            player.cash - before.cash for player, before in zip(game.state.players, view.state.players, strict=True)
        ],
        "bank": [view.state.bank, game.state.bank],
        "breaks": any(isinstance(event, events.BankBroke) for event in happened),
        "other": [text for event in happened if not isinstance(event, TOLD) and (text := event.sentence(say))],
    }


TOLD = (events.Sold, events.StayedHome, events.PhaseBegan, events.PhaseEnded)


def _house(game: Game, event: Event) -> Plain:
    if isinstance(event, events.StayedHome):
        text = event.why(game.words())
        return {"ref": f"house:{event.house}", "house": event.house, "seat": None, "income": 0, "text": text}
    assert isinstance(event, events.Sold)
    facts = sale_facts(game, event)
    sold = f"{letter(event.seat)} {amounts(event.sold)} {money(event.income)}"
    return {"ref": f"house:{event.house}", "house": event.house, "seat": int(event.seat), "text": sold} | facts

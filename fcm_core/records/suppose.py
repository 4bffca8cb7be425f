"""What if: the next Dinnertime as it would go if nothing more were done, played on a copy.

It may be asked of a view: what the view does not show counts as the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fcm_core.basics.multisets import add_to, counted, spread
from fcm_core.basics.vocabulary import CardId, GoodId, Seat
from fcm_core.game.actions import Produce, Restructure
from fcm_core.game.game import PHASES
from fcm_core.game.state import Decision

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.game import Game

BEFORE_DINNER = ("restructuring", "order_of_business", "working", "dinnertime")
_PAYDAY = PHASES.index("payday")


def dinner_if(
    view: Game,
    *,
    work: Mapping[Seat, Iterable[CardId]] | None = None,
    more_work: Mapping[Seat, Iterable[CardId]] | None = None,
    more_stock: Mapping[Seat, Mapping[GoodId, int]] | None = None,
) -> tuple[Game, list[Event]] | None:
    """This round's Dinnertime as it would go if everybody cooked what the cooks at work make and did nothing else.

    `work` are structures that are supposed while structures are chosen; who is not named takes the default one. `more_work`
    are cards supposed to be at work besides, `more_stock` items supposed to be in stock besides. Returns the copy as it stands
    before Payday and what happened in Dinnertime; None where this round's Dinnertime is over. The game given is not changed.
    """
    if view.phase not in BEFORE_DINNER or view.over:
        return None
    game = view.copy()
    game.stop_at = (game.round, _PAYDAY)
    _choose_structures(game, work or {})
    for seat, cards in (more_work or {}).items():
        for card in cards:
            add_to(game.state.players[seat].work, card)
    for seat, goods in (more_stock or {}).items():
        for good, amount in goods.items():
            add_to(game.state.players[seat].stock, good, amount)
    first = len(game.events)
    game.quiet = False
    while game.pending:
        decision = game.pending[0]
        if game.state.turn is not None and game.state.turn.player == decision.seat:
            _cook(game, decision.seat)
            if game.decision_of(decision.seat) is None:
                continue
        del game.events[first:]
        game.apply(decision.seat, game.default_action(decision.seat))
    return game, game.events[first:]


def _choose_structures(game: Game, work: Mapping[Seat, Iterable[CardId]]) -> None:
    """Answers what is still hidden or not chosen in Restructuring."""
    owing = [decision for decision in game.pending if decision.kind == "restructure"]
    if not owing:
        return
    for seat in game.seats:
        if seat not in {decision.seat for decision in owing} and game.state.secret.get(seat) is None:
            kind = game.rules.decisions[owing[0].kind]
            chosen = kind.default(game, Decision(owing[0].kind, seat))
            game.state.secret[seat] = tuple(chosen.work) if chosen is not None else ()
    for decision in owing:
        if decision.seat in work:
            action = Restructure(spread(counted(work[decision.seat])))
            if game.check(decision.seat, action) is None:
                game.apply(decision.seat, action)


def _cook(game: Game, seat: Seat) -> None:
    """Every cook at work makes its goods; where there is a choice, the good that most houses ask for."""
    wanted: dict[GoodId, int] = {}
    for counters in game.state.demand.values():
        for good, _ in counters:
            add_to(wanted, good)
    for name in game.rules.cook_cards:
        card = game.rules.cards[name]
        goods: list[GoodId | None] = [good for good, _ in card.produces]
        best = max(goods, key=lambda good: wanted.get(good, 0) if good is not None else 0)
        action = Produce(name, best if card.produces_choice else None)
        while game.state.players[seat].work.get(name) and game.check(seat, action) is None:
            game.apply(seat, action)

"""Phase 4, Dinnertime: houses eat in order of their numbers; nobody decides anything.

Rulebook, Phase 4; R-39 to R-44.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import HouseId, Seat
from fcm_core.game import hooks
from fcm_core.game.bank import break_if_empty, pay
from fcm_core.game.cards import at_work, card_actions
from fcm_core.game.dinner import Candidate
from fcm_core.game.parts import DecisionKind, Step, steps
from fcm_core.phases.guests import dinner_candidates, offers_and_reasons, without_offer
from fcm_core.phases.payday import send_away
from fcm_core.phases.prices import item_bonus, multiplier, sale_bonus, unit_price

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Decision, House


def phase_steps() -> tuple[Step, ...]:
    """Dinnertime, step by step."""
    return steps(
        "dinnertime",
        ("open", open_dinner),
        ("houses", serve_houses),
        ("tips", pay_tips),
        ("income_percent", pay_percent),
        ("close", close_dinner),
    )


def open_dinner(game: Game) -> None:
    """A bank that is empty already breaks now (R-58)."""
    for player in game.state.players:
        player.income = 0
    break_if_empty(game)


def serve_houses(game: Game) -> None:
    """R-10: each house with demand, in eating order, goes where its ranking keys send it."""
    state = game.state
    if hooks.before_house.used(game):
        serve_one_by_one(game, tuple(state.houses))
        return
    prices = [unit_price(game, seat) for seat in state.seats]
    for house_id in list(state.houses):
        if state.demand.get(house_id):
            serve(game, house_id, prices)


def serve_one_by_one(game: Game, houses: Sequence[HouseId], begun: bool = False) -> None:
    """The same where modules do something before a house chooses. `begun`: for the first of these they have done it.

    What they ask is answered first; the ask behind it goes on with the houses left.
    """
    state = game.state
    for place, house_id in enumerate(houses):
        if not begun and state.demand.get(house_id):
            hooks.before_house(game, state.houses[house_id])
            if state.asks and not state.asks[-1].begun:
                still_in = [seat for seat in state.turn_order if not state.players[seat].out]
                game.ask(GoingOnServing.name, still_in[:1], houses=tuple(houses[place:]))
                return
        begun = False
        if state.demand.get(house_id):
            serve(game, house_id, None)


class GoingOnServing(DecisionKind):
    """Nothing is decided: the houses that are left choose when what modules asked has been answered."""

    name = "going_on_serving"
    actions = ()

    def begin(self, game: Game, decision: Decision) -> bool:
        """The first of the houses left is the one that it was asked about."""
        serve_one_by_one(game, decision.about("houses", tuple), begun=True)
        return False


def serve(game: Game, house_id: HouseId, prices: list[int] | None) -> None:
    """One house chooses and is served, or stays at home. `prices` by seat where they are known already."""
    without: tuple[tuple[Seat, str], ...] = ()
    if game.quiet:
        candidates = dinner_candidates(game, house_id, prices)
    else:
        candidates, without = offers_and_reasons(game, house_id, prices)
    if candidates:
        house = game.state.houses[house_id]
        hooks.on_house_chose(game, house, candidates[0])
        sell(game, house, candidates, without)
    elif hooks.on_stayed_home.heard(game):
        hooks.on_stayed_home(game, house_id, without or tuple(without_offer(game, house_id).items()))


def sell(game: Game, house: House, candidates: list[Candidate], without: tuple[tuple[Seat, str], ...] = ()) -> None:
    """R-40: the best offer brings unit price x multiplier for each item, bonuses per item, then the bonus per sale.

    `without` says why the other chains made no offer, for those who are told.
    """
    best = candidates[0]
    seat = best.seat
    sold = best.everything()
    stock = game.state.players[seat].stock
    for good, amount in sold.items():
        stock[good] -= amount
        if not stock[good]:
            del stock[good]
    marks = game.board.marks(house.id) if house.id in game.state.marks else None
    demand = game.board.take_counters(house.id)
    times = multiplier(game, seat, house)
    per_item = sum(item_bonus(game, seat, good) * amount for good, amount in sold.items())
    per_sale = sale_bonus(game, seat, house)
    hooks.on_sold(
        game,
        seat,
        house.id,
        sold,
        demand,
        unit_price=best.unit_price,
        multiplier=times,
        item_bonuses=per_item,
        sale_bonus=per_sale,
        distance=best.distance,
        candidates=tuple(candidates),
        ranking=game.rules.ranking_names,
        without=without,
        marks=marks,
    )
    earn(game, seat, best.unit_price * times * sum(sold.values()) + per_item + per_sale, f"house {house.id}")


def earn(game: Game, seat: Seat, amount: int, why: str) -> None:
    """Income of this Dinnertime: it counts for the CFO, and may be negative (R-39)."""
    game.state.players[seat].income += amount
    pay(game, seat, amount, why)
    hooks.on_income_changed(game, seat, amount)


def pay_tips(game: Game) -> None:
    """R-41: waitresses, after all houses, in turn order."""
    for seat in game.state.turn_order:
        for name in game.rules.tip_cards:
            count = card_actions(game, seat, name)
            if count:
                amount = count * (game.rules.cards[name].tip + hooks.modify_tip(game, seat, name))
                hooks.on_tips_earned(game, seat, name, amount)
                earn(game, seat, amount, "tips")


def pay_percent(game: Game) -> None:
    """R-41: +50% of all own income of this Dinnertime, rounded up towards plus, on losses too; not added up."""
    for seat in game.state.turn_order:
        percent = hooks.highest_income_percent(game, seat)
        for name in game.rules.percent_cards:
            if at_work(game, seat, name):
                percent = max(percent, game.rules.cards[name].income_percent)
        income = game.state.players[seat].income
        if percent and income:
            amount = -(-income * percent // 100)
            hooks.on_percent_earned(game, seat, percent, amount)
            earn(game, seat, amount, f"{percent}% of the income")


def close_dinner(game: Game) -> None:
    """The game ends after the last break (R-44), or where all chains or all but one are bankrupt (R-39).

    The richest chain that is not bankrupt wins, ties to the earlier in turn order. Nobody wins where all are bankrupt.
    """
    state = game.state
    solvent = [seat for seat in state.turn_order if not state.players[seat].bankrupt]
    last_one = len(solvent) == 1 and len(state.players) > 1
    ends = state.ending or last_one or not solvent
    if ends or "payday.salaries" in game.rules.steps_left_out:
        send_away(game)
    if ends:
        if solvent:
            state.winner = max(solvent, key=lambda seat: (state.players[seat].cash, -state.turn_order.index(seat)))
        state.over = True
        winner = state.winner if solvent else None
        hooks.on_game_over(game, winner, tuple(player.cash for player in state.players))


DECISIONS = (GoingOnServing(),)

"""Phase 4, Dinnertime: houses eat in order of their numbers; nobody decides anything.

Rulebook, Phase 4; R-39 to R-44.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import HouseId, Seat
from fcm_core.game import hooks
from fcm_core.game.bank import break_if_empty, pay
from fcm_core.game.cards import at_work, card_actions
from fcm_core.game.dinner import Candidate
from fcm_core.game.parts import RankingKey, Step, Substitution, in_order, steps
from fcm_core.phases.payday import send_away
from fcm_core.phases.queries import dinner_candidates, item_bonus, multiplier, sale_bonus, unit_price

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


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
    """Each house with demand, in eating order, goes where its ranking keys send it."""
    state = game.state
    prices = [unit_price(game, seat) for seat in state.seats]
    for house_id in list(state.houses):
        if state.demand.get(house_id):
            serve(game, house_id, prices)


def serve(game: Game, house_id: HouseId, prices: list[int]) -> None:
    """One house chooses and is served, or stays at home."""
    candidates = dinner_candidates(game, house_id, prices)
    house = game.state.houses[house_id]
    if not candidates:
        if hooks.on_stayed_home.heard(game):
            hooks.on_stayed_home(game, house_id, why_nobody(game, house))
        return
    best = candidates[0]
    hooks.on_house_chose(game, house, best)
    sell(game, house, best, candidates)


def sell(game: Game, house: House, best: Candidate, candidates: list[Candidate]) -> None:
    """R-40: income per item = unit price x multiplier + item bonus; then the bonus per sale."""
    state = game.state
    seat = best.seat
    times = multiplier(game, seat, house)
    stock = state.players[seat].stock
    sold = dict(best.goods)
    for good, amount in best.add_ons.items():
        add_to(sold, good, amount)
    items = bonuses = 0
    for good, amount in sold.items():
        stock[good] -= amount
        if not stock[good]:
            del stock[good]
        items += amount
        bonuses += item_bonus(game, seat, good) * amount
    extra = sale_bonus(game, seat, house)
    income = best.unit_price * times * items + bonuses + extra
    demand = game.board.take_counters(house.id)
    hooks.on_sold(
        game,
        seat,
        house.id,
        sold,
        demand,
        unit_price=best.unit_price,
        multiplier=times,
        item_bonuses=bonuses,
        sale_bonus=extra,
        distance=best.distance,
        candidates=tuple(candidates),
        ranking=game.rules.ranking_names,
    )
    earn(game, seat, income, f"house {house.id}")


def earn(game: Game, seat: Seat, amount: int, why: str) -> None:
    """Income of this Dinnertime: it counts for the CFO, and may be negative (R-39)."""
    game.state.players[seat].income += amount
    pay(game, seat, amount, why)
    hooks.on_income_changed(game, seat, amount)


def why_nobody(game: Game, house: House) -> str:
    """Why a house with demand stays at home."""
    wanted: dict[str, int] = {}
    for good, _ in game.state.demand[house.id]:
        add_to(wanted, good)
    connected = [seat for seat in game.state.seats if game.board.distance(house.id, seat) is not None]
    if not connected:
        return "no open restaurant is connected by road"
    for good, amount in wanted.items():
        if all(game.state.players[seat].stock.get(good, 0) < amount for seat in connected):
            return f"nobody connected has {amount} {good}"
    return "nobody connected has everything that is wanted"


def pay_tips(game: Game) -> None:
    """Waitresses: after all houses, in turn order."""
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


def asked_goods(game: Game, seat: Seat, house: House, demand: dict[str, int]) -> dict[str, int] | None:
    """Exactly what the house asked for."""
    stock = game.state.players[seat].stock
    for good, amount in demand.items():
        if stock.get(good, 0) < amount:
            return None
    return dict(demand)


SUBSTITUTIONS = (Substitution("asked_goods", asked_goods),)
RANKING_KEYS = in_order(
    RankingKey("add_ons", lambda game, candidate: -len(candidate.add_ons), title="add-ons"),
    RankingKey("substitution", lambda game, candidate: candidate.substitution, title="what is served"),
    RankingKey(
        "price_and_distance",
        lambda game, candidate: candidate.unit_price + candidate.distance,
        title="price + distance",
    ),
    RankingKey("turn_order", lambda game, candidate: game.state.turn_order.index(candidate.seat), title="turn order"),
)

"""Phase 4, Dinnertime: houses eat in order of their numbers; nobody decides anything.

Rulebook, Phase 4; R-39 to R-44.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.game.bank import break_if_empty, pay
from fcm_core.game.dinner import Candidate, Sale
from fcm_core.game.parts import RankingKey, Step, Substitution
from fcm_core.phases.payday import send_away
from fcm_core.phases.queries import decided_by, dinner_candidates, item_bonus, multiplier, sale_bonus, unit_price

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


def open_dinner(game: Game) -> None:
    """A bank that is empty already breaks now (R-58)."""
    for player in game.state.players:
        player.income = 0
    break_if_empty(game)


def serve_houses(game: Game) -> None:
    """Each house with demand, in eating order, goes where its ranking keys send it."""
    state = game.state
    prices = [unit_price(game, seat) for seat in range(len(state.players))]
    for house_id in list(state.houses):
        if state.demand.get(house_id):
            serve(game, house_id, prices)


def serve(game: Game, house_id: str, prices: list[int]) -> None:
    """One house chooses and is served, or stays at home."""
    candidates = dinner_candidates(game, house_id, prices)
    house = game.state.houses[house_id]
    if not candidates:
        if not game.quiet:
            game.emit(
                "house_ate", house=house_id, chain=None, why=why_nobody(game, house), candidates=[], sold={}, income=0
            )
        return
    best = candidates[0]
    for hook in game.hooks.on_eats_at:
        hook(game, house, best)
    sell(game, house, best, candidates)


def sell(game: Game, house: House, best: Candidate, candidates: list[Candidate]) -> None:
    """R-40: income per item = unit price x multiplier + item bonus; then the bonus per sale."""
    state = game.state
    seat = best.player
    times = multiplier(game, seat, house)
    stock = state.players[seat].stock
    sold = dict(best.goods)
    for good, amount in best.add_ons.items():
        sold[good] = sold.get(good, 0) + amount
    items = bonuses = 0
    for good, amount in sold.items():
        stock[good] -= amount
        if not stock[good]:
            del stock[good]
        items += amount
        bonuses += item_bonus(game, seat, good) * amount
    extra = sale_bonus(game, seat, house)
    income = best.unit_price * times * items + bonuses + extra
    demand = state.demand[house.id]
    state.demand[house.id] = ()
    if not game.quiet:
        rival = next((each for each in candidates if each.player != seat), None)
        game.emit(
            "house_ate",
            house=house.id,
            chain=game.name(seat),
            why="",
            candidates=[
                {
                    "chain": game.name(each.player),
                    "goods": {**each.goods, **each.add_ons},
                    "unit_price": each.unit_price,
                    "distance": each.distance,
                    "keys": {key.name: value for key, value in zip(game.rules.ranking_keys, each.keys, strict=True)},
                }
                for each in candidates
            ],
            sold=sold,
            income=income,
            parts=[
                [
                    best.unit_price * times * items,
                    f"{items} x {best.unit_price}" + (f" x {times}" if times > 1 else ""),
                ],
                *([[bonuses, "item bonuses"]] if bonuses else []),
                *([[extra, "sale bonus"]] if extra else []),
            ],
            key_that_decided=decided_by(game, best, rival) if rival is not None else "",
        )
    earn(game, seat, income, f"house {house.id}")
    sale = Sale(seat, house.id, sold, demand, best.unit_price, times, income, best.distance)
    for hook in game.hooks.on_sold:
        hook(game, sale)


def earn(game: Game, player: int, amount: int, why: str) -> None:
    """Income of this Dinnertime: it counts for the CFO, and may be negative (R-39)."""
    game.state.players[player].income += amount
    pay(game, player, amount, why)
    for hook in game.hooks.on_income:
        hook(game, player, amount)


def why_nobody(game: Game, house: House) -> str:
    """Why a house with demand stays at home."""
    wanted: dict[str, int] = {}
    for good, _ in game.state.demand[house.id]:
        wanted[good] = wanted.get(good, 0) + 1
    connected = [seat for seat in range(len(game.state.players)) if game.distance(house.id, seat) is not None]
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
            count = game.card_actions(seat, name)
            if count:
                amount = count * (game.rules.cards[name].tip + game.sum(game.hooks.modify_tip, seat, name))
                game.emit("tips", player=game.name(seat), amount=amount)
                earn(game, seat, amount, "tips")
                for hook in game.hooks.on_tips:
                    hook(game, seat, name, amount)


def pay_percent(game: Game) -> None:
    """R-41: +50% of all own income of this Dinnertime, rounded up towards plus, on losses too; not added up."""
    for seat in game.state.turn_order:
        percent = game.highest(game.hooks.modify_income_percent, seat)
        for name in game.rules.percent_cards:
            if game.at_work(seat, name):
                percent = max(percent, game.rules.cards[name].income_percent)
        income = game.state.players[seat].income
        if percent and income:
            amount = -(-income * percent // 100)
            game.emit("income_percent", player=game.name(seat), percent=percent, amount=amount)
            earn(game, seat, amount, f"{percent}% of the income")


def close_dinner(game: Game) -> None:
    """The game ends after the last break (R-44), or where all chains or all but one are bankrupt (R-39).

    The richest chain that is not bankrupt wins, ties to the earlier in turn order. Nobody wins where all are bankrupt.
    """
    state = game.state
    solvent = [seat for seat in state.turn_order if not state.players[seat].bankrupt]
    last_one = len(solvent) == 1 and len(state.players) > 1
    ends = state.ending or last_one or not solvent
    if ends or not game.rules.settings.payday:
        send_away(game)
    if ends:
        if solvent:
            state.winner = max(solvent, key=lambda seat: (state.players[seat].cash, -state.turn_order.index(seat)))
        state.over = True
        game.emit(
            "game_over",
            winner=game.name(state.winner) if solvent else None,
            cash={player.id: player.cash for player in state.players},
        )


def asked_goods(game: Game, player: int, house: House, demand: dict[str, int]) -> dict[str, int] | None:
    """Exactly what the house asked for."""
    stock = game.state.players[player].stock
    for good, amount in demand.items():
        if stock.get(good, 0) < amount:
            return None
    return dict(demand)


STEPS = (
    Step("dinnertime", "open", open_dinner),
    Step("dinnertime", "houses", serve_houses, after=("open",)),
    Step("dinnertime", "tips", pay_tips, after=("houses",)),
    Step("dinnertime", "income_percent", pay_percent, after=("tips",)),
    Step("dinnertime", "close", close_dinner, after=("income_percent",)),
)
SUBSTITUTIONS = (Substitution("asked_goods", asked_goods),)
RANKING_KEYS = (
    RankingKey("add_ons", lambda game, candidate: -len(candidate.add_ons), title="add-ons"),
    RankingKey(
        "substitution", lambda game, candidate: candidate.substitution, after=("add_ons",), title="what is served"
    ),
    RankingKey(
        "price_and_distance",
        lambda game, candidate: candidate.unit_price + candidate.distance,
        after=("substitution",),
        title="price + distance",
    ),
    RankingKey(
        "turn_order",
        lambda game, candidate: game.state.turn_order.index(candidate.player),
        after=("price_and_distance",),
        title="turn order",
    ),
)

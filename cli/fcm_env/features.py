"""What a learner sees: a vector of numbers with a name for each, made of what the seat may see alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fcm_core import PHASES, Game, Rules, Seat

MONEY, CARDS, ITEMS, ROUNDS, HOUSES = 100.0, 5.0, 5.0, 20.0, 10.0  # what counts as 1
BOUND = 1000.0  # no number is greater, or below minus this


class Features:
    """The vector of one set of rules and number of players. `names` tells what stands where.

    Money counts in $100, rounds in 20, cards and items in 5, houses in 10. Players come in seating order from the viewer's
    own seat on: `me`, `next1`, `next2`. All is on the table for everybody, but for the own reserve card.
    """

    def __init__(self, rules: Rules, players: int) -> None:
        self.players = players
        who = ["me", *(f"next{number}" for number in range(1, players))]
        names = ["round", "bank", "bank_breaks", "base_price", "ceo_slots", "houses", "campaigns"]
        names += [f"phase:{phase}" for phase in PHASES]
        names += [f"my_reserve:{card.value}" for card in rules.reserve_cards]
        names += [f"supply:{card}" for card in rules.cards]
        names += [f"demand:{good}" for good in rules.goods]
        names += [f"open_milestone:{milestone}" for milestone in rules.milestones]
        for each in who:
            names += [
                f"{each}:{what}" for what in ("cash", "income", "turn_place", "restaurants", "campaigns", "on_turn")
            ]
            names += [f"{each}:stock:{good}" for good in rules.goods]
            names += [f"{each}:{place}:{card}" for place in ("work", "beach", "busy") for card in rules.cards]
            names += [f"{each}:milestone:{milestone}" for milestone in rules.milestones]
        self.names = tuple(names)
        places = {name: place for place, name in enumerate(names)}
        self._phase = {phase: places[f"phase:{phase}"] for phase in PHASES}
        self._reserve = [places[f"my_reserve:{card.value}"] for card in rules.reserve_cards]
        self._supply = {card: places[f"supply:{card}"] for card in rules.cards}
        self._demand = {good: places[f"demand:{good}"] for good in rules.goods}
        self._open = {milestone: places[f"open_milestone:{milestone}"] for milestone in rules.milestones}
        self._cash = [places[f"{each}:cash"] for each in who]
        self._tables: list[dict[str, dict[Any, int]]] = [
            {
                "stock": {good: places[f"{each}:stock:{good}"] for good in rules.goods},
                **{
                    place: {card: places[f"{each}:{place}:{card}"] for card in rules.cards}
                    for place in ("work", "beach", "busy")
                },
                "milestone": {milestone: places[f"{each}:milestone:{milestone}"] for milestone in rules.milestones},
            }
            for each in who
        ]

    def __len__(self) -> int:
        return len(self.names)

    def fill(self, row: NDArray[np.float32], game: Game, seat: Seat) -> None:
        """Writes the vector of what the seat sees into the beginning of a row of zeros.

        It reads the game itself, because a view is a whole copy, and takes nothing that a view would hide.
        """
        state = game.state
        cells: dict[int, float] = {
            0: state.round / ROUNDS,
            1: _bounded(state.bank / MONEY),
            2: state.bank_breaks,
            3: state.base_price / 10,
            4: state.ceo_slots / 5,
            5: len(state.houses) / HOUSES,
            6: len(state.campaigns) / HOUSES,
            self._phase[state.phase]: 1.0,
        }
        own = state.players[seat].reserve
        if own is not None:
            cells[self._reserve[own]] = 1.0
        _write(cells, state.supply, self._supply, CARDS)
        demand = self._demand
        for counters in state.demand.values():
            for good, _ in counters:
                place = demand[good]
                cells[place] = cells.get(place, 0.0) + 1 / ITEMS
        for milestone in state.open_milestones:
            cells[self._open[milestone]] = 1.0
        owners = [campaign.owner for campaign in state.campaigns.values()]
        acting = state.turn.player if state.turn is not None else -1
        order = state.turn_order
        for step in range(self.players):
            other = Seat((seat + step) % self.players)
            player = state.players[other]
            tables = self._tables[step]
            place = self._cash[step]
            cells[place] = _bounded(player.cash / MONEY)
            cells[place + 1] = _bounded(player.income / MONEY)
            cells[place + 2] = order.index(other) / self.players if other in order else 1.0
            cells[place + 3] = len(player.restaurants) / 3
            cells[place + 4] = owners.count(other) / 5
            cells[place + 5] = float(acting == other)
            _write(cells, player.stock, tables["stock"], ITEMS)
            _write(cells, player.work, tables["work"], CARDS)
            _write(cells, player.beach, tables["beach"], CARDS)
            for each in player.busy:
                place = tables["busy"][each.card]
                cells[place] = cells.get(place, 0.0) + 1 / CARDS
            for milestone in player.milestones:
                cells[tables["milestone"][milestone]] = 1.0
        row[list(cells)] = list(cells.values())  # one by one they would cost more than all the rest


def _write(cells: dict[int, float], amounts: Mapping[Any, int], places: Mapping[Any, int], scale: float) -> None:
    for name, count in amounts.items():
        if count:
            cells[places[name]] = count / scale


def _bounded(value: float) -> float:
    return max(-BOUND, min(BOUND, value))

"""Movie Stars: they choose first in Order of Business and win ties before waitresses count.

Ketchup rulebook, Movie Stars; R-69.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.parts import OrderKey, RankingKey

if TYPE_CHECKING:
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules

RANK = "star_rank"


def stars(rules: Rules) -> Callable[[Game, int], int]:
    """A function of game and seat: 0 without a star at work, else below 0, the B star lowest."""
    ranks = {name: card.extra[RANK] for name, card in rules.cards.items() if RANK in card.extra}
    last = max(ranks.values()) + 1
    keys = {name: rank - last for name, rank in ranks.items()}

    def star_at_work(game: Game, seat: Seat) -> int:
        work = game.player(seat).work
        return min((key for name, key in keys.items() if name in work), default=0)

    return star_at_work


@hooks.contribute_order_keys.impl
def contribute_order_keys(rules: Rules) -> Sequence[OrderKey]:
    """B, C and D in this order choose before open slots are counted."""
    return (OrderKey("movie_star", stars(rules), before=("open_slots",)),)


@hooks.contribute_ranking_keys.impl
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """At the same price + distance a star wins, whatever the number of waitresses."""
    star_at_work = stars(rules)

    def key(game: Game, candidate: Candidate) -> int:
        return star_at_work(game, candidate.seat)

    return (RankingKey("movie_star", key, after=("price_and_distance",), before=("waitresses",), title="movie star"),)

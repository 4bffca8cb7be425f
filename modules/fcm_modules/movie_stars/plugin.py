"""Movie Stars: they choose first in Order of Business and win ties before waitresses count.

Ketchup rulebook, Movie Stars; R-69.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fcm_core.modding import Candidate, Game, OrderKey, RankingKey, Rules, Seat, hooks

STAR_RANK = "star_rank"  # the card key that this module brings


def stars(rules: Rules) -> Callable[[Game, Seat], int]:
    """A function of game and seat: 0 without a star at work, else below 0; the B star has the lowest number."""
    ranks = {card.id: card.extra[STAR_RANK] for card in rules.cards.values() if STAR_RANK in card.extra}
    last = max(ranks.values()) + 1
    keys = {card: rank - last for card, rank in ranks.items()}

    def star_at_work(game: Game, seat: Seat) -> int:
        work = game.player(seat).work
        return min((key for card, key in keys.items() if card in work), default=0)

    return star_at_work


@hooks.contribute_order_keys.impl
def contribute_order_keys(rules: Rules) -> Sequence[OrderKey]:
    """B, C and D choose in this order, before open slots are counted."""
    return (OrderKey("movie_star", stars(rules), before=("open_slots",)),)


@hooks.contribute_ranking_keys.impl
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """At the same price + distance a star wins, whatever the number of waitresses."""
    star_at_work = stars(rules)

    def key(game: Game, candidate: Candidate) -> int:
        return star_at_work(game, candidate.seat)

    return (RankingKey("movie_star", key, after=("price_and_distance",), before=("waitresses",), title="movie star"),)

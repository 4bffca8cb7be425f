"""The fault: a ranking key changes the CEO's slots."""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import Candidate, Game, RankingKey, Rules, hooks


def rumours(game: Game, candidate: Candidate) -> int:
    """Nobody knows."""
    game.state.next_ceo_slots += 1
    return 0


@hooks.contribute_ranking_keys.impl
def more_keys(rules: Rules) -> Sequence[RankingKey]:
    """Rumours decide last."""
    return (RankingKey("rumours", rumours, after=("waitresses",), before=("turn_order",)),)

"""Jukebox: disc jockeys win ties before waitresses do, and whoever plays the first one earns a little more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.game.cards import at_work, card_actions
from fcm_core.game.hooks import hookimpl
from fcm_core.game.milestones import award, has_milestone
from fcm_core.game.parts import RankingKey, Reasons

if TYPE_CHECKING:
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game

MILESTONE = "first_disc_jockey_played"


def _most_music(game: Game, candidate: Candidate) -> int:
    """The lowest value wins, so more disc jockeys are a lower number."""
    return -card_actions(game, candidate.player, "disc_jockey")


@hookimpl
def contribute_ranking_keys() -> Sequence[RankingKey]:
    """A tie-breaker names its neighbours: after price + distance, before the waitresses."""
    return (
        RankingKey(
            "disc_jockeys",
            _most_music,
            after=("price_and_distance",),
            before=("waitresses", "turn_order"),
            title="disc jockeys",
        ),
    )


@hookimpl
def on_structures_revealed(game: Game) -> None:
    """Everybody who has one at work in the round in which it is first had gets the milestone."""
    for player in game.state.seats:
        if at_work(game, player, "disc_jockey"):
            award(game, player, MILESTONE)


@hookimpl
def modify_sale_bonus(game: Game, player: int) -> Reasons | None:
    """$1 for each house served, no part of the price."""
    return ((1, "First disc jockey played"),) if has_milestone(game, player, MILESTONE) else None

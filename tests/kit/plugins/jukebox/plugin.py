"""Jukebox: disc jockeys win ties before waitresses do, and whoever plays the first one earns a little more."""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import (
    Candidate,
    CardId,
    Game,
    House,
    MilestoneId,
    RankingKey,
    Reasons,
    Rules,
    Seat,
    StructuresRevealed,
    at_work,
    award,
    card_actions,
    has_milestone,
    hooks,
)

DISC_JOCKEY = CardId("disc_jockey")
FIRST_PLAYED = MilestoneId("first_disc_jockey_played")


def most_music(game: Game, candidate: Candidate) -> int:
    """The lowest value wins, so more disc jockeys are a lower number."""
    return -card_actions(game, candidate.seat, DISC_JOCKEY)


@hooks.contribute_ranking_keys.impl
def music_draws_guests(rules: Rules) -> Sequence[RankingKey]:
    """A tie-breaker names its neighbours: after price + distance, before the waitresses."""
    return (
        RankingKey(
            "disc_jockeys",
            most_music,
            after=("price_and_distance",),
            before=("waitresses", "turn_order"),
            title="disc jockeys",
        ),
    )


@hooks.on_structures_revealed.impl
def first_music(game: Game, event: StructuresRevealed) -> None:
    """Everybody who has one at work in the round in which it is first had gets the milestone."""
    for seat, _ in enumerate(event.work):
        if at_work(game, Seat(seat), DISC_JOCKEY):
            award(game, Seat(seat), FIRST_PLAYED)


@hooks.modify_sale_bonus.impl
def music_pays(game: Game, seat: Seat, house: House) -> Reasons | None:
    """$1 for each house served, no part of the price."""
    return ((1, "First disc jockey played"),) if has_milestone(game, seat, FIRST_PLAYED) else None

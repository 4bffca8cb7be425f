"""The fault: a copy shares a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from fcm_core.modding import Game, Partition, Rules, Seat, TurnBegan, add_to, hooks


@define
class Songs:
    """How many songs were sung, by seat."""

    sung: dict[Seat, int] = field(factory=dict)

    def copy(self) -> Songs:
        """A copy that shares nothing."""
        return Songs(self.sung)


SONGS = Partition("copy_shares", Songs)


@hooks.contribute_partitions.impl
def songs(rules: Rules) -> Sequence[Partition[Any]]:
    """The songs."""
    return (SONGS,)


@hooks.on_turn_began.impl
def one_more(game: Game, began: TurnBegan) -> None:
    """Every turn is a song."""
    add_to(SONGS.of(game).sung, began.seat)

"""The fault: the module counts in its own state how often it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from fcm_core.modding import Game, Partition, Reasons, Rules, Seat, add_to, hooks


@define
class Songs:
    """How many songs were sung, by seat."""

    sung: dict[Seat, int] = field(factory=dict)

    def copy(self) -> Songs:
        """A copy that shares nothing."""
        return Songs(dict(self.sung))


SONGS = Partition("writes_in_own_partition", Songs)


@hooks.contribute_partitions.impl
def songs(rules: Rules) -> Sequence[Partition[Any]]:
    """The songs."""
    return (SONGS,)


@hooks.modify_open_slots.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    add_to(SONGS.of(game).sung, seat)
    return None

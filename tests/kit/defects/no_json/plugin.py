"""The fault: the state holds what JSON has no word for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define

from fcm_core.modding import Game, Partition, Rules, TurnBegan, hooks


@define
class Songs:
    """How many songs were sung, by seat."""

    sung: Any = None

    def copy(self) -> Songs:
        """A copy that shares nothing."""
        return Songs(self.sung)


SONGS = Partition("no_json", Songs)


@hooks.contribute_partitions.impl
def songs(rules: Rules) -> Sequence[Partition[Any]]:
    """The songs."""
    return (SONGS,)


@hooks.on_turn_began.impl
def one_more(game: Game, began: TurnBegan) -> None:
    """Every turn is a song."""
    SONGS.of(game).sung = object()

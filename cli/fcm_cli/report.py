"""Events as sentences: the round as people hear it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fcm_core import Event, Game


def sentences(events: Iterable[Event], game: Game) -> list[str]:
    """Events in plain words, each in those of its own class; what people need not be told is left out."""
    say = game.words()
    return [sentence for event in events if (sentence := event.sentence(say))]

"""The fault: the event holds what JSON has no word for."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from fcm_core.modding import Event, Game, Seat, TurnBegan, hooks, told


@frozen
class EventWithoutJsonSong(Event):
    """Somebody has sung."""

    seat: Seat
    where: Any


on_event_without_json_song = told(EventWithoutJsonSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    on_event_without_json_song(game, began.seat, object())

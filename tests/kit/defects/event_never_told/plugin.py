"""The fault: an event that never happens."""

from __future__ import annotations

from attrs import frozen

from fcm_core.modding import Event, Game, Seat, TurnBegan, hooks, told


@frozen
class EventNeverToldSong(Event):
    """Somebody has sung."""

    seat: Seat


on_event_never_told_song = told(EventNeverToldSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    if began.seat > 90:
        on_event_never_told_song(game, began.seat)

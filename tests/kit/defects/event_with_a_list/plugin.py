"""The fault: the event is told with a list where its class says tuple."""

from __future__ import annotations

from attrs import frozen

from fcm_core.modding import Event, Game, Seat, TurnBegan, hooks, told


@frozen
class EventWithAListSong(Event):
    """Somebody has sung."""

    seat: Seat
    verses: tuple[int, ...]


on_event_with_a_list_song = told(EventWithAListSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    on_event_with_a_list_song(game, began.seat, [1, 2])  # type: ignore[arg-type]

"""The fault: a question is announced as if it had happened."""

from __future__ import annotations

from attrs import frozen

from fcm_core.modding import Event, Game, Reasons, Seat, TurnBegan, hooks, told


@frozen
class AnnouncesInAnswerSong(Event):
    """Somebody has sung."""

    seat: Seat


on_announces_in_answer_song = told(AnnouncesInAnswerSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    pass


@hooks.modify_open_slots.impl
def odd(game: Game, seat: Seat) -> Reasons | None:
    """The fault is here."""
    on_announces_in_answer_song(game, seat)
    return None

"""The fault: the sentence tells what the event does not have."""

from __future__ import annotations

from attrs import frozen

from fcm_core.modding import Event, Game, Seat, TurnBegan, Words, hooks, told


@frozen
class SentenceRaisesSong(Event):
    """Somebody has sung."""

    seat: Seat

    def sentence(self, say: Words) -> str:
        """In plain words."""
        return f"{say.player(self.seat)} sings {self.song}"


on_sentence_raises_song = told(SentenceRaisesSong)


@hooks.on_turn_began.impl
def everybody_sings(game: Game, began: TurnBegan) -> None:
    """Every turn begins with a song."""
    on_sentence_raises_song(game, began.seat)

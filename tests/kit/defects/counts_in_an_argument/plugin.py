"""The fault: a default argument counts."""

from __future__ import annotations

from fcm_core.modding import Game, Hired, Seat, hooks


def count(seat: Seat, seen: list[int] = []) -> None:  # noqa: B006 (the fault)
    """Counts in its own default."""
    seen.append(seat)


@hooks.on_hired.impl
def odd(game: Game, hired: Hired) -> None:
    """The fault is here."""
    count(hired.seat)

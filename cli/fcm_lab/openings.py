"""What players call the beginning of a game: the first hire, and which of two early milestones a chain earned."""

from __future__ import annotations

from collections.abc import Collection

TRAINED = "first_to_train_someone"
HIRED_THREE = "first_to_hire_3_people_in_1_turn"
STYLES = ("train + hire three", "hire three", "train", "other")


def style(milestones: Collection[str]) -> str:
    """The opening by its milestones, in the words of the public statistics of online games."""
    if TRAINED in milestones:
        return "train + hire three" if HIRED_THREE in milestones else "train"
    return "hire three" if HIRED_THREE in milestones else "other"


def title(card: str) -> str:
    """A first hire in words: `recruiting girl`."""
    return card.replace("_", " ") or "nobody hired"

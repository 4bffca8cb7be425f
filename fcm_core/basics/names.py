"""The nearest valid name, for error messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache


def misspelt(name: str, valid: Iterable[str]) -> str | None:
    """The valid name that `name` most likely stands for: much more like it than `nearest` asks; None where none is."""
    return _nearest(str(name), tuple(map(str, valid)), 0.7)


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """The valid name most like `name`, whatever its capitals, or None if none is like it."""
    return _nearest(str(name), tuple(map(str, valid)))


@lru_cache(maxsize=4096)  # bots that try what is not there ask the same again and again
def _nearest(name: str, valid: tuple[str, ...], cutoff: float = 0.5) -> str | None:
    names = {each.casefold(): each for each in valid}
    found = get_close_matches(name.casefold(), list(names), n=1, cutoff=cutoff)
    return names[found[0]] if found else None


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """`; did you mean X?`, or nothing."""
    found = nearest(name, valid)
    return f"; did you mean {found}?" if found else ""

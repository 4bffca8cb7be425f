"""Random streams: one per (seed, module, purpose), the same on every platform and Python version.

A module that is switched on draws from its own streams, so the base map of a seed stays what it was.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
SPAN = 1 << 64  # different numbers that come out of a hash


class Stream:
    """Whole numbers from a named stream. `draws` (part of the state) remembers how far each stream was read."""

    def __init__(self, seed: int, module: str, purpose: str, draws: MutableMapping[str, int] | None = None) -> None:
        self._name = f"{module}/{purpose}"
        self._hash = blake2b(f"{seed}/{self._name}/".encode(), digest_size=8)
        self._draws: MutableMapping[str, int] = draws if draws is not None else {}

    def below(self, limit: int) -> int:
        """A uniform number from 0 to limit - 1 (limit > 0)."""
        # Numbers past the last whole multiple of `limit` would favour the small ones, so they are thrown away.
        bound = SPAN - SPAN % limit
        while True:
            drawn = self._draws.get(self._name, 0)
            self._draws[self._name] = drawn + 1
            hashed = self._hash.copy()
            hashed.update(b"%d" % drawn)
            number = int.from_bytes(hashed.digest(), "big")
            if number < bound:
                return number % limit

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return pool

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

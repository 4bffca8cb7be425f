"""A game out of a file: a save or a scenario."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from fcm_core.basics.errors import InputError
from fcm_core.game.game import Game
from fcm_core.records.saves import read_save, read_until, replay
from fcm_core.rules.tables import read_toml
from fcm_core.scenario.playing import Scenario


def load(path: str | Path, modules_dirs: Iterable[str | Path] = (), until: str | None = None) -> Game:
    """The game of a save (as far as the beginning of `until`, such as "7.dinnertime") or the position of a scenario.

    Raises InputError: for a file that is neither, and for an `until` that the save does not reach.
    """
    if str(path).endswith(".toml"):
        if until is not None:
            raise InputError(f"until {until!r}: only a saved game can be stopped somewhere; {path} is a scenario")
        return Scenario(Path(path), modules_dirs).game
    game = replay(read_save(path), until=until, modules_dirs=modules_dirs).game
    if until is not None:
        if game.moment < read_until(until):
            raise InputError(f"until {until!r}: {path} ends in {game.phase} of round {game.round}, before that")
    return game


def is_scenario(path: str | Path) -> bool:
    """Whether a file is a scenario: a TOML file with a table of players. A ruleset has a range of numbers there, or nothing."""
    path = Path(path)
    return path.suffix == ".toml" and path.is_file() and isinstance(read_toml(path).get("players"), dict)

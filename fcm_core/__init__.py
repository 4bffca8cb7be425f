"""Food Chain Magnate as a library: rules, games, bots, saves.

    import fcm_core as fcm

    rules = fcm.load("base", modules=["coffee"])
    game = fcm.new_game(rules, ["anna", "ben", "cat"], seed=7)

`load` makes the rules of a ruleset and modules. `new_game` begins a Game: `game.to_move` are the seats that owe a decision,
`game.legal_actions(seat)` what they may do, `game.check` says why not, `game.apply` does it and returns what happened.
`play` and `simulate` let bots play. A Recording plays a game that is saved and can be undone. All names stand
in fcm_core/_library.py, by what they are for.

This is the face for users. Modules use `fcm_core.modding`, their tests `fcm_core.testing`; everything else is private and
may change without notice. Seats count from 0, money is whole dollars, distances are tile borders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fcm_core._library import *  # noqa: F403
else:
    # Importing the package alone costs nothing: the pytest plugin is loaded in every test run on the machine.
    def __getattr__(name: str) -> Any:
        if not name.startswith("_") or name == "__all__":
            from fcm_core import _library

            if name == "__all__":
                return list(_library.__all__)
            if name in _library.__all__:
                return getattr(_library, name)
        raise AttributeError(f"module {__name__} has no {name}")

    def __dir__() -> list[str]:
        return [*globals(), *__getattr__("__all__")]

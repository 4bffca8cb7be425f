"""Small plans and clumsy bots for the tests of experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fcm_lab.plan import Arm, Plan
from tests.core.loose_modules import write_module

CLUMSY = """
    from fcm_core.modding import Bot, Hire, hooks

    def lazy(view, seat, stream):
        return view.default_action(seat)

    def liar(view, seat, stream):
        return Hire("ceo") if view.round == 2 else view.default_action(seat)

    def crasher(view, seat, stream):
        if view.round == 2:
            raise RuntimeError("no idea")
        return view.default_action(seat)

    @hooks.contribute_bots.impl
    def bots(rules):
        return [Bot("lazy", lazy), Bot("liar", liar), Bot("crasher", crasher)]
"""
BROKEN = """
    from fcm_core.modding import hooks

    @hooks.on_round_began.impl
    def begin(game, event):
        if event.round == 3:
            raise RuntimeError("the rule is wrong")
"""


def small(**changes: Any) -> Plan:
    """A plan of few short games; fields of Plan may be changed."""
    fields: dict[str, Any] = {
        "arms": (Arm("base"),),
        "bots": ("steady", "eager"),
        "players": (2,),
        "blocks": 4,
        "rounds": 5,
    }
    return Plan(**{**fields, **changes})


def clumsy_arm(folder: Path) -> Arm:
    """The base game with bots that do wrong: lazy, liar, crasher."""
    write_module(folder, "clumsy", plugin=CLUMSY)
    return Arm("base", with_=("clumsy",), modules_dirs=(str(folder),))


def broken_arm(folder: Path) -> Arm:
    """The base game with a module that raises in round 3."""
    write_module(folder, "broken", plugin=BROKEN)
    return Arm("broken", with_=("broken",), modules_dirs=(str(folder),))

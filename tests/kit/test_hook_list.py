"""Every hook is explained and called, and all but listeners are used by a shipped module.

Events are also read from the game's record. test_every_hook_is_tested.py sees to the tests of hooks.
"""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import pytest

from fcm_core.basics.errors import InputError
from fcm_core.testing import hook_list

# The example plugins use what no shipped module needs.
HOOKS = {hook.name: hook for hook in hook_list([Path(__file__).parent / "plugins"])}
LAWS = {  # the verb of a hook says its law
    "on": "told",
    "contribute": "collected",
    "list": "collected",
    "modify": "summed",
    "highest": "highest",
    "allow": "allowed",
    "check": "checked",
    "set": "set",
    "extend": "joined",
    "adjust": "adjusted",
    "before": "told",
    "read": "told",
    "expect": "told",
}


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_is_explained_called_and_used(name: str) -> None:
    hook = HOOKS[name]
    assert len(hook.text) > 12, "it has no docstring"
    assert hook.law.split(":")[0] == LAWS[name.partition("_")[0]]
    assert hook.called_in, "nobody calls it"
    assert hook.used_by or hook.fields or name == "on_game_set_up", "no module uses it"
    assert bool(hook.example) == bool(hook.used_by)


@pytest.mark.parametrize("name", [name for name, hook in HOOKS.items() if not hook.fields and name != "on_event"])
def test_a_docstring_says_when_and_has_an_example_that_fits(name: str) -> None:
    hook = HOOKS[name]
    if name.startswith("on_"):
        return
    text, found, code = hook.text.partition("::\n")
    assert found and re.search(r"\bExample,\s", text)
    assert re.search(r"\b(Asked|Called)\b", text)
    example = ast.parse(textwrap.dedent(code)).body[0]
    assert isinstance(example, ast.FunctionDef)
    assert ast.unparse(example.decorator_list[0]) == f"hooks.{name}.impl"
    assert tuple(each.arg for each in example.args.args) == hook.arguments
    assert example.returns is not None
    assert hook.signature.endswith(f" -> {ast.unparse(example.returns)}")


def test_an_unknown_hook_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="did you mean on_sold"):
        hook_list(name="on_solt")


def test_an_example_is_given() -> None:
    (hook,) = hook_list(name="modify_distance")
    assert "ketchup" in hook.used_by
    assert hook.example.startswith("@hooks.modify_distance.impl\ndef ")
    assert hook.law.startswith("summed: ")
    assert "fcm_core/phases/guests.py" in hook.called_in
    assert "fcm_core/game/laws.py" not in hook.called_in  # it is spoken of there


def test_types_are_told() -> None:
    assert HOOKS["modify_tip"].signature == "modify_tip(game: Game, seat: Seat, card: CardId) -> Reasons | None"
    assert HOOKS["on_hired"].signature == "on_hired(game: Game, event: Hired) -> None"
    assert HOOKS["on_hired"].fields == ("seat: Seat", "card: CardId")
    assert HOOKS["modify_tip"].fields == ()


def test_events_of_modules_are_listed() -> None:
    assert HOOKS["on_coffee_sold"].fields[:2] == ("seat: Seat", "house: HouseId")
    assert [file.split("/")[0] for file in HOOKS["on_coffee_sold"].called_in] == ["coffee"]

"""Every hook is explained, called, and used by a shipped module; test_every_hook_is_tested.py sees to its tests."""

from __future__ import annotations

import pytest

from fcm_core.basics.errors import InputError
from fcm_core.testing import hook_list

HOOKS = {hook.name: hook for hook in hook_list()}


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_is_explained_called_and_used(name: str) -> None:
    hook = HOOKS[name]
    assert len(hook.text) > 12, "it has no docstring"
    assert hook.law, "its verb says nothing about how answers combine"
    assert hook.called_in, "nobody calls it"
    assert hook.used_by, "no shipped module uses it"
    assert hook.example


def test_an_unknown_hook_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="did you mean on_sold"):
        hook_list(name="on_solt")


def test_an_example_is_given() -> None:
    (hook,) = hook_list(name="modify_distance")
    assert "ketchup" in hook.used_by
    assert hook.example.startswith("@hookimpl\ndef modify_distance(")
    assert hook.law.startswith("adds to a number")

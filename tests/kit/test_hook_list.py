"""Every hook is explained, called by the core, and used by a shipped module or an example plugin."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.errors import InputError
from fcm_core.testkit.hook_list import hook_list

PLUGINS = Path(__file__).parent / "plugins"
HOOKS = {hook.name: hook for hook in hook_list([PLUGINS])}


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_is_explained_called_and_used(name: str) -> None:
    hook = HOOKS[name]
    assert len(hook.text) > 12
    assert hook.law
    assert hook.called_in or hook.used_by, "nobody calls it and nobody uses it"
    if name != "check_edge":  # for modules that put pieces beside the map
        assert hook.called_in, "nobody calls it"


def test_an_unknown_hook_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="did you mean on_sold"):
        hook_list(name="on_solt")


def test_an_example_is_given() -> None:
    (hook,) = hook_list(name="modify_distance")
    assert "ketchup" in hook.used_by
    assert hook.example.startswith("@hookimpl\ndef modify_distance(")
    assert hook.law.startswith("adds to a number")

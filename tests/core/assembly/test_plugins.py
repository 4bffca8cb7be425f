"""Plugins are checked when they are registered, called in plan order, and named when they fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.plugins import PluginManager, manager_for
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import HookError, InputError
from fcm_core.basics.ordering import arrange
from fcm_core.game.actions import Pass
from fcm_core.game.laws import HOOKS
from fcm_core.game.parts import WorkingStep
from fcm_core.rules.plan import Plan, resolve
from tests.core.loose_modules import write_module

HEAD = "from fcm_core.modding import hooks\n"
MARKER = "import pluggy\n@pluggy.HookimplMarker('fcm')"  # as somebody writes who knows pluggy


def plan_with(folder: Path, *names: str) -> Plan:
    return resolve("base", with_=names or ["odd"], modules_dirs=[folder])


def refused(folder: Path, plugin: str) -> str:
    write_module(folder, "odd", plugin=HEAD + plugin)
    with pytest.raises(InputError) as caught:
        PluginManager(plan_with(folder))
    return str(caught.value)


# --- what is refused ---------------------------------------------------------------------------------------------------


ARGUMENTS = "; the hook's arguments: game, event"


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        (
            "import pluggy\n@pluggy.HookimplMarker('fcm')\ndef on_hird(game, event): ...",
            "module odd: hook on_hird: there is no such hook; did you mean on_hired?",
        ),
        (
            "@hooks.modify_tip.impl\ndef raise_tips(game, saet, card): ...",
            "module odd: hook modify_tip: it has no argument saet; did you mean seat?"
            "; the hook's arguments: game, seat, card",
        ),
        (
            "@hooks.modify_tip.impl\ndef raise_tips(game, seat, crad=0): ...",
            "module odd: hook modify_tip: it has no argument crad; did you mean card?"
            "; the hook's arguments: game, seat, card",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(gmae, event): ...",
            f"module odd: hook on_hired: it has no argument gmae; did you mean game?{ARGUMENTS}",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(event, game): ...",
            f"module odd: hook on_hired: it has no argument event{ARGUMENTS}",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(game, event, extra): ...",
            f"module odd: hook on_hired: it has no argument extra{ARGUMENTS}",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(*game): ...",
            f"module odd: hook on_hired: *game is no plain argument{ARGUMENTS}",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(game, *, event): ...",
            f"module odd: hook on_hired: event is no plain argument{ARGUMENTS}",
        ),
        (
            "@hooks.on_hired.impl\ndef greet(game): ...",
            f"module odd: hook on_hired: it lacks event{ARGUMENTS}",
        ),
        (
            "@hooks.modify_tip.impl\ndef raise_tips(): ...",
            "module odd: hook modify_tip: it lacks game, seat, card; the hook's arguments: game, seat, card",
        ),
        (
            "@hooks.modify_tip.impl\ndef raise_tips(game, card, seat): ...",
            "module odd: hook modify_tip: its arguments are in another order; the hook's arguments: game, seat, card",
        ),
        (
            "@hooks.on_hired.impl\nclass Greet: ...",
            "module odd: hook on_hired: expected a plain function, found type",
        ),
        (
            f"{MARKER}(tryfirst=True)\ndef on_hired(game, event): ...",
            "module odd: hook on_hired: tryfirst hides an order; let steps and keys name their neighbours",
        ),
        (
            f"{MARKER}(trylast=True)\ndef on_hired(game, event): ...",
            "module odd: hook on_hired: trylast hides an order; let steps and keys name their neighbours",
        ),
        (
            f"{MARKER}(wrapper=True)\ndef on_hired(game, event):\n    return (yield)",
            "module odd: hook on_hired: wrapper hides an order; let steps and keys name their neighbours",
        ),
        (
            f"{MARKER}(hookwrapper=True)\ndef on_hired(game, event):\n    yield",
            "module odd: hook on_hired: hookwrapper hides an order; let steps and keys name their neighbours",
        ),
        (
            f"{MARKER}(optionalhook=True)\ndef on_hired(game, event): ...",
            "module odd: hook on_hired: optionalhook would hide a misspelt name; mark it with @hooks.on_hired.impl",
        ),
        (
            "def on_hired(game, event): ...",
            "module odd: hook on_hired: it is not marked; put @hooks.on_hired.impl above it",
        ),
        (
            "from fcm_modules.base.plugin import contribute_bots",
            "module odd: hook contribute_bots: it belongs to fcm_modules.base.plugin; "
            "a module brings its own functions",
        ),
    ],
)
def test_wrong_plugin(tmp_path: Path, plugin: str, message: str) -> None:
    assert refused(tmp_path, plugin) == message


def test_a_listener_calls_the_event_what_it_is(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", plugin=HEAD + "@hooks.on_hired.impl\ndef greet(game, newcomer): ...")
    assert compiled(tmp_path, "on_hired")


def test_a_misspelt_hook_is_named_when_the_plugin_is_imported(tmp_path: Path) -> None:
    message = refused(tmp_path, "@hooks.on_hird.impl\ndef greet(game, event): ...")
    home = tmp_path / "odd" / "plugin.py"
    assert message.startswith(f"module odd: {home}:2 cannot be imported: AttributeError: ")
    assert "on_hird" in message


def compiled(folder: Path, hook: str, *modules: str) -> tuple[Callable[..., Any], ...]:
    return PluginManager(plan_with(folder, *modules)).compile()[hook]


def test_a_hook_can_live_in_another_file_of_the_module(tmp_path: Path) -> None:
    write_module(
        tmp_path,
        "odd",
        plugin="from .prices import dearer\n",
        prices_py=HEAD + "@hooks.modify_unit_price.impl\ndef dearer(game, seat):\n    return [(7, 'odd')]\n",
    )
    assert compiled(tmp_path, "modify_unit_price")[-1](None, 0) == [(7, "odd")]


@pytest.mark.parametrize(
    ("plugin", "line", "what"),
    [
        ("import no_such_library\n", 1, "ModuleNotFoundError"),
        ("x = 1\n\ny = x / 0\n", 3, "ZeroDivisionError"),
        ("x = 1\ndef broken(:\n", 2, "SyntaxError"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit"),
    ],
)
def test_a_plugin_that_cannot_be_imported_names_module_file_and_line(
    tmp_path: Path, plugin: str, line: int, what: str
) -> None:
    home = write_module(tmp_path, "odd", plugin=plugin)
    with pytest.raises(InputError) as caught:
        PluginManager(plan_with(tmp_path))
    assert str(caught.value).startswith(f"module odd: {home / 'plugin.py'}:{line} cannot be imported: {what}")


def test_a_broken_plugin_harms_only_who_wants_it(tmp_path: Path) -> None:
    write_module(tmp_path, "powder_keg", plugin="1 / 0")
    compile_rules(resolve("base", modules_dirs=[tmp_path]))
    assert not any("powder_keg" in name for name in sys.modules)


PRICE = HEAD + "@hooks.modify_unit_price.impl\ndef price(game, seat):\n    return [({}, '{}')]\n"


def test_an_edited_module_is_loaded_anew(tmp_path: Path) -> None:
    for amount in (1, 2):
        write_module(tmp_path, "odd", plugin=PRICE.format(amount, "odd"))
        assert compiled(tmp_path, "modify_unit_price")[-1](None, 0) == [(amount, "odd")]


# --- how hooks are called ----------------------------------------------------------------------------------------------


def test_a_function_of_any_name_is_called_itself(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", plugin=PRICE.format(1, "odd"))
    manager = PluginManager(plan_with(tmp_path))
    assert manager.compile()["modify_unit_price"][-1] is dict(manager.loaded)["odd"].price


def test_a_module_may_implement_a_hook_several_times(tmp_path: Path) -> None:
    text = PRICE.format(1, "zebra") + PRICE.format(2, "ant").replace("def price", "def another").removeprefix(HEAD)
    write_module(tmp_path, "odd", plugin=text)
    calls = compiled(tmp_path, "modify_unit_price")[-2:]
    assert [call(None, 0) for call in calls] == [[(1, "zebra")], [(2, "ant")]]  # as they stand in the file


def test_one_function_under_two_names_is_called_once(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", plugin=PRICE.format(1, "odd"))
    once = len(compiled(tmp_path, "modify_unit_price"))
    write_module(tmp_path, "odd", plugin=PRICE.format(1, "odd") + "again = price\n")
    assert len(compiled(tmp_path, "modify_unit_price")) == once


def test_calls_run_in_plan_order_not_in_the_order_of_asking(tmp_path: Path) -> None:
    write_module(tmp_path, "aaa", 'requires = ["bbb"]', plugin=PRICE.format(1, "aaa"))
    write_module(tmp_path, "bbb", plugin=PRICE.format(1, "bbb"))
    write_module(tmp_path, "ccc", plugin=PRICE.format(1, "ccc"))
    for names in (("ccc", "aaa"), ("aaa", "ccc")):
        calls = compiled(tmp_path, "modify_unit_price", *names)[-3:]
        assert [call(None, 0)[0][1] for call in calls] == ["bbb", "aaa", "ccc"]


def test_one_manager_for_plans_of_the_same_modules() -> None:
    assert manager_for(resolve("base")) is manager_for(resolve("base", options=["edition=deluxe"]))


def test_no_specification_asks_for_the_first_result_only() -> None:
    """Which one is first would hang on the order of modules."""
    assert len(HOOKS) > 40
    assert [spec.name for spec in HOOKS.values() if vars(spec.function)["fcm_spec"]["firstresult"]] == []


def test_every_specification_says_what_it_is_for() -> None:
    assert [spec.name for spec in HOOKS.values() if not spec.text] == []


# --- who is to blame ---------------------------------------------------------------------------------------------------


def test_an_error_in_a_hook_names_module_hook_and_what_was_going_on(tmp_path: Path) -> None:
    write_module(
        tmp_path,
        "odd",
        plugin=HEAD + "@hooks.check_action.impl\ndef veto(game, seat, action):\n    {}['no such key']\n",
    )
    game = new_game(compile_rules(plan_with(tmp_path)), 2, seed=1)
    player = game.pending[0].seat
    with pytest.raises(HookError) as caught:
        game.check(player, Pass())
    assert (caught.value.module, caught.value.hook) == ("odd", "check_action")
    assert isinstance(caught.value.cause, KeyError)
    assert str(caught.value).startswith("module odd, hook check_action, while checking ")
    assert str(caught.value).endswith(": KeyError: 'no such key'")


def test_modules_whose_names_begin_alike_are_told_apart(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", plugin="def helper():\n    1 / 0\n")
    write_module(tmp_path, "odd_two", plugin="def helper():\n    1 / 0\n")
    manager = PluginManager(plan_with(tmp_path, "odd", "odd_two"))
    for module in ("odd", "odd_two"):
        with pytest.raises(ZeroDivisionError) as caught:
            dict(manager.loaded)[module].helper()
        assert manager.blame(caught.value) == (module, "helper")


def test_an_error_of_the_core_is_nobodys() -> None:
    manager = manager_for(resolve("base"))
    with pytest.raises(InputError) as caught:
        resolve("no such ruleset")
    assert manager.blame(caught.value) is None


# --- one order ---------------------------------------------------------------------------------------------------------


def step(name: str, *, before: str = "", after: str = "") -> WorkingStep:
    return WorkingStep(name, (), tuple(before.split()), tuple(after.split()))


def names(steps: list[WorkingStep]) -> list[str]:
    return [each.name for each in steps]


def test_neighbours_make_one_order_whatever_the_order_of_the_items() -> None:
    items = [step("c", after="b"), step("a"), step("b", after="a"), step("ab", after="a", before="b")]
    assert names(arrange(items)) == names(arrange(items[::-1])) == ["a", "ab", "b", "c"]


def test_names_of_absent_neighbours_are_ignored() -> None:
    assert names(arrange([step("b", after="a nowhere"), step("a", before="nothing")])) == ["a", "b"]


def test_two_at_one_place_are_an_error_that_says_how_to_settle_it() -> None:
    items = [step("hire"), step("radio", after="hire"), step("pizza", after="hire")]
    with pytest.raises(InputError, match=r'nothing says whether pizza or radio .* order = \[\["pizza", "radio"\]\]'):
        arrange(items)
    assert names(arrange(items, [("radio", "pizza")])) == ["hire", "radio", "pizza"]


def test_a_circle_is_named() -> None:
    items = [step("x", before="a"), step("a", before="b"), step("b", before="c"), step("c", before="a")]
    with pytest.raises(InputError) as caught:
        arrange(items, what="working steps")
    assert str(caught.value) == "working steps: a circle, a before b before c before a"


def test_two_items_of_one_name_are_an_error() -> None:
    with pytest.raises(InputError, match="two are called a"):
        arrange([step("a"), step("a")])

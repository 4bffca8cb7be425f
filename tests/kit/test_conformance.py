"""The conformance run passes shipped modules and names what is wrong with a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import HookError, InputError, SaveError
from fcm_core.game.laws import HOOKS
from fcm_core.records.runner import play
from fcm_core.rules.plan import resolve
from fcm_core.testing import bounds, conformance, reproduce

MODULES = ("kimchi", "sushi", "noodles", "ketchup", "fry_chefs")


@pytest.mark.parametrize("module", ["kimchi", "fry_chefs"])
def test_a_shipped_module_conforms_alone_and_with_the_others(module: str) -> None:
    report = conformance(module, with_=MODULES, combinations=1)
    assert report.passed, "\n".join(map(str, report.faults))
    assert report.games >= 5 + 4 + 2  # alone, with each other one, and several together
    assert report.finished and report.actions > 1000
    assert report.reach[module] and all(each.times or each.why_not for each in report.reach[module])


@pytest.mark.long
def test_every_module_conforms_alone_with_each_other_and_in_combinations(tmp_path: Path) -> None:
    report = conformance(rounds=None, combinations=40, jobs=2, replays=tmp_path)
    assert report.passed, "\n".join(map(str, report.faults))
    assert report.finished > 0.9 * report.games > 200
    assert {excluded.split(":")[0] for excluded in report.excluded} == {"hard_choices + new_milestones"}


def test_several_processes_come_to_what_one_does() -> None:
    runs = [conformance("kimchi", with_=["sushi"], combinations=0, jobs=jobs) for jobs in (1, 2)]
    assert runs[0] == runs[1]
    assert runs[0].games >= 5 + 1


def write(folder: Path, plugin: str, manifest: str = "", readme: str = "A module.") -> Path:
    module = folder / "odd"
    module.mkdir()
    (module / "module.toml").write_text(
        f'id = "odd"\ntitle = "Odd"\nversion = "1.0.0"\nrules = 1\nrequires = ["base"]\n{manifest}', encoding="utf-8"
    )
    (module / "README.md").write_text(readme, encoding="utf-8")
    (module / "plugin.py").write_text("from fcm_core.modding import hooks\n" + plugin, encoding="utf-8")
    return folder


def answering(hook: str, answer: str) -> str:
    """The source of an implementation that gives always the same answer."""
    return f"@hooks.{hook}.impl\ndef odd({', '.join(HOOKS[hook].arguments)}):\n    return {answer}\n"


def test_a_hook_that_raises_is_named_and_its_replay_reproduces_it(tmp_path: Path) -> None:
    plugin = "@hooks.on_hired.impl\ndef hired(game, event):\n    raise KeyError('lost')\n"
    report = conformance("odd", with_=[], modules_dirs=[write(tmp_path, plugin)], replays=tmp_path / "failures")
    (fault,) = report.faults
    assert (fault.module, fault.hook, fault.combination) == ("odd", "on_hired", "odd")
    assert fault.action > 0 and fault.seed == 1
    assert "lost" in reproduce(fault.replay, [tmp_path])


def test_state_in_a_plugin_is_found(tmp_path: Path) -> None:
    plugin = "COUNT = {}\n\n\n@hooks.on_hired.impl\ndef hired(game, event):\n    COUNT[event.seat] = COUNT.get(event.seat, 0) + 1\n"
    report = conformance("odd", with_=[], modules_dirs=[write(tmp_path, plugin)])
    (fault,) = report.faults
    assert "state belongs to a partition" in fault.message


def test_money_from_nowhere_is_found(tmp_path: Path) -> None:
    plugin = "@hooks.on_turn_began.impl\ndef give(game, event):\n    game.player(event.seat).cash += 1\n"
    report = conformance("odd", with_=[], modules_dirs=[write(tmp_path, plugin)], replays=tmp_path / "failures")
    assert [fault.message.split(":")[0] for fault in report.faults] == ["$1 appeared"]
    assert reproduce(report.faults[0].replay, [tmp_path])


def test_an_option_without_a_word_in_the_readme_is_found(tmp_path: Path) -> None:
    manifest = '[options.extra]\ntype = "int"\ndefault = 1\nmin = 0\nmax = 2\nhelp = "More."\n'
    report = conformance("odd", with_=[], rounds=1, modules_dirs=[write(tmp_path, "", manifest)])
    assert [fault.message for fault in report.faults] == ["README.md does not mention the option extra"]
    assert report.games == 5 + 2  # with the default and at both bounds


def test_what_no_game_reaches_is_a_failure_unless_the_manifest_says_why(tmp_path: Path) -> None:
    plugin = "@hooks.modify_unit_price.impl\ndef never(game, seat):\n    return ((1, 'why'),) if seat > 90 else None\n"
    write(tmp_path, plugin)
    report = conformance("odd", with_=[], rounds=1, modules_dirs=[tmp_path])
    (fault,) = report.faults
    assert (fault.module, fault.hook) == ("odd", "modify_unit_price")
    assert fault.message.startswith("never reached: hook modify_unit_price (never) (asked ")
    manifest = tmp_path / "odd" / "module.toml"
    said = '[unreached]\n"hook modify_unit_price (never)" = "there are no 90 players"\n"hook modify_unit_price (nevr)" = ""\n'
    manifest.write_text(manifest.read_text(encoding="utf-8") + said, encoding="utf-8")
    report = conformance("odd", with_=[], rounds=1, modules_dirs=[tmp_path])
    (fault,) = report.faults
    assert "did you mean hook modify_unit_price (never)?" in fault.message
    assert [each.why_not for each in report.reach["odd"]] == ["there are no 90 players"]


def test_a_failure_in_a_rich_position_is_reproduced_from_its_save(tmp_path: Path) -> None:
    plugin = "@hooks.on_hired.impl\ndef gift(game, hired):\n    game.player(hired.seat).cash += 3\n"
    write(tmp_path, plugin)
    report = conformance("odd", with_=[], modules_dirs=[tmp_path], replays=tmp_path / "failures")
    (fault,) = report.faults
    assert fault.start == "rich"
    assert "$3 appeared: cash of" in reproduce(fault.replay, [tmp_path])
    (tmp_path / "odd" / "plugin.py").write_text("", encoding="utf-8")
    assert not reproduce(fault.replay, [tmp_path])
    Path(fault.replay).write_text("{}", encoding="utf-8")
    with pytest.raises(SaveError, match="this is not a save"):
        reproduce(fault.replay, [tmp_path])


def test_an_unknown_module_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="kimchi"):
        conformance("kimchy")


def test_bounds() -> None:
    from fcm_core.rules.manifest import Option

    assert bounds(Option(name="n", type="int", default=1, help="n", min=0, max=3)) == [0, 3]
    assert bounds(Option(name="b", type="bool", default=True, help="b")) == [False, True]


@pytest.mark.parametrize(
    ("hook", "answer", "expected"),
    [
        ("modify_open_slots", "3", "((amount, why), ...) or None, got 3"),
        ("modify_open_slots", "((1.5, 'half'),)", "got ((1.5, 'half'),)"),
        ("check_own", "'never'", "Refusal or None, got 'never'"),
        ("on_hired", "1", "nothing, got 1"),
    ],
)
def test_a_hook_that_returns_the_wrong_type_is_named(hook: str, answer: str, expected: str, tmp_path: Path) -> None:
    plugin = answering(hook, answer)
    report = conformance("odd", with_=[], modules_dirs=[write(tmp_path, plugin)])
    assert (report.faults[0].module, report.faults[0].hook) == ("odd", hook)
    assert expected in report.faults[0].message


@pytest.mark.parametrize(
    ("hook", "answer", "expected"),
    [
        ("modify_open_slots", "3", "((amount, why), ...) or None, got 3"),
        ("modify_open_slots", "((1.5, 'half'),)", "got ((1.5, 'half'),)"),
        ("modify_salaries", "((0, 2),)", "got ((0, 2),)"),
        ("check_own", "'never'", "Refusal or None, got 'never'"),
        ("check_action", "False", "Refusal or None, got False"),
        ("on_hired", "1", "nothing, got 1"),
        ("list_firings", "{'cfo': 1}", "got {'cfo': 1}"),
    ],
)
def test_so_it_is_in_an_ordinary_game(hook: str, answer: str, expected: str, tmp_path: Path) -> None:
    write(tmp_path, answering(hook, answer))
    rules = compile_rules(resolve("base", with_=["odd"], modules_dirs=[tmp_path]))
    with pytest.raises(HookError) as caught:
        play(rules, ["eager"] * 3, seed=1, rounds=6)
    assert (caught.value.module, caught.value.hook) == ("odd", hook)
    assert expected in str(caught.value)


@pytest.mark.parametrize("hook", ["contribute_actions", "contribute_bots", "check_map", "set_edition"])
def test_a_hook_that_contributes_the_wrong_type_is_named_when_the_rules_are_made(hook: str, tmp_path: Path) -> None:
    write(tmp_path, answering(hook, "['burger']"))
    with pytest.raises(HookError, match=rf"module odd, hook {hook}.*got \['burger'\]"):
        new_game(compile_rules(resolve("base", with_=["odd"], modules_dirs=[tmp_path])), 2, seed=1)


def test_a_hook_that_raises_while_the_rules_are_made_is_named(tmp_path: Path) -> None:
    write(tmp_path, "@hooks.contribute_actions.impl\ndef more(rules):\n    return rules.lost\n")
    with pytest.raises(HookError, match="module odd, hook contribute_actions, while making the rules: AttributeError"):
        compile_rules(resolve("base", with_=["odd"], modules_dirs=[tmp_path]))


SINGING = """
from attrs import define
from fcm_core.modding import ActionKind, Refusal, WorkingStep


@define(unsafe_hash=True)
class Sing:
    songs: tuple[str, ...]
    loud: bool = False


class Singing(ActionKind[Sing]):
    name = "sing"
    cls = Sing
    codes = ("sung", "song")

    def check(self, game, seat, action):
        if game.state.turn.used.get("song"):
            return Refusal("sung", "once in a turn")
        if {check}:
            return None
        return Refusal("song", "nobody knows that song")

    def apply(self, game, seat, action):
        game.state.turn.used["song"] = 1

    def choices(self, game, seat):
        return [] if game.state.turn.used.get("song") else {choices}


@hooks.contribute_actions.impl
def singing(rules):
    return (Singing(),)


@hooks.contribute_working_steps.impl
def when(rules):
    return (WorkingStep("sing", ("sing",), before=("hire",)),)
"""
BOTH = '[Sing(("blues", "polka")), Sing(("blues", "polka"), True)]'
IN_ORDER = 'action.songs == ("blues", "polka")'


@pytest.mark.parametrize(
    ("check", "choices", "message"),
    [
        (IN_ORDER, BOTH, ""),
        (IN_ORDER, '[Sing(("blues", "polka"))]', "loud=True) is accepted, but not listed"),
        ('sorted(action.songs) == ["blues", "polka"]', BOTH, "Sing(songs=('polka', 'blues'), loud=False) is accepted"),
        (f"{IN_ORDER} and not action.loud", BOTH, "nobody knows that song"),
        (IN_ORDER, f"{BOTH} + {BOTH}", "an action is listed twice"),
    ],
)
def test_what_is_accepted_is_listed_once_and_the_other_way_round(
    check: str, choices: str, message: str, tmp_path: Path
) -> None:
    plugin = SINGING.replace("{check}", check).replace("{choices}", choices)
    report = conformance("odd", with_=[], games=2, rounds=3, modules_dirs=[write(tmp_path, plugin)])
    if message:
        assert report.faults and all(message in fault.message for fault in report.faults)
    else:
        assert report.passed, "\n".join(map(str, report.faults))

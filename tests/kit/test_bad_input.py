"""What is wrong with modules, rulesets and scenario files is named precisely, and all of it in one run of `fcm check`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import FcmError, HookError, InputError
from fcm_core.rules.plan import resolve
from fcm_core.testing import check

HEAD = """
from fcm_core.modding import AddOn, RankingKey, WorkingStep, hooks

"""
KEY = (
    HEAD
    + """
@hooks.contribute_ranking_keys.impl
def keys(rules):
    return (RankingKey("{name}", lambda game, candidate: 0, {edges}),)
"""
)
AFTER = 'after=("price_and_distance",), before=("waitresses",)'
CARD = '[{name}]\ntitle = "Greeter"\ncolour = "purple"\n{more}\n'
SCENARIO = """
title = "One dinner"
ruleset = "base"
phase = "dinnertime"
[players.p1]
[players.p2]
"""


def module(
    folder: Path,
    name: str,
    plugin: str = "",
    manifest: str = 'requires = ["base"]',
    readme: str = "What it changes.",
    **content: str,
) -> Path:
    home = folder / name
    home.mkdir()
    text = f'id = "{name}"\ntitle = "{name}"\nversion = "1"\nrules = 1\n{manifest}\n'
    (home / "module.toml").write_text(text, encoding="utf-8")
    (home / "plugin.py").write_text(plugin, encoding="utf-8")
    if readme:
        (home / "README.md").write_text(readme, encoding="utf-8")
    for part, toml in content.items():
        (home / f"{part}.toml").write_text(toml, encoding="utf-8")
    return home


def refusal(folder: Path, *names: str) -> str:
    """What somebody is told who wants to play with these modules."""
    with pytest.raises(InputError) as found:
        compile_rules(resolve("base", with_=names, modules_dirs=[folder]))
    return str(found.value)


def found(*targets: Path | str, **kwargs: object) -> dict[tuple[str, str], str]:
    """File (with its folder) and key -> message of every problem."""
    problems = check(targets, **kwargs).problems  # type: ignore[arg-type]
    return {("/".join(Path(each.file).parts[-2:]), each.key): each.message for each in problems}


# --- modules that do not go together -----------------------------------------------------------------------------------


def test_two_keys_without_an_order_are_named_with_the_way_out(tmp_path: Path) -> None:
    module(tmp_path, "one", KEY.format(name="alpha", edges=AFTER))
    module(tmp_path, "two", KEY.format(name="beta", edges=AFTER))
    text = refusal(tmp_path, "one", "two")
    assert "alpha" in text and "beta" in text and 'order = [["alpha", "beta"]]' in text


def test_every_two_keys_without_an_order_are_named(tmp_path: Path) -> None:
    for place, name in (("one", "alpha"), ("two", "beta"), ("three", "gamma")):
        module(tmp_path, place, KEY.format(name=name, edges=AFTER))
    assert len(refusal(tmp_path, "one", "two", "three").splitlines()) == 3
    told = check(["base"], [tmp_path], with_=["one", "two", "three"]).problems
    assert [(Path(each.file).parent.name, each.key) for each in told] == [
        ("three", "contribute_ranking_keys"),
        ("two", "contribute_ranking_keys"),
        ("two", "contribute_ranking_keys"),
    ]
    assert "alpha or gamma" in told[0].message and "(the other comes from module one)" in told[0].message
    assert "beta or gamma" in told[2].message and "(the other comes from module three)" in told[2].message


@pytest.mark.parametrize(
    ("hook", "part"),
    [
        (
            "contribute_substitutions",
            'Substitution("{name}", lambda game, player, wanted: None, after=("asked_goods",))',
        ),
        (
            "contribute_order_keys",
            'OrderKey("{name}", lambda game, player: 0, after=("open_slots",), before=("turn_order",))',
        ),
        ("contribute_steps", 'Step("payday", "{name}", lambda game: None, after=("salaries",))'),
    ],
)
def test_substitutions_order_keys_and_steps_need_an_order_too(hook: str, part: str, tmp_path: Path) -> None:
    text = "from fcm_core.modding import OrderKey, Step, Substitution, hooks\n\n\n"
    text += "@hooks.{hook}.impl\ndef parts(rules):\n    return ({part},)\n"
    module(tmp_path, "one", text.format(hook=hook, part=part.format(name="alpha")))
    module(tmp_path, "two", text.format(hook=hook, part=part.format(name="beta")))
    told = found("base", modules_dirs=[tmp_path], with_=["one", "two"])
    assert list(told) == [("two/plugin.py", hook)]
    assert "nothing says whether alpha or beta comes first" in told["two/plugin.py", hook]


def test_a_circle_of_keys_is_named(tmp_path: Path) -> None:
    module(tmp_path, "one", KEY.format(name="alpha", edges='after=("turn_order",), before=("substitution",)'))
    text = refusal(tmp_path, "one")
    assert "circle" in text and "alpha" in text and "turn_order" in text
    assert "circle" in found(tmp_path)["one/plugin.py", "contribute_ranking_keys"]


def test_modules_that_require_each_other_in_a_circle(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='requires = ["two"]')
    module(tmp_path, "two", manifest='requires = ["one"]')
    text = refusal(tmp_path, "one")
    assert "circle" in text and "one" in text and "two" in text
    assert found(tmp_path) == {
        ("one/module.toml", "requires"): "modules require each other in a circle: one requires two; two requires one"
    }


def test_a_requirement_that_is_nowhere_is_named_with_the_nearest(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='requires = ["kimchy"]')
    text = refusal(tmp_path, "one")
    assert "no module kimchy (required by one" in text and "did you mean kimchi" in text
    assert "did you mean kimchi" in found(tmp_path)["one/module.toml", "requires"]


def test_a_conflict_gives_the_reason(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='[[conflicts]]\nmodule = "kimchi"\nreason = "too spicy"')
    text = refusal(tmp_path, "one", "kimchi")
    assert "one" in text and "excludes kimchi" in text and "too spicy" in text
    (tmp_path / "mine.toml").write_text('extends = "base"\nmodules = ["one", "kimchi"]')
    told = found(tmp_path)
    assert list(told) == [("one/module.toml", "conflicts")]
    assert told["one/module.toml", "conflicts"] == "one (ruleset mine) excludes kimchi (ruleset mine): too spicy"


@pytest.mark.parametrize(
    ("part", "toml", "key"),
    [
        ("cards", '[greeter]\ntitle = "Greeter"\ncolour = "purple"\ncount = {n}\n', "cards.greeter"),
        ("goods", '[tea]\ntitle = "Tea"\nkind = "drink"\nglyph = "{n}"\n', "goods.tea"),
        ("tiles", '[Z9]\nrows = ["....{dot}", ".....", ".....", ".....", "....."]\n', "tiles.Z9"),
        ("setup", "gardens = {n}\n", "setup.gardens"),
    ],
)
def test_one_key_with_two_values(part: str, toml: str, key: str, tmp_path: Path) -> None:
    module(tmp_path, "one", **{part: toml.format(n=6, dot=".")})
    module(tmp_path, "two", **{part: toml.format(n=5, dot="#")})
    text = refusal(tmp_path, "one", "two")
    assert key in text and str(tmp_path / "two") in text
    assert str(tmp_path / "one") in text
    assert (f"two/{part}.toml", key) in found("base", modules_dirs=[tmp_path], with_=["one", "two"])


def test_one_setting_with_two_values(tmp_path: Path) -> None:
    text = HEAD + "@hooks.set_map_margin.impl\ndef margin(rules):\n    return %s\n"
    module(tmp_path, "one", text % 1)
    module(tmp_path, "two", text % 3)
    conflict = "module one says 1, module two says 3; settle it with order = "
    assert f"set_map_margin: {conflict}" in refusal(tmp_path, "one", "two")
    told = found("base", modules_dirs=[tmp_path], with_=["one", "two"])["two/plugin.py", "set_map_margin"]
    assert conflict in told


def test_a_setting_of_the_wrong_type_and_one_that_is_nowhere(tmp_path: Path) -> None:
    module(tmp_path, "one", HEAD + "@hooks.set_breaks.impl\ndef breaks(rules):\n    return 'two'\n")
    two = module(tmp_path, "two", HEAD + "@hooks.set_brakes.impl\ndef brakes(rules):\n    return 2\n")
    three = HEAD + "@hooks.contribute_steps_left_out.impl\ndef no_salaries(rules):\n    return ['payday.salary']\n"
    module(tmp_path, "three", three)
    assert found(tmp_path / "one") == {("one/plugin.py", "set_breaks"): "expected int or None, got 'two'"}
    assert found(tmp_path / "two") == {
        ("two/plugin.py", ""): (
            f"module two: {two / 'plugin.py'}:4 cannot be imported: AttributeError: "
            "there is no hook set_brakes; did you mean set_breaks?"
        )
    }
    told = found(tmp_path / "three")["three/plugin.py", "contribute_steps_left_out"]
    assert told.endswith("no step payday.salary; did you mean payday.salaries?")


def test_two_different_parts_of_one_name(tmp_path: Path) -> None:
    text = (
        HEAD
        + "@hooks.contribute_ranking_keys.impl\ndef keys(rules):\n    return (RankingKey('late', lambda game, candidate: 0, {}),)\n"
    )
    module(tmp_path, "one", text.format('after=("turn_order",)'))
    module(tmp_path, "two", text.format('before=("add_ons",)'))
    assert "two different parts are called late" in refusal(tmp_path, "one", "two")
    told = found("base", modules_dirs=[tmp_path], with_=["one", "two"])["two/plugin.py", "contribute_ranking_keys"]
    assert told == "two different parts are called late (the other comes from module one)"


# --- one module --------------------------------------------------------------------------------------------------------


def test_a_card_trained_to_or_from_a_card_that_is_nowhere(tmp_path: Path) -> None:
    more = 'trains_to = ["waitres"]\ntrained_from = ["kitchen_traine"]'
    module(tmp_path, "one", cards=CARD.format(name="greeter", more=more))
    assert found(tmp_path) == {
        ("one/cards.toml", "greeter.trains_to"): "no module here has a card waitres; did you mean waitress?",
        ("one/cards.toml", "greeter.trained_from"): (
            "no module here has a card kitchen_traine; did you mean kitchen_trainee?"
        ),
    }


@pytest.mark.parametrize(
    ("hook", "value", "told"),
    [
        ("contribute_add_ons", "3", "expected Sequence[AddOn], got 3"),
        ("contribute_ranking_keys", '("late",)', "expected Sequence[RankingKey], got ('late',)"),
        ("contribute_codes", "['breaks']", "expected Sequence[tuple[str, Codes]], got ['breaks']"),
        ("set_edition", "['deluxe']", "expected str or None, got ['deluxe']"),
    ],
)
def test_a_hook_that_returns_the_wrong_type(hook: str, value: str, told: str, tmp_path: Path) -> None:
    module(tmp_path, "one", f"{HEAD}@hooks.{hook}.impl\ndef parts(rules):\n    return {value}\n")
    assert told in found(tmp_path)["one/plugin.py", hook]
    with pytest.raises(HookError, match=f"module one, hook {hook}"):
        compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path]))


def test_a_hook_that_raises(tmp_path: Path) -> None:
    module(tmp_path, "one", f"{HEAD}@hooks.contribute_bots.impl\ndef bots(rules):\n    return rules.cards['nobody']\n")
    assert found(tmp_path) == {("one/plugin.py", "contribute_bots"): "KeyError: 'nobody'"}


def test_wrong_arguments(tmp_path: Path) -> None:
    text = """
@hooks.modify_unit_price.impl
def dearer(game):
    return None


@hooks.modify_tip.impl
def generous(game, saet, card=0):
    return None
"""
    module(tmp_path, "one", HEAD + text)
    told = found(tmp_path)
    assert told["one/plugin.py", "modify_unit_price"] == "it lacks seat; the hook's arguments: game, seat"
    assert told["one/plugin.py", "modify_tip"].startswith("it has no argument saet; did you mean seat?")
    assert len(told) == 2


def test_a_hook_that_is_not_marked(tmp_path: Path) -> None:
    module(tmp_path, "one", "def modify_tip(game, seat, card):\n    return None\n")
    assert found(tmp_path) == {("one/plugin.py", "modify_tip"): "it is not marked; put @hooks.modify_tip.impl above it"}


def test_a_misspelt_hook(tmp_path: Path) -> None:
    home = module(tmp_path, "one", HEAD + "@hooks.modify_unitprice.impl\ndef dearer(game, seat):\n    return None\n")
    assert found(tmp_path)["one/plugin.py", ""] == (
        f"module one: {home / 'plugin.py'}:4 cannot be imported: AttributeError: "
        "there is no hook modify_unitprice; did you mean modify_unit_price?"
    )


def test_a_plugin_that_cannot_be_imported(tmp_path: Path) -> None:
    home = module(tmp_path, "one", "import no_such_thing\n")
    assert f"{home / 'plugin.py'}:1 cannot be imported: ModuleNotFoundError" in found(tmp_path)["one/plugin.py", ""]


def test_manifests(tmp_path: Path) -> None:
    manifest = (
        'requires = ["base"]\nreqiures = ["kimchi"]\n[options.pace]\ntype = "int"\ndefault = 9\nmax = 3\nhelp = "h"\n'
    )
    module(tmp_path, "one", manifest=manifest)
    assert found(tmp_path) == {
        ("one/module.toml", "reqiures"): "unknown key; did you mean requires?",
        ("one/module.toml", "options.pace.default"): "expected at most 3, found 9",
    }


def test_options_of_changes(tmp_path: Path) -> None:
    options = "base = { edition = 'delux', breks = 1 }, kimchy = { hot = true }, elsewhere = { hot = true }"
    manifest = 'requires = ["base"]\nmentions = ["elsewhere"]\n'
    home = module(
        tmp_path, "one", manifest=f"{manifest}[[changes]]\nrules = 2\nreason = 'r'\noptions = {{ {options} }}"
    )
    file = home / "module.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("rules = 1", "rules = 2"), encoding="utf-8")
    told = found(tmp_path)
    assert [key for _, key in told] == [
        "changes[0].options.base.edition",
        "changes[0].options.base.breks",
        "changes[0].options.kimchy",
    ]
    assert "did you mean deluxe?" in told["one/module.toml", "changes[0].options.base.edition"]
    assert "did you mean breaks?" in told["one/module.toml", "changes[0].options.base.breks"]
    assert "did you mean kimchi?" in told["one/module.toml", "changes[0].options.kimchy"]


def test_a_module_needs_a_readme(tmp_path: Path) -> None:
    module(tmp_path, "one", readme="")
    assert found(tmp_path)["one/README.md", ""].startswith("missing")


def test_an_option_of_a_ruleset_out_of_its_range(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "base"\n[options.base]\nbreaks = 9\nedition = "delux"\nbreks = 1\n')
    told = found(tmp_path / "mine.toml")
    assert [key for _, key in told] == ["options.base.breaks", "options.base.edition", "options.base.breks"]
    assert "did you mean deluxe?" in told[f"{tmp_path.name}/mine.toml", "options.base.edition"]


@pytest.mark.parametrize(
    ("part", "toml", "key", "near"),
    [
        ("cards", CARD.format(name="x", more='campaigns = ["bilboard"]'), "x.campaigns", "billboard"),
        ("campaigns", '[[campaign]]\nnumber = 90\nkind = "radyo"\n', "campaign 90.kind", "radio"),
        (
            "tiles",
            '[Z9]\nrows = ["HH...", "HH...", ".....", ".....", "....."]\nhouses = [{ at = [0, 0], number = 90, kind = "hous" }]\n',
            "Z9.houses",
            "house",
        ),
        ("cards", CARD.format(name="x", more="produces = { burgr = 1 }"), "x.produces", "burger"),
    ],
)
def test_content_of_a_kind_that_no_module_brings(part: str, toml: str, key: str, near: str, tmp_path: Path) -> None:
    module(tmp_path, "one", **{part: toml})
    assert f"did you mean {near}?" in found(tmp_path)[f"one/{part}.toml", key]


# --- scenario files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ('[[house]]\nnumber = 7\nat = [0, 0]\nkind = "apartmen"', "house[0].kind", "apartment"),
        ('[[piece]]\nkind = "highway_rap"', "piece[0].kind", ""),
        ('[[campaign]]\nnumber = 99\nowner = "p1"\ngood = "beer"', "campaign[0].number", ""),
        ('[[campaign]]\nnumber = 1\nowner = "p1"\ngood = "bear"\nat = [0, 0]', "campaign[0].good", "beer"),
        ("[game]\nsupply = { waitres = 3 }", "game.supply.waitres", "waitress"),
        ('[[step]]\nplayer = "p1"\naction = "hyre"', "step[0].action", "hire"),
        ('[[step]]\nplayer = "p1"\naction = "hire"\ncard = "waitres"', "step[0].card", "waitress"),
        ('[[step]]\nplayer = "p1"\naction = "hire"\nemployee = "waitres"', "step[0].employee", "waitress"),
        (
            '[[step]]\nplayer = "p1"\naction = "produce"\ncard = "burger_cook"\ngood = "burgr"',
            "step[0].good",
            "burger",
        ),
        ('[[step]]\nplayer = "p3"\naction = "pass"', "step[0].player", "p2"),
        ('[[step]]\nrun = "diner"', "step[0].run", "dinnertime"),
        ('[expect]\nplayers.p1.beach = ["waitres"]', "expect.players.p1.beach", "waitress"),
        ("[expect]\nplayers.p1.stock = { burgr = 1 }", "expect.players.p1.stock.burgr", "burger"),
        ('[expect]\nopen_milestones = ["first_billbord_placed"]', "expect.open_milestones", "first_billboard_placed"),
        ("[expect]\nbnk = 3", "expect.bnk", "bank"),
        ('[expect]\nphase = "pay"', "expect.phase", "payday"),
        ('[expect]\nwinner = "p7"', "expect.winner", "p2"),
        ('[expect]\nturn_order = ["p1", "px"]', "expect.turn_order", ""),
        ('[[expect.sale]]\nchain = "p7"', "expect.sale[0].chain", "p2"),
        ("[[expect.sale]]\nsold = { burgr = 1 }", "expect.sale[0].sold.burgr", "burger"),
    ],
)
def test_a_scenario_with_a_name_that_no_module_brings(text: str, key: str, near: str, tmp_path: Path) -> None:
    file = tmp_path / "a.scenario.toml"
    head = SCENARIO.replace('ruleset = "base"', 'ruleset = "base"\nmodules = ["new_districts"]')
    file.write_text(head + text, encoding="utf-8")
    told = found(file)
    assert [name for _, name in told] == [key]
    if near:
        assert f"did you mean {near}?" in next(iter(told.values()))


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ('[players.p3]\nwork = "waitress"', "players.p3.work", "expected a list, found 'waitress'"),
        ("[players.p3]\nbeach = 3", "players.p3.beach", "expected a list, found 3"),
        ("[players.p3]\ncash = -1", "players.p3.cash", "expected a whole number from 0, found -1"),
        ("[players.p3]\nstock = { beer = -1 }", "players.p3.stock.beer", "expected a whole number from 0, found -1"),
        ("[game]\nsupply = { trainer = -1 }", "game.supply.trainer", "expected a whole number from 0, found -1"),
        ("[game]\nceo_slots = 0", "game.ceo_slots", "expected a whole number from 1, found 0"),
        (
            '[[campaign]]\nnumber = 4\nowner = "p1"\ngood = "beer"\nside = "N"\nline = 0\nleft = 0',
            "campaign[0].left",
            "expected a whole number from 1, found 0",
        ),
    ],
)
def test_a_scenario_with_a_value_of_the_wrong_kind(text: str, key: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.scenario.toml").write_text(SCENARIO + text, encoding="utf-8")
    assert [(name, message) for (_, name), message in found(tmp_path).items()] == [(key, told)]


def test_a_scenario_begins_in_round_one(tmp_path: Path) -> None:
    (tmp_path / "a.scenario.toml").write_text("round = 0\n" + SCENARIO, encoding="utf-8")
    assert [key for _, key in found(tmp_path)] == ["round"]


def test_a_scenario_with_a_module_that_raises_is_no_end_of_the_check(tmp_path: Path) -> None:
    home = module(
        tmp_path, "one", f"{HEAD}@hooks.contribute_bots.impl\ndef bots(rules):\n    return rules.cards['nobody']\n"
    )
    text = SCENARIO.replace('ruleset = "base"', 'ruleset = "base"\nmodules = ["one"]')
    (home / "a.scenario.toml").write_text(text, encoding="utf-8")
    told = found(tmp_path)
    assert told["one/plugin.py", "contribute_bots"] == "KeyError: 'nobody'"
    assert "KeyError: 'nobody'" in told["one/a.scenario.toml", ""]


def test_a_scenario_whose_expectations_do_not_hold_is_no_wrong_file(tmp_path: Path) -> None:
    (tmp_path / "a.scenario.toml").write_text(SCENARIO + "[expect]\nbank = 3\n", encoding="utf-8")
    assert found(tmp_path) == {}


# --- everything at once ------------------------------------------------------------------------------------------------


def test_every_one_of_many_problems_is_told_in_one_run(tmp_path: Path) -> None:
    module(
        tmp_path,
        "one",
        KEY.format(name="alpha", edges=AFTER)
        + "\n\ndef modify_unit_price(game, seat):\n    return None\n"
        + "\n\n@hooks.contribute_add_ons.impl\ndef add_ons(rules):\n    return 3\n"
        + "\n\n@hooks.on_hired.impl\ndef greet(gmae, event):\n    return None\n",
        manifest='requires = ["base", "kimchy"]\ncolour = "red"\n',
        readme="",
        cards=CARD.format(name="greeter", more='trains_to = ["waitres"]\ncout = 3\n')
        + CARD.format(name="cfo", more=""),
    )
    module(
        tmp_path,
        "two",
        KEY.format(name="beta", edges=AFTER),
        manifest='requires = ["base"]\n[[conflicts]]\nmodule = "one"\nreason = "too much"\n',
        goods='[tea]\ntitle = "Tea"\nkind = "drinks"\n',
    )
    module(tmp_path, "hen", manifest='requires = ["egg"]')
    module(tmp_path, "egg", manifest='requires = ["hen"]')
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "module.toml").write_text("id = \n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        'extends = "base"\nmodules = ["one", "two", "nowhere"]\noptions.base.breaks = 9\nplayerz = 3\n',
        encoding="utf-8",
    )
    (tmp_path / "ours.toml").write_text(
        'extends = "base"\nmodules = ["one", "two", "nowhere"]\noptions.base.breaks = 9\n', encoding="utf-8"
    )
    (tmp_path / "a.scenario.toml").write_text(
        SCENARIO.replace("[players.p1]", '[players.p1]\nwork = ["waitres"]')
        + '[[piece]]\nkind = "park"\n[[step]]\naction = "hyre"\nplayer = "p1"\n[expect]\nbnk = 3\n',
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "fcm_cli.main", "check", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("advice: ")]
    lines = [line.removeprefix(f"{tmp_path}/") for line in told]
    for start in (
        "one/module.toml: colour: unknown key",
        "one/module.toml: requires: no module kimchy",
        "one/README.md: missing",
        "one/cards.toml: greeter.cout: unknown key; did you mean count?",
        "one/cards.toml: greeter.trains_to: no module here has a card waitres; did you mean waitress?",
        "one/cards.toml: cards.cfo: another value than in ",
        "one/plugin.py: modify_unit_price: it is not marked; put @hooks.modify_unit_price.impl above it",
        "one/plugin.py: on_hired: it has no argument gmae; did you mean game?",
        "one/plugin.py: contribute_add_ons: expected Sequence[AddOn], got 3",
        "two/module.toml: conflicts: two (ruleset ours) excludes one (ruleset ours): too much",
        "two/goods.toml: tea.kind: expected one of food, drink, other, found 'drinks'; did you mean drink?",
        "two/plugin.py: contribute_ranking_keys: ranking keys: nothing says whether alpha or beta comes first",
        "egg/module.toml: requires: modules require each other in a circle",
        "broken/module.toml: not valid TOML",
        "mine.toml: playerz: unknown key; did you mean players?",
        "ours.toml: modules: no module nowhere",
        "ours.toml: options.base.breaks: expected at most 2, found 9",
        "a.scenario.toml: players.p1.work[0]: no card 'waitres'; did you mean waitress?",
        "a.scenario.toml: piece[0].kind: no piece 'park'",
        "a.scenario.toml: step[0].action: no action 'hyre'; did you mean hire?",
        "a.scenario.toml: expect.bnk: unknown key; did you mean bank?",
    ):
        assert any(line.startswith(start) for line in lines), start
    assert len(lines) == 21


def test_all_targets_that_are_nowhere_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        check(["nowhere", "kimchy", tmp_path])
    text = str(caught.value)
    assert "no file or folder nowhere" in text and "did you mean kimchi?" in text and "nothing to check in" in text


def test_modules_and_rulesets_are_checked_by_name() -> None:
    assert check(["kimchi", "introductory"]).count == 2
    assert check(["kimchi", "introductory"]).problems == ()


def test_modules_in_one_folder_see_each_other(tmp_path: Path) -> None:
    module(tmp_path, "one", cards=CARD.format(name="greeter", more=""))
    module(
        tmp_path,
        "two",
        manifest='requires = ["one"]',
        cards=CARD.format(name="host", more='trained_from = ["greeter"]'),
    )
    (tmp_path / "mine.toml").write_text('extends = "base"\nmodules = ["two"]\n', encoding="utf-8")
    (tmp_path / "a.scenario.toml").write_text(
        SCENARIO.replace('ruleset = "base"', 'ruleset = "base"\nmodules = ["two"]'), encoding="utf-8"
    )
    found_ = check([tmp_path])
    assert (found_.count, found_.problems) == (4, ())


def test_checking_runs_no_code_but_that_of_the_modules_that_are_checked(tmp_path: Path) -> None:
    module(tmp_path, "bomb", "raise RuntimeError('imported')\n")
    module(tmp_path, "one")
    assert check([tmp_path / "one"], [tmp_path]).problems == ()
    assert "imported" in check([tmp_path / "bomb"]).problems[0].message


# --- names that code uses ----------------------------------------------------------------------------------------------

ACTION = '''
from typing import Any

from attrs import define, evolve

from fcm_core.modding import ActionKind, DecisionKind, House, Partition, Refusal, Step, WorkingStep, hooks


@define(unsafe_hash=True)
class Wave:
    """Waves."""


class Waving(ActionKind[Wave]):
    name = "wave"
    cls = Wave

    def check(self, game, seat, action):
        return None


@hooks.contribute_actions.impl
def actions(rules):
    return (Waving(),)


@hooks.contribute_working_steps.impl
def working_steps(rules):
    return (WorkingStep("waving", ("wave",), after=("restaurants",)),)

'''


def test_a_misspelt_neighbour_is_named_with_the_nearest(tmp_path: Path) -> None:
    module(tmp_path, "one", KEY.format(name="alpha", edges='after=("price_and_distance",), before=("turn_ordr",)'))
    text = refusal(tmp_path, "one")
    assert "alpha names turn_ordr, which is not here; did you mean turn_order?" in text


@pytest.mark.parametrize(
    ("plugin", "told"),
    [
        (
            "hooks.contribute_step_actions.impl\ndef more(rules):\n    return (('trian', 'wave'),)",
            "no working step trian",
        ),
        (
            "hooks.contribute_step_actions.impl\ndef more(rules):\n    return (('train', 'wafe'),)",
            "step train: no action",
        ),
        (
            "hooks.contribute_codes.impl\ndef more(rules):\n    return (('wafe', ('x',)),)",
            "no action wafe; did you mean",
        ),
        (
            "hooks.contribute_partitions.impl\ndef more(rules):\n    return (Partition('ome', Wave),)",
            "expected one, found",
        ),
        (
            "hooks.contribute_milestone_rounds.impl\ndef more(rules):\n    return (('first_to_trow_away', 1),)",
            "no milestone first_to_trow_away",
        ),
        (
            "hooks.contribute_steps.impl\ndef more(rules):\n    return (Step('paydai', 'x', print),)",
            "step x: no phase paydai; did you mean payday?",
        ),
    ],
)
def test_a_part_with_an_unknown_name_is_told_with_module_hook_and_file(plugin: str, told: str, tmp_path: Path) -> None:
    home = module(tmp_path, "one", f"{ACTION}\n@{plugin}\n")
    hook = plugin.split(".")[1]
    text = refusal(tmp_path, "one")
    assert text.startswith(f"module one ({home / 'plugin.py'}): {hook}: ")
    assert told in text
    (problem,) = check([home], [tmp_path]).problems
    assert (problem.file, problem.key) == (str(home / "plugin.py"), hook)
    assert told in problem.message


def test_a_house_of_an_unknown_kind_is_told_with_module_and_hook(tmp_path: Path) -> None:
    module(
        tmp_path,
        "one",
        f"{ACTION}\n@hooks.list_houses.impl\ndef more(game):\n    return (House('9', 900, 'hose', 0),)\n",
    )
    rules = compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path]))
    with pytest.raises(
        InputError, match=r"module one \(.*plugin.py\): list_houses: house 9: no house kind hose; did you"
    ):
        new_game(rules, 2, seed=1)


def test_an_unknown_decision_is_told_with_module_and_hook(tmp_path: Path) -> None:
    module(tmp_path, "one", f"{ACTION}\n@hooks.on_game_set_up.impl\ndef ask(game, event):\n    game.ask('fier', [0])\n")
    rules = compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path]))
    with pytest.raises(HookError, match=r"module one, hook on_game_set_up, .*no decision fier; did you mean fire\?"):
        new_game(rules, 2, seed=1)


def test_who_vetoes_everything_is_named(tmp_path: Path) -> None:
    veto = "@hooks.check_action.impl\ndef veto(game, seat, action):\n    return Refusal('never', 'not with me')\n"
    module(tmp_path, "one", f"{ACTION}\n{veto}")
    game = new_game(compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path])), 2, seed=1)
    with pytest.raises(FcmError, match=r"module one refuses \w+ \(never: not with me\)"):
        game.default_action(game.to_move[0])


def test_an_error_brings_no_others_with_it(tmp_path: Path) -> None:
    home = module(tmp_path, "one", f"{ACTION}\n@hooks.set_edition.impl\ndef edition(rules):\n    return 'delux'\n")
    assert [problem.key for problem in check([home], [tmp_path]).problems] == ["set_edition"]


def test_what_fails_is_not_missed_once_more_by_those_that_name_it(tmp_path: Path) -> None:
    home = module(tmp_path, "one", ACTION.replace("return (Waving(),)", "return (Waving(), 1 / 0)"))
    assert [problem.key for problem in check([home], [tmp_path]).problems] == ["contribute_actions"]


def test_one_mistake_of_a_module_is_told_once_for_all_its_scenarios(tmp_path: Path) -> None:
    home = module(tmp_path, "one", cards=CARD.format(name="greeter", more="cout = 3"))
    for number in range(3):
        text = SCENARIO.replace('ruleset = "base"', 'ruleset = "base"\nmodules = ["one"]')
        (home / f"{number}.scenario.toml").write_text(text, encoding="utf-8")
    assert [problem.key for problem in check([tmp_path], [tmp_path]).problems] == ["greeter.cout"]


def test_a_misspelt_colour_is_named_with_the_nearest(tmp_path: Path) -> None:
    home = module(tmp_path, "one", cards=CARD.format(name="greeter", more="").replace("purple", "purpel"))
    (problem,) = check([home], [tmp_path]).problems
    assert (problem.key, problem.nearest) == ("greeter.colour", "purple")
    cards = CARD.format(name="greeter", more="").replace("purple", "orange")
    assert check([module(tmp_path, "two", cards=cards)], [tmp_path]).problems == ()


def test_a_conflict_may_be_with_one_option_only(tmp_path: Path) -> None:
    text = '[[conflicts]]\nmodule = "house_rules"\noptions = { short_game = true }\nreason = "too short"'
    module(tmp_path, "one", manifest=text)
    plan = resolve("base", with_=["one", "house_rules"], modules_dirs=[tmp_path])
    assert {"one", "house_rules"} <= {each.id for each in plan.modules}
    with pytest.raises(InputError, match=r"one .* excludes house_rules with short_game = True .*: too short"):
        resolve(
            "base", with_=["one", "house_rules"], options={"house_rules": {"short_game": True}}, modules_dirs=[tmp_path]
        )


def test_a_module_may_exclude_options_of_its_own(tmp_path: Path) -> None:
    option = '[options.{name}]\ntype = "bool"\ndefault = false\nhelp = "x"\n'
    conflict = '[[conflicts]]\nmodule = "one"\nown = { dry = true }\noptions = { wet = true }\nreason = "choose"\n'
    module(tmp_path, "one", manifest=conflict + option.format(name="dry") + option.format(name="wet"))
    resolve("base", with_=["one"], options={"one": {"dry": True}}, modules_dirs=[tmp_path])
    with pytest.raises(InputError, match=r"one with dry = True .* excludes one with wet = True .*: choose"):
        resolve("base", with_=["one"], options={"one": {"dry": True, "wet": True}}, modules_dirs=[tmp_path])


def test_a_conflict_with_an_option_that_is_nowhere(tmp_path: Path) -> None:
    text = '[[conflicts]]\nmodule = "house_rules"\noptions = { short_gam = true }\nreason = "too short"'
    (problem,) = check([module(tmp_path, "one", manifest=text)], [tmp_path]).problems
    assert (problem.key, problem.nearest) == ("conflicts[0].options.short_gam", "short_game")

"""Rulesets become plans: which modules are on and why, their options, their order, and what is refused."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.basics.errors import InputError, Problems
from fcm_core.rules.manifest import engine_refusal
from fcm_core.rules.plan import find_modules, read_ruleset, resolve
from fcm_core.testing import check_modules, check_rulesets
from tests.core.loose_modules import write_module, write_ruleset


def ids(plan: object) -> list[str]:
    return [module.id for module in plan.modules]  # type: ignore[attr-defined]


def refused(*args: object, **kwargs: object) -> str:
    with pytest.raises(InputError) as caught:
        resolve(*args, **kwargs)  # type: ignore[arg-type]
    return str(caught.value)


# --- which modules are on ----------------------------------------------------------------------------------------------


def test_base_is_the_base_game_with_its_milestones() -> None:
    plan = resolve("base")
    assert ids(plan) == ["base", "base_milestones"]
    assert plan.players == (2, 5)
    assert plan.why["base"] == "ruleset base"


def test_introductory_switches_off_what_beginners_leave_out() -> None:
    plan = resolve("introductory")
    assert ids(plan) == ["base"]
    options = plan.options["base"]
    assert (options["reserve_cards"], options["payday"]) == (False, False)
    assert (options["bank_per_player"], options["breaks"]) == (75, 1)
    assert options["edition"] == "classic"


def test_required_modules_come_with_their_reason_and_before_those_that_need_them(tmp_path: Path) -> None:
    write_module(tmp_path, "aaa", 'requires = ["zzz"]')
    write_module(tmp_path, "zzz", 'requires = ["base"]')
    plan = resolve("introductory", with_=["aaa"], modules_dirs=[tmp_path])
    assert ids(plan) == ["base", "zzz", "aaa"]
    assert plan.why["zzz"] == "required by aaa (asked for)"


def test_the_order_of_asking_changes_nothing(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write_module(tmp_path, name)
    there = resolve("base", with_=["one", "two", "three"], modules_dirs=[tmp_path])
    back = resolve("base", with_=["three", "two", "one"], modules_dirs=[tmp_path])
    assert ids(there) == ids(back)
    assert there.key == back.key


def test_without_takes_a_module_out() -> None:
    assert ids(resolve("base", without=["base_milestones"])) == ["base"]


def test_without_a_module_that_another_needs_names_the_chain() -> None:
    text = refused("base", without=["base"])
    assert text == "module base was switched off but is needed: required by base_milestones (ruleset base)"


def test_without_a_module_that_is_not_there() -> None:
    assert "did you mean base_milestones?" in refused("base", without=["base_milestone"])


def test_a_missing_module_names_the_chain_and_the_nearest(tmp_path: Path) -> None:
    write_module(tmp_path, "deep", 'requires = ["bass"]')
    write_module(tmp_path, "top", 'requires = ["deep"]')
    text = refused("base", with_=["top"], modules_dirs=[tmp_path])
    assert text == "no module bass (required by deep (required by top (asked for))); did you mean base?"


def test_every_missing_module_is_named_once(tmp_path: Path) -> None:
    text = refused("base", with_=["nowhere_1", "nowhere_2", "nowhere_1"])
    assert [line.split(" (")[0] for line in text.splitlines()] == ["no module nowhere_1", "no module nowhere_2"]


def test_modules_that_require_each_other(tmp_path: Path) -> None:
    write_module(tmp_path, "hen", 'requires = ["egg"]')
    write_module(tmp_path, "egg", 'requires = ["hen"]')
    text = refused("base", with_=["hen"], modules_dirs=[tmp_path])
    assert text == "modules require each other in a circle: egg requires hen; hen requires egg"


@pytest.mark.parametrize(("one", "two"), [("cat", "dog"), ("dog", "cat")])
def test_a_conflict_declared_by_either_side_is_told_once_with_reason_and_chain(
    tmp_path: Path, one: str, two: str
) -> None:
    write_module(tmp_path, one, f'[[conflicts]]\nmodule = "{two}"\nreason = "they fight"')
    write_module(tmp_path, two)
    write_module(tmp_path, "house", f'requires = ["{two}"]')
    text = refused("base", with_=[one, "house"], modules_dirs=[tmp_path])
    assert text == f"{one} (asked for) excludes {two} (required by house (asked for)): they fight"


def test_a_conflict_declared_by_both_sides_is_told_once(tmp_path: Path) -> None:
    write_module(tmp_path, "cat", '[[conflicts]]\nmodule = "dog"\nreason = "they fight"')
    write_module(tmp_path, "dog", '[[conflicts]]\nmodule = "cat"\nreason = "they do fight"')
    assert len(refused("base", with_=["cat", "dog"], modules_dirs=[tmp_path]).splitlines()) == 1


def test_a_module_replaces_another(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", 'requires = ["base"]\nreplaces = ["base_milestones"]')
    plan = resolve("base", with_=["odd"], modules_dirs=[tmp_path])
    assert ids(plan) == ["base", "odd"]
    assert plan.replaced == {"base_milestones": "odd"}


def test_two_modules_cannot_replace_the_same(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", 'replaces = ["base_milestones"]')
    write_module(tmp_path, "even", 'replaces = ["base_milestones"]')
    text = refused("base", with_=["odd", "even"], modules_dirs=[tmp_path])
    assert text == "even and odd both replace base_milestones"


def test_a_module_that_needs_a_replaced_one_is_refused(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", 'replaces = ["base_milestones"]')
    write_module(tmp_path, "fan", 'requires = ["base_milestones"]')
    text = refused("base", with_=["odd", "fan"], modules_dirs=[tmp_path])
    assert text == "fan (asked for) requires base_milestones, which odd replaces"


# --- where modules are found -------------------------------------------------------------------------------------------


def test_loose_folders_by_argument_variable_and_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_module(tmp_path / "given", "given_one")
    write_module(tmp_path / "env", "env_one")
    write_module(tmp_path / "here" / "fcm-modules", "here_one")
    monkeypatch.setenv("FCM_MODULES_DIR", str(tmp_path / "env"))
    monkeypatch.chdir(tmp_path / "here")
    found, problems = find_modules([tmp_path / "given"])
    assert problems == []
    assert found["given_one"].where == str(tmp_path / "given")
    assert found["env_one"].where == str(tmp_path / "env")
    assert found["here_one"].where == "current folder"
    assert found["base"].where == "installed"


def test_an_installed_module_is_found_like_a_loose_one_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = write_module(tmp_path / "site", "parcel", 'requires = ["base"]', plugin="raise RuntimeError('imported')")
    package = home.rename(tmp_path / "site" / "fcm_parcel")
    (package / "__init__.py").touch()
    listed = tmp_path / "site" / "fcm_parcel-1.0.dist-info"
    listed.mkdir()
    (listed / "METADATA").write_text("Metadata-Version: 2.1\nName: fcm-parcel\nVersion: 1.0\n")
    (listed / "entry_points.txt").write_text("[fcm.modules]\nparcel = fcm_parcel\n")
    assert "parcel" not in find_modules()[0]
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    found = find_modules()[0]["parcel"]
    assert (found.where, found.import_name, found.folder) == ("installed", "fcm_parcel", package)
    loose = find_modules([package])[0]["parcel"]
    assert (loose.manifest, loose.digest) == (found.manifest, found.digest)
    assert ids(resolve("base", with_=["parcel"])) == ["base", "base_milestones", "parcel"]
    assert [problem for problem in check_modules() if "parcel" in problem.file] == []
    assert "fcm_parcel.plugin" not in sys.modules


def test_a_module_of_the_current_folder_is_named_once_and_before_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_module(tmp_path / "fcm-modules", "here_one", plugin="raise RuntimeError('imported')")
    write_module(tmp_path / "fcm-modules", "here_two")
    write_module(tmp_path / "given", "given_one")
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        resolve("base", with_=["here_one", "given_one"], modules_dirs=["given"])
    assert caplog.messages == [f"module here_one comes from {Path('fcm-modules', 'here_one')} in the current folder"]


def test_a_modules_own_folder_can_be_given(tmp_path: Path) -> None:
    home = write_module(tmp_path, "single")
    assert "single" in find_modules([home])[0]


def test_a_folder_that_is_not_there() -> None:
    assert refused("base", modules_dirs=["no/such/folder"]) == "no folder of modules no/such/folder"


def test_a_broken_manifest_harms_only_who_wants_the_module(tmp_path: Path) -> None:
    home = write_module(tmp_path, "broken", "colour = 3")
    write_module(tmp_path, "fine")
    assert ids(resolve("base", with_=["fine"], modules_dirs=[tmp_path])) == ["base", "base_milestones", "fine"]
    text = refused("base", with_=["broken"], modules_dirs=[tmp_path])
    assert text.startswith("module broken (asked for) cannot be used:\n")
    assert f"{home / 'module.toml'}: colour: unknown key" in text


def test_one_id_in_two_folders_is_no_guess(tmp_path: Path) -> None:
    write_module(tmp_path / "a", "twin")
    write_module(tmp_path / "b", "twin")
    text = refused("base", with_=["twin"], modules_dirs=[tmp_path / "a", tmp_path / "b"])
    assert f"module twin is also in {tmp_path / 'a' / 'twin'}; one of them must go" in text
    assert ids(resolve("base", modules_dirs=[tmp_path / "a", tmp_path / "b"])) == ["base", "base_milestones"]


def test_the_same_folder_twice_is_no_problem(tmp_path: Path) -> None:
    write_module(tmp_path, "twin")
    assert find_modules([tmp_path, str(tmp_path) + "/."])[1] == []


def test_finding_modules_imports_none_of_them(tmp_path: Path) -> None:
    write_module(tmp_path, "bomb", plugin="raise RuntimeError('imported')")
    plan = resolve("base", with_=["bomb"], modules_dirs=[tmp_path])
    assert "bomb" in ids(plan)


@pytest.mark.parametrize(
    ("manifest", "key"),
    [
        ('requires = "base"', "requires"),
        ('[[conflicts]]\nmodule = "base"', "conflicts[0].reason"),
        ("players = [5, 2]", "players"),
        ('engine = "new"', "engine"),
        ('engine = ">=2"', "engine"),
        ('order = [["a"]]', "order[0]"),
        ('[options.x]\ntype = "int"\nhelp = "h"', "options.x.default"),
        ('[options.x]\ntype = "int"\nhelp = "h"\ndefault = "3"', "options.x.default"),
        ('[options.x]\ntype = "number"\nhelp = "h"\ndefault = 3', "options.x.type"),
        ('[options.x]\ntype = "bool"\ndefault = true', "options.x.help"),
        ('[[changes]]\nrules = 2\nreason = "dearer"', "changes[0].rules"),
        ("[[changes]]\nrules = 1", "changes[0].reason"),
        ('[options.x]\nname = "y"\ntype = "bool"\nhelp = "h"\ndefault = true', "options.x.name"),
    ],
)
def test_wrong_manifest(tmp_path: Path, manifest: str, key: str) -> None:
    write_module(tmp_path, "odd", manifest)
    assert [problem.key for problem in find_modules([tmp_path])[1]] == [key]


@pytest.mark.parametrize("name", ["Odd", "odd-one", "1odd"])
def test_a_modules_id_is_a_plain_word(tmp_path: Path, name: str) -> None:
    write_module(tmp_path, name)
    assert [problem.key for problem in find_modules([tmp_path])[1]] == ["id"]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("", True),
        ("1.0", True),
        ("1", True),
        ("1.2", True),
        ("1.3", False),
        ("2", False),
        ("0.9", False),
        (">=1,<2", True),
        (">=1.0, <1.2", False),
        ("==1.2", True),
        (">1.2", False),
        ("<=1.2.0", True),
    ],
)
def test_engine_ranges(text: str, fits: bool) -> None:
    assert (engine_refusal(text, "1.2") is None) == fits


# --- options -----------------------------------------------------------------------------------------------------------


def test_options_as_a_mapping_and_as_text_say_the_same() -> None:
    one = resolve("base", options={"base": {"edition": "deluxe", "bank_per_player": 60, "payday": False}})
    two = resolve("base", options=["base.edition=deluxe", "base.bank_per_player=60", "base.payday=no"])
    assert one.options == two.options
    assert one.key == two.key


def test_an_option_that_one_module_has_needs_no_module() -> None:
    assert resolve("base", options=["edition=deluxe"]).options["base"]["edition"] == "deluxe"
    assert resolve("base", options={"edition": "deluxe"}).options["base"]["edition"] == "deluxe"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("base.edition=delux", "base.edition: expected one of classic, deluxe, found 'delux'; did you mean deluxe?"),
        ("base.bank_per_player=x", "base.bank_per_player: expected a whole number, found 'x'"),
        ("base.bank_per_player=0", "base.bank_per_player: expected at least 1, found 0"),
        ("base.payday=maybe", "base.payday: expected true or false, found 'maybe'"),
        ("base.editon=classic", "base has no option editon; did you mean edition?"),
        ("bass.edition=classic", "module bass is not on; did you mean base?"),
        ("base_milestones.x=1", "base_milestones has no option x; it has none"),
        ("editon=deluxe", "no module that is on has an option editon; did you mean edition?"),
        ("base.edition", "option 'base.edition': expected MODULE.KEY=VALUE"),
    ],
)
def test_wrong_option(option: str, message: str) -> None:
    assert message in refused("base", options=[option])


@pytest.mark.parametrize("value", [3, "true", 1, None])
def test_options_are_not_coerced(value: object) -> None:
    assert f"base.payday: expected true or false, found {value!r}" in refused(
        "base", options={"base": {"payday": value}}
    )


def test_all_wrong_options_are_named() -> None:
    assert len(refused("base", options=["base.edition=x", "base.payday=x", "base.breaks=9"]).splitlines()) == 3


def test_a_list_option_is_typed_with_commas(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", '[options.tiles]\ntype = "strings"\ndefault = []\nchoices = ["U", "V"]\nhelp = "h"')
    plan = resolve("base", with_=["odd"], options=["odd.tiles=U, V"], modules_dirs=[tmp_path])
    assert plan.options["odd"]["tiles"] == ("U", "V")
    text = refused("base", with_=["odd"], options=["odd.tiles=U,W"], modules_dirs=[tmp_path])
    assert "expected one of U, V, found 'W'" in text


# --- players -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "fits"), [(1, False), (2, True), (5, True), (6, False)])
def test_number_of_players(asked: int, fits: bool) -> None:
    if fits:
        assert resolve("base", players=asked).players == (2, 5)
    else:
        assert refused("base", players=asked) == f"Base game is for 2 to 5 players, not {asked}"


@pytest.mark.parametrize(
    ("players", "result"), [("[2, 6]", (2, 6)), ("[6, 6]", (6, 6)), ("[2, 2]", (2, 2)), ("[3, 4]", (3, 4))]
)
def test_a_module_brings_further_seats_or_allows_fewer(tmp_path: Path, players: str, result: tuple[int, int]) -> None:
    write_module(tmp_path, "odd", f"players = {players}")
    assert resolve("base", with_=["odd"], modules_dirs=[tmp_path]).players == result


def test_modules_that_suit_no_number_of_players_together(tmp_path: Path) -> None:
    write_module(tmp_path, "duel", "players = [2, 2]")
    write_module(tmp_path, "crowd", "players = [4, 5]")
    text = refused("base", with_=["duel", "crowd"], modules_dirs=[tmp_path])
    assert "module crowd 4 to 5; module duel 2 to 2" in text


# --- rulesets ----------------------------------------------------------------------------------------------------------


def test_a_ruleset_extends_another(tmp_path: Path) -> None:
    write_module(tmp_path, "odd")
    file = write_ruleset(
        tmp_path,
        "mine",
        """
        title = "Mine"
        extends = "introductory"
        modules = ["odd"]
        order = [["a", "b"]]
        options.base.payday = true
        """,
    )
    plan = resolve(file, modules_dirs=[tmp_path])
    assert (plan.id, plan.title, ids(plan)) == ("mine", "Mine", ["base", "odd"])
    assert plan.options["base"]["payday"] is True
    assert plan.options["base"]["bank_per_player"] == 75
    assert plan.order == (("a", "b"),)


def test_a_ruleset_extends_a_file_beside_it(tmp_path: Path) -> None:
    write_ruleset(tmp_path, "parent", 'modules = ["base"]\nplayers = [3, 3]')
    child = write_ruleset(tmp_path, "child", 'extends = "parent.toml"\nmodules = ["base_milestones"]')
    assert ids(resolve(child)) == ["base", "base_milestones"]
    assert resolve(child).players == (3, 3)


def test_a_ruleset_leaves_modules_of_its_parent_out(tmp_path: Path) -> None:
    child = write_ruleset(tmp_path, "child", 'extends = "base"\nwithout = ["base_milestones"]')
    assert ids(resolve(child)) == ["base"]


def test_rulesets_that_extend_each_other(tmp_path: Path) -> None:
    write_ruleset(tmp_path, "one", 'extends = "two.toml"')
    file = write_ruleset(tmp_path, "two", 'extends = "one.toml"')
    assert refused(file).startswith("rulesets extend each other in a circle: ")


def test_a_mapping_is_a_ruleset() -> None:
    plan = resolve({"id": "mine", "modules": ["base"], "options": {"base": {"breaks": 1}}, "players": [2, 3]})
    assert (plan.id, ids(plan), plan.players, plan.options["base"]["breaks"]) == ("mine", ["base"], (2, 3), 1)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("module = ['base']", "module"),
        ("modules = 'base'", "modules"),
        ("players = [5, 2]", "players"),
        ("players = 3", "players"),
        ("options.base = 3", "options.base"),
        ("order = ['a']", "order[0]"),
        ("modules = ['base']\nwithout = ['bass']", "without[0]"),
    ],
)
def test_wrong_ruleset(tmp_path: Path, text: str, key: str) -> None:
    file = write_ruleset(tmp_path, "mine", text)
    with pytest.raises(Problems) as caught:
        read_ruleset(file)
    assert [(problem.file, problem.key) for problem in caught.value.problems] == [(str(file), key)]


def test_a_misspelt_ruleset_names_the_nearest() -> None:
    assert refused("Introductry").startswith("no ruleset Introductry; did you mean introductory?")
    assert refused("no/such.toml") == "no ruleset file no/such.toml"


# --- what a plan is ----------------------------------------------------------------------------------------------------


def test_a_digest_changes_with_code_and_content_but_not_with_line_ends_scenarios_or_prose(tmp_path: Path) -> None:
    def digest() -> str:
        return find_modules([tmp_path])[0]["odd"].digest

    home = write_module(tmp_path, "odd", goods='[x]\ntitle = "x"\nkind = "food"\n')
    first = digest()
    (home / "goods.toml").write_bytes((home / "goods.toml").read_bytes().replace(b"\n", b"\r\n"))
    (home / "README.md").write_text("prose")
    (home / "one.scenario.toml").write_text("title = 'one'")
    assert digest() == first
    (home / "plugin.py").write_text("")
    assert digest() != first


def test_a_plan_survives_pickling_for_worker_processes() -> None:
    plan = resolve("base")
    assert pickle.loads(pickle.dumps(plan)).key == plan.key


def test_manifest_orders_reach_the_plan(tmp_path: Path) -> None:
    write_module(tmp_path, "odd", 'order = [["left", "right"]]')
    assert resolve("base", with_=["odd"], modules_dirs=[tmp_path]).order == (("left", "right"),)


# --- everything wrong at once ------------------------------------------------------------------------------------------


def test_what_ships_has_no_problems() -> None:
    assert [str(problem) for problem in (*check_modules(), *check_rulesets())] == []


def test_check_finds_names_that_no_module_brings(tmp_path: Path) -> None:
    card = '[x]\ntitle = "X"\ncolour = "red"\ntrains_to = ["waitres", "pastry_cook"]'
    write_module(
        tmp_path, "odd", 'requires = ["base"]\nmentions = ["pastry_cook"]\nreplaces = ["milestone"]', cards=card
    )
    problems = check_modules([tmp_path])
    assert [(Path(each.file).name, each.key, each.nearest) for each in problems] == [
        ("module.toml", "replaces", "milestones"),
        ("cards.toml", "x.trains_to", "waitress"),
    ]


def test_check_reports_manifests_and_content_of_all_modules_together(tmp_path: Path) -> None:
    write_module(tmp_path, "one", "colour = 3")
    write_module(tmp_path, "two", 'requires = ["bass"]')
    write_module(tmp_path, "three", cards="x = 3")
    problems = check_modules([tmp_path])
    assert [Path(each.file).parent.name for each in problems] == ["one", "three", "two"]


def test_content_with_a_kind_that_nobody_brings_is_refused_before_a_game(tmp_path: Path) -> None:
    home = write_module(tmp_path, "zzz", 'requires = ["base"]')
    (home / "campaigns.toml").write_text(
        '[[campaign]]\nnumber = 77\nkind = "bilboard"\nsize = [1, 1]\n', encoding="utf-8"
    )
    with pytest.raises(
        InputError, match=r"campaign 77.kind: no module .* kind of campaign bilboard; did you mean billboard"
    ):
        compile_rules(resolve("base", with_=["zzz"], modules_dirs=[tmp_path]))

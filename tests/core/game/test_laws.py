"""What becomes of the answers when two modules implement one hook: one test for each law, with two modules."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from fcm_core.assembly.compile import compile_rules, make_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import AnswerError, ConflictError, InputError, Refusal
from fcm_core.basics.vocabulary import CardId
from fcm_core.game import hooks
from fcm_core.game.events import Event, Gained, Hired
from fcm_core.game.game import Game
from fcm_core.game.laws import HOOKS, LAWS, told
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import resolve
from fcm_core.scenario import Scenario
from fcm_modules.coffee.shops import on_coffee_shop_placed
from tests.core.loose_modules import write_module
from tests.positions import P1, P2

HEAD = "from fcm_core.modding import Refusal, hooks\n\n\n"
COOK, WAITRESS = CardId("kitchen_trainee"), CardId("waitress")


def rules_of(folder: Path, *, order: str = "", **answers: str) -> Rules:
    """The rules of the base game with modules, each of which answers one hook: `one="modify_tip: ((1, 'one'),)"`."""
    for name, text in answers.items():
        hook, answer = text.split(": ", 1)
        arguments = ", ".join(HOOKS[hook].arguments)
        plugin = f"{HEAD}@hooks.{hook}.impl\ndef answer({arguments}):\n    return {answer}\n"
        write_module(folder, name, f'requires = ["base"]\n{order}', plugin=plugin)
    return make_rules(resolve("base", with_=list(answers), modules_dirs=[folder]))


def game_of(folder: Path, *, order: str = "", **answers: str) -> Game:
    """A game of those rules."""
    return new_game(rules_of(folder, order=order, **answers), 2, seed=1)


def test_every_law_is_tested_here() -> None:
    tested = ["summed", "highest", "allowed", "checked", "set", "joined", "collected", "told", "adjusted"]
    assert sorted(law.name for law in LAWS) == sorted(tested)
    assert {spec.law.name for spec in HOOKS.values()} == set(tested)


# --- adjusted --------------------------------------------------------------------------------------------------------

AT_MOST_3 = "adjust_unit_price: (3 - total, 'at most 3') if total > 3 else None"
AT_MOST_5 = "adjust_unit_price: (5 - total, 'at most 5') if total > 5 else None"
TWICE = "adjust_unit_price: (total, 'twice')"


def test_adjusted_sees_the_total_and_what_others_left_of_it(tmp_path: Path) -> None:
    game = game_of(tmp_path, one=AT_MOST_5, two=AT_MOST_3)
    assert hooks.adjust_unit_price(game, 7, P1) == 3
    assert hooks.adjust_unit_price(game, 4, P1) == 3
    assert hooks.adjust_unit_price(game, 2, P1) == 2
    assert hooks.adjust_unit_price.reasons(game, 7, P1) == [(-2, "at most 5"), (-2, "at most 3")]


def test_nothing_adjusted_leaves_the_total(tmp_path: Path) -> None:
    assert hooks.adjust_unit_price(game_of(tmp_path), 7, P1) == 7


def test_adjusted_needs_an_order_where_it_matters_who_goes_first(tmp_path: Path) -> None:
    game = game_of(tmp_path, one=TWICE, two=AT_MOST_5)
    assert hooks.adjust_unit_price(game, 2, P1) == 4  # either way
    with pytest.raises(ConflictError, match=r'order = .."one", "two"'):
        hooks.adjust_unit_price(game, 4, P1)


@pytest.mark.parametrize(("order", "total"), [('["one", "two"]', 5), ('["two", "one"]', 8)])
def test_adjusted_follows_an_order(order: str, total: int, tmp_path: Path) -> None:
    game = game_of(tmp_path, order=f"order = [{order}]", one=TWICE, two=AT_MOST_5)
    assert hooks.adjust_unit_price(game, 4, P1) == total


def test_adjusted_names_who_answers_with_something_else(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="adjust_unit_price: 3")
    with pytest.raises(AnswerError, match="module one, hook adjust_unit_price"):
        hooks.adjust_unit_price(game, 7, P1)


# --- summed ----------------------------------------------------------------------------------------------------------


def test_summed_amounts_are_added_and_their_reasons_kept(tmp_path: Path) -> None:
    answers = {"one": "[(2, 'music'), (1, 'view')]", "two": "((-5, 'rain'),)", "three": "None"}
    game = game_of(tmp_path, **{name: f"modify_tip: {answer}" for name, answer in answers.items()})
    assert hooks.modify_tip(game, P1, WAITRESS) == -2
    assert hooks.modify_tip.reasons(game, P1, WAITRESS) == [(2, "music"), (1, "view"), (-5, "rain")]


def test_nothing_summed_is_nothing() -> None:
    game = new_game(compile_rules(resolve("base")), 2, seed=1)
    assert hooks.modify_last_break.used(game) is False
    assert hooks.modify_last_break(game) == 0
    assert hooks.modify_last_break.reasons(game) == []


@pytest.mark.parametrize("answer", ["[(2.0, 'half')]", "[('2', 'text')]", "[2]", "7", "[(2, 'why', 'more')]"])
def test_a_wrong_summand_names_its_module(answer: str, tmp_path: Path) -> None:
    game = game_of(tmp_path, one="modify_tip: [(2, 'music')]", two=f"modify_tip: {answer}")
    with pytest.raises(AnswerError) as caught:
        hooks.modify_tip(game, P1, WAITRESS)
    assert (caught.value.module, caught.value.hook) == ("two", "modify_tip")
    assert str(caught.value).endswith(f"TypeError: expected ((amount, why), ...) or None, got {answer}")


@pytest.mark.parametrize("answer", ["[(2, 3)]", "[(2.0, 'half')]"])
def test_wrong_reasons_name_their_module(answer: str, tmp_path: Path) -> None:
    game = game_of(tmp_path, one="modify_tip: [(2, 'music')]", two=f"modify_tip: {answer}")
    with pytest.raises(AnswerError, match="module two, hook modify_tip"):
        hooks.modify_tip.reasons(game, P1, WAITRESS)


# --- highest ---------------------------------------------------------------------------------------------------------


def test_the_highest_amount_counts(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="highest_freezer: [(10, 'cellar')]", two="highest_freezer: [(4, 'bag'), (3, 'box')]")
    assert hooks.highest_freezer(game, P1) == 10
    assert hooks.highest_freezer.reasons(game, P1) == [(10, "cellar"), (4, "bag"), (3, "box")]


@pytest.mark.parametrize("answer", ["None", "()"])
def test_nothing_that_is_highest_is_zero(answer: str, tmp_path: Path) -> None:
    assert hooks.highest_freezer(game_of(tmp_path, one=f"highest_freezer: {answer}"), P1) == 0


# --- allowed ---------------------------------------------------------------------------------------------------------


def test_one_reason_of_any_module_allows(tmp_path: Path) -> None:
    second = "allow_owing: 'a friend' if seat == 1 else None"
    game = game_of(tmp_path, one="allow_owing: None", two=second, three="allow_owing: None")
    assert hooks.allow_owing(game, P1) is None
    assert hooks.allow_owing(game, P2) == "a friend"


def test_an_empty_reason_allows_too(tmp_path: Path) -> None:
    assert hooks.allow_owing(game_of(tmp_path, one="allow_owing: ''"), P1) == ""


def test_allowing_without_a_reason_names_the_module(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="allow_owing: None", two="allow_owing: True")
    with pytest.raises(AnswerError, match=r"module two, hook allow_owing.*expected str or None, got True"):
        hooks.allow_owing(game, P1)


# --- checked ---------------------------------------------------------------------------------------------------------


def test_the_first_refusal_counts(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        one="check_own: None",
        two="check_own: Refusal('no_cooks', 'no more cooks') if card == 'kitchen_trainee' else None",
        three="check_own: Refusal('nobody', 'nobody at all')",
    )
    assert [module.id for module in game.rules.plan.modules][-3:] == ["one", "three", "two"]
    assert hooks.check_own(game, P1, COOK) == Refusal("nobody", "nobody at all")
    game = game_of(tmp_path, one="check_own: None", two="check_own: Refusal('two', 'no')")
    assert hooks.check_own(game, P1, COOK) == Refusal("two", "no")
    game = game_of(tmp_path, one="check_own: None", two="check_own: None")
    assert hooks.check_own(game, P1, COOK) is None


def test_no_refusal_but_something_else_names_the_module(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="check_own: None", two="check_own: False")
    with pytest.raises(AnswerError, match=r"module two, hook check_own.*expected Refusal or None, got False"):
        hooks.check_own(game, P1, COOK)


# --- set -------------------------------------------------------------------------------------------------------------


def test_one_module_says_what_it_is(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="set_base_price: None", two="set_base_price: (12, 'a boom')")
    assert hooks.set_base_price(game) == (12, "a boom")


def test_nobody_says_anything(tmp_path: Path) -> None:
    assert hooks.set_base_price(game_of(tmp_path, one="set_base_price: None")) is None


def test_two_may_say_the_same(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="set_base_price: (12, 'a boom')", two="set_base_price: (12, 'a boom')")
    assert hooks.set_base_price(game) == (12, "a boom")


def test_two_that_differ_conflict_with_both_values(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="set_base_price: (12, 'a boom')", two="set_base_price: (8, 'a slump')")
    with pytest.raises(ConflictError) as caught:
        hooks.set_base_price(game)
    assert caught.value.modules == ("one", "two")
    assert str(caught.value) == (
        "set_base_price: module one says (12, 'a boom'), module two says (8, 'a slump'); settle it with "
        'order = [["one", "two"]] in a manifest or the ruleset: the one named last counts'
    )


@pytest.mark.parametrize(
    ("order", "price"),
    [
        ('[["one", "two"]]', 8),
        ('[["two", "one"]]', 12),
        ('[["one", "base"], ["base", "two"]]', 8),  # through others
        ('[["two", "base"], ["base", "one"]]', 12),
    ],
)
def test_an_order_settles_it_whatever_the_order_of_the_modules(order: str, price: int, tmp_path: Path) -> None:
    answers = {"one": "set_base_price: (12, 'a boom')", "two": "set_base_price: (8, 'a slump')"}
    game = game_of(tmp_path, order=f"order = {order}\n", **answers)
    said = hooks.set_base_price(game)
    assert said is not None and said[0] == price


def test_a_ruleset_settles_it(tmp_path: Path) -> None:
    rules_of(tmp_path, one="set_map_margin: 1", three="set_map_margin: None")
    rules_of(tmp_path, two="set_map_margin: 2")
    ruleset = tmp_path / "mine.toml"
    ruleset.write_text('extends = "base"\nmodules = ["one", "two"]\norder = [["two", "one"]]\n', encoding="utf-8")
    assert make_rules(resolve(ruleset, modules_dirs=[tmp_path])).settings.map_margin == 1
    ruleset.write_text('extends = "base"\nmodules = ["one", "two"]\n', encoding="utf-8")
    with pytest.raises(ConflictError, match="set_map_margin: module one says 1, module two says 2"):
        make_rules(resolve(ruleset, modules_dirs=[tmp_path]))


def test_an_order_of_others_settles_nothing(tmp_path: Path) -> None:
    answers = {"one": "set_base_price: (12, 'a boom')", "two": "set_base_price: (8, 'a slump')"}
    game = game_of(tmp_path, order='order = [["base", "one"], ["base", "two"]]\n', **answers)
    with pytest.raises(ConflictError):
        hooks.set_base_price(game)


# --- joined ----------------------------------------------------------------------------------------------------------


def test_squares_are_joined(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="extend_barriers: 0b0110", two="extend_barriers: 0b0011", three="extend_barriers: 0")
    assert hooks.extend_barriers(game) == 0b0111


def test_squares_that_are_none_name_the_module(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="extend_barriers: 1", two="extend_barriers: [(0, 1)]")
    with pytest.raises(AnswerError, match=r"module two, hook extend_barriers.*expected int, got \[\(0, 1\)\]"):
        hooks.extend_barriers(game)


# --- collected -------------------------------------------------------------------------------------------------------


def test_answers_are_collected_in_the_order_of_the_modules(tmp_path: Path) -> None:
    game = game_of(tmp_path, two="list_firings: ['cfo', 'guru']", one="list_firings: ('trainer',)")
    assert hooks.list_firings(game, P1) == ["trainer", "cfo", "guru"]
    assert hooks.list_firings.by_module(game, P1) == [("one", "trainer"), ("two", "cfo"), ("two", "guru")]


# --- told ------------------------------------------------------------------------------------------------------------

LISTENER = (
    HEAD + "@hooks.on_hired.impl\ndef welcome(game, newcomer):\n    game.state.players[newcomer.seat].cash += {}\n"
)


def test_every_module_hears_an_event_and_it_is_recorded_once(tmp_path: Path) -> None:
    write_module(tmp_path, "one", plugin=LISTENER.format(1))
    write_module(tmp_path, "two", plugin=LISTENER.format(10))
    game = new_game(compile_rules(resolve("base", with_=["one", "two"], modules_dirs=[tmp_path])), 2, seed=1)
    game.events.clear()
    hooks.on_hired(game, P2, WAITRESS)
    assert [player.cash for player in game.state.players] == [0, 11]
    assert game.events == [Hired(P2, WAITRESS)]


def test_modules_hear_events_of_a_quiet_game_too(tmp_path: Path) -> None:
    write_module(tmp_path, "one", plugin=LISTENER.format(1))
    game = new_game(compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path])), 2, seed=1, quiet=True)
    hooks.on_hired(game, P2, WAITRESS)
    assert game.state.players[1].cash == 1
    assert game.events == []
    assert hooks.on_hired.used(game) and hooks.on_hired.heard(game)
    assert not hooks.on_gained.used(game) and not hooks.on_gained.heard(game)


def test_no_event_is_made_where_nobody_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(compile_rules(resolve("base")), 2, seed=1, quiet=True)
    made: list[object] = []
    with monkeypatch.context() as watched:
        watched.setattr(Gained, "__init__", lambda *fields: made.append(fields))
        hooks.on_gained(game, P1, WAITRESS, 1)
    assert game.events == [] and made == []
    assert not hooks.on_gained.heard(game)
    game.quiet = False
    hooks.on_gained(game, P1, WAITRESS, 1)
    assert [event.kind for event in game.events] == ["gained"]


def test_a_listener_may_not_answer(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="on_hired: event")
    with pytest.raises(AnswerError, match=r"module one, hook on_hired.*expected nothing, got Hired"):
        hooks.on_hired(game, P1, WAITRESS)


def test_a_module_may_listen_twice(tmp_path: Path) -> None:
    write_module(tmp_path, "one", plugin=LISTENER.format(1) + LISTENER.format(10).replace("welcome", "again"))
    game = new_game(compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path])), 2, seed=1)
    hooks.on_hired(game, P1, WAITRESS)
    assert game.state.players[0].cash == 11


def test_keys_of_a_scenario_file_are_told_to_every_module(tmp_path: Path) -> None:
    for name in ("one", "two"):
        plugin = HEAD + "@hooks.read_scenario.impl\ndef read_key(game, position, read):\n"
        plugin += f"    game.state.players[0].cash += read.table.pop('{name}', 0)\n"
        write_module(tmp_path, name, plugin=plugin)
    file = tmp_path / "a.scenario.toml"
    head = 'ruleset = "base"\nmodules = ["one", "two"]\nphase = "payday"\n[players.p1]\n[players.p2]\n'
    file.write_text(f"{head}[game]\none = 5\ntwo = 30\n", encoding="utf-8")
    assert Scenario(file, [tmp_path]).game.state.players[0].cash == 35


# --- events of modules -----------------------------------------------------------------------------------------------

OWN = """
from attrs import frozen

from fcm_core.modding import Event, Seat, Words, hooks, told


@frozen
class SongPlayed(Event):
    \"\"\"A song was played.\"\"\"

    seat: Seat
    song: str

    def sentence(self, say: Words) -> str:
        return f"{say.player(self.seat)} plays {self.song}"


on_song_played = told(SongPlayed)


@hooks.on_hired.impl
def play_one(game, newcomer):
    on_song_played(game, newcomer.seat, "a fanfare")


@on_song_played.impl
def applaud(game, song):
    game.state.players[song.seat].cash += len(song.song)
"""


def test_a_module_announces_an_event_of_its_own_and_hears_it(tmp_path: Path) -> None:
    write_module(tmp_path, "band", plugin=OWN)
    game = new_game(compile_rules(resolve("base", with_=["band"], modules_dirs=[tmp_path])), ["anna", "ben"], seed=1)
    game.events.clear()
    hooks.on_hired(game, P2, WAITRESS)
    assert game.state.players[1].cash == len("a fanfare")
    assert [event.kind for event in game.events] == ["hired", "song_played"]
    assert [event.sentence(game.words()) for event in game.events] == ["ben hires Waitress", "ben plays a fanfare"]


def test_an_event_of_a_module_is_heard_by_another(tmp_path: Path) -> None:
    text = "from fcm_modules.coffee.shops import on_coffee_shop_placed\n\n\n@on_coffee_shop_placed.impl\n"
    text += "def collect(game, shop):\n    game.state.players[shop.seat].cash += 3\n"
    write_module(tmp_path, "one", plugin=text)
    game = new_game(compile_rules(resolve("base", with_=["coffee", "one"], modules_dirs=[tmp_path])), 2, seed=1)
    on_coffee_shop_placed(game, P2, 0)
    assert game.state.players[1].cash == 3
    # It may listen to a module that is off.
    game = new_game(compile_rules(resolve("base", with_=["one"], modules_dirs=[tmp_path])), 2, seed=1)
    assert on_coffee_shop_placed.used(game)


def test_a_wrong_listener_to_an_event_of_a_module_is_named(tmp_path: Path) -> None:
    write_module(tmp_path, "band", plugin=OWN.replace("def applaud(game, song):", "def applaud(song):"))
    with pytest.raises(InputError, match="module band: hook on_song_played: it "):
        make_rules(resolve("base", with_=["band"], modules_dirs=[tmp_path]))


def test_an_edited_module_announces_its_event_anew(tmp_path: Path) -> None:
    for song in ("a fanfare", "a long lullaby"):
        write_module(tmp_path, "band", plugin=OWN.replace("a fanfare", song))
        game = new_game(compile_rules(resolve("base", with_=["band"], modules_dirs=[tmp_path])), 2, seed=1)
        hooks.on_hired(game, P1, WAITRESS)
        assert game.state.players[0].cash == len(song)


def test_two_modules_cannot_announce_one_kind_of_event(tmp_path: Path) -> None:
    write_module(tmp_path, "band", plugin=OWN)
    write_module(tmp_path, "orchestra", plugin=OWN)
    with pytest.raises(InputError, match=r"two modules announce an event song_played"):
        make_rules(resolve("base", with_=["band", "orchestra"], modules_dirs=[tmp_path]))


def test_no_module_announces_an_event_of_the_core(tmp_path: Path) -> None:
    write_module(tmp_path, "band", plugin=OWN.replace("SongPlayed", "Sold").replace("on_song_played", "on_sold"))
    with pytest.raises(InputError, match=r"two modules announce an event sold"):
        make_rules(resolve("base", with_=["band"], modules_dirs=[tmp_path]))
    assert HOOKS["on_sold"].event is not None and HOOKS["on_sold"].event.__module__ == "fcm_core.game.events"


@pytest.mark.parametrize(
    ("installed", "loose"),
    [
        ("fcm_late_dinner.plugin", "_fcm_loose_late_dinner_0123456789ab.plugin"),
        ("fcm_modules.late_dinner.night", "_fcm_loose_late_dinner_0123456789ab.night"),
        ("_fcm_loose_late_dinner_ba9876543210.plugin", "_fcm_loose_late_dinner_0123456789ab.plugin"),
    ],
)
def test_a_module_may_be_there_installed_and_as_a_folder(
    installed: str, loose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fcm_core.game.laws.HOOKS", dict(HOOKS))
    for place in (installed, loose):

        @frozen
        class NightFell(Event):
            """Night fell."""

        NightFell.__module__ = place
        assert told(NightFell).spec.name == "on_night_fell"


# --- calls that are wrong at run time --------------------------------------------------------------------------------


def test_a_call_with_wrong_arguments_is_an_error(tmp_path: Path) -> None:
    game = game_of(tmp_path, one="modify_tip: ((1, 'one'),)")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'card'"):
        hooks.modify_tip(game, P1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        hooks.on_hired(game, P1, WAITRESS, 1)  # type: ignore[call-arg]


def test_a_misspelt_hook_gets_the_nearest_name() -> None:
    with pytest.raises(AttributeError, match="there is no hook modify_tips; did you mean modify_tip"):
        hooks.modify_tips  # type: ignore[attr-defined]  # noqa: B018

"""modules/REFERENCE.md is up to date and complete, and each of its examples does what its group is about."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from fcm_core import modding
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.plugins import manager_for
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.game.codes import refusals
from fcm_core.game.game import Game
from fcm_core.game.laws import HOOKS
from fcm_core.modding import CampaignNumber, CardId, GoodId, HouseId, MilestoneId, Seat, hooks
from fcm_core.rules.plan import Plan, resolve
from fcm_core.testing import (
    EventEntry,
    Scenario,
    action_list,
    event_list,
    query_list,
    reference_text,
    rules_of_every_module,
    step_list,
)
from fcm_core.testing.reference import groups
from tests.kit.reference_examples import EXAMPLES, write
from tests.positions import P1, P2, rules_of

PAGE = Path(__file__).parents[2] / "modules" / "REFERENCE.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_text(), "run: fcm reference --into modules/REFERENCE.md"


# --- complete --------------------------------------------------------------------------------------------------------


@cache
def all_events() -> list[EventEntry]:
    return event_list()


def in_groups() -> list[str]:
    return [name for group in groups() for name in (*group.asks, *group.changes)]


def test_every_public_name_stands_in_one_group() -> None:
    names = in_groups()
    events = [each.cls for each in all_events() if not each.module]
    actions = [each.cls for each in action_list([rules_of()]) if each.source == "fcm_core.modding"]
    besides = {"SoldBesides"}  # events of modules are made from it; it stands with the events
    assert sorted({*modding.__all__} - {*names, *events, *actions} - besides) == []
    assert sorted(name for name in {*names} if names.count(name) > 1) == []


def test_every_hook_of_the_core_stands_in_one_group() -> None:
    listed = [name for group in groups() for name in group.hooks]
    asked = [name for name, spec in HOOKS.items() if spec.event is None and spec.function.__module__.startswith("fcm_")]
    assert sorted(listed) == sorted(asked)


def test_everything_says_what_it_means() -> None:
    entries = [entry for entry in query_list() if entry.kind in ("class", "function", "method", "constant")]
    assert len(entries) > 100
    assert [entry.name for entry in entries if len(entry.text) < 12] == []
    methods = [(entry.name, each.name) for entry in entries for each in entry.members if each.kind == "method"]
    silent = [
        (entry.name, each.name)
        for entry in entries
        for each in entry.members
        if each.kind == "method" and each.name != "copy" and not each.text
    ]
    assert len(methods) > 100
    assert [each for each in silent if each[0] != "Words"] == []


def test_every_event_of_the_core_says_when_it_is_announced() -> None:
    assert [each.cls for each in all_events() if not each.module and len(each.when) < 12] == []


def test_the_steps_that_events_name_exist() -> None:
    steps = {f"{each.phase}.{each.step}" for each in step_list([rules_of()])}
    named = [word.strip("`,.") for each in all_events() for word in each.when.split() if "." in word.strip("`,.")]
    assert len(named) > 15
    assert [name for name in named if name not in {*steps, "state.turn"}] == []


def test_every_code_of_shipped_modules_has_a_meaning() -> None:
    rules = [found for _, found in rules_of_every_module() if not isinstance(found, InputError)]
    silent = {action.action: code for action in action_list(rules) for code, text in action.codes.items() if not text}
    assert silent == {}


def test_codes_are_common_ones_or_say_what_they_mean() -> None:
    assert refusals("used_up", cold="it is cold") == {"used_up": "every copy at work has acted", "cold": "it is cold"}
    with pytest.raises(InputError, match="used_upp is no common refusal code; did you mean used_up"):
        refusals("used_upp")


# --- single things ---------------------------------------------------------------------------------------------------


def test_a_name_is_looked_up_and_an_unknown_one_is_told_the_nearest() -> None:
    (pay,) = query_list("pay")
    assert pay.changes and pay.signature == "pay(game: Game, seat: Seat, amount: int, why: str) -> None"
    (free,) = query_list("Board.free")
    assert free.signature == "free() -> Mask" and free.group == "Ask about the map" and not free.changes
    (cash,) = query_list("Player.cash")
    assert cash.signature == "cash: int" and cash.text == "dollars"
    (put,) = query_list("Board.put_piece")
    assert put.changes
    with pytest.raises(InputError, match="no query payy; did you mean pay"):
        query_list("payy")
    with pytest.raises(InputError, match="no event solt; did you mean sold"):
        event_list(name="solt")


def test_an_event_is_found_by_its_kind_its_class_and_its_hook() -> None:
    events = {each.event: each for each in all_events()}
    sold = events["sold"]
    assert event_list(name="Sold") == event_list(name="on_sold") == [sold]
    assert (sold.source, sold.module, sold.may_ask) == ("fcm_core.modding", "", True)
    coffee = events["coffee_sold"]
    assert coffee.module == "coffee" and coffee.source == "fcm_modules.coffee.selling"
    assert not events["game_over"].may_ask


def test_an_action_says_where_it_belongs() -> None:
    actions = {each.action: each for each in action_list([rules_of()])}
    train = actions["train"]
    assert (train.step, train.answers, train.source, train.cls) == ("train", ("working",), "fcm_core.modding", "Train")
    assert [each.name for each in train.fields] == ["card", "to", "by", "at_work"]
    assert train.codes["career"] == "no training leads from the card to the other one"
    assert [each.name for each in actions["move_restaurant"].fields][1] == "from"
    assert {"step_over", "phantom"} <= actions["place_house"].codes.keys(), "it leaves the step train behind"
    assert "phantom" not in actions["hire"].codes


def test_steps_of_modules_stand_in_their_phase() -> None:
    found = [
        (each.phase, each.step, each.module)
        for each in step_list([rules_of(), compile_rules(resolve("base", with_=["lobbyists"]))])
    ]
    assert found.index(("working", "turns", "")) < found.index(("working_turn", "hire", ""))
    assert {module for _, _, module in found if module} == {"lobbyists"}


def test_a_thing_belongs_to_the_module_that_brings_it() -> None:
    rules = compile_rules(resolve("base", with_=["coffee", "lobbyists"]))
    owners = {each.action: each.module for each in action_list([rules_of(), rules])}
    assert (owners["place_coffee_shop"], owners["place_road"], owners["hire"]) == ("coffee", "lobbyists", "")


# --- the examples ----------------------------------------------------------------------------------------------------

Play = Callable[[Path], None]

STREET = """
title = "Two chains, one house"
ruleset = "base"
modules = ["example"]
phase = "{phase}"
round = {round}

[board]
map = \"\"\"
..#.......
..#.......
##########
..#.......
..#.......
\"\"\"

[[house]]
number = 1
at = [0, 6]
{house}

[players.p1]
cash = {cash}
work = [{work}]
stock = {{ burger = 3 }}

[[players.p1.restaurant]]
at = [3, 0]
entrance = "NE"

[players.p2]
stock = {{ burger = 3 }}

[[players.p2.restaurant]]
at = [3, 3]
entrance = "NW"

{more}
"""


def position(
    folder: Path,
    *,
    phase: str = "dinnertime",
    round: int = 2,
    house: str = "",
    work: str = "",
    cash: int = 0,
    more: str = "",
) -> Game:
    """A house between two restaurants on one tile, with the module `example` on."""
    file = folder / "street.scenario.toml"
    file.write_text(
        STREET.format(phase=phase, round=round, house=house, work=work, cash=cash, more=more), encoding="utf-8"
    )
    return Scenario(file, [folder]).game


def plan(folder: Path, **options: Any) -> Plan:
    return resolve("base", with_=["example"], modules_dirs=[folder], options={"example": options} if options else {})


def game_of(folder: Path, **options: Any) -> Game:
    return new_game(compile_rules(plan(folder, **options)), 2, seed=1)


def functions(folder: Path) -> Any:
    """What the example's plugin.py holds."""
    return dict(manager_for(plan(folder)).loaded)["example"]


def dine(game: Game) -> Game:
    """On to Payday."""
    game.stop_at = (game.round, modding.PHASES.index("payday"))
    game.advance()
    return game


def hears_of_a_sale(folder: Path) -> None:
    game = dine(position(folder, house='demand = ["burger", "burger", "burger"]'))
    assert sum(player.cash for player in game.state.players) == 3 * 10 + 2
    game = dine(position(folder, house='demand = ["burger", "burger"]'))
    assert sum(player.cash for player in game.state.players) == 2 * 10


def changes_a_price(folder: Path) -> None:
    assert modding.unit_price(position(folder, round=2), P1) == 9
    assert modding.unit_price(position(folder, round=3), P1) == 10


def ranks_restaurants(folder: Path) -> None:
    game = position(folder, house='demand = ["burger"]', cash=5)
    assert [each.seat for each in modding.dinner_candidates(game, HouseId("1"))] == [P2, P1]
    assert game.rules.ranking_names.index("poorest") < game.rules.ranking_names.index("waitresses")


def pays_rent(folder: Path) -> None:
    game = position(folder, phase="working", cash=5)
    game.advance()
    assert game.player(P1).cash == 4


def gives_a_trainer(folder: Path) -> None:
    game = game_of(folder)
    assert [player.beach for player in game.state.players] == [{"trainer": 1}, {"trainer": 1}]


def adds_a_step(folder: Path) -> None:
    game = dine(position(folder))
    assert game.player(game.state.turn_order[-1]).cash == 5
    names = [step.name for step in game.rules.round_steps if step.phase == "dinnertime"]
    assert names.index("tips") + 1 == names.index("help") == names.index("income_percent") - 1


def adds_an_action(folder: Path) -> None:
    game = position(folder, phase="working", work='"waitress"')
    game.advance()
    sing = functions(folder).Sing()
    game.apply(P1, sing)
    assert game.player(P1).cash == 1
    refusal = game.check(P1, sing)
    assert refusal is not None and refusal.code == "used_up"


def adds_a_decision(folder: Path) -> None:
    game = game_of(folder)
    game.ask("loan", [P1])
    game.advance()
    loan = functions(folder).TakeLoan()
    assert loan in game.legal_actions(P1)
    assert game.default_action(P1) == modding.Pass()
    game.apply(P1, loan)
    assert game.player(P1).cash == 10


def hides_something(folder: Path) -> None:
    game = game_of(folder)
    hooks.on_round_began(game, 1)
    bets = functions(folder).BETS
    assert set(bets.of(game).dollars) == {P1, P2}
    assert set(bets.of(game.view(P1)).dollars) == {P1}


def reaches_gardens(folder: Path) -> None:
    game = position(folder, phase="marketing", house='garden = "E"')
    assert "leaflets" in game.rules.cards[CardId("leaflet_writer")].campaigns
    campaign = modding.Campaign(CampaignNumber(90), "leaflets", P1, (GoodId("beer"),), 1)
    modding.put_on_board(game, campaign)
    modding.run_campaign(game, campaign)
    assert modding.wanted(game, HouseId("1")) == {"beer": 1}


def puts_demand(folder: Path) -> None:
    game = position(folder)
    hooks.on_round_began(game, 3)
    assert modding.wanted(game, HouseId("1")) == {"beer": 1}


def keeps_food(folder: Path) -> None:
    game = position(folder)
    assert modding.freezer(game, P1) == 2
    assert game.rules.goods[GoodId("tea")].kind == "drink"
    assert game.rules.cards[CardId("tea_maker")].produces == (("tea", 2),)


def earns_a_milestone(folder: Path) -> None:
    game = position(folder)
    hooks.on_salaries_paid(game, P1, 50, 50)
    hooks.on_salaries_paid(game, P2, 50, 49)
    first = MilestoneId("first_paid_50")
    assert [modding.has_milestone(game, seat, first) for seat in game.seats] == [True, False]
    assert hooks.modify_salaries.reasons(game, P1) == [(-5, "First to pay $50")]


def finds_building_sites(folder: Path) -> None:
    game = position(folder)
    sites = functions(folder).building_sites(game, P1)
    assert (1, 3) in sites and (3, 0) not in sites and (1, 9) not in sites


def puts_a_bench(folder: Path) -> None:
    game = position(folder)
    hooks.on_restaurant_placed(game, P2, game.player(P2).restaurants[0])
    (bench,) = game.state.pieces
    assert (bench.kind, bench.owner) == ("bench", P2)
    assert not game.board.free() & bench.mask


def reads_a_scenario(folder: Path) -> None:
    game = position(folder, more="[game]\nrain = 3")
    assert functions(folder).WEATHER.of(game).rain == 3
    file = folder / "street.scenario.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f'{text}\n[[step]]\nrun = "dinnertime"\n\n[expect]\nrain = 4\n', encoding="utf-8")
    (failure,) = Scenario(file, [folder]).run().failures
    assert (failure.expected, failure.got) == (4, 3)


def plays_by_itself(folder: Path) -> None:
    game = game_of(folder)
    seat = game.pending[0].seat
    bot = game.rules.bots["sleeper"]
    assert bot.choose(game.view(seat), seat, modding.Stream(1, "tests", "bot")) == game.default_action(seat)


def finds_the_richest(folder: Path) -> None:
    game = position(folder, cash=3)
    assert functions(folder).richest(game) == P1
    game.player(P2).cash = 4
    assert functions(folder).richest(game) == P2


def reads_an_option(folder: Path) -> None:
    assert game_of(folder).state.bank == 80
    assert game_of(folder, dollars=70).state.bank == 140


CHECKS: dict[str, Play] = {
    "Hear of what happens": hears_of_a_sale,
    "Change a price or a sale": changes_a_price,
    "Change where houses eat, and what": ranks_restaurants,
    "Pay, earn, owe": pays_rent,
    "Cards, and what they do": gives_a_trainer,
    "Add a step to a phase": adds_a_step,
    "Add an action to the working turn": adds_an_action,
    "Add a decision": adds_a_decision,
    "Remember something, and hide it": hides_something,
    "A campaign of one's own": reaches_gardens,
    "Houses and demand": puts_demand,
    "Goods, drinks and the freezer": keeps_food,
    "Milestones": earns_a_milestone,
    "Ask about the map": finds_building_sites,
    "Change the map, and put pieces on it": puts_a_bench,
    "Scenario keys of one's own": reads_a_scenario,
    "A bot of one's own": plays_by_itself,
    "Ask about the game and its players": finds_the_richest,
    "Ask about the rules and their options": reads_an_option,
}


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_does_what_its_group_says(title: str, tmp_path: Path) -> None:
    write(EXAMPLES[title], tmp_path)
    CHECKS[title](tmp_path)


def test_entries_are_plain_data() -> None:
    (entry,) = query_list("Game.ask")
    assert entry.plain() == attrs.asdict(entry)
    assert all_events()[0].plain()["class"] == "GameSetUp"
    assert action_list([rules_of()])[0].plain()["import"] == "fcm_core.modding"
    assert Seat(0) == P1

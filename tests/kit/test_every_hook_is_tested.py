"""No hook without a test: where its answers are taken away, some scenario file of the repository no longer holds.

Listeners that no shipped module has need none: what they would hear is read from the game's record as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fcm_core import scenario
from fcm_core.assembly.compile import make_rules
from fcm_core.assembly.plugins import PluginManager
from fcm_core.assembly.setup import new_game, tile_pool
from fcm_core.basics.vocabulary import MilestoneId, Seat
from fcm_core.game.laws import HOOKS, SET, TOLD
from fcm_core.game.milestones import award
from fcm_core.game.rules import Rules
from fcm_core.game.state import MapSpec
from fcm_core.records.explain import explain_house
from fcm_core.rules.content import Content, load_content
from fcm_core.rules.plan import Plan, resolve
from fcm_core.scenario import position
from fcm_core.testing import hook_list

ROOT = Path(__file__).parent.parent.parent
PLUGINS = ROOT / "tests" / "kit" / "plugins"
FOLDERS = (ROOT / "tests" / "scenarios", ROOT / "modules", PLUGINS)
FILES = sorted(file for folder in FOLDERS for file in folder.rglob("*.scenario.toml"))

Calls = dict[str, tuple[Callable[..., Any], ...]]
Change = Callable[[Calls, PluginManager], None]


class Runs:
    """Scenario files run with hooks observed, or without one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rules: dict[Any, Rules] = {}
        self.read: dict[Any, tuple[PluginManager, Content]] = {}  # what no change concerns
        self.change: Change = unchanged
        monkeypatch.setattr(position, "compile_rules", self.compiled)

    def compiled(self, plan: Plan) -> Rules:
        """The rules of a plan, with the change that is on."""
        if plan.key not in self.rules:
            if plan.key not in self.read:
                self.read[plan.key] = PluginManager(plan), load_content(plan)
            manager, content = self.read[plan.key]
            calls = manager.compile()
            self.change(calls, manager)
            self.rules[plan.key] = make_rules(plan, content, manager, calls)
        return self.rules[plan.key]

    def begin(self, change: Change) -> None:
        """From here on every ruleset's compiled hooks are changed like this."""
        self.rules.clear()
        self.change = change

    def of(self, *modules: str, **options: Any) -> Rules:
        """The rules of the base game with these modules."""
        return self.compiled(resolve("base", with_=modules, options=options, modules_dirs=[PLUGINS]))


def unchanged(calls: Calls, manager: PluginManager) -> None:
    """No change."""


# --- what no scenario file can show ----------------------------------------------------------------------------------


def bots_play(runs: Runs) -> bool:
    return bool(runs.of().bots)


def codes_are_announced(runs: Runs) -> bool:
    return "kimchi_alone" in runs.of("kimchi").action_codes["keep"]


def reserves_are_seen(runs: Runs) -> bool:
    game = new_game(runs.of("base_milestones"), 2, seed=1)
    for player in game.state.players:
        player.reserve = 1
    award(game, Seat(0), MilestoneId("first_to_have_20"))
    return game.view(Seat(0)).state.players[1].reserve == 1


def maps_are_drawn_again(runs: Runs) -> bool:
    rules = runs.of("new_districts", new_districts={"apartments": 2})
    maps = [new_game(rules, 2, seed).state.map for seed in range(8)]
    return all(apartments(rules, spec) >= 2 for spec in maps)


def apartments(rules: Rules, spec: MapSpec) -> int:
    return sum(house.kind == "apartment" for _, _, tile, _ in spec.tiles for house in rules.tiles[tile].houses)


def layouts_are_drawn_again(runs: Runs) -> bool:
    rules = runs.of("town_life", town_life={"inner": ("A", "B", "C", "D")})
    layouts = [new_game(rules, 2, seed).state.map for seed in range(8)]
    corners = {(row, column) for row in (0, 2) for column in (0, 2)}
    return not any(
        tile in "ABCD" and (row, column) in corners for spec in layouts for row, column, tile, _ in spec.tiles
    )


def tiles_are_shuffled_in(runs: Runs) -> bool:
    return "Z" in tile_pool(runs.of("lobbyists"), 2)


def coffee_is_explained(runs: Runs) -> bool:
    game = scenario.Scenario(ROOT / "modules/fcm_modules/coffee/scenarios/cof-13.scenario.toml").game
    return any(explain_house(game, house)["besides"] for house in game.state.houses)


ELSEWHERE: dict[str, Callable[[Runs], bool]] = {
    "contribute_bots": bots_play,
    "contribute_codes": codes_are_announced,
    "allow_seeing_reserves": reserves_are_seen,
    "check_layout": layouts_are_drawn_again,
    "check_map": maps_are_drawn_again,
    "list_map_tiles": tiles_are_shuffled_in,
    "list_reasons": coffee_is_explained,
}


# --- what scenario files show ----------------------------------------------------------------------------------------


def holds(file: Path) -> bool:
    try:
        return scenario.run_file(file, [PLUGINS]).passed
    except Exception:  # how a module fails that is robbed of a hook does not matter
        return False


def works(check: Callable[[Runs], bool], runs: Runs) -> bool:
    try:
        return check(runs)
    except Exception:
        return False


def answered(name: str, call: Callable[..., Any], seen: set[str], *arguments: Any) -> Any:
    found = call(*arguments)
    law = HOOKS[name].law
    # Of a listener only that it was called can be seen; what is set may be False or 0.
    if found or law is TOLD or (law is SET and found is not None):
        seen.add(name)
    return found


def test_every_hook_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(monkeypatch)
    seen: set[str] = set()

    def observe(calls: Calls, manager: PluginManager) -> None:
        for name, each in calls.items():
            watched = tuple(partial(answered, name, call, seen) for call in each)
            manager.owners |= {mine: manager.owners[call] for mine, call in zip(watched, each, strict=True)}
            calls[name] = watched

    runs.begin(observe)
    files: dict[str, list[Path]] = {}
    made: dict[Any, set[str]] = {}  # what is asked for when rules are made counts for every file that uses them
    for file in FILES:
        seen.clear()
        before = len(runs.rules)
        if not holds(file):
            continue  # tests/test_scenarios.py says so
        plan = (
            next(reversed(runs.rules))
            if len(runs.rules) > before
            else scenario.Scenario(file, [PLUGINS]).rules.plan.key
        )
        made.setdefault(plan, set(seen))
        for name in seen | made[plan]:
            files.setdefault(name, []).append(file)
    untested = []
    for hook in hook_list([PLUGINS]):
        name = hook.name
        if HOOKS[name].event is not None and not hook.used_by:
            continue

        def silence(calls: Calls, manager: PluginManager, name: str = name) -> None:
            calls[name] = ()

        if name in ELSEWHERE:
            runs.begin(unchanged)
            assert ELSEWHERE[name](runs), name
        runs.begin(silence)
        if name in ELSEWHERE and not works(ELSEWHERE[name], runs):
            continue
        # Few files each time, so that one that fails is found soon: the shortest are about one thing only.
        if all(holds(file) for file in sorted(files.get(name, ()), key=lambda file: file.stat().st_size)):
            untested.append(name)
    assert not untested, f"no scenario fails without {', '.join(untested)}"

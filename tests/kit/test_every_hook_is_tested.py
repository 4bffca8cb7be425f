"""No hook without a test: where its answers are taken away, some scenario file of the repository no longer holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from fcm_core import scenario
from fcm_core.assembly.plugins import PluginManager, arguments_of
from fcm_core.assembly.setup import new_game, tile_pool
from fcm_core.game import hooks
from fcm_core.game.milestones import award
from fcm_core.game.rules import Rules
from fcm_core.game.state import MapSpec
from fcm_core.records.explain import explain_house
from fcm_core.rules.plan import Plan, resolve
from fcm_core.scenario import position

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*(ROOT / "tests" / "scenarios").rglob("*.scenario.toml"), *(ROOT / "modules").rglob("*.scenario.toml")])
compile_all = PluginManager.compile


def bots_play() -> bool:
    return bool(rules_with().bots)


def codes_are_announced() -> bool:
    return "kimchi_alone" in rules_with("kimchi").action_codes["keep"]


def reserves_are_seen() -> bool:
    game = new_game(rules_with(), 2, seed=1)
    for player in game.state.players:
        player.reserve = 100
    award(game, 0, "first_to_have_20")
    return game.view(0).state.players[1].reserve == 100


def maps_are_drawn_again() -> bool:
    rules = rules_with("new_districts", new_districts={"apartments": 2})
    maps = [new_game(rules, 2, seed).state.map for seed in range(8)]
    return all(apartments(rules, spec) >= 2 for spec in maps)


def apartments(rules: Rules, spec: MapSpec) -> int:
    return sum(house.kind == "apartment" for _, _, tile, _ in spec.tiles for house in rules.tiles[tile].houses)


def tiles_are_shuffled_in() -> bool:
    return "Z" in tile_pool(rules_with("lobbyists"), 2)


def coffee_is_explained() -> bool:
    game = scenario.Scenario(ROOT / "modules/fcm_modules/coffee/scenarios/cof-13.scenario.toml").game
    return any(explain_house(game, house)["besides"] for house in game.state.houses)


def rules_with(*modules: str, **options: Any) -> Rules:
    return Rules(resolve("base", with_=modules, options=options))


# What no scenario file can show.
ELSEWHERE: dict[str, Callable[[], bool]] = {
    "contribute_bots": bots_play,
    "contribute_codes": codes_are_announced,
    "modify_sees_reserves": reserves_are_seen,
    "accept_map": maps_are_drawn_again,
    "contribute_map_tiles": tiles_are_shuffled_in,
    "contribute_reasons": coffee_is_explained,
}


class Runs:
    """Scenario files run with hooks observed, or without one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.rules: dict[Any, Rules] = {}
        monkeypatch.setattr(position, "compile_rules", self._compiled)

    def _compiled(self, plan: Plan) -> Rules:
        if plan.key not in self.rules:
            self.rules[plan.key] = Rules(plan)
        return self.rules[plan.key]

    def change(self, change: Callable[[SimpleNamespace], None]) -> None:
        """From here on every ruleset's compiled hooks are changed like this."""

        def compile_changed(manager: PluginManager, specs: ModuleType, *rest: Any) -> SimpleNamespace:
            found = compile_all(manager, specs, *rest)
            change(found)
            return found

        self.rules.clear()
        self.monkeypatch.setattr(PluginManager, "compile", compile_changed)


def holds(file: Path) -> bool:
    try:
        return scenario.run_file(file).passed
    except Exception:  # how a module fails that is robbed of a hook does not matter
        return False


def works(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        return False


def nothing(found: SimpleNamespace) -> None:
    """No change."""


def answered(name: str, call: Callable[..., Any], seen: set[str], *arguments: Any) -> Any:
    found = call(*arguments)
    # Of an observer only that it was called can be seen.
    if found or name.startswith(("on_", "accept_", "read_", "expect_")):
        seen.add(name)
    return found


def test_every_hook_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(monkeypatch)
    seen: set[str] = set()

    def observe(found: SimpleNamespace) -> None:
        for name, calls in vars(found).items():
            setattr(found, name, tuple(partial(answered, name, call, seen) for call in calls))

    runs.change(observe)
    files: dict[str, list[Path]] = {}
    made: dict[Any, set[str]] = {}  # what is asked for when rules are made counts for every file that uses them
    for file in FILES:
        seen.clear()
        before = len(runs.rules)
        if not holds(file):
            continue  # tests/test_scenarios.py says so
        plan = next(reversed(runs.rules)) if len(runs.rules) > before else scenario.Scenario(file).rules.plan.key
        made.setdefault(plan, set(seen))
        for name in seen | made[plan]:
            files.setdefault(name, []).append(file)
    untested = []
    for name in arguments_of(hooks):

        def silence(found: SimpleNamespace, name: str = name) -> None:
            setattr(found, name, ())

        if name in ELSEWHERE:
            runs.change(nothing)
            assert ELSEWHERE[name](), name
        runs.change(silence)
        if name in ELSEWHERE and not works(ELSEWHERE[name]):
            continue
        # Few files each time, so that one that fails is found soon: the shortest are about one thing only.
        if all(holds(file) for file in sorted(files.get(name, ()), key=lambda file: file.stat().st_size)):
            untested.append(name)
    assert not untested, f"no scenario fails without {', '.join(untested)}"

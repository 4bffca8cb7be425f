"""The pytest plugin: collects *.scenario.toml files, and brings fixtures and assertions for tests of modules.

Installed with the engine (entry point group pytest11). Nothing of the engine is imported until a test or a scenario file
needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fcm_core.game.events import Event
    from fcm_core.game.game import Game
    from fcm_core.scenario import Scenario

SUFFIX = ".scenario.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """ini keys `fcm_modules_dirs` (folders of modules, relative to the ini file) and `fcm_scenarios` (false: collect none)."""
    parser.addini("fcm_modules_dirs", "folders of Food Chain Magnate modules under test", type="paths", default=[])
    parser.addini("fcm_scenarios", "collect *.scenario.toml files", type="bool", default=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every scenario file is a test."""
    if file_path.name.endswith(SUFFIX) and parent.config.getini("fcm_scenarios"):
        found: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
        return found
    return None


class ScenarioFile(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test a file."""
        yield ScenarioItem.from_parent(self, name=self.path.name.removesuffix(SUFFIX))


class ScenarioFailed(AssertionError):
    """Expectations of a scenario file that did not hold."""


class ScenarioItem(pytest.Item):
    """Runs a scenario file."""

    def runtest(self) -> None:
        """Fails with every expectation that does not hold: expected, got, and the trace of the sale or number."""
        from fcm_core.scenario import run_file

        result = run_file(self.path, self.config.getini("fcm_modules_dirs"))
        if not result.passed:
            raise ScenarioFailed("\n".join([result.title, *(f"  {failure}" for failure in result.failures)]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone: a traceback through the runner tells an author nothing."""
        from fcm_core.basics.errors import InputError

        if isinstance(excinfo.value, ScenarioFailed | InputError):
            return f"{self.path}\n{excinfo.value}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the test is."""
        return self.path, 0, f"scenario {self.name}"


# --- fixtures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def fcm_modules_dirs(pytestconfig: pytest.Config) -> list[Path]:
    """The folders of modules under test, from the ini key of the same name."""
    return list(pytestconfig.getini("fcm_modules_dirs"))


@pytest.fixture
def fcm_game(fcm_modules_dirs: list[Path]) -> Callable[..., Game]:
    """fcm_game(ruleset=None, modules=(), options={}, players=2, seed=1): a new game at its first decision.

    Without a ruleset it is the shipped one that is meant where none is named.
    """

    def game(
        ruleset: str | None = None,
        modules: Sequence[str] = (),
        options: Mapping[str, Mapping[str, Any]] | None = None,
        players: int | list[str] = 2,
        seed: int = 1,
    ) -> Game:
        from fcm_core.assembly.compile import compile_rules
        from fcm_core.assembly.setup import new_game
        from fcm_core.rules.plan import default_ruleset, resolve

        plan = resolve(
            ruleset or default_ruleset(), with_=modules, options=options or {}, modules_dirs=fcm_modules_dirs
        )
        return new_game(compile_rules(plan), players, seed)

    return game


@pytest.fixture
def fcm_position(tmp_path: Path, fcm_modules_dirs: list[Path]) -> Callable[[str], Scenario]:
    """fcm_position(text): the position of a scenario written as TOML text; its `game` is the running Game."""

    def position(text: str) -> Scenario:
        from fcm_core.scenario import Scenario

        path = tmp_path / f"position{SUFFIX}"
        path.write_text(text, encoding="utf-8")
        return Scenario(path, fcm_modules_dirs)

    return position


@pytest.fixture
def assert_sale() -> Callable[..., None]:
    """assert_sale(game, events, house="7", chain="p1", sold={"burger": 1}, income=10): see check_sale."""
    return check_sale


def check_sale(
    game: Game,
    events: Iterable[Event],
    house: str,
    chain: str | None,
    sold: Mapping[str, int] | None = None,
    income: int | None = None,
) -> None:
    """Among these events the house ate at this chain (None: stayed at home), what and for how many dollars.

    AssertionError with one line for each difference, and the offers that the house weighed.
    """
    from fcm_core.game.events import Sold, StayedHome

    meals = [event for event in events if isinstance(event, Sold | StayedHome)]
    mine = [meal for meal in meals if meal.house == str(house)]
    if not mine:
        there = ", ".join(meal.house for meal in meals) or "no house at all"
        raise AssertionError(f"house {house} did not choose; those that did: {there}")
    meal = mine[-1]
    got = {
        "chain": game.name(meal.seat) if isinstance(meal, Sold) else None,
        "sold": dict(meal.sold) if isinstance(meal, Sold) else {},
        "income": meal.income if isinstance(meal, Sold) else 0,
    }
    wanted = {"chain": chain, "sold": None if sold is None else dict(sold), "income": income}
    differences = [
        f"  {key}: expected {value!r}, got {got[key]!r}"
        for key, value in wanted.items()
        if (value is not None or key == "chain") and got[key] != value
    ]
    if differences:
        candidates = meal.candidates if isinstance(meal, Sold) else ()
        offers = [
            f"  offer of {game.name(each.seat)}: { ({**each.goods, **each.add_ons}) } at {each.unit_price}, distance {each.distance}, "
            f"{dict(zip(game.rules.ranking_names, each.keys, strict=True))}"
            for each in candidates
        ]
        why = meal.why(game.words()) if isinstance(meal, StayedHome) else ""
        raise AssertionError("\n".join([f"house {house}:", *differences, *(offers or [f"  {why}"])]))

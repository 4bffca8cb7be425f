"""A module's manifest, module.toml: what it is, what it needs and which options it has. Read without importing its code.

The attrs classes below are the format: a field is a key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen
from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet

from fcm_core.basics.errors import Problem, Problems
from fcm_core.basics.kinds import Kind, list_of
from fcm_core.basics.schema import KEY, PLAIN
from fcm_core.basics.version import API_VERSION
from fcm_core.basics.vocabulary import PlayerRange, RulesNumber
from fcm_core.rules.tables import Stamp, read_toml, salvage, stamp


@frozen
class Option:
    """An option of a module: its type, default and help."""

    name: str = field(default="", kw_only=True, metadata=KEY)
    type: Literal["bool", "int", "str", "strings", "choice"]
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None
    examples: tuple[Any, ...] = ()  # values that the conformance run plays with, besides its bounds
    group: str = ""  # options of one group are listed together under this title

    @property
    def kind(self) -> Kind:
        """The Python type of its values."""
        one: Any = Literal[self.choices] if self.choices or self.type == "choice" else str
        return {"bool": bool, "int": int, "str": str, "strings": list_of(one), "choice": one}[self.type]

    def read(self, value: Any) -> Any:
        """A value as it is kept in a plan: lists become tuples, since plans are shared. ValueError says why none fits."""
        problems: list[Problem] = []
        found: Any = PLAIN.read(self.kind, value, problems)
        if problems:
            raise ValueError("; ".join(each.message for each in problems))
        if self.type == "int" and self.min is not None and found < self.min:
            raise ValueError(f"expected at least {self.min}, found {found}")
        if self.type == "int" and self.max is not None and found > self.max:
            raise ValueError(f"expected at most {self.max}, found {found}")
        return found

    def parse(self, text: str) -> Any:
        """A value typed on the command line; ValueError with the reason."""
        value: Any = text
        if self.type == "bool":
            value = {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        elif self.type == "int" and re.fullmatch(r"-?[0-9]+", text):
            value = int(text)
        elif self.type == "strings":
            value = tuple(part.strip() for part in text.split(",") if part.strip())
        return self.read(value)


@frozen
class Conflict:
    """A module that cannot be on at the same time, and why; the reason is shown to the player.

    With `options` only where that module has all these values, with `own` only where this one has. A module may exclude
    options of its own in this way.
    """

    module: str
    reason: str
    options: Mapping[str, Any] = field(factory=dict)
    own: Mapping[str, Any] = field(factory=dict)

    def holds(self, own: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        """Whether two modules with these options exclude each other."""
        pairs = ((self.own, own), (self.options, other))
        return all(values.get(name) == value for named, values in pairs for name, value in _plain(named).items())


@frozen
class Advice:
    """Soft advice: a sentence for those who choose modules. Nothing is refused."""

    text: str  # "best with 3 or more players"
    players: PlayerRange | None = None  # fewest and most players it is about: with such a number nothing is said
    modules: tuple[str, ...] = ()  # said only where one of these is on, too; left out: always


@frozen
class Change:
    """A change of play: the rules number that it brought, and its reason, which is shown where an older save is refused."""

    rules: RulesNumber
    reason: str
    # Values of options by module: only games with all of them play differently. Left out: all games do.
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)

    def concerns(self, options: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether a game with these options (by module, of all modules that are on) plays differently."""
        return all(
            module in options and name in options[module] and options[module][name] == value
            for module, values in self.options.items()
            for name, value in values.items()
        )


@frozen
class Manifest:
    """What module.toml says."""

    id: str
    title: str
    version: str
    rules: RulesNumber  # raised when play changes, with an entry in `changes`
    summary: str = ""
    engine: str = ""  # range of core API versions: ">=1.0,<2"; "1.0" alone means 1.0 or newer, below 2
    requires: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    recommends: tuple[str, ...] = ()
    # Fewest and most players it can be played with. More than the ruleset has: it brings what further players need.
    players: PlayerRange | None = None
    options: Mapping[str, Option] = field(factory=dict)
    replaces: tuple[str, ...] = ()  # content sets of the modules it requires, or whole modules, which are left out
    order: tuple[tuple[str, str], ...] = ()  # [first, second]: what is earlier where nothing else decides
    card_keys: tuple[str, ...] = ()  # keys of cards that only this module reads; any module's card may have them
    mentions: tuple[str, ...] = ()  # ids of cards of modules that may not be installed, for `trains_to` and the like
    changes: tuple[Change, ...] = ()
    # What no game of the conformance run reaches, such as "action place_road": why not.
    unreached: Mapping[str, str] = field(factory=dict)
    # How much there is to learn, from 1 (a sentence) to 5 (a game within the game). Without it chance never draws the module.
    complexity: int | None = None
    advice: tuple[Advice, ...] = ()

    def changed_since(self, rules: int, options: Mapping[str, Mapping[str, Any]]) -> list[str]:
        """Why a game with these options plays differently from what it did under an older rules number.

        Empty where it does not. A number that no entry tells of is a change of all games.
        """
        reasons: list[str] = []
        for number in range(rules + 1, self.rules + 1):
            told = [change for change in self.changes if change.rules == number]
            reasons.extend(change.reason for change in told if change.concerns(options))
            if not told:
                reasons.append(f"what rules {number} changed is not told")
        return reasons


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a module's folder. Raises Problems."""
    manifest, problems = inspect_manifest(folder)
    if problems or manifest is None:
        raise Problems(problems)
    return manifest


def inspect_manifest(folder: Path) -> tuple[Manifest | None, list[Problem]]:
    """The manifest as far as it can be read (None where it cannot), and everything wrong with it."""
    path = folder / "module.toml"
    manifest, problems = _inspect(path, stamp(path))
    return manifest, list(problems)


@lru_cache(maxsize=256)
def _inspect(path: Path, changed: Stamp) -> tuple[Manifest | None, list[Problem]]:
    """The same, read anew only where the file has changed."""
    problems: list[Problem] = []
    try:
        table = read_toml(path)
    except Problems as error:
        return None, list(error.problems)
    manifest = salvage(Manifest, table, str(path), "", problems)
    if manifest is None:
        return None, problems
    if not re.fullmatch("[a-z][a-z0-9_]*", manifest.id):
        expected = "small letters, digits and _, a letter first"
        problems.append(Problem(str(path), "id", f"expected {expected}", manifest.id, expected))
    options = {}
    for name, option in manifest.options.items():
        try:
            options[name] = evolve(option, default=option.read(option.default))
        except ValueError as error:
            problems.append(Problem(str(path), f"options.{name}.default", str(error), option.default))
            options[name] = option
    if manifest.players is not None and not 1 <= manifest.players[0] <= manifest.players[1]:
        problems.append(Problem(str(path), "players", "expected [fewest, most]", list(manifest.players)))
    if manifest.complexity is not None and not 1 <= manifest.complexity <= 5:
        problems.append(Problem(str(path), "complexity", "expected a number from 1 to 5", manifest.complexity))
    for index, each in enumerate(manifest.advice):
        if each.players is not None and not 1 <= each.players[0] <= each.players[1]:
            place = f"advice[{index}].players"
            problems.append(Problem(str(path), place, "expected [fewest, most]", list(each.players)))
    for index, conflict in enumerate(manifest.conflicts):
        if conflict.module == manifest.id and not (conflict.options and conflict.own):
            text = "a module cannot exclude itself, only `options` beside others of its `own`"
            problems.append(Problem(str(path), f"conflicts[{index}].module", text))
    for index, change in enumerate(manifest.changes):
        if not 2 <= change.rules <= manifest.rules:
            expected = f"expected a number from 2 to {manifest.rules}, the module's own rules number"
            problems.append(Problem(str(path), f"changes[{index}].rules", expected, change.rules))
        if not change.reason.strip():
            problems.append(Problem(str(path), f"changes[{index}].reason", "expected what changed", change.reason))
    wrong = engine_refusal(manifest.engine)
    if wrong:
        problems.append(Problem(str(path), "engine", wrong, manifest.engine))
    changes = tuple(evolve(change, options=_settled(change.options)) for change in manifest.changes)
    return evolve(manifest, options=options, changes=changes), problems


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of options as they are kept in a plan."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _settled(options: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Values as they are kept in a plan."""
    return {module: _plain(values) for module, values in options.items()}


def engine_refusal(text: str, have: str = API_VERSION) -> str | None:
    """Why this core does not suit a module with such an `engine` range, or None. An empty range suits all."""
    try:
        wanted = SpecifierSet(",".join(map(_range, text.split(","))) if text else "")
    except InvalidSpecifier:
        return f'expected a range of versions such as ">=1.0,<2", found {text!r}'
    return None if wanted.contains(have) else f"made for engine {text}, this is {have}"


def _range(part: str) -> str:
    """One part of a range. A version alone means that version or newer, below the next first number."""
    version = re.fullmatch(r"\s*([0-9]+)((?:\.[0-9]+)*)\s*", part)
    return f">={version[1]}{version[2]},<{int(version[1]) + 1}" if version else str(Specifier(part))

"""A module's manifest, module.toml: what it is, what it needs and which options it has. Read without importing its code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from fcm_core.content import Reader, read_toml
from fcm_core.errors import Problem, Problems
from fcm_core.names import did_you_mean

API_VERSION = (1, 0)
OPTION_TYPES = ("bool", "int", "str", "strings", "choice")


@frozen
class Option:
    """An option of a module: its type, default and help."""

    name: str
    type: str
    default: Any
    help: str = ""
    choices: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None

    def refuse(self, value: Any) -> str | None:
        """Why a value does not fit, or None."""
        if self.type == "bool":
            return None if isinstance(value, bool) else f"expected true or false, found {value!r}"
        if self.type == "int":
            if type(value) is not int:
                return f"expected a whole number, found {value!r}"
            if self.min is not None and value < self.min:
                return f"expected at least {self.min}, found {value}"
            if self.max is not None and value > self.max:
                return f"expected at most {self.max}, found {value}"
            return None
        if self.type == "choice":
            if value in self.choices:
                return None
            return f"expected one of {', '.join(self.choices)}, found {value!r}{did_you_mean(value, self.choices)}"
        if self.type == "str":
            return None if isinstance(value, str) else f"expected a string, found {value!r}"
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            return f"expected a list of strings, found {value!r}"
        wrong = [each for each in value if self.choices and each not in self.choices]
        if wrong:
            return f"expected values out of {', '.join(self.choices)}, found {wrong[0]!r}{did_you_mean(wrong[0], self.choices)}"
        return None

    def parse(self, text: str) -> Any:
        """A value typed on the command line; ValueError with the reason."""
        value: Any = text
        if self.type == "bool":
            value = {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        elif self.type == "int" and text.lstrip("-").isdigit():
            value = int(text)
        elif self.type == "strings":
            value = [part.strip() for part in text.split(",") if part.strip()]
        wrong = self.refuse(value)
        if wrong:
            raise ValueError(wrong)
        return value


@frozen
class Manifest:
    """What module.toml says."""

    id: str
    title: str
    version: str
    rules: int  # raised when play changes
    summary: str = ""
    engine: str = ""  # lowest core API version, e.g. "1.0"
    requires: tuple[str, ...] = ()
    conflicts: Mapping[str, str] = field(factory=dict)  # module -> reason
    recommends: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    options: Mapping[str, Option] = field(factory=dict)
    replaces: tuple[str, ...] = ()  # content sets of other modules, or whole modules, which are left out
    order: tuple[tuple[str, str], ...] = ()
    card_keys: tuple[str, ...] = ()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a module's folder. Raises Problems."""
    path = folder / "module.toml"
    problems: list[Problem] = []
    read = Reader(str(path), "", read_toml(path), problems)
    options = {}
    for name, table in read.get("options", "table", {}).items():
        each = Reader(str(path), f"options.{name}", table, problems)
        option = Option(
            name,
            each.choice("type", OPTION_TYPES, "str"),
            each.get("default", "any"),
            each.get("help", "str", "", required=True),
            each.get("choices", "strings", ()),
            each.get("min", "int"),
            each.get("max", "int"),
        )
        wrong = option.refuse(option.default)
        if wrong:
            each.problem("default", wrong)
        each.finish()
        options[name] = option
    conflicts: dict[str, str] = {}
    for index, table in enumerate(read.get("conflicts", "tables", [])):
        each = Reader(str(path), f"conflicts[{index}]", table, problems)
        conflicts[each.get("module", "str", "", required=True)] = each.get("reason", "str", "", required=True)
        each.finish()
    players = read.get("players", "ints")
    order = []
    for pair in read.get("order", "any", []):
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair)):
            read.problem("order", f"expected pairs of names, found {pair!r}")
        else:
            order.append((pair[0], pair[1]))
    manifest = Manifest(
        id=read.get("id", "str", folder.name, required=True),
        title=read.get("title", "str", "", required=True),
        version=read.get("version", "str", "", required=True),
        rules=read.get("rules", "int", 1, required=True),
        summary=read.get("summary", "str", ""),
        engine=read.get("engine", "str", ""),
        requires=read.get("requires", "strings", ()),
        conflicts=conflicts,
        recommends=read.get("recommends", "strings", ()),
        players=(players[0], players[1]) if players and len(players) == 2 else None,
        options=options,
        replaces=read.get("replaces", "strings", ()),
        order=tuple(order),
        card_keys=read.get("card_keys", "strings", ()),
    )
    parts = manifest.engine.split(".")
    if manifest.engine and not all(part.isdigit() for part in parts):
        read.problem("engine", f'expected a version such as "1.0", found {manifest.engine!r}')
    elif manifest.engine and tuple(map(int, parts)) > API_VERSION:
        have = ".".join(map(str, API_VERSION))
        read.problem("engine", f"needs engine {manifest.engine} or newer, this is {have}")
    read.finish()
    if problems:
        raise Problems(problems)
    return manifest

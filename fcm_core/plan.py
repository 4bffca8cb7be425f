"""From a ruleset to one Plan: which modules are on and why, their options, and the order they are read in.

Modules are found in installed distributions (entry point group fcm.modules) and in loose folders. Nothing here imports
a module's code.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from fcm_core.content import Reader, read_toml
from fcm_core.errors import InputError, Problem, Problems
from fcm_core.manifest import Manifest, read_manifest
from fcm_core.names import did_you_mean

GROUP = "fcm.modules"
FOLDERS_VARIABLE = "FCM_MODULES_DIR"
CURRENT_FOLDER = "fcm-modules"
RULESETS_PACKAGE = "fcm_rulesets"


@frozen
class ModuleInfo:
    """A module that was found: its manifest, its folder, and where it comes from."""

    id: str
    manifest: Manifest
    folder: Path
    where: str  # installed, a folder's path, or "current folder"
    import_name: str  # the package of an installed module, "" for a loose one

    @property
    def digest(self) -> str:
        """A hash of the module's files (line ends normalised)."""
        return _digest(self.folder)


@lru_cache(maxsize=256)
def _digest(folder: Path) -> str:
    found = sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml") and path.is_file():
            found.update(path.relative_to(folder).as_posix().encode())
            found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()[:16]


@frozen
class Ruleset:
    """What a ruleset file says."""

    id: str
    title: str
    summary: str = ""
    modules: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    players: tuple[int, int] | None = None
    order: tuple[tuple[str, str], ...] = ()
    file: str = ""


@define(eq=False)
class Plan:
    """A resolved ruleset. Modules in the order in which they are read and called."""

    id: str
    title: str
    summary: str
    modules: tuple[ModuleInfo, ...]
    why: dict[str, str]  # module -> why it is on
    options: dict[str, dict[str, Any]]  # every option, defaults included
    players: tuple[int, int]
    order: tuple[tuple[str, str], ...]
    replaced: dict[str, str] = field(factory=dict)  # module left out -> the module that takes its place

    @property
    def key(self) -> Any:
        """What makes two plans the same."""
        options = tuple(
            (module, tuple((name, _frozen(value)) for name, value in sorted(values.items())))
            for module, values in self.options.items()
        )
        modules = tuple((module.id, str(module.folder), module.digest) for module in self.modules)
        return (self.title, modules, options, self.players, self.order)

    def module(self, name: str) -> ModuleInfo:
        """A module of the plan by its id; KeyError if it is off."""
        for module in self.modules:
            if module.id == name:
                return module
        raise KeyError(name)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def installed_modules() -> dict[str, tuple[Path, str]]:
    """Module id -> folder and package of every installed module, without importing it."""
    found: dict[str, tuple[Path, str]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        package = entry.value.partition(":")[0]
        parent, _, last = package.rpartition(".")
        try:
            # Finding a submodule imports its parents only; a parent package of modules holds no plugin code.
            spec = find_spec(parent or package)
        except (ImportError, ValueError):
            continue
        if spec is None or not spec.submodule_search_locations:
            continue
        for location in spec.submodule_search_locations:
            folder = Path(location) / last if parent else Path(location)
            if folder.is_dir():
                found[entry.name] = (folder, package)
                break
    return found


def module_folders(given: Iterable[str | Path] = ()) -> list[tuple[Path, str]]:
    """Loose folders of modules: those given, those of the environment variable, and ./fcm-modules."""
    found = [(Path(each), str(each)) for each in given]
    for each in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep):
        if each:
            found.append((Path(each), each))
    if Path(CURRENT_FOLDER).is_dir():
        found.append((Path(CURRENT_FOLDER), "current folder"))
    for folder, _ in found:
        if not folder.is_dir():
            raise InputError(f"no folder of modules {folder}")
    return found


def find_modules(folders: Iterable[str | Path] = ()) -> tuple[dict[str, ModuleInfo], list[Problem]]:
    """Every module there is, by id, and the problems of those whose manifest is wrong."""
    found: dict[str, ModuleInfo] = {}
    problems: list[Problem] = []
    places: list[tuple[Path, str, str]] = []
    for folder, where in module_folders(folders):
        inside = (
            [folder]
            if (folder / "module.toml").is_file()
            else sorted(path.parent for path in folder.glob("*/module.toml"))
        )
        places.extend((path, where, "") for path in inside)
    places.extend((folder, "installed", package) for folder, package in installed_modules().values())
    for folder, where, package in places:
        if not (folder / "module.toml").is_file():
            continue
        try:
            manifest = read_manifest(folder)
        except Problems as error:
            problems.extend(error.problems)
            continue
        if manifest.id in found:
            other = found[manifest.id]
            if other.folder.resolve() != folder.resolve():
                problems.append(
                    Problem(str(folder), "id", f"module {manifest.id} is also in {other.folder}; one of them must go")
                )
            continue
        found[manifest.id] = ModuleInfo(manifest.id, manifest, folder, where, package)
    return found, problems


def rulesets_folder() -> Path:
    """The folder of the shipped rulesets."""
    spec = find_spec(RULESETS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"package {RULESETS_PACKAGE} is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def shipped_rulesets() -> dict[str, Path]:
    """Name -> file of every shipped ruleset, by name."""
    return {path.stem: path for path in sorted(rulesets_folder().glob("*.toml"))}


def read_ruleset(name: str | Path, seen: tuple[str, ...] = ()) -> Ruleset:
    """A shipped ruleset by name, or one from a TOML file; `extends` is followed. Raises Problems or InputError."""
    shipped = shipped_rulesets()
    path = shipped.get(str(name)) or Path(name)
    if not path.is_file():
        if str(name).endswith(".toml") or os.sep in str(name):
            raise InputError(f"no ruleset file {name}")
        raise InputError(f"no ruleset {name}{did_you_mean(str(name), shipped)}; there are {', '.join(shipped)}")
    if str(path) in seen:
        raise InputError(f"rulesets extend each other in a circle: {' -> '.join((*seen, str(path)))}")
    problems: list[Problem] = []
    read = Reader(str(path), "", read_toml(path), problems)
    parent = read.get("extends", "str")
    base = read_ruleset(_near(path, parent, shipped), (*seen, str(path))) if parent else Ruleset("", "")
    options: dict[str, dict[str, Any]] = {module: dict(values) for module, values in base.options.items()}
    for module, table in read.get("options", "table", {}).items():
        if not isinstance(table, dict):
            read.problem(f"options.{module}", f"expected a table of the module's options, found {table!r}")
            continue
        options.setdefault(module, {}).update(table)
    players = read.get("players", "ints", base.players)
    if players is not None and (len(players) != 2 or players[0] > players[1]):
        read.problem("players", "expected [fewest, most]")
    order = list(base.order)
    for pair in read.get("order", "any", []):
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair)):
            read.problem("order", f"expected pairs of names, found {pair!r}")
        else:
            order.append((pair[0], pair[1]))
    modules = [*base.modules, *read.get("modules", "strings", ())]
    without = read.get("without", "strings", ())
    ruleset = Ruleset(
        id=path.stem,
        title=read.get("title", "str", path.stem),
        summary=read.get("summary", "str", ""),
        modules=tuple(dict.fromkeys(module for module in modules if module not in without)),
        options=options,
        players=tuple(players) if players else None,
        order=tuple(order),
        file=str(path),
    )
    read.finish()
    if problems:
        raise Problems(problems)
    return ruleset


def _near(path: Path, name: str, shipped: Mapping[str, Path]) -> str | Path:
    beside = path.parent / name
    return beside if name not in shipped and beside.is_file() else name


def resolve(
    ruleset: str | Path | Ruleset,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    options: Mapping[str, Mapping[str, Any]] | Sequence[str] = (),
    players: int | None = None,
    modules_dirs: Iterable[str | Path] = (),
) -> Plan:
    """The plan of a ruleset with further modules on or off. Options by module, or as "MODULE.KEY=VALUE" strings.

    Raises InputError (or Problems) that names everything wrong with the chain of reasons that led there.
    """
    chosen = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
    found, problems = find_modules(modules_dirs)
    why: dict[str, str] = {}
    wrong: list[str] = []
    for name in without:
        if name not in chosen.modules:
            wrong.append(f"module {name} is not part of {chosen.id}{did_you_mean(name, chosen.modules)}")
    todo = [(name, f"ruleset {chosen.id}") for name in chosen.modules if name not in without]
    todo += [(name, "asked for") for name in with_]
    while todo:
        name, reason = todo.pop(0)
        if name in why:
            continue
        if name not in found:
            broken = [problem for problem in problems if Path(problem.file).parent.name == name]
            wrong.extend(map(str, broken))
            if not broken:
                wrong.append(f"no module {name} ({reason}){did_you_mean(name, found)}")
            continue
        if name in without:
            wrong.append(f"module {name} was switched off but is needed: {reason}")
            continue
        why[name] = reason
        todo.extend((other, f"required by {name} ({reason})") for other in found[name].manifest.requires)
    for name in sorted(why):
        for other, reason in found[name].manifest.conflicts.items():
            if other in why:
                wrong.append(f"{name} ({why[name]}) excludes {other} ({why[other]}): {reason}")
    wrong.extend(_double_replacements(found, why))
    replaced = {part: name for name in sorted(why) for part in found[name].manifest.replaces if part in why}
    for name in sorted(why):
        for other in found[name].manifest.requires:
            if other in replaced and name not in replaced:
                wrong.append(f"{name} ({why[name]}) requires {other}, which {replaced[other]} replaces")
    if wrong:
        raise InputError("\n".join(wrong))
    why = {name: reason for name, reason in why.items() if name not in replaced}
    modules = _ordered({name: found[name] for name in why})
    values = _options(chosen, modules, options)
    low, high = chosen.players or (2, 5)
    for module in modules:
        if module.manifest.players:
            low = max(low, module.manifest.players[0])
            high = max(high, module.manifest.players[1]) if chosen.players is None else high
    if players is not None and not low <= players <= high:
        raise InputError(f"{chosen.title} is for {low} to {high} players, not {players}")
    order = (*chosen.order, *(edge for module in modules for edge in module.manifest.order))
    return Plan(chosen.id, chosen.title, chosen.summary, tuple(modules), why, values, (low, high), tuple(order), replaced)


def _double_replacements(found: Mapping[str, ModuleInfo], why: Mapping[str, str]) -> list[str]:
    """Two modules that replace the same thing."""
    takers: dict[str, list[str]] = {}
    for name in sorted(why):
        for part in found[name].manifest.replaces:
            takers.setdefault(part, []).append(name)
    return [f"{' and '.join(names)} both replace {part}" for part, names in takers.items() if len(names) > 1]


def _ordered(modules: dict[str, ModuleInfo]) -> list[ModuleInfo]:
    """Required modules first, ties by id."""
    order: list[ModuleInfo] = []
    left = sorted(modules)
    while left:
        done = {module.id for module in order}
        ready = [name for name in left if all(each in done for each in modules[name].manifest.requires)]
        if not ready:
            raise InputError(f"modules require each other in a circle: {', '.join(left)}")
        order.append(modules[ready[0]])
        left.remove(ready[0])
    return order


def _options(
    ruleset: Ruleset, modules: Sequence[ModuleInfo], given: Mapping[str, Mapping[str, Any]] | Sequence[str]
) -> dict[str, dict[str, Any]]:
    manifests = {module.id: module.manifest for module in modules}
    values = {name: {key: option.default for key, option in each.options.items()} for name, each in manifests.items()}
    wrong: list[str] = []

    def put(module: str, key: str, value: Any, where: str, *, typed: bool = False) -> None:
        if module not in manifests:
            wrong.append(f"{where}: module {module} is not on{did_you_mean(module, manifests)}")
            return
        option = manifests[module].options.get(key)
        if option is None:
            known = manifests[module].options
            have = f"; it has {', '.join(known)}" if known else "; it has none"
            wrong.append(f"{where}: {module} has no option {key}{did_you_mean(key, known)}{have}")
            return
        if typed:
            try:
                value = option.parse(value)
            except ValueError as error:
                wrong.append(f"{where}: {module}.{key}: {error}")
                return
        reason = option.refuse(value)
        if reason:
            wrong.append(f"{where}: {module}.{key}: {reason}")
            return
        values[module][key] = value

    for module, table in ruleset.options.items():
        for key, value in table.items():
            put(module, key, value, f"ruleset {ruleset.id}")
    if isinstance(given, Mapping):
        for module, table in given.items():
            if not isinstance(table, Mapping):
                # An option of the ruleset as a whole, such as the edition: it belongs to the one module that has it.
                owners = [name for name, manifest in manifests.items() if module in manifest.options]
                if len(owners) == 1:
                    put(owners[0], module, table, "options")
                else:
                    wrong.append(f"options: {module}: expected a table of the module's options, found {table!r}")
                continue
            for key, value in table.items():
                put(module, key, value, "options")
    else:
        for text in given:
            name, equals, value = text.partition("=")
            module, dot, key = name.partition(".")
            if not equals or not dot:
                wrong.append(f"option {text!r}: expected MODULE.KEY=VALUE")
                continue
            put(module, key, value, f"option {text}", typed=True)
    if wrong:
        raise InputError("\n".join(wrong))
    return values

"""From a ruleset to one Plan: which modules are on and why, their options, and the order they are read in.

Modules are found in installed distributions (entry point group fcm.modules) and in loose folders. Nothing here imports
a module's code, so that a broken module breaks only the rulesets that want it.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from graphlib import CycleError
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import field, frozen

from fcm_core.basics.errors import InputError, Problem, Problems
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.ordering import candidates, circle_of
from fcm_core.basics.vocabulary import PlayerRange
from fcm_core.rules.manifest import Manifest, inspect_manifest
from fcm_core.rules.tables import Stamp, read_toml, stamp, structure

LOG = logging.getLogger("fcm")
GROUP = "fcm.modules"
FOLDERS_VARIABLE = "FCM_MODULES_DIR"
CURRENT_FOLDER = "fcm-modules"
HERE = "current folder"  # where a module comes from that nobody pointed at
RULESETS_PACKAGE = "fcm_rulesets"

Edges = tuple[tuple[str, str], ...]  # [first, second]


@frozen
class ModuleInfo:
    """A module that was found: its manifest, its folder, and where it comes from."""

    id: str
    manifest: Manifest
    folder: Path
    where: str  # installed, a folder's path, or "current folder"
    import_name: str  # the package of an installed module, "" for a loose one

    @cached_property
    def digest(self) -> str:
        """A hash of what the module's play depends on: its code and content, line ends normalised."""
        files = []
        for inside, _, names in os.walk(self.folder):
            for name in names:
                if name.endswith((".py", ".toml")) and not name.endswith(".scenario.toml"):
                    path = Path(inside, name)
                    if path.is_file():
                        files.append((path.relative_to(self.folder).as_posix(), path, stamp(path)))
        return _digest(tuple(sorted(files)))


@lru_cache(maxsize=256)
def _digest(files: tuple[tuple[str, Path, Stamp], ...]) -> str:
    """The hash of files by their names in the module; read anew only where one of them has changed."""
    found = sha256()
    for name, path, _ in files:
        found.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


@frozen
class Ruleset:
    """What a ruleset file says, with what it extends."""

    id: str
    title: str
    summary: str = ""
    modules: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    players: PlayerRange | None = None
    order: Edges = ()
    file: str = ""


@frozen
class _RulesetTable:
    """A ruleset as it is written: the keys of its TOML file."""

    id: str = ""  # the file's name without .toml where it is left out
    title: str = ""
    summary: str = ""
    extends: str = ""  # a shipped ruleset, or a file beside this one
    modules: tuple[str, ...] = ()  # on top of those of the ruleset it extends
    without: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    players: PlayerRange | None = None  # fewest, most
    order: Edges = ()
    default: bool = False  # the ruleset that is meant where none is named


@frozen(eq=False)
class Plan:
    """A resolved ruleset. Modules in the order in which they are read and called."""

    id: str
    title: str
    summary: str
    modules: tuple[ModuleInfo, ...]
    why: dict[str, str]  # module -> why it is on
    options: dict[str, dict[str, Any]]  # every option, defaults included
    players: tuple[int, int]
    order: Edges
    replaced: dict[str, str] = field(factory=dict)  # module left out -> the module that takes its place
    card_keys: tuple[str, ...] = ()  # keys of cards that some module found, on or off, declares

    @cached_property
    def key(self) -> Any:
        """What makes two plans the same; hashable."""
        options = tuple((module, tuple(sorted(values.items()))) for module, values in self.options.items())
        modules = tuple((module.id, str(module.folder), module.digest) for module in self.modules)
        return (self.id, self.title, modules, options, self.players, self.order)

    def module(self, name: str) -> ModuleInfo:
        """A module of the plan by its id; KeyError if it is off."""
        for module in self.modules:
            if module.id == name:
                return module
        raise KeyError(name)

    def needs(self, name: str) -> tuple[str, ...]:
        """The modules that a module requires, directly or through others."""
        manifests = {module.id: module.manifest for module in self.modules}
        found: dict[str, None] = {}
        todo = [name]
        while todo:
            for other in manifests[todo.pop(0)].requires:
                if other in manifests and other not in found:
                    found[other] = None
                    todo.append(other)
        return tuple(found)


# --- which modules there are -------------------------------------------------------------------------------------------


def installed_modules() -> tuple[list[tuple[str, Path, str]], list[Problem]]:
    """Id, folder and package of every installed module, without importing it, and entry points that lead nowhere."""
    found, problems = _installed(tuple(sys.path))
    return list(found), list(problems)


@lru_cache(maxsize=8)
def _installed(places: tuple[str, ...]) -> tuple[list[tuple[str, Path, str]], list[Problem]]:
    """The same for the places where Python looks for packages: once in a process, since it takes long."""
    found: list[tuple[str, Path, str]] = []
    problems: list[Problem] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        package = entry.value.partition(":")[0]
        parent, _, last = package.rpartition(".")
        folder = None
        try:
            # Finding a submodule imports its parents only; a parent package of modules holds no plugin code.
            spec = find_spec(parent or package)
        except (ImportError, ValueError):
            spec = None
        for location in (spec.submodule_search_locations if spec else None) or ():
            candidate = Path(location) / last if parent else Path(location)
            if (candidate / "module.toml").is_file():
                folder = candidate
                break
        if folder is None:
            text = f"the installed module {entry.name} has no folder {package} with a module.toml; install it again"
            problems.append(Problem(f"entry point {GROUP}", entry.name, text, entry.value))
        else:
            found.append((entry.name, folder, package))
    return found, problems


def module_folders(given: Iterable[str | Path] = ()) -> list[tuple[Path, str]]:
    """Loose folders of modules: those given, those of the environment variable, and ./fcm-modules."""
    found = [(Path(each), str(each)) for each in given]
    for each in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep):
        if each:
            found.append((Path(each), each))
    if Path(CURRENT_FOLDER).is_dir():
        found.append((Path(CURRENT_FOLDER), HERE))
    for folder, _ in found:
        if not folder.is_dir():
            raise InputError(f"no folder of modules {folder}")
    return found


@frozen
class _Found:
    """Modules by id, and the problems of those that cannot be used, by id (or folder name if even that is unreadable).

    `rough` holds those of the latter whose manifest can be read in part; only a check looks at them.
    """

    modules: dict[str, ModuleInfo]
    broken: dict[str, list[Problem]]
    rough: dict[str, ModuleInfo]


@frozen
class _Place:
    """A folder that holds a module, by the name of its entry point or of the folder itself."""

    name: str
    folder: Path
    where: str
    package: str = ""


def _discover(folders: Iterable[str | Path]) -> _Found:
    found: dict[str, ModuleInfo] = {}
    rough: dict[str, ModuleInfo] = {}
    broken: dict[str, list[Problem]] = {}
    installed, astray = installed_modules()
    for problem in astray:
        broken.setdefault(problem.key, []).append(problem)
    for place in (
        *_loose(folders),
        *(_Place(name, folder, "installed", package) for name, folder, package in installed),
    ):
        name, module, problems = _inspect(place)
        if module is not None and not problems and name in found:
            problems = _twice(found[name], module)
        if problems:
            broken.setdefault(name, []).extend(problems)
        if module is not None:
            (rough if problems else found).setdefault(name, module)
    usable = {name: module for name, module in sorted(found.items()) if name not in broken}
    return _Found(usable, broken, {name: module for name, module in rough.items() if name not in found})


def _loose(folders: Iterable[str | Path]) -> Iterator[_Place]:
    """Modules in folders; a folder may hold several, or be one itself."""
    for folder, where in module_folders(folders):
        alone = (folder / "module.toml").is_file()
        for path in [folder] if alone else sorted(path.parent for path in folder.glob("*/module.toml")):
            yield _Place(path.resolve().name, path, where)


def _inspect(place: _Place) -> tuple[str, ModuleInfo | None, list[Problem]]:
    """The module's name, what can be read of it, and what is wrong with it."""
    manifest, problems = inspect_manifest(place.folder)
    if manifest is None:
        return place.name, None, problems
    name = place.name if place.package else manifest.id
    if name != manifest.id:
        text = f"the entry point calls this module {name}; both must be the same"
        problems.append(Problem(_manifest_in(place.folder), "id", text, manifest.id, name))
    return name, ModuleInfo(name, manifest, place.folder, place.where, place.package), problems


def _twice(first: ModuleInfo, second: ModuleInfo) -> list[Problem]:
    """What is wrong where two folders hold a module of one name: which is meant must not hang on the order of looking."""
    if first.folder.resolve() == second.folder.resolve() or _same(first, second):
        return []
    text = f"module {first.id} is also in {first.folder}; one of them must go"
    if second.import_name:
        text += ": uninstall the one here, or install it anew from its source"
    return [Problem(_manifest_in(second.folder), "id", text, second.id)]


def _same(first: ModuleInfo, second: ModuleInfo) -> bool:
    """Whether a loose folder is just the source of what is installed: the same files, so either may be meant."""
    return bool(first.import_name) != bool(second.import_name) and first.digest == second.digest


def find_modules(folders: Iterable[str | Path] = ()) -> tuple[dict[str, ModuleInfo], list[Problem]]:
    """Every module that can be used, by id in alphabetical order, and the problems of the others."""
    found = _discover(folders)
    return found.modules, [problem for problems in found.broken.values() for problem in problems]


def inspect_modules(folders: Iterable[str | Path] = ()) -> tuple[dict[str, ModuleInfo], dict[str, list[Problem]]]:
    """As `find_modules`, with those whose manifests can be read only in part, and the problems by module."""
    found = _discover(folders)
    return {**found.rough, **found.modules}, found.broken


# --- rulesets ----------------------------------------------------------------------------------------------------------


def rulesets_folder() -> Path:
    """The folder of the shipped rulesets."""
    spec = find_spec(RULESETS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"package {RULESETS_PACKAGE} is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def shipped_rulesets() -> dict[str, Path]:
    """Name -> file of every shipped ruleset, by name."""
    return {path.stem: path for path in sorted(rulesets_folder().glob("*.toml"))}


def default_ruleset() -> str:
    """The shipped ruleset that is meant where none is named."""
    for name, path in shipped_rulesets().items():
        if read_toml(path).get("default") is True:
            return name
    raise InputError("no shipped ruleset is the default one: name a ruleset")


def read_ruleset(name: str | Path | Mapping[str, Any], seen: tuple[str, ...] = ()) -> Ruleset:
    """A shipped ruleset by name, one from a TOML file, or a mapping of the same keys; `extends` is followed.

    Raises Problems or InputError.
    """
    if isinstance(name, Mapping):
        return _ruleset(dict(name), "ruleset", Ruleset(str(name.get("id", "custom")), ""), None, seen)
    shipped = shipped_rulesets()
    path = shipped.get(str(name)) or Path(name)
    if not path.is_file():
        if str(name).endswith(".toml") or os.sep in str(name):
            raise InputError(f"no ruleset file {name}")
        if str(name) in find_modules()[0]:
            raise InputError(f"{name} is a module, no ruleset: it is switched on together with a ruleset, such as base")
        raise InputError(f"no ruleset {name}{did_you_mean(str(name), shipped)}; there are {', '.join(shipped)}")
    file = str(path.resolve())
    if file in seen:
        raise InputError(f"rulesets extend each other in a circle: {' -> '.join((*seen, file))}")
    return _ruleset(read_toml(path), str(path), Ruleset(path.stem, ""), path, (*seen, file))


def _ruleset(table: dict[str, Any], file: str, unnamed: Ruleset, path: Path | None, seen: tuple[str, ...]) -> Ruleset:
    problems: list[Problem] = []
    own = structure(_RulesetTable, table, file, "", problems)
    if own is None:
        raise Problems(problems)
    base = read_ruleset(_near(path, own.extends), seen) if own.extends else unnamed
    modules = dict.fromkeys((*base.modules, *own.modules))
    for index, name in enumerate(own.without):
        if name not in modules:
            text = f"module {name} is not part of it{did_you_mean(name, modules)}"
            problems.append(Problem(file, f"without[{index}]", text, name))
    players = own.players or base.players
    if players is not None and not 1 <= players[0] <= players[1]:
        problems.append(Problem(file, "players", "expected [fewest, most]", list(players)))
    if problems:
        raise Problems(problems)
    options = {
        module: {**base.options.get(module, {}), **own.options.get(module, {})}
        for module in dict.fromkeys((*base.options, *own.options))
    }
    name = own.id or unnamed.id
    return Ruleset(
        id=name,
        title=own.title or name,
        summary=own.summary,
        modules=tuple(module for module in modules if module not in own.without),
        options={module: values for module, values in options.items() if module not in own.without},
        players=players,
        order=tuple(dict.fromkeys((*base.order, *own.order))),
        file=file,
    )


def _near(path: Path | None, name: str) -> str | Path:
    """What `extends` means: a shipped ruleset, or else a file beside the one that says so."""
    beside = path.parent / name if path is not None else Path(name)
    return beside if name not in shipped_rulesets() and beside.is_file() else name


# --- one plan ----------------------------------------------------------------------------------------------------------


@frozen
class _Asked:
    """Why a module is wanted, and which file says so."""

    reason: str
    file: str = ""
    key: str = ""


class _Wrong:
    """What is wrong with a plan: Problems for a check, and the same as it is told to somebody who wants to play."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.told: list[str] = []

    def add(self, text: str, file: str = "", key: str = "", found: Any = None, told: str = "") -> None:
        """One more problem; `told` are other words for it where no file and key stand before it."""
        self.problems.append(Problem(file, key, text, found))
        self.told.append(told or text)


def resolve(
    ruleset: str | Path | Ruleset | Mapping[str, Any],
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    options: Mapping[str, Any] | Sequence[str] = (),
    players: int | None = None,
    modules_dirs: Iterable[str | Path] = (),
) -> Plan:
    """The plan of a ruleset with further modules on or off. Options by module, or as "MODULE.KEY=VALUE" strings.

    Raises InputError (or Problems) that names everything wrong with the chain of reasons that led there.
    """
    chosen = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
    found = _discover(modules_dirs)
    plan, wrong = _draft(chosen, with_, without, options, players, found.modules, found.broken)
    if wrong.problems:
        # What a person wrote is named; a shipped ruleset is known by its name.
        own = (
            chosen.file
            if isinstance(ruleset, str | Path) and Path(chosen.file) not in shipped_rulesets().values()
            else ""
        )
        raise Problems(
            wrong.problems,
            "\n".join(
                f"{own}: {told}" if own and problem.file == own and not told.startswith(own) else told
                for problem, told in zip(wrong.problems, wrong.told, strict=True)
            ),
        )
    for module in plan.modules:
        name_one_of_the_current_folder(module)
    return plan


def draft(
    chosen: Ruleset,
    modules: Mapping[str, ModuleInfo],
    broken: Mapping[str, Sequence[Problem]],
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    options: Sequence[str] = (),
) -> tuple[Plan, list[Problem]]:
    """For a check: the plan as far as it can be made out of what `inspect_modules` found, and everything wrong with it."""
    unreadable = {name: problems for name, problems in broken.items() if name not in modules}
    plan, wrong = _draft(chosen, with_, without, options, None, modules, unreadable)
    for module in plan.modules:
        name_one_of_the_current_folder(module)
    rough = [problem for module in plan.modules for problem in broken.get(module.id, ())]
    return plan, [*rough, *wrong.problems]


def discover(folders: Iterable[str | Path] = ()) -> tuple[dict[str, ModuleInfo], dict[str, list[Problem]]]:
    """Every module that can be used, by id in alphabetical order, and the problems of the others by module."""
    found = _discover(folders)
    return found.modules, found.broken


def draft_told(
    chosen: Ruleset,
    with_: Sequence[str],
    without: Sequence[str],
    players: int | None,
    modules: Mapping[str, ModuleInfo],
    broken: Mapping[str, Sequence[Problem]],
) -> tuple[Plan, list[str], list[Problem]]:
    """For somebody who chooses modules: the plan as far as it can be made, and all that is wrong with it, in words for
    people and as problems. `modules` and `broken` are what `discover` found. No options are set."""
    plan, wrong = _draft(chosen, with_, without, (), players, modules, broken)
    return plan, wrong.told, wrong.problems


def name_one_of_the_current_folder(module: ModuleInfo) -> None:
    """Nobody asked for the folder that happens to be here, so its code is named before it is run; once a process."""
    if module.where == HERE and module.folder.resolve() not in _named:
        _named[module.folder.resolve()] = None
        LOG.warning("module %s comes from %s in the current folder", module.id, module.folder)


_named: dict[Path, None] = {}


def _draft(
    chosen: Ruleset,
    with_: Sequence[str],
    without: Sequence[str],
    options: Mapping[str, Any] | Sequence[str],
    players: int | None,
    found: Mapping[str, ModuleInfo],
    broken: Mapping[str, Sequence[Problem]],
) -> tuple[Plan, _Wrong]:
    wrong = _Wrong()
    for name in without:
        if name not in chosen.modules:
            wrong.add(f"module {name} is not part of {chosen.id}{did_you_mean(name, chosen.modules)}", found=name)
    if not chosen.modules and not with_:
        wrong.add(
            f"{chosen.title}: no module is on; name modules, or a ruleset that it extends", chosen.file, "modules"
        )
    asked = _closure(chosen, with_, without, found, broken, wrong)
    why = {name: each.reason for name, each in asked.items()}
    replaced = _replacements(why, found, wrong)
    why = {name: reason for name, reason in why.items() if name not in replaced}
    modules = tuple(_ordered({name: found[name] for name in why}, wrong))
    settled = _options(chosen, modules, options, wrong)
    _conflicts(why, found, settled, wrong)
    plan = Plan(
        id=chosen.id,
        title=chosen.title,
        summary=chosen.summary,
        modules=modules,
        why=why,
        options=settled,
        players=_players(chosen, modules, players, wrong),
        order=tuple(dict.fromkeys((*chosen.order, *(edge for each in modules for edge in each.manifest.order)))),
        replaced=replaced,
        card_keys=tuple(dict.fromkeys(key for module in found.values() for key in module.manifest.card_keys)),
    )
    return plan, wrong


def _manifest_in(folder: Path) -> str:
    return str(folder / "module.toml")


def _closure(
    chosen: Ruleset,
    with_: Sequence[str],
    without: Sequence[str],
    found: Mapping[str, ModuleInfo],
    broken: Mapping[str, Sequence[Problem]],
    wrong: _Wrong,
) -> dict[str, _Asked]:
    """The modules asked for and all that they require, each with the reason why it is on."""
    why: dict[str, _Asked] = {}
    told: dict[str, None] = {}  # what is missing is said once
    by_ruleset = _Asked(f"ruleset {chosen.id}", chosen.file, "modules")
    todo = [(name, by_ruleset) for name in chosen.modules if name not in without]
    todo += [(name, _Asked("asked for")) for name in with_]
    while todo:
        name, asked = todo.pop(0)
        if name in why or name in told:
            continue
        reason, file, key = asked.reason, asked.file, asked.key
        if name in without:
            wrong.add(f"module {name} was switched off but is needed: {reason}", file, key, name)
        elif name in broken:
            wrong.add(f"module {name} ({reason}) cannot be used:", file, key, name)
            for problem in broken[name]:
                wrong.add(problem.message, problem.file, problem.key, problem.found, f"  {problem}")
        elif name not in found:
            wrong.add(f"no module {name} ({reason}){did_you_mean(name, found)}", file, key, name)
        else:
            why[name] = asked
            needed = _Asked(f"required by {name} ({reason})", _manifest_in(found[name].folder), "requires")
            todo.extend((other, needed) for other in found[name].manifest.requires)
            continue
        told[name] = None
    return why


def _replacements(why: Mapping[str, str], found: Mapping[str, ModuleInfo], wrong: _Wrong) -> dict[str, str]:
    """Modules that others of the plan replace as a whole."""
    takers: dict[str, list[str]] = {}
    for name in sorted(why):
        for part in found[name].manifest.replaces:
            takers.setdefault(part, []).append(name)
    for part, names in takers.items():
        if len(names) > 1:
            wrong.add(
                f"{' and '.join(names)} both replace {part}", _manifest_in(found[names[1]].folder), "replaces", part
            )
    replaced = {part: names[0] for part, names in takers.items() if part in why}
    for name in sorted(why):
        for other in found[name].manifest.requires:
            if other in replaced and name not in replaced:
                text = f"{name} ({why[name]}) requires {other}, which {replaced[other]} replaces"
                wrong.add(text, _manifest_in(found[name].folder), "requires", other)
    return replaced


def _conflicts(
    why: Mapping[str, str],
    found: Mapping[str, ModuleInfo],
    options: Mapping[str, Mapping[str, Any]],
    wrong: _Wrong,
) -> None:
    """Modules that exclude each other, or options of each other, whichever of the two says so; each pair once."""
    said: dict[tuple[str, ...], None] = {}
    for name in sorted(why):
        for conflict in found[name].manifest.conflicts:
            other = conflict.module
            pair = tuple(sorted((name, other)))
            if other in why and pair not in said and conflict.holds(options[name], options[other]):
                said[pair] = None
                mine, theirs = (
                    "".join(f" with {key} = {value}" for key, value in each.items())
                    for each in (conflict.own, conflict.options)
                )
                text = f"{name}{mine} ({why[name]}) excludes {other}{theirs} ({why[other]}): {conflict.reason}"
                wrong.add(text, _manifest_in(found[name].folder), "conflicts", other)


def _ordered(modules: Mapping[str, ModuleInfo], wrong: _Wrong) -> list[ModuleInfo]:
    """Required modules first, ties by id."""
    needs = {name: [each for each in modules[name].manifest.requires if each in modules] for name in modules}
    while True:
        try:
            return [modules[ready[0]] for ready in candidates(needs)]
        except CycleError as error:
            circle = sorted(set(circle_of(error)))
            said = (
                f"{name} requires {' and '.join(each for each in needs[name] if each in circle)}" for name in circle
            )
            text = f"modules require each other in a circle: {'; '.join(said)}"
            wrong.add(text, _manifest_in(modules[circle[0]].folder), "requires", circle)
            needs[circle[0]] = []  # the others of the plan are checked all the same


def _players(chosen: Ruleset, modules: Sequence[ModuleInfo], asked: int | None, wrong: _Wrong) -> tuple[int, int]:
    """Fewest and most players: the ruleset's, with more where a module brings what they need, within every module's."""
    low, high = chosen.players or (2, 5)
    ranges = {module.id: module.manifest.players for module in modules if module.manifest.players}
    low = max(low, *(each[0] for each in ranges.values()), low)
    fewer = [each[1] for each in ranges.values() if each[1] < high]
    high = min(fewer) if fewer else max(high, *(each[1] for each in ranges.values()), high)
    limits = "".join(f"; module {name} {each[0]} to {each[1]}" for name, each in ranges.items())
    if low > high:
        wrong.add(f"{chosen.title}: no number of players suits all modules{limits}", chosen.file, "players")
        return high, low
    if asked is not None and not low <= asked <= high:
        wrong.add(f"{chosen.title} is for {low} to {high} players, not {asked}{limits}", found=asked)
    return low, high


class _Settler:
    """Checks options against the manifests of the modules that are on, and remembers everything wrong."""

    def __init__(self, modules: Sequence[ModuleInfo], wrong: _Wrong) -> None:
        self.manifests = {module.id: module.manifest for module in modules}
        self.values = {
            name: {key: option.default for key, option in manifest.options.items()}
            for name, manifest in self.manifests.items()
        }
        self.wrong = wrong

    def _refuse(self, where: str, text: str, file: str, key: str, value: Any, about: str = "") -> None:
        told = f"{where}: {about}{text}"
        self.wrong.add(text if file else about + text, file or where, key if file else "", value, told)

    def put(self, where: str, module: str, key: str, value: Any, file: str = "", *, typed: bool = False) -> None:
        """Sets an option; `typed` values are text from a command line."""
        place = f"options.{module}.{key}"
        if module not in self.manifests:
            text = f"module {module} is not on{did_you_mean(module, self.manifests)}"
            self._refuse(where, text, file, f"options.{module}", module)
            return
        known = self.manifests[module].options
        option = known.get(key)
        if option is None:
            have = f"; it has {', '.join(known)}" if known else "; it has none"
            text = f"{module} has no option {key}{did_you_mean(key, known)}{have}"
            self._refuse(where, text, file, place, key)
            return
        try:
            self.values[module][key] = option.parse(value) if typed else option.read(value)
        except ValueError as error:
            self._refuse(where, str(error), file, place, value, f"{module}.{key}: ")

    def put_anywhere(self, where: str, key: str, value: Any, *, typed: bool = False) -> None:
        """An option of the ruleset as a whole, such as the edition: it belongs to the one module that has it."""
        owners = [name for name, manifest in self.manifests.items() if key in manifest.options]
        if len(owners) == 1:
            self.put(where, owners[0], key, value, typed=typed)
        elif owners:
            self._refuse(where, f"{key} is an option of {' and '.join(owners)}; write MODULE.{key}", "", "", key)
        else:
            every = [name for manifest in self.manifests.values() for name in manifest.options]
            text = f"no module that is on has an option {key}{did_you_mean(key, (*every, *self.manifests))}"
            self._refuse(where, text, "", "", key)


def _options(
    ruleset: Ruleset, modules: Sequence[ModuleInfo], given: Mapping[str, Any] | Sequence[str], wrong: _Wrong
) -> dict[str, dict[str, Any]]:
    settler = _Settler(modules, wrong)
    for module, table in ruleset.options.items():
        for key, value in table.items():
            settler.put(f"ruleset {ruleset.id}", module, key, value, ruleset.file)
    if isinstance(given, Mapping):
        for module, table in given.items():
            if not isinstance(table, Mapping):
                settler.put_anywhere("options", module, table)
                continue
            for key, value in table.items():
                settler.put("options", module, key, value)
    else:
        for text in given:
            name, equals, value = text.partition("=")
            module, dot, key = name.strip().rpartition(".")
            if not equals or not key:
                wrong.add(f"option {text!r}: expected MODULE.KEY=VALUE", found=text)
            elif dot:
                settler.put(f"option {text}", module, key, value.strip(), typed=True)
            else:
                settler.put_anywhere(f"option {text}", key, value.strip(), typed=True)
    return settler.values

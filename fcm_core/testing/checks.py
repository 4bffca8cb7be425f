"""Everything wrong with modules, rulesets and scenario files, at once: `fcm check`.

Manifests and content of every module that can be found are read; code is imported only of the modules that are checked
and of those they require. One problem does not hide the next: what is wrong is left out, and the check goes on.

A name that no module of a plan brings is no error in play (a card may be trained to one of a module that is off). Here a
name that no module at all brings is one, unless the manifest mentions it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import evolve, frozen

from fcm_core.assembly.compile import make_rules, missing_kinds
from fcm_core.assembly.plugins import PluginManager, load_plugin
from fcm_core.basics.errors import AnswerError, FcmError, HookError, InputError, PartError, Problem, Problems
from fcm_core.basics.names import did_you_mean, misspelt, nearest
from fcm_core.basics.ordering import UndecidedError
from fcm_core.game.laws import HOOKS
from fcm_core.game.rules import Rules
from fcm_core.rules.choosing import advice
from fcm_core.rules.content import CONTENT_SETS, Inspection, Merger, inspect_content
from fcm_core.rules.plan import ModuleInfo, Plan, Ruleset, draft, inspect_modules, read_ruleset, shipped_rulesets
from fcm_core.scenario import RULES_KEY, check_file

SCENARIO = ".scenario.toml"
EVERYTHING = "*"  # among the names that are lost: nobody knows which
BUILT = ("build", "dist")  # beside a pyproject.toml


@frozen
class Checked:
    """What a check came to: how many modules, rulesets and scenario files were looked at, and all that is wrong."""

    count: int
    problems: tuple[Problem, ...]
    advice: tuple[Problem, ...] = ()  # what is not wrong, and somebody may want to know


def check(
    targets: Iterable[str | Path],
    modules_dirs: Iterable[str | Path] = (),
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    options: Sequence[str] = (),
) -> Checked:
    """Checks files, folders (with all that is in them), modules by id and rulesets by name.

    Further modules and options are tried with every ruleset and module. Raises InputError for targets that are nowhere.
    """
    folders = [Path(folder) for folder in modules_dirs]
    found = _Modules(folders)
    homes, rulesets, scenarios = _sorted_targets(list(targets), found)
    there = [module.folder.resolve() for module in found.modules.values()]
    fresh = [home for home in homes if home.resolve() not in there]
    if fresh:
        folders += fresh
        found = _Modules(folders)
    places = [home.resolve() for home in homes]
    problems = [
        problem
        for problem in (each for faults in found.broken.values() for each in faults)
        if Path(problem.file).resolve().parent in places
    ]
    soft: list[Problem] = []
    for module in found.modules.values():
        if module.folder.resolve() in places:
            soft.extend(_soft(module))
            problems.extend(_check_readme(module))
            problems.extend(_names(module, found))
            plan, wrong = found.draft(_alone(module), with_, without, options)
            problems.extend((*wrong, *_check_plan(plan)))
    for file in rulesets:
        chosen, wrong = _ruleset(file)
        problems.extend(wrong)
        if chosen is not None:
            plan, wrong = found.draft(chosen, with_, without, options)
            problems.extend((*wrong, *_check_plan(plan)))
            soft.extend(Problem(str(file), told.module, told.text) for told in advice(plan))
    for file in scenarios:
        problems.extend(_not_told(_check_scenario(file, folders), problems))
    return Checked(len(homes) + len(rulesets) + len(scenarios), tuple(_once(problems)), tuple(soft))


def _not_told(found: Iterable[Problem], told: Sequence[Problem]) -> Iterator[Problem]:
    """The problems of a scenario file, without what is wrong with its modules and has been told of them, or of another file."""
    known = [problem.message for problem in told]
    for problem in found:
        if problem.key == RULES_KEY:
            lines = [line for line in problem.message.splitlines() if not any(each in line for each in known)]
            if not lines:
                continue
            problem = evolve(problem, message="\n".join(lines))
        yield problem


def check_modules(modules_dirs: Iterable[str | Path] = ()) -> list[Problem]:
    """The problems of every module that can be found: manifests, content, and names that nothing brings. Imports none."""
    found = _Modules(list(modules_dirs))
    problems = [problem for faults in found.broken.values() for problem in faults]
    for module in found.modules.values():
        plan, wrong = found.draft(_alone(module))
        problems.extend((*wrong, *inspect_content(plan).problems, *_names(module, found)))
    return _once(problems)


def check_rulesets(modules_dirs: Iterable[str | Path] = (), files: Iterable[str | Path] = ()) -> list[Problem]:
    """The problems of every shipped ruleset and of further files: keys, modules, options, content. Imports no module."""
    found = _Modules(list(modules_dirs))
    problems: list[Problem] = []
    for path in (*shipped_rulesets().values(), *files):
        chosen, wrong = _ruleset(Path(path))
        problems.extend(wrong)
        if chosen is not None:
            plan, wrong = found.draft(chosen)
            problems.extend((*wrong, *inspect_content(plan).problems))
    return _once(problems)


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Each problem once, also where several plans come upon it and give their own chain of reasons."""
    found: dict[tuple[str, str, str], Problem] = {}
    for problem in problems:
        what = str(problem.found) if problem.key in ("requires", "conflicts") else problem.message
        found.setdefault((problem.file, problem.key, what), problem)
    return list(found.values())


class _Modules:
    """All modules that can be found, looked for once, and the cards that any of them brings."""

    def __init__(self, folders: Sequence[str | Path]) -> None:
        self.modules, self.broken = inspect_modules(folders)
        card_keys = tuple(key for module in self.modules.values() for key in module.manifest.card_keys)
        self.own: dict[str, Merger] = {}
        for name, module in self.modules.items():
            self.own[name] = Merger(card_keys)
            self.own[name].read_module(module.folder)
        # A file that cannot be parsed may hold the very names that are missed elsewhere.
        self.whole = all(problem.key for merger in self.own.values() for problem in merger.problems)
        self.cards = sorted(card for merger in self.own.values() for card in merger.cards)

    def draft(
        self, chosen: Ruleset, with_: Sequence[str] = (), without: Sequence[str] = (), options: Sequence[str] = ()
    ) -> tuple[Plan, list[Problem]]:
        """The plan of a ruleset as far as it can be made, and what is wrong with it."""
        return draft(chosen, self.modules, self.broken, with_, without, options)


# --- what is to be checked ---------------------------------------------------------------------------------------------


def _sorted_targets(targets: Sequence[str | Path], found: _Modules) -> tuple[list[Path], list[Path], list[Path]]:
    """Folders of modules, ruleset files and scenario files, each once, in the order in which they were named."""
    homes: dict[Path, None] = {}
    rulesets: dict[Path, None] = {}
    scenarios: dict[Path, None] = {}
    wrong = []
    shipped = shipped_rulesets()
    for target in targets:
        path = Path(target)
        if path.is_dir():
            inside = _inside(path)
            if not any(inside):
                wrong.append(f"nothing to check in {path}: no module.toml, ruleset or *{SCENARIO}")
            for into, files in zip((homes, rulesets, scenarios), inside, strict=True):
                into.update(dict.fromkeys(files))
        elif path.is_file() and path.name.endswith(SCENARIO):
            scenarios[path] = None
        elif path.is_file() and (path.parent / "module.toml").is_file():
            homes[path.parent] = None  # content and code are checked with their module
        elif path.is_file():
            rulesets[path] = None
        else:
            name = str(target)  # of a module, a ruleset, or both
            if name in found.modules:
                homes[found.modules[name].folder] = None
            elif name in found.broken:
                homes.update(dict.fromkeys(Path(problem.file).parent for problem in found.broken[name]))
            if name in shipped:
                rulesets[shipped[name]] = None
            if name not in (*found.modules, *found.broken, *shipped):
                near = did_you_mean(name, (*found.modules, *shipped))
                wrong.append(f"no file or folder {name}, nor a module or ruleset of that name{near}")
    if wrong:
        raise InputError("\n".join(wrong))
    return list(homes), list(rulesets), list(scenarios)


def _inside(path: Path) -> tuple[list[Path], list[Path], list[Path]]:
    """Module folders, rulesets and scenario files in a folder."""
    files = files_below(path, "*.toml")
    homes = [file.parent for file in files if file.name == "module.toml"]
    scenarios = [file for file in files if file.name.endswith(SCENARIO)]
    rulesets = [
        file
        for file in files
        if file not in scenarios and file.name != "pyproject.toml" and not any(home in file.parents for home in homes)
    ]
    return homes, rulesets, scenarios


def files_below(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that somebody wrote: without hidden folders such as .venv and without what `pip install` built."""
    found = []
    for file in sorted(folder.rglob(pattern)):
        above = [folder / part for part in reversed(file.relative_to(folder).parents)]
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        built = any(each.name in BUILT and (each.parent / "pyproject.toml").is_file() for each in above)
        if file.is_file() and not hidden and not built:
            found.append(file)
    return found


# --- modules -----------------------------------------------------------------------------------------------------------


def _alone(module: ModuleInfo) -> Ruleset:
    """The smallest ruleset with this module."""
    return Ruleset(module.id, module.manifest.title, modules=(module.id,), players=module.manifest.players)


def _soft(module: ModuleInfo) -> Iterator[Problem]:
    """What an author may have forgotten."""
    if module.manifest.complexity is None:
        file = str(module.folder / "module.toml")
        yield Problem(file, "complexity", "not stated (1 to 5): `fcm play --random` never draws this module")


def _check_readme(module: ModuleInfo) -> Iterator[Problem]:
    file = module.folder / "README.md"
    try:
        if not file.read_text(encoding="utf-8").strip():
            yield Problem(str(file), "", "empty; expected a text that tells what changes, every hook and every option")
    except FileNotFoundError:
        yield Problem(str(file), "", "missing; expected a text that tells what changes, every hook and every option")
    except (OSError, UnicodeDecodeError) as error:
        yield Problem(str(file), "", f"cannot be read: {error}")


def _names(module: ModuleInfo, found: _Modules) -> Iterator[Problem]:
    """Names in a manifest and in cards that no module at all brings."""
    manifest = module.manifest
    file = str(module.folder / "module.toml")
    for key, names, valid in (
        ("replaces", manifest.replaces, (*CONTENT_SETS, *found.modules)),
        ("conflicts", [conflict.module for conflict in manifest.conflicts], tuple(found.modules)),
        ("recommends", manifest.recommends, tuple(found.modules)),
        ("advice", [name for each in manifest.advice for name in each.modules], tuple(found.modules)),
    ):
        for name in names:
            if name not in valid and name not in manifest.mentions:
                text = f"no module here is called {name}{did_you_mean(name, valid)}; mentions = [...] if that is meant"
                yield Problem(file, key, text, name, "", nearest(name, valid))
    yield from _changes(module, found)
    if not found.whole:
        return
    file = str(module.folder / "cards.toml")
    colours = {card.colour for name, merger in found.own.items() if name != module.id for card in merger.cards.values()}
    for name, card in found.own[module.id].cards.items():
        near = misspelt(card.colour, colours)
        if card.colour not in colours and near is not None and card.colour not in manifest.mentions:
            text = f"no other module has a card of the colour {card.colour}; did you mean {near}? "
            yield Problem(file, f"{name}.colour", f"{text}mentions = [...] if that is meant", card.colour, "", near)
    for name, card in found.own[module.id].cards.items():
        for key in ("trains_to", "trained_from"):
            for other in getattr(card, key):
                if other not in found.cards and other not in manifest.mentions:
                    text = f"no module here has a card {other}{did_you_mean(other, found.cards)}"
                    yield Problem(file, f"{name}.{key}", text, other, "", nearest(other, found.cards))


def _changes(module: ModuleInfo, found: _Modules) -> Iterator[Problem]:
    """Options that a manifest's conflicts and changes name and nobody has, and values that they cannot have."""
    file = str(module.folder / "module.toml")
    for index, conflict in enumerate(module.manifest.conflicts):
        for key, other, values in (("options", conflict.module, conflict.options), ("own", module.id, conflict.own)):
            if other in found.modules:
                yield from _values(file, f"conflicts[{index}].{key}", other, values, found)
    for index, change in enumerate(module.manifest.changes):
        for other, values in change.options.items():
            key = f"changes[{index}].options.{other}"
            if other in found.modules:
                yield from _values(file, key, other, values, found)
            elif other not in module.manifest.mentions:
                text = f"no module here is called {other}{did_you_mean(other, found.modules)}"
                yield Problem(file, key, text, other, "", nearest(other, found.modules))


def _values(file: str, key: str, other: str, values: Mapping[str, Any], found: _Modules) -> Iterator[Problem]:
    """Options that a module does not have, and values that they cannot have."""
    options = found.modules[other].manifest.options
    for name, value in values.items():
        if name not in options:
            text = f"{other} has no option {name}{did_you_mean(name, options)}"
            yield Problem(file, f"{key}.{name}", text, name, "", nearest(name, options))
            continue
        try:
            options[name].read(value)
        except ValueError as error:
            yield Problem(file, f"{key}.{name}", str(error), value)


# --- rulesets and scenarios --------------------------------------------------------------------------------------------


def _ruleset(file: Path) -> tuple[Ruleset | None, list[Problem]]:
    try:
        return read_ruleset(file), []
    except Problems as error:
        return None, list(error.problems)
    except InputError as error:
        return None, [Problem(str(file), "", str(error))]


def _check_scenario(file: Path, folders: Sequence[Path]) -> list[Problem]:
    try:
        check_file(file, folders)
    except Problems as error:
        return list(error.problems)
    except FcmError as error:
        return [Problem(str(file), "", str(error))]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a module's code may raise
        return [Problem(str(file), "", f"cannot be played: {type(error).__name__}: {error}")]
    return []


# --- content and code of one plan --------------------------------------------------------------------------------------


def _check_plan(plan: Plan) -> list[Problem]:
    """Content and hooks of a plan's modules, as they come together."""
    found = inspect_content(plan)
    problems = list(found.problems)
    manager = PluginManager(evolve(plan, modules=()))
    for module in plan.modules:
        problems.extend(_register(manager, module))
    return [*problems, *_Compiling(plan, found, manager, whole=not problems).problems]


def _register(manager: PluginManager, module: ModuleInfo) -> list[Problem]:
    """Registers what is right of a module's plugin; what is wrong with the rest, function by function."""
    file = str(module.folder / "plugin.py")
    try:
        plugin = load_plugin(module)
    except InputError as error:
        return [Problem(file, "", str(error))]
    if plugin is None:
        return []
    problems = []
    manager.folders[module.id] = module.folder.resolve()
    fine = ModuleType(plugin.__name__)
    for name, value in vars(plugin).items():
        one = ModuleType(plugin.__name__)
        setattr(one, name, value)
        try:
            manager.register(one, module.id)
        except InputError as error:
            where, message = str(error).removeprefix(f"module {module.id}: hook ").split(": ", 1)
            problems.append(Problem(file, where, message))
            continue
        manager.unregister(one)
        setattr(fine, name, value)
    manager.register(fine, module.id)
    manager.loaded.append((module.id, fine))
    return problems


class _Compiling:
    """Compiles a plan; where that fails, once more hook by hook, leaving out what fails.

    With content or code that is not `whole`, a hook may fail because something is missing: then only answers of the
    wrong type and contradictions are told.
    """

    def __init__(self, plan: Plan, found: Inspection, manager: PluginManager, *, whole: bool) -> None:
        self.plan = plan
        self.found = found
        self.manager = manager
        self.whole = whole
        self.problems: list[Problem] = []
        self.lost: set[str] = set()  # names of parts that failed implementations would have brought
        self.rules: Rules | None = None  # the last that could be made
        everything = manager.compile()
        rules, error = self._compile(everything)
        if error is not None:
            rules = self._hook_by_hook(everything)
        if rules is not None:
            self.problems.extend(_kinds(rules, found))

    def _compile(self, hooks: Mapping[str, Sequence[Any]]) -> tuple[Rules | None, BaseException | None]:
        try:
            return make_rules(self.plan, self.found.content, self.manager, hooks), None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a module's code may raise
            return None, error

    def _hook_by_hook(self, everything: Mapping[str, Sequence[Callable[..., Any]]]) -> Rules | None:
        # Hooks that only matter in a game are left out from the start.
        kept: dict[str, tuple[Callable[..., Any], ...]] = dict.fromkeys(everything, ())
        self.rules = rules = self._compile(kept)[0]
        # Actions first: steps and decisions name them.
        in_order = sorted(everything, key=lambda name: name != "contribute_actions")
        for module in self.plan.modules:
            for name in in_order:
                for call in everything[name]:
                    if self.manager.owners[call] == module.id and "rules" in HOOKS[name].arguments:
                        rules = self._one_more(module, name, call, kept) or rules
        return rules

    def _one_more(
        self, module: ModuleInfo, hook: str, call: Callable[..., Any], kept: dict[str, tuple[Callable[..., Any], ...]]
    ) -> Rules | None:
        """The rules with one more implementation of a hook, which stays in `kept` if it fits."""
        before = kept[hook]
        kept[hook] = (*before, call)
        rules, error = self._compile(kept)
        while isinstance(error, UndecidedError):
            self._tell(module, hook, error, kept)
            self.plan = evolve(self.plan, order=(*self.plan.order, *error.pairs))
            rules, error = self._compile(kept)
        if error is not None:
            self._tell(module, hook, error, kept)
            kept[hook] = before
            self._lose(hook, call, rules or self.rules)
        self.rules = rules or self.rules
        return rules

    def _tell(self, module: ModuleInfo, hook: str, error: BaseException, kept: Mapping[str, Sequence[Any]]) -> None:
        file = str(module.folder / "plugin.py")
        if isinstance(error, PartError):
            if not self._follows(error.text):
                other = self._other_party(hook, str(error), kept)
                note = f" (the other comes from module {other})" if other else ""
                self.problems.append(Problem(error.file, error.hook, error.text + note))
        elif isinstance(error, AnswerError):
            self.problems.append(Problem(file, hook, str(error.cause)))
        elif isinstance(error, InputError):
            for line in str(error).splitlines():
                other = self._other_party(hook, line, kept)
                note = f" (the other comes from module {other})" if other else ""
                self.problems.append(Problem(file, hook, line.removeprefix(f"{hook}: ") + note))
        elif self.whole:
            cause = error.cause if isinstance(error, HookError) else error
            self.problems.append(Problem(file, hook, f"{type(cause).__name__}: {cause}"))

    def _follows(self, text: str) -> bool:
        """Whether only that is missed which an implementation would bring that failed, and was told of."""
        missed = re.search(r"\bno (?:action|decision|step|working step) (\w[\w.]*)", text)
        return missed is not None and (missed[1] in self.lost or EVERYTHING in self.lost)

    def _lose(self, hook: str, call: Callable[..., Any], rules: Rules | None) -> None:
        """Remembers the names of what an implementation would have brought, had it not failed."""
        if not hook.startswith("contribute_"):
            return
        try:
            self.lost.update(str(part.name) for part in call(rules) or ())
        except KeyboardInterrupt:
            raise
        except BaseException:  # whatever a module's code may raise
            self.lost.add(EVERYTHING)

    def _other_party(self, hook: str, line: str, kept: Mapping[str, Sequence[Any]]) -> str:
        """The module without which this would not be said of the newest implementation of a hook."""
        for call in kept[hook][:-1]:
            rest = tuple(each for each in kept[hook] if each is not call)
            if line not in str(self._compile({**kept, hook: rest})[1] or "").splitlines():
                return self.manager.owners[call]
        return ""


def _kinds(rules: Rules, found: Inspection) -> Iterator[Problem]:
    """Kinds of campaigns and of houses that content names need a module that brings them."""
    for each in missing_kinds(rules):
        yield Problem(found.files[each.content, each.name], each.key, each.text, each.kind, "", each.nearest)

"""The plugin manager: imports the chosen modules' plugin.py, checks their hooks and compiles them into plain tuples.

pluggy registers a misspelt hook silently, never checks arguments that have defaults, and lets order hide in tryfirst
and wrappers. All of that is refused here, and calls run in plan order.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, get_args

import pluggy

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.game.laws import ADJUSTED, ALLOWED, CHECKED, HOOKS, PROJECT, SUMMED, Law, Reasons, Spec, check_answer
from fcm_core.rules.plan import name_one_of_the_current_folder

if TYPE_CHECKING:
    from fcm_core.rules.plan import ModuleInfo, Plan

# Ways of pluggy to run earlier, later or around others. Order is what steps and keys say about their neighbours.
HIDDEN_ORDER = ("tryfirst", "trylast", "hookwrapper", "wrapper")
HOT = (SUMMED, ADJUSTED, ALLOWED, CHECKED)


class PluginManager(pluggy.PluginManager):
    """pluggy's manager for one plan's modules. Raises InputError that names module, hook and what is wrong."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(_specifications())
        self.names: dict[CodeType, tuple[str, str]] = {}  # code of an implementation -> module, hook
        self.owners: dict[Callable[..., Any], str] = {}  # compiled call -> module
        self.folders: dict[str, Path] = {}
        self.loaded: list[tuple[str, ModuleType]] = []
        for module in plan.modules:
            plugin = load_plugin(module)
            if plugin is not None:
                self.folders[module.id] = module.folder.resolve()
                self.register(plugin, module.id)
                self.loaded.append((module.id, plugin))

    def register(self, plugin: Any, name: str | None = None) -> str | None:
        """Registers a module's plugin after checking every hook implementation of it."""
        for attribute in dir(plugin):
            value = getattr(plugin, attribute)
            options = self.parse_hookimpl_opts(plugin, attribute)
            if options is None and not isinstance(value, ModuleType):
                options = getattr(value, f"{PROJECT}_impl", None)  # a class, for one, which pluggy passes over
            if options is None:
                if attribute in HOOKS and isinstance(value, FunctionType) and value.__module__ == plugin.__name__:
                    where = f"module {name}: hook {attribute}"
                    raise InputError(f"{where}: it is not marked; put @hooks.{attribute}.impl above it")
                continue
            self._check(plugin, name, attribute, value, options)
        return super().register(plugin, name)

    def _check(self, plugin: Any, name: str | None, attribute: str, value: Any, options: Any) -> None:
        hook = options.get("specname") or attribute
        where = f"module {name}: hook {hook}"
        if hook not in HOOKS:
            raise InputError(f"{where}: there is no such hook{did_you_mean(hook, HOOKS)}")
        if not isinstance(value, FunctionType):
            raise InputError(f"{where}: expected a plain function, found {type(value).__name__}")
        folder = self.folders.get(name or "")
        if folder is not None and not _inside(value.__code__.co_filename, folder):
            raise InputError(f"{where}: it belongs to {value.__module__}; a module brings its own functions")
        for wish in HIDDEN_ORDER:
            if options.get(wish):
                raise InputError(f"{where}: {wish} hides an order; let steps and keys name their neighbours")
        if options.get("optionalhook"):
            raise InputError(f"{where}: optionalhook would hide a misspelt name; mark it with @hooks.{hook}.impl")
        wanted = HOOKS[hook].arguments
        have = tuple(inspect.signature(value).parameters.values())
        told = f"; the hook's arguments: {', '.join(wanted)}"
        if HOOKS[hook].event is not None and len(have) == len(wanted):
            wanted = (*wanted[:-1], have[-1].name)  # a listener calls the event what it is: sale, hired, campaign
        for argument in have:
            if argument.name not in wanted:
                near = did_you_mean(argument.name, wanted)
                raise InputError(f"{where}: it has no argument {argument.name}{near}{told}")
            if argument.kind is not argument.POSITIONAL_OR_KEYWORD:
                raise InputError(f"{where}: {argument} is no plain argument{told}")
        if tuple(argument.name for argument in have) != wanted:
            missing = [each for each in wanted if each not in [argument.name for argument in have]]
            problem = f"it lacks {', '.join(missing)}" if missing else "its arguments are in another order"
            raise InputError(f"{where}: {problem}{told}")

    def compile(self, unchecked: Sequence[Law] = HOT) -> dict[str, tuple[Callable[..., Any], ...]]:
        """For every hook its implementations: modules in plan order, in a module as they stand in its plugin.

        They raise HookError for an answer of the wrong type. Only the hooks of `unchecked` laws are called so often that
        whoever calls them looks at what comes of the answers instead.
        """
        found: dict[str, list[Callable[..., Any]]] = {name: [] for name in HOOKS}
        for module, plugin in self.loaded:
            for hook, function in implementations(self, plugin):
                self.names[function.__code__] = (module, hook)
                spec = HOOKS[hook]
                call = function if spec.law in unchecked else checked(module, spec, function)
                self.owners[call] = module
                found[hook].append(call)
        return {name: tuple(calls) for name, calls in found.items()}

    def blame(self, error: BaseException) -> tuple[str, str] | None:
        """The module and hook that an exception came out of, or None; found in the traceback, so it costs nothing.

        What fails in a contributed part (a step, a key) is no hook; then the second name is the function's.
        """
        codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
        if isinstance(error, RecursionError):
            # Who was called last is chance; who goes round is there most often.
            codes.sort(key=Counter(codes).__getitem__)
        for code in reversed(codes):
            if code in self.names:
                return self.names[code]
        for code in reversed(codes):
            for module, folder in self.folders.items():
                if _inside(code.co_filename, folder):
                    return module, code.co_name
        return None


def _specifications() -> ModuleType:
    """The declarations of the hooks, as pluggy wants them.

    Not those of events: pluggy would demand one name of the event, and every listener calls it what it is.
    """
    found = ModuleType("specifications")
    vars(found).update({name: spec.function for name, spec in HOOKS.items() if spec.event is None})
    return found


def implementations(manager: pluggy.PluginManager, plugin: Any) -> Iterator[tuple[str, FunctionType]]:
    """The hooks that a plugin implements, in the order in which the functions stand in it: hook, function."""
    seen: dict[FunctionType, None] = {}
    for name, function in vars(plugin).items():
        options = manager.parse_hookimpl_opts(plugin, name)
        if options is not None and function not in seen:
            seen[function] = None
            yield options.get("specname") or name, function


def checked(module: str, spec: Spec, function: Callable[..., Any]) -> Callable[..., Any]:
    """The implementation of a hook, which then raises AnswerError for an answer of the wrong type."""
    promised = spec.answer
    may_be_none = promised is type(None) or type(None) in get_args(promised)
    plain = promised if promised in (int, bool) else type(None) if may_be_none else _Missing
    reasons = promised in (Reasons, Reasons | None)

    def call(*arguments: Any) -> Any:
        found = function(*arguments)
        # The frequent answers need no closer look.
        if type(found) is not plain and not (reasons and type(found) is tuple and all(map(_is_reason, found))):
            check_answer(spec, module, found)
        return found

    return call


class _Missing:
    """No answer has this type."""


def _is_reason(each: Any) -> bool:
    return type(each) is tuple and len(each) == 2 and type(each[0]) is int and type(each[1]) is str


def _inside(file: str, folder: Path) -> bool:
    # A package imported by a relative or linked path keeps that spelling in its code.
    return _resolved(os.path.abspath(file)).is_relative_to(folder)


@lru_cache(maxsize=1024)
def _resolved(file: str) -> Path:
    return Path(file).resolve()


def load_plugin(module: ModuleInfo) -> ModuleType | None:
    """Imports a module's plugin.py; None if it has none. InputError names module, file and line when it raises."""
    path = module.folder / "plugin.py"
    if not os.path.lexists(path):
        return None
    if not path.is_file():
        raise InputError(f"module {module.id}: {path} is no file; a module's code is a Python file of this name")
    name_one_of_the_current_folder(module)
    try:
        package = module.import_name or _loose_package(module)
        return importlib.import_module(f"{package}.plugin")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        folder = module.folder.resolve()
        inside = [frame for frame in frames if _inside(frame.filename, folder)]
        file, line = (inside[-1].filename, inside[-1].lineno) if inside else (str(path), None)
        if isinstance(error, SyntaxError) and error.filename:
            file, line = error.filename, error.lineno
        where = f"{file}:{line}" if line else file
        raise InputError(f"module {module.id}: {where} cannot be imported: {type(error).__name__}: {error}") from error


def _loose_package(module: ModuleInfo) -> str:
    """The private package under which a loose module's folder is imported, so that `from .other import ...` works.

    The name says which folder and which state of its files: an edited module is a new one, and another process comes
    to the same name.
    """
    # Python remembers where a relative path led the first time, so it gets none.
    folder = module.folder.resolve()
    mark = sha256(f"{folder.as_posix()} {module.digest}".encode()).hexdigest()[:12]
    name = f"_fcm_loose_{module.id}_{mark}"
    if name not in sys.modules:
        start = folder / "__init__.py"
        spec = (
            importlib.util.spec_from_file_location(name, start, submodule_search_locations=[str(folder)])
            if start.is_file()
            else ModuleSpec(name, None, is_package=True)
        )
        assert spec is not None
        if spec.loader is None:
            spec.submodule_search_locations = [str(folder)]
        package = importlib.util.module_from_spec(spec)
        sys.modules[name] = package
        if spec.loader is not None:
            try:
                spec.loader.exec_module(package)
            except BaseException:
                del sys.modules[name]
                raise
    return name


_managers: dict[object, PluginManager] = {}


def manager_for(plan: Plan) -> PluginManager:
    """The manager of a plan's modules, built once; plans that differ in options only share it."""
    key = tuple((module.id, str(module.folder), module.digest) for module in plan.modules)
    if key not in _managers:
        _managers[key] = PluginManager(plan)
    return _managers[key]

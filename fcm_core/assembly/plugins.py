"""The plugin manager: imports the chosen modules' plugin.py, checks their hooks and compiles them into plain tuples.

pluggy registers a misspelt hook silently, never checks arguments that have defaults, and lets order hide in tryfirst
and wrappers. All of that is refused here, and calls run in plan order.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pluggy

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean
from fcm_core.game import hooks
from fcm_core.game.answers import checked

if TYPE_CHECKING:
    from fcm_core.rules.plan import ModuleInfo, Plan

# Ways of pluggy to run earlier, later or around others. Order is what steps and keys say about their neighbours.
HIDDEN_ORDER = ("tryfirst", "trylast", "hookwrapper", "wrapper")
HOT = ("modify_", "check_")


class PluginManager(pluggy.PluginManager):
    """pluggy's manager for one plan's modules. Raises InputError that names module, hook and what is wrong."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("fcm")
        self.add_hookspecs(hooks)
        self.owners: dict[CodeType, tuple[str, str]] = {}
        self.calls: dict[Callable[..., Any], tuple[str, str]] = {}  # compiled call -> module, hook
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
        specs = arguments_of(hooks)
        for attribute in dir(plugin):
            value = getattr(plugin, attribute)
            options = self.parse_hookimpl_opts(plugin, attribute)
            where = f"module {name}: hook {attribute}"
            if options is None:
                if attribute in specs and isinstance(value, FunctionType) and value.__module__ == plugin.__name__:
                    raise InputError(f"{where}: it is not marked; put @hookimpl above it")
                continue
            if attribute not in specs:
                raise InputError(f"{where}: there is no such hook{did_you_mean(attribute, specs)}")
            if not isinstance(value, FunctionType):
                raise InputError(f"{where}: expected a plain function, found {type(value).__name__}")
            folder = self.folders.get(name or "")
            if folder is not None and not _inside(value.__code__.co_filename, folder):
                raise InputError(f"{where}: it belongs to {value.__module__}; a module brings its own functions")
            for wish in HIDDEN_ORDER:
                if options.get(wish):
                    raise InputError(f"{where}: {wish} hides an order; let steps and keys name their neighbours")
            for wish in ("optionalhook", "specname"):
                if options.get(wish):
                    raise InputError(f"{where}: {wish} would hide a misspelt name; name the function after its hook")
            for argument in inspect.signature(value).parameters.values():
                have = f"; arguments: {', '.join(specs[attribute])}"
                if argument.name not in specs[attribute]:
                    near = did_you_mean(argument.name, specs[attribute])
                    raise InputError(f"{where}: it has no argument {argument.name}{near}{have}")
                if argument.kind is not argument.POSITIONAL_OR_KEYWORD:
                    raise InputError(f"{where}: {argument} is no plain argument{have}")
        return super().register(plugin, name)

    def compile(self, specs: ModuleType, unchecked: Sequence[str] = HOT) -> SimpleNamespace:
        """For every hook a tuple of callables in plan order that take the specification's arguments positionally.

        They raise HookError for an answer of the wrong type, but for those hooks whose name begins with one of
        `unchecked`: these are called so often that whoever calls them looks at the sum of their answers instead.
        """
        found: dict[str, tuple[Callable[..., Any], ...]] = {}
        for name, arguments in arguments_of(specs).items():
            calls = []
            for module, plugin in self.loaded:
                if self.parse_hookimpl_opts(plugin, name) is not None:
                    function = getattr(plugin, name)
                    self.owners[function.__code__] = (module, name)
                    call = positional(function, arguments)
                    if specs is hooks and not name.startswith(tuple(unchecked)):
                        call = checked(module, name, call)
                    self.calls[call] = (module, name)
                    calls.append(call)
            found[name] = tuple(calls)
        return SimpleNamespace(**found)

    def blame(self, error: BaseException) -> tuple[str, str] | None:
        """The module and hook that an exception came out of, or None; found in the traceback, so it costs nothing.

        What fails in a contributed part (a step, a key) is no hook; then the second name is the function's.
        """
        codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
        for code in reversed(codes):
            if code in self.owners:
                return self.owners[code]
        for code in reversed(codes):
            for module, folder in self.folders.items():
                if _inside(code.co_filename, folder):
                    return module, code.co_name
        return None


def _inside(file: str, folder: Path) -> bool:
    # A package imported by a relative or linked path keeps that spelling in its code.
    return Path(file).resolve().is_relative_to(folder)


def arguments_of(specs: ModuleType) -> dict[str, tuple[str, ...]]:
    """Hook name -> names of its arguments, of every specification in a Python module."""
    found = _arguments.get(specs.__name__)
    if found is None:
        found = _arguments[specs.__name__] = {
            name: tuple(inspect.signature(value).parameters)
            for name, value in vars(specs).items()
            if getattr(value, "fcm_spec", None) is not None
        }
    return found


_arguments: dict[str, dict[str, tuple[str, ...]]] = {}


def positional(function: Callable[..., Any], arguments: tuple[str, ...]) -> Callable[..., Any]:
    """The function as one that takes all of a specification's arguments in order; itself where it does.

    Hooks are called hundreds of times in a game's turn, so the adapter is one call, not a loop over names.
    """
    taken = tuple(inspect.signature(function).parameters)
    if taken == arguments:
        return function
    # Both lists of names come out of signatures, so they are identifiers and nothing else.
    adapter = eval(f"lambda {', '.join(arguments)}: function({', '.join(taken)})", {"function": function})
    return adapter  # type: ignore[no-any-return]


def load_plugin(module: ModuleInfo) -> ModuleType | None:
    """Imports a module's plugin.py; None if it has none. InputError names module, file and line when it raises."""
    path = module.folder / "plugin.py"
    if not path.is_file():
        return None
    try:
        package = module.import_name or _loose_package(module)
        return importlib.import_module(f"{package}.plugin")
    except (Exception, SystemExit) as error:
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

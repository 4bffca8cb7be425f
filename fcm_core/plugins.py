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
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pluggy

from fcm_core.errors import InputError
from fcm_core.names import did_you_mean

if TYPE_CHECKING:
    from fcm_core.plan import ModuleInfo, Plan


class PluginManager(pluggy.PluginManager):
    """pluggy's manager for one plan."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("fcm")
        self.plan = plan
        self.owners: dict[CodeType, tuple[str, str]] = {}
        from fcm_core import hooks

        self.add_hookspecs(hooks)
        self.loaded: list[tuple[str, ModuleType]] = []
        for module in plan.modules:
            plugin = load_plugin(module)
            if plugin is not None:
                self.register(plugin, module.id)
                self.loaded.append((module.id, plugin))

    def register(self, plugin: Any, name: str | None = None) -> str | None:
        """Registers a module's plugin after checking every hook implementation of it."""
        specs = _specs()
        for attribute in dir(plugin):
            options = self.parse_hookimpl_opts(plugin, attribute)
            if options is None:
                continue
            where = f"module {name}: hook {attribute}"
            if attribute not in specs:
                raise InputError(f"{where}: there is no such hook{did_you_mean(attribute, specs)}")
            for wish in ("tryfirst", "trylast", "hookwrapper", "wrapper", "optionalhook"):
                if options.get(wish):
                    raise InputError(f"{where}: {wish} hides an order; name neighbours instead")
            for argument in inspect.signature(getattr(plugin, attribute)).parameters:
                if argument not in specs[attribute]:
                    raise InputError(
                        f"{where}: it has no argument {argument}{did_you_mean(argument, specs[attribute])}; "
                        f"arguments: {', '.join(specs[attribute])}"
                    )
        return super().register(plugin, name)

    def compile(self, specs_module: Any) -> SimpleNamespace:
        """For every hook a tuple of callables in plan order that take the specification's arguments positionally."""
        found: dict[str, tuple[Callable[..., Any], ...]] = {}
        for name, arguments in _specs().items():
            calls = []
            for module, plugin in self.loaded:
                function = getattr(plugin, name, None)
                if function is None or self.parse_hookimpl_opts(plugin, name) is None:
                    continue
                self.owners[function.__code__] = (module, name)
                calls.append(_positional(function, arguments))
            found[name] = tuple(calls)
        return SimpleNamespace(**found)

    def blame(self, error: BaseException) -> tuple[str, str] | None:
        """The module and hook that an exception came out of, or None; found in the traceback, so it costs nothing."""
        for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
            if frame.f_code in self.owners:
                return self.owners[frame.f_code]
        files = {str(Path(plugin.__file__ or "").parent): module for module, plugin in self.loaded}
        for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
            for folder, module in files.items():
                if frame.f_code.co_filename.startswith(folder):
                    return module, frame.f_code.co_name
        return None


_spec_cache: dict[str, tuple[str, ...]] = {}


def _specs() -> dict[str, tuple[str, ...]]:
    """Hook name -> names of its arguments."""
    if not _spec_cache:
        from fcm_core import hooks

        for name, value in vars(hooks).items():
            if getattr(value, "fcm_spec", None) is not None:
                _spec_cache[name] = tuple(inspect.signature(value).parameters)
    return _spec_cache


def _positional(function: Callable[..., Any], arguments: tuple[str, ...]) -> Callable[..., Any]:
    """The function as one that takes all the arguments in order; itself where it does."""
    taken = tuple(inspect.signature(function).parameters)
    if taken == arguments:
        return function
    places = tuple(arguments.index(name) for name in taken)
    if taken == arguments[: len(taken)]:
        if len(taken) == 1:
            return lambda first, *rest: function(first)
        if len(taken) == 2:
            return lambda first, second, *rest: function(first, second)
    return lambda *values: function(**{arguments[place]: values[place] for place in places})


def load_plugin(module: ModuleInfo) -> ModuleType | None:
    """Imports a module's plugin.py; None if it has none. InputError names module, file and line when it raises."""
    path = module.folder / "plugin.py"
    if not path.is_file():
        return None
    try:
        if module.import_name:
            return importlib.import_module(f"{module.import_name}.plugin")
        name = f"_fcm_loose_{module.id}_{abs(hash(str(path.resolve())))}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        loaded = importlib.util.module_from_spec(spec)
        sys.modules[name] = loaded
        try:
            spec.loader.exec_module(loaded)
        except BaseException:
            del sys.modules[name]
            raise
        return loaded
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        inside = [frame for frame in frames if str(module.folder) in frame.filename]
        line = inside[-1].lineno if inside else getattr(error, "lineno", 0)
        raise InputError(
            f"module {module.id}: {path}:{line} cannot be imported: {type(error).__name__}: {error}"
        ) from error


_managers: dict[Any, PluginManager] = {}


def manager_for(plan: Plan) -> PluginManager:
    """The manager of a plan's modules, built once."""
    key = tuple((module.id, str(module.folder), module.digest) for module in plan.modules)
    if key not in _managers:
        _managers[key] = PluginManager(plan)
    return _managers[key]

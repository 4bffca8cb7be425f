"""New modules and rulesets to start from: `new_module` writes a small plugin project that works, `new_ruleset` a TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from fcm_core.basics.errors import InputError
from fcm_core.basics.names import did_you_mean

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
RULESET_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
PACKAGES = ("core", "modules", "rulesets", "cli")  # fcm_core and the others

# What a new module may begin with, besides a card and a hook. templates/ has a file for each.
FEATURES = ("action", "decision", "partition", "campaign", "good", "milestone")
TEMPLATES = Path(__file__).parent / "templates"
PART = re.compile(r"^=== (.+)\n", re.MULTILINE)  # the heading of a part: a file, or what goes into one

RULESET = """\
title = "@TITLE@"
summary = "The base game, changed."
extends = "base" # or any other ruleset: fcm rulesets
modules = [] # more modules, see: fcm modules
without = []
# players = [2, 4]

# Options by module, see: fcm module NAME
[options.base]
edition = "classic"
"""


def new_module(name: str, into: str | Path = ".", with_: Iterable[str] = ()) -> list[Path]:
    """Writes the project of a module into the folder `into`/`name`; returns the files.

    `with_` names what it begins with besides a card and a hook: any of FEATURES, each with its own file and scenario.

    Raises InputError for a name that is no lower-case identifier or that a module has already, for an unknown feature, and
    where a folder of that name exists: nothing is ever overwritten.
    """
    from fcm_core.rules.plan import find_modules

    if not NAME.fullmatch(name):
        raise InputError(
            f"{name!r} is no name for a module; expected lower-case words joined by _, such as late_dinner"
        )
    if name in PACKAGES:
        raise InputError(f"{name!r} is no name for a module: its package fcm_{name} would be the engine's own")
    taken = find_modules()[0].get(name)
    if taken is not None:
        raise InputError(f"there is a module {name} already, in {taken.folder}")
    features = list(with_)
    for feature in features:
        if feature not in FEATURES:
            near = did_you_mean(feature, FEATURES)
            raise InputError(f"a module cannot be started with {feature}{near}; there are {', '.join(FEATURES)}")
    folder = Path(into) / name
    if folder.exists():
        raise InputError(f"{folder} exists already; nothing was written")
    files = []
    for path, text in _parts(each for each in FEATURES if each in features).items():
        file = folder / _filled(path, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_filled(text, name), encoding="utf-8")
        files.append(file)
    return files


def new_ruleset(name: str, into: str | Path = ".") -> Path:
    """Writes `into`/`name`.toml, a ruleset to start from. Raises InputError like `new_module`."""
    from fcm_core.rules.plan import shipped_rulesets

    if not RULESET_NAME.fullmatch(name):
        raise InputError(f"{name!r} is no name for a ruleset; expected lower-case words such as friday-night")
    if name in shipped_rulesets():
        raise InputError(f"there is a ruleset {name} already")
    file = Path(into) / f"{name}.toml"
    if file.exists():
        raise InputError(f"{file} exists already; nothing was written")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_filled(RULESET, name), encoding="utf-8")
    return file


def _parts(features: Iterable[str]) -> dict[str, str]:
    """The files of a module with these features: path -> text, with the placeholders still in it."""
    files = _read_template("module")
    imports: list[str] = []
    rows = ""
    for feature in features:
        for path, text in _read_template(feature).items():
            if path == "imports":
                imports += text.splitlines()
            elif path == "rows":
                rows += text
            else:
                files[path] = files.get(path, "") + text
    plugin = "fcm_@NAME@/plugin.py"
    names = [name.strip() for line in imports for name in line.partition(" import ")[2].split(",")]
    if names:  # hooks of other files count when plugin.py has them
        listed = "".join(f'    "{each}",\n' for each in sorted([*names, "guests_feel_welcome"]))
        imports = [*sorted(imports), "", "__all__ = [", listed.rstrip(), "]", "", ""]
    files[plugin] = files[plugin].replace("@IMPORTS@", "\n".join(imports))
    files["fcm_@NAME@/README.md"] = files["fcm_@NAME@/README.md"].replace("@ROWS@", rows)
    return files


def _read_template(name: str) -> dict[str, str]:
    """The parts of a template: heading -> text."""
    _, *parts = PART.split((TEMPLATES / f"{name}.txt").read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _filled(text: str, name: str) -> str:
    words = name.replace("_", " ").replace("-", " ")
    title = words[:1].upper() + words[1:]
    # A number for a campaign tile that hardly any other module has.
    number = str(1000 + crc32(name.encode()) % 9000)
    filled = text.replace("@NAME@", name).replace("@DASHED@", name.replace("_", "-"))
    return filled.replace("@TITLE@", title).replace("@NUMBER@", number)

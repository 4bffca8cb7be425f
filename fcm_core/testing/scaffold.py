"""New modules and rulesets to start from: `new_module` writes a small plugin project that works, `new_ruleset` a TOML file."""

from __future__ import annotations

import re
from pathlib import Path

from fcm_core.basics.errors import InputError

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
RULESET_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
PACKAGES = ("core", "modules", "rulesets", "cli")  # fcm_core and the others

MODULE_FILES = {
    "pyproject.toml": """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "fcm-@DASHED@"
version = "0.1.0"
description = "@TITLE@: a module for fcm-engine"
requires-python = ">=3.11"
dependencies = ["fcm-engine"]

[project.entry-points."fcm.modules"]
@NAME@ = "fcm_@NAME@"

[tool.setuptools]
packages = ["fcm_@NAME@"]

[tool.setuptools.package-data]
"*" = ["*.toml", "*.md", "scenarios/*.toml"]

# Scenario files are tests; the module is found in this folder whether or not it is installed.
[tool.pytest.ini_options]
testpaths = ["tests", "fcm_@NAME@"]
fcm_modules_dirs = ["."]
""",
    "README.md": """\
# @TITLE@

A module for fcm-engine. What it changes is told in fcm_@NAME@/README.md.

    pytest                                          # the tests and the scenario files
    fcm check .                                     # manifest, content and scenario files
    fcm conformance @NAME@ --modules-dir .     # random games, alone and with every other module
    fcm play base --with @NAME@ --modules-dir .
    pip install -e .                                # from now on found without --modules-dir, as it is edited
""",
    "fcm_@NAME@/__init__.py": "",
    "fcm_@NAME@/module.toml": """\
id = "@NAME@"
title = "@TITLE@"
version = "0.1.0"
rules = 1 # raise this when play changes: saved games with another number are refused
engine = "1.0"
requires = ["base"]
summary = "Greeters welcome guests: $2 more for each house served."
""",
    "fcm_@NAME@/cards.toml": """\
[@NAME@_greeter]
title = "Greeter"
count = 6
entry = true
colour = "purple"
""",
    "fcm_@NAME@/plugin.py": '''\
"""@TITLE@: greeters at work bring $2 for each house served."""

from __future__ import annotations

from fcm_core.modding import CardId, Game, House, Reasons, Seat, card_actions, hooks

GREETER = CardId("@NAME@_greeter")


@hooks.modify_sale_bonus.impl
def guests_feel_welcome(game: Game, seat: Seat, house: House) -> Reasons | None:
    """$2 for each greeter at work; no part of the price."""
    greeters = card_actions(game, seat, GREETER)
    return ((2 * greeters, "Greeters"),) if greeters else None
''',
    "fcm_@NAME@/README.md": """\
# @NAME@

Greeters (entry level, no salary) bring $2 for each house served while at work.

| hook | rule |
| --- | --- |
| `modify_sale_bonus` | $2 for each greeter and house |

Options: none. Open rulings: none.
""",
    "fcm_@NAME@/scenarios/greeters.scenario.toml": """\
title = "Two greeters bring $4 with a burger, once for the house"
source = "README.md"
ruleset = "base"
modules = ["@NAME@"]
phase = "dinnertime"
round = 3

[board]
map = \"\"\"
..#..
..#..
#####
..#..
..#..
\"\"\"

[[house]]
number = 1
at = [0, 0]
demand = ["burger", "beer"]

[players.p1]
work = ["@NAME@_greeter", "@NAME@_greeter"]
stock = { burger = 1, beer = 1 }

[[players.p1.restaurant]]
at = [3, 3]
entrance = "NW"

[players.p2]

[game]
bank = 100

[[step]]
run = "dinnertime"

[expect]
bank = 76
price.p1 = 10

[[expect.sale]]
house = 1
chain = "p1"
sold = { burger = 1, beer = 1 }
income = 24
""",
    "tests/test_@NAME@.py": '''\
"""What @TITLE@ does, and that it gets along with everything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fcm_core.modding import CardId, Game
from fcm_core.testing import conformance

PROJECT = Path(__file__).parent.parent


def test_there_are_six_greeters(fcm_game: Callable[..., Game]) -> None:
    game = fcm_game(modules=["@NAME@"])
    assert game.state.supply[CardId("@NAME@_greeter")] == 6


def test_conformance() -> None:
    report = conformance("@NAME@", with_=["base_milestones"], rounds=3, modules_dirs=[PROJECT])
    assert report.passed, "\\n".join(map(str, report.faults))
''',
}

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


def new_module(name: str, into: str | Path = ".") -> list[Path]:
    """Writes the project of a module into the folder `into`/`name`; returns the files.

    Raises InputError for a name that is no lower-case identifier or that a module has already, and where a folder of that
    name exists: nothing is ever overwritten.
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
    folder = Path(into) / name
    if folder.exists():
        raise InputError(f"{folder} exists already; nothing was written")
    files = []
    for path, text in MODULE_FILES.items():
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


def _filled(text: str, name: str) -> str:
    words = name.replace("_", " ").replace("-", " ")
    title = words[:1].upper() + words[1:]
    return text.replace("@NAME@", name).replace("@DASHED@", name.replace("_", "-")).replace("@TITLE@", title)

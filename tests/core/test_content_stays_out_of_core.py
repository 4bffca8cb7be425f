"""The core is mechanism: it imports no module, and no id of any module's content occurs in its code.

Nor do the command line and the presenter know a module, a card, a piece or an event by name.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import fcm_cli
import fcm_core
import fcm_face
import fcm_table
from fcm_core import load
from fcm_core.game.laws import HOOKS
from fcm_core.rules.content import load_content
from fcm_core.rules.plan import Ruleset, find_modules, resolve

CORE = Path(fcm_core.__file__).parent
FILES = sorted(CORE.rglob("*.py"))
FACES = sorted(
    file for package in (fcm_cli, fcm_face, fcm_table) for file in Path(str(package.__file__)).parent.rglob("*.py")
)
REPOSITORY = Path(__file__).parents[2]


def imports(tree: ast.AST) -> Iterator[str]:
    """The top packages that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").partition(".")[0]


def words(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Whole strings and names in the code, with their lines; prose such as docstrings is no id."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
        # A variable may be called by a plain word of the language that happens to be an id; first_burger_sold is none.
        elif isinstance(node, ast.Name) and "_" in node.id:
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute) and "_" in node.attr:
            yield node.attr, node.lineno


@pytest.fixture(scope="module")
def ids() -> set[str]:
    found: set[str] = set()
    for name, module in find_modules()[0].items():
        content = load_content(resolve(Ruleset(name, name, modules=(name,), players=module.manifest.players)))
        found.add(name)
        found.update(content.cards, content.goods, content.milestones, content.setup.chains)
        found.update(tile for tile in content.tiles if len(tile) > 1)  # N, E, S and W are sides as well
    return found


def test_there_are_ids_to_look_for(ids: set[str]) -> None:
    assert {"base", "base_milestones", "waitress", "burger", "beer", "first_waitress_played"} <= ids


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CORE)))
def test_no_id_of_content_and_no_module_in_the_core(file: Path, ids: set[str]) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert sorted({"fcm_modules", "fcm_cli"} & set(imports(tree))) == []
    assert [f"{word} in line {line}" for word, line in words(tree) if word in ids] == []


@pytest.fixture(scope="module")
def parts() -> set[str]:
    """The pieces, kinds of houses and campaigns, and events that modules bring."""
    found: set[str] = set()
    for name in find_modules()[0]:
        rules = load("base", [name])
        found.update(rules.piece_kinds, rules.house_kinds, rules.campaign_kinds)
    of_modules = [
        spec.event for spec in HOOKS.values() if spec.event and not spec.event.__module__.startswith("fcm_core.")
    ]
    found.update(name for event in of_modules for name in (event.kind, event.__name__))
    return found - {"house", "road"}  # words of the core as well


def test_there_are_parts_to_look_for(parts: set[str]) -> None:
    assert {"billboard", "apartment", "coffee_shop", "coffee_sold", "CoffeeSold"} <= parts


@pytest.mark.parametrize("file", FACES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_module_and_none_of_its_parts_in_the_command_line(file: Path, ids: set[str], parts: set[str]) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert "fcm_modules" not in set(imports(tree))
    assert [f"{word} in line {line}" for word, line in words(tree) if word in ids | parts] == []


def test_a_module_imports_another_only_if_its_manifest_requires_it() -> None:
    found, _ = find_modules()
    wrong = []
    for name, module in found.items():
        for file in sorted(module.folder.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fcm_modules."):
                    other = (node.module or "").split(".")[1]
                    if other not in (name, *module.manifest.requires):
                        wrong.append(f"{name}/{file.name} imports {other}")
                elif isinstance(node, ast.ImportFrom | ast.Import) and "fcm_cli" in set(imports(node)):
                    wrong.append(f"{name}/{file.name} imports fcm_cli")
    assert wrong == []


def test_every_module_in_the_repository_is_installed_like_a_strangers() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folders = sorted(path.parent.name for path in (REPOSITORY / "modules" / "fcm_modules").glob("*/module.toml"))
    assert project["entry-points"]["fcm.modules"] == {name: f"fcm_modules.{name}" for name in folders}

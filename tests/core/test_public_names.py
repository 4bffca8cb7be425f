"""Modules, the command line and every example use the public faces of the core and nothing else of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import fcm_core
from fcm_core import _library, modding
from fcm_core.testing import _kit, scaffold

ROOT = Path(__file__).parents[2]
CORE = ROOT / "fcm_core"
FACES = {
    "fcm_core": {*_library.__all__, "modding", "testing"},
    "fcm_core.modding": set(modding.__all__),
    "fcm_core.testing": set(_kit.__all__),
}
FOLDERS = ("modules/fcm_modules", "cli/fcm_cli", "cli/fcm_face", "cli/fcm_lab", "cli/fcm_table", "tests/kit/plugins")
TEXTS = (
    "README.md",
    "modules/README.md",
    "modules/REFERENCE.md",
    "cli/README.md",
    "fcm_core/README.md",
    "tests/README.md",
)


def used(code: str) -> Iterator[tuple[str, str]]:
    """What a piece of code imports of the core, and takes from the imported package: (module, name)."""
    tree = ast.parse(code)
    called: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "fcm_core":
                    yield alias.name, ""
                    called[alias.asname or alias.name] = alias.name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "fcm_core":
            yield from ((node.module or "", alias.name) for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in called:
            yield called[node.value.id], node.attr


def private(code: str) -> list[str]:
    """What a piece of code uses of the core that is not public."""
    return [
        f"{module}: {name}" if name else module
        for module, name in used(code)
        if module not in FACES or (name and name not in FACES[module])
    ]


def examples(text: str) -> Iterator[str]:
    """The Python in a text: fenced or indented pieces, and all that is typed at a prompt; what does not parse is none."""
    blocks = [found[0] for found in re.finditer(r"(?:^(?:    .*)?\n)+", text, re.MULTILINE)]
    pieces = [*re.findall(r"```\w*\n(.*?)```", text, re.DOTALL), *map(dedent, blocks)]
    typed = [line[4:] for line in text.splitlines() if line.startswith((">>> ", "... "))]
    for code in ("\n".join(typed), *pieces):
        try:
            ast.parse(code)
        except SyntaxError:
            continue
        yield code


@pytest.mark.parametrize("folder", FOLDERS)
def test_code_outside_the_core_uses_public_names(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    found = {
        str(file.relative_to(ROOT)): names for file in files if (names := private(file.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("file", TEXTS)
def test_examples_use_public_names(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [name for code in examples(text) for name in private(code)] == []


def test_new_modules_use_public_names(tmp_path: Path) -> None:
    files = [file for file in scaffold.new_module("parties", tmp_path, scaffold.FEATURES) if file.suffix == ".py"]
    assert files and [name for file in files for name in private(file.read_text(encoding="utf-8"))] == []


def test_the_examples_are_found() -> None:
    names = {
        name for file in TEXTS for code in examples((ROOT / file).read_text(encoding="utf-8")) for name in used(code)
    }
    assert {("fcm_core", "simulate"), ("fcm_core.modding", "hooks")} <= names


def test_what_is_private_is_found() -> None:
    assert private("import fcm_core as fcm\nfcm.load\nfrom fcm_core.modding import hooks") == []
    assert private("from fcm_core.game.game import Game") == ["fcm_core.game.game: Game"]
    assert private("import fcm_core as fcm\nfcm.records.saves") == ["fcm_core: records"]
    assert private("from fcm_core import _library\nimport fcm_core.game") == ["fcm_core: _library", "fcm_core.game"]


def test_no_public_name_is_that_of_a_file() -> None:
    """An import of the file would put it in the place of what is exported."""
    for package, names in ((CORE, _library.__all__), (CORE / "testing", _kit.__all__)):
        there = {path.stem for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
        assert there & set(names) == set()
    assert fcm_core.__doc__

"""The type checker finds mistakes at calls and in implementations of hooks, and none in what guide, reference and scaffold show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fcm_core.testing import new_module
from fcm_core.testing.scaffold import FEATURES
from tests.kit.reference_examples import EXAMPLES, as_module, recipes, with_imports
from tests.kit.test_guide import GUIDE, block

ROOT = Path(__file__).parents[2]
MISTAKES = Path(__file__).parent / "typing_mistakes.txt"
JUKEBOX = Path(__file__).parent / "plugins" / "jukebox" / "plugin.py"
MARK = re.compile(r"  # error: (.*)")
TOLD = re.compile(r"(\w+)\.py:(\d+): error: (.*)")

Errors = dict[str, dict[int, list[str]]]  # by file and line


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    """What is checked: a name, and Python text."""
    yield "mistakes", MISTAKES.read_text(encoding="utf-8")
    yield "jukebox", JUKEBOX.read_text(encoding="utf-8")
    yield "guide", block('"""Garden parties')
    front_page = (GUIDE.parent.parent / "README.md").read_text(encoding="utf-8")
    yield "front_page", front_page.split("## Write a house rule")[1].split("```python\n")[1].split("```")[0]
    for number, group in enumerate(EXAMPLES.values()):
        yield f"reference_{number}", as_module(group)
    for number, code in enumerate(recipes().values()):
        yield f"recipe_{number}", with_imports(code)
    new_module("late_dinner", folder)
    yield "scaffold", (folder / "late_dinner" / "fcm_late_dinner" / "plugin.py").read_text(encoding="utf-8")
    new_module("early_dinner", folder, FEATURES)
    for file in sorted((folder / "early_dinner" / "fcm_early_dinner").glob("[a-z]*.py")):
        if file.stem != "plugin":  # it imports the others relatively
            yield f"feature_{file.stem}", file.read_text(encoding="utf-8")
    yield "scaffold_test", (folder / "late_dinner" / "tests" / "test_late_dinner.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Errors:
    """What `mypy --strict` says of all sources in one run."""
    folder = tmp_path_factory.mktemp("typing")
    found: Errors = {}
    for name, text in sources(folder):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        found[name] = {}
    cache = pytestconfig.cache.mkdir("mypy") if pytestconfig.cache is not None else folder / "cache"
    files = [f"{name}.py" for name in found]
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(cache), *files]
    path = os.pathsep.join(map(str, (ROOT, ROOT / "modules")))
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env={**os.environ, "MYPYPATH": path}, check=False
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    for told in TOLD.finditer(done.stdout):
        found[told[1]].setdefault(int(told[2]), []).append(told[3])
    return found


def test_every_mistake_is_found_and_nothing_else(errors: Errors) -> None:
    lines = MISTAKES.read_text(encoding="utf-8").splitlines()
    marked = {number: mark[1] for number, line in enumerate(lines, 1) if (mark := MARK.search(line))}
    assert len(marked) > 60
    told = errors["mistakes"]
    assert {number: lines[number - 1] for number in marked if number not in told} == {}, "nothing is said of these"
    assert {lines[number - 1]: told[number] for number in told if number not in marked} == {}, "these are right"
    for number, fragment in marked.items():
        assert any(fragment in each for each in told[number]), (lines[number - 1], told[number])


@pytest.mark.parametrize("name", ["jukebox", "guide", "front_page", "scaffold", "scaffold_test"])
def test_what_others_start_from_has_no_mistake(name: str, errors: Errors) -> None:
    assert errors[name] == {}


def test_the_examples_of_the_reference_and_the_recipes_have_no_mistake(errors: Errors) -> None:
    found = {name: told for name, told in errors.items() if name.startswith(("reference_", "recipe_"))}
    assert len(found) == len(EXAMPLES) + len(recipes()) and not any(found.values()), found


def test_the_features_of_a_new_module_have_no_mistake(errors: Errors) -> None:
    found = {name: told for name, told in errors.items() if name.startswith("feature_")}
    assert len(found) == len(FEATURES) - 1 and not any(found.values()), found  # a good needs no Python

"""Imports go one way: pyproject.toml says which room stands on which, and import-linter looks."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_rooms_import_only_what_lies_below_them() -> None:
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("readme", ["README.md", "fcm_core/README.md"])
def test_every_room_has_its_line_in_that_order(readme: str) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (rooms,) = (each for each in settings["contracts"] if each["name"] == "The rooms of the core")
    layers = [room for layer in reversed(rooms["layers"]) for room in layer.split(" : ")]
    folders = [room for room in layers if (ROOT / "fcm_core" / room).is_dir()]
    text = (ROOT / readme).read_text(encoding="utf-8").partition("| room |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `?(\w+)/?`? \|", text, re.MULTILINE) == folders

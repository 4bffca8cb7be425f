"""Writes small modules into a folder, as somebody with a house rule would."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent


def write_module(folder: Path, name: str, manifest: str = "", **files: str) -> Path:
    """A module's folder; `manifest` holds keys besides id, title, version and rules. Files by stem: cards="...", plugin="..."."""
    home = folder / name
    home.mkdir(parents=True, exist_ok=True)
    head = "" if "\nid =" in f"\n{dedent(manifest)}" else f'id = "{name}"\n'
    head += f'title = "{name.title()}"\nversion = "1.0.0"\nrules = 1\n'
    (home / "module.toml").write_text(head + dedent(manifest), encoding="utf-8")
    for stem, text in files.items():
        suffix = "py" if stem == "plugin" or stem.endswith("_py") else "toml"
        (home / f"{stem.removesuffix('_py')}.{suffix}").write_text(dedent(text), encoding="utf-8")
    return home


def write_ruleset(folder: Path, name: str, text: str) -> Path:
    """A ruleset file."""
    path = folder / f"{name}.toml"
    path.write_text(dedent(text), encoding="utf-8")
    return path

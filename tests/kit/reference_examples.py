"""The examples of modules/REFERENCE.md as modules, and as one Python text for the type checker. Not a test file."""

from __future__ import annotations

import re
from pathlib import Path

from fcm_core import modding
from fcm_core.testing.reference import Group, groups
from tests.core.loose_modules import write_module

EXAMPLES = {group.title: group for group in groups()}


def as_module(group: Group) -> str:
    """The example with its imports, as plugin.py holds it."""
    words = set(re.findall(r"\w+", group.example))
    imports = [
        ("attrs", ("define", "field", "frozen")),
        ("collections.abc", ("Iterable", "Mapping", "Sequence")),
        ("typing", ("Any",)),
        ("fcm_core.modding", tuple(modding.__all__)),
    ]
    lines = ["from __future__ import annotations", ""]
    for package, names in imports:
        used = [name for name in names if name in words]
        if used:
            lines.append(f"from {package} import {', '.join(used)}")
    return "\n".join([*lines, "", "", group.example, ""])


def write(group: Group, folder: Path) -> None:
    """Writes the module `example` into a folder."""
    files = {Path(name).stem: text for name, text in group.files.items() if name != "module.toml"}
    manifest = 'requires = ["base"]\n' + group.files.get("module.toml", "")
    write_module(folder, "example", manifest, plugin=as_module(group), **files)

"""The examples of modules/REFERENCE.md and the recipes of the guide as modules, with their imports. Not a test file."""

from __future__ import annotations

import re
from pathlib import Path

from fcm_core import modding
from fcm_core.testing.reference import Group, groups
from tests.core.loose_modules import write_module

GUIDE = Path(__file__).parents[2] / "modules" / "README.md"
EXAMPLES = {group.title: group for group in groups()}


def as_module(group: Group) -> str:
    """The example with its imports, as plugin.py holds it."""
    return with_imports(group.example)


def with_imports(code: str) -> str:
    """Code with the imports that a page leaves out."""
    words = set(re.findall(r"\w+", code))
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
    return "\n".join([*lines, "", "", code, ""])


def write(group: Group, folder: Path) -> None:
    """Writes the module `example` into a folder."""
    files = {Path(name).stem: text for name, text in group.files.items() if name != "module.toml"}
    manifest = 'requires = ["base"]\n' + group.files.get("module.toml", "")
    write_module(folder, "example", manifest, plugin=as_module(group), **files)


def recipes() -> dict[str, str]:
    """The recipes of the guide: title -> Python."""
    section = GUIDE.read_text(encoding="utf-8").split("\n## Recipes\n")[1].split("\n## ")[0]
    parts = section.split("\n### ")[1:]
    return {part.partition("\n")[0]: part.split("```python\n")[1].split("```")[0].strip("\n") for part in parts}

"""Prints the oldest version of every dependency that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import tomllib
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
for line in chain(project["dependencies"], *project["optional-dependencies"].values()):
    requirement = Requirement(line)
    if requirement.name != project["name"]:
        (lowest,) = (each.version for each in requirement.specifier if each.operator == ">=")
        print(f"{requirement.name}=={lowest}")

"""Prints the oldest version of every dependency that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
for line in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
    requirement = Requirement(line)
    (lowest,) = (each.version for each in requirement.specifier if each.operator == ">=")
    print(f"{requirement.name}=={lowest}")

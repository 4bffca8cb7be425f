"""What a scenario file came to."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen


@frozen
class Failure:
    """An expectation that did not hold."""

    where: str
    expected: Any
    got: Any
    trace: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: expected {self.expected!r}, got {self.got!r}"
        return f"{text}\n    {self.trace}" if self.trace else text


@define
class Result:
    """What a scenario file came to."""

    file: str
    title: str
    failures: list[Failure] = field(factory=list)
    warnings: list[str] = field(factory=list)  # what is allowed and may still be a slip: file, key and why

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures

    def fail(self, where: str, expected: Any, got: Any, trace: str = "") -> None:
        """An expectation did not hold; `where` is its key, `trace` how the number came about."""
        self.failures.append(Failure(where, expected, got, trace))

    def plain(self) -> dict[str, Any]:
        """The result as JSON-ready data."""
        return {
            "file": self.file,
            "title": self.title,
            "passed": self.passed,
            "warnings": list(self.warnings),
            "failures": [
                {"where": each.where, "expected": each.expected, "got": each.got, "trace": each.trace}
                for each in self.failures
            ],
        }

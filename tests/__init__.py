"""The tests. A package, so that they may share helpers: `from tests.positions import rules_of`."""

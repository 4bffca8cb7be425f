"""What is wrong with modules and rulesets is named precisely."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.errors import InputError
from fcm_core.plan import resolve
from fcm_core.rules import compile_rules

KEY = """
from fcm_core.hooks import hookimpl
from fcm_core.parts import RankingKey


@hookimpl
def contribute_ranking_keys():
    return (RankingKey("{name}", lambda game, candidate: 0, {edges}),)
"""
AFTER = 'after=("price_and_distance",), before=("waitresses",)'


def module(folder: Path, name: str, plugin: str = "", manifest: str = 'requires = ["base"]', cards: str = "") -> None:
    home = folder / name
    home.mkdir()
    text = f'id = "{name}"\ntitle = "{name}"\nversion = "1"\nrules = 1\n{manifest}\n'
    (home / "module.toml").write_text(text, encoding="utf-8")
    (home / "plugin.py").write_text(plugin, encoding="utf-8")
    if cards:
        (home / "cards.toml").write_text(cards, encoding="utf-8")


def refusal(folder: Path, *names: str) -> str:
    with pytest.raises(InputError) as found:
        compile_rules(resolve("base", with_=names, modules_dirs=[folder]))
    return str(found.value)


def test_two_keys_without_an_order_are_named_with_the_way_out(tmp_path: Path) -> None:
    module(tmp_path, "one", KEY.format(name="alpha", edges=AFTER))
    module(tmp_path, "two", KEY.format(name="beta", edges=AFTER))
    text = refusal(tmp_path, "one", "two")
    assert "alpha" in text and "beta" in text and 'order = [["alpha", "beta"]]' in text


def test_a_circle_of_keys_is_named(tmp_path: Path) -> None:
    module(tmp_path, "one", KEY.format(name="alpha", edges='after=("turn_order",), before=("substitution",)'))
    text = refusal(tmp_path, "one")
    assert "circle" in text and "alpha" in text and "turn_order" in text


def test_modules_that_require_each_other_in_a_circle(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='requires = ["two"]')
    module(tmp_path, "two", manifest='requires = ["one"]')
    text = refusal(tmp_path, "one")
    assert "circle" in text and "one" in text and "two" in text


def test_a_requirement_that_is_nowhere_is_named_with_the_nearest(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='requires = ["kimchy"]')
    text = refusal(tmp_path, "one")
    assert "no module kimchy (required by one" in text and "did you mean kimchi" in text


def test_a_conflict_gives_the_reason(tmp_path: Path) -> None:
    module(tmp_path, "one", manifest='[[conflicts]]\nmodule = "kimchi"\nreason = "too spicy"')
    text = refusal(tmp_path, "one", "kimchi")
    assert "one" in text and "excludes kimchi" in text and "too spicy" in text


def test_one_key_with_two_values(tmp_path: Path) -> None:
    card = '[greeter]\ntitle = "Greeter"\ncolour = "purple"\ncount = {count}\n'
    module(tmp_path, "one", cards=card.format(count=6))
    module(tmp_path, "two", cards=card.format(count=5))
    text = refusal(tmp_path, "one", "two")
    assert "greeter" in text and str(tmp_path / "one") in text and str(tmp_path / "two") in text

"""House rules that contradict each other are refused with the reason; a sandbox says so in its save and its result."""

from __future__ import annotations

from typing import Any

import pytest

from fcm_cli import table
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.game.rules import Rules
from fcm_core.records.saves import Recording
from fcm_core.rules.plan import resolve


def rules(*modules: str, **options: Any) -> Rules:
    return compile_rules(resolve("base", ["house_rules", *modules], options={"house_rules": options}))


def test_what_contradicts_is_refused_with_every_reason() -> None:
    with pytest.raises(InputError, match="second_bailout at the third; choose one"):
        rules(short_game=True, second_bailout=True)
    with pytest.raises(InputError, match="base_price is one price for the whole game") as caught:
        rules("reserve_prices", base_price=12, short_game=True, second_bailout=True)
    assert "short_game ends at the first break" in str(caught.value)
    assert rules("reserve_prices").settings.unique_limits


def test_a_sandbox_says_so() -> None:
    recording = Recording.start(rules(sandbox=True), 2, 1)
    assert recording.header.plain()["options"]["house_rules"]["sandbox"] is True
    assert recording.game.result.notes == ("sandbox: cards could be added and put back at will",)
    assert "sandbox" in table.result(recording.game)
    assert "sandbox" not in table.result(new_game(rules(), 2, 1))


def test_start_money_comes_from_the_box() -> None:
    game = new_game(rules(start_money=25), 3, 1)
    assert [player.cash for player in game.state.players] == [25, 25, 25]
    assert (game.state.bank, game.state.money) == (150, 225)

"""Every shipped ruleset is played to its end by bots at every number of players that it allows."""

from __future__ import annotations

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.records.runner import play
from fcm_core.rules.plan import resolve, shipped_rulesets
from fcm_core.testing.invariants import Watch

GAMES = [
    (name, players)
    for name in shipped_rulesets()
    for players in range(resolve(name).players[0], resolve(name).players[1] + 1)
]


@pytest.mark.parametrize(("ruleset", "players"), GAMES, ids=[f"{name}-{players}" for name, players in GAMES])
def test_bots_play_it_to_the_end(ruleset: str, players: int) -> None:
    rules = compile_rules(resolve(ruleset))
    watch = Watch(new_game(rules, players, 1, quiet=True))
    game = play(rules, ["steady"] * players, 1)
    assert game.state.over
    watch.check(game)

"""The environment for learners: PettingZoo's own checks, masks that are the legal actions, and nothing that leaks."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import fcm_core as fcm
from fcm_core import InputError, Seat, Stream
from fcm_env import FcmEnv, env
from fcm_env.tokens import Node, first_node


def moves(found: FcmEnv, seed: int, steps: int, game_seed: int = 1) -> Iterator[int]:
    """Random tokens, each told as soon as it is drawn, for so many steps or to the end of the game."""
    stream = random.Random(seed)
    found.reset(game_seed)
    for _ in range(steps):
        if found.terminations[found.agent_selection] or found.truncations[found.agent_selection]:
            return
        token = stream.choice(np.flatnonzero(found.infos[found.agent_selection]["action_mask"]).tolist())
        found.step(token)
        yield token


@pytest.mark.parametrize(("ruleset", "players"), [("base", 2), ("base", 5), ("henri-lo-menu", 3)])
def test_what_pettingzoo_checks(ruleset: str, players: int) -> None:
    api_test(env(ruleset=ruleset, players=players, rounds=3), 200)
    seed_test(lambda: env(ruleset=ruleset, players=players, rounds=2), num_cycles=60)


def test_what_pettingzoo_checks_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: env(render_mode=render_mode, rounds=1))
    capsys.readouterr()
    shown = env(render_mode="ansi")
    shown.reset(1)
    assert "player_1: $0; 1 ceo" in str(shown.render())


def leaves(node: Node) -> Iterator[Any]:
    """Every action that can be told from here."""
    if not node.options:
        yield node.done
    for token in node.options:
        yield from leaves(node.next(token))


@pytest.mark.parametrize(("ruleset", "players"), [("base", 3), ("henri-lo-menu", 2)])
def test_the_tokens_tell_the_legal_actions_and_no_others(ruleset: str, players: int) -> None:
    found = env(ruleset=ruleset, players=players, rounds=6)
    checked = places = 0
    for step, _ in enumerate(chain.from_iterable(moves(found, seed, 400, seed) for seed in range(6))):
        game = found.game
        seat = Seat(found.possible_agents.index(found.agent_selection))
        if game.decision_of(seat) is None or game.choices(seat) is None or (step % 8 and places > 9):
            continue
        legal = list(game.legal_actions(seat))
        told = list(leaves(first_node(found.tokens, game, seat, Stream(1, "tests", "env"))))
        assert len(told) == len(legal) and set(told) == set(legal)
        checked += 1
        places += len(legal) > 50
    assert checked > 60 and places > 9


def test_masks_stand_in_the_observation_and_in_the_info() -> None:
    found = env(players=2)
    for _ in moves(found, 1, 60):
        agent = found.agent_selection
        seen = found.observe(agent)
        assert found.observation_space(agent).contains(seen)
        assert seen["action_mask"].sum() >= 2 and (seen["action_mask"] == found.infos[agent]["action_mask"]).all()
        other = next(each for each in found.agents if each != agent)
        assert not found.observe(other)["action_mask"].any()


def test_a_token_that_is_not_offered_is_refused() -> None:
    found = env(players=2)
    found.reset(1)
    with pytest.raises(InputError, match="is not offered now"):
        found.step(found.encode("end_turn"))
    with pytest.raises(InputError, match="no token card:trainr; did you mean card:trainer"):
        found.encode("card:trainr")
    assert found.decode(found.encode("card:trainer")) == "card:trainer"


def test_no_observation_depends_on_what_the_seat_may_not_know() -> None:
    found = env(players=3, rounds=8)
    checked = 0
    for _ in moves(found, 5, 400):
        for agent, seat in zip(found.possible_agents, found.game.seats, strict=True):
            found._seen.clear()
            before = found.observe(agent)["observation"].copy()
            true = found.game
            found.game = fcm.determinize(true.view(seat), seat, Stream(checked, "tests", "env"))
            found._seen.clear()
            assert (found.observe(agent)["observation"] == before).all()
            found.game = true
            checked += 1
    assert checked > 300


def test_a_clone_goes_on_the_same_even_in_the_middle_of_an_action() -> None:
    found = env(players=3, rounds=5)
    middles = 0
    for number, _ in enumerate(moves(found, 7, 120)):
        if number % 10 or found.truncations[found.agent_selection]:
            continue
        kept = found.clone()
        middles += bool(kept.told)
        other = env(rules=found.rules, players=3, rounds=5)
        other.restore(kept)
        again = env(rules=found.rules, players=3, rounds=5)
        again.restore(kept)
        stream = random.Random(number)
        for _ in range(30):
            agent = other.agent_selection
            assert again.agent_selection == agent
            if other.truncations[agent] or other.terminations[agent]:
                break
            mask = other.infos[agent]["action_mask"]
            assert (mask == again.infos[agent]["action_mask"]).all()
            token = stream.choice(np.flatnonzero(mask).tolist())
            other.step(token)
            again.step(token)
        assert other.game.state == again.game.state
    assert middles > 1


def test_the_last_reward_is_the_place() -> None:
    found = env(players=3, rounds=2, zero_sum=True)
    for _ in moves(found, 9, 9999):
        pass
    assert found.truncations == dict.fromkeys(found.agents, True)
    assert sorted(found.rewards.values()) == [-1.0, 0.0, 1.0]
    ranking = found.game.result.ranking
    assert found.infos[found.possible_agents[ranking[0]]]["place"] == 1
    assert found.rewards[found.possible_agents[ranking[0]]] == 1.0


PLAYED = """
import random, numpy as np
from fcm_env import env
found = env(ruleset="asian-fusion", players=3, rounds=3)
found.reset(4)
stream, total = random.Random(2), 0.0
for _ in range(150):
    agent = found.agent_selection
    if found.truncations[agent]: break
    seen = found.observe(agent)
    total += float((seen["observation"] * np.arange(len(seen["observation"]))).sum())
    found.step(stream.choice(np.flatnonzero(seen["action_mask"]).tolist()))
print(total, found.moves)
"""


def test_hashes_do_not_matter() -> None:
    done = [
        subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert done[0] == done[1] and done[0].split()[1] != "0"

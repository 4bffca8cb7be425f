"""Whole games at random: after every action everything that must hold is checked (see invariants.py)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.game.game import Game
from fcm_core.records.codec import fingerprint
from fcm_core.rules.plan import shipped_rulesets
from fcm_core.testing.invariants import Watch, distances, listed_are_accepted, mutants_are_refused
from tests.positions import move_of, play_on, rules_of

RULESETS: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "base": ("base", {}),
    "deluxe": ("base", {"base": {"edition": "deluxe"}}),
    "introductory": ("introductory", {}),
}
BOTS = ("eager", "random")
ROUNDS = 60  # random games would go on for ever


def play(game: Game, bot: str, seed: int, rounds: int = ROUNDS, every: int = 1) -> Game:
    """Plays and checks after every action; what costs more, listing and refusing, at every so many."""
    stream = Stream(seed, "tests", bot)
    probe = Stream(seed, "tests", "probe")
    watch = Watch(game)
    watch.check(game)
    moves = 0
    while game.pending and game.state.round <= rounds:
        owed = game.pending[moves % len(game.pending)]
        if moves % every == 0:
            listed_are_accepted(game, owed.seat, probe)
            mutants_are_refused(game, owed.seat, probe)
        action = move_of(bot, game, owed.seat, stream)
        assert game.check(owed.seat, action) is None
        game.apply(owed.seat, action)
        watch.check(game)
        if moves % every == 0:
            distances(game)
        moves += 1
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("bot", BOTS)
def test_everything_holds_in_a_whole_game(ruleset: str, players: int, bot: str) -> None:
    name, options = RULESETS[ruleset]
    game = play(new_game(rules_of(name, options), players, seed=players), bot, seed=players, every=9)
    assert game.state.over or game.state.round == ROUNDS + 1


SITUATIONS = st.tuples(
    st.sampled_from(sorted(RULESETS)), st.integers(2, 5), st.sampled_from(BOTS), st.integers(0, 10**6)
)


@given(SITUATIONS)
@settings(max_examples=10)
def test_everything_holds_in_the_first_rounds(situation: tuple[str, int, str, int]) -> None:
    ruleset, players, bot, seed = situation
    name, options = RULESETS[ruleset]
    play(new_game(rules_of(name, options), players, seed), bot, seed, rounds=6, every=2)


@pytest.mark.long
@given(SITUATIONS)
@settings(max_examples=150)
def test_everything_holds_in_many_games(situation: tuple[str, int, str, int]) -> None:
    ruleset, players, bot, seed = situation
    name, options = RULESETS[ruleset]
    play(new_game(rules_of(name, options), players, seed), bot, seed, every=3)


@pytest.mark.parametrize("players", [2, 5])
def test_a_copy_goes_its_own_way(players: int) -> None:
    game = new_game(rules_of(), players, seed=3)
    stream = Stream(3, "tests", "copies")
    while game.pending and game.state.round <= 12:
        owed = game.pending[0]
        before = fingerprint(game.state, game.rules)
        ahead = game.copy()
        for _ in range(5):
            if ahead.pending:
                next_owed = ahead.pending[0]
                ahead.apply(next_owed.seat, move_of("eager", ahead, next_owed.seat, stream))
        assert fingerprint(game.state, game.rules) == before
        distances(game)
        game.apply(owed.seat, move_of("eager", game, owed.seat, stream))


def test_a_copy_plays_like_the_original() -> None:
    game = new_game(rules_of(), 4, seed=8)
    stream = Stream(8, "tests", "copies")
    while game.pending and game.state.round <= 10:
        twin = game.copy()
        owed = game.pending[0]
        action = move_of("random", game, owed.seat, stream)
        game.apply(owed.seat, action)
        twin.apply(owed.seat, action)
        assert twin.state == game.state
        assert twin.pending == game.pending


@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_everything_holds_in_every_shipped_ruleset(ruleset: str) -> None:
    rules = rules_of(ruleset)
    players = max(rules.plan.players[0], 3)
    play(new_game(rules, players, seed=7), "eager", seed=7, rounds=15, every=8)


def test_a_drive_in_in_a_copy_changes_no_distance_of_the_original() -> None:
    nearer = 0
    for seed in range(8):
        game = play_on(new_game(rules_of(), 3, seed), seed, lambda game: game.pending[0].kind == "working")
        seat = game.pending[0].seat
        ahead = game.copy()
        ahead.state.board_cache = game.state.board_cache = {}
        ahead.state.players[seat].work[game.rules.drive_in_cards[0]] = 1
        with_drive_in = [ahead.board.distance(house, seat) for house in game.state.houses]
        nearer += with_drive_in != [game.board.distance(house, seat) for house in game.state.houses]
        distances(game)
        distances(ahead)
    assert nearer, "a drive-in made no difference anywhere"

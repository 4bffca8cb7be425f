"""Every kind of decision there is, the core's and each module's: saved in the middle, played again, taken back, shown.

The kinds are read off the rules of every module that is installed, so that a new one is tested without being named
here; one that never comes up in these games fails.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from rich.console import Console

from fcm_cli.human import Terminal, decide
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game.game import Game
from fcm_core.game.parts import Partial
from fcm_core.game.rules import Rules
from fcm_core.game.state import Decision
from fcm_core.game.views import Hidden
from fcm_core.records.codec import fingerprint, state_from_json, state_to_json
from fcm_core.records.saves import Recording, read_save, replay
from fcm_core.rules.plan import find_modules, resolve

# Options without which a module's decision never comes up.
OPTIONS: dict[str, dict[str, Any]] = {"house_rules": {"second_bailout": True, "strict_order": True}}
GAMES = 60  # played at most until a decision of the kind has come up
ROUNDS = 30  # of each of them
ANSWERS = 12  # of one decision that are looked at


@cache
def rules_with(module: str) -> Rules:
    """The base game and one module, which may be the base module itself."""
    options = {module: OPTIONS[module]} if module in OPTIONS else {}
    return compile_rules(resolve("base", with_=() if module == "base" else (module,), options=options))


@cache
def kinds() -> dict[str, str]:
    """Every kind of decision that can be answered, with the module whose rules bring it; the core's with the base module."""
    found: dict[str, str] = {}
    for module in ("base", *sorted(find_modules()[0])):
        for kind, answers in rules_with(module).decision_actions.items():
            if answers:
                found.setdefault(kind, module)
    return found


KINDS = sorted(kinds())


@frozen
class Met:
    """A game at the moment when the decision is owed, and two answers that make a difference."""

    rules: Rules
    players: int
    seed: int
    moves: tuple[tuple[Seat, Any], ...]  # up to there
    player: Seat
    one: Any
    other: Any

    def recording(self, path: Path | None = None) -> Recording:
        """The game played up to the decision."""
        recording = Recording.start(self.rules, self.players, self.seed, path=path)
        for player, action in self.moves:
            recording.play(player, action)
        return recording


def answers(game: Game, player: Seat, stream: Stream) -> list[Any]:
    """Some different legal answers, the default first."""
    found = [game.default_action(player)]
    listed = game.choices(player)
    for _ in range(ANSWERS):
        drawn = game.sample(player, stream)
        if drawn not in found:
            found.append(drawn)
    if listed is not None:
        assert all(game.check(player, each) is None for each in listed if not isinstance(each, Partial))
    return found


def hides_nothing(game: Game, player: Seat, action: Any) -> Game | None:
    """The game after the action, or None if it brought out something hidden or ended the game."""
    after = game.copy()
    after.quiet = False
    hidden = Hidden.of(after)
    events = after.apply(player, action)
    return None if hidden.came_out(after, events) or not after.pending else after


def two_answers(game: Game, player: Seat, stream: Stream) -> tuple[Any, Any] | None:
    """Two answers that lead to different games, the first of which can be taken back even after one move more."""
    for one in answers(game, player, stream):
        after = hides_nothing(game, player, one)
        if after is None:
            continue
        following = after.pending[0].seat
        if hides_nothing(after, following, after.default_action(following)) is None:
            continue
        for other in answers(game, player, stream):
            changed = game.copy()
            changed.apply(player, other)
            if changed.state != after.state:
                return one, other
    return None


def play(rules: Rules, players: int, seed: int, bots: tuple[str, ...]) -> Iterator[tuple[Game, Decision, list[Any]]]:
    """A game of these bots: before each move the game, the decision and the moves so far."""
    game = new_game(rules, players, seed, quiet=True)
    streams = [Stream(seed, "tests", f"decisions {seat}") for seat in range(players)]
    moves: list[Any] = []
    while game.pending and game.state.round <= ROUNDS:
        owed = game.pending[0]
        yield game, owed, moves
        bot = bots[owed.seat % len(bots)]
        action = rules.bots[bot].choose(game.view(owed.seat), owed.seat, streams[owed.seat])
        game.apply(owed.seat, action)
        moves.append((owed.seat, action))


@cache
def met(kind: str) -> Met:
    """The first such decision that has two answers."""
    rules = rules_with(kinds()[kind])
    low, high = rules.plan.players
    for seed in range(GAMES):
        players = max(low, min(high, 3))
        bots = (("steady",), ("eager", "steady"))[seed % 2]
        stream = Stream(seed, "tests", kind)
        for game, owed, moves in play(rules, players, seed, bots):
            if owed.kind == kind:
                found = two_answers(game, owed.seat, stream)
                if found is not None:
                    return Met(rules, players, seed, tuple(moves), owed.seat, *found)
    raise AssertionError(f"{kind} has not come up in {GAMES} games: add to OPTIONS what it needs")


def go_on(recording: Recording, rounds: int, seed: int = 1) -> None:
    """Plays so many rounds more, or to the end."""
    game = recording.game
    last = game.state.round + rounds
    stream = Stream(seed, "tests", "on")
    while game.pending and game.state.round <= last:
        owed = game.pending[0]
        recording.play(owed.seat, game.rules.bots["steady"].choose(game.view(owed.seat), owed.seat, stream))


def test_modules_bring_decisions() -> None:
    assert {"working", "fire", "keep"} <= {kind for kind, module in kinds().items() if module == "base"}
    assert len({module for module in kinds().values()}) > 4


@pytest.mark.parametrize("kind", KINDS)
def test_saved_in_the_middle_the_same_decision_is_owed_again(kind: str, tmp_path: Path) -> None:
    found = met(kind)
    with found.recording(tmp_path / "game.jsonl") as recording:
        assert recording.game.pending[0].kind == kind
    with Recording.resume(tmp_path / "game.jsonl") as again:
        assert again.game.pending == recording.game.pending
        assert again.game.state == recording.game.state
        assert again.game.choices(found.player) is None or list(again.game.legal_actions(found.player)) == list(
            recording.game.legal_actions(found.player)
        )
        again.play(found.player, found.one)
    assert len(read_save(tmp_path / "game.jsonl").lines) > len(found.moves)


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_comes_to_the_same_end(kind: str, tmp_path: Path) -> None:
    found = met(kind)
    with found.recording(tmp_path / "game.jsonl") as recording:
        recording.play(found.player, found.one)
        go_on(recording, 3)
    again = replay(read_save(tmp_path / "game.jsonl")).game
    assert fingerprint(again.state, again.rules) == fingerprint(recording.game.state, recording.game.rules)
    assert again.state == recording.game.state


@pytest.mark.parametrize("kind", KINDS)
def test_it_can_be_taken_back_and_answered_otherwise(kind: str, tmp_path: Path) -> None:
    found = met(kind)
    path = tmp_path / "game.jsonl"
    with found.recording(path) as recording:
        before, saved = recording.game.state.copy(), path.read_bytes()
        recording.play(found.player, found.one)
        after_one = recording.game.state.copy()
        following = recording.game.pending[0].seat
        recording.play(following, recording.game.default_action(following))
        # Undo of one move, and of everything since the player's answer.
        if following != found.player:
            assert len(recording.undo([found.player])) == 2
        else:
            recording.undo()
            recording.undo()
        assert recording.game.state == before
        assert recording.game.pending[0].kind == kind
        assert path.read_bytes() == saved
        recording.play(found.player, found.other)
        assert recording.game.state != after_one
        go_on(recording, 1)
    assert replay(read_save(path)).game.state == recording.game.state


@pytest.mark.parametrize("kind", KINDS)
def test_the_state_in_the_middle_goes_through_json(kind: str) -> None:
    found = met(kind)
    game = found.recording().game
    plain = json.loads(json.dumps(state_to_json(game.state, found.rules)))
    again = Game(found.rules, state_from_json(plain, found.rules))
    assert again.state == game.state
    assert again.pending == game.pending
    for each in (game, again):
        each.apply(found.player, found.one)
    assert again.state == game.state


@pytest.mark.parametrize("kind", KINDS)
def test_bots_and_people_are_told_in_words(kind: str) -> None:
    found = met(kind)
    game = found.recording().game
    assert found.rules.decisions[kind].title
    for view in (game, game.view(found.player)):
        labels = {
            view.label(each, found.player) for each in (*(view.choices(found.player) or ()), found.one, found.other)
        }
        assert len(labels) >= 2
        for label in labels:
            assert label[0].isalpha() and "<" not in label and "(" not in label.split()[0], label
    action = asked(game, found.player)
    assert game.check(found.player, action) is None


def asked(game: Game, player: Seat) -> Any:
    """What a person answers who always takes the first thing offered, or what is proposed."""
    screen = io.StringIO()
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        assert len(prompts) < 20, screen.getvalue()
        if "`done`" in prompt:
            return "done" if prompt in prompts[:-1] else "fewest"  # what must go is chosen first
        return "yes" if "(yes)" in prompt else "" if "(such as " in prompt else "1"

    decision = game.decision_of(player)
    assert decision is not None
    action = decide(Terminal(ask, Console(file=screen, width=80)), game.view(player), player)
    assert prompts and all(prompt.startswith(game.name(player)) for prompt in prompts)
    if decision.kind != "working":
        assert game.rules.decisions[decision.kind].title in prompts[0] or decision.kind == "keep"
    return action

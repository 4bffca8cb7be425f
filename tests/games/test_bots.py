"""Games of the shipped bots: they end, steady wins, uses what modules bring, and a seed says everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import InputError
from fcm_core.basics.random import Stream
from fcm_core.game.actions import Pass, Restructure
from fcm_core.game.game import Game
from fcm_core.game.parts import Partial
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import find_modules
from tests.games.playing import CITY, FOOD, PEOPLE, ROUNDS, choice, fingerprints, play, rules_with
from tests.positions import rules_of

ROOT = Path(__file__).parent.parent.parent
SOON = 40  # rounds in which a game of steady bots alone is over
PLAYED = 60  # games in which steady has used everything that a module brings
MODULES = sorted(set(find_modules()[0]) - {"base", "base_milestones"})


def bot_game(ruleset: str, players: int, seed: int, bot: str, rounds: int = ROUNDS, watched: bool = False) -> Game:
    """Plays a game of one kind of bot; each decides from its own view."""
    return play(rules_of(ruleset), [bot] * players, seed, rounds, watched)


def combination(seed: int) -> Rules:
    """The base game with modules drawn by the seed, of those that can be on together."""
    stream = Stream(seed, "tests", "combination")
    chosen = [module for module in stream.shuffled(MODULES) if stream.below(5) < 2]
    while True:
        try:
            return rules_with(*chosen)
        except InputError:  # two of them exclude each other
            chosen.pop()


# --- games end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", ["base", "introductory"])
def test_a_game_of_steady_bots_ends(ruleset: str, players: int) -> None:
    game = bot_game(ruleset, players, seed=players, bot="steady", watched=True)
    assert game.state.over
    assert max(player.cash for player in game.state.players) > 50


def ends_soon(seed: int) -> None:
    rules = combination(seed)
    low, high = rules.plan.players
    players = low + seed % (high - low + 1)
    game = play(rules, ["steady"] * players, seed, rounds=SOON)
    modules = [module.id for module in rules.plan.modules]
    assert game.state.over, f"{players} players, seed {seed}: not over after {SOON} rounds of {modules}"


@pytest.mark.parametrize("seed", range(12))
def test_games_of_steady_bots_with_any_modules_end_soon(seed: int) -> None:
    ends_soon(seed)


@pytest.mark.long
def test_games_of_steady_bots_with_two_hundred_combinations_of_modules_end_soon() -> None:
    for seed in range(200):
        ends_soon(seed)


@pytest.mark.parametrize(
    ("modules", "players", "seed"),
    [
        # All that the reachable houses asked for could not be made, and more of it was marketed.
        (("kimchi", "sushi", "coffee", "lobbyists", "new_milestones", "new_districts"), 4, 10),
        ((), 3, 28),
        # Every tile was taken by an eternal billboard, and salaries ate what came in.
        (("movie_stars", "noodles", "coffee", "lobbyists", "reserve_prices", "hard_choices"), 3, 17),
        # The first marketeer finds no house in reach, and there is no money to train another.
        (("mass_marketeers", "movie_stars", "fry_chefs", "sushi", "noodles", "lobbyists", "hard_choices"), 3, 345),
    ],
)
def test_games_that_once_stood_still_end(modules: tuple[str, ...], players: int, seed: int) -> None:
    assert play(rules_with(*modules), ["steady"] * players, seed, rounds=SOON).state.over


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games_of_steady_bots_end(players: int) -> None:
    for seed in range(12):
        assert bot_game("base", players, seed, "steady", rounds=SOON).state.over, f"seed {seed}"


# --- steady plays well ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "modules",
    [
        pytest.param((), id="base"),
        *(
            pytest.param(modules, id=name, marks=pytest.mark.long)
            for name, modules in (("city", CITY), ("people", PEOPLE), ("food", FOOD))
        ),
    ],
)
def test_steady_beats_random_and_eager(modules: tuple[str, ...]) -> None:
    """It sits in another seat each time; it earns many times as much and wins all but a game or two."""
    rules = rules_with(*modules)
    cash = {"steady": 0, "eager": 0, "random": 0}
    wins = 0
    games = 6
    for seed in range(games):
        bots = [("steady", "eager", "random")[(seat + seed) % 3] for seat in range(3)]
        game = play(rules, bots, seed)
        assert game.state.over
        for seat, bot in enumerate(bots):
            cash[bot] += game.state.players[seat].cash
        wins += bots[game.state.winner] == "steady"
    assert wins >= games - 1
    assert cash["steady"] >= 3 * cash["eager"] and cash["steady"] >= 5 * cash["random"], cash


@pytest.mark.parametrize("modules", [CITY, PEOPLE, FOOD], ids=["city", "people", "food"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_books_of_steady_games_with_modules_are_right(modules: tuple[str, ...], players: int) -> None:
    assert play(rules_with(*modules), ["steady"] * players, players, watched=True).state.over


# --- what modules bring ----------------------------------------------------------------------------------------------------


def brought(module: str) -> set[str]:
    """Cards, decisions and actions that the module adds to the base game."""
    rules, base = rules_with(module), rules_with()
    return {
        *(f"card {name}" for name in rules.cards if name not in base.cards),
        *(f"decision {name}" for name in rules.decisions if name not in base.decisions),
        *(f"action {name}" for name in rules.actions if name not in base.actions),
    }


@pytest.mark.long
@pytest.mark.parametrize("module", [module for module in MODULES if brought(module)])
def test_steady_uses_everything_that_a_module_brings(module: str) -> None:
    """Every new card is put to work, every new decision comes up, every new action is taken, in one game or another."""
    rules, missing = rules_with(module), brought(module)
    low, high = rules.plan.players
    for seed in range(PLAYED):
        if not missing:
            return
        players = high - seed % (high - low + 1)
        game = new_game(rules, players, seed, quiet=True)
        streams = [Stream(seed, "bot", str(seat)) for seat in range(players)]
        while game.pending and game.state.round <= SOON:
            owed = game.pending[0]
            action = choice(game, owed, "steady", streams[owed.seat])
            missing -= {f"decision {owed.kind}", f"action {rules.action_name(action)}"}
            if isinstance(action, Restructure):
                missing -= {f"card {name}" for name in action.work}
            game.apply(owed.seat, action)
    assert not missing, f"never seen in {PLAYED} games: {', '.join(sorted(missing))}"


def before_a_freeway() -> Game:
    """A game at the moment when somebody may place a freeway."""
    rules = rules_with("rural_marketeers")
    for seed in range(PLAYED):
        game = new_game(rules, 3, seed, quiet=True)
        streams = [Stream(seed, "bot", str(seat)) for seat in range(3)]
        while game.pending and game.state.round <= SOON:
            owed = game.pending[0]
            if owed.kind == "freeway" and 2 < len(game.choices(owed.seat) or ()) <= 150:  # it weighs no more
                return game
            game.apply(owed.seat, choice(game, owed, "steady", streams[owed.seat]))
    raise AssertionError("nobody has trained a rural marketeer")


def test_steady_follows_the_hint_of_value_of_an_action_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game = before_a_freeway()
    owed = game.pending[0]
    places = [each for each in game.legal_actions(owed.seat) if not isinstance(each, Pass)]
    kind = game.rules.actions[game.rules.action_name(places[0])]

    def answer(value: Any) -> Any:
        monkeypatch.setattr(type(kind), "value", lambda self, *asked: value(*asked))
        return choice(game, owed, "steady", Stream(1, "tests", "hint"))

    for dear in places[:8]:
        assert answer(lambda game, player, action, dear=dear: 50 if action == dear else 1) == dear
    assert answer(lambda game, player, action: -1) == Pass()
    # Nobody knows what it is worth: something rather than nothing.
    assert answer(lambda game, player, action: None) != Pass()


@pytest.mark.parametrize(
    ("modules", "players", "names"),
    [
        (CITY, 4, {"place_coffee_shop", "place_road", "place_park", "place_tile", "place_freeway"}),
        (
            ("new_milestones",),
            5,
            {"place_second_campaign", "place_free_mailbox", "place_pizza_radio", "pay_with_items"},
        ),
    ],
    ids=["city", "new_milestones"],
)
@pytest.mark.long
def test_hints_of_value_are_dollars_and_change_nothing(modules: tuple[str, ...], players: int, names: set[str]) -> None:
    """For the first of everything that is legal when such an action may be taken."""
    rules = rules_with(*modules)
    found: dict[str, set[int]] = {name: set() for name in names}
    for seed in range(PLAYED):
        game = new_game(rules, players, seed, quiet=True)
        streams = [Stream(seed, "bot", str(seat)) for seat in range(players)]
        while game.pending and game.state.round <= SOON:
            owed = game.pending[0]
            before = game.state.copy()
            for listed in game.choices(owed.seat) or ():
                while isinstance(listed, Partial):
                    listed = listed.expand()[0]
                name = rules.action_name(listed)
                if name in names:
                    value = rules.actions[name].value(game, owed.seat, listed)
                    assert value is not None, name
                    found[name].add(value)
            assert game.state == before
            game.apply(owed.seat, choice(game, owed, "steady", streams[owed.seat]))
        if all(found.values()):
            break
    for name, values in found.items():
        assert values and all(type(value) is int and -200 < value < 500 for value in values), f"{name}: {values}"


# --- a seed says everything --------------------------------------------------------------------------------------------------


def test_bots_play_the_same_games_with_another_hash_seed() -> None:
    program = f"import sys; sys.path.append({str(ROOT)!r}); from tests.games.playing import fingerprints; "
    program += "print(fingerprints())"
    here = fingerprints()
    for seed in ("1", "4242"):
        found = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.strip() == str(here)

"""Games between bots: a seed says everything, whoever runs the game, and what goes wrong is told of the bot."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from fcm_cli.session import Session
from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import BotError, InputError
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, MilestoneId, Seat
from fcm_core.game.actions import Hire
from fcm_core.game.game import Game
from fcm_core.game.milestones import has_milestone
from fcm_core.game.parts import Bot
from fcm_core.phases.guests import dinner_distance
from fcm_core.records.codec import state_to_json
from fcm_core.records.runner import AnyBot, Bots, Simulation, Tally, play, simulate
from fcm_core.records.saves import Recording, read_save, replay
from fcm_core.rules.plan import resolve

RULES = compile_rules(resolve("base"))
TWO: Mapping[str, AnyBot] = {"steady": "steady", "random": "random"}


def at_random(view: Game, seat: Seat, stream: Stream) -> Any:
    """A bot as a user writes one; at the top of a module, so that other processes can import it."""
    return view.sample(seat, stream)


def greedy(view: Game, seat: Seat, stream: Stream) -> Any:
    """Draws far more numbers than it needs."""
    for _ in range(50):
        stream.below(7)
    return view.default_action(seat)


def state_of(game: Game) -> dict[str, Any]:
    return state_to_json(game.state, game.rules)


# --- one game --------------------------------------------------------------------------------------------------------


def test_functions_and_names_of_bots_sit_at_one_table() -> None:
    game = play(RULES, [at_random, "steady", RULES.bots["eager"]], 3, rounds=4)
    assert game.round == 5 and not game.over
    assert state_of(play(RULES, [at_random, "steady", "eager"], 3, rounds=4)) == state_of(game)


def test_players_are_called_like_the_chains_or_as_they_like() -> None:
    assert [player.id for player in play(RULES, ["random"] * 2, 1, rounds=1).state.players] == list(
        RULES.setup.chains[:2]
    )
    assert [player.id for player in play(RULES, ["random"] * 2, 1, names=["a", "b"], rounds=1).state.players] == [
        "a",
        "b",
    ]
    with pytest.raises(InputError, match="3 names for 2 bots"):
        play(RULES, ["random"] * 2, 1, names=["a", "b", "c"])


def test_a_game_of_bots_is_saved_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = play(RULES, ["steady", at_random], 5, rounds=3, save=path)
    save = read_save(path)
    assert save.header.seats == dict(zip(RULES.setup.chains, ["steady", "at_random"], strict=False))
    assert state_of(replay(save).game) == state_of(game)
    assert state_of(play(RULES, ["steady", at_random], 5, rounds=3)) == state_of(game)


def test_the_table_in_the_terminal_plays_the_same_game() -> None:
    names = list(RULES.setup.chains[:3])
    bots = ["steady", "random", "eager"]
    seats = dict(zip(names, bots, strict=True))
    with Recording.start(RULES, names, 11, seats=seats) as recording:
        Session(recording, seats, None).run()
        assert state_of(recording.game) == state_of(play(RULES, bots, 11))


def test_a_simulation_plays_the_same_games() -> None:
    found = simulate(RULES, TWO, 2, 7)
    first, second = play(RULES, ["steady", "random"], 7).result, play(RULES, ["random", "steady"], 8).result
    assert found.bots["steady"].cash == (first.cash[0] + second.cash[1]) / 2
    assert found.rounds == (first.rounds + second.rounds) / 2


def test_random_games_are_stopped_and_steady_ones_end() -> None:
    stopped = play(RULES, ["random"] * 2, 1, rounds=5)
    assert not stopped.over and stopped.result.winner is None and stopped.result.leader is not None
    ended = play(RULES, ["steady"] * 2, 1)
    assert ended.over and ended.result.winner == ended.result.ranking[0] == ended.result.leader


@pytest.mark.parametrize(("players", "seed"), [(3, 28), (4, 18)])
def test_steady_brings_a_mixed_order_together(players: int, seed: int) -> None:
    """Maps where the houses that can be reached ask for burgers and pizza at once: one of them alone sells nothing."""
    assert play(RULES, ["steady"] * players, seed, rounds=200).over


# --- what a bot sees and draws -----------------------------------------------------------------------------------------


def test_no_bot_can_compute_the_streams_of_the_game() -> None:
    """Neither what a bot is handed nor anything that it holds has the seed in it."""
    seed = 987_654_321
    seen: list[str] = []

    def spy(view: Game, seat: Seat, stream: Stream) -> Any:
        seen.append(f"{vars(stream)} {view.state.seed} {view.state.draws}")
        return view.default_action(seat)

    play(RULES, [spy, "random"], seed, rounds=2)
    assert seen and not any(str(seed) in each or format(seed, "x") in each for each in seen)


def test_what_one_bot_draws_changes_nothing_for_the_others() -> None:
    """Their numbers depend on seed, seat and move alone."""
    drawn: list[list[int]] = []

    def watched(view: Game, seat: Seat, stream: Stream) -> Any:
        drawn[-1].append(stream.below(1_000_000))
        return view.default_action(seat)

    for other in (greedy, honest):
        drawn.append([])
        play(RULES, [watched, other], 4, rounds=3)
    assert drawn[0] == drawn[1] and len(set(drawn[0])) == len(drawn[0])


def vandal(view: Game, seat: Seat, stream: Stream) -> Any:
    """Wrecks all that it can get hold of, after it has chosen."""
    action = view.default_action(seat)
    state = view.state
    for house in state.houses.values():
        for other in view.seats:
            dinner_distance(view, other, house)
    for key, known in state.board_cache.items():
        if type(known) is int:
            state.board_cache[key] = 99
    for player in state.players:
        player.cash += 1000
        player.work.clear()
        player.stock.clear()
    state.demand.clear()
    state.houses.clear()
    state.asks.clear()
    state.bank = 0
    return action


def honest(view: Game, seat: Seat, stream: Stream) -> Any:
    return view.default_action(seat)


def test_a_bot_cannot_change_the_game_through_its_view() -> None:
    games = [play(RULES, [bot, "steady", "steady"], 3, rounds=6) for bot in (vandal, honest)]
    assert state_of(games[0]) == state_of(games[1])


def test_seats_draw_different_numbers() -> None:
    bots = Bots(RULES, {Seat(0): "random", Seat(1): "random"}, 1)
    numbers = {(seat, move): bots.stream(Seat(seat), move).below(1 << 32) for seat in range(2) for move in range(50)}
    assert len(set(numbers.values())) == 100


def test_steady_does_not_look_at_what_its_view_hides() -> None:
    """Its choices are the same when the secrets are other ones."""
    game = new_game(RULES, 3, 4, quiet=True)
    steady = RULES.bots["steady"].choose
    while game.pending and game.state.round <= 6:
        mover = game.to_move[0]
        other = game.copy()
        other.state.seed += 1
        for seat, player in other.state.by_seat():
            if seat != mover and player.reserve is not None and other.state.bank_breaks == 0:
                if not has_milestone(game, mover, MilestoneId("first_to_have_20")):
                    player.reserve = 2 - player.reserve
        choices = [
            steady(each.view(mover), mover, Stream(game.state.round, "tests", "steady")) for each in (game, other)
        ]
        assert choices[0] == choices[1]
        game.apply(mover, choices[0])
    assert game.state.round > 6


# --- bots that do wrong ------------------------------------------------------------------------------------------------


def raises(view: Game, seat: Seat, stream: Stream) -> Any:
    raise ZeroDivisionError("no idea")


def leaves(view: Game, seat: Seat, stream: Stream) -> Any:
    raise SystemExit(0)


def answers_too_early(view: Game, seat: Seat, stream: Stream) -> Any:
    return Hire(CardId("waitress"))


def answers_nothing(view: Game, seat: Seat, stream: Stream) -> Any:
    return None


def answers_nonsense(view: Game, seat: Seat, stream: Stream) -> Any:
    decision = view.decision_of(seat)
    assert decision is not None
    return Hire([1]) if decision.kind == "working" else view.default_action(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (raises, "raises ZeroDivisionError: no idea"),
        (leaves, "raises SystemExit: 0"),
        (answers_too_early, "answers with Hire"),
        (answers_nothing, "answers with None: NoneType does not answer"),
        (answers_nonsense, "raises TypeError"),
    ],
)
def test_a_bot_that_does_wrong_is_named(bot: Any, told: str) -> None:
    with pytest.raises(BotError) as caught:
        play(RULES, ["steady", bot], 1, names=["anna", "ben"])
    text = str(caught.value)
    assert text.startswith(f"bot {bot.__name__} of ben (seat 1), asked for ") and told in text
    assert (caught.value.refusal is not None) == told.startswith("answers")
    assert str(pickle.loads(pickle.dumps(caught.value))) == text


def test_an_illegal_answer_leaves_the_game_as_it_was() -> None:
    game = new_game(RULES, 2, 1)
    before = state_of(game)
    seat = game.to_move[0]
    with pytest.raises(BotError):
        Bots(RULES, {seat: answers_too_early}, 1).choose(game, seat, 0)
    assert state_of(game) == before


def test_a_bot_that_does_wrong_is_named_by_another_process() -> None:
    with pytest.raises(BotError, match=r"bot raises of .* raises ZeroDivisionError"):
        simulate(RULES, {"mine": raises, "steady": "steady"}, 4, 1, jobs=2)


def test_a_bot_that_does_not_exist_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="no bot stedy; did you mean steady"):
        play(RULES, ["stedy", "random"], 1)


# --- many games --------------------------------------------------------------------------------------------------------


def earnings(bots: Sequence[str], games: int) -> dict[str, float]:
    return {name: each.cash for name, each in simulate(RULES, bots, games, 1).bots.items()}


def test_steady_earns_far_more_than_random_at_one_table() -> None:
    cash = earnings(["steady", "random", "random"], 9)
    assert cash["steady"] >= 5 * cash["random"]


@pytest.mark.long
def test_steady_earns_far_more_than_random_over_a_hundred_games() -> None:
    cash = earnings(["steady", "random", "random"], 100)
    assert cash["steady"] >= 5 * cash["random"]
    among_themselves = earnings(["steady"] * 3, 100)["steady"]
    assert among_themselves >= 5 * earnings(["random"] * 3, 100)["random"]


def test_a_simulation_repeats() -> None:
    assert simulate(RULES, TWO, 3, 7) == simulate(RULES, TWO, 3, 7)


def test_processes_share_the_games_and_change_nothing() -> None:
    bots: Mapping[str, AnyBot] = {"steady": "steady", "mine": at_random}
    alone = simulate(RULES, bots, 5, 7, rounds=8)
    assert simulate(RULES, bots, 5, 7, rounds=8, jobs=2) == alone
    assert alone.games == 5 and alone.bots["steady"].seats == alone.bots["mine"].seats == 5


def test_a_function_that_no_other_process_can_import_is_refused() -> None:
    with pytest.raises(InputError, match="bot mine cannot be handed to other processes"):
        simulate(RULES, {"mine": lambda view, seat, stream: None, "steady": "steady"}, 2, 1, jobs=2)
    bot = Bot("mine", lambda view, seat, stream: None)
    with pytest.raises(InputError, match="bot mine cannot be handed to other processes"):
        simulate(RULES, {"mine": bot, "steady": "steady"}, 2, 1, jobs=2)


def test_seats_turn_and_bots_fill_the_table() -> None:
    found = simulate(RULES, TWO, 3, 1, players=3, rounds=2)
    assert {name: each.seats for name, each in found.bots.items()} == {"steady": 6, "random": 3}
    assert sum(each.wins for each in found.bots.values()) == 3
    assert found.plain() == {
        "games": 3,
        "finished": 0,
        "rounds": 3.0,
        "bots": {
            name: {"seats": each.seats, "wins": each.wins, "cash": each.cash} for name, each in found.bots.items()
        },
    }
    assert isinstance(found, Simulation) and isinstance(found.bots["steady"], Tally)


@pytest.mark.parametrize(
    ("bots", "players", "told"),
    [
        ({}, None, "a simulation needs a bot and a game"),
        (TWO, 9, "is for 2 to 5 players, not 9"),
        ({**TWO, "third": "random"}, 2, "3 bots for 2 players"),
    ],
)
def test_a_table_that_cannot_be_filled_is_refused(bots: Any, players: int | None, told: str) -> None:
    with pytest.raises(InputError, match=told):
        simulate(RULES, bots, 1, 1, players=players)

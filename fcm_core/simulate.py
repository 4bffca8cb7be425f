"""Whole games between bots, for analysts and tests: the same seed gives the same result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.random import Stream
from fcm_core.setup import new_game

if TYPE_CHECKING:
    from fcm_core.game import Game
    from fcm_core.rules import Rules


def play_game(rules: Rules, bots: Sequence[str], seed: int, rounds: int | None = None) -> Game:
    """One game to its end, or to the end of a round (the most that any of the bots asks for); `bots` are names by seat."""
    players = [rules.bots[name] for name in bots]
    limit = rounds if rounds is not None else max(bot.rounds for bot in players)
    game = new_game(rules, len(bots), seed, quiet=True)
    stream = Stream(seed, "bots", "choices")
    while game.pending and game.state.round <= limit:
        decision = game.pending[0]
        view = game.view(decision.player)
        game.apply(decision.player, players[decision.player].choose(view, decision, stream))
    return game


def simulate(
    rules: Rules, bots: Sequence[str], games: int, seed: int, progress: Callable[[], Any] | None = None
) -> dict[str, Any]:
    """Plays games with seeds from `seed` on, seats turning by one from game to game.

    Returns games, finished (games that ended by the bank), rounds (mean) and for each bot seats, wins and cash (mean $
    at the end), all JSON-ready.
    """
    found: dict[str, dict[str, Any]] = {name: {"seats": 0, "wins": 0, "cash": 0} for name in dict.fromkeys(bots)}
    rounds = finished = 0
    for index in range(games):
        turn = index % len(bots)
        lineup = [*bots[turn:], *bots[:turn]]
        game = play_game(rules, lineup, seed + index)
        state = game.state
        rounds += state.round
        finished += state.over
        leader = (
            state.winner
            if state.over
            else max(range(len(lineup)), key=lambda seat: (state.players[seat].cash, -state.turn_order.index(seat)))
        )
        for seat, name in enumerate(lineup):
            found[name]["seats"] += 1
            found[name]["cash"] += state.players[seat].cash
            found[name]["wins"] += seat == leader
        if progress is not None:
            progress()
    for each in found.values():
        each["cash"] = each["cash"] / each["seats"]
    return {"games": games, "finished": finished, "rounds": rounds / games, "bots": found}

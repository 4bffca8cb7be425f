"""The game as a PettingZoo environment: agents act one after another, and one step tells one part of an action.

See README.md. Decisions that leave one possibility are played by the environment itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import fcm_core as fcm
from fcm_core import Game, InputError, Rules, Seat, Stream
from fcm_env.features import BOUND, Features
from fcm_env.tokens import Node, Tokens, first_node

Observation = dict[str, NDArray[Any]]
ROUNDS = 40  # a game that has not ended then is cut off
SEEDS = 1 << 31


def env(**given: Any) -> FcmEnv:
    """An environment; takes what FcmEnv takes."""
    return FcmEnv(**given)


@frozen
class Snapshot:
    """A moment of an environment, to go back to. Made by `clone`."""

    game: Game
    moves: int
    seed: int
    told: tuple[int, ...]


class FcmEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Games under one set of rules with a fixed number of players.

    `ruleset` and `modules` are as for `fcm_core.load`, or `rules` are loaded already. A game that is not over after
    `rounds` rounds is truncated: those with more cash are ahead. An agent is rewarded once, at the end, with its place:
    1 for the first and 0 for the last, or 1 and -1 with `zero_sum`. Raises InputError for what cannot be played.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "fcm_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str = "base",
        players: int = 2,
        *,
        modules: tuple[str, ...] = (),
        rules: Rules | None = None,
        rounds: int = ROUNDS,
        zero_sum: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise InputError(f"render_mode {render_mode}: expected human or ansi")
        self.rules = rules if rules is not None else fcm.load(ruleset, modules, players=players)
        self.players = players
        self.rounds = rounds
        self.zero_sum = zero_sum
        self.render_mode = render_mode
        self.seed = -1
        self.game = fcm.new_game(self.rules, players, 0)
        self.tokens = Tokens(self.rules, self.game)
        self.features = Features(self.rules, players)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat_of = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        size = len(self.tokens)
        self._action_space = spaces.Discrete(size)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-BOUND, BOUND, (len(self.features) + size,), np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self._spaces = dict.fromkeys(self.possible_agents, self._observation_space)
        self._actions = dict.fromkeys(self.possible_agents, self._action_space)
        self._blank = np.zeros(size, np.int8)

    # --- what PettingZoo asks for --------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The vector and the mask of an agent."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The tokens, the same for all agents."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed it is that of the last one and 1."""
        self.seed = (self.seed + 1) % SEEDS if seed is None else seed
        self._begin(fcm.new_game(self.rules, self.players, self.seed), 0)

    def _begin(self, game: Game, moves: int) -> None:
        self.game = game
        game.quiet = True
        self.moves = moves
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._blank} for agent in self.agents}
        self._skip_agent_selection = None
        self._seen: dict[str, tuple[int, NDArray[np.float32]]] = {}
        self._next_decision()

    def observe(self, agent: str) -> Observation:
        """What an agent sees: the features of its view, and the tokens that it has told of its action so far."""
        seat = self._seat_of[agent]
        known = self._seen.get(agent)
        if known is None or known[0] != self.moves:
            row = np.zeros(len(self.features) + len(self.tokens), np.float32)
            self.features.fill(row, self.game, seat)
            known = self._seen[agent] = (self.moves, row)
        row = known[1]
        if agent == self.agent_selection and self._told:
            row = row.copy()
            for token in self._told:
                row[len(self.features) + token] = 1.0
        info = self.infos.get(agent)
        return {"observation": row, "action_mask": info["action_mask"] if info is not None else self._blank}

    def step(self, action: int | None) -> None:
        """Tells the next token of the acting agent's action. Raises InputError for one that the mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        token = -1 if action is None else int(action)
        if token not in self._node.options:
            raise InputError(f"token {token} ({self.decode(token)}) is not offered now; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._told.append(token)
        self._go_on(self._node.next(token))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    # --- the way of an action ------------------------------------------------------------------------------------------

    def _go_on(self, node: Node) -> None:
        """Takes what leaves no choice, up to the next one."""
        while len(node.options) == 1:
            token = next(iter(node.options))
            self._told.append(token)
            node = node.next(token)
        if node.options:
            self._offer(node)
            return
        self.game.apply(self._seat_of[self.agent_selection], node.done)
        self.moves += 1
        self._next_decision()

    def _next_decision(self) -> None:
        """Goes on until an agent has a choice, or the game has ended or is cut off."""
        game = self.game
        while game.pending and game.state.round <= self.rounds:
            seat = game.state.asks[-1].decisions[0].seat
            node = first_node(self.tokens, game, seat, Stream(self.seed, "env", str(self.moves)))
            told = []
            while len(node.options) == 1:
                told.append(next(iter(node.options)))
                node = node.next(told[-1])
            if node.options:
                self._told = told
                self._select(self.possible_agents[seat])
                self._offer(node)
                return
            game.apply(seat, node.done)
            self.moves += 1
        self._end()

    def _select(self, agent: str) -> None:
        before = getattr(self, "agent_selection", None)
        if before in self.infos and before != agent:
            self.infos[before] = {"action_mask": self._blank}
        self.agent_selection = agent

    def _offer(self, node: Node) -> None:
        self._node = node
        mask = np.zeros(len(self.tokens), np.int8)
        mask[list(node.options)] = 1
        self.infos[self.agent_selection] = {"action_mask": mask}

    def _end(self) -> None:
        game = self.game
        over = game.over
        result = game.result
        last = max(1, self.players - 1)
        cash = {agent: result.cash[self._seat_of[agent]] for agent in self.agents}
        for agent in self.agents:
            place = result.ranking.index(self._seat_of[agent])
            score = (self.players - 1 - place) / last
            self.rewards[agent] = 2 * score - 1 if self.zero_sum else score
            self.terminations[agent] = over
            self.truncations[agent] = not over
            self.infos[agent] = {"action_mask": self._blank, "place": place + 1, "cash": cash[agent]}
        self._told = []
        self._node = Node(self.tokens, (), 0)
        self.agent_selection = self.agents[0]

    # --- more than PettingZoo asks for -----------------------------------------------------------------------------------

    def decode(self, token: int) -> str:
        """The name of a token."""
        return self.tokens.names[token] if 0 <= token < len(self.tokens) else "none"

    def encode(self, name: str) -> int:
        """The token of a name. Raises InputError with the nearest name."""
        if name not in self.tokens.ids:
            raise InputError(f"no token {name}{fcm.did_you_mean(name, self.tokens.ids)}")
        return self.tokens.ids[name]

    def view(self, agent: str) -> Game:
        """What the agent may see of the game, to be asked and copied."""
        return self.game.view(self._seat_of[agent])

    def clone(self) -> Snapshot:
        """This moment, to go back to with `restore`. Raises InputError once the game has ended."""
        if len(self.agents) < self.players or self.terminations[self.agents[0]] or self.truncations[self.agents[0]]:
            raise InputError("the game has ended; there is nothing to go on with")
        return Snapshot(self.game.copy(), self.moves, self.seed, tuple(self._told))

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a moment, in this environment or in another with the same rules."""
        self.seed = snapshot.seed
        self._begin(snapshot.game.copy(), snapshot.moves)
        for token in snapshot.told[len(self._told) :]:
            self._told.append(token)
            self._offer(self._node.next(token))

    def play_bot(self, bot: fcm.Bot, stream: Stream) -> None:
        """Lets a bot answer the whole decision of the acting agent. It must be at the beginning of its action."""
        seat = self._seat_of[self.agent_selection]
        action = bot.choose(self.game.view(seat), seat, stream)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.game.apply(seat, action)
        self.moves += 1
        self._next_decision()
        self._accumulate_rewards()

    # --- for people ------------------------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """The game in a few lines of text; printed where the mode is `human`."""
        if self.render_mode is None:
            return None
        game = self.game
        lines = [f"round {game.round}, {game.phase}, bank ${game.state.bank}"]
        for seat, player in game.state.by_seat():
            cards = ", ".join(f"{count} {card}" for card, count in fcm.owned_cards(game, seat).items())
            stock = ", ".join(f"{count} {good}" for good, count in player.stock.items())
            lines.append(f"{self.possible_agents[seat]}: ${player.cash}; {cards}; in stock: {stock or 'nothing'}")
        wanted = {house: [good for good, _ in counters] for house, counters in game.state.demand.items() if counters}
        lines.append(
            "wanted: "
            + ("; ".join(f"house {house}: {', '.join(goods)}" for house, goods in wanted.items()) or "nothing")
        )
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is to be closed."""

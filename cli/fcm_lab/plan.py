"""What is to be played: rules, bots, numbers of players and blocks. A plan says everything, and its hash names the run.

A block is one map seed. All rules of a plan (its arms) play the same blocks, each with every line-up of the bots in
rotations of the seats, so that rules and bots can be compared in pairs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

import cattrs
import tomli
from attrs import frozen

import fcm_core as fcm

FOLDER_OF_RUNS = "fcm-runs"
USUAL_RULESET = "base"


@frozen
class Arm:
    """Rules to be played, under a name of their own in this plan."""

    name: str
    ruleset: str = USUAL_RULESET  # a shipped ruleset or a TOML file
    with_: tuple[str, ...] = ()  # modules switched on
    without: tuple[str, ...] = ()  # modules switched off
    options: tuple[str, ...] = ()  # MODULE.KEY=VALUE
    modules_dirs: tuple[str, ...] = ()  # folders of modules
    players: tuple[int, ...] = ()  # instead of the plan's numbers of players

    def rules(self, players: int | None = None) -> fcm.Rules:
        """The compiled rules. Raises InputError where they cannot be made or are not for so many players."""
        return fcm.load(
            self.ruleset,
            self.with_,
            without=self.without,
            options=self.options,
            players=players,
            modules_dirs=self.modules_dirs,
        )


@frozen
class GameSpec:
    """One game of a block: which line-up, turned by how many seats, and so which bot sits where."""

    lineup: int
    rotation: int
    bots: tuple[str, ...]


@frozen
class Plan:
    """A whole experiment. Two plans with equal fields have the same hash and give the same tables."""

    arms: tuple[Arm, ...]
    bots: tuple[str, ...]
    players: tuple[int, ...]
    blocks: int  # map seeds per number of players
    seed: int = 1
    rounds: int = 0  # a game is stopped after so many rounds; 0: after the most that any bot asks for
    lineups: int = 6  # at most so many line-ups per block; of more a sample is drawn for each block
    rotations: int = 6  # at most so many rotations per line-up, sampled in the same way
    batch: int = 1  # blocks per batch; a batch should take 5 to 30 seconds
    decisions: bool = False  # whether the table of decisions is kept
    title: str = ""

    def __attrs_post_init__(self) -> None:
        for name in ("blocks", "lineups", "rotations", "batch"):
            if getattr(self, name) < 1:
                raise fcm.InputError(f"{name}: expected at least 1, found {getattr(self, name)}")
        names = [arm.name for arm in self.arms]
        for what, given in (("arms", names), ("bots", self.bots), ("players", self.players)):
            if not given:
                raise fcm.InputError(f"{what}: expected at least one")
            if len(set(given)) != len(given):
                raise fcm.InputError(f"{what}: {', '.join(map(str, given))}: one of them stands there twice")

    # --- the games -------------------------------------------------------------------------------------------------

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return -(-self.blocks // self.batch)

    def blocks_of(self, batch: int) -> range:
        """The blocks of a batch."""
        return range(batch * self.batch, min(self.blocks, (batch + 1) * self.batch))

    def players_of(self, arm: Arm) -> tuple[int, ...]:
        """The numbers of players that an arm is played with."""
        return arm.players or self.players

    def seed_of(self, players: int, block: int) -> int:
        """The seed of a block's games: the same for all arms, line-ups and rotations."""
        return number(self.seed, "block", players, block) % 2**53

    def games_of(self, players: int, block: int) -> list[GameSpec]:
        """The games of a block: line-ups in rotations of the seats."""
        every = lineups(self.bots, players)
        found = []
        for index in sample(range(len(every)), self.lineups, self.seed, "lineups", players, block):
            lineup = every[index]
            turned = {(*lineup[turn:], *lineup[:turn]): turn for turn in reversed(range(players))}
            turns = sorted(turned.values())
            for turn in sample(turns, self.rotations, self.seed, "rotations", players, block, index):
                found.append(GameSpec(index, turn, (*lineup[turn:], *lineup[:turn])))
        return found

    @property
    def games_per_batch(self) -> int:
        """How many games a full batch has."""
        counts = {players: len(self.games_of(players, 0)) for arm in self.arms for players in self.players_of(arm)}
        return self.batch * sum(counts[players] for arm in self.arms for players in self.players_of(arm))

    def check(self) -> None:
        """Raises InputError for rules, bots or numbers of players that cannot be."""
        for arm in self.arms:
            for players in self.players_of(arm):
                rules = arm.rules(players)
                for bot in self.bots:
                    fcm.as_bot(rules, bot)

    # --- as a file -------------------------------------------------------------------------------------------------

    @property
    def hash(self) -> str:
        """Twelve letters and digits that name the run."""
        text = json.dumps(CONVERTER.unstructure(self), sort_keys=True, ensure_ascii=False)
        return blake2b(text.encode(), digest_size=6).hexdigest()

    def toml(self) -> str:
        """The plan as the text of its file."""
        lines = [f"{name} = {_value(value)}" for name, value in CONVERTER.unstructure(self).items() if name != "arms"]
        for arm in self.arms:
            lines += ["", "[[arms]]"]
            lines += [f"{name} = {_value(value)}" for name, value in CONVERTER.unstructure(arm).items() if value]
        return "\n".join(lines) + "\n"


def read_plan(path: str | Path) -> Plan:
    """A plan from its file. Raises InputError that names the file and what is wrong."""
    try:
        plain = tomli.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise fcm.InputError(f"{path}: {error.strerror or error}") from error
    except (tomli.TOMLDecodeError, UnicodeDecodeError) as error:
        raise fcm.InputError(f"{path}: this is not TOML: {error}") from error
    try:
        return CONVERTER.structure(plain, Plan)
    except fcm.InputError as error:
        raise fcm.InputError(f"{path}: {error}") from error
    except Exception as error:
        found = _own_error(error)
        text = "; ".join(cattrs.transform_error(error, "plan", _told)) if found is None else str(found)
        raise fcm.InputError(f"{path}: {text}") from error


KINDS = {int: "a whole number", str: "a text", bool: "true or false"}


def _told(error: BaseException, kind: type | None) -> str:
    return str(error) if isinstance(error, ValueError) else cattrs.v.format_exception(error, kind)


def _own_error(error: BaseException) -> fcm.InputError | None:
    """The plan's own refusal, which cattrs wraps into groups."""
    if isinstance(error, fcm.InputError):
        return error
    if isinstance(error, BaseExceptionGroup):
        return next((found for each in error.exceptions if (found := _own_error(each)) is not None), None)
    return None


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})

    def strictly(value: Any, kind: type) -> Any:
        if type(value) is not kind:
            raise ValueError(f"expected {KINDS[kind]}, found {value!r}")
        return value

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, strictly)
    name = cattrs.gen.override(rename="with")
    converter.register_structure_hook(
        Arm, cattrs.gen.make_dict_structure_fn(Arm, converter, with_=name, _cattrs_forbid_extra_keys=True)
    )
    converter.register_unstructure_hook(Arm, cattrs.gen.make_dict_unstructure_fn(Arm, converter, with_=name))
    return converter


CONVERTER = _converter()


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)  # texts, numbers, lists and true or false are TOML as well


# --- line-ups --------------------------------------------------------------------------------------------------------


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The groups that meet, in the seating order before any rotation.

    As many bots as seats: they meet once. More: every choice of so many. Fewer: each bot in turn takes the seats that are
    left over, so that two bots at four seats play three against one and one against three.
    """
    spare = players - len(bots)
    if spare < 0:
        return list(combinations(bots, players))
    found = [tuple(other for other in bots for _ in range(1 + spare * (other == bot))) for bot in bots]
    return list(dict.fromkeys(found))


# --- numbers out of names --------------------------------------------------------------------------------------------


def number(*names: Any) -> int:
    """A number that depends on these names alone, the same on every machine."""
    return int.from_bytes(blake2b("/".join(map(str, names)).encode(), digest_size=8).digest(), "big")


def sample(items: Sequence[int], most: int, *names: Any) -> list[int]:
    """At most so many of the items, in their order; which ones depends on the names alone."""
    if len(items) <= most:
        return list(items)
    drawn = sorted(items, key=lambda item: number(*names, item))
    return sorted(drawn[:most])


def batch_size(blocks: int) -> int:
    """Blocks per batch where nobody said how many: about forty batches, so that several processes end together."""
    return max(1, min(50, blocks // 40))


def plan_for(rulesets: Sequence[str], **fields: Any) -> Plan:
    """A plan for shipped rulesets or files, one arm each, under their own names."""
    return Plan(arms=tuple(Arm(name, name) for name in rulesets), **fields)

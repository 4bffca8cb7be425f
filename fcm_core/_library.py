"""What `fcm_core` exports. It is loaded when the first of these names is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import MapPlan, map_of, new_game
from fcm_core.basics.errors import (
    AnswerError,
    BotError,
    ConflictError,
    FcmError,
    HookError,
    InputError,
    Problem,
    Problems,
    Refusal,
    RefusedError,
    SaveError,
)
from fcm_core.basics.names import did_you_mean, nearest
from fcm_core.basics.random import Stream
from fcm_core.basics.schema import fields_of, key_of
from fcm_core.basics.version import API_VERSION
from fcm_core.basics.vocabulary import (
    Amounts,
    CampaignNumber,
    CardId,
    GoodId,
    HouseId,
    Mask,
    MilestoneId,
    ModuleId,
    Seat,
    Spot,
    Square,
    TileId,
)
from fcm_core.game import actions, events
from fcm_core.game.bank import last_break
from fcm_core.game.cards import actions_left, card_actions, ceo_slots, owned_cards
from fcm_core.game.dinner import Candidate
from fcm_core.game.events import Event
from fcm_core.game.game import PHASES, Game
from fcm_core.game.parts import ActionKind, Bot, Choice, Considered, DecisionKind, Partial, Thoughts
from fcm_core.game.result import GameResult
from fcm_core.game.rules import Rules
from fcm_core.game.state import NOBODY, Campaign, Decision, House, MapSpec, Piece, Player, Restaurant, State
from fcm_core.game.statistics import MapStatistics, map_statistics
from fcm_core.game.views import Unseen, determinize
from fcm_core.game.words import Names
from fcm_core.map.grid import SIZE, bits
from fcm_core.phases.cleanup import freezable, freezer
from fcm_core.phases.guests import dinner_candidates, dinner_distance, wanted, without_offer
from fcm_core.phases.marketing import campaign_houses, counters_for
from fcm_core.phases.order_of_business import choosers, free_positions, open_slots
from fcm_core.phases.payday import Payroll, fireable, must_fire
from fcm_core.phases.prices import multiplier, unit_price, unit_price_reasons
from fcm_core.phases.restructuring import hand, seats_refusal, with_structure
from fcm_core.phases.salaries import salaries, salary_of
from fcm_core.phases.working.hire import hires_left, hires_possible
from fcm_core.phases.working.train import training_steps
from fcm_core.records.codec import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    fingerprint,
    state_from_json,
    state_to_json,
    unseen_from_json,
    unseen_to_json,
)
from fcm_core.records.explain import (
    explain_distance,
    explain_house,
    explain_price,
    explain_salaries,
    seat_of,
)
from fcm_core.records.runner import Bots, Simulation, Tally, as_bot, play, simulate
from fcm_core.records.saves import Header, Move, Recording, Replay, Save, read_save, replay
from fcm_core.records.suppose import dinner_if
from fcm_core.rules.choosing import Draft, Offer, Pool, Selection, Told, advice, random_modules
from fcm_core.rules.content import Card, Milestone, ids_in
from fcm_core.rules.manifest import Manifest
from fcm_core.rules.plan import (
    ModuleInfo,
    Plan,
    Ruleset,
    default_ruleset,
    find_modules,
    read_ruleset,
    resolve,
    shipped_rulesets,
)
from fcm_core.scenario.describing import scenario_text
from fcm_core.scenario.loading import is_scenario
from fcm_core.scenario.loading import load as game_of_file
from fcm_core.scenario.maps import read_map


def load(
    ruleset: str | Path | Mapping[str, Any] | None = None,
    modules: Sequence[str] = (),
    *,
    without: Sequence[str] = (),
    options: Mapping[str, Mapping[str, Any]] | Sequence[str] = (),
    players: int | None = None,
    modules_dirs: Iterable[str | Path] = (),
) -> Rules:
    """The rules of a ruleset, with more modules switched on or some left out.

    `ruleset` is the name of a shipped one, the path of a TOML file, or a table with the same keys; without it it is the
    plain base game. `options` are tables by module, {"base": {"edition": "deluxe"}}, or texts, "base.edition=deluxe".
    `players` checks that so many can play it. Modules are those installed, and those in `modules_dirs`, folders of modules.

    Loading runs the code of the modules. The rules are made once a process and shared by all games.
    Raises InputError, which names everything that is wrong, and HookError for a module that raises.
    """
    chosen = default_ruleset() if ruleset is None else ruleset
    return compile_rules(resolve(chosen, modules, without, options, players, modules_dirs))


def to_json(game: Game) -> dict[str, Any]:
    """The game as JSON-ready data, equal for equal games: its whole state under the names of the fields of State.

    Squares are numbers, sets of squares hexadecimal strings, players are seats. It holds every secret of the game; what a
    seat may see is `to_json(game.view(seat))`, which has besides a key "unseen": what lies face down (see `Unseen`).
    Raises InputError for what a module keeps there and JSON has no word for.
    """
    plain = state_to_json(game.state, game.rules)
    return plain if game.viewer is None else {**plain, "unseen": unseen_to_json(game.unseen)}


def from_json(rules: Rules, plain: Mapping[str, Any], *, viewer: Seat | None = None) -> Game:
    """The game that `to_json` wrote under these rules. It goes on exactly as the other would.

    `viewer` is the seat whose view it was, if it was one. Raises InputError for data that is no such game.
    """
    state = {key: value for key, value in plain.items() if key != "unseen"}
    game = Game(rules, state_from_json(state, rules), viewer=viewer)
    if "unseen" in plain:
        game.unseen = unseen_from_json(plain["unseen"])
    return game


__all__ = [  # noqa: RUF022 (by what they are for)
    # Rules: load a ruleset; which rulesets and modules there are.
    "API_VERSION",
    "load",
    "Rules",
    "Plan",
    "Ruleset",
    "resolve",
    "read_ruleset",
    "shipped_rulesets",
    "default_ruleset",
    "ModuleInfo",
    "Manifest",
    "find_modules",
    "ids_in",
    # Choosing modules: what can be added and why not, by chance, by draft; soft advice.
    "Pool",
    "Offer",
    "Selection",
    "random_modules",
    "Draft",
    "advice",
    "Told",
    # Maps: out of a file, the rest drawn; what is on one.
    "read_map",
    "MapPlan",
    "MapSpec",
    "map_of",
    "map_statistics",
    "MapStatistics",
    # A game: begin it, ask it, play it.
    "new_game",
    "Game",
    "GameResult",
    "Decision",
    "Partial",
    "Choice",
    "Stream",
    "determinize",
    "Unseen",
    "PHASES",
    "actions",
    "fields_of",
    "key_of",
    "events",
    "Event",
    "Names",
    # Games between bots.
    "play",
    "simulate",
    "Simulation",
    "Tally",
    "Bot",
    "Bots",
    "as_bot",
    "Thoughts",
    "Considered",
    # JSON.
    "to_json",
    "from_json",
    "state_to_json",
    "state_from_json",
    "action_to_json",
    "action_from_json",
    "event_to_json",
    "event_from_json",
    "fingerprint",
    # Saves: Recording plays, saves, undoes and resumes a game.
    "Recording",
    "read_save",
    "replay",
    "Replay",
    "Save",
    "Header",
    "Move",
    "game_of_file",
    # Scenario files: positions to play on from, and positions of games to be kept.
    "is_scenario",
    "scenario_text",
    # Reasons behind a number.
    "explain_price",
    "explain_salaries",
    "explain_distance",
    "explain_house",
    # Questions about a position. Money in dollars, distances in tile borders.
    "unit_price",
    "unit_price_reasons",
    "salaries",
    "salary_of",
    "wanted",
    "dinner_candidates",
    "without_offer",
    "dinner_distance",
    "multiplier",
    "Candidate",
    "campaign_houses",
    "counters_for",
    "last_break",
    "dinner_if",
    "ceo_slots",
    "owned_cards",
    "card_actions",
    "actions_left",
    "hires_possible",
    "hires_left",
    "training_steps",
    "open_slots",
    "choosers",
    "free_positions",
    "hand",
    "seats_refusal",
    "with_structure",
    "fireable",
    "must_fire",
    "Payroll",
    "freezable",
    "freezer",
    "seat_of",
    # Ids and other words of the game.
    "Seat",
    "CardId",
    "GoodId",
    "HouseId",
    "MilestoneId",
    "TileId",
    "ModuleId",
    "CampaignNumber",
    "Square",
    "Spot",
    "Mask",
    "Amounts",
    "NOBODY",
    # What the state is made of.
    "State",
    "Player",
    "Restaurant",
    "House",
    "Campaign",
    "Piece",
    "Card",
    "Milestone",
    "ActionKind",
    "DecisionKind",
    "SIZE",
    "bits",
    # Errors.
    "FcmError",
    "InputError",
    "Problem",
    "Problems",
    "Refusal",
    "RefusedError",
    "SaveError",
    "BotError",
    "HookError",
    "AnswerError",
    "ConflictError",
    "did_you_mean",
    "nearest",
]

"""Makes the rules of a plan out of its content, the core's own parts and what its modules contribute.

Building a plugin manager takes milliseconds, so this happens once per plan and process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import attrs

from fcm_core.assembly.plugins import PluginManager, manager_for
from fcm_core.basics.errors import FcmError, InputError
from fcm_core.basics.names import did_you_mean, nearest
from fcm_core.basics.ordering import arrange
from fcm_core.basics.vocabulary import ModuleId
from fcm_core.game import hooks
from fcm_core.game.codes import ALWAYS, SPELLING, with_meanings
from fcm_core.game.game import PHASES, Game
from fcm_core.game.laws import HOOKS, Collected, Spec
from fcm_core.game.parts import ActionKind, HouseKind, Partition, Step
from fcm_core.game.rules import Calls, Known, Rules, Settings
from fcm_core.phases import (
    cleanup,
    dinnertime,
    guests,
    marketing,
    order_of_business,
    payday,
    restructuring,
    setup,
    working,
)
from fcm_core.rules.content import Content, load_content

if TYPE_CHECKING:
    from fcm_core.rules.plan import Plan

EDITIONS = ("classic", "deluxe")


class Named(Protocol):
    """A part with a name."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def make_rules(
    plan: Plan,
    content: Content | None = None,
    manager: PluginManager | None = None,
    calls: Mapping[str, Sequence[Callable[..., Any]]] | None = None,
) -> Rules:
    """The rules of a plan; content, plugins and implementations of hooks may be handed over by those who check them.

    Raises InputError for what does not fit together, HookError for a module whose code raises.
    """
    content = content if content is not None else load_content(plan)
    manager = manager if manager is not None else manager_for(plan)
    by_name = calls if calls is not None else manager.compile()
    rules = Rules(plan, content, as_calls(by_name), manager.owners, _later(plan), manager.blame)
    try:
        rules.settings = _settings(rules)
        if not rules.settings.unique_limits:
            rules.unique_groups = {}
        _schedule_milestones(rules)
        _arrange_parts(rules)
    except (FcmError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise rules.blamed(error, "making the rules") from error
    return rules


def as_calls(by_name: Mapping[str, Sequence[Callable[..., Any]]]) -> Calls:
    """Implementations by the name of their hook, put where the hooks look for them."""
    return tuple(tuple(by_name.get(spec.name, ())) for spec in sorted(HOOKS.values(), key=lambda spec: spec.index))


def _later(plan: Plan) -> dict[str, frozenset[str]]:
    """Module -> the modules that the plan's order names after it, directly or through others."""
    known = {module.id for module in plan.modules}
    pairs = [(first, second) for first, second in plan.order if first in known and second in known]
    found: dict[str, frozenset[str]] = {}
    for module in known:
        after: dict[str, None] = {}
        todo = [module]
        while todo:
            here = todo.pop()
            for first, second in pairs:
                if first == here and second not in after:
                    after[second] = None
                    todo.append(second)
        found[module] = frozenset(after)
    return found


def _settings(rules: Rules) -> Settings:
    said: dict[str, Any] = {
        "edition": hooks.set_edition(rules),
        "bank_per_player": hooks.set_bank_per_player(rules),
        "breaks": hooks.set_breaks(rules),
        "map_margin": hooks.set_map_margin(rules),
        "unique_limits": hooks.set_unique_limits(rules),
    }
    if said["edition"] not in (None, *EDITIONS):
        raise InputError(f"set_edition: no edition {said['edition']}{did_you_mean(said['edition'], EDITIONS)}")
    return Settings(**{name: value for name, value in said.items() if value is not None})


def _schedule_milestones(rules: Rules) -> None:
    """Milestones that modules take away, at once (round 0) or at the end of a round."""
    rounds: dict[str, int] = {}
    hook = hooks.contribute_milestone_rounds
    for module, (name, last) in hook.by_module(rules):
        if name not in rules.milestones:
            near = did_you_mean(name, rules.milestones)
            raise rules.part_error(module, hook.spec.name, f"no milestone {name}{near}")
        rounds[name] = min(last, rounds.get(name, last))
    left = {
        name: attrs.evolve(milestone, remove_after_round=rounds.get(name, milestone.remove_after_round))
        for name, milestone in rules.milestones.items()
        if rounds.get(name) != 0
    }
    rules.milestones = Known("milestone", left)


# --- parts -----------------------------------------------------------------------------------------------------------


def _collect(rules: Rules, hook: Collected[Rules, [], N], own: Iterable[N] = ()) -> list[N]:
    """The core's own parts and those of modules; two of one name must be equal."""
    found: dict[str, N] = {part.name: part for part in own}
    for module, part in hook.by_module(rules):
        if found.setdefault(part.name, part) != part:
            raise rules.part_error(module, hook.spec.name, f"two different parts are called {part.name}")
    return list(found.values())


def _arrange_parts(rules: Rules) -> None:
    edges = rules.plan.order
    _arrange_steps(rules)
    rules.working_steps = tuple(
        arrange(_collect(rules, hooks.contribute_working_steps, working.turn_steps()), edges, "working steps")
    )
    _add_step_actions(rules)
    rules.holding_steps = tuple(index for index, step in enumerate(rules.working_steps) if step.leave is not None)
    rules.step_of_action = {name: index for index, step in enumerate(rules.working_steps) for name in step.actions}
    actions = _collect(
        rules,
        hooks.contribute_actions,
        (
            *setup.ACTIONS,
            *restructuring.ACTIONS,
            *order_of_business.ACTIONS,
            *working.ACTIONS,
            *payday.ACTIONS,
            *cleanup.ACTIONS,
        ),
    )
    rules.actions = {action.name: action for action in actions}
    rules.action_names = {action.cls: action.name for action in actions}
    rules.kinds = {action.cls: action for action in actions}
    _announce_codes(rules)
    decisions = _collect(
        rules,
        hooks.contribute_decisions,
        (
            *setup.DECISIONS,
            *restructuring.DECISIONS,
            *order_of_business.DECISIONS,
            *working.DECISIONS,
            *(dinnertime.DECISIONS if rules.calls[hooks.before_house.spec.index] else ()),
            *payday.DECISIONS,
            *cleanup.DECISIONS,
        ),
    )
    rules.decision_actions = {decision.name: decision.actions for decision in decisions}
    rules.decision_actions["working"] = (*rules.step_of_action, *rules.decision_actions["working"])
    rules.decisions = Known("decision", {decision.name: decision for decision in decisions})
    _check_answers(rules)
    campaign_kinds = _collect(rules, hooks.contribute_campaign_kinds)
    rules.campaign_kinds = Known("campaign kind", {kind.name: kind for kind in campaign_kinds})
    house_kinds = _collect(rules, hooks.contribute_house_kinds, (HouseKind("house"),))
    rules.house_kinds = Known("house kind", {kind.name: kind for kind in house_kinds})
    piece_kinds = _collect(rules, hooks.contribute_piece_kinds)
    rules.piece_kinds = Known("piece kind", {kind.name: kind for kind in piece_kinds})
    rules.add_ons = tuple(_collect(rules, hooks.contribute_add_ons))
    rules.substitutions = tuple(
        arrange(_collect(rules, hooks.contribute_substitutions, guests.substitutions()), edges, "substitutions")
    )
    rules.ranking_keys = tuple(
        arrange(_collect(rules, hooks.contribute_ranking_keys, guests.ranking_keys()), edges, "ranking keys")
    )
    rules.ranking_names = tuple(key.name for key in rules.ranking_keys)
    rules.order_keys = tuple(
        arrange(_collect(rules, hooks.contribute_order_keys, order_of_business.order_keys()), edges, "order keys")
    )
    rules.partitions = Known("partition", _partitions(rules))
    rules.bots = {bot.name: bot for bot in _collect(rules, hooks.contribute_bots)}


def _partitions(rules: Rules) -> dict[ModuleId, Partition[Any]]:
    """Each module's own state, under the id of the module."""
    found: dict[ModuleId, Partition[Any]] = {}
    hook = hooks.contribute_partitions
    for module, partition in hook.by_module(rules):
        if partition.module != module:
            text = f"a partition has the id of its module: expected {module}, found {partition.module}"
            raise rules.part_error(module, hook.spec.name, text)
        if found.setdefault(ModuleId(module), partition) is not partition:
            raise rules.part_error(
                module, hook.spec.name, "a module has one partition; put all its state into one class"
            )
    return found


def _arrange_steps(rules: Rules) -> None:
    """All steps in their order. One that is left out keeps its place, and nothing happens there."""
    edges = rules.plan.order
    steps = _collect_steps(rules)
    hook = hooks.contribute_steps_left_out
    named = hook.by_module(rules)
    names = [f"{step.phase}.{step.name}" for step in steps]
    for module, name in named:
        if name not in names:
            raise rules.part_error(module, hook.spec.name, f"no step {name}{did_you_mean(name, names)}")
    left_out = {name for _, name in named}
    rules.steps_left_out = frozenset(left_out)
    steps = [attrs.evolve(step, run=_nothing) if f"{step.phase}.{step.name}" in left_out else step for step in steps]
    setup_phase, *round_phases = PHASES
    rules.setup_steps = tuple(arrange([step for step in steps if step.phase == setup_phase], edges, "setup steps"))
    in_round: list[Step] = []
    for phase in round_phases:
        in_round.append(Step(phase, "begin", _begins(phase)))
        in_round.extend(arrange([step for step in steps if step.phase == phase], edges, f"steps of {phase}"))
        in_round.append(Step(phase, "end", _ends(phase)))
    rules.round_steps = tuple(in_round)


def _collect_steps(rules: Rules) -> list[Step]:
    own = (
        *setup.phase_steps(rules.settings.edition),
        *restructuring.phase_steps(),
        *order_of_business.phase_steps(),
        *working.phase_steps(),
        *dinnertime.phase_steps(),
        *payday.phase_steps(),
        *marketing.phase_steps(),
        *cleanup.phase_steps(),
    )
    found = {(step.phase, step.name): step for step in own}
    hook = hooks.contribute_steps
    for module, step in hook.by_module(rules):
        if step.phase not in PHASES:
            text = f"step {step.name}: no phase {step.phase}{did_you_mean(step.phase, PHASES)}"
            raise rules.part_error(module, hook.spec.name, text)
        if found.setdefault((step.phase, step.name), step) != step:
            text = f"two different steps of {step.phase} are called {step.name}"
            raise rules.part_error(module, hook.spec.name, text)
    return list(found.values())


def _add_step_actions(rules: Rules) -> None:
    """Actions that modules add to working steps of others, behind those that the steps have."""
    by_name = {step.name: step for step in rules.working_steps}
    hook = hooks.contribute_step_actions
    for module, (name, action) in hook.by_module(rules):
        if name not in by_name:
            text = f"no working step {name}{did_you_mean(name, by_name)}"
            raise rules.part_error(module, hook.spec.name, text)
        step = by_name[name]
        if action not in step.actions:
            by_name[name] = attrs.evolve(step, actions=(*step.actions, action))
    rules.working_steps = tuple(by_name.values())


def _nothing(game: Game) -> None:
    """What a step does that is left out."""


def _begins(phase: str) -> Callable[[Game], None]:
    return lambda game: game.begin_phase(phase)


def _ends(phase: str) -> Callable[[Game], None]:
    return lambda game: game.end_phase(phase)


def _announce_codes(rules: Rules) -> None:
    """The refusal codes of every action with their meanings, with those that modules add to actions of others."""
    codes = {name: with_meanings(kind.codes) for name, kind in rules.actions.items()}
    for name in _written_in_several_ways(rules):
        codes[name].update(SPELLING)  # Game.check accepts one of the ways only
    hook = hooks.contribute_codes
    for module, (name, more) in hook.by_module(rules):
        if name not in codes:
            raise rules.part_error(module, hook.spec.name, f"no action {name}{did_you_mean(name, codes)}")
        codes[name].update(with_meanings(more))
    _announce_codes_of_steps(rules, codes)
    rules.action_codes = codes


def _announce_codes_of_steps(rules: Rules, codes: dict[str, dict[str, str]]) -> None:
    """What an action of the working turn may be refused with because of its step (R-20)."""
    for name, step in rules.step_of_action.items():
        if name in codes:
            codes[name]["step_over"] = ALWAYS["step_over"]
            if any(index < step for index in rules.holding_steps):
                # Taken at once it leaves the steps before it behind, as the end of the turn does.
                codes[name].update(codes["end_turn"])


def _written_in_several_ways(rules: Rules) -> list[str]:
    """Actions that people and files may write in ways that the engine does not."""
    return [name for name, kind in rules.actions.items() if type(kind).canonical is not ActionKind.canonical]


def _check_answers(rules: Rules) -> None:
    """Every decision and every working step names actions that there are."""
    known = rules.actions
    brought: list[tuple[str, Spec, str, Sequence[str]]] = []
    for module, step in hooks.contribute_working_steps.by_module(rules):
        brought.append((module, hooks.contribute_working_steps.spec, f"step {step.name}", step.actions))
    for module, (name, action) in hooks.contribute_step_actions.by_module(rules):
        brought.append((module, hooks.contribute_step_actions.spec, f"step {name}", (action,)))
    for module, decision in hooks.contribute_decisions.by_module(rules):
        brought.append((module, hooks.contribute_decisions.spec, f"decision {decision.name}", decision.actions))
    for module, spec, what, names in brought:
        for name in names:
            if name not in known:
                raise rules.part_error(module, spec.name, f"{what}: no action {name}{did_you_mean(name, known)}")


# --- what content names and nobody brings ----------------------------------------------------------------------------


@attrs.frozen
class MissingKind:
    """A kind that content names and nobody brings."""

    content: str  # cards, campaigns or tiles
    name: str | int  # of the card or tile
    key: str
    kind: str
    text: str
    nearest: str | None


def missing_kinds(rules: Rules) -> Iterator[MissingKind]:
    """Kinds of campaigns and of houses that content names, but no module that is on brings."""
    content, campaigns, houses = rules.content, rules.campaign_kinds, rules.house_kinds
    uses: list[tuple[str, str | int, str, str, str, Mapping[str, Any]]] = [
        *(
            ("cards", name, f"{name}.campaigns", "campaign", kind, campaigns)
            for name, card in content.cards.items()
            for kind in card.campaigns
        ),
        *(
            ("campaigns", number, f"campaign {number}.kind", "campaign", tile.kind, campaigns)
            for number, tile in content.campaigns.items()
        ),
        *(
            ("tiles", name, f"{name}.houses", "house", house.kind, houses)
            for name, tile in content.tiles.items()
            for house in tile.houses
        ),
    ]
    for part, name, key, what, kind, valid in uses:
        if kind not in valid:
            text = f"no module that is on brings the kind of {what} {kind}{did_you_mean(kind, valid)}"
            yield MissingKind(part, name, key, kind, text, nearest(kind, valid))


_compiled: dict[Any, Rules] = {}


def compile_rules(plan: Plan) -> Rules:
    """The rules of a plan, compiled once per process. Raises InputError for what does not fit together."""
    found = _compiled.get(plan.key)
    if found is None:
        found = make_rules(plan)
        missing = [f"{each.content}: {each.key}: {each.text}" for each in missing_kinds(found)]
        if missing:
            raise InputError("\n".join(missing))
        _compiled[plan.key] = found
    return found

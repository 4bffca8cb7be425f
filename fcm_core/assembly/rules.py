"""The compiled rules of a plan: content, parts in order, and hooks as plain tuples. Built once per plan and shared.

Building a plugin manager takes milliseconds, so nothing here is made per game, and nothing goes through pluggy in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from fcm_core.assembly.plugins import PluginManager, manager_for
from fcm_core.basics.errors import FcmError, HookError, InputError
from fcm_core.basics.names import did_you_mean, nearest
from fcm_core.basics.ordering import arrange
from fcm_core.game import hooks as hookspecs
from fcm_core.game.actions import Hire
from fcm_core.game.board import DOOR_OFFSET
from fcm_core.game.parts import ActionKind, DecisionKind, HouseKind, PieceKind, Step
from fcm_core.game.state import MapSpec
from fcm_core.map.grid import Grid
from fcm_core.map.grid import grid as shared_grid
from fcm_core.map.ground import Ground, rotate
from fcm_core.map.shapes import rect
from fcm_core.phases import cleanup, dinnertime, marketing, order_of_business, payday, restructuring, setup, working
from fcm_core.rules.content import Content, load_content

if TYPE_CHECKING:
    from fcm_core.rules.plan import Plan

ROUND_PHASES = ("restructuring", "order_of_business", "working", "dinnertime", "payday", "marketing", "cleanup")


@attrs.frozen
class Settings:
    """The core's own settings; modules set them through contribute_settings from their options."""

    edition: str = "classic"  # or "deluxe", where rulings differ
    reserve_cards: bool = True
    bank_per_player: int = 50  # dollars
    payday: bool = True
    open_payday: bool = False  # who is fired is known before the next player chooses
    breaks: int = 2  # the break of the bank that ends the game
    all_drinks: bool = False  # redraw the map until every drink is on it
    map_margin: int = 0  # spare tiles around the map, for maps that grow in play
    map_size: tuple[int, int] | None = None  # tiles north-south and west-east, instead of the setup table's


@attrs.frozen
class MissingKind:
    """A kind that content names and nobody brings."""

    content: str  # cards, campaigns or tiles
    name: str | int  # of the card or tile
    key: str
    kind: str
    text: str
    nearest: str | None


class Rules:
    """Everything about a plan that does not change during a game."""

    def __init__(
        self, plan: Plan, content: Content | None = None, manager: PluginManager | None = None, hooks: Any = None
    ) -> None:
        """Compiles a plan; content, plugins and compiled hooks may be handed over by those who check them.

        Raises InputError for what does not fit together, HookError for a module whose code raises.
        """
        self.plan = plan
        self.content = content if content is not None else load_content(plan)
        self.manager = manager if manager is not None else manager_for(plan)
        self.hooks: Any = hooks if hooks is not None else self.manager.compile(hookspecs)
        self.blame: Callable[[BaseException], tuple[str, str] | None] = self.manager.blame
        self.options = plan.options
        self._grounds: dict[MapSpec, Ground] = {}
        self._read_content()
        try:
            self.settings = self._settings()
            self._schedule_milestones()
            self._arrange_parts()
        except FcmError:
            raise
        except Exception as error:
            raise self.blamed(error, "making the rules") from error

    def missing_kinds(self) -> Iterator[MissingKind]:
        """Kinds of campaigns and of houses that content names, but no module that is on brings."""
        content, campaigns, houses = self.content, self.campaign_kinds, self.house_kinds
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

    def blamed(self, error: Exception, doing: str) -> Exception:
        """The error as a HookError that names module and hook, or itself where no module is at fault."""
        found = self.blame(error)
        return error if found is None else HookError(*found, doing, error)

    # --- content ---------------------------------------------------------------------------------------------------

    def _read_content(self) -> None:
        content = self.content
        self.cards = content.cards
        self.goods = content.goods
        self.tiles = content.tiles
        self.campaign_tiles = content.campaigns
        self.milestones = content.milestones
        self.setup = content.setup
        self.reserve_cards = content.reserve_cards
        self.restaurants_per_player: int = content.setup.restaurants_per_player
        cards = self.cards
        names = list(cards)
        self.entry_cards: tuple[str, ...] = tuple(name for name in names if cards[name].entry)
        self.hire_actions = {name: Hire(name) for name in self.entry_cards}
        self.hiring_cards = tuple(name for name in names if cards[name].hires)
        self.discount_cards = frozenset(name for name in names if cards[name].unused_hire_discount)
        self.training_cards = tuple(name for name in names if cards[name].trainings)
        self.marketing_cards = tuple(name for name in names if cards[name].campaigns)
        self.cook_cards = tuple(name for name in names if cards[name].produces)
        self.buyer_cards = tuple(name for name in names if cards[name].drinks)
        self.builder_cards = tuple(name for name in names if cards[name].places)
        self.restaurant_cards = tuple(name for name in names if cards[name].restaurants)
        self.drive_in_cards = tuple(name for name in names if cards[name].drive_in)
        self.price_cards = tuple(name for name in names if cards[name].price)
        self.tip_cards = tuple(name for name in names if cards[name].tip)
        self.percent_cards = tuple(name for name in names if cards[name].income_percent)
        self.sale_bonus_cards = tuple(name for name in names if cards[name].bonus_per_sale)
        self.cleanup_cook_cards = tuple(name for name in names if cards[name].produces_at_cleanup)
        self.ceo_cards = tuple(name for name in names if cards[name].always_at_work)
        self.marketable = tuple(name for name, good in self.goods.items() if good.marketable)
        self.drinks = tuple(name for name, good in self.goods.items() if good.kind == "drink")
        self.source_goods = {good.letter: name for name, good in self.goods.items() if good.letter}
        self.unique_groups = self._unique_groups()
        self.careers = {name: self._career(name) for name in names}
        self.trained_to_depth = {name: len(self.careers[name]) for name in names}

    def _unique_groups(self) -> dict[str, tuple[str, ...]]:
        groups: dict[str, tuple[str, ...]] = {}
        for name, card in self.cards.items():
            if card.unique is True:
                groups[name] = (name,)
            elif card.unique:
                groups[name] = tuple(other for other, each in self.cards.items() if each.unique == card.unique)
        return groups

    def _career(self, name: str) -> dict[str, int]:
        """Cards that a card can be trained to, with the training steps it takes, nearest first."""
        found: dict[str, int] = {}
        front = [name]
        steps = 0
        while front:
            steps += 1
            following: list[str] = []
            for card in front:
                for to in self.cards[card].trains_to:
                    if to in self.cards and to not in found and to != name:
                        found[to] = steps
                        following.append(to)
            front = following
        return found

    def _settings(self) -> Settings:
        values: dict[str, Any] = {}
        names = {field.name for field in attrs.fields(Settings)}
        for hook in self.hooks.contribute_settings:
            for name, value in (hook(self) or {}).items():
                if name not in names:
                    raise InputError(f"contribute_settings: no setting {name}; there are {', '.join(sorted(names))}")
                if name in values and values[name] != value:
                    raise InputError(f"two modules give the setting {name} different values: {values[name]}, {value}")
                values[name] = value
        changed: dict[str, Any] = {}
        for hook in self.hooks.override_settings:
            for name, value in (hook(self) or {}).items():
                if name not in names:
                    raise InputError(f"override_settings: no setting {name}; there are {', '.join(sorted(names))}")
                if changed.setdefault(name, value) != value:
                    raise InputError(f"two modules override the setting {name}: {changed[name]}, {value}")
        return Settings(**{**values, **changed})

    def _schedule_milestones(self) -> None:
        """Milestones that modules take away, at once (round 0) or at the end of a round."""
        rounds: dict[str, int] = {}
        for hook in self.hooks.contribute_milestone_rounds:
            for name, last in (hook(self) or {}).items():
                if name not in self.milestones:
                    raise InputError(f"no milestone {name}{did_you_mean(name, self.milestones)}")
                rounds[name] = min(last, rounds.get(name, last))
        self.milestones = {
            name: attrs.evolve(milestone, remove_after_round=rounds.get(name, milestone.remove_after_round))
            for name, milestone in self.milestones.items()
            if rounds.get(name) != 0
        }

    # --- parts -----------------------------------------------------------------------------------------------------

    def _collect(self, hook: str, own: Iterable[Any] = ()) -> list[Any]:
        found: dict[str, Any] = {part.name: part for part in own}
        for contribute in getattr(self.hooks, hook):
            for part in contribute(self) or ():
                if part.name in found and found[part.name] != part:
                    raise InputError(f"{hook}: two different parts are called {part.name}")
                found[part.name] = part
        return list(found.values())

    def _arrange_parts(self) -> None:
        edges = self.plan.order
        steps = self._collect_steps()
        self.setup_steps = tuple(arrange([step for step in steps if step.phase == "setup"], edges, "setup steps"))
        in_round: list[Step] = []
        for phase in ROUND_PHASES:
            in_round.append(Step(phase, "begin", _begins(phase)))
            own = [step for step in steps if step.phase == phase]
            in_round.extend(arrange(own, edges, f"steps of {phase}"))
            in_round.append(Step(phase, "end", _ends(phase)))
        self.round_steps = tuple(in_round)
        self.working_steps = tuple(
            arrange(self._collect("contribute_working_steps", working.WORKING_STEPS), edges, "working steps")
        )
        self.holding_steps = tuple(index for index, step in enumerate(self.working_steps) if step.leave is not None)
        actions: Sequence[ActionKind] = self._collect(
            "contribute_actions",
            (
                *setup.ACTIONS,
                *restructuring.ACTIONS,
                *order_of_business.ACTIONS,
                *working.ACTIONS,
                *payday.ACTIONS,
                *cleanup.ACTIONS,
            ),
        )
        self.actions = {action.name: action for action in actions}
        self._announce_codes()
        self._action_names = {action.cls: action.name for action in actions}
        self.step_of_action = {name: index for index, step in enumerate(self.working_steps) for name in step.actions}
        decisions: Sequence[DecisionKind] = self._collect(
            "contribute_decisions",
            (
                *setup.DECISIONS,
                *restructuring.DECISIONS,
                *order_of_business.DECISIONS,
                *working.DECISIONS,
                *payday.DECISIONS,
                *cleanup.DECISIONS,
            ),
        )
        self.decision_actions = {decision.name: decision.actions for decision in decisions}
        self.decision_actions["working"] = (*self.step_of_action, *self.decision_actions["working"])
        self.decisions = {decision.name: self._listed(decision) for decision in decisions}
        self.campaign_kinds = {kind.name: kind for kind in self._collect("contribute_campaign_kinds")}
        kinds: Sequence[HouseKind] = self._collect("contribute_house_kinds", (HouseKind("house"),))
        self.house_kinds = {kind.name: kind for kind in kinds}
        pieces: Sequence[PieceKind] = self._collect("contribute_piece_kinds")
        self.piece_kinds = {kind.name: kind for kind in pieces}
        self.add_ons = tuple(self._collect("contribute_add_ons"))
        self.substitutions = tuple(
            arrange(self._collect("contribute_substitutions", dinnertime.SUBSTITUTIONS), edges, "substitutions")
        )
        self.ranking_keys = tuple(
            arrange(self._collect("contribute_ranking_keys", dinnertime.RANKING_KEYS), edges, "ranking keys")
        )
        self.order_keys = tuple(
            arrange(self._collect("contribute_order_keys", order_of_business.ORDER_KEYS), edges, "order keys")
        )
        self.partitions = {
            partition.module: partition
            for contribute in self.hooks.contribute_partitions
            for partition in contribute(self) or ()
        }
        self.bots = {bot.name: bot for bot in self._collect("contribute_bots")}

    def _announce_codes(self) -> None:
        """Refusal codes that modules add to actions of others."""
        for hook in self.hooks.contribute_codes:
            for name, codes in (hook(self) or {}).items():
                action = self.actions.get(name)
                if action is None:
                    raise InputError(f"contribute_codes: no action {name}{did_you_mean(name, self.actions)}")
                new = [code for code in codes if code not in action.codes]
                self.actions[name] = attrs.evolve(action, codes=(*action.codes, *new))

    def _collect_steps(self) -> list[Step]:
        own = (
            *setup.steps(self.settings.edition),
            *restructuring.STEPS,
            *order_of_business.STEPS,
            *working.STEPS,
            *dinnertime.STEPS,
            *payday.STEPS,
            *marketing.STEPS,
            *cleanup.STEPS,
        )
        found = {(step.phase, step.name): step for step in own}
        for contribute in self.hooks.contribute_steps:
            for step in contribute(self) or ():
                if step.phase not in (*ROUND_PHASES, "setup"):
                    raise InputError(f"step {step.name}: no phase {step.phase}")
                if found.setdefault((step.phase, step.name), step) != step:
                    raise InputError(f"two different steps of {step.phase} are called {step.name}")
        return list(found.values())

    def _listed(self, decision: DecisionKind) -> DecisionKind:
        """A decision that does not list its own choices offers those of its actions."""
        for name in self.decision_actions[decision.name]:
            if name not in self.actions:
                raise InputError(f"decision {decision.name}: no action {name}{did_you_mean(name, self.actions)}")
        if decision.choices is not None:
            return decision
        kinds = [self.actions[name] for name in self.decision_actions[decision.name]]

        def choices(game: Any, owed: Any) -> list[Any]:
            return [choice for kind in kinds for choice in kind.choices(game, owed.player)]

        return attrs.evolve(decision, choices=choices)

    # --- look-ups --------------------------------------------------------------------------------------------------

    def action_name(self, action: Any) -> str:
        """The name of an action's kind, or the name of its type where no kind has it."""
        return self._action_names.get(type(action), type(action).__name__)

    def title(self, card: str) -> str:
        """A card's title."""
        found = self.cards.get(card)
        return found.title if found is not None else card

    def ground(self, spec: MapSpec) -> Ground:
        """The ground of a map, built once."""
        found = self._grounds.get(spec)
        if found is None:
            if len(self._grounds) > 256:  # thousands of random games would otherwise pile up
                self._grounds.clear()
            found = self._grounds[spec] = self._build(spec)
        return found

    def _build(self, spec: MapSpec) -> Ground:
        grid = shared_grid(spec.tile_rows, spec.tile_cols, spec.margin)
        if spec.drawing:
            ground = Ground.from_drawing(grid, spec.drawing)
            for row, column, tile, turns in spec.tiles:  # tiles that joined the drawing in play
                ground = ground.with_tile((row, column), rotate(self.tiles[tile].rows, turns))
        else:
            placements = {(row, column): (tile, turns) for row, column, tile, turns in spec.tiles}
            ground = Ground.from_tiles(grid, placements, {name: tile.rows for name, tile in self.tiles.items()})
        if spec.roads:
            ground = ground.with_roads(sum(1 << square for square in spec.roads))
        if spec.costs:
            # in the classic edition only Dinnertime and coffee count what passing these squares costs.
            costly = ground.with_costs(dict(spec.costs))
            if self.settings.edition == "deluxe":
                ground = costly
            else:
                ground.dinner = costly
        return ground

    @staticmethod
    @lru_cache(maxsize=8192)
    def restaurant_squares(grid: Grid, at: int, entrance: str) -> tuple[int, int]:
        """Bitboard and entrance square of a restaurant."""
        row, column = DOOR_OFFSET[entrance]
        return rect(grid, at, 2, 2), at + row * grid.stride + column


def _begins(phase: str) -> Callable[[Any], None]:
    return lambda game: game.begin_phase(phase)


def _ends(phase: str) -> Callable[[Any], None]:
    return lambda game: game.end_phase(phase)


_compiled: dict[Any, Rules] = {}


def compile_rules(plan: Plan) -> Rules:
    """The rules of a plan, compiled once per process. Raises InputError for what does not fit together."""
    found = _compiled.get(plan.key)
    if found is None:
        found = Rules(plan)
        missing = [f"{each.content}: {each.key}: {each.text}" for each in found.missing_kinds()]
        if missing:
            raise InputError("\n".join(missing))
        _compiled[plan.key] = found
    return found

"""The compiled rules of a plan: content, parts in their order, and hooks as plain tuples. Made once per plan and shared.

fcm_core.assembly.compile makes them. Nothing here is made per game, and nothing goes through pluggy in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from fcm_core.basics.errors import HookError, PartError, UnknownNameError
from fcm_core.basics.vocabulary import CampaignNumber, CardId, MilestoneId, ModuleId, hundredths
from fcm_core.game.actions import Hire
from fcm_core.map.grid import Grid
from fcm_core.map.grid import grid as shared_grid
from fcm_core.map.ground import Ground, rotate
from fcm_core.map.shapes import DOOR_OFFSET, rect

if TYPE_CHECKING:
    from fcm_core.game.parts import (
        ActionKind,
        AddOn,
        Bot,
        CampaignKind,
        DecisionKind,
        HouseKind,
        OrderKey,
        Partition,
        PieceKind,
        RankingKey,
        Step,
        Substitution,
        WorkingStep,
    )
    from fcm_core.game.state import MapSpec
    from fcm_core.rules.content import Content, Milestone
    from fcm_core.rules.plan import Plan

Calls = tuple[tuple[Callable[..., Any], ...], ...]  # by the index of a hook: its implementations, in plan order

K = TypeVar("K")
V = TypeVar("V")

KNOWN_GROUNDS = 256  # maps that are remembered; thousands of random games would otherwise pile up


@attrs.frozen
class Settings:
    """What modules set once for the whole game (set_* hooks of the rules)."""

    edition: str = "classic"  # or "deluxe", where rulings differ
    bank_per_player: int = 50  # dollars
    breaks: int = 2  # the break of the bank that ends the game
    unique_limits: bool = True  # "1x" cards: one a player, and as many as the number of players allows
    map_margin: int = 0  # spare tiles around the map, for maps that grow in play


class Known(dict[K, V]):
    """Parts by name. What code asks for and is not there is named, with the nearest there is."""

    def __init__(self, what: str, parts: Mapping[K, V]) -> None:
        super().__init__(parts)
        self.what = what

    def __missing__(self, name: K) -> V:
        raise UnknownNameError(self.what, name, self)


class Rules:
    """Everything about a plan that does not change during a game.

    While they are made, `contribute_*` and `set_*` hooks see the content and the options, but no parts yet.
    """

    setup_steps: tuple[Step, ...]  # in order
    round_steps: tuple[Step, ...]  # of all phases, in order
    working_steps: tuple[WorkingStep, ...]  # in order
    holding_steps: tuple[int, ...]  # indexes of the working steps that may refuse to let go
    steps_left_out: frozenset[str]  # as `phase.step`
    actions: dict[str, ActionKind[Any]]
    action_codes: dict[str, dict[str, str]]  # action -> the refusal codes it may give, those of modules too: meanings
    step_of_action: dict[str, int]  # action -> index of its working step
    decisions: dict[str, DecisionKind]
    decision_actions: dict[str, tuple[str, ...]]  # decision -> the actions that answer it
    campaign_kinds: dict[str, CampaignKind]
    house_kinds: dict[str, HouseKind]
    piece_kinds: dict[str, PieceKind]
    add_ons: tuple[AddOn, ...]
    substitutions: tuple[Substitution, ...]  # in order: the best first
    ranking_keys: tuple[RankingKey, ...]  # in order: the first decides first
    ranking_names: tuple[str, ...]
    order_keys: tuple[OrderKey, ...]
    partitions: dict[ModuleId, Partition[Any]]
    bots: dict[str, Bot]
    settings: Settings

    def __init__(
        self,
        plan: Plan,
        content: Content,
        calls: Calls,
        owners: Mapping[Callable[..., Any], str],
        later: Mapping[str, frozenset[str]],
        blame: Callable[[BaseException], tuple[str, str] | None],
    ) -> None:
        self.plan = plan
        self.options = plan.options  # module -> its options, such as options["base"]["edition"]
        self.content = content
        self.calls = calls
        self.owners = owners  # implementation of a hook -> module
        self.later = later  # module -> modules that an order names after it
        self.blame = blame  # the module and hook that an exception came out of, or None
        self._grounds: dict[MapSpec, Ground] = {}
        self.action_names: dict[type, str] = {}
        self.kinds: dict[type, ActionKind[Any]] = {}
        self._read_content()

    # --- content ---------------------------------------------------------------------------------------------------

    def _read_content(self) -> None:
        content = self.content
        self.cards = content.cards  # card -> Card, of all modules that are on
        self.goods = content.goods  # good -> Good
        self.tiles = content.tiles  # map tile -> Tile
        self.campaign_tiles = content.campaigns  # number -> CampaignTile
        # When campaigns run, in hundredths: by their number where the tile says nothing else.
        self.campaign_orders = {
            number: hundredths(tile.order or str(number)) or 0 for number, tile in content.campaigns.items()
        }
        self.milestones: Mapping[MilestoneId, Milestone] = Known("milestone", content.milestones)
        self.setup = content.setup
        self.reserve_cards = content.reserve_cards
        self.restaurants_per_player: int = content.setup.restaurants_per_player
        cards = self.cards
        names = list(cards)
        self.entry_cards: tuple[CardId, ...] = tuple(name for name in names if cards[name].entry)
        self.hire_actions = {name: Hire(name) for name in self.entry_cards}
        self.hiring_cards = tuple(name for name in names if cards[name].hires)
        # Those that take most off the salaries give their unused hires first.
        self.hiring_by_discount = tuple(sorted(self.hiring_cards, key=lambda name: -cards[name].unused_hire_discount))
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
        self.ceo_cards = tuple(name for name in names if cards[name].always_at_work and cards[name].dealt)
        self.marketable = tuple(name for name, good in self.goods.items() if good.marketable)
        self.drinks = tuple(name for name, good in self.goods.items() if good.kind == "drink")
        self.source_goods = {good.letter: name for name, good in self.goods.items() if good.letter}
        self.unique_groups = self._unique_groups()
        self.careers = {name: self._career(name) for name in names}
        self.trained_to_depth = {name: len(self.careers[name]) for name in names}

    def _unique_groups(self) -> dict[CardId, tuple[CardId, ...]]:
        groups: dict[CardId, tuple[CardId, ...]] = {}
        for name, card in self.cards.items():
            if card.unique is True:
                groups[name] = (name,)
            elif card.unique:
                groups[name] = tuple(other for other, each in self.cards.items() if each.unique == card.unique)
        return groups

    def _career(self, name: CardId) -> dict[CardId, int]:
        """Cards that a card can be trained to, with the training steps it takes, nearest first."""
        found: dict[CardId, int] = {}
        front = [name]
        steps = 0
        while front:
            steps += 1
            following: list[CardId] = []
            for card in front:
                for to in self.cards[card].trains_to:
                    if to in self.cards and to not in found and to != name:
                        found[to] = steps
                        following.append(to)
            front = following
        return found

    # --- look-ups --------------------------------------------------------------------------------------------------

    def action_name(self, action: Any) -> str:
        """The name of an action's kind, or the name of its type where no kind has it."""
        return self.action_names.get(type(action), type(action).__name__)

    def kind_of(self, action: Any) -> ActionKind[Any]:
        """The kind of an action. KeyError where no kind has it."""
        return self.kinds[type(action)]

    def campaign_order(self, number: CampaignNumber) -> tuple[int, CampaignNumber]:
        """When a campaign runs among the others: the lowest first (R-30)."""
        return self.campaign_orders.get(number, number * 100), number

    def title(self, card: CardId) -> str:
        """A card's title."""
        found = self.cards.get(card)
        return found.title if found is not None else card

    def ground(self, spec: MapSpec) -> Ground:
        """The ground of a map, built once."""
        found = self._grounds.get(spec)
        if found is None:
            if len(self._grounds) > KNOWN_GROUNDS:
                self._grounds.clear()
            found = self._grounds[spec] = self._build(spec)
        return found

    def _build(self, spec: MapSpec) -> Ground:
        grid = shared_grid(spec.tile_rows, spec.tile_cols, spec.margin)
        if spec.drawing:
            ground = Ground.from_drawing(grid, spec.drawing, self.setup.printed)
            for row, column, tile, turns in spec.tiles:  # tiles that joined the drawing in play
                ground = ground.with_tile((row, column), rotate(self.tiles[tile].rows, turns))
        else:
            placements = {(row, column): (tile, turns) for row, column, tile, turns in spec.tiles}
            tile_rows = {name: tile.rows for name, tile in self.tiles.items()}
            ground = Ground.from_tiles(grid, placements, tile_rows, self.setup.printed)
        if spec.roads:
            ground = ground.with_roads(sum(1 << square for square in spec.roads))
        if spec.costs:
            # in the classic edition only Dinnertime and coffee count what passing these squares costs.
            ground = ground.with_costs(dict(spec.costs), at_dinner_only=self.settings.edition == "classic")
        return ground

    @staticmethod
    @lru_cache(maxsize=8192)
    def restaurant_squares(grid: Grid, at: int, entrance: str) -> tuple[int, int]:
        """Bitboard and entrance square of a restaurant."""
        row, column = DOOR_OFFSET[entrance]
        return rect(grid, at, 2, 2), at + row * grid.stride + column

    def part_error(self, module: str, hook: str, text: str) -> PartError:
        """What is wrong with something that a module hands over, with its file."""
        folder = next((each.folder for each in self.plan.modules if each.id == module), None)
        return PartError(hook, text, module, str(folder / "plugin.py") if folder is not None else "plugin.py")

    def blamed(self, error: BaseException, doing: str) -> BaseException:
        """The error as a HookError that names module and hook, or itself where no module is at fault.

        A module that wants to end the program (SystemExit) is at fault like any other; only the person at the keyboard may.
        """
        found = self.blame(error)
        return error if found is None else HookError(*found, doing, error)

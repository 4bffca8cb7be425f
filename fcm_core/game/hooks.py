"""The hook specifications. The verb says how results combine:

on_*          observe: something happened.
contribute_*  add parts; two modules may give the same name only with equal values.
modify_*      contributions (amount, why) to a number; the core sums them and keeps the reasons.
check_*       refuse: return a Refusal or None; any one refusal wins.

An implementation takes any of the arguments by name; results may be None for nothing. `game` is the running Game,
`player` a seat number from 0, money is whole dollars, distances are tile borders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

from fcm_core.basics.errors import Refusal
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
    Reasons,
    Step,
    Substitution,
    WorkingStep,
)

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.game.dinner import Candidate, Sale
    from fcm_core.game.game import Game
    from fcm_core.game.state import Campaign, House, Restaurant

hookspec = pluggy.HookspecMarker("fcm")
hookimpl = pluggy.HookimplMarker("fcm")

# --- contribute: asked once, when a ruleset is compiled -----------------------------------------------------------


@hookspec
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Steps of setup or of a phase of the round, between two named steps of that phase."""
    raise NotImplementedError


@hookspec
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """Steps of a player's working turn, each with the names of its actions."""
    raise NotImplementedError


@hookspec
def contribute_actions(rules: Rules) -> Sequence[ActionKind]:
    """Kinds of action, with their fields, checks and effects."""
    raise NotImplementedError


@hookspec
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Kinds of decision that may be asked of a player."""
    raise NotImplementedError


@hookspec
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Kinds of campaign: where they may lie and whom they reach."""
    raise NotImplementedError


@hookspec
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """Kinds of house and their demand limits."""
    raise NotImplementedError


@hookspec
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """Board pieces besides restaurants, houses, gardens and campaign tiles."""
    raise NotImplementedError


@hookspec
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """Meals that stand for what a house asked for; the core's own is `asked_goods`."""
    raise NotImplementedError


@hookspec
def contribute_add_ons(rules: Rules) -> Sequence[AddOn]:
    """Goods sold besides any meal; a chain that has them is preferred."""
    raise NotImplementedError


@hookspec
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """Keys of the choice among restaurants; the core's anchors: add_ons, substitution, price_and_distance, turn_order."""
    raise NotImplementedError


@hookspec
def contribute_order_keys(rules: Rules) -> Sequence[OrderKey]:
    """Who chooses first in Order of Business; the core's anchors: open_slots, turn_order."""
    raise NotImplementedError


@hookspec
def contribute_partitions(rules: Rules) -> Sequence[Partition]:
    """A module's own state."""
    raise NotImplementedError


@hookspec
def contribute_bots(rules: Rules) -> Sequence[Bot]:
    """Players without a human."""
    raise NotImplementedError


@hookspec
def contribute_codes(rules: Rules) -> Mapping[str, Sequence[str]]:
    """Refusal codes of check_* hooks for actions of others, by action: a code that is announced can be relied on."""
    raise NotImplementedError


# --- check ---------------------------------------------------------------------------------------------------------


@hookspec
def check_action(game: Game, player: int, action: Any) -> Refusal | None:
    """May this action, legal by all other rules, be taken? Called for every action, so look at its type first.

    What is refused is not offered either. Something must stay legal in every decision. New refusal codes: contribute_codes.
    """
    raise NotImplementedError


@hookspec
def check_own(game: Game, player: int, card: str) -> Refusal | None:
    """May this player come to own one more of this card (by hiring or training)?"""
    raise NotImplementedError


@hookspec
def check_serves(game: Game, candidate: Candidate, house: House) -> Refusal | None:
    """Will this house accept this offer at all?"""
    raise NotImplementedError


@hookspec
def check_seats(game: Game, player: int, work: Mapping[str, int]) -> Refusal | None:
    """Does this multiset of cards at work (the CEO aside) break a rule about where cards sit?"""
    raise NotImplementedError


# --- modify --------------------------------------------------------------------------------------------------------


@hookspec
def modify_unit_price(game: Game, player: int) -> Reasons | None:
    """Dollars on top of the base price and of the price cards at work."""
    raise NotImplementedError


@hookspec
def modify_base_price(game: Game) -> Reasons | None:
    """Dollars on top of the base price, for everybody. What waits for the next Dinnertime does not count yet."""
    raise NotImplementedError


@hookspec
def modify_distance(game: Game, player: int, house: House) -> Reasons | None:
    """Tile borders on top of the distance from a house to a chain, for the choice in Dinnertime."""
    raise NotImplementedError


@hookspec
def modify_multiplier(game: Game, player: int, house: House) -> Reasons | None:
    """Unit prices that an item brings on top of one."""
    raise NotImplementedError


@hookspec
def modify_item_bonus(game: Game, player: int, good: str) -> Reasons | None:
    """Dollars for each item of this good sold; no part of the price."""
    raise NotImplementedError


@hookspec
def modify_sale_bonus(game: Game, player: int, house: House) -> Reasons | None:
    """Dollars for each house served."""
    raise NotImplementedError


@hookspec
def modify_tip(game: Game, player: int, card: str) -> Reasons | None:
    """Dollars on top of the tip of one card at work that earns tips."""
    raise NotImplementedError


@hookspec
def modify_income_percent(game: Game, player: int) -> Reasons | None:
    """Percent of the Dinnertime's income on top; the highest single value counts, they do not add up (R-41)."""
    raise NotImplementedError


@hookspec
def modify_salary(game: Game, player: int, card: str) -> Reasons | None:
    """Dollars on top of one card's $5 salary (-5 waives it)."""
    raise NotImplementedError


@hookspec
def modify_salaries(game: Game, player: int) -> Reasons | None:
    """Dollars on top of the sum of salaries; the sum never falls below 0."""
    raise NotImplementedError


@hookspec
def modify_ceo_slots(game: Game, player: int) -> Reasons | None:
    """Slots on top of the CEO's."""
    raise NotImplementedError


@hookspec
def modify_open_slots(game: Game, player: int) -> Reasons | None:
    """Open slots counted on top in Order of Business; they hold no cards."""
    raise NotImplementedError


@hookspec
def modify_card_actions(game: Game, player: int, card: str) -> Reasons | None:
    """How many times more each copy of this card at work acts."""
    raise NotImplementedError


@hookspec
def modify_range(game: Game, player: int, card: str) -> Reasons | None:
    """Tile borders on top of the range of a card: a buyer, a marketeer, a manager that places restaurants."""
    raise NotImplementedError


@hookspec
def modify_drinks(game: Game, player: int, card: str) -> Reasons | None:
    """Drinks on top of what a buyer brings per source (or in all, without a route)."""
    raise NotImplementedError


@hookspec
def modify_eternal(game: Game, player: int, kind: str, card: str) -> Reasons | None:
    """Above 0: a campaign of this kind placed now by this marketeer of the player is eternal."""
    raise NotImplementedError


@hookspec
def modify_counters(game: Game, campaign: Campaign, house: House) -> Reasons | None:
    """Demand counters on top of one where a campaign reaches a house."""
    raise NotImplementedError


@hookspec
def modify_marketing_passes(game: Game) -> Reasons | None:
    """Marketing passes on top of one."""
    raise NotImplementedError


@hookspec
def modify_freezer(game: Game, player: int) -> Reasons | None:
    """Items that may be kept in Cleanup; the highest single value counts."""
    raise NotImplementedError


@hookspec
def modify_stacking(game: Game, player: int) -> Reasons | None:
    """Above 0: training actions of several employees may be used on one card."""
    raise NotImplementedError


@hookspec
def modify_trains_at_work(game: Game, player: int, card: str, to: str) -> Reasons | None:
    """Above 0: this card may be trained to that one where it works, not only on the beach; it keeps its slot."""
    raise NotImplementedError


@hookspec
def modify_sees_reserves(game: Game, player: int) -> Reasons | None:
    """Above 0: this player may look at the reserve cards."""
    raise NotImplementedError


@hookspec
def contribute_firings(game: Game, player: int) -> Mapping[str, int] | None:
    """Cards that go at this Payday, if owned, or as Dinnertime ends where no Payday follows (R-24a): card -> copies."""
    raise NotImplementedError


@hookspec
def modify_spared(game: Game, player: int) -> Reasons | None:
    """Above 0: this player is not forced to fire for lack of cash, but pays what it can."""
    raise NotImplementedError


@hookspec
def modify_last_break(game: Game) -> Reasons | None:
    """Breaks on top of the one that ends the game."""
    raise NotImplementedError


# --- on ------------------------------------------------------------------------------------------------------------


@hookspec
def on_game_set_up(game: Game) -> None:
    """The map, the supply and the players are there; nobody has chosen anything yet.

    Not called for a position that begins after setup: what it holds, it states.
    """
    raise NotImplementedError


@hookspec
def on_phase_begin(game: Game, phase: str) -> None:
    """A phase begins."""
    raise NotImplementedError


@hookspec
def on_phase_end(game: Game, phase: str) -> None:
    """A phase has ended."""
    raise NotImplementedError


@hookspec
def on_structures_revealed(game: Game) -> None:
    """All structures are on the table and those that do not fit have been sent to the beach (R-18)."""
    raise NotImplementedError


@hookspec
def on_turn_begin(game: Game, player: int) -> None:
    """A player's working turn begins."""
    raise NotImplementedError


@hookspec
def on_hired(game: Game, player: int, card: str) -> None:
    """A card was hired."""
    raise NotImplementedError


@hookspec
def on_trained(game: Game, player: int, card: str, to: str, by: Sequence[str]) -> None:
    """A card was trained to another by the named trainers."""
    raise NotImplementedError


@hookspec
def on_campaign_placed(game: Game, player: int, campaign: Campaign) -> None:
    """A campaign was placed."""
    raise NotImplementedError


@hookspec
def on_campaign_run(game: Game, campaign: Campaign, house: House, good: str, counters: int) -> None:
    """A campaign put counters on a house; only those that fitted are counted."""
    raise NotImplementedError


@hookspec
def on_produced(game: Game, player: int, card: str, good: str, amount: int) -> None:
    """A cook produced something in Working."""
    raise NotImplementedError


@hookspec
def on_fetched(game: Game, player: int, card: str, goods: Mapping[str, int]) -> None:
    """A buyer brought drinks."""
    raise NotImplementedError


@hookspec
def on_built(game: Game, player: int, house: House, what: str) -> None:
    """A player has built a "house", or a "garden" beside a house that stood before."""
    raise NotImplementedError


@hookspec
def on_restaurant_placed(game: Game, player: int, restaurant: Restaurant, moved: bool) -> None:
    """A restaurant was placed or moved after setup."""
    raise NotImplementedError


@hookspec
def on_eats_at(game: Game, house: House, candidate: Candidate) -> None:
    """A house has chosen; nothing is sold yet."""
    raise NotImplementedError


@hookspec
def on_sold(game: Game, sale: Sale) -> None:
    """A house was served and the money is paid."""
    raise NotImplementedError


@hookspec
def on_tips(game: Game, player: int, card: str, amount: int) -> None:
    """Cards at work earned tips."""
    raise NotImplementedError


@hookspec
def on_income(game: Game, player: int, amount: int) -> None:
    """A player's cash changed in Dinnertime."""
    raise NotImplementedError


@hookspec
def on_bank_broken(game: Game, number: int) -> None:
    """The bank broke for the first (1), second (2)... time; the core has already added the reserves."""
    raise NotImplementedError


@hookspec
def on_fired(game: Game, player: int, card: str) -> None:
    """A card went back to the supply at Payday."""
    raise NotImplementedError


@hookspec
def on_salaries_paid(game: Game, player: int, amount: int) -> None:
    """A player paid salaries: dollars actually paid after all discounts (R-46)."""
    raise NotImplementedError


@hookspec
def on_discarded(game: Game, player: int, goods: Mapping[str, int]) -> None:
    """A player threw items away in Cleanup."""
    raise NotImplementedError


@hookspec
def on_milestone(game: Game, player: int, milestone: str) -> None:
    """A player earned a milestone."""
    raise NotImplementedError


# --- extend and provide: the board as modules change it ---------------------------------------------------------------


@hookspec
def extend_range_starts(game: Game, player: int) -> int:
    """Bitboard of further squares from which this player's ranges and buyers start; all answers are joined."""
    raise NotImplementedError


@hookspec
def extend_barriers(game: Game) -> int:
    """Bitboard of squares besides roads that cut the blocks mailboxes reach; all answers are joined."""
    raise NotImplementedError


@hookspec
def provide_house_access(game: Game, house: House) -> Any | None:
    """The roads that lead to a house without squares of its own (an Access), or None; the first answer counts."""
    raise NotImplementedError


@hookspec
def provide_house_exits(game: Game, house: House) -> Sequence[tuple[int, bool]] | None:
    """For a house without squares: road squares its guests come out on, and whether they drive north-south there."""
    raise NotImplementedError


@hookspec
def modify_campaign_goods(game: Game, player: int, card: str, number: int) -> Reasons | None:
    """Goods on top of one that this marketeer's campaign with this tile number may advertise."""
    raise NotImplementedError


@hookspec
def contribute_settings(rules: Rules) -> Mapping[str, Any]:
    """Values for the core's own settings (see fcm_core.assembly.rules.Settings), by name."""
    raise NotImplementedError


@hookspec
def override_settings(rules: Rules) -> Mapping[str, Any]:
    """Settings that replace those of contribute_settings, for house rules; two modules may not differ."""
    raise NotImplementedError


@hookspec
def contribute_milestone_rounds(rules: Rules) -> Mapping[str, int]:
    """Milestones that are removed unclaimed at the end of a round: id -> that round; 0 means never in the game."""
    raise NotImplementedError


@hookspec
def check_keep(game: Game, player: int, kept: Mapping[str, int]) -> Refusal | None:
    """May these items be frozen together?"""
    raise NotImplementedError


@hookspec
def modify_means(game: Game, player: int, fired: Sequence[str]) -> Reasons | None:
    """Dollars' worth of salaries that the player can pay otherwise than in cash, if these cards were fired."""
    raise NotImplementedError


@hookspec
def accept_map(rules: Rules, tiles: Sequence[str]) -> bool:
    """Is a map of these tiles acceptable? Any implementation that says no has the map drawn again."""
    raise NotImplementedError


@hookspec
def contribute_map_tiles(rules: Rules, players: int) -> Sequence[str]:
    """Map tiles with `pool = false` that are in the pool of this game all the same, to be drawn or to join the map later."""
    raise NotImplementedError


@hookspec
def contribute_houses(game: Game) -> Sequence[House]:
    """Houses that no tile shows, such as one beside the map (mask 0); they stand from the start."""
    raise NotImplementedError


@hookspec
def check_edge(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    """May something new lie beside this stretch of the map's edge (rows or columns line to line + lines - 1)?"""
    raise NotImplementedError


@hookspec
def contribute_reasons(game: Game, house: House, candidate: Candidate) -> Sequence[Mapping[str, Any]] | None:
    """For `fcm explain`: what else comes of this house going to this chain now, and why. Changes nothing.

    Each answer is JSON-ready: "title" (a word or two), "lines" (plain words, in order), and any keys for programs.
    """
    raise NotImplementedError


# --- scenario files -----------------------------------------------------------------------------------------------------


@hookspec
def read_scenario(game: Game, scenario: Any, read: Any) -> None:
    """Takes a module's own keys of a scenario's [game] table (a Reader) into the position (fcm_core.scenario.position)."""
    raise NotImplementedError


@hookspec
def expect_scenario(game: Game, scenario: Any, read: Any, result: Any) -> None:
    """Checks a module's own keys of an [expect] table (a Reader): `result.fail(key, expected, got)` where one does not hold."""
    raise NotImplementedError

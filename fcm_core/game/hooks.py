"""The hooks: everything that a module may say, each with its law (fcm_core.game.laws). The verb says the law:

on_*          told: something happened. The argument is an event; the docstrings are those of the event classes.
contribute_*  collected once, when the rules are made: parts. Two modules may give one name only with equal parts.
list_*        collected in play: houses, cards to be fired, reasons to show.
modify_*      summed: contributions (amount, why) to a number.
highest_*     highest: of the contributions (amount, why) the highest amount counts.
allow_*       allowed: a reason why something is allowed that is not allowed otherwise.
check_*       checked: a Refusal, or None. The first one refuses.
adjust_*      adjusted: a module sees the total and adds (amount, why) to it, such as a limit.
set_*         set: one module says what it is. Two that differ conflict, unless `order = [["earlier", "later"]]` names both.
extend_*      joined: bitboards of squares.
before_*      told: something is about to happen; it is no event.
read_*, expect_*  told: a module reads its own keys of a scenario file.

`@hooks.NAME.impl` marks an implementation. It takes all arguments of the declaration, by their names and in their order. Its
own name is free, and so is the name of a listener's event. A module may implement one hook several times. An answer of None
says nothing. `game` is the running Game, `seat` a seat number from 0, money is whole dollars, distances are tile borders,
bitboards are sets of squares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import Refusal
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, MilestoneId, Seat, TileId
from fcm_core.game import events
from fcm_core.game.codes import Codes
from fcm_core.game.dinner import Candidate
from fcm_core.game.laws import (
    HOOKS,
    Reason,
    Reasons,
    adjusted,
    allowed,
    called,
    checked,
    collected,
    highest,
    joined,
    set_by_one,
    summed,
    told,
)
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
from fcm_core.game.state import Campaign, House, MapSpec

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.parts import Position, Result
    from fcm_core.game.rules import Rules
    from fcm_core.rules.tables import Reader

# --- on: what happened, in the order of a round ---------------------------------------------------------------------------

on_game_set_up = told(events.GameSetUp)
on_round_began = told(events.RoundBegan)
on_phase_began = told(events.PhaseBegan)
on_phase_ended = told(events.PhaseEnded)
on_passed = told(events.Passed)
on_reserve_chosen = told(events.ReserveChosen)
on_structures_revealed = told(events.StructuresRevealed)
on_position_chosen = told(events.PositionChosen)
on_turn_order_settled = told(events.TurnOrderSettled)
on_turn_began = told(events.TurnBegan)
on_turn_ended = told(events.TurnEnded)
on_hired = told(events.Hired)
on_trained = told(events.Trained)
on_gained = told(events.Gained)
on_acts_as = told(events.ActsAs)
on_ceo_replaced = told(events.CeoReplaced)
on_campaign_placed = told(events.CampaignPlaced)
on_produced = told(events.Produced)
on_fetched = told(events.Fetched)
on_house_placed = told(events.HousePlaced)
on_garden_placed = told(events.GardenPlaced)
on_restaurant_placed = told(events.RestaurantPlaced)
on_house_chose = told(events.HouseChose)
on_sold = told(events.Sold)
on_stayed_home = told(events.StayedHome)
on_tips_earned = told(events.TipsEarned)
on_percent_earned = told(events.PercentEarned)
on_income_changed = told(events.IncomeChanged)
on_paid = told(events.Paid)
on_bank_broke = told(events.BankBroke)
on_money_removed = told(events.MoneyRemoved)
on_went_bankrupt = told(events.WentBankrupt)
on_milestone_earned = told(events.MilestoneEarned)
on_fired = told(events.Fired)
on_salaries_paid = told(events.SalariesPaid)
on_fees_paid = told(events.FeesPaid)
on_demand_put = told(events.DemandPut)
on_demand_taken = told(events.DemandTaken)
on_cards_removed = told(events.CardsRemoved)
on_tile_put = told(events.TilePut)
on_tile_lifted = told(events.TileLifted)
on_tile_turned = told(events.TileTurned)
on_campaign_ran = told(events.CampaignRan)
on_campaign_ended = told(events.CampaignEnded)
on_kept = told(events.Kept)
on_discarded = told(events.Discarded)
on_milestones_closed = told(events.MilestonesClosed)
on_game_over = told(events.GameOver)


# --- contribute: parts, asked for once, when the rules are made -------------------------------------------------------------


@collected
def contribute_steps(rules: Rules) -> Sequence[Step]:
    """Steps of setup or of a phase of the round, between two named steps of that phase.

    Asked once, when the rules are made. The step's `run` may ask players. Example, a fair before salaries are paid::

        @hooks.contribute_steps.impl
        def fair(rules: Rules) -> Sequence[Step]:
            return (Step("payday", "fair", hold_fair, after=("firing",), before=("salaries",)),)
    """
    raise NotImplementedError


@collected
def contribute_steps_left_out(rules: Rules) -> Sequence[str]:
    """Steps that are left out, as `phase.step`, such as `payday.salaries`.

    Asked once, when the rules are made. Example, nobody pays salaries::

        @hooks.contribute_steps_left_out.impl
        def no_salaries(rules: Rules) -> Sequence[str]:
            return ("payday.salaries",)
    """
    raise NotImplementedError


@collected
def contribute_working_steps(rules: Rules) -> Sequence[WorkingStep]:
    """Steps of a player's working turn, each with the names of its actions.

    Asked once, when the rules are made. Example, a last step of the turn::

        @hooks.contribute_working_steps.impl
        def waving(rules: Rules) -> Sequence[WorkingStep]:
            return (WorkingStep("waving", ("wave",), after=("restaurants",)),)
    """
    raise NotImplementedError


@collected
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """Kinds of action, with their fields, checks and effects.

    Asked once, when the rules are made. Their `apply` may ask players. Example, one object of each kind::

        @hooks.contribute_actions.impl
        def waving(rules: Rules) -> Sequence[ActionKind[Any]]:
            return (Waving(),)
    """
    raise NotImplementedError


@collected
def contribute_step_actions(rules: Rules) -> Sequence[tuple[str, str]]:
    """Actions that belong to a working step of others: (working step, action).

    Asked once, when the rules are made. Example, a second kind of training::

        @hooks.contribute_step_actions.impl
        def interns_are_trained(rules: Rules) -> Sequence[tuple[str, str]]:
            return (("train", "train_intern"),)
    """
    raise NotImplementedError


@collected
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """Kinds of decision that may be asked of a player.

    Asked once, when the rules are made. `game.ask(name, seats)` asks one; its `begin` and `answer` may ask others.
    Example, one object of each kind::

        @hooks.contribute_decisions.impl
        def offers(rules: Rules) -> Sequence[DecisionKind]:
            return (Offer(),)
    """
    raise NotImplementedError


@collected
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Kinds of campaign: where they may lie and which houses they reach.

    Asked once, when the rules are made. Example, leaflets beside the board::

        @hooks.contribute_campaign_kinds.impl
        def leaflets(rules: Rules) -> Sequence[CampaignKind]:
            return (CampaignKind("leaflets", places, check_place, build, reach),)
    """
    raise NotImplementedError


@collected
def contribute_house_kinds(rules: Rules) -> Sequence[HouseKind]:
    """Kinds of house, with their size and their demand limits.

    Asked once, when the rules are made. Example, a hotel that holds eight counters::

        @hooks.contribute_house_kinds.impl
        def hotels(rules: Rules) -> Sequence[HouseKind]:
            return (HouseKind("hotel", (2, 3), limit=8, can_have_garden=False),)
    """
    raise NotImplementedError


@collected
def contribute_piece_kinds(rules: Rules) -> Sequence[PieceKind]:
    """Board pieces besides restaurants, houses, gardens and campaign tiles.

    Asked once, when the rules are made. Example, a fountain, drawn as F::

        @hooks.contribute_piece_kinds.impl
        def fountains(rules: Rules) -> Sequence[PieceKind]:
            return (PieceKind("fountain", "F"),)
    """
    raise NotImplementedError


@collected
def contribute_substitutions(rules: Rules) -> Sequence[Substitution]:
    """Meals that stand for what a house asked for; the core's own is `asked_goods`.

    Asked once, when the rules are made. `meal` is asked for every chain and house of Dinnertime. Example, soup instead
    of anything, if nothing better is there::

        @hooks.contribute_substitutions.impl
        def soup(rules: Rules) -> Sequence[Substitution]:
            return (Substitution("soup", soup_for_all, after=("asked_goods",)),)
    """
    raise NotImplementedError


@collected
def contribute_add_ons(rules: Rules) -> Sequence[AddOn]:
    """Goods sold besides any meal; a chain that has them is preferred.

    Asked once, when the rules are made. `goods` is asked for every offer of Dinnertime. Example, a mint with any meal::

        @hooks.contribute_add_ons.impl
        def mints(rules: Rules) -> Sequence[AddOn]:
            return (AddOn("mint", lambda game, seat, house, meal: {GoodId("mint"): 1}),)
    """
    raise NotImplementedError


@collected
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """Keys of the choice among restaurants; the core's anchors: add_ons, substitution, price_and_distance, turn_order.

    Asked once, when the rules are made. `key` is asked for every offer of Dinnertime. Example, poorer chains before
    richer ones::

        @hooks.contribute_ranking_keys.impl
        def pity(rules: Rules) -> Sequence[RankingKey]:
            return (RankingKey("cash", cash_of, after=("price_and_distance",), before=("turn_order",)),)
    """
    raise NotImplementedError


@collected
def contribute_order_keys(rules: Rules) -> Sequence[OrderKey]:
    """Who chooses first in Order of Business; the core's anchors: open_slots, turn_order.

    Asked once, when the rules are made. `key` is asked when Order of Business begins. Example, after open slots, the
    poorest::

        @hooks.contribute_order_keys.impl
        def poorest(rules: Rules) -> Sequence[OrderKey]:
            return (OrderKey("cash", lambda game, seat: game.player(seat).cash, after=("open_slots",), before=("turn_order",)),)
    """
    raise NotImplementedError


@collected
def contribute_partitions(rules: Rules) -> Sequence[Partition[Any]]:
    """A module's own state.

    Asked once, when the rules are made. One for each module, under its own id; each game gets a new one. Example,
    numbers of a module::

        @hooks.contribute_partitions.impl
        def memory(rules: Rules) -> Sequence[Partition[Any]]:
            return (MEMORY,)  # MEMORY = Partition("my_module", Memory)
    """
    raise NotImplementedError


@collected
def contribute_bots(rules: Rules) -> Sequence[Bot]:
    """Players without a human.

    Asked once, when the rules are made. Example, a bot that does nothing special::

        @hooks.contribute_bots.impl
        def lazy(rules: Rules) -> Sequence[Bot]:
            return (Bot("lazy", lambda view, seat, stream: view.default_action(seat)),)
    """
    raise NotImplementedError


@collected
def contribute_codes(rules: Rules) -> Sequence[tuple[str, Codes]]:
    """Refusal codes of check_* hooks for actions of others: (action, {code: meaning}).

    The meaning is one clause. A code that is announced can be relied on.

    Asked once, when the rules are made. Example, a code of a check_action for hires::

        @hooks.contribute_codes.impl
        def codes(rules: Rules) -> Sequence[tuple[str, Codes]]:
            return (("hire", {"holiday": "nobody hires in this round"}),)
    """
    raise NotImplementedError


@collected
def contribute_milestone_rounds(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
    """Milestones removed unclaimed at the end of a round: (milestone, round). The earliest counts; 0: never in the game.

    Asked once, when the rules are made. Example, a milestone that nobody can have::

        @hooks.contribute_milestone_rounds.impl
        def without(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
            return ((MilestoneId("first_radio_campaign"), 0),)
    """
    raise NotImplementedError


# --- list: things asked for in play -----------------------------------------------------------------------------------------


@collected
def list_map_tiles(rules: Rules, players: int) -> Sequence[TileId]:
    """Map tiles with `pool = false` that are in the pool of this game all the same, to be drawn or to join the map later.

    Asked while a game is set up; it may not ask players. Example, tile Z with five players::

        @hooks.list_map_tiles.impl
        def tile_z(rules: Rules, players: int) -> Sequence[TileId]:
            return (TileId("Z"),) if players == 5 else ()
    """
    raise NotImplementedError


@collected
def list_houses(game: Game) -> Sequence[House]:
    """Houses that no tile shows, such as one beside the map (mask 0); they stand from the start.

    Asked while a game is set up; it may not ask players. Example, a farm beside the map, last of all::

        @hooks.list_houses.impl
        def farm(game: Game) -> Sequence[House]:
            return (House(HouseId("farm"), 99_00, "house", 0),)
    """
    raise NotImplementedError


@collected
def list_firings(game: Game, seat: Seat) -> Sequence[CardId] | None:
    """Cards that go at this Payday, if owned, or as Dinnertime ends where no Payday follows (R-24a); each copy is named.

    Asked at Payday, also for a company after cards are fired; two modules that name one card name two copies. It may
    not ask players. Example, one temp goes each Payday::

        @hooks.list_firings.impl
        def temps_leave(game: Game, seat: Seat) -> Sequence[CardId] | None:
            return (CardId("temp"),)
    """
    raise NotImplementedError


@collected
def list_reasons(game: Game, house: House, candidate: Candidate) -> Sequence[Mapping[str, Any]] | None:
    """For `fcm explain`: what else comes of this house going to this chain now, and why. Changes nothing.

    Each answer is JSON-ready: "title" (a word or two), "lines" (plain words, in order), and any keys for programs.

    Asked by `fcm explain` and the tables only; it may not ask players. Example, the weather::

        @hooks.list_reasons.impl
        def weather(game: Game, house: House, candidate: Candidate) -> Sequence[Mapping[str, Any]] | None:
            return ({"title": "weather", "lines": ["it rains"]},)
    """
    raise NotImplementedError


@collected
def list_notes(game: Game) -> Sequence[str] | None:
    """What must be known of a game beside its result: it was played in a way in which results do not compare.

    Asked for the result of the game; it changes nothing and may not ask. Example, a game with open cards::

        @hooks.list_notes.impl
        def cards_were_open(game: Game) -> Sequence[str] | None:
            return ("all cards were open",)
    """
    raise NotImplementedError


# --- check: what may be refused ---------------------------------------------------------------------------------------------


@checked
def check_action(game: Game, seat: Seat, action: Any) -> Refusal | None:
    """May this action, legal by all other rules, be taken? Called for every action, so look at its type first.

    What is refused is not offered either. Something must stay legal in every decision. New refusal codes: contribute_codes.

    Asked for every action that is listed or taken; it may not ask players. Example, no hires in round 1::

        @hooks.check_action.impl
        def no_early_hires(game: Game, seat: Seat, action: Any) -> Refusal | None:
            return Refusal("holiday", "no hires yet") if isinstance(action, Hire) and game.round == 1 else None
    """
    raise NotImplementedError


@checked
def check_own(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """May this player come to own one more of this card (by hiring or training)?

    Asked when cards are hired, trained or offered; it may not ask players. Example, at most two trainers each::

        @hooks.check_own.impl
        def two_trainers(game: Game, seat: Seat, card: CardId) -> Refusal | None:
            full = card == "trainer" and owned(game, seat, card) >= 2
            return Refusal("unique", "two trainers are enough") if full else None
    """
    raise NotImplementedError


@checked
def check_serves(game: Game, candidate: Candidate, house: House) -> Refusal | None:
    """Will this house accept this offer at all?

    Asked for every offer of Dinnertime, with all that it holds; it may not ask players. Example, nobody goes far::

        @hooks.check_serves.impl
        def not_far(game: Game, candidate: Candidate, house: House) -> Refusal | None:
            return Refusal("far", "too far") if candidate.distance > 4 else None
    """
    raise NotImplementedError


@checked
def check_item(game: Game, seat: Seat, house: House, good: GoodId) -> Refusal | None:
    """Will this house take this good from this chain, as part of a meal or besides it? Other meals may still do.

    Asked for every offer in Dinnertime; it may not ask players. Example, no beer beside a school::

        @hooks.check_item.impl
        def no_beer(game: Game, seat: Seat, house: House, good: GoodId) -> Refusal | None:
            return Refusal("school", "no beer here") if good == "beer" and house.kind == "school" else None
    """
    raise NotImplementedError


@checked
def check_market(game: Game, seat: Seat, good: GoodId) -> Refusal | None:
    """May this player's campaigns advertise this good, which may be marketed by others?

    Asked whenever a campaign is placed or listed; it may not ask players. Example, a brand with one owner::

        @hooks.check_market.impl
        def own_brand(game: Game, seat: Seat, good: GoodId) -> Refusal | None:
            mine = good != "cola" or has_milestone(game, seat, FIRST_COLA)
            return None if mine else Refusal("brand", "only who invented cola may market it")
    """
    raise NotImplementedError


@checked
def check_fire(game: Game, seat: Seat, card: CardId) -> Refusal | None:
    """May the player choose to fire a copy of this card? What list_firings names goes all the same.

    A card that cannot be fired stays even where its salary cannot be paid. Asked at Payday, for every card; it may not
    ask players. Example, cards with a contract::

        @hooks.check_fire.impl
        def contracts(game: Game, seat: Seat, card: CardId) -> Refusal | None:
            bound = game.rules.cards[card].extra.get("contract", False)
            return Refusal("contract", "the contract runs on") if bound else None
    """
    raise NotImplementedError


@checked
def check_seats(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """Does this multiset of cards at work (not counting the CEO) break a rule about where cards sit?

    Asked when structures are chosen and revealed; it may not ask players. Example, one trainer at work::

        @hooks.check_seats.impl
        def one_trainer(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
            return Refusal("overfull", "one trainer at work") if work.get(CardId("trainer"), 0) > 1 else None
    """
    raise NotImplementedError


@checked
def check_keep(game: Game, seat: Seat, kept: Mapping[GoodId, int]) -> Refusal | None:
    """May these items be frozen together?

    Asked in Cleanup for many mixtures; it may not ask players. Example, beer lies alone::

        @hooks.check_keep.impl
        def beer_alone(game: Game, seat: Seat, kept: Mapping[GoodId, int]) -> Refusal | None:
            return Refusal("beer_alone", "beer lies alone") if "beer" in kept and len(kept) > 1 else None
    """
    raise NotImplementedError


@checked
def check_edge(game: Game, side: str, line: int, lines: int) -> Refusal | None:
    """May something new lie beside this stretch of the map's edge (rows or columns line to line + lines - 1)?

    Asked when something is placed beside the map; it may not ask players. Example, nothing on the north side::

        @hooks.check_edge.impl
        def free_north(game: Game, side: str, line: int, lines: int) -> Refusal | None:
            return Refusal("same_edge", "the river is there") if side == "N" else None
    """
    raise NotImplementedError


@checked
def check_layout(rules: Rules, layout: MapSpec) -> Refusal | None:
    """Is a map with its tiles in these places, turned like this, acceptable? One that is refused is drawn again.

    Asked while a game is set up, after check_map; it may not ask players. Example, tile A never in a corner::

        @hooks.check_layout.impl
        def a_lies_inside(rules: Rules, layout: MapSpec) -> Refusal | None:
            corner = any(tile == "A" and row in (0, layout.tile_rows - 1) for row, _, tile, _ in layout.tiles)
            return Refusal("corner", "tile A lies at the rim") if corner else None
    """
    raise NotImplementedError


@checked
def check_map(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """Is a map of these tiles acceptable? One that is refused is drawn again.

    Asked while a game is set up; it may not ask players. Where the tiles lie, check_layout sees. Example, never tiles A
    and B together::

        @hooks.check_map.impl
        def not_both(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
            return Refusal("map", "A and B do not go together") if {"A", "B"} <= set(tiles) else None
    """
    raise NotImplementedError


# --- modify: numbers ----------------------------------------------------------------------------------------------------------


@summed
def modify_unit_price(game: Game, seat: Seat) -> Reasons | None:
    """Dollars on top of the base price and of the price cards at work.

    Asked often, wherever the number is needed; it may not ask players. A limit of the whole price is adjust_unit_price.
    Example, $1 less in every second round::

        @hooks.modify_unit_price.impl
        def happy_hour(game: Game, seat: Seat) -> Reasons | None:
            return ((-1, "happy hour"),) if game.round % 2 == 0 else None
    """
    raise NotImplementedError


@summed
def modify_distance(game: Game, seat: Seat, house: House) -> Reasons | None:
    """Tile borders on top of the distance from a house to a chain, for the choice in Dinnertime.

    Asked in Dinnertime for every house and chain with a way; it may not ask players. A limit is adjust_distance.
    Example, a house that loves one chain::

        @hooks.modify_distance.impl
        def old_friends(game: Game, seat: Seat, house: House) -> Reasons | None:
            return ((-1, "old friends"),) if house.id == "7" and seat == 0 else None
    """
    raise NotImplementedError


@summed
def modify_multiplier(game: Game, seat: Seat, house: House) -> Reasons | None:
    """Unit prices that an item brings on top of one.

    Asked often, wherever the number is needed; it may not ask players. Example, hotels pay twice::

        @hooks.modify_multiplier.impl
        def rich_guests(game: Game, seat: Seat, house: House) -> Reasons | None:
            return ((1, "hotel"),) if house.kind == "hotel" else None
    """
    raise NotImplementedError


@summed
def modify_item_bonus(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
    """Dollars for each item of this good sold; no part of the price.

    Asked often, wherever the number is needed; it may not ask players. Example, $2 for each pizza::

        @hooks.modify_item_bonus.impl
        def good_pizza(game: Game, seat: Seat, good: GoodId) -> Reasons | None:
            return ((2, "good pizza"),) if good == "pizza" else None
    """
    raise NotImplementedError


@summed
def modify_sale_bonus(game: Game, seat: Seat, house: House) -> Reasons | None:
    """Dollars for each house served.

    Asked often, wherever the number is needed; it may not ask players. Example, $1 for each house with a garden::

        @hooks.modify_sale_bonus.impl
        def gardens(game: Game, seat: Seat, house: House) -> Reasons | None:
            return ((1, "garden"),) if house.garden else None
    """
    raise NotImplementedError


@summed
def modify_tip(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Dollars on top of the tip of one card at work that earns tips.

    Asked in Dinnertime after all houses; it may not ask players. Example, $2 more for each waitress of one player::

        @hooks.modify_tip.impl
        def friendly(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return milestone_effect(game, seat, FIRST_SMILE, 2)
    """
    raise NotImplementedError


@summed
def modify_salary(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Dollars on top of one card's $5 salary (-5 waives it).

    Asked often at Payday; it may not ask players. Example, trainers work for nothing::

        @hooks.modify_salary.impl
        def volunteers(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return ((-5, "volunteer"),) if card == "trainer" else None
    """
    raise NotImplementedError


@summed
def modify_salaries(game: Game, seat: Seat) -> Reasons | None:
    """Dollars on top of the sum of salaries; the sum never falls below 0.

    Asked often at Payday, also for a company after cards are fired; it may not ask players. Who cannot pay more than
    all salaried cards cost may fire those, pays what is there, and is bankrupt. What no discount reaches is
    modify_fees. Example, a tax of $5::

        @hooks.modify_salaries.impl
        def tax(game: Game, seat: Seat) -> Reasons | None:
            return ((5, "tax"),)
    """
    raise NotImplementedError


@summed
def modify_fees(game: Game, seat: Seat) -> Reasons | None:
    """Dollars due at Payday besides the salaries, in the same step and after them; the sum never falls below 0.

    No discount on salaries reaches them, and nothing but cash pays them. They count where it is decided whether the
    player can pay, so who cannot must fire. Asked often at Payday, also for a company after cards are fired; it may not
    ask players. Example, $10 of rent for each restaurant::

        @hooks.modify_fees.impl
        def rent(game: Game, seat: Seat) -> Reasons | None:
            return ((10 * len(game.player(seat).restaurants), "rent"),)
    """
    raise NotImplementedError


@summed
def modify_means(game: Game, seat: Seat) -> Reasons | None:
    """Dollars' worth of salaries that the player can pay otherwise than in cash.

    Asked at Payday, where cash does not suffice; it may not ask players. The module takes them when salaries are paid.
    Example, shares of a module::

        @hooks.modify_means.impl
        def shares(game: Game, seat: Seat) -> Reasons | None:
            return ((SHARES.of(game).worth.get(seat, 0), "shares"),)
    """
    raise NotImplementedError


@summed
def modify_open_slots(game: Game, seat: Seat) -> Reasons | None:
    """Open slots counted on top in Order of Business; they hold no cards.

    Asked when Order of Business begins; it may not ask players. Example, two more for one player::

        @hooks.modify_open_slots.impl
        def early_bird(game: Game, seat: Seat) -> Reasons | None:
            return milestone_effect(game, seat, FIRST_BIRD, 2)
    """
    raise NotImplementedError


@summed
def modify_card_actions(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """How many times more each copy of this card at work acts.

    Asked often, wherever the number is needed; it may not ask players. Example, every errand boy goes twice::

        @hooks.modify_card_actions.impl
        def bicycles(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return ((1, "bicycle"),) if card == "errand_boy" else None
    """
    raise NotImplementedError


@summed
def modify_hires(game: Game, seat: Seat) -> Reasons | None:
    """Hires of this player in this round on top of those of the cards at work; the sum never falls below 0.

    Asked in Working and, for unused hires, at Payday (R-25); it may not ask players. Example, a milestone that lets one
    player's CEO hire once more::

        @hooks.modify_hires.impl
        def talent_scout(game: Game, seat: Seat) -> Reasons | None:
            return milestone_effect(game, seat, FIRST_SCOUT, 1)
    """
    raise NotImplementedError


@summed
def modify_trainings(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Training steps that one copy of this card at work gives on top of its own, where it trains at all.

    Asked in Working; it may not ask players. Example, trainers of one player give a second step::

        @hooks.modify_trainings.impl
        def patient_trainers(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return milestone_effect(game, seat, FIRST_SCHOOL, 1) if card == "trainer" else None
    """
    raise NotImplementedError


@summed
def modify_range(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Tile borders on top of the range of a card: a buyer, a marketeer, a manager that places restaurants.

    Asked often, wherever the number is needed; it may not ask players. Example, buyers go one tile further::

        @hooks.modify_range.impl
        def good_roads(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return ((1, "good roads"),) if game.rules.cards[card].drinks else None
    """
    raise NotImplementedError


@summed
def modify_drinks(game: Game, seat: Seat, card: CardId) -> Reasons | None:
    """Drinks on top of what a buyer brings per source (or in all, without a route).

    Asked often, wherever the number is needed; it may not ask players. Example, one drink more from each source::

        @hooks.modify_drinks.impl
        def big_bags(game: Game, seat: Seat, card: CardId) -> Reasons | None:
            return ((1, "big bags"),)
    """
    raise NotImplementedError


@summed
def modify_campaign_goods(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Reasons | None:
    """Goods on top of one that this marketeer's campaign with this tile number may advertise.

    Asked when campaigns are listed and placed; it may not ask players. Example, radios advertise two goods::

        @hooks.modify_campaign_goods.impl
        def two_songs(game: Game, seat: Seat, card: CardId, number: CampaignNumber) -> Reasons | None:
            return ((1, "two songs"),) if game.rules.campaign_tiles[number].kind == "radio" else None
    """
    raise NotImplementedError


@summed
def modify_counters(game: Game, campaign: Campaign, house: House) -> Reasons | None:
    """Demand counters on top of one where a campaign reaches a house.

    Asked when campaigns run; it may not ask players. Example, one counter more on houses with a garden::

        @hooks.modify_counters.impl
        def gardens_listen(game: Game, campaign: Campaign, house: House) -> Reasons | None:
            return ((1, "garden"),) if house.garden else None
    """
    raise NotImplementedError


@summed
def modify_marketing_passes(game: Game) -> Reasons | None:
    """Marketing passes on top of one.

    Asked once a round, when campaigns run; it may not ask players. Example, twice in every fifth round::

        @hooks.modify_marketing_passes.impl
        def election(game: Game) -> Reasons | None:
            return ((1, "election"),) if game.round % 5 == 0 else None
    """
    raise NotImplementedError


@summed
def modify_last_break(game: Game) -> Reasons | None:
    """Breaks on top of the one that ends the game.

    Asked when the bank breaks; it may not ask players. Example, one break more::

        @hooks.modify_last_break.impl
        def another_bank(game: Game) -> Reasons | None:
            return ((1, "another bank"),)
    """
    raise NotImplementedError


# --- highest: numbers that do not add up --------------------------------------------------------------------------------------


@highest
def highest_income_percent(game: Game, seat: Seat) -> Reasons | None:
    """Percent of the Dinnertime's income on top (R-41).

    Asked in Dinnertime after tips; it may not ask players. Example, 40% for one player::

        @hooks.highest_income_percent.impl
        def good_books(game: Game, seat: Seat) -> Reasons | None:
            return milestone_effect(game, seat, FIRST_BOOKS, 40)
    """
    raise NotImplementedError


@highest
def highest_freezer(game: Game, seat: Seat) -> Reasons | None:
    """Items that may be kept in Cleanup.

    Asked in Cleanup; it may not ask players. Example, everybody keeps two items::

        @hooks.highest_freezer.impl
        def small_fridge(game: Game, seat: Seat) -> Reasons | None:
            return ((2, "small fridge"),)
    """
    raise NotImplementedError


# --- adjust: totals -----------------------------------------------------------------------------------------------------------


@adjusted
def adjust_unit_price(game: Game, total: int, seat: Seat) -> Reason | None:
    """Dollars on top of the whole unit price, by what it comes to with everything else: a limit, rounding.

    Asked whenever a price is needed; it may not ask players. Example, no price below $1::

        @hooks.adjust_unit_price.impl
        def at_least_a_dollar(game: Game, total: int, seat: Seat) -> Reason | None:
            return (1 - total, "never below $1") if total < 1 else None
    """
    raise NotImplementedError


@adjusted
def adjust_distance(game: Game, total: int, seat: Seat, house: House) -> Reason | None:
    """Tile borders on top of the whole distance of a house to a chain, by what it comes to with everything else.

    Asked in Dinnertime for every house and chain with a way; it may not ask players. Example, no way is longer than 2::

        @hooks.adjust_distance.impl
        def buses(game: Game, total: int, seat: Seat, house: House) -> Reason | None:
            return (2 - total, "the bus") if total > 2 else None
    """
    raise NotImplementedError


@adjusted
def adjust_salaries(game: Game, total: int, seat: Seat) -> Reason | None:
    """Dollars on top of all salaries together, by what they come to with every discount. Fees are not among them.

    Asked often at Payday, also for a company after cards are fired; it may not ask players. Example, at most $30::

        @hooks.adjust_salaries.impl
        def ceiling(game: Game, total: int, seat: Seat) -> Reason | None:
            return (30 - total, "ceiling") if total > 30 else None
    """
    raise NotImplementedError


# --- before: what is about to happen --------------------------------------------------------------------------------------------


@called
def before_reveal(game: Game) -> None:
    """All structures are known, and the cards lie where they work; a moment later they are revealed (StructuresRevealed).

    Called once a round at the end of Restructuring. What changes now counts for milestones and for the order of business;
    `game.ask` is answered only after the structures are revealed. Example, temps who work as waitresses::

        @hooks.before_reveal.impl
        def temps_wait_tables(game: Game) -> None:
            for seat in game.seats:
                for _ in range(at_work(game, seat, CardId("temp"))):
                    act_as(game, seat, CardId("temp"), CardId("waitress"))
    """
    raise NotImplementedError


@called
def before_house(game: Game, house: House) -> None:
    """A house with demand is about to choose where it eats. What changes now counts for it.

    Called in Dinnertime for each house in eating order; it may ask players (`game.ask`), and the house chooses after
    their answers. Whether it was served tell `on_sold` and `on_stayed_home`. Example, students eat burgers too::

        @hooks.before_house.impl
        def students_are_hungry(game: Game, house: House) -> None:
            if house.kind == "campus":
                put_demand(game, house.id, GoodId("burger"))
    """
    raise NotImplementedError


# --- allow: exceptions ----------------------------------------------------------------------------------------------------------


@allowed
def allow_eternal(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
    """Why a campaign of this kind, placed now by this marketeer of the player, is eternal.

    Asked when campaigns are listed and placed; it may not ask players. Example, billboards of one player::

        @hooks.allow_eternal.impl
        def for_ever(game: Game, seat: Seat, kind: str, card: CardId) -> str | None:
            return milestone_reason(game, seat, FIRST_SIGN) if kind == "billboard" else None
    """
    raise NotImplementedError


@allowed
def allow_stacking(game: Game, seat: Seat) -> str | None:
    """Why training actions of several trainers may be used on one card.

    Asked in Working; it may not ask players. Example, one player's trainers help each other::

        @hooks.allow_stacking.impl
        def team(game: Game, seat: Seat) -> str | None:
            return milestone_reason(game, seat, FIRST_TEAM)
    """
    raise NotImplementedError


@allowed
def allow_training_at_work(game: Game, seat: Seat, card: CardId, to: CardId) -> str | None:
    """Why this card may be trained to that one where it works, not only on the beach; it keeps its slot.

    Asked in Working; it may not ask players. Example, cooks learn while they cook::

        @hooks.allow_training_at_work.impl
        def on_the_job(game: Game, seat: Seat, card: CardId, to: CardId) -> str | None:
            return "on the job" if game.rules.cards[card].produces else None
    """
    raise NotImplementedError


@allowed
def allow_seeing_reserves(game: Game, seat: Seat) -> str | None:
    """Why this player may look at the reserve cards.

    Asked when a view is made; it may not ask players. Example, one player knows the banker::

        @hooks.allow_seeing_reserves.impl
        def insider(game: Game, seat: Seat) -> str | None:
            return milestone_reason(game, seat, FIRST_INSIDER)
    """
    raise NotImplementedError


@allowed
def allow_owing(game: Game, seat: Seat) -> str | None:
    """Why this player is not forced to fire for lack of cash, but pays what is there.

    Asked at Payday, for salaries and fees; it may not ask players. Example, nobody is fired in round 1::

        @hooks.allow_owing.impl
        def first_month(game: Game, seat: Seat) -> str | None:
            return "the first month" if game.round == 1 else None
    """
    raise NotImplementedError


# --- set: what one module decides ---------------------------------------------------------------------------------------------


@set_by_one
def set_edition(rules: Rules) -> str | None:
    """The edition, where rulings differ: `classic` (also where nobody says) or `deluxe`.

    Asked once, when the rules are made. Example, deluxe rulings::

        @hooks.set_edition.impl
        def edition(rules: Rules) -> str | None:
            return "deluxe"
    """
    raise NotImplementedError


@set_by_one
def set_bank_per_player(rules: Rules) -> int | None:
    """Dollars per player in the bank at the start.

    Asked once, when the rules are made. Example, a richer bank::

        @hooks.set_bank_per_player.impl
        def rich_bank(rules: Rules) -> int | None:
            return 75
    """
    raise NotImplementedError


@set_by_one
def set_breaks(rules: Rules) -> int | None:
    """The break of the bank that ends the game, from 1.

    Asked once, when the rules are made. Example, the first break ends the game::

        @hooks.set_breaks.impl
        def short(rules: Rules) -> int | None:
            return 1
    """
    raise NotImplementedError


@set_by_one
def set_map_margin(rules: Rules) -> int | None:
    """Spare tiles on every side of the map, for maps that grow in play.

    Asked once, when the rules are made. Example, room for one tile on every side::

        @hooks.set_map_margin.impl
        def room(rules: Rules) -> int | None:
            return 1
    """
    raise NotImplementedError


@set_by_one
def set_unique_limits(rules: Rules) -> bool | None:
    """Whether "1x" cards are limited: to one a player, and in number. They are where nobody says otherwise.

    Asked once, when the rules are made. Example, as many chief financial officers as one can train::

        @hooks.set_unique_limits.impl
        def no_limits(rules: Rules) -> bool | None:
            return False
    """
    raise NotImplementedError


@set_by_one
def set_base_price(game: Game) -> Reason | None:
    """The base price for everybody, in dollars, and why. What waits for the next Dinnertime does not count yet.

    Asked often, wherever the number is needed; it may not ask players. Example, $12 from round 5 on::

        @hooks.set_base_price.impl
        def inflation(game: Game) -> Reason | None:
            return (12, "inflation") if game.round >= 5 else None
    """
    raise NotImplementedError


@set_by_one
def set_mark(game: Game, campaign: Campaign, house: House, good: GoodId) -> str | None:
    """A word that the counters keep which this campaign puts on this house, besides good and maker; None or "" for none.

    Board.marks tells the marks of a house's counters, Sold.marks those that were served. Asked when a campaign runs; it may
    not ask players. Example, counters of a radio campaign are remembered as loud::

        @hooks.set_mark.impl
        def loud(game: Game, campaign: Campaign, house: House, good: GoodId) -> str | None:
            return "loud" if campaign.kind == "radio" else None
    """
    raise NotImplementedError


@set_by_one
def set_ceo_slots(game: Game, seat: Seat) -> Reason | None:
    """The slots of the player's CEO, and why.

    Asked often, wherever the number is needed; it may not ask players. Example, four for one player::

        @hooks.set_ceo_slots.impl
        def big_office(game: Game, seat: Seat) -> Reason | None:
            return (4, "big office") if has_milestone(game, seat, FIRST_OFFICE) else None
    """
    raise NotImplementedError


@set_by_one
def set_house_exits(game: Game, house: House) -> Sequence[tuple[int, bool]] | None:
    """For a house without squares: the road squares its guests come out on, and whether they drive north-south there.

    Asked whenever a way is looked for, until the board changes; it may not ask players. Example, a farm on the road in
    the corner::

        @hooks.set_house_exits.impl
        def farm_road(game: Game, house: House) -> Sequence[tuple[int, bool]] | None:
            return [(game.ground.grid.index((0, 2)), True)] if house.id == "farm" else None
    """
    raise NotImplementedError


# --- extend: the board as modules change it -----------------------------------------------------------------------------------


@joined
def extend_range_starts(game: Game, seat: Seat) -> int:
    """Further squares from which this player's ranges and buyers start.

    Asked whenever ranges are counted, until the board changes; it may not ask players. Example, from one's own kiosks::

        @hooks.extend_range_starts.impl
        def kiosks(game: Game, seat: Seat) -> int:
            return sum(piece.mask for piece in game.state.pieces if piece.kind == "kiosk" and piece.owner == seat)
    """
    raise NotImplementedError


@joined
def extend_barriers(game: Game) -> int:
    """Squares besides roads that cut the blocks mailboxes reach.

    Asked when mailboxes are placed and run; it may not ask players. Example, walls::

        @hooks.extend_barriers.impl
        def walls(game: Game) -> int:
            return sum(piece.mask for piece in game.state.pieces if piece.kind == "wall")
    """
    raise NotImplementedError


# --- scenario files -----------------------------------------------------------------------------------------------------------


@called
def read_scenario(game: Game, position: Position, read: Reader) -> None:
    """Takes a module's own keys of a scenario's [game] table into the position.

    Called while a scenario file is read; it may not ask players. Example, a key of one's own::

        @hooks.read_scenario.impl
        def read_luck(game: Game, position: Position, read: Reader) -> None:
            LUCK.of(game).points = position.whole(read, "luck", 0, 0)
    """
    raise NotImplementedError


@called
def expect_scenario(game: Game, position: Position, read: Reader, result: Result) -> None:
    """Checks a module's own keys of an [expect] table: `result.fail(key, expected, got)` where one does not hold.

    Called for every [expect] table; it may not ask players. Example, the same key::

        @hooks.expect_scenario.impl
        def expect_luck(game: Game, position: Position, read: Reader, result: Result) -> None:
            wanted = read.get("luck", int)
            if wanted is not None and wanted != LUCK.of(game).points:
                result.fail("luck", wanted, LUCK.of(game).points)
    """
    raise NotImplementedError


if not TYPE_CHECKING:  # the type checker must still find a misspelt hook by itself

    def __getattr__(name: str) -> Any:
        """Names the nearest hook for one that is misspelt."""
        raise AttributeError(f"there is no hook {name}{did_you_mean(name, HOOKS)}")

"""House rules: one option each, with what belongs to it.

None of these is in a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fcm_core.modding import (
    ActionKind,
    BankBroke,
    Candidate,
    CardId,
    DecisionKind,
    Game,
    GameSetUp,
    House,
    InputError,
    MilestoneId,
    PhaseBegan,
    PlaceCampaign,
    Reason,
    Reasons,
    Refusal,
    Rules,
    Seat,
    Step,
    WorkingStep,
    add_money,
    ceo_slots,
    credit,
    did_you_mean,
    end_with_dinnertime,
    gain_card,
    hooks,
)
from fcm_modules.house_rules import bailout, resigning, sandbox, strict_order


def option(rules: Rules, name: str) -> Any:
    """The value of one of the options."""
    return rules.options["house_rules"][name]


# --- no_milestone ----------------------------------------------------------------------------------------------------


@hooks.contribute_milestone_rounds.impl
def no_milestone(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
    """Removed in round 0: these are never in the game."""
    return [(milestone, 0) for milestone in option(rules, "no_milestone")]


# --- short_game ------------------------------------------------------------------------------------------------------


@hooks.set_bank_per_player.impl
def less_money(rules: Rules) -> int | None:
    """$75 for each player in the bank."""
    return 75 if option(rules, "short_game") else None


@hooks.set_breaks.impl
def one_break(rules: Rules) -> int | None:
    """The first break ends the game."""
    return 1 if option(rules, "short_game") else None


@hooks.contribute_steps_left_out.impl
def no_reserve_cards_and_no_salaries(rules: Rules) -> Sequence[str]:
    """Nobody chooses a reserve card, fires or pays."""
    return ("setup.reserve", *FIRING, "payday.salaries") if option(rules, "short_game") else ()


# --- strict_order ----------------------------------------------------------------------------------------------------

FIRING = ("payday.fire", "payday.firing")


@hooks.contribute_steps_left_out.impl
def no_secret_firing(rules: Rules) -> Sequence[str]:
    """R-45 does not hold: nobody chooses in secret."""
    return FIRING if option(rules, "strict_order") else ()


@hooks.contribute_steps.impl
def firing_in_the_open(rules: Rules) -> Sequence[Step]:
    """In place of what is left out; not in a short game, which has no Payday."""
    return (strict_order.STEP,) if option(rules, "strict_order") and not option(rules, "short_game") else ()


# --- what contradicts each other -------------------------------------------------------------------------------------


@hooks.set_breaks.impl
def no_contradictions(rules: Rules) -> int | None:
    """Refuses options that contradict each other or another module, each with the reason."""
    wrong = []
    if option(rules, "short_game") and option(rules, "second_bailout"):
        wrong.append("short_game ends at the first break, second_bailout at the third; choose one")
    if option(rules, "base_price") and any(module.id == "reserve_prices" for module in rules.plan.modules):
        wrong.append("base_price is one price for the whole game, but with reserve_prices the players choose it")
    if wrong:
        raise InputError("\n".join(f"house_rules: {text}" for text in wrong))
    return None


# --- second_bailout --------------------------------------------------------------------------------------------------


@hooks.modify_last_break.impl
def one_break_more(game: Game) -> Reasons | None:
    """The break after the second bailout ends the game."""
    return ((1, "second bailout"),) if option(game.rules, "second_bailout") else None


@hooks.on_bank_broke.impl
def money_and_marketeers(game: Game, broke: BankBroke) -> None:
    """At the second break. The cards are chosen when the step in which the bank broke is over."""
    if option(game.rules, "second_bailout") and broke.number == 2:
        add_money(game, bailout.DOLLARS_PER_PLAYER * len(game.state.players))
        game.ask(bailout.Bailout.name, game.state.turn_order)


# --- starting_cards --------------------------------------------------------------------------------------------------


@hooks.on_game_set_up.impl
def starting_cards(game: Game, ready: GameSetUp) -> None:
    """Everybody begins with a copy of each, out of the supply, which must have enough."""
    for card in option(game.rules, "starting_cards"):
        if card not in game.rules.cards:
            raise InputError(f"house_rules: starting_cards: no card {card}{did_you_mean(card, game.rules.cards)}")
        players = len(game.state.players)
        if game.state.supply.get(card, 0) < players:
            raise InputError(f"house_rules: starting_cards: there is no {card} for each of {players} players")
        for seat in game.seats:
            gain_card(game, seat, card)


# --- base_price ------------------------------------------------------------------------------------------------------


@hooks.set_base_price.impl
def base_price(game: Game) -> Reason | None:
    """The same all game long."""
    price = option(game.rules, "base_price")
    return (price, "base price (house rule)") if price else None


# --- start_money -----------------------------------------------------------------------------------------------------


@hooks.on_game_set_up.impl
def start_money(game: Game, ready: GameSetUp) -> None:
    """It comes on top of what is in the bank. No milestone is earned by it: those look at what Dinnertime brings."""
    dollars = option(game.rules, "start_money")
    if dollars:
        add_money(game, dollars * len(game.state.players))
        for seat in game.seats:
            credit(game, seat, dollars, "start money")


# --- open_slot -------------------------------------------------------------------------------------------------------


@hooks.check_seats.impl
def open_slot(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """One slot of the CEO stays open; it counts in Order of Business like any open slot."""
    if not option(game.rules, "open_slot"):
        return None
    cards = game.rules.cards
    managers = sum(count for card, count in work.items() if cards[card].is_manager)
    slots = sum(cards[card].slots * count for card, count in work.items() if cards[card].is_manager)
    others = sum(work.values()) - managers
    room = ceo_slots(game, seat) - 1
    if managers > room or others > room - managers + slots:
        return Refusal("overfull", f"house rule: one slot of the CEO stays open, so there are {room}")
    return None


# --- resigning -------------------------------------------------------------------------------------------------------


@hooks.contribute_steps.impl
def resignations(rules: Rules) -> Sequence[Step]:
    """Before anybody chooses a structure."""
    return (resigning.STEP,) if option(rules, "resigning") else ()


# --- last_round ------------------------------------------------------------------------------------------------------


@hooks.on_phase_began.impl
def last_round(game: Game, began: PhaseBegan) -> None:
    """The game ends with the Dinnertime of this round, if the bank has not ended it before."""
    last = option(game.rules, "last_round")
    if last and began.phase == "dinnertime" and began.round >= last:
        end_with_dinnertime(game)


# --- no_unique_limits ------------------------------------------------------------------------------------------------


@hooks.set_unique_limits.impl
def no_unique_limits(rules: Rules) -> bool | None:
    """Every copy of the box is in the supply, and a chain may own several."""
    return False if option(rules, "no_unique_limits") else None


# --- sandbox ---------------------------------------------------------------------------------------------------------


@hooks.contribute_working_steps.impl
def sandbox_step(rules: Rules) -> Sequence[WorkingStep]:
    """At the beginning of each turn."""
    return (sandbox.STEP,) if option(rules, "sandbox") else ()


@hooks.list_notes.impl
def played_in_a_sandbox(game: Game) -> Sequence[str] | None:
    """Its result is told with it."""
    return ("sandbox: cards could be added and put back at will",) if option(game.rules, "sandbox") else None


# --- longest_campaign ------------------------------------------------------------------------------------------------


@hooks.check_action.impl
def longest_campaign(game: Game, seat: Seat, action: Any) -> Refusal | None:
    """No campaign runs longer; eternal ones stay as they are."""
    longest = option(game.rules, "longest_campaign")
    if longest and isinstance(action, PlaceCampaign) and action.left is not None and action.left > longest:
        told = f"house rule: no campaign runs longer than {longest} rounds; {action.left} are asked"
        return Refusal("duration", told)
    return None


# --- price_cards -----------------------------------------------------------------------------------------------------


@hooks.check_seats.impl
def price_cards(game: Game, seat: Seat, work: Mapping[CardId, int]) -> Refusal | None:
    """At most so many cards at work lower the price."""
    most = option(game.rules, "price_cards")
    lowering = sum(work.get(card, 0) for card in game.rules.price_cards if game.rules.cards[card].price < 0)
    if most and lowering > most:
        return Refusal("overfull", f"house rule: {lowering} cards at work lower the price; {most} may")
    return None


# --- longest_way -----------------------------------------------------------------------------------------------------


@hooks.check_serves.impl
def longest_way(game: Game, candidate: Candidate, house: House) -> Refusal | None:
    """Guests go no further than so many tile borders; what modules take off the distance does not help."""
    longest = option(game.rules, "longest_way")
    way = game.board.distance(candidate.house, candidate.seat)
    if longest and way is not None and way > longest:
        return Refusal("too_far", f"house rule: guests go {longest} tile borders at most; it is {way}")
    return None


# --- actions and decisions -------------------------------------------------------------------------------------------


@hooks.contribute_actions.impl
def contribute_actions(rules: Rules) -> Sequence[ActionKind[Any]]:
    """second_bailout: taking a marketeer. resigning, sandbox: their own, where they are on."""
    found: list[ActionKind[Any]] = [bailout.TakingMarketeer()]
    if option(rules, "resigning"):
        found.append(resigning.Resigning())
    if option(rules, "sandbox"):
        found += [sandbox.AddingCard(), sandbox.ReturningCard()]
    return found


@hooks.contribute_decisions.impl
def contribute_decisions(rules: Rules) -> Sequence[DecisionKind]:
    """second_bailout: which marketeer. strict_order: which cards to fire, in the open."""
    found: list[DecisionKind] = [bailout.Bailout(), strict_order.FiringInOrder()]
    return [*found, resigning.Resignation()] if option(rules, "resigning") else found

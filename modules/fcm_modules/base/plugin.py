"""The base game: what its cards, goods and tiles do beyond what their TOML says.

The core plays the phases. This module brings the four kinds of campaign, the waitresses' place among the ties, what
gardens, parks and bonuses per sale bring, the settings of its options, and bots.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import (
    Bot,
    CampaignKind,
    Candidate,
    Game,
    House,
    RankingKey,
    Reasons,
    Refusal,
    Rules,
    Seat,
    TileId,
    at_work,
    card_actions,
    hooks,
)
from fcm_modules.base.bots import BOTS
from fcm_modules.base.campaigns import AIRPLANE, BILLBOARD, MAILBOX, RADIO
from fcm_modules.base.parks import beside_park

PAYDAY_STEPS = ("payday.fire", "payday.firing", "payday.salaries")


@hooks.contribute_campaign_kinds.impl
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """R-26 to R-29: billboards, mailboxes, airplanes and radios."""
    return (BILLBOARD, MAILBOX, AIRPLANE, RADIO)


@hooks.contribute_bots.impl
def contribute_bots(rules: Rules) -> Sequence[Bot]:
    """Players without a human."""
    return BOTS


# --- Dinnertime ------------------------------------------------------------------------------------------------------


@hooks.contribute_ranking_keys.impl
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """At the same price + distance the chain with the most waitresses wins."""
    return (
        RankingKey(
            "waitresses", most_waitresses, after=("price_and_distance",), before=("turn_order",), title="waitresses"
        ),
    )


def most_waitresses(game: Game, candidate: Candidate) -> int:
    """The lowest number wins; a waitress who works twice counts twice."""
    return -sum(card_actions(game, candidate.seat, card) for card in game.rules.tip_cards)


@hooks.modify_multiplier.impl
def garden(game: Game, seat: Seat, house: House) -> Reasons | None:
    """R-40: one unit price more for a garden."""
    return ((1, "garden"),) if house.garden else None


@hooks.modify_multiplier.impl
def park(game: Game, seat: Seat, house: House) -> Reasons | None:
    """R-57: one unit price more for a park beside house or garden, printed or placed."""
    return ((1, "park"),) if beside_park(game, house) else None


@hooks.modify_sale_bonus.impl
def bonus_per_sale(game: Game, seat: Seat, house: House) -> Reasons | None:
    """The `bonus_per_sale` of cards at work."""
    cards = game.rules.cards
    return tuple(
        (cards[card].bonus_per_sale * card_actions(game, seat, card), cards[card].title)
        for card in game.rules.sale_bonus_cards
        if at_work(game, seat, card)
    )


# --- options ---------------------------------------------------------------------------------------------------------


@hooks.set_edition.impl
def edition(rules: Rules) -> str | None:
    """`edition`: the printing that decides where the editions differ."""
    printing: str = rules.options["base"]["edition"]
    return printing


@hooks.set_bank_per_player.impl
def bank_per_player(rules: Rules) -> int | None:
    """`bank_per_player`: dollars in the bank at the start."""
    dollars: int = rules.options["base"]["bank_per_player"]
    return dollars


@hooks.set_breaks.impl
def breaks(rules: Rules) -> int | None:
    """`breaks`: the break of the bank that ends the game."""
    number: int = rules.options["base"]["breaks"]
    return number


@hooks.contribute_steps_left_out.impl
def no_reserve_cards(rules: Rules) -> Sequence[str]:
    """`reserve_cards` = false: nobody chooses one (R-15)."""
    return () if rules.options["base"]["reserve_cards"] else ("setup.reserve",)


@hooks.contribute_steps_left_out.impl
def no_payday(rules: Rules) -> Sequence[str]:
    """`payday` = false: nobody fires or pays (R-15)."""
    return () if rules.options["base"]["payday"] else PAYDAY_STEPS


@hooks.check_map.impl
def all_drinks(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """`all_drinks`: every drink is on the map (R-15)."""
    if rules.options["base"]["all_drinks"]:
        drawn = "".join("".join(rules.tiles[tile].rows) for tile in tiles)
        missing = [good for letter, good in rules.source_goods.items() if letter not in drawn]
        if missing:
            return Refusal("drinks", f"no {missing[0]} is on the map")
    return None

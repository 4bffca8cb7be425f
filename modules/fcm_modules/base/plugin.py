"""The base game: what its cards, goods and tiles do beyond what their TOML says.

The core plays the phases. This module brings the four kinds of campaign, the waitresses' place among the ties, what
gardens, parks and bonuses per sale bring, the settings of its options, and bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.vocabulary import TileId
from fcm_core.game import hooks
from fcm_core.game.cards import at_work, card_actions
from fcm_core.game.laws import Reasons
from fcm_core.game.parts import Bot, CampaignKind, RankingKey
from fcm_modules.base.bots import BOTS
from fcm_modules.base.campaigns import AIRPLANE, BILLBOARD, MAILBOX, RADIO
from fcm_modules.base.parks import beside_park

if TYPE_CHECKING:
    from fcm_core.basics.vocabulary import Seat
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game
    from fcm_core.game.rules import Rules
    from fcm_core.game.state import House


@hooks.set_edition.impl
def set_edition(rules: Rules) -> str | None:
    """The printing that decides where the editions differ."""
    edition: str = rules.options["base"]["edition"]
    return edition


@hooks.set_bank_per_player.impl
def set_bank_per_player(rules: Rules) -> int | None:
    """Dollars per player in the bank at the start."""
    dollars: int = rules.options["base"]["bank_per_player"]
    return dollars


@hooks.set_breaks.impl
def set_breaks(rules: Rules) -> int | None:
    """The break of the bank that ends the game."""
    number: int = rules.options["base"]["breaks"]
    return number


@hooks.contribute_steps_left_out.impl
def contribute_steps_left_out(rules: Rules) -> Sequence[str]:
    """Without reserve cards nobody chooses one; without Payday nobody fires or pays (R-15)."""
    options = rules.options["base"]
    reserve = () if options["reserve_cards"] else ("setup.reserve",)
    payday = () if options["payday"] else PAYDAY_STEPS
    return (*reserve, *payday)


@hooks.check_map.impl
def check_map(rules: Rules, tiles: Sequence[TileId]) -> Refusal | None:
    """R-15: with the option `all_drinks` every drink is on the map."""
    if rules.options["base"]["all_drinks"]:
        drawn = "".join("".join(rules.tiles[tile].rows) for tile in tiles)
        missing = [good for letter, good in rules.source_goods.items() if letter not in drawn]
        if missing:
            return Refusal("drinks", f"no {missing[0]} is on the map")
    return None


@hooks.contribute_campaign_kinds.impl
def contribute_campaign_kinds(rules: Rules) -> Sequence[CampaignKind]:
    """Billboards, mailboxes, airplanes and radios."""
    return (BILLBOARD, MAILBOX, AIRPLANE, RADIO)


PAYDAY_STEPS = ("payday.fire", "payday.firing", "payday.salaries")


def waitresses(game: Game, seat: Seat) -> int:
    """Waitresses at work, those who work twice counted twice."""
    return sum(card_actions(game, seat, card) for card in game.rules.tip_cards)


def _most_waitresses(game: Game, candidate: Candidate) -> int:
    return -waitresses(game, candidate.seat)


@hooks.contribute_ranking_keys.impl
def contribute_ranking_keys(rules: Rules) -> Sequence[RankingKey]:
    """At the same price + distance the chain with the most waitresses wins."""
    return (
        RankingKey(
            "waitresses", _most_waitresses, after=("price_and_distance",), before=("turn_order",), title="waitresses"
        ),
    )


@hooks.modify_multiplier.impl
def modify_multiplier(game: Game, seat: Seat, house: House) -> Reasons | None:
    """R-40: one more for a garden, and one more for a park beside house or garden, printed or placed (R-57)."""
    garden = ((1, "garden"),) if house.garden else ()
    return (*garden, (1, "park")) if beside_park(game, house) else garden


@hooks.modify_sale_bonus.impl
def modify_sale_bonus(game: Game, seat: Seat, house: House) -> Reasons | None:
    """The `bonus_per_sale` of cards at work."""
    cards = game.rules.cards
    return tuple(
        (cards[card].bonus_per_sale * card_actions(game, seat, card), cards[card].title)
        for card in game.rules.sale_bonus_cards
        if at_work(game, seat, card)
    )


@hooks.contribute_bots.impl
def contribute_bots(rules: Rules) -> Sequence[Bot]:
    """Players without a human."""
    return BOTS

"""The base game: what its cards, goods and tiles do beyond what their TOML says.

The core plays the phases. This module brings the four kinds of campaign, the waitresses' place among the ties, what
gardens, parks and bonuses per sale bring, the settings of its options, and bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fcm_core.game.hooks import hookimpl
from fcm_core.game.parts import Bot, CampaignKind, RankingKey, Reasons
from fcm_core.phases.queries import beside_park
from fcm_modules.base.bots import BOTS
from fcm_modules.base.campaigns import AIRPLANE, BILLBOARD, MAILBOX, RADIO

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.game.dinner import Candidate
    from fcm_core.game.game import Game
    from fcm_core.game.state import House


@hookimpl
def contribute_settings(rules: Rules) -> Mapping[str, Any]:
    """Every option of the module is a setting of the core."""
    return rules.options["base"]


@hookimpl
def contribute_campaign_kinds() -> Sequence[CampaignKind]:
    """Billboards, mailboxes, airplanes and radios."""
    return (BILLBOARD, MAILBOX, AIRPLANE, RADIO)


def waitresses(game: Game, player: int) -> int:
    """Waitresses at work, those who work twice counted twice."""
    return sum(game.card_actions(player, card) for card in game.rules.tip_cards)


def _most_waitresses(game: Game, candidate: Candidate) -> int:
    return -waitresses(game, candidate.player)


@hookimpl
def contribute_ranking_keys() -> Sequence[RankingKey]:
    """At the same price + distance the chain with the most waitresses wins."""
    return (
        RankingKey(
            "waitresses", _most_waitresses, after=("price_and_distance",), before=("turn_order",), title="waitresses"
        ),
    )


@hookimpl
def modify_multiplier(game: Game, house: House) -> Reasons:
    """R-40: one more for a garden, and one more for a park beside house or garden, printed or placed (R-57)."""
    garden = ((1, "garden"),) if house.garden else ()
    return (*garden, (1, "park")) if beside_park(game, house) else garden


@hookimpl
def modify_sale_bonus(game: Game, player: int) -> Reasons:
    """The `bonus_per_sale` of cards at work."""
    cards = game.rules.cards
    return tuple(
        (cards[card].bonus_per_sale * game.card_actions(player, card), cards[card].title)
        for card in game.rules.sale_bonus_cards
        if game.at_work(player, card)
    )


@hookimpl
def contribute_bots() -> Sequence[Bot]:
    """Players without a human."""
    return BOTS

"""Phase 6, Marketing Campaigns: all campaigns run in the order of their numbers, or of what their tiles say.

Rulebook, Phase 6; R-30, R-32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import UnknownNameError
from fcm_core.basics.vocabulary import CampaignNumber, GoodId, HouseId
from fcm_core.game import hooks
from fcm_core.game.cards import put_on_beach
from fcm_core.game.parts import Step, steps
from fcm_core.game.state import NOBODY, Busy, Campaign

if TYPE_CHECKING:
    from fcm_core.game.game import Game


def phase_steps() -> tuple[Step, ...]:
    """Marketing Campaigns, step by step."""
    return steps("marketing", ("campaigns", run_campaigns))


def run_campaigns(game: Game) -> None:
    """R-66: every pass runs all campaigns once, in the order of their numbers; counters come off after the last pass only."""
    for _ in range(1 + hooks.modify_marketing_passes(game)):
        for campaign in list(game.state.campaigns.values()):
            run_campaign(game, campaign)
    for campaign in list(game.state.campaigns.values()):
        if not campaign.eternal:
            take_counter(game, campaign)


def campaign_houses(game: Game, campaign: Campaign) -> Sequence[HouseId]:
    """The houses that a campaign reaches now, in eating order, whether they have room for demand or not."""
    return game.rules.campaign_kinds[campaign.kind].reach(game, campaign)


def run_campaign(game: Game, campaign: Campaign) -> None:
    """One campaign places its goods, one good after another, on the houses it reaches."""
    reached = campaign_houses(game, campaign)
    placed: dict[HouseId, dict[GoodId, int]] = {}
    for good in campaign.goods:
        for house_id in reached:
            count = place_counters(game, campaign, house_id, good)
            placed.setdefault(house_id, {})[good] = count
    hooks.on_campaign_ran(game, campaign, tuple(reached), placed)


def counters_for(game: Game, campaign: Campaign, house_id: HouseId) -> int:
    """Demand counters of one good that a campaign brings to a house that it reaches, whether they fit there or not."""
    house = game.state.houses[house_id]
    return (1 + hooks.modify_counters(game, campaign, house)) * game.rules.house_kinds[house.kind].counters


def place_counters(game: Game, campaign: Campaign, house_id: HouseId, good: GoodId) -> int:
    """R-30: what does not fit is lost, counter by counter; each remembers whose marketeer made it. Returns those placed."""
    count = counters_for(game, campaign, house_id)
    maker = campaign.owner if campaign.by_marketeer else NOBODY
    mark = hooks.set_mark(game, campaign, game.state.houses[house_id], good) or ""
    return game.board.put_counters(house_id, [(good, maker)] * count, mark)


def take_counter(game: Game, campaign: Campaign) -> None:
    """A counter comes off; with the last one the tile returns to the supply and the marketeer to its owner (R-32)."""
    if campaign.left > 1:
        game.board.change_campaign(campaign.number, left=campaign.left - 1)
        return
    end_campaign(game, campaign.number)


def end_campaign(game: Game, number: CampaignNumber) -> None:
    """Ends a campaign now: its tile returns to the supply, those who listen are told, and the marketeer is free (R-32).

    UnknownNameError where no campaign with this number runs.
    """
    campaign = game.state.campaigns.get(number)
    if campaign is None:
        raise UnknownNameError("running campaign", number, game.state.campaigns)
    game.board.end_campaign(number)
    hooks.on_campaign_ended(game, campaign)
    free_marketeer(game, campaign)


def free_marketeer(game: Game, campaign: Campaign) -> None:
    """R-32: the busy card forgets the campaign, and comes back if it was its last."""
    player = game.state.players[campaign.owner]
    if campaign.marketeer is None:
        return
    busy: list[Busy] = []
    for each in player.busy:
        if campaign.number in each.campaigns:
            rest = tuple(number for number in each.campaigns if number != campaign.number)
            if rest:
                busy.append(Busy(each.card, rest))
            else:
                put_on_beach(game, campaign.owner, each.card)
        else:
            busy.append(each)
    player.busy = tuple(busy)

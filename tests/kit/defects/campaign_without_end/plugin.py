"""The fault: a campaign ends, and its marketeer never comes back."""

from __future__ import annotations

from fcm_core.modding import CampaignPlaced, Game, hooks


@hooks.on_campaign_placed.impl
def odd(game: Game, placed: CampaignPlaced) -> None:
    """The fault is here."""
    game.board.end_campaign(placed.campaign.number)

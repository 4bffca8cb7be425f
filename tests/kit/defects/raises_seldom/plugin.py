"""The fault: a listener fails when a campaign runs."""

from __future__ import annotations

from fcm_core.modding import CampaignRan, Game, hooks


@hooks.on_campaign_ran.impl
def odd(game: Game, ran: CampaignRan) -> None:
    """The fault is here."""
    raise KeyError(ran.campaign)

"""What the decisions of New Milestones list is exactly what they allow."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from fcm_core.basics.vocabulary import CampaignNumber
from fcm_core.game.actions import Pass
from fcm_core.game.game import Game
from fcm_core.scenario import Scenario
from fcm_modules.new_milestones.free_mailbox import PlaceFreeMailbox
from fcm_modules.new_milestones.pizza_radio import PlacePizzaRadio
from fcm_modules.new_milestones.second_tile import PlaceSecondCampaign
from tests.positions import P1

BOARD = 'tiles = [["A0", "L0", "N0"], ["F0", "O0", "T0"], ["L0", "R0", "Q0"]]'
POSITION = """
ruleset = "new-milestones"
phase = "{phase}"
round = 3
[board]
{board}
[[house]]
number = 2
demand = ["pizza"]
[players.p1]
work = {work}
stock = {{ pizza = 1 }}
[[players.p1.restaurant]]
at = [3, 3]
entrance = "NW"
[players.p2]
[players.p3]
[game]
bank = 200
claimed = ["first_marketeer_used"]
{step}
"""
FIRST_CAMPAIGN = """[[step]]
player = "p1"
action = "place_campaign"
card = "campaign_manager"
number = {number}
good = "beer"
left = 2
at = [0, 3]"""
NEW_RESTAURANT = """[[step]]
player = "p1"
action = "open_restaurant"
card = "local_manager"
at = [8, 8]
entrance = "NW" """


def squares() -> Iterable[tuple[int, int]]:
    return [(row, column) for row in range(15) for column in range(15)]


def seconds(game: Game) -> Iterable[Any]:
    for number in game.rules.campaign_tiles:
        for at in squares():
            for turned in (None, True):
                yield PlaceSecondCampaign(number, at, turned)


def mailboxes(game: Game) -> Iterable[Any]:
    for number in game.rules.campaign_tiles:
        for at in squares():
            for good in game.rules.goods:
                yield PlaceFreeMailbox(number, at, good)


def radios(game: Game) -> Iterable[Any]:
    return [PlacePizzaRadio(at) for at in squares()]


def placed(game: Game, action: Any) -> tuple[Any, ...] | None:
    """What comes to lie where; a square tile is the same turned or not. None for passing."""
    if isinstance(action, Pass):
        return None
    number = CampaignNumber(getattr(action, "number", 0))
    turned = bool(getattr(action, "turned", None))
    if number:
        turned = turned and len(set(game.rules.campaign_tiles[number].size or ())) > 1
    return number, action.at, turned, getattr(action, "good", "")


@pytest.mark.parametrize(
    ("phase", "work", "step", "candidates", "may_pass"),
    [
        ("working", '["campaign_manager"]', FIRST_CAMPAIGN.format(number=14), seconds, True),
        ("working", '["campaign_manager"]', FIRST_CAMPAIGN.format(number=9), seconds, True),
        ("working", '["local_manager"]', NEW_RESTAURANT, mailboxes, True),
        ("dinnertime", "[]", "", radios, False),
    ],
    ids=["billboard", "mailbox", "free mailbox", "pizza radio"],
)
def test_listed_is_allowed(tmp_path: Path, phase: str, work: str, step: str, candidates: Any, may_pass: bool) -> None:
    path = tmp_path / "position.scenario.toml"
    path.write_text(POSITION.format(phase=phase, board=BOARD, work=work, step=step))
    scenario = Scenario(path)
    assert scenario.run().failures == []
    game = scenario.next_decision()
    listed = list(game.legal_actions(P1))
    allowed = [action for action in candidates(game) if game.check(P1, action) is None]
    assert len(listed) == len(set(listed))
    assert {placed(game, each) for each in listed} - {None} == {placed(game, each) for each in allowed}
    assert len(allowed) > 3
    assert any(isinstance(action, Pass) for action in listed) is may_pass

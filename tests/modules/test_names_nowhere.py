"""What programs may ask for and modules do not know: scenario files cannot state such names."""

from __future__ import annotations

from pathlib import Path

from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId
from fcm_core.scenario import Scenario
from fcm_modules.house_rules.bailout import TakeMarketeer
from tests.positions import P1, P2

MODULES = Path(__file__).parent.parent.parent / "modules" / "fcm_modules"


def test_a_marketeer_of_a_module_that_is_off_cannot_be_taken() -> None:
    scenario = Scenario(MODULES / "house_rules" / "scenarios" / "second-bailout.scenario.toml")
    scenario.steps = scenario.steps[:2]
    scenario.expect = {}
    assert scenario.run().passed
    refusal = scenario.next_decision().check(P2, TakeMarketeer(CardId("mass_marketeer")))
    assert refusal is not None and refusal.code == "not_an_option"


def test_a_free_mailbox_is_for_a_good_of_the_game() -> None:
    scenario = Scenario(MODULES / "new_milestones" / "scenarios" / "first-new-restaurant.scenario.toml")
    scenario.steps = scenario.steps[:4]
    scenario.expect = {}
    assert scenario.run().passed
    game = scenario.next_decision()
    free = scenario.rules.actions["place_free_mailbox"].cls(number=CampaignNumber(9), at=(3, 9), good=GoodId("water"))
    refusal = game.check(P1, free)
    assert refusal is not None and refusal.code == "good"

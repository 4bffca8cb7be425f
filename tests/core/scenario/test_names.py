"""A misspelt name is a wrong file wherever it stands: in what must be refused, in what must not be legal, in codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, Seat
from fcm_core.game.actions import Keep, PlaceCampaign
from fcm_core.scenario import Scenario
from tests.core.scenario.writing import failure, holds, write, wrong
from tests.positions import P1

HIRE = '[[step]]\nplayer = "p1"\naction = "hire"\ncard = "{}"\nerror = "{}"\n'


def test_a_refused_step_with_a_card_that_is_nowhere(tmp_path: Path) -> None:
    told = wrong(tmp_path, HIRE.format("trainr", "supply"))
    assert told == {"step[0].card": "no card 'trainr'; did you mean trainer?"}


def test_a_refused_step_with_a_good_and_a_code_that_are_nowhere(tmp_path: Path) -> None:
    text = '[[step]]\nplayer = "p1"\naction = "produce"\ncard = "burger_cook"\ngood = "burgr"\nerror = "usd_up"\n'
    told = wrong(tmp_path, text)
    assert told["step[0].good"] == "no good 'burgr'; did you mean burger?"
    assert told["step[0].error"] == "no refusal code 'usd_up'; did you mean used_up?; * stands for any"


def test_a_refused_step_with_an_action_or_a_field_that_is_nowhere(tmp_path: Path) -> None:
    told = wrong(tmp_path, '[[step]]\nplayer = "p1"\naction = "hyre"\ncard = "trainer"\nerror = "*"\n')
    assert told == {"step[0].action": "no action 'hyre'; did you mean hire?"}
    told = wrong(tmp_path, HIRE.format("cfo", "*") + "count = 2\n")
    assert "count: unknown key" in told["step[0].action"]


@pytest.mark.parametrize("list_", ["has", "lacks"])
@pytest.mark.parametrize(
    ("action", "key", "told"),
    [
        ('action = "hire", card = "trainr"', ".card", "no card 'trainr'; did you mean trainer?"),
        ('action = "hire", crad = "trainer"', "", "crad: unknown key"),
        ('action = "hyre", card = "trainer"', "", "no action 'hyre'; did you mean hire?"),
        ('action = "produce", card = "burger_cook", good = "beef"', ".good", "no good 'beef'"),
    ],
)
def test_what_is_legal_or_not_must_be_spelt_right(list_: str, action: str, key: str, told: str, tmp_path: Path) -> None:
    found = wrong(tmp_path, f"[expect.legal]\n{list_} = [{{ {action} }}]\n")
    assert told in found[f"expect.legal.{list_}[0]{key}"]


def test_another_code_than_the_one_that_comes_is_a_mere_difference(tmp_path: Path) -> None:
    found = failure(tmp_path, HIRE.format("cfo", "supply"))
    assert (found.expected, found.got) == ("refused: supply", "not_entry")


def test_a_view_and_a_ranking_of_players_that_are_nowhere(tmp_path: Path) -> None:
    assert "no player p3" in wrong(tmp_path, "[expect.view.p3]\nbank = 1\n")["expect.view.p3"]
    assert "no player 'p3'" in wrong(tmp_path, '[expect]\nranking = ["p1", "p3"]\n')["expect.ranking"]
    assert "no house 9" in wrong(tmp_path, "[expect]\neats_order = [2, 9]\n")["expect.eats_order"]


def test_what_is_absent_must_be_spelt_right(tmp_path: Path) -> None:
    holds(tmp_path, '[expect]\nabsent = ["barista", "coffee_shop", "place_road", "sushi"]\n')
    found = failure(tmp_path, '[expect]\nabsent = ["barista", "trainer"]\n')
    assert (found.where, found.expected) == ("expect.absent[1]", "no card trainer")
    told = wrong(tmp_path, '[expect]\nabsent = ["barrista"]\n')
    assert "did you mean barista?" in told["expect.absent[0]"]


# What the game itself says to names that are nowhere: an action that comes from a program may hold anything.


def test_only_goods_of_the_game_can_be_kept_whatever_the_amount(tmp_path: Path) -> None:
    p1 = 'milestones = ["first_to_throw_away_drink_food"]\nstock = { burger = 12 }'
    game = Scenario(write(tmp_path, "", phase="cleanup", p1=p1)).next_decision()
    refusal = game.check(P1, Keep(((GoodId("burgr"), 0),)))
    assert refusal is not None and refusal.code == "not_in_stock"


def test_only_goods_of_the_game_can_be_marketed(tmp_path: Path) -> None:
    game = Scenario(write(tmp_path, "", p1='work = ["brand_director"]')).next_decision()
    campaign = PlaceCampaign(CardId("brand_director"), CampaignNumber(3), GoodId("coffee"), 5, (5, 3), False)
    refusal = game.check(Seat(0), campaign)
    assert refusal is not None and refusal.code == "good"

"""What faces ask of a position: later steps of a turn, structures that are only thought of, what an action would reveal."""

from __future__ import annotations

from fcm_core.assembly.compile import compile_rules
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId
from fcm_core.game.actions import ChooseReserve, EndTurn, Hire, NextStep, Restructure
from fcm_core.game.game import Game
from fcm_core.game.state import Campaign
from fcm_core.phases.marketing import campaign_houses, counters_for
from fcm_core.phases.restructuring import with_structure
from fcm_core.records.saves import Recording
from fcm_core.records.suppose import dinner_if
from fcm_core.rules.plan import resolve
from tests.positions import P1, P2, play_on

TRAINEE, TRAINER, COOK = CardId("kitchen_trainee"), CardId("trainer"), CardId("burger_cook")


def recording() -> Recording:
    return Recording.start(compile_rules(resolve("base")), 2, 3)


def at(kind: str) -> Game:
    game = recording().game
    return play_on(game, 1, lambda each: each.pending[0].kind == kind)


def test_the_choices_of_a_later_step() -> None:
    game = at("working")
    seat = game.to_move[0]
    assert game.state.turn is not None
    game.state.players[seat].work[TRAINEE] = 1
    food = [step.name for step in game.rules.working_steps].index("food_and_drink")
    assert [type(choice).__name__ for choice in game.step_choices(seat, food)] == ["Produce", "Produce"]
    assert game.step_choices(seat, food + 1) == []
    assert Hire(CardId("waitress")) in game.step_choices(seat, 0)
    game.apply(seat, NextStep())
    assert game.step_choices(seat, 0) == []  # it is over
    assert game.step_choices(P1 if seat == P2 else P2, food) == []  # another player's turn


def test_a_structure_that_is_only_thought_of() -> None:
    game = at("restructure")
    game.state.players[P1].beach.update({TRAINER: 4, COOK: 1})
    there = with_structure(game, P1, [TRAINER, COOK])
    assert there.state.players[P1].work == {"ceo": 1, TRAINER: 1, COOK: 1}
    assert there.state.players[P1].beach[TRAINER] == 3 and COOK not in there.state.players[P1].beach
    assert with_structure(there, P1, [TRAINER]).state.players[P1].beach[COOK] == 1
    assert with_structure(game, P1, [TRAINER] * 4).state.players[P1].work == {"ceo": 1}
    assert game.state.players[P1].work == {"ceo": 1}


def test_dinner_without_anything_more_is_before_payday_only() -> None:
    game = at("restructure")
    seat = game.to_move[0]
    game.state.players[seat].beach[TRAINEE] = 1
    found = dinner_if(game, work={seat: [TRAINEE]})
    assert found is not None
    there, _ = found
    assert sum(there.state.players[seat].stock.values()) == 1 and there.phase == "payday"
    assert not game.state.players[seat].stock
    there.advance()
    assert there.phase != "payday" or dinner_if(there) is None


def test_what_a_campaign_reaches_and_brings() -> None:
    game = at("working")
    house = next(iter(game.state.houses.values()))
    beside = game.ground.grid.dilate(house.mask)
    campaign = Campaign(CampaignNumber(11), "billboard", P1, (GoodId("beer"),), 2, mask=beside & -beside)
    assert house.id in campaign_houses(game, campaign)
    assert counters_for(game, campaign, house.id) == 1


def test_what_an_action_would_reveal() -> None:
    with recording() as kept:
        while kept.game.pending[0].kind != "choose_reserve":
            seat = kept.game.to_move[0]
            kept.play(seat, next(kept.game.legal_actions(seat)))
        assert not kept.would_reveal(P1, ChooseReserve(100))
        kept.play(P1, ChooseReserve(100))
        kept.play(P2, ChooseReserve(200))
        while kept.game.pending[0].kind != "working":
            seat = kept.game.to_move[0]
            kept.play(seat, kept.game.default_action(seat))
        seat = kept.game.to_move[0]
        kept.play(seat, Hire(TRAINER))
        assert not kept.would_reveal(seat, EndTurn())
        while kept.game.pending[0].kind != "restructure":
            owed = kept.game.to_move[0]
            kept.play(owed, kept.game.default_action(owed))
        before = kept.game.state.copy()
        assert kept.would_reveal(seat, Restructure((TRAINER,))) is (len(kept.game.to_move) == 1)
        assert kept.game.state == before

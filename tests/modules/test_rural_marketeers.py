"""Rural Marketeers: the countryside is a house from the start, and there with the module only (R-10, R-67)."""

from __future__ import annotations

import pytest

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import CardId, HouseId
from fcm_core.game.rules import Rules
from fcm_core.rules.plan import resolve

COUNTRYSIDE = HouseId("rural")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return compile_rules(resolve("base", with_=["rural_marketeers", "new_districts"]))


@pytest.mark.parametrize("players", [2, 5])
def test_the_countryside_is_there_from_setup(rules: Rules, players: int) -> None:
    """RUR-01: no squares, no garden, no limit, and behind every other house."""
    game = new_game(rules, players, 3)
    house = game.state.houses[COUNTRYSIDE]
    assert (house.mask, house.garden, game.board.limit(house)) == (0, 0, None)
    assert list(game.state.houses)[-1] == "rural"
    assert all(other.order < house.order for other in game.state.houses.values() if other is not house)
    assert game.state.demand[COUNTRYSIDE] == ()
    assert not game.rules.house_kinds[house.kind].can_have_garden
    assert all(game.board.distance(COUNTRYSIDE, seat) is None for seat in game.state.seats)


def test_without_the_module_there_is_none() -> None:
    """RUR-01."""
    base = compile_rules(resolve("base"))
    assert "rural" not in new_game(base, 2, 3).state.houses
    assert "rural_marketeer" not in base.cards
    assert "rural_marketeer" not in base.cards[CardId("marketing_trainee")].trains_to
    assert not {21, 22, 23, 24} & set(base.campaign_tiles)
    assert "place_freeway" not in base.actions
    assert "first_rural_marketeer_used" not in base.milestones


def test_the_card(rules: Rules) -> None:
    """Ketchup rulebook, Rural Marketeers, components."""
    card = rules.cards[CardId("rural_marketeer")]
    assert (card.count, card.salary, card.entry, card.campaigns) == (6, True, False, ("rural",))
    assert "rural_marketeer" in rules.cards[CardId("marketing_trainee")].trains_to
    assert [number for number, tile in rules.campaign_tiles.items() if tile.kind == "rural"] == [21, 22, 23, 24]

"""What people are told of each event, word for word."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve, frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import CampaignNumber, CardId, GoodId, HouseId, MilestoneId, Seat, Spot, Square, TileId
from fcm_core.game import events
from fcm_core.game.dinner import Candidate
from fcm_core.game.events import Event
from fcm_core.game.game import Game
from fcm_core.game.laws import HOOKS
from fcm_core.game.state import Campaign, House, Restaurant
from fcm_core.rules.plan import resolve
from tests.positions import P1, P2, P3

CEO, WAITRESS, CFO = CardId("ceo"), CardId("waitress"), CardId("cfo")
BURGER, BEER = GoodId("burger"), GoodId("beer")
SEVEN, PI = HouseId("7"), HouseId("pi")
HOUSE = House(SEVEN, 700, "house", 0)
RADIO = Campaign(CampaignNumber(2), "radio", P2, (BEER, BURGER), 3)
RANKING = ("add_ons", "substitution", "price_and_distance", "turn_order")


def offer(seat: Seat, distance: int) -> Candidate:
    return Candidate(seat, SEVEN, {BURGER: 2}, {}, 0, 9, distance, keys=(0, 0, 9 + distance, seat))


def sold(*offers: Candidate, multiplier: int = 1, item_bonuses: int = 0, sale_bonus: int = 0) -> events.Sold:
    return events.Sold(P1, SEVEN, {BURGER: 2, BEER: 1}, (), 9, multiplier, item_bonuses, sale_bonus, 1, offers, RANKING)


@frozen
class SongPlayed(Event):
    """An event of a module that has no sentence of its own."""

    seat: Seat
    card: CardId
    goods: Mapping[GoodId, int]
    at: Square
    over: tuple[Spot, ...]
    heard_by: tuple[Seat, ...] = ()
    band: tuple[CardId, ...] = ()
    milestone: MilestoneId | None = None
    loud: bool = False


@frozen
class NightFell(Event):
    """One without fields."""


TOLD: list[tuple[Event, str]] = [
    (events.GameSetUp(), ""),
    (events.RoundBegan(3), "== round 3 =="),
    (events.PhaseBegan("order_of_business", 3), "-- order of business --"),
    (events.PhaseEnded("order_of_business", 3), ""),
    (events.Passed(P1), "anna passes"),
    (events.ReserveChosen(P1), ""),
    (events.StructuresRevealed(((CEO, WAITRESS, WAITRESS), (CEO,))), "anna: CEO, 2 Waitress\nben: CEO"),
    (
        events.StructuresRevealed(((CEO,), (CEO,), (CEO, CFO)), (P1, P2)),
        "anna: CEO\nben: CEO\ncfo: CEO, CFO\n    too many cards, only the CEO works: anna, ben",
    ),
    (events.PositionChosen(P1, 2), ""),
    (events.TurnOrderSettled((P3, P1, P2)), "turn order: cfo, anna, ben"),
    (events.TurnBegan(P1), ""),
    (events.TurnEnded(P1), ""),
    (events.Hired(P3, CFO), "cfo hires CFO"),
    (events.Trained(P1, WAITRESS, CFO, (CEO,)), "anna trains Waitress to CFO"),
    (events.Gained(P1, WAITRESS, 2), "anna gains 2 Waitress"),
    (events.CampaignPlaced(P2, RADIO), "ben starts campaign 2 (radio) for beer and burger, 3 rounds"),
    (events.CeoReplaced(P1, CEO, CFO), "anna: CFO instead of CEO"),
    (events.ActsAs(P1, WAITRESS, CFO), "anna: Waitress acts as CFO"),
    (
        events.CampaignPlaced(P2, Campaign(CampaignNumber(11), "billboard", P2, (BEER,), 1, eternal=True)),
        "ben starts campaign 11 (billboard) for beer, eternal",
    ),
    (events.Produced(P1, CardId("burger_chef"), BURGER, 8), "anna makes 8 burger"),
    (events.Fetched(P1, CardId("errand_boy"), {BEER: 1, GoodId("soda"): 2}), "anna fetches 1 beer, 2 soda"),
    (events.HousePlaced(P1, HOUSE), "anna builds house 7"),
    (events.GardenPlaced(P1, HOUSE), "anna adds a garden to house 7"),
    (
        events.RestaurantPlaced(P1, Restaurant(0, "NW", True, 0, 0), first=True),
        "anna places a restaurant at {0}, entrance NW",
    ),
    (
        events.RestaurantPlaced(P1, Restaurant(0, "SE", True, 0, 0), moved=True),
        "anna moves a restaurant at {0}, entrance SE",
    ),
    (events.HouseChose(HOUSE, offer(P1, 1)), ""),
    (
        sold(offer(P1, 1)),
        "house 7 eats at anna: 2 burger, 1 beer for $27 (3 x 9 = 27)\n    offers: anna 9 + 1 = 10",
    ),
    (
        sold(offer(P1, 1), offer(P2, 1), multiplier=2, item_bonuses=10, sale_bonus=3),
        "house 7 eats at anna: 2 burger, 1 beer for $67 (3 x 9 x 2 = 54 + 10 item bonuses + 3 sale bonus)\n"
        "    offers: anna 9 + 1 = 10, ben 9 + 1 = 10; decided by turn order",
    ),
    (
        sold(offer(P1, 1), offer(P1, 1), offer(P2, 4)),
        "house 7 eats at anna: 2 burger, 1 beer for $27 (3 x 9 = 27)\n"
        "    offers: anna 9 + 1 = 10, anna 9 + 1 = 10, ben 9 + 4 = 13; decided by price + distance",
    ),
    (
        evolve(sold(offer(P1, -2)), without=((P2, "lacks 1 beer"), (P3, "lacks 1 beer"))),
        "house 7 eats at anna: 2 burger, 1 beer for $27 (3 x 9 = 27)\n"
        "    offers: anna 9 - 2 = 7\n    no offer: lacks 1 beer (ben and cfo)",
    ),
    (
        sold(offer(P1, 1), item_bonuses=-3),
        "house 7 eats at anna: 2 burger, 1 beer for $24 (3 x 9 = 27 - 3 item bonuses)\n    offers: anna 9 + 1 = 10",
    ),
    (events.SoldBesides(P1, SEVEN, {BEER: 1}, 5), "anna: sold besides (house 7, sold 1 beer, income 5)"),
    (
        events.StayedHome(PI, ((P1, "lacks 1 beer"), (P2, "no open restaurant"), (P3, "lacks 1 beer"))),
        "house pi stays at home: lacks 1 beer (anna and cfo), no open restaurant (ben)",
    ),
    (events.TipsEarned(P1, WAITRESS, 6), "anna gets $6 of tips"),
    (events.PercentEarned(P1, 50, 22), "anna gets $22 on top (50% of the income)"),
    (events.IncomeChanged(P1, 7), ""),
    (events.Paid(P1, 7, "tips"), ""),
    (events.BankBroke(1, 300), "!! the bank breaks for the first time !!"),
    (events.BankBroke(2, 0), "!! the bank breaks for the second time !!"),
    (events.BankBroke(3, 0), "!! the bank breaks for the third time !!"),
    (events.MoneyRemoved(P1, 20), "$20 leaves the bank for good because of anna"),
    (events.WentBankrupt(P1), "!! anna is bankrupt !!"),
    (events.MilestoneEarned(P1, MilestoneId("first_to_have_20")), "** anna: First to have $20 **"),
    (events.Fired(P1, WAITRESS), "anna fires Waitress"),
    (events.SalariesPaid(P1, 10, 5), "anna pays $5 of salaries ($10 due)"),
    (events.SalariesPaid(P1, 10, 0), "anna pays $0 of salaries ($10 due)"),
    (events.SalariesPaid(P1, 0, 0), ""),
    (events.FeesPaid(P1, 30, 25, ((20, "rent"), (10, "tax"))), "anna pays $25 of fees (rent, tax)"),
    (events.DemandPut(SEVEN, BEER, 2, P1), "house 7 wants 2 beer more"),
    (events.DemandTaken(SEVEN, BEER, 1), "house 7 wants 1 beer less"),
    (events.CardsRemoved(WAITRESS, 2, P1), "anna loses 2 Waitress for ever"),
    (events.CardsRemoved(WAITRESS, 2, None), "the supply loses 2 Waitress for ever"),
    (events.TilePut(TileId("A"), (0, -1), 3), "tile A3 joins the map at 0,-1"),
    (events.TileLifted(TileId("A"), (0, -1)), "tile A leaves the map from 0,-1"),
    (events.TileTurned(TileId("A"), (2, 1), 1), "tile A at 2,1 now lies as A1"),
    (
        events.CampaignRan(RADIO, (SEVEN, PI), {SEVEN: {BEER: 2, BURGER: 1}, PI: {BEER: 0}}),
        "campaign 2 (radio) runs: 2 beer, 1 burger on house 7, no room on house pi",
    ),
    (events.CampaignRan(RADIO, (PI,), {PI: {BEER: 0}}), "campaign 2 (radio) runs: no room on house pi"),
    (events.CampaignRan(RADIO, (), {}), "campaign 2 (radio) runs: it reaches no house"),
    (
        events.CampaignRan(RADIO, (SEVEN, PI), {SEVEN: {BEER: 0}}),
        "campaign 2 (radio) runs: no room on houses 7, pi",
    ),
    (events.CampaignEnded(RADIO), "campaign 2 ends"),
    (events.Kept(P1, {BEER: 2}), "anna keeps 2 beer"),
    (events.Discarded(P1, {BEER: 2, BURGER: 1}), "anna throws away 2 beer, 1 burger"),
    (events.MilestonesClosed((MilestoneId("first_to_have_20"),)), ""),
    (events.GameOver(P2, (0, 5, 3)), "== the game is over, ben wins =="),
    (events.GameOver(None, (0, 0, 0)), "== the game is over, all chains are bankrupt and nobody wins =="),
    (
        SongPlayed(P1, CFO, {BEER: 2}, (3, 4), (0,), (P2, P3), (WAITRESS, WAITRESS)),
        "anna: song played (card CFO, goods 2 beer, at 3,4, over {0}, heard by ben, cfo, band 2 Waitress, loud False)",
    ),
    (NightFell(), "night fell"),
]


@pytest.fixture(scope="module")
def game() -> Game:
    # One player is called like a card: names that people chose are no ids.
    return new_game(compile_rules(resolve("base")), ["anna", "ben", "cfo"], seed=1)


@pytest.mark.parametrize(
    ("event", "told"), TOLD, ids=[f"{event.kind} {number}" for number, (event, _) in enumerate(TOLD)]
)
def test_an_event_is_told(event: Event, told: str, game: Game) -> None:
    row, column = game.ground.grid.squares[0]
    assert event.sentence(game.words()) == told.replace("{0}", f"{row},{column}")


def test_every_event_of_the_core_is_here() -> None:
    core = {spec.event for spec in HOOKS.values() if spec.event and spec.event.__module__ == events.__name__}
    assert core <= {type(event) for event, _ in TOLD}

"""A view shows nothing that its seat may not know."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import define

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import new_game
from fcm_core.basics.vocabulary import GoodId, MilestoneId, ModuleId, Seat
from fcm_core.game.actions import ChooseReserve, Fire, Restructure
from fcm_core.game.cards import gain_card
from fcm_core.game.game import Game
from fcm_core.game.milestones import has_milestone
from fcm_core.game.parts import Partition
from fcm_core.game.rules import Rules
from fcm_core.game.state import NOBODY
from fcm_core.records.codec import fingerprint
from fcm_core.rules.plan import resolve
from tests.core.loose_modules import write_module
from tests.positions import P1, P2, P3, play_on, rules_of

VIEWERS = (P1, None)


def seen(game: Game, viewer: Seat | None) -> str:
    return fingerprint(game.view(viewer).state, game.rules)


def reserves(game: Game, values: tuple[int, ...]) -> Game:
    while game.pending[0].kind == "first_restaurant":
        owed = game.pending[0].seat
        game.apply(owed, game.default_action(owed))
    for seat, value in enumerate(values):
        game.apply(Seat(seat), ChooseReserve(value))
    return game


@pytest.mark.parametrize("viewer", VIEWERS)
def test_others_reserve_cards_do_not_show(base_rules: Rules, viewer: Seat | None) -> None:
    one = reserves(new_game(base_rules, 3, seed=1), (100, 200, 300))
    two = reserves(new_game(base_rules, 3, seed=1), (100, 300, 100))
    assert fingerprint(one.state, one.rules) != fingerprint(two.state, two.rules)
    assert seen(one, viewer) == seen(two, viewer)
    assert one.view(viewer).pending == two.view(viewer).pending


def test_the_own_reserve_card_shows(base_rules: Rules) -> None:
    game = reserves(new_game(base_rules, 3, seed=1), (100, 200, 300))
    assert [player.reserve for player in game.view(P2).state.players] == [None, 1, None]
    assert [player.reserve for player in game.view(None).state.players] == [None, None, None]


def test_after_the_first_break_reserve_cards_are_on_the_table(base_rules: Rules) -> None:
    game = reserves(new_game(base_rules, 3, seed=1), (100, 200, 300))
    game.state.bank_breaks = 1
    assert [player.reserve for player in game.view(P2).state.players] == [0, 1, 2]
    assert [player.reserve for player in game.view(None).state.players] == [0, 1, 2]


def test_who_may_look_at_reserve_cards_sees_them(tmp_path: Path) -> None:
    spy = """
        from fcm_core.modding import hooks

        @hooks.allow_seeing_reserves.impl
        def spy(game, seat):
            return "spy" if seat == 2 else None
    """
    write_module(tmp_path, "spy", plugin=spy)
    rules = compile_rules(resolve("base", with_=["spy"], modules_dirs=[tmp_path]))
    game = reserves(new_game(rules, 3, seed=1), (100, 200, 300))
    assert [player.reserve for player in game.view(P3).state.players] == [0, 1, 2]
    assert [player.reserve for player in game.view(P1).state.players] == [0, None, None]
    assert [player.reserve for player in game.view(None).state.players] == [None, None, None]


def with_cards(rules: Rules) -> Game:
    """Everybody is to choose a structure and has a choice."""
    game = new_game(rules, 3, seed=1)
    game = play_on(game, 1, lambda game: game.state.round == 1 and game.pending[0].kind == "working")
    card = rules.entry_cards[0]
    for seat in game.state.seats:
        gain_card(game, seat, card)
    while game.state.round < 2:
        owed = game.pending[0].seat
        game.apply(owed, game.default_action(owed))
    assert [each.kind for each in game.pending] == ["restructure"] * 3
    return game


@pytest.mark.parametrize("viewer", VIEWERS)
def test_structures_do_not_show_before_all_are_revealed(base_rules: Rules, viewer: Seat | None) -> None:
    game = with_cards(base_rules)
    card = base_rules.entry_cards[0]
    one, two = game.copy(), game.copy()
    one.apply(P2, Restructure((card,)))
    two.apply(P2, Restructure(()))
    assert seen(one, viewer) == seen(two, viewer)
    assert one.view(P2).state.secret == {1: (card,)}
    for each in (one, two):
        each.apply(P3, Restructure(()))
        each.apply(P1, Restructure(()))
    assert seen(one, viewer) != seen(two, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_whom_others_fire_does_not_show_before_all_have_chosen(base_rules: Rules, viewer: Seat | None) -> None:
    game = with_cards(base_rules)
    card = base_rules.entry_cards[0]
    while game.pending[0].kind != "fire":
        owed = game.pending[0].seat
        game.apply(owed, game.default_action(owed))
    first = game.pending[0].seat
    if first == 0:  # somebody else than the viewer is to choose first
        game.apply(P1, Fire(()))
        first = game.pending[0].seat
    one, two = game.copy(), game.copy()
    one.apply(first, Fire((card,)))
    two.apply(first, Fire(()))
    assert one.pending == two.pending
    assert seen(one, viewer) == seen(two, viewer)


def test_the_random_streams_do_not_show(base_rules: Rules) -> None:
    game = new_game(base_rules, 2, seed=77)
    view = game.view(P1)
    assert view.state.seed == 0
    assert view.state.draws == {}
    assert game.state.seed == 77


DECK = ModuleId("deck")


@define
class Deck:
    hands: tuple[int, ...] = ()

    def copy(self) -> Deck:
        return Deck(self.hands)


def hide(deck: Deck, viewer: int) -> Deck:
    return Deck(tuple(card if seat == viewer else -1 for seat, card in enumerate(deck.hands)))


def test_modules_hide_what_is_secret_in_their_state(base_rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(base_rules, 2, seed=1)
    monkeypatch.setitem(base_rules.partitions, DECK, Partition(DECK, Deck, hide))
    game.state.modules[DECK] = Deck((5, 6))
    assert game.view(P2).state.modules[DECK] == Deck((-1, 6))
    assert game.view(None).state.modules[DECK] == Deck((-1, -1))
    assert game.state.modules[DECK] == Deck((5, 6))


def test_a_view_is_a_game_of_its_own(base_rules: Rules) -> None:
    game = reserves(new_game(base_rules, 3, seed=1), (100, 200, 300))
    before = fingerprint(game.state, game.rules)
    owed = game.pending[0].seat
    view = game.view(owed)
    assert view.viewer == owed
    assert game.view(None).viewer == NOBODY
    assert list(map(repr, view.legal_actions(owed))) == list(map(repr, game.legal_actions(owed)))
    view.apply(owed, view.default_action(owed))
    assert fingerprint(game.state, game.rules) == before


def test_what_a_view_remembers_of_the_board_changes_nothing_in_the_game(base_rules: Rules) -> None:
    game = play_on(new_game(base_rules, 3, 1), 1, lambda game: game.state.round > 3)
    house = next(iter(game.state.houses))
    distances = [game.board.distance(house, seat) for seat in game.state.seats]
    for viewer in (Seat(0), Seat(1), None):
        view = game.view(viewer)
        assert [view.board.distance(house, seat) for seat in game.state.seats] == distances
        view.state.board_cache.update(dict.fromkeys(view.state.board_cache, 99))
        view.state.board_cache["anything"] = []
        view.board.put_counters(house, [(GoodId("beer"), Seat(0))])
        view.board.set_open(Seat(0), False)
    assert [game.board.distance(house, seat) for seat in game.state.seats] == distances
    assert [game.view(Seat(2)).board.distance(house, seat) for seat in game.state.seats] == distances
    assert "anything" not in game.state.board_cache
    assert game.player(Seat(0)).restaurants == game.view(None).player(Seat(0)).restaurants


@pytest.mark.parametrize("players", [2, 3, 5])
def test_in_whole_games_no_view_depends_on_a_secret(players: int) -> None:
    """At every moment, games that differ only in what a viewer may not know look the same to that viewer."""
    rules = rules_of()
    checked = 0

    def look(game: Game) -> bool:
        nonlocal checked
        for viewer in (*game.state.seats, None):
            other = game.copy()
            other.state.seed += 1
            other.state.draws = {name: drawn + 1 for name, drawn in other.state.draws.items()}
            for seat in game.state.seats:
                if seat == viewer:
                    continue
                # The first to have $20 may look at the reserve cards; after the first break everybody has seen them.
                allowed = viewer is not None and has_milestone(game, viewer, MilestoneId("first_to_have_20"))
                hidden = other.state.bank_breaks == 0 and not allowed
                reserve = other.state.players[seat].reserve
                if hidden and reserve is not None:
                    other.state.players[seat].reserve = (reserve + 1) % 3
                if seat in other.state.secret:
                    other.state.secret[seat] = ("nobody knows",)
            assert game.view(viewer).state == other.view(viewer).state
            checked += 1
        return game.state.round > 8

    game = play_on(new_game(rules, players, seed=players), players, look)
    assert game.state.round > 8
    assert checked > 50

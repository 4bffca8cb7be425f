"""The table's screen: every kind of decision by hand, what Enter may do, undo, hand-over, sizes, views."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

import fcm_face
from fcm_core import Game, Seat, actions
from fcm_table.app import TableApp
from fcm_table.asking import Amounts, Cards, Picking
from fcm_table.choosing import Option
from fcm_table.screen import TableScreen
from fcm_table.sheets import HandOver, Page, Sheet
from fcm_table.sitting import Orders, Sitting
from tests.table.driving import asked, on_table, play_until, press, sitting, table_of, text_of

ANN = Seat(0)


def last(app: TableApp) -> object:
    """The last move that ann made herself."""
    made = [each for each in app.sitting.story if each.seat == ANN and not each.alone]
    return app.sitting.recording.moves[made[-1].move].action


def test_a_place_is_staged_and_then_played() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        moves = len(app.sitting.recording.moves)
        await press(app, pilot, "n", "r")
        assert "distance" in text_of(app)
        await press(app, pilot, "enter")
        assert "staged" in text_of(app) and len(app.sitting.recording.moves) == moves
        await press(app, pilot, "escape")
        assert "staged" not in text_of(app)
        await press(app, pilot, "enter", "enter")
        placed = last(app)
        assert isinstance(placed, actions.PlaceRestaurant)

    with sitting() as found:
        on_table(found, steps)


def test_a_held_enter_places_nothing() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        moves = len(app.sitting.recording.moves)
        await pilot.press(*["enter"] * 12)
        assert len(app.sitting.recording.moves) == moves

    with sitting() as found:
        on_table(found, steps, patience=60)


def test_a_held_enter_answers_no_sheet() -> None:
    """Nothing that comes out is done by Enter alone: here the last of the reserve cards is chosen."""

    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        moves = len(app.sitting.recording.moves)
        await pilot.press(*["enter"] * 12)
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        assert "cannot be taken back" in " ".join(text_of(app).split())
        await pilot.press("y")  # at once: the sheet has just opened
        await pilot.pause()
        assert isinstance(app.screen, Sheet) and len(app.sitting.recording.moves) == moves

    with sitting() as found:
        play_until(found, asked("the choice of a reserve card"))
        on_table(found, steps, patience=60)


def test_a_square_that_is_no_place_says_why() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        assert isinstance(screen.asking, Picking) and screen.picture is not None
        road = next(at for at, cell in screen.picture.cells.items() if cell.kind == "road")
        await press(app, pilot, "slash", *f"{road[0]},{road[1]}", "enter")
        assert screen.cursor == road
        text = text_of(app)
        assert f"not at {road[0]},{road[1]}" in text

    with sitting() as found:
        on_table(found, steps)


def test_hiring_goes_on_with_enter_and_is_taken_back_with_u() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        before = len(app.sitting.recording.moves)
        await press(app, pilot, "slash", *"wait", "enter")
        assert "Waitress" in text_of(app)
        await press(app, pilot, "enter")
        hired = last(app)
        assert isinstance(hired, actions.Hire) and hired.card == "waitress"
        await press(app, pilot, "u")
        assert len(app.sitting.recording.moves) == before

    with sitting() as found:
        play_until(found, asked("hire", 2))
        on_table(found, steps)


def test_the_palette_knows_moves_places_and_views() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "ctrl+p", *"waitress")
        await pilot.pause(0.4)
        await press(app, pilot, "enter")
        await pilot.pause(0.2)
        asking = table_of(app).asking
        assert isinstance(asking, Picking) and isinstance(asking.entry, Option)
        assert "Waitress" in asking.entry.label

    with sitting() as found:
        play_until(found, asked("hire", 2))
        on_table(found, steps)


def test_leaving_hires_unused_asks_and_names_them() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        before = len(app.sitting.recording.moves)
        await press(app, pilot, "greater_than_sign")
        assert isinstance(app.screen, Sheet)
        assert "hire" in text_of(app)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, Sheet) and len(app.sitting.recording.moves) == before
        await press(app, pilot, "escape")
        assert isinstance(app.screen, TableScreen)

    with sitting() as found:
        play_until(found, asked("hire", 2))
        on_table(found, steps)


def test_a_structure_is_made_of_cards_with_its_sums() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        asking = table_of(app).asking
        assert isinstance(asking, Cards) and asking.structure
        count = sum(asking.on)
        text = text_of(app)
        assert "CEO 3 slots" in text and "salaries $" in text and "open slot" in text
        first = asking.on.index(True)
        await press(app, pilot, *["down"] * first, "space")
        assert sum(asking.on) == count - 1
        await press(app, pilot, "escape")
        assert "CEO 3 slots" not in text_of(app)  # the board instead
        await press(app, pilot, "escape", "enter")
        assert isinstance(app.screen, TableScreen)
        await press(app, pilot, "d")
        assert isinstance(app.screen, Sheet)
        await press(app, pilot, "y")
        made = last(app)
        assert isinstance(made, actions.Restructure) and len(made.work) == count - 1

    with sitting() as found:
        play_until(found, asked("the company structure", 3))
        on_table(found, steps)


def test_an_overfull_structure_wants_the_whole_word() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        asking = table_of(app).asking
        assert isinstance(asking, Cards)
        asking.on = [not row["manager"] for row in asking.rows]
        await press(app, pilot, "d")
        assert isinstance(app.screen, Sheet) and app.screen.word == "yes"
        await press(app, pilot, "y")
        assert isinstance(app.screen, Sheet)
        await press(app, pilot, "e", "s")
        assert isinstance(last(app), actions.Restructure)

    with sitting() as found:
        play_until(found, asked("the company structure", 7))
        on_table(found, steps)


def test_payday_names_cash_and_due_and_fires_only_after_a_question() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        asking = table_of(app).asking
        assert isinstance(asking, Cards) and not asking.structure
        assert not any(asking.on)
        assert "due $" in text_of(app) and "cash $" in text_of(app)
        await press(app, pilot, "space", "enter")
        assert isinstance(app.screen, Sheet)
        assert asking.rows[0]["title"] in text_of(app)
        await press(app, pilot, "y")
        fired = last(app)
        assert isinstance(fired, actions.Fire) and list(fired.cards) == [asking.rows[0]["card"]]

    with sitting() as found:
        play_until(found, asked("which cards to fire", 4))
        on_table(found, steps)


def test_a_campaign_has_a_tile_a_place_a_good_and_houses_that_are_lit() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        asking = screen.asking
        assert isinstance(asking, Picking) and not asking.on_board
        await press(app, pilot, "enter")
        assert asking.on_board
        for _ in range(len(asking.choosing.places)):
            if screen.board.over.lit:
                break
            await press(app, pilot, "n")
        assert any(ref.startswith("house:") for ref in screen.board.over.lit)
        assert screen.board.over.ghost
        name = next(ref for ref in screen.board.over.lit if ref.startswith("house:")).partition(":")[2]
        assert f"*{name}*" in text_of(app)  # a sign, not a colour alone
        column = asking.choosing.columns()[0]
        await press(app, pilot, "2", "enter", "enter")
        placed = last(app)
        assert isinstance(placed, actions.PlaceCampaign) and placed.good == column.values[1]["value"]

    with sitting() as found:
        play_until(found, asked("campaigns", 3))
        on_table(found, steps)


def test_what_is_kept_is_changed_by_arrows() -> None:
    form = {
        "mode": "amounts",
        "kind": "freezer",
        "room": 10,
        "default": {"action": "keep", "stock": {"beer": 6, "soda": 4}},
        "pool": [
            {"ref": "good:beer", "good": "beer", "title": "beer", "count": 8, "demand": 1},
            {"ref": "good:soda", "good": "soda", "title": "soda", "count": 6, "demand": 3},
        ],
    }
    asking = Amounts(form)
    asking.change(1)
    assert asking.amounts == {"beer": 6, "soda": 4}  # there is no room
    asking.change(-2)
    asking.at = 1
    asking.change(5)
    assert asking.amounts == {"beer": 4, "soda": 6}
    asking.fill()
    assert asking.action() == {"action": "keep", "stock": {"beer": 4, "soda": 6}}  # what is asked for comes first


def test_undo_stops_where_another_human_has_moved() -> None:
    with sitting(humans=2, players=2) as found:
        play_until(found, asked("hire", 2))
        mover = found.next_seat
        assert mover is not None
        other = Seat(1 - mover)
        refusal = found.can_undo(other)
        assert refusal is not None


def test_undo_goes_back_to_a_line_of_the_log() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        before = len(app.sitting.recording.moves)
        await press(app, pilot, "enter", "enter")
        assert len(app.sitting.recording.moves) >= before + 2
        await press(app, pilot, "l")
        screen = table_of(app)
        first = next(index for index, move in enumerate(screen.log_moves) if move >= before)
        await press(app, pilot, *["up"] * (screen.view_at - first), "u")
        assert len(app.sitting.recording.moves) == before

    with sitting() as found:
        play_until(found, lambda game: asked("hire", 3)(game) and len(list(game.legal_actions(ANN))) > 4)
        found.orders[ANN] = Orders()
        on_table(found, steps)


def test_a_game_taken_up_again_has_its_log_move_by_move() -> None:
    with sitting() as found:
        play_until(found, asked("hire", 2))
        again = Sitting(found.recording, found.seats)
        assert [each.move for each in again.story] == list(range(-1, len(found.recording.moves)))
        assert [each.events for each in again.story[1:]] == [each.events for each in found.story[1:]]
        structure = again.last_structure(ANN)
        assert structure and structure == found.last_structure(ANN)


def test_routes_of_buyers_are_listed_with_what_they_bring_and_their_sources_are_lit() -> None:
    def has_routes(game: Game) -> bool:
        form = fcm_face.form(game.view(ANN), ANN) if game.decision_of(ANN) is not None else None
        return form is not None and any(
            each["kind"] == "squares" and each["values"] for table in form["actions"] for each in table["fields"]
        )

    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        asking = screen.asking
        assert isinstance(asking, Picking)
        at = next(index for index, each in enumerate(asking.entries) if isinstance(each, Option) and each.squares)
        await press(app, pilot, *["down"] * (at - asking.at))
        entry = asking.entry
        assert isinstance(entry, Option) and screen.board.over.squares == frozenset(entry.squares)
        assert "+" in entry.told[-1] and entry.told[-1][:8] in text_of(app)
        await press(app, pilot, "enter")
        fetched = last(app)
        assert isinstance(fetched, actions.Fetch) and set(fetched.sources or ()) <= set(entry.squares)

    with sitting(seed=9) as found:
        play_until(found, has_routes, 9)
        on_table(found, steps)


def test_hand_over_shows_nothing_of_the_other() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, HandOver)
        assert "hand over to ann" in text_of(app)
        assert "CEO" not in text_of(app)
        await press(app, pilot, "enter")
        screen = table_of(app)
        assert screen.seat == ANN
        asking = screen.asking
        assert isinstance(asking, Cards)
        secret = [row["title"] for index, row in enumerate(asking.rows) if asking.on[index]]
        assert secret and any(title in text_of(app) for title in secret)
        await press(app, pilot, "d", "y")
        assert isinstance(app.screen, HandOver) and "hand over to ben" in text_of(app)
        assert "hand" not in text_of(app).replace("hand over", "")
        assert all(title not in text_of(app) for title in secret)
        assert not any(isinstance(each, TableScreen) for each in app.screen_stack)
        await press(app, pilot, "enter")
        assert table_of(app).seat == 1
        view = table_of(app).view
        assert view is not None and ANN not in view.state.secret
        told = text_of(app)
        await press(app, pilot, "l")
        told += text_of(app)
        for title in secret:
            if title not in str(fcm_face.table(view)["seats"]):
                assert title not in told

    with sitting(humans=2, players=2) as found:
        play_until(found, lambda game: game.phase == "restructuring" and game.round >= 3)
        on_table(found, steps)


def test_every_size_keeps_the_decision() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "n", "n")
        screen = table_of(app)
        cursor = screen.cursor
        for width, height in ((120, 40), (100, 30), (80, 24), (60, 20), (60, 16)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await pilot.pause()
            text = text_of(app)
            assert screen.cursor == cursor and "setup" in text and "[]" in text, (width, height)
            assert screen.query_one("#third").display == (width >= 120)
        await pilot.resize_terminal(59, 16)
        await pilot.pause()
        assert "the table needs 60 x 16" in text_of(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.pause()
        assert "[]" in text_of(app)

    with sitting() as found:
        on_table(found, steps)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_whole_at_80_x_24(players: int) -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        board = table_of(app).board
        assert table_of(app).query_one("#side").display
        assert board.max_scroll_x == 0 and board.max_scroll_y == 0

    with sitting(players=players) as found:
        on_table(found, steps)


def test_views_open_by_a_letter_and_close_by_esc() -> None:
    shown = {"c": "salaries", "m": "Waitress", "s": "First", "h": "houses to build", "o": "free tiles", "k": "modules"}

    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        for key, text in shown.items():
            await press(app, pilot, key)
            assert text in text_of(app), key
            await press(app, pilot, "escape")
        await press(app, pilot, "w")
        assert "dinner" in text_of(app)
        await press(app, pilot, "escape", "i")
        assert isinstance(app.screen, Page)
        await press(app, pilot, "escape", "question_mark")
        assert "keys" in text_of(app)
        await press(app, pilot, "escape", "x")
        assert "why not" in text_of(app)
        await press(app, pilot, "escape", "z")
        assert table_of(app).scale == 2

    with sitting() as found:
        play_until(found, asked("hire", 4))
        on_table(found, steps, (100, 30))


def test_looking_keeps_what_was_chosen() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "down", "enter", "n")
        screen = table_of(app)
        assert isinstance(screen.asking, Picking)
        chosen = screen.asking.action()
        assert chosen is not None
        await press(app, pilot, "c", "escape", "w", "escape", "i", "escape")
        assert screen.asking.action() == chosen and screen.asking.on_board

    with sitting() as found:
        play_until(found, asked("campaigns", 4))
        on_table(found, steps)


def test_the_log_forgets_what_was_taken_back() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        await press(app, pilot, "slash", *"wait", "enter", "enter")
        assert screen.log_entries[-1]["text"] == "ann hires Waitress" or "Waitress" in str(screen.log_entries[-3:])
        await press(app, pilot, "u", "slash", *"errand", "enter", "enter")
        told = str([entry["text"] for entry in screen.log_entries[-3:]])
        assert "Errand Boy" in told and "Waitress" not in told

    with sitting() as found:
        play_until(found, asked("hire", 2))
        on_table(found, steps)


def test_what_a_standing_order_answers_in_secret_is_told_to_nobody_else() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter")  # hand-over to ben
        assert table_of(app).seat == 1
        assert app.sitting.story[-1].alone
        assert "standing order" not in str(table_of(app).log_entries)

    with sitting(humans=2, players=2) as found:
        play_until(found, lambda game: game.phase == "payday" and game.round >= 3)
        found.orders[ANN].pay_all = True
        assert found.by_itself(ANN) is not None
        on_table(found, steps)


def test_without_unicode_everything_is_ascii() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        assert screen.picture is not None
        for index in range(len(screen.picture.lines)):
            assert "".join(part.text for part in screen.picture.line(index, screen.board.over)).isascii()
        assert "##" in text_of(app)

    with sitting() as found:
        on_table(found, steps, ascii=True)


def test_dinner_is_read_house_by_house() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        screen = table_of(app)
        sales = [entry for entry in screen.log_entries if entry["kind"] == "sold"][:2]
        assert sales
        screen.read(sales)
        await pilot.pause()
        assert "what happened" in text_of(app) and "offers" in text_of(app)
        assert screen.lit
        for _ in sales:
            await press(app, pilot, "enter")
        assert not screen.news and "what happened" not in text_of(app)

    with sitting() as found:
        play_until(found, asked("which cards to fire", 6))
        on_table(found, steps)


def test_standing_orders_answer_payday() -> None:
    with sitting() as found:
        play_until(found, asked("which cards to fire", 4))
        assert found.by_itself(ANN) is None
        found.orders[ANN].pay_all = True
        assert found.by_itself(ANN) == actions.Fire(())


def test_what_follows_from_a_standing_order_is_told_too() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        told = [entry["kind"] for entry in table_of(app).log_entries]
        at = told.index("alone")
        assert "salaries_paid" in told[at:]
        assert any(entry["kind"] == "salaries_paid" for entry in table_of(app).news)

    with sitting() as found:
        play_until(found, lambda game: game.phase == "payday" and game.round >= 4)
        found.orders[ANN].pay_all = True
        on_table(found, steps)


def test_a_step_with_nothing_to_do_passes_with_a_line() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "full_stop", "y")
        assert any(happening.note.startswith("nothing to do: ") for happening in app.sitting.story)

    with sitting() as found:
        play_until(found, asked("hire", 2))
        on_table(found, steps)


def test_a_fault_leaves_the_table_and_is_raised() -> None:
    async def steps(app: TableApp, pilot: Pilot[None]) -> None:
        app.call_later(lambda: [][1])
        await asyncio.sleep(0.1)

    with sitting() as found, pytest.raises(IndexError):
        on_table(found, steps)

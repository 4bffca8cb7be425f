"""The table's screen for one seat: board, chains, what follows here, log, keys.

It lays out what the presenter says of the seat's view and turns keys into actions. Playing them is the app's business.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

import fcm_face
from fcm_core import FcmError, Game, Seat
from fcm_table import panels
from fcm_table.asking import Amounts, Asking, Cards, Picking, asking_of, row_json
from fcm_table.choosing import Option
from fcm_table.palette import TableCommands
from fcm_table.panels import BOLD, GOOD, GREY, KEY, VIEWS, WARN, Line, spaced
from fcm_table.picture import ASCII, UNICODE, Overlay, Picture, signs
from fcm_table.sheets import Page, Sheet
from fcm_table.sitting import BACK, REVEALS, Happening
from fcm_table.widgets import BoardView, Label, Lines, wrapped

if TYPE_CHECKING:
    from fcm_table.app import TableApp

Plain = dict[str, Any]
SMALLEST = (60, 16)
SIDE = 26  # columns that the side needs; with fewer it shares the place of the board
THIRD = 34  # columns of the company beside, from 120 on
LOG = 8  # lines of the log at most
LOG_BACK = 40  # entries that can be scrolled back to there; the log's own view has all

HELP = """arrows       move a square or a line        Shift+arrows  a tile
n N          next, previous legal place     r R           turn
Enter        take what is under the cursor; a place: stage it, Enter again does it
Tab, 1-9     field to answer, its values    Space         switch a card
Esc          one level back, never leaves   / or :        type a move or a square
.            go on to the next step         >             end the turn
p            pass                           d             done (cards)
u U          take back a move, the turn     x             why not
c m s h o k  companies, market, milestones, houses, campaigns, rules
w            dinner, if it came now         l             log
i            what lies here                 z             scale
b            speed of the bots              O             standing orders
q            leave; every move is saved     Ctrl-P        palette

u takes back your own moves, not past a move of another human and not past what came out.
Enter never does what cannot be taken back: such a move asks, and wants y."""


class TableScreen(Screen[None]):
    """What one seat sees and does. Without a seat: what an onlooker sees."""

    app: TableApp
    AUTO_FOCUS = ""
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {TableCommands}
    CSS = """
    #status { height: 1; }
    #body { height: 1fr; }
    #board { height: 1fr; }
    #side { width: 1fr; padding: 0 0 0 1; }
    #chains { height: auto; }
    #head { height: 1; }
    #list { height: auto; }
    #here { height: 1fr; }
    #third { width: 34; border-left: solid $primary-darken-2; padding: 0 0 0 1; }
    #strip { height: 1; display: none; }
    #log { height: 3; border-top: solid $primary-darken-2; }
    #keys { height: 1; }
    #typed { height: 1; border: none; padding: 0; display: none; }
    #tiny { display: none; height: 1fr; content-align: center middle; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"move({rows},{columns})", show=False, id=f"move.{key.replace('+', '.')}")
            for key, rows, columns in (
                ("up", -1, 0),
                ("down", 1, 0),
                ("left", 0, -1),
                ("right", 0, 1),
                ("shift+up", -5, 0),
                ("shift+down", 5, 0),
                ("shift+left", 0, -5),
                ("shift+right", 0, 5),
                ("pageup", -10, 0),
                ("pagedown", 10, 0),
            )
        ),
        Binding("n", "place(1)", id="place.next"),
        Binding("N", "place(-1)", id="place.previous"),
        Binding("r", "turn(1)", id="turn.next"),
        Binding("R", "turn(-1)", id="turn.previous"),
        Binding("tab", "field(1)", id="field.next", priority=True),
        Binding("shift+tab", "field(-1)", id="field.previous", priority=True),
        *(Binding(str(digit), f"digit({digit})", id=f"value.{digit}") for digit in range(1, 10)),
        Binding("space", "mark", id="mark"),
        Binding("enter", "take", id="take"),
        Binding("escape", "back", id="back"),
        Binding("full_stop", "go_on", id="go_on"),
        Binding("greater_than_sign", "end_turn", id="end_turn"),
        Binding("p", "pass", id="pass"),
        Binding("d", "done", id="done"),
        Binding("a", "fill", id="fill"),
        Binding("y", "as_before", id="as_before"),
        Binding("u,ctrl+z", "undo", id="undo"),
        Binding("U", "undo_turn", id="undo.turn"),
        Binding("x", "why", id="why"),
        *(Binding(key, f"view('{key}')", id=f"view.{key}") for key in ("c", "w", "l", "e", *VIEWS)),
        Binding("O", "view('O')", id="orders"),
        Binding("i", "inspect", id="inspect"),
        Binding("z", "zoom", id="zoom"),
        Binding("b", "speed", id="speed"),
        Binding("slash,colon", "type", id="type"),
        Binding("question_mark", "help", id="help"),
        Binding("q,ctrl+c", "leave", id="leave"),
    ]

    def __init__(self, seat: Seat | None) -> None:
        super().__init__()
        self.seat = seat
        self.view: Game | None = None
        self.table: Plain = {}
        self.form: Plain | None = None
        self.asking: Asking | None = None
        self.last_work: list[str] = []  # the cards at work in the round before
        self.cursor = (0, 0)
        self.scale = 1
        self.staged: Plain | None = None
        self.staged_at = 0.0
        self.show_view = ""  # the letter of the view that is open
        self.view_at = 0
        self.view_lines: list[Line] = []
        self.company_of = 0
        self.log_entries: list[Plain] = []  # of this seat
        self.log_told: list[Happening] = []  # what is in the log
        self.log_moves: list[int] = []  # for each entry the move that brought it
        self.news: list[Plain] = []  # to be read step by step
        self.news_at = 0
        self.lit: tuple[str, ...] = ()
        self.lit_squares: frozenset[tuple[int, int]] = frozenset()
        self.picture: Picture | None = None
        self._drawn: dict[tuple[int, bool], Picture] = {}  # of this position, by scale and seams
        self._laid_out: tuple[Any, ...] = ()  # what the layout depends on
        self._made: dict[tuple[Any, ...], list[Text]] = {}  # lines of this position that a key does not change
        self.signs: dict[str, str] = {}
        self.table_shown = False  # Esc at a structure shows the board

    def compose(self) -> ComposeResult:
        yield Label(id="status")
        yield Static(id="tiny")
        with Horizontal(id="body"):
            yield BoardView("board")
            with Vertical(id="side"):
                yield Lines("chains")
                yield Label(id="head")
                yield Lines("list")
                yield Lines("here")
            yield Lines("third")
        yield Label(id="strip")
        yield Lines("log")
        yield Label(id="keys")
        yield Input(id="typed", placeholder="a move, such as `hire tra`, or a square, such as 5,15", compact=True)

    def on_mount(self) -> None:
        self.take_in()

    def on_resize(self) -> None:
        self.fit()

    def on_screen_resume(self) -> None:
        self.fit()

    # --- what lies there -------------------------------------------------------------------------------------------

    @property
    def board(self) -> BoardView:
        return self.query_one("#board", BoardView)

    def take_in(self) -> None:
        """Looks at the game anew: after every move of anybody."""
        sitting = self.app.sitting
        game = sitting.game
        self.view = game.view(self.seat)
        self.table = fcm_face.table(self.view)
        self.signs = signs(self.view.rules.goods)
        self._drawn = {}
        self._made = {}
        self.draw_board()
        self.last_work = [str(card) for card in sitting.last_structure(self.seat)] if self.seat is not None else []
        before = self.form
        owes = self.seat is not None and sitting.next_seat == self.seat
        self.form = fcm_face.form(self.view, self.seat) if owes and self.seat is not None else None
        self.staged = None
        self.table_shown = False
        self._tell()
        if self.form is None:
            self.asking = None
        else:
            kept_at = self.asking.at if isinstance(self.asking, Picking) and before is not None else 0
            same = before is not None and before["title"] == self.form["title"]
            was_on_board = isinstance(self.asking, Picking) and self.asking.on_board
            self.asking = asking_of(self.form, self.app.kept.setdefault(self.seat, {}))
            if isinstance(self.asking, Picking):
                if same and not was_on_board:
                    self.asking.select(min(kept_at, len(self.asking.entries) - 1))
                self._tell_hauls(self.asking)
                self._first_place()
        newest = self.log_entries[-1] if self.asking is None and self.log_entries else None
        if not self.news:
            self._light(newest)
        if self.show_view:
            self._open_view(self.show_view)
        self.fit()

    def _tell_hauls(self, asking: Picking) -> None:
        """Says of every way over several squares what it brings, so that the list can be read."""
        assert self.view is not None and self.seat is not None and self.form is not None
        for index, entry in enumerate(asking.entries):
            if isinstance(entry, Option) and entry.squares:
                action = row_json(self.form, entry.table, entry.rows[0])
                costs = fcm_face.preview(self.view, self.seat, action)["costs"]
                told = ", ".join(change for _, change in costs)
                way = ", ".join(f"{row},{column}" for row, column in entry.squares)
                asking.entries[index] = evolve(entry, told=(entry.told[0], told or "nothing"), hint=way)
        asking.select(asking.at)

    def _first_place(self) -> None:
        asking = self.asking
        if isinstance(asking, Picking) and asking.on_board:
            places = asking.choosing.places
            if self.cursor in places:
                asking.choosing.go(self.cursor)
            else:
                self.go_to(asking.choosing.next_place(1))

    def _tell(self) -> None:
        """Takes what happened into the log, as this seat hears of it."""
        story = self.app.sitting.story
        assert self.view is not None
        told = self.log_told
        if any(one is not two for one, two in zip(told, story, strict=False)) or len(told) > len(story):
            self.log_entries, self.log_moves, told = [], [], []  # something was taken back
        for happening in story[len(told) :]:
            entries = list(fcm_face.entries(happening.events, self.view))
            if happening.alone and happening.seat == self.seat:  # nobody else hears what was answered in secret
                note = {"kind": "alone", "text": happening.note, "lines": [], "refs": [], "squares": []}
                entries.insert(0, note)
            self.log_entries += entries
            self.log_moves += [happening.move] * len(entries)
        self.log_told = list(story)

    def draw_board(self) -> None:
        """Draws the board at the scale and with the seams that fit."""
        height = self.size.height
        glyphs = ASCII if self.app.ascii else UNICODE
        room = height - 2 - (self._log_lines_wanted() + 1 if height >= 30 else 0)

        def drawn(scale: int, seams: bool) -> Picture:
            if (scale, seams) not in self._drawn:
                self._drawn[scale, seams] = Picture(self.table["board"], self.signs, scale, seams, glyphs)
            return self._drawn[scale, seams]

        picture = drawn(self.scale, True)
        if picture.height > room:
            picture = drawn(self.scale, False)
        if picture is not self.picture:
            self.picture = picture
            self.board.show_picture(picture)
        row = min(max(self.cursor[0], picture.rows.start), picture.rows.stop - 1)
        column = min(max(self.cursor[1], picture.columns.start), picture.columns.stop - 1)
        self.cursor = (row, column)

    def _log_lines_wanted(self) -> int:
        return 3 if self.size.height < 36 else 6

    # --- layout ----------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Gives every part its place at this size."""
        if self.picture is None:
            return
        width, height = self.size
        tiny = width < SMALLEST[0] or height < SMALLEST[1]
        if tiny:
            self._laid_out = ()
            for name in ("#status", "#body", "#strip", "#log", "#keys"):
                self.query_one(name).display = False
            text = f"this window is {width} x {height}; the table needs {SMALLEST[0]} x {SMALLEST[1]}:"
            self.query_one("#tiny", Static).update(f"{text}\nlarger, or fcm play --plain")
            self.query_one("#tiny").display = True
            return
        self.draw_board()
        picture = self.picture
        third = width >= picture.width + 40 + THIRD and width >= 120
        rest = width - (THIRD if third else 0)
        scroll = 1 if picture.height > height - 2 else 0
        narrow = rest - picture.width - scroll < SIDE
        full = isinstance(self.asking, Cards) and self.asking.structure and not self.show_view and not self.table_shown
        alone = narrow and not self._board_first()
        spare = height - 2 - picture.height - (1 if narrow else 0)
        log = max(0, min(LOG, spare - 1)) if not full else max(0, min(LOG, height - 26))
        laid_out = (width, height, picture.width, picture.height, third, narrow, full, alone, log)
        if laid_out != self._laid_out:
            self._laid_out = laid_out
            self.query_one("#tiny").display = False
            for name in ("#status", "#body", "#keys"):
                self.query_one(name).display = True
            self.board.display = not (full or alone)
            self.query_one("#side").display = not narrow or alone or full
            self.query_one("#third").display = third and not full
            self.query_one("#strip").display = narrow and not alone and not full
            self.board.styles.width = "1fr" if narrow else picture.width + scroll
            log_widget = self.query_one("#log", Lines)
            log_widget.display = log >= 1
            log_widget.styles.height = log + 1
            self.call_after_refresh(self.show)
        self.show()

    def _board_first(self) -> bool:
        """Whether the board, not the panel, has the keys: with little room it has the place, too."""
        if self.show_view or self.news:
            return False
        if self.asking is None:
            return True
        return (isinstance(self.asking, Picking) and self.asking.on_board) or self.table_shown

    # --- showing ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Shows everything but the drawing of the board, which only changes after moves."""
        if self.view is None or self.picture is None or not self.query("#status"):
            return
        width = self.size.width
        who = self.view.name(self.seat) if self.seat is not None else "onlooker"
        secret = bool(self.form and self.form["secret"])
        speed = "" if not self.app.sitting.bots.by_seat else f"  bots {self.app.speed_name}"
        status = panels.status(self.table, who, secret, width, speed if width >= 100 else "")
        self.query_one("#status", Label).put(status)
        self._show_chains()
        preview = self._preview()
        self._lay(preview)
        self._show_side(preview)
        self._show_third()
        self._show_log()
        self._show_strip(preview)
        self.query_one("#keys", Label).put(self._keys())

    def _side_width(self) -> int:
        if not self.board.display:
            return self.size.width - 2 - (THIRD if self.query_one("#third").display else 0)
        third = THIRD if self.query_one("#third").display else 0
        return self.size.width - int(self.board.styles.width.value if self.board.styles.width else 0) - third - 2

    def _once(self, key: tuple[Any, ...], make: Callable[[], list[Text]]) -> list[Text]:
        """What `make` answers, made once for each key until the position changes."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _show_chains(self) -> None:
        chains = self.query_one("#chains", Lines)
        width = self._side_width()
        lines = self._once(
            ("chains", width), lambda: [line.text for line in panels.chains(self.table, self.signs, width)]
        )
        chains.set_height(len(lines))
        chains.show_lines(lines)

    def _preview(self) -> Plain | None:
        """What would follow from what is chosen now."""
        asking = self.asking
        if asking is None or self.view is None or self.seat is None or self.show_view or self.news:
            return None
        action = asking.action()
        if action is None or (isinstance(asking, Picking) and asking.plain is not None):
            return None
        try:
            found: Plain = fcm_face.preview(self.view, self.seat, action)
        except FcmError as error:
            return {
                "title": str(error),
                "squares": [],
                "mark": None,
                "reach": [],
                "lines": [],
                "costs": [],
                "notes": [],
                "warn": [],
            }
        return found

    def _lay(self, preview: Plain | None) -> None:
        """Lays places, ghost and what is spoken of over the board."""
        over = Overlay(cursor=self.cursor)
        asking = self.asking
        if self.show_view or self.news or asking is None:
            over.lit = frozenset(self.lit)
            over.squares = self.lit_squares
        elif isinstance(asking, Picking):
            over.places = frozenset(asking.choosing.places)
            if isinstance(asking.entry, Option):
                over.squares = frozenset(asking.entry.squares)
            if preview is not None:
                over.ghost = frozenset((row, column) for row, column in preview["squares"])
                mark = preview["mark"]
                over.mark = (mark[0], mark[1]) if mark else None
                over.lit = frozenset(each["ref"] for each in preview["reach"])
            elif asking.on_board and asking.choosing.places and self.cursor not in asking.choosing.places:
                over.ghost = frozenset((self.cursor,))
                over.wrong = True
        self.board.lay(over)

    def _show_side(self, preview: Plain | None) -> None:
        head = self.query_one("#head", Label)
        listed = self.query_one("#list", Lines)
        here = self.query_one("#here", Lines)
        width = self._side_width()
        height = max(4, self.size.height - 2 - len(self.table["seats"]) - 1 - (self.query_one("#log").size.height))
        if self.news:
            self._show_news(head, listed, here, width)
            return
        if self.show_view:
            listed.display = False
            head.put(self._rule(self._view_title(), width))
            texts: list[Text] = []
            cursor = None
            for index, line in enumerate(self.view_lines):
                if index == self.view_at:
                    cursor = len(texts)
                texts += wrapped([line.text], width)
            here.show_lines(texts, cursor)
            return
        asking = self.asking
        if asking is None:
            listed.display = False
            head.put(self._rule(self._waiting(), width))
            here.show_lines(wrapped(self._nothing_asked(), width))
            return
        assert self.form is not None
        head.put(self._rule(self._title(), width))
        if isinstance(asking, Cards) and asking.structure:
            self._show_structure(asking, listed, here, width, preview)
            return
        lines, at = asking.list_lines(width)
        on_board = isinstance(asking, Picking) and asking.on_board
        listed.display = not on_board and bool(lines)
        most = max(3, height // 2)
        listed.set_height(min(len(lines), most))
        listed.show_lines(lines, at)
        here.show_lines(wrapped(self._here(asking, preview), width))

    def _title(self) -> str:
        """What is decided, and how much of it is left."""
        assert self.form is not None
        now = next((each for each in self.table["steps"] if each["state"] == "now"), None)
        left = f": {now['left']}" if now is not None and now["left"] and now["left"][0].isdecimal() else ""
        return f"{self.form['title']}{left}{' (secret)' if self.form['secret'] else ''}"

    def _rule(self, title: str, width: int) -> Text:
        line = "-" if self.app.ascii else "─"
        return Text.assemble((f"{line} ", GREY), (title, BOLD), (f" {line * max(0, width - len(title) - 3)}", GREY))

    def _waiting(self) -> str:
        if self.table["over"]:
            return "the game is over"
        names = [seat["name"] for seat in self.table["seats"] if seat["owes"]]
        return f"waiting for {', '.join(names)}" if names else "waiting"

    def _nothing_asked(self) -> list[Text]:
        if not self.table["over"]:
            text = Text("Space: bots at once; ", GREY)
            return [text + Text(f"b: speed ({self.app.speed_name})", GREY)] if self.app.sitting.bots.by_seat else []
        game = self.app.sitting.game
        found = []
        for place, seat in enumerate(game.result.ranking, 1):
            player = game.state.players[seat]
            note = " wins" if seat == game.result.winner else " (bankrupt)" if player.bankrupt else ""
            found.append(Text(f"{place}. {player.id} ${player.cash}{note}", BOLD if place == 1 else ""))
        found.append(Text("q leaves; the views stay open", GREY))
        return found

    def _here(self, asking: Asking, preview: Plain | None) -> list[Text]:
        """What is chosen, its open fields, and what follows."""
        found: list[Text] = []
        if isinstance(asking, Picking):
            if asking.on_board and isinstance(asking.entry, Option) and len(asking.entries) > 1:
                found.append(Text(asking.entry.label, KEY))
            if asking.plain is not None:
                found += [Text(f"! {warning}", WARN) for warning in asking.plain["warn"]]
                found.append(Text("Enter asks; . goes on", GREY))
                return found
            if asking.choosing.places and not asking.on_board:
                found.append(Text(f"{len(asking.choosing.places)} places: Enter shows them", GREY))
            if preview is None and asking.on_board:
                return found + self._why_not_here()
            found += asking.term_lines() if asking.on_board or not asking.choosing.places else []
        if self.form is not None and self.form.get("positions"):
            found += self._positions(self.form["positions"])
        if isinstance(asking, Amounts) and self.form is not None and self.form.get("room") is not None:
            found.append(Text(f"{asking.total} of {self.form['room']}; the rest is thrown away", BOLD))
        if preview is not None:
            found += preview_lines(preview)
        if isinstance(asking, Picking) and isinstance(asking.entry, Option) and not asking.on_board:
            found += self._card(asking.entry.ref)
        if self.staged is not None:
            found.insert(0, Text("staged: Enter does it, Esc takes it off", KEY + Style(reverse=True)))
        return found

    def _card(self, ref: str) -> list[Text]:
        """What a card does and becomes, and how many are left, where the option is about one."""
        row = next((each for each in self.table["market"] if each["ref"] == ref), None)
        if row is None:
            return []
        text = Text.assemble((f"{row['title']}: ", BOLD), row["text"])
        return [text, Text(f"{row['left']} left; {'; '.join(row['facts'])}", GREY)]

    def _positions(self, positions: Sequence[Plain]) -> list[Text]:
        """The turn order as far as it is chosen, and who chooses after this seat."""
        assert self.view is not None
        found = []
        for each in positions:
            seat = each["seat"]
            name = "free" if seat is None else self.view.name(Seat(seat))
            found.append(Text.assemble((f"{each['position']}. ", BOLD), (name, GREY if seat is None else "")))
        later = [seat["name"] for seat in self.table["seats"] if seat["owes"] and seat["seat"] != self.seat]
        if later:
            found.append(Text(f"after you: {', '.join(later)}", GREY))
        return found

    def _why_not_here(self) -> list[Text]:
        """Why the square under the cursor is no legal place."""
        asking = self.asking
        row, column = self.cursor
        assert isinstance(asking, Picking) and self.view is not None and self.seat is not None
        option = asking.choosing.option
        text = Text(f"not at {row},{column}", WARN)
        if option is None or self.form is None:
            return [text]
        reason = fcm_face.probe(self.view, self.seat, option.name, {**dict(option.given), "at": [row, column]})
        if reason is not None:
            text.append(f": {reason['why']}")
        return [text, Text(f"n: the next of {len(asking.choosing.places)} places", GREY)]

    def _show_structure(self, asking: Cards, listed: Lines, here: Lines, width: int, preview: Plain | None) -> None:
        """The structure as a tree at the left, hand and sums at the right."""
        if self.table_shown:
            listed.display = False
            here.show_lines([Text("Esc: back to the structure", GREY)])
            return
        listed.display = False
        structure = preview.get("structure") if preview is not None else None
        left = panels.tree(structure["tree"], {}) if structure else []
        half = max(30, width * 11 // 20)
        warn = [Text(f"! {each}", WARN) for each in preview["warn"]] if preview is not None else []
        sums = [Text("this structure", BOLD), *map(Text, preview["lines"])] if preview is not None else []
        other = [Text("hand", BOLD), *asking.list_lines(width - half - 2)[0]]
        cursor = 1 + asking.at
        columns = wrapped([*left, *warn, *sums], half - 1)
        dinner = self._dinner_lines(asking)
        if len(columns) <= len(other):
            columns += wrapped([Text(""), *dinner], half - 1)
        else:
            other += wrapped([Text(""), *dinner], width - half - 2)
        for index, line in enumerate(other):
            if index == cursor:
                line.stylize(Style(reverse=True))
        rows = []
        bar = "|" if self.app.ascii else "│"
        for index in range(max(len(columns), len(other))):
            one = columns[index].copy() if index < len(columns) else Text("")
            one.truncate(half - 1, overflow="crop")
            one.pad_right(half - 1 - one.cell_len)
            two = other[index] if index < len(other) else Text("")
            rows.append(Text.assemble(one, (f"{bar} ", GREY), two))
        top = max(0, cursor - max(3, here.size.height - 4)) if here.size.height else 0
        here.show_lines(rows)
        if top:
            here.scroll_to(y=top, animate=False, force=True)

    def _dinner_lines(self, asking: Asking | None = None) -> list[Text]:
        """Dinner, if it came now."""
        if self.view is None or self.seat is None:
            return []
        work = asking.chosen() if isinstance(asking, Cards) and asking.structure else None
        return self._once(("dinner", *(work or ())), lambda: self._dinner_with(work))

    def _dinner_with(self, work: list[str] | None) -> list[Text]:
        assert self.view is not None and self.seat is not None
        staged = {"work": work} if work is not None else None
        try:
            found = fcm_face.what_if(self.view, self.seat, staged)
        except FcmError:
            return []
        if found is None:
            return [Text("this round's dinner is over", GREY)]
        lines = [Text("dinner, if it came now", BOLD), Text(found["title"], GREY)]
        for house in found["houses"]:
            name = house["ref"].partition(":")[2]
            lines.append(Text.assemble((f"{name:<3}", BOLD), house["text"]))
        sums = ", ".join(
            f"{seat['letter']} {'+' if found['income'][seat['seat']] >= 0 else '-'}${abs(found['income'][seat['seat']])}"
            for seat in self.table["seats"]
        )
        lines.append(Text(f"{sums}; bank ${found['bank'][0]} to ${found['bank'][1]}"))
        if found["breaks"]:
            lines.append(Text("the bank breaks", WARN))
        lines += [Text(each, GREY) for each in found["other"]]
        return lines

    def _show_third(self) -> None:
        third = self.query_one("#third", Lines)
        if not third.display or self.seat is None:
            return
        company = [line.text for line in panels.company(self.table, self.seat, short=True)]
        dinner = self._dinner_lines(self.asking)
        work = tuple(self.asking.chosen()) if isinstance(self.asking, Cards) and self.asking.structure else ()
        third.show_lines(self._once(("third", *work), lambda: wrapped([*company, Text(""), *dinner], THIRD - 3)))

    def _show_log(self) -> None:
        log = self.query_one("#log", Lines)
        if not log.display:
            return
        width = self.size.width - 2
        newest = self.log_entries[-LOG_BACK:]
        log.show_lines(
            self._once(("log", width), lambda: [text for entry in newest for text in entry_texts(entry, width)]),
            end=True,
        )

    def _show_strip(self, preview: Plain | None) -> None:
        strip = self.query_one("#strip", Label)
        if not strip.display:
            return
        if preview is not None:
            entry = self.asking.entry if isinstance(self.asking, Picking) else None
            what = entry.label if isinstance(entry, Option) else preview["title"]
            houses = ", ".join(f"{each.get('title', each['ref'])} {each['text']}" for each in preview["reach"])
            follows = houses or "; ".join(preview["warn"] or preview["lines"])
            row, column = self.cursor
            text = Text.assemble((f"{what} {row},{column}", BOLD), f" -> {follows}")
        elif self.form is not None:
            text = Text.assemble((self.form["title"], BOLD), "  Esc: the list")
        else:
            text = Text(self._waiting())
        text.truncate(self.size.width, overflow="crop")
        strip.put(text)

    def _keys(self) -> Text:
        """At most so many keys as fit, by what is possible now."""
        asking = self.asking
        found: list[tuple[str, str]] = []
        if self.news:
            found = [("Enter", "next"), ("Esc", "to the end")]
        elif self.show_view:
            found = [("Esc", "back"), ("up/down", "look"), ("Enter", "read")]
            if self.show_view == "l":
                found.append(("u", "undo to here"))
            if self.show_view == "c":
                found.append(("c", "next chain"))
        elif isinstance(asking, Cards):
            found = [("Space", "put/take")]
            if asking.structure:
                found += [("a", "fill"), ("y", "as last round")] if self.last_work else [("a", "fill")]
                found += [("d", "done"), ("Esc", "board")]
            else:
                found += [("Enter", "done")]
            found += [("w", "dinner?")]
        elif isinstance(asking, Amounts):
            found = [("left/right", "amount"), ("a", "fill"), ("Enter", "done")]
        elif isinstance(asking, Picking):
            if self.staged is not None:
                found = [("Enter", "do it"), ("Esc", "not yet")]
            elif asking.on_board:
                found = [("Enter", "place"), ("n", "next")]
                if asking.choosing.variants > 1:
                    found.append(("r", "turn"))
                if asking.choosing.columns():
                    found.append(("Tab 1-9", "fields"))
                if len(asking.entries) > 1:
                    found.append(("Esc", "list"))
            else:
                found = [("Enter", "take")]
            weights = {each["weight"] for each in asking.form["plain"]}
            if "next step" in weights:
                found.append((".", "go on"))
            if "ends turn" in weights:
                found.append((">", "end turn"))
            if "pass" in weights:
                found.append(("p", "pass"))
            found.append(("w", "dinner?"))
        if self.seat is not None and not self.show_view and self.app.sitting.can_undo(self.seat) is None:
            found.append(("u", "undo"))
        found += [("c m s h o", "views"), ("?", "help"), ("q", "leave")]
        text = Text(no_wrap=True)
        for key, what in found:
            piece = Text.assemble((key, KEY), f" {what}  ")
            if text.cell_len + piece.cell_len > self.size.width:
                break
            text.append_text(piece)
        return text

    # --- reading step by step --------------------------------------------------------------------------------------

    def read(self, entries: Sequence[Plain]) -> None:
        """Shows entries one after another: Enter goes on, Esc to the end."""
        self.news = list(entries)
        self.news_at = 0
        self._light(self.news[0] if self.news else None)
        self.fit()

    def _light(self, entry: Plain | None) -> None:
        self.lit = tuple(entry["refs"]) if entry is not None else ()
        self.lit_squares = (
            frozenset((row, column) for row, column in entry["squares"]) if entry is not None else frozenset()
        )
        for ref in self.lit:
            places = self.picture.refs.get(ref) if self.picture is not None else None
            if places and ref.startswith(("house", "campaign", "restaurant", "piece")):
                self.cursor = places[0]
                break

    def _show_news(self, head: Label, listed: Lines, here: Lines, width: int) -> None:
        entry = self.news[self.news_at]
        listed.display = False
        head.put(self._rule(f"what happened  {self.news_at + 1} of {len(self.news)}", width))
        here.show_lines(wrapped(news_texts(entry), width))

    # --- views -----------------------------------------------------------------------------------------------------

    def _view_title(self) -> str:
        if self.show_view in VIEWS:
            return VIEWS[self.show_view][0]
        return {"c": "company (c: next)", "w": "dinner", "l": "log", "O": "standing orders"}.get(self.show_view, "")

    def _open_view(self, key: str) -> None:
        if key in VIEWS:
            lines = VIEWS[key][1](self.table, self.signs)
        elif key == "c":
            lines = panels.company(self.table, self.company_of)
        elif key == "w":
            lines = [Line(text) for text in self._dinner_lines(self.asking)] or [Line(Text("nothing to say yet", GREY))]
        elif key == "O":
            lines = self._order_lines()
        else:
            lines = [
                Line(Text("\n").join(entry_texts(entry, self._side_width())), tuple(entry["refs"]))
                for entry in self.log_entries
            ] or [Line(Text("nothing yet"))]
        if key != self.show_view:
            self.view_at = len(lines) - 1 if key == "l" else 0
        self.show_view = key
        self.view_lines = lines
        self.view_at = max(0, min(self.view_at, len(lines) - 1))
        self._light_view()

    def _light_view(self) -> None:
        entry = None
        if self.show_view == "l" and self.log_entries:
            entry = self.log_entries[self.view_at]
        elif self.view_lines:
            entry = {"refs": self.view_lines[self.view_at].refs, "squares": []}
        self._light(entry)

    def _order_lines(self) -> list[Line]:
        orders = self.app.sitting.orders.get(self.seat) if self.seat is not None else None
        if orders is None:
            return [Line(Text("only a human has standing orders"))]
        mark = {True: "[x]", False: "[ ]"}
        position = orders.position or "I choose"
        return [
            Line(Text(f"{mark[orders.pay_all]} pay everybody where the money suffices")),
            Line(Text(f"{mark[orders.keep_all]} keep all goods where they fit")),
            Line(Text(f"position in the turn order: {position}")),
        ]

    # --- keys: moving ----------------------------------------------------------------------------------------------

    def go_to(self, place: tuple[int, int] | None) -> None:
        """Moves the cursor to a square."""
        if place is None or self.picture is None:
            return
        row = min(max(place[0], self.picture.rows.start), self.picture.rows.stop - 1)
        column = min(max(place[1], self.picture.columns.start), self.picture.columns.stop - 1)
        self.cursor = (row, column)
        if isinstance(self.asking, Picking):
            self.asking.choosing.go(self.cursor)

    def action_move(self, rows: int, columns: int) -> None:
        asking = self.asking
        step = rows or columns
        if self.news:
            return
        if self.show_view:
            self.view_at = max(0, min(len(self.view_lines) - 1, self.view_at + step))
            self._light_view()
        elif isinstance(asking, Picking) and not asking.on_board:
            if columns and asking.set_value(step=1 if columns > 0 else -1):
                pass
            else:
                asking.select(asking.at + step)
        elif isinstance(asking, Amounts) and columns:
            asking.change(1 if columns > 0 else -1)
        elif isinstance(asking, (Cards, Amounts)) and not self.table_shown:
            count = len(asking.rows) if isinstance(asking, Cards) else len(asking.form["pool"])
            asking.at = max(0, min(count - 1, asking.at + step))
        else:
            self.go_to((self.cursor[0] + rows, self.cursor[1] + columns))
        self.staged = None
        self.show()

    def action_place(self, step: int) -> None:
        asking = self.asking
        if isinstance(asking, Picking) and asking.choosing.places and not self.show_view and not self.news:
            asking.on_board = True
            asking.choosing.go(self.cursor)
            self.go_to(asking.choosing.next_place(step))
            self.staged = None
            self.fit()
        elif isinstance(asking, Picking) and not self.show_view:
            asking.set_value(step=step)
            self.show()

    def action_turn(self, step: int) -> None:
        if isinstance(self.asking, Picking) and not self.show_view:
            self.asking.choosing.turn(step)
            self.staged = None
            self.show()

    def action_field(self, step: int) -> None:
        if isinstance(self.asking, Picking):
            self.asking.next_column(step)
            self.show()

    def action_digit(self, digit: int) -> None:
        asking = self.asking
        if self.show_view or self.news:
            return
        if isinstance(asking, Picking):
            if asking.on_board or asking.choosing.columns():
                asking.set_value(digit - 1)
            elif digit <= len(asking.entries):
                asking.select(digit - 1)
        elif isinstance(asking, Cards) and digit <= len(asking.rows):
            asking.at = digit - 1
            self.action_mark()
            return
        self.staged = None
        self.show()

    # --- keys: deciding --------------------------------------------------------------------------------------------

    def action_mark(self) -> None:
        if self.asking is None:
            self.app.hurry()
            return
        if isinstance(self.asking, Cards) and not self.show_view:
            problem = self.asking.toggle(self.asking.at)
            if problem:
                self.notify(problem, timeout=3)
            self.show()

    def action_fill(self) -> None:
        asking = self.asking
        if isinstance(asking, Cards) and asking.structure:
            asking.take(asking.form["default"][asking.name])
        elif isinstance(asking, Amounts):
            asking.fill()
        self.show()

    def action_as_before(self) -> None:
        if isinstance(self.asking, Cards) and self.asking.structure and self.last_work:
            self.asking.take(self.last_work)
            self.show()

    def action_take(self) -> None:
        """Enter: goes a level deeper, stages, or does what can be taken back."""
        if self.news:
            self._next_news()
            return
        if self.show_view:
            self._read_line()
            return
        asking = self.asking
        if isinstance(asking, Picking):
            if asking.plain is not None:
                self._ask_plain(asking.plain)
            elif asking.choosing.places and not asking.on_board:
                asking.on_board = True
                self._first_place()
                self.fit()
            elif asking.action() is not None:
                self._stage(asking)
            return
        if isinstance(asking, Cards) and asking.structure:
            self.notify("d: done", timeout=2)
        elif asking is not None:
            self.action_done()

    def _stage(self, asking: Picking) -> None:
        action = asking.action()
        if asking.on_board and self.staged != action:
            self.staged = action
            self.staged_at = time.monotonic()
            self.show()
            return
        if asking.on_board and time.monotonic() - self.staged_at < self.app.patience:
            return
        if action is not None:
            self.do(action)

    def action_done(self) -> None:
        """Ends a choice of cards or amounts. It asks: what is chosen here comes out or ends a phase."""
        asking = self.asking
        if isinstance(asking, (Cards, Amounts)) and not self.show_view:
            self.do(asking.action())

    def do(self, action: Plain) -> None:
        """Does an action, after the questions that its weight asks for."""
        assert self.view is not None and self.seat is not None
        try:
            real = fcm_face.action_of(self.view, self.seat, action)
            refusal = self.view.check(self.seat, real)
        except FcmError as error:
            self.notify(str(error), severity="warning")
            return
        if refusal is not None:
            self.notify(refusal.message, severity="warning")
            return
        weight = self.app.sitting.weight(self.seat, real)
        asking = self.asking
        lines: list[Text] = []
        word = "y"
        if isinstance(asking, Cards):
            lines, word = self._cards_sheet(asking)
        elif weight == BACK:
            self._play(real)
            return
        back = "what comes out by it cannot be taken back" if weight == REVEALS else "u takes it back"
        lines.append(Text(back, GREY))
        title = fcm_face.preview(self.view, self.seat, action)["title"]

        def answered(yes: bool | None) -> None:
            if yes:
                self._play(real)

        self.app.push_screen(Sheet(title, lines, word, self.app.patience), answered)

    def _cards_sheet(self, asking: Cards) -> tuple[list[Text], str]:
        """What a sheet says of chosen cards, and the word it wants."""
        assert self.view is not None and self.seat is not None
        preview = fcm_face.preview(self.view, self.seat, asking.action())
        lines = [Text(f"! {each}", WARN) for each in preview["warn"]]
        lines += [Text(each) for each in preview["lines"]]
        return lines, "yes" if asking.structure and preview["warn"] else "y"

    def _play(self, action: Any) -> None:
        assert self.seat is not None
        self.app.play(self.seat, action)

    def _plain_of(self, *weights: str) -> Plain | None:
        if self.form is None or self.show_view or self.news or self.form["mode"] in ("structure", "cards", "amounts"):
            return None
        return next((each for weight in weights for each in self.form["plain"] if each["weight"] == weight), None)

    def _ask_plain(self, plain: Plain) -> None:
        """Asks before a step, a turn or a chance is over."""
        lines = [Text(f"! {each}", WARN) for each in plain["warn"]] or [
            Text("u takes it back while nobody else has moved", GREY)
        ]

        def answered(yes: bool | None) -> None:
            if yes and self.view is not None and self.seat is not None:
                self._play(fcm_face.action_of(self.view, self.seat, plain["action"]))

        self.app.push_screen(Sheet(f"{plain['label']}?", lines, "y", self.app.patience), answered)

    def action_go_on(self) -> None:
        """The next step: at once where nothing is left undone."""
        plain = self._plain_of("next step", "ends turn")
        if plain is None:
            return
        if plain["weight"] == "next step" and not plain["warn"]:
            assert self.view is not None and self.seat is not None
            self._play(fcm_face.action_of(self.view, self.seat, plain["action"]))
        else:
            self._ask_plain(plain)

    def action_end_turn(self) -> None:
        plain = self._plain_of("ends turn")
        if plain is not None:
            self._ask_plain(plain)

    def action_pass(self) -> None:
        plain = self._plain_of("pass")
        if plain is not None:
            self._ask_plain(plain)

    def _next_news(self) -> None:
        self.news_at += 1
        if self.news_at >= len(self.news):
            self.news = []
            self._light(None)
            self.fit()
        else:
            self._light(self.news[self.news_at])
            self.show()

    def _read_line(self) -> None:
        """Enter in a view: reads what the line speaks of, or switches an order."""
        if self.show_view == "O":
            self._switch_order()
            return
        if not self.view_lines or self.view is None:
            return
        refs = self.view_lines[self.view_at].refs
        if refs:
            self._page(refs[0])

    def _switch_order(self) -> None:
        orders = self.app.sitting.orders.get(self.seat) if self.seat is not None else None
        if orders is None:
            return
        if self.view_at == 0:
            orders.pay_all = not orders.pay_all
        elif self.view_at == 1:
            orders.keep_all = not orders.keep_all
        else:
            orders.position = {"": "first", "first": "last", "last": ""}[orders.position]
        self._open_view("O")
        self.show()

    def action_back(self) -> None:
        """One level back. It never leaves the table."""
        asking = self.asking
        if self.news:
            self.news = []
            self._light(None)
        elif self.show_view:
            ordered = self.show_view == "O" and self.app.sitting.next_seat == self.seat
            self.show_view = ""
            self._light(None)
            if ordered:
                self.app.proceed()  # an order may answer at once
        elif self.staged is not None:
            self.staged = None
        elif isinstance(asking, Picking) and asking.on_board:
            if len(asking.entries) > 1:
                asking.on_board = False
        elif isinstance(asking, Cards) and asking.structure:
            self.table_shown = not self.table_shown
        self.fit()

    def action_undo(self) -> None:
        if self.seat is None:
            return
        to = None
        if self.show_view == "l" and self.log_moves:
            to = self.log_moves[self.view_at]
        self.app.undo(self.seat, to)

    def action_undo_turn(self) -> None:
        if self.seat is not None:
            self.app.undo(self.seat, self.app.sitting.turn_began(self.seat))

    # --- keys: looking ---------------------------------------------------------------------------------------------

    def action_view(self, key: str) -> None:
        if self.news:
            if key == "e":
                self.action_back()
            return
        if key == "e":
            return
        seats = [seat["seat"] for seat in self.table["seats"]]
        if key == "c":
            if self.show_view == "c":
                self.company_of = seats[(seats.index(self.company_of) + 1) % len(seats)]
                self.view_at = 0
            else:
                self.company_of = self.seat if self.seat is not None else seats[0]
        elif self.show_view == key:
            self.action_back()
            return
        self._open_view(key)
        self.fit()

    def action_why(self) -> None:
        if self.view is None or self.seat is None or self.form is None:
            return
        lines = [
            Text.assemble((each["label"], BOLD), f": {each['why']}") for each in fcm_face.refused(self.view, self.seat)
        ]
        self.app.push_screen(Page("why not", lines or [Text("nothing is refused that could be listed here")]))

    def action_inspect(self) -> None:
        if self.show_view:
            self._read_line()
        elif (
            isinstance(self.asking, Picking)
            and not self.asking.on_board
            and isinstance(self.asking.entry, Option)
            and self.asking.entry.ref
        ):
            self._page(self.asking.entry.ref)
        elif isinstance(self.asking, Cards) and not self.table_shown and self.asking.rows:
            self._page(self.asking.rows[self.asking.at]["ref"])
        elif self.picture is not None:
            self._page(self.picture.ref_at(self.cursor))

    def _page(self, ref: str) -> None:
        assert self.view is not None
        found = fcm_face.inspect(self.view, ref)
        if found is None:
            return
        self.app.push_screen(Page(found["title"], sheet_lines(found)))

    def action_help(self) -> None:
        lines = [Text(line) for line in HELP.splitlines()]
        if self.form is not None:
            lines = [*(Text(line, GOOD) for line in self.form["help"]), Text(""), *lines]
        self.app.push_screen(Page("keys", lines))

    def action_zoom(self) -> None:
        self.scale = 3 - self.scale
        self.fit()

    def action_speed(self) -> None:
        self.app.next_speed()
        self.show()

    def action_leave(self) -> None:
        self.app.ask_to_leave()

    # --- typing ----------------------------------------------------------------------------------------------------

    def action_type(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.display = True
        self.query_one("#keys").display = False
        typed.value = ""
        typed.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_typing()
        self._take_text(event.value.strip())

    def on_key(self, event: Any) -> None:
        if event.key == "escape" and self.query_one("#typed").display:
            event.stop()
            event.prevent_default()
            self._close_typing()

    def _close_typing(self) -> None:
        typed = self.query_one("#typed", Input)
        self.set_focus(None)
        typed.display = False
        self.query_one("#keys").display = True

    def _take_text(self, text: str) -> None:
        """A square, or the words of a move: as much of each as tells it from the others."""
        row, comma, column = text.partition(",")
        asking = self.asking
        if comma and row.strip().lstrip("-").isdecimal() and column.strip().lstrip("-").isdecimal():
            self.look_at((int(row), int(column)))
            return
        if not text or not isinstance(asking, Picking):
            return
        words = text.lower().split()
        found = [
            index
            for index, entry in enumerate(asking.entries)
            if all(any(word.startswith(part) for word in _words(entry)) for part in words)
        ]
        if not found:
            self.notify(f"no such move: {text}", severity="warning")
            return
        self.choose(found[0])
        if len(found) > 1:
            self.notify(f"{len(found)} moves fit", timeout=2)

    def choose(self, index: int) -> None:
        """Goes to an entry of the list."""
        if isinstance(self.asking, Picking):
            self.show_view = ""
            self.asking.on_board = False
            self.asking.select(index)
            self.staged = None
            self.fit()

    def look_at(self, place: tuple[int, int]) -> None:
        """Moves the cursor to a square and shows it."""
        self.go_to(place)
        self.show()


def _words(entry: Option | Plain) -> list[str]:
    text = f"{entry.title} {entry.label}" if isinstance(entry, Option) else entry["label"]
    return [word.strip("(),:") for word in text.lower().split()]


# --- entries as text ---------------------------------------------------------------------------------------------------


def preview_lines(preview: Plain) -> list[Text]:
    """A preview as lines: title, houses reached, sentences, costs, notes, warnings."""
    found = [Text(preview["title"], BOLD)]
    found += [Text(f"! {each}", WARN) for each in preview["warn"]]
    for each in preview["reach"]:
        found.append(
            Text.assemble((f"{each.get('title', each['ref'])} ", BOLD), (each["text"], "" if each["good"] else GREY))
        )
    found += [Text(each) for each in preview["lines"]]
    found += [Text.assemble((f"{what} ", GREY), change) for what, change in preview["costs"]]
    found += [Text(each, GREY) for each in preview["notes"]]
    return found


def entry_texts(entry: Plain, width: int) -> list[Text]:
    """An entry of the log, in lines that fit."""
    style = GREY if entry["kind"] == "alone" else BOLD if entry.get("heading") else ""
    return wrapped([Text(entry["text"], style), *(Text(f"  {line}", GREY) for line in entry["lines"])], max(20, width))


def news_texts(entry: Plain) -> list[Text]:
    """An entry to be read by itself: with every offer, what decided, and who lacked what."""
    found = [Text(entry["text"], BOLD)]
    sale = entry.get("sale")
    if sale is None:
        found += [Text(line) for line in entry["lines"]]
    else:
        found.append(Text(f"${sale['income']}: {sale['sum']}", GOOD))
        found.append(Text("offers", BOLD))
        for offer in sale["offers"]:
            goods = ", ".join(f"{amount} {spaced(good)}" for good, amount in offer["goods"].items())
            text = f"{offer['name']}: {offer['price']} + {offer['distance']} = {offer['total']} ({goods})"
            found.append(Text(text))
        if sale["decided_by"]:
            found.append(Text(f"decided by {sale['decided_by']}", KEY))
    lacking = sale["lacking"] if sale is not None else entry.get("lacking", ())
    found += [Text(f"{each['name']}: {each['why']}", GREY) for each in lacking]
    for each in entry.get("placed", ()):
        found.append(
            Text.assemble(
                (f"house {each['ref'].partition(':')[2]} ", BOLD), (each["text"], "" if each["good"] else GREY)
            )
        )
    salaries = entry.get("salaries")
    if salaries is not None:
        found.append(Text(f"due ${salaries['due']}, paid ${salaries['paid']}"))
        found += [Text(f"  {amount} {why}", GREY) for amount, why in salaries["parts"]]
    return found


def sheet_lines(found: Plain) -> list[Text]:
    """What the presenter says of one thing."""
    return [Text(line) for line in found.get("lines", ())]

"""The start screen: what to play, with whom, and on which map. It ends with a game to begin, a save, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input

import fcm_core as fcm
import fcm_face
from fcm_core import Draft, FcmError, InputError, map_statistics
from fcm_table.panels import BOLD, GREY, KEY, WARN
from fcm_table.picture import ASCII, UNICODE, Picture, signs
from fcm_table.setup import Begin, Recent, Resume, Setup, recent_saves
from fcm_table.sheets import Page
from fcm_table.widgets import BoardView, Label, Lines, wrapped

COLUMNS = ("rulesets", "modules", "game")
WIDE = 134  # columns from which the map stands beside
HELP = """arrows        move; left and right change a value of the game
Tab           the next column
Enter, Space  choose a ruleset, switch a module, change or type a value
g             go: begin the game
m             the map and what is on it        n   another map (another seed)
x             modules by chance                d   draft: players name modules in turn
s             recent saves                     q   leave

A module with [-] cannot be switched on now; the line below says why.
Nothing here plays or saves anything before g."""


class StartApp(App[Begin | Resume]):
    """Chooses a game. `run` returns it, or None where somebody leaves."""

    TITLE = "fcm"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    CSS = """
    #head { height: 1; }
    #columns { height: 1fr; }
    #rulesets { width: 22; }
    #modules { width: 1fr; border-left: solid $primary-darken-2; padding: 0 0 0 1; }
    #game { width: 30; border-left: solid $primary-darken-2; padding: 0 0 0 1; }
    #map { width: 1fr; border-left: solid $primary-darken-2; padding: 0 0 0 1; }
    #told { height: 4; border-top: solid $primary-darken-2; }
    #keys { height: 1; }
    #typed { height: 1; border: none; padding: 0; display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "move(-10)"),
        Binding("pagedown", "move(10)"),
        Binding("left", "change(-1)"),
        Binding("right", "change(1)"),
        Binding("tab", "column(1)", priority=True),
        Binding("shift+tab", "column(-1)", priority=True),
        Binding("enter", "take"),
        Binding("space", "mark"),
        Binding("g", "go"),
        Binding("m", "map"),
        Binding("n", "redraw"),
        Binding("x", "chance"),
        Binding("d", "draft"),
        Binding("s", "saves"),
        Binding("question_mark", "help"),
        Binding("escape", "back"),
        Binding("q,ctrl+c", "leave"),
    ]

    def __init__(self, setup: Setup | None = None, *, folder: Path | None = None, ascii: bool = False) -> None:
        super().__init__()
        self.setup = setup or Setup()
        self.folder = folder or Path()
        self.ascii = ascii
        self.rulesets = [fcm.read_ruleset(name) for name in fcm.shipped_rulesets()]
        self.column = 0
        self.at = {name: 0 for name in COLUMNS}
        self.at["rulesets"] = [each.id for each in self.rulesets].index(self.setup.ruleset)
        self.draft: Draft | None = None
        self.saves: list[Recent] | None = None
        self.map_shown = False
        self.message = ""
        self.typing: Callable[[str], None] | None = None

    def compose(self) -> ComposeResult:
        yield Label(id="head")
        with Horizontal(id="columns"):
            for name in COLUMNS:
                yield Lines(name)
            yield BoardView("map")
        yield Lines("told")
        yield Label(id="keys")
        yield Input(id="typed", compact=True)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    # --- what can be chosen ----------------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The column that has the keys."""
        return COLUMNS[self.column]

    def module_rows(self) -> list[tuple[str, str, str]]:
        """Of every module its id, its mark, and what is told of it."""
        setup = self.setup
        if self.draft is not None:
            return [
                (each.id, " " if not each.reasons else "-", "; ".join(each.reasons) or self._about(each.id))
                for each in self.draft.offers()
            ]
        rows = []
        for each in setup.plan.modules:
            required = each.id not in setup.picks and each.id not in setup.pool.ruleset.modules
            mark = "=" if required else "x"
            rows.append((each.id, mark, f"{self._about(each.id)} On: {setup.plan.why[each.id]}."))
        for offer in setup.offers():
            reason = "; ".join(offer.reasons)
            more = f" It brings {', '.join(offer.brings)}." if offer.brings else ""
            more += f" It takes the place of {', '.join(offer.replaces)}." if offer.replaces else ""
            able = not offer.reasons or offer.id in setup.off
            told = f"{self._about(offer.id)}{more}" if able else f"not now: {reason}"
            rows.append((offer.id, " " if able else "-", told))
        return rows

    def _about(self, module: str) -> str:
        found = self.setup.pool.modules.get(module)
        return (found.manifest.summary or found.manifest.title) if found is not None else ""

    def game_rows(self) -> list[tuple[str, str, str, tuple[Any, ...]]]:
        """Of every value of the game: what it is called, how it stands, its help, and what is meant."""
        setup = self.setup
        low, high = setup.plan.players
        rows: list[tuple[str, str, str, tuple[Any, ...]]] = [
            ("players", str(len(setup.seats)), f"{low} to {high} can play with these modules", ("players",)),
        ]
        for index, (name, who) in enumerate(setup.seats):
            rows.append((name, who, "left and right: who sits there; Enter: another name", ("seat", index)))
        rows.append(("seed", str(setup.seed), "the same seed draws the same map; n takes the next one", ("seed",)))
        for module in setup.plan.modules:
            for option in module.manifest.options.values():
                value = setup.value(module.id, option.name)
                shown = (",".join(value) or "none") if isinstance(value, tuple) else str(value).lower()
                rows.append((option.name, shown, f"{module.id}: {option.help}", ("option", module.id, option.name)))
        return rows

    # --- showing ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Shows everything anew."""
        if not self.query("#head"):
            return
        setup = self.setup
        wide = self.size.width >= WIDE
        self.query_one("#map").display = wide or self.map_shown
        self.query_one("#modules").display = wide or not self.map_shown
        self.query_one("#rulesets").display = wide or not self.map_shown
        self.query_one("#modules").styles.width = 38 if wide else "1fr"
        heading = Text("Food Chain Magnate  ", BOLD)
        if self.draft is not None:
            more = self.draft.modules - len(self.draft.named)
            heading.append(f"draft: {self.draft.turn} names a module or skips ({more} left)", KEY)
        else:
            heading.append(f"{setup.plan.title}, {len(setup.seats)} players, seed {setup.seed}")
        self.query_one("#head", Label).put(heading)
        modules, game = self.module_rows(), self.game_rows()
        first = len(self.saves if self.saves is not None else self.rulesets)
        lengths = {"rulesets": first, "modules": len(modules), "game": len(game)}
        for name in COLUMNS:
            self.at[name] = max(0, min(self.at[name], lengths[name] - 1))
        self._show_left()
        room = max(10, self.query_one("#modules").size.width - 9)
        lines = []
        for module, mark, _ in modules:
            manifest = self.setup.pool.modules[module].manifest if module in self.setup.pool.modules else None
            complexity = str(manifest.complexity) if manifest is not None and manifest.complexity else " "
            lines.append(Text(f"[{mark}] {module[:room]:<{room}} {complexity}", GREY if mark == "-" else ""))
        self._put("modules", lines)
        self._put("game", [Text(f"{title[:16]:<16} {value[:11]}") for title, value, _, _ in game])
        self._show_told(modules, game)
        if wide or self.map_shown:
            self._show_map()
        self.query_one("#keys", Label).put(self._keys())

    def _put(self, name: str, lines: list[Text]) -> None:
        cursor = self.at[name] if self.here == name and lines else None
        self.query_one(f"#{name}", Lines).show_lines(lines, cursor)

    def _show_left(self) -> None:
        if self.saves is not None:
            self._put("rulesets", [Text(each.file.name[:21]) for each in self.saves] or [Text("no saves here", GREY)])
            return
        lines = [
            Text(
                f"{'*' if each.id == self.setup.ruleset else ' '} {each.id}",
                BOLD if each.id == self.setup.ruleset else "",
            )
            for each in self.rulesets
        ]
        self._put("rulesets", lines)

    def _show_told(
        self, modules: list[tuple[str, str, str]], game: list[tuple[str, str, str, tuple[Any, ...]]]
    ) -> None:
        told: list[Text] = []
        if self.message:
            told.append(Text(self.message, WARN))
        elif self.here == "rulesets" and self.saves:
            save = self.saves[self.at["rulesets"]]
            told.append(Text(f"{save.file.name}: {save.title}, {', '.join(save.players)}. Enter goes on with it."))
        elif self.here == "rulesets" and self.saves is None:
            ruleset = self.rulesets[self.at["rulesets"]]
            told.append(Text(f"{ruleset.title}: {ruleset.summary}"))
        elif self.here == "modules" and modules:
            told.append(Text(modules[self.at["modules"]][2]))
        elif self.here == "game":
            told.append(Text(game[self.at["game"]][2]))
        told += [Text(f"cannot begin: {reason}", WARN) for reason in self.setup.against]
        told += [Text(f"advice: {each}", GREY) for each in self.setup.advice()]
        self.query_one("#told", Lines).show_lines(wrapped(told, max(20, self.size.width - 2)))

    def _show_map(self) -> None:
        board = self.query_one("#map", BoardView)
        try:
            game = self.setup.preview()
        except FcmError as error:
            board.picture = None
            board.refresh()
            self.query_one("#told", Lines).show_lines(wrapped([Text(str(error), WARN)], max(20, self.size.width - 2)))
            return
        table = fcm_face.table(game.view(None))
        picture = Picture(table["board"], signs(game.rules.goods), 1, True, ASCII if self.ascii else UNICODE)
        if picture.height > board.size.height > 0:
            picture = Picture(table["board"], signs(game.rules.goods), 1, False, ASCII if self.ascii else UNICODE)
        board.show_picture(picture)
        found = map_statistics(game)
        houses = ", ".join(f"{count} {kind}{'s' * (count != 1)}" for kind, count in found.houses.items())
        drinks = ", ".join(f"{count} {good}" for good, count in found.drinks.items())
        nets = f"{found.road_nets} separate road net{'s' * (found.road_nets != 1)}"
        told = [Text(f"map of seed {self.setup.seed}: {houses}; {drinks}; {nets}")]
        told += [Text(f"advice: {each}", GREY) for each in self.setup.advice()]
        if self.map_shown:
            self.query_one("#told", Lines).show_lines(wrapped(told, max(20, self.size.width - 2)))
        elif not self.message:
            lines = self.query_one("#told", Lines)
            lines.show_lines([*lines.lines, *wrapped(told[:1], max(20, self.size.width - 2))])

    def _keys(self) -> Text:
        text = Text()
        named = [("Enter", "name it"), ("Space", "skip"), ("Esc", "end the draft")]
        usual = [("g", "go"), ("Enter", "choose"), ("m", "map"), ("n", "new map")]
        usual += [("x", "chance"), ("d", "draft"), ("s", "saves"), ("?", "help"), ("q", "leave")]
        for key, what in named if self.draft is not None else usual:
            text.append(f"{key} ", KEY)
            text.append(f"{what}  ")
        return text

    # --- keys ------------------------------------------------------------------------------------------------------

    def try_(self, what: Callable[[], None]) -> None:
        """Does something; what cannot be is told in the line below."""
        self.message = ""
        try:
            what()
        except FcmError as error:
            self.message = str(error)
        self.show()

    def action_move(self, step: int) -> None:
        self.message = ""
        self.at[self.here] += step
        self.show()

    def action_column(self, step: int) -> None:
        self.message = ""
        self.column = (self.column + step) % len(COLUMNS)
        if self.draft is not None:
            self.column = COLUMNS.index("modules")
        self.show()

    def action_change(self, step: int) -> None:
        if self.here != "game":
            if not self.map_shown:
                self.action_column(step)
            return
        what = self.game_rows()[self.at["game"]][3]
        setup = self.setup

        def change() -> None:
            if what[0] == "players":
                low, high = setup.plan.players
                setup.set_players(min(max(len(setup.seats) + step, low), high))
            elif what[0] == "seat":
                setup.next_who(what[1], step)
            elif what[0] == "seed":
                setup.seed = max(0, setup.seed + step)
            else:
                setup.next_value(what[1], what[2], step)

        self.try_(change)

    def action_take(self) -> None:
        if self.draft is not None:
            self._name_it()
        elif self.here == "rulesets" and self.saves is not None:
            if self.saves:
                self.exit(Resume(self.saves[self.at["rulesets"]].file))
        elif self.here == "rulesets":
            self.try_(lambda: self.setup.choose_ruleset(self.rulesets[self.at["rulesets"]].id))
        elif self.here == "modules":
            module = self.module_rows()[self.at["modules"]][0]
            self.try_(lambda: self.setup.toggle(module))
            found = [row[0] for row in self.module_rows()]
            self.at["modules"] = found.index(module) if module in found else self.at["modules"]
            self.show()
        else:
            self._edit(self.game_rows()[self.at["game"]][3])

    def _edit(self, what: tuple[Any, ...]) -> None:
        setup = self.setup
        if what[0] == "seat":
            self._type(setup.seats[what[1]][0], lambda text: setup.rename(what[1], text))
        elif what[0] == "seed":
            self._type(str(setup.seed), self._seed)
        elif what[0] == "option":
            value = setup.value(what[1], what[2])
            if isinstance(value, bool):
                self.action_change(1)
            else:
                shown = ",".join(value) if isinstance(value, tuple) else str(value)
                self._type(shown, lambda text: setup.set_option(what[1], what[2], text))
        else:
            self.action_change(1)

    def _seed(self, text: str) -> None:
        if not text.isdecimal() or len(text) > 18:
            raise InputError(f"seed {text}: expected a whole number")
        self.setup.seed = int(text)

    def _type(self, value: str, then: Callable[[str], None]) -> None:
        self.typing = then
        typed = self.query_one("#typed", Input)
        typed.value = value
        typed.display = True
        self.query_one("#keys").display = False
        typed.focus()

    def _typed(self) -> None:
        self.typing = None
        typed = self.query_one("#typed", Input)
        typed.display = False
        self.query_one("#keys").display = True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        then, text = self.typing, event.value.strip()
        self._typed()
        if then is not None:
            self.try_(lambda: then(text))

    def action_go(self) -> None:
        if self.draft is None:
            self.try_(lambda: self.exit(self.setup.begin()))

    def action_map(self) -> None:
        self.map_shown = not self.map_shown
        self.message = ""
        self.show()
        self.call_after_refresh(self.show)

    def action_redraw(self) -> None:
        self.setup.seed += 1
        self.try_(lambda: None)

    def action_chance(self) -> None:
        if self.draft is None:
            self.try_(self.setup.draw_modules)

    def action_draft(self) -> None:
        def begin() -> None:
            self.setup.picks, self.setup.chosen = (), None
            self.draft = self.setup.draft()
            self.column = COLUMNS.index("modules")
            self.at["modules"] = 0

        if self.draft is None:
            self.try_(begin)

    def _name_it(self) -> None:
        draft = self.draft
        assert draft is not None
        module = self.module_rows()[self.at["modules"]][0]
        self.try_(lambda: draft.name(module))
        self._draft_over()

    def _skip(self) -> None:
        if self.draft is not None:
            self.try_(self.draft.skip)
            self._draft_over()

    def _draft_over(self) -> None:
        if self.draft is not None and self.draft.over:
            self.setup.take(self.draft)
            self.draft = None
            self.show()

    def action_mark(self) -> None:
        if self.draft is not None:
            self._skip()
        else:
            self.action_take()

    def action_saves(self) -> None:
        self.saves = recent_saves(self.folder) if self.saves is None else None
        self.column, self.at["rulesets"] = 0, 0
        self.try_(lambda: None)

    def action_help(self) -> None:
        self.push_screen(Page("the start screen", [Text(line) for line in HELP.splitlines()]))

    async def action_back(self) -> None:
        self.message = ""
        if self.typing is not None:
            self._typed()
        elif self.draft is not None:
            self.setup.take(self.draft)
            self.draft = None
        elif self.saves is not None:
            self.saves = None
        elif self.map_shown:
            self.map_shown = False
        self.show()

    def action_leave(self) -> None:
        self.exit(None)

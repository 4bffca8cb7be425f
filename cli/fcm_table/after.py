"""After a game: the ranking, money by round as a plot, milestones, what houses and campaigns brought, and a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from fcm_core import Seat
from fcm_table.accounts import Accounts, CampaignAccount
from fcm_table.panels import BOLD, GREY, KEY, spaced
from fcm_table.picture import CHAINS
from fcm_table.widgets import Label, Lines, wrapped

Rematch = Literal["same map", "new map"]
LETTERS = "ABCDEFGHIJ"
VIEWS = {"r": "rank", "e": "money", "s": "milestones", "h": "houses", "o": "campaigns"}


def style(seat: Seat) -> Style:
    """A chain's colour; its letter says the same."""
    return Style(color=CHAINS[seat % len(CHAINS)], bold=True)


def named(accounts: Accounts, seat: Seat) -> str:
    """Letter and name."""
    return f"{LETTERS[seat % len(LETTERS)]} {accounts.names[seat]}" if seat >= 0 else "nobody"


def plot(accounts: Accounts, width: int, height: int) -> list[Text]:
    """Money by round: a letter for each chain, "*" where several meet; dollars on the left, rounds below."""
    most = max([1, *(cash for row in accounts.cash for cash in row)])
    gutter = len(f"${most}") + 1
    rounds = len(accounts.cash)
    room = max(rounds, width - gutter - 1)
    rows = max(3, height - 2)
    cells: dict[tuple[int, int], list[Seat]] = {}
    for number, row in enumerate(accounts.cash):
        for seat, cash in enumerate(row):
            x = round(number * (room - 1) / max(1, rounds - 1))
            y = rows - 1 - round(max(0, cash) * (rows - 1) / most)
            cells.setdefault((y, x), []).append(Seat(seat))
    lines = []
    for y in range(rows):
        share = (rows - 1 - y) / (rows - 1)
        label = f"${round(most * share)}" if y % max(1, rows // 4) == 0 or y == rows - 1 else ""
        line = Text(f"{label:>{gutter}}|", GREY)
        for x in range(room):
            seats = cells.get((y, x), [])
            if len(seats) == 1:
                line.append(LETTERS[seats[0] % len(LETTERS)], style(seats[0]))
            else:
                line.append("*" if seats else " ", BOLD)
        lines.append(line)
    marks = [" "] * (room + 2)
    for number in range(rounds):
        x = round(number * (room - 1) / max(1, rounds - 1))
        text = str(number)
        if all(mark == " " for mark in marks[max(0, x - 1) : x + len(text)]):
            marks[x : x + len(text)] = list(text)
    lines.append(Text(" " * gutter + "+" + "-" * room, GREY))
    lines.append(Text(" " * (gutter + 1) + "".join(marks), GREY))
    return lines


def _dollars(accounts: Accounts, by_seat: dict[Seat, int]) -> str:
    return ", ".join(f"{accounts.names[seat]} ${dollars}" for seat, dollars in sorted(by_seat.items()))


def ranking(accounts: Accounts) -> list[Text]:
    """Who won, and with how much."""
    final = accounts.cash[-1]
    return [
        Text(f"{place:>2}  {named(accounts, seat):<30} ${final[seat]}", style(seat))
        for place, seat in enumerate(accounts.ranking, 1)
    ]


def milestones(accounts: Accounts) -> list[Text]:
    """Milestones by round."""
    found = [
        Text(f"round {number:>2}  {title}: {accounts.names[seat]}", style(seat))
        for number, seat, title in accounts.milestones
    ]
    return found or [Text("nobody earned a milestone", GREY)]


def houses(accounts: Accounts) -> list[Text]:
    """What each house brought, the best first."""
    best = sorted(accounts.houses.items(), key=lambda each: -sum(each[1].values()))
    found = [Text(f"house {name:<6} ${sum(by.values()):<5} {_dollars(accounts, by)}") for name, by in best]
    return found or [Text("no house was served", GREY)]


def campaigns(accounts: Accounts) -> list[Text]:
    """What each campaign brought, and to whom; counters of one good count as eaten in the order they came."""
    return [_campaign(accounts, each) for each in accounts.campaigns] or [Text("nobody placed a campaign", GREY)]


def _campaign(accounts: Accounts, each: CampaignAccount) -> Text:
    eaten = sum(each.eaten.values())
    goods = " and ".join(each.goods)
    text = Text(
        f"round {each.round:>2}  {each.number} {spaced(each.kind)} for {goods}, {named(accounts, each.owner)}: "
    )
    text.append(f"{each.put} counter{'s' * (each.put != 1)}, {eaten} eaten")
    if each.income:
        text.append(f"; {_dollars(accounts, each.income)}", style(each.owner))
    return text


class AfterApp(App[Rematch]):
    """What the game came to. `run` returns the rematch that is wanted, or None."""

    TITLE = "fcm"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    CSS = """
    #head { height: 1; }
    #text { height: 1fr; }
    #keys { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"view('{key}')") for key in VIEWS),
        Binding("tab,right", "turn(1)", priority=True),
        Binding("shift+tab,left", "turn(-1)", priority=True),
        Binding("down", "scroll(1)"),
        Binding("up", "scroll(-1)"),
        Binding("pagedown,space", "scroll(10)"),
        Binding("pageup", "scroll(-10)"),
        Binding("M", "again('same map')"),
        Binding("N", "again('new map')"),
        Binding("q,ctrl+c,escape", "leave"),
    ]

    def __init__(self, accounts: Accounts, title: str, *, same_map: bool = True) -> None:
        super().__init__()
        self.same_map = same_map  # whether the map is one that a game can begin with
        self.accounts = accounts
        self.heading = title
        self.open = "r"

    def compose(self) -> ComposeResult:
        yield Label(id="head")
        yield Lines("text")
        yield Label(id="keys")

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Shows the view that is open."""
        self.query_one("#head", Label).put(Text(f"{self.heading}: {VIEWS[self.open]}", BOLD))
        lines = self.query_one("#text", Lines)
        width, height = self.size.width - 2, max(5, self.size.height - 2)
        lines.show_lines(self._lines(width, height))
        again = [("M", "again, same map")] * self.same_map + [("N", "new map")]
        text = Text()
        for key, what in [*VIEWS.items(), *again, ("q", "leave")]:
            text.append(f"{key} ", KEY)
            text.append(f"{what}  ")
        self.query_one("#keys", Label).put(text)

    def _lines(self, width: int, height: int) -> Sequence[Text]:
        accounts = self.accounts
        if self.open == "r":
            board = ranking(accounts)
            room = height - len(board) - 2
            return [*board, Text("money by round", GREY), *plot(accounts, width, max(6, room))]
        if self.open == "e":
            names = Text("  ").join([Text(named(accounts, Seat(seat)), style(Seat(seat))) for seat in accounts.ranking])
            return [names, *plot(accounts, width, height - 2)]
        made = {"s": milestones, "h": houses, "o": campaigns}[self.open]
        return wrapped(made(accounts), width)

    def action_view(self, key: str) -> None:
        self.open = key
        self.show()

    def action_turn(self, step: int) -> None:
        keys = list(VIEWS)
        self.action_view(keys[(keys.index(self.open) + step) % len(keys)])

    def action_scroll(self, lines: int) -> None:
        self.query_one("#text", Lines).scroll_relative(y=lines, animate=False)

    def action_again(self, how: Rematch) -> None:
        if how != "same map" or self.same_map:
            self.exit(how)

    def action_leave(self) -> None:
        self.exit(None)

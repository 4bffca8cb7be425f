"""A human's decision at the prompt: pick a number or type a move, look at the table, take a move back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from attrs import define, field
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from fcm_cli import board, table
from fcm_core import (
    Amounts,
    CardId,
    GoodId,
    Partial,
    actions,
    did_you_mean,
    fields_of,
    fireable,
    hand,
    nearest,
    seats_refusal,
)

if TYPE_CHECKING:
    from fcm_core import Game, Seat

HINT = "type a number or the beginning of a move; ? helps, undo takes back, quit leaves"
HELP = """type a number, or words of a move such as `hire tra`; `...` asks further, `back` leaves
squares are row,column as on the board; what covers several is named by its north-west square
Enter goes on where nothing else is left to do
look: board, company [NAME], market, milestones, houses, players; log: what happened
why: what is not possible now and why not      undo: take the last move back
save and leave: quit (or Ctrl-C); every move is saved at once"""
COMMANDS = (
    "board",
    "company",
    "market",
    "milestones",
    "houses",
    "players",
    "log",
    "why",
    "undo",
    "back",
    "quit",
    "help",
)
LEAVE = ("quit", "exit")
PLAIN = (actions.Pass, actions.NextStep, actions.EndTurn)  # moves that are no variant of the others
# Actions that are made of one list of cards: out of which cards they are chosen, and what becomes of them.
CARDS: Mapping[type, tuple[Callable[[Game, Seat], dict[CardId, int]], str]] = {
    actions.Restructure: (hand, "at work"),
    actions.Fire: (fireable, "fired"),
}
LOG = 200  # sentences that `log` goes back
COLUMNS_FROM = 12  # choices; fewer are listed one a line
WIDE = 36  # characters of a choice that goes beside others
PAGE = 40  # choices shown at once; typing narrows the list


class Undo(Exception):
    """The human wants the last move back."""


@define
class Terminal:
    """How a human is asked and told; tests hand over their own."""

    ask: Callable[[str], str]
    console: Console
    offer: Callable[[Sequence[str]], None] = lambda options: None  # what the Tab key completes
    forget: Callable[[], None] = lambda: None  # what was typed before
    log: list[str] = field(factory=list)  # what happened, in sentences

    def tell(self, thing: Any = "", style: str = "") -> None:
        """Shows text or a table. Text is shown as it is: square brackets that somebody typed are no markup."""
        self.console.print(thing, style=style or None, markup=False if isinstance(thing, str) else None)

    def page(self, thing: Any) -> None:
        """Shows what may be longer than the screen, screen by screen."""
        with self.console.capture() as caught:
            self.console.print(thing)
        lines = caught.get().rstrip("\n").split("\n")
        height = max(5, self.console.height - 2) if self.console.is_terminal else len(lines)
        for start in range(0, len(lines), height):
            self.console.file.write("\n".join(lines[start : start + height]) + "\n")
            left = len(lines) - start - height
            if left > 0 and self.ask(f"-- {left} lines more: Enter, or q to stop> ").strip():
                break

    def clear(self) -> None:
        """Clears the screen, what has scrolled off it, and what was typed, so that nobody's secrets stay."""
        self.forget()
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()


def decide(terminal: Terminal, game: Game, seat: Seat) -> Any:
    """The action a human chooses in the decision that the seat owes.

    How it is asked depends on the types of the actions that answer it: some are made of cards, some of amounts of goods,
    all others are picked from a list. Raises Undo; EOFError and KeyboardInterrupt leave the game.
    """
    kinds = _answers(game, seat)
    if len(kinds) == 1 and kinds[0] in CARDS:
        return _cards(terminal, game, seat, kinds[0], *CARDS[kinds[0]])
    if len(kinds) == 1 and [field.type for field in fields_of(kinds[0])] == [Amounts]:
        return _amounts(terminal, game, seat, kinds[0])
    choices = game.choices(seat)
    if choices is None:
        terminal.tell("too many possibilities to list: the default is taken")
        return game.default_action(seat)
    trail: list[Sequence[Any]] = [choices]
    while True:
        picked = _pick(terminal, game, seat, trail[-1])
        if picked is None:
            if len(trail) > 1:
                trail.pop()
            continue
        if isinstance(picked, Partial):
            trail.append(picked.expand())
            continue
        refusal = game.check(seat, picked)
        if refusal is None:
            return picked
        terminal.tell(f"not possible: {refusal.message}")


def _answers(game: Game, seat: Seat) -> list[type]:
    """The classes of the actions that answer what the seat must decide."""
    decision = game.decision_of(seat)
    names = game.rules.decision_actions[decision.kind] if decision is not None else ()
    return [game.rules.actions[name].cls for name in names]


def _at_work(game: Game, seat: Seat) -> bool:
    """Whether what the seat must decide is how its working turn goes on."""
    return game.state.turn is not None and actions.EndTurn in _answers(game, seat)


def _pick(terminal: Terminal, game: Game, seat: Seat, choices: Sequence[Any]) -> Any:
    labels = [game.label(choice, seat) for choice in choices]
    shown = list(range(len(choices)))
    while True:
        _show(terminal, choices, labels, shown)
        terminal.offer([*(label.removesuffix("...") for label in labels), *COMMANDS])
        text = _ask(terminal, game, seat)
        if not text:
            if all(isinstance(choice, (actions.NextStep, actions.EndTurn)) for choice in choices) or len(choices) == 1:
                return choices[0]
            terminal.tell("choose one of them: type its number or its beginning; ? helps")
            continue
        if text == "back":
            return None
        if command(terminal, game, seat, text):
            continue
        if text.isdecimal() and 1 <= int(text) <= len(choices):
            return choices[int(text) - 1]
        exact = [index for index, label in enumerate(labels) if label.lower() == text.lower()]
        begins = [index for index, label in enumerate(labels) if label.lower().startswith(text.lower())]
        shown = exact or (begins if len(begins) == 1 else [])
        shown = shown or [index for index, label in enumerate(labels) if _matches(label, text)]
        if len(shown) == 1:
            return choices[shown[0]]
        if not shown:
            terminal.tell(f"no such move{did_you_mean(text, labels)}; `?` for help")
            shown = list(range(len(choices)))


def _show(terminal: Terminal, choices: Sequence[Any], labels: list[str], shown: list[int]) -> None:
    """The choices with their numbers. What all of them have in common is said once; short ones go side by side."""
    same = _in_common([labels[index] for index in shown if not isinstance(choices[index], PLAIN)])
    if same:
        terminal.tell(f"{same} ...")
    texts = [f"{index + 1:>4} {labels[index].removeprefix(same).strip()}" for index in shown]
    if len(texts) > COLUMNS_FROM and max(map(len, texts)) <= WIDE:
        terminal.tell(Columns([Text(text) for text in texts], padding=(0, 1), equal=True))
        return
    for text in texts[:PAGE]:
        terminal.tell(text)
    if len(texts) > PAGE:
        terminal.tell(f"     ... {len(texts) - PAGE} more: type what it begins with, such as a square")


def _in_common(labels: Sequence[str]) -> str:
    """The words that all moves begin with, if that is more than the verb alone and each has more to say."""
    split = [label.split() for label in labels]
    if len(split) < 2:
        return ""
    same: list[str] = []
    for words in zip(*split, strict=False):
        if len(set(words)) > 1 or any(len(each) <= len(same) + 1 for each in split):
            break
        same.append(words[0])
    return " ".join(same) if len(same) > 1 else ""


def _matches(label: str, text: str) -> bool:
    """Every word typed begins some word of the move, so that `hire tra` or `4,7` finds it."""
    words = label.lower().replace("...", "").split()
    return all(any(word.strip(",:").startswith(part) for word in words) for part in text.lower().split())


def _title(game: Game, seat: Seat) -> str:
    if game.state.turn is not None and _at_work(game, seat):
        return game.rules.working_steps[game.state.turn.step].name.replace("_", " ")
    decision = game.decision_of(seat)
    kind = game.rules.decisions[decision.kind] if decision is not None else None
    return kind.title or kind.name.replace("_", " ") if kind is not None else ""


def command(terminal: Terminal, game: Game, seat: Seat, text: str) -> bool:
    """Commands that look or leave; False where the text is none of them."""
    word, _, rest = text.partition(" ")
    if word in ("?", "help"):
        terminal.tell(HELP)
    elif word == "board":
        terminal.tell(board.draw(game))
        terminal.tell(board.legend(game))
    elif word == "company":
        names = {game.name(each): each for each in game.seats}
        terminal.tell(table.company(game, names.get(nearest(rest, names) or "", seat) if rest else seat))
    elif word == "market":
        terminal.page(table.market(game))
    elif word == "milestones":
        terminal.page(table.milestones(game))
    elif word == "houses":
        terminal.page(table.houses(game))
    elif word == "players":
        terminal.tell(table.players(game))
    elif word == "log":
        terminal.page(Text("\n".join(terminal.log[-LOG:]) or "nothing yet"))
    elif word == "why":
        _why(terminal, game, seat)
    elif word == "undo":
        raise Undo
    elif word in LEAVE:
        raise EOFError
    else:
        return False
    return True


def _why(terminal: Terminal, game: Game, seat: Seat) -> None:
    """What one might think of trying, and why it is refused."""
    told = False
    turn = game.state.turn if _at_work(game, seat) else None
    for cls in _answers(game, seat):
        kind = game.rules.actions[game.rules.action_names[cls]]
        if turn is not None and kind.name not in game.rules.working_steps[turn.step].actions:
            continue
        for action in kind.candidates(game, seat):
            refusal = game.check(seat, action)
            if refusal is not None:
                terminal.tell(f"{game.label(action, seat)}: {refusal.message}", "dim")
                told = True
    if not told:
        terminal.tell("nothing is refused that could be listed here")


def _cards(
    terminal: Terminal,
    game: Game,
    seat: Seat,
    make: Callable[[tuple[CardId, ...]], Any],
    pool: Callable[[Game, Seat], dict[CardId, int]],
    what: str,
) -> Any:
    """Cards are switched on and off by number; `done` ends."""
    held = pool(game, seat)
    names = [name for name in sorted(held) for _ in range(held[name])]
    on = [False] * len(names)
    for name in _only(game.default_action(seat)):
        free = [index for index, each in enumerate(names) if each == name and not on[index]]
        if free:
            on[free[0]] = True
    while True:
        for index, name in enumerate(names):
            card = game.rules.cards[name]
            note = f" ({card.slots} slots)" if card.is_manager else ""
            terminal.tell(f"{index + 1:>4}  {'[x]' if on[index] else '[ ]'} {card.title}{note}")
        picked = tuple(name for index, name in enumerate(names) if on[index])
        action = make(picked)
        problem = game.check(seat, action)
        if problem is None and isinstance(action, actions.Restructure):
            problem = seats_refusal(game, seat, Counter(picked))
        terminal.tell(f"{len(picked)} {what}" + (f"; {problem.message}" if problem else ""))
        text = _ask(terminal, game, seat, "numbers switch cards, `done` ends")
        if text in ("done", ""):
            if game.check(seat, action) is None:
                if problem is None or terminal.ask("only the CEO would work. Sure? (yes)> ").strip() == "yes":
                    return action
            continue
        if command(terminal, game, seat, text):
            continue
        for part in text.replace(",", " ").split():
            if part.isdecimal() and 1 <= int(part) <= len(names):
                on[int(part) - 1] = not on[int(part) - 1]
            else:
                terminal.tell(f"expected numbers from 1 to {len(names)}, or done; found {part}")


def _only(action: Any) -> Any:
    """The value of an action's one field."""
    (field,) = fields_of(type(action))
    return getattr(action, field.name)


def _amounts(terminal: Terminal, game: Game, seat: Seat, make: Callable[[Amounts], Any]) -> Any:
    """Amounts by good, an amount before each; nothing typed takes the default, `none` nothing."""
    default = game.default_action(seat)
    while True:
        stock = game.state.players[seat].stock
        terminal.tell("in stock: " + (", ".join(f"{amount} {good}" for good, amount in stock.items()) or "nothing"))
        terminal.tell("Enter takes: " + (", ".join(f"{amount} {good}" for good, amount in _only(default)) or "nothing"))
        text = _ask(terminal, game, seat, f"such as {_example(stock)}; none")
        if not text:
            return default
        if command(terminal, game, seat, text):
            continue
        chosen = {} if text in ("none", "nothing") else _read_amounts(terminal, text, stock)
        if chosen is None:
            continue
        action = make(tuple(chosen.items()))
        refusal = game.check(seat, action)
        if refusal is None:
            return action
        terminal.tell(f"not possible: {refusal.message}")


def _example(stock: Mapping[GoodId, int]) -> str:
    """How amounts are typed, with goods that are there."""
    return " ".join(f"{amount} {good}" for good, amount in list(stock.items())[:2]) or "nothing"


def _read_amounts(terminal: Terminal, text: str, stock: dict[GoodId, int]) -> dict[GoodId, int] | None:
    """Amounts of goods in stock, or None after a message."""
    typed = text.replace(",", " ").split()
    chosen: dict[GoodId, int] = {}
    for amount, name in zip_longest(typed[::2], typed[1::2], fillvalue=""):
        good = GoodId(name)
        if not (amount.isdecimal() and good in stock):
            near = did_you_mean(good, stock)
            found = f"{amount} {good}".strip()
            terminal.tell(f"expected amounts and goods in stock, such as {_example(stock)}; found {found}{near}")
            return None
        chosen[good] = chosen.get(good, 0) + int(amount)
    return chosen


def _ask(terminal: Terminal, game: Game, seat: Seat, how: str = "") -> str:
    """What is typed, without spaces around it: who decides what, and how."""
    note = f" ({how})" if how else ""
    return terminal.ask(f"{game.name(seat)} - {_title(game, seat)}{note}> ").strip()

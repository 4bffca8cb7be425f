"""A human's decision at the prompt: pick a number or type a move, look at the table, take a move back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define
from rich.columns import Columns
from rich.console import Console

from fcm_cli import board, table
from fcm_core.actions import EndTurn, Fire, Keep, NextStep, Restructure, words
from fcm_core.names import did_you_mean, nearest
from fcm_core.parts import Partial
from fcm_core.phases.payday import fireable
from fcm_core.phases.restructuring import hand, seats_refusal

if TYPE_CHECKING:
    from fcm_core.game import Game
    from fcm_core.state import Decision

HELP = """type a number or the beginning of a move; `back` leaves a half-made move
Enter goes on where nothing else is left to do
look: board, company [NAME], market, milestones, houses, players
why: what is not possible now and why not      undo: take the last move back
save and leave: quit (or Ctrl-C)"""
COMMANDS = ("board", "company", "market", "milestones", "houses", "players", "why", "undo", "back", "quit", "help")
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

    def tell(self, thing: Any = "") -> None:
        """Shows text or a table."""
        self.console.print(thing)


def decide(terminal: Terminal, game: Game, decision: Decision) -> Any:
    """The action a human chooses. Raises Undo; EOFError and KeyboardInterrupt leave the game."""
    seat = decision.player
    if decision.kind == "restructure":
        return _cards(terminal, game, decision, hand(game, seat), "at work", _restructure)
    if decision.kind == "fire":
        return _cards(terminal, game, decision, fireable(game, seat), "fired", lambda game, seat, cards: Fire(cards))
    if decision.kind == "keep":
        return _keep(terminal, game, decision)
    choices = game.choices(seat)
    if choices is None:
        terminal.tell("too many possibilities to list: the default is taken")
        return game.default_action(seat)
    trail: list[Sequence[Any]] = [choices]
    while True:
        picked = _pick(terminal, game, decision, trail[-1])
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


def _pick(terminal: Terminal, game: Game, decision: Decision, choices: Sequence[Any]) -> Any:
    seat = decision.player
    labels = [game.label(choice, seat) for choice in choices]
    shown = list(range(len(choices)))
    while True:
        _show(terminal, choices, labels, shown)
        terminal.offer([*(label.removesuffix("...") for label in labels), *COMMANDS])
        text = terminal.ask(f"{game.name(seat)} - {_title(game, decision)}> ").strip()
        if not text:
            if all(isinstance(choice, (NextStep, EndTurn)) for choice in choices) or len(choices) == 1:
                return choices[0]
            continue
        if text == "back":
            return None
        if command(terminal, game, decision, text):
            continue
        if text.isdigit() and 1 <= int(text) <= len(choices):
            return choices[int(text) - 1]
        exact = [index for index, label in enumerate(labels) if label.lower() == text.lower()]
        shown = exact or [index for index, label in enumerate(labels) if _matches(label, text)]
        if len(shown) == 1:
            return choices[shown[0]]
        if not shown:
            terminal.tell(f"no such move{did_you_mean(text, labels)}; `?` for help")
            shown = list(range(len(choices)))


def _show(terminal: Terminal, choices: Sequence[Any], labels: list[str], shown: list[int]) -> None:
    """The choices with their numbers. What all of them have in common is said once; short ones go side by side."""
    squares = [choice for choice in choices if isinstance(choice, Partial)]
    common = len(squares) > 1 and len({(each.action, each.given[:-1]) for each in squares}) == 1
    texts = []
    for index in shown:
        choice = choices[index]
        if common and isinstance(choice, Partial):
            texts.append(f"{index + 1:>4} {choice.given[-1][0]} {words(choice.given[-1][1])}")
        else:
            texts.append(f"{index + 1:>4} {labels[index]}")
    if common:
        first = squares[0]
        given = ", ".join(f"{name} {words(value)}" for name, value in first.given[:-1])
        terminal.tell(f"{first.action.replace('_', ' ')}{': ' + given if given else ''}, where or which:")
    if len(texts) > COLUMNS_FROM and max(map(len, texts)) <= WIDE:
        terminal.tell(Columns(texts, padding=(0, 1), equal=True))
        return
    for text in texts[:PAGE]:
        terminal.console.print(text, markup=False)
    if len(texts) > PAGE:
        terminal.tell(f"     ... {len(texts) - PAGE} more: type what it begins with, such as a square")


def _matches(label: str, text: str) -> bool:
    """Every word typed begins some word of the move, so that `hire tra` or `4,7` finds it."""
    words = label.lower().replace("...", "").split()
    return all(any(word.strip(",:").startswith(part) for word in words) for part in text.lower().split())


def _title(game: Game, decision: Decision) -> str:
    if decision.kind == "working" and game.state.turn is not None:
        return game.rules.working_steps[game.state.turn.step].name.replace("_", " ")
    return game.rules.decisions[decision.kind].title or decision.kind.replace("_", " ")


def command(terminal: Terminal, game: Game, decision: Decision, text: str) -> bool:
    """Commands that look or leave; False where the text is none of them."""
    word, _, rest = text.partition(" ")
    if word in ("?", "help"):
        terminal.tell(HELP)
    elif word == "board":
        terminal.tell(board.draw(game))
        terminal.tell(board.legend(game))
    elif word == "company":
        names = {player.id: seat for seat, player in enumerate(game.state.players)}
        seat = names.get(nearest(rest, names) or "", decision.player) if rest else decision.player
        terminal.tell(table.company(game, seat))
    elif word == "market":
        terminal.tell(table.market(game))
    elif word == "milestones":
        terminal.tell(table.milestones(game))
    elif word == "houses":
        terminal.tell(table.houses(game))
    elif word == "players":
        terminal.tell(table.players(game))
    elif word == "why":
        _why(terminal, game, decision)
    elif word == "undo":
        raise Undo
    elif word in ("quit", "exit"):
        raise EOFError
    else:
        return False
    return True


def _why(terminal: Terminal, game: Game, decision: Decision) -> None:
    """What one might think of trying, and why it is refused."""
    told = False
    for name in game.rules.decision_actions[decision.kind]:
        kind = game.rules.actions[name]
        if kind.candidates is None:
            continue
        if decision.kind == "working" and game.state.turn is not None:
            if name not in game.rules.working_steps[game.state.turn.step].actions:
                continue
        for action in kind.candidates(game, decision.player):
            refusal = game.check(decision.player, action)
            if refusal is not None:
                terminal.tell(f"[dim]{game.label(action, decision.player)}: {refusal.message}[/dim]")
                told = True
    if not told:
        terminal.tell("nothing is refused that could be listed here")


def _restructure(game: Game, seat: int, cards: tuple[str, ...]) -> Restructure:
    return Restructure(cards)


def _cards(
    terminal: Terminal,
    game: Game,
    decision: Decision,
    held: dict[str, int],
    what: str,
    make: Callable[[Game, int, tuple[str, ...]], Any],
) -> Any:
    """Cards are switched on and off by number; `done` ends, `auto` takes the default."""
    seat = decision.player
    names = [name for name in sorted(held) for _ in range(held[name])]
    default = game.default_action(seat)
    chosen = list(default.work if isinstance(default, Restructure) else default.employees)
    on = [False] * len(names)
    for name in chosen:
        free = [index for index, each in enumerate(names) if each == name and not on[index]]
        if free:
            on[free[0]] = True
    while True:
        for index, name in enumerate(names):
            card = game.rules.cards[name]
            note = f" ({card.slots} slots)" if card.is_manager else ""
            terminal.tell(f"{index + 1:>4}  {escape_box(on[index])} {card.title}{note}")
        picked = tuple(name for index, name in enumerate(names) if on[index])
        action = make(game, seat, picked)
        problem = game.check(seat, action)
        if problem is None and isinstance(action, Restructure):
            work: dict[str, int] = {}
            for name in picked:
                work[name] = work.get(name, 0) + 1
            problem = seats_refusal(game, seat, work)
        terminal.tell(f"{len(picked)} {what}" + (f"; {problem.message}" if problem else ""))
        text = terminal.ask(f"{game.name(seat)} - {_title(game, decision)} (numbers, `done`)> ").strip()
        if text in ("done", ""):
            if game.check(seat, action) is None:
                if problem is None or terminal.ask("only the CEO would work. Sure? (yes)> ").strip() == "yes":
                    return action
            continue
        if command(terminal, game, decision, text):
            continue
        for part in text.replace(",", " ").split():
            if part.isdigit() and 1 <= int(part) <= len(names):
                on[int(part) - 1] = not on[int(part) - 1]
            else:
                terminal.tell(f"expected numbers from 1 to {len(names)}, or done; found {part}")


def escape_box(on: bool) -> str:
    """A box that rich does not take for markup."""
    return r"\[x]" if on else r"\[ ]"


def _keep(terminal: Terminal, game: Game, decision: Decision) -> Any:
    """Amounts by good, such as `6 burger 4 pizza`; nothing typed takes the default."""
    default = game.default_action(decision.player)
    while True:
        stock = game.state.players[decision.player].stock
        terminal.tell("in stock: " + ", ".join(f"{amount} {good}" for good, amount in stock.items()))
        terminal.tell("proposed: " + ", ".join(f"{amount} {good}" for good, amount in default.stock))
        text = terminal.ask(f"{game.name(decision.player)} - keep (6 burger 4 pizza)> ").strip()
        if not text:
            return default
        if command(terminal, game, decision, text):
            continue
        words = text.replace(",", " ").split()
        kept: dict[str, int] = {}
        for amount, good in zip(words[::2], words[1::2], strict=False):
            if amount.isdigit() and good in stock:
                kept[good] = kept.get(good, 0) + int(amount)
            else:
                terminal.tell(
                    f"expected an amount and a good in stock, found {amount} {good}{did_you_mean(good, stock)}"
                )
        action = Keep(tuple(kept.items()))
        refusal = game.check(decision.player, action)
        if refusal is None:
            return action
        terminal.tell(f"not possible: {refusal.message}")

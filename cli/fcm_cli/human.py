"""A human's decision at the prompt: pick a number or type a move, look at the table, take a move back.

It asks the presenter (fcm_face) what may be chosen and what would follow, and knows no rule and no module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from attrs import define, field
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

import fcm_face as face
from fcm_cli import looks
from fcm_cli.table import wrapped
from fcm_core import Amounts, CardId, GoodId, Partial, actions, did_you_mean, fields_of
from fcm_face.words import counted, listed, money, spaced

if TYPE_CHECKING:
    from fcm_core import Game, Seat

HINT = "type a number or the beginning of a move; ? helps, undo takes back, quit leaves"
LEAVE = ("quit", "exit")
PLAIN = (actions.Pass, actions.NextStep, actions.EndTurn)  # moves that are no variant of the others
YES = ("yes", "y")
COLUMNS_FROM = 12  # choices; fewer are listed one a line
WIDE = 36  # characters of a choice that goes beside others
PAGE = 40  # choices shown at once; typing narrows the list
HINTED = 20  # choices shown at once where each has a hint


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
    skip: tuple[int, int, int] = (-1, -1, -1)  # round, seat and working step: the human has gone on from this step

    def tell(self, thing: Any = "", style: str = "") -> None:
        """Shows text or a table. Text is shown as it is: square brackets that somebody typed are no markup."""
        self.console.print(thing, style=style or None, markup=False if isinstance(thing, str) else None)

    def page(self, thing: Any) -> None:
        """Shows what may be longer than the screen, screen by screen."""
        with self.console.capture() as caught:
            self.console.print(thing, markup=False if isinstance(thing, str) else None)
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


Reveals = Callable[[Any], bool]  # whether an action brings out what is hidden, so that it cannot be taken back


@define
class Asking:
    """One decision being asked."""

    terminal: Terminal
    game: Game  # the seat's view
    seat: Seat
    form: dict[str, Any]
    reveals: Reveals | None = None
    draft: list[CardId] | None = None  # cards chosen so far, for commands that look
    step: int = -1  # of a working turn: the step that is offered, which may be a later one than the game's

    def ask(self, how: str = "") -> str:
        """What is typed, without spaces around it: who decides what, and how."""
        note = f" ({how})" if how else ""
        return self.terminal.ask(f"{self.game.name(self.seat)} - {self.form['title']}{note}> ").strip()

    def looked(self, text: str) -> bool:
        """Whether the text was a command that looks; it has been answered then. Undo and leaving are raised."""
        word, _, rest = text.partition(" ")
        name = looks.command(word)
        if name == "undo":
            raise Undo
        if name in LEAVE:
            raise EOFError
        if not name:
            return False
        self.terminal.offer([])
        said = looks.LOOKS[name](looks.Look(self.game, self.seat, rest.strip(), self.draft, self.terminal.log))
        self.terminal.page(said)
        return True

    def confirmed(self, action: Any, warnings: Sequence[str] = ()) -> bool:
        """Asks once more where something would be lost, or where the move cannot be taken back."""
        shown = face.preview(self.game, self.seat, action)
        warn = list(dict.fromkeys((*warnings, *shown["warn"])))
        final = self.reveals(action) if self.reveals is not None else not shown["undo"]
        if not warn and not final:
            return True
        for text in warn:
            self.terminal.tell(wrapped(text))
        if final:
            self.terminal.tell("it brings out what is hidden and cannot be taken back")
        return self.terminal.ask(f"{self.game.name(self.seat)} - sure? (yes)> ").strip().lower() in YES


def decide(terminal: Terminal, game: Game, seat: Seat, reveals: Reveals | None = None) -> Any:
    """The action a human chooses in the decision that the seat owes; `game` is the seat's view.

    How it is asked depends on the form: cards at work, cards to be chosen, amounts of goods; all else is picked from a list.
    `reveals` says whether an action could not be taken back; without it the presenter's guess counts. Raises Undo; EOFError and
    KeyboardInterrupt leave the game.
    """
    form = face.form(game, seat)
    assert form is not None
    asking = Asking(terminal, game, seat, form, reveals)
    if form["mode"] == "structure":
        return _structure(asking)
    if form["mode"] == "cards":
        return _fire(asking)
    if form["mode"] == "amounts":
        return _amounts(asking, _answers(game, seat)[0])
    if game.choices(seat) is None:
        terminal.tell("too many possibilities to list: the default is taken")
        return game.default_action(seat)
    while True:
        action = _move(asking)
        refusal = game.check(seat, action)
        if refusal is not None:
            terminal.tell(f"not possible: {refusal.message}")
        elif asking.confirmed(action, _lost(form, game, action)):
            if isinstance(action, actions.NextStep):
                terminal.skip = (game.round, seat, asking.step)
            return action


def _answers(game: Game, seat: Seat) -> list[type]:
    """The classes of the actions that answer what the seat must decide."""
    decision = game.decision_of(seat)
    names = game.rules.decision_actions[decision.kind] if decision is not None else ()
    return [game.rules.actions[name].cls for name in names]


def _lost(form: Mapping[str, Any], game: Game, action: Any) -> list[str]:
    """What ending the turn leaves undone."""
    plain = face.action_json(game, action)
    row = next((each for each in form["plain"] if each["action"] == plain), None)
    return [f"not used: {text}" for text in row["warn"]] if row is not None and row["weight"] == "ends turn" else []


# --- moves from a list -------------------------------------------------------------------------------------------------------


def _move(asking: Asking) -> Any:
    """A move: a choice, and what follows it, until nothing is open."""
    choices = _offered(asking)
    if not isinstance(choices, list):
        return choices
    trail: list[Sequence[Any]] = [choices]
    while True:
        picked = _pick(asking, trail[-1])
        if picked is None:
            if len(trail) > 1:
                trail.pop()
        elif isinstance(picked, Partial):
            trail.append(picked.expand())
        else:
            return picked


def _offered(asking: Asking) -> list[Any] | Any:
    """What is offered. In a working turn steps with nothing to do are left out; an action where it is clear what to do."""
    game, seat, terminal = asking.game, asking.seat, asking.terminal
    choices = list(game.choices(seat) or ())
    turn = game.state.turn
    if turn is None or turn.player != seat or actions.NextStep() not in choices:
        return choices
    asking.step = turn.step
    here = max(turn.step, terminal.skip[2] + 1) if terminal.skip[:2] == (game.round, seat) else turn.step
    steps = game.rules.working_steps
    empty: list[str] = []
    for step in range(here, len(steps)):
        found = game.step_choices(seat, step)
        if found:
            if empty:
                terminal.tell(f"nothing to do: {listed(empty)}", "dim")
            asking.form["title"] = spaced(steps[step].name)
            asking.step = step
            more = [] if step + 1 == len(steps) else [actions.NextStep()]
            return [*found, *more, actions.EndTurn()] if actions.EndTurn() in choices else [*found, *more]
        empty.append(spaced(steps[step].name))
    if empty:
        terminal.tell(f"nothing to do: {listed(empty)}", "dim")
    asking.form["title"] = "nothing is left to do"
    return [actions.EndTurn()] if actions.EndTurn() in choices else choices


def _pick(asking: Asking, choices: Sequence[Any]) -> Any:
    """A choice, or None to go back. Numbers mean what is shown."""
    terminal = asking.terminal
    labels = [_label(asking, choice) for choice in choices]
    shown = list(range(len(choices)))
    again = True
    while True:
        if again:
            _show(asking, choices, labels, shown)
        again = True
        terminal.offer([*(label.removesuffix("...") for label in labels), *looks.NAMES])
        text = asking.ask()
        if not text:
            if len(choices) == 1 and not isinstance(choices[0], Partial):
                return choices[0]
            terminal.tell("choose one of them: type its number or its beginning; ? helps")
            again = False
            continue
        lower = text.lower()
        if lower == "back":
            return None
        if text.isdecimal() and text.isascii():
            if 1 <= int(text) <= len(shown):
                return choices[shown[int(text) - 1]]
            if not any(_matches(label, lower) for label in labels):
                terminal.tell(f"there is no number {text[:20]} in the list: 1 to {len(shown)}")
                again = False
                continue
        if lower.startswith("why ") and _why_here(asking, choices, text[4:].strip()):
            again = False
            continue
        if lower.startswith("show "):
            _preview(asking, choices, labels, shown, text[5:].strip())
            again = False
            continue
        if lower == "where":
            _where(asking, choices)
            again = False
            continue
        found = _found(labels, lower)
        if looks.command(text.split()[0]) and (len(found) != 1 or lower.split()[0] in looks.NAMES):
            asking.looked(text)
            again = False
            continue
        if len(found) == 1:
            return choices[found[0]]
        shown = found
        if not shown:
            terminal.tell(f"no such move{did_you_mean(text, [*labels, *looks.NAMES])}; `?` for help")
            shown = list(range(len(choices)))


def _label(asking: Asking, choice: Any) -> str:
    """A choice in words; going on says where to."""
    steps = asking.game.rules.working_steps
    if isinstance(choice, actions.NextStep) and 0 <= asking.step < len(steps) - 1:
        return f"next step ({spaced(steps[asking.step + 1].name)})"
    return asking.game.label(choice, asking.seat)


def _found(labels: Sequence[str], text: str) -> list[int]:
    """The choices that a text means: exactly one, else all that it may mean."""
    exact = [index for index, label in enumerate(labels) if label.lower() == text]
    begins = [index for index, label in enumerate(labels) if label.lower().startswith(text)]
    found = exact or (begins if len(begins) == 1 else [])
    return found or [index for index, label in enumerate(labels) if _matches(label, text)]


def _matches(label: str, text: str) -> bool:
    """Every word typed begins some word of the move, so that `hire tra` or `4,7` finds it."""
    words = label.lower().replace("...", "").split()
    return all(any(word.strip(",:()").startswith(part) for word in words) for part in text.split())


def _show(asking: Asking, choices: Sequence[Any], labels: list[str], shown: list[int]) -> None:
    """The choices, numbered. What all of them have in common is said once; short ones without a hint go side by side."""
    terminal = asking.terminal
    same = _in_common([labels[index] for index in shown if not isinstance(choices[index], PLAIN)])
    if same:
        terminal.tell(f"{same} ...")
    texts = [f"{number:>4} {labels[index].removeprefix(same).strip()}" for number, index in enumerate(shown, 1)]
    hints = [_hint(asking, choices[index]) for index in shown[:HINTED]]
    if any(hints):
        for text, hint in zip(texts, hints, strict=False):
            terminal.tell(wrapped(f"{text} - {hint}" if hint else text, "       "))
        left = len(texts) - HINTED
    elif len(texts) > COLUMNS_FROM and max(map(len, texts)) <= WIDE:
        terminal.tell(Columns([Text(text) for text in texts], padding=(0, 1), equal=True))
        return
    else:
        for text in texts[:PAGE]:
            terminal.tell(text)
        left = len(texts) - PAGE
    if left > 0:
        terminal.tell(f"     ... {left} more: type what it begins with, such as a square, or `where`")


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


def _leaf(choice: Any) -> Any:
    """An action that begins with the choice."""
    while isinstance(choice, Partial):
        choice = choice.expand()[0]
    return choice


def _placed(asking: Asking, choice: Any) -> bool:
    """Whether the choice says where on the map something is to lie, so that a preview of it makes sense."""
    name = choice.action if isinstance(choice, Partial) else asking.game.rules.action_name(choice)
    given = {key for key, _ in choice.given} if isinstance(choice, Partial) else set(actions.set_fields(choice))
    table = next((each for each in asking.form["actions"] if each["name"] == name), None)
    fields = table["fields"] if table is not None else ()
    return any(each["name"] in given and (each["role"] == "where" or each["kind"] == "side") for each in fields)


def _hint(asking: Asking, choice: Any) -> str:
    """What a place reaches, or what a card does; "" where there is nothing to say."""
    if _placed(asking, choice):
        return _reached(asking, choice)
    given = dict(choice.given) if isinstance(choice, Partial) else actions.set_fields(choice)
    cards = asking.game.rules.cards
    card = cards.get(CardId(str(given.get("to") or given.get("card"))))
    if card is None or isinstance(choice, Partial) or given.keys() - {"card", "to", "by", "at_work"}:
        return ""
    return face.card_text(asking.game.rules, card)


def _reached(asking: Asking, choice: Any) -> str:
    """The houses that a place concerns."""
    found = face.preview(asking.game, asking.seat, _leaf(choice))
    houses = [f"{each['ref'].partition(':')[2]} ({each['text'].partition(',')[0]})" for each in found["reach"]]
    if houses:
        more = f" and {len(houses) - 6} more" if len(houses) > 6 else ""
        return f"{'house' if len(houses) == 1 else 'houses'} {', '.join(houses[:6])}{more}"
    return found["lines"][0] if found["lines"] else ""


def _where(asking: Asking, choices: Sequence[Any]) -> None:
    """The places by the houses that they concern, most houses first."""
    groups: dict[str, list[str]] = {}
    sizes: dict[str, int] = {}
    for choice in islice((each for each in choices if _placed(asking, each)), looks.PLACES):
        found = face.preview(asking.game, asking.seat, _leaf(choice))
        good = [each["ref"].partition(":")[2] for each in found["reach"] if each["good"]]
        key = f"house{'s' * (len(good) > 1)} {', '.join(good)}" if good else "no house"
        given = dict(choice.given) if isinstance(choice, Partial) else actions.set_fields(choice)
        at = given.get("at")
        place = f"{at[0]},{at[1]}" if at is not None else f"{given.get('side', '')}{given.get('line', '')}"
        place += " turned" if given.get("turned") else ""
        groups.setdefault(key, []).append(place)
        sizes[key] = len(good)
    if not groups:
        asking.terminal.tell("there are no places to choose from here")
    for key in sorted(groups, key=lambda each: -sizes[each]):
        asking.terminal.tell(wrapped(f"{key}: {'  '.join(groups[key])}"))


def _preview(asking: Asking, choices: Sequence[Any], labels: list[str], shown: list[int], text: str) -> None:
    """What would follow from one of the choices."""
    number = int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else 0
    found = [shown[number - 1]] if 1 <= number <= len(shown) else _found(labels, text.lower())
    if len(found) != 1:
        asking.terminal.tell("show which of them? type its number or its beginning")
        return
    said = face.preview(asking.game, asking.seat, _leaf(choices[found[0]]))
    lines = [said["title"], *said["lines"]]
    lines += [f"{each['title']}: {each['text']}" for each in said["reach"]]
    lines += [f"{what}: {change}" for what, change in said["costs"]]
    lines += said["notes"]
    lines += [f"careful: {each}" for each in said["warn"]]
    asking.terminal.page("\n".join(wrapped(line) for line in lines))


def _why_here(asking: Asking, choices: Sequence[Any], text: str) -> bool:
    """`why 4,7`: why what is being placed cannot lie at a square. False where the text is no square."""
    row, _, column = text.replace(" ", "").partition(",")
    try:
        at = [int(row), int(column)]
    except ValueError:
        return False
    names = dict.fromkeys(
        choice.action if isinstance(choice, Partial) else asking.game.rules.action_name(choice)
        for choice in choices
        if not isinstance(choice, PLAIN)
    )
    for name in names:
        given = next((dict(each.given) for each in choices if isinstance(each, Partial) and each.action == name), {})
        kept = {key: value for key, value in given.items() if key not in ("at", "turned", "entrance", "garden", "side")}
        found = face.probe(asking.game, asking.seat, name, {**kept, "at": at}, asking.form)
        said = found["why"] if found is not None else "possible"
        asking.terminal.tell(wrapped(f"{spaced(name)} at {at[0]},{at[1]}: {said}"))
    return bool(names)


# --- cards ---------------------------------------------------------------------------------------------------------------


def _ticked(asking: Asking, text: str, names: Sequence[CardId], on: list[bool], fixed: Sequence[bool] = ()) -> None:
    """Switches cards by number or by the beginning of their titles."""
    titles = [asking.game.rules.title(name) for name in names]
    parts = text.replace(",", " ").split()
    if parts and all(part.isdecimal() and part.isascii() for part in parts):
        for part in parts:
            place = int(part) - 1 if len(part) < 6 else -1
            if not 0 <= place < len(names):
                asking.terminal.tell(f"expected numbers from 1 to {len(names)}, or done; found {part[:20]}")
            elif place < len(fixed) and fixed[place]:
                asking.terminal.tell(f"{titles[place]} cannot be chosen")
            else:
                on[place] = not on[place]
        return
    found = [place for place, title in enumerate(titles) if _matches(title, text.lower())]
    if found:
        free = [place for place in found if not on[place]] or found
        on[free[0]] = not on[free[0]]
    else:
        asking.terminal.tell(
            f"expected numbers from 1 to {len(names)}, or done; found {text}{did_you_mean(text, titles)}"
        )


def _structure(asking: Asking) -> Any:
    """Cards are put to work and taken back; `done` ends, and Enter alone never does."""
    terminal, game, seat = asking.terminal, asking.game, asking.seat
    rows = sorted(asking.form["pool"], key=lambda row: (not row["manager"], row["title"]))
    names = [CardId(row["card"]) for row in rows for _ in range(row["count"])]
    notes = [row for row in rows for _ in range(row["count"])]
    on = [False] * len(names)
    _tick(on, names, asking.form["default"].get("work", ()))
    while True:
        for place, row in enumerate(notes):
            salary = f", salary {money(row['salary'])}" if row["salary"] else ""
            mark = "[x]" if on[place] else "[ ]"
            terminal.tell(wrapped(f"{place + 1:>4}  {mark} {row['title']}: {row['text']}{salary}", "           "))
        asking.draft = [name for name, chosen in zip(names, on, strict=True) if chosen]
        action = actions.Restructure(tuple(asking.draft))
        shown = face.preview(game, seat, action)
        terminal.tell(wrapped(f"{len(asking.draft)} at work: {'; '.join(shown['lines'])}"))
        for text in shown["warn"]:
            terminal.tell(wrapped(text))
        terminal.tell("numbers or names switch cards; fill, clear; company and dinner show the draft", "dim")
        text = asking.ask("`done` ends")
        lower = text.lower()
        if not text:
            terminal.tell("`done` ends; Enter alone does nothing here")
        elif lower == "done":
            if game.check(seat, action) is None and asking.confirmed(action):
                return action
        elif lower in ("fill", "clear"):
            on = [False] * len(names)
            if lower == "fill":
                _tick(on, names, asking.form["default"].get("work", ()))
        elif not asking.looked(text):
            _ticked(asking, text, names, on)


def _tick(on: list[bool], names: Sequence[CardId], chosen: Sequence[str]) -> None:
    for name, count in Counter(chosen).items():
        free = [place for place, each in enumerate(names) if each == name and not on[place]]
        for place in free[:count]:
            on[place] = True


def _fire(asking: Asking) -> Any:
    """Cards to be fired. Nothing is ticked at first, and Enter alone fires nobody.

    What is due, what is there and what would be left is said every time.
    """
    terminal, game, seat, form = asking.terminal, asking.game, asking.seat, asking.form
    (make,) = _answers(game, seat)
    rows = [row for row in form["pool"] for _ in range(row["count"])]
    names = [CardId(row["card"]) for row in rows]
    fixed = [bool(row.get("fixed")) for row in rows]
    on = [False] * len(names)
    default = form["default"].get(fields_of(make)[0].name, ())
    while True:
        for place, row in enumerate(rows):
            where = {"work": "at work", "beach": "on the beach", "busy": "busy"}.get(row.get("where", ""), "")
            salary = f"salary {money(row['salary'])}" if row["salary"] else "no salary"
            mark = " - " if fixed[place] else "[x]" if on[place] else "[ ]"
            must = ", must go" if row["card"] in form.get("must", ()) else ""
            told = ", ".join(part for part in (where, salary) if part)
            terminal.tell(f"{place + 1:>4}  {mark} {row['title']} ({told}{must})")
        picked = tuple(name for name, chosen in zip(names, on, strict=True) if chosen)
        action = make(picked)
        shown = face.preview(game, seat, action)
        if "due" in shown:
            due, cash = shown["due"], form["cash"]
            left = f"left {money(cash - due)}" if cash >= due else f"short by {money(due - cash)}"
            terminal.tell(f"salaries due {money(due)}, cash {money(cash)}, {left}")
        elif "due" in form:
            terminal.tell(f"salaries due {money(form['due'])}, cash {money(form['cash'])}")
        goes = listed(asking.game.words().cards(picked).split(", ")) if picked else "nobody"
        verb = "goes" if not picked or len(picked) == 1 else "go"
        terminal.tell(wrapped(f"{goes} {verb}" + (f"; {shown['warn'][0]}" if shown["warn"] else "")))
        terminal.tell("numbers or names choose cards; clear; fewest: those that must go", "dim")
        text = asking.ask("`done` ends")
        lower = text.lower()
        if not text:
            terminal.tell("`done` ends; Enter alone does nothing here")
        elif lower == "done":
            refusal = game.check(seat, action)
            if refusal is not None:
                terminal.tell(wrapped(f"not possible: {refusal.message}"))
            elif asking.confirmed(action, [f"{goes} {verb} for good"] if picked else ()):
                return action
        elif lower in ("fewest", "clear"):
            on = [False] * len(names)
            if lower == "fewest":
                _tick(on, names, default)
        elif not asking.looked(text):
            _ticked(asking, text, names, on, fixed)


# --- amounts of goods ------------------------------------------------------------------------------------------------------


def _only(action: Any) -> Any:
    """The value of an action's one field."""
    (only,) = fields_of(type(action))
    return getattr(action, only.name)


def _amounts(asking: Asking, make: Callable[[Amounts], Any]) -> Any:
    """Amounts by good, an amount before each; nothing typed takes the default, `none` nothing."""
    terminal, game, seat = asking.terminal, asking.game, asking.seat
    default = game.default_action(seat)
    while True:
        stock = game.state.players[seat].stock
        terminal.tell("in stock: " + (", ".join(f"{amount} {good}" for good, amount in stock.items()) or "nothing"))
        if "room" in asking.form:
            terminal.tell(f"room for {counted(asking.form['room'], 'item')}; what is not kept is thrown away")
        wanted = [f"{row['demand']} {spaced(row['good'])}" for row in asking.form["pool"] if row["demand"]]
        if wanted:
            terminal.tell(wrapped(f"demand on the board: {', '.join(wanted)}"))
        terminal.tell("Enter takes: " + (", ".join(f"{amount} {good}" for good, amount in _only(default)) or "nothing"))
        text = asking.ask(f"such as {_example(stock)}; none")
        lower = text.lower()
        if not text:
            if asking.confirmed(default):
                return default
            continue
        chosen: dict[GoodId, int] | None
        if lower in ("none", "nothing"):
            chosen = {}
        elif not lower[:1].isdecimal() and asking.looked(text):
            continue
        else:
            chosen = _read_amounts(terminal, lower, stock)
        if chosen is None:
            continue
        action = make(tuple(chosen.items()))
        refusal = game.check(seat, action)
        if refusal is not None:
            terminal.tell(f"not possible: {refusal.message}")
        elif asking.confirmed(action):
            return action


def _example(stock: Mapping[GoodId, int]) -> str:
    """How amounts are typed, with goods that are there."""
    return " ".join(f"{amount} {good}" for good, amount in list(stock.items())[:2]) or "nothing"


def _read_amounts(terminal: Terminal, text: str, stock: dict[GoodId, int]) -> dict[GoodId, int] | None:
    """Amounts of goods in stock, or None after a message."""
    typed = text.replace(",", " ").split()
    chosen: dict[GoodId, int] = {}
    for amount, name in zip_longest(typed[::2], typed[1::2], fillvalue=""):
        good = GoodId(name)
        if not (amount.isdecimal() and amount.isascii() and len(amount) < 6 and good in stock):
            near = did_you_mean(good, stock)
            found = f"{amount} {good}".strip()
            terminal.tell(f"expected amounts and goods in stock, such as {_example(stock)}; found {found}{near}")
            return None
        chosen[good] = chosen.get(good, 0) + int(amount)
    return chosen

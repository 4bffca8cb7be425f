"""The commands at the prompt that look at the table. They change nothing, and what one may not see they do not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

import fcm_face as face
from fcm_cli import board, table
from fcm_core import InputError, did_you_mean
from fcm_face.words import letter

if TYPE_CHECKING:
    from fcm_core import CardId, Game, Seat

HELP = """type a number, or words of a move such as `hire tra`; `...` asks further, `back` leaves
squares are row,column as on the board; what covers several is named by its north-west square
commands may be shortened, and capital letters do not matter
look: board, legend, status, bank, players, company [NAME], market, milestones, houses, campaigns, dinner, rules
look THING: all about a card, house, campaign, milestone, good, chain or square, such as `look cfo` or `look 3,7`
before a move: show MOVE tells what follows; where lists places by the houses they reach
why: what is not possible now and why not; why ROW,COLUMN: why not there
log [NUMBER]: what happened, the newest at the end; undo: take your last move back
save and leave: quit (or Ctrl-C); every move is saved at once"""
LINES = 20  # of the log, if no number is given
PLACES = 300  # places that `where` looks at
FEW = 4  # things that share a reason and are named one by one


@frozen
class Look:
    """What a command may use: the seat's view, what was typed behind its name, cards chosen so far, the log."""

    game: Game
    seat: Seat
    rest: str
    draft: Sequence[CardId] | None
    log: Sequence[str]


def command(word: str) -> str:
    """The full name of a command that a word stands for: exactly, or as the beginning of one only; "" for none."""
    word = word.lower()
    if word in ALIASES:
        return ALIASES[word]
    if word in NAMES:
        return word
    begins = [name for name in NAMES if name.startswith(word)] if len(word) > 1 else []
    return begins[0] if len(begins) == 1 else ""


def _board(look: Look) -> str:
    return board.draw(look.game)


def _company(look: Look) -> str:
    if not look.rest:
        return table.company(look.game, look.seat, look.draft)
    seat = _seat_of(look.game, look.rest)
    if seat is None:
        names = [look.game.name(each) for each in look.game.seats]
        return f"no chain {look.rest}{did_you_mean(look.rest, names)}; there are {', '.join(names)}"
    return table.company(look.game, seat, look.draft if seat == look.seat else None)


def _seat_of(game: Game, text: str) -> Seat | None:
    """The chain that a text names: its letter, its name, or the beginning of one name only."""
    lower = text.lower()
    for seat in game.seats:
        if lower in (game.name(seat).lower(), letter(seat).lower()):
            return seat
    begins = [seat for seat in game.seats if game.name(seat).lower().startswith(lower)]
    return begins[0] if len(begins) == 1 else None


def _log(look: Look) -> str:
    count = int(look.rest) if look.rest.isdecimal() and look.rest.isascii() and len(look.rest) < 7 else LINES
    lines = list(look.log) if look.rest.lower() == "all" else list(look.log[-max(1, count) :])
    before = len(look.log) - len(lines)
    head = [f"... {before} before: log all"] if before else []
    return "\n".join([*head, *lines]) or "nothing yet"


def _why(look: Look) -> str:
    """What one might think of trying, and why it is refused; things with the same reason together."""
    groups: dict[str, list[str]] = {}
    for row in face.refused(look.game, look.seat, draft=look.draft):
        labels = groups.setdefault(row["why"], [])
        if row["label"] not in labels:
            labels.append(row["label"])
    lines = []
    for why, labels in groups.items():
        more = f" and {len(labels) - FEW} more" if len(labels) > FEW else ""
        lines.append(table.wrapped(f"{', '.join(labels[:FEW])}{more}: {why}"))
    return "\n".join(lines) or "nothing is refused that could be listed here"


def _look(look: Look) -> str:
    if not look.rest:
        return "look at what? a card, house, campaign, milestone, good, chain or square, such as `look 3,7`"
    found = _refs(look.game, look.rest)
    if not found:
        names = list(_things(look.game))
        return f"there is no {look.rest} here{did_you_mean(look.rest, names)}"
    sheets = []
    for ref in found:
        sheet = face.inspect(look.game, ref)
        sheets.append(
            "\n".join(table.wrapped(line) for line in [sheet["title"], *(f"  {each}" for each in sheet["lines"])])
        )
    return "\n".join(sheets)


def _things(game: Game) -> dict[str, str]:
    """What can be looked at by its name, in small letters, and its reference."""
    shown = face.table(game)
    found = {row["title"].lower(): row["ref"] for row in shown["market"]}
    found |= {card.title.lower(): f"card:{name}" for name, card in game.rules.cards.items()}
    found |= {row["title"].lower(): row["ref"] for row in shown["milestones"]}
    found |= {row["title"].lower(): row["ref"] for row in shown["goods"]}
    found |= {row["title"].lower(): row["ref"] for row in shown["rules"]["modules"]}
    found |= {f"campaign {row['number']}": row["ref"] for row in shown["campaign_tiles"]}
    found |= {piece["title"].lower(): piece["ref"] for piece in shown["board"]["pieces"]}
    return found | {row["name"].lower(): row["ref"] for row in shown["seats"]}


def _refs(game: Game, text: str) -> list[str]:
    """The references that a text may mean: exactly one thing, or all whose names hold its words."""
    row, comma, column = text.replace(" ", "").partition(",")
    if comma and row.lstrip("-").isdecimal() and column.lstrip("-").isdecimal():
        try:
            face.inspect(game, f"square:{int(row)},{int(column)}")
        except InputError:
            return []
        return [f"square:{int(row)},{int(column)}"]
    lower = text.lower()
    things = _things(game)
    if lower in things:
        return [things[lower]]
    if f"house {lower}" in things:
        return [things[f"house {lower}"]]
    words = lower.split()
    found = [
        ref for name, ref in things.items() if all(any(w.startswith(word) for w in name.split()) for word in words)
    ]
    return list(dict.fromkeys(found))[:FEW]


LOOKS: Mapping[str, Callable[[Look], str]] = {
    "board": _board,
    "legend": lambda look: board.legend(look.game),
    "status": lambda look: table.status(look.game),
    "bank": lambda look: table.bank(look.game),
    "players": lambda look: table.players(look.game),
    "company": _company,
    "market": lambda look: table.market(look.game),
    "milestones": lambda look: table.milestones(look.game),
    "houses": lambda look: table.houses(look.game),
    "campaigns": lambda look: table.campaigns(look.game),
    "dinner": lambda look: table.dinner(look.game, look.seat, look.draft),
    "rules": lambda look: table.rules_on(look.game),
    "look": _look,
    "log": _log,
    "why": _why,
    "help": lambda look: HELP,
}
NAMES = (*LOOKS, "undo", "back", "quit", "show", "where")
ALIASES = {"?": "help", "exit": "quit", "card": "look", "inspect": "look"}

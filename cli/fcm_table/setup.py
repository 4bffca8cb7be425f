"""What is chosen on the start screen, without its screen: ruleset, modules, options, players, seats, seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import time_ns
from typing import Any

from attrs import define, field, frozen

import fcm_core as fcm
from fcm_core import Draft, FcmError, Game, InputError, Offer, Plan, Pool, Rules, Selection
from fcm_table.sitting import HUMAN

USUAL_BOT = "steady"
SAVES = 12  # recent saves that are shown


@frozen
class Begin:
    """A game to begin."""

    rules: Rules
    seats: dict[str, str]  # player -> human or a bot's name
    seed: int
    chosen: Selection | None


@frozen
class Resume:
    """A save to go on with."""

    file: Path


@frozen
class Recent:
    """A save of the current folder."""

    file: Path
    title: str
    players: tuple[str, ...]


def recent_saves(folder: Path) -> list[Recent]:
    """The newest saves of a folder; files that are none are left out."""
    found = []
    files = sorted(folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        try:
            header = fcm.read_save(file, repair=True).header
        except FcmError:
            continue
        found.append(Recent(file, header.ruleset.title, header.players))
        if len(found) == SAVES:
            break
    return found


@define
class Setup:
    """All that is chosen so far. Nothing here runs a module's code but `rules` and `preview`."""

    modules_dirs: Sequence[Path] = ()
    ruleset: str = field(factory=fcm.default_ruleset)
    picks: tuple[str, ...] = ()  # modules switched on besides the ruleset's
    off: tuple[str, ...] = ()  # modules of the ruleset switched off
    options: dict[tuple[str, str], Any] = field(factory=dict)  # module, key -> value
    seats: list[tuple[str, str]] = field(factory=list)  # name, human or a bot's name
    seed: int = field(factory=lambda: time_ns() % 1_000_000)
    chosen: Selection | None = None
    _pools: dict[tuple[str, tuple[str, ...]], Pool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if not self.seats:
            self.seats = [("you", HUMAN)]
            self.set_players(3)

    @property
    def pool(self) -> Pool:
        """What might be added to the ruleset."""
        key = self.ruleset, self.off
        if key not in self._pools:
            self._pools[key] = Pool(self.ruleset, (), self.off, None, self.modules_dirs)
        return self._pools[key]

    @property
    def plan(self) -> Plan:
        """The plan as far as it can be made, with the values of all options."""
        return self.pool.draft(self.picks)[0]

    @property
    def against(self) -> list[str]:
        """Everything that speaks against beginning."""
        plan, told = self.pool.draft(self.picks)
        found = list(told)
        low, high = plan.players
        if not low <= len(self.seats) <= high:
            found.append(f"these modules are for {low} to {high} players, not {len(self.seats)}")
        names = [name for name, _ in self.seats]
        found += [f"two players are called {name}" for name in dict.fromkeys(names) if names.count(name) > 1]
        return found

    def choose_ruleset(self, name: str) -> None:
        """Another ruleset; what was changed in the one before is forgotten. InputError where it cannot be played."""
        Pool(name, modules_dirs=self.modules_dirs)
        self.ruleset, self.picks, self.off, self.options, self.chosen = name, (), (), {}, None
        low, high = self.plan.players
        self.set_players(min(max(len(self.seats), low), high))

    def offers(self) -> list[Offer]:
        """All modules that are not on: what can be added, and why the rest cannot."""
        return self.pool.offers(self.picks)

    def toggle(self, module: str) -> None:
        """Switches a module on or off. InputError with the reason where that cannot be."""
        self.chosen = None
        if module in self.picks:
            left = tuple(name for name in self.picks if name != module)
            _, told = self.pool.draft(left)
            if told:
                raise InputError("; ".join(told))
            self.picks = left
        elif module in self.off:
            self.off = tuple(name for name in self.off if name != module)
        elif module in self.plan.why:
            off = (*self.off, module)
            if module not in self.pool.ruleset.modules:
                raise InputError(f"{module} is on: {self.plan.why[module]}")
            Pool(self.ruleset, self.picks, off, None, self.modules_dirs)  # raises what needs it
            self.off = off
        else:
            offer = self.pool.offer(module, self.picks)
            if offer.reasons:
                raise InputError("; ".join(offer.reasons))
            self.picks = (*self.picks, module)
        on = {each.id for each in self.plan.modules}
        self.options = {key: value for key, value in self.options.items() if key[0] in on}

    def value(self, module: str, key: str) -> Any:
        """The value of an option."""
        return self.options.get((module, key), self.plan.options[module][key])

    def set_option(self, module: str, key: str, text: str) -> None:
        """Sets an option to what was typed. InputError with the reason."""
        try:
            self.options[module, key] = self.plan.module(module).manifest.options[key].parse(text)
        except ValueError as error:
            raise InputError(f"{module}.{key}: {error}") from error

    def next_value(self, module: str, key: str, step: int) -> bool:
        """The next value of an option; False where it has to be typed."""
        option = self.plan.module(module).manifest.options[key]
        value = self.value(module, key)
        if option.type == "bool":
            self.options[module, key] = not value
        elif option.type == "choice":
            at = (option.choices.index(value) + step) % len(option.choices)
            self.options[module, key] = option.choices[at]
        elif option.type == "int":
            least = option.min if option.min is not None else value + step
            most = option.max if option.max is not None else value + step
            self.options[module, key] = min(max(value + step, least), most)
        else:
            return False
        return True

    def set_players(self, count: int) -> None:
        """So many seats; new ones are taken by bots with the names of chains."""
        chains = ["ann", "ben", "cy", "dora", "emil", "fay"]
        del self.seats[max(1, count) :]
        for name in chains:
            if len(self.seats) < count and name not in [each for each, _ in self.seats]:
                self.seats.append((name, USUAL_BOT))

    def bots(self) -> list[str]:
        """Who may sit at a seat: a human, or a bot that the modules bring."""
        try:
            return [HUMAN, *self.rules().bots]
        except FcmError:
            return [HUMAN, USUAL_BOT]

    def next_who(self, seat: int, step: int) -> None:
        """Somebody else sits there."""
        name, who = self.seats[seat]
        able = self.bots()
        self.seats[seat] = name, able[(able.index(who) + step) % len(able) if who in able else 0]

    def rename(self, seat: int, name: str) -> None:
        """A player's name. InputError for one that is taken, empty or too long."""
        others = [each for place, (each, _) in enumerate(self.seats) if place != seat]
        if not name.strip() or not name.isprintable() or len(name) > 40 or name in others:
            raise InputError("a name has 1 to 40 letters, and every player another one")
        self.seats[seat] = name.strip(), self.seats[seat][1]

    def draw_modules(self) -> None:
        """Modules by chance, about as many as players. The seed moves on, so that the next draw is another one."""
        self.seed += 1
        self.picks = ()
        self.chosen = fcm.random_modules(self.pool, self.seed, count=(1, len(self.seats)))
        self.picks = self.chosen.modules

    def draft(self) -> Draft:
        """A draft among the humans, or among all seats where no human sits. What was picked before is forgotten."""
        humans = [name for name, who in self.seats if who == HUMAN]
        return Draft(self.pool, humans or [name for name, _ in self.seats], len(self.seats))

    def take(self, draft: Draft) -> None:
        """What came of a draft."""
        self.chosen = draft.selection()
        self.picks = draft.named

    def rules(self) -> Rules:
        """The rules; this runs the modules' code. Raises InputError, and HookError for a module that raises."""
        options: dict[str, dict[str, Any]] = {}
        for (module, key), value in self.options.items():
            options.setdefault(module, {})[key] = list(value) if isinstance(value, tuple) else value
        return fcm.load(self.ruleset, self.picks, without=self.off, options=options, modules_dirs=self.modules_dirs)

    def preview(self) -> Game:
        """The game as it would begin. Raises InputError."""
        return fcm.new_game(self.rules(), [name for name, _ in self.seats], self.seed, quiet=True)

    def begin(self) -> Begin:
        """The game that was chosen. Raises InputError where something speaks against it."""
        against = self.against
        if against:
            raise InputError("; ".join(against))
        return Begin(self.rules(), dict(self.seats), self.seed, self.chosen)

    def advice(self) -> Iterable[str]:
        """Soft advice for this number of players."""
        return [f"{told.module}: {told.text}" for told in fcm.advice(self.plan, len(self.seats))]

"""Which modules to play with: what can be added to a ruleset, sets drawn by chance, drafts, and soft advice.

Everything here judges modules by their manifests. No module's code is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from fcm_core.basics.errors import InputError, Problems
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.rules.manifest import Manifest
from fcm_core.rules.plan import ModuleInfo, Plan, Ruleset, discover, draft_told, read_ruleset

Span = tuple[int, int]  # least, most
CHANCE = 50  # percent, for a part that nobody names
TRIES = 20_000  # sets that are looked at before a draw gives up
SKIP = ""  # what stands for a module where a player skipped


@frozen
class Selection:
    """How the modules of a game were chosen. Its save keeps it. The fields are the keys there."""

    way: Literal["random", "draft"]
    modules: tuple[str, ...]  # those chosen, in the order in which they were; what they require is not among them
    seed: int | None = None  # of a set drawn by chance
    count: Span | None = None  # how many modules were asked for
    budget: Span | None = None  # the sum of complexities that was asked for
    chances: Mapping[str, int] | None = None  # percent by part that a module may replace
    picks: tuple[tuple[str, str], ...] | None = None  # of a draft: player, module; "" for a turn that was skipped


@frozen
class Offer:
    """A module that can be added, or why it cannot."""

    id: str
    manifest: Manifest | None  # None where it cannot be read
    brings: tuple[str, ...] = ()  # modules that come with it
    replaces: tuple[str, ...] = ()  # modules that are on and go when it comes
    reasons: tuple[str, ...] = ()  # why it cannot be added; empty where it can

    @property
    def title(self) -> str:
        """The module's title, or its id where the manifest cannot be read."""
        return self.manifest.title if self.manifest is not None else self.id


class Pool:
    """A ruleset and all modules that might be added to it. They are looked for once.

    Raises InputError where the ruleset itself cannot be played, or not by so many `players`.
    """

    def __init__(
        self,
        ruleset: str | Path | Ruleset | Mapping[str, Any],
        with_: Sequence[str] = (),
        without: Sequence[str] = (),
        players: int | None = None,
        modules_dirs: Iterable[str | Path] = (),
    ) -> None:
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
        self.players = players
        self._with = tuple(with_)
        self._without = tuple(without)
        self.modules, self.broken = discover(modules_dirs)
        self._known: dict[tuple[str, ...], tuple[Plan, tuple[str, ...]]] = {}
        plan, told, problems = self._draft(())
        if told:
            raise Problems(problems, "\n".join(told))
        self.base = plan

    def _draft(self, picks: Sequence[str]) -> tuple[Plan, list[str], list[Any]]:
        with_ = (*self._with, *picks)
        return draft_told(self.ruleset, with_, self._without, self.players, self.modules, self.broken)

    def draft(self, picks: Sequence[str] = ()) -> tuple[Plan, tuple[str, ...]]:
        """The plan with these modules added, as far as it can be made, and everything that speaks against it."""
        key = tuple(picks)
        if key not in self._known:
            plan, told, _ = self._draft(key)
            self._known[key] = plan, tuple(told)
        return self._known[key]

    def added(self, picks: Sequence[str]) -> tuple[ModuleInfo, ...]:
        """The modules that these picks switch on, what they require among them."""
        plan, _ = self.draft(picks)
        return tuple(module for module in plan.modules if module.id not in self.base.why)

    def offer(self, name: str, picks: Sequence[str] = ()) -> Offer:
        """Whether a module can be added after these picks. InputError for a name that no module has."""
        if name in self.broken:
            return Offer(name, None, reasons=tuple(f"it cannot be used: {each}" for each in self.broken[name]))
        if name not in self.modules:
            raise InputError(f"no module {name}{did_you_mean(name, self.modules)}; there are {', '.join(self.modules)}")
        manifest = self.modules[name].manifest
        before, _ = self.draft(picks)
        if name in before.why:
            return Offer(name, manifest, reasons=(f"it is on already: {before.why[name]}",))
        if name in self._without:
            return Offer(name, manifest, reasons=("it was switched off",))
        plan, against = self.draft((*picks, name))
        if not against and name in plan.replaced:
            against = (f"{plan.replaced[name]} takes its place",)
        gone = tuple(other for other in before.why if other not in plan.why)
        brings = tuple(module.id for module in plan.modules if module.id not in before.why and module.id != name)
        return Offer(name, manifest, brings, gone, tuple(dict.fromkeys(against)))

    def offers(self, picks: Sequence[str] = ()) -> list[Offer]:
        """All modules that are not on after these picks, in alphabetical order: what can be added, and why the rest cannot."""
        before, _ = self.draft(picks)
        names = sorted({*self.modules, *self.broken} - {*before.why})
        return [self.offer(name, picks) for name in names]

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """What modules of the pool would replace -> these modules. A part is a module that is on, or a content set."""
        found: dict[str, list[str]] = {}
        for name, module in self.modules.items():
            for part in module.manifest.replaces if module.manifest.complexity is not None else ():
                if name not in self.base.why and (part in self.base.why or part not in self.modules):
                    found.setdefault(part, []).append(name)
        taken = {part for name in self.base.why for part in self.modules[name].manifest.replaces}
        return {part: tuple(names) for part, names in sorted(found.items()) if part not in taken}

    def part(self, text: str) -> str:
        """The part that a word means: its name, or a piece of it that no other part has. Raises InputError."""
        if text in self.parts:
            return text
        meant = [part for part in self.parts if text and text in part]
        if len(meant) == 1:
            return meant[0]
        there = f"modules replace {', '.join(self.parts)}" if self.parts else "no module replaces anything here"
        raise InputError(f"nothing called {text} is replaced{did_you_mean(text, self.parts)}; {there}")


# --- a set drawn by chance -----------------------------------------------------------------------------------------------


def random_modules(
    pool: Pool,
    seed: int,
    *,
    count: Span | None = None,
    budget: Span | None = None,
    chances: Mapping[str, int] | None = None,
) -> Selection:
    """Modules drawn by chance: so many, with a sum of complexities in the `budget`. The same seed gives the same set.

    A module that states no complexity is never drawn. What a drawn module requires comes with it and counts too. Modules
    that replace something (milestones, reserve cards) are not among those counted: each such part has a chance of its
    own, in percent, that a module takes its place (50 where `chances` names none). Their complexity counts.
    Raises InputError where no such set can be played, and for a part that nothing replaces.
    """
    for name, span, least in (("count", count, 0), ("budget", budget, 0)):
        if span is not None and not least <= span[0] <= span[1]:
            raise InputError(f"{name}: expected two numbers from {least} on, the smaller first, found {span}")
    asked = {pool.part(part): percent for part, percent in (chances or {}).items()}
    for part, percent in asked.items():
        if not 0 <= percent <= 100:
            raise InputError(f"chance of {part}: expected a percentage from 0 to 100, found {percent}")
    percents = {part: asked.get(part, CHANCE) for part in pool.parts}
    stream = Stream(seed, "core", "modules")
    drawing = _Drawing(pool, stream, budget)
    rolled = drawing.replacing(percents)
    order = stream.shuffled(drawing.candidates())
    low, high = count or (1, len(order))
    numbers = stream.shuffled(range(low, min(high, len(order)) + 1))
    # Where what chance put in a part's place leaves no set in the budget, the parts stay as they are.
    for first in dict.fromkeys((rolled, ())):
        for number in numbers:
            found = drawing.search(first, order, number)
            if found is not None:
                return Selection("random", found, seed, count, budget, percents)
    wanted = f"{low} to {high} modules" if count is not None else "modules"
    worth = f" with a complexity of {budget[0]} to {budget[1]} together" if budget is not None else ""
    raise InputError(f"no {wanted}{worth} can be played with {pool.base.title}; {drawing.there(order)}")


class _Drawing:
    """The search for a set. Modules are tried in the order that chance gave, and taken back where they lead nowhere."""

    def __init__(self, pool: Pool, stream: Stream, budget: Span | None) -> None:
        self.pool = pool
        self.stream = stream
        self.budget = budget
        self.replacers = {name for names in pool.parts.values() for name in names}
        self.tries = TRIES

    def candidates(self) -> list[str]:
        """What may be drawn, in alphabetical order."""
        pool = self.pool
        return [
            name
            for name, module in sorted(pool.modules.items())
            if module.manifest.complexity is not None
            and not module.manifest.replaces
            and name not in pool.base.why
            and not pool.offer(name).reasons
        ]

    def there(self, order: Sequence[str]) -> str:
        """What there is to draw from, for a message."""
        named = (f"{name} ({self.complexity(name)})" for name in sorted(order))
        return f"there are {', '.join(named)}" if order else "there is none to draw"

    def complexity(self, name: str) -> int:
        """A module's complexity; 0 where it states none."""
        return self.pool.modules[name].manifest.complexity or 0

    def replacing(self, percents: Mapping[str, int]) -> tuple[str, ...]:
        """The modules that chance puts in the place of parts. Every part takes its draws, so that no chance moves another."""
        found: list[str] = []
        for part, percent in percents.items():
            happens = self.stream.below(100) < percent
            takers = self.stream.shuffled(self.pool.parts[part])
            if happens:
                found.extend([name for name in takers if not self.pool.offer(name, found).reasons][:1])
        return tuple(found)

    def search(self, first: tuple[str, ...], order: Sequence[str], number: int) -> tuple[str, ...] | None:
        """The first set of exactly so many modules that fits; None without one, or after too many tries."""
        counted, worth = self.measure(first)
        if counted == number and self.fits(worth):
            return first
        for index, name in enumerate(order):
            left = number - counted
            if left <= 0 or self.tries <= 0 or not self.within_reach(worth, left, order[index:]):
                return None
            self.tries -= 1
            picks = (*first, name)
            plan, against = self.pool.draft(picks)
            if against or name not in plan.why:
                continue
            found = self.search(picks, [other for other in order[index + 1 :] if other not in plan.why], number)
            if found is not None:
                return found
        return None

    def measure(self, picks: tuple[str, ...]) -> tuple[int, int]:
        """How many modules these picks count for, and the complexity of all they switch on."""
        added = self.pool.added(picks)
        counted = sum(module.id not in self.replacers for module in added)
        return counted, sum(module.manifest.complexity or 0 for module in added)

    def fits(self, worth: int) -> bool:
        """Whether a sum of complexities is in the budget."""
        return self.budget is None or self.budget[0] <= worth <= self.budget[1]

    def within_reach(self, worth: int, left: int, order: Sequence[str]) -> bool:
        """Whether so many more modules of these can end in the budget."""
        if self.budget is None:
            return True
        costs = sorted(map(self.complexity, order))
        return worth + sum(costs[:left]) <= self.budget[1] and worth + sum(costs[-left:]) >= self.budget[0]


# --- a draft -------------------------------------------------------------------------------------------------------------


class Draft:
    """Players name a module in turn, or skip.

    It ends when so many `modules` are named (as many as players, if nobody says otherwise), when nothing is left to name,
    or when everybody has skipped one after another.
    """

    def __init__(self, pool: Pool, players: Sequence[str], modules: int | None = None) -> None:
        if not players:
            raise InputError("a draft needs players")
        self.pool = pool
        self.players = tuple(players)
        self.modules = len(self.players) if modules is None else modules
        self.picks: list[tuple[str, str]] = []

    @property
    def named(self) -> tuple[str, ...]:
        """The modules named so far, in their order."""
        return tuple(module for _, module in self.picks if module != SKIP)

    @property
    def turn(self) -> str:
        """The player whose turn it is."""
        return self.players[len(self.picks) % len(self.players)]

    @property
    def over(self) -> bool:
        """Whether nobody names a module any more."""
        last = self.picks[-len(self.players) :]
        skipped = len(last) == len(self.players) and all(module == SKIP for _, module in last)
        return skipped or len(self.named) >= self.modules or not any(not each.reasons for each in self.offers())

    def offers(self) -> list[Offer]:
        """All modules that are not on: those that can be named, and why the others cannot."""
        return self.pool.offers(self.named)

    def name(self, module: str) -> None:
        """The player whose turn it is names a module. Raises InputError with the reason where that is not possible."""
        if self.over:
            raise InputError("the draft is over")
        offer = self.pool.offer(module, self.named)
        if offer.reasons:
            raise InputError(f"{self.turn} cannot name {module}: {'; '.join(offer.reasons)}")
        self.picks.append((self.turn, module))

    def skip(self) -> None:
        """The player whose turn it is names none."""
        if self.over:
            raise InputError("the draft is over")
        self.picks.append((self.turn, SKIP))

    def take_back(self) -> None:
        """The last turn is taken back. InputError before the first."""
        if not self.picks:
            raise InputError("nobody has named a module")
        self.picks.pop()

    def choose(self, stream: Stream) -> None:
        """The turn of a player who leaves it to chance: any module that can be named and states its complexity, or a skip."""
        able = [
            each.id
            for each in self.offers()
            if not each.reasons and each.manifest is not None and each.manifest.complexity is not None
        ]
        chosen = stream.pick([*able, SKIP])
        self.skip() if chosen == SKIP else self.name(chosen)

    def selection(self) -> Selection:
        """What came of it, for a save."""
        return Selection("draft", self.named, picks=tuple(self.picks))


# --- soft advice ---------------------------------------------------------------------------------------------------------


@frozen
class Told:
    """A piece of soft advice about a plan: nothing is wrong, but somebody may want to know."""

    module: str
    text: str


def advice(plan: Plan, players: int | None = None) -> list[Told]:
    """What the modules of a plan advise, for so many players, or for all numbers that the plan allows."""
    low, high = (players, players) if players is not None else plan.players
    return list(_advice(plan, low, high))


def _advice(plan: Plan, low: int, high: int) -> Iterator[Told]:
    for module in plan.modules:
        for other in module.manifest.recommends:
            if other not in plan.why:
                yield Told(module.id, f"goes well with {other}")
        for each in module.manifest.advice:
            best = each.players
            well = best is not None and best[0] <= low and high <= best[1]
            if not well and (not each.modules or any(name in plan.why for name in each.modules)):
                yield Told(module.id, each.text)

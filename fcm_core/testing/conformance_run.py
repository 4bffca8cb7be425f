"""The conformance run: games with a module alone, with each other module, and in random combinations.

It plays from where things happen: from the beginning, from rich positions drawn at random, from the middle of games of
`steady`, and whole games. After every action it checks what every game must hold (fcm_core.testing.invariants). Hooks and
parts of the module are watched (fcm_core.testing.watching): what they write to, and whether they ever come to anything.
"""

from __future__ import annotations

import json
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

from fcm_core.assembly.compile import compile_rules, make_rules
from fcm_core.assembly.plugins import PluginManager
from fcm_core.assembly.setup import new_game
from fcm_core.basics.errors import BotError, FcmError, HookError, InputError, RefusedError, SaveError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game.game import Game
from fcm_core.game.parts import Bot
from fcm_core.game.rules import Rules
from fcm_core.game.state import State
from fcm_core.records.codec import action_from_json, action_to_json, fingerprint, state_to_json
from fcm_core.records.runner import Bots, print_to_stderr
from fcm_core.records.saves import ends_round, header_of, plan_of, read_save
from fcm_core.rules.manifest import Manifest, Option, read_manifest
from fcm_core.rules.plan import Plan, default_ruleset, find_modules, resolve
from fcm_core.testing.players import Curious
from fcm_core.testing.rich import rich_position
from fcm_core.testing.session import PROBE, Move, Session, hook_in, play_again

REDRAWS = 5  # of options that do not go together
ALONE = ("rich", "new", "middle", "whole", "rich")  # the starts of a module's own games
MORE = 24  # rich positions more, at least, as long as there is something that was never reached
AT_ONCE = 4  # of these
SELDOM = 41  # in whole games the costly checks are made every so many actions
LONG_AGO = 200  # rounds after which a whole game is stopped
STEADY_ROUNDS = 7  # at most, before a game from the middle is taken up


@frozen
class Trial:
    """One combination to play: the base ruleset with these modules and options."""

    modules: tuple[str, ...]
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)

    def __str__(self) -> str:
        text = " + ".join(self.modules) or default_ruleset()
        return f"{text} {json.dumps(self.options)}" if self.options else text


@frozen
class Task:
    """One game of a combination: from which start, of how many rounds (None: to its end)."""

    number: int
    trial: Trial
    start: str  # new, rich, middle or whole
    seed: int
    rounds: int | None


@frozen
class Fault:
    """A check that failed: where, at which action, and which module caused it, as far as that is known."""

    combination: str
    seed: int
    players: int
    action: int  # actions applied before; -1: before the game began
    message: str
    module: str = ""
    hook: str = ""  # or a part that the module brings, such as `action place_road`
    replay: str = ""  # a save: its last action, or what it leads to, fails (`fcm conformance FILE`)
    start: str = ""  # new, rich, middle or whole

    def __str__(self) -> str:
        part = self.hook if " " in self.hook or not self.hook else f"hook {self.hook}"
        whose = f" (module {self.module}{', ' if part else ''}{part})" if self.module else ""
        game = f", {self.start} game of {self.players} players, seed {self.seed}, action {self.action}"
        text = f"{self.combination}{game if self.players else ''}{whose}: {self.message}"
        return f"{text}\n  replay: {self.replay}" if self.replay else text


@frozen
class Reached:
    """How often something that a module brings came to something; `asked`: how often a hook was called at all."""

    part: str
    times: int
    asked: int = 0
    why_not: str = ""  # what the module's manifest says

    @property
    def missed(self) -> bool:
        """Whether it was never reached, and nothing says why."""
        return not self.times and not self.why_not


@define
class Report:
    """What the run came to."""

    module: str
    games: int = 0
    finished: int = 0  # games that came to their end
    actions: int = 0
    excluded: list[str] = field(factory=list)  # combinations that the manifests rule out, with the reason
    faults: list[Fault] = field(factory=list)
    reach: dict[str, list[Reached]] = field(factory=dict)  # by module
    seconds: float = field(default=0.0, eq=False)  # of all processes together

    def add(self, other: Report) -> None:
        """Takes in what another part of the run came to."""
        self.games += other.games
        self.finished += other.finished
        self.actions += other.actions
        self.excluded += other.excluded
        self.seconds += other.seconds
        known = {(fault.module, fault.hook, fault.message) for fault in self.faults}
        self.faults += [fault for fault in other.faults if (fault.module, fault.hook, fault.message) not in known]

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.faults

    def plain(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {**attrs.asdict(self), "passed": self.passed}


@define
class Part:
    """What one game came to, as processes hand it over."""

    report: Report
    reached: Counter[str] = field(factory=Counter)
    asked: Counter[str] = field(factory=Counter)
    expected: dict[str, list[str]] = field(factory=dict)  # by module
    read: set[tuple[str, str]] = field(factory=set)

    def add(self, other: Part) -> None:
        """Takes in another game."""
        self.report.add(other.report)
        self.reached += other.reached
        self.asked += other.asked
        self.read |= other.read
        for module, parts in other.expected.items():
            here = self.expected.setdefault(module, [])
            here.extend(part for part in parts if part not in here)


def manager_in(plan: Plan, order: Sequence[int]) -> PluginManager:
    """A manager with which the plan's plugins were registered in a given order."""
    return PluginManager(attrs.evolve(plan, modules=tuple(plan.modules[place] for place in order)))


def checked_rules(plan: Plan, manager: PluginManager) -> Rules:
    """The rules of a plan with these plugins; whatever their hooks answer is checked."""
    return make_rules(plan, manager=manager, calls=manager.compile(unchecked=()))


def conformance(
    module: str | None = None,
    *,
    with_: Sequence[str] | None = None,
    games: int = 1,
    seed: int = 1,
    rounds: int | None = 2,
    combinations: int = 3,
    modules_dirs: Iterable[str | Path] = (),
    replays: str | Path | None = None,
    jobs: int = 1,
    progress: Callable[[str], Any] | None = None,
) -> Report:
    """Runs every check for a module, named by its id or its folder (None: for every module there is).

    The module plays alone first, from all kinds of starts and with its options at their bounds. `with_` names the modules
    it is combined with (None: every other one): each of them alone with it, also with its options at their bounds, and
    `combinations` times several at random. The run ends with the first game that fails. `games` are played of each
    combination, at all numbers of players in turn, of so many `rounds` from their start (None: to the end, or as long as
    the bots can bear).

    What the module brings and no game reached is a failure, unless [unreached] in its manifest says why. Files that
    reproduce failures are written into the folder `replays`. `jobs` processes share the work; `progress` is told each game
    that is done. Raises InputError when there is no such module.
    """
    folders = [str(folder) for folder in modules_dirs]
    found, problems = find_modules(folders)
    if module is not None and Path(module, "module.toml").is_file():
        folder, module = module, read_manifest(Path(module)).id
        if module not in found:
            folders.append(folder)
            found, problems = find_modules(folders)
    for name in [*([module] if module is not None else ()), *(with_ or ())]:
        if name not in found:
            broken = [str(problem) for problem in problems if Path(problem.file).parent.name == name]
            raise InputError("\n".join(broken) or f"no module {name}{did_you_mean(name, found)}")
    tested = [module] if module is not None else sorted(found)
    others = sorted(found) if with_ is None else [name for name in with_ if name != module]
    whole = Part(Report(module or "all"))
    for name in tested:
        _documentation(name, found[name].folder, found[name].manifest.options, whole.report)
    options = {name: found[name].manifest.options for name in found}
    play = partial(_play_task, whole.report.module, folders, replays)

    def run(tasks: Sequence[Task]) -> None:
        played = pool.map(play, tasks) if pool is not None else map(play, tasks)
        for task, part in zip(tasks, played, strict=True):
            whole.add(part)
            if progress is not None:
                game = part.report
                progress(f"{task.trial}, {task.start}: {game.actions} actions, {len(game.faults)} failures")
            if part.report.faults and len(tested) == 1:
                return  # what follows from it would only hide it

    with ExitStack() as stack:
        pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            # Not forked: what the parent has compiled would come along half used.
            pool = stack.enter_context(
                ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=print_to_stderr)
            )
            stack.callback(pool.shutdown, cancel_futures=True)
        count = 0

        def tasks_of(trials: Iterable[Trial], starts: Sequence[str]) -> list[Task]:
            nonlocal count
            tasks = []
            for trial in trials:
                for start in [*starts] * games:
                    tasks.append(Task(count, trial, start, seed + count, rounds if start != "whole" else None))
                    count += 1
            return tasks

        alone = [Trial((name,)) for name in tested]
        bounded = [trial for name in tested for trial in _at_bounds(Trial((name,)), name, options[name])]
        run([*tasks_of(alone, ALONE), *tasks_of(bounded, ("rich",))])
        if whole.report.passed:
            tries = [*alone, *bounded]
            for turn in range(max(MORE, 2 * len(tries)) // AT_ONCE):
                again = _still_to_reach(tries, whole, found)
                if not again:
                    break
                turned = [again[(turn * AT_ONCE + place) % len(again)] for place in range(AT_ONCE)]
                run(tasks_of(turned, ("rich",)))
            fits = partial(_fits, folders)
            run(tasks_of(_together(tested, others, options), ("rich",)))
            run(tasks_of(_combined(tested, others, options, combinations, seed, fits), ("rich", "middle")))
    for name in tested:
        _tell_reach(name, whole, found[name].manifest, options[name])
    return whole.report


def _still_to_reach(trials: Sequence[Trial], whole: Part, found: Mapping[str, Any]) -> list[Trial]:
    """The combinations of the modules of which something was never reached."""
    modules = [
        module
        for module, parts in whole.expected.items()
        if any(
            not whole.reached[part] and part not in found[module].manifest.unreached for part in parts if _counts(part)
        )
    ]
    return [trial for trial in trials if trial.modules[0] in modules]


SCENARIO_HOOKS = ("hook read_scenario ", "hook expect_scenario ")


def _counts(part: str) -> bool:
    """Whether games can reach it: hooks of scenario files are for those."""
    return not part.startswith(SCENARIO_HOOKS)


def _tell_reach(name: str, whole: Part, manifest: Manifest, options: Mapping[str, Option]) -> None:
    """The reach of a module's parts; what was never reached is a failure."""
    parts = [part for part in whole.expected.get(name, ()) if _counts(part)]
    reached = [
        Reached(part, whole.reached[part], whole.asked[part], manifest.unreached.get(part, "")) for part in parts
    ]
    for option in options:
        why = manifest.unreached.get(f"option {option}", "")
        reached.append(Reached(f"option {option}", int((name, option) in whole.read), 0, why))
    report = whole.report
    report.reach[name] = reached
    known = [each.part for each in reached]
    for part in manifest.unreached:
        if known and part not in known:
            text = f"[unreached] names {part}, and the module has none{did_you_mean(part, known)}"
            report.faults.append(Fault(name, 0, 0, -1, text, name, ""))
    if not report.passed:
        return  # games were left out
    for each in reached:
        if each.missed:
            asked = f" (asked {each.asked} times, it never had an answer)" if each.asked else ""
            part = hook_in(each.part) or each.part
            report.faults.append(Fault(name, 0, 0, -1, f"never reached: {each.part}{asked}", name, part))


def _fits(folders: Sequence[str], trial: Trial) -> bool:
    """Whether the modules go together, and, which takes longer to find out, whether they can be played with these options."""
    try:
        plan = resolve(default_ruleset(), with_=trial.modules, options=trial.options, modules_dirs=folders)
        if trial.options:
            for players in plan.players:  # the fewest and the most
                new_game(make_rules(plan), players, seed=1, quiet=True)
    except FcmError:
        return False
    return True


def _play_task(name: str, folders: Sequence[str], replays: str | Path | None, task: Task) -> Part:
    """One game, in a part of its own."""
    began = time.process_time()
    report = Report(name)
    part = Part(report)
    trial = task.trial
    try:
        plan = resolve(default_ruleset(), with_=trial.modules, options=trial.options, modules_dirs=folders)
    except InputError as error:
        if len(trial.modules) == 1 and not trial.options:
            text = f"cannot be resolved: {error}"
            report.faults.append(Fault(str(trial), task.seed, 0, -1, text, trial.modules[0], hook_in(str(error))))
        else:
            report.excluded.append(f"{trial}: {error}")
        return part
    low, high = plan.players
    players = low + task.seed % (high - low + 1)
    run = _Run(plan, task, f"{name}-{task.number + 1}", players, report, replays)
    run.go()
    if run.session is not None:
        watcher = run.session.watcher
        part.reached, part.asked, part.read = watcher.reached, watcher.asked, watcher.read
        part.expected = {module: list(parts) for module, parts in watcher.expected.items()}
    report.seconds = round(time.process_time() - began, 3)
    return part


def _documentation(module: str, folder: Path, options: Mapping[str, Option], report: Report) -> None:
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    if not text.strip():
        report.faults.append(Fault(module, 0, 0, -1, "the module has no README.md", module))
        return
    for name in options:
        if name not in text:
            report.faults.append(
                Fault(module, 0, 0, -1, f"README.md does not mention the option {name}", module, f"option {name}")
            )


def bounds(option: Option) -> list[Any]:
    """The values at the edges of what an option allows, and those that its manifest gives as examples."""
    if option.type == "bool":
        return [False, True]
    if option.type == "int":
        return [*(value for value in (option.min, option.max) if value is not None), *option.examples]
    if option.type == "choice":
        return list(option.choices)
    if option.type == "strings":
        return [[], list(option.choices), *option.examples] if option.choices else [*option.examples]
    return [*option.examples]


def _at_bounds(trial: Trial, module: str, options: Mapping[str, Option]) -> Iterator[Trial]:
    """The combination with each option of one of its modules at each of its bounds, one at a time."""
    for name, option in options.items():
        for value in bounds(option):
            if value != (list(option.default) if isinstance(option.default, tuple) else option.default):
                yield Trial(trial.modules, {module: {name: value}})


def _together(
    tested: Sequence[str], others: Sequence[str], options: Mapping[str, Mapping[str, Option]]
) -> Iterator[Trial]:
    """Each module with each other one, and with the other's options at their bounds."""
    pairs: set[frozenset[str]] = set()
    for module in tested:
        for other in others:
            pair = frozenset((module, other))
            if other != module and pair not in pairs:
                pairs.add(pair)
                yield Trial((module, other))
                if len(tested) == 1:
                    yield from _at_bounds(Trial((module, other)), other, options[other])


def _combined(
    tested: Sequence[str],
    others: Sequence[str],
    options: Mapping[str, Mapping[str, Option]],
    combinations: int,
    seed: int,
    fits: Callable[[Trial], bool],
) -> Iterator[Trial]:
    """Several modules at random."""
    stream = Stream(seed, "testkit", "combinations")
    several = sorted({*tested, *others})
    if len(several) > 3:
        for _ in range(combinations):
            yield _at_random([] if len(tested) > 1 else list(tested), several, options, stream, fits)


def _at_random(
    chosen: list[str],
    several: Sequence[str],
    options: Mapping[str, Mapping[str, Option]],
    stream: Stream,
    fits: Callable[[Trial], bool],
) -> Trial:
    """Three modules or more that go together, and for each option its default or one of its bounds."""
    wanted = 3 + stream.below(len(several) - 2)
    for module in stream.shuffled(several):
        if len(chosen) < wanted and module not in chosen and fits(Trial((*chosen, module))):
            chosen.append(module)
    for _ in range(REDRAWS):
        drawn: dict[str, dict[str, Any]] = {}
        for module in chosen:
            for name, option in options[module].items():
                value = stream.pick([*[option.default] * 4, *bounds(option)])
                if value != option.default:
                    drawn.setdefault(module, {})[name] = value
        if fits(trial := Trial(tuple(chosen), drawn)):
            return trial
    return Trial(tuple(chosen))


class _Run:
    """One game of one combination."""

    def __init__(
        self, plan: Plan, task: Task, name: str, players: int, report: Report, replays: str | Path | None
    ) -> None:
        self.plan = plan
        self.task = task
        self.trial = task.trial
        self.name = name  # of a replay
        self.players = players
        self.seed = task.seed
        self.report = report
        self.replays = Path(replays) if replays is not None else None
        self.moves: list[Move] = []
        self.rows: list[Any] = []  # of a save, without its header
        self.attempt: Move | None = None
        self.session: Session | None = None
        self.state: State | None = None  # the position at the start, where it was not played from the beginning

    def go(self) -> None:
        """Plays and checks; what fails is noted in the report."""
        try:
            self._play()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a module's code may raise
            began = self.session is not None and hasattr(self.session, "game")
            if not began and isinstance(error, InputError) and (len(self.trial.modules) > 1 or self.trial.options):
                self.report.excluded.append(f"{self.trial}, {self.players} players: {error}")
            else:
                self._note(error)

    def _play(self) -> None:
        task = self.task
        session = self.session = Session(self.plan, self.trial.modules)
        session.sound()
        game = self._start(session)
        session.begin(game, self.seed)
        bots = self._bots(session)
        rounds = game.state.round + task.rounds - 1 if task.rounds is not None else min(LONG_AGO, bots.rounds)
        begun = game.state.round
        self.report.games += 1
        often = SELDOM if task.start == "whole" else PROBE
        while game.pending and game.state.round <= max(rounds, begun):
            owed = game.pending[len(self.moves) % len(game.pending)]
            if len(self.moves) % often == 0 or session.is_new(owed.seat):
                session.probe(owed.seat, len(self.moves))
            self.play(owed.seat, self._chosen(session, bots, owed.seat))
        self.report.finished += game.state.over
        session.finish()
        end = fingerprint(game.state, session.rules)
        self._again(compile_rules(self.plan), end, "the same actions played again end in another state")
        order = Stream(self.seed, "testkit", "order").shuffled(range(len(self.plan.modules)))
        again = checked_rules(self.plan, manager_in(self.plan, order))
        self._again(again, end, "registering the plugins in another order changes the game")

    def _start(self, session: Session) -> Game:
        """The game as this task begins it."""
        if self.task.start == "rich":
            cards = [CardId(part.removeprefix("card ")) for part in session.watcher.owner if part.startswith("card ")]
            game = rich_position(session.rules, self.players, self.seed, cards)
            self.state = game.state.copy()
            return game
        game = session.fresh(self.players, self.seed)
        if self.task.start == "middle":
            session.begin(game, self.seed)
            self._steady_rounds(session)
        return game

    def _steady_rounds(self, session: Session) -> None:
        """Some rounds of those who play well, checked at a glance."""
        game = session.game
        known = session.rules.bots
        good = known.get("steady") or next(iter(known.values()))
        bots = Bots(session.rules, dict.fromkeys(game.seats, good), self.seed)
        until = 2 + self.seed % STEADY_ROUNDS
        while game.pending and game.state.round < until:
            seat = game.to_move[0]
            self.play(seat, bots.choose(game, seat, len(self.moves)))

    def _bots(self, session: Session) -> Bots:
        """Somebody who plays well, somebody who tries what was tried least, and others; the module's own bots too."""
        rules = session.rules
        known = rules.bots
        favoured = [part.removeprefix("action ") for part in session.watcher.owner if part.startswith("action ")]
        curious = Curious(favoured).bot()
        own = [known[part.removeprefix("bot ")] for part in session.watcher.owner if part.startswith("bot ")]
        others = [known[name] for name in ("steady", "eager", "random") if name in known]
        if self.task.start == "whole":
            seats: list[Bot] = [*own, *others[:2], curious]
        else:
            seats = [*own, curious, *others[:1], curious, *others[1:]]
        for bot in own[: len(session.game.seats)]:
            session.watcher.reached[f"bot {bot.name}"] += 1
        turned = {Seat(seat): seats[(seat + (0 if own else self.seed)) % len(seats)] for seat in session.game.seats}
        return Bots(rules, turned, self.seed)

    def _chosen(self, session: Session, bots: Bots, seat: Seat) -> Any:
        """The action of the bot that sits there. Where it fails, what it was offered is looked at first."""
        try:
            return bots.choose(session.game, seat, len(self.moves))
        except BotError as error:
            if not session.owner(f"bot {error.bot}"):
                session.probe(seat, len(self.moves))
            raise

    def play(self, seat: Seat, action: Any) -> None:
        """One action, kept for the replay."""
        session = self.session
        assert session is not None
        game, before = session.game, session.game.state.round
        name = game.name(seat)
        self.attempt = (seat, action)
        session.apply(seat, action)
        self.attempt = None
        self.moves.append((seat, action))
        self.rows.append(action_to_json(session.rules, name, action))
        if ends_round(game.state, before):
            self.rows.append({"round": before, "fingerprint": fingerprint(game.state, session.rules)})
        self.report.actions += 1

    def begun(self, rules: Rules) -> Game:
        """The game as it began, under rules made anew."""
        if self.state is not None:
            return Game(rules, self.state.copy(), quiet=True)
        return new_game(rules, self.players, self.seed, quiet=True)

    def _again(self, rules: Rules, end: str, message: str) -> None:
        assert play_again(rules, self.begun, self.moves) == end, message

    def _note(self, error: BaseException) -> None:
        """Notes what failed, and who is to blame for it."""
        module = hook = ""
        text = told(error)
        session = self.session
        if isinstance(error, HookError):
            module, hook = error.module, error.hook
        elif isinstance(error, BotError) and session is not None and session.owner(f"bot {error.bot}"):
            module, hook = session.owner(f"bot {error.bot}"), f"bot {error.bot}"
        elif session is not None:
            module, hook = session.rules.blame(error) or ("", "")
            if not module:
                module, hook = self._without_whom(text)
        if not module and len(self.trial.modules) == 1:
            module = self.trial.modules[0]
        if not hook:
            hook = hook_in(text)
        path = self._write_replay()
        fault = Fault(
            str(self.trial), self.seed, self.players, len(self.moves), text, module, hook, path, self.task.start
        )
        self.report.faults.append(fault)

    def _without_whom(self, text: str) -> tuple[str, str]:
        """The module and hook without which the same game does not fail, where there is one."""
        assert self.session is not None
        if not hasattr(self.session, "game"):
            return "", ""
        for label in [part for part in self.session.watcher.owner if part.startswith("hook ")]:
            if label.startswith("hook contribute_"):
                continue  # what fails in a part is told of the part
            try:
                session = Session(self.plan, self.trial.modules, left_out=label)
                game = self.begun(session.rules)
                game.quiet = False
                session.begin(game, self.seed)
                moves = [*self.moves, *([self.attempt] if self.attempt is not None else ())]
                for seat, action in moves:
                    session.apply(seat, action)
                if self.attempt is None and game.pending:
                    session.probe(game.pending[len(moves) % len(game.pending)].seat, len(moves))
                end = fingerprint(game.state, session.rules)
                if "played again" in text or "another order" in text:
                    assert play_again(session.rules, self.begun, moves) == end
            except KeyboardInterrupt:
                raise
            except BaseException:  # it fails as well, or cannot be played without
                continue
            return self.session.owner(label), label.split(" ")[1]
        return "", ""

    def _write_replay(self) -> str:
        """A save with every action up to and including the one that failed."""
        session = self.session
        if self.replays is None or session is None or not hasattr(session, "game"):
            return ""
        rules = session.rules
        names = [player.id for player in session.game.state.players]
        header = header_of(rules, names, self.seed)
        if self.state is not None:
            header = attrs.evolve(header, position=state_to_json(self.state, rules))
        lines = [header.plain(), *self.rows]
        if self.attempt is not None:
            lines.append(action_to_json(rules, names[self.attempt[0]], self.attempt[1]))
        self.replays.mkdir(parents=True, exist_ok=True)
        path = self.replays / f"{self.name}-seed-{self.seed}.jsonl"
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
        return str(path)


def told(error: BaseException) -> str:
    """What failed, as a report tells it."""
    text = str(error) or type(error).__name__
    if isinstance(error, AssertionError) and not str(error):
        last = traceback.extract_tb(error.__traceback__)[-1]
        text = f"does not hold: {last.line} ({last.name})"
    if isinstance(error, RecursionError):
        text = "endless recursion"
    elif not isinstance(error, AssertionError | FcmError):
        text = f"{type(error).__name__}: {text}"
    return text


def reproduce(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> str:
    """Plays a replay of a failure again and says what goes wrong; "" if nothing does. Raises SaveError for a bad file."""
    save = read_save(path)
    plan = plan_of(save, modules_dirs)
    base = {module.id for module in resolve(default_ruleset()).modules}
    watched = [module.id for module in plan.modules if module.id not in base] or [module.id for module in plan.modules]
    try:
        session = Session(plan, watched)
        session.sound()
        game = save.header.begin(session.rules)
        session.begin(game, save.header.seed)
        moves = 0
        for _, plain in save.lines:
            if "fingerprint" in plain:
                continue
            session.apply(game.seat(plain["player"]), action_from_json(session.rules, plain))
            moves += 1
        if game.pending:
            seat = game.pending[moves % len(game.pending)].seat
            for name in session.rules.bots:  # one of them may have failed
                with Bots(session.rules, {seat: name}, save.header.seed) as bots:
                    bots.choose(game, seat, moves)
            session.probe(seat, moves)
        session.finish()
    except (RefusedError, SaveError, KeyboardInterrupt):
        raise
    except BaseException as error:  # whatever a module's code may raise
        return told(error)
    return ""

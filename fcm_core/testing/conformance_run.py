"""The conformance run: random games with a module alone, with each other module, and in random combinations.

After every action it checks what every game must hold (fcm_core.testing.invariants), and besides: what is listed is
accepted and what is changed is refused, views hide what is secret, plugins hold no state, the order in which plugins are
registered changes nothing, a save of the game replays to the same end, and every option works at its bounds.
"""

from __future__ import annotations

import json
import pickle
import traceback
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
from fcm_core.basics.errors import BotError, FcmError, HookError, InputError, SaveError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.random import Stream
from fcm_core.basics.vocabulary import Seat
from fcm_core.game import hooks
from fcm_core.game.game import Game
from fcm_core.game.rules import Rules
from fcm_core.records.codec import action_to_json, fingerprint
from fcm_core.records.runner import Bots, print_to_stderr
from fcm_core.records.saves import ends_round, header_of, read_save, replay
from fcm_core.rules.manifest import Option, read_manifest
from fcm_core.rules.plan import Plan, default_ruleset, find_modules, resolve
from fcm_core.testing.invariants import Watch, listed_are_accepted, mutants_are_refused

REDRAWS = 5  # of options that do not go together
PROBE = 7  # every so many actions the costly checks are made


@frozen
class Trial:
    """One combination to play: the base ruleset with these modules and options."""

    modules: tuple[str, ...]
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    why: str = ""

    def __str__(self) -> str:
        text = " + ".join(self.modules) or default_ruleset()
        return f"{text} {json.dumps(self.options)}" if self.options else text


@frozen
class Fault:
    """A check that failed: where, at which action, and which module caused it, as far as that is known."""

    combination: str
    seed: int
    players: int
    action: int  # actions applied before; -1: before the game began
    message: str
    module: str = ""
    hook: str = ""
    replay: str = ""  # a save: its last line causes the failure

    def __str__(self) -> str:
        whose = f" (module {self.module}, hook {self.hook})" if self.module else ""
        where = f"{self.combination}, {self.players} players, seed {self.seed}, action {self.action}"
        text = f"{where}{whose}: {self.message}"
        return f"{text}\n  replay: {self.replay}" if self.replay else text


@define
class Report:
    """What the run came to."""

    module: str
    games: int = 0
    finished: int = 0  # games that came to their end
    actions: int = 0
    excluded: list[str] = field(factory=list)  # combinations that the manifests rule out, with the reason
    faults: list[Fault] = field(factory=list)

    def add(self, other: Report) -> None:
        """Takes in what another part of the run came to."""
        self.games += other.games
        self.finished += other.finished
        self.actions += other.actions
        self.excluded += other.excluded
        self.faults += other.faults

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.faults

    def plain(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {**attrs.asdict(self), "passed": self.passed}


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
    rounds: int | None = 6,
    combinations: int = 3,
    modules_dirs: Iterable[str | Path] = (),
    replays: str | Path | None = None,
    jobs: int = 1,
    progress: Callable[[str], Any] | None = None,
) -> Report:
    """Runs every check for a module, named by its id or its folder (None: for every module there is).

    `with_` names the modules it is combined with (None: every other one): each of them alone with it, and `combinations`
    times several at random, with options drawn at random. `games` are played of each combination, one after another at
    all numbers of players, of so many `rounds` (None: to the end, or as long as the bots can bear). Replays of failures
    are written into the folder `replays`. `jobs` processes share the work; `progress` is told each combination that is
    done. Raises InputError when there is no such module.
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
    report = Report(module or "all")
    for name in tested:
        _documentation(name, found[name].folder, found[name].manifest.options, report)
    options = {name: found[name].manifest.options for name in found}
    play = partial(_play_trial, report.module, games, seed, rounds, folders, replays)
    trials = list(enumerate(_trials(tested, others, options, combinations, seed, partial(_fits, folders))))
    with ExitStack() as stack:
        if jobs > 1:
            # Not forked: what the parent has compiled would come along half used.
            pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=print_to_stderr)
            played = stack.enter_context(pool).map(play, trials)
        else:
            played = map(play, trials)
        for (_, trial), part in zip(trials, played, strict=True):
            report.add(part)
            if progress is not None:
                progress(f"{trial}: {part.games} games, {part.actions} actions, {len(part.faults)} failures")
    return report


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


def _play_trial(
    name: str,
    games: int,
    seed: int,
    rounds: int | None,
    folders: Sequence[str],
    replays: str | Path | None,
    numbered: tuple[int, Trial],
) -> Report:
    """All games of one combination, in a report of their own."""
    number, trial = numbered
    report = Report(name)
    try:
        plan = resolve(default_ruleset(), with_=trial.modules, options=trial.options, modules_dirs=folders)
    except InputError as error:
        if len(trial.modules) == 1:
            report.faults.append(Fault(str(trial), seed, 0, -1, f"cannot be resolved: {error}"))
        else:
            report.excluded.append(f"{trial}: {error}")
        return report
    low, high = plan.players
    for game in range(games):
        players = low + (seed + number + game) % (high - low + 1)
        _Run(plan, trial, f"{name}-{number + 1}", players, seed + game, rounds, report, replays).go()
    return report


def _documentation(module: str, folder: Path, options: Mapping[str, Option], report: Report) -> None:
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    if not text.strip():
        report.faults.append(Fault(module, 0, 0, -1, "the module has no README.md"))
        return
    for name in options:
        if name not in text:
            report.faults.append(Fault(module, 0, 0, -1, f"README.md does not mention the option {name}"))


def bounds(option: Option) -> list[Any]:
    """The values at the edges of what an option allows."""
    if option.type == "bool":
        return [False, True]
    if option.type == "int":
        return [value for value in (option.min, option.max) if value is not None]
    if option.type == "choice":
        return list(option.choices)
    if option.type == "strings":
        return [[], list(option.choices)]
    return []


def _trials(
    tested: Sequence[str],
    others: Sequence[str],
    options: Mapping[str, Mapping[str, Option]],
    combinations: int,
    seed: int,
    fits: Callable[[Trial], bool],
) -> Iterator[Trial]:
    """Each module alone, with its options at their bounds, with each other one, and several at random."""
    pairs: set[frozenset[str]] = set()
    for module in tested:
        yield Trial((module,))
        for name, option in options[module].items():
            for value in bounds(option):
                if value != option.default:
                    yield Trial((module,), {module: {name: value}})
        for other in others:
            pair = frozenset((module, other))
            if other != module and pair not in pairs:
                pairs.add(pair)
                yield Trial((module, other))
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
        self,
        plan: Plan,
        trial: Trial,
        name: str,
        players: int,
        seed: int,
        rounds: int | None,
        report: Report,
        replays: str | Path | None,
    ) -> None:
        self.plan = plan
        self.trial = trial
        self.name = name  # of a replay
        self.players = players
        self.seed = seed
        self.rounds = rounds
        self.report = report
        self.replays = Path(replays) if replays is not None else None
        self.moves: list[tuple[Seat, Any]] = []
        self.rows: list[Any] = []  # of a save, without its header
        self.attempt: tuple[Seat, Any] | None = None
        self.game: Game | None = None

    def go(self) -> None:
        """Plays and checks; what fails is noted in the report."""
        try:
            self._play()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a module's code may raise
            if self.game is None and isinstance(error, InputError) and len(self.trial.modules) > 1:
                self.report.excluded.append(f"{self.trial}, {self.players} players: {error}")
            else:
                self._note(error)

    def _play(self) -> None:
        manager = PluginManager(self.plan)
        rules = checked_rules(self.plan, manager)
        memory = plugin_memory(manager)
        game = self.game = new_game(rules, self.players, self.seed)
        names = [player.id for player in game.state.players]
        probe = Stream(self.seed, "testkit", "probe")
        known = sorted(rules.bots)
        first = Stream(self.seed, "testkit", "bots").below(len(known))
        bots = Bots(rules, {seat: known[(first + seat) % len(known)] for seat in game.seats}, self.seed)
        rounds = self.rounds or bots.rounds
        watch = Watch(game)
        watch.check(game)
        self.report.games += 1
        while game.pending and game.state.round <= rounds:
            owed = game.pending[len(self.moves) % len(game.pending)]
            if len(self.moves) % PROBE == 0:
                listed_are_accepted(game, owed.seat, probe)
                mutants_are_refused(game, owed.seat, probe)
                secrets_are_hidden(game)
            action = bots.choose(game, owed.seat, len(self.moves))
            self.attempt = (owed.seat, action)
            game.events.clear()
            before = game.state.round
            game.apply(owed.seat, action)
            self.attempt = None
            self.moves.append((owed.seat, action))
            self.rows.append(action_to_json(rules, names[owed.seat], action))
            if ends_round(game.state, before):
                self.rows.append({"round": before, "fingerprint": fingerprint(game.state, rules)})
            self.report.actions += 1
            watch.check(game)
        self.report.finished += game.state.over
        assert plugin_memory(manager) == memory, (
            "a plugin's own variables changed during the game; state belongs to a partition"
        )
        end = fingerprint(game.state, rules)
        self._again(compile_rules(self.plan), names, end, "the same actions played again end in another state")
        order = Stream(self.seed, "testkit", "order").shuffled(range(len(self.plan.modules)))
        again = checked_rules(self.plan, manager_in(self.plan, order))
        self._again(again, names, end, "registering the plugins in another order changes the game")

    def _again(self, rules: Rules, names: Sequence[str], end: str, message: str) -> None:
        again = new_game(rules, list(names), self.seed, quiet=True)
        for seat, action in self.moves:
            again.apply(seat, action)
        assert fingerprint(again.state, rules) == end, message

    def _note(self, error: BaseException) -> None:
        module = hook = ""
        if isinstance(error, HookError):
            module, hook = error.module, error.hook
        elif self.game is not None:
            module, hook = self.game.rules.blame(error) or ("", "")
        text = str(error) or type(error).__name__
        if isinstance(error, AssertionError) and not str(error):
            last = traceback.extract_tb(error.__traceback__)[-1]
            text = f"does not hold: {last.line} ({last.name})"
        if not isinstance(error, HookError | AssertionError | InputError | BotError):
            text = f"{type(error).__name__}: {text}"
        path = self._write_replay()
        fault = Fault(str(self.trial), self.seed, self.players, len(self.moves), text, module, hook, path)
        self.report.faults.append(fault)

    def _write_replay(self) -> str:
        """A save with every action up to and including the one that failed."""
        if self.replays is None or self.game is None:
            return ""
        rules = self.game.rules
        names = [player.id for player in self.game.state.players]
        rows: list[Any] = [header_of(rules, names, self.seed).plain(), *self.rows]
        if self.attempt is not None:
            rows.append(action_to_json(rules, names[self.attempt[0]], self.attempt[1]))
        self.replays.mkdir(parents=True, exist_ok=True)
        path = self.replays / f"{self.name}-seed-{self.seed}.jsonl"
        path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), encoding="utf-8")
        return str(path)


def reproduce(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> str:
    """Plays a replay of a failure again and says what goes wrong; "" if nothing does. Raises SaveError for a bad file."""
    save = read_save(path)
    try:
        found = replay(save, modules_dirs=modules_dirs)
        watch = Watch(save.header.begin(found.game.rules))
        watch.check(found.game)
    except SaveError as error:
        if not isinstance(error.__cause__, HookError):
            raise
        return str(error)
    except AssertionError as error:
        return str(error) or type(error).__name__
    return ""


def plugin_memory(manager: PluginManager) -> dict[str, bytes]:
    """What every plugin's own variables hold, except functions and classes, as bytes that can be compared."""
    found: dict[str, bytes] = {}
    for module, plugin in manager.loaded:
        for name, value in sorted(vars(plugin).items()):
            if name.startswith("__") or callable(value) or type(value).__name__ == "module":
                continue
            try:
                found[f"{module}.{name}"] = pickle.dumps(value)
            except Exception:
                found[f"{module}.{name}"] = repr(value).encode()
    return found


def secrets_are_hidden(game: Game) -> None:
    """A view holds no answer that is not revealed, and no reserve card of others but where a milestone shows them.

    A decision whose answer waits says that it is secret: bots that think ahead ask it again.
    """
    kinds = [each.kind for ask in game.state.asks for each in ask.decisions]
    assert not game.state.secret or any(game.rules.decisions[kind].secret for kind in kinds), (
        f"answers wait to be revealed, and none of these decisions says `secret = True`: {', '.join(kinds) or 'none'}"
    )
    for viewer in game.state.seats:
        view = game.view(viewer)
        sees = hooks.allow_seeing_reserves(game, viewer) is not None
        for seat, player in view.state.by_seat():
            if seat == viewer:
                continue
            assert seat not in view.state.secret, f"{game.name(viewer)} sees what {player.id} has answered"
            shown = player.reserve is not None
            assert not shown or sees or game.state.bank_breaks, (
                f"{game.name(viewer)} sees the reserve card of {player.id}"
            )

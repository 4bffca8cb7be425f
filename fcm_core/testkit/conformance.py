"""The conformance run: random games with a module alone, with each other module, and in random combinations.

After every action it checks what every game must hold (fcm_core.testkit.invariants), and besides: what is listed is
accepted and what is changed is refused, views hide what is secret, plugins hold no state, the order in which plugins are
registered changes nothing, a save of the game replays to the same end, and every option works at its bounds.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

from fcm_core import hooks as hookspecs
from fcm_core.codec import action_to_plain, fingerprint
from fcm_core.content import load_content
from fcm_core.errors import HookError, InputError, Refusal, SaveError
from fcm_core.game import Game
from fcm_core.manifest import Option
from fcm_core.names import did_you_mean
from fcm_core.plan import Plan, default_ruleset, find_modules, resolve
from fcm_core.plugins import PluginManager
from fcm_core.random import Stream
from fcm_core.rules import Rules, compile_rules
from fcm_core.saves import ends_round, header_of, read_save, replay
from fcm_core.setup import new_game
from fcm_core.state import MapSpec
from fcm_core.testkit.invariants import POLICIES, Watch, listed_are_accepted, mutants_are_refused

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
    """A check that failed: where, at which action, and whose fault it is as far as that is known."""

    combination: str
    seed: int
    players: int
    action: int  # actions applied before; -1: before the game began
    message: str
    module: str = ""
    hook: str = ""
    replay: str = ""  # a save whose last line brings the failure about

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
    actions: int = 0
    excluded: list[str] = field(factory=list)  # combinations that the manifests rule out, with the reason
    faults: list[Fault] = field(factory=list)

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.faults

    def plain(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {**attrs.asdict(self), "passed": self.passed}


class CheckedRules(Rules):
    """The rules of a plan whose plugins were registered in a given order; what their hooks return is checked.

    Content and edges are those of the plan.
    """

    def __init__(self, plan: Plan, order: Sequence[int]) -> None:
        self.plan = plan
        self.content = load_content(plan)
        self.manager = PluginManager(attrs.evolve(plan, modules=tuple(plan.modules[place] for place in order)))
        self.hooks = self.manager.compile(hookspecs)
        for name, calls in vars(self.hooks).items():
            owners = [
                module for module, plugin in self.manager.loaded if self.manager.parse_hookimpl_opts(plugin, name)
            ]
            setattr(self.hooks, name, tuple(map(checked, [name] * len(calls), owners, calls)))
        self.blame = self.manager.blame
        self.options = plan.options
        self._read_content()
        self.settings = self._settings()
        self._schedule_milestones()
        self._arrange_parts()
        self._grounds: dict[MapSpec, Any] = {}


def checked(name: str, module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The hook, raising HookError where it returns what a hook with its verb may not."""
    verb = name.partition("_")[0]

    def call(*arguments: Any) -> Any:
        found = function(*arguments)
        wrong = ""
        if verb == "on" and found is not None:
            wrong = "nothing"
        elif verb == "check" and not isinstance(found, Refusal | None):
            wrong = "a Refusal or None"
        elif verb == "modify" and found is not None and not _are_reasons(found):
            wrong = "((amount, why), ...) or None"
        if wrong:
            raise HookError(module, name, "checking its answer", TypeError(f"expected {wrong}, got {found!r}"))
        return found

    return call


def _are_reasons(found: Any) -> bool:
    return isinstance(found, tuple | list) and all(
        isinstance(each, tuple | list) and len(each) == 2 and type(each[0]) is int and isinstance(each[1], str)
        for each in found
    )


def conformance(
    module: str,
    *,
    with_: Sequence[str] | None = None,
    games: int = 1,
    seed: int = 1,
    rounds: int = 6,
    combinations: int = 3,
    modules_dirs: Iterable[str | Path] = (),
    replays: str | Path | None = None,
) -> Report:
    """Runs every check for a module.

    `with_` names the modules it is combined with (None: every module there is, one at a time and `combinations` times at
    random); `games` per combination; `rounds` of each game. Replays of failures are written into the folder `replays`.
    Raises InputError when there is no such module.
    """
    folders = list(modules_dirs)
    found, problems = find_modules(folders)
    if module not in found:
        broken = [str(problem) for problem in problems if Path(problem.file).parent.name == module]
        raise InputError("\n".join(broken) or f"no module {module}{did_you_mean(module, found)}")
    others = [name for name in (sorted(found) if with_ is None else with_) if name != module]
    for name in others:
        if name not in found:
            raise InputError(f"no module {name}{did_you_mean(name, found)}")
    report = Report(module)
    _documentation(found[module].folder, found[module].manifest.options, report)

    def fits(modules: Sequence[str]) -> bool:
        try:
            resolve(default_ruleset(), with_=modules, modules_dirs=folders)
        except InputError:
            return False
        return True

    for trial in _trials(module, others, found[module].manifest.options, combinations, seed, fits):
        try:
            plan = resolve(default_ruleset(), with_=trial.modules, options=trial.options, modules_dirs=folders)
        except InputError as error:
            if trial.modules == (module,):
                report.faults.append(Fault(str(trial), seed, 0, -1, f"cannot be resolved: {error}"))
            else:
                report.excluded.append(f"{trial}: {error}")
            continue
        for number in range(games):
            low, high = plan.players
            players = low + (seed + report.games) % (high - low + 1)
            _Run(plan, str(trial), players, seed + number, rounds, report, replays, folders).go()
    return report


def _documentation(folder: Path, options: Mapping[str, Option], report: Report) -> None:
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    if not text.strip():
        report.faults.append(Fault(report.module, 0, 0, -1, "the module has no README.md"))
        return
    for name in options:
        if name not in text:
            report.faults.append(Fault(report.module, 0, 0, -1, f"README.md does not mention the option {name}"))


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
    module: str,
    others: Sequence[str],
    options: Mapping[str, Option],
    combinations: int,
    seed: int,
    fits: Callable[[Sequence[str]], bool],
) -> Iterator[Trial]:
    yield Trial((module,))
    for name, option in options.items():
        for value in bounds(option):
            if value != option.default:
                yield Trial((module,), {module: {name: value}})
    for other in others:
        yield Trial((module, other))
    stream = Stream(seed, "testkit", "combinations")
    if len(others) > 2:
        for _ in range(combinations):
            chosen = [module]
            for other in stream.shuffled(sorted(others))[: 2 + stream.below(len(others) - 1)]:
                if fits([*chosen, other]):
                    chosen.append(other)
            yield Trial(tuple(chosen))


class _Run:
    """One game of one combination."""

    def __init__(
        self,
        plan: Plan,
        name: str,
        players: int,
        seed: int,
        rounds: int,
        report: Report,
        replays: str | Path | None,
        folders: Sequence[str | Path],
    ) -> None:
        self.plan = plan
        self.name = name
        self.players = players
        self.seed = seed
        self.rounds = rounds
        self.report = report
        self.replays = Path(replays) if replays is not None else None
        self.folders = folders
        self.moves: list[tuple[int, Any]] = []
        self.rows: list[Any] = []  # of a save, without its header
        self.attempt: tuple[int, Any] | None = None
        self.game: Game | None = None

    def go(self) -> None:
        """Plays and checks; what fails is noted in the report."""
        try:
            self._play()
        except Exception as error:
            self._note(error)

    def _play(self) -> None:
        rules = CheckedRules(self.plan, range(len(self.plan.modules)))
        memory = plugin_memory(rules)
        game = self.game = new_game(rules, self.players, self.seed)
        names = [player.id for player in game.state.players]
        policy = POLICIES["eager" if self.seed % 2 else "random"]
        stream, probe = Stream(self.seed, "testkit", "policy"), Stream(self.seed, "testkit", "probe")
        watch = Watch(game)
        watch.check(game)
        self.report.games += 1
        while game.pending and game.state.round <= self.rounds:
            owed = game.pending[len(self.moves) % len(game.pending)]
            if len(self.moves) % PROBE == 0:
                listed_are_accepted(game, owed.player, probe)
                mutants_are_refused(game, owed.player, probe)
                secrets_are_hidden(game)
            action = policy(game, owed.player, stream)
            self.attempt = (owed.player, action)
            game.events.clear()
            before = game.state.round
            game.apply(owed.player, action)
            self.attempt = None
            self.moves.append((owed.player, action))
            self.rows.append(action_to_plain(rules, names[owed.player], action))
            if ends_round(game.state, before):
                self.rows.append({"round": before, "fingerprint": fingerprint(game.state, rules)})
            self.report.actions += 1
            watch.check(game)
        assert plugin_memory(rules) == memory, (
            "a plugin's own variables changed during the game; state belongs to a partition"
        )
        end = fingerprint(game.state, rules)
        self._again(compile_rules(self.plan), names, end, "the same actions played again end in another state")
        order = Stream(self.seed, "testkit", "order").shuffled(range(len(self.plan.modules)))
        self._again(
            CheckedRules(self.plan, order), names, end, "registering the plugins in another order changes the game"
        )

    def _again(self, rules: Rules, names: Sequence[str], end: str, message: str) -> None:
        again = new_game(rules, list(names), self.seed, quiet=True)
        for player, action in self.moves:
            again.apply(player, action)
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
        if not isinstance(error, HookError | AssertionError | InputError):
            text = f"{type(error).__name__}: {text}"
        path = self._write_replay()
        self.report.faults.append(Fault(self.name, self.seed, self.players, len(self.moves), text, module, hook, path))

    def _write_replay(self) -> str:
        """A save with every action up to and including the one that failed."""
        if self.replays is None or self.game is None:
            return ""
        rules = self.game.rules
        names = [player.id for player in self.game.state.players]
        rows: list[Any] = [header_of(rules, names, self.seed).plain(), *self.rows]
        if self.attempt is not None:
            rows.append(action_to_plain(rules, names[self.attempt[0]], self.attempt[1]))
        self.replays.mkdir(parents=True, exist_ok=True)
        number = len(self.report.faults) + 1
        path = self.replays / f"{self.report.module}-{number}-seed-{self.seed}.jsonl"
        path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), encoding="utf-8")
        return str(path)


def reproduce(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> str:
    """Plays a replay of a failure again and says what goes wrong; "" if nothing does. Raises SaveError for a bad file."""
    save = read_save(path)
    try:
        found = replay(save, modules_dirs=modules_dirs)
        watch = Watch(new_game(found.game.rules, list(save.header.players), save.header.seed))
        watch.check(found.game)
    except SaveError as error:
        if not isinstance(error.__cause__, HookError):
            raise
        return str(error)
    except AssertionError as error:
        return str(error) or type(error).__name__
    return ""


def plugin_memory(rules: Rules) -> dict[str, bytes]:
    """What every plugin's own variables hold, functions and classes aside, as bytes that can be compared."""
    found: dict[str, bytes] = {}
    for module, plugin in rules.manager.loaded:
        for name, value in sorted(vars(plugin).items()):
            if name.startswith("__") or callable(value) or type(value).__name__ == "module":
                continue
            try:
                found[f"{module}.{name}"] = pickle.dumps(value)
            except Exception:
                found[f"{module}.{name}"] = repr(value).encode()
    return found


def secrets_are_hidden(game: Game) -> None:
    """A view holds no answer that is not revealed, and no reserve card of others but where a milestone shows them."""
    for viewer in range(len(game.state.players)):
        view = game.view(viewer)
        sees = game.sum(game.hooks.modify_sees_reserves, viewer) > 0
        for seat, player in enumerate(view.state.players):
            if seat == viewer:
                continue
            assert seat not in view.state.secret, f"{game.name(viewer)} sees what {player.id} has answered"
            shown = player.reserve is not None
            assert not shown or sees or game.state.bank_breaks, (
                f"{game.name(viewer)} sees the reserve card of {player.id}"
            )

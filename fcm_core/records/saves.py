"""Saves: a game as a JSON Lines file, written as it is played, read by playing it again.

The first line is the header: the format, the engine, the ruleset with its modules, their versions, rules numbers and
digests, all options, a digest of the compiled order of steps and keys, the seed, the players and who sits where. Then
comes one action a line, flushed as played. After the action that ends a round (or setup) follows a line with the
fingerprint of the state, so that a replay proves itself.

No file is ever clobbered or left half written: a new save is created only where no file is, a line that cannot be
written whole is taken back, and a rewrite goes to a second file that replaces the first when it is complete. Only one
writer at a time holds a save (fcm_core.records.writing).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import MapPlan, map_of, new_game
from fcm_core.basics.errors import FcmError, InputError, Problem, Refusal, RefusedError, SaveError
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.schema import PLAIN
from fcm_core.basics.vocabulary import PlayerRange, RulesNumber, Seat
from fcm_core.game.events import Event
from fcm_core.game.game import PHASES, Game, Moment
from fcm_core.game.rules import Rules
from fcm_core.game.views import Hidden
from fcm_core.records.codec import action_from_json, action_to_json, digest, fingerprint, state_from_json, state_to_json
from fcm_core.records.writing import Writer, reason
from fcm_core.rules.choosing import Selection
from fcm_core.rules.plan import Plan, Ruleset, resolve

if TYPE_CHECKING:
    from fcm_core.game.state import MapSpec, State

FORMAT = 1
DISTRIBUTION = "fcm-engine"
FORMAT_KEY = "fcm_save"


@frozen
class SavedRuleset:
    """The ruleset of a save, as far as its modules and options do not say it."""

    id: str
    title: str
    players: PlayerRange
    order: tuple[tuple[str, str], ...]  # [first, second]


@frozen
class SavedModule:
    """A module as it was when a save was written."""

    id: str
    version: str
    rules: RulesNumber
    digest: str


@frozen
class SavedMap:
    """A map as a whole: rows of tiles with their quarter turns, or a drawing."""

    tiles: tuple[tuple[str, ...], ...] | None = None
    map: tuple[str, ...] | None = None


@frozen
class Header:
    """The first line of a save. The fields are the keys, behind fcm_save, the number of the format."""

    engine: str
    ruleset: SavedRuleset
    modules: tuple[SavedModule, ...]
    options: Mapping[str, Mapping[str, Any]]
    order: str  # digest of compiled_order
    seed: int
    players: tuple[str, ...]  # ids by seat
    seats: Mapping[str, str]  # player id -> "human" or a bot's name
    position: Mapping[str, Any] | None = (
        None  # the state (see state_to_json) that a game not played from setup begins with
    )
    map: SavedMap | None = None  # where the map is not the one that the seed draws
    chosen: Selection | None = None  # how the modules were chosen, where chance or a draft did

    def begin(self, rules: Rules, *, quiet: bool = False) -> Game:
        """The game as the save begins it: at the first decision of a new game, or of the position kept here.

        Raises InputError for what these rules do not allow.
        """
        if self.position is None:
            spec = None
            if self.map is not None:
                spec = map_of(rules, MapPlan(self.map.tiles or (), self.map.map or ()), len(self.players), self.seed)
            return new_game(rules, self.players, self.seed, map_spec=spec, quiet=quiet)
        game = Game(rules, state_from_json(self.position, rules), quiet=quiet)
        game.advance()
        return game

    def plain(self) -> dict[str, Any]:
        """The header as it is written."""
        return {FORMAT_KEY: FORMAT, **PLAIN.write(self)}


@frozen
class Move:
    """One action of a save. `player` is a seat, `line` its line in the file, from 1."""

    player: Seat
    action: Any
    line: int


@frozen
class Save:
    """A save as read: its header and the lines after it as plain data with their numbers, nothing played yet."""

    file: str
    header: Header
    lines: tuple[tuple[int, Mapping[str, Any]], ...]
    cut_off: int | None = None  # number of a last line that was not written to its end, where reading allowed it
    complete: bool = True  # the last line has its line end

    def error(self, line: int, message: str) -> SaveError:
        """A SaveError that names the file and the line."""
        return SaveError(f"{self.file}, line {line}: {message}")


@define
class Replay:
    """What came of playing a save again."""

    game: Game
    moves: list[Move] = field(factory=list)
    events: list[Event] = field(factory=list)
    by_move: list[tuple[Event, ...]] = field(factory=list)  # events of each move; those of the setup belong to none
    reveals: list[bool] = field(factory=list)  # for each move: did it bring out something hidden?
    warnings: list[str] = field(factory=list)
    stopped: str = ""  # why a replay for viewing ended before the save did
    unsealed: int | None = None  # a round that the last move ended and whose fingerprint is not in the file


def compiled_order(rules: Rules) -> dict[str, list[str]]:
    """Every order that the modules' parts were put in: steps of setup, of the round and of a working turn, and keys."""
    return {
        "setup": [step.name for step in rules.setup_steps],
        "round": [f"{step.phase}.{step.name}" for step in rules.round_steps],
        "working": [step.name for step in rules.working_steps],
        "substitutions": [each.name for each in rules.substitutions],
        "add_ons": [each.name for each in rules.add_ons],
        "ranking": [each.name for each in rules.ranking_keys],
        "order_of_business": [each.name for each in rules.order_keys],
    }


def engine_version() -> str:
    """The installed version of the engine."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"


def header_of(
    rules: Rules,
    players: Sequence[str],
    seed: int,
    seats: Mapping[str, str] | None = None,
    map_spec: MapSpec | None = None,
    chosen: Selection | None = None,
) -> Header:
    """The header of a new game of these rules; `map_spec` where the map is not the one that the seed draws."""
    plan = rules.plan
    if map_spec is not None and (map_spec.roads or map_spec.costs):
        raise InputError("a game begins on a map on which nothing was built yet")
    written = MapPlan.of(map_spec) if map_spec is not None else None
    return Header(
        engine=engine_version(),
        ruleset=SavedRuleset(plan.id, plan.title, plan.players, plan.order),
        modules=tuple(
            SavedModule(module.id, module.manifest.version, module.manifest.rules, module.digest)
            for module in plan.modules
        ),
        options={module: dict(values) for module, values in plan.options.items()},
        order=digest(compiled_order(rules)),
        seed=seed,
        players=tuple(players),
        seats=dict(seats or {}),
        map=SavedMap(written.tiles or None, written.drawing or None) if written is not None else None,
        chosen=chosen,
    )


# --- reading ---------------------------------------------------------------------------------------------------------


def read_save(path: str | Path, *, repair: bool = False) -> Save:
    """A save's header and lines, not played yet.

    With `repair` a last line that was not written to its end is left out instead of being an error. Raises SaveError
    for what is no save, for a newer format, and for a line that cannot be read.
    """
    file = str(path)
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise SaveError(f"{file}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise SaveError(f"{file}: this is not a save: it is not text") from error
    rows = text.split("\n")
    complete = rows[-1] == ""
    if complete:
        rows.pop()
    if not rows:
        raise SaveError(f"{file}: this is not a save: the file is empty")
    header = _read_header(file, rows[0])
    lines: list[tuple[int, Mapping[str, Any]]] = []
    cut_off = None
    for number, row in enumerate(rows[1:], 2):
        last = number == len(rows)
        try:
            plain = _plain(row)
        except RecursionError as error:
            raise SaveError(f"{file}, line {number}: it is nested too deeply") from error
        except ValueError as error:
            if last and not complete and isinstance(error, json.JSONDecodeError):
                if not repair:
                    raise SaveError(
                        f"{file}, line {number}: the save is cut off in its last line; the {number - 2} lines before "
                        "it can still be played (open it with repair)"
                    ) from error
                cut_off = number
                break
            why = f" ({error})" if not isinstance(error, json.JSONDecodeError) else ""
            raise SaveError(f"{file}, line {number}: expected an action as JSON, found {row[:60]!r}{why}") from error
        if not isinstance(plain, dict):
            raise SaveError(f"{file}, line {number}: expected an action as JSON, found {row[:60]!r}")
        lines.append((number, plain))
    return Save(file, header, tuple(lines), cut_off, complete)


def _plain(row: str) -> Any:
    """A line of JSON. ValueError, besides what is no JSON, for a key that stands there twice and for endless numbers."""
    try:
        return json.loads(row, object_pairs_hook=_once)
    except json.JSONDecodeError:
        raise
    except ValueError as error:
        if isinstance(error, _Twice):
            raise
        raise ValueError("a number in it has too many digits") from error


class _Twice(ValueError):
    """A key that stands twice in a table."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(f"the key {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def _read_header(file: str, row: str) -> Header:
    try:
        plain = _plain(row)
    except RecursionError as error:
        raise SaveError(f"{file}, line 1: this is not a save: it is nested too deeply") from error
    except json.JSONDecodeError:
        plain = None
    except ValueError as error:
        raise SaveError(f"{file}, line 1: this is not a save: {error}") from error
    if not isinstance(plain, dict) or FORMAT_KEY not in plain:
        raise SaveError(f"{file}, line 1: this is not a save: a header with fcm_save = {FORMAT} was expected")
    if type(plain[FORMAT_KEY]) is not int or plain[FORMAT_KEY] < 1:
        raise SaveError(f"{file}, line 1: fcm_save: expected a format number, found {plain['fcm_save']!r}")
    if plain[FORMAT_KEY] > FORMAT:
        raise SaveError(
            f"{file}, line 1: the save has format {plain['fcm_save']}, but this engine ({engine_version()}) reads up to "
            f"{FORMAT}; it was written by {plain.get('engine', 'a newer one')}"
        )
    problems: list[Problem] = []
    header = PLAIN.read(Header, {key: plain[key] for key in plain if key != FORMAT_KEY}, problems)
    if header is None:
        raise SaveError(f"{file}, line 1: {'; '.join(map(str, problems))}")
    return header


def plan_of(save: Save, modules_dirs: Iterable[str | Path] = ()) -> Plan:
    """The plan that the save was played with, of the modules installed now. SaveError if one is missing."""
    header = save.header
    ruleset = Ruleset(
        id=header.ruleset.id,
        title=header.ruleset.title,
        modules=tuple(module.id for module in header.modules),
        options=header.options,
        players=header.ruleset.players,
        order=header.ruleset.order,
        file=save.file,
    )
    try:
        return resolve(ruleset, modules_dirs=modules_dirs)
    except InputError as error:
        was = ", ".join(f"{module.id} {module.version}" for module in header.modules)
        raise save.error(1, f"saved with {was}, which cannot be put together here: {error}") from error


def differences(save: Save, rules: Rules) -> tuple[list[str], list[str]]:
    """How today's modules differ from those of the save: what makes it another game, and what may not matter.

    A newer rules number with changes that concern the game's options, an older one, another set of modules or another
    compiled order is another game. Other files may play the same: only a replay with verification can tell.
    """
    grave: list[str] = []
    slight: list[str] = []
    now = {module.id: module for module in rules.plan.modules}
    for was in save.header.modules:
        module = now.pop(was.id, None)
        if module is None:
            grave.append(f"module {was.id} {was.version} is not on")
            continue
        manifest = module.manifest
        if manifest.rules != was.rules:
            have = f"{manifest.version} (rules {manifest.rules})"
            what = f"module {was.id} was {was.version} (rules {was.rules}) and is {have} here"
            reasons = manifest.changed_since(was.rules, rules.plan.options)
            if manifest.rules < was.rules:
                grave.append(what)
            elif reasons:
                grave.append(f"{what}: {'; '.join(reasons)}")
            else:
                slight.append(f"{what}; that does not concern games with these options")
        elif module.digest != was.digest:
            slight.append(f"module {was.id} was {was.version} and is {manifest.version} with other files here")
    grave.extend(f"module {name} is on here and was not in the save" for name in now)
    if not grave and digest(compiled_order(rules)) != save.header.order:
        grave.append("the order of steps or keys is another one here (see the ruleset's order)")
    return grave, slight


# --- playing again ---------------------------------------------------------------------------------------------------


def read_until(text: str) -> Moment:
    """The moment that ROUND or ROUND.PHASE names. Raises InputError."""
    number, dot, phase = text.partition(".")
    if not re.fullmatch("[0-9]{1,9}", number) or (dot and phase not in PHASES):
        hint = did_you_mean(phase, PHASES) if dot else ""
        raise InputError(f"until {text!r}: expected ROUND or ROUND.PHASE with a phase out of {', '.join(PHASES)}{hint}")
    return int(number), PHASES.index(phase) if dot else 0


def replay(
    save: Save,
    until: str | None = None,
    *,
    verify: bool = True,
    view: bool = False,
    modules_dirs: Iterable[str | Path] = (),
) -> Replay:
    """Plays a save again, up to the beginning of a round or phase if `until` says so ("7", "7.dinnertime").

    `verify` compares the state with each fingerprint. `view` accepts a save of other module versions and ends at the
    first bad line, with the reason in `stopped`, where otherwise SaveError is raised. A save whose modules are not all
    installed is never played.
    """
    target = read_until(until) if until else None
    rules = compile_rules(plan_of(save, modules_dirs))
    grave, slight = differences(save, rules)
    if grave and not view:
        raise save.error(1, f"this save is of another game: {'; '.join(grave)}")
    try:
        game = save.header.begin(rules)
    except InputError as error:
        raise save.error(1, str(error)) from error
    found = Replay(game, events=list(game.events), warnings=[*grave, *slight])
    try:
        _play(save, game, found, target, verify=verify or bool(slight))
    except SaveError as error:
        if not view:
            if slight:
                raise SaveError(f"{error}\n(saved with other modules: {'; '.join(slight)})") from error
            raise
        found.stopped = str(error)
    game.stop_at = None
    game.events.clear()
    return found


def _play(save: Save, game: Game, found: Replay, target: Moment | None, *, verify: bool) -> None:
    """Plays the moves of a save, up to the beginning of the phase `target`."""
    game.stop_at = target
    seats = dict(zip(save.header.players, game.state.seats, strict=True))
    checked = game.state.round
    owed = False  # a fingerprint: a round has ended
    verified = 1
    for number, plain in save.lines:
        if "fingerprint" in plain:
            if verify:
                if not owed:
                    raise save.error(
                        number, "a fingerprint where no round ended: lines before it were changed or removed"
                    )
                _compare(save, game, number, plain, checked, verified)
            verified = number
            owed = False
            found.unsealed = None
            checked = game.state.round
            continue
        if owed and verify:
            raise save.error(number, f"round {checked} ended here, and its fingerprint is missing")
        seat, action = _read_move(save, number, plain, game.rules, seats)
        hidden = Hidden.of(game)
        game.events.clear()
        try:
            action = game.canonical(seat, action)  # an older save may write it in another way
            events = game.apply(seat, action)
        except RefusedError as error:
            raise save.error(number, f"illegal action {plain['action']}: {error}") from error
        except FcmError as error:
            raise save.error(number, str(error)) from error
        found.moves.append(Move(seat, action, number))
        found.by_move.append(tuple(events))
        found.events.extend(events)
        found.reveals.append(hidden.came_out(game, events))
        if target is not None and game.stop_at is None:
            return
        owed = ends_round(game.state, checked)
        found.unsealed = checked if owed else None


def _read_move(
    save: Save, number: int, plain: Mapping[str, Any], rules: Rules, seats: Mapping[str, Seat]
) -> tuple[Seat, Any]:
    player = plain.get("player")
    if not isinstance(player, str) or player not in seats:
        raise save.error(number, f"no player {player!r}{did_you_mean(str(player), seats)}; playing: {', '.join(seats)}")
    try:
        return seats[player], action_from_json(rules, plain)
    except InputError as error:
        raise save.error(number, str(error)) from error


def _compare(save: Save, game: Game, number: int, plain: Mapping[str, Any], ended: int, verified: int) -> None:
    have = fingerprint(game.state, game.rules)
    if plain["fingerprint"] != have or plain.get("round") != ended:
        raise save.error(
            number,
            f"after round {ended} the game is another one than was saved (fingerprint {plain['fingerprint']}, "
            f"replayed {have}): the file was changed between lines {verified} and {number}, or the rules were",
        )


def ends_round(state: State, before: int) -> bool:
    """Whether a round (or setup) has ended since the state was in round `before`."""
    return state.round != before or state.over


# --- writing ---------------------------------------------------------------------------------------------------------


def _row(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False) + "\n"


# --- a game with its record ------------------------------------------------------------------------------------------


class Recording:
    """A game being played, with its moves so far and, if there is a path, its save.

    `play` applies an action and writes it; `undo` takes moves back. Use it as a context manager, or `close` it.
    """

    def __init__(self, header: Header, game: Game, writer: Writer | None = None) -> None:
        self.header = header
        self.game = game
        self.moves: list[Move] = []
        self.warnings: list[str] = []
        self._reveals: list[bool] = []
        self._rows: list[str] = [_row(header.plain())]
        self._ends: list[int] = []  # for each move: how many rows there are after it
        self._writer = writer
        self._round = game.state.round
        self._behind = False  # the file lacks lines that could not be written

    @classmethod
    def start(
        cls,
        rules: Rules,
        players: Sequence[str] | int,
        seed: int,
        *,
        seats: Mapping[str, str] | None = None,
        path: str | Path | None = None,
        map_spec: MapSpec | None = None,
        chosen: Selection | None = None,
    ) -> Recording:
        """A new game; with a path it is saved there as it is played. SaveError where a file already is.

        `map_spec` is the map where the seed shall not draw it, `chosen` how the modules were chosen.
        """
        game = new_game(rules, players, seed, map_spec=map_spec)
        header = header_of(rules, [player.id for player in game.state.players], seed, seats, map_spec, chosen)
        return cls(header, game, Writer.create(path, _row(header.plain())) if path is not None else None)

    @classmethod
    def begin(cls, game: Game, *, seats: Mapping[str, str] | None = None, path: str | Path | None = None) -> Recording:
        """Plays on from a position, such as that of a scenario; its save holds the position. The game given is not changed.

        Raises InputError where nobody has to decide any more, SaveError where a file already is.
        """
        header = evolve(
            header_of(game.rules, [player.id for player in game.state.players], game.state.seed, seats),
            position=state_to_json(game.state, game.rules),
        )
        begun = header.begin(game.rules)
        if not begun.pending:
            raise InputError("the game ends in this position before anybody has to decide")
        return cls(header, begun, Writer.create(path, _row(header.plain())) if path is not None else None)

    @classmethod
    def resume(cls, path: str | Path, *, repair: bool = False, modules_dirs: Iterable[str | Path] = ()) -> Recording:
        """Goes on with a save after a verified replay. Raises SaveError (see `read_save`, `replay`); with `repair` a
        last line that was cut off is dropped from the file."""
        writer = Writer.open(path)  # nobody else writes while it is read
        try:
            save = read_save(path, repair=repair)
            played = replay(save, modules_dirs=modules_dirs)
            found = cls(save.header, played.game, writer)
            found._take_up(save, played)
        except BaseException:
            writer.close()
            raise
        return found

    def _take_up(self, save: Save, played: Replay) -> None:
        """The moves of a save that was played again; what its file lacks is written."""
        self.warnings = played.warnings
        plain = {number: each for number, each in save.lines}
        for move, reveal in zip(played.moves, played.reveals, strict=True):
            self.moves.append(move)
            self._reveals.append(reveal)
            self._rows.append(_row(plain[move.line]))
            after = plain.get(move.line + 1, {})
            if "fingerprint" in after:
                self._rows.append(_row(after))
            self._ends.append(len(self._rows))
        if played.unsealed is not None:
            self._rows.append(self._round_row(played.unsealed))
            self._ends[-1] = len(self._rows)
        if self._writer is not None and (played.unsealed is not None or not save.complete):
            self._writer.rewrite(self._rows)

    def play(self, seat: Seat, action: Any) -> list[Event]:
        """Applies an action and saves it. RefusedError leaves everything as it was; SaveError means that the action
        counts but is not in the file."""
        game = self.game
        hidden = Hidden.of(game)
        game.events.clear()
        events = game.apply(seat, action)
        row = _row(action_to_json(game.rules, game.name(seat), action))
        self.moves.append(Move(seat, action, len(self._rows) + 1))
        self._reveals.append(hidden.came_out(game, events))
        ended = ends_round(game.state, self._round)
        rows = [row, self._round_row(self._round)] if ended else [row]
        self._round = game.state.round
        self._ends.append(len(self._rows) + len(rows))
        self._rows.extend(rows)
        self._write("".join(rows), sync=ended)
        return events

    def would_reveal(self, seat: Seat, action: Any) -> bool:
        """Whether the action would bring out something hidden, so that it could not be taken back. RefusedError if it is not legal."""
        tried = self.game.copy()
        tried.quiet = False
        hidden = Hidden.of(tried)
        return hidden.came_out(tried, tried.apply(seat, action))

    def _write(self, text: str, *, sync: bool) -> None:
        if self._writer is None:
            return
        if self._behind:
            self._writer.rewrite(self._rows)
        else:
            self._behind = True
            self._writer.append(text, sync=sync)
        self._behind = False

    def _round_row(self, ended: int) -> str:
        return _row({"round": ended, "fingerprint": fingerprint(self.game.state, self.game.rules)})

    def can_undo(self, players: Collection[int] | None = None) -> Refusal | None:
        """Why the last move of one of these seats (None: of any) cannot be taken back, or None if it can."""
        keep = self._undo_point(players)
        return keep if isinstance(keep, Refusal) else None

    def _undo_point(self, players: Collection[int] | None) -> int | Refusal:
        for index in range(len(self.moves) - 1, -1, -1):
            if self._reveals[index]:
                return Refusal("revealed", "undo ends here: the last moves brought out what was hidden")
            if players is None or self.moves[index].player in players:
                return index
        return Refusal("nothing_to_undo", "there is no move to take back")

    def undo(self, players: Collection[int] | None = None) -> list[Move]:
        """Goes back to before the last move of one of these seats (None: of any); returns the moves taken back.

        What others did after it is taken back too. RefusedError where that would go past a reveal.
        """
        keep = self._undo_point(players)
        if isinstance(keep, Refusal):
            raise RefusedError(keep)
        rows = self._rows[: self._ends[keep - 1] if keep else 1]
        game = self.header.begin(self.game.rules, quiet=True)
        for move in self.moves[:keep]:
            game.apply(move.player, move.action)
        if self._writer is not None:
            self._writer.rewrite(rows)
            self._behind = False
        taken = self.moves[keep:]
        self.game = Game(game.rules, game.state)
        self._round = game.state.round
        self._rows = rows
        del self.moves[keep:], self._reveals[keep:], self._ends[keep:]
        return taken

    def events(self) -> Iterator[Event]:
        """All events of the game so far, by playing it again."""
        return chain.from_iterable(self.history())

    def history(self) -> Iterator[tuple[Event, ...]]:
        """The events of the setup, then those of each move, by playing the game again."""
        game = self.header.begin(self.game.rules)
        yield tuple(game.events)
        for move in self.moves:
            game.events.clear()
            yield tuple(game.apply(move.player, move.action))

    def close(self) -> None:
        """Ends the recording; the file stays."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""`fcm play`, `resume`, `replay`, `simulate`."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress

import fcm_core as fcm
from fcm_cli import board, human, opening, report, table
from fcm_cli.common import (
    Changes,
    Json,
    MapFile,
    ModulesDir,
    Players,
    RulesetName,
    Seed,
    Wish,
    print_json,
    say,
    spec_of,
    takes_changes,
)
from fcm_cli.output import Console, may_ask, printable
from fcm_cli.session import HUMAN, Session
from fcm_core import (
    InputError,
    MapSpec,
    Recording,
    Rules,
    SaveError,
    Selection,
    did_you_mean,
)

if TYPE_CHECKING:
    from fcm_table.replay import Branch

DEFAULT_BOT = "steady"
LONGEST_NAME = 40
Plain = Annotated[bool, typer.Option("--plain", help="The line prompt instead of the full-screen table.")]
SaveFile = Annotated[Path, typer.Argument(metavar="FILE")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(play)
    app.command()(resume)
    app.command()(replay)
    app.command()(simulate)


def _terminal() -> human.Terminal:
    """The real terminal, with line editing and completion where the platform has them."""
    console = Console(highlight=False)

    def plain(prompt: str) -> str:
        return input(printable(prompt))

    try:
        import readline
    except ImportError:
        return human.Terminal(ask=plain, console=console)

    def ask(prompt: str) -> str:
        while True:
            try:
                return input(printable(prompt))
            except KeyboardInterrupt:
                if not readline.get_line_buffer().strip():
                    raise
                print()  # a half-typed line is dropped; on an empty one Ctrl-C leaves

    offered: list[str] = []

    def complete(text: str, state: int) -> str | None:
        found = [option for option in offered if option.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    def offer(options: Sequence[str]) -> None:
        offered[:] = options

    def forget() -> None:
        readline.clear_history()

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    return human.Terminal(ask=ask, console=console, offer=offer, forget=forget)


def at_terminal() -> bool:
    """Whether a person sits there."""
    return sys.stdin.isatty() and sys.stdout.isatty() and may_ask()


def seats_of(
    rules: Rules, given: list[str], players: int | None, *, terminal: bool, names: Sequence[str] = ()
) -> dict[str, str]:
    """Player id -> human or a bot's name, in seating order. Only those in `names` are seated, where there are any."""
    seats: dict[str, str] = {}
    for text in given:
        name, equals, who = text.partition("=")
        if not equals or not name or not who:
            raise InputError(f"--seat {text}: expected NAME=human or NAME=BOT")
        if not name.isprintable() or not name.strip() or len(name) > LONGEST_NAME:
            raise InputError(f"--seat {text!r}: expected a name of at most {LONGEST_NAME} letters")
        if name in seats:
            raise InputError(f"--seat {text}: {name} has a seat already")
        if names and name not in names:
            raise InputError(
                f"--seat {text}: no player {name}{did_you_mean(name, names)}; there are {', '.join(names)}"
            )
        check_who(rules, who, f"--seat {text}")
        seats[name] = who
    if names:
        usual = {name: HUMAN if terminal and not given and name == names[0] else DEFAULT_BOT for name in names}
        return {**usual, **seats}
    low, _ = rules.plan.players
    # Several seats are the whole table; who names one alone gets company.
    wanted = players or max(len(seats) if len(seats) > 1 else 3, low)
    if len(seats) > wanted:
        raise InputError(f"{len(seats)} seats are named for {wanted} players")
    for chain in rules.setup.chains:
        if len(seats) >= wanted:
            break
        if chain not in seats:
            seats[chain] = HUMAN if terminal and not given and not seats else DEFAULT_BOT
    if len(seats) < wanted:
        low, high = rules.plan.players
        raise InputError(f"{rules.plan.title} is for {low} to {high} players, not {wanted}")
    return seats


def check_who(rules: Rules, who: str, where: str) -> None:
    """Raises InputError, which says where it stands, for what is neither `human` nor a bot."""
    if who == HUMAN:
        return
    if who not in rules.bots and not {":", "("}.intersection(who):
        valid = [HUMAN, *rules.bots]
        raise InputError(f"{where}: no bot {who}{did_you_mean(who, valid)}; there are {', '.join(valid)}")
    try:
        fcm.as_bot(rules, who)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error


@takes_changes
def play(
    name: RulesetName,
    changes: Changes,
    wish: Wish,
    players: Players = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="NAME=human, NAME=BOT or NAME=cmd:COMMAND; repeatable.")
    ] = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", help="Save the game here as it is played.")] = None,
    map_file: MapFile = None,
    plain: Plain = False,
    json: Json = False,
) -> None:
    """Plays a game: against bots, hot-seat, or watching bots. A scenario file in place of the ruleset: plays on from there.

    --random and --budget add modules by chance.
    """
    if fcm.is_scenario(name):
        if map_file is not None or wish != Wish() or json:
            raise InputError(f"{name} is a position: it has its map and its modules, and people play on from it")
        _play_on(Path(name), changes, seat or [], save, told=(players, seed), plain=plain)
        return
    number = seed if seed is not None else _new_seed()
    chosen = wish.select(name, changes, players, number)
    rules = changes.and_(chosen).rules(name, players)
    seats = seats_of(rules, seat or [], players, terminal=at_terminal() and not json)
    spec = spec_of(rules, map_file, len(seats), number, changes.modules_dirs)
    start(rules, seats, number, save, spec, chosen, plain=plain, json=json)


def choose() -> None:
    """The start screen, and then what was chosen there: a game, or a save to go on with."""
    picked = opening.open_start()
    if picked is None:
        return
    from fcm_table.setup import Resume

    if isinstance(picked, Resume):
        resume(picked.file)
    else:
        start(picked.rules, picked.seats, picked.seed, None, chosen=picked.chosen)


def start(
    rules: Rules,
    seats: dict[str, str],
    seed: int,
    save: Path | None,
    spec: MapSpec | None = None,
    chosen: Selection | None = None,
    *,
    plain: bool = False,
    json: bool = False,
) -> None:
    """Begins a game and plays it. With `json` only bots play, and one document tells how it ended. Raises InputError."""
    plan = rules.plan
    humans = HUMAN in seats.values()
    if humans and json:
        raise InputError("--json is for games between bots: it tells how they ended")
    tty = at_terminal()
    if humans and not tty:
        raise InputError("a human seat needs a terminal")
    path = save
    if path is None and humans:
        path = _free_name(plan.id, seed)
    say(f"{plan.title}, seed {seed}: " + ", ".join(f"{player} ({who})" for player, who in seats.items()))
    if not (tty or humans or json):
        say("stdin or stdout is no terminal, so bots play every seat; only the result is shown")
    if chosen is not None:
        say(f"modules ({chosen.way}): {', '.join(chosen.modules) or 'none'}")
    with Recording.start(rules, list(seats), seed, seats=seats, path=path, map_spec=spec, chosen=chosen) as recording:
        if json:
            session = Session(recording, seats, None)
            with session.bots:
                over = session.run()
            print_json(_outcome(recording, over=over, path=path))
        else:
            _sit(recording, seats, path, tty=tty, plain=plain)


def _outcome(recording: Recording, *, over: bool, path: Path | None) -> dict[str, Any]:
    """How a game between bots ended, as JSON-ready data."""
    game, header = recording.game, recording.header
    result = game.result
    plain = header.plain()
    return {
        "ruleset": header.ruleset.id,
        "modules": [module.id for module in header.modules],
        "chosen": plain.get("chosen"),
        "seed": header.seed,
        "seats": dict(header.seats),
        "save": str(path) if path is not None else None,
        "over": over,
        "rounds": game.round,
        "winner": game.name(result.winner) if result.winner is not None else None,
        "cash": {game.name(seat): result.cash[seat] for seat in game.seats},
    }


def _play_on(
    file: Path,
    changes: Changes,
    given: list[str],
    save: Path | None,
    *,
    told: tuple[int | None, int | None],
    plain: bool,
) -> None:
    """Plays on from the position of a scenario file, under the rules that the file names."""
    if told != (None, None) or changes.with_ or changes.without or changes.options:
        raise InputError(
            f"{file} says itself which rules, players and seed it has: --seat, --save and --modules-dir only"
        )
    game = fcm.game_of_file(file, changes.modules_dirs)
    tty = at_terminal()
    seats = seats_of(game.rules, given, None, terminal=tty, names=[player.id for player in game.state.players])
    humans = HUMAN in seats.values()
    if humans and not tty:
        raise InputError("a human seat needs a terminal")
    path = save
    if path is None and humans:
        path = _free_name(file.name.split(".", maxsplit=1)[0], game.state.seed)
    say(f"{file}: " + ", ".join(f"{player} ({who})" for player, who in seats.items()))
    with Recording.begin(game, seats=seats, path=path) as recording:
        _sit(recording, seats, path, tty=tty, plain=plain)


def _free_name(ruleset: str, seed: int) -> Path:
    """A save's name that no file has yet."""
    for count in range(1000):
        path = Path(f"fcm-{ruleset}-{seed}{f'-{count}' if count else ''}.jsonl")
        if not path.exists():
            return path
    raise InputError("this folder is full of saves: name one with --save")


def _branch(branch: Branch | None, save: fcm.Save, file: Path) -> None:
    """Plays on from a position of a save, in a save of its own."""
    if branch is None:
        return
    game = branch.game
    seats = {name: save.header.seats.get(name, DEFAULT_BOT) for name in save.header.players}
    if branch.human is not None:
        seats[game.name(branch.human)] = HUMAN
    valid = [HUMAN, *game.rules.bots]
    seats = {name: who if who in valid else DEFAULT_BOT for name, who in seats.items()}
    path = _free_name(f"branch-{file.stem.removeprefix('fcm-')}", game.round)
    with Recording.begin(game, seats=seats, path=path) as recording:
        _sit(recording, seats, path, tty=at_terminal())


def _rematch(recording: Recording, seats: dict[str, str], *, same_map: bool) -> None:
    """The same players under the same rules once more, on the map they know or on a new one."""
    rules, header = recording.game.rules, recording.header
    spec = header.begin(rules, quiet=True).state.map if same_map else None
    start(rules, seats, _new_seed(), None, spec, header.chosen)


def _new_seed() -> int:
    return time.time_ns() % 1_000_000_000


def _sit(recording: Recording, seats: dict[str, str], path: Path | None, *, tty: bool, plain: bool = False) -> None:
    """Plays on the table, or at the line prompt where the table cannot be or is not wanted; tells how it went."""
    reason = opening.why_plain(plain=plain)
    if not reason:
        opening.open_table(recording, seats, path)
        if not recording.game.pending:
            Console(highlight=False).print(table.result(recording.game), markup=False)
            again = opening.open_after(recording)
            if again is not None:
                _rematch(recording, seats, same_map=again == "same map")
        return
    if tty and not plain:
        say(f"the line prompt, not the full-screen table: {reason}")
    watching = tty
    session = Session(recording, seats, _terminal() if watching else None)
    try:
        with session.bots:
            over = session.run()
    except (KeyboardInterrupt, EOFError):
        print()
        if path is not None:
            say(f"saved: fcm resume {path}")
        raise typer.Exit(0) from None
    console = Console(highlight=False)
    if watching:
        console.print(board.draw(recording.game), markup=False)
    console.print(table.result(recording.game), markup=False)
    if not over:
        say(f"stopped in round {recording.game.round}: nobody broke the bank")


def resume(
    file: SaveFile,
    modules_dir: ModulesDir = None,
    repair: Annotated[bool, typer.Option("--repair", help="Drop a last line that was cut off.")] = False,
    programs: Annotated[bool, typer.Option("--programs", help="Start the programs that play in this save.")] = False,
    plain: Plain = False,
) -> None:
    """Goes on with a saved game."""
    with Recording.resume(file, repair=repair, modules_dirs=modules_dir or ()) as recording:
        for warning in recording.warnings:
            say(warning)
        seats = {player: recording.header.seats.get(player, DEFAULT_BOT) for player in recording.header.players}
        for player, who in seats.items():
            where = f"{file}, line 1: seats.{player}"
            if ":" in who and not programs:
                raise InputError(f"{where}: {who} is a program that would be started; allow it with --programs")
            check_who(recording.game.rules, who, where)
        tty = at_terminal()
        if HUMAN in seats.values() and not tty and recording.game.pending:
            raise InputError("a human seat needs a terminal")
        _sit(recording, seats, file, tty=tty, plain=plain)


def replay(
    file: SaveFile,
    until: Annotated[str | None, typer.Option("--until", help="ROUND or ROUND.PHASE")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Compare every fingerprint; say nothing else.")] = False,
    modules_dir: ModulesDir = None,
    table_: Annotated[
        bool, typer.Option("--table", help="On the full screen, as on a terminal without options.")
    ] = False,
    plain: Plain = False,
    json: Json = False,
) -> None:
    """Shows a saved game again, or verifies it. On a terminal it is stepped through on the full screen."""
    save = fcm.read_save(file)
    if table_ or (at_terminal() and not (json or verify or until)):
        reason = opening.why_plain(plain=plain)
        if not reason:
            _branch(opening.open_replay(save, file, modules_dir or ()), save, file)
            return
        if table_:
            raise InputError(f"--table: {reason}")
    try:
        found = fcm.replay(save, until, verify=True, view=not verify, modules_dirs=modules_dir or ())
    except SaveError as error:
        if not verify:
            raise
        say(f"fcm: {error}")
        raise typer.Exit(1) from error
    for warning in found.warnings:
        say(warning)
    game = found.game
    result = game.result
    if json:
        print_json(
            {
                "moves": len(found.moves),
                "round": game.round,
                "phase": game.phase,
                "over": game.over,
                "winner": game.name(result.winner) if result.winner is not None else None,
                "cash": {game.name(seat): result.cash[seat] for seat in game.seats},
                "stopped": found.stopped,
            }
        )
    elif verify:
        print(f"{file}: {len(found.moves)} moves, every fingerprint holds")
    else:
        console = Console(highlight=False, soft_wrap=True)
        for sentence in report.sentences(found.events, game):
            console.print(sentence, markup=False)
        console.print(board.draw(game), markup=False)
        console.print(board.legend(game), markup=False)
        console.print(table.players(game), markup=False)
    if found.stopped:
        say(found.stopped)
        raise typer.Exit(1)


@takes_changes
def simulate(
    name: RulesetName,
    changes: Changes,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    bots: Annotated[str, typer.Option("--bots", help="Bots by seat: A,B,...")] = DEFAULT_BOT,
    players: Players = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that share the games.")] = 1,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Lets bots play many games: wins, cash and rounds per bot."""
    names = [each.strip() for each in bots.split(",") if each.strip()]
    if not names:
        raise InputError(f"--bots {bots}: expected names of bots, separated by commas")
    rules = changes.rules(name, players)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("games", total=games)
        found = fcm.simulate(
            rules,
            names,
            games,
            seed if seed is not None else 1,
            players=players,
            jobs=jobs,
            progress=lambda: progress.advance(task),
        )
    if json:
        print_json(found.plain())
        return
    count = sum(each.seats for each in found.bots.values()) // games
    console = Console(highlight=False)
    console.print(f"{games} games of {rules.plan.title} with {count} players, {found.rounds:.1f} rounds on average")
    for bot, each in found.bots.items():
        console.print(f"  {bot}: {each.wins} wins of {each.seats} seats, ${each.cash:.1f} on average")

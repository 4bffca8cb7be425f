"""`fcm tournament` and `fcm compare`: games between bots in blocks, and what they say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fcm_cli.common import Changes, Json, Players, print_json, say, takes_changes
from fcm_cli.output import Console
from fcm_core import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fcm_lab.compare import Difference
    from fcm_lab.plan import Arm, Plan
    from fcm_lab.running import Backend, Done
    from fcm_lab.statistics import Sprt
    from fcm_lab.tables import Tables
    from fcm_lab.tournament import Standings

MOST_PLAYERS = 4  # at a table that nobody gave a size
Blocks = Annotated[
    int, typer.Option("--blocks", min=1, help="Map seeds; each is played in every rotation of the seats.")
]
LabSeed = Annotated[int, typer.Option("--seed", help="The same seed gives the same maps and games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes that share the games.")]
Out = Annotated[Path | None, typer.Option("--out", help="Keep all tables in this folder.")]
BotNames = Annotated[str, typer.Option("--bots", help="Names of bots: A,B,...")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(tournament)
    app.command()(compare)


def names_of(text: str, option: str = "--bots") -> tuple[str, ...]:
    """Names separated by commas. InputError where there is none."""
    names = tuple(each.strip() for each in text.split(",") if each.strip())
    if not names:
        raise InputError(f"{option} {text}: expected names, separated by commas")
    return names


def backend_of(jobs: int, dask: str | None = None) -> Backend:
    """Where games are played."""
    from fcm_lab.running import Dask, Processes, Serial

    if dask is not None:
        return Dask(dask, jobs)
    return Processes(jobs) if jobs > 1 else Serial()


def arm_of(name: str, ruleset: str, changes: Changes) -> Arm:
    """Rules under a name of their own, with what was changed."""
    from fcm_lab.plan import Arm

    return Arm(
        name,
        ruleset,
        tuple(changes.with_),
        tuple(changes.without),
        tuple(changes.options),
        tuple(map(str, changes.modules_dirs)),
    )


def table_size(arms: Sequence[Arm], bots: Sequence[str], players: int | None) -> int:
    """The number of players: the given one, or as many as there are bots, within what the rules allow."""
    if players is not None:
        return players
    ranges = [arm.rules().plan.players for arm in arms]
    low, high = max(each[0] for each in ranges), min(each[1] for each in ranges)
    return max(low, min(len(bots), high, MOST_PLAYERS))


@contextmanager
def progress_bar(plan: Plan, done: int = 0) -> Iterator[Callable[[Done], None]]:
    """A bar on the terminal with the rate and the time left; nothing where no terminal is."""
    games = [0]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} batches, {task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    hidden = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), disable=hidden, transient=True) as bar:
        task = bar.add_task("playing", total=plan.batches, completed=done, rate="")

        def tell(done: Done) -> None:
            games[0] += done.games
            spent = bar.tasks[0].elapsed or 0
            bar.update(task, advance=1, rate=f"{games[0] / spent:.1f} games a second" if spent else "")

        yield tell


# --- tournament ------------------------------------------------------------------------------------------------------


@takes_changes
def tournament(
    rulesets: Annotated[list[str], typer.Argument(metavar="RULESET...", help="Shipped rulesets or TOML files.")],
    changes: Changes,
    bots: BotNames = "steady,eager",
    players: Players = None,
    blocks: Blocks = 50,
    seed: LabSeed = 1,
    jobs: Jobs = 1,
    out: Out = None,
    sprt: Annotated[
        str | None, typer.Option("--sprt", help="P0,P1: stop once the first bot's win rate is decided between the two.")
    ] = None,
    json: Json = False,
) -> None:
    """Which bot is better: win rates, places, cash, head-to-head and ratings, with intervals over blocks.

    Ends with 1 where a bot answers illegally or raises, or a game goes wrong.
    """
    from fcm_lab.plan import Plan, batch_size
    from fcm_lab.running import run_plan
    from fcm_lab.tournament import NEEDS, standings, win_shares

    names = names_of(bots)
    arms = tuple(arm_of(name, name, changes) for name in rulesets)
    plan = Plan(
        arms=arms,
        bots=names,
        players=(table_size(arms, names, players),),
        blocks=blocks,
        seed=seed,
        batch=batch_size(blocks),
        title="tournament",
    )
    test = _sequential(sprt)
    if test is not None and len(arms) > 1:
        raise InputError("--sprt decides about one ruleset: name one")

    def decided(tables: Tables) -> bool:
        return test is not None and test.decided(win_shares(tables, names[0])) != ""

    with progress_bar(plan) as tell:
        outcome = run_plan(
            plan, backend_of(jobs), folder=out, stop=decided if test is not None else None, progress=tell, keep=NEEDS
        )
    found = standings(outcome.tables)
    verdict = test.decided(win_shares(outcome.tables, names[0])) if test is not None else ""
    if json:
        told: dict[str, object] = {"plan": plan.hash, "seed": seed, "tournaments": [each.plain() for each in found]}
        if test is not None:
            told["sprt"] = {"bot": names[0], "p0": test.p0, "p1": test.p1, "decided": verdict or None}
        told["versions"] = _versions(outcome.tables)
        print_json(told)
    else:
        console = Console(highlight=False)
        for each in found:
            show_standings(console, each)
        if test is not None:
            said = f"{names[0]} wins {100 * (test.p1 if verdict == 'p1' else test.p0):g} % rather than the other"
            rates = f"{100 * test.p0:g} % or {100 * test.p1:g} %"
            console.print(f"sequential test of {rates}: {said if verdict else 'not decided'}")
        console.print(f"plan {plan.hash}, seed {seed}; --json tells the versions")
    failed = [f"{bot} in {each.arm}" for each in found for bot in each.failed]
    if failed:
        say(f"these bots fail, they answered illegally or raised an error: {', '.join(failed)}")
    if outcome.wrong:
        raise typer.Exit(1)


def _sequential(text: str | None) -> Sprt | None:
    from fcm_lab.statistics import Sprt

    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
        return Sprt(low, high)
    except ValueError as error:
        raise InputError(f"--sprt {text}: expected two win rates such as 0.5,0.6") from error


def _versions(tables: Tables) -> list[dict[str, object]]:
    from fcm_lab.tables import VersionRow, rows_of

    return [row.plain() for row in dict.fromkeys(rows_of(tables, VersionRow))]


def show_standings(console: Console, found: Standings) -> None:
    """The standings as tables."""
    from fcm_lab.tournament import NEEDS_CHOIX, can_rate

    ends = ", ".join(f"{count} {end}" for end, count in found.ends.items())
    console.print(
        f"\n[bold]{escape(found.arm)}[/bold], {found.players} players, {found.blocks} blocks, {found.games} games ({ends}), "
        f"{found.rounds.number()} rounds. By chance a seat wins {100 * found.par:.1f} %."
    )
    table = Table(box=None, pad_edge=False)
    more = Table(box=None, pad_edge=False)
    for columns, titles in (
        (table, ("bot", "wins per seat", "place score", "cash in $")),
        (more, ("bot", "Elo points", "ms per decision: p50, p95, max", "illegal", "raised")),
    ):
        for title in titles:
            columns.add_column(title, justify="left" if title == "bot" else "right")
    for each in found.bots:
        table.add_row(each.bot, each.win.percent(), each.score.percent(), each.cash.number(0))
        times = "  ".join(f"{ms:.2g}" for ms in each.ms.values())
        rating = each.rating.number(0) if each.rating is not None else "-"
        more.add_row(each.bot, rating, times, str(each.illegal), str(each.raised))
    console.print(table)
    console.print(more)
    if len(found.bots) > 1:
        if not can_rate():
            console.print(NEEDS_CHOIX, markup=False)
        elif any(each.rating is None for each in found.bots):
            console.print("A bot that always or never ends ahead has no rating: nobody knows how much better it is.")
        names = [each.bot for each in found.bots]
        duels = {(each.bot, each.rival): each.ahead for each in found.duels}
        matrix = Table(box=None, pad_edge=False, title="ends ahead of", title_justify="left")
        for title in ("", *names):
            matrix.add_column(title, justify="right" if title else "left")
        for bot in names:
            shares = [duels[bot, rival].percent() if (bot, rival) in duels else "-" for rival in names]
            matrix.add_row(bot, *shares)
        console.print(matrix)
    biased = [each for each in found.seats if each.win.excludes(found.par)]
    told = ", ".join(f"seat {each.seat} {each.win.percent()}" for each in found.seats)
    what = "seats differ" if biased else "no bias of seats is seen"
    console.print(f"wins by seat: {told}: {what}")
    for game in found.wrong[:5]:
        saved = f" (errors/{game.save})" if game.save else ""
        console.print(f"went wrong: {game.game}, seed {game.seed}{saved}: {game.error}", markup=False)
    if len(found.wrong) > 5:
        console.print(f"and {len(found.wrong) - 5} more games")


# --- compare ---------------------------------------------------------------------------------------------------------


@takes_changes
def compare(
    a: Annotated[
        str, typer.Argument(metavar="RULESET", help="A shipped ruleset, a TOML file, or the folder of a run.")
    ],
    changes: Changes,
    b: Annotated[
        str | None, typer.Argument(metavar="[RULESET]", help="The other one; without it the first with the changes.")
    ] = None,
    bots: BotNames = "steady",
    players: Players = None,
    blocks: Blocks = 50,
    seed: LabSeed = 1,
    jobs: Jobs = 1,
    out: Out = None,
    every: Annotated[bool, typer.Option("--all", help="Show what does not differ, too.")] = False,
    json: Json = False,
) -> None:
    """What a change of the rules does: the same blocks under both, with paired differences.

    --with, --without and --option change the second side only. Two folders of `--out` or `fcm batch run`, with one set of
    rules each, are compared as they are: so two versions of a module can meet.
    """
    from fcm_lab.compare import NEEDS
    from fcm_lab.compare import compare as differences
    from fcm_lab.plan import Plan, batch_size
    from fcm_lab.running import run_plan

    if b is not None and Path(a).is_dir() and Path(b).is_dir():
        if changes.with_ or changes.without or changes.options:
            raise InputError("two runs are compared as they are: leave --with, --without and --option out")
        show_runs(Path(a), Path(b), every=every, json=json)
        return

    if (b is None or b == a) and not (changes.with_ or changes.without or changes.options):
        raise InputError("both sides are the same: name another ruleset, or change one with --with or --option")
    words = [*(f"+{each}" for each in changes.with_), *(f"-{each}" for each in changes.without), *changes.options]
    arms = (
        arm_of(a, a, Changes(modules_dirs=changes.modules_dirs)),
        arm_of(" ".join([b or a, *words]), b or a, changes),
    )
    names = names_of(bots)
    plan = Plan(
        arms=arms,
        bots=names,
        players=(table_size(arms, names, players),),
        blocks=blocks,
        seed=seed,
        batch=batch_size(blocks),
        title="comparison",
    )
    with progress_bar(plan) as tell:
        outcome = run_plan(plan, backend_of(jobs), folder=out, progress=tell, keep=NEEDS)
    found = differences(outcome.tables, arms[0].name, arms[1].name)
    if json:
        told = {"plan": plan.hash, "seed": seed, "a": arms[0].name, "b": arms[1].name, "games": outcome.games}
        print_json({**told, "differences": [each.plain() for each in found], "versions": _versions(outcome.tables)})
    else:
        console = Console(highlight=False)
        sizes = f"{blocks} blocks, {outcome.games} games with {plan.players[0]} players, bots {', '.join(names)}"
        console.print(f"{arms[0].name} and {arms[1].name}: {sizes}, plan {plan.hash}, seed {seed}", markup=False)
        show_differences(console, found, arms[0].name, arms[1].name, every=every)
    if outcome.wrong:
        say(f"{outcome.wrong} games went wrong; --out DIR keeps their saves")
        raise typer.Exit(1)


def show_runs(a: Path, b: Path, *, every: bool, json: bool) -> None:
    """The paired differences of two runs, and which versions differ."""
    from fcm_lab.compare import compare as differences
    from fcm_lab.compare import paired
    from fcm_lab.storage import Run
    from fcm_lab.tables import GameRow, VersionRow, rows_of

    tables, first, second = paired(Run.open(a), Run.open(b))
    found = differences(tables, first, second)
    versions = _versions(tables)
    if json:
        told = {"a": first, "b": second, "games": len(tables[GameRow])}
        print_json({**told, "differences": [each.plain() for each in found], "versions": versions})
        return
    console = Console(highlight=False)
    console.print(f"{first} and {second}: {len(tables[GameRow])} games", markup=False)
    show_differences(console, found, first, second, every=every)
    seen: dict[str, dict[str, str]] = {}
    for row in rows_of(tables, VersionRow):
        seen.setdefault(row.part, {})[row.arm] = f"{row.version} ({row.digest})"
    for part, of in seen.items():
        if len({of.get(first), of.get(second)}) > 1:
            console.print(f"{part}: {of.get(first, 'none')} and {of.get(second, 'none')}", markup=False)


def show_differences(console: Console, found: Sequence[Difference], a: str, b: str, *, every: bool = False) -> None:
    """Paired differences as a table: those whose interval leaves out 0, or all."""
    findings = [each for each in found if each.finding]
    table = Table(box=None, pad_edge=False)
    for title in ("", a, b, "difference", "unit"):
        table.add_column(escape(title), justify="right" if title in (a, b, "difference") else "left")
    group = ""
    for each in found if every else findings:
        if each.group != group:
            group = each.group
            table.add_row(f"[bold]{group}[/bold]")
        digits = 2 if each.unit in SHARES else 1
        numbers = (f"{each.a.value:.{digits}f}", f"{each.b.value:.{digits}f}", each.difference.number(digits))
        table.add_row(f"  {each.what.replace('_', ' ')}", *numbers, each.unit)
    console.print(table)
    chance = len(found) / 20
    console.print(
        f"{len(findings)} of {len(found)} numbers differ (95 % intervals leave out 0); about {chance:.0f} would by chance "
        "alone. --all shows the others."
    )


SHARES = ("share", "share of seats", "win rate", "earned by so many")

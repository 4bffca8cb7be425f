"""`fcm stats` and `fcm plot`: what a run of many games says, or the story of one saved game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fcm_cli.common import Json, ModulesDir, print_json
from fcm_cli.lab import show_differences, show_standings
from fcm_cli.output import Console
from fcm_core import InputError, did_you_mean

if TYPE_CHECKING:
    from fcm_lab.compare import Difference
    from fcm_lab.storage import Run
    from fcm_lab.story import Story
    from fcm_lab.studies import Study
    from fcm_lab.tables import Tables

Target = Annotated[Path, typer.Argument(metavar="DIR|SAVE", help="A run's folder, or the save of one game.")]
Arms = Annotated[list[str] | None, typer.Option("--arm", help="Only these rules of the run; repeatable.")]
Count = Annotated[int | None, typer.Option("--players", help="Only games with so many players.")]
MEALS = 40  # told in words; all of them as JSON


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(stats)
    app.command()(plot)


# --- stats -------------------------------------------------------------------------------------------------------------


def stats(
    target: Target, arm: Arms = None, players: Count = None, modules_dir: ModulesDir = None, json: Json = False
) -> None:
    """Prints what a run says, with 95 % intervals over blocks; or one game's story, round by round."""
    console = Console(highlight=False, soft_wrap=True)
    if target.is_file():
        from fcm_lab.story import story_of

        story = story_of(target, modules_dir or ())
        if json:
            print_json(story.plain())
        else:
            show_story(console, story)
        return
    from fcm_lab.studies import studies
    from fcm_lab.tournament import standings

    run, tables = _read(target, arm, players)
    found = studies(tables)
    scores = {(each.arm, each.players): each for each in standings(tables)}
    changed = _effects(run, tables)
    if json:
        print_json(
            {
                "plan": run.plan.hash,
                "studies": [{**each.plain(), "standings": scores[each.arm, each.players].plain()} for each in found],
                "effects": [
                    {
                        "players": count,
                        "arm": name,
                        "first": first,
                        "differences": [each.plain() for each in differences],
                    }
                    for count, first, by_arm in changed
                    for name, differences in by_arm.items()
                ],
            }
        )
        return
    done = len(run.done())
    whole = "" if done == run.plan.batches else f", {done} of {run.plan.batches} batches so far"
    console.print(f"plan {run.plan.hash}, seed {run.plan.seed}{whole}", markup=False)
    for study in found:
        show_standings(console, scores[study.arm, study.players])
        show_study(console, study)
    for count, first, by_arm in changed:
        for name, differences in by_arm.items():
            console.print(
                f"\n[bold]{escape(name)} against {escape(first)}[/bold], {count} players, the same blocks in pairs"
            )
            show_differences(console, differences, first, name)


def _read(folder: Path, arms: Sequence[str] | None, players: int | None) -> tuple[Run, Tables]:
    """The tables of a run, of these arms and this number of players. InputError where nothing is left."""
    from fcm_lab.storage import Run
    from fcm_lab.tables import GameRow, new_tables, rows_of

    run = Run.open(folder)
    names = [each.name for each in run.plan.arms]
    for name in arms or ():
        if name not in names:
            raise InputError(f"--arm {name}: not in this run{did_you_mean(name, names)}; there are {', '.join(names)}")
    tables = run.read()
    kept = {
        game.game
        for game in rows_of(tables, GameRow)
        if (not arms or game.arm in arms) and players in (None, game.players)
    }
    if not kept:
        raise InputError(f"{folder}: no such games have been played yet")
    found = new_tables()
    for kind, rows in tables.items():
        found[kind] = [row for row in rows if getattr(row, "game", None) in kept or not hasattr(row, "game")]
    return run, found


def _effects(run: Run, tables: Tables) -> list[tuple[int, str, dict[str, list[Difference]]]]:
    """By number of players: the first arm, and every other arm's paired differences from it."""
    from fcm_lab.studies import effects
    from fcm_lab.tables import GameRow, rows_of

    played = {(game.arm, game.players) for game in rows_of(tables, GameRow)}
    names = [arm.name for arm in run.plan.arms]
    found = []
    for count in sorted({count for _, count in played}):
        here = [name for name in names if (name, count) in played]
        by_arm = effects(tables, here[0], here[1:], count)
        if by_arm:
            found.append((count, here[0], by_arm))
    return found


def show_study(console: Console, study: Study) -> None:
    """Win rates by seat, opening, milestone and reserve card, as a table."""
    from fcm_lab.studies import ASSOCIATION

    table = Table(box=None, pad_edge=False)
    for title in ("wins by", "seats", "win rate", ""):
        table.add_column(
            title, justify="right" if title in ("seats", "win rate") else "left", no_wrap=title == "win rate"
        )
    for given, rates in study.rates.items():
        if rates:
            table.add_row(f"[bold]{given}[/bold]")
        for each in rates:
            when = f", round {each.round:g}" if each.round else ""
            differs = "not by chance" if each.win.excludes(study.par) else ""
            table.add_row(f"  {escape(each.label)}{when}", str(each.seats), each.win.percent(), differs)
    console.print(table)
    console.print(ASSOCIATION, markup=False)


def show_story(console: Console, story: Story) -> None:
    """One game, round by round: money, demand and supply, which house went from which chain to which, milestones."""
    console.print(f"[bold]{escape(story.title)}[/bold]{'' if story.over else ', not over yet'}")
    table = Table(box=None, pad_edge=False)
    for title in ("round", *(f"{escape(who)} $" for who in story.names), "demand", "stock", "sold", "bank $"):
        table.add_column(title, justify="right")
    for number in range(1, story.last_round + 1):
        rows = story.of_round(number)
        if not rows:  # the game began later, in the position of a scenario
            continue
        cash = [f"{row.cash} ({row.income - row.salary:+d})" for row in rows]
        stock, sold = sum(row.stock for row in rows), sum(row.items for row in rows)
        broke = " broke" * story.breaks.count(number)
        table.add_row(str(number), *cash, str(rows[0].demand), str(stock), str(sold), f"{rows[0].bank}{broke}")
    console.print(table)
    console.print("In brackets: income less salaries.\n")
    for meal in story.meals[:MEALS]:
        rival = f", not at {story.names[meal.rival]} ({meal.decided_by})" if meal.rival >= 0 else ""
        console.print(
            f"round {meal.round}: house {meal.house} eats {meal.items} at {story.names[meal.seat]} for ${meal.income}{rival}",
            markup=False,
        )
    if len(story.meals) > MEALS:
        console.print(f"and {len(story.meals) - MEALS} more meals; --json tells all")
    for row in story.milestones:
        console.print(
            f"round {row.round}: {story.names[row.seat]} earns {row.milestone.replace('_', ' ')}", markup=False
        )


# --- plot --------------------------------------------------------------------------------------------------------------


def plot(
    target: Target,
    out: Annotated[Path | None, typer.Option("--out", help="The folder for the pictures; DIR/report.")] = None,
    arm: Arms = None,
    players: Count = None,
    modules_dir: ModulesDir = None,
    json: Json = False,
) -> None:
    """Draws it: PNG and SVG files and report.html, which works without a network.

    Of a run with several rules the first is drawn in full, and what the others change against it.
    """
    from fcm_lab.pictures import module_effects, pictures_of, pictures_of_story, write_pictures
    from fcm_lab.studies import studies
    from fcm_lab.tournament import standings

    if target.is_file():
        from fcm_lab.story import story_of

        story = story_of(target, modules_dir or ())
        folder = out or target.with_name(f"{target.stem}-report")
        report = write_pictures(folder, story.title, pictures_of_story(story))
    else:
        run, tables = _read(target, arm, players)
        scores = {(each.arm, each.players): each for each in standings(tables)}
        drawn = arm or [run.plan.arms[0].name]
        pictures = []
        for count, first, by_arm in _effects(run, tables):
            picture = module_effects(count, first, by_arm)
            if picture is not None:
                pictures.append(picture)
        for study in studies(tables):
            if study.arm in drawn:
                pictures += pictures_of(study, scores[study.arm, study.players])
        if not pictures:
            raise InputError(f"{target}: too few blocks for any picture")
        folder = out or target / "report"
        plan = run.plan
        facts = [
            f"Plan {plan.hash}, seed {plan.seed}, {plan.blocks} blocks, bots {', '.join(plan.bots)}. A block is one map seed, "
            "played in rotations of the seats; intervals are taken over blocks.",
        ]
        report = write_pictures(folder, plan.title or f"Plan {plan.hash}", pictures, facts)
    files = sorted(path.name for path in folder.iterdir() if path.suffix in (".png", ".svg"))
    if json:
        print_json({"report": str(report), "pictures": files})
    else:
        print(f"{report}: {len(files) // 2} pictures, each as PNG and SVG beside it")

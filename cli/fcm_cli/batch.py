"""`fcm batch`: plans as files, and running them in batches that survive Ctrl-C, kill -9 and lost workers."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from fcm_cli.common import Changes, Json, print_json, say, takes_changes
from fcm_cli.lab import LabSeed, arm_of, backend_of, names_of, progress_bar
from fcm_core import InputError, find_modules

if TYPE_CHECKING:
    from fcm_lab.plan import Arm, Plan

TARGET = 10.0  # seconds that a batch should take
INTERRUPTED = 130  # as shells say it
app = typer.Typer(help="Many games, in batches.", no_args_is_help=True)
PlanFile = Annotated[Path, typer.Argument(metavar="PLAN", help="A plan file (TOML).")]


def register(main: typer.Typer) -> None:
    """Adds the commands."""
    main.add_typer(app, name="batch")
    app.command("new")(new)
    app.command("run")(run)


@takes_changes
def new(
    file: PlanFile,
    changes: Changes,
    rulesets: Annotated[list[str] | None, typer.Argument(metavar="[RULESET...]", help="One arm each; base.")] = None,
    bots: Annotated[str, typer.Option("--bots", help="Names of bots: A,B,...")] = "steady",
    players: Annotated[str, typer.Option("--players", help="Numbers of players: 2,4,...")] = "2,4",
    blocks: Annotated[int, typer.Option("--blocks", min=1, help="Map seeds per number of players.")] = 200,
    seed: LabSeed = 1,
    batch: Annotated[
        int | None, typer.Option("--batch", min=1, help="Blocks per batch; measured where it is not given.")
    ] = None,
    each_module: Annotated[
        bool, typer.Option("--each-module", help="One more arm for every module: the first ruleset with it alone.")
    ] = False,
    decisions: Annotated[bool, typer.Option("--decisions", help="Keep a row for every decision, too.")] = False,
) -> None:
    """Writes a plan file: which rules, bots, numbers of players and blocks."""
    from fcm_lab.plan import USUAL_RULESET, Plan

    if file.exists():
        raise InputError(f"{file}: a file is there already")
    names = rulesets or [USUAL_RULESET]
    try:
        counts = tuple(map(int, names_of(players, "--players")))
    except ValueError as error:
        raise InputError(f"--players {players}: expected numbers such as 2,4") from error
    arms = [arm_of(name, name, changes) for name in names]
    if each_module:
        arms += _one_for_each_module(names[0], changes, counts)
    plan = Plan(tuple(arms), names_of(bots), counts, blocks, seed, decisions=decisions, title=file.stem)
    plan.check()
    plan = evolve(plan, batch=batch or _measured(plan))
    file.write_text(plan.toml(), encoding="utf-8")
    games = plan.games_per_batch * blocks // plan.batch
    print(f"{file}: {len(arms)} arms, {games} games in {plan.batches} batches of {plan.batch} blocks; plan {plan.hash}")
    print(f"play it with: fcm batch run {file}")


def _one_for_each_module(ruleset: str, changes: Changes, players: tuple[int, ...]) -> list[Arm]:
    """An arm for every module that can be added to the ruleset alone, with those of the numbers of players it is for."""
    base = arm_of(ruleset, ruleset, changes)
    own = {module.id for module in base.rules().plan.modules}
    found = []
    for module in find_modules(changes.modules_dirs)[0]:
        if module in own:
            continue
        arm = evolve(base, name=module, with_=(*base.with_, module))
        try:
            low, high = arm.rules().plan.players
        except InputError as error:
            say(f"module {module} is left out: {error}")
            continue
        fitting = tuple(count for count in players if low <= count <= high)
        if fitting:
            found.append(arm if fitting == players else evolve(arm, players=fitting))
        else:
            say(f"module {module} is left out: it is for {low} to {high} players")
    return found


def _measured(plan: Plan) -> int:
    """Blocks per batch so that one takes about ten seconds here."""
    from fcm_lab.play import compiled, run_batch

    for arm in plan.arms:
        compiled(arm)
    began = perf_counter()
    run_batch(evolve(plan, blocks=1, batch=1), 0)
    return max(1, min(plan.blocks, round(TARGET / (perf_counter() - began))))


def run(
    file: PlanFile,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Processes; one per core.")] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", help="The address of a Dask scheduler, tcp://..., or local for one here.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The run's folder; fcm-runs/ and the plan's hash.")] = None,
    json: Json = False,
) -> None:
    """Plays a plan. What is played already stays: after Ctrl-C or a crash the same command goes on.

    Ends with 1 where games went wrong; their saves lie in the folder errors.
    """
    from fcm_lab.plan import FOLDER_OF_RUNS, read_plan
    from fcm_lab.running import run_plan
    from fcm_lab.storage import Run

    plan = read_plan(file)
    folder = out or Path(FOLDER_OF_RUNS) / plan.hash
    before = len(Run.open(folder, plan).done())
    backend = backend_of(jobs or os.cpu_count() or 1, dask)
    try:
        with progress_bar(plan, before) as tell:
            outcome = run_plan(plan, backend, folder=folder, progress=tell, keep=())
    except KeyboardInterrupt:
        done = len(Run.open(folder).done())
        say(f"stopped: {done} of {plan.batches} batches are in {folder}; the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        told = {"plan": plan.hash, "folder": str(folder), "batches": plan.batches, "before": before}
        print_json({**told, "games": outcome.games, "wrong": outcome.wrong})
    else:
        kept = f", {before} of them from before" if before else ""
        print(f"{folder}: {plan.batches} batches{kept}; played {outcome.games} games now, {outcome.wrong} went wrong")
        print(f"look at it with: fcm stats {folder}")
    if outcome.wrong:
        raise typer.Exit(1)

"""Listings: rulesets, modules, the board; and `fcm check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import attrs
import typer
from rich.markup import escape
from rich.table import Table

from fcm_cli.board import draw, legend
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
from fcm_cli.output import Console
from fcm_core import (
    Game,
    InputError,
    MapStatistics,
    Rules,
    advice,
    did_you_mean,
    find_modules,
    ids_in,
    map_statistics,
    new_game,
    read_ruleset,
    read_save,
    replay,
    shipped_rulesets,
)


def out() -> Console:
    """Where listings go. It is made when it is needed: what --color says is known only then."""
    return Console(highlight=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(rulesets)
    app.command()(ruleset)
    app.command()(modules)
    app.command()(module)
    app.command()(board)
    app.command()(check)


def rulesets(modules_dir: ModulesDir = None, json: Json = False) -> None:
    """Lists the shipped rulesets."""
    found = [read_ruleset(name) for name in shipped_rulesets()]
    if json:
        print_json(
            [
                {"id": each.id, "title": each.title, "summary": each.summary, "modules": list(each.modules)}
                for each in found
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for title in ("ruleset", "title", "what it is"):
        table.add_column(title)
    for each in found:
        table.add_row(each.id, each.title, each.summary)
    out().print(table)


@takes_changes
def ruleset(
    name: RulesetName,
    changes: Changes,
    wish: Wish,
    players: Players = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Shows a resolved ruleset: modules and why each is there, options, working steps and ranking keys in order."""
    chosen = wish.select(name, changes, players, seed if seed is not None else 1)
    rules = changes.and_(chosen).rules(name, players)
    plan = rules.plan
    told = advice(plan, players)
    ranking = [key.title or key.name for key in rules.ranking_keys]
    view: dict[str, Any] = {
        "id": plan.id,
        "title": plan.title,
        "summary": plan.summary,
        "players": list(plan.players),
        "modules": [
            {
                "id": each.id,
                "title": each.manifest.title,
                "version": each.manifest.version,
                "complexity": each.manifest.complexity,
                "why": plan.why[each.id],
            }
            for each in plan.modules
        ],
        "chosen": None if chosen is None else {"way": chosen.way, "seed": chosen.seed, "modules": list(chosen.modules)},
        "advice": [{"module": each.module, "text": each.text} for each in told],
        "options": {module: values for module, values in plan.options.items() if values},
        "steps": {phase: [step.name for step in rules.round_steps if step.phase == phase] for phase in _phases(rules)},
        "working_steps": [step.name for step in rules.working_steps],
        "ranking_keys": [key.name for key in rules.ranking_keys],
        "substitutions": [each.name for each in rules.substitutions],
        "add_ons": [each.name for each in rules.add_ons],
        "order_keys": [key.name for key in rules.order_keys],
    }
    if json:
        print_json(view)
        return
    out().print(f"[bold]{escape(plan.title)}[/bold] ({plan.players[0]} to {plan.players[1]} players)")
    if plan.summary:
        out().print(plan.summary, markup=False)
    out().print("\n[bold]modules[/bold]")
    for each in plan.modules:
        out().print(f"  {each.id} {each.manifest.version}: {plan.why[each.id]}", markup=False)
    for each_told in told:
        out().print(f"  advice: {each_told.module}: {each_told.text}", markup=False)
    out().print("\n[bold]options[/bold]")
    for module_id, values in plan.options.items():
        for key, value in values.items():
            out().print(f"  {module_id}.{key} = {_typed(value)}", markup=False)
    out().print("\n[bold]steps of a working turn[/bold]")
    out().print("  " + ", ".join(view["working_steps"]), markup=False)
    out().print("\n[bold]where a house eats[/bold]")
    out().print("  " + ", ".join(ranking), markup=False)
    out().print("  served: " + ", ".join([*view["substitutions"], *(f"with {each}" for each in view["add_ons"])]))
    out().print("\n[bold]who chooses first in Order of Business[/bold]")
    out().print("  " + ", ".join(view["order_keys"]), markup=False)


def _phases(rules: Rules) -> list[str]:
    return list(dict.fromkeys(step.phase for step in rules.round_steps))


def _typed(value: Any) -> str:
    """An option's value as it is typed after --option."""
    if isinstance(value, bool):
        return str(value).lower()
    return (",".join(value) or "(none)") if isinstance(value, tuple) else str(value)


def modules(modules_dir: ModulesDir = None, json: Json = False) -> None:
    """Lists every module there is; none of their code is run."""
    found, problems = find_modules(modules_dir or ())
    for problem in problems:
        say(str(problem))
    if json:
        print_json(
            [
                {
                    "id": each.id,
                    "title": each.manifest.title,
                    "version": each.manifest.version,
                    "summary": each.manifest.summary,
                    "complexity": each.manifest.complexity,
                    "where": each.where,
                    "requires": list(each.manifest.requires),
                }
                for each in found.values()
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for title in ("module", "version", "where", "what it is"):
        table.add_column(title)
    for each in found.values():
        table.add_row(
            *map(escape, (each.id, each.manifest.version, each.where, each.manifest.summary or each.manifest.title))
        )
    out().print(table)


def module(
    name: Annotated[str, typer.Argument(metavar="ID")], modules_dir: ModulesDir = None, json: Json = False
) -> None:
    """Shows one module: what it needs, excludes, its options and its content."""
    found, problems = find_modules(modules_dir or ())
    if name not in found:
        mine = [str(problem) for problem in problems if name in problem.file]
        raise InputError(
            "\n".join(mine) or f"no module {name}{did_you_mean(name, found)}; there are {', '.join(found)}"
        )
    each = found[name]
    manifest = attrs.asdict(each.manifest)
    files = sorted(path.name for path in each.folder.iterdir() if path.is_file())
    content, wrong = ids_in(each, [key for other in found.values() for key in other.manifest.card_keys])
    if json:
        print_json({**manifest, "where": each.where, "folder": str(each.folder), "files": files, "content": content})
        return
    out().print(
        f"[bold]{escape(each.manifest.title)}[/bold] {escape(each.manifest.version)} ({each.id}, {escape(each.where)})"
    )
    out().print(each.manifest.summary, markup=False)
    if each.manifest.complexity is not None:
        out().print(f"complexity: {each.manifest.complexity} of 5")
    for key in ("requires", "recommends", "replaces"):
        if manifest.get(key):
            out().print(f"{key}: {', '.join(manifest[key])}")
    for conflict in each.manifest.conflicts:
        out().print(f"excludes {conflict.module}: {conflict.reason}", markup=False)
    for said in each.manifest.advice:
        out().print(f"advice: {said.text}", markup=False)
    options = list(each.manifest.options.values())
    for group in dict.fromkeys(option.group for option in options):
        if group:
            out().print(f"{group}:", markup=False)
        for option in options:
            if option.group == group:
                told = f"option {each.id}.{option.name} = {_typed(option.default)}: {option.help}"
                out().print(f"{'  ' * bool(group)}{told}", markup=False)
    for part, names in content.items():
        if names:
            out().print(f"{part}: {', '.join(map(str, names))}", markup=False)
    for problem in wrong:
        say(str(problem))
    readme = each.folder / "README.md"
    if readme.is_file():
        out().print()
        out().print(readme.read_text(encoding="utf-8", errors="replace"), markup=False)


@takes_changes
def board(
    name: RulesetName,
    changes: Changes,
    players: Players = None,
    seed: Seed = None,
    map_file: MapFile = None,
    stats: Annotated[bool, typer.Option("--stats", help="What is on it: houses, drinks by kind, road nets.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture for a web page.")] = None,
    glyphs: Annotated[str, typer.Option(help="ascii or unicode; what the output can show.")] = "",
    json: Json = False,
) -> None:
    """Draws a map: the one of a seed, of a file, or a save's as it stands now."""
    if glyphs not in ("", "ascii", "unicode"):
        raise InputError(
            f"--glyphs: expected ascii or unicode, found {glyphs}{did_you_mean(glyphs, ('ascii', 'unicode'))}"
        )
    game = _position(name, changes, players, seed, map_file)
    found = map_statistics(game)
    if svg is not None:
        from fcm_cli.svg import picture

        svg.write_text(picture(game), encoding="utf-8")
        say(f"{svg} is written")
    if json:
        print_json(
            {
                "seed": game.state.seed,
                "tiles": [
                    {"at": [row, column], "tile": tile, "turns": turns}
                    for row, column, tile, turns in game.state.map.tiles
                ],
                "squares": game.ground.drawing(),
                "houses": {
                    house.id: list(game.ground.grid.squares[house.at])
                    for house in game.state.houses.values()
                    if house.mask
                },
                **({"stats": found.plain()} if stats else {}),
            }
        )
        return
    if stats:
        for line in statistics(game, found):
            print(line)
    elif svg is None:
        print(draw(game, glyphs=glyphs))
        print(legend(game))


def statistics(game: Game, found: MapStatistics) -> list[str]:
    """What a map holds, in lines."""
    houses = ", ".join(f"{count} {kind.replace('_', ' ')}{'s' * (count != 1)}" for kind, count in found.houses.items())
    drinks = ", ".join(f"{count} {good}" for good, count in found.drinks.items())
    nets = found.road_nets
    net = f", {found.largest_net} of them in the largest" if nets > 1 else ""
    return [
        f"houses: {houses}; {found.gardens} with a garden",
        f"drinks: {drinks}",
        f"roads: {nets} separate road net{'s' * (nets != 1)}, {found.road_squares} squares{net}",
        f"tiles: {found.tiles}",
    ]


def _position(name: str, changes: Changes, players: int | None, seed: int | None, map_file: Path | None) -> Game:
    """The position whose board is meant: a new game of a ruleset, or the last one of a save."""
    if name.endswith(".jsonl") and Path(name).is_file():
        return replay(read_save(name, repair=True), modules_dirs=changes.modules_dirs).game
    rules = changes.rules(name, players)
    count = players or max(rules.plan.players[0], 2)
    number = seed if seed is not None else 1
    return new_game(rules, count, number, map_spec=spec_of(rules, map_file, count, number, changes.modules_dirs))


@takes_changes
def check(
    targets: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER|MODULE|RULESET...")],
    changes: Changes,
    json: Json = False,
) -> None:
    """Checks modules, rulesets and scenario files: every problem at once. --with tries them together with others."""
    from fcm_core.testing import check as look

    found = look(targets, changes.modules_dirs, changes.with_, changes.without, changes.options)
    if json:
        print_json(
            {
                "checked": found.count,
                "problems": [{"file": each.file, "key": each.key, "message": each.message} for each in found.problems],
                "advice": [{"file": each.file, "key": each.key, "message": each.message} for each in found.advice],
            }
        )
    else:
        for problem in found.problems:
            say(str(problem))
        for each in found.advice:
            say(f"advice: {each}")
        many = len(found.problems)
        print(f"{found.count} checked, {many} problem{'s' * (many != 1)}")
    if found.problems:
        raise typer.Exit(1)

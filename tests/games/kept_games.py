"""Finished games that are kept for ever, in the folder `saves` beside this file: they show that play has not changed.

`games.toml` tells how each game was played, `made.toml` when and why each file was written. Run this file as a program:

    python -m tests.games.kept_games make                      plays the games of games.toml that have no file yet
    python -m tests.games.kept_games renew --reason "..."      plays anew what a raised rules number has changed
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import tomli
import typer
from attrs import field, frozen

import fcm_core as fcm

FOLDER = Path(__file__).parent / "saves"
ROUNDS = 60  # a game that lasts longer is not kept


class KeptGameError(Exception):
    """A kept game cannot be made or renewed, and why."""


@frozen
class Recipe:
    """How a game is played: an entry of games.toml."""

    name: str  # the file's name without .jsonl
    ruleset: str
    edition: str
    bots: tuple[str, ...]  # by seat: a bot of the base game, or `reckless`
    seed: int
    ends: str  # how the game ends, as `ending` tells it
    modules: tuple[str, ...] = ()  # on top of those of the ruleset
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)  # besides the edition
    about: str = ""

    def rules(self) -> fcm.Rules:
        """The compiled rules."""
        options = {**self.options, "base": {**self.options.get("base", {}), "edition": self.edition}}
        return fcm.load(self.ruleset, self.modules, options=options, players=len(self.bots))


@frozen
class Made:
    """An entry of made.toml: a file was written, with these rules numbers of its modules."""

    game: str
    sha256: str
    rules: Mapping[str, int]
    reason: str


def recipes(folder: Path = FOLDER) -> dict[str, Recipe]:
    """All recipes by name."""
    tables = tomli.loads((folder / "games.toml").read_text(encoding="utf-8"))["game"]
    found = [Recipe(**{**table, "bots": tuple(table["bots"])}) for table in tables]
    return {recipe.name: recipe for recipe in found}


def all_made(folder: Path = FOLDER) -> list[Made]:
    """Every file that was ever written, oldest first."""
    path = folder / "made.toml"
    return [Made(**table) for table in tomli.loads(path.read_text(encoding="utf-8")).get("made", [])]


def file_of(name: str, folder: Path = FOLDER) -> Path:
    """The save of a game."""
    return folder / f"{name}.jsonl"


def hash_of(path: Path) -> str:
    """The SHA-256 of a save, whatever the line ends are."""
    return sha256(path.read_text(encoding="utf-8").encode()).hexdigest()


def ending(game: fcm.Game) -> str:
    """How a game came to its end, in the words of games.toml."""
    state = game.state
    bankrupt = sum(player.bankrupt for player in state.players)
    if not state.over:
        return "not over"
    if bankrupt == len(state.players):
        return "all bankrupt"
    if not state.ending:
        return "all but one bankrupt"
    return f"{('first', 'second', 'third')[state.bank_breaks - 1]} break" + (", one bankrupt" if bankrupt else "")


# --- playing -----------------------------------------------------------------------------------------------------------


def reckless(view: fcm.Game, seat: fcm.Seat, stream: fcm.Stream) -> Any:
    """A bot that puts everybody to work, advertises burgers and cooks them, whatever the price is: it may go bankrupt."""
    decision = view.decision_of(seat)
    assert decision is not None
    if decision.kind == "restructure":
        beach = view.state.players[seat].beach
        everybody = fcm.actions.Restructure(tuple(card for card, count in beach.items() for _ in range(count)))
        if view.check(seat, everybody) is None:
            return everybody
    if decision.kind == "working":
        actions: dict[str, list[Any]] = {}
        for action in view.legal_actions(seat):
            if getattr(action, "good", None) in (None, "burger"):
                actions.setdefault(view.rules.action_name(action), []).append(action)
        wanted = next(name for name in ("place_campaign", "produce", "next_step", "end_turn") if name in actions)
        return actions[wanted][stream.below(len(actions[wanted]))]
    return view.rules.bots["steady"].choose(view, seat, stream)


def play(recipe: Recipe, path: Path) -> fcm.Game:
    """Plays the game of a recipe to its end and saves it. KeptGameError where it ends otherwise than it should."""
    bots = [reckless if name == "reckless" else name for name in recipe.bots]
    game = fcm.play(recipe.rules(), bots, recipe.seed, rounds=ROUNDS, save=path)
    if ending(game) != recipe.ends:
        raise KeptGameError(f"{recipe.name}: it should end with {recipe.ends}, but: {ending(game)}; try another seed")
    return game


# --- making and renewing -----------------------------------------------------------------------------------------------


def make(name: str, reason: str, folder: Path = FOLDER) -> None:
    """Plays a game, puts its save into the folder and writes down why."""
    recipe = recipes(folder)[name]
    path = file_of(name, folder)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    try:
        game = play(recipe, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    numbers = {module.id: module.manifest.rules for module in game.rules.plan.modules}
    entry = (
        f'\n[[made]]\ngame = "{name}"\nsha256 = "{hash_of(path)}"\n'
        f"rules = {{ {', '.join(f'{module} = {number}' for module, number in numbers.items())} }}\n"
        f"reason = {json.dumps(reason, ensure_ascii=False)}\n"
    )
    with (folder / "made.toml").open("a", encoding="utf-8") as made:
        made.write(entry)


def again(name: str, folder: Path = FOLDER) -> fcm.Replay:
    """The game of a save, played again; each fingerprint is compared. SaveError where play has changed."""
    return fcm.replay(fcm.read_save(file_of(name, folder)))


def told_changes(save: fcm.Save, rules: fcm.Rules) -> list[str]:
    """What the modules' manifests tell of changes since the save that concern it."""
    now = {module.id: module.manifest for module in rules.plan.modules}
    return [
        f"{module.id}: {reason}"
        for module in save.header.modules
        if module.id in now
        for reason in now[module.id].changed_since(module.rules, rules.plan.options)
    ]


def renew(name: str, reason: str, folder: Path = FOLDER) -> None:
    """Plays a game anew whose save does not hold any more.

    Raises KeptGameError where the save still holds, and where no module tells of a change that concerns the game.
    """
    if not reason.strip():
        raise KeptGameError("a reason is needed")
    try:
        again(name, folder)
    except fcm.SaveError as error:
        if not told_changes(fcm.read_save(file_of(name, folder)), recipes(folder)[name].rules()):
            raise KeptGameError(
                f"{error}\nPlay has changed, but no module tells of it. If that is meant, raise `rules` in the manifest "
                "of the module concerned and say in `changes` what has changed and for which games. Then renew the game."
            ) from error
    else:
        raise KeptGameError(f"{name}: the save still holds, there is nothing to renew")
    make(name, reason, folder)


# --- the program -------------------------------------------------------------------------------------------------------

app = typer.Typer(add_completion=False, help=__doc__)


@app.command("make")
def make_command() -> None:
    """Plays the games that have no file yet."""
    for name in recipes():
        if not file_of(name).exists():
            make(name, "first made")
            print(f"{name}: made")


@app.command("renew")
def renew_command(
    reason: Annotated[str, typer.Option(help="Why play has changed; written to made.toml.")],
    names: Annotated[
        list[str] | None, typer.Argument(help="Games; without any, all that do not hold any more.")
    ] = None,
) -> None:
    """Plays games anew after a change of the rules."""
    chosen: Sequence[str] = names or [name for name in recipes() if not _holds(name)]
    try:
        for name in chosen:
            renew(name, reason)
            print(f"{name}: renewed")
    except KeptGameError as error:
        print(error)
        raise typer.Exit(1) from error


def _holds(name: str) -> bool:
    try:
        again(name)
    except fcm.SaveError:
        return False
    return True


if __name__ == "__main__":
    app()

"""A map out of a file: one that somebody wrote, the board of a scenario, the map of a save, or what `fcm board --json` says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from fcm_core.assembly.compile import compile_rules
from fcm_core.assembly.setup import NO_TILE, MapPlan
from fcm_core.basics.errors import FcmError, InputError, Problem, Problems, SaveError
from fcm_core.basics.schema import PLAIN
from fcm_core.basics.vocabulary import Square
from fcm_core.records.saves import plan_of, read_save
from fcm_core.rules.tables import read_toml

HOW = 'tiles = [["A0", "?"], ["B?", ""]], or a drawing: map = """..."""'


@frozen
class _Board:
    """The keys of a map in TOML, by themselves or in a table [board]."""

    tiles: tuple[tuple[str, ...], ...] | None = None
    map: str | None = None


@frozen
class _PlacedTile:
    """A tile in the JSON of a board."""

    at: Square  # tile row, tile column
    tile: str
    turns: int


def read_map(path: str | Path, modules_dirs: Iterable[str | Path] = ()) -> MapPlan:
    """The map in a file, in part perhaps: "?" stands for a tile that is drawn, "A?" for one that is turned by chance.

    A TOML file has `tiles` or `map`, at the top or in a table [board], as scenario files have; a save (.jsonl) has the map
    that its game began with; a .json file is what `fcm board --json` writes. Raises InputError for what is none of these.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(f"no file {path}; a map is a TOML file with {HOW}, a scenario, a save or a .json file")
    if path.suffix == ".toml":
        return _of_toml(path)
    try:
        return _of_json(path) if path.suffix == ".json" else _of_save(path, modules_dirs)
    except SaveError as error:
        raise InputError(f"{error}; a map is a TOML file with {HOW}, a scenario, a save or a .json file") from error


def _of_toml(path: Path) -> MapPlan:
    document = read_toml(path)
    inside = document.get("board")
    place = "board" if isinstance(inside, Mapping) else ""
    table = inside if isinstance(inside, Mapping) else document
    problems: list[Problem] = []
    known = {key: table[key] for key in ("tiles", "map") if key in table}
    board = PLAIN.read(_Board, known, problems)
    if board is None:
        raise Problems([Problem(str(path), f"{place}.{each.key}".lstrip("."), each.message) for each in problems])
    if (board.tiles is None) == (board.map is None):
        found = "both are there" if board.tiles is not None else "neither is there"
        raise InputError(f"{path}: expected {HOW}; {found}")
    lines = tuple(line for line in (board.map or "").split("\n") if line.strip())
    return MapPlan(board.tiles or (), lines)


def _of_json(path: Path) -> MapPlan:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:
        raise InputError(f"{path}: this is no JSON document: {error}") from error
    problems: list[Problem] = []
    tiles = document.get("tiles") if isinstance(document, dict) else None
    drawing = document.get("squares") if isinstance(document, dict) else None
    if not tiles and isinstance(drawing, list) and drawing and all(isinstance(line, str) for line in drawing):
        return MapPlan(drawing=tuple(drawing))
    placed = PLAIN.read(tuple[_PlacedTile, ...], tiles, problems)
    if not placed:
        said = "; ".join(map(str, problems)) or "no tile is there"
        raise InputError(f"{path}: expected the tiles of a board, as `fcm board --json` writes them: {said}")
    if any(min(each.at) < 0 for each in placed):
        raise InputError(f"{path}: tiles: expected rows and columns from 0 on")
    there = {each.at: f"{each.tile}{each.turns}" for each in placed}
    rows, columns = (max(at[side] for at in there) + 1 for side in (0, 1))
    return MapPlan(tuple(tuple(there.get((row, column), NO_TILE) for column in range(columns)) for row in range(rows)))


def _of_save(path: Path, modules_dirs: Iterable[str | Path]) -> MapPlan:
    save = read_save(path, repair=True)
    if save.header.map is not None:
        return MapPlan(save.header.map.tiles or (), save.header.map.map or ())
    try:
        return MapPlan.of(save.header.begin(compile_rules(plan_of(save, modules_dirs)), quiet=True).state.map)
    except SaveError:
        raise
    except FcmError as error:
        raise save.error(1, str(error)) from error

"""The board as text: two columns a square, the seams of the tiles always drawn, squares named by row and column.

What lies beside the map (airplanes, freeways) is drawn there, so that the drawing may be larger than the map; what has
no place at all, such as a house beside the map, is in the legend.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fcm_cli import output
from fcm_core import SIZE, bits
from fcm_face.words import good_letters

if TYPE_CHECKING:
    from fcm_core import Game, House

UNICODE = {"road": "██", "bridge": "╪╪", "empty": "· ", "off": "  ", "seam": "┊", "across": "┄", "cross": "┼"}
ASCII = {"road": "##", "bridge": "++", "empty": ". ", "off": "  ", "seam": "|", "across": "-", "cross": "+"}
CHAINS = "ABCDEF"
WIDTH = 80
HOUSE = "house"  # the kind of every house that no module brings
GARDEN = "garden"  # what is printed
Square = tuple[int, int]


def squares(game: Game, glyphs: dict[str, str]) -> dict[Square, str]:
    """(row, column) -> two characters, squares beside the map included where something lies there."""
    cells = _beside(game)
    places = game.ground.grid.squares
    for square, text in _on_map(game, glyphs).items():
        cells[places[square]] = text
    return cells


def _on_map(game: Game, glyphs: dict[str, str]) -> dict[int, str]:
    ground, state = game.ground, game.state
    cells: dict[int, str] = {}
    letters = good_letters(game.rules)
    others = sum(_other_print(game).values())
    for square in bits(ground.on_map):
        bit = 1 << square
        if ground.bridges & bit:
            cells[square] = glyphs["bridge"]
        elif ground.roads & bit:
            cells[square] = glyphs["road"]
        elif square in ground.sources:
            cells[square] = f"{letters[game.rules.source_goods[ground.sources[square]]]}*"
        elif others & bit:
            cells[square] = "%%"
        else:
            cells[square] = glyphs["empty"]
    for square, _ in state.map.costs:
        cells[square] = cells[square][0] + "!"
    for house in state.houses.values():
        cells.update(_house(house, "".join(letters[good] for good, _ in state.demand.get(house.id, ()))))
        for square in bits(house.garden):
            cells[square] = '""'
    for piece in state.pieces:
        for square in bits(piece.mask & ground.on_map):
            cells[square] = _glyph(game, piece.kind) + (CHAINS[piece.owner] if piece.owner >= 0 else " ")
    for seat, player in state.by_seat():
        for restaurant in player.restaurants:
            for square in bits(restaurant.mask):
                cells[square] = CHAINS[seat].lower() * 2 if not restaurant.open else CHAINS[seat] * 2
            cells[restaurant.door] = CHAINS[seat] + ("@" if restaurant.open else "~")
    for campaign in state.campaigns.values():
        for square in bits(game.board.drawn_on(campaign)):
            cells[square] = _number(campaign.number)
    return cells


def _other_print(game: Game) -> dict[str, int]:
    """What is printed on the map besides roads, drinks, houses and gardens: name -> squares."""
    known = {*game.rules.house_kinds, GARDEN}
    return {name: mask for name, mask in game.ground.structures.items() if mask and name not in known}


def _house(house: House, demand: str) -> dict[int, str]:
    """Its sign and id in its first squares, the letters of its demand in its last ones; the others are filled by kind.

    The sign comes first, so that no number of a campaign beside it is taken for a part of its id.
    """
    area = list(bits(house.mask))
    room = 2 * len(area)
    name, fill = (f"H{house.id}", "H") if house.kind == HOUSE else (f"[{house.id}]", "[]")
    if len(name) % 2:
        name += "H" if fill == "H" else " "
    letters = demand if len(name) + len(demand) <= room else f"{demand[: room - len(name) - 1]}+"
    first = min(
        max(room // 2, len(name)), room - len(letters) - len(letters) % 2
    )  # the lower half, where there is room
    text = name + fill * ((first - len(name)) // len(fill)) + letters
    text += fill[-1:] * (len(text) % 2)
    text += fill * ((room - len(text)) // len(fill))
    return {square: text[2 * place : 2 * place + 2] for place, square in enumerate(area)}


def _beside(game: Game) -> dict[Square, str]:
    cells: dict[Square, str] = {}
    for piece in game.state.pieces:
        kind = game.rules.piece_kinds.get(piece.kind)
        if kind is not None and kind.beside is not None:
            for square in kind.beside(game, piece):
                cells[square] = _glyph(game, piece.kind) + " "
    for campaign in game.state.campaigns.values():
        for square in game.board.beside(campaign):
            cells[square] = _number(campaign.number)
    return cells


def _glyph(game: Game, piece: str) -> str:
    kind = game.rules.piece_kinds.get(piece)
    return (kind.glyph if kind is not None else "?")[:1]


def _number(campaign: int) -> str:
    return f"{campaign:>2}" if campaign > 9 else f"m{campaign}"


def draw(game: Game, glyphs: str = "") -> str:
    """The map with row numbers on the left and column numbers on top; seams between tiles.

    `glyphs` are "unicode" or "ascii"; without a word what the output can show.
    """
    style = UNICODE if (glyphs or output.glyphs()) == "unicode" else ASCII
    cells = squares(game, style)
    rows, columns = game.ground.extent()
    rows = _stretched(rows, (row for row, _ in cells))
    columns = _stretched(columns, (column for _, column in cells))
    lines = []
    # Two characters hold a column below 0: the sign and the tens above, the ones below.
    tens = [f"{'-' if column < 0 else ''}{abs(column) // 10 or ''}".rjust(2) for column in columns]
    ones = [f"{abs(column) % 10:>2}" for column in columns]
    lines += ["    " + _joined(digits, columns, " ") for digits in (tens, ones)]
    for row in rows:
        if row % SIZE == 0 and row != rows.start:
            lines.append("    " + _joined([style["across"] * 2 for _ in columns], columns, style["cross"]))
        text = [cells.get((row, column), style["off"]) for column in columns]
        lines.append(f"{row:>3} " + _joined(text, columns, style["seam"]))
    return "\n".join(line.rstrip() for line in lines)


def _stretched(lines: range, also: Iterable[int]) -> range:
    """The rows or columns of the map and of what lies beside it."""
    known = [lines.start, lines.stop - 1, *also]
    return range(min(known), max(known) + 1)


def _joined(cells: list[str], columns: range, seam: str) -> str:
    text = ""
    for column, cell in zip(columns, cells, strict=True):
        if column % SIZE == 0 and column != columns.start:
            text += seam
        text += cell
    return text


def legend(game: Game) -> str:
    """What the signs on this board mean, what each campaign advertises and for how long, what lies beside the map."""
    state = game.state
    chains = ", ".join(f"{CHAINS[seat]} {player.id}" for seat, player in state.by_seat())
    letters = good_letters(game.rules)
    drinks = ", ".join(f"{letters[good]}* {good}" for good in game.rules.source_goods.values())
    wanted = dict.fromkeys(good for counters in state.demand.values() for good, _ in counters)
    demand = ", ".join(f"{letters[good]} {good}" for good in letters if good in wanted)
    lines = [
        f"chains: {chains} (@ entrance, small letters: coming soon)",
        f'drinks: {drinks}; H house with its number, "" garden, m1-m9 and 10-24 campaign tiles',
    ]
    if demand:
        lines.append(f"demand, in the houses: {demand}")
    others = dict.fromkeys(house.kind for house in state.houses.values() if house.kind != HOUSE and house.mask)
    lines += [f"[] {_words(kind)} with its name" for kind in others]
    lines += [f"%% printed {_words(name)}" for name in _other_print(game)]
    for cost in dict.fromkeys(cost for _, cost in state.map.costs):
        lines.append(f"! {cost} tile border{'s' * (cost != 1)} more to pass")
    lines += _pieces(game)
    lines += [f"{house.id}: a house beside the map" for house in state.houses.values() if not house.mask]
    for campaign in state.campaigns.values():
        tile = game.rules.campaign_tiles.get(campaign.number)
        beside = f", side {campaign.side}" if campaign.side else ""
        if tile is not None and tile.lines:
            beside = f", beside the board on {campaign.side}, line {campaign.line}"
        left = "eternal" if campaign.eternal else f"{campaign.left} left"
        owner = f"{CHAINS[campaign.owner]} " if campaign.owner >= 0 else ""
        describe = game.rules.campaign_kinds[campaign.kind].describe
        more = f", {describe(game, campaign)}" if describe is not None else ""
        lines.append(
            f"campaign {campaign.number}: {owner}{campaign.kind} for {' and '.join(campaign.goods)}, {left}{beside}{more}"
        )
    for piece in state.pieces:
        kind = game.rules.piece_kinds.get(piece.kind)
        if kind is not None and kind.describe is not None:
            lines.append(f"{_words(piece.kind)}: {kind.describe(game, piece)}")
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines)


def _pieces(game: Game) -> list[str]:
    """One line for each kind of piece on the board."""
    found: dict[str, set[bool]] = {}
    for piece in game.state.pieces:
        found.setdefault(piece.kind, set()).add(piece.owner >= 0)
    lines = []
    for name, owned in found.items():
        kind = game.rules.piece_kinds.get(name)
        title = kind.title if kind is not None and kind.title else _words(name)
        lines.append(f"{_glyph(game, name)} {title}" + (", with the letter of its chain" if True in owned else ""))
    return lines


def _words(name: str) -> str:
    return name.replace("_", " ")

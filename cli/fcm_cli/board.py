"""The board as text: two columns a square, the seams of the tiles always drawn, squares named by row and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fcm_core.geometry.grid import SIZE, bits

if TYPE_CHECKING:
    from fcm_core.game import Game

UNICODE = {"road": "██", "bridge": "╪╪", "empty": "· ", "off": "  ", "seam": "┊", "across": "┄", "cross": "┼"}
ASCII = {"road": "##", "bridge": "++", "empty": ". ", "off": "  ", "seam": "|", "across": "-", "cross": "+"}
CHAINS = "ABCDEF"


def squares(game: Game, glyphs: dict[str, str]) -> dict[int, str]:
    """Square -> two characters."""
    ground, state = game.ground, game.state
    cells: dict[int, str] = {}
    for square in bits(ground.on_map):
        bit = 1 << square
        if ground.bridges & bit:
            cells[square] = glyphs["bridge"]
        elif ground.roads & bit:
            cells[square] = glyphs["road"]
        elif square in ground.sources:
            cells[square] = f"{ground.sources[square].lower()}*"
        elif ground.structures["P"] & bit:
            cells[square] = "%%"
        else:
            cells[square] = glyphs["empty"]
    for square, _ in state.map.costs:
        cells[square] = cells[square][0] + "!"
    for house in state.houses.values():
        label = f"{house.id:<4}"[:4]
        area = list(bits(house.mask))
        for square in area:
            cells[square] = "HH"
        if area:
            cells[area[0]] = label[:2] if label[:2].strip() else "HH"
            if len(label.strip()) > 2:
                cells[area[1]] = label[2:4]
            elif len(label.strip()) == 1:
                cells[area[0]] = f"{label[0]}H"
        for square in bits(house.garden):
            cells[square] = '""'
    for piece in state.pieces:
        kind = game.rules.piece_kinds.get(piece.kind)
        for square in bits(piece.mask):
            cells[square] = (kind.glyph if kind else "?")[:1] + (CHAINS[piece.owner] if piece.owner >= 0 else " ")
    for seat, player in enumerate(state.players):
        for restaurant in player.restaurants:
            for square in bits(restaurant.mask):
                cells[square] = CHAINS[seat].lower() * 2 if not restaurant.open else CHAINS[seat] * 2
            cells[restaurant.door] = CHAINS[seat] + ("@" if restaurant.open else "~")
    for campaign in state.campaigns.values():
        for square in bits(campaign.mask):
            cells[square] = f"{campaign.number:>2}" if campaign.number > 9 else f"m{campaign.number}"
    return cells


def draw(game: Game, glyphs: str = "unicode") -> str:
    """The map with row numbers on the left and column numbers on top; seams between tiles."""
    style = UNICODE if glyphs == "unicode" else ASCII
    cells = squares(game, style)
    grid = game.ground.grid
    rows, columns = game.ground.extent()
    lines = []
    # Two characters hold a column below 0: the sign and the tens above, the ones below.
    tens = [f"{'-' if column < 0 else ''}{abs(column) // 10 or ''}".rjust(2) for column in columns]
    ones = [f"{abs(column) % 10:>2}" for column in columns]
    lines += ["    " + _joined(digits, columns, " ") for digits in (tens, ones)]
    for row in rows:
        if row % SIZE == 0 and row != rows.start:
            lines.append("    " + _joined([style["across"] * 2 for _ in columns], columns, style["cross"]))
        text = [cells.get(grid.index((row, column)), style["off"]) for column in columns]
        lines.append(f"{row:>3} " + _joined(text, columns, style["seam"]))
    return "\n".join(line.rstrip() for line in lines)


def _joined(cells: list[str], columns: range, seam: str) -> str:
    text = ""
    for column, cell in zip(columns, cells, strict=True):
        if column % SIZE == 0 and column != columns.start:
            text += seam
        text += cell
    return text


def legend(game: Game) -> str:
    """What the signs mean, and what each campaign advertises and for how long."""
    state = game.state
    chains = ", ".join(f"{CHAINS[seat]} {player.id}" for seat, player in enumerate(state.players))
    drinks = ", ".join(f"{letter.lower()}* {good}" for letter, good in game.rules.source_goods.items())
    lines = [
        f"chains: {chains} (@ entrance, small letters: coming soon)",
        f'drinks: {drinks}; H house with its number, "" garden, m1-m9 and 10-24 campaign tiles',
    ]
    if state.map.costs:
        lines.append("! roadworks")
    for campaign in state.campaigns.values():
        tile = game.rules.campaign_tiles.get(campaign.number)
        beside = f", side {campaign.side}" if campaign.side else ""
        if tile is not None and tile.lines:
            beside = f", beside the board on {campaign.side}, line {campaign.line}"
        left = "eternal" if campaign.eternal else f"{campaign.left} left"
        owner = f"{CHAINS[campaign.owner]} " if campaign.owner >= 0 else ""
        lines.append(
            f"campaign {campaign.number}: {owner}{campaign.kind} for {' and '.join(campaign.goods)}, {left}{beside}"
        )
    for piece in state.pieces:
        kind = game.rules.piece_kinds.get(piece.kind)
        if kind is not None and kind.describe is not None:
            lines.append(f"{piece.kind.replace('_', ' ')}: {kind.describe(game, piece)}")
    return "\n".join(lines)

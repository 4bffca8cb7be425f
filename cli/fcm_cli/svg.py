"""The board as an SVG picture for a web page: letters and shapes beside colours, and a title on every piece for readers.

It is drawn from the position alone, so that it holds what modules bring as well: printed squares by their letters, pieces
by the glyph of their kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from fcm_cli.board import CHAINS, HOUSE
from fcm_cli.board import GARDEN as GARDEN_NAME
from fcm_cli.output import printable
from fcm_core import SIZE, bits

if TYPE_CHECKING:
    from fcm_core import Campaign, Game, House, Mask, Piece

CELL = 28  # pixels of a square
EDGE = 26  # pixels around the map, for the numbers of rows and columns
LINE = 18  # pixels of a line of the legend
LETTER = 7  # pixels of a letter of the legend, about
Square = tuple[int, int]

GROUND = ("#f3ead7", "#ebdfc6")  # tiles in turn
ROAD = "#8d8d8d"
GARDEN = "#7fb069"
HOUSES = ("#e9a03b", "#c96f9b", "#b8860b", "#a0522d")  # by kind
OTHER_PRINT = "#5f9e66"
CHAIN_COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#7d3c98", "#b9770e", "#17202a")
GOODS = ("#6b4f2a", "#d4ac0d", "#a93226", "#1f618d", "#af601a", "#5b2c6f", "#117864", "#4d5656")
CAMPAIGN = "#fdf6b2"
INK = "#222222"


class _Picture:
    """Collects the parts of a picture. Places are squares of the map; (0, 0) is its north-west corner."""

    def __init__(self, top: int, left: int) -> None:
        self.top, self.left = top, left
        self.parts: list[str] = []

    def x(self, column: float) -> float:
        """Pixels from the left edge."""
        return EDGE + (column - self.left) * CELL

    def y(self, row: float) -> float:
        """Pixels from the top edge."""
        return EDGE + (row - self.top) * CELL

    def begin(self, title: str) -> None:
        """Begins a piece; a page shows its title under the pointer and reads it aloud."""
        self.parts.append(f"<g><title>{_text(title)}</title>")

    def end(self) -> None:
        """Ends a piece."""
        self.parts.append("</g>")

    def box(
        self, at: tuple[float, float], size: tuple[float, float], fill: str, *, inset: float = 0, more: str = ""
    ) -> None:
        """A rectangle; `size` is height and width in squares."""
        x, y = self.x(at[1]) + inset, self.y(at[0]) + inset
        width, height = size[1] * CELL - 2 * inset, size[0] * CELL - 2 * inset
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill={quoteattr(fill)} {more}/>'
        )

    def write(self, x: float, y: float, text: str, *, size: float = 12, fill: str = INK, more: str = "") -> None:
        """Text with its middle at a place, in pixels."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="middle" '
            f'dominant-baseline="central" {more}>{_text(text)}</text>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str, text: str) -> None:
        """A disc with letters on it, in pixels."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="#fff"/>')
        self.write(x, y, text, size=radius * 1.25, fill="#fff", more='font-weight="bold"')


def _text(text: str) -> str:
    return escape(printable(text))


def picture(game: Game) -> str:
    """An SVG document of a game's board, or of a view's."""
    ground, state = game.ground, game.state
    squares = ground.grid.squares
    rows, columns = ground.extent()
    beside = [square for lying in _beside(game).values() for square in lying]
    top = min([rows.start, *(row for row, _ in beside)])
    bottom = max([rows.stop, *(row + 1 for row, _ in beside)])
    left = min([columns.start, *(column for _, column in beside)])
    right = max([columns.stop, *(column + 1 for _, column in beside)])
    paper = _Picture(top, left)
    _draw_ground(paper, game)
    for piece in state.pieces:
        _draw_piece(paper, game, piece)
    kinds = list(game.rules.house_kinds)
    for house in state.houses.values():
        if house.mask:
            _draw_house(paper, game, house, kinds)
    for seat, player in state.by_seat():
        for restaurant in player.restaurants:
            colour = CHAIN_COLOURS[seat % len(CHAIN_COLOURS)]
            soon = "" if restaurant.open else ", opens at Cleanup"
            paper.begin(f"restaurant of {player.id}{soon}")
            at, size = _around(squares[each] for each in bits(restaurant.mask))
            style = 'rx="4" stroke="#fff"' if restaurant.open else f'rx="4" stroke="{colour}" stroke-dasharray="4 3"'
            paper.box(at, size, colour if restaurant.open else "#ffffff", inset=2, more=style)
            x, y = paper.x(at[1] + size[1] / 2), paper.y(at[0] + size[0] / 2)
            fill = "#fff" if restaurant.open else colour
            paper.write(x, y, CHAINS[seat % len(CHAINS)], size=24, fill=fill, more='font-weight="bold"')
            row, column = squares[restaurant.door]
            door = (row + 0.5 + (0.22 if row > at[0] else -0.22), column + 0.5 + (0.22 if column > at[1] else -0.22))
            paper.parts.append(
                f'<circle cx="{paper.x(door[1]):g}" cy="{paper.y(door[0]):g}" r="5" fill="#fff" stroke="{INK}"/>'
            )
            paper.end()
    for campaign in state.campaigns.values():
        _draw_campaign(paper, game, campaign)
    _draw_numbers(paper, range(top, bottom), range(left, right))
    width = EDGE + (right - left) * CELL + 8
    height = EDGE + (bottom - top) * CELL + 8
    whole = _draw_legend(paper, game, width, height)
    title = f"{game.rules.plan.title}, {len(state.players)} players"
    if state.round:
        title += f", round {state.round}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {whole:g}" width="{width:g}" '
            f'height="{whole:g}" role="img" font-family="sans-serif">',
            f"<title>{_text(title)}</title>",
            f'<rect width="{width:g}" height="{whole:g}" fill="#ffffff"/>',
            *paper.parts,
            "</svg>\n",
        ]
    )


def _around(squares: Iterable[Square]) -> tuple[Square, Square]:
    """The north-west square of the smallest rectangle, and its height and width."""
    each = list(squares)
    top, left = min(row for row, _ in each), min(column for _, column in each)
    return (top, left), (max(row for row, _ in each) - top + 1, max(column for _, column in each) - left + 1)


def _beside(game: Game) -> Mapping[tuple[str, int], frozenset[Square]]:
    """What lies beside the map: campaigns by number, pieces by their place in the state -> squares."""
    found: dict[tuple[str, int], frozenset[Square]] = {}
    for number, campaign in game.state.campaigns.items():
        found["campaign", number] = game.board.beside(campaign)
    for index, piece in enumerate(game.state.pieces):
        kind = game.rules.piece_kinds.get(piece.kind)
        if kind is not None and kind.beside is not None:
            found["piece", index] = frozenset(kind.beside(game, piece))
    return found


def _colour_of(game: Game, good: str) -> str:
    goods: list[str] = list(game.rules.goods)
    return GOODS[goods.index(good) % len(GOODS)] if good in goods else "#333333"


def _short(good: str) -> str:
    return good[:2].capitalize()


def _draw_ground(paper: _Picture, game: Game) -> None:
    ground = game.ground
    places = ground.grid.squares
    for square in bits(ground.on_map):
        row, column = places[square]
        paper.box((row, column), (1, 1), GROUND[(row // SIZE + column // SIZE) % 2], more='stroke="#d8ccb0"')
    for square in bits(ground.roads):
        paper.box(places[square], (1, 1), ROAD)
    for square in bits(ground.roads):
        row, column = places[square]
        x, y = paper.x(column + 0.5), paper.y(row + 0.5)
        bridge = ground.bridges >> square & 1
        for vertical in ground.net.layers(square):
            for other, _ in ground.net.steps(square, vertical):
                down, along = places[other][0] - row, places[other][1] - column
                half = CELL / 2
                paper.parts.append(
                    f'<line x1="{x:g}" y1="{y:g}" x2="{x + along * half:g}" y2="{y + down * half:g}" '
                    'stroke="#fff" stroke-width="1.5" stroke-dasharray="5 4"/>'
                )
        if bridge:
            paper.begin("bridge")
            for side in (0.12, 0.88):
                paper.parts.append(
                    f'<line x1="{paper.x(column + side):g}" y1="{paper.y(row):g}" x2="{paper.x(column + side):g}" '
                    f'y2="{paper.y(row + 1):g}" stroke="{INK}" stroke-width="2"/>'
                )
            paper.end()
    for square, letter in ground.sources.items():
        row, column = places[square]
        good = game.rules.source_goods.get(letter, letter)
        paper.begin(f"{good}, square {row},{column}")
        paper.dot(paper.x(column + 0.5), paper.y(row + 0.5), CELL * 0.4, _colour_of(game, good), _short(good))
        paper.end()
    houses: Mask = 0
    for house in game.state.houses.values():
        houses |= house.mask | house.garden
    for name, mask in ground.structures.items():
        for square in bits(mask & ~houses):
            row, column = places[square]
            paper.begin(f"{name.replace('_', ' ')}, square {row},{column}")
            paper.box((row, column), (1, 1), OTHER_PRINT, inset=1)
            paper.write(paper.x(column + 0.5), paper.y(row + 0.5), name[:1].upper(), size=11, fill="#fff")
            paper.end()
    for square, cost in game.state.map.costs:
        row, column = places[square]
        paper.begin(f"square {row},{column}: {cost} tile border{'s' * (cost != 1)} more to pass")
        paper.box((row, column), (1, 1), "#f5b041", inset=5, more=f'stroke="{INK}"')
        paper.write(paper.x(column + 0.5), paper.y(row + 0.5), "!", size=14, more='font-weight="bold"')
        paper.end()


def _draw_piece(paper: _Picture, game: Game, piece: Piece) -> None:
    kind = game.rules.piece_kinds.get(piece.kind)
    words = piece.kind.replace("_", " ")
    title = kind.title if kind is not None and kind.title else words
    if kind is not None and kind.describe is not None:
        title = f"{title}, {kind.describe(game, piece)}"
    owned = 0 <= piece.owner < len(game.state.players)
    if owned:
        title += f" of {game.name(piece.owner)}"
    glyph = (kind.glyph if kind is not None else "?")[:1]
    colour = CHAIN_COLOURS[piece.owner % len(CHAIN_COLOURS)] if owned else "#5d6d7e"
    places = game.ground.grid.squares
    squares = [places[square] for square in bits(piece.mask)]
    if kind is not None and kind.beside is not None:
        squares += kind.beside(game, piece)
    if not squares:
        return
    paper.begin(title)
    for square in squares:
        paper.box(square, (1, 1), colour if owned else "#d5dbdb", inset=1, more=f'stroke="{colour}" rx="3"')
    for row, column in squares:
        letters = glyph + (CHAINS[piece.owner % len(CHAINS)] if owned else "")
        fill = "#fff" if owned else INK
        paper.write(paper.x(column + 0.5), paper.y(row + 0.5), letters, size=13, fill=fill, more='font-weight="bold"')
    paper.end()


def _draw_house(paper: _Picture, game: Game, house: House, kinds: list[str]) -> None:
    places = game.ground.grid.squares
    demand: list[str] = [good for good, _ in game.state.demand.get(house.id, ())]
    said = f"demand: {', '.join(demand)}" if demand else "no demand"
    paper.begin(f"{house.kind.replace('_', ' ')} {house.id}, {said}{', with a garden' if house.garden else ''}")
    for square in bits(house.garden):
        paper.box(places[square], (1, 1), GARDEN, inset=1, more='rx="6"')
        row, column = places[square]
        paper.write(paper.x(column + 0.5), paper.y(row + 0.5), '"', size=14)
    at, size = _around(places[square] for square in bits(house.mask))
    colour = HOUSES[kinds.index(house.kind) % len(HOUSES)] if house.kind in kinds else HOUSES[-1]
    for square in bits(house.mask):
        paper.box(places[square], (1, 1), colour)
    paper.box(at, size, "none", inset=1, more=f'stroke="{INK}" rx="3"')
    x = paper.x(at[1] + size[1] / 2)
    sign = house.id if house.kind == HOUSE else f"{house.kind[:1].upper()}{house.id}"
    paper.write(x, paper.y(at[0] + 0.55), sign, size=15, more='font-weight="bold"')
    _draw_demand(paper, game, demand, paper.x(at[1]) + 3, paper.y(at[0] + 1) - 1, size[1] * CELL - 6)
    paper.end()


def _draw_demand(paper: _Picture, game: Game, demand: list[str], x: float, y: float, width: float) -> None:
    """A disc for each counter, as many in a row as there is room for."""
    radius = 8.0
    per_row = max(1, int(width // (2 * radius)))
    if len(demand) > 2 * per_row:
        radius, per_row = 6.0, max(1, int(width // 12))
    for index, good in enumerate(demand):
        down, along = divmod(index, per_row)
        paper.dot(
            x + (2 * along + 1) * radius, y + (2 * down + 1) * radius, radius, _colour_of(game, good), _short(good)
        )


def _draw_campaign(paper: _Picture, game: Game, campaign: Campaign) -> None:
    places = game.ground.grid.squares
    squares = [places[square] for square in bits(game.board.drawn_on(campaign))] or list(game.board.beside(campaign))
    if not squares:
        return
    owned = 0 <= campaign.owner < len(game.state.players)
    owner = f" of {game.name(campaign.owner)}" if owned else ""
    left = "for ever" if campaign.eternal else f"{campaign.left} left"
    paper.begin(f"campaign {campaign.number}: {campaign.kind}{owner} for {' and '.join(campaign.goods)}, {left}")
    at, size = _around(squares)
    colour = CHAIN_COLOURS[campaign.owner % len(CHAIN_COLOURS)] if owned else INK
    for square in squares:
        paper.box(square, (1, 1), CAMPAIGN)
    if len(squares) == size[0] * size[1]:
        paper.box(at, size, "none", inset=1.5, more=f'stroke="{colour}" stroke-width="3" rx="3"')
    x, y = paper.x(at[1] + size[1] / 2), paper.y(at[0] + size[0] / 2)
    small = size[0] * size[1] <= 2
    paper.write(x, y - (6 if not small else 0 if size[0] == 1 else 8), str(campaign.number), size=13)
    if not small or size[0] > 1:
        paper.write(x, y + 8, f"{campaign.kind[:1]} {CHAINS[campaign.owner % len(CHAINS)] if owned else ''}", size=11)
    paper.end()


def _draw_numbers(paper: _Picture, rows: range, columns: range) -> None:
    for column in columns:
        paper.write(paper.x(column + 0.5), EDGE / 2, str(column), size=11, fill="#555")
    for row in rows:
        paper.write(EDGE / 2, paper.y(row + 0.5), str(row), size=11, fill="#555")


def _draw_legend(paper: _Picture, game: Game, width: float, height: float) -> float:
    """Lines under the map: chains, goods, kinds of houses and pieces, campaigns; returns the new height."""
    state = game.state
    room = max(20, int((width - EDGE) / LETTER))
    lines: list[list[tuple[str, str, str]]] = []  # of each line its entries: sign, colour, words

    def add(entries: list[tuple[str, str, str]]) -> None:
        line: list[tuple[str, str, str]] = []
        used = 0
        for entry in entries:
            length = len(entry[2]) + 6
            if line and used + length > room:
                lines.append(line)
                line, used = [], 0
            line.append(entry)
            used += length
        if line:
            lines.append(line)

    add([(CHAINS[seat % 6], CHAIN_COLOURS[seat % 6], player.id) for seat, player in state.by_seat()])
    on_board: set[str] = {good for counters in state.demand.values() for good, _ in counters}
    on_board |= {game.rules.source_goods.get(letter, letter) for letter in game.ground.sources.values()}
    add([(_short(good), _colour_of(game, good), good) for good in game.rules.goods if good in on_board])
    kinds = list(game.rules.house_kinds)
    there = dict.fromkeys(house.kind for house in state.houses.values() if house.mask)
    signs = [
        ("1" if kind == HOUSE else kind[:1].upper(), HOUSES[kinds.index(kind) % len(HOUSES)], kind.replace("_", " "))
        for kind in there
    ]
    if any(house.garden for house in state.houses.values()):
        signs.append(('"', GARDEN, "garden"))
    for name, mask in game.ground.structures.items():
        if mask and name not in kinds and name != GARDEN_NAME:
            signs.append((name[:1].upper(), OTHER_PRINT, name.replace("_", " ")))
    for name in dict.fromkeys(piece.kind for piece in state.pieces):
        kind = game.rules.piece_kinds.get(name)
        title = kind.title if kind is not None and kind.title else name.replace("_", " ")
        signs.append(((kind.glyph if kind is not None else "?")[:1], "#5d6d7e", title))
    add(signs)
    for campaign in state.campaigns.values():
        owner = f" of {game.name(campaign.owner)}" if 0 <= campaign.owner < len(state.players) else ""
        left = "for ever" if campaign.eternal else f"{campaign.left} left"
        words = f"{campaign.kind}{owner} for {' and '.join(campaign.goods)}, {left}"
        add([(str(campaign.number), "#8a7d12", words)])
    for house in state.houses.values():
        if not house.mask:
            counters = [good for good, _ in state.demand.get(house.id, ())]
            wants = f", demand: {', '.join(counters)}" if counters else ""
            title = house.kind.replace("_", " ")
            words = f"{title} {house.id}" if house.id != house.kind else title
            add([(house.kind[:1].upper(), HOUSES[kinds.index(house.kind) % 4], f"{words}, beside the map{wants}")])
    y = height + LINE / 2
    for line in lines:
        x = float(EDGE)
        for sign, colour, words in line:
            paper.dot(x, y, 8, colour, sign)
            paper.parts.append(
                f'<text x="{x + 13:g}" y="{y:g}" font-size="12" fill="{INK}" dominant-baseline="central">'
                f"{_text(words)}</text>"
            )
            x += (len(words) + 6) * LETTER
        y += LINE + 2
    return y + 4 if lines else height

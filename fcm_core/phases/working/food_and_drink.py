"""Working, step 4: get food and drinks. Cooks produce their full amount or nothing; buyers fetch along a route.

Rulebook, Get food & drinks; R-21, R-33 to R-35.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.vocabulary import CardId, GoodId, Seat, Spot, Square
from fcm_core.game import hooks
from fcm_core.game.actions import Fetch, Produce
from fcm_core.game.cards import actions_left, check_idle, find_card, owned_cards, use_card
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice, Partial
from fcm_core.map.grid import bits
from fcm_core.map.routes import air_routes, road_routes

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.rules.content import Card


def _worker(game: Game, seat: Seat, name: CardId, *, cook: bool) -> Card | Refusal:
    """R-21: the card, if it is at work and has not acted yet."""
    card = find_card(game, name)
    if isinstance(card, Refusal):
        return card
    if not (card.produces if cook else card.drinks):
        return Refusal("not_an_option", f"{card.title} does not {'produce' if cook else 'fetch'} anything")
    return check_idle(game, seat, card) or card


class Producing(ActionKind[Produce]):
    """R-21: a cook makes its full amount or nothing."""

    name = "produce"
    cls = Produce
    help = "A cook makes its full amount; name the good where there is a choice."
    codes = refusals("not_an_option", "not_at_work", "used_up", "good")
    phrases = (("produce", "good"), ("with", "card"))

    def check(self, game: Game, seat: Seat, action: Produce) -> Refusal | None:
        """R-21: a cook at work that has not acted, and a good where there is a choice."""
        card = _worker(game, seat, action.card, cook=True)
        if isinstance(card, Refusal):
            return card
        goods = [good for good, _ in card.produces]
        if action.good is None:
            return Refusal("good", f"{card.title}: name {' or '.join(goods)}") if card.produces_choice else None
        if action.good not in goods:
            return Refusal("good", f"{card.title} makes {' or '.join(goods)}, not {action.good}")
        return None

    def canonical(self, game: Game, seat: Seat, action: Produce) -> Produce:
        """The good is named only where there is a choice."""
        card = game.rules.cards.get(action.card)
        if card is None or card.produces_choice or all(action.good != good for good, _ in card.produces):
            return action
        return Produce(action.card)

    def apply(self, game: Game, seat: Seat, action: Produce) -> None:
        """R-21: the full amount comes into stock."""
        card = game.rules.cards[action.card]
        use_card(game, seat, action.card)
        stock = game.state.players[seat].stock
        for good, amount in card.produces:
            if card.produces_choice and good != action.good:
                continue
            add_to(stock, good, amount)
            hooks.on_produced(game, seat, action.card, good, amount)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-21: every cook, and every good it can choose."""
        choices: list[Choice] = []
        work = game.state.players[seat].work
        for name in game.rules.cook_cards:
            if name in work and actions_left(game, seat, name) > 0:
                card = game.rules.cards[name]
                if card.produces_choice:
                    choices.extend(Produce(name, good) for good, _ in card.produces)
                else:
                    choices.append(Produce(name))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[Produce]:
        """Every cook of the player."""
        have = owned_cards(game, seat)
        for name in game.rules.cook_cards:
            if have.get(name):
                card = game.rules.cards[name]
                yield Produce(name, card.produces[0][0] if card.produces_choice else None)

    def describe(self, game: Game, seat: Seat, action: Produce) -> str:
        """Who makes how much of what."""
        card = game.rules.cards[action.card]
        goods = [(good, amount) for good, amount in card.produces if action.good in (None, good)]
        return f"{card.title} makes {', '.join(f'{amount} {good}' for good, amount in goods)}"


def drinks_per_source(game: Game, seat: Seat, name: CardId) -> int:
    """Drinks that a buyer brings from each source, or in all where it needs no route."""
    return game.rules.cards[name].drinks + hooks.modify_drinks(game, seat, name)


def buyer_range(game: Game, seat: Seat, name: CardId) -> int:
    """Tile borders that a buyer may cross."""
    return (game.rules.cards[name].range or 0) + hooks.modify_range(game, seat, name)


def routes_from(game: Game, seat: Seat, name: CardId, door: Spot) -> Sequence[tuple[Spot, ...]]:
    """The distinct sets of sources that a route from one entrance square may collect, none of them empty."""
    reach = buyer_range(game, seat, name)
    if game.rules.cards[name].travel == "air":
        return air_routes(game.ground, game.ground.grid.tile_at(door), reach)
    return road_routes(game.ground, 1 << door, reach)


def haul(game: Game, seat: Seat, name: CardId, sources: Iterable[Spot]) -> dict[GoodId, int]:
    """Goods brought from the sources: good -> amount."""
    each = drinks_per_source(game, seat, name)
    goods: dict[GoodId, int] = {}
    for source in sources:
        add_to(goods, game.rules.source_goods[game.ground.sources[source]], each)
    return goods


def hauls(game: Game, seat: Seat, name: CardId) -> Sequence[Fetch]:
    """One action for each distinct set of sources that a buyer can collect; it starts at the first entrance that will do."""
    key = ("hauls", seat, game.board.drive_in(seat), name, buyer_range(game, seat, name))

    def find() -> tuple[Fetch, ...]:
        squares = game.ground.grid.squares
        starts: dict[tuple[Spot, ...], Square] = {}
        for door in bits(game.board.range_starts(seat)):
            for sources in routes_from(game, seat, name, door):
                starts.setdefault(sources, squares[door])
        return tuple(
            Fetch(name, None, start, tuple(squares[source] for source in sources))
            for sources, start in sorted(starts.items(), key=lambda item: (-len(item[0]), item[0]))
        )

    return game.board.remembered(key, find)


class Fetching(ActionKind[Fetch]):
    """R-33 to R-35: a buyer brings drinks."""

    name = "fetch"
    cls = Fetch
    help = "A buyer brings drinks: a good, or a start and the set of sources that a route collects."
    codes = refusals(
        "not_an_option",
        "not_at_work",
        "used_up",
        "good",
        "off_map",
        route="no own route of the buyer collects exactly these sources",
        no_drink="there is no source of drinks on a square",
    )
    phrases = (("fetch", "good"), ("with", "card"), ("from", "start"))

    def check(self, game: Game, seat: Seat, action: Fetch) -> Refusal | None:
        """R-33, R-34: a route from an own entrance that collects exactly these sources; R-35: or one drink, without a route."""
        card = _worker(game, seat, action.card, cook=False)
        if isinstance(card, Refusal):
            return card
        if not card.travel:
            if action.good is None or action.good not in game.rules.drinks:
                return Refusal("good", f"{card.title} brings one drink: {' or '.join(game.rules.drinks)}")
            if action.start is not None or action.sources is not None:
                return Refusal("route", f"{card.title} takes no route: name the good only")
            return None
        if action.start is None or action.sources is None:
            return Refusal("route", f"{card.title} needs a start (entrance square) and the sources collected")
        grid = game.ground.grid
        try:
            door = grid.index(action.start)
            sources = tuple(sorted(grid.index(square) for square in action.sources))
        except ValueError:
            return Refusal("off_map", "a square of the route is not on the map")
        if not game.board.range_starts(seat) >> door & 1:
            return Refusal("route", f"{action.start[0]},{action.start[1]} is not an own entrance")
        for source in sources:
            if source not in game.ground.sources:
                row, column = grid.squares[source]
                return Refusal("no_drink", f"no drink at {row},{column}")
        if sources not in routes_from(game, seat, action.card, door):
            reach = buyer_range(game, seat, action.card)
            return Refusal("route", f"no route of range {reach} collects exactly these sources")
        return None

    def canonical(self, game: Game, seat: Seat, action: Fetch) -> Fetch:
        """Of all entrances from which these sources can be collected the first one is the start."""
        card = game.rules.cards.get(action.card)
        if card is None or not card.travel or not card.drinks or self.check(game, seat, action) is not None:
            return action
        return next(haul for haul in hauls(game, seat, action.card) if haul.sources == action.sources)

    def apply(self, game: Game, seat: Seat, action: Fetch) -> None:
        """R-33 to R-35: so many drinks from each source, or in all."""
        use_card(game, seat, action.card)
        if action.sources is None:
            assert action.good is not None
            goods = {action.good: drinks_per_source(game, seat, action.card)}
        else:
            goods = haul(game, seat, action.card, [game.ground.grid.index(square) for square in action.sources])
        stock = game.state.players[seat].stock
        for good, amount in goods.items():
            add_to(stock, good, amount)
        hooks.on_fetched(game, seat, action.card, goods)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-33 to R-35: every buyer, then every set of sources or every drink."""
        choices: list[Choice] = []
        work = game.state.players[seat].work
        for name in game.rules.buyer_cards:
            if name not in work or actions_left(game, seat, name) <= 0:
                continue
            if not game.rules.cards[name].travel:
                choices.extend(Fetch(name, good) for good in game.rules.drinks)
            elif hauls(game, seat, name):
                choices.append(Partial(self.name, (("card", name),), partial(hauls, game, seat, name)))
        return choices

    def candidates(self, game: Game, seat: Seat) -> Iterable[Fetch]:
        """Every buyer of the player, on the first route there is."""
        have = owned_cards(game, seat)
        for name in game.rules.buyer_cards:
            if not have.get(name):
                continue
            if not game.rules.cards[name].travel:
                yield Fetch(name, next(iter(game.rules.drinks), None))
                continue
            doors = [game.ground.grid.squares[door] for door in bits(game.board.range_starts(seat))]
            routes = hauls(game, seat, name) if actions_left(game, seat, name) > 0 else ()
            yield next(iter(routes), Fetch(name, None, doors[0] if doors else None, ()))

    def describe(self, game: Game, seat: Seat, action: Fetch) -> str:
        """Who brings how much of what, and from where."""
        title = game.rules.title(action.card)
        if action.sources is None:
            goods = {GoodId(str(action.good)): drinks_per_source(game, seat, action.card)}
            where = ""
        else:
            indexes = [game.ground.grid.index(square) for square in action.sources]
            goods = haul(game, seat, action.card, indexes)
            where = " from " + " ".join(f"{row},{column}" for row, column in action.sources)
        return f"{title} fetches {', '.join(f'{amount} {good}' for good, amount in goods.items())}{where}"


ACTIONS = (Producing(), Fetching())

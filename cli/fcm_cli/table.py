"""What lies on the table, as text for a terminal: companies, the market, milestones and the houses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from fcm_cli.board import CHAINS
from fcm_core import ceo_slots, dinner_candidates, dinner_distance, salaries, unit_price, wanted

if TYPE_CHECKING:
    from fcm_core import CardId, Game, Seat


def players(game: Game) -> Table:
    """Everybody's cash, price, stock and cards in number."""
    table = Table(box=None, pad_edge=False)
    for title in ("", "chain", "cash", "price", "salaries", "stock", "restaurants", "milestones"):
        table.add_column(title)
    for seat in game.state.turn_order:
        player = game.state.players[seat]
        stock = " ".join(f"{amount} {good}" for good, amount in player.stock.items() if amount)
        table.add_row(
            CHAINS[seat],
            escape(player.id) + (" (bankrupt)" if player.bankrupt else ""),
            f"${player.cash}",
            f"${unit_price(game, seat)}",
            f"${salaries(game, seat)[0]}",
            stock or "-",
            f"{len(player.restaurants)}/{game.rules.restaurants_per_player}",
            str(len(player.milestones)),
        )
    return table


def company(game: Game, seat: Seat) -> Tree:
    """The company as a tree: managers with the cards under them and open slots, then beach and busy cards.

    Positions do not matter (R-17), so cards are seated under the first manager with room.
    """
    player = game.state.players[seat]
    cards = game.rules.cards
    tree = Tree(f"[bold]{escape(player.id)}[/bold] CEO, {ceo_slots(game, seat)} slots")
    managers: list[CardId] = []
    others: list[CardId] = []
    for name, count in player.work.items():
        if not cards[name].always_at_work:
            (managers if cards[name].is_manager else others).extend([name] * count)
    managers.sort(key=lambda name: -cards[name].slots)
    own = max(0, ceo_slots(game, seat) - len(managers))
    left = list(others)
    for name in managers:
        branch = tree.add(f"{escape(cards[name].title)} ({cards[name].slots} slots)")
        seated, left = left[: cards[name].slots], left[cards[name].slots :]
        for card in seated:
            branch.add(escape(cards[card].title))
        if cards[name].slots > len(seated):
            branch.add(f"[dim]{cards[name].slots - len(seated)} open[/dim]")
    for card in left:
        tree.add(escape(cards[card].title))
    if own > len(left):
        tree.add(f"[dim]{own - len(left)} open[/dim]")
    beach = ", ".join(
        f"{count} {cards[name].title}" if count > 1 else cards[name].title
        for name, count in player.beach.items()
        if count
    )
    tree.add(escape(f"on the beach: {beach or 'nobody'}"))
    if player.busy:
        busy = ", ".join(
            f"{cards[each.card].title} (campaign {'+'.join(map(str, each.campaigns))})" for each in player.busy
        )
        tree.add(escape(f"busy: {busy}"))
    return tree


def market(game: Game) -> Table:
    """The cards in supply."""
    table = Table(box=None, pad_edge=False)
    for title in ("card", "left", "entry", "salary", "trained to"):
        table.add_column(title)
    for name, left in game.state.supply.items():
        card = game.rules.cards[name]
        to = ", ".join(game.rules.title(each) for each in card.trains_to if each in game.rules.cards)
        one = " (1x)" if name in game.rules.unique_groups else ""
        table.add_row(
            escape(card.title) + one, str(left), "hire" if card.entry else "", "$" if card.salary else "", escape(to)
        )
    return table


def milestones(game: Game) -> Table:
    """Milestones that are open, claimed this round, and gone; with who holds them."""
    table = Table(box=None, pad_edge=False)
    for title in ("milestone", "state", "holders", "effect"):
        table.add_column(title)
    for name, milestone in game.rules.milestones.items():
        holders = ", ".join(player.id for player in game.state.players if name in player.milestones)
        claimed = game.state.open_milestones.get(name)
        state = "gone" if claimed is None else "claimed this round" if claimed else "open"
        table.add_row(*map(escape, (milestone.title, state, holders, milestone.effect)))
    return table


def _short(game: Game, seat: Seat) -> str:
    """A chain's letter and the beginning of its name, so that five chains stand side by side in 80 columns."""
    return escape(f"{CHAINS[seat]} {game.name(seat)[:5]}")


def houses(game: Game) -> Table:
    """For each house its demand, room left, each chain's price + distance, and who would serve it now."""
    table = Table(box=None, pad_edge=False)
    table.add_column("house")
    table.add_column("demand")
    table.add_column("room")
    for seat in game.seats:
        table.add_column(_short(game, seat))
    table.add_column("now")
    for house in game.state.houses.values():
        demand = wanted(game, house.id)
        limit = game.board.limit(house)
        room = "any" if limit is None else str(limit - sum(demand.values()))
        row = [
            house.id + ("g" if house.garden else ""),
            " ".join(f"{count} {good}" for good, count in demand.items()) or "-",
            room,
        ]
        for seat in game.seats:
            distance = dinner_distance(game, seat, house)
            price = unit_price(game, seat)
            row.append("-" if distance is None else f"{price}+{distance}={price + distance}")
        best = dinner_candidates(game, house.id)
        row.append(_short(game, best[0].seat) if best else ("nobody" if demand else ""))
        table.add_row(*row)
    return table


def result(game: Game) -> Table:
    """The final table, richest first."""
    table = Table(box=None, pad_edge=False)
    for title in ("", "chain", "cash"):
        table.add_column(title)
    for place, seat in enumerate(game.result.ranking, 1):
        player = game.state.players[seat]
        note = " (wins)" if seat == game.result.winner else " (bankrupt)" if player.bankrupt else ""
        table.add_row(str(place), escape(player.id) + note, f"${player.cash}")
    if game.result.notes:
        table.caption = escape("; ".join(game.result.notes))
    return table

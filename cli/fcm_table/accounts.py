"""What a game came to: money by round, milestones, what each house and each campaign brought."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from fcm_core import Game, Header, Move, Rules, Seat, events


@define
class CampaignAccount:
    """A campaign from its placing to its end. Counters are its own; those that were eaten are told of by `eaten`."""

    number: int
    kind: str
    owner: Seat
    goods: tuple[str, ...]
    round: int
    put: int = 0  # counters it put on houses
    eaten: dict[Seat, int] = field(factory=dict)  # seat that sold -> counters of this campaign it served
    income: dict[Seat, int] = field(factory=dict)  # the same in dollars: of a sale, each counter brings an equal part


@frozen
class Accounts:
    """All of it. Money is whole dollars; rounds count from 0, which is the beginning."""

    names: tuple[str, ...]  # by seat
    ranking: tuple[Seat, ...]  # the winner first
    cash: tuple[tuple[int, ...], ...]  # by round, then by seat
    milestones: tuple[tuple[int, Seat, str], ...]  # round, seat, title
    houses: dict[str, dict[Seat, int]]  # house -> seat -> dollars
    campaigns: tuple[CampaignAccount, ...]  # in the order in which they were placed


def accounts_of(rules: Rules, header: Header, moves: Sequence[Move]) -> Accounts:
    """Plays the game again and adds up. Counters of one good on a house are taken to be eaten in the order they came."""
    books = _Books(header.begin(rules))
    books.take(books.game.events)
    for move in moves:
        books.game.events.clear()
        books.take(books.game.apply(move.player, move.action))
        books.close_round()
    game = books.game
    books.cash[game.round] = tuple(player.cash for _, player in game.state.by_seat())
    result = game.result
    ranking = sorted(game.seats, key=lambda seat: (seat != result.winner, -result.cash[seat]))
    first = min(books.cash)
    by_round: list[tuple[int, ...]] = []
    for number in range(first, max(books.cash) + 1):
        by_round.append(books.cash.get(number) or by_round[-1])
    return Accounts(
        tuple(game.name(seat) for seat in game.seats),
        tuple(ranking),
        tuple(by_round),
        tuple(books.milestones),
        books.houses,
        tuple(books.placed),
    )


class _Books:
    """Accounts while the game is played again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.round = game.round
        self.cash: dict[int, tuple[int, ...]] = {self.round: tuple(each.cash for _, each in game.state.by_seat())}
        self.milestones: list[tuple[int, Seat, str]] = []
        self.houses: dict[str, dict[Seat, int]] = {}
        self.placed: list[CampaignAccount] = []
        self.running: dict[int, CampaignAccount] = {}
        self.queues: dict[
            tuple[str, str], list[CampaignAccount]
        ] = {}  # house, good -> whose counters, the oldest first

    def close_round(self) -> None:
        """Notes the money where a round has ended."""
        if self.game.round != self.round:
            self.cash[self.round] = tuple(each.cash for _, each in self.game.state.by_seat())
            self.round = self.game.round

    def take(self, happened: Sequence[events.Event]) -> None:
        """Takes in what a move brought."""
        words = self.game.words()
        now = self.round
        for event in happened:
            if isinstance(event, events.RoundBegan):
                now = event.round
            elif isinstance(event, events.MilestoneEarned):
                self.milestones.append((now, event.seat, words.milestone(event.milestone)))
            elif isinstance(event, events.CampaignPlaced):
                campaign = event.campaign
                account = CampaignAccount(campaign.number, campaign.kind, event.seat, campaign.goods, now)
                self.placed.append(account)
                self.running[campaign.number] = account
            elif isinstance(event, events.CampaignRan):
                self._ran(event)
            elif isinstance(event, events.Sold):
                self._sold(event)

    def _ran(self, event: events.CampaignRan) -> None:
        account = self.running.get(event.campaign.number)
        if account is None:
            return
        for house, goods in event.placed.items():
            for good, count in goods.items():
                account.put += count
                self.queues.setdefault((house, good), []).extend([account] * count)

    def _sold(self, event: events.Sold) -> None:
        house = self.houses.setdefault(event.house, {})
        house[event.seat] = house.get(event.seat, 0) + event.income
        counters = [good for good, _ in event.demand]
        for index, good in enumerate(counters):
            # Whole dollars that add up to the income.
            part = event.income * (index + 1) // len(counters) - event.income * index // len(counters)
            queue = self.queues.get((event.house, good))
            if queue:
                account = queue.pop(0)
                account.eaten[event.seat] = account.eaten.get(event.seat, 0) + 1
                account.income[event.seat] = account.income.get(event.seat, 0) + part

"""The board: the map and everything that lies on it. All changes to it are made here.

So the squares in use, the eating order, the order of the campaigns and what is remembered of distances always agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from fcm_core.basics.errors import UnknownNameError
from fcm_core.basics.vocabulary import CampaignNumber, GoodId, HouseId, Mask, Seat, Spot, Square, TileId
from fcm_core.game import hooks
from fcm_core.game.state import Campaign, House, Piece, Restaurant
from fcm_core.map.grid import SIZE, bits
from fcm_core.map.shapes import garden_place, rect

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.map.roads import Access

T = TypeVar("T")


class Board:
    """The board of one game, as `game.board`. It keeps nothing itself: everything is in the game's state.

    Squares are indexes into the map's grid, sets of squares bitboards, distances tile borders.
    """

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- squares ---------------------------------------------------------------------------------------------------

    def free(self) -> Mask:
        """The empty squares: nothing printed, no road, no piece."""
        game = self.game
        return game.ground.empty & ~game.state.occupied

    def remembered(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` finds, found once until map, houses, restaurants or pieces change. It may not be changed afterwards.

        The key begins with a word of its own and names whatever else the answer depends on, such as a seat or
        `state.occupied`.
        """
        cache = self.game.state.board_cache
        if key in cache:
            known: T = cache[key]
            return known
        found = cache[key] = make()
        return found

    def forget(self) -> None:
        """Forgets what was remembered. A new dict, since copies of the game share the old one."""
        self.game.state.board_cache = {}

    def _cover(self, mask: Mask) -> Mask:
        """Marks squares as in use; what is printed there or lies beside the map covers nothing. Returns those marked."""
        covered = mask & self.game.ground.empty
        self.game.state.occupied |= covered
        return covered

    def _uncover(self, mask: Mask) -> None:
        self.game.state.occupied &= ~mask

    # --- ways ------------------------------------------------------------------------------------------------------

    def drive_in(self, seat: Seat) -> bool:
        """R-08: all corners of all own open restaurants are entrances while a card with a drive-in is at work."""
        who = self.game.state.players[seat]
        if who.on_duty:
            for card in self.game.rules.drive_in_cards:
                if who.work.get(card):
                    return True
        return False

    def doors(self, seat: Seat) -> Mask:
        """The entrance squares of the player's open restaurants (all four corners with a drive-in)."""
        drive_in = self.drive_in(seat)
        mask = 0
        for restaurant in self.game.state.players[seat].restaurants:
            if restaurant.open:
                mask |= restaurant.mask if drive_in else 1 << restaurant.door
        return mask

    def range_starts(self, seat: Seat) -> Mask:
        """The squares from which ranges are counted: entrances, and pieces that modules let start a range."""
        return self.doors(seat) | hooks.extend_range_starts(self.game, seat)

    def access(self, mask: Mask) -> Access:
        """The road squares that serve a set of squares, with the tile borders it costs to step on them (R-05, R-06)."""
        return self.game.ground.access(mask)

    def house_access(self, house: House) -> Access:
        """The roads a house is reached from (R-06); one without squares is reached from the exits that its module sets."""
        ground = self.game.ground.dinner
        if house.mask:
            return ground.access(house.mask | house.garden)
        exits = hooks.set_house_exits(self.game, house) or ()
        nodes = {node for square, vertical in exits for node in ground.net.nodes_at(square, vertical)}
        return tuple((node, 0) for node in sorted(nodes))

    def distance(self, house_id: HouseId, seat: Seat) -> int | None:
        """Fewest tile borders between a house and the player's nearest open entrance; None without connection."""
        state = self.game.state
        cache = state.board_cache
        key = (house_id, seat, state.players[seat].on_duty and self.drive_in(seat))
        found: int | None = cache.get(key, -1)
        if found == -1:
            doors = self.doors(seat)
            found = None
            if doors:
                ground = self.game.ground.dinner
                found = ground.distance(self.house_access(state.houses[house_id]), ground.access(doors))
            cache[key] = found
        return found

    # --- houses and gardens ------------------------------------------------------------------------------------------

    def put_house(self, house: House) -> None:
        """Puts a house on the board, in its place in the eating order; one that was placed is no longer in supply."""
        self.put_houses((house,))

    def put_houses(self, houses: Iterable[House]) -> None:
        """Puts several houses on the board. UnknownNameError for one of a kind that no module brings."""
        state = self.game.state
        houses = tuple(houses)
        for house in houses:
            if house.kind not in self.game.rules.house_kinds:
                raise UnknownNameError("house kind", house.kind, self.game.rules.house_kinds)
        new = sorted(houses, key=lambda house: house.order)
        there = {**state.houses, **{house.id: house for house in new}}
        state.houses = {house.id: house for house in sorted(there.values(), key=lambda house: house.order)}
        for house in new:
            state.demand.setdefault(house.id, ())
            if self._cover(house.mask | house.garden) & house.mask:
                state.houses_left = tuple(number for number in state.houses_left if str(number) != house.id)
        self.forget()

    def put_garden(self, house_id: HouseId, side: str, mask: Mask) -> House:
        """Adds a garden from the supply to a house."""
        state = self.game.state
        house = evolve(state.houses[house_id], garden=mask, side=side)
        state.houses[house_id] = house
        state.gardens_left = max(0, state.gardens_left - 1)
        self._cover(mask)
        self.forget()
        return house

    def limit(self, house: House) -> int | None:
        """The most demand counters a house can hold (R-30); None for no limit."""
        kind = self.game.rules.house_kinds[house.kind]
        return kind.garden_limit if house.garden else kind.limit

    def marks(self, house_id: HouseId) -> tuple[str, ...]:
        """The marks of modules on a house's demand counters, in the order of the counters; "" for none."""
        state = self.game.state
        return state.marks.get(house_id) or ("",) * len(state.demand[house_id])

    def _mark(self, house_id: HouseId, marks: Sequence[str]) -> None:
        if any(marks):
            self.game.state.marks[house_id] = tuple(marks)
        else:
            self.game.state.marks.pop(house_id, None)

    def put_counters(self, house_id: HouseId, counters: Sequence[tuple[GoodId, Seat]], mark: str = "") -> int:
        """Puts demand counters (good, whose marketeer) on a house, as many as it can hold (R-30). Returns how many.

        `mark` is a word of a module that they keep.
        """
        state = self.game.state
        there = state.demand[house_id]
        limit = self.limit(state.houses[house_id])
        fitting = tuple(counters if limit is None else counters[: max(0, limit - len(there))])
        if mark or state.marks:
            self._mark(house_id, (*self.marks(house_id), *[mark] * len(fitting)))
        state.demand[house_id] = (*there, *fitting)
        return len(fitting)

    def take_some_counters(self, house_id: HouseId, good: GoodId, count: int) -> int:
        """Takes so many demand counters of one good off a house, the oldest first. Returns how many there were."""
        there = self.game.state.demand[house_id]
        kept = list(range(len(there)))
        for place, counter in enumerate(there):
            if counter[0] == good and len(there) - len(kept) < count:
                kept.remove(place)
        marks = self.marks(house_id)
        self._mark(house_id, [marks[place] for place in kept])
        self.game.state.demand[house_id] = tuple(there[place] for place in kept)
        return len(there) - len(kept)

    def take_counters(self, house_id: HouseId) -> tuple[tuple[GoodId, Seat], ...]:
        """Takes all demand counters off a house and returns them."""
        taken = self.game.state.demand[house_id]
        self.game.state.demand[house_id] = ()
        self.game.state.marks.pop(house_id, None)
        return taken

    # --- restaurants -------------------------------------------------------------------------------------------------

    def restaurant(self, at: Spot, entrance: str, open_: bool) -> Restaurant:
        """What a restaurant with its north-west square at `at` is; it is put nowhere yet."""
        mask, door = self.game.rules.restaurant_squares(self.game.ground.grid, at, entrance)
        return Restaurant(at, entrance, open_, mask, door)

    def put_restaurant(self, seat: Seat, restaurant: Restaurant) -> None:
        """Puts a restaurant of the player on the board."""
        who = self.game.state.players[seat]
        who.restaurants = (*who.restaurants, restaurant)
        self._cover(restaurant.mask)
        self.forget()

    def move_restaurant(self, seat: Seat, old: Restaurant, new: Restaurant) -> None:
        """Moves, turns, opens or closes a restaurant of the player: `new` is there instead of `old`."""
        who = self.game.state.players[seat]
        who.restaurants = tuple(new if each == old else each for each in who.restaurants)
        self._uncover(old.mask)
        self._cover(new.mask)
        self.forget()

    def set_open(self, seat: Seat, open_: bool) -> None:
        """Opens or closes all restaurants of the player."""
        who = self.game.state.players[seat]
        if any(each.open != open_ for each in who.restaurants):
            who.restaurants = tuple(evolve(each, open=open_) for each in who.restaurants)
            self.forget()

    # --- campaigns ---------------------------------------------------------------------------------------------------

    def put_campaign(self, campaign: Campaign) -> None:
        """Puts a campaign tile from the supply on the board or beside it; see Rules.campaign_order for when it runs."""
        state = self.game.state
        state.tiles_left = tuple(number for number in state.tiles_left if number != campaign.number)
        running = {**state.campaigns, campaign.number: campaign}
        state.campaigns = {number: running[number] for number in sorted(running, key=self.game.rules.campaign_order)}
        self._cover(campaign.mask)

    def change_campaign(self, number: CampaignNumber, **changes: Any) -> Campaign:
        """Changes fields of a campaign other than its place; returns it."""
        campaigns = self.game.state.campaigns
        campaign = campaigns[number] = evolve(campaigns[number], **changes)
        return campaign

    def end_campaign(self, number: CampaignNumber) -> None:
        """Takes a campaign off the board; its tile returns to the supply."""
        state = self.game.state
        campaign = state.campaigns.pop(number)
        self._uncover(campaign.mask)
        if number in self.game.rules.campaign_tiles:
            state.tiles_left = tuple(sorted((*state.tiles_left, number)))

    def drawn_on(self, campaign: Campaign) -> Mask:
        """The squares of the map that a campaign is drawn on: those it covers, and those of a way or the like."""
        kind = self.game.rules.campaign_kinds[campaign.kind]
        return campaign.mask | (kind.drawn_on(self.game, campaign) if kind.drawn_on is not None else 0)

    def beside(self, campaign: Campaign) -> frozenset[Square]:
        """The squares beside the map under a campaign; empty where its kind lies on the board."""
        kind = self.game.rules.campaign_kinds[campaign.kind]
        return frozenset(kind.beside(self.game, campaign)) if kind.beside is not None else frozenset()

    # --- pieces of modules -------------------------------------------------------------------------------------------

    def put_piece(self, piece: Piece) -> None:
        """Puts a piece on the board, behind those that are there."""
        state = self.game.state
        state.pieces = (*state.pieces, piece)
        self._cover(piece.mask)
        self.forget()

    def move_piece(self, piece: Piece, at: Spot, mask: Mask) -> None:
        """Moves a piece that is on the board; it keeps its place among the others."""
        state = self.game.state
        state.pieces = tuple(evolve(each, at=at, mask=mask) if each is piece else each for each in state.pieces)
        self._uncover(piece.mask)
        self._cover(mask)
        self.forget()

    def lift_piece(self, piece: Piece) -> None:
        """Takes a piece off the board."""
        state = self.game.state
        state.pieces = tuple(each for each in state.pieces if each is not piece)
        self._uncover(piece.mask)
        self.forget()

    # --- the map -----------------------------------------------------------------------------------------------------

    def add_tile(self, tile: TileId, at: tuple[int, int], turns: int) -> None:
        """The map grows by an unused tile at (tile row, tile column), turned by quarter turns clockwise, with its houses."""
        state = self.game.state
        self._remap(tiles=(*state.map.tiles, (*at, tile, turns)))
        state.map_pool = tuple(each for each in state.map_pool if each != tile)
        self.put_houses(self.printed_houses(tile, at, turns))

    def lift_tile(self, at: tuple[int, int]) -> TileId:
        """Takes the tile at (tile row, tile column) off the map, back into the pool, with its printed houses and their demand."""
        state = self.game.state
        tile = next(tile for row, column, tile, _ in state.map.tiles if (row, column) == at)
        mask = self.game.ground.grid.tile_mask(at)
        gone = [house.id for house in state.houses.values() if house.mask & mask]
        state.houses = {name: house for name, house in state.houses.items() if name not in gone}
        state.demand = {name: counters for name, counters in state.demand.items() if name not in gone}
        state.marks = {name: marks for name, marks in state.marks.items() if name not in gone}
        self._remap(tiles=tuple(each for each in state.map.tiles if each[:2] != at))
        state.map_pool = (*state.map_pool, tile)
        return tile

    def printed_houses(self, tile: TileId, at: tuple[int, int], turns: int) -> list[House]:
        """The houses printed on a tile that lies at (tile row, tile column), turned by quarter turns clockwise."""
        rules, grid = self.game.rules, self.game.ground.grid
        found = []
        for printed in rules.tiles[tile].houses:
            height, width = rules.house_kinds[printed.kind].size
            top, left = printed.at
            for _ in range(turns % 4):
                top, left, height, width = left, SIZE - top - height, width, height
            spot = grid.index((at[0] * SIZE + top, at[1] * SIZE + left))
            garden, side = 0, printed.garden
            if side:
                side = "NESW"[("NESW".index(side) + turns) % 4]
                down, right, *shape = garden_place(side, height, width)
                garden = rect(grid, spot + down * grid.stride + right, *shape)
            mask = rect(grid, spot, height, width)
            found.append(
                House(
                    printed.id,
                    printed.order,
                    printed.kind,
                    mask,
                    garden,
                    side,
                    printed=True,
                    at=spot,
                    sealed=bool(side),
                )
            )
        return found

    def open_road(self, mask: Mask) -> None:
        """These squares are road from now on; what covered them is gone."""
        self._uncover(mask)
        self._remap(roads=tuple(sorted({*self.game.state.map.roads, *bits(mask)})))

    def set_costs(self, costs: Iterable[tuple[Spot, int]]) -> None:
        """What it costs to pass road squares, as (square, extra tile borders); those not named cost nothing extra."""
        self._remap(costs=tuple(sorted(costs)))

    def _remap(self, **changes: Any) -> None:
        game = self.game
        game.state.map = evolve(game.state.map, **changes)
        game.ground = game.rules.ground(game.state.map)
        self.forget()

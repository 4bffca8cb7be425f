"""The running game: who must decide what, what is legal, and what an action does.

A Game is a State with the Rules of its plan. Rules are compiled once per plan and shared; `copy` copies the state only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from fcm_core.basics.errors import FcmError, Refusal, RefusedError
from fcm_core.basics.random import Stream
from fcm_core.game import actions as action_values
from fcm_core.game.answers import check_answer
from fcm_core.game.events import Event
from fcm_core.game.parts import Choice, DecisionKind, Partial
from fcm_core.game.state import NOBODY, Ask, Decision, House, HouseId, Player, Restaurant, State

if TYPE_CHECKING:
    from fcm_core.assembly.rules import Rules
    from fcm_core.map.ground import Ground
    from fcm_core.map.roads import Access

PHASES = (
    "setup",
    "restructuring",
    "order_of_business",
    "working",
    "dinnertime",
    "payday",
    "marketing",
    "cleanup",
)
CORNERS = ("NW", "NE", "SW", "SE")
SIDES = ("N", "E", "S", "W")
VETOED_AT_MOST = 50  # answers drawn at random that modules refuse, before the default stands
STACK_LIMIT = 10_000  # steps without a decision: far more than any round has


class Game:
    """One game in progress. `events` collects what happened since the caller last emptied it."""

    __slots__ = ("events", "ground", "halt_after", "hooks", "quiet", "rules", "state", "viewer")

    def __init__(self, rules: Rules, state: State, *, quiet: bool = False, viewer: int | None = None) -> None:
        self.rules: Rules = rules
        self.hooks: Any = rules.hooks
        self.state: State = state
        self.events: list[Event] = []
        self.quiet = quiet  # bots that look ahead want no events
        self.viewer = viewer  # the seat whose view this is; None for the whole truth
        self.halt_after = ""  # a phase: advance stops before the next one begins (scenarios, replays)
        self.ground: Ground = rules.ground(state.map)

    def copy(self) -> Game:
        """An independent game that shares rules and geometry."""
        new = Game.__new__(Game)
        new.rules = self.rules
        new.hooks = self.hooks
        new.state = self.state.copy()
        new.events = []
        new.quiet = True
        new.viewer = self.viewer
        new.halt_after = ""
        new.ground = self.ground
        return new

    # --- decisions -------------------------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now; several at once where players choose simultaneously. Empty when the game is over."""
        state = self.state
        return state.asks[-1].decisions if state.asks and not state.over else ()

    def decision_of(self, player: int) -> Decision | None:
        """The decision that a player owes now, or None."""
        state = self.state
        if state.asks and not state.over:
            for decision in state.asks[-1].decisions:
                if decision.player == player:
                    return decision
        return None

    def choices(self, player: int) -> Sequence[Choice] | None:
        """What the player may choose: actions, and Partials for big choices. None: too many to list, use `sample`."""
        decision = self._owed(player)
        kind = self.rules.decisions[decision.kind]
        try:
            if kind.choices is None:
                return None
            found = kind.choices(self, decision)
            if found is None or not self.hooks.check_action:
                return found
            return self._allowed(player, found)
        except FcmError:
            raise
        except Exception as error:
            raise self._blame(error, f"listing what {self.name(player)} may do ({decision.kind})") from error

    def _allowed(self, player: int, choices: Iterable[Choice]) -> list[Choice]:
        """Those that no module refuses; a Partial of which nothing is left goes, too."""
        found: list[Choice] = []
        for choice in choices:
            if isinstance(choice, Partial):
                narrowed = Partial(choice.action, choice.given, partial(self._allowed_after, player, choice))
                if next(self._flatten((narrowed,)), None) is not None:
                    found.append(narrowed)
            elif self._vetoed(player, choice) is None:
                found.append(choice)
        return found

    def _allowed_after(self, player: int, choice: Partial) -> list[Choice]:
        return self._allowed(player, choice.expand())

    def legal_actions(self, player: int) -> Iterator[Any]:
        """Every legal action, Partials expanded lazily. Nothing where the choice cannot be listed (see `choices`)."""
        yield from self._flatten(self.choices(player) or ())

    def _flatten(self, choices: Iterable[Choice]) -> Iterator[Any]:
        for choice in choices:
            if isinstance(choice, Partial):
                yield from self._flatten(choice.expand())
            else:
                yield choice

    def sample(self, player: int, stream: Stream) -> Any:
        """One legal action, uniform enough: a listed choice, then what follows it; or the decision's own sampler."""
        choices = self.choices(player)
        if choices is None:
            decision = self._owed(player)
            kind = self.rules.decisions[decision.kind]
            if kind.sample is None:
                raise FcmError(f"decision {decision.kind} can neither be listed nor sampled")
            for _ in range(VETOED_AT_MOST):
                action = kind.sample(self, decision, stream)
                if self._vetoed(player, action) is None:
                    return action
            return self.default_action(player)
        while True:
            choice = choices[stream.below(len(choices))]
            if not isinstance(choice, Partial):
                return choice
            choices = choice.expand()

    def default_action(self, player: int) -> Any:
        """The action that stands for doing nothing special in the decision the player owes."""
        decision = self._owed(player)
        kind = self.rules.decisions[decision.kind]
        if kind.default is not None:
            action = kind.default(self, decision)
            if self._vetoed(player, action) is None:
                return action
        for action in self.legal_actions(player):
            return action
        raise FcmError(f"decision {decision.kind} of {self.name(player)} has no legal action")

    def check(self, player: int, action: Any) -> Refusal | None:
        """Why the action is refused, or None if it is legal. Changes nothing."""
        if self.state.over:
            return Refusal("game_over", "the game is over")
        decision = self.decision_of(player)
        if decision is None:
            owing = ", ".join(self.name(each.player) for each in self.pending)
            return Refusal("not_your_turn", f"{self.name(player)} has nothing to decide now; waiting for {owing}")
        kind = self.rules.decisions[decision.kind]
        name = self.rules.action_name(action)
        if name not in self.rules.decision_actions[decision.kind]:
            allowed = ", ".join(self.rules.decision_actions[decision.kind])
            return Refusal("wrong_decision", f"{name} does not answer {kind.title or kind.name}; possible: {allowed}")
        try:
            own = self.rules.actions[name].check
            refusal = own(self, player, action) if kind.check is None else kind.check(self, decision, action)
            return refusal or self._vetoed(player, action)
        except FcmError:
            raise
        except Exception as error:
            raise self._blame(error, f"checking {name} of {self.name(player)}") from error

    def _vetoed(self, player: int, action: Any) -> Refusal | None:
        return self.refusal(self.hooks.check_action, player, action)

    def apply(self, player: int, action: Any) -> list[Event]:
        """Applies a legal action and goes on to the next decision. Returns what happened.

        Raises RefusedError, with the state unchanged, for an illegal one.
        """
        refusal = self.check(player, action)
        if refusal is not None:
            raise RefusedError(refusal)
        decision = self._owed(player)
        first = len(self.events)
        try:
            kind = self.rules.decisions[decision.kind]
            if kind.answer is not None:
                done = kind.answer(self, decision, action)
            else:
                self.rules.actions[self.rules.action_name(action)].apply(self, player, action)
                done = True
            if done:
                self._settle(decision)
            self.advance()
        except FcmError:
            raise
        except Exception as error:
            doing = f"{self.rules.action_name(action)} of {self.name(player)} in round {self.state.round}"
            raise self._blame(error, f"{doing} ({self.state.phase})") from error
        return self.events[first:]

    def _owed(self, player: int) -> Decision:
        decision = self.decision_of(player)
        if decision is None:
            raise RefusedError(Refusal("not_your_turn", f"{self.name(player)} has nothing to decide now"))
        return decision

    def _settle(self, decision: Decision) -> None:
        asks = self.state.asks
        for place in range(len(asks) - 1, -1, -1):
            ask = asks[place]
            if decision in ask.decisions:
                rest = tuple(each for each in ask.decisions if each != decision)
                if rest:
                    asks[place] = Ask(rest, True)
                else:
                    del asks[place]
                return

    def ask(self, kind: str, players: Iterable[int], *data: Any, together: bool = False) -> None:
        """Lets players decide before anything else goes on: one after another in the given order, or all at once."""
        decisions = [Decision(kind, player, data) for player in players if not self.state.players[player].out]
        if together:
            if decisions:
                self.state.asks.append(Ask(tuple(decisions)))
        else:
            self.state.asks.extend(Ask((decision,)) for decision in reversed(decisions))

    def advance(self) -> None:
        """Goes on until somebody must decide or the game is over."""
        state = self.state
        rules = self.rules
        for _ in range(STACK_LIMIT):
            if state.over:
                return
            if state.asks:
                ask = state.asks[-1]
                if ask.begun:
                    return
                place = len(state.asks) - 1
                state.asks[place] = Ask(ask.decisions, True)
                owed = tuple(each for each in ask.decisions if rules.decisions[each.kind].begin(self, each))
                if owed:
                    state.asks[place] = Ask(owed, True)
                else:
                    del state.asks[place]
                continue
            if not self._next_step():
                return
        raise FcmError(f"the game does not get on in phase {state.phase} of round {state.round}")

    def _next_step(self) -> bool:
        """Runs the next step of the round; False where the game halts at the start of a phase."""
        state = self.state
        setup = state.phase == "setup"
        steps = self.rules.setup_steps if setup else self.rules.round_steps
        following = state.cursor + 1
        if following >= len(steps):
            state.round += 1
            following = 0
            steps = self.rules.round_steps
            self.emit("round_began", round=state.round)
        step = steps[following]
        leaving = state.phase
        state.phase = step.phase
        if leaving == self.halt_after and step.phase != leaving:
            state.cursor = following - 1
            self.halt_after = ""
            return False
        state.cursor = following
        step.run(self)
        return True

    def begin_phase(self, phase: str) -> None:
        """The first step of every phase: tells those who listen."""
        self.emit("phase_began", phase=phase, round=self.state.round)
        for hook in self.hooks.on_phase_begin:
            hook(self, phase)

    def end_phase(self, phase: str) -> None:
        """The last step of every phase."""
        for hook in self.hooks.on_phase_end:
            hook(self, phase)

    def _blame(self, error: Exception, doing: str) -> Exception:
        return self.rules.blamed(error, doing)

    # --- facts -----------------------------------------------------------------------------------------------------

    def name(self, player: int) -> str:
        """The player's id."""
        return self.state.players[player].id if 0 <= player < len(self.state.players) else "nobody"

    def player(self, player: int) -> Player:
        """The player of a seat."""
        return self.state.players[player]

    def seat(self, player_id: str) -> int:
        """The seat of a player id; KeyError if there is none."""
        for seat, player in enumerate(self.state.players):
            if player.id == player_id:
                return seat
        raise KeyError(player_id)

    def emit(self, kind: str, /, **data: Any) -> None:
        """Records an event for the caller."""
        if not self.quiet:
            self.events.append(Event(kind, data))

    def random(self, module: str, purpose: str) -> Stream:
        """A random stream of this game; reading it changes the state."""
        return Stream(self.state.seed, module, purpose, self.state.draws)

    def part(self, module: str) -> Any:
        """A module's own state."""
        return self.state.modules[module]

    def sum(self, hooks: Sequence[Callable[..., Any]], *args: Any) -> int:
        """The sum of what `modify_*` hooks contribute. Raises HookError for an answer of the wrong type."""
        total = 0
        try:
            for hook in hooks:
                found = hook(self, *args)
                if found:
                    for amount, _ in found:
                        total += amount
        except (TypeError, ValueError):
            self._check_answers(hooks, args)
            raise
        if type(total) is not int:
            self._check_answers(hooks, args)
        return total

    def reasons(self, hooks: Sequence[Callable[..., Any]], *args: Any) -> list[tuple[int, str]]:
        """What `modify_*` hooks contribute, with the reasons. Raises HookError for an answer of the wrong type."""
        found: list[tuple[int, str]] = []
        try:
            for hook in hooks:
                found.extend(hook(self, *args) or ())
            right = all(type(amount) is int and type(why) is str for amount, why in found)
        except (TypeError, ValueError):
            self._check_answers(hooks, args)
            raise
        if not right:
            self._check_answers(hooks, args)
        return found

    def highest(self, hooks: Sequence[Callable[..., Any]], *args: Any) -> int:
        """The highest single contribution, 0 if there is none."""
        return max((amount for amount, _ in self.reasons(hooks, *args)), default=0)

    def refusal(self, hooks: Sequence[Callable[..., Any]], *args: Any) -> Refusal | None:
        """The first refusal of `check_*` hooks. Raises HookError for an answer of the wrong type."""
        for hook in hooks:
            found: Refusal | None = hook(self, *args)
            if found is not None:
                if type(found) is not Refusal:
                    self._check_answers((hook,), args)
                return found
        return None

    def _check_answers(self, hooks: Sequence[Callable[..., Any]], args: Sequence[Any]) -> None:
        """Names the hook that answers with what its specification does not allow (HookError)."""
        for hook in hooks:
            found = hook(self, *args)
            if found is not None:
                check_answer(*self.rules.manager.calls[hook], found)

    # --- cards -----------------------------------------------------------------------------------------------------

    def owned(self, player: int, card: str) -> int:
        """Copies of a card the player owns: at work, on the beach and busy."""
        who = self.state.players[player]
        return who.work.get(card, 0) + who.beach.get(card, 0) + sum(busy.card == card for busy in who.busy)

    def owned_cards(self, player: int) -> dict[str, int]:
        """All cards the player owns, the CEO included."""
        who = self.state.players[player]
        cards = dict(who.work)
        for card, count in who.beach.items():
            cards[card] = cards.get(card, 0) + count
        for busy in who.busy:
            cards[busy.card] = cards.get(busy.card, 0) + 1
        return cards

    def check_unique(self, player: int, card: str) -> Refusal | None:
        """R-24: a "1x" card (or one of a "1x" group) may be owned once, wherever it is; modules may forbid more."""
        group = self.rules.unique_groups.get(card)
        if group:
            for other in group:
                if self.owned(player, other):
                    return Refusal(
                        "unique",
                        f"{self.rules.title(card)}: a player may own one only and has {self.rules.title(other)}",
                    )
        return self.refusal(self.hooks.check_own, player, card)

    def gain_card(self, player: int, card: str, count: int = 1, *, trainable: bool = True) -> int:
        """Takes up to `count` cards from the supply onto the player's beach; returns how many there were."""
        taken = min(count, self.state.supply.get(card, 0))
        if taken:
            self.state.supply[card] -= taken
            self.put_on_beach(player, card, taken, trainable=trainable)
            self.emit("gained", player=self.name(player), employee=card, count=taken)
        return taken

    def gain_from_box(self, player: int, card: str, *, trainable: bool = True) -> None:
        """Takes one card from the box, not from the supply, onto the player's beach."""
        box = self.state.from_box
        box[card] = box.get(card, 0) + 1
        self.put_on_beach(player, card, trainable=trainable)
        self.emit("gained", player=self.name(player), employee=card, count=1)

    def put_on_beach(self, player: int, card: str, count: int = 1, *, trainable: bool = True) -> None:
        """Adds cards to the beach without touching the supply."""
        beach = self.state.players[player].beach
        beach[card] = beach.get(card, 0) + count
        turn = self.state.turn
        if not trainable and turn is not None and turn.player == player:
            turn.fresh[card] = turn.fresh.get(card, 0) + count

    def card_actions(self, player: int, card: str) -> int:
        """How many times this card acts in all: copies at work times (1 + what modules add)."""
        copies = self.state.players[player].work.get(card, 0)
        if copies and self.hooks.modify_card_actions:
            return copies * (1 + self.sum(self.hooks.modify_card_actions, player, card))
        return copies

    def actions_left(self, player: int, card: str) -> int:
        """Actions of this card at work not used in the present turn; 0 outside the player's turn."""
        turn = self.state.turn
        if turn is None or turn.player != player:
            return 0
        return self.card_actions(player, card) - turn.used.get(card, 0)

    def use_card(self, player: int, card: str) -> None:
        """Marks one action of the card as used."""
        turn = self.state.turn
        assert turn is not None and turn.player == player
        turn.used[card] = turn.used.get(card, 0) + 1

    def at_work(self, player: int, card: str) -> int:
        """Copies of the card at work."""
        return self.state.players[player].work.get(card, 0)

    def ceo_slots(self, player: int) -> int:
        """Slots of the player's CEO."""
        return self.state.ceo_slots + self.sum(self.hooks.modify_ceo_slots, player)

    # --- milestones ------------------------------------------------------------------------------------------------

    def has(self, player: int, milestone: str) -> bool:
        """Whether the player has earned the milestone."""
        return milestone in self.state.players[player].milestones

    def available(self, player: int, milestone: str) -> bool:
        """Whether the player would get the milestone by meeting its condition now."""
        who = self.state.players[player]
        return milestone in self.state.open_milestones and milestone not in who.milestones and not who.bankrupt

    def award(self, player: int, milestone: str) -> bool:
        """Gives the milestone if it can still be had. Everybody who qualifies in the same round gets it.

        A bankrupt chain claims none any more (R-39).
        """
        state = self.state
        if not self.available(player, milestone):
            return False
        state.players[player].milestones[milestone] = state.round
        state.open_milestones[milestone] = state.round
        self.emit("milestone", player=self.name(player), milestone=milestone)
        for hook in self.hooks.on_milestone:
            hook(self, player, milestone)
        return True

    # --- board -----------------------------------------------------------------------------------------------------

    def board_changed(self) -> None:
        """Forgets what was derived from the pieces on the board."""
        self.state.board_cache = {}

    def remap(self) -> None:
        """After a change of state.map: takes the new ground and forgets what was derived from the old one."""
        self.ground = self.rules.ground(self.state.map)
        self.state.board_cache = {}

    def free(self) -> int:
        """Bitboard of the empty squares: nothing printed, no road, no piece."""
        return self.ground.empty & ~self.state.occupied

    def drive_in(self, player: int) -> bool:
        """R-08: all corners of all own open restaurants are entrances while a card with a drive-in is at work."""
        who = self.state.players[player]
        if who.on_duty:
            for card in self.rules.drive_in_cards:
                if who.work.get(card):
                    return True
        return False

    def doors(self, player: int) -> int:
        """Bitboard of the entrance squares of the player's open restaurants (all four corners with a drive-in)."""
        drive_in = self.drive_in(player)
        mask = 0
        for restaurant in self.state.players[player].restaurants:
            if restaurant.open:
                mask |= restaurant.mask if drive_in else 1 << restaurant.door
        return mask

    def range_starts(self, player: int) -> int:
        """Bitboard of squares from which ranges are counted: entrances, and pieces that modules let start a range."""
        mask = self.doors(player)
        for hook in self.hooks.extend_range_starts:
            mask |= hook(self, player)
        return mask

    def access(self, mask: int) -> Access:
        """The road squares that serve a set of squares, with the tile borders it costs to step on them (R-05, R-06)."""
        return self.ground.access(mask)

    def house_access(self, house: House) -> Access:
        """The roads a house is reached from (R-06), or the way to the roads that its module gives it."""
        for hook in self.hooks.provide_house_access:
            found: Access | None = hook(self, house)
            if found is not None:
                return found
        return self.ground.dinner.access(house.mask | house.garden)

    def distance(self, house_id: HouseId, player: int) -> int | None:
        """Fewest tile borders between a house and the player's nearest open entrance; None without connection."""
        cache = self.state.board_cache
        who = self.state.players[player]
        key = (house_id, player, who.on_duty and self.drive_in(player))
        found = cache.get(key, -1)
        if found == -1:
            doors = self.doors(player)
            found = None
            if doors:
                ground = self.ground.dinner
                found = ground.distance(self.house_access(self.state.houses[house_id]), ground.access(doors))
            cache[key] = found
        return found  # type: ignore[no-any-return]

    def restaurant(self, at: int, entrance: str, open_: bool) -> Restaurant:
        """A restaurant with its north-west square at `at`."""
        mask, door = self.rules.restaurant_squares(self.ground.grid, at, entrance)
        return Restaurant(at, entrance, open_, mask, door)

    def limit(self, house: House) -> int | None:
        """The most demand counters a house can hold (R-30); None for no limit."""
        kind = self.rules.house_kinds[house.kind]
        return kind.garden_limit if house.garden else kind.limit

    # --- views -----------------------------------------------------------------------------------------------------

    def view(self, player: int | None) -> Game:
        """What a seat may see (None: an onlooker): a game without others' reserve cards and unrevealed answers."""
        from fcm_core.game.views import view_of

        found: Game = view_of(self, player)
        return found

    def label(self, choice: Choice, player: int) -> str:
        """An action or Partial in plain words."""
        return action_values.label(self, player, choice)


def counted(cards: Iterable[str]) -> dict[str, int]:
    """A multiset of cards as card -> copies, in order of first appearance."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def spread(cards: Mapping[str, int]) -> tuple[str, ...]:
    """A multiset as a sorted tuple with repetitions."""
    return tuple(card for card in sorted(cards) for _ in range(cards[card]))


__all__ = ["CORNERS", "NOBODY", "PHASES", "SIDES", "DecisionKind", "Game", "counted", "selections", "spread"]


def selections(cards: Mapping[str, int], at_most: int) -> list[tuple[str, ...]] | None:
    """Every way to take some of the cards, from none to all, in the mapping's order; None where there are too many."""
    if prod(count + 1 for count in cards.values()) > at_most:
        return None
    found: list[tuple[str, ...]] = [()]
    for card, count in cards.items():
        found = [(*chosen, *(card,) * copies) for chosen in found for copies in range(count + 1)]
    return found

"""Working, step 2: train. One training event per card and turn; a trainer gives one step, a coach two, a guru three.

Rulebook, Train; R-22 to R-24.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Train
from fcm_core.game.cards import actions_left, at_work, card_actions, check_unique, put_on_beach
from fcm_core.game.parts import ActionKind, Choice

if TYPE_CHECKING:
    from fcm_core.game.game import Game
    from fcm_core.game.state import Turn


def trainers_left(game: Game, seat: Seat) -> list[tuple[str, int]]:
    """Each trainer, coach or guru at work that still has training steps: card and steps left, begun ones first."""
    turn = game.state.turn
    assert turn is not None
    found = list(turn.trainers)
    work = game.state.players[seat].work
    for card in game.rules.training_cards:
        if card in work:
            fresh = actions_left(game, seat, card)
            if fresh > 0:
                found.extend([(card, game.rules.cards[card].trainings)] * fresh)
    return found


def stacking(game: Game, seat: Seat) -> bool:
    """Whether training actions of several employees may be used on one card."""
    return hooks.allow_stacking(game, seat) is not None


def trainable(game: Game, seat: Seat, card: CardId) -> int:
    """Copies of the card on the beach that may still be trained this turn."""
    turn = game.state.turn
    assert turn is not None
    count = game.state.players[seat].beach.get(card, 0) - turn.fresh.get(card, 0)
    if not stacking(game, seat):
        count -= turn.trained.get(card, 0)
    return count


def trainable_at_work(game: Game, seat: Seat, card: CardId, to: str) -> int:
    """Copies of the card at work that may be trained to the other where they are; only effects allow that."""
    if hooks.allow_training_at_work(game, seat, card, to) is None:
        return 0
    turn = game.state.turn
    assert turn is not None
    count = at_work(game, seat, card)
    return count if stacking(game, seat) else count - turn.trained_at_work.get(card, 0)


def _is_at_work(game: Game, seat: Seat, action: Train) -> bool:
    """Whether the card meant is one at work: where nothing is said, only if none on the beach can be trained."""
    if action.at_work is not None:
        return action.at_work
    turn = game.state.turn
    assert turn is not None
    if action.card in turn.phantoms or trainable(game, seat, action.card) > 0:
        return False
    return trainable_at_work(game, seat, action.card, action.to) > 0


def phantoms_can_be_trained(
    game: Game,
    seat: Seat,
    phantoms: Sequence[str],
    trainers: Sequence[tuple[str, int]] | None = None,
    taken: dict[str, int] | None = None,
) -> bool:
    """R-22: can all these cards, hired from empty piles, be trained this turn to cards in the supply?

    `taken` counts cards of the supply that are already spoken for.
    """
    if not phantoms:
        return True
    left = [steps for _, steps in (trainers_left(game, seat) if trainers is None else trainers)]
    if not left:
        return False
    if stacking(game, seat):
        left = [sum(left)]
    room: Mapping[str, int] = game.state.supply
    if taken:
        room = {card: count - taken.get(card, 0) for card, count in room.items()}
    longest = max(left)
    if len(phantoms) == 1:  # nearly always: nothing to share out
        return next(_targets(game, seat, phantoms[0], room, longest), None) is not None
    targets = {phantom: list(_targets(game, seat, phantom, room, longest)) for phantom in phantoms}
    if not all(targets.values()):
        return False
    return _assign(game, phantoms, sorted(left), targets, dict(room))


def _targets(game: Game, seat: Seat, card: CardId, room: Mapping[str, int], longest: int) -> Iterator[tuple[str, int]]:
    """Cards in the supply that a card could be trained to in at most `longest` steps, nearest first."""
    for target, steps in game.rules.careers[card].items():
        if steps <= longest and room.get(target, 0) > 0 and check_unique(game, seat, target) is None:
            yield target, steps


def _assign(
    game: Game,
    phantoms: Sequence[str],
    left: list[int],
    targets: Mapping[str, list[tuple[str, int]]],
    room: dict[str, int],
) -> bool:
    """Finds a target and a trainer for every phantom; `left` holds the trainers' steps, ascending."""
    if not phantoms:
        return True
    unique = game.rules.unique_groups
    for target, steps in targets[phantoms[0]]:
        if room[target] <= 0:
            continue
        for place, have in enumerate(left):
            if have < steps or (place and have == left[place - 1]):
                continue
            group = unique.get(target, (target,))
            before = {other: room.get(other, 0) for other in group}
            for other in group:  # of a "1x" card no second may be owned
                room[other] = before[other] - 1 if target not in unique else 0
            rest = sorted((*left[:place], have - steps, *left[place + 1 :]))
            found = _assign(game, phantoms[1:], rest, targets, room)
            room.update(before)
            if found:
                return True
    return False


def _spend(game: Game, seat: Seat, by: Sequence[str], steps: int) -> list[tuple[str, int]] | Refusal:
    """What is left of the trainers after the named ones gave `steps` steps; a Refusal when they cannot."""
    left = trainers_left(game, seat)
    for place, name in enumerate(by):
        card = game.rules.cards.get(name)
        if card is None or not card.trainings:
            return Refusal("not_an_option", f"{name} trains nobody{did_you_mean(name, game.rules.training_cards)}")
        if steps <= 0:
            return Refusal("trainer_steps", f"{card.title} is one trainer more than needed")
        # The last one named gives all that is still missing; those before it give all they have.
        last = place == len(by) - 1
        mine = [index for index, (other, have) in enumerate(left) if other == name and have]
        enough = [index for index in mine if left[index][1] >= steps] if last else mine
        if not enough:
            code = "trainer_steps" if mine else "used_up" if at_work(game, seat, name) else "not_at_work"
            return Refusal(code, f"no {card.title} at work has {steps if last else 1} training steps left")
        choose = min if last else max
        index = choose(enough, key=lambda each: left[each][1])
        have = left[index][1]
        given = min(have, steps)
        left[index] = (name, have - given)
        steps -= given
    if steps:
        return Refusal("trainer_steps", f"{steps} training steps more are needed")
    return left


def _unique_after(game: Game, seat: Seat, action: Train) -> Refusal | None:
    """R-24 for the card trained to. The card trained from leaves, which matters inside a "1x" group."""
    group = game.rules.unique_groups.get(action.to, ())
    if action.card in group:
        return hooks.check_own(game, seat, action.to)
    return check_unique(game, seat, action.to)


def _promote(game: Game, seat: Seat, turn: Turn, card: CardId, to: str) -> None:
    """Trains a card at work where it is, one that has not acted if there is any; else the new card has acted too."""
    work = game.state.players[seat].work
    actions = 1 + hooks.modify_card_actions(game, seat, card)
    acted = -(-max(0, turn.used.get(card, 0)) // actions)
    idle = work[card] > acted
    if work[card] <= turn.trained_at_work.get(card, 0):
        turn.trained_at_work[card] -= 1
    work[card] -= 1
    if not work[card]:
        del work[card]
    game.state.supply[card] += 1
    add_to(work, to)
    add_to(turn.trained_at_work, to)
    if not idle:
        turn.used[card] -= actions
        add_to(turn.used, to, 1 + hooks.modify_card_actions(game, seat, to))


def _book(game: Game, seat: Seat, turn: Turn, left: list[tuple[str, int]]) -> None:
    """Remembers the trainers that have begun and marks them as used."""
    begun: list[tuple[str, int]] = []
    fresh: dict[str, int] = {}
    for card, steps in left:
        if steps == game.rules.cards[card].trainings:
            add_to(fresh, card)
        elif steps:
            begun.append((card, steps))
    turn.trainers = tuple(sorted(begun))
    for card in game.rules.training_cards:
        total = card_actions(game, seat, card)
        if total:
            turn.used[card] = total - fresh.get(card, 0)


def _trainer_sets(game: Game, seat: Seat, steps: int) -> Iterator[tuple[str, ...]]:
    """Distinct ways to give that many steps to one card: one trainer, or several under stacking."""
    left = trainers_left(game, seat)
    seen = set()
    for name, have in left:
        if have >= steps and name not in seen:
            seen.add(name)
            yield (name,)
    if not seen and steps > 1 and stacking(game, seat):
        # Only where nobody manages alone: the fewest trainers, the strongest first.
        chosen: list[str] = []
        missing = steps
        for name, have in sorted(left, key=lambda each: (-each[1], each[0])):
            chosen.append(name)
            missing -= have
            if missing <= 0:
                by = tuple(chosen)
                if not isinstance(_spend(game, seat, by, steps), Refusal):
                    yield by
                return


def phantoms_left(game: Game, seat: Seat) -> Refusal | None:
    """A turn may not leave the step while a card hired from an empty pile waits to be trained (R-22)."""
    turn = game.state.turn
    if turn is not None and turn.phantoms:
        names = ", ".join(game.rules.title(card) for card in turn.phantoms)
        return Refusal("phantom", f"{names}: hired from an empty pile, must be trained this turn")
    return None


class Training(ActionKind[Train]):
    """R-22 to R-24: a card becomes another over one or more steps."""

    name = "train"
    cls = Train
    help = "Train a card on the beach to another, over one or more steps."
    codes = (
        "not_an_option",
        "malformed",
        "career",
        "already_trained",
        "not_on_beach",
        "not_at_work",
        "used_up",
        "trainer_steps",
        "supply",
        "unique",
        "phantom",
        "step_over",
    )
    phrases = (("train", "card"), ("to", "to"), ("with", "by"))

    def check(self, game: Game, seat: Seat, action: Train) -> Refusal | None:
        """R-23: a card on the beach, not trained yet this turn, to a card in supply; R-22: phantoms can still be trained."""
        rules = game.rules
        for name in (action.card, action.to):
            if name not in rules.cards:
                return Refusal("not_an_option", f"no card {name}{did_you_mean(name, rules.cards)}")
        if not action.by:
            return Refusal("malformed", "by: name the trainer, coach or guru")
        turn = game.state.turn
        assert turn is not None
        title, to_title = rules.title(action.card), rules.title(action.to)
        steps = rules.careers[action.card].get(action.to)
        if steps is None:
            return Refusal("career", f"{title} cannot become {to_title}")
        working = _is_at_work(game, seat, action)
        phantom = action.card in turn.phantoms and not working
        if working:
            if trainable_at_work(game, seat, action.card, action.to) <= 0:
                if turn.trained_at_work.get(action.card, 0):
                    return Refusal("already_trained", f"{title} has been trained this turn and cannot be trained on")
                return Refusal("not_on_beach", f"no {title} at work that could become {to_title} there (R-23)")
        elif not phantom and trainable(game, seat, action.card) <= 0:
            if game.state.players[seat].beach.get(action.card, 0) or turn.trained_at_work.get(action.card, 0):
                return Refusal(
                    "already_trained", f"{title} has been trained or gained this turn and cannot be trained on"
                )
            return Refusal("not_on_beach", f"no {title} on the beach")
        if len(action.by) > 1 and not stacking(game, seat):
            return Refusal("trainer_steps", "several trainers may not be used on one card")
        left = _spend(game, seat, action.by, steps)
        if isinstance(left, Refusal):
            return left
        if game.state.supply.get(action.to, 0) <= 0:
            return Refusal("supply", f"no {to_title} is left")
        refusal = _unique_after(game, seat, action)
        if refusal is not None:
            return refusal
        rest = list(turn.phantoms)
        if phantom:
            rest.remove(action.card)
        if rest and not phantoms_can_be_trained(game, seat, rest, left, {action.to: 1}):
            return Refusal(
                "phantom", f"{', '.join(map(rules.title, rest))}, hired from an empty pile, could not be trained then"
            )
        return None

    def apply(self, game: Game, seat: Seat, action: Train) -> None:
        """R-23: the old card goes back to the supply, and the new one comes from there."""
        state = game.state
        turn = state.turn
        assert turn is not None
        steps = game.rules.careers[action.card][action.to]
        left = _spend(game, seat, action.by, steps)
        assert not isinstance(left, Refusal)
        working = _is_at_work(game, seat, action)
        _book(game, seat, turn, left)
        if working:
            _promote(game, seat, turn, action.card, action.to)
        elif action.card in turn.phantoms:
            rest = list(turn.phantoms)
            rest.remove(action.card)
            turn.phantoms = tuple(rest)
        else:
            beach = state.players[seat].beach
            # Under stacking a card already trained goes on if no other copy is left.
            untouched = beach[action.card] - turn.fresh.get(action.card, 0) - turn.trained.get(action.card, 0)
            if untouched <= 0:
                turn.trained[action.card] -= 1
            beach[action.card] -= 1
            if not beach[action.card]:
                del beach[action.card]
            state.supply[action.card] += 1
        state.supply[action.to] -= 1
        if not working:
            put_on_beach(game, seat, action.to)
            add_to(turn.trained, action.to)
        hooks.on_trained(game, seat, action.card, action.to, action.by)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-22 to R-24: every card, what it may become, and by whom."""
        turn = game.state.turn
        assert turn is not None
        left = trainers_left(game, seat)
        if not left:
            return []
        longest = sum(steps for _, steps in left) if stacking(game, seat) else max(steps for _, steps in left)
        found: list[Choice] = []
        supply = game.state.supply
        by_steps: dict[int, list[tuple[str, ...]]] = {}
        beach = game.state.players[seat].beach
        careers = game.rules.careers
        touched = turn.trained or turn.fresh
        pupils = [card for card in beach if careers[card] and (not touched or trainable(game, seat, card) > 0)]
        pupils += dict.fromkeys(each for each in turn.phantoms if each not in pupils)
        places: list[tuple[str, bool | None]] = [(card, None) for card in pupils]
        if hooks.allow_training_at_work.used(game):
            places += [(card, True) for card in game.state.players[seat].work if careers[card]]
        for card, working in places:
            for to, steps in game.rules.careers[card].items():
                if steps > longest or supply.get(to, 0) <= 0:
                    continue
                if working and trainable_at_work(game, seat, card, to) <= 0:
                    continue
                if steps not in by_steps:
                    by_steps[steps] = list(_trainer_sets(game, seat, steps))
                if not by_steps[steps]:
                    continue
                if to in game.rules.unique_groups or hooks.check_own.used(game):
                    if _unique_after(game, seat, Train(card, to, ())) is not None:
                        continue
                for by in by_steps[steps]:
                    action = Train(card, to, by, working)
                    # The only phantom itself leaves nothing behind that could not be trained.
                    alone = not working and len(turn.phantoms) == 1 and card in turn.phantoms
                    if turn.phantoms and not alone and self.check(game, seat, action) is not None:
                        continue
                    found.append(action)
        return found

    def candidates(self, game: Game, seat: Seat) -> Iterable[Train]:
        """Every next step of a card on the beach."""
        beach = game.state.players[seat].beach
        trainers = [card for card in game.rules.training_cards if at_work(game, seat, card)]
        return [
            Train(card, to, (by,))
            for card in beach
            for to in game.rules.cards[card].trains_to
            for by in trainers[:1]
            if to in game.rules.cards
        ]


ACTIONS = (Training(),)

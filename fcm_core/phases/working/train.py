"""Working, step 2: train. One training event per card and turn; a trainer gives one step, a coach two, a guru three.

Rulebook, Train; R-22 to R-24.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from attrs import evolve

from fcm_core.basics.errors import Refusal
from fcm_core.basics.multisets import add_to
from fcm_core.basics.names import did_you_mean
from fcm_core.basics.vocabulary import CardId, Seat
from fcm_core.game import hooks
from fcm_core.game.actions import Train
from fcm_core.game.cards import actions_left, at_work, check_unique, current_turn, put_on_beach, true_card, use_card
from fcm_core.game.codes import refusals
from fcm_core.game.parts import ActionKind, Choice

if TYPE_CHECKING:
    from fcm_core.game.game import Game

Trainer = tuple[CardId, int]  # a trainer, coach or guru at work, and the training steps it can still give


# --- who can be trained --------------------------------------------------------------------------------------------------


def trainable(game: Game, seat: Seat, card: CardId) -> int:
    """R-23: copies of the card on the beach that may still be trained this turn."""
    turn = current_turn(game)
    count = game.state.players[seat].beach.get(card, 0) - turn.fresh.get(card, 0)
    return count if stacking(game, seat) else count - turn.trained.get(card, 0)


def trainable_at_work(game: Game, seat: Seat, card: CardId, to: CardId) -> int:
    """Copies of the card at work that may be trained to the other where they are; only effects allow that."""
    if hooks.allow_training_at_work(game, seat, card, to) is None:
        return 0
    count = at_work(game, seat, card)
    return count if stacking(game, seat) else count - current_turn(game).trained_at_work.get(card, 0)


def _pupils(game: Game, seat: Seat) -> Iterator[tuple[CardId, bool]]:
    """Cards that may be trained now, and whether they are trained at work."""
    turn = current_turn(game)
    careers = game.rules.careers
    player = game.state.players[seat]
    untouched = not turn.trained and not turn.fresh
    for card in player.beach:
        if careers[card] and (untouched or trainable(game, seat, card) > 0):
            yield card, False
    for card in dict.fromkeys(turn.phantoms):
        if not player.beach.get(card) or trainable(game, seat, card) <= 0:
            yield card, False
    if hooks.allow_training_at_work.used(game):
        for card in player.work:
            if careers[card]:
                yield card, True


def _posts(game: Game, seat: Seat, card: CardId, working: bool, longest: int) -> Iterator[tuple[CardId, int]]:
    """What a card may become in at most `longest` steps, and the steps it takes."""
    supply = game.state.supply
    checked = hooks.check_own.used(game)
    for to, steps in game.rules.careers[card].items():
        if steps > longest or supply.get(to, 0) <= 0:
            continue
        if working and trainable_at_work(game, seat, card, to) <= 0:
            continue
        if (checked or to in game.rules.unique_groups) and _unique_after(game, seat, card, to) is not None:
            continue
        yield to, steps


def _unique_after(game: Game, seat: Seat, card: CardId, to: CardId) -> Refusal | None:
    """R-24 for the card trained to. The card trained from leaves, which matters inside a "1x" group."""
    if card in game.rules.unique_groups.get(to, ()):
        return hooks.check_own(game, seat, to)
    return check_unique(game, seat, to)


# --- who trains ----------------------------------------------------------------------------------------------------------


def stacking(game: Game, seat: Seat) -> bool:
    """R-23: whether training actions of several employees may be used on one card."""
    return hooks.allow_stacking(game, seat) is not None


def trainers_left(game: Game, seat: Seat) -> list[Trainer]:
    """Each trainer, coach or guru at work that still has training steps, begun ones first."""
    trainers = list(current_turn(game).trainers)
    work = game.state.players[seat].work
    for card in game.rules.training_cards:
        if card in work:
            fresh = actions_left(game, seat, card)
            if fresh > 0 and (steps := training_steps(game, seat, card)):
                trainers.extend([(card, steps)] * fresh)
    return trainers


def training_steps(game: Game, seat: Seat, card: CardId) -> int:
    """Steps that one copy of a card at work gives: a trainer 1, a coach 2, a guru 3, and what modules add."""
    return max(0, game.rules.cards[card].trainings + hooks.modify_trainings(game, seat, card))


def _teams(game: Game, seat: Seat, trainers: Sequence[Trainer], steps: int) -> Iterable[tuple[CardId, ...]]:
    """R-23: who may give so many steps to one card: one trainer, or several under stacking."""
    if stacking(game, seat):
        return _teams_by_outcome(game, seat, trainers, steps).values()
    return [(card,) for card in dict.fromkeys(card for card, left in trainers if left >= steps)]


def _teams_by_outcome(
    game: Game, seat: Seat, trainers: Sequence[Trainer], steps: int
) -> dict[tuple[Trainer, ...], tuple[CardId, ...]]:
    """What the trainers may have left after giving so many steps to one card -> the first team that comes to this."""
    names = sorted({card for card, _ in trainers})
    teams: dict[tuple[Trainer, ...], tuple[CardId, ...]] = {}
    for size in range(min(steps, len(trainers))):
        for first in combinations_with_replacement(names, size):  # they give all they have, in whatever order
            for last in names:
                left = _spend(game, seat, trainers, (*first, last), steps)
                if not isinstance(left, Refusal):
                    teams.setdefault(tuple(sorted(left)), (*first, last))
    return teams


def _spend(
    game: Game, seat: Seat, trainers: Sequence[Trainer], by: Sequence[CardId], steps: int
) -> list[Trainer] | Refusal:
    """What the trainers have left after those named gave so many steps; a Refusal when they cannot.

    The last one named gives what is still missing, and those before it give all they have.
    """
    left = list(trainers)
    for place, name in enumerate(by):
        card = game.rules.cards.get(name)
        if card is None or not card.trainings:
            return Refusal("not_an_option", f"{name} trains nobody{did_you_mean(name, game.rules.training_cards)}")
        if steps <= 0:
            return Refusal("trainer_steps", f"{card.title} is one trainer more than needed")
        last = place == len(by) - 1
        mine = [index for index, (other, have) in enumerate(left) if other == name and have]
        enough = [index for index in mine if left[index][1] >= steps] if last else mine
        if not enough:
            code = "trainer_steps" if mine else "used_up" if at_work(game, seat, name) else "not_at_work"
            return Refusal(code, f"no {card.title} at work has {steps if last else 1} training steps left")
        choose = min if last else max
        index = choose(enough, key=lambda each: left[each][1])
        given = min(left[index][1], steps)
        left[index] = (name, left[index][1] - given)
        steps -= given
    if steps:
        return Refusal("trainer_steps", f"{steps} training steps more are needed")
    return left


def _book(game: Game, seat: Seat, before: Sequence[Trainer], after: Sequence[Trainer]) -> None:
    """Remembers the trainers that have begun, and marks those that begin now as used."""
    turn = current_turn(game)
    begun: list[Trainer] = []
    for place, (card, left) in enumerate(after):
        if place >= len(turn.trainers) and left < before[place][1]:
            use_card(game, seat, card)
        if 0 < left < training_steps(game, seat, card):
            begun.append((card, left))
    turn.trainers = tuple(sorted(begun))


# --- cards hired from empty piles ------------------------------------------------------------------------------------------


def phantoms_can_be_trained(
    game: Game,
    seat: Seat,
    phantoms: Sequence[CardId],
    trainers: Sequence[Trainer] | None = None,
    taken: CardId | None = None,
) -> bool:
    """R-22: can all these cards, hired from empty piles, be trained this turn to cards in the supply?

    One copy of the card `taken` is spoken for already.
    """
    if not phantoms:
        return True
    steps = [left for _, left in (trainers_left(game, seat) if trainers is None else trainers)]
    if not steps:
        return False
    if stacking(game, seat):
        steps = [sum(steps)]
    supply: Mapping[CardId, int] = game.state.supply
    if taken is not None:
        supply = {**supply, taken: supply.get(taken, 0) - 1}
    longest = max(steps)
    if len(phantoms) == 1:  # nearly always: nothing to share out
        return next(_targets(game, seat, phantoms[0], supply, longest), None) is not None
    targets = {phantom: list(_targets(game, seat, phantom, supply, longest)) for phantom in phantoms}
    if not all(targets.values()):
        return False
    return _shared_out(phantoms, tuple(sorted(steps)), supply, targets, game.rules.unique_groups)


def _targets(
    game: Game, seat: Seat, card: CardId, supply: Mapping[CardId, int], longest: int
) -> Iterator[tuple[CardId, int]]:
    """Cards in the supply that a card could be trained to in at most `longest` steps, nearest first."""
    for target, steps in game.rules.careers[card].items():
        if steps <= longest and supply.get(target, 0) > 0 and check_unique(game, seat, target) is None:
            yield target, steps


def _shared_out(
    phantoms: Sequence[CardId],
    trainers: tuple[int, ...],
    supply: Mapping[CardId, int],
    targets: Mapping[CardId, Sequence[tuple[CardId, int]]],
    groups: Mapping[CardId, Sequence[CardId]],
) -> bool:
    """Whether every phantom finds a card to become and a trainer with steps enough.

    No copy and no step is used twice, and of each group of "1x" cards only one card is taken (R-24).
    """
    if not phantoms:
        return True
    phantom, *others = phantoms
    for target, steps in targets[phantom]:
        if supply.get(target, 0) <= 0:
            continue
        gone = dict.fromkeys(groups[target], 0) if target in groups else {target: supply[target] - 1}
        for trainer in {left for left in trainers if left >= steps}:
            rest = list(trainers)
            rest.remove(trainer)
            if _shared_out(others, (*rest, trainer - steps), {**supply, **gone}, targets, groups):
                return True
    return False


def phantoms_left(game: Game, seat: Seat) -> Refusal | None:
    """R-22: a turn may not leave the step while a card hired from an empty pile waits to be trained."""
    turn = game.state.turn
    if turn is not None and turn.phantoms:
        names = ", ".join(game.rules.title(card) for card in turn.phantoms)
        return Refusal("phantom", f"{names}: hired from an empty pile, must be trained this turn")
    return None


# --- training --------------------------------------------------------------------------------------------------------------


class Training(ActionKind[Train]):
    """R-22 to R-24: a card becomes another over one or more steps."""

    name = "train"
    cls = Train
    help = "Train a card on the beach to another, over one or more steps."
    codes = refusals(
        "not_an_option",
        "malformed",
        "not_at_work",
        "used_up",
        "supply",
        "unique",
        "phantom",
        career="no training leads from the card to the other one",
        already_trained="the card was trained or gained in this turn and cannot be trained on",
        not_on_beach="no copy of the card is where it could be trained",
        trainer_steps="the trainers named have too few or too many training steps",
    )
    phrases = (("train", "card"), ("to", "to"), ("with", "by"))

    def check(self, game: Game, seat: Seat, action: Train) -> Refusal | None:
        """R-23: a card not trained yet this turn, to one in supply; R-22: all phantoms can still be trained then."""
        rules = game.rules
        for name in (action.card, action.to):
            if name not in rules.cards:
                return Refusal("not_an_option", f"no card {name}{did_you_mean(name, rules.cards)}")
        if not action.by:
            return Refusal("malformed", "by: name the trainer, coach or guru")
        steps = rules.careers[action.card].get(action.to)
        if steps is None:
            return Refusal("career", f"{rules.title(action.card)} cannot become {rules.title(action.to)}")
        refusal = self._untrainable(game, seat, action)
        if refusal is not None:
            return refusal
        if len(action.by) > 1 and not stacking(game, seat):
            return Refusal("trainer_steps", "several trainers may not be used on one card")
        left = _spend(game, seat, trainers_left(game, seat), action.by, steps)
        if isinstance(left, Refusal):
            return left
        if game.state.supply.get(action.to, 0) <= 0:
            return Refusal("supply", f"no {rules.title(action.to)} is left")
        refusal = _unique_after(game, seat, action.card, action.to)
        if refusal is not None:
            return refusal
        waiting = list(current_turn(game).phantoms)
        if action.card in waiting and not action.at_work:
            waiting.remove(action.card)
        if waiting and not phantoms_can_be_trained(game, seat, waiting, left, action.to):
            names = ", ".join(map(rules.title, waiting))
            return Refusal("phantom", f"{names}, hired from an empty pile, could not be trained then")
        return None

    def _untrainable(self, game: Game, seat: Seat, action: Train) -> Refusal | None:
        """R-23: why the card itself cannot be trained now."""
        turn = current_turn(game)
        title = game.rules.title(action.card)
        if action.at_work:
            if trainable_at_work(game, seat, action.card, action.to) > 0:
                return None
            if not turn.trained_at_work.get(action.card, 0):
                where = f"at work that could become {game.rules.title(action.to)} there"
                return Refusal("not_on_beach", f"no {title} {where} (R-23)")
        else:
            if action.card in turn.phantoms or trainable(game, seat, action.card) > 0:
                return None
            on_beach = game.state.players[seat].beach.get(action.card, 0)
            if not on_beach and not turn.trained_at_work.get(action.card, 0):
                return Refusal("not_on_beach", f"no {title} on the beach")
        return Refusal("already_trained", f"{title} has been trained or gained this turn and cannot be trained on")

    def canonical(self, game: Game, seat: Seat, action: Train) -> Train:
        """`at_work` is true or left out, and of teams with the same outcome the one that is listed is named.

        Where nothing is said, a card at work is meant only if none on the beach can be trained.
        """
        working = action.at_work
        if working is None and action.card in game.rules.cards:
            there = action.card in current_turn(game).phantoms or trainable(game, seat, action.card) > 0
            working = not there and trainable_at_work(game, seat, action.card, action.to) > 0
        by = action.by
        steps = game.rules.careers.get(action.card, {}).get(action.to, 0)
        if len(by) > 1 and stacking(game, seat):
            trainers = trainers_left(game, seat)
            left = _spend(game, seat, trainers, by, steps)
            if not isinstance(left, Refusal):
                by = _teams_by_outcome(game, seat, trainers, steps)[tuple(sorted(left))]
        if by == action.by and (working or None) is action.at_work:
            return action
        return evolve(action, by=by, at_work=working or None)

    def apply(self, game: Game, seat: Seat, action: Train) -> None:
        """R-23: the old card goes back to the supply, and the new one comes from there."""
        turn = current_turn(game)
        before = trainers_left(game, seat)
        after = _spend(game, seat, before, action.by, game.rules.careers[action.card][action.to])
        assert not isinstance(after, Refusal)
        _book(game, seat, before, after)
        if action.at_work:
            _promote(game, seat, action.card, action.to)
        else:
            if action.card in turn.phantoms:
                waiting = list(turn.phantoms)
                waiting.remove(action.card)
                turn.phantoms = tuple(waiting)
            else:
                _leave_beach(game, seat, action.card)
            put_on_beach(game, seat, action.to)
            add_to(turn.trained, action.to)
        game.state.supply[action.to] -= 1
        hooks.on_trained(game, seat, action.card, action.to, action.by)

    def choices(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """R-22 to R-24: every card, what it may become, and who may train it."""
        trainers = trainers_left(game, seat)
        if not trainers:
            return []
        turn = current_turn(game)
        steps_left = [left for _, left in trainers]
        longest = sum(steps_left) if stacking(game, seat) else max(steps_left)
        teams: dict[int, Iterable[tuple[CardId, ...]]] = {}
        actions: list[Choice] = []
        for card, working in _pupils(game, seat):
            # What others leave to the phantoms is checked; the only phantom itself leaves none behind.
            phantoms_wait = turn.phantoms and (working or turn.phantoms != (card,))
            for to, steps in _posts(game, seat, card, working, longest):
                if steps not in teams:
                    teams[steps] = _teams(game, seat, trainers, steps)
                for by in teams[steps]:
                    action = Train(card, to, by, working or None)
                    if not phantoms_wait or self.check(game, seat, action) is None:
                        actions.append(action)
        return actions

    def candidates(self, game: Game, seat: Seat) -> Iterable[Train]:
        """Every next step of a card on the beach."""
        cards = game.rules.cards
        trainers = [card for card in game.rules.training_cards if at_work(game, seat, card)]
        beach = game.state.players[seat].beach
        posts = [(card, to) for card in beach for to in cards[card].trains_to if to in cards]
        return [Train(card, to, (by,)) for card, to in posts for by in trainers[:1]]


def _leave_beach(game: Game, seat: Seat, card: CardId) -> None:
    """A copy goes back to the supply. Under stacking one that was trained already goes on if no other is left."""
    turn = current_turn(game)
    beach = game.state.players[seat].beach
    untouched = beach[card] - turn.fresh.get(card, 0) - turn.trained.get(card, 0)
    if untouched <= 0:
        turn.trained[card] -= 1
    beach[card] -= 1
    if not beach[card]:
        del beach[card]
    game.state.supply[card] += 1


def _promote(game: Game, seat: Seat, card: CardId, to: CardId) -> None:
    """Trains a card at work where it is, one that has not acted if there is any; else the new card has acted too."""
    turn = current_turn(game)
    work = game.state.players[seat].work
    actions = 1 + hooks.modify_card_actions(game, seat, card)
    acted = -(-turn.used.get(card, 0) // actions)  # copies that have begun to act, rounded up
    if work[card] <= acted:
        turn.used[card] -= actions
        add_to(turn.used, to, 1 + hooks.modify_card_actions(game, seat, to))
    if work[card] <= turn.trained_at_work.get(card, 0):
        turn.trained_at_work[card] -= 1
    work[card] -= 1
    if not work[card]:
        del work[card]
    game.state.supply[true_card(game, seat, card)] += 1
    add_to(work, to)
    add_to(turn.trained_at_work, to)


ACTIONS = (Training(),)

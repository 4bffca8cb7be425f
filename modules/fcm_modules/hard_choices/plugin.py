"""Hard Choices: five of the base milestones go away early if nobody has earned them.

Ketchup rulebook, Hard Choices; R-47, R-71.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.basics.vocabulary import MilestoneId
from fcm_core.game import hooks
from fcm_core.game.rules import Rules

LAST_ROUND = {
    "first_burger_marketed": 2,
    "first_pizza_marketed": 2,
    "first_drink_marketed": 2,
    "first_to_train_someone": 2,
    "first_to_hire_3_people_in_1_turn": 3,
}


@hooks.contribute_milestone_rounds.impl
def contribute_milestone_rounds(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
    """Unclaimed ones close in the Cleanup of that round. One that another module has taken out stays out."""
    return [(name, last) for name, last in LAST_ROUND.items() if name in rules.milestones]

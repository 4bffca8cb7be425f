"""Hard Choices: five of the base milestones are removed early if nobody has earned them.

Ketchup rulebook, Hard Choices; R-47, R-71.
"""

from __future__ import annotations

from collections.abc import Sequence

from fcm_core.modding import MilestoneId, Rules, hooks

LAST_ROUND = {
    MilestoneId("first_burger_marketed"): 2,
    MilestoneId("first_pizza_marketed"): 2,
    MilestoneId("first_drink_marketed"): 2,
    MilestoneId("first_to_train_someone"): 2,
    MilestoneId("first_to_hire_3_people_in_1_turn"): 3,
}


@hooks.contribute_milestone_rounds.impl
def contribute_milestone_rounds(rules: Rules) -> Sequence[tuple[MilestoneId, int]]:
    """Those that nobody has earned close in Cleanup of that round. One that another module has taken out stays out."""
    return [(milestone, last) for milestone, last in LAST_ROUND.items() if milestone in rules.milestones]

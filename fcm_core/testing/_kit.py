"""What `fcm_core.testing` exports. It is loaded when the first of these names is used."""

from __future__ import annotations

from fcm_core.scenario import Failure, Ran, Result, Scenario, run_file, run_files
from fcm_core.testing.checks import Checked, check, check_modules, check_rulesets, files_below
from fcm_core.testing.conformance_run import Fault, Report, bounds, conformance, reproduce
from fcm_core.testing.declarations import Entry
from fcm_core.testing.hook_listing import Hook, hook_list
from fcm_core.testing.invariants import Watch, distances, listed_are_accepted, mutants_are_refused
from fcm_core.testing.reference import (
    ActionEntry,
    EventEntry,
    StepEntry,
    action_list,
    event_list,
    query_list,
    reference_text,
    rules_of_every_module,
    step_list,
)
from fcm_core.testing.scaffold import new_module, new_ruleset

__all__ = [  # noqa: RUF022 (by what they are for)
    # Scenario files: positions, steps, and what must come out.
    "Scenario",
    "run_file",
    "run_files",
    "Ran",
    "Result",
    "Failure",
    # Random games with a module, everything checked after each action.
    "conformance",
    "reproduce",
    "bounds",
    "Report",
    "Fault",
    # What must hold in every game, for tests that play games of their own.
    "Watch",
    "distances",
    "listed_are_accepted",
    "mutants_are_refused",
    # Everything that is wrong in modules, rulesets and scenario files.
    "check",
    "check_modules",
    "check_rulesets",
    "Checked",
    "files_below",
    # The reference: everything that a module may use, and where hooks are used.
    "hook_list",
    "Hook",
    "event_list",
    "EventEntry",
    "query_list",
    "Entry",
    "step_list",
    "StepEntry",
    "action_list",
    "ActionEntry",
    "rules_of_every_module",
    "reference_text",
    # New projects.
    "new_module",
    "new_ruleset",
]

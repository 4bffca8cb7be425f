"""Scenario files: a position, some steps, and what must come out. The format is described in tests/scenarios/README.md.

A file is read whole: every key is known or refused, and every problem names file and key. Running it gives failures,
each with what was expected and what came.
"""

from fcm_core.scenario.batch import Ran, run_files
from fcm_core.scenario.playing import Scenario, check_file, run_file
from fcm_core.scenario.position import RULES_KEY
from fcm_core.scenario.results import Failure, Result

__all__ = ["RULES_KEY", "Failure", "Ran", "Result", "Scenario", "check_file", "run_file", "run_files"]

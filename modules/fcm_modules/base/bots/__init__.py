"""The base game's bots: `random`, `eager` and `steady`."""

from fcm_modules.base.bots.chance import EAGER, RANDOM
from fcm_modules.base.bots.steady import STEADY

BOTS = (RANDOM, EAGER, STEADY)

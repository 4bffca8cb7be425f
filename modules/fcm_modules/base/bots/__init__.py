"""The base game's bots: `random`, `eager`, `steady` and `seasoned`."""

from fcm_modules.base.bots.chance import EAGER, RANDOM
from fcm_modules.base.bots.seasoned import SEASONED
from fcm_modules.base.bots.steady import STEADY

BOTS = (RANDOM, EAGER, STEADY, SEASONED)

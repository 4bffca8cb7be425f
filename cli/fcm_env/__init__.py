"""An environment for learners: the game as a PettingZoo AEC environment. It needs the extra `env`."""

from fcm_env.environment import FcmEnv, Snapshot, env
from fcm_env.features import Features
from fcm_env.tokens import Tokens

__all__ = ["FcmEnv", "Features", "Snapshot", "Tokens", "env"]

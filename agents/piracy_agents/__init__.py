"""The players: heuristics, searchers and trained networks, each found by its name.

This is the agent module that `piracy_env` asks for names of its own accord, in a checkout and where
the wheel is installed: see `piracy_env.envs.opponents.find_agent`.
"""

from piracy_agents.names import about, find, names, ratings

__all__ = ["about", "find", "names", "ratings"]

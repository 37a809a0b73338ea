"""The heuristic of broadside."""

from piracy_agents.heuristic.broadside.weigh import weigh

__all__ = ["weigh"]

"""The heuristic of havens."""

from piracy_agents.heuristic.havens.weigh import weigh

__all__ = ["weigh"]

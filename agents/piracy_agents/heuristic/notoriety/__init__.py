"""The heuristic of notoriety."""

from piracy_agents.heuristic.notoriety.weigh import weigh

__all__ = ["weigh"]

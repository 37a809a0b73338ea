"""The heuristic of mutiny."""

from piracy_agents.heuristic.mutiny.weigh import weigh

__all__ = ["weigh"]

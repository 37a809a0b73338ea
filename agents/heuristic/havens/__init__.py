"""The heuristic of havens."""

from agents.heuristic.havens.weigh import weigh

__all__ = ["weigh"]

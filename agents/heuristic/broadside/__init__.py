"""The heuristic of broadside."""

from agents.heuristic.broadside.weigh import weigh

__all__ = ["weigh"]

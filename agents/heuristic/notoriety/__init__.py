"""The heuristic of notoriety."""

from agents.heuristic.notoriety.weigh import weigh

__all__ = ["weigh"]

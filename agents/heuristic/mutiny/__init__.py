"""The heuristic of mutiny."""

from agents.heuristic.mutiny.weigh import weigh

__all__ = ["weigh"]

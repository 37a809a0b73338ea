"""The heuristic of skull_tales_adventure."""

from piracy_agents.heuristic.skull_tales_adventure.weigh import weigh

__all__ = ["weigh"]

"""Search of any game by simulation: flat Monte Carlo, and information-set tree search."""

from piracy_agents.search.searcher import Search
from piracy_agents.search.settings import Settings
from piracy_agents.search.thoughts import Thoughts

__all__ = ["Search", "Settings", "Thoughts"]

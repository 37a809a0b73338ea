"""Search of any game by simulation: flat Monte Carlo, and information-set tree search."""

from agents.search.searcher import Search
from agents.search.settings import Settings
from agents.search.thoughts import Thoughts

__all__ = ["Search", "Settings", "Thoughts"]

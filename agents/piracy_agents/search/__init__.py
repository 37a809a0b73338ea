"""Search of any game by simulation: flat Monte Carlo, and information-set tree search."""

from piracy_agents.search.result import SearchResult
from piracy_agents.search.searcher import Search
from piracy_agents.search.settings import SearchSettings

__all__ = ["Search", "SearchResult", "SearchSettings"]

"""The kind `flat`: flat Monte Carlo, `flat:<budget>[+<option>]...`."""

from __future__ import annotations

from piracy_agents.search import tree
from piracy_agents.search.searcher import Search
from piracy_agents.search.settings import has_heuristic, read
from piracy_env.core.game import Game

OPTIONS = ("heuristic", "epsilon", "ucb", "c", "horizon", "trees", "reward", "threads")


def make(spec: str, game: Game) -> Search:
    """The search of a budget and options; time is spread by UCB1, which needs no end in sight."""
    parsed = read(spec, game, {"depth": 1}, OPTIONS)
    by_ucb = parsed.settings.ucb or parsed.settings.limited_by_time
    rule = tree.UCB if by_ucb else tree.HALVING
    return Search(game, parsed.settings, parsed.script, rule=rule, name=f"flat:{spec or '1000'}")


def names(game: Game) -> list[str]:
    """A search by random playouts, and one by the heuristic's."""
    return ["flat:1000", *(["flat:1000+heuristic"] if has_heuristic(game) else [])]

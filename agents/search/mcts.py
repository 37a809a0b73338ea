"""The kind `mcts`: information-set Monte Carlo tree search, `mcts:<budget>[+<option>]...`."""

from __future__ import annotations

from agents.search import tree
from agents.search.searcher import Search
from agents.search.settings import has_heuristic, read
from piracy_env.core.game import Game

OPTIONS = (
    *("heuristic", "prior", "uniform", "heat", "epsilon", "paranoid", "c", "horizon", "depth"),
    *("trees", "reward", "threads"),
)


def make(said: str, game: Game) -> Search:
    """The search of a budget and options."""
    asked = read(said, game, {}, OPTIONS)
    rule = tree.PUCT if asked.settings.prior else tree.UCB
    return Search(game, asked.settings, asked.script, rule=rule, name=f"mcts:{said or '1000'}")


def names(game: Game) -> list[str]:
    """A search by random playouts, and one by the heuristic's."""
    return ["mcts:1000", *(["mcts:1000+heuristic"] if has_heuristic(game) else [])]

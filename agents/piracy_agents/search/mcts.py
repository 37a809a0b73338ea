"""The kind `mcts`: information-set Monte Carlo tree search, `mcts:<budget>[+<option>]...`."""

from __future__ import annotations

from piracy_agents.network import Network
from piracy_agents.search import tree
from piracy_agents.search.networked import NetworkSearch, paid_by
from piracy_agents.search.searcher import Search
from piracy_agents.search.settings import has_heuristic, read
from piracy_agents.trained import file_of
from piracy_env.core.game import Game
from piracy_env.core.script import NO_SCRIPT

OPTIONS = (
    *("heuristic", "ucb", "uniform", "heat", "epsilon", "paranoid", "c", "horizon", "depth"),
    *("trees", "reward", "threads"),
)

JUDGE = "+ppo"
"""The network that is shipped judges leaves, or one whose file follows behind a colon; nothing may
follow that."""
JUDGED_OPTIONS = ("paranoid", "c", "depth", "trees", "threads")
TRUST = 0.2
"""Weight of exploration where a network judges: shares of wins lie close together, and of a few
hundred simulations few can be spent on what the network thinks little of."""


def make(spec: str, game: Game) -> Search:
    """The search of a budget and options."""
    name = f"mcts:{spec or '1000'}"
    plain, judged, file = spec.partition(JUDGE)
    if judged and (not file or file.startswith(":")):
        spec = plain
        network = Network.load(file_of(file.removeprefix(":"), game), game)
        usual = {"reward": paid_by(network, game), "c": TRUST}
        asked = read(spec, game, usual, JUDGED_OPTIONS)
        return NetworkSearch(game, asked.settings, network, name=name)
    asked = read(spec, game, {}, OPTIONS)
    advised = asked.script is not NO_SCRIPT and not asked.settings.ucb
    rule = tree.PUCT if advised else tree.UCB
    return Search(game, asked.settings, asked.script, rule=rule, name=name)


def names(game: Game) -> list[str]:
    """A search by random playouts, and one by the heuristic's."""
    return ["mcts:1000", *(["mcts:1000+heuristic"] if has_heuristic(game) else [])]

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

BY_NETWORK = "+ppo"
"""The network that is shipped evaluates leaves, or one whose file follows behind a colon;
nothing may follow that."""
NETWORK_OPTIONS = ("paranoid", "c", "depth", "trees", "threads")
TRUST = 0.2
"""Weight of exploration where a network evaluates leaves: shares of wins lie close together,
and of a few hundred simulations few can be spent on what the network thinks little of."""


def make(spec: str, game: Game) -> Search:
    """The search of a budget and options."""
    name = f"mcts:{spec or '1000'}"
    plain, separator, file = spec.partition(BY_NETWORK)
    if separator and (not file or file.startswith(":")):
        spec = plain
        network = Network.load(file_of(file.removeprefix(":"), game), game)
        usual = {"reward": paid_by(network, game), "c": TRUST}
        parsed = read(spec, game, usual, NETWORK_OPTIONS)
        return NetworkSearch(game, parsed.settings, network, name=name)
    parsed = read(spec, game, {}, OPTIONS)
    advised = parsed.script is not NO_SCRIPT and not parsed.settings.ucb
    rule = tree.PUCT if advised else tree.UCB
    return Search(game, parsed.settings, parsed.script, rule=rule, name=name)


def names(game: Game) -> list[str]:
    """A search by random playouts, and one by the heuristic's."""
    return ["mcts:1000", *(["mcts:1000+heuristic"] if has_heuristic(game) else [])]

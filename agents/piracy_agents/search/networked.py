"""Tree search over a trained network: its policy guides it, and its values stand for playouts."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from piracy_agents.advice import Adviser
from piracy_agents.network import Network
from piracy_agents.search import tree
from piracy_agents.search.network_loops import grow_with_network, packed, scratch_for
from piracy_agents.search.searcher import GrowArguments, Search
from piracy_agents.search.settings import SearchSettings
from piracy_env.core.game import Game
from piracy_env.core.rewards import RewardMode
from piracy_env.core.script import NO_SCRIPT
from piracy_env.core.view import View


class NetworkSearch(Search):
    """Search by PUCT: the network's policy guides it, and its values stand for playouts.

    Args:
        game: The game.
        settings: How to search.
        network: Whose policy and values.
        noise: Share of lots in what the policy says of the root's actions; those who learn from a
            search have it try others too.
        name: What it is called.
    """

    def __init__(
        self,
        game: Game,
        settings: SearchSettings,
        network: Network,
        *,
        noise: float = 0.0,
        name: str = "mcts",
    ) -> None:
        adviser = Adviser.of(network, game)
        script = adviser.script if adviser else NO_SCRIPT
        super().__init__(game, settings, script, rule=tree.PUCT, name=name)
        mode = game.mode(paid_by(network, game))
        low, high = _expected_bounds(mode)
        self.packed = packed(
            network,
            adviser=adviser is not None,
            threshold=adviser.threshold if adviser else 0.0,
            weight=adviser.weight if adviser else 1.0,
            low=low,
            high=high,
            centred=mode.zero_sum and (low, high) == mode.bounds,  # all together hope too much
            noise=noise,
        )

    @property
    def simulations(self) -> int:
        """Simulations in each tree: one more than are shared out, to evaluate the root."""
        simulations = super().simulations
        return simulations + 1 if simulations else 0

    def _control(self, view: View) -> NDArray[Any]:
        control = super()._control(view)
        control["asks"] = True
        return control

    def _grow(self, arguments: GrowArguments, first: int, last: int) -> None:
        given, rows, fixed = arguments
        scratch = scratch_for(self.game, self.packed)
        grow_with_network(*given, rows, first, last, *fixed, self.packed, scratch)


def paid_by(network: Network, game: Game) -> str:
    """The reward mode that a network expects payments of: ends are paid in the same one."""
    paid_in = network.about.get("reward")
    return next((mode for mode in game.reward_modes if mode == paid_in), game.default_reward)


def _expected_bounds(mode: RewardMode) -> tuple[float, float]:
    """What a value is cut to; scores have no bounds, nor has what is still to come."""
    if mode.on_the_way or callable(mode.bounds):
        return -math.inf, math.inf
    low, high = mode.bounds
    return (low, high) if math.isfinite(high - low) else (-1.0, 1.0)

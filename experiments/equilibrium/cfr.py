"""Counterfactual regret minimisation: the reference for whatever learns to play a small game.

The tabular algorithm of Zinkevich and others (2007), one seat after another: at each information
set a choice is taken as often as one regrets not to have taken it more. In a game of two whose
payments add up to zero, the mean policy goes to an equilibrium.
"""

from __future__ import annotations

import numpy as np

from experiments.equilibrium.tree import Floats, Tree
from experiments.equilibrium.values import in_sets, normalized, reach, worth


class CFR:
    """Counterfactual regrets of a game; `mean` is what they lead to."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._regrets = np.zeros(tree.choices)
        self._played = np.zeros(tree.choices)

    @property
    def policy(self) -> Floats:
        """What is played now: in proportion to the regrets that are no gains."""
        return normalized(self.tree, np.maximum(self._regrets, 0.0))

    @property
    def mean(self) -> Floats:
        """What was played on average, on the way to each decision."""
        return normalized(self.tree, self._played)

    def run(self, iterations: int) -> None:
        """Play on."""
        tree = self.tree
        for _ in range(iterations):
            for seat in range(tree.players):
                policy = self.policy
                values = worth(tree, policy)
                regrets = values[: tree.choices] - in_sets(tree, policy, values)[tree.set_of]
                own = tree.seat[tree.set_of] == seat
                self._regrets[own] += regrets[own]
                self._played[own] += reach(tree, policy)[: tree.choices][own]

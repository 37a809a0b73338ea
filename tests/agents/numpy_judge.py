"""What a network thinks of leaves, by its own arithmetic: what compiled code is compared with."""

import numpy as np

from piracy_agents.advice import Adviser
from piracy_agents.search.guided import GuidedSearch
from piracy_agents.search.mcts import TRUST
from piracy_agents.search.networked import paid_by
from piracy_agents.search.settings import SearchSettings
from piracy_env.core.script import NO_SCRIPT


class NumpyJudge:
    """Asked by `GuidedSearch`, as any evaluator is."""

    def __init__(self, network, game):
        self.network = network
        self.adviser = Adviser.of(network, game)
        self.mode = game.mode(paid_by(network, game))
        self.script = self.adviser.script if self.adviser else NO_SCRIPT

    def evaluate(self, observations, masks, seats, opinions):
        count, players, size = observations.shape
        scores, values = self.network.evaluate(observations.reshape(-1, size))
        scores = scores.reshape(count, players, -1)[np.arange(count), seats]
        values = values.reshape(count, players)
        if self.network.seat_values:
            around = self.network.expectations(observations[np.arange(count), seats])
            values = around[
                np.arange(count)[:, None], (np.arange(players) - seats[:, None]) % players
            ]
        if self.adviser:
            scores = scores + self.adviser.logits(opinions, masks)
        scores = np.where(masks, scores, -np.inf)
        priors = np.exp(scores - scores.max(axis=1, keepdims=True))
        if self.mode.zero_sum and self.mode.bounds == (-1, 1) and players > 1:
            values = values - values.mean(axis=1, keepdims=True)
        return priors, np.clip(values, -1.0, 1.0)


def numpy_search(network, game, simulations, **settings):
    """The search that a network's search should be, but slow."""
    judge = NumpyJudge(network, game)
    asked = {"reward": paid_by(network, game), "c": TRUST, **settings}
    return GuidedSearch(game, SearchSettings(simulations, **asked), judge, judge.script)

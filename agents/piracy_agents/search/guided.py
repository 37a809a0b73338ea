"""Tree search whose leaves are evaluated from outside, many tables in one batch."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from piracy_agents.search import loops, tree
from piracy_agents.search.searcher import Ints, Search, kernels_for, portions
from piracy_agents.search.settings import SearchSettings
from piracy_agents.search.tree import Leaves, SearchStats
from piracy_env.core.game import Game
from piracy_env.core.memory import bytes_of
from piracy_env.core.script import NO_SCRIPT, Script

PLACES = 256
"""Most trees that grow at once, and most leaves in a question."""

Floats = NDArray[np.float32]


class Evaluator(Protocol):
    """Evaluates positions by what their seats see."""

    def evaluate(
        self, observations: Floats, masks: NDArray[np.bool_], seats: Ints, opinions: Floats
    ) -> tuple[Floats, Floats]:
        """How promising each action is [m, A], and what each seat will be paid [m, P].

        Given is what each seat sees [m, P, D], which one is to move, and what the search's script
        thinks of its actions [m, A]: zeros without a script. Promises are taken in proportion,
        legal actions only; payments are of the reward mode that the search maximises, in the order
        of the seats.
        """
        ...


class GuidedSearch(Search):
    """Search by PUCT: an evaluator's priors guide it, and its values stand for playouts."""

    def __init__(
        self,
        game: Game,
        settings: SearchSettings,
        evaluator: Evaluator,
        script: Script = NO_SCRIPT,
        *,
        name: str = "mcts",
    ) -> None:
        super().__init__(game, settings, script, rule=tree.PUCT, name=name)
        self.evaluator = evaluator

    @property
    def simulations(self) -> int:
        """Simulations in each tree: one more than are shared out, to evaluate the root."""
        simulations = super().simulations
        return simulations + 1 if simulations else 0

    def _search(
        self,
        samples: NDArray[Any],
        tables: NDArray[Any],
        rows: Ints,
        control: NDArray[Any],
        stats: SearchStats,
    ) -> None:
        control["asks"] = True
        bound = kernels_for(self.game, self.script)
        given = (bound, bytes_of(samples), bytes_of(tables))
        weights = bytes_of(self.script.weights).copy()
        for chosen in portions(rows, PLACES):
            buffers = self._room(1, len(chosen))[0]
            question = LeafBatch(self.game, len(chosen), stats.outlook.shape[1])
            for number in self._numbers(len(chosen)):
                loops.reach(*given, chosen, number, buffers, weights, control, question.leaves)
                answer = question.put_to(self.evaluator, buffers.opinions)
                loops.absorb(*given[:2], chosen, buffers, control, question.leaves, *answer, stats)

    def _numbers(self, positions: int) -> Iterator[int]:
        """Simulations in turn, until the budget or the time of all these positions is used up."""
        end = time.perf_counter() + self.settings.seconds * positions / self.settings.trees
        number = 0
        while number < self.simulations or (
            self.settings.limited_by_time and (number < 2 or time.perf_counter() < end)
        ):
            yield number
            number += 1


class LeafBatch:
    """The leaves of some trees, as their seats see them."""

    def __init__(self, game: Game, count: int, players: int) -> None:
        self.observation = np.zeros((count, players, game.observation.size), np.float32)
        self.mask = np.zeros((count, game.actions.size), np.bool_)
        self.seats = np.zeros(count, np.int64)
        self.unsettled = np.zeros(count, np.bool_)
        """Whether there is something to be evaluated: the game goes on."""
        self.leaves = Leaves(
            self.observation.reshape(count * players, -1),
            self.mask.view(np.uint8),
            self.seats,
            self.unsettled,
        )

    def put_to(self, evaluator: Evaluator, opinions: NDArray[Any]) -> tuple[Floats, Floats]:
        """Priors that add up to 1, and values; zeros where nothing is asked."""
        priors = np.zeros(self.mask.shape, np.float32)
        values = np.zeros(self.observation.shape[:2], np.float32)
        leaves = np.flatnonzero(self.unsettled)
        if len(leaves):
            masks = self.mask[leaves]
            policy, values[leaves] = evaluator.evaluate(
                self.observation[leaves], masks, self.seats[leaves], opinions[leaves]
            )
            values[leaves] = np.where(np.isfinite(values[leaves]), values[leaves], 0.0)
            policy = np.where(masks & np.isfinite(policy), np.maximum(policy, 0.0), 0.0)
            policy = np.where(policy.sum(axis=1, keepdims=True) > 0.0, policy, masks)
            priors[leaves] = policy / policy.sum(axis=1, keepdims=True)
        return priors, values

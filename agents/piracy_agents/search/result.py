"""What a search found out, as arrays and in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from piracy_agents.search.tree import SearchStats
from piracy_env.core.text import plural
from piracy_env.core.view import View

SHOWN = 8
"""Most actions that are told of."""


@dataclass(frozen=True)
class SearchResult:
    """The statistics of one search in each position of a view."""

    picks: NDArray[np.int64]
    """[n] the actions to take."""
    visits: NDArray[np.int32]
    """[n, A] simulations that began with each action; none where there was no choice."""
    values: NDArray[np.float32]
    """[n, A] what they paid the seat to move on average, from -1 for the last to 1 for the first
    place (unless another reward is maximised)."""
    outlook: NDArray[np.float32]
    """[n, P] what all simulations together paid each seat on average."""
    lines: NDArray[np.int32]
    """[n, LINE] the most visited path, -1 beyond its end; moves without a choice are left out."""
    seconds: float
    """Time that was spent on the whole view."""

    @property
    def simulations(self) -> NDArray[np.int64]:
        """[n] simulations made."""
        return np.asarray(self.visits.sum(axis=1, dtype=np.int64))

    @classmethod
    def merged(
        cls, stats: SearchStats, trees: int, picks_best: bool, seconds: float
    ) -> SearchResult:
        """Add up searches of the same positions; rows of the stats are positions tree by tree."""
        split = [array.reshape(trees, -1, array.shape[1]) for array in stats]
        counts, means, outlooks, paths = split
        visits = counts.sum(axis=0, dtype=np.int64)
        worth = (means * counts).sum(axis=0)
        values = (worth / np.maximum(visits, 1)).astype(np.float32)
        outlook = outlooks.mean(axis=0)
        largest = counts.max(axis=2).argmax(axis=0)
        lines = paths[largest, np.arange(len(largest))]
        often = visits * 2 > visits.max(axis=1, keepdims=True)
        tried = visits == visits.max(axis=1, keepdims=True)
        picks = np.where(often if picks_best else tried, values, -np.inf).argmax(axis=1)
        return cls(picks, visits.astype(np.int32), values, outlook, lines, seconds)

    def tell(self, view: View, k: int) -> str:
        """Position k in words: the actions by how often they were tried, and the main line."""
        total = int(self.simulations[k])
        if total == 0:
            return "There was no choice."
        expected = ", ".join(f"{worth:+.2f}" for worth in self.outlook[k])
        lines = [f"{plural(total, 'simulation')}; expected for the seats: {expected}"]
        order = np.lexsort((-self.values[k], -self.visits[k]))
        tried = [int(action) for action in order if self.visits[k, action] > 0]
        for action in tried[:SHOWN]:
            share = self.visits[k, action] / total
            words = view.describe_action(k, action)
            lines.append(f"{share:6.1%}  {self.values[k, action]:+.2f}  {words}")
        if len(tried) > SHOWN:
            lines.append(f"{'':6}         and {plural(len(tried) - SHOWN, 'other action')}")
        labels = [view.game.actions.label(int(action)) for action in self.lines[k] if action >= 0]
        lines.append(f"most tried line: {', '.join(labels)}")
        return "\n".join(lines)

"""What an agent receives: what its seat may know, and fair samples of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import OrderError

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine


class View:
    """Some games of a batch, each from its seat to move.

    `observation` [n, D], `action_mask` [n, A] and `seat` [n] are copies, safe to keep. Worlds come
    from `sample` alone, drawn from a stream of the view's own: neither the game's generator nor its
    seed can be seen in them.
    """

    def __init__(self, engine: Engine, chosen: NDArray[np.int64], key: int, oracle: bool) -> None:
        self._engine = engine
        self._chosen = chosen
        self._key = key
        self._drawn = 0
        self.game = engine.game
        self.players = engine.options.players
        self.options = engine.options
        self.oracle = oracle
        self.seat = engine.seat[chosen]
        self.action_mask = engine.action_mask[chosen]
        self.observation = engine.observation[chosen]

    def __len__(self) -> int:
        return len(self._chosen)

    def sample(self) -> np.recarray[Any, Any]:
        """A world [n] a game that its seat cannot tell from the true one; new at each call."""
        first = self._drawn
        self._drawn += len(self)
        return self._engine.worlds(
            self._chosen, self.seat, self._engine.keys(self._key, first, len(self))
        )

    def describe(self, k: int) -> str:
        """Position k in words, as its seat knows it."""
        return self._engine.describe(int(self._chosen[k]), int(self.seat[k]))

    def describe_action(self, k: int, action: int) -> str:
        """An action of position k in words."""
        return self._engine.describe_action(int(self._chosen[k]), action, int(self.seat[k]))

    def states(self) -> np.recarray[Any, Any]:
        """The true states [n]: only for a view made with `oracle=True`, and results must say so."""
        if not self.oracle:
            raise OrderError(
                "the true states are hidden from agents; ask for a view with oracle=True"
            )
        return self._engine.states[self._chosen].view(np.recarray)


class Agent(Protocol):
    """Anything that chooses actions for a batch of positions; a single table is a batch of one."""

    def act(self, view: View) -> NDArray[np.int64]:
        """One legal action for each position of the view."""
        ...

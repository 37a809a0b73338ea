"""Advice: what a scripted player thinks of the choices, for a network that begins from there.

A network with an adviser does not learn a game from nothing. Its policy adds to the adviser's
opinion, and so learns where that is wrong. In games whose maps and cards ask for much reckoning it
comes further than imitation does, in a fraction of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from agents.network import Network
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import AgentError, CheckpointError

NOBODY = "none"
"""An adviser or a teacher that is none."""
ENTRY = "adviser"
"""What a network's file says of it."""

DECIDED = 32.0
"""How sharply opinions are put: an action that is as far behind the best one as the middle one of
all is e to the power of so much less likely."""
DOUBT = 5.0
"""All actions that the adviser thinks nothing of are together about e to the power of so much less
likely than the best."""

Floats = NDArray[np.floating[Any]]


class Adviser:
    """A scripted player who is asked.

    Args:
        name: An agent with a script, such as `heuristic` or `heuristic:paymaster`.
        game: The game.
    """

    def __init__(self, name: str, game: Game) -> None:
        agent = find_agent(name, game)
        if not hasattr(agent, "script"):
            raise AgentError(f"{name} cannot advise a network: only scripted players can")
        said = repr(agent)
        self.name = name if said.startswith("<") else said  # `heuristic` says which one that is
        self.script = agent.script(game)

    @classmethod
    def of(cls, network: Network, game: Game) -> Self | None:
        """A network's adviser, if it has one; refused if that thinks otherwise by now."""
        kept = network.about.get(ENTRY)
        if kept is None:
            return None
        if not isinstance(kept, dict) or not isinstance(kept.get("name"), str):
            raise CheckpointError(f"{ENTRY} must have a name, not be {kept!r}")
        adviser = cls(kept["name"], game)
        if adviser.about != kept:
            raise CheckpointError(
                f"trained with weights {kept.get('weights')!r} of {adviser.name}, "
                f"which now has {adviser.about['weights']!r}"
            )
        return adviser

    @property
    def about(self) -> Mapping[str, str]:
        """What a network's file says of it: the name, and a digest of its weights."""
        weights = hashlib.sha256(self.script.weights.tobytes()).hexdigest()[:16]
        return {"name": self.name, "weights": weights}

    def advise(self, view: View) -> Floats:
        """How likely each action is [n, A], as scores of a policy: 0 for the best, the rest below.

        Illegal actions have 0 as well: what a mask forbids needs no opinion.
        """
        return scores_of(view.consult(self.script)[1], view.action_mask)


def scores_of(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    """A script's values [n, A] of the legal actions as scores of a policy."""
    best = np.where(mask, values, -np.inf).max(axis=1, keepdims=True)
    behind = np.where(mask, best - values, np.inf)
    count = mask.sum(axis=1)
    rows = np.arange(len(mask))
    ordered = np.sort(behind, axis=1)
    usual = ordered[rows, count // 2]  # of two actions, the distance of the other one
    usual = np.where(usual > 0.0, usual, ordered[rows, count - 1])[:, None]
    steps = np.divide(behind, usual, out=np.zeros_like(behind), where=(usual > 0.0) & mask)
    lowest = DOUBT + np.log(count)[:, None]
    return np.where(mask, -np.minimum(DECIDED * steps, lowest), 0.0).astype(np.float32)

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

from piracy_agents.heuristic import make as make_heuristic
from piracy_agents.network import Floats, Network
from piracy_env.core.game import Game
from piracy_env.core.view import View
from piracy_env.errors import AgentError, CheckpointError

ADVISERS = "heuristic"
"""The kind of all advisers: a network's file may name no other agent, as others could be anybody's
code."""
NOBODY = "none"
"""An adviser or a teacher that is none."""
ENTRY = "adviser"
"""What a network's file says of it."""

INVERSE_TEMPERATURE = 32.0
"""How sharply values become logits: how far an action's logit lies below the best one's, if it is
as far behind as the middle one of all."""
LOGIT_FLOOR = 5.0
"""How far the logit of all actions that the adviser thinks nothing of lies, taken together, below
the best one's, at most."""

THRESHOLD, WEIGHT = "threshold", "weight"
LOGIT_AT_THRESHOLD = -2.0
"""Logit of an action just within the adviser's threshold."""
EXCLUDED = -1e4
"""Logit of an action beyond the threshold: no network outvotes it."""
MOST_WEIGHT = 64.0
"""No adviser's opinion counts more."""


class Adviser:
    """A scripted player who is asked.

    Args:
        name: `heuristic`, the game's best one, or a character such as `heuristic:paymaster`.
        game: The game.
        threshold: How far behind its best action others may be, in its own units, to be left to
            the network; where none is so near, it decides alone. 0 leaves everything open.
        weight: What its opinion counts: with less than 1 a policy that has not learnt anything yet
            tries more of what the adviser would not do.
    """

    def __init__(self, name: str, game: Game, threshold: float = 0.0, weight: float = 1.0) -> None:
        kind, _, character = name.partition(":")
        if kind != ADVISERS:
            raise AgentError(
                f"{name!r:.80} cannot advise a network: only {ADVISERS} and "
                f"{ADVISERS}:<character> can"
            )
        agent = make_heuristic(character, game)
        shown = repr(agent)
        self.name = name if shown.startswith("<") else shown  # `heuristic` says which one that is
        self.script = agent.script(game)
        self.threshold, self.weight = threshold, weight

    @classmethod
    def of(cls, network: Network, game: Game) -> Self | None:
        """A network's adviser, if it has one; refused if that thinks otherwise by now."""
        name, threshold, weight = named_in(network.about)
        if name == NOBODY:
            return None
        adviser = cls(name, game, threshold, weight)
        kept = network.about[ENTRY]
        if adviser.about != kept:
            raise CheckpointError(
                f"trained with weights {kept.get('weights')!r:.40} of {adviser.name}, "
                f"which now has {adviser.about['weights']!r}"
            )
        return adviser

    @property
    def about(self) -> Mapping[str, Any]:
        """What a network's file says of it: name, digest of its weights, threshold and weight."""
        weights = hashlib.sha256(self.script.weights.tobytes()).hexdigest()[:16]
        facts: dict[str, Any] = {"name": self.name, "weights": weights}
        facts |= {THRESHOLD: self.threshold} if self.threshold else {}
        return facts | ({WEIGHT: self.weight} if self.weight != 1.0 else {})

    def advise(self, view: View) -> Floats:
        """How likely each action is [n, A], as logits of a policy: 0 for the best, the rest below.

        Illegal actions have 0 as well: what a mask forbids needs no opinion.
        """
        return self.logits(view.script_policy(self.script)[1], view.action_mask)

    def logits(self, values: Floats, mask: NDArray[np.bool_]) -> Floats:
        """The script's values [n, A] of the legal actions as logits of a policy."""
        behind = np.where(mask, values, -np.inf).max(axis=1, keepdims=True) - values
        if self.threshold:
            steps = behind / self.threshold
            logits = np.where(steps <= 1.0, LOGIT_AT_THRESHOLD * steps, EXCLUDED)
        else:
            logits = -_unlikeliness(np.where(mask, behind, np.inf), mask.sum(axis=1))
        weighed = np.where(logits == EXCLUDED, logits, self.weight * logits)
        return np.where(mask, weighed, 0.0).astype(np.float32)


def named_in(about: Mapping[str, Any]) -> tuple[str, float, float]:
    """The adviser that a network's file names, its threshold and its weight."""
    kept = about.get(ENTRY)
    if kept is None:
        return NOBODY, 0.0, 1.0
    if not isinstance(kept, dict) or not isinstance(kept.get("name"), str):
        raise CheckpointError(f"{ENTRY} must have a name, not be {kept!r:.80}")
    threshold = kept.get(THRESHOLD, 0.0)
    if not isinstance(threshold, float) or not 0.0 <= threshold < np.inf:
        raise CheckpointError(f"{ENTRY}: {THRESHOLD} is a number from 0, not {threshold!r:.80}")
    weight = kept.get(WEIGHT, 1.0)
    if not isinstance(weight, float) or not 0.0 < weight <= MOST_WEIGHT:
        raise CheckpointError(
            f"{ENTRY}: {WEIGHT} is a number above 0, {MOST_WEIGHT:g} at most, not {weight!r:.80}"
        )
    return kept["name"], threshold, weight


def _unlikeliness(behind: Floats, count: NDArray[np.int64]) -> Floats:
    """How much less likely actions are by how far they are behind [n, A], infinite if illegal."""
    rows = np.arange(len(behind))
    ordered = np.sort(behind, axis=1)
    usual = ordered[rows, count // 2]  # of two actions, the distance of the other one
    usual = np.where(usual > 0.0, usual, ordered[rows, count - 1])[:, None]
    steps = np.divide(behind, usual, out=np.zeros_like(behind), where=usual > 0.0)
    return np.minimum(INVERSE_TEMPERATURE * steps, LOGIT_FLOOR + np.log(count)[:, None])

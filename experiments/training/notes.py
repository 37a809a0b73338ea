"""A game with the network's notes: what it expected, and what else it thought of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from agents.network import Network
from piracy_env.core.replay import Replay

HEAD = ("move", "played", "chance", "expected", "thought of instead")
WORTH_NAMING = 0.1
"""Probability above which an action that was not played is told."""


def annotated(replay: Replay, network: Network, seat: int) -> Iterator[tuple[str, ...]]:
    """Rows under `HEAD`, one for each decision of the seat between more than one action."""
    engine = replay.begin()
    for move, action in enumerate(replay.actions):
        legal = engine.legal()
        if int(engine.seat[0]) == seat and len(legal) > 1:
            scores, values = network.evaluate(engine.observation)
            chances = _softmax(scores[0, legal])
            other = max(
                (k for k, one in enumerate(legal) if one != action), key=chances.__getitem__
            )
            instead = ""
            if chances[other] >= WORTH_NAMING:
                words = engine.describe_action(0, legal[other])
                instead = f"{words} ({100 * chances[other]:.0f} %)"
            yield (
                str(move),
                engine.describe_action(0, action),
                f"{100 * chances[legal.index(action)]:.0f} %",
                f"{values[0]:+.2f}",
                instead,
            )
        engine.step([action])


def _softmax(scores: np.ndarray[tuple[int], np.dtype[np.float32]]) -> list[float]:
    powers = np.exp(scores - scores.max())
    chances: list[float] = (powers / powers.sum()).tolist()
    return chances

"""Scripted players: a kernel that weighs the legal actions, and the numbers it weighs them with."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.jit import kernel
from piracy_env.errors import OptionError


@dataclass(frozen=True, eq=False)
class Script:
    """A way to play one game, in as many characters as there are rows of weights.

    `weigh(s, t, w, mask, value)` gives each legal action of the seat to move a value, in a world
    `s` drawn for that seat: never in the true state. `s.rng` is free to be drawn from. The best
    valued action is played, the first one of equals.
    """

    weigh: Callable[[Any, Any, Any, Any, Any], None]
    weights: NDArray[Any]
    """[k] one record for each character."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Scripts are pickled by name: a kernel belongs to the code, not to a file."""
        return _recall, (self.weigh.__module__, self.weigh.__name__, self.weights)

    def only(self, k: int) -> Script:
        """The script with one of its characters."""
        return Script(self.weigh, self.weights[k : k + 1])

    def joined(self, other: Script) -> Script:
        """The script with the characters of another one of the same kernel behind its own."""
        ours, theirs = self.weights, other.weights
        weights = np.zeros(len(ours) + len(theirs), ours.dtype)  # concatenate would lose alignment
        weights[: len(ours)] = ours
        weights[len(ours) :] = theirs
        return Script(self.weigh, weights)


def _recall(module: str, name: str, weights: NDArray[Any]) -> Script:
    return Script(getattr(importlib.import_module(module), name), weights)


def script_of(given: object) -> Script:
    """A script, and nothing else."""
    if not isinstance(given, Script):
        raise OptionError(f"a script is asked for, not {given!r}")
    return given


@kernel
def no_opinion(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Stands in where no seat is scripted."""


NO_SCRIPT = Script(no_opinion, np.zeros(1, [("none", np.int8)]))

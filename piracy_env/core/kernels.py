"""What loops call: the kernels of whichever game they are given.

A loop is compiled once for all games. It sees a state as bytes that begin with the header, tables
and weights as bytes alone, and calls a game's kernels through the value `kernels`:

    s, t = state_at(kernels, states, i), tables_at(kernels, tables, 0)
    step(kernels, s, t, action)

That value holds the addresses of kernels that were compiled each for itself (`binding.py`). An
error inside one surfaces in Python, as numba's own way of calling is kept. For a game that asks for
it (`Game.inline`), the type of the value names the game instead, and loops are compiled for it with
everything taken in. Uncompiled, it holds the plain functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import COMPILED
from piracy_env.core.masks import mark_legal
from piracy_env.core.record import Ints, Record

NAMES = ("reset", "legal", "step", "observe", "determinize", "outcome", "reward_of", "weigh")
"""A game's kernels, and that of a script."""

ADDRESSES = np.dtype([(name, np.int64) for name in NAMES])
"""Where each kernel lies in memory; 0 if it was not asked for, or there is none."""

INLINE = "inline_"
"""Beginning of the one field of a value whose type names its game."""


def reset(kernels: Any, s: Any, t: Any) -> None:
    """Deal a new game."""
    kernels.reset(s, t)


def legal(kernels: Any, s: Any, t: Any, mask: Any) -> int:
    """Mark the legal actions, and no others; how many there are."""
    return mark_legal(kernels.legal, s, t, mask)


def step(kernels: Any, s: Any, t: Any, action: int) -> None:
    """Apply a legal action."""
    kernels.step(s, t, action)


def observe(kernels: Any, s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees into zeros."""
    kernels.observe(s, t, seat, out)


def determinize(kernels: Any, s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw what is hidden from a seat."""
    kernels.determinize(s, t, seat, key)


def outcome(kernels: Any, s: Any, t: Any, result: Any) -> None:
    """Fill in what a game has come to."""
    kernels.outcome(s, t, result)


def reward_of(kernels: Any, s: Any, t: Any, mode: int, out: Any) -> None:
    """Write what a reward mode of the game's own pays, or the standing in a game that runs."""
    kernels.reward_of(s, t, mode, out)


def weigh(kernels: Any, s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Write what a script thinks of the legal actions."""
    kernels.weigh(s, t, w, mask, value)


def has_script(kernels: Any) -> bool:
    """Whether there is a script."""
    return kernels.weigh is not None


def state_at(kernels: Any, states: Any, i: int) -> Any:
    """State i of some states' bytes [n, size], by reference."""
    return Record(states[i].view(kernels.state)[0])


def tables_at(kernels: Any, tables: Any, i: int) -> Any:
    """Tables i of some tables' bytes [n, size], by reference."""
    return Record(tables[i].view(kernels.tables)[0])


def weights_at(kernels: Any, weights: Any, i: int) -> Any:
    """Character i of some weights' bytes [n, size], by reference."""
    return Record(weights[i].view(kernels.weights)[0])


def choices_at(kernels: Any, matrix: Any, i: int) -> Any:
    """Row i of a matrix with a column for each action, by reference."""
    return matrix[i].view(Ints)


def features_at(kernels: Any, matrix: Any, i: int) -> Any:
    """Row i of a matrix with a column for each number of an observation, by reference."""
    return matrix[i].view(Ints)


if COMPILED:
    from piracy_env.core import linking

    linking.teach(globals())

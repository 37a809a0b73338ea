"""What the engine tells the compiled loops: one plan for a call, and a desk for each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

REFRESH, START, STEP, WANDER = range(4)
"""What is done first with each game: nothing, a new deal, the given action, or a random one."""

RANK, WIN, SCORE = range(3)
"""The reward modes of every game; larger numbers are the game's own."""

ASK, UNIFORM, SCRIPTED = range(3)
"""Who plays a seat: it is asked from outside, or draws uniformly among its legal actions, or plays
by the script's first character; larger numbers are its further ones."""

MAX_SEATS = 8

PLAN = np.dtype(
    [
        ("task", np.int64),  # REFRESH, START, STEP or WANDER
        ("rounds", np.int64),  # how often
        ("limit", np.int64),  # a game is cut after so many moves
        ("reward", np.int64),  # reward mode
        ("scale", np.float64),  # what SCORE divides by
        ("skip_forced", np.bool_),  # moves without a choice are made at once
        ("auto_reset", np.bool_),  # a finished game is followed by the next one
        ("observe", np.bool_),  # the observation is written
    ],
    align=True,
)

DESK = np.dtype(
    [
        ("seed", np.uint64),  # the game's own seed
        ("dice", np.uint64),  # generator of the autopilots, never of the game
        ("episode", np.int64),  # games begun under this seed, from 0; -1 before the first
        ("number", np.int64),  # public, unlike the seed: what seats imagine follows from it
        ("learner", np.int8),  # the seat whose view this is
        ("pilot", np.int8, MAX_SEATS),  # who plays each seat, counted from the learner
    ],
    align=True,
)


def fresh_desks(count: int) -> NDArray[Any]:
    """A desk for each of the games of a batch, numbered as they lie in it."""
    new = np.zeros(count, DESK)
    new["episode"] = -1
    new["number"] = np.arange(count)
    return new

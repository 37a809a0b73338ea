"""What the engine tells the compiled loops: how a call is meant, and a slot for each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

REFRESH, START, STEP, RANDOM_ROLLOUT = range(4)
"""What is done first with each game: nothing, a new deal, the given action, or a random one."""

RANK, WIN, SCORE = range(3)
"""The reward modes of every game; larger numbers are the game's own."""

ASK, UNIFORM, SCRIPTED = range(3)
"""Who plays a seat: it is asked from outside, or draws uniformly among its legal actions, or plays
by the script's first character; larger numbers are its further ones."""

MAX_SEATS = 8

CONTROL = np.dtype(
    [
        ("task", np.int64),  # REFRESH, START, STEP or RANDOM_ROLLOUT
        ("rounds", np.int64),  # how often
        ("limit", np.int64),  # a game is cut after so many moves
        ("reward", np.int64),  # reward mode that payments add up to
        ("on_the_way", np.bool_),  # payments are made after each decision, not at the end alone
        ("when_cut", np.bool_),  # a game that is cut is paid by its standing
        ("scale", np.float64),  # what SCORE divides by
        ("skip_forced", np.bool_),  # moves without a choice are made at once
        ("auto_reset", np.bool_),  # a finished game is followed by the next one
        ("observe", np.bool_),  # the observation is written
        ("goes_on", np.bool_),  # nothing is done first: there is room in the history again
    ],
    align=True,
)

SLOT = np.dtype(
    [
        ("seed", np.uint64),  # the game's own seed
        ("dice", np.uint64),  # generator of the autopilots, never of the game
        ("episode", np.int64),  # games begun under this seed, from 0; -1 before the first
        ("noted", np.int64),  # moves of the game before those in the window of its history
        ("choices", np.int64),  # actions that are legal now, while the game runs
        ("number", np.int64),  # public, unlike the seed: what seats imagine follows from it
        ("ego_seat", np.int8),  # the seat whose view this is
        ("controller", np.int8, MAX_SEATS),  # who plays each seat, counted from the ego seat
        ("decisions", np.int32, MAX_SEATS),  # of each seat in this episode: it knows its own
        ("paid", np.float64, MAX_SEATS),  # to each seat in this episode
        ("standing", np.float64, MAX_SEATS),  # of each seat when it was last paid on the way
    ],
    align=True,
)


def fresh_slots(count: int) -> NDArray[Any]:
    """A slot for each of the games of a batch, numbered as they lie in it."""
    new = np.zeros(count, SLOT)
    new["episode"] = -1
    new["number"] = np.arange(count)
    return new

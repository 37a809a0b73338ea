"""What a game comes to: each seat's score and place, what the team reached, and why it ended."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.control import MAX_SEATS

OUTCOME = np.dtype(
    [
        ("score", np.int64, MAX_SEATS),  # of each seat, as the game stands
        ("rank", np.int64, MAX_SEATS),  # its place at the end, 1 best; 0 while the game runs
        ("team", np.float64),  # what all have reached together, 0 to 1; NaN among rivals
        ("reason", np.int8),  # why it ended, a place in `Game.reasons`; NO_REASON while it runs
    ],
    align=True,
)
"""What the kernel `outcome` fills in; it finds zeros, NO_REASON, and NaN for the team."""

ACCOUNT = np.dtype(
    [
        ("outcome", OUTCOME),
        ("payment", np.float64, MAX_SEATS),  # what each seat was paid in all
    ],
    align=True,
)
"""What is kept of the last finished game."""

NO_REASON, CUT_REASON = -1, -2
CUT_NAME = "cut"
"""The reason of a game that was cut by a limit of moves."""
UNKNOWN = "unknown"
"""A reason that is none of the game's: the kernel `outcome` is wrong."""


HALF = 0.5
"""Of what there is to reach: from there on it is a success."""


class Outcome(NamedTuple):
    """How a game stands, or what it came to."""

    scores: list[int]
    """The score of each seat."""
    ranks: list[int]
    """The place of each seat, 1 is best; all 0 while the game runs."""
    team: float | None
    """What all have reached together, from 0 to 1; None in games of rivals."""
    reason: str
    """Why it ended: one of `Game.reasons`, or `cut`; empty while it runs."""


def reason_names(reasons: tuple[str, ...], numbers: NDArray[np.int8]) -> NDArray[np.str_]:
    """The names of reasons given by their numbers; empty for games that have not ended."""
    # CUT_REASON and NO_REASON count from the end
    names = np.array([*reasons, UNKNOWN, CUT_NAME, ""])
    is_known = (numbers < len(reasons)) & (numbers >= CUT_REASON)
    return np.asarray(names[np.where(is_known, numbers, len(reasons))])


def successes(
    accounts: NDArray[Any], players: int, bounds: tuple[float, float]
) -> NDArray[np.bool_]:
    """[n, P] which seats may call the games of some accounts [n] a success."""
    came = accounts["outcome"]
    team, first = came["team"][:, None], came["rank"][:, :players] == 1
    if players == 1:
        low, high = (0.0, 0.0) if np.isinf(bounds).any() else bounds
        first &= accounts["payment"][:, :1] >= low + HALF * (high - low)
    won = np.where(np.isnan(team), first, team >= HALF)
    return np.asarray(won & (came["reason"] >= 0)[:, None])


def outcome_of(result: NDArray[Any], players: int, reasons: tuple[str, ...]) -> Outcome:
    """One record [1] as plain values."""
    team = float(result["team"][0])
    return Outcome(
        result["score"][0, :players].tolist(),
        result["rank"][0, :players].tolist(),
        None if np.isnan(team) else team,
        str(reason_names(reasons, result["reason"])[0]),
    )

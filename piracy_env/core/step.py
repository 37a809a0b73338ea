"""What comes of a step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Step(NamedTuple):
    """What `reset` and `step` fill and return: the same arrays each time."""

    observation: NDArray[np.float32]
    """[n, D] what the seat to move sees."""
    action_mask: NDArray[np.bool_]
    """[n, A] its legal actions."""
    seat: NDArray[np.int8]
    """[n] the seat to move."""
    reward: NDArray[np.float32]
    """[n, P] what each player was paid for this step."""
    terminated: NDArray[np.bool_]
    """[n] whether a game ended by its rules."""
    truncated: NDArray[np.bool_]
    """[n] whether a game was cut by the safety limit."""

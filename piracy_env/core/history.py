"""What was played in recorded games, however long they grow.

Compiled code notes the actions of a game in a window of a fixed size. When it is full the game
waits until Python has put its contents here; then it goes on as if nothing had been.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WINDOW = 256
"""Actions of each game that compiled code has room for."""
ACTION = "h"
"""How an action is kept: as in the window, in two bytes."""


class Histories:
    """The actions of each game of a batch before those in its window, by game and episode."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[int, array[int]]] = {}

    def add(self, i: int, episode: int, actions: NDArray[np.int16]) -> None:
        """Keep further actions of game i; those of another episode are forgotten."""
        kept = self.of(i, episode)
        kept.frombytes(actions.tobytes())
        self._kept[i] = episode, kept

    def put(self, i: int, episode: int, actions: Sequence[int]) -> None:
        """Say what was played in game i."""
        self._kept[i] = episode, array(ACTION, actions)

    def of(self, i: int, episode: int) -> array[int]:
        """What is kept of an episode of game i."""
        number, kept = self._kept.get(i, (episode, array(ACTION)))
        return kept if number == episode else array(ACTION)

    def forget(self, i: int) -> None:
        """Game i begins anew."""
        self._kept.pop(i, None)

    def copy(self) -> Histories:
        """An independent copy."""
        twin = Histories()
        twin._kept = {i: (episode, kept[:]) for i, (episode, kept) in self._kept.items()}
        return twin

    def __bool__(self) -> bool:
        return bool(self._kept)

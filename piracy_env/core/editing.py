"""Editing games by hand: states are put in place of others, and checked as the caller asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.batch import alone
from piracy_env.core.choosing import numbers_of
from piracy_env.core.control import REFRESH
from piracy_env.core.looking import Looks
from piracy_env.core.memory import assign
from piracy_env.errors import InvalidStateError


class Edits(Looks):
    """A batch of games whose positions can be set."""

    @alone
    def set(
        self, i: int = 0, parts: Mapping[str, object] | None = None, /, **fields: object
    ) -> None:
        """Edit game i by hand; a state that breaks the game's invariants is refused.

        Whole fields are named, `score=[3, 1]`; parts of them are given by their paths, in order:
        `{"lives_of[2]": 1, "map[0, 3]": 2, "ships[2].hull": 4}`.
        """
        i = self._index(i)
        if not isinstance(parts, (Mapping, NoneType)):
            raise InvalidStateError(
                f"parts of a state are given as a mapping, such as {{'score[2]': 1}}, not {parts!r}"
            )
        edited = self._states[i : i + 1].copy()
        for path, value in (*(parts or {}).items(), *fields.items()):
            assign(edited, path, value)
        self.load_state(i, edited)

    @alone
    def load_state(self, i: int, state: NDArray[Any]) -> None:
        """Replace game i by a state [1] of any origin, unless it breaks the game's invariants."""
        self._refuse(self.complaints_of(state, i))
        self.load_state_unchecked(i, state)

    @alone
    def load_state_unchecked(self, i: int, state: NDArray[Any]) -> None:
        """Replace game i by a copy of a state [1] that some engine of this game has held.

        What a state must be for compiled code to find its way is checked; `load_state` checks all.
        """
        i = self._index(i)
        self._require_record(state)
        self._refuse(self._soundness.misfits(state))
        self._states[i] = state[0]
        self._histories.forget(i)
        self._slots["noted"][i] = self._states["moves"][i]
        self._slots["decisions"][i] = 0
        self._edited[i] = (int(self._slots["episode"][i]), self._states[i].tobytes())
        self._edition[i] += 1
        self._advance(np.array([i]), self._actions, self._plans[REFRESH])

    @alone
    def recall_state(
        self,
        i: int,
        state: NDArray[Any],
        *,
        start: bytes,
        actions: Sequence[int],
        decisions: Sequence[int],
    ) -> None:
        """Replace game i, which has just begun, by a state [1] that it came to by its actions.

        From then on it is as if they had been played here: from the deal, or from the state to
        which it was edited at its `start`. So many `decisions` of them were those of each seat.
        An unsound state is refused.
        """
        i = self._index(i)
        first = int(np.frombuffer(start, self.game.dtype)["moves"][0]) if start else 0
        players = self.options.players
        counts = numbers_of("decisions", decisions, (players,), len(actions))
        self._require_record(state)
        if int(state["moves"][0]) != first + len(actions):
            raise InvalidStateError(
                f"{self.game.name}: moves is {state['moves'][0]}, not {first + len(actions)}"
            )
        begun = self._slots["standing"][i].copy()
        self.load_state(i, state)
        self._slots["paid"][i] = self._slots["standing"][i] - begun
        episode = int(self._slots["episode"][i])
        self._edited.pop(i)
        if start:
            self._edited[i] = (episode, start)
        if self._history.size:
            self._histories.put(i, episode, actions)
        self._slots["decisions"][i, :players] = counts

    def complaints(self, i: int = 0) -> list[str]:
        """What is wrong with the state of game i, in words; empty if nothing is."""
        i = self._index(i)
        return self._complaints(self._states[i : i + 1], i)

    def complaints_of(self, state: NDArray[Any], i: int = 0) -> list[str]:
        """What would be wrong with a state [1] in the place of game i; empty if nothing would."""
        self._require_record(state)
        return self._complaints(state, self._index(i))

    def _complaints(self, state: NDArray[Any], i: int) -> list[str]:
        return self._soundness.complaints(state, i if len(self.tables) > 1 else 0)

    def _refuse(self, complaints: list[str]) -> None:
        if complaints:
            raise InvalidStateError(
                f"{self.game.name}: " + "; ".join(complaints),
                game=self.game.name,
                complaints=tuple(complaints),
            )

    def _require_record(self, state: NDArray[Any]) -> None:
        if getattr(state, "shape", None) != (1,) or state.dtype != self.game.dtype:
            raise InvalidStateError(f"{self.game.name}: a state is one record of the game's dtype")

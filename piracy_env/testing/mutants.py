"""Positions that differ from a true one in hidden things alone, made without the game's help.

Worlds that a game samples itself cannot show that it samples too little. So hidden values also
change places here at random, and the game's invariants say which of the results are positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.testing.case import States, leaves

TRIES = 96
"""Changes that are tried in one position."""
ENOUGH = 24
"""Changes that are used of them."""


class Mutants:
    """Changed copies of game i of an engine, of which `worlds` [m] are fair samples for a seat."""

    def __init__(self, engine: Engine, i: int, worlds: States, dice: np.random.Generator) -> None:
        self._game, self._engine, self._number = engine.game, engine, i
        self._state = engine.states[i : i + 1].copy()
        self._dice = dice
        known = [*leaves(worlds, self._game.hidden).values()]
        truth = [*leaves(self._state, self._game.hidden).values()]
        self._truth = [array[0, ...] for array in truth]
        self._free = [(w != x).any(0) for w, x in zip(known, truth, strict=True)]
        """Where the worlds vary: what the seat does not know, as far as the game says."""
        self._tallies = [_tallies(x) for x in truth]
        self._kept = [
            (_tallies(w) == tally).all(0) for w, tally in zip(known, self._tallies, strict=True)
        ]
        """Tallies that all worlds share, such as the number of cards in a hand."""

    def scrambles(self) -> States:
        """Sound positions that differ from the true one only where the worlds vary."""
        return self._changed(self._free, keep_tallies=True)

    def exchanges(self) -> States:
        """Sound positions that differ from the true one anywhere in the hidden fields."""
        return self._changed([np.ones_like(free) for free in self._free], keep_tallies=False)

    def _changed(self, allowed: list[NDArray[np.bool_]], keep_tallies: bool) -> States:
        mutants: list[States] = []
        tried = {self._state.tobytes()}
        places = Places(self._truth, allowed, self._dice)
        for _ in range(TRIES):
            copy = self._state.copy()
            arrays = [array[0, ...] for array in leaves(copy, self._game.hidden).values()]
            change = _swap if self._dice.random() < 0.5 else _trade
            changed = change(arrays, places) and copy.tobytes() not in tried
            tried.add(copy.tobytes())
            if changed and not (keep_tallies and self._shifts_tallies(arrays)):
                mutants += [copy] if self._is_sound(copy) else []
            if len(mutants) == ENOUGH:
                break
        return np.concatenate([*mutants, self._state[:0]])

    def _shifts_tallies(self, arrays: list[NDArray[Any]]) -> bool:
        return any(
            (_tallies(array[None])[0] != tally[0])[kept].any()
            for array, tally, kept in zip(arrays, self._tallies, self._kept, strict=True)
        )

    def _is_sound(self, copy: States) -> bool:
        return not self._engine.complaints_of(copy, self._number)


class Places:
    """Where values of a position may change; asked often, so all that may be taken are listed."""

    def __init__(
        self,
        truth: list[NDArray[Any]],
        allowed: list[NDArray[np.bool_]],
        dice: np.random.Generator,
    ) -> None:
        self.allowed, self.dice = allowed, dice
        # -1 is where nothing lies, which may be known though it is not shown
        self._open = [
            [np.argwhere(may & (of >= least)) for of, may in zip(truth, allowed, strict=True)]
            for least in (0, 1)
        ]
        self._filled = [
            [number for number, spots in enumerate(spots_of) if len(spots)]
            for spots_of in self._open
        ]

    def spot(self, least: int, among: int | None = None) -> tuple[int, tuple[int, ...] | None]:
        """A random allowed place with a value of `least` or more: the array's number, the index."""
        if among is None:
            if not self._filled[least]:
                return 0, None
            among = int(self.dice.choice(self._filled[least]))
        spots = self._open[least][among]
        return among, tuple(self.dice.choice(spots).tolist()) if len(spots) else None


def _swap(arrays: list[NDArray[Any]], places: Places) -> bool:
    """Two values change places: cards in lists, places of cards."""
    a, at = places.spot(least=1)
    b, bt = places.spot(least=0, among=a if places.dice.random() < 0.7 else None)
    if at is None or bt is None or arrays[a].dtype != arrays[b].dtype:
        return False
    mine, its = arrays[a][at], arrays[b][bt]
    arrays[a][at], arrays[b][bt] = its, mine
    return bool(mine != its)


def _trade(arrays: list[NDArray[Any]], places: Places) -> bool:
    """Two rows give each other one of a kind: cards in counts, and in sets."""
    (a, at), (b, bt) = (places.spot(least=1) for _ in range(2))
    if not at or not bt or arrays[a].shape[-1] != arrays[b].shape[-1] or at[-1] == bt[-1]:
        return False
    at_other, bt_other = (*at[:-1], bt[-1]), (*bt[:-1], at[-1])
    allowed = places.allowed
    if (a, at[:-1]) == (b, bt[:-1]) or not (allowed[a][at_other] and allowed[b][bt_other]):
        return False
    for array, gives, takes in ((arrays[a], at, at_other), (arrays[b], bt, bt_other)):
        array[gives] -= 1
        array[takes] += 1
    return True


def _tallies(array: NDArray[Any]) -> NDArray[np.int64]:
    """Sums that a seat may see of values it does not: [n, T] of an array [n, ...]."""
    values = array.astype(np.int64)
    bits = np.unpackbits(np.ascontiguousarray(values[..., None]).view(np.uint8), axis=-1)
    counted = [values, values > 0, values >= 0, bits.sum(-1, dtype=np.int64)]
    sums = [of.sum(axis) for of in counted for axis in range(1, values.ndim)]
    return np.concatenate([numbers.reshape(len(values), -1) for numbers in sums or counted], 1)

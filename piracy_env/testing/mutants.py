"""Positions that differ from a true one in hidden things alone, made without the game's help.

Worlds that a game samples itself cannot show that it samples too little. So hidden values also
change places here at random, and the game's invariants say which of the results are positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.record import Record
from piracy_env.testing.case import States, leaves

TRIES = 96
"""Changes that are tried in one position."""
ENOUGH = 24
"""Changes that are used of them."""


class Mutants:
    """Changed copies of game i of an engine, of which `worlds` [m] are fair samples for a seat."""

    def __init__(self, engine: Engine, i: int, worlds: States, dice: np.random.Generator) -> None:
        self._game, self._t = engine.game, engine.tables_of(i).t
        self._state = engine.states[i : i + 1].copy()
        self._dice = dice
        known = [*leaves(worlds, self._game.hidden).values()]
        truth = [*leaves(self._state, self._game.hidden).values()]
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
        found: dict[bytes, States] = {}
        for _ in range(TRIES):
            copy = self._state.copy()
            arrays = [array[0] for array in leaves(copy, self._game.hidden).values()]
            change = self._swap if self._dice.random() < 0.5 else self._trade
            kept = change(arrays, allowed) and not (keep_tallies and self._shifts_tallies(arrays))
            if kept and copy.tobytes() != self._state.tobytes() and self._is_sound(copy):
                found[copy.tobytes()] = copy
            if len(found) == ENOUGH:
                break
        return np.concatenate([*found.values(), self._state[:0]])

    def _shifts_tallies(self, arrays: list[NDArray[Any]]) -> bool:
        return any(
            (_tallies(array[None]) != tally)[0][kept].any()
            for array, tally, kept in zip(arrays, self._tallies, self._kept, strict=True)
        )

    def _is_sound(self, copy: States) -> bool:
        return not self._game.invariants(Record(copy[0]), self._t)

    def _swap(self, arrays: list[NDArray[Any]], allowed: list[NDArray[np.bool_]]) -> bool:
        """Two values change places: cards in lists, places of cards."""
        (a, at), (b, bt) = self._spot(allowed), self._spot(allowed)
        if at is None or bt is None:
            return False
        mine, its = arrays[a][at], arrays[b][bt]
        if mine == its or min(mine, its) < 0 or arrays[a].dtype != arrays[b].dtype:
            return False  # -1 is where nothing lies, which may be known though it is not shown
        arrays[a][at], arrays[b][bt] = its, mine
        return True

    def _trade(self, arrays: list[NDArray[Any]], allowed: list[NDArray[np.bool_]]) -> bool:
        """Two rows give each other one of a kind: cards in counts, and in sets."""
        (a, at), (b, bt) = self._spot(allowed), self._spot(allowed)
        if not at or not bt or arrays[a].shape[-1] != arrays[b].shape[-1] or at[-1] == bt[-1]:
            return False
        if (a, at[:-1]) == (b, bt[:-1]):
            return False
        at_other, bt_other = (*at[:-1], bt[-1]), (*bt[:-1], at[-1])
        if not (allowed[a][at_other] and allowed[b][bt_other]):
            return False
        if arrays[a][at] < 1 or arrays[b][bt] < 1:
            return False
        for array, gives, takes in ((arrays[a], at, at_other), (arrays[b], bt, bt_other)):
            array[gives] -= 1
            array[takes] += 1
        return True

    def _spot(self, allowed: list[NDArray[np.bool_]]) -> tuple[int, tuple[int, ...] | None]:
        """A random allowed place: the number of the array, and the index in it."""
        sizes = [int(mask.sum()) for mask in allowed]
        if not sum(sizes):
            return 0, None
        spot = int(self._dice.integers(sum(sizes)))
        for number, size in enumerate(sizes):
            if spot < size:
                return number, tuple(np.argwhere(allowed[number])[spot].tolist())
            spot -= size
        raise AssertionError("the sizes add up")


def _tallies(array: NDArray[Any]) -> NDArray[np.int64]:
    """Sums that a seat may see of rows it does not: [n, 4, rows] of an array [n, ..., length]."""
    rows = array.reshape(len(array), -1, array.shape[-1] if array.ndim > 1 else 1).astype(np.int64)
    bits = np.unpackbits(np.ascontiguousarray(rows).view(np.uint8), axis=-1)
    return np.stack(
        [(rows > 0).sum(-1), (rows >= 0).sum(-1), rows.sum(-1), bits.sum(-1, dtype=np.int64)],
        axis=1,
    )

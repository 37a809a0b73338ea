# mypy: disable-error-code="no-any-return"
"""What loops do with the moves of any game: look, play, cut long games."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import COMPILED, forceinline
from piracy_env.core.kernels import observe, step, weigh
from piracy_env.core.masks import best_legal

if COMPILED:

    @forceinline
    def at(records: Any, index: int) -> Any:
        """The record at an index, by reference."""
        return records[index]

    @forceinline
    def copy_bytes(source: Any, i: int, target: Any, k: int) -> None:
        """Copy row i of some bytes to row k of others."""
        for byte in range(source.shape[1]):
            target[k, byte] = source[i, byte]
else:
    from piracy_env.core.record import at as at

    def copy_bytes(source: Any, i: int, target: Any, k: int) -> None:
        """The same at one stroke, as the compiler makes of it what would take an age here."""
        target[k] = source[i]


@forceinline
def look(kernels: Any, s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat sees."""
    out[:] = 0.0
    observe(kernels, s, t, seat, out)


@forceinline
def play(kernels: Any, s: Any, t: Any, action: int, limit: int) -> None:
    """Apply a legal action, and cut a game that takes too long."""
    step(kernels, s, t, action)
    close_move(s, limit)


@forceinline
def advised(kernels: Any, s: Any, t: Any, w: Any, choices: Any, opinion: Any) -> int:
    """The first of the actions that a script values most."""
    opinion[:] = 0.0
    weigh(kernels, s, t, w, choices, opinion)
    return best_legal(choices, opinion)


@forceinline
def close_move(s: Any, limit: int) -> None:
    """Count a move that was made, and cut a game that takes too long."""
    s.moves += 1
    if s.over == RUNNING and s.moves >= limit:
        s.over = CUT

"""Checkpoints of a replay: states on its way, so that a long game is opened in the middle at once.

A checkpoint is a claim like any other. To open a game there, it must be a state that the game's
engine would take from anybody, at this move of a running game; whether the game really came to it,
only playing tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.packing import pack, unpack
from piracy_env.errors import ReplayError

EVERY = 1024
"""Moves between two checkpoints; in long games twice as many, or four times, and so on."""
MOST = 64
"""Most checkpoints of a replay."""
MOST_BYTES = 4 << 20
"""They take no more of a file."""

KEYS = {"move": int, "decisions": list, "state": str}


@dataclass(frozen=True)
class Checkpoint:
    """A game after so many of its actions."""

    move: int
    decisions: tuple[int, ...]
    """How many of them were each seat's."""
    state: bytes

    @classmethod
    def of(cls, engine: Engine, move: int) -> Self:
        """The game of an engine, so many moves on."""
        decisions = engine.slots["decisions"][0, : engine.options.players].tolist()
        return cls(move, tuple(decisions), engine.states.tobytes())

    def as_dict(self) -> dict[str, Any]:
        """As a file holds it."""
        return {"move": self.move, "decisions": list(self.decisions), "state": pack(self.state)}

    @classmethod
    def parse(cls, given: object, game: Game, players: int, moves: int) -> Self:
        """Read what `as_dict` wrote."""
        if not isinstance(given, dict) or {k: type(v) for k, v in given.items()} != KEYS:
            raise ReplayError(
                f"checkpoints: each has a move, decisions and a state, not {given!r:.80}",
                where="checkpoints",
            )
        move, decisions = given["move"], given["decisions"]
        where = f"checkpoint at move {move}"
        if not 0 < move < moves:
            raise ReplayError(f"{where}: must be at move 1 to {moves - 1}", where=where)
        counts = [number for number in decisions if type(number) is int and 0 <= number <= move]
        if len(counts) != players or len(decisions) != players or sum(counts) != move:
            raise ReplayError(
                f"{where}: must have {players} counts that make {move} decisions, "
                f"not {decisions!r:.80}",
                where=where,
            )
        state = unpack(given["state"], where, (game.dtype.itemsize,))
        head = np.frombuffer(state, game.dtype)[0]
        if head["over"] != RUNNING:
            raise ReplayError(f"{where}: the game must be running there", where=where)
        return cls(move, tuple(decisions), state)


def spread(moves: int) -> int:
    """Moves between the checkpoints of a game of so many."""
    step = EVERY
    while moves > step * MOST:
        step *= 2
    return step


def thinned(checkpoints: Sequence[Checkpoint]) -> tuple[Checkpoint, ...]:
    """As many of them as a file may hold: every one, every second one, every fourth one, ..."""
    kept = tuple(checkpoints)
    while sum(len(pack(checkpoint.state)) for checkpoint in kept) > MOST_BYTES:
        kept = kept[1::2]
    return kept


def parse_all(
    given: Sequence[object], game: Game, players: int, moves: int
) -> tuple[Checkpoint, ...]:
    """The checkpoints of a file, in the order of their moves."""
    if len(given) > MOST:
        raise ReplayError(f"checkpoints: at most {MOST}, not {len(given)}", where="checkpoints")
    checkpoints = tuple(Checkpoint.parse(entry, game, players, moves) for entry in given)
    order = [checkpoint.move for checkpoint in checkpoints]
    if order != sorted(set(order)):
        raise ReplayError("checkpoints: must be in the order of their moves", where="checkpoints")
    return checkpoints

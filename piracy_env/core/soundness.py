"""Whether a state is one that a game could reach: asked before compiled code is run on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core import loops
from piracy_env.core.game import CUT, ENDED, RUNNING, Game
from piracy_env.core.memory import bytes_of
from piracy_env.core.options import Options
from piracy_env.core.ranges import Limits
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables


class Soundness:
    """Judges states of one game, played with the same players, options and limit of moves."""

    def __init__(
        self,
        game: Game,
        options: Options,
        tables: Sequence[Tables],
        most_moves: int,
        bound: Any,
    ) -> None:
        self._game, self._options, self._tables = game, options, tables
        self._most_moves, self._bound = most_moves, bound
        self._limits: dict[int, Limits] = {}
        self._raw_tables: dict[int, NDArray[np.uint8]] = {}

    def complaints(self, state: NDArray[Any], number: int) -> list[str]:
        """What is wrong with a state [1] under the tables of this number; empty if nothing is.

        The first kind of fault ends it, as nothing else can be read from a state that has it: a
        header or an option that this game is not played with, numbers that mean nothing, what is
        untrue between fields, and no way to play on.
        """
        wrong = self.misfits(state) or self._limits_of(number).outside(state)
        if wrong:
            return wrong
        try:
            return self._untrue(state, number) or self._deadlock(state, number)
        except (ArithmeticError, LookupError, ValueError) as error:
            return [f"a value is out of all bounds ({error})"]

    def _untrue(self, state: NDArray[Any], number: int) -> list[str]:
        """What a game says of a state [1]. If it did not cut itself, it stands as while it ran."""
        s, t = Record(state[0]), self._tables[number].t
        table = self._game.decisions
        wrong = (table.complaints(s) if table else []) or self._game.invariants(s, t)
        if wrong and s.over == CUT and not self._untrue(_uncut(state), number):
            return []
        return wrong

    def misfits(self, state: NDArray[Any]) -> list[str]:
        """Why a state [1] does not belong here: complaints about what every game has."""
        s = Record(state[0])
        kept = {name: self._options.stored[name] for name in self._game.kept_options}
        fixed = {"players": self._options.players, **kept}
        wrong = [
            f"{name} is {_held(s, name)}, but this engine plays with {value}"
            for name, value in fixed.items()
            if _held(s, name) != value
        ]
        if s.phase not in [int(phase) for phase in self._game.phases]:
            wrong.append(f"phase {s.phase} does not exist")
        if not 0 <= s.seat < self._options.players:
            wrong.append(f"seat {s.seat} does not exist")
        if not 0 <= s.out < 1 << self._options.players:
            wrong.append(f"out is {s.out}, which names seats that do not exist")
        most = self._most_moves - (s.over == RUNNING)
        if not 0 <= s.moves <= most:
            wrong.append(f"moves is {s.moves}, but must be 0 to {most}")
        if s.over not in (RUNNING, ENDED, CUT):
            wrong.append(f"over is {s.over}, but must be {RUNNING}, {ENDED} or {CUT}")
        return wrong

    def _limits_of(self, number: int) -> Limits:
        if number not in self._limits:
            game, t = self._game, self._tables[number].t
            blank = Record(game.blank(self._options)[0])
            self._limits[number] = Limits(game.dtype, game.ranges, blank, t)
        return self._limits[number]

    def _deadlock(self, state: NDArray[Any], number: int) -> list[str]:
        """A complaint, if the seat to move can do nothing."""
        if state["over"][0] != RUNNING:
            return []
        copy = np.frombuffer(state.tobytes(), self._game.dtype).copy()
        mask = np.zeros((1, self._game.actions.size), np.uint8)
        seen = np.zeros((1, self._game.observation.size), np.float32)
        first, seat = np.zeros(1, np.int64), copy["seat"].astype(np.int64)
        tables = self._raw_tables_of(number)
        loops.observe_games(self._bound, bytes_of(copy), tables, first, seat, seen, mask)
        return [] if mask.any() else ["the game is running, but no action is legal"]

    def _raw_tables_of(self, number: int) -> NDArray[np.uint8]:
        """A copy of tables that loops take, as those that are kept cannot be written to."""
        if number not in self._raw_tables:
            self._raw_tables[number] = bytes_of(self._tables[number].record.copy())
        return self._raw_tables[number]


def _uncut(state: NDArray[Any]) -> NDArray[Any]:
    """A state [1] as it was before it was cut."""
    copy = state.copy()
    copy["over"] = RUNNING
    return copy


def _held(s: Record, name: str) -> Any:
    """What a state holds of an option, as `Options.stored` has it."""
    value = getattr(s, name)
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value

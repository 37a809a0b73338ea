"""Positions changed at will: whatever is not refused must be safe to look at and to play on.

States come from strangers: by hand, from replays, from saved games. The invariants stand between
them and compiled code, which would read and write anywhere. So positions of random games are
changed in all the ways that an attacker would try, in a process that checks array bounds:

    python -m piracy_env.testing edits <what.json> <result.npz>
"""

from __future__ import annotations

import faulthandler
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.ranges import Limits
from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.testing.case import (
    Case,
    CheckFailure,
    States,
    Walk,
    leaves,
    random_actions,
    state_differences,
)
from piracy_env.testing.play import snapshot
from piracy_env.testing.registry import Scope, check
from piracy_env.testing.traces import BOUNDS, FAILED, in_another_process, ordered

FEW_POSITIONS, MANY_POSITIONS = 6, 3
"""Positions that are changed with unusual options; else so many for each game of the check."""
FEW, MANY = 4, 2
"""Changes tried in a position with unusual options; else so many for each game of the check."""
STEPS = 6
"""Random moves that are played from a changed position."""
PICTURES = 8
"""Of so many accepted changes one is drawn, by turns for each seat: pictures take their time."""
PATIENCE = 20
"""Seconds that one change may take, before it hangs."""

RAW = 0.05
"""How often a byte is changed, whatever it is part of."""
MOST_AT_ONCE = 3
"""Numbers that are changed at once."""


@check(Scope.GAME)
def check_edits(cases: list[Case]) -> str:
    """A state changed at will is refused, or it can be seen, told, sampled and played on safely."""
    theirs = in_another_process(cases, "edits", BOUNDS)
    tried, accepted = theirs["counts"].tolist()
    if not accepted:
        cases[0].fail(f"none of {tried} changes was accepted, so nothing was tried")
    return f"{tried} changes, {accepted} of them accepted"


def run_edits(what: Path, result: Path) -> int:
    """Change positions of the cases of a file; on an error, print it and say so.

    Each change is told before it is tried, so that it is known even if the process dies of it.
    """
    counts = np.zeros(2, np.int64)
    for case in ordered(json.loads(what.read_text())):
        try:
            counts += _try_case(case)
        except Exception as error:
            print(error if isinstance(error, CheckFailure) else f"{case.label}: {error!r}")
            return FAILED
    np.savez(result, counts=counts)
    return 0


def _try_case(case: Case) -> NDArray[np.int64]:
    """How many changes were tried in a case, and how many accepted."""
    counts = np.zeros(2, np.int64)
    board = case.engine(1)
    board.reset()
    _look(case, board)  # all that is compiled is compiled here, where nobody waits
    board.outcome(0)
    most = MANY_POSITIONS * case.games if case.usual else FEW_POSITIONS
    for number, (state, place) in enumerate(_some_of([*_positions(case)], most, case.seed)):
        changes = Changes(case, state, np.random.default_rng([case.seed, case.players, number]))
        for _ in range(MANY * case.games if case.usual else FEW):
            changed = changes.next()
            change = f"{place}, changed: {state_differences(changed, state) or 'nothing'}"
            print(f"{case.label}, seed {case.seed}, {change}", file=sys.stderr, flush=True)
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            counts[0] += 1
            try:
                accepted = _is_accepted(board, changed)
                if accepted:
                    counts[1] += 1
                    _try_out(case, board, int(counts[1]), changes.dice)
                    changes.keep(changed)
                faulthandler.cancel_dump_traceback_later()
            except Exception as error:
                faulthandler.cancel_dump_traceback_later()
                case.fail(f"{change}; it is not refused, but ends in {error!r}")
    return counts


def _some_of(positions: list[Any], most: int, seed: int) -> list[Any]:
    """So many of the positions, in their order."""
    dice = np.random.default_rng(seed)
    kept = dice.choice(len(positions), min(most, len(positions)), replace=False)
    return [positions[number] for number in sorted(kept)]


def _is_accepted(board: Engine, changed: States) -> bool:
    """Whether a state is taken; if it is refused, nothing must have changed."""
    before = snapshot(board)
    try:
        board.load_state(0, changed)
    except InvalidStateError:
        if snapshot(board) != before:
            raise ValueError("a refusal that has changed the game") from None
        return False
    return True


def _positions(case: Case) -> Iterator[tuple[States, str]]:
    """Positions of random games, each with other kinds of legal actions than those around it."""
    seen: set[tuple[int, ...]] = set()
    for walk in Walk(case):
        for i in walk.moved if walk.move else [0]:
            blocks = [span.start for span in case.game.actions.spans]
            mask = walk.engine.action_mask[i]
            kinds = np.logical_or.reduceat(mask, blocks).nonzero()[0].tolist()
            key = (walk.move.bit_length(), int(walk.engine.states["phase"][i]), *kinds)
            if key not in seen:
                seen.add(key)
                yield walk.engine.states[i : i + 1].copy(), f"move {walk.move} of game {i}"
        if walk.move >= case.moves:
            return


class Changes:
    """Endless changes of one position; what was accepted is changed further."""

    def __init__(self, case: Case, state: States, dice: np.random.Generator) -> None:
        self._game, self.dice = case.game, dice
        self._state, self._base = state, state
        blank = Record(case.game.blank(case.options)[0])
        self._limits = Limits(case.game.dtype, case.game.ranges, blank, case.tables.t)
        self._names = list(leaves(state))
        self._own = [name for name in self._names if name in case.game.ranges]

    def keep(self, changed: States) -> None:
        """Go on from an accepted change, for a while."""
        self._base = changed if self.dice.random() < 0.7 else self._state

    def next(self) -> States:
        """A state that differs from the last accepted one in some numbers."""
        if self.dice.random() < 0.1:
            self._base = self._state
        copy: States = self._base.copy()
        if self.dice.random() < RAW:
            copy.view(np.uint8)[int(self.dice.integers(copy.nbytes))] = self.dice.integers(256)
            return copy
        arrays = leaves(copy)
        for _ in range(int(self.dice.integers(1, MOST_AT_ONCE + 1))):
            # the header and the options are few, and most of what they say is fixed
            names = self._own if self._own and self.dice.random() < 0.9 else self._names
            name = str(self.dice.choice(names))
            array = arrays[name][0, ...]
            spot = tuple(int(self.dice.integers(size)) for size in array.shape)
            self._change(name, array, spot)
        return copy

    def _change(self, name: str, array: NDArray[Any], spot: tuple[int, ...]) -> None:
        """One number becomes another, or changes places with one of its field."""
        other = tuple(int(self.dice.integers(size)) for size in array.shape)
        if array.shape and self.dice.random() < 0.3:
            array[spot], array[other] = array[other].copy(), array[spot].copy()
            return
        kind, present = np.iinfo(array.dtype), int(array[spot])
        low, high, also = self._limits.of(name, spot) or (0, 1, -1)
        last = array.shape[-1] if array.shape else array.size
        edges = [kind.min, kind.max, -1, 0, 1, last, last + 1, present - 1, present + 1]
        allowed = [low, high, also, int(array[other])]
        pool = allowed if self.dice.random() < 0.7 else edges
        value = int(self.dice.choice(pool))
        if pool is allowed and self.dice.random() < 0.4 and low < high:
            value = int(self.dice.integers(low, high + 1))
        array[spot] = min(max(value, kind.min), kind.max)


def _try_out(case: Case, board: Engine, number: int, dice: np.random.Generator) -> None:
    """See, tell, draw, sample and play on from the position on a board."""
    _look(case, board)
    _tell(case, board, number)
    for _ in range(STEPS):
        if board.states["over"][0] != RUNNING:
            break
        if not board.action_mask.any():
            raise ValueError("some moves later the game is running, but no action is legal")
        board.step(random_actions(board.action_mask, dice))
        _look(case, board)
    board.outcome(0)


def _look(case: Case, board: Engine) -> None:
    """What every seat sees of the position, and imagines."""
    seats = np.arange(case.players)
    games = np.zeros_like(seats)
    board.look(games, seats)
    board.worlds(games, seats, seats)


def _tell(case: Case, board: Engine, number: int) -> None:
    """The position and its actions in words for every seat, now and then in a picture."""
    viewers = [*range(case.players), None]
    for viewer in viewers:
        board.describe(0, viewer)
    for action in board.legal(0)[:STEPS]:
        board.describe_action(0, action, viewers[number % len(viewers)])
    if number % PICTURES == 0:
        board.render(0, viewers[number // PICTURES % len(viewers)])

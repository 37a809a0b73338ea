"""Checks that play games in another process, where the kernels are compiled in another way.

    python -m piracy_env.testing trace <what.json> <result.npz>

plays what the first file asks for and writes down everything that happened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.jit import COMPILED
from piracy_env.registry import load
from piracy_env.testing.case import (
    Case,
    float_differences,
    mask_differences,
    state_differences,
)
from piracy_env.testing.registry import Scope, check

BRIEF = 12
"""Moves that are traced with unusual options."""
LONGER = 4
"""How much longer a game with the usual options is traced, if it has not ended by then."""
WORK = 400_000
"""Numbers of observations that are traced of a game that takes too long to be traced to its end."""
PATIENCE = 900
"""Seconds that the other process may take."""
FAILED = 3
"""How it exits when the rules raised an error."""

BOUNDS = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
"""Switches of a process that checks array bounds; its machine code is cached like any other."""

Arrays = dict[str, NDArray[Any]]


@check(Scope.GAME)
def check_uncompiled(cases: list[Case]) -> str:
    """Plain Python and compiled code play the same games, and no number outgrows its field."""
    moves = _compare(cases, {"NUMBA_DISABLE_JIT": "1" if COMPILED else "0"})
    return f"{moves} moves {'uncompiled' if COMPILED else 'compiled'}"


@check(Scope.GAME)
def check_bounds(cases: list[Case]) -> str:
    """No index leaves its array, nor an observation its group, with bounds checked."""
    moves = _compare(cases, BOUNDS)
    return f"{moves} moves with bounds checked"


def trace(case: Case) -> Arrays:
    """Play one game after another, and keep all that anybody could see of them."""
    engine = case.engine(1, auto_reset=True)
    engine.reset()
    kept: dict[str, list[NDArray[Any]]] = {}
    seats = list(range(case.players))
    least = case.moves if case.usual else min(case.moves, BRIEF)
    most = LONGER * case.moves
    if case.is_cut:  # it does not come to an end, and may have thousands of numbers to write
        most = min(least, max(BRIEF, WORK // case.game.observation.size))
    for move in range(most):
        if move >= least and (engine.slots["episode"][0] > 0 or not case.usual):
            break
        action = engine.uniform()
        scores, ranks, team, _ = engine.outcome()
        seen, masks = engine.look([0] * case.players, seats)
        noted = {
            "state": engine.states[0].copy(),
            "final": engine.finals[0].copy(),
            "world": engine.worlds([0], [move % case.players], [move])[0],
            "seen": seen,
            "masks": masks,
            "buffer": engine.observation[0].copy(),
            "action": action[0],
            "scores": np.array([scores, ranks]),
            "team": np.array(-1.0 if team is None else team),
            "reward": engine.reward[0].copy(),
            "paid": engine.slots["paid"][0].copy(),
        }
        for name, value in noted.items():
            kept.setdefault(name, []).append(np.asarray(value))
        try:
            engine.step(action)
        except Exception as error:
            label = case.game.actions.labels[int(action[0])]
            raise RuntimeError(f"{case.label}, move {move} {label!r}: {_words(error)}") from error
    return {name: np.stack(values) for name, values in kept.items()}


def in_another_process(cases: list[Case], task: str, switches: dict[str, str]) -> Arrays:
    """What comes of a task on the cases in a process with these switches."""
    case = cases[0]
    if case.game.home is None:
        case.fail("a game must be importable as `module:attribute` to be run in another process")
    with tempfile.TemporaryDirectory() as folder:
        what, result = Path(folder, "what.json"), Path(folder, "result.npz")
        what.write_text(json.dumps(order_of(cases)))
        command = [sys.executable, "-m", "piracy_env.testing", task, str(what), str(result)]
        environment = {**os.environ, **switches, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        if run.returncode:
            words = run.stdout if run.returncode == FAILED else run.stderr[-2000:]
            case.fail(f"with {_in_words(switches)}: {words.strip()}")
        return dict(np.load(result))


def _compare(cases: list[Case], switches: dict[str, str]) -> int:
    """Play the cases here and in a process with these switches; everything must be the same."""
    theirs = in_another_process(cases, "trace", switches)
    moves = 0
    for number, case in enumerate(cases):
        mine = trace(case)
        moves += len(mine["state"])
        _require_same(case, mine, {name: theirs[f"{number}/{name}"] for name in mine}, switches)
    return moves


def _require_same(case: Case, mine: Arrays, theirs: Arrays, switches: dict[str, str]) -> None:
    for move in range(len(mine["state"])):
        difference = ""
        for name in ("state", "final", "world"):
            different = state_differences(
                theirs[name][move : move + 1], mine[name][move : move + 1]
            )
            difference = difference or (different and f"{name}: {different}")
        for seat in range(case.players):
            difference = difference or float_differences(
                case.game, theirs["seen"][move, seat], mine["seen"][move, seat]
            )
            difference = difference or mask_differences(
                case.game, theirs["masks"][move, seat], mine["masks"][move, seat]
            )
        for name, array in mine.items():
            if not difference and array[move].tobytes() != theirs[name][move].tobytes():
                difference = f"{name} is {theirs[name][move].tolist()}, not {array[move].tolist()}"
        if difference:
            case.fail(f"with {_in_words(switches)}, {difference}", move=move)


def _in_words(switches: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in switches.items())


def _words(error: BaseException) -> str:
    """An error in one line, with the line of the rules that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"


# --- the other process ----------------------------------------------------------------------------


def order_of(cases: list[Case]) -> dict[str, Any]:
    """What is to be traced, as plain values: the cases are of one game, with the same tables."""
    game, tables = cases[0].game, cases[0].tables
    varying = ("players", "given", "seed", "games", "moves", "most", "usual")
    return {
        "game": game.home,
        "tables": None if tables.digest == game.tables.load().digest else tables.values,
        "cases": [{name: getattr(case, name) for name in varying} for case in cases],
    }


def ordered(order: dict[str, Any]) -> list[Case]:
    """The cases of an order."""
    game = load(order["game"])
    tables = game.tables.load(order["tables"])
    return [Case(game=game, tables=tables, **arguments) for arguments in order["cases"]]


def run_trace(what: Path, result: Path) -> int:
    """Trace the cases of a file; on an error, print it and say so."""
    arrays: Arrays = {}
    for number, case in enumerate(ordered(json.loads(what.read_text()))):
        try:
            traced = trace(case)
        except Exception as error:
            print(f"{case.label}: {_words(error)}")
            return FAILED
        arrays.update({f"{number}/{name}": array for name, array in traced.items()})
    np.savez(result, **arrays)  # type: ignore[arg-type]
    return 0

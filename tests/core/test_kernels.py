"""Loops call the kernels of any game: by address, or taken in; each is compiled once."""

import dataclasses
import os
import subprocess
import sys

import numpy as np
import pytest

from experiments.connect_four import GAME as CONNECT_FOUR
from piracy_env.core import loops
from piracy_env.core.binding import Kernels, kernels_of
from piracy_env.core.engine import Engine
from piracy_env.core.folder import _folder
from piracy_env.core.frames import Frame
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.memory import bytes_of
from piracy_env.core.notices import listening
from piracy_env.core.script import NO_SCRIPT
from tests.core import whispers
from tests.testing.toy import TOY

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@kernel
def mutinous_step(s, t, action):
    """Refuses to go on after a while."""
    if s.moves >= 3:
        raise ValueError("the crew has had enough")
    s.seat = (s.seat + 1) % s.players


@kernel
def blank_look(s, t, seat, out):
    out[0] = 1.0


def played(game, moves=30):
    engine = Engine(game, 16, seed=4)
    engine.reset()
    engine.rollout(moves)
    return engine


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache, and ears for what is compiled."""
    _folder.cache_clear()
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path / "cold"))
    heard = []
    with listening(lambda title, begins: heard.append(title) if begins else None):
        yield heard
    _folder.cache_clear()


def test_an_error_in_a_kernel_surfaces():
    engine = Engine(dataclasses.replace(TOY, step=mutinous_step), 1, seed=1)
    engine.reset()
    with pytest.raises(ValueError, match="the crew has had enough"):
        engine.rollout(9)
    assert engine.states["moves"][0] == 3


BOUNDS = """
import dataclasses
import numpy as np
from piracy_env.core.engine import Engine
from piracy_env.core.jit import kernel
from tests.testing.toy import TOY

@kernel
def step(s, t, action):
    s.score[s.moves + 9] = 1

engine = Engine(dataclasses.replace(TOY, step=step), 1, seed=1)
engine.reset()
try:
    engine.rollout(1)
except IndexError as error:
    print("refused:", error)
"""


@compiled
def test_an_index_out_of_bounds_surfaces_where_bounds_are_checked(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", BOUNDS],
        env={
            **os.environ,
            "NUMBA_BOUNDSCHECK": "1",
            "PIRACY_CACHE": str(tmp_path),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert "refused: index is out of bounds" in run.stdout


@compiled
@pytest.mark.parametrize("game", [TOY, whispers.GAME, CONNECT_FOUR])
def test_kernels_taken_in_play_as_those_called_by_address(game):
    one, other = (played(dataclasses.replace(game, inline=inline)) for inline in (True, False))
    for name in ("states", "finals", "observation", "action_mask", "reward"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


@compiled
def test_a_kernel_that_was_not_asked_for_is_not_called():
    kernels = Kernels(dataclasses.replace(TOY), NO_SCRIPT)
    engine, word = played(TOY), np.zeros(1, np.uint64)
    first = np.zeros(1, np.int64)
    worlds = np.zeros((1, TOY.dtype.itemsize), np.uint8)
    given = (bytes_of(engine.states), bytes_of(engine.tables_for(first)), first, first, word)
    with pytest.raises(RuntimeError, match="not asked for"):
        loops.sample_games(kernels.ready(("step",)), *given, worlds)
    loops.sample_games(kernels.ready(("determinize",)), *given, worlds)
    assert worlds.any()


@compiled
def test_an_edit_of_one_kernel_costs_the_compilation_of_that_one(cold):
    played(dataclasses.replace(TOY))
    assert sorted(one for one in cold if one.startswith("cutlass")) == [
        "cutlass.legal",
        "cutlass.observe",
        "cutlass.outcome",
        "cutlass.reset",
        "cutlass.reward_of",
        "cutlass.step",
    ]
    cold.clear()
    played(dataclasses.replace(TOY))
    assert cold == []
    played(dataclasses.replace(TOY, observe=blank_look))
    assert cold == ["cutlass.observe"]


@compiled
def test_all_games_run_on_the_same_loops():
    played(TOY)
    known = len(loops.advance.overloads)
    played(whispers.GAME)
    assert len(loops.advance.overloads) == known


def test_kernels_are_made_ready_once_a_process():
    assert kernels_of(TOY) is kernels_of(TOY)
    assert kernels_of(TOY) is not kernels_of(whispers.GAME)


def test_a_frame_takes_the_arrays_that_it_was_made_for():
    frame = Frame(loops.Sampled, **dict.fromkeys(loops.Sampled._fields, (np.int64, 1)))
    arrays = {name: np.zeros(3, np.int64) for name in loops.Sampled._fields}
    frame.of(**arrays)
    for wrong in (np.zeros(3, np.int32), np.zeros((3, 1), np.int64), np.zeros(6, np.int64)[::2]):
        with pytest.raises(TypeError, match="seats: int64 with 1 axes"):
            frame.of(**arrays | {"seats": wrong})
    with pytest.raises(TypeError, match="has the arrays"):
        Frame(loops.Sampled, states=(np.int64, 1))

"""The yardstick of speed: connect four by hand in C (`connect_four.c`), compiled on the spot."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from piracy_env.bench import Work

SOURCE = Path(__file__).parent.parent / "connect_four" / "connect_four.c"
STEPS = 1 << 20  # in a piece of work, which begins with new games: enough to make these not count
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class UnavailableError(Exception):
    """A measurement that this machine cannot make, with the reason."""


def compiler() -> str:
    """The C compiler's name."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise UnavailableError("no C compiler was found")


def stepping_in_c(games: int = 1024) -> Work:
    """Random steps of a batch of connect four in C, as `bench.stepping` takes them."""
    play = _load()
    rounds = max(1, STEPS // games)
    calls = 0

    def work() -> int:
        nonlocal calls
        calls += 1
        if play(games, rounds, calls) < 0:
            raise MemoryError
        return rounds * games

    return work


def moves_per_game_in_c(steps: int = 200_000) -> float:
    """Mean length of a random game in C."""
    return steps / float(_load()(1, steps, 1))


def _load() -> ctypes._NamedFuncPointer:
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "connect_four.so"
        command = [compiler(), *FLAGS, "-o", str(library), str(SOURCE)]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
            play = ctypes.CDLL(str(library)).play
        except (OSError, subprocess.CalledProcessError) as error:
            reason = getattr(error, "stderr", "") or str(error)
            raise UnavailableError(f"connect_four.c does not compile here: {reason}") from None
    play.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_uint64]
    play.restype = ctypes.c_long
    return play
